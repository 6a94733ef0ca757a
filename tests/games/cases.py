"""One game to be played at random, and its positions: what the laws look at."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import islice
from typing import Any

from engine.core.chance import SeededChance
from engine.core.contract import Desk, Game, Rules
from engine.core.decisions import Decision, told_of
from engine.core.menu import Menu
from engine.core.moves import IllegalMove, Move, Seat
from engine.table.events import GameOpened
from engine.table.session import Session
from engine.table.table import Table

LANGUAGES = ("en", "ru")
MOST_MOVES = 5000  # far above any game's length
KEPT = 12  # games of either kind: the laws look one after another at the same few


@dataclass(slots=True)
class Case:
    """One game to be played at random."""

    game: Game[Any]
    seats: int
    seed: int
    options: dict[str, Any] = field(default_factory=dict)
    missing: Callable[[Any], list[Any]] = lambda state: []  # components that have got lost or doubled
    finer: frozenset[str] = frozenset()  # questions whose orders may say more than any line of the menu
    hides: bool = True  # False: all see all, and what their views have of their own is no secret
    colour: Callable[[Any, Seat], Seat] = lambda state, seat: seat  # whose it plays, in a team
    answer: Callable[[Menu, random.Random], Move] = lambda menu, rng: menu.random(rng)  # how it is played at random

    @property
    def rules(self) -> Rules[Any]:
        return self.game.rules

    def table(self) -> Table:
        opened = GameOpened(
            game=self.game.key, rules=self.rules.version, options=self.options, seats=self.seats, commitment=""
        )
        return Table.opened(opened)

    def session(self) -> Session:
        found = Session(self.table(), SeededChance(self.seed.to_bytes(8, "big")))
        found.start()
        return found


@dataclass(slots=True)
class Position:
    """A table in the middle of a random game, and the move that is made next."""

    table: Table
    decision: Decision
    move: Move

    @property
    def state(self) -> Any:
        return self.table.state

    def desk(self, seat: Seat) -> Desk:
        return self.table.desk(seat, names(len(self.table.standing)))


def names(seats: int) -> tuple[str, ...]:
    return ("Anna", "Boris", "Carl", "Dora", "Egil", "Freydis", "Gunnar", "Hild")[:seats]


@dataclass(frozen=True, slots=True)
class _Same:
    """A case by all that its random games depend on."""

    case: Case = field(compare=False)
    known: tuple[object, ...]

    @classmethod
    def of(cls, case: Case) -> _Same:
        return cls(case, (id(case.game), case.seats, case.seed, repr(case.options), case.answer))


def walk(case: Case, every: int = 1) -> Iterator[Position]:
    """Every position of a random game (or one of `every`), in order, each a copy of its own.

    Which ones is drawn: of each third position, a game with two bids and a choice a round would show bids alone.
    """
    lot = random.Random(f"{case.seed} {every}")
    for number, position in enumerate(_walked(_Same.of(case))):
        if lot.randrange(every) == 0 or number == 0:
            yield replace(position, table=position.table.copy())


@lru_cache(KEPT)
def _walked(same: _Same) -> list[Position]:
    case, found = same.case, list[Position]()
    session, rng = case.session(), random.Random(case.seed)
    table = session.table
    for _ in range(MOST_MOVES):
        asked = table.pending()
        if not asked:
            return found
        decision = rng.choice(asked)
        move = table.rules.forced(table.state, decision) or answer(case, table, decision, rng)
        found.append(Position(table.copy(), decision, move))
        made(session, decision, move)
    raise AssertionError(f"{case.game.key} goes on after {MOST_MOVES} moves")


def answer(case: Case, table: Table, decision: Decision, rng: random.Random) -> Move:
    """Any answer of the menu."""
    menu = table.rules.menu(table.state, decision)
    assert next(menu.leaves(), None) is not None, f"a question that nothing answers: {decision}"
    return case.answer(menu, rng)


def made(session: Session, decision: Decision, move: Move) -> None:
    """Make a move that was offered."""
    try:
        session.move(decision.seat, move)
    except IllegalMove as why:
        raise AssertionError(f"{move!r} is offered, and refused: {why}. {decision}") from why


def played(case: Case) -> Session:
    """A whole random game, with a table of its own."""
    found = _played(_Same.of(case))
    return replace(found, table=found.table.copy(), made=list(found.made))


@lru_cache(KEPT)
def _played(same: _Same) -> Session:
    case = same.case
    session, rng = case.session(), random.Random(case.seed)
    table = session.table
    for _ in range(MOST_MOVES):
        asked = table.pending()
        if not asked:
            return session
        decision = rng.choice(asked)
        made(session, decision, answer(case, table, decision, rng))
        session.settle()
    raise AssertionError(f"{case.game.key} goes on after {MOST_MOVES} moves")


def open_questions(rules: Rules[Any], state: Any, viewer: Seat | None) -> list[Any]:
    """All that a viewer is shown of the open questions."""
    found: list[Any] = []
    for decision in told_of(rules.decisions(state), (viewer,)):
        if decision.seat == viewer:
            leaves = islice(rules.menu(state, decision).leaves(), 40)
            said = [(path, option.what, option.group, move) for path, option, move in leaves]
            found.append((decision, said, rules.forced(state, decision), rules.default(state, decision)))
        else:
            found.append(decision)
    return found


def refusal(case: Case, state: Any, seat: Seat, move: Move) -> tuple[str, Any] | None:
    """The refusal of a move that hides behind nothing that chance or a reveal brings: only what the check says."""
    try:
        case.rules.apply(state.copy(), seat, move, SeededChance(b"probe"))
    except IllegalMove as why:
        return why.code, why.where
    return None


@cache
def whole(text: str) -> str:
    """`text`, with nothing left in braces and no code of ours: whoever plays knows words, and orders stand apart."""
    assert not re.search(r"\{\w*\}|%\(\w+\)s|[^\W_]_[^\W_]", text), text
    return text
