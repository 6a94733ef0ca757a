"""The rules of Blood Rage, version 2, and version 1 for the games that began with it."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from engine.core.chance import Chance
from engine.core.components.zones import shuffled
from engine.core.contract import Progress, Result
from engine.core.flow import Asked, Flow, Steps, step
from engine.core.happenings import Happening
from engine.core.moves import Move, Seat
from engine.core.questions import KitRules, NoOptions, most_points
from engine.games.blood_rage import cards as decks
from engine.games.blood_rage.cards.frigga import Save
from engine.games.blood_rage.cards.monsters import Flee
from engine.games.blood_rage.cards.troops import Step
from engine.games.blood_rage.cards.tyr import KeepPlayed
from engine.games.blood_rage.data import (
    AGE_OF,
    AGES,
    CENTRE_TOKEN,
    DIGEST,
    FALLEN,
    LEAST_SEATS,
    OUTER,
    PLACES,
    SEATS,
    TOKENS,
)
from engine.games.blood_rage.happenings import KINDS, GameBegan
from engine.games.blood_rage.moves import MOVES, AnyMove
from engine.games.blood_rage.orders.plans import PLANS
from engine.games.blood_rage.rules import ages, destruction, gifts, play, quest, stats
from engine.games.blood_rage.rules.actions import invade, pillage, turns
from engine.games.blood_rage.rules.ages import Keep
from engine.games.blood_rage.rules.battle import clash, plunder, settle
from engine.games.blood_rage.rules.memory import redealt
from engine.games.blood_rage.rules.play import Rage
from engine.games.blood_rage.rules.touched import touched
from engine.games.blood_rage.state import State as Table
from engine.games.blood_rage.state import empty
from engine.games.blood_rage.view import View, stage, view

_ROOMS = (
    *decks.DECKS, ages, clash, destruction, gifts, invade, pillage, play, plunder, quest, settle, stats, turns
)  # fmt: skip


@step
def game(play: Rage) -> None:
    """What was drawn is told; then the first Age begins."""
    state = play.state
    fallen = tuple(PLACES[province] for province in OUTER if state.destroyed[province])
    play.tell(
        GameBegan(state.seats, state.first, tuple(state.tokens), tuple(PLACES[one] for one in state.doom), fallen)
    )
    play.then(ages.age())


class BloodRageRules(KitRules[Table, AnyMove]):
    """Three Ages (R3.1)."""

    key, version, seats = "blood_rage", 2, SEATS
    Options: type[BaseModel] = NoOptions
    State = Table
    moves, plans = MOVES, PLANS
    questions = (
        gifts.Draft(), turns.Act(), pillage.Call(), clash.LayCard(), clash.AddLate(), clash.KeepFigure(), Save(),
        Flee(), KeepPlayed(), stats.ChooseStat(), Step(), settle.Bless(), Keep(),
    )  # fmt: skip
    steps: Steps[Any] = Steps((game,), rooms=_ROOMS)
    kinds = KINDS

    def play(self, state: Table, chance: Chance) -> Rage:
        """What steps get."""
        return Rage(state, chance, self.version)

    def pins(self, options: BaseModel) -> dict[str, str]:
        """The digest of the component data."""
        return {"components.toml": DIGEST}

    def begin(self, options: Any, seats: int, chance: Chance) -> Table:
        """Everything that is drawn at set-up (R2)."""
        state = empty(seats)
        state.tokens = [TOKENS[at] for at in chance.shuffle("pillage tokens", len(TOKENS))] + [CENTRE_TOKEN]
        drawn = chance.shuffle("ragnarok tokens", len(OUTER))
        state.doom = list(drawn[:AGES])
        for province in drawn[AGES : AGES + FALLEN[seats]]:
            state.destroyed[province] = True
        used = [card for card in state.box if LEAST_SEATS[card] <= seats]
        state.box = [card for card in state.box if LEAST_SEATS[card] > seats]
        for age in range(AGES):
            state.decks[age] = shuffled([card for card in used if AGE_OF[card] == age + 1], chance, f"deck {age + 1}")
        state.first = chance.draw("first player", seats)
        state.flow = Flow([game()])
        return state

    def apply(self, state: Table, seat: Seat, move: Move, chance: Chance) -> list[Happening]:
        """What all games do; then the state notes what is to be ringed."""
        out = super().apply(state, seat, move, chance)
        if places := touched(out):  # a sealed answer leaves the rings where they were
            state.touched = places
        return out

    def view(self, state: Table, viewer: Seat | None) -> View:
        """See `view.view`."""
        return view(state, viewer)

    def progress(self, state: Table) -> Progress:
        """Age, phase and Glory; what is left to act with, and what all see of a clan's growth."""
        seats = range(state.seats)
        measures = {
            "rage_left": tuple(state.rage),
            "on_board": tuple(len(state.on_board(seat)) for seat in seats),
            "upgrades": tuple(len(state.upgrades(seat)) for seat in seats),
        }
        return Progress(state.age, stage(state), tuple(state.glory), measures)

    def clock(self, state: Table, asked: Asked[Any]) -> str:
        """A turn with all that it asks its owner has one deadline; so have, for each other clan, a battle's calls."""
        if state.stage != "action":
            return ""
        if asked.seat != state.turn:
            return f"battle {state.battles}"
        wave = state.flow.wave
        begins = wave is not None and wave.kind == "action"  # it is counted when it is taken
        return f"turn {state.turns[asked.seat] + begins}"

    def redeal(self, state: Table, viewer: Seat | None, chance: Chance) -> Table:
        """A copy in which the cards that `viewer` cannot know are others that may lie there."""
        if state.stage == "over":
            return state.copy()
        new: Table = redealt(state, viewer, chance)
        self.reseal(new, viewer, chance)
        return new

    def result(self, state: Table) -> Result | None:
        """Most Glory wins, a tie is shared (R17.3)."""
        return most_points(tuple(state.glory), "glory") if state.stage == "over" else None


class FirstRules(BloodRageRules):
    """Version 1: an upgrade that was laid in a battle spoke as if it lay on the clan sheet."""

    version = 1
