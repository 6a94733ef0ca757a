"""The skills beside the request slots (R8): each with its check, menu, default and what it does in one place."""

from __future__ import annotations

from engine.core.flow import Frame
from engine.core.moves import IllegalMove, Seat
from engine.games.asgard.moves import Request
from engine.games.asgard.rules.skills import goods, moving, order, recruits, surtr
from engine.games.asgard.rules.skills.skill import Skill
from engine.games.asgard.rules.supply import receive
from engine.games.asgard.state import State

ROOMS = (goods, moving, recruits, surtr)  # where the steps of skills stand


BY_EFFECT: dict[str, Skill] = {
    one.effect: one
    for one in (
        Skill(), recruits.FromValhalla(), goods.ExchangeStone(), goods.AnyStone(), order.RedistributeOrder(),
        goods.SkillTile(), recruits.FromGod(), recruits.BottomlessHall(), moving.MoveDisc(),
        surtr.FlipPopulationTile(),
    )
}  # fmt: skip


def skill_at(state: State, place: int) -> Skill:
    """The skill beside a request slot."""
    return BY_EFFECT[state.components.skill.get(place, "")]


def request_frames(state: State, seat: Seat, place: int, move: Request) -> list[Frame]:
    """Stones first, then the skill (R7.2); the god's seal has not come yet. Raises IllegalMove."""
    skill, gives = skill_at(state, place), state.components.gives.get(place)
    stones = [] if gives is None else [receive(seat, "stone", *gives)]
    if move.skill is None:
        if skill.must:
            raise IllegalMove("E_TARGET", god=move.god, slot=move.slot)
        return stones + skill.unnamed(state, seat, place)
    if not isinstance(move.skill, skill.parts):
        raise IllegalMove("E_TARGET", god=move.god, slot=move.slot)
    return stones + skill.frames(state, seat, place, move.skill)
