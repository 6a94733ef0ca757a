"""What a game is, to the service: rules, notation, plans, words, bots.

A game package offers one `Game` under the entry-point group `asgard_pbem.games`. The service never looks inside a
state: it asks the rules who decides what, hands moves to `apply`, and shows views.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, Protocol, Self, TypeVar, runtime_checkable

from pydantic import BaseModel, TypeAdapter
from pydantic_core import PydanticCustomError
from typing_extensions import TypeVar as WithDefault  # pydantic's own; of the standard library from 3.13 on

from engine.core.board import Drawing
from engine.core.chance import Chance
from engine.core.counsel import Counsel, Proposal
from engine.core.decisions import Decision
from engine.core.happenings import Happening
from engine.core.menu import Menu, Option
from engine.core.moves import Json, Move, Plan, Seat

APART = "apart"


def apart(*options: str) -> PydanticCustomError:
    """For a validator of a game's `Options` to raise: what is chosen under these names does not go together. Who reads
    the error says so in the reader's language.
    """
    return PydanticCustomError(APART, "do not go together: {options}", {"options": ", ".join(options)})


def told_apart(error: Mapping[str, Any]) -> list[str]:
    """The names in such an error, as pydantic lists it; empty for any other."""
    return str(error["ctx"]["options"]).split(", ") if error["type"] == APART else []


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a game is, for lists and charts: public to all."""

    round: int  # from 1; 0 before the first
    stage: str  # a word of the game's own
    scores: tuple[int, ...]  # by seat; empty: nobody scores
    measures: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """What else is worth a curve, by a name of the game's own: one number a seat, or one of the whole table."""


@dataclass(frozen=True, slots=True)
class Points:
    """What a seat scored at once."""

    seat: Seat
    points: int  # below 0: lost
    source: str  # in words, and the same words for all that is added up


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended."""

    winners: tuple[Seat, ...]  # more than one: shared; none: the players lost to the game
    causes: tuple[str, ...]  # words of the game's own, all that hold: ("points",), ("wall", "door")
    scores: tuple[int, ...] | None = None  # by seat; None: nobody scores in this game


@dataclass(slots=True)
class View:
    """Exactly what one viewer may know. Each game has its own below this one."""

    viewer: Seat | None  # None: a spectator
    round: int
    stage: str
    scores: tuple[int, ...]


S = TypeVar("S", bound="Copyable")
# What viewers see: known where a game says `Game[State, Table]`, anything to whoever plays any game.
V = WithDefault("V", default=Any)
V_co = WithDefault("V_co", covariant=True, default=Any)
V_contra = WithDefault("V_contra", contravariant=True, default=Any)


class Copyable(Protocol):
    """A state: slotted dataclass of plain data, JSON-ready through pydantic's TypeAdapter."""

    def copy(self) -> Self: ...


class Rules(Protocol[S, V_co]):
    """The rules of one game in one version. Stateless; one instance serves every table."""

    key: str
    version: int
    seats: range  # that any options allow
    Options: type[BaseModel]
    State: type[S]
    moves: TypeAdapter[Any]  # the game's union of moves
    plans: TypeAdapter[Any]  # the game's union of plans

    def seats_with(self, options: BaseModel) -> range:
        """How many may sit down with these options: other numbers are refused when a table opens."""

    def pins(self, options: BaseModel) -> dict[str, str]:
        """Name -> SHA-256 (hex) of every data set that the game is played with; kept in its first event."""

    def setup(self, options: BaseModel, seats: int, chance: Chance) -> tuple[S, list[Happening]]:
        """A new game, everything up to the first decision."""

    def decisions(self, state: S) -> tuple[Decision, ...]:
        """Every open question, and those already answered that may still be replaced. Empty: the game is over."""

    def menu(self, state: S, decision: Decision) -> Menu:
        """The legal answers, in the canonical order. May depend only on what the decision's seat knows."""

    def default(self, state: S, decision: Decision) -> Move:
        """What a time-out answers; always legal."""

    def forced(self, state: S, decision: Decision) -> Move | None:
        """The one legal answer if asking would be idle, else None."""

    def apply(self, state: S, seat: Seat, move: Move, chance: Chance) -> list[Happening]:
        """Play `move` on `state` and everything that follows of itself. Raises IllegalMove and then changes nothing."""

    def view(self, state: S, viewer: Seat | None) -> V_co:
        """What the viewer may know; after the end everything. A `View`."""

    def redeal(self, state: S, viewer: Seat | None, chance: Chance) -> S:
        """A copy in which all that `viewer` cannot know is drawn again, by `chance` alone and not from how it lies."""

    def progress(self, state: S) -> Progress:
        """Round, stage and public scores."""

    def result(self, state: S) -> Result | None:
        """None while the game runs."""


@dataclass(slots=True)
class Imagined:
    """A table that might be the true one, as far as one seat knows: for bots to try things on."""

    rules: Rules[Any]
    state: Any

    def copy(self) -> Imagined:
        """Independent of this one."""
        return Imagined(self.rules, self.state.copy())

    def play(self, seat: Seat, move: Move, chance: Chance) -> None:
        """Raises IllegalMove."""
        self.rules.apply(self.state, seat, move, chance)

    def next(self) -> Decision | None:
        """The first question that is waited for; None: the game is over."""
        return next((decision for decision in self.rules.decisions(self.state) if decision.waits), None)

    def view(self, seat: Seat) -> Any:
        """What a seat would know there."""
        return self.rules.view(self.state, seat)


def _nothing(chance: Chance) -> Imagined:
    raise ValueError("this desk imagines nothing")


def _never() -> bool:
    return False


@dataclass(slots=True)
class Desk(Generic[V]):
    """What one seat has before it when it writes: its view, its own questions. Nothing else reaches reader or bot."""

    seat: Seat
    view: V  # of this seat
    decisions: tuple[Decision, ...]  # this seat's own, answered ones too
    menus: Callable[[Decision], Menu]
    everyone: tuple[Decision, ...] = ()  # all that this seat may know of, see `told_of`
    names: tuple[str, ...] = ()  # what players call each other, by seat; may be empty
    counsel: tuple[Proposal, ...] | None = None  # what stands and this seat knows of; None: the game takes none
    standing: tuple[Plan, ...] = ()  # this seat's own plans
    imagine: Callable[[Chance], Imagined] = _nothing  # a table that might be the true one
    enough: Callable[[], bool] = _never  # whether a bot has thought long enough: the engine has no clock of its own

    def asked(self) -> Decision | None:
        """The first question that waits for this seat."""
        return next((decision for decision in self.decisions if decision.waits), None)

    def answerable(self) -> Decision | None:
        """The question that an answer is for: the first that waits, else one whose answer may still be replaced."""
        return self.asked() or next(iter(self.decisions), None)


@dataclass(slots=True)
class Order:
    """What a reader made of the first line (or block of lines) before it: moves, or plans."""

    used: int  # lines read, at least 1
    moves: tuple[Move, ...] = ()  # in order of preference: the first legal one is played
    plans: tuple[Plan, ...] = ()  # to be filed
    then: tuple[Order, ...] = ()  # carried out one after another below this one: a proposal of several lines
    rest: str = ""  # what is left of the last line, to be read as a line of its own
    # Of lines read together: on which of them, from 0, each plan stands; of a plan of steps, the line of each step.
    # A last entry, for which there is no plan, is of the moves.
    lines: tuple[tuple[int, ...], ...] = ()


class Notation(Protocol):
    """Text to orders and back. A game has one, by which what lines mean may be kept."""

    def __hash__(self) -> int: ...

    def read(self, lines: Sequence[str], desk: Desk) -> Order:
        """The order that begins at `lines[0]` (never blank). Raises IllegalMove; `E_SYNTAX` when it is no order at all.

        Lines are already folded by `engine.core.grammar.text.fold`.
        """

    def write(self, move: Move, language: str, desk: Desk | None = None) -> str:
        """One line that `read` turns into this move again."""

    def write_plan(self, plan: Plan, language: str) -> str:
        """One line (or several) that `read` turns into this plan again."""

    def sounds_like_order(self, line: str) -> bool:
        """Whether a line that cannot be read was meant as an order: then the mail is refused, not cut there."""


@runtime_checkable
class WholeTurns(Protocol):
    """A notation of a game whose sheets are whole turns: all numbers on a sheet mean the list that its writer saw."""

    def is_numbers(self, line: str) -> bool:
        """Whether a folded line is menu numbers alone."""

    def in_words(self, line: str, desk: Desk) -> str:
        """A folded line with its menu numbers turned to words; any other line as it is."""


@dataclass(slots=True)
class Candidate:
    """A move that a plan proposes, and the standing plans that remain if it is played.

    `passed`: nobody has planned it. The question is passed over, as one is that has but one answer. `plan`: which of
    them proposes it, where it is one alone.
    """

    move: Move
    keep: tuple[Plan, ...]
    passed: bool = False
    plan: Plan | None = None


class Planner(Protocol):
    """What standing plans mean."""

    def file(self, standing: tuple[Plan, ...], new: tuple[Plan, ...], desk: Desk) -> tuple[Plan, ...]:
        """The plans in force after `new` came in (which replace what they supersede). Raises IllegalMove."""

    def candidates(self, desk: Desk, decision: Decision, standing: tuple[Plan, ...]) -> Iterable[Candidate]:
        """Moves that the plans want here, best first; the table plays the first legal one. None: nothing planned."""

    def in_force(self, standing: tuple[Plan, ...], desk: Desk) -> tuple[Plan, ...]:
        """Those of `standing` that have not lapsed, to show to their owner."""


class Words(Protocol[V_contra]):
    """Sentences in one language, with the players' names. Built by `Game.words`."""

    language: str

    def title(self) -> str: ...
    def seat(self, seat: Seat) -> str: ...
    def happening(self, happening: Happening) -> str:
        """One sentence of the log (a face as given by `seen_by`); may be empty: nothing worth telling."""

    def passages(self, happenings: Sequence[Happening]) -> Iterable[tuple[Happening, str]]:
        """What came of one move, in its order: each text with the happening that it begins with, empty ones left out.

        A game may tell of several in one text: a battle as a battle.
        """

    def question(self, decision: Decision, view: V_contra) -> str:
        """What is wanted of the seat, one line."""

    def waiting(self, decision: Decision) -> str:
        """What others read about who is waited for. Of a stand-in (`NOBODY`): what is waited for behind the veil."""

    def option(self, option: Option, view: V_contra) -> str:
        """One menu line."""

    def heading(self, key: str) -> str:
        """A group heading of a long menu, or the question of a further list."""

    def refusal(self, code: str, where: Mapping[str, Json]) -> str: ...
    def status(self, view: V_contra) -> list[tuple[str, str]]:
        """The state in a few (label, value) lines: round, phase, scores, what matters."""

    def stage(self, view: V_contra) -> str:
        """Round and phase in a few words."""

    def round(self, number: int) -> str:
        """What the history calls a round of `Progress.round`, for instance an Age; empty: a round."""

    def measure(self, name: str) -> str:
        """What a curve of `Progress.measures` is called."""

    def setting(self, option: str, value: str = "") -> str:
        """What an option of a table is called, or one of its values; empty: as the game's code calls it."""

    def result(self, result: Result) -> str: ...
    def examples(self, decision: Decision, view: V_contra) -> list[str]:
        """How one may answer in notation: legal right now, at most three lines."""

    def plan_examples(self, decision: Decision, view: V_contra) -> list[tuple[str, str]]:
        """(order, what it means) of standing orders that are useful now."""

    def explanations(self, decision: Decision, view: V_contra) -> list[tuple[str, str]]:
        """(name, what it does) of what this question shows; a mail leaves out what earlier ones have explained."""

    def deed(self, happening: Happening) -> tuple[Seat, int, str] | None:
        """Where nobody scores: who did what by this, and how many, for the end of the game."""


class Bot(Protocol):
    """A player who sees a desk only."""

    def move(self, desk: Desk, rng: random.Random) -> Move: ...
    def sheet(self, desk: Desk, rng: random.Random, notation: Notation, language: str) -> list[str]:
        """The lines this bot would mail now: at least its move, with plans where it makes them."""


def _nothing_else(view: Any, seat: Seat) -> Mapping[str, str]:
    return {}


def _nowhere(option: Option, view: Any) -> Iterable[str]:
    return ()


def _by_seat(view: Any) -> Sequence[str]:
    return ()


def _untold(state: Any, decision: Decision) -> bool:
    return False


def _nothing_scored(happening: Happening, words: Any) -> Points | None:
    return None


@dataclass(frozen=True, slots=True)
class Game(Generic[S, V]):
    """One game, all its versions."""

    key: str
    versions: Mapping[int, Rules[S, V]]
    notation: Notation
    planner: Planner
    words: Callable[[str, Sequence[str]], Words[V]]  # (language, seat names) -> Words
    bots: Mapping[str, Bot]
    draw: Callable[[V, Words[V]], Drawing]  # view -> the board, whose parts are drawn by boards/<key>/<look>.svg
    text_board: Callable[[V, Words[V]], str]  # view -> at most 72 columns
    manual: Callable[[str], str]  # language -> the rules in our own words, Markdown
    templates: Path | None = None  # a folder with boards/<key>/, of a package outside this tree
    sample: Path | None = None  # a finished game as a log, packed by gzip, of a package outside this tree
    points: Callable[[Happening, Any], Points | None] = _nothing_scored
    """(happening, the game's words) -> what a seat scored by it, and for what in a word or two. Of a whole game they
    add up to the scores; a game that tells none has no table of where the points came from."""
    counsel: Counsel | None = None  # of games whose players advise each other
    together: bool = False  # all win or lose together: one person may hold several seats, and they know the same
    called: Callable[[Any, Seat], Mapping[str, str]] = _nothing_else
    """What a seat is called in a view, by language: it heads orders, and tells the seats of one person apart."""
    passed_over: frozenset[str] = frozenset()
    """Kinds of questions which the planner may answer also for a seat that has filed no plan: a window for a card that
    is usually not there, for which nobody is kept waiting."""
    tells_by_asking: Callable[[Any, Decision], bool] = _untold
    """(state, question) -> whether its being asked tells others of what they cannot see, as who has but one answer is
    passed over: whoever has led to it has seen that, and takes nothing back."""
    spots: Callable[[Option, V], Iterable[str]] = _nowhere
    """The pieces of the board that a menu line speaks of, by name (`board.spot`): what one taps to answer with it."""
    colours: Callable[[V], Sequence[str]] = _by_seat
    """In which colour each seat plays in a view (`red`, see `worn`), empty for one that has none yet; where a game says
    nothing each seat has the colour of its mark."""
    first: Mapping[str, str] = field(default_factory=dict)
    """Options of somebody's first table, where the game has a way to begin that is gentler than its usual one."""
    aim: Callable[[Mapping[str, Any], str], str] | None = None
    """(options, language) -> what one wants under them, where the first line of the manual does not tell it of each."""
    facts: Mapping[str, Json] = field(default_factory=dict)
    """For lists and invitations: year, how many answers a player writes (planning, step by step); optional."""

    @property
    def rules(self) -> Rules[S, V]:
        """The newest version, on which new tables open."""
        return self.versions[max(self.versions)]
