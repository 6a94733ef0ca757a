"""What can no longer come true is refused when it is written: nobody is to wait for it in vain."""

from __future__ import annotations

from engine.core.contract import Desk
from engine.core.moves import IllegalMove
from engine.games.asgard import moves
from engine.games.asgard.orders import plans as orders
from engine.games.asgard.orders.sheet import Line
from engine.games.asgard.orders.steps import LAST, ActStep, PlaceStep, has_disc
from engine.games.asgard.pieces import BATTLE_SLOT, FENRIR, GOD_NUMBER, MIMIR
from engine.games.asgard.rules.ragnarok import check_arm, check_warrior
from engine.games.asgard.view import View

ROUNDS = 5
# Stages in which a line of this verb is too late for good.
_TOO_LATE: dict[str, tuple[str, ...]] = {
    "act": ("battle", *LAST), "fight": LAST, "giver": LAST, "valhalla": ("arm", "over"), "arm": ("over",),
    "gods": ("place",),  # a sheet sent twice must not choose for the next round
}  # fmt: skip


def check_time(line: Line, view: View, phase: str, place_round: int) -> None:
    """`phase`: of a step; `place_round`: the round of the next phase 2. Raises IllegalMove E_PHASE."""
    if view.stage in _TOO_LATE.get(line.verb, ()) or (phase == "place" and place_round > ROUNDS):
        raise IllegalMove("E_PHASE")


def check_there(line: Line, desk: Desk) -> None:
    """What a line names that is not there, and never will be, would never be carried out. Raises IllegalMove."""
    table, seat, stage = desk.view.table, desk.seat, desk.view.stage
    step = line.step
    if stage == "act" and isinstance(step, ActStep):
        movable = any(place in table.placed[seat] for place in (3 * MIMIR, 3 * FENRIR))  # its disc may yet go there
        if not movable and not has_disc(desk, step.place):
            raise IllegalMove("E_NO_DISC_THERE", place=step.place)
    if stage == "place" and isinstance(step, PlaceStep) and GOD_NUMBER[step.god] not in table.hand[seat]:
        raise IllegalMove("E_CARD_NOT_HELD", god=step.god)
    if stage == "battle":
        for plan in line.plans:
            if isinstance(plan, orders.FightPlan) and plan.slot and table.battle[BATTLE_SLOT[plan.slot]] != seat:
                raise IllegalMove("E_NO_DISC_THERE", place=plan.slot)
    if stage in LAST:
        _check_ragnarok(line, desk)


def _check_ragnarok(line: Line, desk: Desk) -> None:
    """All tiles and discs lie where they stay: a wish is for one of them, and of a ranking one at least can be had."""
    table, seat = desk.view.table, desk.seat
    wishes = [move for move in line.moves if isinstance(move, moves.Valhalla)]
    if wishes and table.passed[seat]:
        raise IllegalMove("E_PASSED")
    faults = []
    for wish in wishes:
        try:
            if wish.warrior is not None:
                check_warrior(table, seat, wish)
        except IllegalMove as why:
            faults.append(why)
    if wishes and len(faults) == len(wishes):
        raise faults[0]
    for move in line.moves:
        if isinstance(move, moves.Arm):
            check_arm(table, seat, move)
