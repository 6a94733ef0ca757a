"""Where a will, Thor's hidden cards, the Doubling card and a dispute meet: decided by rules.md alone."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.happenings import Happening
from engine.games.aesir.data import GODS, NUMBER
from engine.games.aesir.happenings import FavourSettled, WillVoid
from engine.games.aesir.rules.favour import attention
from engine.games.aesir.state import NOTHING, State
from tests.games.aesir.playing import RULES, display, read, refusal
from tests.games.aesir.scenario import start, wake

NO_GOALS = "- / - - / - - -"


def table(god: str, *stacks: str, goals: str = NO_GOALS, **given: Any) -> State:
    """This god is awake, and P1 has these stacks, P2 those."""
    named = {f"P{number}": text for number, text in enumerate(stacks, 1)}
    state = start({"players": len(stacks), "round": 1, "stage": "awaken", "goals": goals, "stacks": named} | given)
    wake(state, god)
    return state


def does(state: State, player: str, text: str) -> list[Happening]:
    """The act and what it settles; no other god awakens."""
    seat = int(player[1:]) - 1
    return RULES.act(state, seat, read(state, seat, text)[0])


def lies(state: State, player: str) -> str:
    seat = int(player[1:]) - 1
    return display(RULES.view(state, seat), seat)


def doubled(state: State) -> str:
    return "centre" if state.doubled == NOTHING else f"P{state.doubled // 7 + 1}.{GODS[state.doubled % 7]}"


def favoured(state: State, god: str) -> tuple[int | None, str]:
    told = wake(state.copy(), god)[0]
    assert isinstance(told, FavourSettled)
    return told.seat, "".join(told.compared)


# --- Hidden Thor cards ---------------


def test_a_card_turned_onto_the_stack_that_is_left_leaves_thors_behind() -> None:
    """R9.1a, R10.1: the last face-up card goes, its Thor cards come back below nothing of Thor's."""
    state = table("O", "O=[OB1] L=[TL1]+[OT1 TB1]", "F=[FB1]")
    does(state, "P1", "turn L")
    assert lies(state, "P1") == "O=[OB1] T=[TL1 OT1 TB1]"


def test_loki_sets_an_opponents_thor_cards_free_and_they_count_for_thor_again() -> None:
    state = table("L", "L=[LB1]", "S=[LS1]+[OT1 OT2]")
    does(state, "P1", "turn P2.S1")
    assert lies(state, "P2") == "T=[OT1 OT2] L=[LS1]"
    assert [attention(state, 1, NUMBER[god]) for god in "TLS"] == [2, 1, 0]


def test_bragi_takes_the_last_card_above_thors_and_gives_one_for_another_stack() -> None:
    """R9.6e: settled when both have arrived; the given card starts a stack of its own god."""
    state = table("B", "B=[BH1]", "F=[FS1]+[OT1]")
    does(state, "P1", "swap B1 P2.F1")
    assert (lies(state, "P1"), lies(state, "P2")) == ("F=[FS1]", "T=[OT1] B=[BH1]")


def test_a_swap_of_two_cards_of_one_god_keeps_thors_cards_under_the_new_one() -> None:
    """R9.6e: at no moment is the stack without a face-up card."""
    state = table("B", "B=[BH1] F=[FB1]", "F=[FS1]+[OT1]", doubling="P2.F")
    does(state, "P1", "swap F1 P2.F1")
    assert (lies(state, "P1"), lies(state, "P2")) == ("F=[FS1] B=[BH1]", "F=[FB1]+[OT1]")
    assert doubled(state) == "P2.F"


def test_heimdall_scores_the_last_face_up_card_and_the_thor_cards_return() -> None:
    state = table("H", "T=[TF1] H=[BH1]+[OT1 OT2]", "F=[FB1]")
    does(state, "P1", "score H1")
    assert (lies(state, "P1"), state.points) == ("T=[TF1 OT1 OT2]", [1, 0])


def test_heimdall_may_score_what_thor_hid_and_it_counts_no_more_for_either() -> None:
    state = table("H", "L=[LB1] H=[BH1]+[OT1 OT2]", "F=[FB1]")
    told = does(state, "P1", "score H~2")
    assert (lies(state, "P1"), [attention(state, 0, NUMBER[god]) for god in "TH"]) == ("L=[LB1] H=[BH1]+[OT2]", [0, 2])
    assert getattr(told[0].seen_by(1), "card", "?") is None


def test_thor_puts_a_second_block_beneath_the_first() -> None:
    state = table("T", "T=[OT1 TB1] L=[LB1]+[TF1]", "F=[FB1]")
    does(state, "P1", "move L")
    assert lies(state, "P1") == "L=[LB1]+[OT1 TB1 TF1]"


def test_thor_with_a_stack_of_his_own_alone_is_void_and_as_a_goal_leaves_the_goal_alone() -> None:
    state = start({"players": 2, "round": 1, "stage": "awaken", "goals": NO_GOALS,
                   "stacks": {"P1": "T=[OT1]", "P2": "F=[FB1]"}})  # fmt: skip
    assert isinstance(wake(state.copy(), "T")[1], WillVoid)
    state = table("T", "T=[OT1]", "F=[FB1]", goals="T / - - / - - -")
    assert refusal(state, 0, "move F") == "E_THOR_TARGET"
    does(state, "P1", "goal 0")
    assert (lies(state, "P1"), state.points) == ("T=[OT1]", [0, 0])


def test_bragi_gives_away_the_last_card_above_thors_which_return_to_the_giver() -> None:
    """R9.6e, R10.1: on his side too."""
    state = table("B", "B=[BH1] F=[FB1]+[OT1]", "L=[LS1]")
    assert refusal(state, 0, "swap F~1 P2.L1") == "E_FACE_DOWN"
    does(state, "P1", "swap F1 P2.L1")
    assert (lies(state, "P1"), lies(state, "P2")) == ("T=[OT1] L=[LS1] B=[BH1]", "F=[FB1]")


@pytest.mark.parametrize("god", ["L", "B"])
def test_a_will_that_needs_a_card_of_others_is_void_only_where_none_of_them_has_one(god: str) -> None:
    """R9.4d, R9.6f."""
    own = "L=[LB1 LH1] B=[BH1]"
    for others, void in ((("", ""), True), (("", "S=[FS1]"), False), (("S=[FS1]", ""), False)):
        named = {"P1": own, "P2": others[0], "P3": others[1]}
        state = start({"players": 3, "round": 1, "stage": "awaken", "goals": NO_GOALS, "stacks": named})
        told = wake(state, god)
        assert ((0, god) in [(one.seat, one.god) for one in told if isinstance(one, WillVoid)]) == void, others


def test_no_card_is_drawn_from_an_empty_deck_and_a_goal_is_all_that_is_left() -> None:
    """R7.7, R9.5d."""
    state = table("S", "S=[TS1]", "F=[FB1]", goals="S / - - / - - -")
    assert refusal(state, 0, "draw") == "E_DECK_EMPTY"
    does(state, "P1", "goal 0")
    assert (lies(state, "P1"), state.points) == ("S=[TS1]", [0, 0])


# --- The Doubling card ---------------


def test_a_doubled_stack_wins_its_own_god_and_a_dispute_about_another() -> None:
    """R7.6."""
    state = table("F", "F=[FS1 FL1] O=[OB1]", "F=[FB1] O=[OL1]")
    does(state, "P1", "double O")
    assert favoured(state, "O") == (0, "")
    state = table("F", "L=[LB1] F=[FS1 FL1] S=[OS1]", "L=[LH1] S=[FS2]")
    does(state, "P1", "double S")
    assert favoured(state, "L") == (0, "OTF")


def test_the_doubling_card_stays_where_cards_come_and_go_and_leaves_with_the_last() -> None:
    """R9.3b, R10.3: Loki turns one of two; then the other."""
    state = table("L", "L=[LB1 LH1]", "S=[TS1 FS1]", doubling="P2.S")
    does(state, "P1", "turn P2.S2")
    assert (doubled(state), attention(state, 1, NUMBER["S"])) == ("P2.S", 2)
    wake(state, "L")
    does(state, "P1", "turn P2.S1")
    assert (doubled(state), lies(state, "P2")) == ("centre", "T=[TS1] F=[FS1]")


def test_a_goal_scores_no_more_than_lies_there_however_doubled() -> None:
    state = table("S", "S=[TS1]", "F=[FB1]", goals="- / - - / T O S", round=3, doubling="P1.S")
    assert refusal(state, 0, "goal 2") == "E_NO_CARD"
    does(state, "P1", "goal 1")
    assert (state.points, doubled(state), lies(state, "P1")) == ([1, 0], "centre", "")


# --- Favour ---------------


def test_who_dropped_out_of_a_dispute_does_not_come_back_with_a_later_god() -> None:
    """R7.4: P3 has most Thor cards and too few of Odin's; between P1 and P2 Thor decides."""
    state = table("H", "O=[OB1] H=[BH1]", "O=[OL1] T=[TF1] H=[SH1]", "T=[TS1 TB1 TH1] H=[LH1]")
    assert favoured(state, "H") == (1, "OT")


def test_thors_hidden_cards_decide_a_dispute_for_the_god_they_lie_under() -> None:
    state = table("H", "L=[LB1]+[OT1] H=[BH1]", "T=[TF1] L=[LS1] H=[SH1]")
    assert favoured(state, "H") == (1, "OT")
    state = table("H", "L=[LB1]+[OT1] H=[BH1]", "F=[FB1] L=[LS1] H=[SH1]")
    assert favoured(state, "H") == (1, "OTF")
    state = table("H", "L=[LB1]+[OT1] H=[BH1]", "S=[FS1] L=[LS1] H=[SH1]")
    assert favoured(state, "H") == (0, "OTFL")


def test_two_who_are_level_in_all_seven_leave_it_to_no_third() -> None:
    """R7.5: the third has the god too, but fewer."""
    state = table("B", "B=[OB1 TB1]", "B=[OB2 TB2]", "B=[FB1] O=[OL1]")
    assert favoured(state, "B") == (None, "OTFLSBH")


def test_only_the_goals_of_this_rounds_column_let_one_choose() -> None:
    """R7.8: Sif is the open goal of another column; her will must be done."""
    state = table("B", "B=[OB1]", "F=[FS1]", goals="S / B L / T F H")
    assert refusal(state, 0, "goal 1") == "E_NO_GOAL"
    state = table("B", "B=[OB1]", "F=[FS1]", goals="S / B L / T F H", round=2)
    does(state, "P1", "goal 1")
    assert state.points == [1, 0]


# --- Cards that come in the middle ---------------


@pytest.mark.parametrize("up, won", [("B", (0, "O")), ("S", (1, ""))])
def test_a_card_that_sif_brings_counts_for_the_bragi_of_the_same_round(up: str, won: tuple[int, str]) -> None:
    """R9.5c."""
    state = table("S", "O=[OF1] S=[FS1 LS1] B=[OB1]", "B=[BH1 TB1] F=[FH1]", deck="SB1 OH1")
    for line in ("draw", f"up {up}"):
        does(state, "P1", line)
    assert favoured(state, "B") == won


def test_a_card_that_odin_turns_counts_for_the_god_that_awakens_next() -> None:
    state = table("O", "O=[OT1 OT2] F=[FS1]", "T=[TB1] L=[LB1]")
    assert favoured(state, "T") == (1, "")
    does(state, "P1", "turn O")
    assert lies(state, "P1") == "O=[OT1] T=[OT2] F=[FS1]"
    assert favoured(state, "T") == (0, "O")


def test_loki_turns_a_covered_card_which_all_see_then_and_it_lies_on_top() -> None:
    state = table("L", "L=[LB1 LH1]", "F=[OF1] S=[OS1 FS1]")
    assert display(RULES.view(state, 0), 1) == "F=[OF1] S=[S? FS1]"
    does(state, "P1", "turn P2.S2")
    assert display(RULES.view(state, 0), 1) == "O=[OS1] F=[OF1] S=[FS1]"


# --- The tally ---------------


def test_what_the_tally_scores_is_missing_for_the_next_god_and_its_thor_cards_return_for_none_before() -> None:
    """R12.2, R12.3: Odin has been counted; Thor comes next and has them again."""
    state = table("O", "O=[OB1]+[OT1 TB1]", "T=[TF1]", stage="tally", round=3)
    assert favoured(state, "T") == (1, "")
    does(state, "P1", "score O1")
    assert (lies(state, "P1"), favoured(state, "T"), state.points) == ("T=[OT1 TB1]", (0, ""), [1, 0])


def test_in_the_tally_a_goal_is_nothing_and_a_hidden_card_scores_as_well() -> None:
    state = table("L", "L=[LB1]+[OT1]", "T=[TF1]", stage="tally", round=3, goals="- / - - / L O B")
    assert refusal(state, 0, "goal 1") == "E_WRONG_STAGE"
    assert refusal(state, 0, "score L1 L~1") == "E_TALLY_ONE"
    does(state, "P1", "score L~1")
    assert (lies(state, "P1"), state.points) == ("L=[LB1]", [1, 0])


# --- The end (R13) ---------------


@pytest.mark.parametrize("points, stacks, winners, cause", [
    ((3, 2), ("", "O=[OB1]"), (0,), "points"),
    ((2, 3), ("O=[OB1]", ""), (1,), "points"),
    ((2, 2), ("O=[OB1]", "F=[FB1 FS1]"), (0,), "tie_break"),  # one of Odin's before any number of Freya's
    ((2, 2), ("H=[BH1]", "H=[LH1 FH1]"), (1,), "tie_break"),  # the last comparison
    ((2, 2), ("L=[LB1]+[OT1]", "L=[LS1] T=[TF1]"), (1,), "tie_break"),  # what Thor hid is not Thor's
    ((2, 2), ("L=[LB1]+[OT1]", "L=[LS1]"), (0,), "tie_break"),
    ((2, 2), ("O=[OB1]", "O=[OL1]"), (0, 1), "shared"),
    ((0, 0), ("", ""), (0, 1), "shared"),
    ((2, 2, 3), ("O=[OB1]", "", ""), (2,), "points"),
    ((2, 2, 1), ("T=[TF1]", "T=[TS1]", "O=[OB1]"), (0, 1), "shared"),  # P3's card of Odin parts nobody
    ((2, 2, 2), ("O=[OB1] B=[BH1]", "O=[OL1] S=[LS1]", "T=[TF1 TB1] S=[FS1 TS1]"), (1,), "tie_break"),
    ((2, 2, 2), ("O=[OB1]", "O=[OL1]", "T=[TF1]"), (0, 1), "shared"),
])  # fmt: skip
def test_who_wins_by_points_then_by_the_gods_in_their_order_or_shares(
    points: tuple[int, ...], stacks: tuple[str, ...], winners: tuple[int, ...], cause: str
) -> None:
    named = {f"P{number}": text for number, text in enumerate(stacks, 1)}
    state = start({"players": len(stacks), "round": 3, "stage": "tally", "goals": NO_GOALS, "stacks": named})
    state.points = list(points)
    assert RULES.result(state) is None
    state.stage = "over"
    result = RULES.result(state)
    assert result is not None
    assert (result.winners, result.causes, result.scores) == (winners, (cause,), points)
