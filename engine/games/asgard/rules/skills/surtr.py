"""Surtr: a population tile is flipped, and its bonus used at once (R8.11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.core.flow import Frame, step
from engine.core.grammar.parts import key, many, maybe, sign, the
from engine.core.grammar.records import Either, Record, record
from engine.core.moves import IllegalMove, Seat
from engine.games.asgard.happenings import DiscMoved, PopulationFlipped
from engine.games.asgard.moves import Exchange, FlipPopulation, FlipTile, Search, TakeSeal, TakeStone, Victory
from engine.games.asgard.orders.values import BATTLE_PLACE, SEAL, WISH, WORLD_PLACE
from engine.games.asgard.pieces import (
    BATTLE_SLOT,
    BATTLE_SLOTS,
    NOBODY,
    SEALS,
    STONES,
    SURTR,
    WORLD_SLOT,
    WORLD_SLOTS,
    side_of_god,
)
from engine.games.asgard.play import Play
from engine.games.asgard.rules.skills.goods import ONE_STONE
from engine.games.asgard.rules.skills.skill import UNUSED, Line, Skill
from engine.games.asgard.rules.supply import NAMES, receivable, receive
from engine.games.asgard.rules.tiles import FLIP, SWAP, first_player, flip_frames, flips, search, swap, swaps, wish
from engine.games.asgard.state import State


class Bonus:
    """The bonus of one kind of tile: `parts` may name it. What is possible is not optional, but for the exchange."""

    forms: tuple[Record[Any], ...] = ()

    def frames(self, state: State, seat: Seat, part: FlipPopulation) -> list[Frame]:
        """What it lines up. Raises IllegalMove."""
        raise NotImplementedError

    def lines(self, state: State, seat: Seat) -> Iterator[Line]:
        """Its menu, besides the line that names no bonus."""
        yield from ()


class Arms(Bonus):
    """A weapon or wizardry tile; a wish that is missing is asked for (D15)."""

    forms = (record(Search, key("get"), many("get", WISH, least=0)),)

    def __init__(self, kind: int) -> None:
        self.kind = kind

    def frames(self, state: State, seat: Seat, part: FlipPopulation) -> list[Frame]:
        names = part.bonus.get if isinstance(part.bonus, Search) else ()
        return [search(seat, self.kind, wish(state, self.kind, names))]


class First(Bonus):
    """Order tile 1."""

    def frames(self, state: State, seat: Seat, part: FlipPopulation) -> list[Frame]:
        return [first_player(seat)] if state.order[0] != seat else []


class Row(Bonus):
    """A tile of the Asgard Row."""

    forms = (record(FlipTile, key("asgard", kind="slot"), *FLIP),)

    def frames(self, state: State, seat: Seat, part: FlipPopulation) -> list[Frame]:
        up = [place for place, is_up in enumerate(state.asgard_up) if is_up]
        if not up:
            if part.bonus is not None:
                raise IllegalMove("E_PICK")
            return []
        only = FlipTile(tile=str(up[0] + 1)) if len(up) == 1 else None
        bonus = part.bonus or only
        if not isinstance(bonus, FlipTile):
            raise IllegalMove("E_MUST_FLIP")
        return flip_frames(state, seat, bonus)

    def lines(self, state: State, seat: Seat) -> Iterator[Line]:
        yield from flips(state, seat)


class IntoVictory(Bonus):
    """An own disc goes from its battle slot to the Victory Area now; without one there it has no effect."""

    forms = (record(Victory, key("victory"), the("slot", BATTLE_PLACE)),)

    def frames(self, state: State, seat: Seat, part: FlipPopulation) -> list[Frame]:
        held = _held(state, seat)
        if isinstance(part.bonus, Victory):
            if BATTLE_SLOT[part.bonus.slot] not in held:
                raise IllegalMove("E_NO_DISC_THERE", place=part.bonus.slot)
            return [victory(seat, BATTLE_SLOT[part.bonus.slot])]
        if len(held) > 1:
            raise IllegalMove("E_TARGET", slot=part.slot)
        return [victory(seat, slot) for slot in held]

    def lines(self, state: State, seat: Seat) -> Iterator[Line]:
        for slot in _held(state, seat):
            yield ("victory", BATTLE_SLOTS[slot]), Victory(slot=BATTLE_SLOTS[slot])


def _held(state: State, seat: Seat) -> list[int]:
    return [slot for slot, owner in enumerate(state.battle) if owner == seat]


@step
def victory(play: Play, seat: Seat, slot: int) -> None:
    play.state.battle[slot] = NOBODY
    play.state.victory[slot // 2][seat] += 1
    play.tell(DiscMoved(seat, BATTLE_SLOTS[slot], f"V{slot // 2 + 1}"))


class Good(Bonus):
    """One stone or seal of one's choice."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.forms = (ONE_STONE if what == "stone" else record(TakeSeal, key("seal"), the("seal", SEAL)),)

    def frames(self, state: State, seat: Seat, part: FlipPopulation) -> list[Frame]:
        possible = [which for which in range(len(NAMES[self.what])) if self._possible(state, seat, which)]
        if isinstance(part.bonus, TakeStone | TakeSeal):
            which = NAMES[self.what].index(part.bonus.stone if isinstance(part.bonus, TakeStone) else part.bonus.seal)
            if possible and which not in possible:
                raise IllegalMove("E_TARGET", slot=part.slot)
            return [receive(seat, self.what, which, 1)]
        if len(possible) > 1:
            raise IllegalMove("E_TARGET", slot=part.slot)
        return [receive(seat, self.what, which, 1) for which in possible]

    def _possible(self, state: State, seat: Seat, which: int) -> bool:
        """The seal beside Surtr comes before (R7.1.1)."""
        own_seal = self.what == "seal" and which == side_of_god(SURTR)
        return receivable(state, seat, self.what, which, gained=state.god_seals[SURTR] if own_seal else 0)

    def lines(self, state: State, seat: Seat) -> Iterator[Line]:
        if self.what == "seal":
            yield from ((("seal", seal), TakeSeal(seal=seal)) for seal in SEALS)
        else:
            yield from ((("stone", stone), TakeStone(stone=stone)) for stone in STONES)


class Convert(Bonus):
    """An exchange of stones; the one bonus that may be left."""

    forms = (SWAP,)

    def frames(self, state: State, seat: Seat, part: FlipPopulation) -> list[Frame]:
        return [swap(state, seat, part.bonus)] if isinstance(part.bonus, Exchange) else []

    def lines(self, state: State, seat: Seat) -> Iterator[Line]:
        yield from ((("swap", one.give, one.get), one) for one in swaps(state, seat))


BONUSES: dict[str, Bonus] = {
    "weapon": Arms(0),
    "wizardry": Arms(1),
    "first_player": First(),
    "asgard_flip": Row(),
    "victory": IntoVictory(),
    "any_stone": Good("stone"),
    "seal": Good("seal"),
    "convert_stone": Convert(),
}
THEN = sign(";", must=False)
ANY_BONUS = Either(tuple({id(form): form for bonus in BONUSES.values() for form in bonus.forms}.values()))


class FlipPopulationTile(Skill):
    """R8.11; what the bonus gives is a small skill of its own, by the kind of the tile."""

    effect = "flip_population"
    forms = (
        record(
            FlipPopulation, key("flip"), the("slot", WORLD_PLACE), maybe(THEN, the("bonus", ANY_BONUS)),
            maybe(THEN, key("none")),
        ),
    )  # fmt: skip
    must = True

    def frames(self, state: State, seat: Seat, place: int, part: FlipPopulation) -> list[Frame]:
        slot = WORLD_SLOT[part.slot]
        if not state.is_population(slot) or state.flipped[slot]:
            raise IllegalMove("E_TARGET", slot=part.slot)
        bonus = BONUSES[state.components.kind[state.worlds[slot]]]
        if part.bonus is not None and not any(form.writes(part.bonus) for form in bonus.forms):
            raise IllegalMove("E_TARGET", slot=part.slot)
        return [flip_population(seat, slot), *bonus.frames(state, seat, part)]

    def lines(self, state: State, seat: Seat, place: int) -> Iterator[Line]:
        data = state.components
        for slot, name in enumerate(WORLD_SLOTS):
            if state.is_population(slot) and not state.flipped[slot]:
                tile = state.worlds[slot]
                for what, bonus in (UNUSED, *BONUSES[data.kind[tile]].lines(state, seat)):
                    yield ("flip", name, data.population[tile], what), FlipPopulation(slot=name, bonus=bonus)


@step
def flip_population(play: Play, seat: Seat, slot: int) -> None:
    play.state.flipped[slot] = True
    play.tell(PopulationFlipped(seat, WORLD_SLOTS[slot], play.data.population[play.state.worlds[slot]]))
