"""From lines of text to what happens: reads a whole sheet of orders, all of it or nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from engine.core.chance import NoChance
from engine.core.contract import Desk, Order, WholeTurns
from engine.core.decisions import Decision
from engine.core.grammar.text import MAX_LINE, fold_order, is_too_long
from engine.core.menu import REFUSALS
from engine.core.moves import SYNTAX, IllegalMove, Plan, Seat
from engine.table import counsel
from engine.table.reading import steps
from engine.table.reading.answers import MORE, NOT_ASKED, UNSEEN, answered_before, by_number, no_answer
from engine.table.reading.copied import copied, in_its_words, looks_copied
from engine.table.reading.courteous import reply_in
from engine.table.reading.guessing import OVER, SLIP, unread_below
from engine.table.reading.steps import Moved, Planned, Turns
from engine.table.saying import as_played, of_plans, readings
from engine.table.session import PLAN_CODES, SILENT, Mark, Session, cannot_be_unseen

SHEET_LONG = "E_SHEET_LONG"  # more orders than a sheet may hold
LINE_LONG = "E_LINE_LONG"  # an order of which only the beginning would be read
UNDO, UNDO_BELOW, NO_PLAN = "E_UNDO", "E_UNDO_BELOW", "E_NO_PLAN"  # of acts that stand among the orders
_ABOUT_NUMBERS = {MORE, UNSEEN, NOT_ASKED, OVER} | REFUSALS
_ABOUT_SHEETS = {SLIP, SHEET_LONG, LINE_LONG, UNDO, UNDO_BELOW, NO_PLAN}
CORE_CODES = frozenset(_ABOUT_NUMBERS | _ABOUT_SHEETS) | PLAN_CODES | counsel.CODES  # refusals that are no game's own
# The log is for ever, so a sheet is bounded: the longest that a whole game calls for has some forty orders.
MOST_ORDERS = 100

Act: TypeAlias = Callable[[], None]  # what a line does that is no order of the game; raises IllegalMove


class Refused(Exception):
    """A line could not be carried out, so nothing of the sheet was."""

    def __init__(self, line: int, text: str, why: IllegalMove) -> None:
        super().__init__(line, text, why)
        self.line = line  # from 0, among the lines given
        self.text = text  # as it was typed
        self.why = why


@dataclass(slots=True)
class Taken:
    """What was made of a sheet. The events are in the session."""

    lines: dict[int, str]  # the lines carried out or filed, as typed, by their places (from 0)
    rest: int  # the first line that is no order (equal to the number of lines when all were read)
    replaced: tuple[int, ...] = ()  # places of orders that a later one of the sheet replaced without a trace
    acts: tuple[int, ...] = ()  # places of the acts that were done
    refused: Refused | None = None  # the line at which a sheet stopped that could not be taken back any more
    count: int = 0  # of orders and acts, with those of the sheets before it
    idle: tuple[Plan, ...] = ()  # filed, now or before, for a question that does not come any more
    lost: tuple[Plan, ...] = ()  # those of them that stood on the lines of this sheet, which are told as dropped
    waiting: tuple[int, ...] = ()  # places of orders that go on when what is asked has been answered
    dropped: tuple[int, ...] = ()  # places of orders to which it did not come
    typed: Mapping[int, str] = field(default_factory=dict)  # those lines as they were typed
    kept: tuple[int, ...] = ()  # places of plans and standing orders that stand now: nothing was asked that ends them
    said: Mapping[int, str] = field(default_factory=dict)  # how lines that made a move were understood, by their places
    displaced: tuple[Plan, ...] = ()  # of earlier sheets, whose place plans of this one took
    going: tuple[int, ...] = ()  # those of `kept` by which, or before which on their line, a move was made at once

    @property
    def orders(self) -> list[str]:
        """The lines carried out or filed, in their order."""
        return list(self.lines.values())


def take(
    session: Session,
    seat: Seat,
    lines: Sequence[str],
    acts: Mapping[int, Act] | None = None,
    count: int = 0,
    language: str = "",
    *,
    ahead: bool = False,
) -> Taken:
    """Read `lines` from the top and carry them out on `session`, which the caller throws away when this raises Refused.

    Blank lines and comments (`#`) are passed over. Reading stops at the first line that is no order and does not look
    like one; plans of anybody run only after the last order, so that a sheet is one act. A sheet without any order
    raises Refused for its first line. `acts`: what else is to be done, by the (blank) line at which it is its turn.

    Once a line has shown something hidden or used chance, a later refusal cannot undo it: whoever could see cards, be
    refused and choose again would know too much. What was done then stands, and `Taken.refused` names the line.

    Of orders that replace one another without a trace only the last is recorded. Raises Refused also E_SHEET_LONG.
    `count`: the orders of other sheets that came with this one, which are bounded together. `language`: in which to say
    how moves were understood; empty: not at all. `ahead`: written before what is open was asked, it may only hold
    orders for what is to come, none by numbers; else Refused OLD.
    """
    folded, seen = [fold_order(line) for line in lines], frozenset(() if ahead else session.table.decisions())
    reader = _Sheet(session, seat, folded, lines, acts or {}, seen, ahead, count=count, language=language)
    before, stood = len(session.made), session.table.plans(seat)
    told = session.idle(seat) if stood else ()
    try:
        taken = reader.read()
    except Refused as why:
        if not any(map(cannot_be_unseen, session.made[before:])):
            raise
        taken = reader.taken(why.line, why)
    if taken.lines:
        session.says = of_plans(session, seat, language)
        session.settle()
        session.says = None
        moved = steps.by_plan(session, before, seat, language)
        taken.lost = _tell_left(session, seat, taken, reader, stood, moved)
        taken.idle = tuple(plan for plan in session.idle(seat) if plan not in told)
        taken.displaced = steps.displaced(session, seat, stood, told)
        begun = steps.going(taken.kept, taken.said, reader.planned, reader.queued, moved)
        taken.going = tuple(sorted({*begun, *reader.said} & {*taken.kept}))
    return taken


def _tell_left(
    session: Session, seat: Seat, taken: Taken, reader: _Sheet, stood: Sequence[Plan], moved: Moved
) -> tuple[Plan, ...]:
    """What became of orders that were filed as one plan: only those that were carried out are told as done. Returns the
    plans of lines of which nothing came.

    A plan of which a step was refused, or to whose next step it does not come, is over: it must not go on by itself
    when something else has changed.
    """
    if not (session.table.plans(seat) or reader.planned or reader.nothing):
        return ()
    desk = session.table.desk(seat, session.names)
    new = [plan for plan in desk.standing if plan not in stood]
    held = [one for one in session.table.game.planner.in_force(desk.standing, desk) if not one.idle(desk)]
    stands = [places for places, plans in reader.planned if all(plan in held for plan in plans)]
    idle = steps.missed(reader.planned, moved, desk, held)
    lost = [*reader.nothing, *(place for places, _ in idle for place in places)]
    passed = [place for place in lost if place in taken.lines]
    if reader.steps:
        moves = steps.moves_of_lines(moved, new, reader.steps)
        passed += [place for place, made in moves.items() if not made]
        taken.said = {**taken.said, **steps.in_words(moves)}
    plan = next((one for one in new if one.steps_left(desk)), None) if reader.steps else None
    undone = _undone(session, desk, taken, reader, plan) if plan is not None else []
    waits = plan is not None and plan.waits(desk)
    later, said, unsaid = steps.of_turns(reader.queued, moved, desk)
    passed += unsaid
    passed = [place for place in dict.fromkeys(passed) if place not in undone]
    taken.waiting, taken.dropped = (tuple(undone), tuple(passed)) if waits else ((), (*passed, *undone))
    taken.typed = {place: reader.typed[place].strip() for place in (*passed, *undone)}
    taken.lines = {place: line for place, line in taken.lines.items() if place not in taken.typed}
    kept = {place for places in stands for place in places}.difference(reader.steps)
    taken.said = {**steps.in_words(steps.of_standing(reader.planned, moved)), **taken.said, **said}
    taken.kept = tuple(sorted((kept | later) & taken.lines.keys()))
    return tuple(plan for _, plans in idle for plan in plans)


def _undone(session: Session, desk: Desk, taken: Taken, reader: _Sheet, plan: Plan) -> list[int]:
    """The lines of steps that were not carried out, but for the refused one; the plan is taken back unless it waits."""
    still = {at % len(reader.steps) for at in plan.steps_left(desk)}
    done = {place for at, place in enumerate(reader.steps) if at not in still}
    at, why = plan.stopped_at(desk)
    stop = reader.steps[at % len(reader.steps)]
    if not plan.waits(desk):
        _stop(session, desk.seat, taken, plan, (stop, reader.typed[stop].strip()), why)
    first = stop if taken.refused is not None and taken.refused.line == stop else None
    if first is not None and first not in done:
        taken.lines.pop(first, None)
    return [place for place in dict.fromkeys(reader.steps) if place not in done and place != first]


def _stop(
    session: Session, seat: Seat, taken: Taken, plan: Plan, step: tuple[int, str], reason: IllegalMove | None
) -> None:
    """Take back a plan that stopped at a step (its place and line), and say why if that was refused."""
    session.drop(seat, plan)
    why = session.balked.pop(seat, None)
    if why is not None and taken.refused is None and why.code not in SILENT.values():  # a guard is no refusal
        taken.refused = Refused(*step, reason or why)


@dataclass(frozen=True, slots=True)
class _Done:
    """An order of the sheet that was carried out: where, and the table before it."""

    order: Order
    places: range
    before: Mark


@dataclass(slots=True)
class _Sheet:
    session: Session
    seat: Seat
    folded: list[str]
    typed: Sequence[str]
    acts: Mapping[int, Act]
    seen: frozenset[Decision]  # the questions that were open when the sheet was written
    ahead: bool
    lines: dict[int, str] = field(default_factory=dict)  # carried out so far
    replaced: list[int] = field(default_factory=list)
    acted: list[int] = field(default_factory=list)
    count: int = 0  # of orders and acts
    last: _Done | None = None  # the order above, when it might be replaced
    nothing: list[int] = field(default_factory=list)  # places of orders that came to nothing: a guard failed
    steps: tuple[int, ...] = ()  # the places of the steps of the last plan that is to be done at once
    planned: list[Planned] = field(default_factory=list)
    queued: list[Turns] = field(default_factory=list)
    language: str = ""
    said: dict[int, str] = field(default_factory=dict)

    def taken(self, rest: int, refused: Refused | None = None) -> Taken:
        said = {place: words for place, words in self.said.items() if place in self.lines}
        return Taken(self.lines, rest, tuple(self.replaced), tuple(self.acted), refused, self.count, said=said)

    def read(self) -> Taken:
        at = 0
        if not (self.acts or self.ahead):
            self._put_in_words()
        while at < len(self.folded):
            if at in self.acts:
                self._act(at)
                at += 1
                continue
            if not self.folded[at] or self.folded[at].startswith("#"):
                at += 1
                continue
            order = self._order(at)
            if order is None:
                return self.taken(at)
            used = order.used
            if order.rest:  # read what is left of the line as a line of its own, in the same place
                self.folded[at + used - 1] = order.rest
                used -= 1
            at += used
        if not self.lines and not self.acted:
            raise Refused(0, self.typed[0] if self.typed else "", IllegalMove(SYNTAX))
        return self.taken(at)

    def _act(self, at: int) -> None:
        """What is no order. An undo may open older questions again: their lists have been seen."""
        try:
            self._count()
            self.acts[at]()
        except IllegalMove as why:
            raise Refused(at, self.typed[at].strip(), why) from why
        self.acted.append(at)
        self.last = None
        if not self.lines:
            self.seen = frozenset(self.session.table.decisions())

    def _order(self, at: int) -> Order | None:
        """Carry out the order at `at`. None: there is none, and what follows is not for the game."""
        table = self.session.table
        desk, first = table.desk(self.seat, self.session.names), not (self.lines or self.acted)
        try:
            order = self._read(at, desk)
            read = readings(self.folded[at], order, desk, self.session, self.language)
            done = self._carry_out(order, range(at, at + order.used))
            if said := as_played(read, self.session.made[len(done.before.made) :]):
                later = order.plans if ";" in self.folded[at] else ()  # of a line that orders what comes later as well
                kept = (table.game.notation.write_plan(plan, self.language) for plan in later)
                self.said[at] = "; ".join(filter(None, (said, *kept)))
        except IllegalMove as why:
            if why.code == SYNTAX and not first and not table.game.notation.sounds_like_order(self.folded[at]):
                if meant := unread_below(self.folded, at, table.game.notation, desk, self.language):
                    raise Refused(at, self.typed[at].strip(), meant) from why
                return None
            place = at + why.below
            better = no_answer(self.folded[place], desk) if why.code == SYNTAX else None
            raise Refused(place, self.typed[place].strip(), better or why) from why
        return order

    def _put_in_words(self) -> None:
        """All menu numbers of a whole turn mean the list that its writer saw, so they are read before it changes."""
        notation = self.session.table.game.notation
        if not isinstance(notation, WholeTurns):
            return
        desk = self.session.table.desk(self.seat, self.session.names)
        if desk.asked() is not None:
            self.folded = [notation.in_words(line, desk) if line else line for line in self.folded]

    def _read(self, at: int, desk: Desk) -> Order:
        """The order that begins at `at` and ends above the next act at the latest."""
        end = min((one for one in self.acts if one > at), default=len(self.folded))
        below = self.folded[at:end]
        order = by_number(below[0], desk, self.seen) or self._by_copy(below[0], desk)
        notation = self.session.table.game.notation
        unseen = isinstance(notation, WholeTurns) and desk.asked() not in self.seen and notation.is_numbers(below[0])
        if order is None and unseen:
            raise IllegalMove(UNSEEN)
        order = order or counsel.followed(below[0], self.session.table, self.seat, self.session.names)
        order = order or self._of_game(at, below, desk)
        if self.ahead:
            steps.for_later(order, desk)
        if any(map(is_too_long, self.typed[at : at + order.used])):
            raise IllegalMove(LINE_LONG, most=MAX_LINE)
        return order

    def _of_game(self, at: int, below: Sequence[str], desk: Desk) -> Order:
        """The order in the game's own words. What they cannot read may be a number with courtesy around it or, as the
        first thing that is said, the words of the list: below others such a line may be a name. Those are taken also
        where the game finds an order in them that cannot be given, for its list says that the answer can.
        """
        try:
            return self.session.table.game.notation.read(below, desk)
        except IllegalMove as why:
            asked, rows = desk.asked() or answered_before(desk, self.seen), 1
            reply = reply_in(below[0], desk, asked) if why.code == SYNTAX else ""
            if asked is not None and not (reply or self.lines or self.acted):
                reply, rows = in_its_words(below, desk.menus(asked), self.session.table.game, self.language, desk)
            order = by_number(reply, desk, self.seen) if reply else None
            if order is None:
                raise
            self.folded[at : at + rows] = [reply, *[""] * (rows - 1)]
            return order

    def _by_copy(self, line: str, desk: Desk) -> Order | None:
        """The order of a menu line that was copied, if it is the only one: several are a menu that was quoted."""
        if (asked := desk.asked()) is None or not looks_copied(line) or sum(map(looks_copied, self.folded)) > 1:
            return None
        move = copied(line, desk.menus(asked), self.session.table.game.notation, desk)
        if move is not None and asked not in self.seen:
            raise IllegalMove(UNSEEN)
        return Order(1, (move,)) if move is not None else None

    def _carry_out(self, order: Order, places: range) -> _Done:
        """What was done: of an order that takes the place of the one above it, with the table before that one."""
        self._count()
        done = _Done(order, places, self.session.mark())
        try:
            self._do(order)
        except IllegalMove:
            if any(map(cannot_be_unseen, self.session.made[len(done.before.made) :])):
                self._stands(places)  # of a proposal of several orders the first ones were carried out
            raise
        if self.last is not None and self._leaves_no_trace(self.last, done):
            self._replace(self.last.places)
            done = _Done(order, places, self.last.before)
        self.last = done
        if not (order.moves or order.plans or order.then or order.rest):
            self.nothing += places
        self._stands(places)
        if not order.plans:
            return done
        planned, turns, replaced = steps.placed(order, places)
        self.planned += planned
        self._replace(replaced)
        desk = self.session.table.desk(self.seat, self.session.names)
        if count := sum(len(plan.steps_left(desk)) for plan in order.plans):
            self.steps = next((one.steps for one in turns if one.plan.steps_left(desk)), (places[0],) * count)
        else:
            self.queued += turns
        return done

    def _stands(self, places: range) -> None:
        self.lines |= {place: line for place in places if (line := self.typed[place].strip())}

    def _replace(self, places: Iterable[int]) -> None:
        self.replaced += [place for place in places if self.lines.pop(place, None) is not None]

    def _count(self) -> None:
        if self.count >= MOST_ORDERS:
            raise IllegalMove(SHEET_LONG, most=MOST_ORDERS)
        self.count += 1

    def _do(self, order: Order) -> None:
        self.session.carry_out(self.seat, order)
        for below in order.then:
            if all(one.seat != self.seat for one in self.session.table.pending()):
                return  # somebody else is asked now: the rest of what was proposed is void
            self._do(below)

    def _leaves_no_trace(self, above: _Done, done: _Done) -> bool:
        """Whether `done` alone comes to the same table as the order above and `done`; then only that is recorded.

        Choices that are replaced again and again would otherwise fill a log that nobody can shorten. What was drawn or
        shown stands, and is not even tried again. Of what stood already nothing was recorded, and it goes on standing.
        """
        session, since = self.session, len(above.before.made)
        if above.places[-1] == done.places[0] or len(done.before.made) == since:
            return False
        if any(map(cannot_be_unseen, session.made[since:])):
            return False
        both, chance = session.mark(), session.chance
        session.back_to(above.before)
        session.chance = NoChance()
        try:
            self._do(done.order)
        except IllegalMove:
            same = False
        else:
            table = session.table
            same = (table.state, table.standing) == (both.table.state, both.table.standing)
            same = same and not any(map(cannot_be_unseen, session.made[since:]))
        session.chance = chance
        if not same:
            session.back_to(both)
        return same
