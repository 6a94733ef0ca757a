"""What standing orders mean: `plan`, `last`, `if` and `tally`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.core.contract import Candidate, Decision, Desk, IllegalMove, Move, Plan
from engine.games.aesir.data import NUMBER, God
from engine.games.aesir.moves import Pick, SifWill
from engine.games.aesir.orders import spelling
from engine.games.aesir.orders.answers import answers, tally_move
from engine.games.aesir.orders.spelling import Wish
from engine.games.aesir.orders.standing import FavourPlan, LastPlan, PickPlan, TallyPlan
from engine.games.aesir.view import View


class AesirPlanner:
    """Plans of a round lapse with it, `tally` orders with the game; a later order of the same kind and god replaces."""

    def file(self, standing: tuple[Plan, ...], new: tuple[Plan, ...], desk: Desk) -> tuple[Plan, ...]:
        """The plans in force after `new` came in, newest last. Raises IllegalMove after the end."""
        if desk.view.stage == "over":
            raise IllegalMove("E_GAME_OVER")
        latest = {_topic(plan): plan for plan in new}
        kept = (plan for plan in self.in_force(standing, desk) if _topic(plan) not in latest)
        return (*kept, *latest.values())

    def in_force(self, standing: tuple[Plan, ...], desk: Desk) -> tuple[Plan, ...]:
        """Those that can still answer something."""
        return tuple(plan for plan in standing if _alive(plan, desk))

    def candidates(self, desk: Desk, decision: Decision, standing: tuple[Plan, ...]) -> Iterable[Candidate]:
        """Moves that the plans want here, best first."""
        plans = self.in_force(standing, desk)
        if decision.kind == "pick":
            return (Candidate(move, plans) for move in _picks(plans, desk))
        if decision.kind == "tally":
            return _tally(plans, decision, desk)
        return _favour(plans, decision, desk)


def _topic(plan: Plan) -> tuple[str, str]:
    """Two plans of one topic do not stand beside each other."""
    return plan.kind, plan.god if isinstance(plan, FavourPlan | TallyPlan) else ""


def been_awake(god: str, desk: Desk) -> bool:
    """Whether a god's favour in this round is settled, and no longer for this seat to use."""
    view: View = desk.view
    if view.stage != "awaken" or view.god is None:
        return False
    mine = view.god == god and view.favoured == desk.seat
    return NUMBER[god] <= NUMBER[view.god] and not mine


def _alive(plan: Plan, desk: Desk) -> bool:
    view: View = desk.view
    if view.stage == "over":
        return False
    if isinstance(plan, PickPlan | LastPlan):
        return plan.round == view.round and view.stage == "pick"
    if isinstance(plan, FavourPlan):
        return plan.round == view.round and view.stage != "tally" and not been_awake(plan.god, desk)
    return isinstance(plan, TallyPlan)


def _picks(plans: tuple[Plan, ...], desk: Desk) -> Iterator[Pick]:
    """`last` speaks first, for the last card only; then `plan`."""
    view: View = desk.view
    hand = view.players[desk.seat].cards
    for kind in (LastPlan, PickPlan):
        for plan in plans:
            if isinstance(plan, kind) and (kind is PickPlan or len(hand) == 1):
                for item in plan.items:
                    yield from _fitting(item, hand)


def _fitting(item: str, hand: tuple[str, ...]) -> Iterator[Pick]:
    """The first card in canonical order that an item of a plan allows."""
    card, _, up = item.rpartition(":")
    half = spelling.LETTERS[up]
    for held in hand:
        if half in held and card in ("", held, held[:2]):
            yield Pick(card=held, up=half)
            return


def _favour(plans: tuple[Plan, ...], decision: Decision, desk: Desk) -> Iterator[Candidate]:
    god = dict(decision.about)["god"]
    for plan in plans:
        if isinstance(plan, FavourPlan) and plan.god == god:
            rest = tuple(other for other in plans if other is not plan)
            for wish in map(_readable, plan.wishes):
                for move in _moves(wish, decision, desk):
                    yield Candidate(move, _after(wish, move, plan, rest))


def _moves(wish: Wish, decision: Decision, desk: Desk) -> tuple[Move, ...]:
    try:
        return answers(wish, decision, desk)
    except IllegalMove:  # `up H` before the draw, `goal 1` after it: another part of the plan answers
        return ()


def _after(wish: Wish, move: Move, plan: FavourPlan, rest: tuple[Plan, ...]) -> tuple[Plan, ...]:
    """What stands when the move is made: after `draw up H` its second half, after `draw` any `up` of the plan."""
    if not isinstance(move, SifWill):
        return rest
    halves = (Wish("up", gods=wish.gods),) if wish.gods else tuple(one for one in plan.wishes if one.word == "up")
    return (*rest, FavourPlan(round=plan.round, god="S", wishes=halves)) if halves else rest


def _readable(wish: Wish) -> Wish:
    """Raises IllegalMove for an order of old that is none any more."""
    if not wish.word:
        raise IllegalMove("E_SYNTAX", line=wish.note)
    return wish


def _tally(plans: tuple[Plan, ...], decision: Decision, desk: Desk) -> Iterator[Candidate]:
    """The order for this god, else the one for every god not named."""
    god: God = dict(decision.about)["god"]
    named = [plan for plan in plans if isinstance(plan, TallyPlan) and plan.god == god]
    others = [plan for plan in plans if isinstance(plan, TallyPlan) and plan.god == "*"]
    for plan in (named or others)[:1]:
        for wish in map(_readable, plan.wishes):
            yield Candidate(tally_move(wish, god, desk), plans)
