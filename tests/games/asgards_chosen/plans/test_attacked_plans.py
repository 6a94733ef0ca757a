"""Plans that contradict each other, name what is gone, outlive their battle, or stand when time is up."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from engine.core.decisions import Decision
from engine.core.grammar.text import fold
from engine.core.moves import IllegalMove
from engine.games.asgards_chosen.data import NAME
from engine.games.asgards_chosen.orders.plans.battles import BlockPolicy
from engine.games.asgards_chosen.rules.battle.course import battle
from tests.games.asgards_chosen.plans.test_ahead import market, until_asked
from tests.games.asgards_chosen.plans.test_plans import s_round
from tests.games.asgards_chosen.scene import Scene
from tests.games.asgards_chosen.table import GAME, Letters


def asked_of(letters: Letters) -> Decision:
    return next(one for one in letters.session.table.pending())


# --- Contradictions ---------------


def test_what_is_kept_is_used_by_no_plan_even_where_that_names_it() -> None:
    scene = Scene(
        heroes={"AF": "S1a"}, markers={"B": "S1b T9"}, hands={"A": "troll1 thor odin", "B": "jotunn1 nixie1 tyr"}
    ).attacks("A", "F", "S1a", "S1b")  # fmt: skip
    letters = Letters(scene).sends("B", "KEEP Jötunn", "DEFEND any PLAY Jötunn; Tyr UNTIL all")
    letters.sends("A", "play troll")
    assert letters.played("B") == ["tyr"]


def test_the_later_of_two_equal_policies_holds() -> None:
    letters = Letters(s_round()).sends("A", "BLOCK ask", "BLOCK with Ljóðatal if always", "LATE never", "LATE ask")
    plans: list[Any] = list(letters.session.table.plans(0))
    assert [(one.kind, one.when) for one in plans] == [("block_policy", "always"), ("late_policy", "ask")]


@pytest.mark.parametrize("order, blocked, asked", [
    ("BLOCK troll with Hávamál never", 0, False), ("BLOCK troll with Hávamál if ask", 0, True),
    ("BLOCK giant spider with Hávamál if ask", 0, False), ("BLOCK troll with Hávamál", 1, False),
    ("BLOCK never", 0, False), ("BLOCK troll never", 0, False), ("отразить никогда", 0, False),
])  # fmt: skip
def test_an_interrupt_is_not_made_by_an_order_that_says_never_or_ask(order: str, blocked: int, asked: bool) -> None:
    scene = Scene(heroes={"AF": "S1a"}, markers={"B": "S1b T9"}, hands={"A": "troll1 thor odin", "B": "havamal nixie1"},
                  deck="ormr1 nixie1").attacks("A", "F", "S1a", "S1b")  # fmt: skip
    letters = Letters(scene).sends("B", order).sends("A", "PLAY Troll[discard Thor] THEN ASK")
    assert len(letters.told("ability_blocked")) == blocked
    assert (scene.asked == ("B", "interrupt")) == asked


def test_who_says_never_takes_back_what_was_to_be_blocked() -> None:
    """`block never` alone was no order at all, as `late never` is."""
    letters = Letters(s_round()).sends("A", "BLOCK troll with Hávamál", "BLOCK with Ljóðatal if flips", "BLOCK never")
    assert list(letters.session.table.plans(0)) == [BlockPolicy(when="never")]
    beside: list[Any] = list(letters.sends("A", "BLOCK troll with Hávamál").session.table.plans(0))
    assert [(one.kinds, one.when) for one in beside] == [((), "never"), (("troll1",), "always")]


def test_who_says_never_of_one_creature_is_asked_about_the_others() -> None:
    hands = {"A": "troll1 giant_spider1 thor", "B": "havamal"}
    scene = Scene(heroes={"AF": "S1a"}, markers={"B": "S1b T9"}, hands=hands, deck="ormr1 nixie1")
    letters = Letters(scene.attacks("A", "F", "S1a", "S1b")).sends("B", "BLOCK ask", "BLOCK troll with Hávamál never")
    assert letters.sends("A", "PLAY Troll[discard Thor] THEN ASK").scene.asked == ("A", "attack")
    assert letters.sends("A", "PLAY Giant Spider[banish Nixie]").scene.asked == ("B", "interrupt")


def raging(hands: dict[str, str]) -> Scene:
    """The attacker has nothing but what he will play while berserk; a Dís can answer it."""
    return Scene(heroes={"AF": "L7a"}, markers={"B": "L7b T1"}, hands=hands, deck="nixie1 gram").attacks(
        "A", "F", "L7a", "L7b"
    )


@pytest.mark.parametrize("order, late, asked", [
    ("LATE Dís never", 0, False), ("LATE Dís if ask", 0, True), ("LATE Dís if flips", 0, False),
    ("LATE Dís if losing", 1, False), ("LATE Dís always", 1, False),
])  # fmt: skip
def test_a_late_play_comes_when_its_order_says_so(order: str, late: int, asked: bool) -> None:
    """Whoever is asked is losing; here a Dís does not change that."""
    scene = raging({"A": "ormr1 jotunn1", "B": "dis1 thor"})
    letters = Letters(scene).sends("B", order, "DEFEND any PLAY none").sends("A", "enough")
    letters.sends("A", "berserk ormr; jotunn")
    assert len([one for one in letters.told("card_fights") if one.how == "late"]) == late
    assert (scene.asked == ("B", "late")) == asked


@pytest.mark.parametrize("attackers, blocked", [("ormr1", 1), ("ormr1 jotunn1 jotunn1", 0)])
def test_a_late_play_is_blocked_where_that_changes_who_wins(attackers: str, blocked: int) -> None:
    """P5, R8.9.2: its power lies in the totals already, and goes with the block."""
    scene = raging({"A": f"{attackers} havamal", "B": "dis1 thor"})
    letters = Letters(scene).sends("A", "BLOCK dis with Hávamál IF flips")
    letters.sends("B", "LATE Dís always", "DEFEND any PLAY none").sends("A", "enough")
    letters.sends("A", "berserk " + "; ".join(one.removesuffix("1") for one in attackers.split()))
    assert len(letters.told("ability_blocked")) == blocked
    assert scene.marker("L7b") == "A"


@pytest.mark.parametrize("lines, left", [
    (("BLOCK with Hávamál if flips", "BLOCK with Ljóðatal if flips"), [0, 1]),
    (("BLOCK troll with Hávamál", "BLOCK giant spider with Ljóðatal"), [0, 1]),
    (("BLOCK troll with Hávamál", "BLOCK troll with Hávamál if losing"), [1]),
    (("BLOCK troll with Hávamál", "BLOCK ask"), [0, 1]),
    (("BLOCK with Hávamál", "BLOCK with Ljóðatal", "BLOCK ask"), [2]),
    (("LATE Dís if flips", "LATE Dís II never"), [0, 1]),
    (("LATE Dís if flips", "LATE never"), [1]),
    (("LATE ask", "LATE Dís always"), [1]),
])  # fmt: skip
@pytest.mark.parametrize("together", [True, False])
def test_policies_for_different_cards_stand_beside_each_other(
    lines: tuple[str, ...], left: list[int], together: bool
) -> None:
    """A mail offers an order for each surprise in hand: both can be given."""
    letters = Letters(s_round())
    for sent in [lines] if together else [(line,) for line in lines]:
        letters.sends("A", *sent)
    written = [GAME.notation.write_plan(one, "en") for one in letters.session.table.plans(0)]
    desk = letters.session.table.desk(0)
    wanted = [GAME.notation.read([fold(lines[at])], desk).plans[0] for at in left]
    assert written == [GAME.notation.write_plan(one, "en") for one in wanted]


@pytest.mark.parametrize("lines", list(permutations(("STANDUP never", "STANDUP M WITH Nixie"))))
def test_what_is_said_of_one_hero_goes_before_what_is_said_of_both(lines: tuple[str, str]) -> None:
    scene = Scene(
        heroes={"AF": "L9a", "BM": "S2b", "BF": "L4e"}, markers={"B": "S2a L4a L2a T1"},
        hands={"A": "garmr1.1 garmr1.2", "B": "fairies1 nixie1"},
    ).attacks("A", "F", "L9a", "S2b")  # fmt: skip
    Letters(scene).sends("B", *lines, "DEFEND any PLAY none").sends("A", "play garmr; garmr")
    assert scene.names(scene.state.graves) == ["nixie1"]


def test_two_orders_for_one_god_phase_leave_the_one_that_can_be_done() -> None:
    scene = s_round(B="tyr hel")
    letters = Letters(scene).sends("B", "GOD Thor", "GOD Tyr", "CHARM none").sends("A", "GOD none")
    assert [one.god for one in letters.told("god_played")] == ["tyr"]


# --- What is gone ---------------


def test_cards_that_are_gone_are_passed_over() -> None:
    scene = Scene(
        heroes={"AF": "S1a"}, markers={"B": "S1b T9"}, hands={"A": "troll1 thor odin", "B": "nixie1 tyr"}
    ).attacks("A", "F", "S1a", "S1b")  # fmt: skip
    lines = ("DEFEND any PLAY Jötunn; Ormr[discard Gram]; Tyr UNTIL all", "BLOCK with Hávamál", "LATE Dís IF always")
    letters = Letters(scene).sends("B", *lines).sends("A", "play troll[discard Thor]")
    assert letters.played("B") == ["tyr"]
    assert scene.asked is None
    assert letters.session.balked == {}


def test_a_charm_that_was_lost_is_told_and_asked_about() -> None:
    scene = s_round(B="ljodatal hel bragis_harp")
    letters = Letters(scene).sends("B", "CHARM Ljóðatal discard Hel", "GOD none")
    card = next(one for one in scene.state.hands[1] if NAME[one] == "ljodatal")
    scene.state.hands[1].remove(card)
    scene.state.discards[1].append(card)
    letters.sends("A", "GOD none")
    until_asked(letters, "B", "charm")
    assert scene.asked == ("B", "charm")
    assert letters.session.balked[1].code == "E_CARD_NOT_IN_HAND"


def test_a_slot_is_never_paid_for_that_holds_another_card_now() -> None:
    scene = market()
    letters = Letters(scene.musters("B")).sends("A", "MUSTER B1 pay Draupnir, Odin")
    scene.state.tisch[0], scene.state.tisch[1] = scene.state.tisch[2], scene.state.tisch[0]  # Gram lies in B2 now
    letters.sends("B", "MUSTER none")
    assert [(one.card, one.slot) for one in letters.told("card_mustered")] == [("gram", "B2")]


def test_the_dead_are_not_ordered_about() -> None:
    scene = s_round()
    letters = Letters(scene).sends("A", "GOD none", "CHARM none", "MOVE F to S1b", "MOVE M to L9e")
    scene.state.down[0] = True
    until_asked(letters, "A", "campaign", "muster")
    assert scene.at("AM") == "L9e"
    assert scene.asked == ("A", "muster")  # nobody is left to move, and no god asks for what has been done


# --- Battles that are over ---------------


def test_what_is_left_of_a_list_does_not_go_on_in_the_next_battle_for_the_same_land() -> None:
    scene = Scene(
        heroes={"AF": "S1a", "BF": "S1b", "CF": "L9b"}, markers={"B": "T9"},
        hands={"A": "odin thor", "B": "backahasten1 jotunn1 tyr freyja", "C": "odin troll1"},
    ).attacks("A", "F", "S1a", "S1b")  # fmt: skip
    letters = Letters(scene).sends("A", "play odin")
    letters.sends("B", "play tyr then ask")
    running = [one for one in letters.session.table.plans(1) if one.kind == "running"]
    assert running
    scene.state.battle = None
    scene.frames(battle(2, 4, scene.state.at[4], scene.state.at[2]))
    desk = letters.session.table.desk(1)
    assert [one for one in desk.standing if one.kind == "running"] == running  # stored still
    assert letters.session.table.game.planner.in_force(desk.standing, desk) == ()


def test_an_attack_plan_is_over_with_its_turn() -> None:
    scene = s_round()
    letters = Letters(scene).sends("A", "GOD none", "CHARM none", "ATTACK F from S1a to S1b PLAY Odin UNTIL all")
    until_asked(letters, "A", "campaign")
    desk = letters.session.table.desk(0)
    assert scene.state.turn == 2
    assert letters.session.table.game.planner.in_force(desk.standing, desk) == ()


def test_orders_of_a_round_are_over_with_it() -> None:
    scene = s_round()
    letters = Letters(scene).sends("A", "MUSTER B2 pay Draupnir, Odin", "EVENT sac Garmr", "DROP Garmr", "RENEW none")
    while scene.state.round == 1:
        scene.times_out()
        letters.session.settle()
    desk = letters.session.table.desk(0)
    assert letters.session.table.game.planner.in_force(desk.standing, desk) == ()


# --- Time ---------------


def test_a_time_out_in_the_middle_of_a_list_ends_the_step_with_what_lies_there() -> None:
    scene = Scene(
        heroes={"AF": "S1a"}, markers={"B": "S1b T9"}, hands={"A": "troll1 thor odin", "B": "tyr"}, deck="nixie1 gram"
    ).attacks("A", "F", "S1a", "S1b")  # fmt: skip
    letters = Letters(scene).sends("B", "DEFEND any PLAY none").sends("A", "play troll then ask")
    assert scene.asked == ("A", "attack")
    letters.session.time_out(asked_of(letters))
    scene.state = letters.session.table.state
    assert scene.marker("S1b") == "A"
    assert scene.asked is None


def test_a_time_out_of_the_defender_plays_nothing_and_the_attacker_goes_on_as_planned() -> None:
    scene = Scene(
        heroes={"AF": "S1a"}, markers={"B": "S1b T9"}, hands={"A": "troll1 thor odin ormr1", "B": "tyr jotunn1"},
        deck="nixie1 gram",
    ).turn("A")  # fmt: skip
    letters = Letters(scene).sends("A", "ATTACK F from S1a to S1b PLAY none BERSERK Troll; Ormr UNTIL win SHORT no")
    assert scene.asked == ("B", "defend")
    letters.session.time_out(asked_of(letters))
    scene.state = letters.session.table.state
    assert scene.marker("S1b") == "A"


def test_a_list_that_wants_to_be_asked_is_no_answer() -> None:
    scene = Scene(heroes={"AF": "S1a"}, hands={"A": "odin"}, deck="jotunn1 ormr1").attacks("A", "F", "S1a", "S1b")
    with pytest.raises(IllegalMove, match="E_SHORT"):
        Letters(scene).sends("A", "PLAY Odin UNTIL win SHORT ask")


def test_the_last_marker_is_not_what_an_attack_on_an_enchanted_land_is_about() -> None:
    """P4: `last` is the only marker; there is none in an enchanted land, and none to be lost."""
    scene = Scene(heroes={"AF": "L7b", "BM": "S1e"}, markers={"B": "S3a"}, hands={"A": "nixie1", "B": "thor"})
    letters = Letters(scene.attacks("A", "F", "L7b", "S1e")).sends("B", "DEFEND last PLAY Thor UNTIL all")
    letters.sends("A", "play nixie")
    assert letters.played("B") == []
    assert scene.asked == ("B", "defend")


@pytest.mark.parametrize("card, taken", [("strzyga1", "Strzyga[]"), ("strzyga2", "Strzyga II[take Giant Spider]")])
def test_what_a_strzyga_takes_counts_in_what_a_list_comes_to(card: str, taken: str) -> None:
    """P6: nothing of that is left to chance; S36 says that it may be played at once."""
    hands, line = {"A": card, "B": "thor"}, f"PLAY {taken}; Giant Spider UNTIL lead 2 SHORT none"
    scene = Scene(heroes={"AF": "L9a"}, markers={"B": "S2b T1"}, graves="giant_spider1", hands=hands, deck="garmr1.1")
    letters = Letters(scene.turn("A")).sends("A", f"ATTACK F from L9a to S2b {line}")
    assert letters.played("A") == [card, "giant_spider1"]
