"""Battles and Ragnarök: orders for discs that lose, warriors from Valhalla, hidden arms (D12-D14)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from engine.core.decisions import Decision
from engine.core.flow import Asked
from engine.core.menu import Lines, Menu, Option
from engine.core.moves import Move
from engine.games.asgard import moves
from engine.games.asgard.moves import AnyMove
from engine.games.asgard.pieces import BATTLE_SLOTS, GODS, KINDS_OF_ARMS, RECRUITS, STRENGTH, strength_of
from engine.games.asgard.questions.question import Choice
from engine.games.asgard.rules import battles, ragnarok
from engine.games.asgard.rules.ragnarok import supported
from engine.games.asgard.state import State


class Battle(Choice):
    """The first disc that still needs an order: nothing, any recruits that just do, or a tile?"""

    kind = "battle"
    alone = False
    deeds = ((moves.Battle, battles.order),)

    def open(self, state: State) -> Iterator[Decision]:
        yield from (Decision(seat, "battle", secret=True) for seat, slots in enumerate(state.fighting) if slots)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        slot = state.fighting[asked.seat][0]
        name, due = BATTLE_SLOTS[slot], battles.need(state, slot)
        found = [Option(("fight_nothing", name), move=moves.Battle(slot=name))]
        left = battles.left(state, asked.seat)
        for send in product(*(range(count, -1, -1) for count in left)):
            strength = strength_of(send)
            if strength >= due and all(not n or strength - each < due for n, each in zip(send, STRENGTH, strict=True)):
                sent = (send[0], send[1], send[2])
                found.append(Option(("fight_send", name, sent), move=moves.Battle(slot=name, send=sent)))
        for tile in battles.tiles_left(state, asked.seat):
            called = "tyr_skill" if tile == battles.TYR_SKILL else state.components.population[tile]
            found.append(Option(("fight_tile", name, called), move=moves.Battle(slot=name, declare=called)))
        return Lines(tuple(found))

    def forced(self, state: State, asked: Asked[AnyMove]) -> Move | None:
        """Asked nonetheless while others are: the end of the waiting would tell that recruits are promised elsewhere.

        After the last answer everything is shown anyway.
        """
        others = any(slots for seat, slots in enumerate(state.fighting) if seat != asked.seat)
        return None if others else super().forced(state, asked)


class Valhalla(Choice):
    """Which warrior goes from Valhalla to which Light god?"""

    kind = "valhalla"
    deeds = ((moves.Valhalla, ragnarok.valhalla),)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        found = list[Option]()
        for slot in supported(state, asked.seat, light_only=True):
            god, world = GODS[state.god_at(slot)], slot // 2 + 1
            for kind in (0, 1):
                if state.valhalla[kind]:
                    move = moves.Valhalla(warrior=RECRUITS[kind], god=god, world=world)
                    found.append(Option(("valhalla", RECRUITS[kind], god, world), move=move))
        return Lines((*found, Option(("pass",), move=moves.Valhalla())))

    def default(self, state: State, asked: Asked[AnyMove]) -> Move:
        return moves.Valhalla()


class Arm(Choice):
    """Which weapon or wizardry goes face down below which god?"""

    kind = "arm"
    secret = True
    deeds = ((moves.Arm, ragnarok.arm),)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        found, name = list[Option](), state.components.arms
        for kind, what in enumerate(KINDS_OF_ARMS):
            for one in dict.fromkeys(name[tile] for tile in reversed(state.owned_arms(asked.seat, kind))):
                for slot in reversed(supported(state, asked.seat)):
                    god, world = GODS[state.god_at(slot)], slot // 2 + 1
                    move = moves.Arm(tile=one, god=god, world=world)
                    found.append(Option(("arm", what, one, god, world), move=move, group=f"{what} {one}"))
        return Lines(tuple(found))

    def default(self, state: State, asked: Asked[AnyMove]) -> Move:
        """The highest weapon first, then wizardry by kind, under the supported god in the highest world.

        Of two gods there the Light one: it comes first in the canonical order, as in every automatic tie.
        """
        slot = max(supported(state, asked.seat), key=lambda slot: (slot // 2, -slot))
        weapons = state.owned_arms(asked.seat, 0)
        tile = weapons[-1] if weapons else state.owned_arms(asked.seat, 1)[0]
        return moves.Arm(tile=state.components.arms[tile], god=GODS[state.god_at(slot)], world=slot // 2 + 1)

    def forced(self, state: State, asked: Asked[AnyMove]) -> Move | None:
        """Several tiles are asked about even if all are alike: nobody else can tell that they are (R5.3, R10.7)."""
        return None if state.arms.count(asked.seat) > 1 else super().forced(state, asked)
