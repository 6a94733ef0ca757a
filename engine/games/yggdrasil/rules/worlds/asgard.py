"""Asgard: combat against an Enemy (R8.1)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.core.menu import Option
from engine.core.moves import IllegalMove, Seat
from engine.games.yggdrasil.data import ASGARD, ENEMIES, ENEMY, EnemyCode
from engine.games.yggdrasil.moves import ElfPolicy, FightEnemy
from engine.games.yggdrasil.play import Tree, off_start
from engine.games.yggdrasil.rules.combat import check_stock, fight, force, strengths
from engine.games.yggdrasil.rules.worlds.world import World
from engine.games.yggdrasil.state import State


class Asgard(World):
    """An Enemy that is won against goes back one space."""

    number, moves = ASGARD, (FightEnemy,)

    def check(self, state: State, seat: Seat, move: FightEnemy) -> None:
        if not state.spaces[ENEMY[move.enemy]]:
            raise IllegalMove("E_ENEMY_AT_START", enemy=move.enemy)
        check_stock(state, seat, move)

    def act(self, play: Tree, seat: Seat, move: FightEnemy) -> None:
        fight(play, seat, move.enemy, move.vikings, move.elves)

    def options(self, state: State, seat: Seat) -> Iterator[Option]:
        for enemy in off_start(state):
            code = ENEMIES[enemy]
            what = ("fight", code, force(state, code))
            yield strengths(state, seat, what, partial(_fight, code), "asgard")


def _fight(enemy: EnemyCode, vikings: int, elves: ElfPolicy) -> FightEnemy:
    return FightEnemy(enemy=enemy, vikings=vikings, elves=elves)
