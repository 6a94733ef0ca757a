"""The rules of Asgard (2012): who decides what, and which module answers. `R` numbers are those of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, field_validator

from engine.core.chance import Chance
from engine.core.contract import Decision, Happening, IllegalMove, Move, Progress, Result, Seat
from engine.core.menu import Menu
from engine.games.asgard import data, redeal
from engine.games.asgard import view as views
from engine.games.asgard.menus import answers as menus
from engine.games.asgard.menus import defaults
from engine.games.asgard.moves import MOVES
from engine.games.asgard.orders.plans import PLANS
from engine.games.asgard.pieces import NOBODY
from engine.games.asgard.play import NEWEST, Play
from engine.games.asgard.rules import battles, course, performing, placing, ragnarok, round_start, setup, tiles
from engine.games.asgard.rules import odin as odin_module
from engine.games.asgard.rules.questions import QUESTIONS
from engine.games.asgard.rules.touched import touched
from engine.games.asgard.state import State as Table

ONE_AT_A_TIME = ("colour", "start_pick", "place", "act", "valhalla", "arm")  # stages with one active seat
TURN = ("place", "act")


class Options(BaseModel):
    """What may be chosen when a table is opened."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    data_set: str = Field(default=data.STANDARD, pattern=r"^[a-z0-9_]{1,40}$")  # the component values

    @field_validator("data_set")
    @classmethod
    def _installed(cls, name: str) -> str:
        if name not in data.names():
            raise ValueError(f"no such data set; there are {', '.join(data.names())}")
        return name


class AsgardRules:
    """Version 2: offers bind and close, nobody pays for nothing, battle answers of a seat are one (RULINGS.md)."""

    key = "asgard"
    version = NEWEST
    seats = range(2, 5)
    Options: type[BaseModel] = Options
    State: type[Table] = Table
    moves: TypeAdapter[Any] = MOVES
    plans: TypeAdapter[Any] = PLANS

    def pins(self, options: BaseModel) -> dict[str, str]:
        """The component data of the table."""
        assert isinstance(options, Options)
        return {f"components/{options.data_set}": data.load(options.data_set).digest}

    def setup(self, options: BaseModel, seats: int, chance: Chance) -> tuple[Table, list[Happening]]:
        """Raises ValueError for a number of seats that the game does not take."""
        assert isinstance(options, Options)
        if seats not in self.seats:
            raise ValueError(f"asgard takes {self.seats.start} to {self.seats.stop - 1} seats, not {seats}")
        play = Play(setup.blank(options.data_set, seats), chance, self.version)
        setup.deal(play)
        return play.state, play.out

    def decisions(self, state: Table) -> tuple[Decision, ...]:
        """Who has to answer, and who may still replace an answer."""
        return tuple(_decisions(state))

    def menu(self, state: Table, decision: Decision) -> Menu:
        """See menus.py."""
        return menus.menu(state, decision)

    def default(self, state: Table, decision: Decision) -> Move:
        """See defaults.py."""
        return defaults.default(state, decision)

    def forced(self, state: Table, decision: Decision) -> Move | None:
        """The only answer there is, if there is but one, unless that would tell that hidden tiles are alike."""
        if not decision.waits or _may_be_alike(state, decision) or _would_tell_of_battles(state, decision):
            return None
        return menus.menu(state, decision).single()

    def apply(self, state: Table, seat: Seat, move: Move, chance: Chance) -> list[Happening]:
        """Check, change, and let everything follow that needs nobody."""
        play = Play(state, chance, self.version)
        if move.kind == "again" and course.idle_thor(state, seat):
            raise IllegalMove("E_NO_EFFECT", tile="thor_skill")
        if state.flow.wave is not None and move.kind != "offer":
            _answer(state, seat, move)
        else:
            _check_turn(state, seat, move.kind)
            HANDLERS[move.kind][1](play, seat, move)
        course.go_on(play)
        if state.offers and self.version > 1:
            odin_module.lapse(state)
        if places := touched(play.out):  # a secret answer leaves the ring where it was
            state.touched = places
        return play.out

    def view(self, state: Table, viewer: Seat | None) -> views.View:
        """See view.py."""
        return views.view(state, viewer)

    def redeal(self, state: Table, viewer: Seat | None, chance: Chance) -> Table:
        """See redeal.py."""
        return redeal.redeal(state, viewer, chance)

    def progress(self, state: Table) -> Progress:
        """Stages are those of pieces.Stage."""
        return Progress(state.round, state.stage, tuple(state.scores))

    def result(self, state: Table) -> Result | None:
        """Most points; a tie goes to the lowest order tile (R10.11)."""
        if state.stage != "over":
            return None
        best = max(state.scores)
        tied = [seat for seat in state.order if state.scores[seat] == best]
        return Result((tied[0],), tuple(state.scores), "points" if len(tied) == 1 else "order_tile")


class AsgardRules1(AsgardRules):
    """Version 1, for the games that began with it: what it took is taken for ever."""

    version = 1


def _may_be_alike(state: Table, decision: Decision) -> bool:
    """Whether nobody else can tell that the seat has no choice: several hidden tiles, all alike (R5.3, R10.7)."""
    if decision.kind == "get" and state.ask is not None:
        return len(state.in_stack(state.ask.which)) > 1
    return decision.kind == "arm" and state.arms.count(decision.seat) > 1


def _would_tell_of_battles(state: Table, decision: Decision) -> bool:
    """Whether the end of the waiting for this seat would show that its recruits are promised to another disc."""
    others = any(slots for seat, slots in enumerate(state.fighting) if seat != decision.seat)
    return decision.kind == "battle" and others  # after the last answer everything is shown anyway


def _check_turn(state: Table, seat: Seat, kind: str) -> None:
    """Whose turn, and what for. Raises IllegalMove."""
    if kind == "offer":
        return
    if state.stage in ONE_AT_A_TIME and seat != state.active:
        raise IllegalMove("E_NOT_YOUR_TURN")
    stages = HANDLERS[kind][0] if kind in HANDLERS else ()
    if state.stage not in stages or (state.stage in TURN and state.acted and kind not in ("use", "end", "again")):
        raise IllegalMove("E_PHASE")


def _answer(state: Table, seat: Seat, move: Any) -> None:
    """Note the answer to a question in the middle of an action. Raises IllegalMove."""
    wave = state.flow.wave
    asked = wave.of(seat) if wave is not None else None
    if wave is None or asked is None:
        raise IllegalMove("E_NOT_YOUR_TURN")
    question = QUESTIONS[wave.kind]
    if not isinstance(move, question.answers):
        raise IllegalMove("E_PHASE")
    question.check(state, asked, move)
    state.flow.answer(seat, cast("Any", move))


# Kind of move -> the stages in which it is allowed while no question is open, and who plays it.
HANDLERS: dict[str, tuple[tuple[str, ...], Callable[[Play, Seat, Any], None]]] = {
    "colour": (("colour",), setup.choose_colour),
    "start_pick": (("start_pick",), setup.pick_start),
    "offer": (TURN, odin_module.make_offer),
    "recover": (("recover",), round_start.recover),
    "gods": (("gods",), placing.choose_gods),
    "place": (("place",), placing.place),
    "use": (TURN, tiles.use),
    "end": (TURN, course.end),
    "again": (TURN, course.again),
    "decline": (("act",), performing.decline),
    "request": (("act",), performing.request),
    "temple": (("act",), performing.temple),
    "asgard": (("act",), performing.asgard),
    "battle": (("battle",), battles.order),
    "valhalla": (("valhalla",), ragnarok.valhalla),
    "arm": (("arm",), ragnarok.arm),
}


def _decisions(state: Table) -> Iterator[Decision]:
    stage, ask = state.stage, state.ask
    if ask is not None:
        yield from _asked(state)
    elif stage in ("colour", "start_pick", "valhalla", "arm"):
        yield Decision(state.active, stage, secret=stage == "arm")
    elif stage in TURN:
        yield Decision(state.active, "end" if state.acted else stage, clock=_clock(state, state.active))
    elif stage in ("recover", "gods"):
        for seat, done in enumerate(state.chosen):
            if stage == "gods" or state.recover[seat] or not done:
                yield Decision(seat, stage, secret=True, answered=done)
    elif stage == "battle":
        yield from (Decision(seat, "battle", secret=True) for seat, slots in enumerate(state.fighting) if slots)
    if ask is None and stage in TURN:
        yield from _offers(state)


def _asked(state: Table) -> Iterator[Decision]:
    ask = state.ask
    assert ask is not None
    if ask.kind == "redistribute" and True in state.offering:
        for seat, open_ in enumerate(state.offering):
            if seat != ask.seat:
                yield Decision(seat, "offer", optional=True, answered=not open_)
    elif ask.kind in ("giver", "seal_giver"):
        clock = _clock(state, ask.seat)
        yield Decision(ask.seat, ask.kind, about=(("what", ask.what), ("which", ask.which)), clock=clock)
    elif ask.kind == "get":
        about = (("what", ask.what),)
        yield Decision(ask.seat, "get", about=about, secret=True, clock=_clock(state, ask.seat))
    else:
        yield Decision(ask.seat, ask.kind, clock=_clock(state, ask.seat))


def _clock(state: Table, seat: Seat) -> str:
    """The whole turn of the player on turn (R6.6) has one deadline; what others are asked meanwhile has its own."""
    return f"turn {state.turn}" if state.stage in TURN and seat == state.active else ""


def _offers(state: Table) -> Iterator[Decision]:
    """Offers may be made while somebody stands on Odin's upper slot; nobody waits for them."""
    to = odin_module.holder(state)
    if to != NOBODY:
        for seat in range(state.seats):
            if seat != to:
                yield Decision(seat, "offer", optional=True, answered=True)
