"""Skills that bring goods: Baldr's exchange, Odin's bottom stone, Thor's and Týr's own tiles."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.flow import Frame, step
from engine.core.moves import Seat
from engine.games.asgard.happenings import Received
from engine.games.asgard.moves import Exchange, TakeStone
from engine.games.asgard.pieces import GODS, NOBODY, SKILLS, STONE_NUMBER, STONES
from engine.games.asgard.play import Play
from engine.games.asgard.rules.skills.skill import UNUSED, Line, Skill
from engine.games.asgard.rules.supply import receivable, receive
from engine.games.asgard.rules.tiles import ONE_STONE, SWAP, swap, swaps
from engine.games.asgard.state import State


class ExchangeStone(Skill):
    """R8.2, Baldr; the two stones of the request come before."""

    effect = "exchange_stone"
    forms = (SWAP,)

    def frames(self, state: State, seat: Seat, place: int, part: Exchange) -> list[Frame]:
        return [swap(state, seat, part, state.components.gives.get(place))]

    def lines(self, state: State, seat: Seat, place: int) -> Iterator[Line]:
        yield UNUSED
        for one in swaps(state, seat, state.components.gives.get(place)):
            yield ("swap", one.give, one.get), one


class AnyStone(Skill):
    """R8.3, Odin bottom: a stone of any colour; those of the supply stand first in the menu."""

    effect = "any_stone"
    forms = (ONE_STONE,)
    must = True

    def frames(self, state: State, seat: Seat, place: int, part: TakeStone) -> list[Frame]:
        return [receive(seat, "stone", STONE_NUMBER[part.stone], 1)]

    def lines(self, state: State, seat: Seat, place: int) -> Iterator[Line]:
        numbers = [number for number, left in enumerate(state.stones) if left]
        others = [number for number, left in enumerate(state.stones) if not left]
        numbers += [one for one in others if not numbers or receivable(state, seat, "stone", one)]
        for number in numbers:
            yield ("stone", STONES[number]), TakeStone(stone=STONES[number])

    def default(self, state: State) -> TakeStone:
        return TakeStone(stone=next((name for name, left in zip(STONES, state.stones, strict=True) if left), STONES[0]))


class SkillTile(Skill):
    """R8.5, R8.6: Týr's or Thor's own tile, from the board or from its owner."""

    effect = "take_skill_tile"

    def unnamed(self, state: State, seat: Seat, place: int) -> list[Frame]:
        return [take_skill(seat, SKILLS.index(f"{GODS[place // 3]}_skill"))]


@step
def take_skill(play: Play, seat: Seat, tile: int) -> None:
    state, owner = play.state, play.state.skills[tile]
    if owner != seat:
        state.skills[tile] = seat
        play.out.append(Received(seat, ("skill", SKILLS[tile]), 1, None if owner == NOBODY else owner))
