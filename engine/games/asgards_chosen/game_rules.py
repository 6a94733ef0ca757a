"""The rules of Asgard's Chosen, versions 1 to 4."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, TypeAdapter

from engine.core.chance import Chance
from engine.core.contract import Progress, Result
from engine.core.flow import Asked, Steps
from engine.core.happenings import Happening
from engine.core.moves import IllegalMove, Move, Seat
from engine.core.questions import KitRules
from engine.games.asgards_chosen.cards import gods, items, water
from engine.games.asgards_chosen.data import DIGEST, NONE, SEATS
from engine.games.asgards_chosen.happenings import KINDS
from engine.games.asgards_chosen.moves import MOVES, AnyMove
from engine.games.asgards_chosen.orders.plans import PLANS
from engine.games.asgards_chosen.rules import campaign, finish, follow, phases, play, renewal, rounds
from engine.games.asgards_chosen.rules.battle import course, plays, raid, retreat, settle
from engine.games.asgards_chosen.rules.modes import MODES
from engine.games.asgards_chosen.rules.muster import events
from engine.games.asgards_chosen.rules.muster import turns as muster
from engine.games.asgards_chosen.rules.refusing import better
from engine.games.asgards_chosen.rules.start import begin, board, heroes, tisch
from engine.games.asgards_chosen.rules.start import items as starting
from engine.games.asgards_chosen.rules.touched import touched
from engine.games.asgards_chosen.state import State as Table
from engine.games.asgards_chosen.view import View, redeal, stage, view

_ROOMS = (
    begin, board, campaign, course, events, finish, follow, gods, heroes, items, muster, phases, play, plays, raid,
    renewal, retreat, rounds, settle, starting, tisch, water,
)  # fmt: skip


class ChosenRules(KitRules[Table, AnyMove]):
    """Two to four heroes' pairs, alone or together; the most appeased gods win (R13)."""

    key, version, seats = "asgards_chosen", play.NEWEST, SEATS
    Options: type[BaseModel] = begin.Options
    State = Table
    moves: TypeAdapter[Any] = MOVES
    plans: TypeAdapter[Any] = PLANS
    questions = (
        board.LayTile(), board.PlaceATown(), starting.ChooseItem(), heroes.PlaceAHero(), phases.GodPhase(),
        phases.CharmPhase(), phases.AfterTurn(), campaign.Campaign(), course.AttackerPlays(), course.DefenderPlays(),
        course.GoBerserk(), course.LatePlay(), course.Interrupt(), settle.ShiftMarker(), retreat.RetreatTo(),
        retreat.StandAgain(), raid.ChooseTarget(), muster.MusterTurn(), muster.AddToPayment(),
        events.EventQuestion(), renewal.RenewHand(), play.DropCards(), follow.ChooseCards(),
    )  # fmt: skip
    steps: Steps[Any] = Steps(rooms=_ROOMS)
    kinds = KINDS

    def seats_with(self, options: Any) -> range:
        """As the mode has it; a tile can be left out for three or four players only (R14.2)."""
        return range(3, 5) if options.aggressive else MODES[options.mode].seats

    def play(self, state: Table, chance: Chance) -> play.Chosen:
        """What steps get."""
        return play.Chosen(state, chance, self.version)

    def pins(self, options: BaseModel) -> dict[str, str]:
        """The digest of the component data."""
        return {"components.toml": DIGEST}

    def begin(self, options: Any, seats: int, chance: Chance) -> Table:
        """Set-up (R3)."""
        return begin.begin(options, seats, chance)

    def apply(self, state: Table, seat: Seat, move: Move, chance: Chance) -> list[Happening]:
        """What all games do; a refusal says what is wrong with the move itself, where it is not only the turn."""
        try:
            out = super().apply(state, seat, move, chance)
        except IllegalMove as why:
            raise better(state, seat, move, why) from None
        if places := touched(out):
            state.touched = places
        return out

    def clock(self, state: Table, asked: Asked[Any]) -> str:
        """All questions of a turn have one deadline."""
        if state.round:
            return f"{state.round} {state.stage} {state.turn}"
        return f"{state.stage} {len(state.laid)} {state.at.count(NONE)}"

    def view(self, state: Table, viewer: Seat | None) -> View:
        """See `view.view`."""
        return view(state, viewer)

    def progress(self, state: Table) -> Progress:
        """Appeased gods, and what else is counted."""
        sides = [state.side(seat) for seat in range(state.seats)]
        measures = {
            "markers": tuple(len(state.owned(side)) for side in sides),
            "deck": (len(state.deck) + len(state.later),),
        }
        return Progress(state.round, stage(state), tuple(len(state.appeased[side]) for side in sides), measures)

    def redeal(self, state: Table, viewer: Seat | None, chance: Chance) -> Table:
        """See `view.redeal`."""
        if state.stage == "over":
            return state.copy()
        new = redeal(state, viewer, chance)
        self.reseal(new, viewer, chance)
        return new

    def result(self, state: Table) -> Result | None:
        """See `Mode.result`."""
        return MODES[state.mode].result(state) if state.stage == "over" else None


class ChosenRules3(ChosenRules):
    """Version 3, for the games that began with it: what it asked and told is asked and told for ever."""

    version = 3


class ChosenRules2(ChosenRules):
    """Version 2, likewise."""

    version = 2


class ChosenRules1(ChosenRules):
    """Version 1, likewise."""

    version = 1
