"""Turns and their actions (R3, R6), and the end of the game (R12)."""

from __future__ import annotations

from typing import Any

from engine.core.flow import Answers, Asked, answered, step
from engine.core.menu import Lines, Menu, Option, letter
from engine.core.moves import IllegalMove, Move, Seat
from engine.core.questions import Question
from engine.games.yggdrasil.cards.giants import blocks
from engine.games.yggdrasil.data import BAG_CODES, DEFEATS, WORLDS
from engine.games.yggdrasil.happenings import GameEnded, TurnBegan, TurnEnded
from engine.games.yggdrasil.moves import (
    ACTIONS,
    AnyMove,
    EndTurn,
    Midgard,
    ReturnVikings,
    TakeElf,
    VanirAdvance,
)
from engine.games.yggdrasil.play import Tree, actions_of, power
from engine.games.yggdrasil.rules.enemy_phase import calm, draw
from engine.games.yggdrasil.rules.worlds import asgard, darkness, dead, elves, fire, forge, ice, midgard, sacred
from engine.games.yggdrasil.rules.worlds.world import World
from engine.games.yggdrasil.state import State

NINE: tuple[World, ...] = (
    asgard.Asgard(), midgard.Midgard(), forge.DwarvenForge(), elves.WorldOfElves(), darkness.WorldOfDarkness(),
    dead.WorldOfDead(), fire.KingdomOfFire(), ice.IceFortress(), sacred.SacredLand(),
)  # fmt: skip
_BY_MOVE: dict[type[Move], World] = {move: world for world in NINE for move in world.moves}


@step
def turn(play: Tree, seat: Seat) -> None:
    """Enemy phase, Fenrir, actions (R3.1)."""
    state = play.state
    state.turn += 1
    state.seat, state.spent, state.rage, state.stage = seat, 0, 0, "enemy"
    state.won = None
    state.used.clear()
    play.then(act())
    if state.daeg:
        state.daeg -= 1
        play.tell(TurnBegan(seat, state.turn, state.daeg))
        return
    play.tell(TurnBegan(seat, state.turn))
    play.then(calm())
    draw(play, seat)


@step
def act(play: Tree) -> None:
    """The next action. A turn without one left waits for its end all the same (R6.8)."""
    play.state.stage = "actions"
    play.ask("action", (play.state.seat,), acted())


@answered
def acted(play: Tree, answers: Answers) -> None:
    for seat, move in answers.items():
        if isinstance(move, EndTurn):
            _end(play, seat)
            return
        world = _BY_MOVE[type(move)]
        play.state.spent += 1
        play.state.used.append(world.number)
        play.then(act())
        world.act(play, seat, move)


def _end(play: Tree, seat: Seat) -> None:
    """Defeat is looked at first, then victory; else it is the next god's turn (R12)."""
    state = play.state
    state.rage = 0
    play.tell(TurnEnded(seat, actions_left(state)))
    causes = defeats(state)
    if causes or not state.deck:
        state.stage = "over"
        play.tell(GameEnded(not causes, causes, state.turn, len(state.deck)))
    else:
        play.then(turn((seat + 1) % state.seats))


def defeats(state: State) -> tuple[str, ...]:
    """The causes of a defeat that hold now (R12.1)."""
    spaces = state.spaces
    return tuple([cause for cause, count, space in DEFEATS if len([1 for one in spaces if one >= space]) >= count])


def actions_left(state: State) -> int:
    """How many actions the active god still has; none before the first turn."""
    if not state.turn:
        return 0
    return max(0, actions_of(state, state.seat) - state.spent)


def check_action(state: State, seat: Seat, move: Any) -> None:
    """Raises IllegalMove, in the order of the refusals (R15)."""
    if isinstance(move, EndTurn):
        return
    world = _BY_MOVE[type(move)]
    if (why := shut(state, seat, world)) is not None:
        raise why
    world.check(state, seat, move)


def shut(state: State, seat: Seat, world: World) -> IllegalMove | None:
    """Why a world cannot be used at all (R6.1, R6.2, R6.6)."""
    if state.spent >= actions_of(state, seat):
        return IllegalMove("E_NO_ACTIONS_LEFT", god=state.god(seat))
    number, used = world.number, state.used
    if number in used and not _may_repeat(state, seat, number):
        return IllegalMove("E_WORLD_ALREADY_USED", world=WORLDS[number])
    if giant := blocks(state, number):
        return IllegalMove("E_WORLD_UNREACHABLE", world=WORLDS[number], giant=giant)
    return world.closed(state, seat)


def _may_repeat(state: State, seat: Seat, number: int) -> bool:
    """Whether one more world may be used for the second time, this one (R11.5)."""
    used = state.used
    again = sum(used.count(one) > 1 for one in set(used))
    return used.count(number) == 1 and again < power(state, seat, "repeats", 0)


def is_legal(state: State, seat: Seat, move: AnyMove) -> bool:
    """Whether an action can be taken now."""
    try:
        check_action(state, seat, move)
    except IllegalMove:
        return False
    return True


class Act(Question[State, AnyMove]):
    """What does the god do? A steward plays for whoever does not say (P7)."""

    kind = "action"
    answers = ACTIONS

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        found: list[Option] = []
        for world in NINE:
            if shut(state, asked.seat, world) is None:
                found += [
                    Option(one.what, one.move, one.then, one.group, f"{world.number + 1}{letter(at)}")
                    for at, one in enumerate(world.options(state, asked.seat))
                ]
        return Lines((*found, Option(("end", actions_left(state)), EndTurn(), label="0")))

    def check(self, state: State, asked: Asked[AnyMove], move: Any) -> None:
        check_action(state, asked.seat, move)

    def default(self, state: State, asked: Asked[AnyMove]) -> Move:
        """The steward spends no stock: an Elf, the Vanir, a search, Vikings for the threatened bag; then the end."""
        bag = BAG_CODES[state.threatened - 1]
        wanted = (TakeElf(), VanirAdvance(), Midgard(search=True), ReturnVikings(bag=bag))
        return next((move for move in wanted if is_legal(state, asked.seat, move)), EndTurn())

    def forced(self, state: State, asked: Asked[AnyMove]) -> Move | None:
        return EndTurn() if not actions_left(state) else None
