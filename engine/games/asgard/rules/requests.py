"""The skills beside the request slots (R8), each as the steps that it lines up."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.contract import IllegalMove, Seat
from engine.games.asgard.happenings import (
    DiscMoved,
    PopulationFlipped,
    Received,
    Scored,
    Slain,
)
from engine.games.asgard.moves import (
    Exchange,
    FlipPopulation,
    FlipTile,
    GoTo,
    HearOffers,
    NewOrder,
    Request,
    Search,
    Slay,
    Steal,
    TakeSeal,
    TakeStone,
    Victory,
    Warriors,
)
from engine.games.asgard.pieces import (
    ASGARD,
    BATTLE_SLOT,
    BATTLE_SLOTS,
    FENRIR,
    GIANT,
    GOD_NUMBER,
    GODS,
    NOBODY,
    RECRUIT_NUMBER,
    RECRUITS,
    SKILLS,
    STONE_NUMBER,
    TEMPLE,
    WORLD_SLOT,
    WORLD_SLOTS,
)
from engine.games.asgard.play import Play
from engine.games.asgard.rules.odin import check_order, order_numbers
from engine.games.asgard.rules.placing import check_entry, disc_place, put
from engine.games.asgard.rules.supply import NAMES, receivable
from engine.games.asgard.rules.tiles import exchange_job, flip_jobs, wish
from engine.games.asgard.state import Job, State


def request_jobs(state: State, seat: Seat, place: int, move: Request) -> list[Job]:
    """Stones first, then the skill (R7.2). Raises IllegalMove."""
    data, jobs = state.components, list[Job]()
    if place in data.gives:
        colour, count = data.gives[place]
        jobs.append(("stone", [seat, colour, count]))
    kind = data.skill.get(place, "")
    if move.skill is None:
        if kind in ("any_stone", "flip_population", "move_disc"):
            raise IllegalMove("E_TARGET", god=move.god, slot=move.slot)
        return jobs + (_skill_tile(state, seat, place) if kind == "take_skill_tile" else [])
    if kind not in SKILL_MOVES or not isinstance(move.skill, SKILL_MOVES[kind][0]):
        raise IllegalMove("E_TARGET", god=move.god, slot=move.slot)
    return jobs + SKILL_MOVES[kind][1](state, seat, place, move.skill)


def _skill_tile(state: State, seat: Seat, place: int) -> list[Job]:
    """Thor's or Týr's own tile (R8.5, R8.6)."""
    tile = SKILLS.index(f"{GODS[place // 3]}_skill")
    return [("skill", [seat, tile])]


def _warriors(state: State, seat: Seat, place: int, skill: Warriors) -> list[Job]:
    """R8.1."""
    kinds = [RECRUIT_NUMBER[name] for name in skill.take]
    for kind in set(kinds):
        if kind == GIANT or state.valhalla[kind] < kinds.count(kind):
            raise IllegalMove("E_PICK", recruit=RECRUITS[kind])
    return [("warrior", [seat, kind]) for kind in kinds]


def _exchange(state: State, seat: Seat, place: int, skill: Exchange) -> list[Job]:
    """R8.2; the two stones of the request come before."""
    return [exchange_job(state, seat, skill, state.components.gives.get(place))]


def _stone(state: State, seat: Seat, place: int, skill: TakeStone) -> list[Job]:
    """R8.3, bottom."""
    return [("stone", [seat, STONE_NUMBER[skill.stone], 1])]


def _odin(state: State, seat: Seat, place: int, skill: NewOrder | HearOffers) -> list[Job]:
    """R8.4."""
    if isinstance(skill, HearOffers):
        return [("hear", [seat])]
    check_order(state, skill.order, skill.accept)
    return [("order", order_numbers(state, seat, skill.order, skill.accept))]


def _steal(state: State, seat: Seat, place: int, skill: Steal) -> list[Job]:
    """R8.7."""
    god, kind = GOD_NUMBER[skill.god], RECRUIT_NUMBER[skill.recruit]
    if not state.god_recruits[god][kind]:
        raise IllegalMove("E_PICK", god=skill.god, recruit=skill.recruit)
    return [("steal", [seat, god, kind])]


def _slay(state: State, seat: Seat, place: int, skill: Slay) -> list[Job]:
    """R8.9."""
    god, kind = GOD_NUMBER[skill.god], RECRUIT_NUMBER[skill.warrior]
    if kind == GIANT or not state.god_recruits[god][kind]:
        raise IllegalMove("E_TARGET", god=skill.god)
    return [("slay", [seat, god, kind])]


def _go(state: State, seat: Seat, place: int, skill: GoTo) -> list[Job]:
    """R8.8, R8.10."""
    god = NOBODY if skill.god is None else GOD_NUMBER[skill.god]
    if god == NOBODY or skill.slot == "asgard":
        if god != NOBODY or skill.slot != "asgard":
            raise IllegalMove("E_SLOT_UNKNOWN", god=skill.god, slot=skill.slot)
        return [("go", [seat, place // 3, ASGARD])]
    if not state.risen(god):
        raise IllegalMove("E_GOD_NOT_RISEN", god=skill.god)
    target = disc_place(state, god, skill.slot)
    check_entry(state, seat, target)
    if place // 3 == FENRIR:
        if target % 3 != TEMPLE:
            raise IllegalMove("E_TARGET", god=skill.god, slot=skill.slot)
    elif target not in state.components.silver:
        raise IllegalMove("E_SILVER", god=skill.god, slot=skill.slot)
    return [("go", [seat, place // 3, target])]


def _surtr(state: State, seat: Seat, place: int, skill: FlipPopulation) -> list[Job]:
    """R8.11."""
    slot = WORLD_SLOT[skill.slot]
    if not state.is_population(slot) or state.flipped[slot]:
        raise IllegalMove("E_TARGET", slot=skill.slot)
    kind = state.components.kind[state.worlds[slot]]
    wanted, bonus = SURTR[kind]
    if skill.bonus is not None and not isinstance(skill.bonus, wanted):
        raise IllegalMove("E_TARGET", slot=skill.slot)
    return [("surtr", [seat, slot]), *bonus(state, seat, skill)]


def _bonus_search(kind: int) -> Callable[[State, Seat, FlipPopulation], list[Job]]:
    def bonus(state: State, seat: Seat, skill: FlipPopulation) -> list[Job]:
        names = skill.bonus.get if isinstance(skill.bonus, Search) else ()
        return [("search", [seat, kind, *wish(state, kind, names)])]

    return bonus


def _bonus_first(state: State, seat: Seat, skill: FlipPopulation) -> list[Job]:
    return [("first", [seat])] if state.order[0] != seat else []


def _bonus_flip(state: State, seat: Seat, skill: FlipPopulation) -> list[Job]:
    if True not in state.asgard_up:
        if skill.bonus is not None:
            raise IllegalMove("E_PICK")
        return []
    if state.asgard_up.count(True) == 1 and skill.bonus is None:
        return [("flip", [seat, state.asgard_up.index(True)])]
    if not isinstance(skill.bonus, FlipTile):
        raise IllegalMove("E_MUST_FLIP")
    return flip_jobs(state, seat, skill.bonus)


def _bonus_victory(state: State, seat: Seat, skill: FlipPopulation) -> list[Job]:
    held = [slot for slot, owner in enumerate(state.battle) if owner == seat]
    if skill.bonus is None:
        if len(held) > 1:
            raise IllegalMove("E_TARGET", slot=skill.slot)
        return [("victory", [seat, held[0]])] if held else []
    assert isinstance(skill.bonus, Victory)
    if BATTLE_SLOT[skill.bonus.slot] not in held:
        raise IllegalMove("E_NO_DISC_THERE", place=skill.bonus.slot)
    return [("victory", [seat, BATTLE_SLOT[skill.bonus.slot]])]


def _bonus_item(what: str) -> Callable[[State, Seat, FlipPopulation], list[Job]]:
    """One stone or seal of one's choice: what is possible is not optional."""

    def bonus(state: State, seat: Seat, skill: FlipPopulation) -> list[Job]:
        names = NAMES[what]
        possible = [n for n in range(len(names)) if receivable(state, seat, what, n)]
        if skill.bonus is None:
            if len(possible) > 1:
                raise IllegalMove("E_TARGET", slot=skill.slot)
            return [(what, [seat, possible[0], 1])] if possible else []
        assert isinstance(skill.bonus, TakeStone | TakeSeal)
        which = names.index(skill.bonus.stone if isinstance(skill.bonus, TakeStone) else skill.bonus.seal)
        if possible and which not in possible:
            raise IllegalMove("E_TARGET", slot=skill.slot)
        return [(what, [seat, which, 1])]

    return bonus


def _bonus_exchange(state: State, seat: Seat, skill: FlipPopulation) -> list[Job]:
    return [exchange_job(state, seat, skill.bonus)] if isinstance(skill.bonus, Exchange) else []


# Kind of population tile -> the bonus that may be named, and what it lines up.
SURTR: dict[str, tuple[type, Callable[[State, Seat, FlipPopulation], list[Job]]]] = {
    "weapon": (Search, _bonus_search(0)),
    "wizardry": (Search, _bonus_search(1)),
    "first_player": (type(None), _bonus_first),
    "asgard_flip": (FlipTile, _bonus_flip),
    "victory": (Victory, _bonus_victory),
    "any_stone": (TakeStone, _bonus_item("stone")),
    "seal": (TakeSeal, _bonus_item("seal")),
    "convert_stone": (Exchange, _bonus_exchange),
}

# Kind of effect -> the skill that may be named, and what it lines up.
SKILL_MOVES: dict[str, tuple[type | tuple[type, ...], Callable[..., list[Job]]]] = {
    "take_from_valhalla": (Warriors, _warriors),
    "exchange_stone": (Exchange, _exchange),
    "any_stone": (TakeStone, _stone),
    "redistribute_order": ((NewOrder, HearOffers), _odin),
    "take_recruit_from_god": (Steal, _steal),
    "score_recruits_and_kill": (Slay, _slay),
    "move_disc": (GoTo, _go),
    "flip_population": (FlipPopulation, _surtr),
}


# --- the steps


def take_skill(play: Play, seat: Seat, tile: int) -> None:
    state, owner = play.state, play.state.skills[tile]
    if owner == seat:
        return
    state.skills[tile] = seat
    giver = None if owner == NOBODY else owner
    play.out.append(Received(seat, ("skill", SKILLS[tile]), 1, giver))


def warrior(play: Play, seat: Seat, kind: int) -> None:
    play.state.valhalla[kind] -= 1
    play.state.own_recruits[seat][kind] += 1
    play.out.append(Received(seat, ("recruit", RECRUITS[kind]), 1, None, "valhalla"))


def steal(play: Play, seat: Seat, god: int, kind: int) -> None:
    play.state.god_recruits[god][kind] -= 1
    play.state.own_recruits[seat][kind] += 1
    play.out.append(Received(seat, ("recruit", RECRUITS[kind]), 1, None, GODS[god]))


def slay(play: Play, seat: Seat, god: int, kind: int) -> None:
    recruits = play.state.god_recruits[god]
    points = sum(recruits)
    play.state.scores[seat] += points
    recruits[kind] -= 1
    play.state.valhalla[kind] += 1
    play.out += [Scored(seat, points, "hel"), Slain(seat, GODS[god], RECRUITS[kind])]


def go(play: Play, seat: Seat, god: int, place: int) -> None:
    """The disc, which stood in front for a moment, goes on to another place."""
    state = play.state
    state.front[seat] -= 1
    put(state, seat, place)
    names = state.components.slots
    target = "asgard"
    if place != ASGARD:
        slot = "temple" if place % 3 == TEMPLE else names[place // 3][place % 3]
        target = f"{GODS[place // 3]} {slot}"
    play.out.append(DiscMoved(seat, GODS[god], target))


def surtr(play: Play, seat: Seat, slot: int) -> None:
    play.state.flipped[slot] = True
    play.out.append(PopulationFlipped(seat, WORLD_SLOTS[slot], play.data.population[play.state.worlds[slot]]))


def victory(play: Play, seat: Seat, slot: int) -> None:
    play.state.battle[slot] = NOBODY
    play.state.victory[slot // 2][seat] += 1
    play.out.append(DiscMoved(seat, BATTLE_SLOTS[slot], f"V{slot // 2 + 1}"))
