"""What is left to do, as data: frames in order, waves of questions, answers that may be taken back."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from pydantic import TypeAdapter

from engine.core.chance import SeededChance
from engine.core.components.copies import copier
from engine.core.flow import Answers, Flow, Frame, Play, Steps, Wave, answered, step
from engine.core.moves import IllegalMove, Move
from engine.core.questions import Asks


class Say(Move):
    kind: str = "say"
    word: str


@dataclass(slots=True)
class Table:
    heard: list[str] = field(default_factory=list)
    flow: Flow[Say] = field(default_factory=Flow[Say])

    def copy(self) -> Table:
        return _copy(self)


_copy = copier(Table)


@step
def note(play: Play[Table], word: str, times: int = 1) -> None:
    play.state.heard += [word] * times


@step
def inner(play: Play[Table]) -> None:
    play.then(note("inner 1"), note(word="inner 2"))


@step
def round_of_words(play: Play[Table], seats: int) -> None:
    play.ask("say", range(seats), heard(after="round"), sealed=True)


@answered
def heard(play: Play[Table], answers: Answers, after: str) -> None:
    play.state.heard += [f"{seat}:{move.word}" for seat, move in answers.items()]
    play.then(note(after))


STEPS: Steps[Play[Table]] = Steps((note, inner, round_of_words, heard))


def playing(*frames: Frame) -> Play[Table]:
    play = Play(Table(), SeededChance(b"x"))
    play.then(*frames)
    STEPS.run(play)
    return play


def say(play: Play[Table], seat: int, word: str) -> None:
    play.state.flow.answer(seat, Say(word=word))
    STEPS.run(play)


def test_frames_are_carried_out_in_the_order_in_which_they_were_named_inner_ones_first() -> None:
    assert playing(note("first"), inner(), note("last", times=2)).state.heard == [
        "first", "inner 1", "inner 2", "last", "last",
    ]  # fmt: skip


def test_a_frame_names_all_its_arguments_and_wrong_ones_are_refused_where_it_is_made() -> None:
    assert note("word") == note(word="word") == Frame("note", {"word": "word", "times": 1})
    with pytest.raises(TypeError):
        note("word", 2, 3)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        note(times=2)  # type: ignore[call-arg]


def test_a_wave_goes_on_when_its_last_answer_is_in_with_the_answers_in_the_order_of_asking() -> None:
    play = playing(round_of_words(seats=3), note("end"))
    say(play, 2, "c")
    say(play, 0, "a")
    assert play.state.heard == []
    say(play, 1, "b")
    assert play.state.heard == ["0:a", "1:b", "2:c", "round", "end"]


def test_a_sealed_answer_may_be_replaced_and_withdrawn_whoever_else_has_answered() -> None:
    play = playing(round_of_words(seats=2))
    say(play, 0, "old")
    say(play, 0, "new")
    play.state.flow.withdraw(0)
    with pytest.raises(IllegalMove, match="E_NO_ANSWER"):
        play.state.flow.withdraw(0)
    say(play, 1, "b")
    play.state.flow.withdraw(1)
    say(play, 1, "c")
    say(play, 0, "a")
    assert play.state.heard == ["0:a", "1:c", "round"]


def test_an_answer_behind_a_veil_is_final_and_reads_as_if_nobody_had_been_asked() -> None:
    flow = Flow[Say]()
    flow.ask("say", (0, 1), note("x"), sealed=True, veil="battle")
    flow.answer(0, Say(word="a"))
    with pytest.raises(IllegalMove, match="E_NOT_YOUR_TURN"):
        flow.answer(0, Say(word="b"))
    with pytest.raises(IllegalMove, match="E_NOT_YOUR_TURN"):
        flow.withdraw(0)


def test_who_is_not_asked_cannot_answer() -> None:
    play = playing(round_of_words(seats=2))
    with pytest.raises(IllegalMove, match="E_NOT_YOUR_TURN"):
        say(play, 2, "x")
    with pytest.raises(IllegalMove, match="E_NOT_YOUR_TURN"):
        Flow[Say]().answer(0, Say(word="x"))


def test_a_wave_of_nobody_goes_on_at_once() -> None:
    assert playing(round_of_words(seats=0), note("end")).state.heard == ["round", "end"]


def test_two_waves_are_never_open_at_once() -> None:
    flow = Flow[Say]()
    flow.ask("say", (0,), note("x"))
    with pytest.raises(ValueError, match="say is asked while say is open"):
        flow.ask("say", (1,), note("x"))


def test_what_waits_can_be_dropped_by_name_or_up_to_a_step() -> None:
    flow = Flow[Say]()
    flow.then(note("a"), inner(), note("b"), round_of_words(seats=1))
    flow.drop("note")
    assert [frame.step for frame in flow.frames] == ["round_of_words", "inner"]
    flow.drop_to("round_of_words")
    assert [frame.step for frame in flow.frames] == ["round_of_words"]
    flow.drop_to("nothing of this name")
    assert flow.frames == []


def test_a_state_in_the_middle_of_a_wave_survives_storage_and_its_copy_is_independent() -> None:
    play = playing(round_of_words(seats=2), note("end"))
    say(play, 0, "a")
    adapter = TypeAdapter(Table)
    stored = adapter.validate_json(adapter.dump_json(play.state))
    assert stored == play.state
    copy = play.state.copy()
    say(play, 1, "b")
    assert copy == stored
    again = Play(stored, SeededChance(b"x"))
    say(again, 1, "b")
    assert again.state == play.state


def test_two_steps_of_one_name_are_refused_for_a_frame_could_mean_either() -> None:
    @step
    def note(play: Play[Table]) -> None: ...

    with pytest.raises(ValueError, match="two steps are called note"):
        Steps((STEPS_NOTE, note))


def test_a_step_or_a_question_that_is_not_in_the_list_of_the_rules_is_named() -> None:
    """It is found at play, far from the list in which it was forgotten."""
    play = Play(Table(flow=Flow([inner()])), SeededChance(b"x"))
    with pytest.raises(
        LookupError, match="'inner' is not in the list `steps` of the rules, which has lift, note, veil"
    ):
        Steps((STEPS_NOTE,)).run(play)

    class Rules(Asks[Table, Say]):
        questions = ()

        def wave(self, state: Table) -> Wave[Say] | None:
            return state.flow.wave

    play.state.flow.ask("word", (0,), note("a"))
    with pytest.raises(LookupError, match="'word' is not in the list `questions` of the rules"):
        Rules().asked(play.state, 0)


STEPS_NOTE = note
