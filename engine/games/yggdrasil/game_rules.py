"""The rules of Yggdrasil, version 2, and what was otherwise in version 1."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from engine.core.chance import Chance
from engine.core.contract import Progress, Result
from engine.core.flow import Asked, Steps
from engine.core.happenings import Happening
from engine.core.moves import IllegalMove, Move, Seat
from engine.core.questions import KitRules, Question
from engine.games.yggdrasil.cards import enemies, gods, runes
from engine.games.yggdrasil.data import DEFEATS, DIGESTS, FIRST_LEVEL_CARDS, LEVEL_CARDS, SEATS, is_giant
from engine.games.yggdrasil.moves import ACTIONS, MOVES, AnyMove
from engine.games.yggdrasil.orders.plans import PLANS
from engine.games.yggdrasil.play import Tree
from engine.games.yggdrasil.rules import combat, enemy_phase, setup, turns
from engine.games.yggdrasil.rules.touched import touched
from engine.games.yggdrasil.rules.worlds import sacred
from engine.games.yggdrasil.state import ZONES
from engine.games.yggdrasil.state import State as Table
from engine.games.yggdrasil.view import View, round_of, stage, view

_ROOMS = (combat, enemies, enemy_phase, gods, runes, sacred, setup, turns)


class YggdrasilRules(KitRules[Table, AnyMove]):
    """42 Enemy cards, a turn each; all win or lose together (R12)."""

    key, version, seats = "yggdrasil", 2, SEATS
    level_cards = LEVEL_CARDS
    Options: type[BaseModel] = setup.Options
    State = Table
    moves, plans = MOVES, PLANS
    questions = (
        setup.ChooseGod(), enemy_phase.OdinChoice(), enemies.DrawOn(), turns.Act(), combat.Help(), sacred.Order(),
        runes.PickOne(), runes.PickThree(), runes.ShareOut(),
    )  # fmt: skip
    steps: Steps[Any] = Steps(rooms=_ROOMS)

    def seats_with(self, options: Any) -> range:
        """Whoever begins must be there."""
        return SEATS if options.first_seat is None else range(max(SEATS.start, options.first_seat + 1), SEATS.stop)

    def play(self, state: Table, chance: Chance) -> Tree:
        """What steps get."""
        return Tree(state, chance, self.version)

    def pins(self, options: BaseModel) -> dict[str, str]:
        """The digests of the component data."""
        return DIGESTS[self.version - 1]

    def begin(self, options: Any, seats: int, chance: Chance) -> Table:
        """Set-up (R2)."""
        return setup.begin(options, seats, chance, self.level_cards)

    def asked(self, state: Table, seat: Seat) -> tuple[Question[Any, Any], Asked[Any]]:
        """The open question of a seat. Raises IllegalMove E_GAME_OVER, E_NOT_YOUR_TURN (whose it is)."""
        if state.stage == "over":
            raise IllegalMove("E_GAME_OVER", won=not turns.defeats(state))
        wave = state.flow.wave
        if wave is None or wave.asked[0].seat != seat:
            whose = state.seat if wave is None else wave.asked[0].seat
            raise IllegalMove("E_NOT_YOUR_TURN", seat=whose, god=state.god(whose))
        return self._by_kind[wave.kind], wave.asked[0]

    def apply(self, state: Table, seat: Seat, move: Move, chance: Chance) -> list[Happening]:
        """What all games do; then the state notes what is to be ringed."""
        out = super().apply(state, seat, move, chance)
        if places := touched(out):
            state.touched = places
        return out

    def misplaced(self, question: Question[Any, Any], move: Move) -> IllegalMove:
        """An action, while something else has to be answered first (R15)."""
        if isinstance(move, ACTIONS) and question.kind != "god":
            return IllegalMove("E_CHOICE_PENDING", choice=question.kind)
        return super().misplaced(question, move)

    def clock(self, state: Table, asked: Asked[Any]) -> str:
        """All questions of a turn have one deadline."""
        return f"turn {state.turn}" if state.turn else ""

    def view(self, state: Table, viewer: Seat | None) -> View:
        """See `view.view`."""
        return view(state, viewer)

    def progress(self, state: Table) -> Progress:
        """Turns, and how near the end and each defeat are."""
        spaces = state.spaces
        lines = {cause: (sum(one >= space for one in spaces),) for cause, _, space in DEFEATS}
        measures = {"cards": (len(state.deck),), "stock": tuple(state.vikings), **lines}
        return Progress(round_of(state), stage(state), (), measures)

    def redeal(self, state: Table, viewer: Seat | None, chance: Chance) -> Table:
        """A copy in which deck and pile are shuffled where `viewer` does not know what lies there."""
        return state.copy() if state.stage == "over" else ZONES.redeal(state, viewer, chance, is_giant)

    def result(self, state: Table) -> Result | None:
        """All win, or nobody; every cause that holds (R12.4)."""
        if state.stage != "over":
            return None
        causes = turns.defeats(state)
        return Result((), causes) if causes else Result(tuple(range(state.seats)), ("deck",))


class FirstRules(YggdrasilRules):
    """Version 1: at the level Ragnarök three gods met all ten special cards."""

    version, level_cards = 1, FIRST_LEVEL_CARDS
