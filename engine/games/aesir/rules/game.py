"""The rules of Aesir, version 1. `R` numbers are those of the rules that RULINGS.md refers to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pydantic import BaseModel, ConfigDict

from engine.core.chance import Chance
from engine.core.contract import Decision, Happening, Move, Progress, Result, Seat
from engine.core.menu import Menu
from engine.games.aesir.data import CARDS, COLUMNS, DIGEST, GODS, SEATS
from engine.games.aesir.happenings import GameBegan
from engine.games.aesir.moves import (
    MOVES,
    Achieve,
    BragiWill,
    FreyaWill,
    HeimdallWill,
    LokiWill,
    OdinWill,
    Pick,
    Place,
    SifWill,
    Tally,
    ThorWill,
)
from engine.games.aesir.orders.standing import PLANS
from engine.games.aesir.rules import awakening, contest, menus, wills
from engine.games.aesir.rules.favour import winners
from engine.games.aesir.rules.redeal import redeal
from engine.games.aesir.state import State as Table
from engine.games.aesir.state import empty
from engine.games.aesir.view import View, view

_ACTS: dict[type[Move], Callable[[Table, Seat, Any, list[Happening]], None]] = {
    Pick: contest.pick,
    Achieve: wills.achieve,
    OdinWill: wills.odin,
    ThorWill: wills.thor,
    FreyaWill: wills.freya,
    LokiWill: wills.loki,
    SifWill: wills.sif,
    BragiWill: wills.bragi,
    HeimdallWill: wills.heimdall,
    Place: wills.place,
    Tally: awakening.tally,
}


class Options(BaseModel):
    """There is nothing to choose: the rule book has no variants."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class AesirRules:
    """Three rounds of dealing, picking and awakening, then the tally (R4.1)."""

    key, version, seats = "aesir", 1, SEATS
    Options: type[BaseModel] = Options
    State: type[Table] = Table
    moves, plans = MOVES, PLANS

    def pins(self, options: BaseModel) -> dict[str, str]:
        """The digest of the component data."""
        return {"components.toml": DIGEST}

    def setup(self, options: BaseModel, seats: int, chance: Chance) -> tuple[Table, list[Happening]]:
        """Shuffle the cards, then the goals; deal round 1 (R3)."""
        state, out = empty(seats), list[Happening]()
        state.deck = list(chance.shuffle("deck", len(CARDS)))
        state.goals = list(chance.shuffle("goals", len(GODS)))
        out.append(GameBegan(seats, tuple(GODS[state.goals[column[0]]] for column in COLUMNS)))
        contest.begin_round(state, 1, out)
        return state, out

    def decisions(self, state: Table) -> tuple[Decision, ...]:
        """One pick for each seat, or one question to the favoured player."""
        return menus.decisions(state)

    def menu(self, state: Table, decision: Decision) -> Menu:
        """The legal answers in the canonical order."""
        return menus.menu(state, decision)

    def default(self, state: Table, decision: Decision) -> Move:
        """The first option: for a goal as many cards as allowed from the top, in the tally the top card."""
        return menus.menu(state, decision).first()

    def forced(self, state: Table, decision: Decision) -> Move | None:
        """The single way to fulfil a will; every other question has at least two answers."""
        return menus.menu(state, decision).single() if decision.kind == "will" else None

    def act(self, state: Table, seat: Seat, move: Move) -> list[Happening]:
        """The move itself and settling (R10), without what follows of itself. Raises IllegalMove, see `apply`."""
        out: list[Happening] = []
        _ACTS[type(move)](state, seat, move, out)
        return out

    def apply(self, state: Table, seat: Seat, move: Move, chance: Chance) -> list[Happening]:
        """Play `move` and all that follows of itself. Raises IllegalMove and then changes nothing."""
        out = self.act(state, seat, move)
        if state.stage == "pick":
            if -1 not in state.picks:
                contest.open_picks(state, out)
                if not state.hands[0]:
                    state.stage = "awaken"
                    awakening.awaken(state, 0, out)
        elif state.drawn < 0:
            awakening.awaken(state, state.god + 1, out)
        return out

    def view(self, state: Table, viewer: Seat | None) -> View:
        """What `viewer` may know."""
        return view(state, viewer)

    def redeal(self, state: Table, viewer: Seat | None, chance: Chance) -> Table:
        """A copy in which every card and goal that `viewer` cannot know is another one, where the rules leave room."""
        return redeal(state, viewer, chance)

    def progress(self, state: Table) -> Progress:
        """Round, stage and points."""
        return Progress(state.round, state.stage, tuple(state.points))

    def result(self, state: Table) -> Result | None:
        """Most points, then the comparison of the stacks (R13)."""
        if state.stage != "over":
            return None
        first, tie_break = winners(state)
        why = "points" if not tie_break else "tie_break" if len(first) == 1 else "shared"
        return Result(tuple(first), tuple(state.points), why)
