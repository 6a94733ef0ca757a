"""Ice Fortress: combat against a Frost Giant (R8.8)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Literal, TypeAlias

from engine.core.menu import Option
from engine.core.moves import IllegalMove, Seat
from engine.games.yggdrasil.data import FIRST_GIANT, GIANT, GIANTS, ICE, GiantCode
from engine.games.yggdrasil.moves import ElfPolicy, FightGiant
from engine.games.yggdrasil.play import Tree, giants_force
from engine.games.yggdrasil.rules.combat import check_stock, fight, strengths
from engine.games.yggdrasil.rules.worlds.world import World
from engine.games.yggdrasil.state import State

Target: TypeAlias = GiantCode | Literal["top"]


class IceFortress(World):
    """An active Giant, or the first of the pile, unseen; won: it is defeated."""

    number, moves = ICE, (FightGiant,)

    def closed(self, state: State, seat: Seat) -> IllegalMove | None:
        return None if state.pile or state.active else IllegalMove("E_NO_GIANTS")

    def check(self, state: State, seat: Seat, move: FightGiant) -> None:
        check_stock(state, seat, move)
        if move.target != "top" and GIANT[move.target] not in state.active:
            raise IllegalMove("E_GIANT_NOT_ACTIVE", giant=move.target)
        if move.target == "top" and not state.pile:
            raise IllegalMove("E_PILE_EMPTY")

    def act(self, play: Tree, seat: Seat, move: FightGiant) -> None:
        fight(play, seat, move.target, move.vikings, move.elves)

    def options(self, state: State, seat: Seat) -> Iterator[Option]:
        targets: list[Target] = ["top"] if state.pile else []
        targets += [GIANTS[giant - FIRST_GIANT] for giant in sorted(state.active)]
        for target in targets:
            what = ("ice", target, giants_force(state))
            yield strengths(state, seat, what, partial(_fight, target), "ice")


def _fight(target: Target, vikings: int, elves: ElfPolicy) -> FightGiant:
    return FightGiant(target=target, vikings=vikings, elves=elves)
