"""A law that finds nothing wrong says nothing: a slip in a small game, and the law that is to find it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest
from django.template import TemplateDoesNotExist
from pydantic import TypeAdapter, ValidationError

from engine.core.board import BLOCK, Block, Drawing, Part
from engine.core.chance import Chance
from engine.core.contract import Game, Result
from engine.core.flow import Asked, Play, Steps, Wave, step
from engine.core.menu import Lines, Menu, lines_of
from engine.core.moves import Move, Seat
from engine.table import registry
from tests.games import laws
from tests.games.cases import Case, walk
from tests.games.laws import answers, board, sayings, veils
from tests.toys import skirmish, toy
from tests.toys.skirmish import Skirmish
from tests.toys.skirmish import steps as played
from tests.toys.skirmish.questions import Attacking, Card, Keeping, Late, Shield
from tests.toys.skirmish.table import AnyMove, Attack, Battlefield
from tests.toys.skirmish.words import SkirmishWords

ROOT = Path(__file__).resolve().parents[3]
ALL = (played.attacked, played.cards, played.turned, played.speak, played.tide_falls, played.shield, played.shielded)
OTHERS = (Card(), Keeping(), Shield(), Late())
Law = Callable[[Case], None]


class Early(Skirmish):
    """Says who has won before it is over."""

    def result(self, state: Battlefield) -> Result | None:
        return Result((0,), ("glory",), (0,) * len(state.hands))


class Short(Skirmish):
    """Cannot read all of its moves back."""

    moves: TypeAdapter[Any] = TypeAdapter(Attack)


class Anybody(Attacking):
    """Takes more than its menu has."""

    def check(self, state: Battlefield, asked: Asked[AnyMove], move: Attack) -> None:
        pass


class Lax(Skirmish):
    questions = (Anybody(), *OTHERS)


class IfTide(Attacking):
    """Passed over where a hand, which nobody else sees, has no tide."""

    def forced(self, state: Battlefield, asked: Asked[AnyMove]) -> Move | None:
        return None if 0 in state.hands[asked.seat] else self.menu(state, asked).first()


class Telling(Skirmish):
    questions = (IfTide(), *OTHERS)


class Nobody(Attacking):
    def menu(self, state: Battlefield, asked: Asked[AnyMove]) -> Menu:
        return Lines(())


class Unanswerable(Skirmish):
    questions = (Nobody(), *OTHERS)


class Oneself(Attacking):
    def menu(self, state: Battlefield, asked: Asked[AnyMove]) -> Menu:
        return Lines(lines_of([Attack(clan=asked.seat)]))


class Refusing(Skirmish):
    questions = (Oneself(), *OTHERS)


class Peeking(Skirmish):
    """Deals nothing again."""

    def redeal(self, state: Battlefield, viewer: Seat | None, chance: Chance) -> Battlefield:
        return state.copy()


class Crowded(Skirmish):
    seats = range(3, 8)


class Leaking(Skirmish):
    """Shows the strength of all hands."""

    def view(self, state: Battlefield, viewer: Seat | None) -> Any:
        return replace(super().view(state, viewer), sizes=tuple(map(sum, state.hands)))


@step
def battle(play: Play[Battlefield]) -> None:
    """Asks as the true step does, and says with it what the hand is worth."""
    played.battle.run(play)
    flow = play.state.flow
    if flow.wave is not None:
        (one,) = flow.wave.asked
        flow.wave = Wave("attack", (Asked(one.seat, {"strength": sum(play.state.hands[one.seat])}),), flow.wave.then)


class Asking(Skirmish):
    steps: Steps[Any] = Steps((battle, *ALL, played.late, played.added, played.compare))


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Holds a game to a law, in a few of its games, which nobody has looked at before."""

    def hold(law: Law, game: Game[Any], **more: Any) -> None:
        game = replace(game)
        monkeypatch.setattr(registry, "games", lambda: {game.key: game})
        for seed in range(12):
            law(Case(game, 3, seed, **more))

    return hold


@pytest.mark.parametrize(
    "law, rules, says",
    [
        (laws.ends_with_a_result, Early, "it is over, and asks on"),
        (answers.what_is_accepted_is_on_the_menu, Lax, "attack"),
        (answers.who_has_but_one_answer_tells_nothing, Telling, "tells something of seat"),
        (laws.ends_with_a_result, Unanswerable, "a question that nothing answers"),
        (laws.ends_with_a_result, Refusing, "is offered, and refused: E_CLAN"),
        (laws.what_a_viewer_cannot_know_is_dealt_again, Peeking, "seen is never dealt again"),
        (board.every_board_is_drawn_and_its_texts_fit, Crowded, "marks for 6 seats"),
        (laws.a_redeal_looks_the_same_to_its_viewer, Leaking, "sizes"),
        (veils.what_others_hold_does_not_show_as_they_move, Asking, "a question alone tells"),
    ],
)
def test_a_slip_in_the_rules_is_found_and_named(
    law: Law, rules: type[Skirmish], says: str, found: Callable[..., None]
) -> None:
    faulty = replace(skirmish.game, versions={1: rules()})
    found(law, skirmish.game)
    with pytest.raises(AssertionError, match=says):
        found(law, faulty)


def test_a_move_that_no_log_could_give_back_is_found(found: Callable[..., None]) -> None:
    with pytest.raises(ValidationError):
        found(answers.what_a_log_keeps_comes_back, replace(skirmish.game, versions={1: Short()}))


def test_a_copy_that_shares_something_with_its_state_is_found(
    found: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = Battlefield.copy

    def sharing(state: Battlefield) -> Battlefield:
        new = copy(state)
        new.fighting, new.hands = state.fighting, state.hands
        return new

    found(laws.a_state_is_plain_data, skirmish.game)
    monkeypatch.setattr(Battlefield, "copy", sharing)
    with pytest.raises(AssertionError, match="a move on a copy"):
        found(laws.a_state_is_plain_data, skirmish.game)


def test_a_refusal_without_a_sentence_is_found(found: Callable[..., None]) -> None:
    class Silent(SkirmishWords):
        refusals: ClassVar[Mapping[str, Any]] = {}

    with pytest.raises(AssertionError, match="E_"):
        found(answers.a_refusal_says_why, replace(skirmish.game, words=Silent))


def test_a_sentence_that_a_language_lacks_is_found(found: Callable[..., None]) -> None:
    """A game that has no other language at all lacks none."""

    class Half(SkirmishWords):
        def stage(self, view: Any) -> str:
            return "битва идёт" if self.language == "ru" else super().stage(view)

    found(sayings.a_language_is_spoken_throughout, skirmish.game)
    with pytest.raises(AssertionError, match="no translation: "):
        found(sayings.a_language_is_spoken_throughout, replace(skirmish.game, words=Half))


def test_a_board_that_cannot_be_drawn_or_does_not_fit_is_found(found: Callable[..., None]) -> None:
    def held(*blocks: Block) -> None:
        drawing = Drawing("", blocks)
        found(board.every_board_is_drawn_and_its_texts_fit, replace(skirmish.game, draw=lambda *_: drawing))

    heading = {"title": "Fine", "note": "", "wanted": False}
    held(Block(58, (Part("heading", 0, 0, BLOCK, 58, heading),)))
    with pytest.raises(AssertionError, match="nothing is drawn"):
        held()
    with pytest.raises(TemplateDoesNotExist):
        held(Block(58, (Part("haeding", 0, 0, BLOCK, 58, heading),)))
    with pytest.raises(AssertionError, match="leaves the box"):
        held(Block(58, (Part("heading", 0, 0, 30, 58, heading),)))


@pytest.mark.parametrize(
    "data, says",
    [
        ({"symbol": "seat-a"}, ""),
        ({"mark": "a"}, ""),
        ({"each": [{"symbol": "sk-hero-b-red"}]}, "{'b'}"),
        ({"symbol": "seat-c"}, "{'c'}"),
        ({"mark": "b"}, "{'b'}"),
    ],
)
@pytest.mark.parametrize("whole", [True, False])
def test_a_seat_in_the_colour_of_another_one_is_found(
    data: dict[str, Any], says: str, whole: bool, found: Callable[..., None]
) -> None:
    marks = {"seat": 0}
    drawing = Drawing(
        "", (Block(9, (Part("any", 0, 0, 9, 9, data, "", {} if whole else marks),), 0, marks if whole else {}),)
    )
    game = replace(skirmish.game, draw=lambda *_: drawing)
    if not says:
        found(board.every_seat_is_drawn_in_its_own_mark, game)
        return
    with pytest.raises(AssertionError, match=f"any of seat 0 is drawn as {says}"):
        found(board.every_seat_is_drawn_in_its_own_mark, game)


def test_positions_are_drawn_and_not_counted_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three lay a card each round: each third position would always be the first of a round."""
    monkeypatch.setattr(registry, "games", lambda: {"highest_card": toy.game})
    laid = {
        sum(card is not None for card in position.state.laid)
        for seed in range(4)
        for position in walk(Case(toy.game, 3, seed), every=3)
    }
    assert laid == {0, 1, 2}


def test_a_broken_law_shows_what_was_compared_to_whoever_tests_a_package(tmp_path: Path) -> None:
    """Its tests stand elsewhere, where nothing of this tree's own set-up is read."""
    (tmp_path / "test_one.py").write_text(
        "from tests.games.cases import whole\n\ndef test_one():\n    whole('E_CODE')\n", encoding="utf-8"
    )
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-c", "pyproject.toml", "--rootdir", ".", "-p", "no:cacheprovider",
         str(tmp_path)], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert "assert not <re.Match" in done.stdout
