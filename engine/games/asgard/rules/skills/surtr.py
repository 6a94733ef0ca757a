"""Surtr: a population tile is flipped, and its bonus used at once (R8.11); population.py says what each brings."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.flow import Frame, step
from engine.core.grammar.parts import key, maybe, sign, the
from engine.core.grammar.records import Either, record
from engine.core.moves import IllegalMove, Seat
from engine.games.asgard.happenings import PopulationFlipped
from engine.games.asgard.moves import FlipPopulation
from engine.games.asgard.orders.values import WORLD_PLACE
from engine.games.asgard.pieces import WORLD_SLOT, WORLD_SLOTS
from engine.games.asgard.play import Play
from engine.games.asgard.rules.population import POPULATION
from engine.games.asgard.rules.skills.skill import UNUSED, Line, Skill
from engine.games.asgard.state import State

THEN = sign(";", must=False)
ANY_BONUS = Either(tuple({id(form): form for bonus in POPULATION.values() for form in bonus.forms}.values()))


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
        bonus = POPULATION[state.components.kind[state.worlds[slot]]]
        if part.bonus is not None and not any(form.writes(part.bonus) for form in bonus.forms):
            raise IllegalMove("E_TARGET", slot=part.slot)
        return [flip_population(seat, slot), *bonus.frames(state, seat, part)]

    def lines(self, state: State, seat: Seat, place: int) -> Iterator[Line]:
        data = state.components
        for slot, name in enumerate(WORLD_SLOTS):
            if state.is_population(slot) and not state.flipped[slot]:
                tile = state.worlds[slot]
                for what, bonus in (UNUSED, *POPULATION[data.kind[tile]].lines(state, seat)):
                    yield ("flip", name, data.population[tile], what), FlipPopulation(slot=name, bonus=bonus)


@step
def flip_population(play: Play, seat: Seat, slot: int) -> None:
    play.state.flipped[slot] = True
    play.out.append(PopulationFlipped(seat, WORLD_SLOTS[slot], play.data.population[play.state.worlds[slot]]))
