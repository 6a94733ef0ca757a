"""How one may answer in notation, and standing orders that are useful now."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from engine.core.contract import Desk
from engine.core.decisions import Decision
from engine.core.menu import Menu, Option, Pick
from engine.core.moves import Move, Plan, Seat
from engine.games.asgard import moves
from engine.games.asgard.orders import plans as orders
from engine.games.asgard.orders.grammar import write, write_plan
from engine.games.asgard.orders.steps import ActStep, PlaceStep, StepsPlan
from engine.games.asgard.pieces import ASGARD, GODS, STONES, God, Slot, slot_name
from engine.games.asgard.questions import menu
from engine.games.asgard.rules.placing import due
from engine.games.asgard.rules.ragnarok import supported
from engine.games.asgard.view import View
from engine.games.asgard.words.speech import Speech

EXAMPLES = 3
ENTRY: tuple[Slot, ...] = ("upper", "bottom", "asgard")
Advice = tuple[Plan, str]


class Advising(Speech):
    """Examples."""

    def examples(self, decision: Decision, view: View) -> list[str]:
        """Legal right now, at most three lines."""
        desk = Desk(decision.seat, view, (decision,), lambda one: menu(view.table, one))
        found = (write(move, self.language, desk) for move in _varied(desk.menus(decision)))
        return list(islice(dict.fromkeys(found), EXAMPLES))

    def plan_examples(self, decision: Decision, view: View) -> list[tuple[str, str]]:
        """(order, what it means)."""
        kinds: dict[str, Callable[[Seat, View], Iterator[Advice]]] = {
            "colour": self._plan_early,
            "start_pick": self._plan_before_gods,
            "recover": self._plan_before_gods,
            "gods": self._plan_gods,
            "place": self._plan_place,
            "act": self._plan_act,
            "battle": self._plan_battle,
            "valhalla": self._plan_valhalla,
        }
        if decision.kind not in kinds:
            return []
        advice = islice(kinds[decision.kind](decision.seat, view), EXAMPLES)
        desk = Desk(decision.seat, view, (decision,), lambda one: menu(view.table, one))
        return [(self._plan_order(plan, desk), text) for plan, text in advice]

    def _plan_order(self, plan: Plan, desk: Desk) -> str:
        """The plan as one writes it, players by colour."""
        if isinstance(plan, orders.GiverPlan):
            move = moves.Giver(what=plan.what, which=plan.which, players=plan.players)
            return write(move, self.language, desk)
        return write_plan(plan, self.language)

    def _plan_early(self, seat: Seat, view: View) -> Iterator[Advice]:
        if view.table.order.index(seat) == 0:  # the first player takes none
            yield from self._plan_before_gods(seat, view)
            return
        text = self._("the first recruit: the first of these that is still there")
        yield orders.PickPlan(recruits=("giant", "white", "orange")), text

    def _plan_before_gods(self, seat: Seat, view: View) -> Iterator[Advice]:
        round_ = max(view.round, 1)
        gods = _some_gods(view, max(2, due(view.table, seat)) if round_ > 1 else due(view.table, seat))
        yield orders.GodsPlan(round=round_, gods=gods), self._("the gods that you choose in phase 1")
        yield from self._plan_slots(round_, gods[:1])

    def _plan_gods(self, seat: Seat, view: View) -> Iterator[Advice]:
        yield from self._plan_slots(view.round, tuple(GODS[god] for god in view.table.risen_gods()[:2]))

    def _plan_slots(self, round_: int, gods: tuple[God, ...]) -> Iterator[Advice]:
        text = self._("phase 2: reveal {god} and take the first of these places that is free")
        for god in gods:
            names: tuple[Slot, ...] = ENTRY if god not in ("mimir", "surtr") else ("single", "asgard")
            options = tuple(moves.Place(god=god, slot=slot) for slot in names)
            steps = (PlaceStep(god=god, options=options),)
            yield StepsPlan(round=round_, phase="place", steps=steps), text.format(god=self.god(god))

    def _plan_place(self, seat: Seat, view: View) -> Iterator[Advice]:
        later = tuple(GODS[god] for god in view.table.hand[seat] if god >= 0)[1:2]
        yield from self._plan_slots(view.round, later)
        yield from islice(self._plan_requests(seat, view), 1)
        yield from self._plan_giver(seat, view)

    def _plan_requests(self, seat: Seat, view: View) -> Iterator[Advice]:
        """Requests whose skill need not be used."""
        data = view.table.components
        text = self._("phase 3: what this disc does; a line for each disc, in the order in which they act")
        for place in view.table.placed[seat]:
            god, slot = slot_name(place, single=place < ASGARD and len(data.slots[place // 3]) == 1)
            if god is not None and place in data.gives:
                step = ActStep(place=f"{god} {slot}", options=(moves.Request(god=god, slot=slot),))
                yield StepsPlan(round=view.round, phase="act", steps=(step,)), text

    def _plan_act(self, seat: Seat, view: View) -> Iterator[Advice]:
        yield from islice(self._plan_requests(seat, view), 1, 2)
        yield from self._plan_fights(view)
        yield from self._plan_giver(seat, view)

    def _plan_battle(self, seat: Seat, view: View) -> Iterator[Advice]:
        yield from self._plan_fights(view)

    def _plan_fights(self, view: View) -> Iterator[Advice]:
        text = self._("battles: for every disc that would lose, the shortest beginning of this list that wins")
        yield orders.FightPlan(round=view.round, slot=None, send="wwoog"), text
        text = self._("the same, but only where no more than strength 2 is missing")
        yield orders.FightPlan(round=view.round, slot=None, send="wog", limit=2), text

    def _plan_giver(self, seat: Seat, view: View) -> Iterator[Advice]:
        others = tuple(other for other in reversed(view.table.order) if other != seat)
        if len(others) > 1:
            text = self._("in a shortage of this: who gives, the first of these who may be named")
            yield orders.GiverPlan(what="stone", which=STONES[-1], players=others), text

    def _plan_valhalla(self, seat: Seat, view: View) -> Iterator[Advice]:
        slots = supported(view.table, seat, light_only=True)
        if slots:
            god, world = GODS[view.table.god_at(slots[-1])], slots[-1] // 2 + 1
            wishes = tuple(moves.Valhalla(warrior=one, god=god, world=world) for one in ("white", "orange"))
            text = self._("every time it is your turn: the first of these that is possible, then pass")
            yield orders.ValhallaPlan(wishes=(*wishes, moves.Valhalla())), text
        known = (*view.weapons[seat].known, *view.wizardry[seat].known)
        held = supported(view.table, seat)
        if known and held:
            god, world = GODS[view.table.god_at(held[-1])], held[-1] // 2 + 1
            text = self._("the weapons and wizardry that you lay, in this order, a line for each")
            yield orders.ArmsPlan(arms=(moves.Arm(tile=known[0], god=god, world=world),)), text


def _varied(menu: Menu) -> Iterator[Move]:
    """Answers of different sorts: of each sort of line the richer of its first two answers, then the rest."""
    if isinstance(menu, Pick):
        leaves = [move for _, _, move in menu.leaves()]
        yield from leaves if menu.most == 1 else dict.fromkeys((leaves[:2][-1], leaves[-1]))
    sorts: dict[object, Option] = {}
    for option in menu.options:
        sorts.setdefault(option.what[0], option)
    for option in sorted(sorts.values(), key=lambda one: one.what[0] == "back"):
        if option.move is not None:
            yield option.move
        elif option.then is not None:
            yield [move for _, _, move in islice(option.then().leaves(), 2)][-1]
    for option in menu.options[1:]:
        if option.move is not None:
            yield option.move


def _some_gods(view: View, count: int) -> tuple[God, ...]:
    """Risen gods, alternately of either side."""
    gods = view.table.risen_gods()
    light, darkness = [god for god in gods if god < 5], [god for god in gods if god >= 5]
    mixed = [god for pair in zip(light, darkness, strict=False) for god in pair] + light[len(darkness) :]
    return tuple(GODS[god] for god in mixed[:count])
