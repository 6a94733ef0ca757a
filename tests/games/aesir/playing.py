"""What the tests of Aesir share: desks, displays as text, reading orders, and random play."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from engine.core.chance import Draw, SeededChance, chance_key
from engine.core.contract import Desk, Imagined
from engine.core.grammar.text import fold
from engine.core.happenings import Happening
from engine.core.moves import IllegalMove, Move, Seat
from engine.core.questions import NoOptions as Options
from engine.games.aesir.data import CARDS
from engine.games.aesir.game_rules import AesirRules
from engine.games.aesir.orders.notation import AesirNotation
from engine.games.aesir.state import NOTHING, State
from engine.games.aesir.view import View

RULES = AesirRules()
NOTATION = AesirNotation()


def desk(state: State, seat: Seat, names: tuple[str, ...] = ()) -> Desk:
    """What the service would put before a seat."""
    decisions = RULES.decisions(state)
    own = tuple(one for one in decisions if one.seat == seat)
    return Desk(
        seat, RULES.view(state, seat), own, lambda one: RULES.menu(state, one), decisions, names,
        imagine=lambda chance: Imagined(RULES, RULES.redeal(state, seat, chance)),
    )  # fmt: skip


def display(view: View, seat: Seat) -> str:
    """A seat's stacks as the scenarios write them: `L=[LS2 FL1]+[OT1]`."""
    stacks = view.players[seat].stacks
    return " ".join(
        f"{stack.god}=[{' '.join(stack.up)}]" + (f"+[{' '.join(stack.down)}]" if stack.down else "") for stack in stacks
    )


def read(state: State, seat: Seat, text: str, names: tuple[str, ...] = ()) -> tuple[Move, ...]:
    """The moves that a mailed text means. Raises IllegalMove."""
    return NOTATION.read([fold(line) for line in text.split("\n")], desk(state, seat, names)).moves


def say(state: State, seat: Seat, text: str) -> list[Happening]:
    """Play what a mailed text means. Raises IllegalMove."""
    return RULES.apply(state, seat, read(state, seat, text)[0], NO_CHANCE)


def refusal(state: State, seat: Seat, text: str) -> str:
    """The code with which a mailed text is refused; empty when it is not."""
    try:
        say(state.copy(), seat, text)
    except IllegalMove as why:
        return why.code
    return ""


class _NoChance:
    """After the set-up nothing is drawn by chance."""

    def draw(self, label: str, size: int) -> int:
        raise AssertionError(f"{label} of {size} drawn")

    def shuffle(self, label: str, size: int) -> tuple[int, ...]:
        raise AssertionError(f"{label} of {size} shuffled")


NO_CHANCE = _NoChance()


@dataclass
class Played:
    """A finished random game: everything needed to play it again."""

    seats: int
    draws: tuple[Draw, ...]
    moves: list[tuple[Seat, Move]] = field(default_factory=list)
    happenings: list[list[Happening]] = field(default_factory=list)
    state: State | None = None


def chance(seed: int) -> SeededChance:
    return SeededChance(chance_key(b"\x07" * 32, [seed.to_bytes(8, "big")]))


def deal(seats: int, seed: int) -> tuple[State, SeededChance]:
    """A new game, and the chance that dealt it."""
    source = chance(seed)
    return RULES.setup(Options(), seats, source)[0], source


def answers(state: State, decision: Any) -> list[Move]:
    """Every whole answer of a menu."""
    return [move for _, _, move in RULES.menu(state, decision).leaves()]


def next_move(state: State, rng: random.Random) -> tuple[Seat, Move] | None:
    """A random answer to a random waiting question."""
    waiting = [one for one in RULES.decisions(state) if one.waits]
    if not waiting:
        return None
    decision = rng.choice(waiting)
    return decision.seat, rng.choice(answers(state, decision))


def somewhere(seats: int, seed: int, moves: int) -> State:
    """The state after some random moves, or the end when the game was shorter."""
    state, _ = deal(seats, seed)
    rng = random.Random(seed)
    for _ in range(moves):
        made = next_move(state, rng)
        if made is None:
            break
        RULES.apply(state, *made, NO_CHANCE)
    return state


def play(seats: int, seed: int) -> Played:
    """A whole random game."""
    source = chance(seed)
    state, begun = RULES.setup(Options(), seats, source)
    game = Played(seats, source.take(), happenings=[begun], state=state)
    rng = random.Random(seed)
    while made := next_move(state, rng):
        game.happenings.append(RULES.apply(state, *made, NO_CHANCE))
        game.moves.append(made)
    return game


def missing(state: State) -> list[int]:
    """Cards that lie nowhere or in two places."""
    piles = [state.deck, *state.hands, *state.scored]
    piles += [pile for side in (state.up, state.down) for stacks in side for pile in stacks]
    found = Counter(card for pile in piles for card in pile)
    found.update([state.drawn] if state.drawn != NOTHING else [])
    return [card for card in range(len(CARDS)) if found[card] != 1]
