"""What a proof finds that the chain alone cannot: logs that somebody made anew with fitting hashes."""

from __future__ import annotations

import hashlib
import random
from typing import Any
from uuid import UUID

import pytest

from engine.core.chance import Draw, SeededChance, chance_key, commitment
from engine.log import exported as log
from engine.log.chain import GENESIS, Head, event_hash, payload_digest
from engine.log.proof import Divergence, Proof
from engine.table import registry
from engine.table.events import Event, GameEnded, GameOpened, MoveMade, SeatTaken, Undone
from engine.table.session import Session
from engine.table.table import Table
from tests.toys import toy

GAME, SEED, TIME = str(UUID(int=1)), b"\x07" * 32, "2026-01-02T03:04:05.000006Z"
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
    assert diverges([*events[:5], Undone(seat=0, to=40), *events[5:]]).seq == 6


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


def test_a_log_of_rules_that_nobody_plays_is_not_called_altered() -> None:
    events = played()
    events[0] = events[0].model_copy(update={"game": "chess"})
    with pytest.raises(registry.UnknownRules):
        log.verify(file(events))


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"{}\n", b"[1]\n{}\n", b"\xff\xfe\n", b'{"format":"asgard-pbem/log/v1","game":"x"}\n']
)
def test_what_is_no_log_is_refused_in_one_sentence(data: bytes) -> None:
    with pytest.raises(Divergence, match="first divergence at seq"):
        log.verify(data)
