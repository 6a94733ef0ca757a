"""What the card of each Enemy brings, where it has gone by then (R5). `area`: 0 to 3, from outside the wall."""

from __future__ import annotations

from typing import Any

from engine.core.flow import Answers, Asked, answered
from engine.core.menu import Lines, Menu, lines_of
from engine.core.moves import IllegalMove
from engine.core.questions import Question
from engine.games.yggdrasil.data import (
    ENEMIES,
    ENEMY,
    ENEMY_VALUES,
    FIRST_GIANT,
    GIANTS,
    ISLANDS,
    LAST_SPACE,
    NIDHOGG,
)
from engine.games.yggdrasil.happenings import FenrirRages, FiresCame, GiantTurned, TileMoved, VikingsLost
from engine.games.yggdrasil.moves import AnyMove, NidhoggPick
from engine.games.yggdrasil.play import Tree, effect
from engine.games.yggdrasil.state import State

RAGE: list[int] = ENEMY_VALUES["fenrir"]["hammers_needed_by_area"]
LOST: list[int] = ENEMY_VALUES["hel"]["amount_by_area"]
BURNING: list[int] = ENEMY_VALUES["surt"]["amount_by_area"]
STEPS: int = ENEMY_VALUES["nidhogg"]["spaces"]


@effect("fenrir", at="card")
def fenrir(play: Tree, area: int) -> None:
    """He rages: the active god must calm him before anything else (R5.6)."""
    play.state.rage = RAGE[area]
    play.tell(FenrirRages(RAGE[area]))


@effect("hel", at="card")
def hel(play: Tree, area: int) -> None:
    """Vikings go from the threatened bag to the World of the Dead (R5.1)."""
    state = play.state
    bag = state.threatened
    lost = min(LOST[area], state.bag_vikings[bag])
    state.bag_vikings[bag] -= lost
    state.dead += lost
    play.tell(VikingsLost(ISLANDS[bag], lost))


@effect("jormungand", at="card")
def jormungand(play: Tree, area: int) -> None:
    """The threatened island is submerged (R5.4)."""
    state = play.state
    source, state.tile = state.tile, state.threatened
    if source != state.tile:
        play.tell(TileMoved(ISLANDS[source], ISLANDS[state.tile]))


@effect("loki", at="card")
def loki(play: Tree, area: int) -> None:
    """The top Giant of the pile becomes active (R5.3)."""
    state = play.state
    if state.pile:
        giant = state.pile.pop()
        state.active.append(giant)
        play.tell(GiantTurned(GIANTS[giant - FIRST_GIANT]))


@effect("nidhogg", at="card")
def nidhogg(play: Tree, area: int) -> None:
    """The rearmost of the others advances, without effect; a tie is for the active player to break (R5.5)."""
    found = rearmost(play.state)
    if len(found) > 1:
        play.ask("nidhogg", (play.state.seat,), drawn_on(), among=[ENEMIES[enemy] for enemy in found])
    elif found:
        play.move_enemy(found[0], STEPS, "nidhogg")


@effect("surt", at="card")
def surt(play: Tree, area: int) -> None:
    """Fire Giants go from their Kingdom into the threatened bag (R5.2)."""
    state = play.state
    bag = state.threatened
    come = min(BURNING[area], state.kingdom)
    state.kingdom -= come
    state.bag_fires[bag] += come
    play.tell(FiresCame(ISLANDS[bag], come))


def rearmost(state: State) -> list[int]:
    """The rearmost of the five others, in roster order; none where all are at the end."""
    spaces = state.spaces
    least = min(space for enemy, space in enumerate(spaces) if enemy != NIDHOGG)
    if least == LAST_SPACE:
        return []
    return [enemy for enemy, space in enumerate(spaces) if enemy != NIDHOGG and space == least]


@answered
def drawn_on(play: Tree, answers: Answers) -> None:
    for move in answers.values():
        play.move_enemy(ENEMY[move.enemy], STEPS, "nidhogg")


class DrawOn(Question[State, AnyMove]):
    """Which of the rearmost Enemies advances? The first in roster order, if nobody says (D4)."""

    kind = "nidhogg"
    answers = (NidhoggPick,)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        return Lines(lines_of(NidhoggPick.model_validate({"enemy": code}) for code in asked.texts("among")))

    def check(self, state: State, asked: Asked[AnyMove], move: Any) -> None:
        if move.enemy not in asked.texts("among"):
            raise IllegalMove("E_NIDHOGG_CHOICE_INVALID", enemy=move.enemy, among=list(asked.texts("among")))
