"""The laws of what happens unseen, of every game that has veils."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from engine.core.bots import any_answer
from engine.core.chance import SeededChance
from engine.core.contract import Imagined, Rules
from engine.core.decisions import NOBODY, Decision, told_of
from engine.core.flow.veil import Aside, veil_of
from engine.core.happenings import Happening
from engine.core.moves import IllegalMove, Move, Plan, Seat
from engine.table.events import By
from engine.table.session import Session, cannot_be_unseen
from engine.table.table import Recorded, Table
from engine.table.undo import take_back
from tests.games.cases import Case, Position, open_questions, played, refusal, walk

# Questions that are asked of all alike, where anybody else is at the table; what some may have ordered makes them tell
# something (RULINGS R2.6).
ASKED_OF_ALL = {"asgards_chosen": frozenset({"god", "charm", "campaign", "muster", "event"})}
WORLDS = 8  # dealt at most, until a move can be made in one of them as well: it may be a card of a hidden hand


def a_veil_hides_who_is_asked_and_who_answers(case: Case) -> None:
    """An answer behind a veil changes nothing for all others, unless it lifts the veil or asks them in their turn."""
    rules, viewers = case.rules, (None, *range(case.seats))
    for position in walk(case):
        mover, state = position.decision.seat, position.state.copy()
        if not position.decision.veil:
            continue
        before = {viewer: _seen(rules, state, viewer) for viewer in viewers}
        waited = _asked(rules, state)
        happened = rules.apply(state, mover, position.move, SeededChance(b"veil"))
        if any(one.seen_by(None) for one in happened):
            continue  # lifted
        if veil_of(state) is None:
            was = veil_of(position.state)
            assert was is not None
            assert not was.held, "a veil that lifts tells what it held"
            continue
        fresh = _asked(rules, state) - waited
        for viewer in {*viewers} - {mover} - fresh:
            assert _seen(rules, state, viewer) == before[viewer], (viewer, mover)
            assert not any(one.seen_by(viewer) for one in happened), (viewer, mover)
        assert _stand_ins(rules, state) == _stand_ins(rules, position.state)
        assert mover in _asked(rules, state) or refusal(case, state, mover, position.move) == ("E_NOT_YOUR_TURN", {})


def a_veil_asks_nobody_but_those_whom_it_may_concern(case: Case) -> None:
    """All know whom: how long it waits for who is away depends on nothing else."""
    for position in walk(case):
        veil = veil_of(position.state)
        if veil is not None:
            assert all(veil.concerns(one.seat) for one in case.rules.decisions(position.state))


def what_has_told_something_is_not_taken_back(case: Case) -> None:
    """A move after which its seat knows more of what others hold stays: another would be made in that knowledge."""
    rules, whim = case.rules, random.Random(case.seed)
    for number, position in enumerate(walk(case, every=6)):
        seat = position.decision.seat
        other = rules.redeal(position.state, seat, SeededChance(number.to_bytes(4, "big")))
        menu = rules.menu(position.state, position.decision)
        for move in (position.move, *(case.answer(menu, whim) for _ in range(2))):
            worlds = [_played_on(position.table, state, seat, move) for state in (position.state, other)]
            one, another = (_known(session, seat) for _, session in worlds)
            over = any(rules.result(session.table.state) is not None for _, session in worlds)
            for before, session in () if over or one == another else worlds:
                events = [Recorded(at, one.payload) for at, one in enumerate(session.made)]
                assert take_back(before, events, seat) is None, (seat, move)


def _played_on(table: Table, state: Any, seat: Seat, move: Move) -> tuple[Table, Session]:
    """The table with this state, and as it is after a move and all that answers by itself."""
    before = table.copy()
    before.state = state.copy()
    session = Session(before.copy(), SeededChance(b"peek"))
    session.move(seat, move)
    session.settle()
    return before, session


def _known(session: Session, seat: Seat) -> Any:
    """What a seat sees, was told since, and is shown of the open questions."""
    rules, state = session.table.rules, session.table.state
    told = [happening.seen_by(seat) for one in session.made for happening in one.happenings]
    return rules.view(state, seat), told, told_of(rules.decisions(state), (seat,))


def what_others_hold_does_not_show_as_they_move(case: Case) -> None:
    """A move that looks the same to who watches is followed by the same in all worlds that might be theirs, until
    something comes to light in both, and not by the question alone that is asked then. Where it is not, a question is
    open that tells something, as its game knows.
    """
    rules, whim = case.rules, random.Random(case.seed)
    for number, position in enumerate(walk(case, every=5)):
        mover = position.decision.seat
        viewer = whim.choice([None, *({*range(case.seats)} - {mover})])
        worlds = (rules.redeal(position.state, viewer, SeededChance(f"{number} {n}".encode())) for n in range(WORLDS))
        pairs = (list(_pairs(case, position, other, viewer, whim)) for other in worlds)
        for one, another in next(filter(None, pairs), ()):
            first = next((pair for pair in zip_longest(one, another) if not _alike(*pair)), None)
            if first is None:
                continue
            asks = (sight or last for sight, last in zip(first, (one[-1], another[-1]), strict=True))
            if any(sight.telling for sight in asks):
                continue
            assert all(sight is not None and sight.opens for sight in first), (viewer, mover, first)
            faces, views = zip(*[(sight.faces, sight.view) for sight in first if sight is not None], strict=True)
            assert faces[0] != faces[1] or views[0] != views[1], f"a question alone tells {viewer} something: {first}"


@dataclass(slots=True)
class Sight:
    """What a viewer has before their eyes after an event that they have noticed."""

    faces: list[Happening]
    view: Any
    told: tuple[Decision, ...]
    opens: bool  # whether something hidden has come to light
    telling: bool  # whether a question is open that tells by being asked, or one behind a veil


def _tells(table: Table, asked: Decision) -> bool:
    """Whether a question tells something by being asked, where nobody has ordered anything."""
    always = ASKED_OF_ALL.get(table.game.key, frozenset()) if len(table.standing) > 1 else frozenset[str]()
    return asked.kind not in always and table.game.tells_by_asking(table.state, asked)


def _alike(one: Sight | None, another: Sight | None) -> bool:
    """Whether a viewer cannot tell the two apart."""
    if one is None or another is None:
        return False
    return (one.faces, one.view, one.told) == (another.faces, another.view, another.told)


@dataclass(slots=True)
class Watched(Session):
    """A session, and what somebody sees of it, event by event."""

    viewer: Seat | None = None
    sights: list[Sight] = field(default_factory=list)

    def move(self, seat: Seat, move: Move, by: By = "player", keep: tuple[Plan, ...] | None = None) -> None:
        """See `Session.move`."""
        Session.move(self, seat, move, by, keep)
        made, table = self.made[-1], self.table
        faces = [face for one in made.happenings if (face := one.seen_by(self.viewer)) is not None]
        asked = [one for one in table.pending() if one.seat != self.viewer]
        telling = any(one.veil or _tells(table, one) for one in asked)
        told = told_of(table.decisions(), (self.viewer,))
        opens = cannot_be_unseen(made) or table.rules.result(table.state) is not None
        sight = Sight(faces, table.rules.view(table.state, self.viewer), told, opens, telling)
        if not self.sights or faces or (sight.view, told) != (self.sights[-1].view, self.sights[-1].told):
            self.sights.append(sight)
        else:  # it went unnoticed
            self.sights[-1].telling = telling


def _pairs(
    case: Case, position: Position, other: Any, viewer: Seat | None, whim: random.Random
) -> Iterator[tuple[list[Sight], list[Sight]]]:
    """What the viewer sees of moves in the position and in the other world that look the same as they are made."""
    rules, asked = case.rules, position.decision
    same = next((one for one in rules.decisions(other) if (one.seat, one.kind) == (asked.seat, asked.kind)), None)
    if same is None:
        assert asked.veil
        return
    for move in (position.move, case.answer(rules.menu(position.state, asked), whim)):
        one = _watched(position.table, position.state, asked.seat, move, viewer)
        sealed = 3 if asked.secret else 0  # it looks the same whatever the answer is
        answers = (move, *(case.answer(rules.menu(other, same), whim) for _ in range(sealed)))
        worlds = (_watched(position.table, other, asked.seat, answer, viewer) for answer in answers)
        found = next((another for another in worlds if another and one and another[0].faces == one[0].faces), None)
        if found is not None:
            yield one, found


def _watched(table: Table, state: Any, seat: Seat, move: Move, viewer: Seat | None) -> list[Sight]:
    """What the viewer sees of a move and all that answers by itself; nothing where it cannot be made."""
    before = table.copy()
    before.state = state.copy()
    session = Watched(before, SeededChance(b"watch"), viewer=viewer)
    try:
        session.move(seat, move)
    except IllegalMove:
        return []
    session.settle()
    return session.sights


def _seen(rules: Rules[Any], state: Any, viewer: Seat | None) -> Any:
    return rules.view(state, viewer), open_questions(rules, state, viewer)


def _asked(rules: Rules[Any], state: Any) -> set[Seat]:
    return {decision.seat for decision in rules.decisions(state)}


def _stand_ins(rules: Rules[Any], state: Any) -> list[Decision]:
    return [one for one in told_of(rules.decisions(state), ()) if one.seat == NOBODY]


def everybody_is_told_the_same_once(case: Case) -> None:
    """What all may see is told to each reader as often as to any other, whenever that is."""
    told: dict[Seat | None, Counter[str]] = {viewer: Counter() for viewer in (None, *range(case.seats))}
    for made in played(case).made:
        for happening in made.happenings:
            what = happening.what if isinstance(happening, Aside) else happening
            if what.seen_by(None) is not None:
                for viewer, heard in told.items():
                    heard[what.kind] += happening.seen_by(viewer) is not None
    assert all(heard == told[None] for heard in told.values())


def a_table_imagined_behind_a_veil_can_be_played_on(case: Case) -> None:
    """By everybody: bots answer for all seats there."""
    rng, chance = random.Random(case.seed), SeededChance(b"imagined")
    for position in walk(case, every=3):
        for viewer in (None, *range(case.seats)) if position.decision.veil else ():
            world = Imagined(case.rules, case.rules.redeal(position.state, viewer, chance))
            for _ in range(12):
                decision = world.next()
                if decision is not None:
                    world.play(decision.seat, any_answer(world, decision, rng), chance)
