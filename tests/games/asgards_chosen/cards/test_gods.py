"""Every god: the favor of who plays it, and what appeases it; found by its name."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.asgards_chosen import moves as m
from engine.games.asgards_chosen.rules.phases import after, appeasable
from tests.games.asgards_chosen.cards.found import of
from tests.games.asgards_chosen.scene import DONE, ENOUGH, Scene, pay, play


@of("thor")
def test_thor_adds_1_to_every_battle_that_is_begun() -> None:
    scene = Scene(heroes={"AF": "S1a", "BM": "S1b"}, shown={"A": "thor", "B": "thor"}, hands={"A": "troll1 thor"})
    scene.attacks("A", "F", "S1a", "S1b")
    assert scene.totals == (1, 0)
    assert appeasable(scene.state, 0, "campaign") == []
    scene.state.markers[scene.state.at[3]] = 1
    scene.state.markers[36] = 1
    scene.does("A", ENOUGH)
    while scene.asked is not None:
        scene.times_out()
    assert appeasable(scene.state, 0, "campaign") == ["thor"]


@of("tyr")
def test_tyr_adds_3_and_binds_the_second_hero() -> None:
    scene = Scene(heroes={"AF": "S1a", "AM": "L9b"}, shown={"A": "tyr"}).turn("A")
    scene.does("A", m.Attack(hero="F", source="S1a", ground="S1b"))
    assert scene.totals[0] == 3
    scene.does("A", ENOUGH).turn("A", 2)
    scene.refused("A", m.MoveHero(hero="M", to="L9e"), "hero_already_moved")


def test_tyr_may_be_waived_with_the_first_move() -> None:
    scene = Scene(heroes={"AF": "S1a", "AM": "L9b"}, shown={"A": "tyr"}).turn("A")
    scene.does("A", m.Attack(hero="F", source="S1a", ground="S1b", waive=True))
    assert scene.totals[0] == 0
    scene.does("A", ENOUGH).turn("A", 2).does("A", m.MoveHero(hero="M", to="L9e"))
    scene = Scene(heroes={"AF": "S1a"}).turn("A")
    scene.refused("A", m.MoveHero(hero="F", to="S1e", waive=True), "no_favor_to_waive")


def test_tyr_is_appeased_with_the_whole_hand() -> None:
    scene = Scene(hands={"A": "tyr troll1 gram thor"}).gods("A")
    scene.refused("A", m.Appease(god="tyr"), "requirement_not_met")
    scene = Scene(hands={"A": "tyr troll1 gram thor odin"}).gods("A").does("A", m.Appease(god="tyr"))
    assert (scene.hand("A"), len(scene.discards("A"))) == ([], 4)


@of("odin")
def test_odin_draws_5_and_keeps_1() -> None:
    scene = Scene(hands={"A": "odin gram"}, draws={"A": "thor tyr hel loki freyr frigg"}).gods("A")
    scene.does("A", m.PlayGod(god="odin"))
    scene.refused("A", m.Choose(cards=("gram",)), "not_offered")
    scene.refused("A", m.Choose(cards=()), "count")
    scene.does("A", m.Choose(cards=("hel",)))
    assert scene.hand("A") == ["gram", "hel"]
    assert sorted(scene.discards("A")) == ["freyr", "loki", "thor", "tyr"]


def test_odin_asks_nothing_of_who_has_no_card_to_draw() -> None:
    scene = Scene(hands={"A": "odin gram"}).gods("A").does("A", m.PlayGod(god="odin"))
    assert (scene.asked, scene.hand("A")) == (("A", "god"), ["gram"])


def test_odin_is_appeased_with_3_items() -> None:
    """Exactly so many, items alone; who has 3 has enough."""
    for hand, found in (("odin gram aarni thor", []), ("odin gram aarni draupnir", ["odin"])):
        assert appeasable(Scene(hands={"A": hand}).state, 0, "charm") == found
    scene = Scene(hands={"A": "odin gram aarni draupnir troll1 thor almace"}).charms("A")
    for cards, code in [
        ("gram aarni", "requirement_not_met"),
        ("gram aarni draupnir almace", "requirement_not_met"),
        ("gram aarni troll1", "requirement_not_met"),
        ("gram aarni thor", "god_card_protected"),
        ("gram aarni curtana", "card_not_in_hand"),
    ]:
        scene.refused("A", m.Appease(god="odin", cards=tuple(cards.split())), code)
    scene = Scene(hands={"A": "odin gram aarni draupnir"}).charms("A")
    scene.does("A", m.Appease(god="odin", cards=("gram", "aarni", "draupnir")))
    assert scene.names(scene.state.banished) == ["gram", "aarni", "draupnir"]
    assert scene.names(scene.state.appeased[0]) == ["odin"]


@of("baldr")
def test_baldr_discards_1_and_draws_3() -> None:
    scene = Scene(hands={"A": "baldr gram"}, draws={"A": "thor tyr hel loki"}).gods("A")
    scene.refused("A", m.PlayGod(god="baldr"), "card_to_discard")
    scene.refused("A", m.PlayGod(god="baldr", card="gram", on=1), "card_to_discard")
    scene.refused("A", m.PlayGod(god="baldr", card="thor"), "card_not_in_hand")
    scene.refused("A", m.PlayGod(god="baldr", card="baldr"), "card_not_in_hand")
    scene.does("A", m.PlayGod(god="baldr", card="gram"))
    assert (scene.hand("A"), scene.discards("A")) == (["hel", "thor", "tyr"], ["gram"])
    again = Scene(hands={"A": "baldr gram"}).gods("A").does("A", m.PlayGod(god="baldr", card="gram"))
    assert (again.hand("A"), again.discards("A")) == (["gram"], [])  # discarded first, and drawn with the new pile
    scene = Scene(hands={"A": "baldr"}, draws={"A": "thor odin"}).gods("A").does("A", m.PlayGod(god="baldr"))
    assert scene.hand("A") == []  # nothing to discard, nothing drawn
    scene = Scene(heroes={"AF": "S1a down", "AM": "S1b"}, hands={"A": "baldr"})
    assert appeasable(scene.state, 0, "campaign") == []


@of("freyja")
def test_freyja_adds_3_to_one_payment() -> None:
    tisch = {"B1": "garmr1", "B2": "garmr1"}
    scene = Scene(markers={"A": "S2b"}, hands={"A": "thor odin tyr"}, shown={"A": "freyja"}, tisch=tisch).musters("A")
    scene.refused("A", m.Muster(slot="B1", pay=pay("thor")), "payment_short")
    scene.does("A", m.Muster(slot="B1", pay=pay("thor"), favor=True))
    assert scene.last("card_mustered").power == 4
    scene.musters("A").refused("A", m.Muster(slot="B2", pay=pay("odin"), favor=True), "no_favor")


def test_freyja_is_appeased_with_3_creatures() -> None:
    scene = Scene(hands={"A": "freyja nixie1 troll1 gram garmr1"}).gods("A")
    scene.refused("A", m.Appease(god="freyja", cards=("nixie1", "troll1", "gram")), "requirement_not_met")
    scene.refused("A", m.Appease(god="freyja", cards=("nixie1", "troll1")), "requirement_not_met")
    scene.refused("A", m.Appease(god="freyja", cards=("nixie1", "troll1", "freyja")), "god_card_protected")
    for named in ({"gifts": gifts(("gram", 1))}, {"markers": ("S1a",)}):
        move = {"god": "freyja", "cards": ("nixie1", "troll1", "garmr1"), **named}
        scene.refused("A", m.Appease.model_validate(move), "requirement_not_met")
    scene.does("A", m.Appease(god="freyja", cards=("nixie1", "troll1", "garmr1")))
    assert scene.names(scene.state.graves) == ["nixie1", "troll1", "garmr1"]


@of("loki")
def test_loki_looks_at_3_and_takes_1_away() -> None:
    scene = Scene(hands={"A": "loki", "B": "thor odin tyr hel"}).gods("A")
    scene.refused("A", m.PlayGod(god="loki"), "opponent")
    scene.refused("A", m.PlayGod(god="loki", on=0), "opponent")
    scene.refused("A", m.PlayGod(god="loki", on=1, card="thor"), "opponent")
    scene.chance.orders = [(3, 1, 0)]
    scene.does("A", m.PlayGod(god="loki", on=1))
    scene.refused("A", m.Choose(cards=("tyr",)), "not_offered")
    scene.does("A", m.Choose(cards=("hel",)))
    assert (scene.discards("B"), scene.hand("B")) == (["hel"], ["odin", "thor", "tyr"])
    known = [card for card in scene.state.hands[1] if scene.state.seen[card] & 1]
    assert sorted(scene.names(known)) == ["odin", "thor"]


def test_loki_looks_at_all_of_a_small_hand_and_finds_nothing_in_an_empty_one() -> None:
    scene = Scene(hands={"A": "loki thor", "B": "gram tyr"}).gods("A").does("A", m.PlayGod(god="loki", on=1))
    scene.does("A", m.Choose(cards=("gram",)))
    assert (scene.hand("B"), scene.discards("B")) == (["tyr"], ["gram"])
    scene = Scene(hands={"A": "loki thor"}).gods("A").does("A", m.PlayGod(god="loki", on=1))
    assert (scene.asked, scene.all_told("cards_looked_at")) == (("A", "god"), [])


def test_loki_is_appeased_with_3_gifts() -> None:
    """To opponents, whoever they are; cards that are named are given, not banished."""
    scene = Scene(hands={"A": "loki nixie1 gram troll1 thor"}).charms("A")
    for given, code in [
        ((("nixie1", 1), ("gram", 2)), "requirement_not_met"),
        ((("nixie1", 1), ("gram", 2), ("thor", 1)), "god_card_protected"),
        ((("nixie1", 1), ("gram", 2), ("aarni", 1)), "card_not_in_hand"),
        ((("nixie1", 1), ("gram", 2), ("gram", 1)), "card_not_in_hand"),
        ((("nixie1", 1), ("gram", 2), ("troll1", 0)), "opponent"),
        ((("nixie1", 1), ("gram", 2), ("troll1", 3)), "opponent"),
    ]:
        scene.refused("A", m.Appease(god="loki", gifts=gifts(*given)), code)
    move = m.Appease(god="loki", gifts=gifts(("nixie1", 1), ("gram", 2), ("troll1", 1)))
    scene.refused("A", m.Appease(god="loki", cards=("nixie1", "gram", "troll1")), "requirement_not_met")
    scene.refused("A", move.model_copy(update={"cards": ("thor",)}), "requirement_not_met")
    scene.does("A", move)
    assert (scene.discards("B"), scene.discards("C")) == (["nixie1", "troll1"], ["gram"])
    assert scene.state.banished == []


def gifts(*given: tuple[str, int]) -> tuple[m.Gift, ...]:
    return tuple(m.Gift(card=card, to=to) for card, to in given)


def test_loki_alone_looks_at_the_deck_and_is_appeased_with_3_banished() -> None:
    scene = Scene(1, "solitaire", hands={"A": "loki"}, deck="nixie1 gram blot troll1").gods("A")
    scene.does("A", m.PlayGod(god="loki"))
    assert scene.last("cards_looked_at").cards == ("nixie1", "gram", "blot")
    scene = Scene(1, "solitaire", hands={"A": "loki nixie1 gram troll1 thor"}).charms("A")
    scene.refused("A", m.Appease(god="loki", cards=("nixie1", "gram", "thor")), "god_card_protected")
    scene.does("A", m.Appease(god="loki", cards=("nixie1", "gram", "troll1")))
    assert scene.names(scene.state.banished) == ["nixie1", "gram", "troll1"]


@of("frigg")
def test_frigg_opens_the_top_row_once() -> None:
    tisch = {"B1": "gram", "B2": "aarni", "B3": "almace", "U1": "garmr1", "U2": "garmr1", "U3": "troll1"}
    given = {"markers": {"A": "S2b"}, "hands": {"A": "brisingamen havamal"}, "tisch": tisch}
    scene = Scene(**given, shown={"A": "frigg"}).musters("A")
    scene.refused("A", m.Muster(slot="U3", pay=pay("brisingamen")), "no_deep_scout")  # no hill of hers
    scene.does("A", m.Muster(slot="U1", pay=pay("brisingamen"))).musters("A")
    scene.refused("A", m.Muster(slot="U2", pay=pay("havamal")), "no_deep_scout")
    Scene(**given).musters("A").refused("A", m.Muster(slot="U1", pay=pay("brisingamen")), "no_deep_scout")


def test_frigg_opens_enchanted_items_of_the_top_row_to_whom_occupies_an_enchanted_land() -> None:
    """R17.1 asks for the occupation of R10.5.1 alone; without her they are never open there (R10.5.2)."""
    tisch = {"B1": "gram", "B2": "almace", "U1": "aecerbot"}
    given = {"hands": {"A": "thor odin tyr loki baldr"}, "tisch": tisch}
    move = m.Muster(slot="U1", pay=pay("thor", "odin", "tyr", "loki", "baldr"))
    land = {"AF": "S1e"}
    Scene(**given, heroes=land).musters("A").refused("A", move, "no_deep_scout")
    Scene(**given, shown={"A": "frigg"}).musters("A").refused("A", move, "no_deep_scout")
    Scene(**given, heroes=land, shown={"A": "frigg"}).musters("A").does("A", move)


def test_frigg_is_used_up_by_a_muster_and_not_by_a_payment_that_falls_short() -> None:
    """R10.6.4: nothing is mustered then."""
    scene = Scene(markers={"A": "S2b"}, hands={"A": "fairies1 thor odin tyr loki"}, draws={"A": "hel"},
                  shown={"A": "frigg"}, tisch={"B1": "gram", "U1": "garmr1"}).musters("A")  # fmt: skip
    scene.does("A", m.Muster(slot="U1", pay=pay("fairies1[]"), open=True), m.AddPay())
    assert scene.last("payment_failed").card == "garmr1"
    scene.musters("A").does("A", m.Muster(slot="U1", pay=pay("thor", "odin", "tyr", "loki")))
    assert scene.discards("A")[-1] == "garmr1"


def test_frigg_is_left_for_a_card_that_could_not_be_scouted() -> None:
    """R17.1: without deep scouting; where there is some, it opens the card, and she may open another one."""
    tisch = {"B1": "gram", "B2": "aarni", "B3": "almace", "U1": "garmr1", "U2": "troll1"}
    scene = Scene(heroes={"AF": "S2b"}, markers={"A": "S1b"}, hands={"A": "brisingamen havamal draupnir"}, tisch=tisch,
                  shown={"A": "frigg"}).musters("A")  # fmt: skip
    scene.does("A", m.Muster(slot="U1", pay=pay("brisingamen"))).musters("A")
    scene.does("A", m.Muster(slot="U2", pay=pay("havamal", "draupnir")))
    assert "frigg" not in scene.all_told("card_mustered")[0].helped
    assert "frigg" in scene.last("card_mustered").helped


def test_frigg_is_appeased_with_3_markers() -> None:
    scene = Scene(heroes={"AF": "S1a"}, markers={"A": "S1b L9a T1 S2b"}, hands={"A": "frigg"}).gods("A")
    scene.refused("A", m.Appease(god="frigg", markers=("S1a", "S1b", "T1")), "hero_inside")
    scene.refused("A", m.Appease(god="frigg", markers=("S1b", "T1")), "requirement_not_met")
    scene.refused("A", m.Appease(god="frigg", markers=("S1b", "T1", "S2a")), "no_marker")
    scene.refused("A", m.Appease(god="frigg", markers=("S1b", "T1", "X9")), "no_marker")
    scene.refused("A", m.Appease(god="frigg", markers=("S1b", "T1", "L9a", "L9a")), "requirement_not_met")
    scene.refused("A", m.Appease(god="frigg", markers=("S1b", "T1", "T1")), "requirement_not_met")
    scene.refused("A", m.Appease(god="frigg", markers=("S1b", "T1", "L9a", "S2b")), "requirement_not_met")
    scene.does("A", m.Appease(god="frigg", markers=("S1b", "T1", "L9a")))
    assert len(scene.state.owned(0)) == 2
    for heroes, markers, found in (
        ({"AF": "S1a"}, "S1b L9a T1", ["frigg"]), ({"AF": "S1a", "AM": "T9"}, "S1b L9a", []),  # heroes are in the way
        ({}, "S1b L9a T1 T2", ["frigg"]), ({}, "S1b L9a T1", []),  # one stays
    ):  # fmt: skip
        scene = Scene(heroes=heroes, markers={"A": markers}, hands={"A": "frigg"})
        assert appeasable(scene.state, 0, "god") == found
    scene = Scene(markers={"A": "S1b L9a T1"}, hands={"A": "frigg"}).gods("A")
    scene.refused("A", m.Appease(god="frigg", markers=("S1b", "T1", "L9a")), "requirement_not_met")


@of("freyr")
def test_freyr_makes_all_creatures_match_for_their_bonus() -> None:
    scene = Scene(heroes={"AF": "S1a"}, hands={"A": "garmr1 garmr1"}, shown={"A": "freyr"}, deck="garmr1 gram")
    scene.attacks("A", "F", "S1a", "S1b")
    assert scene.totals[1] == 2  # militia are nobody's
    scene.refused("A", play("garmr1", use=True), "ability_not_usable")
    assert scene.does("A", play("garmr1")).totals[0] == 3
    for markers, found in (("S1a S1b S2a S2b T1", []), ("S1a S1b S2a S2b S3a", ["freyr"])):
        five = Scene(markers={"A": markers}, hands={"A": "freyr"})
        assert appeasable(five.state, 0, "campaign") == found


@of("heimdall")
def test_heimdall_brings_one_militia_more() -> None:
    scene = Scene(
        heroes={"AF": "S1a"}, markers={"B": "S1b"}, shown={"B": "heimdall"}, deck="garmr1 nixie1 ormr1 jotunn1"
    )
    assert len(scene.attacks("A", "F", "S1a", "S1b").militia()) == 3


def test_heimdall_is_appeased_with_a_victory_of_each_hero() -> None:
    scene = Scene(heroes={"AF": "S1a", "AM": "L9a"}, hands={"A": "heimdall troll1 garmr1"}).turn("A")
    scene.does("A", m.Attack(hero="F", source="S1a", ground="S1b"), play("troll1"), ENOUGH)
    assert appeasable(scene.state, 0, "campaign") == []
    scene.turn("A", 2).does("A", m.Attack(hero="M", source="L9a", ground="S2b"), play("garmr1"), ENOUGH)
    assert scene.asked == ("A", "after")
    declined = Scene(markers={"A": "S1a S1b S2a S2b S3a"}, hands={"A": "freyr"}).frames(after(0, "campaign"))
    assert declined.does("A", DONE).all_told("nobody_appeased") == []  # of partners alone it is told
    scene.does("A", m.Appease(god="heimdall"))
    assert scene.names(scene.state.appeased[0]) == ["heimdall"]


@of("hel")
def test_hel_takes_any_creature_of_the_barrows() -> None:
    scene = Scene(hands={"A": "hel"}, graves="nixie1 troll1 garmr1").gods("A")
    scene.refused("A", m.PlayGod(god="hel", card="ormr1"), "not_offered")
    scene.refused("A", m.PlayGod(god="hel"), "card_to_take")
    scene.refused("A", m.PlayGod(god="hel", card="troll1", on=1), "card_to_take")
    scene.does("A", m.PlayGod(god="hel", card="troll1"))
    assert (scene.hand("A"), scene.names(scene.state.graves)) == (["troll1"], ["nixie1", "garmr1"])


@pytest.mark.parametrize("named", [{"card": "odin"}, {"on": 1}], ids=["card", "opponent"])
def test_a_god_whose_favor_needs_nothing_is_told_nothing(named: dict[str, Any]) -> None:
    scene = Scene(hands={"A": "thor odin"}).gods("A")
    scene.refused("A", m.PlayGod(god="thor", **named), "nothing_to_name")


@pytest.mark.parametrize("named", [
    {"cards": ("thor",)}, {"markers": ("S1a",)}, {"gifts": gifts(("thor", 1))},
], ids=["cards", "markers", "gifts"])  # fmt: skip
def test_whom_a_moment_appeases_needs_nothing_that_is_named(named: dict[str, Any]) -> None:
    scene = Scene(hands={"A": "tyr troll1 gram thor odin"}, heroes={"AF": "S1a"}).gods("A")
    scene.refused("A", m.Appease(god="tyr", **named), "nothing_to_name")


@pytest.mark.parametrize("god", ["thor", "odin", "tyr"])
def test_a_god_adds_1_in_battle_and_in_payments(god: str) -> None:
    scene = Scene(heroes={"AF": "S1a"}, hands={"A": god}).attacks("A", "F", "S1a", "S1b")
    scene.refused("A", play(god, use=True), "ability_not_usable")
    assert scene.does("A", play(god)).totals[0] == 1


def test_a_god_lies_there_until_renewal() -> None:
    scene = Scene(hands={"A": "thor gram"}).gods("A").does("A", m.PlayGod(god="thor"))
    assert scene.names(scene.state.shown[0]) == ["thor"]
    scene.renews()
    assert scene.discards("A") == ["thor"]
