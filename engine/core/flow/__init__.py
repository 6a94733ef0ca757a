"""What is left to do, as plain data inside a state: frames still to be carried out, and the questions that are open.

A step is a small function of the rules. Called, it becomes a frame: its name and its arguments, which is all that a
state keeps of it. So a state copies in microseconds, is JSON in a snapshot and outlives a deploy; a generator, the
obvious alternative, does none of the three.

    @step
    def battle(play: Play, province: str) -> None:
        play.then(call(turn=0), cards(), compare())             # carried out in this order, before all that waits

    @answered
    def carded(play: Play, answers: Answers, round: int) -> None:
        ...                                                      # goes on with what the seats have answered

    play.ask("card", seats, carded(round=1), sealed=True)

While a question is open no frame is carried out. A wave of questions goes on when its last one is answered.

`veil` and `lift` are steps that every game has: what is lined up between them happens unseen (`engine.core.flow.veil`).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, Self, TypeAlias, TypeVar, runtime_checkable

from engine.core.chance import Chance
from engine.core.flow.veil import Aside, Held, Unseen, Veil, Veiled
from engine.core.happenings import Happening, Kinds
from engine.core.moves import IllegalMove, Json, Seat, Subject

M = TypeVar("M")  # the game's union of moves
T = TypeVar("T")
P = ParamSpec("P")
S = TypeVar("S", bound="HasFlow")
Q = TypeVar("Q", bound="Play[Any]")
Answers: TypeAlias = dict[Seat, Any]  # what each seat of a wave has answered, in the order in which they were asked
Args: TypeAlias = Mapping[str, Json]  # JSON values; never changed once a frame or a question has them


@dataclass(slots=True)
class Frame:
    """A step to be carried out. Nothing in it is ever changed, so that copies of a state may share it."""

    step: str
    args: dict[str, Json] = field(default_factory=dict)


@dataclass(slots=True)
class Asked(Subject, Generic[M]):
    """One question of a wave; replaced, never changed, when it is answered."""

    seat: Seat
    about: dict[str, Json] = field(default_factory=dict)
    answer: M | None = None

    @property
    def subject(self) -> Mapping[str, Json]:
        """What it is about, by name."""
        return self.about


@dataclass(slots=True)
class Wave(Generic[M]):
    """Questions of one kind that are open at once; `then` goes on with the answers, by seat, when all are in.

    `sealed`: an answer stays secret, and may be replaced or withdrawn, until the last one is in. `veil`: the name of
    the veil behind which it is asked. An answer behind a veil is final: a refusal to replace it would tell that the
    others' answers are in, and so that somebody else was asked since.
    """

    kind: str
    asked: tuple[Asked[M], ...]
    then: Frame = field(default_factory=lambda: Frame(""))
    sealed: bool = False
    veil: str = ""

    def of(self, seat: Seat) -> Asked[M] | None:
        """The question to `seat`."""
        for one in self.asked:
            if one.seat == seat:
                return one
        return None

    def answers(self) -> Answers | None:
        """What each seat has answered, in the order of asking; None while an answer is missing."""
        found: Answers = {}
        for one in self.asked:
            if one.answer is None:
                return None
            found[one.seat] = one.answer
        return found

    @property
    def final(self) -> bool:
        """Whether an answer, once given, stays."""
        return not self.sealed or bool(self.veil)


def asked_of(wave: Wave[M] | None, seat: Seat) -> tuple[Wave[M], Asked[M]]:
    """The open question to `seat`. Raises IllegalMove E_NOT_YOUR_TURN when there is none.

    Who has answered behind a veil reads the same whether others still have to or somebody else is asked by now.
    """
    asked = wave.of(seat) if wave is not None else None
    if wave is None or asked is None or (wave.veil and asked.answer is not None):
        raise IllegalMove("E_NOT_YOUR_TURN")
    return wave, asked


@dataclass(slots=True)
class Flow(Generic[M]):
    """The frames to be carried out, the next one last, and the open wave."""

    frames: list[Frame] = field(default_factory=list)
    wave: Wave[M] | None = None

    def copy(self) -> Flow[M]:
        """Independent of this one."""
        return Flow(self.frames.copy(), self.wave)

    def then(self, *frames: Frame) -> None:
        """Carry out `frames` next, in this order, before all that waits already."""
        self.frames += frames[::-1]

    def ask(
        self, kind: str, seats: Iterable[Seat], then: Frame, *, sealed: bool = False, veil: str = "", **about: Json
    ) -> None:
        """Open a wave of questions. With no seat at all `then` simply goes on, with no answers.

        Raises ValueError while a wave is open: a step that wants to know two things asks for the second in its `then`.
        """
        if self.wave is not None:
            raise ValueError(f"{kind} is asked while {self.wave.kind} is open")
        asked: tuple[Asked[M], ...] = tuple([Asked(seat, about) for seat in seats])
        self.wave = Wave(kind, asked, then, sealed, veil)

    def answer_of(self, viewer: Seat | None) -> M | None:
        """What a viewer has answered to the open question; None: nothing yet, or nothing is asked of them."""
        asked = self.wave.of(viewer) if self.wave is not None and viewer is not None else None
        return None if asked is None else asked.answer

    def answer(self, seat: Seat, move: M) -> None:
        """Note an answer that has been checked. Raises IllegalMove E_NOT_YOUR_TURN, E_ANSWERED (it is final)."""
        wave, asked = asked_of(self.wave, seat)
        if asked.answer is not None and wave.final:
            raise IllegalMove("E_ANSWERED")
        self._put(wave, asked, move)

    def withdraw(self, seat: Seat) -> None:
        """Take an answer back, whoever else has answered.

        Raises IllegalMove E_NOT_YOUR_TURN, E_ANSWERED (it is final), E_NO_ANSWER.
        """
        wave, asked = asked_of(self.wave, seat)
        if asked.answer is None:
            raise IllegalMove("E_NO_ANSWER")
        if wave.final:
            raise IllegalMove("E_ANSWERED")
        self._put(wave, asked, None)

    def reseal(self, seat: Seat, move: M) -> None:
        """Put another answer in the place of one that was given; for imagined tables only."""
        wave = self.wave
        asked = wave.of(seat) if wave is not None else None
        if wave is None or asked is None:
            raise ValueError(f"seat {seat} is not asked")
        self._put(wave, asked, move)

    def drop(self, *steps: str) -> None:
        """Forget every frame of these steps that waits: an effect was cancelled, a battle has ended early."""
        self.frames = [frame for frame in self.frames if frame.step not in steps]

    def drop_to(self, step: str) -> None:
        """Forget what waits before the next frame of `step`; everything, if none waits."""
        while self.frames and self.frames[-1].step != step:
            self.frames.pop()

    def _put(self, wave: Wave[M], asked: Asked[M], move: M | None) -> None:
        new = Asked(asked.seat, asked.about, move)
        changed = tuple([new if one is asked else one for one in wave.asked])
        self.wave = Wave(wave.kind, changed, wave.then, wave.sealed, wave.veil)


class HasFlow(Protocol):
    """A state that keeps what is left to do. One of a game with veils has a field `veil` as well."""

    flow: Flow[Any]

    def copy(self) -> Self: ...


class Play(Generic[S]):
    """One move being played: the state that it changes, a source of chance, and what has happened so far.

    A game may have a class of its own below this one, with its data and shorthands. `version` is that of the rules: a
    step that changed from one version to the next asks for it.
    """

    __slots__ = ("chance", "fell", "kinds", "out", "state", "veil", "version")

    def __init__(self, state: S, chance: Chance, version: int = 1) -> None:
        self.state = state
        self.chance = chance
        self.version = version
        self.out: list[Happening] = []
        self.kinds: Kinds | None = None  # to read back what a veil held; of a game that has veils
        # As the state has it: `veil_of`, without the call. It is looked at for all that is told.
        self.veil: Veil[Any] | None = getattr(state, "veil", None)
        self.fell = False  # whether a veil has fallen in this move

    def tell(self, *happenings: Happening) -> None:
        """Let it be known that this happened, in this order; behind a veil, as soon as it lifts."""
        if self.veil is None:
            self.out += happenings
        else:
            self._veil(self.veil.hold(happenings))

    def then(self, *frames: Frame) -> None:
        """See `Flow.then`."""
        self.state.flow.frames += frames[::-1]

    def ask(self, kind: str, seats: Iterable[Seat], then: Frame, *, sealed: bool = False, **about: Json) -> None:
        """See `Flow.ask`. While a veil is down the question is asked behind it."""
        veil = "" if self.veil is None else self.veil.name
        self.state.flow.ask(kind, seats, then, sealed=sealed, veil=veil, **about)

    def drop_veil(self, name: str, among: Iterable[Seat] = ()) -> None:
        """Let a veil fall; see the step `veil`. Raises ValueError while one is down, for a state that has none."""
        if self.veil is not None:
            raise ValueError(f"{name} is veiled while {self.veil.name} is")
        if not hasattr(self.state, "veil") or self.kinds is None:
            raise ValueError("a game with veils has a field `veil` in its state and names its happenings (`kinds`)")
        self._veil(Veil(name, self.state.copy(), among=tuple(among)))
        self.fell = True

    def lift_veil(self) -> None:
        """Lift the veil, if one is down: what it held is told to all who do not know it yet."""
        veil = self.veil
        if veil is not None:
            self._veil(None)
            self.out.extend(self._told(one) for one in veil.held)

    def unseen(self, seat: Seat, move: Any, told: Happening | None) -> None:
        """`seat` has answered behind the veil: that it has, and what is told of that, is for itself alone."""
        veil = self.veil
        self.out.append(Unseen())
        if veil is None:
            return
        table = veil.seen_by(seat).copy()
        table.flow.answer(seat, move)
        if told is not None:
            veil = veil.hold((told,), (seat,))
            self.out.append(Aside(told, (seat,)))
        self._veil(Veil(veil.name, veil.before, veil.shown | {seat: table}, veil.held, veil.among))

    def pause(self, wave: Wave[Any]) -> None:
        """`wave` has been opened, and waits: behind a veil, those who are asked now see what lies behind."""
        veil = self.veil
        if veil is None:
            return
        if self.fell:
            self.out.append(Veiled(veil.name))
        self._veil(None)
        table = self.state.copy()
        veil, news = veil.show([one.seat for one in wave.asked], table)
        self._veil(veil)
        self.out.extend(Aside(self._read(what), seats) for what, seats in news)

    def _veil(self, veil: Veil[Any] | None) -> None:
        self.veil = self.state.veil = veil  # type: ignore[attr-defined]  # `drop_veil` has seen to it that there is such a field

    def _told(self, one: Held) -> Happening:
        return Aside(self._read(one.what), None, one.told) if one.told else self._read(one.what)

    def _read(self, what: Json) -> Happening:
        assert self.kinds is not None
        return self.kinds.read(what)


@runtime_checkable
class Step(Protocol[P]):
    """A named function of the rules, `run`. Called without the play, it gives the frame that will carry it out."""

    name: str
    run: Callable[..., None]

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Frame: ...


def step(run: Callable[Concatenate[Q, P], None]) -> Step[P]:
    """A step `run(play, ...)`. Its arguments are JSON values and are written out in the frame by name."""
    made: Step[P] = _step(run, lead=1)
    return made


def answered(run: Callable[Concatenate[Q, Answers, P], None]) -> Step[P]:
    """A step `run(play, answers, ...)` that goes on when a wave has been answered."""
    made: Step[P] = _step(run, lead=2)
    return made


def _step(run: Callable[..., None], *, lead: int) -> Any:
    """`def bid(seat, n=1): return Frame("bid", {"seat": seat, "n": n})`, with what `run` takes after `lead`.

    It is written out and compiled once, at import, as copies are: frames are made all the time, and this takes half as
    long as finding the names of the arguments at each call.
    """
    name, taken = run.__name__, list(inspect.signature(run).parameters.values())[lead:]
    head = inspect.Signature([one.replace(annotation=one.empty) for one in taken])
    args = ", ".join(f"{one.name!r}: {one.name}" for one in taken)
    names: dict[str, Any] = {"Frame": Frame}
    source = f"def {name}{head}:\n    return Frame({name!r}, {{{args}}})\n"
    exec(compile(source, f"<frame of {name}>", "exec"), names)  # noqa: S102  written here, of names in our code
    made = names[name]
    made.name, made.run, made.__doc__, made.__module__ = name, run, run.__doc__, run.__module__
    return made


@step
def veil(play: Play[Any], name: str, among: list[Seat] | None = None) -> None:
    """From here on nobody learns who is asked, and what happens is held back, until `lift`.

    `among`: nobody else is asked behind it, as all know; none: anybody may be.
    """
    play.drop_veil(name, among or ())


@step
def lift(play: Play[Any]) -> None:
    """Tell everybody what has happened behind the veil."""
    play.lift_veil()


class Listed(dict[str, T]):
    """Things of a game's rules by name. One that is none of them was left out of their list, which is said so."""

    def __init__(self, of: str, things: Mapping[str, T] | None = None) -> None:
        super().__init__(things or {})
        self._of = of

    def __missing__(self, name: str) -> T:
        has = ", ".join(sorted(self)) or "nothing"
        raise LookupError(f"{name!r} is not in the list `{self._of}` of the rules, which has {has}")


class Steps(Generic[Q]):
    """The steps of one game by name, and those that all have.

    Raises ValueError for two of one name: a frame could mean either.
    """

    def __init__(self, steps: Iterable[Step[...]] = (), *, rooms: Iterable[Any] = ()) -> None:
        """`steps`, and all that stand in the modules `rooms`, wherever they were imported from."""
        self._by_name = Listed[Callable[..., None]]("steps")
        every: tuple[Step[...], ...] = (veil, lift, *steps, *_found(rooms))
        for found in every:
            if self._by_name.setdefault(found.name, found.run) is not found.run:
                raise ValueError(f"two steps are called {found.name}")

    def run(self, play: Q) -> None:
        """Carry out frames until a question is open or nothing is left to do; then no veil is left either."""
        flow, steps = play.state.flow, self._by_name
        waits = flow.wave
        while True:
            wave = flow.wave
            if wave is None:
                if not flow.frames:
                    play.lift_veil()
                    return
                frame = flow.frames.pop()
                steps[frame.step](play, **frame.args)
            else:
                answers = wave.answers()
                if answers is None:
                    if wave is not waits:
                        play.pause(wave)
                    return
                flow.wave = None
                steps[wave.then.step](play, answers, **wave.then.args)


def _found(rooms: Iterable[Any]) -> Iterator[Step[...]]:
    for room in rooms:
        for value in vars(room).values():
            if isinstance(value, Step):
                yield value
