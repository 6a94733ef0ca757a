"""Every creature, in both versions, does what it says: a test each, found by its name."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.asgards_chosen import moves as m
from engine.games.asgards_chosen.data import DESIGNS, FIRST_TOWN, TERRAINS, TERRITORIES
from engine.games.asgards_chosen.rules.battle.raid import raids
from tests.games.asgards_chosen.cards.found import both
from tests.games.asgards_chosen.scene import ENOUGH, Scene, pay, play, rage


def power(name: str) -> int:
    """Printed power and terrain bonus."""
    return DESIGNS[name].power + DESIGNS[name].bonus


def number(name: str) -> int:
    return DESIGNS[name].number


def fight(origin: str, ground: str, hand: str, deck: str = "gram aarni draupnir", **given: Any) -> Scene:
    """A attacks with her woman; B, who controls the battleground and T9, holds `theirs`."""
    theirs, markers = given.pop("theirs", ""), given.pop("markers", f"{ground} T9")
    scene = Scene(heroes={"AF": origin, **given.pop("heroes", {})}, markers={"B": markers},
                  hands={"A": hand, "B": theirs}, deck=deck, **given)  # fmt: skip
    return scene.attacks("A", "F", origin, ground)


@both("alfar")
def test_the_weakest_militia_fights_for_the_alfar(name: str) -> None:
    scene = fight("S1a", "S1b", name, "troll1 mittagsfrau1")
    scene.refused("A", play(name, card="troll1"), "ability_not_usable")
    scene.does("A", play(name, card="mittagsfrau1"))
    assert scene.totals == (power(name) + 1, 4)


@both("alfar")
def test_of_equal_militia_the_alfar_choose(name: str) -> None:
    scene = fight("S1a", "S1b", name, "mittagsfrau1 mittagsfrau1 strzyga1", heroes={"BM": "S1b"})
    offered = [move for move in scene.offered() if isinstance(move, m.Play) and move.aim is not None]
    assert [move.aim.card for move in offered if move.aim] == ["mittagsfrau1", "mittagsfrau1#2", "strzyga1"]


@both("fairies")
def test_fairies_draw(name: str) -> None:
    scene = fight("S1a", "S1b", name, draws={"A": "thor odin tyr"}).does("A", play(name, use=True))
    assert len(scene.state.hands[0]) == number(name)
    scene = Scene(
        markers={"A": "S1a"}, hands={"A": f"{name} troll1"}, draws={"A": "thor odin tyr"}, tisch={"B1": "alfar1"}
    )
    scene.musters("A").does("A", m.Muster(slot="B1", pay=pay("troll1", f"{name}[]")))
    assert len(scene.state.hands[0]) == number(name)


@both("huldra")
def test_huldra_pays_more(name: str) -> None:
    scene = Scene(markers={"A": "S3a"}, hands={"A": f"{name} odin"}, tisch={"B1": "fossegrim1"}).musters("A")
    scene.does("A", m.Muster(slot="B1", pay=pay(name)))
    assert scene.last("card_mustered").power == DESIGNS[name].power + number(name)
    fight("S1a", "S1b", name).refused("A", play(name, use=True), "ability_not_usable")


@both("backahasten")
def test_backahasten_carries_a_hero_away(name: str) -> None:
    scene = fight("L7b", "L7a", name, heroes={"AM": "T9"}, markers="L7a T1")
    places = {
        move.aim.to for move in scene.offered() if isinstance(move, m.Play) and move.aim and move.aim.how == "move"
    }
    assert places == {"S1e", "S2e", "S3e", "L2e", "L3e", "L4e", "L6e", "L7e", "L9e"}
    scene.does("A", play(name, how="move", hero="M", to="S2e"))
    assert scene.totals[0] == power(name) + 2
    scene = fight("L7b", "L7a", name, heroes={"AM": "T8"}, markers="L7a T1", draws={"B": "thor"})
    scene.does("A", play(name, how="retreat", to="L9e"))
    assert (scene.at("AF"), scene.moved("AF"), scene.hand("B")) == ("L9e", True, ["thor"])


@both("backahasten")
def test_backahasten_saves_a_defending_hero(name: str) -> None:
    scene = fight("L7b", "L7a", "jotunn1", "gram aarni garmr1", theirs=name, heroes={"BM": "L7a"}, markers="L7a T1")
    scene.does("A", play("jotunn1"), ENOUGH).does("B", play(name, how="retreat", to="T1"))
    assert "garmr1" in scene.names(scene.state.banished)  # the bodyguard stayed to the end
    while scene.asked is not None:
        scene.times_out()
    assert scene.at("BM") == "T1"


@both("backahasten")
def test_backahasten_goes_where_nobody_is(name: str) -> None:
    """An attacker's hero alone may ride back to the origin."""
    hands, towns = {"A": f"thor {name}", "B": f"odin {name}"}, {"A": "T1", "B": "T2 T9"}
    scene = Scene(heroes={"AF": "L7b", "AM": "L9e", "BM": "L7a", "BF": "S1b down"}, markers=towns, hands=hands)
    scene.attacks("A", "F", "L7b", "L7a").refused("A", play(name, how="retreat", to="L9e"), "stop_occupied")
    scene.refused("A", play(name, how="retreat", to="L7a"), "stop_occupied")
    aims = [move.aim for move in scene.offered() if isinstance(move, m.Play) and move.aim is not None]
    assert {(aim.how, aim.hero) for aim in aims} == {("move", "M"), ("retreat", None)}
    assert {"L7b", "T1"} < {aim.to for aim in aims if aim.how == "retreat"}
    scene.does("A", ENOUGH).refused("B", play(name, how="retreat", to="L7b"), "stop_occupied")
    aims = [move.aim for move in scene.offered() if isinstance(move, m.Play) and move.aim is not None]
    assert {(aim.how, aim.hero) for aim in aims} == {("retreat", None)}  # the other one lies
    assert "L7b" not in {aim.to for aim in aims}


@both("fossegrim")
def test_fossegrim_takes_militia(name: str) -> None:
    least = int(DESIGNS[name].effect["min_facing"])
    militia = " ".join(["garmr1", "ormr1"][:least])
    scene = fight("L7b", "S1b", f"{name} thor", f"{militia} gram aarni").does("A", play(name, card="garmr1"))
    assert scene.discards("A") == ["garmr1", name]
    few = fight("L7b", "S1b", name, " ".join(["garmr1"][: least - 1]) + " gram aarni draupnir")
    few.refused("A", play(name, card="garmr1"), "ability_not_usable")
    assert few.does("A", play(name)).totals[0] == power(name)


@both("nixie")
def test_nixie_copies_the_numbers_of_the_other(name: str) -> None:
    scene = fight("L7b", "S1b", f"{name} thor odin", "troll2 gram").does(
        "A", play(name, card="troll2", copied={"card": "thor"})
    )
    assert scene.totals[0] == power(name) + 3
    assert scene.discards("A") == ["thor"]


@both("nixie")
def test_nixie_copies_no_other_nixie_and_nobody_without_an_ability(name: str) -> None:
    scene = fight("L7b", "L7a", name, "nixie1 huldra1", heroes={"BM": "L7a"}, markers="L7a T1")
    for other in ("nixie1", "huldra1"):
        scene.refused("A", play(name, card=other), "ability_not_usable")
    scene = fight("L7b", "L7a", name, "dis1 gram aarni", markers="L7a T1").does("A", play(name, card="dis1"))
    assert scene.totals[0] == power(name)  # a copied late play does nothing


@both("nixie")
def test_what_affects_this_card_affects_the_nixie(name: str) -> None:
    scene = fight("L7b", "S1b", f"{name} thor", "fossegrim2 gram", theirs="odin")
    scene.does("A", play(name, card="fossegrim2", copied={"card": "fossegrim2"}))
    assert scene.discards("A") == ["fossegrim2", name]


@both("nixie")
def test_nixie_fights_as_each_of_the_militia_that_it_copies(name: str) -> None:
    scene = copies(name, "alfar1", copied={"card": "mittagsfrau1"}, deck="alfar1 mittagsfrau1")
    assert scene.totals == (power(name) + 1, power("alfar1") - DESIGNS["alfar1"].bonus)
    assert len(copies(name, "svartalfar1", "S1b").discards("B")) == 1
    assert copies(name, "jotunn1", deck="jotunn1 mamuna1").totals[1] == 6  # 4, and 2 without its 2 in the bog
    assert copies(name, "mittagsfrau1").discards("A") == [name]  # which is discarded for it
    assert "dis1" in copies(name, "strzyga1", graves="fairies1 dis1").hand("A")
    assert copies(name, "backahasten1", copied={"how": "retreat", "to": "L9e"}).at("AF") == "L9e"
    assert copies(name, "ormr1", copied={"card": "curtana"}).totals[0] == 2 * power(name)
    scene = copies(name, "mamuna1").does("A", m.Choose(cards=("thor",)))
    assert scene.names(scene.state.held[1]) == ["thor"]
    scene = copies(name, "garmr1").does("A", play("jotunn2"), ENOUGH).does("B", ENOUGH)
    assert name in scene.hand("A")  # not the Garmr, but who copied it


def copies(name: str, other: str, ground: str = "L7a", **given: Any) -> Scene:
    """A Nixie of A from a lake; B holds three gods."""
    aim, deck = given.pop("copied", None), given.pop("deck", f"{other} gram aarni")
    given |= {"theirs": "thor odin tyr", "markers": f"{ground} T1"}
    scene = fight("L7b", ground, f"{name} jotunn2 curtana", deck, **given)
    return scene.does("A", play(name, card=other, copied=aim) if aim else play(name, card=other))


@both("dis")
def test_dis_comes_late(name: str) -> None:
    scene = fight("L7a", "L7b", "ormr1 ormr1", "nixie1 gram", theirs=f"{name} thor", markers="L7b T1")
    scene.does("A", ENOUGH).does("B", ENOUGH).does("A", rage("ormr1"), ENOUGH)
    assert (scene.asked, scene.totals) == (("B", "late"), (3, 2))
    scene.refused("B", m.Late(card="thor"), "no_reply_to_berserk")
    scene.does("B", m.Late(card=name))
    decided = scene.last("battle_decided") if scene.asked is None else None
    assert (decided.defence if decided else scene.totals[1]) == 2 + power(name)


@both("dis")
def test_dis_can_be_played_normally(name: str) -> None:
    scene = fight("L7a", "L7b", name)
    scene.refused("A", play(name, use=True), "ability_not_usable")
    assert scene.does("A", play(name)).totals[0] == power(name)


@both("draugr")
def test_draugr_stands_for_any_card(name: str) -> None:
    scene = Scene(hands={"A": f"hel nixie1 nixie1 {name}"}).gods("A")
    move = m.Appease(god="hel", cards=("nixie1", "nixie1", name))
    assert [one for one in scene.offered() if isinstance(one, m.Appease)] == [move]
    scene.does("A", move)
    assert scene.discards("A") == [name]
    assert scene.names(scene.state.graves) == ["nixie1", "nixie1"]
    scene = Scene(hands={"A": f"hel nixie1 nixie1 {name}"}).gods("A")
    wrong = m.Appease(god="hel", cards=("nixie1", "nixie1", name), bury=(2,))
    scene.refused("A", wrong, "requirement_not_met")


@both("mamuna")
def test_mamuna_withholds(name: str) -> None:
    most = int(DESIGNS[name].effect["withhold"])
    scene = fight("L7a", "L7b", name, theirs="thor odin tyr", markers="L7b T1").does("A", play(name, use=True))
    scene.refused("A", m.Choose(cards=("thor", "odin", "tyr")), "count")
    scene.does("A", m.Choose(cards=("thor", "odin")[:most]), ENOUGH)
    assert len(scene.state.held[1]) == most
    scene.does("B", ENOUGH)
    assert scene.hand("B") == ["odin", "thor", "tyr"]


@both("mamuna")
def test_mamuna_may_withhold_nothing(name: str) -> None:
    scene = fight("L7a", "L7b", name, theirs="thor", markers="L7b T1").does("A", play(name, use=True))
    scene.does("A", m.Choose(cards=()), ENOUGH)
    assert (scene.hand("B"), scene.state.held) == (["thor"], [[], [], []])


FOES = ["garmr1", "ormr1", "mittagsfrau1"]


@both("mamuna")
def test_mamuna_alone_has_attackers_of_an_event_discarded(name: str) -> None:
    """R15.8: the militia that is faced, and none where there is none or none is chosen."""
    for wanted in ((), ("garmr1",)):
        deck = "nixie1.2 fairies1.1 draugr1.2 garmr1.1 ormr1.1 mittagsfrau1.2 aarni"
        hands, markers = {"A": f"{name} thor"}, {"enemy": "S2b"}
        scene = Scene(1, "solitaire", heroes={"AF": "L7a"}, markers=markers, hands=hands, queue="murrain", deck=deck)
        scene.frames(raids(0)).does("A", play(name, use=True))
        assert {move.cards[0] for move in scene.offered() if len(move.cards) == 1} == {*FOES}
        scene.does("A", m.Choose(cards=wanted))
        assert scene.names(scene.state.turned) == FOES[len(wanted) :]
        assert (scene.discards("A"), scene.militia()) == ([*wanted], ["nixie1", "fairies1", "draugr1"])
        assert len(scene.all_told("cards_discarded")) == len(wanted)
    scene = Scene(1, "solitaire", heroes={"AF": "L7a"}, hands={"A": name}, deck="gram aarni blot draupnir murrain")
    scene.attacks("A", "F", "L7a", "L7b").does("A", play(name, use=True))
    assert (scene.militia(), scene.asked) == ([], ("A", "attack"))
    scene = Scene(1, "solitaire", heroes={"AF": "L7a"}, hands={"A": name}, deck="ormr1.1 dis1.1 gram aarni")
    scene.attacks("A", "F", "L7a", "S2a").does("A", play(name, use=True)).times_out()
    assert scene.discards("A")[0] == "dis1"  # the best, by its power here: the bog is hers


@both("garmr")
def test_garmr_returns_after_a_victory(name: str) -> None:
    scene = fight("L9a", "S2b", f"{name} fairies1").does("A", play(name, use=True), ENOUGH)
    assert scene.hand("A") == ["fairies1", name]
    scene = fight("L9a", "S2b", name, "jotunn1 troll1").does("A", play(name, use=True), ENOUGH)
    assert (scene.hand("A"), scene.discards("A")) == ([], [name])
    scene = fight("L9a", "S2b", name).does("A", play(name), ENOUGH)
    assert scene.discards("A") == [name]  # nobody announced it


@both("mittagsfrau")
def test_mittagsfrau_takes_the_bonus_of_what_was_played(name: str) -> None:
    scene = fight("S2a", "S2b", f"ormr1 {name} thor", "garmr1 gram", theirs="mamuna1 draugr1 odin")
    scene.does("A", play("ormr1"), ENOUGH).does("B", play("mamuna1"), play("draugr1"), ENOUGH)
    assert scene.totals == (3, 10)
    scene.does("A", rage(name, use=True))
    stays = not DESIGNS[name].effect["discard_self"]
    assert scene.totals == (3 + stays * power(name), 6)


@both("mittagsfrau")
def test_mittagsfrau_takes_nothing_from_her_own_side(name: str) -> None:
    scene = Scene(heroes={"CF": "S2a"}, hands={"C": f"draugr1 {name}"}).attacks("C", "F", "S2a", "S2b")
    scene.does("C", play("draugr1"), play(name, use=True))
    stays = not DESIGNS[name].effect["discard_self"]
    assert scene.totals[0] == power("draugr1") + stays * power(name)


@both("mittagsfrau")
def test_a_bonus_taken_stays_away_from_freyr_too(name: str) -> None:
    scene = fight("S2a", "S2b", "garmr1 thor odin", theirs=name, shown={"A": "freyr"})
    scene.does("A", play("garmr1"), ENOUGH)
    assert scene.totals[0] == 3
    scene.does("B", play(name, use=True))
    assert (scene.last("battle_decided").attack if scene.asked is None else scene.totals[0]) == 2


@both("strzyga")
def test_strzyga_calls_the_dead(name: str) -> None:
    scene = fight("L9a", "S2b", name, graves="garmr1 fairies1 dis1")
    if name == "strzyga1":
        scene.does("A", play(name, use=True))
        assert scene.hand("A") == ["dis1"]
    else:
        scene.does("A", play(name, card="garmr1"))
        assert scene.hand("A") == ["garmr1"]
    assert fight("L9a", "S2b", name).does("A", play(name, use=True)).hand("A") == []


@both("svartalfar")
def test_svartalfar_cost_the_other_cards(name: str) -> None:
    scene = fight("S1a", "S1b", name, theirs="thor odin tyr").does("A", play(name, use=True))
    assert len(scene.discards("B")) == number(name)
    hands = {"A": name, "B": "odin tyr hel", "C": "frigg freyr loki"}
    neutral = Scene(heroes={"AF": "S1a"}, hands=hands).attacks("A", "F", "S1a", "S1b")
    assert neutral.does("A", play(name, use=True)).totals[0] == power(name)
    assert [len(hand) for hand in neutral.state.hands] == [0, 3, 3]  # nobody is the other player


@both("giant_spider")
def test_giant_spider_banishes_or_withholds(name: str) -> None:
    scene = fight("L7b", "S1b", name, "garmr1 fairies1").does("A", play(name, how="banish", card="garmr1"))
    assert scene.names(scene.state.banished) == ["garmr1"]
    scene = fight("L7b", "S1b", "nixie1 thor", theirs=f"{name} odin").does("A", play("nixie1"), ENOUGH)
    scene.does("B", play(name, how="withhold", card="nixie1"))
    assert scene.totals[0] == 0
    assert scene.names(scene.state.kept[0]) == ["nixie1"]
    assert scene.last("card_set_aside").card == "nixie1"


@both("giant_spider")
def test_giant_spider_takes_creatures_of_the_other_side_alone(name: str) -> None:
    scene = Scene(heroes={"AM": "L7b"}, markers={"B": "S1b T9"}, hands={"A": "nixie1 thor gram", "B": name})
    scene.attacks("A", "M", "L7b", "S1b").does("A", play("nixie1"), play("gram"), play("thor"), ENOUGH)
    for card in ("gram", "thor"):
        scene.refused("B", play(name, how="withhold", card=card), "ability_not_usable")
    aims = [move.aim for move in scene.offered() if isinstance(move, m.Play) and move.aim is not None]
    assert [(aim.how, aim.card) for aim in aims] == [("withhold", "nixie1")]
    neutral = Scene(heroes={"CF": "L7b"}, hands={"C": f"nixie1 {name}"}).attacks("C", "F", "L7b", "S1b")
    neutral.does("C", play("nixie1")).refused("C", play(name, how="withhold", card="nixie1"), "ability_not_usable")
    neutral.does("C", play(name, use=True))  # of no use to anybody, and allowed


@both("giant_spider")
def test_giant_spider_alone_banishes_or_discards_militia(name: str) -> None:
    """R15.8: withheld means discarded, of the militia that is faced."""
    for how in ("banish", "withhold"):
        scene = Scene(1, "solitaire", heroes={"AF": "L7b"}, hands={"A": name}, deck="garmr1 fairies1 gram aarni")
        scene.attacks("A", "F", "L7b", "S1b").does("A", play(name, how=how, card="garmr1"))
        assert scene.militia() == ["fairies1"]
        assert (scene.names(scene.state.banished), scene.discards("A")) == (
            (["garmr1"], []) if how == "banish" else ([], ["garmr1"])
        )
        assert scene.state.kept == [[]]


@both("troll")
def test_troll_eats_a_card(name: str) -> None:
    scene = fight("L7b", "S1b", f"{name} thor").does("A", play(name, card="thor"))
    assert (scene.totals[0], scene.discards("A")) == (power(name) + number(name), ["thor"])
    fight("L7b", "S1b", name).refused("A", play(name, card=name), "ability_not_usable")
    fight("L7b", "S1b", f"{name} thor").refused("A", play(name, use=True), "ability_not_usable")


@both("dvergar")
def test_dvergar_pay_for_items(name: str) -> None:
    scene = Scene(
        markers={"A": "T1 S3b"}, hands={"A": f"{name} {name} odin thor tyr hel"}, tisch={"B1": "gram", "B2": "jotunn1"}
    )
    scene.musters("A").does("A", m.Muster(slot="B1", pay=pay(name)))
    assert scene.last("card_mustered").power == DESIGNS[name].power + number(name)
    scene.musters("A").refused("A", m.Muster(slot="B2", pay=pay(name)), "payment_short")


@both("ormr")
def test_ormr_doubles(name: str) -> None:
    scene = fight("S3a", "S3b", f"{name} curtana")
    scene.does("A", play(name))
    assert scene.totals[0] == power(name)
    scene.does("A", m.Use(card=name, aim=m.Aim(card="curtana")))
    assert scene.totals[0] == 2 * power(name)
    scene = Scene(markers={"A": "S3b"}, hands={"A": name}, tisch={"B1": "jotunn1"}).musters("A")
    if 2 * power(name) >= 8:
        scene.does("A", m.Muster(slot="B1", pay=pay(name)))
        assert scene.last("card_mustered").power == 2 * power(name)


@both("ormr")
def test_ormr_may_double_at_once(name: str) -> None:
    scene = fight("S3a", "S3b", f"{name} curtana").does("A", play(name, card="curtana"))
    assert scene.totals[0] == 2 * power(name)
    scene.refused("A", m.Use(card=name, aim=m.Aim(card="curtana")), "ability_not_usable")


@both("jotunn")
def test_jotunn_takes_the_bonus_of_militia(name: str) -> None:
    scene = fight("S3a", "S3b", name, "dvergar1 ormr1")
    assert scene.totals == (0, 7)
    scene.does("A", play(name, use=True))
    assert scene.totals == (power(name), 5)


@pytest.mark.parametrize("name", [name for name, one in DESIGNS.items() if one.sort == "creature"])
def test_a_creature_adds_its_power_and_its_bonus_where_it_matches(name: str) -> None:
    one = DESIGNS[name]
    at = {"forest": "S1a", "bog": "S2a", "lake": "L7b", "scrub": "S2b", "hill": "S1b", "mountain": "S3b"}
    town = Scene(heroes={"AF": at[TERRAINS[one.terrain]]}, hands={"A": name})
    land = town.state.land
    ground = next(other for other in land.near[town.state.at[0]] if other >= FIRST_TOWN)
    town.attacks("A", "F", at[TERRAINS[one.terrain]], TERRITORIES[ground]).does("A", play(name))
    assert town.totals[0] == one.power + one.bonus
