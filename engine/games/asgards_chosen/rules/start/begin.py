"""What a table may choose, and all that is drawn before the first question (R3)."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, model_validator

from engine.core.chance import Chance
from engine.core.components.zones import shuffled
from engine.core.contract import apart
from engine.core.flow import Flow, step
from engine.games.asgards_chosen.data import (
    COOP,
    COUNTS,
    DECK,
    GODS,
    INTRO,
    LAYOUTS,
    NAME,
    STANDARD,
    STARTING,
    TILES,
    gods_of,
)
from engine.games.asgards_chosen.happenings import GameBegan, TileRemoved
from engine.games.asgards_chosen.rules.modes import MODES
from engine.games.asgards_chosen.rules.play import Chosen
from engine.games.asgards_chosen.rules.start.board import board
from engine.games.asgards_chosen.rules.start.heroes import heroes
from engine.games.asgards_chosen.rules.start.items import items
from engine.games.asgards_chosen.rules.start.tisch import deal_tisch
from engine.games.asgards_chosen.state import State, empty


class Options(BaseModel):
    """The mode, the length of a competitive game, and what else the rule book leaves to the table (D22)."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    mode: Literal["standard", "introductory", "solitaire", "coop"] = "standard"
    length: Literal["standard", "saga", "epic"] = "standard"
    late_items: bool = False  # the enchanted items of deck 2 join the draft (R3.4.3)
    automatic_board: bool = False  # tiles and towns lie where R3.3.9 puts them
    aggressive: bool = False  # the introductory board without one tile (R14.2)
    scattered: bool = False  # enemy markers beside the heroes (R15.2)
    man_first: bool = False  # co-operative: the start player has the man (R16.1)

    @model_validator(mode="after")
    def _fit(self) -> Options:
        """What a mode does not have cannot be chosen."""
        wrong = {
            "length": self.length != "standard" and self.mode != "standard",
            "late_items": self.late_items and self.mode != "standard",
            "automatic_board": self.automatic_board and self.mode == "introductory",
            "aggressive": self.aggressive and self.mode != "introductory",
            "scattered": self.scattered and self.mode not in ("solitaire", "coop"),
            "man_first": self.man_first and self.mode != "coop",
        }
        if any(wrong.values()):
            raise apart("mode", *(name for name, is_wrong in wrong.items() if is_wrong))
        return self


def begin(options: Any, seats: int, chance: Chance) -> State:
    """Piles shuffled, gods in hand; the board comes next."""
    mode = MODES[options.mode]
    state = empty(seats, mode.sides(seats))
    state.mode, state.length = options.mode, options.length
    chosen = ("late_items", "automatic_board", "aggressive", "scattered", "man_first")
    state.options = {name: True for name in chosen if getattr(options, name)}
    state.first = chance.draw("start player", seats) if not mode.shared else 0
    _gods(state, chance)
    if mode.laid_out:
        _layout(state)
    else:
        _tiles(state, mode.board(seats), chance)
    state.deck, state.later = shuffled(list(DECK[1]), chance, "deck 1"), shuffled(list(DECK[2]), chance, "deck 2")
    used = {*state.deck, *state.later, *(card for side in range(state.sides) for card in gods_of(side))}
    state.box = [card for card in state.box if card not in used]
    state.flow = Flow([begun(), board(), items(), deal_tisch(), heroes()][::-1])
    return state


def _gods(state: State, chance: Chance) -> None:
    """A set of ten for each side: some in hand, the others are its draw pile (R3.2, R14.1, R16.1)."""
    hands = COUNTS[state.seats]["opening_hand_by_seat"]
    for side in range(state.sides):
        pile = shuffled(list(gods_of(side)), chance, "gods")
        if state.mode == "introductory":
            known = [card for card in gods_of(side) if NAME[card] in INTRO["gods_in_hand"]]
            state.hands[side] = known
            state.draws[side] = [card for card in pile if card not in known]
        elif len(state.hands) > len(state.draws):
            dealt = COOP["gods_dealt_each"]
            state.hands = [pile[seat * dealt : (seat + 1) * dealt] for seat in range(state.seats)]
        else:
            count = hands[(side - state.first) % state.seats]
            state.hands[side], state.draws[side] = pile[:count], pile[count:]


def _tiles(state: State, players: int, chance: Chance) -> None:
    """The three starting tiles and as many others as the board needs, face down (R3.3.1)."""
    order = chance.shuffle("standard tiles", len(STANDARD))
    count = COUNTS[players]["land_tiles"] - len(STARTING)
    state.spare = sorted(STANDARD[at] for at in order[count:])
    state.stack = shuffled([*STARTING, *sorted(STANDARD[at] for at in order[:count])], chance, "tile stack")


def _layout(state: State) -> None:
    """The board of the introductory game, as it lies there (R14.2)."""
    layout = LAYOUTS[state.seats]
    removed = layout["remove_for_aggressive"] if "aggressive" in state.options and state.seats > 2 else ""
    state.laid = tuple(
        (TILES.index(tile), q, r, direction) for tile, q, r, direction in layout["land"] if tile != removed
    )
    state.towns = tuple((q, r, corner) for q, r, corner in layout["town"])
    there = {one[0] for one in state.laid}
    state.spare = [tile for tile in range(len(TILES)) if tile not in there]


@step
def begun(play: Chosen) -> None:
    """Everybody reads the own opening hand."""
    state = play.state
    assert len(GODS) * state.sides == sum(map(len, (*state.hands, *state.draws)))
    play.tell(GameBegan(state.seats, state.first, tuple(tuple(NAME[card] for card in hand) for hand in state.hands)))
    if "aggressive" in state.options and state.seats > 2:
        play.tell(TileRemoved(LAYOUTS[state.seats]["remove_for_aggressive"]))
