"""The rules of Aesir, version 1. `R` numbers are those of rules.md."""

from __future__ import annotations

from pydantic import BaseModel

from engine.core.chance import Chance
from engine.core.contract import Progress, Result
from engine.core.flow import Wave
from engine.core.happenings import Happening
from engine.core.moves import Move, Seat
from engine.core.questions import Asks, NoOptions
from engine.games.aesir.data import CARDS, COLUMNS, DIGEST, GODS, SEATS
from engine.games.aesir.happenings import GameBegan
from engine.games.aesir.moves import MOVES, AnyMove, Pick
from engine.games.aesir.orders.plans import PLANS
from engine.games.aesir.rules import awakening, contest
from engine.games.aesir.rules.favour import winners
from engine.games.aesir.rules.questions import ASKED, PICK, QUESTIONS, Asking, open_wave, question_of
from engine.games.aesir.rules.redeal import redeal
from engine.games.aesir.state import NOTHING, empty
from engine.games.aesir.state import State as Table
from engine.games.aesir.view import View, view


class AesirRules(Asks[Table, AnyMove]):
    """Three rounds of dealing, picking and awakening, then the tally (R4.1)."""

    key, version, seats = "aesir", 1, SEATS
    Options: type[BaseModel] = NoOptions  # the rule book has no variants
    State: type[Table] = Table
    moves, plans = MOVES, PLANS
    questions = QUESTIONS

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

    def wave(self, state: Table) -> Wave[AnyMove] | None:
        """One pick for each seat, or one question to the favoured player."""
        return open_wave(state)

    def act(self, state: Table, seat: Seat, move: Move) -> list[Happening]:
        """The move itself and settling (R10), without what follows of itself. Raises IllegalMove, see `apply`."""
        if state.stage == "pick" and type(move) is Pick:  # most moves of a game: no look-up
            question: Asking = PICK
        else:
            question = question_of(state, seat, move)
        question.check(state, ASKED[seat], move)
        out: list[Happening] = []
        question.act(state, seat, move, out)
        return out

    def apply(self, state: Table, seat: Seat, move: Move, chance: Chance) -> list[Happening]:
        """Play `move` and all that follows of itself. Raises IllegalMove and then changes nothing."""
        out = self.act(state, seat, move)
        if state.stage == "pick":
            if NOTHING not in state.picks:
                contest.open_picks(state, out)
                if not state.hands[0]:
                    state.stage = "awaken"
                    awakening.awaken(state, 0, out)
        elif state.drawn == NOTHING:
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
        cause = "points" if not tie_break else "tie_break" if len(first) == 1 else "shared"
        return Result(tuple(first), (cause,), tuple(state.points))
