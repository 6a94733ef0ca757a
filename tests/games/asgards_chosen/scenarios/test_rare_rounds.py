"""What seldom meets outside of battles: few cards, full hands, Draugrs, gates, rings, ties (R2, R5-R7, R10-R17)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.asgards_chosen import moves as m
from engine.games.asgards_chosen.rules.campaign import campaign_turn
from engine.games.asgards_chosen.rules.muster.events import happens
from engine.games.asgards_chosen.rules.muster.turns import muster_phase
from engine.games.asgards_chosen.rules.phases import appeasable
from engine.games.asgards_chosen.rules.rounds import phase, phase_over, round_begins, round_ends
from tests.games.asgards_chosen.scene import ENOUGH, PASS, RULES, Scene, pay, play

FULL = "odin baldr freyja loki frigg freyr heimdall hel troll1 troll1 troll1 angurvadel almace"  # thirteen
TISCH = {"B1": "gram", "B2": "almace", "B3": "troll1", "B4": "nixie1",
         "U1": "ormr1", "U2": "garmr1", "U3": "dis1", "U4": "curtana"}  # fmt: skip


def event(name: str, **given: Any) -> Scene:
    scene = Scene(**given)
    return scene.frames(happens(scene.cards(name)[0], 0))


# --- Gods (R2.9, R2.10, R12, R17.1) ---------------


def test_odin_keeps_one_of_what_there_is_to_draw() -> None:
    scene = Scene(hands={"A": "odin"}, draws={"A": "thor"}, discards={"A": "tyr"}).gods("A")
    scene.does("A", m.PlayGod(god="odin"), m.Choose(cards=("thor",)))
    assert (scene.hand("A"), scene.discards("A")) == (["thor"], ["tyr"])
    assert Scene(hands={"A": "odin"}).gods("A").does("A", m.PlayGod(god="odin")).hand("A") == []


def test_the_limit_is_kept_when_a_favor_has_fully_resolved() -> None:
    given: dict[str, Any] = {"hands": {"A": FULL}, "draws": {"A": "thor tyr garmr1 nixie1 gram"}}
    scene = Scene(**given).gods("A").does("A", m.PlayGod(god="odin"), m.Choose(cards=("gram",)))
    assert (len(scene.hand("A")), scene.asked) == (13, ("A", "god"))  # seventeen for a moment
    scene = Scene(**given).gods("A").does("A", m.PlayGod(god="baldr", card="troll1"))
    assert scene.asked == ("A", "drop")
    scene.does("A", m.Drop(cards=("odin",)))
    assert (len(scene.hand("A")), scene.asked) == (13, ("A", "god"))


def test_a_god_in_play_is_no_card_of_the_hand_that_tyr_wants() -> None:
    scene = Scene(hands={"A": "tyr thor odin baldr hel"}).gods("A").does("A", m.PlayGod(god="thor"))
    scene.refused("A", m.Appease(god="tyr"), "requirement_not_met")


def test_a_draugr_stands_for_the_item_of_hel_and_is_buried_only_as_a_creature() -> None:
    three = ("draugr1", "draugr1", "draugr1")
    scene = Scene(hands={"A": "hel draugr1 draugr1 draugr1"}).gods("A")
    scene.refused("A", m.Appease(god="hel", cards=three, bury=(2,)), "requirement_not_met")
    assert scene.does("A", m.Appease(god="hel", cards=three)).discards("A") == list(three)
    scene = Scene(hands={"A": "hel troll1 draugr1 gram"}).gods("A")
    scene.refused("A", m.Appease(god="hel", cards=("gram", "troll1", "draugr1")), "requirement_not_met")
    scene.does("A", m.Appease(god="hel", cards=("troll1", "draugr1", "gram"), bury=(1,)))
    assert scene.names(scene.state.graves) == ["troll1", "draugr1"]
    assert scene.names(scene.state.relics) == ["gram"]


def test_a_sacrifice_pushes_the_oldest_out_of_the_barrows() -> None:
    scene = Scene(hands={"A": "freyja troll1 nixie1 garmr1"}, graves="fairies1 huldra1 dis1 ormr1").gods("A")
    scene.does("A", m.Appease(god="freyja", cards=("troll1", "nixie1", "garmr1")))
    assert scene.names(scene.state.graves) == ["dis1", "ormr1", "troll1", "nixie1", "garmr1"]
    assert scene.names(scene.state.banished) == ["fairies1", "huldra1"]


def test_frigg_leaves_one_marker_and_names_three_different_ones() -> None:
    scene = Scene(hands={"A": "frigg"}, markers={"A": "T1 T2 T3"}).gods("A")
    scene.refused("A", m.Appease(god="frigg", markers=("T1", "T2", "T3")), "requirement_not_met")
    scene = Scene(hands={"A": "frigg"}, heroes={"AF": "S1a"}, markers={"A": "T1 T2 T3"}).gods("A")
    scene.refused("A", m.Appease(god="frigg", markers=("T1", "T2", "S1a")), "hero_inside")
    scene.refused("A", m.Appease(god="frigg", markers=("T1", "T2", "T2")), "requirement_not_met")
    scene.does("A", m.Appease(god="frigg", markers=("T1", "T2", "T3")))
    assert len(scene.state.owned(0)) == 1


def test_freyr_counts_kinds_of_terrain_and_no_towns() -> None:
    scene = Scene(hands={"A": "freyr"}, markers={"A": "S1a S1b S2a S2b L2a T1"}).turn("A")
    scene.refused("A", m.Appease(god="freyr"), "requirement_not_met")
    Scene(hands={"A": "freyr"}, markers={"A": "S1a S1b S2a S2b S3a"}).turn("A").does("A", m.Appease(god="freyr"))


def test_tyr_waits_for_the_first_move_and_a_mere_move_binds_too() -> None:
    given: dict[str, Any] = {"heroes": {"AF": "S1a", "AM": "L9a"}, "shown": {"A": "tyr"}, "hands": {"A": "odin hel"}}
    scene = Scene(**given).turn("A").does("A", PASS).turn("A", 2)
    assert scene.does("A", m.Attack(hero="M", source="L9a", ground="S2b")).totals[0] == 3
    scene = Scene(**given).turn("A").does("A", m.MoveHero(hero="F", to="S1e")).turn("A", 2)
    scene.refused("A", m.MoveHero(hero="M", to="L9e", waive=True), "hero_already_moved")
    scene = Scene(**given).turn("A")
    assert {one.waive for one in scene.offered() if isinstance(one, m.Attack)} == {False, True}
    scene.does("A", m.Attack(hero="F", source="S1a", ground="S1b", waive=True), ENOUGH)
    scene.turn("A", 2).does("A", m.Attack(hero="M", source="L9a", ground="S2b"))
    assert scene.totals[0] == 0  # waived as a whole
    scene = Scene(heroes={"BF": "S1a", "BM": "L9a"}, shown={"B": "tyr"}).turn("B")
    scene.does("B", m.MoveHero(hero="M", to="L9e")).turn("B", 2)
    scene.refused("B", m.MoveHero(hero="F", to="S1e"), "hero_already_moved")


def test_victories_of_the_round_before_appease_nobody() -> None:
    """R12.4."""
    scene = Scene(heroes={"AF": "S1a", "AM": "L9a"}, hands={"A": "heimdall thor"})
    scene.state.wins, scene.state.felled = [0, 1], [0]
    assert appeasable(scene.state, 0, "campaign") == ["heimdall", "thor"]
    scene.frames(phase("campaign"), campaign_turn(0, 1))
    for god in ("heimdall", "thor"):
        scene.refused("A", m.Appease(god=god), "requirement_not_met")


def test_whoever_has_had_the_turn_is_not_asked_again_when_the_phase_is_over() -> None:
    """R12.1: only partners appease when both have had their turn (R16.3)."""
    scene = Scene(hands={"A": "tyr thor hel odin loki"})
    scene.state.stage = "god"
    assert appeasable(scene.state, 0, "god") == ["tyr"]
    scene.frames(phase_over("god"))
    assert (scene.asked, scene.told) == (None, [])


APPEASED = {
    "god": m.Appease(god="hel", cards=("troll1", "troll1", "gram")),
    "charm": m.Appease(god="odin", cards=("almace", "curtana", "angurvadel")),
    "campaign": m.Appease(god="freyr"),
}
TURNS = {
    "standard": "A god, A god, B god, A charm, A charm, B charm, A campaign, A campaign, B campaign, A campaign, "
                "B campaign, A muster, B muster, B renew",
    "coop": "A god, B god, A after, A charm, B charm, A after, A campaign, B campaign, A after, "
            "A muster, B muster, B renew",
}  # fmt: skip


@pytest.mark.parametrize("mode", ["standard", "coop"])
def test_a_round_goes_through_its_phases_and_one_god_is_appeased_in_each_of_three(mode: str) -> None:
    """R4.1, R7.1, R12.2; partners do so when both have had their turn (R16.3), and have a hero each (R16.2)."""
    left, turns = dict(APPEASED), list[str]()
    hand = " ".join(f"{one.god} {' '.join(one.cards)}" for one in left.values())
    scene = Scene(2, mode, heroes={"AF": "S1a", f"{'A' if mode == 'coop' else 'B'}M": "L4b"},
                  markers={"A": "S1b S2a S2b S3a"}, hands={"A": hand, "B": "thor odin"})  # fmt: skip
    scene.frames(round_begins())
    while len(scene.all_told("round_began")) < 2:
        assert scene.asked is not None
        turns.append(" ".join(scene.asked))
        now = scene.asked[0] == "A" and (mode == "standard" or scene.asked[1] == "after")
        scene.does("A", left.pop(scene.state.stage)) if now and scene.state.stage in left else scene.times_out()
    assert ", ".join(turns) == TURNS[mode]
    assert scene.names(scene.state.appeased[0]) == ["hel", "odin", "freyr"]
    told = [one.phase for one in scene.all_told("phase_began")]
    assert told == ["god", "charm", "campaign", "muster", "renewal", "god"]


def test_rounds_are_counted_from_one() -> None:
    scene = Scene(2, round=0).frames(round_begins())
    assert [one.round for one in scene.all_told("round_began")] == [1]


def test_the_agreed_number_ends_the_game_with_the_round_and_not_at_once() -> None:
    scene = Scene(hands={"A": "tyr odin hel baldr frigg"}, appeased={"A": "thor freyr loki heimdall"}).gods("A")
    scene.does("A", m.Appease(god="tyr"))
    assert (scene.state.ending, scene.state.stage, RULES.result(scene.state)) == (True, "god", None)


# --- Charms and movement (R7.2, R17.4) ---------------


@pytest.mark.parametrize("given", [
    {"heroes": {"AF": "S1a", "BF": "S1b"}, "markers": {"A": "S3b"}},  # a hero stands in the gate
    {"heroes": {"AF": "S1a"}, "markers": {"A": "S3b"}},  # nobody's land is no gate
    {"heroes": {"AF": "S1a"}, "markers": {"A": "S3a", "B": "S1b S3b"}},  # two gates are too many
])  # fmt: skip
def test_raskovnik_opens_one_foreign_land_without_a_hero(given: dict[str, Any]) -> None:
    scene = Scene(shown={"A": "raskovnik"}, **given).turn("A")
    goal = given["markers"]["A"]
    scene.refused("A", m.MoveHero(hero="F", to=goal), "no_path")


@pytest.mark.parametrize("hero", ["AF", "AM", "BF", "BM", "CF", "CM"])
def test_each_hero_goes_through_the_lands_of_the_own_colour_alone(hero: str) -> None:
    """R2.4."""
    other = "B" if hero[0] == "A" else "A"
    scene = Scene(heroes={hero: "S1a"}, markers={hero[0]: "S1b S3b", other: "L7b L9b S3a L4b"}).turn(hero[0])
    places = {one.to for one in scene.offered() if isinstance(one, m.MoveHero)}
    assert places == {"S1b", "S3b", "S1e", "L9e", "S3e"}


@pytest.mark.parametrize("shown", ["merseburg", "thor", ""])
def test_no_other_card_in_play_opens_a_foreign_land(shown: str) -> None:
    scene = Scene(heroes={"AF": "S1a"}, markers={"A": "S3b", "B": "S1b T1"}, shown={"A": shown}).turn("A")
    scene.refused("A", m.MoveHero(hero="F", to="S3b"), "no_path")


def test_raskovnik_leads_one_hero_in_a_round() -> None:
    scene = Scene(heroes={"AF": "S1a", "AM": "T1"}, markers={"A": "S3a S3b", "B": "S1b T9"}, shown={"A": "raskovnik"})
    scene.turn("A").does("A", m.MoveHero(hero="F", to="S3b"))
    scene.turn("A", 2).refused("A", m.MoveHero(hero="M", to="S3a"), "no_path")


def test_raskovnik_leads_to_where_an_attack_begins() -> None:
    scene = Scene(heroes={"AF": "S1a"}, markers={"A": "S3b", "B": "S1b"}, shown={"A": "raskovnik"}).turn("A")
    scene.does("A", m.Attack(hero="F", source="S3b", ground="S3a"))
    assert scene.names(scene.state.spent) == ["raskovnik"]


def test_hringhorni_carries_an_active_hero_to_an_own_land_and_uses_no_move() -> None:
    scene = Scene(heroes={"AF": "S1a", "AM": "S1b down"}, markers={"A": "T5"}, hands={"A": "hringhorni"}).charms("A")
    scene.refused("A", m.PlayCharm(item="hringhorni", hero="M", to="T5"), "hero_vanquished")
    scene.refused("A", m.PlayCharm(item="hringhorni", hero="F", to="S1b"), "stop_occupied")
    scene.refused("A", m.PlayCharm(item="hringhorni", hero="F", to="S1e"), "no_marker")
    scene.does("A", m.PlayCharm(item="hringhorni", hero="F", to="T5"))
    assert (scene.at("AF"), scene.moved("AF")) == ("T5", False)


def test_aarni_draws_from_the_discards_and_puts_back_on_an_empty_pile() -> None:
    scene = Scene(hands={"A": "aarni"}, discards={"A": "thor"}).charms("A")
    scene.does("A", m.PlayCharm(item="aarni"), m.Choose(cards=("thor",)))
    assert (scene.names(scene.state.draws[0]), scene.hand("A")) == (["thor"], [])


# --- Muster phase (R10) ---------------


def test_each_hero_has_a_ring_and_a_turn_of_rings_is_a_pass() -> None:
    scene = Scene(4, heroes={"AF": "L7e", "AM": "L5e"}, deck="troll1 gram nixie1").musters("A")
    scene.does("A", m.Ring(hero="F"), m.Ring(hero="M"))
    assert scene.hand("A") == ["gram", "troll1"]
    assert scene.does("A", PASS).state.passes == 1


def test_a_ring_fills_the_hand_to_its_limit_and_finds_nothing_in_no_deck() -> None:
    scene = Scene(heroes={"AF": "L7e"}, hands={"A": FULL}, deck="gram").musters("A").does("A", m.Ring(hero="F"))
    assert scene.asked == ("A", "drop")
    assert "gram" not in scene.times_out().hand("A")
    assert scene.asked == ("A", "muster")
    scene = Scene(heroes={"AF": "L7e"}, second=True).musters("A").does("A", m.Ring(hero="F"))
    assert (scene.hand("A"), scene.asked) == ([], ("A", "muster"))


def test_freyja_and_the_moon_pay_together_and_freyja_but_once() -> None:
    scene = Scene(keeper="harvest_moon", markers={"A": "T1"}, shown={"A": "freyja"}, hands={"A": "thor odin"},
                  tisch={"B1": "gram", "B2": "almace"}).musters("A")  # fmt: skip
    scene.refused("A", m.Muster(slot="B1", pay=pay("thor")), "payment_short")
    scene.does("A", m.Muster(slot="B1", pay=(), favor=True))
    assert scene.last("card_mustered").power == 4
    scene.musters("A").refused("A", m.Muster(slot="B2", pay=pay("thor"), favor=True), "no_favor")


def test_who_has_passed_may_muster_as_long_as_the_phase_lasts() -> None:
    scene = Scene(2, tisch=TISCH, hands={"A": "draupnir thor", "B": "brisingamen odin"}, markers={"A": "T1", "B": "T2"},
                  deck="fairies1 huldra1").frames(muster_phase())  # fmt: skip
    scene.does("A", PASS).does("B", m.Muster(slot="B1", pay=pay("brisingamen")))
    scene.does("A", m.Muster(slot="B2", pay=pay("draupnir", "thor"))).does("B", PASS)
    assert scene.asked == ("A", "muster")
    assert scene.does("A", PASS).asked is None


def test_a_town_item_is_scouted_by_an_active_hero_in_an_own_town() -> None:
    given: dict[str, Any] = {"tisch": {"U1": "gram"}, "hands": {"A": "brisingamen"}}
    move = m.Muster(slot="U1", pay=pay("brisingamen"))
    Scene(heroes={"AF": "T1 down"}, **given).musters("A").refused("A", move, "no_deep_scout")
    Scene(heroes={"AF": "S1b"}, markers={"A": "T1"}, **given).musters("A").refused("A", move, "no_deep_scout")
    Scene(heroes={"AF": "T1"}, **given).musters("A").does("A", move)


def test_a_hero_who_lies_musters_no_enchanted_item() -> None:
    scene = Scene(heroes={"AF": "L7e down", "AM": "T1"}, tisch={"B1": "aecerbot"}, hands={"A": "havamal"}).musters("A")
    scene.refused("A", m.Muster(slot="B1", pay=pay("havamal")), "cannot_muster")


# --- Events (R10.3, R17.5) ---------------


def test_at_a_great_blot_everybody_gives_what_there_is_and_no_god() -> None:
    scene = event("great_blot", hands={"A": "thor troll1", "B": "gram nixie1 odin", "C": ""})
    scene.does("A", m.EventChoice(cards=("troll1",)))
    scene.refused("B", m.EventChoice(cards=("gram",)), "count")
    scene.refused("B", m.EventChoice(cards=("gram", "odin")), "god_card_protected")
    scene.does("B", m.EventChoice(cards=("gram", "nixie1")))
    assert scene.names(scene.state.graves) == ["troll1", "nixie1"]


def test_three_markers_are_safe_from_a_murrain_and_those_under_heroes_too() -> None:
    scene = event("murrain", heroes={"AF": "S1a", "AM": "S1b"}, markers={"A": "T1 T2", "B": "T3 T4 T5"})
    scene.refused("A", m.EventChoice(marker="S1a"), "hero_inside")
    assert scene.does("A", m.EventChoice(marker="T1")).asked is None
    assert len(scene.state.owned(1)) == 3


def test_a_tribute_falls_on_all_who_share_the_most_but_takes_none_from_under_heroes() -> None:
    scene = event("heavy_tribute", heroes={"AF": "S1a", "AM": "S1b"}, markers={"B": "T3 T4"})
    assert scene.does("B", m.EventChoice(marker="T3")).asked is None
    assert (len(scene.state.owned(0)), len(scene.state.owned(1))) == (2, 1)


def test_naglfar_sails_from_one_deck_into_the_next() -> None:
    scene = event("naglfar", deck="troll1 blot", later="garmr2 fimbulwinter gram dis2")
    assert scene.names(scene.state.deck) == ["dis2"]
    assert (scene.state.keeper, scene.state.ending) == ([], False)
    assert event("naglfar", deck="troll2 garmr2", second=True).state.ending


def test_a_god_taken_from_the_discards_counts_for_the_limit() -> None:
    scene = event("thing_assembly", hands={"A": FULL}, discards={"A": "thor", "B": "thor"})
    scene.does("A", m.EventChoice(cards=("thor",))).does("B", m.EventChoice())
    assert (scene.asked, scene.discards("B")) == (("A", "drop"), ["thor"])


def test_in_a_sword_age_only_what_adds_something_adds_one_more() -> None:
    scene = Scene(keeper="sword_age", heroes={"AF": "S1a"}, hands={"A": "megingjord fairies1 gram odin"})
    scene.attacks("A", "F", "S1a", "S1b").does("A", play("megingjord"))
    assert scene.totals[0] == 0
    assert scene.does("A", play("fairies1")).totals[0] == 2 + 2
    scene.refused("A", play("gram"), "not_playable")  # she fights


# --- Renewal and the end (R11, R13, R14) ---------------


def test_what_is_thrown_away_in_renewal_is_of_the_hand_and_told_when_all_have_chosen() -> None:
    """R11.3: none, or any of them, in secret."""
    scene = Scene(hands={"A": "thor nixie1", "B": "odin"}).renews()
    assert m.Renew() in scene.offered()
    scene.refused("A", m.Renew(cards=("troll1",)), "card_not_in_hand")
    scene.refused("A", m.Renew(cards=("thor", "thor")), "card_not_in_hand")
    scene.does("A", m.Renew(cards=("thor",)))
    assert (scene.all_told("hands_renewed"), scene.hand("A")) == ([], ["nixie1", "thor"])
    scene.does("A", m.Renew(cards=("nixie1",))).does("B", m.Renew())
    assert scene.last("hands_renewed").discarded[:2] == (("nixie1",), ())


def test_what_lay_in_play_and_what_is_thrown_away_may_be_drawn_again() -> None:
    scene = Scene(hands={"A": "troll1"}, shown={"A": "thor gram"}).renews().does("A", m.Renew(cards=("troll1",)))
    assert scene.hand("A") == ["gram", "thor", "troll1"]


def test_markers_decide_before_cards_and_cards_in_play_count() -> None:
    def winners(**given: Any) -> tuple[int, ...]:
        scene = Scene(**given)
        scene.state.ending = True
        found = RULES.result(scene.frames(round_ends()).state)
        assert found is not None
        return found.winners

    markers = {"A": "S1a", "B": "S1b T1"}
    assert winners(appeased={"A": "thor", "B": "thor"}, markers=markers, hands={"A": "odin tyr"}) == (1,)
    assert winners(shown={"A": "thor"}, hands={"B": "thor"}) == (0, 1)
    assert winners(shown={"A": "thor gram"}, hands={"B": "thor"}) == (0,)


@pytest.mark.parametrize("gods, markers, cause", [
    ({"A": "thor odin", "B": "thor"}, {"A": "S1a", "B": "S1b T1"}, "gods"),
    ({"A": "thor odin", "B": "thor odin", "C": "hel"}, {"A": "S1a T1", "B": "S1b", "C": "L9a L9b T9"}, "markers"),
    ({"A": "thor odin", "B": "thor", "C": "thor odin"}, {"A": "S1a", "B": "S1b", "C": "T1"}, "cards"),
])  # fmt: skip
def test_what_has_decided_is_what_parts_those_with_most_gods(
    gods: dict[str, str], markers: dict[str, str], cause: str
) -> None:
    """R13.3: whoever has fewer gods plays no part in it. The scores are the gods."""
    scene = Scene(appeased=gods, markers=markers, hands={"A": "gram"})
    scene.state.ending = True
    found = RULES.result(scene.frames(round_ends()).state)
    assert found is not None
    assert (found.winners, found.causes) == ((0,), (cause,))
    assert found.scores == tuple(len(gods.get(player, "").split()) for player in "ABC")


def test_in_the_first_introductory_round_an_enchanted_land_is_no_way_to_a_player() -> None:
    scene = Scene(mode="introductory", round=1, heroes={"AF": "L7b", "BF": "S1e"}, markers={"B": "S3a"}).turn("A")
    scene.refused("A", m.Attack(hero="F", source="L7b", ground="S1e"), "truce")
    scene.refused("A", m.Attack(hero="F", source="L7b", ground="S3a"), "truce")
    scene = Scene(mode="introductory", round=1, heroes={"CF": "L7b", "BF": "S1e"}).turn("C")
    scene.refused("C", m.Attack(hero="F", source="L7b", ground="S1e"), "truce")
    scene = Scene(mode="introductory", round=1, heroes={"BF": "S1a"}, markers={"A": "S1b T9"}).turn("B")
    scene.refused("B", m.Attack(hero="F", source="S1a", ground="S1b"), "truce")
    scene = Scene(mode="introductory", round=1, heroes={"AF": "S2e"}).attacks("A", "F", "S2e", "S2a")
    assert scene.totals[0] == 0  # nor a mastery
