"""Taking back: a seat's own moves and plans go, what others did since stays, and what cannot stay so bars it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from uuid import UUID

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.core.chance import Chance, SeededChance
from engine.core.decisions import Decision
from engine.core.happenings import Happening
from engine.core.moves import IllegalMove, Move
from engine.table.events import By, Event, MoveMade, Paused, PlansFiled, RulesRaised, SeatTaken, Undone
from engine.table.session import Session
from engine.table.table import Recorded, Table, live
from engine.table.undo import Returns, TakenBack, take_back
from tests.toys import rampart, toy


@dataclass
class Played:
    """Highest Card, and what has happened since it was dealt."""

    session: Session
    before: Table
    since: list[Recorded] = field(default_factory=list)

    def did(self, *payloads: Event) -> None:
        self.since += [Recorded(len(self.since) + number, one) for number, one in enumerate(payloads, 1)]

    def lay(self, seat: int, number: int = 0, by: By = "player") -> None:
        """The card of this number in hand."""
        self.moves(seat, toy.Commit(card=self.session.table.state.hands[seat][number]), by)

    def boast(self, seat: int) -> None:
        self.moves(seat, toy.Boast())

    def moves(self, seat: int, move: Move, by: By = "player") -> None:
        self.session.move(seat, move, by)
        self.did(self.session.made[-1].payload)

    def back(self, seat: int) -> TakenBack | None:
        return take_back(self.before, self.since, seat)


def dealt(rules: toy.HighestCard) -> Played:
    game = replace(toy.game, versions={1: rules})
    session = Session(Table(game, rules, toy.Options(), 3, None, [(), (), ()]), SeededChance(bytes(32)))
    session.start()
    return Played(session, session.table.copy())


@pytest.fixture
def played() -> Played:
    return dealt(toy.HighestCard())


def test_who_has_done_nothing_since_takes_nothing_back(played: Played) -> None:
    assert played.back(0) is None
    played.lay(1)
    assert played.back(0) is None


def test_what_a_seat_did_goes_and_what_others_did_stays(played: Played) -> None:
    before = played.before.copy()
    played.lay(0)
    played.lay(1)
    played.lay(0, 2)
    laid = played.session.table.state.laid[1]
    taken = played.back(0)
    assert taken is not None
    assert taken.table.state.laid == [None, laid, None]
    assert taken.table.state.hands[0] == before.state.hands[0]
    assert played.before.state == before.state  # what was is not changed by asking


@pytest.mark.parametrize("boasts_first", [True, False])
def test_all_may_see_it_if_they_saw_any_of_what_goes(played: Played, boasts_first: bool) -> None:
    acts = [played.boast, played.lay] if boasts_first else [played.lay, played.boast]
    for act in acts:
        act(0)
    taken = played.back(0)
    assert taken is not None
    assert taken.public
    assert taken.table.state.boasts == [0, 0, 0]


def test_nobody_sees_that_a_card_or_a_plan_that_lay_hidden_is_withdrawn(played: Played) -> None:
    played.lay(0)
    played.did(PlansFiled(seat=0, plans=(toy.Later(card=1, round=3).model_dump(mode="json"),)))
    played.boast(1)
    taken = played.back(0)
    assert taken is not None
    assert not taken.public
    assert taken.table.standing == [(), (), ()]
    assert taken.table.state.boasts == [0, 1, 0]


@pytest.mark.parametrize("first", [True, False])
def test_what_the_clock_played_bars_whatever_the_seat_did_itself(played: Played, first: bool) -> None:
    played.lay(0, by="timeout" if first else "player")
    played.lay(0, 1, by="player" if first else "timeout")
    assert played.back(0) is None


def test_the_last_card_turns_all_up_and_nobody_takes_theirs_back(played: Played) -> None:
    for seat in range(3):
        played.lay(seat)
    assert [played.back(seat) for seat in range(3)] == [None, None, None]


class Shuffling(toy.HighestCard):
    """Who boasts shuffles something that nobody sees."""

    def apply(self, state: toy.Table, seat: int, move: Move, chance: Chance) -> list[Happening]:
        if isinstance(move, toy.Boast):
            chance.shuffle("unseen", 3)
        return super().apply(state, seat, move, chance)


def test_nobody_draws_again_though_nothing_was_shown() -> None:
    """The next draw would be another one."""
    played = dealt(Shuffling())
    played.lay(0)
    assert played.back(0) is not None
    played.boast(0)
    assert played.back(0) is None


@pytest.mark.parametrize(
    "meanwhile",
    [
        PlansFiled(seat=1, plans=({"kind": "later", "card": 1, "round": 3},)),
        SeatTaken(seat=0, holder=UUID(int=7)),
        Paused(seat=0),
        RulesRaised(rules=1),
    ],
    ids=lambda event: event.kind,
)
def test_what_is_no_move_bars_nothing_and_stays(played: Played, meanwhile: Event) -> None:
    """Plans of another, somebody who takes over the seat, a pause, newer rules."""
    played.lay(0)
    played.did(meanwhile)
    taken = played.back(0)
    assert taken is not None
    alone = played.before.copy()
    alone.advance(meanwhile)
    assert taken.table == alone


class Asked(toy.HighestCard):
    """What each seat is asked: whether each question's answer is sealed."""

    def __init__(self, *sealed: tuple[bool, ...]) -> None:
        self.sealed = sealed

    def decisions(self, state: toy.Table) -> tuple[Decision, ...]:
        return tuple(replace(one, secret=each) for one in super().decisions(state) for each in self.sealed[one.seat])


@pytest.mark.parametrize(
    "asked, bars", [((True,), False), ((False,), True), ((True, False), True), ((), True)], ids=repr
)
def test_who_is_heard_bars_unless_all_that_they_can_answer_is_sealed(asked: tuple[bool, ...], bars: bool) -> None:
    """What the third of the table is asked does not matter."""
    for third in ((True,), (False,)):
        played = dealt(Asked((True,), asked, third))
        played.lay(0)
        played.boast(1)
        assert (played.back(0) is None) is bars


def test_who_moves_unseen_bars_nothing_even_where_answers_are_open() -> None:
    played = dealt(Asked((False,), (False,), (False,)))
    played.lay(0)
    played.lay(1)
    assert played.back(0) is not None


class InOrder(toy.HighestCard):
    """The second lays after the first."""

    def apply(self, state: toy.Table, seat: int, move: Move, chance: Chance) -> list[Happening]:
        if seat == 1 and state.laid[0] is None:
            raise IllegalMove("E_WAITS")
        return super().apply(state, seat, move, chance)


class Drawn(toy.HighestCard):
    """The second draws as they lay after the first, and not before."""

    def apply(self, state: toy.Table, seat: int, move: Move, chance: Chance) -> list[Happening]:
        if seat == 1 and state.laid[0] is not None:
            chance.draw("die", 6)
        return super().apply(state, seat, move, chance)


@pytest.mark.parametrize("rules", [InOrder(), Drawn()], ids=["refused without it", "draws otherwise without it"])
def test_what_rests_on_it_unseen_bars_too(rules: toy.HighestCard) -> None:
    played = dealt(rules)
    played.lay(0)
    played.lay(1)
    assert played.back(0) is None


@pytest.fixture
def gods() -> Session:
    rules = rampart.game.rules
    session = Session(Table(rampart.game, rules, rules.Options(), 2, None, [(), ()]), SeededChance(bytes(32)))
    session.start()
    return session


def done(session: Session, *moves: tuple[int, Move]) -> list[Recorded]:
    for seat, move in moves:
        session.move(seat, move)
    return [Recorded(number, made.payload) for number, made in enumerate(session.made[-len(moves) :], 1)]


def test_what_rests_on_what_was_taken_back_bars(gods: Session) -> None:
    before = gods.table.copy()
    since = done(gods, (0, rampart.Call(seat=1)), (1, rampart.Help(yes=True)))
    assert take_back(before, since[:1], 0) is not None
    assert take_back(before, since, 0) is None


def test_another_who_moves_openly_bars_though_it_would_have_come_out_the_same(gods: Session) -> None:
    """They may have moved as they did because of it; of an answer that stays sealed nobody can say so."""
    before = gods.table.copy()
    plan = Recorded(1, PlansFiled(seat=1, plans=()))
    moved = Recorded(2, done(gods, (0, rampart.Build()))[0].payload)
    assert take_back(before, [plan], 1) is not None
    assert take_back(before, [plan, moved], 1) is None


@dataclass
class Seen:
    """A game that knows what counts in it."""

    seqs: list[int]

    def copy(self) -> Seen:
        return Seen(list(self.seqs))


def moved(seat: int) -> Event:
    return MoveMade(seat=seat, move={})


@given(st.lists(st.tuples(st.sampled_from("mpsuuw"), st.integers(0, 2), st.integers(1, 14)), max_size=30))
@example([("m", 1, 1), ("m", 1, 1), ("m", 1, 1), ("u", 0, 1), ("u", 2, 3), ("u", 1, 2)])  # back to two places in turn
def test_after_any_undos_the_game_is_that_of_the_events_that_count(drawn: list[tuple[str, int, int]]) -> None:
    """Also where one returns to a place before or after that of another, or to one from which something went."""
    events: list[Event] = [moved(0)]
    for kind, seat, number in drawn:
        to = 1 + (number - 1) % len(events)
        events.append({
            "m": moved(seat), "p": PlansFiled(seat=seat, plans=()), "s": SeatTaken(seat=seat, holder=None),
            "u": Undone(seat=seat, to=to), "w": Undone(seat=seat, to=to, whole=True),
        }[kind])  # fmt: skip
    log, game, returns = [Recorded(at, one) for at, one in enumerate(events, 1)], Seen([]), Returns[Seen](events)
    for place, one in enumerate(log):
        if isinstance(one.payload, Undone):
            game = returns.back(one.payload, live(log[:place]), lambda seen, each: seen.seqs.append(each.seq))
        else:
            game.seqs.append(one.seq)
        assert game.seqs == [each.seq for each in live(log[: place + 1])]
        returns.keep(one.seq, game)
        assert one.seq not in returns or returns[one.seq].seqs == game.seqs
    assert {to for to in range(40) if to in returns} == {one.to for one in events if isinstance(one, Undone)}


@dataclass
class Seqs:
    """A game that is the events it has seen."""

    seen: list[int]

    def copy(self) -> Seqs:
        return Seqs(list(self.seen))


def test_where_a_later_undo_returns_to_is_without_what_was_taken_back_before() -> None:
    moves: list[Event] = [MoveMade(seat=seat, move={}) for seat in (1, 0, 1, 0)]
    first = Undone(seat=0, to=1)
    returns: Returns[Seqs] = Returns([*moves, first, Undone(seat=1, to=2), Undone(seat=1, to=4)])
    game = Seqs([])
    for seq in range(1, 5):
        game.seen.append(seq)
        returns.keep(seq, game)
    counted = [Recorded(seq, move) for seq, move in enumerate(moves, 1)]
    assert returns.back(first, counted, lambda game, one: game.seen.append(one.seq)).seen == [1, 3]
    assert [returns[to].seen for to in (1, 2, 4)] == [[1], [1], [1, 3]]
    assert 3 not in returns
