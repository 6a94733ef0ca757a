"""Where two or three rules meet: militia that have changed sides, copies, returns, keepers, events in mid-turn."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.asgards_chosen import moves as m
from engine.games.asgards_chosen.rules.phases import appeasable
from tests.games.asgards_chosen.scene import DECLINE, ENOUGH, PASS, Scene, pay, play, rage

ROW = {"B1": "gram", "B2": "almace", "B3": "troll1", "B4": "nixie1", "U1": "ormr1", "U2": "garmr1", "U3": "dis1"}
TWELVE = "odin baldr freyja loki frigg freyr heimdall hel troll1 troll1 troll1 angurvadel"


def to_the_end(scene: Scene) -> Scene:
    """All that is still asked is left to the default."""
    while scene.asked is not None:
        scene.times_out()
    return scene


# --- Militia that have changed sides (R17.2) ---------------


def by_the_lake(hand: str, *turned: str) -> Scene:
    """Álfar have called Nixie and Dís, or one of them, over to A; B defends a lake with this hand."""
    scene = Scene(heroes={"AF": "L2a"}, markers={"B": "L2b T1"}, hands={"A": "alfar1 alfar1", "B": hand},
                  deck="nixie1 dis1")  # fmt: skip
    scene.attacks("A", "F", "L2a", "L2b")
    for one in turned:
        scene.does("A", play("alfar1", card=one))
    return scene.does("A", ENOUGH)


def test_those_who_have_changed_sides_face_the_defender_who_can_take_them() -> None:
    scene = by_the_lake("fossegrim1 fossegrim2 odin", "nixie1", "dis1")
    assert scene.totals == (3 + 3 + 2 + 2, 0)
    scene.does("B", play("fossegrim1", card="dis1"), play("fossegrim2", card="nixie1"))  # with one left the second may
    assert scene.totals == (6, 0)
    assert sorted(scene.discards("B")) == ["dis1", "fossegrim1", "fossegrim2", "nixie1"]


def test_one_of_them_is_too_few_for_a_fossegrim_and_may_be_called_back_or_banished() -> None:
    by_the_lake("fossegrim1 odin", "nixie1").refused("B", play("fossegrim1", card="nixie1"), "ability_not_usable")
    scene = by_the_lake("alfar1 odin", "nixie1")
    assert scene.totals == (3 + 2, 2)
    assert scene.does("B", play("alfar1", card="nixie1")).totals == (3, 2 + 3 + 2)
    scene = Scene(heroes={"AF": "S1a"}, markers={"B": "S1b T1"}, hands={"A": "alfar1", "B": "giant_spider1 odin"},
                  deck="troll1 ormr1")  # fmt: skip
    scene.attacks("A", "F", "S1a", "S1b").does("A", play("alfar1", card="ormr1"), ENOUGH)
    scene.does("B", play("giant_spider1", how="banish", card="ormr1"))
    assert (scene.totals, scene.names(scene.state.banished)) == ((3, 4 + 3), ["ormr1"])


def test_the_alfar_call_who_is_weakest_now_also_under_a_keeper() -> None:
    """Svartálfar 1 + 1 would be as strong as Garmr 2; in a flood they are the weakest."""
    scene = Scene(keeper="spring_flood", heroes={"AF": "S1a"}, hands={"A": "alfar1"}, deck="garmr1 svartalfar1")
    scene.attacks("A", "F", "S1a", "S1b").refused("A", play("alfar1", card="garmr1"), "ability_not_usable")
    assert scene.does("A", play("alfar1", card="svartalfar1")).totals == (3 + 1, 2)
    scene = Scene(heroes={"AF": "S1a"}, hands={"A": "alfar1"}, deck="draugr2 giant_spider1 huldra1", second=True)
    scene.attacks("A", "F", "S1a", "T1").refused("A", play("alfar1", card="giant_spider1"), "ability_not_usable")
    assert scene.does("A", play("alfar1", card="draugr2")).totals == (3 + 2, 3)


# --- Copies (R17.2) ---------------


def test_nixies_pay_what_the_copied_creatures_cost() -> None:
    scene = Scene(heroes={"AF": "S1b"}, markers={"B": "S3a T1"}, hands={"A": "nixie1 nixie1 odin gram"},
                  deck="troll1 ormr1")  # fmt: skip
    scene.attacks("A", "F", "S1b", "S3a").does("A", play("nixie1", card="troll1", copied={"card": "odin"}))
    assert scene.totals[0] == 2 + 2
    scene.does("A", play("nixie1", card="ormr1", copied={"card": "gram"}))
    assert scene.totals[0] == 4 + 2 * 2


def test_a_nixie_copies_militia_that_has_changed_sides() -> None:
    """R17.2: militia of either side."""
    scene = Scene(heroes={"AF": "L2a"}, markers={"B": "L2b T1"}, hands={"A": "alfar1 nixie1"}, draws={"A": "thor"},
                  deck="fairies1 giant_spider1")  # fmt: skip
    scene.attacks("A", "F", "L2a", "L2b").does("A", play("alfar1", card="fairies1"), play("nixie1", card="fairies1"))
    assert (scene.names(scene.state.turned), scene.hand("A")) == (["fairies1"], ["thor"])


def test_whoever_sits_last_copies_each_creature_of_a_neutral_battle_once() -> None:
    scene = Scene(heroes={"CF": "L2a"}, hands={"C": "fairies1 nixie1"}, deck="svartalfar1 huldra1")
    scene.attacks("C", "F", "L2a", "L2b").does("C", play("fairies1"))
    copied = [one.aim.card for one in scene.offered() if isinstance(one, m.Play) and one.aim]
    assert copied == ["svartalfar1", "fairies1"]


def test_a_nixie_may_carry_the_attacker_away_as_the_militias_backahasten() -> None:
    scene = Scene(heroes={"AF": "L7b"}, markers={"A": "T6", "B": "S3a T1"}, hands={"A": "nixie1"},
                  deck="backahasten1 fossegrim1", draws={"B": "thor"})  # fmt: skip
    scene.attacks("A", "F", "L7b", "S3a")
    scene.does("A", play("nixie1", card="backahasten1", copied={"how": "retreat", "to": "T6"}))
    assert (scene.at("AF"), scene.moved("AF"), scene.marker("S3a"), scene.hand("B")) == ("T6", True, "B", ["thor"])


# --- What comes back, and what does not (R8.8.1) ---------------


def test_a_withheld_creature_no_longer_counts_for_megingjord() -> None:
    scene = Scene(heroes={"AF": "S1a"}, markers={"B": "S1b T1"},
                  hands={"A": "megingjord troll1 ormr1", "B": "giant_spider1 odin"})  # fmt: skip
    scene.attacks("A", "F", "S1a", "S1b").does("A", play("megingjord"), play("troll1"), play("ormr1"), ENOUGH)
    assert scene.totals[0] == 4 + 3 + 2
    assert scene.does("B", play("giant_spider1", how="withhold", card="troll1")).totals[0] == 3 + 1


def test_a_card_that_a_mamuna_withheld_comes_back_to_a_hand_that_the_honor_draw_has_filled() -> None:
    scene = Scene(heroes={"AF": "L7a"}, markers={"B": "T5 T1"}, hands={"A": "mamuna1", "B": f"{TWELVE} almace"},
                  draws={"B": "thor"})  # fmt: skip
    scene.attacks("A", "F", "L7a", "T5").does("A", play("mamuna1", use=True), m.Choose(cards=("odin",)), ENOUGH)
    scene.does("B", ENOUGH)
    assert (scene.asked, len(scene.hand("B"))) == (("B", "drop"), 14)


def test_garmr_and_jarngreipr_come_back_to_a_defender_who_wins_and_a_blocked_garmr_does_not() -> None:
    given: dict[str, Any] = {"heroes": {"AF": "S2b"}, "markers": {"B": "L9a T1"}, "draws": {"B": "thor"}}
    scene = Scene(hands={"A": "odin", "B": "garmr1 jarngreipr hel"}, **given).attacks("A", "F", "S2b", "L9a")
    scene.does("A", play("odin"), ENOUGH).does("B", play("garmr1", use=True), play("jarngreipr", use=True), ENOUGH)
    assert to_the_end(scene).hand("B") == ["garmr1", "hel", "jarngreipr", "thor"]
    scene = Scene(hands={"A": "garmr1 odin", "B": "havamal"}, **given).loud().attacks("A", "F", "S2b", "L9a")
    scene.does("A", play("garmr1", use=True)).does("B", m.Block(item="havamal")).does("A", ENOUGH)
    assert (scene.marker("L9a"), scene.hand("A")) == ("A", ["odin"])


def test_a_tyrfing_that_has_lost_pushes_the_oldest_item_out_of_the_barrows() -> None:
    scene = Scene(heroes={"AF": "S2b"}, markers={"B": "L9a T1"}, hands={"A": "tyrfing", "B": "troll1 odin"},
                  relics="gram almace curtana angurvadel aarni")  # fmt: skip
    scene.attacks("A", "F", "S2b", "L9a").does("A", play("tyrfing"), ENOUGH).does("B", play("troll1"), ENOUGH)
    assert scene.names(scene.state.relics) == ["almace", "curtana", "angurvadel", "aarni", "tyrfing"]
    assert scene.names(scene.state.banished) == ["gram"]


def test_a_strzyga_calls_what_this_battle_has_buried_though_it_may_not_fight_here() -> None:
    scene = Scene(heroes={"AF": "L9a"}, hands={"A": "strzyga1"}, deck="nixie1 garmr1").attacks("A", "F", "L9a", "S2b")
    scene.does("A", play("strzyga1", use=True))
    assert (scene.militia(), scene.hand("A")) == (["garmr1"], ["nixie1"])
    scene.refused("A", play("nixie1"), "opposing_terrain")


# --- Militia of two players (R8.2.2) ---------------


def test_with_three_cards_of_a_winter_any_pair_among_them_calls_a_fourth() -> None:
    deck = "fairies1.1 mittagsfrau1.1 garmr1.1 strzyga1.3 huldra1.2 nixie1.1"  # stag, stag, wolf; stag; boar
    scene = Scene(2, keeper="fimbulwinter", heroes={"AF": "S1a"}, deck=deck).attacks("A", "F", "S1a", "S1b")
    assert scene.militia() == ["fairies1", "mittagsfrau1", "garmr1", "strzyga1", "huldra1"]


def test_one_creature_that_is_all_there_is_makes_no_pair() -> None:
    scene = Scene(2, heroes={"AF": "S1a"}, deck="gram blot fairies1.1 mittagsfrau1.1").attacks("A", "F", "S1a", "S1b")
    assert scene.militia() == ["fairies1"]


# --- Heroes (R7.7, R9, R12) ---------------


def test_who_is_beaten_cannot_flee_to_the_enchanted_land_out_of_which_the_attack_came() -> None:
    scene = Scene(heroes={"AF": "L7e", "BF": "L7a"}, markers={"B": "S3a"}, hands={"A": "odin"})
    scene.attacks("A", "F", "L7e", "L7a").does("A", play("odin"), ENOUGH)
    assert scene.asked == ("B", "retreat")
    assert {one.to for one in scene.offered()} == {"S1e", "S2e", "S3e", "L2e", "L3e", "L4e", "L6e", "L9e"}


def test_the_beaten_who_lay_already_leaves_merseburg_for_the_next() -> None:
    scene = Scene(heroes={"AF": "L9a", "AM": "S1a", "BM": "S2b down", "BF": "S1b"}, markers={"B": "L2a T6"},
                  shown={"B": "merseburg"}, hands={"A": "odin thor"})  # fmt: skip
    to_the_end(scene.attacks("A", "F", "L9a", "S2b").does("A", play("odin"), ENOUGH))
    assert (scene.at("BM"), scene.state.felled) == ("L2a down", [])
    to_the_end(scene.attacks("A", "M", "S1a", "S1b").does("A", play("thor"), ENOUGH))
    assert (scene.at("BF"), scene.state.felled) == ("T6", [0])


def test_a_victory_over_a_last_marker_is_one_for_heimdall_and_thor() -> None:
    scene = Scene(heroes={"AF": "L9a", "AM": "S1a", "BM": "S2b", "BF": "S1e"}, hands={"A": "thor odin heimdall tyr"})
    to_the_end(scene.attacks("A", "F", "L9a", "S2b").does("A", play("odin"), ENOUGH))
    assert (scene.marker("S2b"), appeasable(scene.state, 0, "campaign")) == ("B", ["thor"])
    to_the_end(scene.attacks("A", "M", "S1a", "S1b").does("A", play("tyr"), ENOUGH))
    assert set(appeasable(scene.state, 0, "campaign")) == {"thor", "heimdall"}


def test_a_hero_who_has_ridden_away_is_not_defeated() -> None:
    scene = Scene(heroes={"AF": "L7b", "BF": "L7a"}, markers={"B": "S1a"}, hands={"A": "thor ormr1 odin", "B":
                  "backahasten1 tyr"})  # fmt: skip
    scene.attacks("A", "F", "L7b", "L7a").does("A", play("ormr1"), play("odin"), ENOUGH)
    to_the_end(scene.does("B", play("backahasten1", how="retreat", to="S1a"), ENOUGH))
    assert (scene.marker("L7a"), scene.at("BF")) == ("A", "S1a")
    assert appeasable(scene.state, 0, "campaign") == []


def test_a_land_without_a_hero_is_helped_by_either_who_stands() -> None:
    scene = Scene(heroes={"AF": "L7a", "BF": "S2e down", "BM": "S2a"}, markers={"B": "L7b S3a"},
                  hands={"A": "odin", "B": "backahasten1 tyr"})  # fmt: skip
    scene.attacks("A", "F", "L7a", "L7b").does("A", play("odin"), ENOUGH)
    scene.refused("B", play("backahasten1", how="move", hero="F", to="S1e"), "hero_vanquished")
    assert scene.does("B", play("backahasten1", how="move", hero="M", to="L6e")).totals == (1, 3 + 2)


def test_a_hero_who_lies_on_a_focus_draws_nothing_though_he_stands_up_in_this_renewal() -> None:
    scene = to_the_end(Scene(heroes={"AF": "S1e down", "AM": "L4e"}, draws={"A": f"{TWELVE} thor"}).renews())
    assert (len(scene.hand("A")), scene.at("AF")) == (7 + 2, "S1e")


# --- Keepers and favors (R8.4.4, R17.1, R17.5) ---------------


def test_the_shadow_alone_beats_nobody_where_somebody_defends_and_not_where_nobody_does() -> None:
    given: dict[str, Any] = {"heroes": {"AF": "S1a"}, "keeper": "shadow_of_ragnarok", "hands": {"A": "odin"}}
    scene = to_the_end(Scene(markers={"B": "S1b T9"}, **given).attacks("A", "F", "S1a", "S1b").does("A", ENOUGH))
    assert scene.marker("S1b") == "A"
    assert Scene(**given).attacks("A", "F", "S1a", "S1b").does("A", ENOUGH).marker("S1b") == ""


@pytest.mark.parametrize("keeper, garmr, nixie", [("", 3, 2), ("spring_flood", 2, 2), ("north_wind", 3, 1)])
def test_freyr_helps_the_defender_too_and_gives_way_to_the_seasons(keeper: str, garmr: int, nixie: int) -> None:
    scene = Scene(heroes={"AF": "S1a"}, markers={"B": "S1b T9"}, shown={"B": "freyr"}, keeper=keeper,
                  hands={"A": "odin", "B": "garmr1 nixie1 tyr"})  # fmt: skip
    scene.attacks("A", "F", "S1a", "S1b").does("A", play("odin"), ENOUGH)
    scene.refused("B", play("garmr1", use=True), "ability_not_usable")  # no scrub in this battle
    scene.does("B", play("garmr1"))
    assert scene.totals == (1, garmr)
    assert scene.does("B", play("nixie1")).totals == (1, garmr + nixie)


@pytest.mark.parametrize("keeper, land, card, bought, power", [
    ("spring_flood", "S3b", "ormr1", "dvergar1", 6),  # doubled without its bonus
    ("north_wind", "S1a", "huldra1", "fairies1", 3),
    ("harvest_moon", "S1a", "huldra1", "fairies1", 5),
    ("north_wind", "T1", "ormr1", "brisingamen", 6),
])  # fmt: skip
def test_payments_under_a_keeper(keeper: str, land: str, card: str, bought: str, power: int) -> None:
    scene = Scene(markers={"A": land}, hands={"A": card}, tisch={"B1": bought}, keeper=keeper).musters("A")
    assert scene.does("A", m.Muster(slot="B1", pay=pay(card))).last("card_mustered").power == power


def test_in_a_wolf_age_a_berserk_attacker_gives_one_card_more() -> None:
    scene = Scene(heroes={"AF": "S1a"}, markers={"B": "S1b T9"}, hands={"A": "odin thor"}, keeper="wolf_age",
                  draws={"B": "tyr hel loki baldr"})  # fmt: skip
    scene.attacks("A", "F", "S1a", "S1b").does("A", ENOUGH).does("A", rage("odin"), rage("thor"))
    assert len(to_the_end(scene).hand("B")) == 2 + 1


# --- Events in the middle of a turn (R10.2, R10.4) ---------------


def test_wanderers_met_in_a_refill_let_the_top_row_slide_and_those_of_a_ring_do_not_yet() -> None:
    deck = "wandering_folk fairies1 huldra1 alfar1 dvergar1 jotunn1"
    scene = Scene(hands={"A": "odin"}, tisch=ROW, deck=deck).musters("A", fill=True)
    assert scene.tisch() == {"B1": "ormr1", "B2": "garmr1", "B3": "dis1", "B4": "fairies1",
                             "U1": "huldra1", "U2": "alfar1", "U3": "dvergar1", "U4": "jotunn1"}  # fmt: skip
    scene = Scene(heroes={"AF": "L7e"}, hands={"A": "odin"}, tisch=ROW, deck=deck).musters("A")
    assert set(scene.does("A", m.Ring(hero="F")).tisch()) == {"U1", "U2", "U3"}
    assert scene.does("A", PASS).hand("A") == ["odin"]


def test_a_murrain_at_the_beginning_of_a_turn_takes_the_right_to_muster_with_the_marker() -> None:
    scene = Scene(heroes={"AF": "S1a"}, markers={"A": "S1b S2a T1"}, hands={"A": "odin thor tyr hel"}, tisch=ROW,
                  deck="murrain fairies1").musters("A", fill=True)  # fmt: skip
    scene.refused("A", m.EventChoice(marker="S1a"), "hero_inside")
    scene.does("A", m.EventChoice(marker="T1"))
    scene.refused("A", m.Muster(slot="B1", pay=pay("odin", "thor", "tyr", "hel")), "cannot_muster")


def test_a_horn_at_the_beginning_of_a_turn_lets_the_hero_scout_in_it() -> None:
    scene = Scene(heroes={"AF": "S1b down"}, hands={"A": "odin thor"}, tisch={**ROW, "U1": "svartalfar1"},
                  deck="horn_at_dawn fairies1").musters("A", fill=True)  # fmt: skip
    scene.does("A", m.Muster(slot="U1", pay=pay("odin", "thor")))
    assert "svartalfar1" in scene.discards("A")


def test_a_refill_that_empties_deck_1_goes_on_with_deck_2_and_ends_nothing() -> None:
    tisch = {slot: card for slot, card in ROW.items() if slot != "U3"}
    scene = Scene(hands={"A": "odin"}, tisch=tisch, deck="dis1", later="troll2 garmr2").musters("A", fill=True)
    assert (scene.tisch()["U3"], scene.tisch()["U4"], scene.state.ending) == ("dis1", "troll2", False)


# --- Interrupts and honor (R8.7.4, R8.9) ---------------


@pytest.mark.parametrize("rages, drawn", [(False, 1), (True, 1)])
def test_an_interrupt_before_anybody_is_berserk_honors_nobody(*, rages: bool, drawn: int) -> None:
    scene = Scene(heroes={"AF": "S1a"}, markers={"B": "S1b T1"}, hands={"A": "havamal odin thor", "B": "troll1 tyr"},
                  draws={"B": "hel freyr frigg"}).loud()  # fmt: skip
    scene.attacks("A", "F", "S1a", "S1b").does("A", ENOUGH).does("B", play("troll1", card="tyr"))
    scene.does("A", m.Block(item="havamal"))
    assert scene.totals == (0, 4)
    if rages:
        scene.does("A", rage("odin"))
    to_the_end(scene)
    assert len(scene.hand("B")) == drawn


def test_who_rides_away_while_berserk_honors_for_every_card_of_it() -> None:
    """R8.7.4, R8.10.1."""
    scene = Scene(heroes={"AF": "L7a"}, markers={"B": "L7b T1"}, hands={"A": "odin backahasten1", "B": "ormr1 thor"},
                  draws={"B": "tyr hel loki"})  # fmt: skip
    scene.attacks("A", "F", "L7a", "L7b").does("A", ENOUGH).does("B", play("ormr1"), ENOUGH)
    scene.does("A", rage("odin"), rage("backahasten1", how="retreat", to="S2e"))
    assert (scene.at("AF"), scene.moved("AF"), scene.marker("L7b")) == ("S2e", True, "B")
    assert (scene.hand("B"), scene.discards("A")) == (["hel", "thor", "tyr"], ["odin", "backahasten1"])


def test_who_has_declined_may_still_block_what_the_defender_does() -> None:
    scene = Scene(heroes={"AF": "S1a"}, markers={"B": "S2b T1"}, hands={"A": "havamal odin", "B": "garmr1 tyr"},
                  draws={"B": "hel"}).loud()  # fmt: skip
    scene.attacks("A", "F", "S1a", "S2b").does("A", DECLINE).does("B", play("garmr1", use=True))
    scene.does("A", m.Block(item="havamal")).does("B", ENOUGH)
    assert (scene.hand("B"), scene.discards("B"), scene.discards("A")) == (["hel", "tyr"], ["garmr1"], ["havamal"])


def test_a_garmr_comes_back_to_who_was_attacked_and_not_fought() -> None:
    """R8.6.2: declined, so won by the defender, whatever the totals."""
    scene = Scene(heroes={"AF": "S1a"}, markers={"B": "S2b T1"}, hands={"A": "thor", "B": "garmr1 odin"})
    scene.attacks("A", "F", "S1a", "S2b").does("A", DECLINE).does("B", play("garmr1", use=True), ENOUGH)
    assert (scene.hand("B"), scene.discards("B")) == (["garmr1", "odin"], [])


def test_for_a_town_beside_a_bog_the_defender_alone_can_come_late() -> None:
    """R8.1, R8.7.3: T3 lies between forest, scrub and bog; attackers match where they come from only."""
    scene = Scene(heroes={"AF": "S1a"}, markers={"B": "T3 T1"}, hands={"A": "ormr1 dis1 odin", "B": "dis2 thor"})
    scene.attacks("A", "F", "S1a", "T3").does("A", ENOUGH).does("B", ENOUGH).does("A", rage("ormr1"), ENOUGH)
    scene.does("B", m.Late(card="dis2"))
    assert (scene.asked, scene.marker("T3"), scene.hand("A")) == (None, "B", ["dis1", "odin"])


def test_a_draugr_for_whom_a_hero_stands_up_goes_to_the_barrows_itself() -> None:
    """R9.6: it is the creature; it stands for another card in the god and muster phase alone (R12.5)."""
    scene = Scene(heroes={"AF": "L9a", "BM": "S2b"}, markers={"B": "L2a T6"}, hands={"A": "odin", "B": "draugr1"})
    scene.attacks("A", "F", "L9a", "S2b").does("A", play("odin"), ENOUGH).does("B", ENOUGH)
    scene.does("B", m.StandUp(creature="draugr1"))
    assert (scene.names(scene.state.graves), scene.discards("B"), scene.at("BM")) == (["draugr1"], [], "L2a")
    assert scene.state.felled == [0]
