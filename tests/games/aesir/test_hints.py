"""What a player is told about a line that was nearly right, or came too late."""

from __future__ import annotations

import pytest

from engine.core.contract import Order
from engine.core.grammar.text import fold
from engine.core.moves import IllegalMove
from engine.games.aesir.data import NUMBER
from engine.games.aesir.orders.plans import AesirPlanner, FavourPlan, TallyPlan
from engine.games.aesir.state import State
from engine.games.aesir.words.status import AesirWords
from tests.games.aesir.playing import NOTATION, desk, say
from tests.games.aesir.test_notation import awake


def told(state: State, seat: int, text: str, language: str = "en") -> str:
    """The sentence with which a line is refused."""
    try:
        say(state.copy(), seat, text)
    except IllegalMove as why:
        return AesirWords(language, ("Erik", "Mark", "Anna")).refusal(why.code, why.where)
    raise AssertionError(f"accepted: {text}")


def read(state: State, seat: int, text: str) -> Order:
    return NOTATION.read([fold(text)], desk(state, seat))


@pytest.mark.parametrize(
    "text, sentence",
    [
        ("goal 3", "The stack of Loki of Erik has no card L3."),  # one card face up, one face down
        ("goal L~2", "The stack of Loki of Erik has no card L~2."),
        ("goal L2", "The stack of Loki of Erik has no card L2."),
    ],
)
def test_a_missing_card_is_called_as_it_was_written(text: str, sentence: str) -> None:
    state = awake("L", goals="- / - - / O S L", rounds=3)
    state.up[0][NUMBER["L"]].pop(0)
    state.down[0][NUMBER["L"]].pop(0)
    state.counts[0][NUMBER["L"]] -= 2
    assert told(state, 0, text) == sentence


def test_a_missing_card_of_an_opponent_is_called_as_it_was_written() -> None:
    assert told(awake("L"), 0, "turn P2.S3") == "The stack of Sif of Mark has no card S3."


@pytest.mark.parametrize(
    "god, seat, text, sentence",
    [
        ("F", 0, "double F1", "A stack is named by its letter alone, without a number: F."),
        ("T", 0, "move L1", "A stack is named by its letter alone, without a number: L."),
        ("L", 0, "turn P2.S", "The number of the card is missing behind its stack, 1 is on top: P2.S1."),
        ("L", 0, "turn S1", "A card of an opponent is needed here, for example P2.S1."),
    ],
)
def test_a_line_that_is_nearly_right_gets_a_hint(god: str, seat: int, text: str, sentence: str) -> None:
    assert told(awake(god), seat, text) == sentence


def test_the_example_of_an_opponents_card_is_none_of_the_readers_own() -> None:
    state = awake("L")
    state.favoured = 1
    assert told(state, 1, "turn S1") == "A card of an opponent is needed here, for example P3.S1."
    assert told(state, 1, "turn S1", "ru") == "Здесь нужна карта соперника, например И3.С1."


def test_a_full_stop_behind_a_number_is_no_fault() -> None:
    assert read(awake("H"), 0, "score H1.").moves == read(awake("H"), 0, "score H1").moves


def test_draw_after_the_card_was_drawn_unasked_changes_nothing() -> None:
    state = awake("S")
    say(state, 0, "draw")
    before = state.copy()
    assert read(state, 0, "draw") == Order(1)
    assert state == before
    say(state, 0, "up O")


@pytest.mark.parametrize("god", ["O", "T"])
def test_an_order_for_a_god_who_has_been_awake_is_refused(god: str) -> None:
    state = awake("F")
    name = {"O": "Odin", "T": "Thor"}[god]
    sentence = f"The favour of {name} is settled in this round; the next round takes such an order."
    assert told(state, 0, f"if {god}: goal 0") == sentence
    assert read(state, 0, "if L: turn P2.S1").plans


def test_in_the_last_round_no_next_one_is_promised() -> None:
    state = awake("F")
    state.round = 3
    assert told(state, 0, "if O: turn L") == "The favour of Odin is settled in this round, which is the last one."


def test_an_order_for_a_god_whom_the_tally_has_passed_is_refused_and_not_shown_as_in_force() -> None:
    """It could not fire any more, and was filed."""
    state = awake("F")
    state.round, state.stage, state.limit = 3, "tally", 0
    sentence = "The tally of Odin is over, or the favour in it is another's."
    assert told(state, 0, "tally O: keep") == sentence
    assert read(state, 0, "tally F: keep").plans
    assert read(state, 1, "tally L: keep").plans
    with pytest.raises(IllegalMove, match="E_TOO_LATE"):
        read(state, 1, "tally F: keep")
    plans = tuple(TallyPlan.model_validate({"god": god, "orders": ("keep",)}) for god in "OL*")
    assert AesirPlanner().in_force(plans, desk(state, 0)) == plans[1:]


def test_an_order_for_the_god_awake_now_is_only_for_who_has_its_favour() -> None:
    state = awake("F")
    assert read(state, 0, "if F: double H").plans
    with pytest.raises(IllegalMove, match="E_TOO_LATE"):
        read(state, 1, "if F: double H")


def test_an_order_that_can_no_longer_fire_is_not_shown_as_in_force() -> None:
    plan = FavourPlan.model_validate({"round": 1, "god": "O", "orders": ("turn L",)})
    later = FavourPlan.model_validate({"round": 1, "god": "B", "orders": ("swap O1 P2.S1",)})
    assert AesirPlanner().in_force((plan, later), desk(awake("F"), 0)) == (later,)
