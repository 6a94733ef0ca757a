"""What standing plans mean: which move they propose when a question comes, and what of them remains."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from engine.core.contract import Candidate, Decision, Desk, IllegalMove, Move, Plan
from engine.games.asgard import moves
from engine.games.asgard.orders import plans as orders
from engine.games.asgard.pieces import (
    ASGARD,
    BATTLE_SLOT,
    BATTLE_SLOTS,
    COLOURS,
    GOD_NUMBER,
    RECRUIT_CODES,
    STRENGTH,
    WORLD_SLOT,
    side_of_god,
)
from engine.games.asgard.rules import battles
from engine.games.asgard.rules.odin import check_shown
from engine.games.asgard.rules.placing import disc_place
from engine.games.asgard.rules.supply import NAMES
from engine.games.asgard.state import State
from engine.games.asgard.view import View

Plans = tuple[Plan, ...]


class AsgardPlanner:
    """Standing orders of Asgard."""

    def file(self, standing: Plans, new: Plans, desk: Desk) -> Plans:
        """New plans replace earlier ones of their sort; lapsed ones go. Raises IllegalMove for gods that cannot be."""
        for plan in new:
            if isinstance(plan, orders.GodsPlan):
                _check_gods(plan, desk)
            elif isinstance(plan, orders.StepsPlan):
                _check_acts(plan, desk.view)
        latest = {_sort(plan): plan for plan in new}
        kept = [plan for plan in self.in_force(standing, desk) if _sort(plan) not in latest]
        if any(isinstance(plan, orders.EndPlan) for plan in new):
            kept = [_without_leading_extras(plan) for plan in kept]
        return (*kept, *latest.values())

    def candidates(self, desk: Desk, decision: Decision, standing: Plans) -> Iterable[Candidate]:
        """See the function of each kind of question."""
        answer = _ANSWERS.get(decision.kind)
        return () if answer is None else answer(desk, self.in_force(standing, desk))

    def in_force(self, standing: Plans, desk: Desk) -> Plans:
        """Those whose round or turn is not over."""
        return tuple(plan for plan in standing if not _lapsed(plan, desk.view))


def _sort(plan: Plan) -> tuple[object, ...]:
    """Plans of one sort supersede each other."""
    if isinstance(plan, orders.StepsPlan):
        return plan.kind, plan.phase
    if isinstance(plan, orders.GiverPlan):
        return plan.kind, plan.what, plan.which, plan.turn is None
    if isinstance(plan, orders.FightPlan):
        return plan.kind, plan.slot
    return (plan.kind,)


def _lapsed(plan: Plan, view: View) -> bool:
    stage = view.stage
    if isinstance(plan, orders.EndPlan):
        return plan.turn != view.table.turn or stage not in ("place", "act")
    if isinstance(plan, orders.GiverPlan) and plan.turn is not None:
        return plan.turn != view.table.turn
    if isinstance(plan, orders.StepsPlan):
        late = ("act", "battle") if plan.phase == "place" else ("battle",)
        return plan.round < view.round or (plan.round == view.round and stage in late) or stage in _LAST
    if isinstance(plan, orders.GodsPlan | orders.RecoverPlan):
        return plan.round < view.round or (plan.round == view.round and stage in ("place", "act", "battle"))
    if isinstance(plan, orders.FightPlan):
        return plan.round < max(view.round, 1) or stage in _LAST
    if isinstance(plan, orders.ColourPlan):
        return stage != "colour"
    if isinstance(plan, orders.PickPlan):
        return stage not in ("colour", "start_pick")
    return stage == "over" or (isinstance(plan, orders.ValhallaPlan) and stage == "arm")


_LAST = ("valhalla", "arm", "over")


def _check_gods(plan: orders.GodsPlan, desk: Desk) -> None:
    rises = desk.view.table.components.rises
    for god in plan.gods:
        if plan.gods.count(god) > 1:
            raise IllegalMove("E_GOD_DUPLICATE", god=god)
        if rises[GOD_NUMBER[god]] > plan.round:
            raise IllegalMove("E_GOD_NOT_RISEN", god=god)


def _check_acts(plan: orders.StepsPlan, view: View) -> None:
    """What an action names must be there, or still able to be, when it is written."""
    acts = [act for step in plan.steps if isinstance(step, orders.ActStep) for act in step.options or ()]
    for act in acts:
        if isinstance(act, moves.Request) and isinstance(act.skill, moves.NewOrder):
            for accept in act.skill.accept:
                check_shown(view.table, accept)
        if isinstance(act, moves.Temple) and act.to is not None:
            side = side_of_god(GOD_NUMBER[act.god])
            if WORLD_SLOT[act.to] not in view.table.free_world_slots(side):
                raise IllegalMove("E_WORLD_SLOT", slot=act.to, god=act.god)


def _without_leading_extras(plan: Plan) -> Plan:
    """After an order by hand the tiles that stood next in a sheet no longer belong to this turn; a stop stays."""
    if not isinstance(plan, orders.StepsPlan):
        return plan
    steps = list(plan.steps)
    while steps and isinstance(steps[0], orders.UseStep | orders.AgainStep):
        steps.pop(0)
    return plan.model_copy(update={"steps": tuple(steps)})


def _keep(standing: Plans, *gone: Plan) -> Plans:
    return tuple(plan for plan in standing if plan not in gone)


# --- phases 2 and 3


def _steps(desk: Desk, standing: Plans, phase: str) -> orders.StepsPlan | None:
    """The plan of this phase, without steps that are done with."""
    found = next((p for p in standing if isinstance(p, orders.StepsPlan) and p.phase == phase), None)
    if found is None or found.round != desk.view.round:
        return None
    steps = list(found.steps)
    while steps and _stale(desk, steps[0]):
        steps.pop(0)
    return found.model_copy(update={"steps": tuple(steps)})


def _stale(desk: Desk, step: orders.AnyStep) -> bool:
    table = desk.view.table
    if isinstance(step, orders.PlaceStep):
        return GOD_NUMBER[step.god] not in table.hand[desk.seat]
    if isinstance(step, orders.ActStep):
        return not has_disc(desk, step.place)
    return False


def has_disc(desk: Desk, name: str) -> bool:
    """Whether a disc of the seat stands at `loki upper`, `loki` or `asgard`."""
    table = desk.view.table
    placed = table.placed[desk.seat]
    god, _, slot = name.partition(" ")
    if god == "asgard":
        return ASGARD in placed
    number = next(number for known, number in GOD_NUMBER.items() if known == god)
    if not slot:
        return any(place // 3 == number for place in placed if place != ASGARD)
    try:
        return disc_place(table, number, slot) in placed
    except IllegalMove:
        return False


def _turn(phase: str) -> Callable[[Desk, Plans], Iterator[Candidate]]:
    """D5 and D8: the first step, with its fall-backs."""

    def answer(desk: Desk, standing: Plans) -> Iterator[Candidate]:
        plan = _steps(desk, standing, phase)
        if plan is None:
            return
        steps = list(plan.steps)
        while steps and (isinstance(steps[0], orders.AgainStep) or _unowned(desk, steps[0])):
            steps.pop(0)
        if steps and isinstance(steps[0], orders.PlaceStep | orders.ActStep | orders.UseStep):
            yield from _proposals(desk, standing, plan, steps)

    return answer


def _unowned(desk: Desk, step: orders.AnyStep) -> bool:
    """A tile of an earlier line that is no longer there."""
    if not isinstance(step, orders.UseStep):
        return False
    table = desk.view.table
    names = [table.components.population[tile] for tile in table.own_population[desk.seat]]
    return not any(option.tile in names for option in step.options)


def _proposals(desk: Desk, standing: Plans, plan: orders.StepsPlan, steps: list[orders.AnyStep]) -> Iterator[Candidate]:
    head, rest = steps[0], tuple(steps[1:])
    options: tuple[Move, ...] = getattr(head, "options", None) or ()
    others = tuple(p for p in standing if not isinstance(p, orders.EndPlan) and _sort(p) != _sort(plan))
    keep: Plans = (*others, plan.model_copy(update={"steps": rest})) if rest else others
    before_action = isinstance(head, orders.UseStep) and not desk.view.table.acted
    if not before_action and not (rest and isinstance(rest[0], orders.UseStep | orders.AgainStep)):
        keep = (*keep, orders.EndPlan(turn=desk.view.table.turn))
    for move in options:
        yield Candidate(_without_lost_slot(move, desk.view.table), keep)


def _without_lost_slot(move: Move, table: State) -> Move:
    """A world slot that was free when the plan was written is passed over where no god tile can be placed (R7.3.5)."""
    if not isinstance(move, moves.Temple):
        return move
    god = GOD_NUMBER[move.god]
    placeable = table.god_tiles[god] and table.free_world_slots(side_of_god(god))
    return move if placeable else move.model_copy(update={"to": None})


def _end(desk: Desk, standing: Plans) -> Iterator[Candidate]:
    """D7: the lines below the block, then its end."""
    ends = [plan for plan in standing if isinstance(plan, orders.EndPlan)]
    if ends:
        yield Candidate(moves.End(), _keep(standing, *ends))
        return
    plan = _steps(desk, standing, desk.view.stage)
    if plan is None or not plan.steps:
        return
    head, rest = plan.steps[0], plan.steps[1:]
    if isinstance(head, orders.UseStep):
        yield from _proposals(desk, standing, plan, list(plan.steps))
    elif isinstance(head, orders.AgainStep):
        others = tuple(p for p in standing if _sort(p) != _sort(plan))
        yield Candidate(moves.Again(), (*others, plan.model_copy(update={"steps": rest})) if rest else others)


# --- the other questions


def _gods(desk: Desk, standing: Plans) -> Iterator[Candidate]:
    for plan in standing:
        if isinstance(plan, orders.GodsPlan) and plan.round == desk.view.round:
            yield Candidate(moves.ChooseGods(gods=plan.gods), _keep(standing, plan))


def _recover(desk: Desk, standing: Plans) -> Iterator[Candidate]:
    for plan in standing:
        if isinstance(plan, orders.RecoverPlan) and plan.round == desk.view.round:
            yield Candidate(moves.Recover(places=plan.places), _keep(standing, plan))


def _giver(desk: Desk, standing: Plans) -> Iterator[Candidate]:
    """A standing ranking; players who are not tied are passed over."""
    ask = desk.view.table.ask
    if ask is None:
        return
    for plan in standing:
        if isinstance(plan, orders.GiverPlan) and (plan.what, plan.which) == (ask.what, NAMES[ask.what][ask.which]):
            players = tuple(seat for seat in plan.players if seat in ask.among)
            if players:
                yield Candidate(moves.Giver(what=plan.what, which=plan.which, players=players), standing)


def _colour(desk: Desk, standing: Plans) -> Iterator[Candidate]:
    for plan in standing:
        if isinstance(plan, orders.ColourPlan):
            for colour in plan.colours:
                if COLOURS.index(colour) not in desk.view.colours:
                    yield Candidate(moves.ChooseColour(colour=colour), _keep(standing, plan))


def _pick(desk: Desk, standing: Plans) -> Iterator[Candidate]:
    for plan in standing:
        if isinstance(plan, orders.PickPlan):
            for recruit in plan.recruits:
                yield Candidate(moves.StartPick(recruit=recruit), _keep(standing, plan))


def _battle(desk: Desk, standing: Plans) -> Iterator[Candidate]:
    """The order for the first open disc, in the order of worlds: its own one, else `rest`."""
    table = desk.view.table
    slots = table.fighting[desk.seat]
    if not slots:
        return
    fights = [plan for plan in standing if isinstance(plan, orders.FightPlan) and plan.round == desk.view.round]
    name = BATTLE_SLOTS[slots[0]]
    plan = next((one for one in fights if one.slot == name), None) or next((p for p in fights if p.slot is None), None)
    if plan is not None:
        yield Candidate(evaluate(desk.view, desk.seat, name, plan), standing)


def evaluate(view: View, seat: int, name: str, plan: orders.FightPlan) -> moves.Battle:
    """What a conditional battle order comes to now."""
    table, slot = view.table, BATTLE_SLOT[name]
    due = battles.need(table, slot)
    send = [0, 0, 0]
    left = battles.left(table, seat)
    strength = 0
    if plan.limit is None or due <= plan.limit:
        for code in plan.send:
            if strength >= due and not plan.fixed:
                break
            kind = RECRUIT_CODES.index(code)
            if send[kind] < left[kind]:
                send[kind] += 1
                strength += STRENGTH[kind]
            elif plan.fixed:
                strength = -99
    if strength >= due:
        return moves.Battle(slot=name, send=(send[0], send[1], send[2]))
    if plan.declare is not None and _owned(view, seat, plan.declare):
        return moves.Battle(slot=name, declare=plan.declare)
    return moves.Battle(slot=name)


def _owned(view: View, seat: int, tile: str) -> bool:
    names = view.table.components.population
    number = battles.TYR_SKILL if tile == "tyr_skill" else names.index(tile) if tile in names else battles.NOTHING
    return number in battles.tiles_left(view.table, seat)


def _valhalla(desk: Desk, standing: Plans) -> Iterator[Candidate]:
    """The first wish that is legal, every time."""
    for plan in standing:
        if isinstance(plan, orders.ValhallaPlan):
            for wish in plan.wishes:
                yield Candidate(wish, _keep(standing, plan) if wish.warrior is None else standing)


def _arm(desk: Desk, standing: Plans) -> Iterator[Candidate]:
    """The first tile of the list that can be laid."""
    for plan in standing:
        if isinstance(plan, orders.ArmsPlan):
            for arm in plan.arms:
                rest = list(plan.arms)
                rest.remove(arm)
                others = _keep(standing, plan)
                keep: Plans = (*others, orders.ArmsPlan(arms=tuple(rest))) if rest else others
                yield Candidate(arm, keep)


_ANSWERS: dict[str, Callable[[Desk, Plans], Iterable[Candidate]]] = {
    "colour": _colour,
    "start_pick": _pick,
    "recover": _recover,
    "gods": _gods,
    "seal_giver": _giver,
    "giver": _giver,
    "place": _turn("place"),
    "act": _turn("act"),
    "end": _end,
    "battle": _battle,
    "valhalla": _valhalla,
    "arm": _arm,
}
