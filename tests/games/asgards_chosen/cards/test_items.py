"""Every town and enchanted item: in battle, in payments, as a charm, against abilities; found by its name."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.asgards_chosen import moves as m
from engine.games.asgards_chosen.data import DESIGNS
from tests.games.asgards_chosen.cards.found import of
from tests.games.asgards_chosen.scene import ENOUGH, NO, Scene, pay, play

ENCHANTED = ["aecerbot", "wid_faerstice", "merseburg", "ljodatal", "havamal", "sigrdrifumal", "grogaldr", "buslubaen"]


def fight(hero: str, hand: str, ground: str = "S1b", origin: str = "S1a", **given: Any) -> Scene:
    scene = Scene(heroes={f"A{hero}": origin}, hands={"A": hand}, draws={"A": "thor odin"}, **given)
    return scene.attacks("A", hero, origin, ground)


@of("almace", "curtana", "gram", "angurvadel")
@pytest.mark.parametrize(
    "name, hero, power, draws",
    [("almace", "F", 3, 0), ("curtana", "M", 3, 0), ("gram", "M", 2, 1), ("angurvadel", "F", 2, 1)],
)
def test_a_sword_serves_one_hero_of_the_two(name: str, hero: str, power: int, draws: int) -> None:
    scene = fight(hero, name).does("A", play(name))
    assert (scene.totals[0], len(scene.hand("A"))) == (power, draws)
    fight("M" if hero == "F" else "F", name).refused("A", play(name), "not_playable")


@of("almace")
def test_a_sword_serves_an_active_defender_and_goes_on_counting_when_he_leaves() -> None:
    hands = {"A": "thor", "B": "almace backahasten1"}
    scene = Scene(heroes={"AF": "L7b", "BF": "L7a"}, markers={"B": "T1"}, hands=hands, deck="gram aarni draupnir blot")
    scene.attacks("A", "F", "L7b", "L7a").does("A", ENOUGH).does("B", play("almace"))
    assert scene.totals[1] == 3
    scene.does("B", play("backahasten1", how="retreat", to="T1"))
    assert scene.last("battle_decided").defence == 6 if scene.asked is None else scene.totals[1] == 6
    scene = Scene(heroes={"AF": "L7b", "BF": "L7a down"}, markers={"B": "T1"}, hands=hands)
    scene.attacks("A", "F", "L7b", "L7a").does("A", ENOUGH).refused("B", play("almace"), "not_playable")


@of("skadis_bow")
def test_skadis_bow_is_at_home_in_the_hills() -> None:
    assert fight("F", "skadis_bow", "S1b").does("A", play("skadis_bow")).totals[0] == 2
    assert fight("F", "skadis_bow", "L9b", "L9a").does("A", play("skadis_bow")).totals[0] == 2
    assert fight("F", "skadis_bow", "L7b", "L7a").does("A", play("skadis_bow")).totals[0] == 1
    assert fight("F", "skadis_bow", "T5", "L7a").does("A", play("skadis_bow")).totals[0] == 2  # beside L4a


@of("jarngreipr")
def test_jarngreipr_may_return() -> None:
    scene = fight("F", "jarngreipr").does("A", play("jarngreipr", use=True), ENOUGH)
    assert scene.hand("A") == ["jarngreipr"]
    scene = fight("F", "jarngreipr", deck="garmr1 gram").does("A", play("jarngreipr", use=True), ENOUGH)
    assert scene.discards("A") == ["jarngreipr"]


@of("tyrfing")
def test_tyrfing_is_sacrificed() -> None:
    scene = fight("F", "tyrfing").does("A", play("tyrfing"))
    assert scene.totals[0] == 4
    scene.does("A", ENOUGH)
    assert (scene.names(scene.state.relics), scene.discards("A")) == (["tyrfing"], [])


@of("skofnung")
def test_skofnung_adds_3_and_draws() -> None:
    scene = fight("M", "skofnung").does("A", play("skofnung"))
    assert (scene.totals[0], scene.hand("A")) == (3, ["thor"])


@of("megingjord")
def test_megingjord_adds_1_for_each_creature_at_most_3() -> None:
    scene = fight("F", "megingjord garmr1 garmr1 garmr1 fairies1", "T1")
    assert scene.does("A", play("megingjord")).totals[0] == 0
    assert scene.does("A", play("garmr1")).totals[0] == 3
    assert scene.does("A", play("garmr1"), play("garmr1")).totals[0] == 9
    assert scene.does("A", play("fairies1")).totals[0] == 11  # 1 + 1 in its forest, and no more of the belt


@of("wid_faerstice", "sigrdrifumal")
@pytest.mark.parametrize("name, power", [("wid_faerstice", 1), ("sigrdrifumal", 2)])
def test_a_spell_in_battle(name: str, power: int) -> None:
    assert fight("F", name).does("A", play(name)).totals[0] == power


@of("draupnir", "brisingamen", "andvaranaut", "aecerbot", "havamal")
@pytest.mark.parametrize(
    "name, power, draws",
    [("draupnir", 3, 0), ("brisingamen", 5, 0), ("andvaranaut", 2, 1), ("aecerbot", 2, 0), ("havamal", 4, 0)],
)
def test_what_an_item_pays(name: str, power: int, draws: int) -> None:
    tisch = {"B1": "nixie1", "B2": "raskovnik"}
    scene = Scene(markers={"A": "S3a T1"}, hands={"A": name}, draws={"A": "thor odin"}, tisch=tisch).musters("A")
    if name == "aecerbot":
        scene.refused("A", m.Muster(slot="B2", pay=pay(name)), "no_power")
    scene.does("A", m.Muster(slot="B1", pay=pay(name)))
    assert (scene.last("card_mustered").power, len(scene.hand("A"))) == (power, draws)


# --- Charms ---------------


def charm(name: str, hand: str = "", **given: Any) -> Scene:
    return Scene(hands={"A": f"{name} {hand}", **given.pop("hands", {})}, **given).charms("A")


@of("aarni")
def test_aarni_draws_2_and_puts_1_on_top() -> None:
    scene = charm("aarni", "gram", draws={"A": "thor odin tyr"}).does("A", m.PlayCharm(item="aarni"))
    scene.does("A", m.Choose(cards=("odin",)))
    assert scene.hand("A") == ["gram", "thor"]
    assert scene.names(scene.state.draws[0]) == ["tyr", "odin"]
    from tests.games.asgards_chosen.scene import RULES

    assert "odin" in RULES.view(scene.state, 0).sides[0].draws
    assert "odin" not in RULES.view(scene.state, 1).sides[0].draws


@of("bragis_harp", "grogaldr")
@pytest.mark.parametrize("name, wanted, other", [("bragis_harp", "thor", "nixie1"), ("grogaldr", "nixie1", "thor")])
def test_what_is_taken_from_the_own_discards(name: str, wanted: str, other: str) -> None:
    scene = charm(name, discards={"A": "thor nixie1 gram"})
    scene.refused("A", m.PlayCharm(item=name, card=other), "not_offered")
    scene.refused("A", m.PlayCharm(item=name), "not_offered")
    assert scene.does("A", m.PlayCharm(item=name, card=wanted)).hand("A") == [wanted]


@of("ljodatal", "skidbladnir")
@pytest.mark.parametrize("name, draws", [("ljodatal", 2), ("skidbladnir", 3)])
def test_draw_then_discard(name: str, draws: int) -> None:
    scene = charm(name, "gram", draws={"A": "thor odin tyr hel"}).does("A", m.PlayCharm(item=name))
    assert len(scene.hand("A")) == draws + 1
    scene.does("A", m.Choose(cards=("gram",)))
    assert (len(scene.hand("A")), scene.discards("A")) == (draws, ["gram"])


@of("aarni", "ljodatal", "bragis_harp")
def test_whoever_has_nothing_to_choose_from_is_not_asked() -> None:
    for name in ("aarni", "ljodatal", "bragis_harp"):
        scene = charm(name).does("A", m.PlayCharm(item=name))
        assert (scene.asked, scene.hand("A")) == (None, [])


@pytest.mark.parametrize("name", ["bragis_harp", "buslubaen", "hringhorni", "aarni"])
@pytest.mark.parametrize("more, value", [("card", "thor"), ("on", 1), ("hero", "F"), ("to", "S1a")])
def test_a_charm_is_told_no_more_than_it_asks_for(name: str, more: str, value: Any) -> None:
    given = {"heroes": {"AF": "S1a"}, "markers": {"A": "T9"}, "discards": {"A": "thor"}}
    whole = {"bragis_harp": {"card": "thor"}, "buslubaen": {"on": 1}, "hringhorni": {"hero": "F", "to": "T9"}}
    codes = {"bragis_harp": "not_offered", "buslubaen": "opponent", "hringhorni": "hero_and_place"}
    asked: dict[str, Any] = {"item": name, **whole.get(name, {})}
    if more not in asked:
        move = m.PlayCharm.model_validate({**asked, more: value})
        charm(name, **given).refused("A", move, codes.get(name, "nothing_to_name"))
    charm(name, **given).does("A", m.PlayCharm.model_validate(asked))


@of("hringhorni")
def test_hringhorni_carries_a_hero() -> None:
    scene = charm("hringhorni", heroes={"AF": "S1a", "AM": "S1b down"}, markers={"A": "T9", "B": "T8"})
    for move, code in [
        (m.PlayCharm(item="hringhorni", hero="F", to="S1b"), "stop_occupied"),
        (m.PlayCharm(item="hringhorni", hero="F", to="T8"), "no_marker"),
        (m.PlayCharm(item="hringhorni", hero="M", to="T9"), "hero_vanquished"),
        (m.PlayCharm(item="hringhorni", hero="F"), "hero_and_place"),
        (m.PlayCharm(item="hringhorni", to="T9"), "hero_and_place"),
    ]:
        scene.refused("A", move, code)
    offered = [move for move in scene.offered() if isinstance(move, m.PlayCharm)]
    assert [(move.hero, move.to) for move in offered] == [(None, None), ("F", "T9")]
    scene.does("A", m.PlayCharm(item="hringhorni", hero="F", to="T9"))
    assert (scene.at("AF"), scene.moved("AF")) == ("T9", False)
    scene = Scene(heroes={"AF": "S1a", "BF": "S2a", "BM": "S2b"}, markers={"B": "T8"}, hands={"B": "hringhorni"})
    scene.charms("B").does("B", m.PlayCharm(item="hringhorni", hero="M", to="T8"))
    assert (scene.at("AF"), scene.at("BF"), scene.at("BM")) == ("S1a", "S2a", "T8")


@of("hringhorni")
def test_hringhorni_carries_no_partners_hero() -> None:
    scene = Scene(2, "coop", heroes={"AF": "S1a", "AM": "S1b"}, markers={"A": "T1"}, hands={"A": "hringhorni"})
    scene.charms("A").refused("A", m.PlayCharm(item="hringhorni", hero="M", to="T1"), "not_your_hero")
    scene.does("A", m.PlayCharm(item="hringhorni", hero="F", to="T1"))
    assert (scene.at("AF"), scene.at("AM")) == ("T1", "S1b")


@of("buslubaen")
def test_buslubaen_costs_an_opponent_a_card() -> None:
    scene = charm("buslubaen", hands={"B": "thor odin"})
    scene.refused("A", m.PlayCharm(item="buslubaen"), "opponent")
    scene.refused("A", m.PlayCharm(item="buslubaen", on=0), "opponent")
    scene.refused("A", m.PlayCharm(item="buslubaen", on=3), "opponent")
    scene.does("A", m.PlayCharm(item="buslubaen", on=1))
    assert (len(scene.hand("B")), len(scene.discards("B"))) == (1, 1)


@of("gjallarhorn")
def test_gjallarhorn_calls_one_more() -> None:
    scene = Scene(
        heroes={"AF": "S1a"}, markers={"B": "S1b"}, shown={"B": "gjallarhorn"}, deck="garmr1 nixie1 ormr1 gram"
    )
    assert len(scene.attacks("A", "F", "S1a", "S1b").militia()) == 3


@of("merseburg")
def test_merseburg_lets_the_first_vanquished_hero_stand() -> None:
    scene = Scene(heroes={"AF": "S1a", "BM": "S1b"}, markers={"B": "L6a"}, shown={"B": "merseburg"},
                  hands={"A": "garmr1 thor", "B": "nixie1"})  # fmt: skip
    scene.attacks("A", "F", "S1a", "S1b").does("A", play("garmr1"), ENOUGH).does("B", ENOUGH)
    assert (scene.at("BM"), scene.hand("B")) == ("L6a", ["nixie1"])
    assert scene.state.felled == [0]  # the credit stays
    assert scene.names(scene.state.spent) == ["merseburg"]


@of("raskovnik")
def test_raskovnik_is_used_up_only_if_there_is_no_other_way() -> None:
    heroes, shown = {"AF": "S1a", "AM": "L9e"}, {"A": "raskovnik"}
    scene = Scene(heroes=heroes, markers={"A": "S3b", "B": "S1b"}, shown=shown).turn("A")
    scene.does("A", m.MoveHero(hero="F", to="S1e"))
    assert scene.state.spent == []
    scene = Scene(heroes=heroes, markers={"A": "S3b", "B": "S1b"}, shown=shown).turn("A")
    scene.refused("A", m.MoveHero(hero="F", to="S1b"), "no_path")
    scene.does("A", m.MoveHero(hero="F", to="S3b"))  # through what is another's
    assert (scene.at("AF"), scene.names(scene.state.spent)) == ("S3b", ["raskovnik"])
    scene = Scene(heroes={"AF": "S1a", "BF": "S1b"}, markers={"A": "S3b"}, shown=shown).turn("A")
    scene.refused("A", m.MoveHero(hero="F", to="S3b"), "no_path")  # a hero is inside


# --- Interrupts ---------------


@of(*ENCHANTED)
@pytest.mark.parametrize("name", ENCHANTED)
def test_an_enchanted_item_blocks_an_ability(name: str) -> None:
    assert DESIGNS[name].interrupt
    hands = {"A": "troll1 thor odin", "B": f"{name} tyr"}
    scene = Scene(heroes={"AF": "S1a"}, markers={"B": "S1b T9"}, hands=hands).attacks("A", "F", "S1a", "S1b").loud()
    scene.does("A", play("troll1", card="thor")).does("B", m.Block(item=name))
    assert scene.totals == (4, 0)  # the Troll adds nothing more, its price stays paid
    assert scene.discards("A") == ["thor"]


def test_a_town_item_blocks_nothing() -> None:
    hands = {"A": "troll1 thor", "B": "gram"}
    scene = Scene(heroes={"AF": "S1a"}, markers={"B": "S1b"}, hands=hands).attacks("A", "F", "S1a", "S1b").loud()
    scene.does("A", play("troll1", card="thor")).refused("B", m.Block(item="gram"), "not_playable")
    scene.does("B", NO)
    assert scene.totals == (6, 0)
