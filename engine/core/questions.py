"""One class a kind of question: what is asked, its menu, its check, its time-out default, beside each other.

    class Card(Question[State, AnyMove]):
        kind = "card"
        answers = (BattleCard,)

        def menu(self, state: State, asked: Asked[AnyMove]) -> Menu: ...
        def check(self, state: State, asked: Asked[AnyMove], move: BattleCard) -> None: ...   # raises IllegalMove

`Asks` makes of the questions of a game what `contract.Rules` asks for: decisions, menus, defaults. `KitRules` adds the
steps, and with them `apply`: a move is checked before anything is changed; a step cannot refuse.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import wraps
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from pydantic import BaseModel, ConfigDict

from engine.core.chance import Chance
from engine.core.contract import Progress, Result
from engine.core.decisions import Decision
from engine.core.flow import Asked, HasFlow, Listed, Play, Steps, Wave, asked_of
from engine.core.flow.veil import Veil, shown, veil_of
from engine.core.happenings import Happening, Kinds
from engine.core.menu import Menu
from engine.core.moves import IllegalMove, Move, Seat

WORLDS = 100  # that are dealt at most to find one in which a veil hides what fits all that its viewer knows

S = TypeVar("S")
F = TypeVar("F", bound=HasFlow)
M = TypeVar("M")


class Posed(ABC, Generic[S, M]):
    """One kind of question as it is put: its menu, and what is answered where nobody does.

    A game has one instance of each; what differs from case to case stands in `asked.about`.
    """

    kind: ClassVar[str]

    @abstractmethod
    def menu(self, state: S, asked: Asked[M]) -> Menu:
        """The legal answers in their canonical order. May depend only on what the asked seat knows."""

    def default(self, state: S, asked: Asked[M]) -> Move:
        """What a time-out answers; always legal. The first answer of the menu, unless the game says otherwise."""
        return self.menu(state, asked).first()

    def forced(self, state: S, asked: Asked[M]) -> Move | None:
        """The one legal answer where asking would be idle and not asking tells nothing; None to ask."""
        return None


class Question(Posed[S, M]):
    """A question whose answers are checked before anything is done: the check stands beside the menu."""

    answers: ClassVar[tuple[type[Move], ...]]  # kinds of moves that can answer it at all

    @abstractmethod
    def check(self, state: S, asked: Asked[M], move: Any) -> None:
        """Raise IllegalMove when `move`, which is one of `answers`, cannot be made. Lists no menu, changes nothing."""

    def told(self, state: S, asked: Asked[M], move: Any) -> Happening | None:
        """What is told of a checked answer before anything comes of it; `asked.answer`: what it replaces."""
        return None


class NoOptions(BaseModel):
    """A game without variants."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def most_points(scores: tuple[int, ...], cause: str = "points") -> Result:
    """The result where most points win, and a tie is shared."""
    return Result(tuple(seat for seat, points in enumerate(scores) if points == max(scores)), (cause,), scores)


class Asks(ABC, Generic[S, M]):
    """The rules of a game as far as they ask. `wave` says what is open; all else follows from the questions."""

    questions: tuple[Question[Any, Any], ...]
    _by_kind: dict[str, Question[Any, Any]]
    _asked_always: frozenset[type[Question[Any, Any]]]  # never answered for want of a choice

    seats: range

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._by_kind = Listed("questions", {one.kind: one for one in getattr(cls, "questions", ())})
        asked = (type(one) for one in cls._by_kind.values() if type(one).forced is Posed.forced)
        cls._asked_always = frozenset(asked)

    def seats_with(self, options: BaseModel) -> range:
        """See `Rules.seats_with`; all of them, unless a game has options that say otherwise."""
        return self.seats

    @abstractmethod
    def wave(self, state: S) -> Wave[M] | None:
        """The open questions; None: nothing is asked. For a game whose state says by itself what is open."""

    def decisions(self, state: S) -> tuple[Decision, ...]:
        """The open questions, answered ones that may still be changed among them."""
        wave = self.wave(state)
        if wave is None:
            return ()
        unseen = bool(wave.veil)  # no clock goes on behind a veil: what is left on it would show who was asked there
        return tuple(
            Decision(
                one.seat, wave.kind, _plain(one.about), secret=wave.sealed or unseen, veil=wave.veil,
                answered=one.answer is not None, clock="" if unseen else self.clock(state, one),
            )
            for one in wave.asked
            if one.answer is None or not wave.final
        )  # fmt: skip

    def clock(self, state: S, asked: Asked[Any]) -> str:
        """What names the turn that a question belongs to (`Decision.clock`): another name for every turn of a seat.

        Empty: it has a deadline of its own, as all have behind a veil.
        """
        return ""

    def asked(self, state: S, seat: Seat) -> tuple[Question[Any, Any], Asked[Any]]:
        """The open question of a seat. Raises IllegalMove E_NOT_YOUR_TURN when there is none."""
        wave, found = asked_of(self.wave(state), seat)
        return self._by_kind[wave.kind], found

    def misplaced(self, question: Question[Any, Any], move: Move) -> IllegalMove:
        """Why a move that does not answer the open question is refused; a game may say more of it."""
        return IllegalMove("E_WRONG_STAGE", expected=question.kind)

    def menu(self, state: S, decision: Decision) -> Menu:
        """See `Rules.menu`."""
        question, asked = self.asked(state, decision.seat)
        return question.menu(state, asked)

    def default(self, state: S, decision: Decision) -> Move:
        """See `Rules.default`."""
        question, asked = self.asked(state, decision.seat)
        return question.default(state, asked)

    def forced(self, state: S, decision: Decision) -> Move | None:
        """See `Rules.forced`."""
        if type(self._by_kind.get(decision.kind)) in self._asked_always:  # most: what is open need not be worked out
            return None
        question, asked = self.asked(state, decision.seat)
        return question.forced(state, asked) if asked.answer is None else None


class KitRules(Asks[F, M]):
    """The rules of one game in one version, made of its questions and steps (`contract.Rules`).

    A game gives the class attributes and `begin, view, redeal, result`.
    """

    key: str
    version: int
    Options: type[BaseModel] = NoOptions
    steps: Steps[Any]
    kinds: Kinds | None = None  # its happenings; of a game that has veils

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        for name, guard in _GUARDS.items():  # what a game says of a state it says of what the viewer was shown of it
            if name in vars(cls):
                setattr(cls, name, guard(vars(cls)[name]))

    def wave(self, state: F) -> Wave[M] | None:
        """What the flow of the state holds open."""
        return state.flow.wave

    def play(self, state: F, chance: Chance) -> Play[F]:
        """What steps get; a game with a class of its own below `Play` makes that one."""
        return Play(state, chance, self.version)

    def playing(self, state: F, chance: Chance) -> Play[F]:
        """`play` as steps are run with: for whoever plays on a table without a log, as a plan that tries its list."""
        play = self.play(state, chance)
        play.kinds = self.kinds
        return play

    @abstractmethod
    def begin(self, options: Any, seats: int, chance: Chance) -> F:
        """A state before its first step; what is to be done first waits in its flow."""

    def pins(self, options: BaseModel) -> dict[str, str]:
        """See `Rules.pins`."""
        return {}

    @abstractmethod
    def view(self, state: F, viewer: Seat | None) -> Any:
        """See `Rules.view`. While a veil is down it is given the state as it was shown to the viewer."""

    @abstractmethod
    def redeal(self, state: F, viewer: Seat | None, chance: Chance) -> F:
        """See `Rules.redeal`; given what `view` is given."""

    def progress(self, state: F) -> Progress:
        """What a spectator's view says of it."""
        view = self.view(state, None)
        return Progress(view.round, view.stage, view.scores)

    def setup(self, options: BaseModel, seats: int, chance: Chance) -> tuple[F, list[Happening]]:
        """See `Rules.setup`."""
        play = self.playing(self.begin(options, seats, chance), chance)
        self.steps.run(play)
        return play.state, play.out

    def apply(self, state: F, seat: Seat, move: Move, chance: Chance) -> list[Happening]:
        """Check a move, note it, and carry out all that follows. Raises IllegalMove and then has changed nothing."""
        question, asked = self.asked(state, seat)
        if not isinstance(move, question.answers):
            raise self.misplaced(question, move)
        question.check(state, asked, move)
        told = question.told(state, asked, move)
        wave = state.flow.wave
        state.flow.answer(seat, move)
        play = self.playing(state, chance)
        if wave is not None and wave.veil:
            play.unseen(seat, move, told)
        elif told is not None:
            play.tell(told)
        self.steps.run(play)
        return play.out

    def reseal(self, state: F, viewer: Seat | None, chance: Chance) -> None:
        """In a redealt state: draw the sealed answers of others again, from the menus that they have there.

        To be called last, when everything else that `viewer` cannot know has been drawn again.
        """
        wave = state.flow.wave
        if wave is None or not (wave.sealed or wave.veil):
            return
        for one in wave.asked:
            if one.answer is not None and one.seat != viewer:
                rng = Random(chance.draw("redeal answer", 1 << 30))  # noqa: S311  a choice of a menu line, of no weight
                move = self._by_kind[wave.kind].menu(state, one).random(rng)
                state.flow.reseal(one.seat, move)


def _plain(about: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    """What a question is about, as a decision has it: JSON's lists as tuples, for decisions are compared and hashed.

    Its names in one order, short ones first: a state that was kept as JSON comes back with them in another, that of
    PostgreSQL's jsonb, and the question must be the one that was asked.
    """
    named = about.items() if len(about) < 2 else sorted(about.items(), key=_short_first)
    return tuple([(name, tuple(one) if isinstance(one, list) else one) for name, one in named])


def _short_first(named: tuple[str, Any]) -> tuple[int, str]:
    return len(named[0]), named[0]


# --- Behind a veil ---------------


def _view(view: Callable[[Any, Any, Seat | None], Any]) -> Callable[[Any, Any, Seat | None], Any]:
    @wraps(view)
    def guarded(self: Any, state: Any, viewer: Seat | None) -> Any:
        return view(self, shown(state, viewer), viewer)

    return guarded


def _progress(progress: Callable[[Any, Any], Progress]) -> Callable[[Any, Any], Progress]:
    @wraps(progress)
    def guarded(self: Any, state: Any) -> Progress:
        return progress(self, shown(state, None))

    return guarded


def _result(result: Callable[[Any, Any], Result | None]) -> Callable[[Any, Any], Result | None]:
    @wraps(result)
    def guarded(self: Any, state: Any) -> Result | None:
        return result(self, state) if veil_of(state) is None else None

    return guarded


def _redeal(redeal: Callable[[Any, Any, Seat | None, Chance], Any]) -> Callable[[Any, Any, Seat | None, Chance], Any]:
    """Deal what the viewer was shown again, and play on from there to where somebody is asked behind the veil.

    A world in which nobody would be asked there, or in which the viewer would be asked otherwise, is not the one that
    the viewer sees: then another one is dealt.
    """

    @wraps(redeal)
    def guarded(self: Any, state: Any, viewer: Seat | None, chance: Chance) -> Any:
        veil = veil_of(state)
        if veil is None:
            return redeal(self, state, viewer, chance)
        own = _own(self, state, viewer)
        for _ in range(WORLDS):
            world = redeal(self, veil.seen_by(viewer), viewer, chance)
            if viewer in veil.shown:  # with all who were asked together; the others see less
                asked = [one.seat for one in world.flow.wave.asked]
                before = redeal(self, veil.before, None, chance)
                world.veil = Veil(veil.name, before, dict.fromkeys(asked, world.copy()))
            else:
                world.veil = Veil(veil.name, world.copy())
            play = self.playing(world, chance)
            self.steps.run(play)
            same = veil_of(world) is not None and not play.fell  # else this one was lifted, and a later one is down
            if same and _own(self, world, viewer) == own:
                break
        return world

    return guarded


def _own(rules: Any, state: Any, viewer: Seat | None) -> list[Decision]:
    return [decision for decision in rules.decisions(state) if decision.seat == viewer]


_GUARDS: dict[str, Callable[[Any], Any]] = {"view": _view, "progress": _progress, "result": _result, "redeal": _redeal}
