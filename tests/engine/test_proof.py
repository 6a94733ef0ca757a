"""What a proof finds that the chain alone cannot: logs that somebody made anew with fitting hashes."""

from __future__ import annotations

import hashlib
import random
from typing import Any
from uuid import UUID

import pytest

from engine.core.chance import Draw, SeededChance, chance_key, commitment
from engine.core.counsel import Advised
from engine.log import exported as log
from engine.log.chain import GENESIS, Head, event_hash, payload_digest
from engine.log.proof import Divergence, Proof
from engine.table import registry
from engine.table.events import (
    Endorsed,
    Event,
    GameEnded,
    GameOpened,
    GameStarted,
    MoveMade,
    PlansFiled,
    PressSent,
    Proposed,
    SeatTaken,
    Undone,
)
from engine.table.session import Session
from engine.table.table import Table
from tests.toys import rampart, toy

GAME, SEED, TIME = str(UUID(int=1)), b"\x07" * 32, "2026-01-02T03:04:05.000006Z"
INSTALLED = registry.games()
ADDED = [hashlib.sha256(word).hexdigest() for word in (b"blue whale", b"red deer")]


@pytest.fixture(autouse=True)
def _toy_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "games", lambda: {toy.game.key: toy.game})


def played(seed: bytes = SEED) -> list[Event]:
    """A complete game."""
    opened = GameOpened(game="highest_card", rules=1, options={"hand": 3}, seats=2, commitment=commitment(seed))
    seats = [SeatTaken(seat=seat, holder=UUID(int=seat), entropy=added) for seat, added in enumerate(ADDED)]
    table = Table.opened(opened)
    session = Session(table, SeededChance(chance_key(seed, [bytes.fromhex(added) for added in ADDED])))
    session.start()
    rng = random.Random(1)
    while pending := table.pending():
        session.move(pending[0].seat, toy.ToyBot().move(table.desk(pending[0].seat), rng), "bot")
        session.settle()
    result = table.rules.result(table.state)
    assert result is not None
    end = GameEnded(winners=result.winners, causes=result.causes, scores=result.scores, seed=seed.hex())
    return [opened, *seats, *(made.payload for made in session.made), end]


def file(events: list[Event]) -> bytes:
    """A log of these events with a fitting chain."""
    rows: list[dict[str, Any]] = []
    prev = GENESIS
    for seq, event in enumerate(events, 1):
        payload, salt, seat = event.model_dump(mode="json"), "00" * 16, getattr(event, "seat", None)
        head = Head(GAME, seq, event.kind, event.v, seat, TIME, GAME, prev)
        row = {"seq": seq, "kind": event.kind, "version": event.v, "seat": seat, "payload": payload, "salt": salt}
        row |= {"recorded_at": TIME, "cause": GAME, "prev_hash": prev}
        prev = event_hash(head, payload_digest(salt, payload))
        rows.append({**row, "hash": prev})
    return b"".join(log.write_log(GAME, rows))


def diverges(events: list[Event]) -> Divergence:
    with pytest.raises(Divergence) as found:
        log.verify(file(events))
    return found.value


def test_an_honest_game_is_proved() -> None:
    events = played()
    report = log.verify(file(events))
    assert (report.game, report.events) == (GAME, len(events))
    assert report.checked == "chain, commitment, every draw, every move, result"


def test_a_seed_that_was_not_committed_to_is_found() -> None:
    events = played()
    events[-1] = events[-1].model_copy(update={"seed": (b"\x08" * 32).hex()})
    assert diverges(events).seq == 1


def test_a_stacked_deck_is_found_at_the_deal() -> None:
    events = played()
    start = events[3]
    draw = start.draws[0]  # type: ignore[union-attr]  # the deal
    stacked = draw.model_copy(update={"outcome": tuple(reversed(draw.outcome))})
    events[3] = start.model_copy(update={"draws": (stacked,)})
    assert (diverges(events).seq, "is not what the seed gives" in diverges(events).why) == (4, True)


def test_a_move_that_was_not_legal_is_found() -> None:
    events = played()
    move = events[4]
    assert isinstance(move, MoveMade)
    events[4] = move.model_copy(update={"move": {"kind": "commit", "card": 104}})
    assert (diverges(events).seq, "E_NOT_IN_HAND" in diverges(events).why) == (5, True)


def test_another_winner_is_found_at_the_end() -> None:
    events = played()
    events[-1] = events[-1].model_copy(update={"winners": (0, 1)})
    assert diverges(events).seq == len(events)


def test_entropy_that_a_player_did_not_add_is_found() -> None:
    events = played()
    events[2] = events[2].model_copy(update={"entropy": "f" * 64})
    assert diverges(events).seq == 4


@pytest.mark.parametrize(
    "seat, why",
    [
        (SeatTaken(seat=1, holder=None, bot="greedy", entropy="f" * 64), "no bot"),
        (SeatTaken(seat=1, holder=None, entropy="f" * 64), "no bot"),
        (SeatTaken(seat=1, holder=UUID(int=1), entropy="ff"), "is no SHA-256"),
        (SeatTaken(seat=1, holder=UUID(int=1), entropy="F" * 64), "is no SHA-256"),
        (SeatTaken(seat=1, holder=None), "a seat was free"),
    ],
)
def test_what_nobody_says_cannot_be_added_to_the_seed(seat: SeatTaken, why: str) -> None:
    events = played()
    assert why in diverges([*events[:2], seat, *events[3:]]).why


def test_a_substitute_adds_nothing() -> None:
    events = played()
    late = SeatTaken(seat=1, holder=UUID(int=7), entropy="f" * 64)
    assert diverges([*events[:5], late, *events[5:]]).seq == 6
    assert log.verify(file([*events[:5], late.model_copy(update={"entropy": ""}), *events[5:]])).added == tuple(ADDED)


def test_the_report_names_what_every_seat_added_for_its_player_to_compare() -> None:
    report = log.verify(file(played()))
    assert (report.added, report.commitment) == (tuple(ADDED), commitment(SEED))


def test_a_log_that_lost_its_end_is_incomplete_and_not_called_proved() -> None:
    report = log.verify(file(played()[:-1]))
    assert (report.complete, report.checked) == (False, "chain, every move (the game is not over)")


def test_a_table_too_large_for_its_game_is_refused_before_it_is_made() -> None:
    events = played()
    events[0] = events[0].model_copy(update={"seats": 3_000_000_000})
    assert diverges(events).why == "the game is not played by so many"


@pytest.mark.parametrize("size", [0, -1, 10_000_000_000, (1 << 64) + 1])
@pytest.mark.parametrize("outcome", [(), (0,), (0, 1)])
def test_a_draw_that_cannot_be_is_refused_before_it_is_made(size: int, outcome: tuple[int, ...]) -> None:
    events = played()
    absurd = Draw(label="deal", size=size, outcome=outcome)
    events[3] = events[3].model_copy(update={"draws": (absurd,)})
    assert diverges(events).seq == 4


def test_nothing_follows_the_end_and_nothing_is_undone_into_the_future() -> None:
    events = played()
    assert diverges([*events, Undone(seat=0, to=4)]).why == "the game was over"
    future = diverges([*events[:5], Undone(seat=0, to=40), *events[5:]])
    assert (future.seq, future.why) == (6, "it returns to where nothing can be returned to")


NEW = PlansFiled(seat=1, plans=())


@pytest.mark.parametrize("event", [
    MoveMade(seat=0, move={"kind": "boast"}), NEW, Endorsed(seat=0, team=(0, 1), number=1),
    Proposed(seat=0, to=1, team=(0, 1), number=1, topic="commit", orders=(Advised(),)),
], ids=lambda event: event.kind)  # fmt: skip
def test_nothing_is_played_before_the_start(event: Event) -> None:
    events = played()
    found = diverges([*events[:3], event, *events[3:]])
    assert (found.seq, found.why) == (4, "the game had not started")


def test_a_log_has_one_beginning_and_one_start() -> None:
    events = played()
    again = diverges([*events[:4], events[0], *events[4:]])
    assert (again.seq, again.why) == (5, "a log begins with game_opened, and has one")
    assert diverges(events[1:]).why == again.why
    assert diverges([*events[:4], events[3], *events[4:]]).why == "the game had started"
    assert diverges([*events[:3], events[-1]]).why == "the result is not that of the play"
    assert (
        diverges([*events[:3], Undone(seat=0, to=2), *events[3:]]).why
        == "it returns to where nothing can be returned to"
    )


@pytest.mark.parametrize("at", [3, 5])
def test_nobody_sits_where_no_seat_is(at: int) -> None:
    events = played()
    found = diverges([*events[:at], SeatTaken(seat=2, holder=UUID(int=9)), *events[at:]])
    assert (found.seq, found.why) == (at + 1, "the table has no such seat")


def test_what_was_agreed_on_is_what_the_rules_here_know(monkeypatch: pytest.MonkeyPatch) -> None:
    events = played()
    pinned = events[0].model_copy(update={"pins": {"cards": "00"}})
    assert "the data sets here" in diverges([pinned, *events[1:]]).why
    monkeypatch.setattr(toy.HighestCard, "seats_with", lambda self, options: range(3, 9))
    assert diverges(events).why == "the game is not played by so many with these options"


def test_only_a_fork_begins_with_a_given_state() -> None:
    events = played()
    given = GameStarted(state={"hands": [[1], [2]], "laid": [None, None], "wins": [0, 0], "boasts": [0, 0]})
    assert "only a fork" in diverges([*events[:3], given, *events[4:]]).why
    fork = events[0].model_copy(update={"forked_from": GAME})
    assert not log.verify(file([fork, *events[1:3], given])).complete


def test_whom_people_let_win_nobody_has_proved() -> None:
    events = played()
    closed = GameEnded(winners=(), causes=("closed",), seed=SEED.hex(), closed=True)
    assert log.verify(file([*events[:6], closed])).complete
    won = closed.model_copy(update={"winners": (0,)})
    assert diverges([*events[:6], won]).why == "nobody wins a game that people closed"


def test_people_may_talk_after_the_end() -> None:
    events = played()
    press = PressSent(seat=0, to=None, press=UUID(int=5))
    assert log.verify(file([*events, press])).complete


def test_a_seed_that_is_none_is_named_with_its_event() -> None:
    events = played()
    events[-1] = events[-1].model_copy(update={"seed": "zz"})
    found = diverges(events)
    assert (found.seq, found.why) == (len(events), "the seed is not hexadecimal")


def test_what_no_game_knows_is_said_in_one_line() -> None:
    events = played()
    dance = events[4].model_copy(update={"move": {"kind": "dance"}})
    assert "Input should be 'commit'" in diverges([*events[:4], dance, *events[5:]]).why
    drawn = events[4].model_copy(update={"draws": (Draw(label="deck", size=2, outcome=(0, 1)),)})
    said = diverges([*events[:4], drawn, *events[5:-1]]).why
    assert said.startswith("the event does not fit what went before: ")
    assert "ChanceMismatch" not in said


def test_the_seed_that_is_kept_for_a_table_is_the_one_that_its_end_reveals() -> None:
    events = played()
    Proof(events, SEED).play()
    Proof(events[:-1], SEED).play()
    for known, log_of_it in ((b"\x08" * 32, events), (b"\x08" * 32, events[:-1])):
        with pytest.raises(Divergence):
            Proof(log_of_it, known).play()


def taken_back(
    *, by: str = "player", after: int = 1, to: int = 4, seat: int | None = None, whole: bool = True
) -> bytes:
    """A log in which, `after` so many moves, a seat has taken back what was played since event `to`."""
    events = played()
    moves = [one.model_copy(update={"by": by}) for one in events[4 : 4 + after]]
    own = moves[-1].seat if seat is None else seat  # type: ignore[union-attr]  # a move
    return file([*events[:4], *moves, Undone(seat=own, to=to, whole=whole), *events[to:]])


@pytest.mark.parametrize("whole", [True, False])
def test_who_took_back_a_move_of_their_own_is_believed(*, whole: bool) -> None:
    assert log.verify(taken_back(whole=whole)).complete


@pytest.mark.parametrize(
    "forged, why",
    [
        ({"by": "bot"}, "not this player's"),
        ({"by": "timeout"}, "not this player's"),
        ({"seat": 1}, "not this player's"),
        ({"after": 2, "to": 5}, "cannot be taken back"),  # the cards were turned up
    ],
)
def test_what_was_not_to_be_taken_back_is_found_in_logs_of_old_too(forged: dict[str, Any], why: str) -> None:
    with pytest.raises(Divergence) as found:
        log.verify(taken_back(**forged))
    assert why in found.value.why


def test_what_was_taken_back_has_not_happened_and_what_others_did_unseen_has() -> None:
    """Who boasts, takes that back and boasts again has boasted once; the card laid meanwhile lies there."""
    first, second, *rest = played()[4:]
    start, boast = played()[:4], MoveMade(seat=0, move=toy.Boast().model_dump(mode="json"))
    assert (first.seat, second.seat) == (0, 1)  # type: ignore[union-attr]  # moves
    back = Undone(seat=0, to=4)
    assert log.verify(file([*start, boast, NEW, second, back, boast, first, *rest])).complete
    later = [*start, first, second, boast, Undone(seat=0, to=6), boast, *rest]  # a round was played before
    assert log.verify(file(later)).complete
    assert "E_BOASTED" in diverges([*start, boast, NEW, second, boast, first, *rest]).why
    assert diverges([*start, NEW, second, back, first, *rest]).why == "it was not to be taken back any more"


def test_a_log_of_rules_that_nobody_plays_is_not_called_altered() -> None:
    events = played()
    events[0] = events[0].model_copy(update={"game": "chess"})
    with pytest.raises(registry.UnknownRules):
        log.verify(file(events))


def dice(seed: bytes = SEED) -> list[Event]:
    """The beginning of a game that draws in moves."""
    rules = registry.rules("yggdrasil", 1)
    opened = GameOpened(
        game="yggdrasil", rules=1, options={}, seats=2, commitment=commitment(seed), pins=rules.pins(rules.Options())
    )
    seats = [SeatTaken(seat=seat, holder=UUID(int=seat)) for seat in range(2)]
    session = Session(Table.opened(opened), SeededChance(chance_key(seed, [b"", b""])))
    session.start()
    rng = random.Random(2)
    while not any(len(draw.outcome) == 1 for made in session.made[1:] for draw in getattr(made.payload, "draws", ())):
        decision = session.table.pending()[0]
        menu = session.table.desk(decision.seat).menus(decision)
        session.any_of(decision.seat, (move for _, _, move in sorted(menu.leaves(), key=lambda _: rng.random())))
        session.settle()
    return [opened, *seats, *(made.payload for made in session.made)]


def test_a_die_is_proved_where_it_was_rolled_and_must_have_such_a_side(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "games", lambda: INSTALLED)
    events = dice()
    Proof(events, SEED).play()
    Proof(events).play()
    at, move = next((at, one) for at, one in enumerate(events) if isinstance(one, MoveMade) and any(
        len(draw.outcome) == 1 for draw in one.draws
    ))  # fmt: skip
    which = next(n for n, draw in enumerate(move.draws) if len(draw.outcome) == 1)
    rolled = move.draws[which]
    for outcome, known, why in [
        ((rolled.outcome[0] + 1) % rolled.size, SEED, "is not what the seed gives"),
        (rolled.size, None, "can have no such outcome"),
        (-1, None, "can have no such outcome"),
    ]:
        forged = (*move.draws[:which], rolled.model_copy(update={"outcome": (outcome,)}), *move.draws[which + 1 :])
        with pytest.raises(Divergence) as found:
            Proof([*events[:at], move.model_copy(update={"draws": forged}), *events[at + 1 :]], known).play()
        assert (found.value.seq, why in found.value.why) == (at + 1, True)


def test_a_deal_that_deals_a_card_twice_is_refused_while_the_seed_is_secret() -> None:
    events = played()[:-1]
    start = events[3]
    draw = start.draws[0]  # type: ignore[union-attr]  # the deal
    twice = draw.model_copy(update={"outcome": (draw.outcome[1], *draw.outcome[1:])})
    events[3] = start.model_copy(update={"draws": (twice,)})
    assert "can have no such outcome" in diverges(events).why


@pytest.mark.parametrize("forged", [
    {}, {"topic": "nothing"}, {"team": (0,)}, {"team": (1,)}, {"orders": (Advised(moves=({"kind": "dance"},)),)},
], ids=["as it was", "of nothing", "by nobody of it", "to nobody of it", "no move"])  # fmt: skip
def test_a_proposal_is_one_of_a_team_to_who_is_asked(forged: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "games", lambda: {rampart.game.key: rampart.game})
    opened = GameOpened(game="rampart", rules=1, options={}, seats=2, commitment=commitment(SEED))
    session = Session(Table.opened(opened), SeededChance(chance_key(SEED, [b"", b""])))
    session.start()
    to, topic = min(session.table.topics())
    orders = (Advised(moves=(rampart.End().model_dump(mode="json"),)),)
    proposed = Proposed(seat=1 - to, to=to, team=(0, 1), number=1, topic=topic, orders=orders)
    seats = [SeatTaken(seat=seat, holder=UUID(int=seat)) for seat in range(2)]
    events = [opened, *seats, *(made.payload for made in session.made), proposed.model_copy(update=forged)]
    if not forged:
        Proof(events, SEED).play()
        return
    with pytest.raises(Divergence) as found:
        Proof(events, SEED).play()
    assert found.value.seq == len(events)


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"{}\n", b"[1]\n{}\n", b"\xff\xfe\n", b'{"format":"asgard-pbem/log/v1","game":"x"}\n']
)
def test_what_is_no_log_is_refused_in_one_sentence(data: bytes) -> None:
    with pytest.raises(Divergence, match="first divergence at seq"):
        log.verify(data)
