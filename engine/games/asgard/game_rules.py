"""The rules of Asgard (2012), put together of questions and steps. `R` numbers are those of the rules."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, field_validator

from engine.core.chance import Chance
from engine.core.contract import Progress, Result
from engine.core.decisions import Decision
from engine.core.happenings import Happening
from engine.core.menu import Menu
from engine.core.moves import IllegalMove, Move, Seat
from engine.games.asgard import data, questions
from engine.games.asgard import view as views
from engine.games.asgard.moves import MOVES, Again, MakeOffer
from engine.games.asgard.orders.plans import PLANS
from engine.games.asgard.play import NEWEST, Play
from engine.games.asgard.rules import course, odin, ragnarok, redeal, setup
from engine.games.asgard.rules.touched import touched
from engine.games.asgard.state import State as Table


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

    def seats_with(self, options: BaseModel) -> range:
        """All, whatever the data set."""
        return self.seats

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
        return tuple(questions.decisions(state))

    def menu(self, state: Table, decision: Decision) -> Menu:
        """The legal answers; those of some long moves are a choice of the usual ones (RULINGS.md)."""
        return questions.menu(state, decision)

    def default(self, state: Table, decision: Decision) -> Move:
        """The last column of the table of decisions."""
        question, asked = questions.asked(state, decision)
        return question.default(state, asked)

    def forced(self, state: Table, decision: Decision) -> Move | None:
        """The only answer there is, if there is but one, unless not asking would tell something."""
        question, asked = questions.asked(state, decision)
        return question.forced(state, asked) if decision.waits else None

    def apply(self, state: Table, seat: Seat, move: Move, chance: Chance) -> list[Happening]:
        """Check, change, and let everything follow that needs nobody."""
        play = Play(state, chance, self.version)
        kind = type(move)
        if kind is Again and course.idle_thor(state, seat):
            raise IllegalMove("E_NO_EFFECT", tile="thor_skill")
        question = questions.OFFER if kind is MakeOffer else questions.open_now(state)
        if question is None:
            raise IllegalMove("E_PHASE")
        question.play(play, seat, move)
        course.go_on(play)
        if state.offers and self.version > 1:
            odin.lapse(state)
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
        """Stages are those of pieces.Stage. Points are a flat line for long: with what all see of a player's growth."""
        recruits = tuple(sum(own) for own in state.own_recruits)
        won = tuple(sum(tiles) for tiles in state.own_battle_tiles)
        if state.stage in ("valhalla", "arm", "over"):  # they are counted among the points by then (R10.1)
            won = (0,) * state.seats
        measures = {
            "with_battles": tuple(points + tiles for points, tiles in zip(state.scores, won, strict=True)),
            "recruits": recruits,
            "stones": tuple(sum(own) for own in state.own_stones),
        }
        return Progress(state.round, state.stage, tuple(state.scores), measures)

    def result(self, state: Table) -> Result | None:
        """Most points; a tie goes to the lowest order tile (R10.11)."""
        if state.stage != "over":
            return None
        winner = ragnarok.winner(state)
        level = state.scores.count(state.scores[winner]) > 1
        return Result((winner,), ("order_tile" if level else "points",), tuple(state.scores))


class AsgardRules1(AsgardRules):
    """Version 1, for the games that began with it: what it took is taken for ever."""

    version = 1
