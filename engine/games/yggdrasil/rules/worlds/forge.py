"""Dwarven Forge: Artifacts (R8.3)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.menu import Option
from engine.core.moves import IllegalMove, Seat
from engine.games.yggdrasil.data import ENEMIES, ENEMY, FORGE, LEVELS
from engine.games.yggdrasil.happenings import ArtifactForged
from engine.games.yggdrasil.moves import Forge
from engine.games.yggdrasil.play import Tree
from engine.games.yggdrasil.rules.worlds.world import World
from engine.games.yggdrasil.state import State


class DwarvenForge(World):
    """The lowest level against an Enemy, or the next one for that which is owned."""

    number, moves = FORGE, (Forge,)

    def check(self, state: State, seat: Seat, move: Forge) -> None:
        enemy = ENEMY[move.enemy]
        owner, owned = state.owner(enemy, move.level), state.artifacts[seat][enemy]
        if owner is not None:
            raise IllegalMove("E_ARTIFACT_NOT_IN_FORGE", enemy=move.enemy, level=move.level, god=state.god(owner))
        if move.level > 1 and owned != move.level - 1:
            raise IllegalMove("E_ARTIFACT_LEVEL_SKIP", enemy=move.enemy, level=move.level, needed=move.level - 1)
        if move.level == 1 and owned:
            raise IllegalMove("E_ARTIFACT_ALREADY_OWNED", enemy=move.enemy, god=state.god(seat))

    def act(self, play: Tree, seat: Seat, move: Forge) -> None:
        play.state.artifacts[seat][ENEMY[move.enemy]] = move.level
        play.tell(ArtifactForged(seat, move.enemy, move.level))

    def options(self, state: State, seat: Seat) -> Iterator[Option]:
        for enemy, owned in enumerate(state.artifacts[seat]):
            level = owned + 1
            if level in LEVELS and state.owner(enemy, level) is None:
                yield Option(("forge", ENEMIES[enemy], level), Forge(enemy=ENEMIES[enemy], level=level), group="forge")
