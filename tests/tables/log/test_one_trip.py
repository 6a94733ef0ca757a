"""A move on what this process left is one trip, and only if nothing of it has changed since: else it is made anew under
the lock, as if it had not been tried.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from threading import Event as Signal
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone

from asgard_pbem.database.together import Together
from asgard_pbem.tables import services
from asgard_pbem.tables.errors import ServiceError
from asgard_pbem.tables.models import Event, Game, OpenDecision, Outbox, Player, Seat
from asgard_pbem.tables.reading import checking
from asgard_pbem.tables.store import loading
from asgard_pbem.tables.store import sql as store
from asgard_pbem.tables.store.rows import CHANGED, ONCE
from engine.table.orders import Refused
from tests.tables.test_columns import LOOK, MOVE, WRITE, source
from tests.tables.test_races import at_once, open_with, people, whole

pytestmark = pytest.mark.django_db(transaction=True)
ONE, TWO = ["game_move"], ["game_look", "game_write"]
TRIED = ["game_move", "game_look", "game_write"]


@pytest.fixture
def trips(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The functions of the write path, as they are called."""
    found: list[str] = []
    go = Together.go

    def heard(self: Together, statements: Any, *, commit: bool = False) -> Any:
        found.extend(name for one in statements for name in TRIED if f"{name}(".encode() in one.text)
        return go(self, statements, commit=commit)

    monkeypatch.setattr(Together, "go", heard)
    return found


@pytest.fixture
def players() -> list[Player]:
    return people(3)


@pytest.fixture
def game(players: list[Player]) -> Game:
    """A table of which this process has made the last move."""
    made = open_with(players)
    lay(made, 0, players)
    return made


def lay(game: Game, seat: int, players: list[Player]) -> services.SubmitResult:
    return services.submit_orders(game.pk, seat=seat, player=players[seat], lines=["1"], cause=uuid4())


def test_a_move_on_what_this_process_left_is_one_trip(game: Game, players: list[Player], trips: list[str]) -> None:
    for seat in (1, 2, 0, 1, 2):
        lay(game, seat, players)
    assert trips == ONE * 5
    whole(game.pk)
    assert Outbox.objects.filter(game=game, purpose="prompt").count() == 9
    assert checking.check(game.pk).faults == []


def test_a_move_after_what_another_process_wrote_is_made_on_that(
    game: Game, players: list[Player], trips: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(loading, "shelf", loading._Shelf())
        lay(game, 1, players)
    trips.clear()
    assert lay(game, 2, players).moment > 1
    assert trips == TRIED
    lay(game, 0, players)
    assert trips == [*TRIED, *ONE]
    assert len([one for one in whole(game.pk) if one.kind == "move_made"]) >= 4


def put_back(seat: Seat) -> None:
    """The same again, as another row."""
    Seat.objects.filter(game=seat.game_id, seat=seat.seat).delete()
    seat.save(force_insert=True)


CHANGES: dict[str, Callable[[Game, Player], Any]] = {
    "a word of the table": lambda game, _: Game.objects.filter(pk=game.pk).update(reminders=False),
    "the same again": lambda game, _: Game.objects.filter(pk=game.pk).update(title=F("title")),
    "an absence": lambda _, player: services.set_absence(player, since=None, until=timezone.now() + timedelta(days=9)),
    "a name": lambda _, player: services.update_player(player, name="Torvald"),
}
BY_NO_SERVICE: dict[str, Callable[[Game, Player], Any]] = {
    "a name": lambda _, player: Player.objects.filter(pk=player.pk).update(name="Torvald"),
    "an absence": lambda _, player: Player.objects.filter(pk=player.pk).update(absent_from=timezone.now()),
    "another at a seat": lambda game, _: Seat.objects.filter(game=game, seat=2).update(
        player=services.player_for("stranger@home.example")
    ),
    "a bot at a seat": lambda game, _: Seat.objects.filter(game=game, seat=2).update(bot="random"),
    "what a seat adds to chance": lambda game, _: Seat.objects.filter(game=game, seat=2).update(entropy="x"),
    "a seat that was gone": lambda game, _: put_back(Seat.objects.get(game=game, seat=2)),
}


@pytest.mark.parametrize("what", CHANGES)
def test_whatever_a_look_would_find_changed_is_looked_at(
    game: Game, players: list[Player], trips: list[str], what: str
) -> None:
    """Not by its head: no event says it."""
    CHANGES[what](game, players[2])
    trips.clear()
    lay(game, 1, players)
    assert trips == TRIED


@pytest.mark.tampers
@pytest.mark.parametrize("what", BY_NO_SERVICE)
def test_so_is_what_no_service_has_changed(game: Game, players: list[Player], trips: list[str], what: str) -> None:
    BY_NO_SERVICE[what](game, players[2])
    trips.clear()
    lay(game, 1, players)
    assert trips == TRIED


def test_after_a_look_a_move_is_one_trip_again(game: Game, players: list[Player], trips: list[str]) -> None:
    CHANGES["a name"](game, players[2])
    trips.clear()
    for seat in (1, 2):
        lay(game, seat, players)
    assert trips == [*TRIED, *ONE]


def test_what_of_a_person_is_not_the_tables_is_not_looked_at(
    game: Game, players: list[Player], trips: list[str]
) -> None:
    Player.objects.update(language="ru", last_login=timezone.now())
    Player.objects.update(name=F("name"))
    Seat.objects.filter(game=game).update(bot=F("bot"))
    lay(game, 1, players)
    assert trips == ONE


def test_all_that_a_look_reads_of_who_sits_there_is_watched() -> None:
    """A column that comes to `game_look` has to come to the triggers as well."""
    look = source(LOOK)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE tgname IN ('seat_changes', 'sitter_changes')"
        )
        text = dict(cursor.fetchall())
    for letter, trigger, key in (("s", "seat_changes", set[str]()), ("p", "sitter_changes", {"id"})):
        read = set(re.findall(rf"\b{letter}\.(\w+)", look)) - {"xmin"} - key
        for version in ("old", "new"):
            assert set(re.findall(rf"\b{version}\.(\w+)", text[trigger])) == read


@pytest.mark.tampers
def test_a_move_waits_for_who_changes_a_seat_just_now(game: Game, players: list[Player], trips: list[str]) -> None:
    """By what it remembers it would be theirs who sat there."""
    changed, tried = Signal(), list[Any]()

    def leaves() -> None:
        with transaction.atomic():
            Seat.objects.filter(game=game, seat=1).update(player=services.player_for("stranger@home.example"))
            changed.set()
            time.sleep(0.3)
            tried.append(len(trips))

    def moves() -> services.SubmitResult:
        changed.wait(5)
        return lay(game, 1, players)

    _, refused = at_once([leaves, moves])
    assert isinstance(refused, ServiceError)
    assert refused.code == "E_NOT_YOURS"
    assert trips == ["game_move", "game_look"]
    assert tried == [1]  # it had asked, and waited


def test_who_lost_a_seat_cannot_move_for_it_by_what_a_process_remembers(
    game: Game, players: list[Player], trips: list[str]
) -> None:
    stranger = services.player_for("stranger@home.example")
    Seat.objects.filter(game=game, seat=1).update(player=stranger)
    with pytest.raises(ServiceError) as why:
        lay(game, 1, players)
    assert why.value.code == "E_NOT_YOURS"
    assert trips == ["game_move", "game_look"]
    Seat.objects.filter(game=game, seat=1).update(player=players[1])


def test_an_absence_moves_the_deadline_of_what_is_asked_next(game: Game, players: list[Player]) -> None:
    until = timezone.now() + timedelta(days=40)
    Player.objects.filter(pk=players[0].pk).update(absent_from=timezone.now(), absent_until=until)
    for seat in (1, 2):
        lay(game, seat, players)
    deadline = OpenDecision.objects.get(game=game, seat=0, answered=False).deadline
    assert deadline is not None
    assert deadline > until


def test_a_refusal_is_given_under_the_lock(game: Game, players: list[Player], trips: list[str]) -> None:
    """What this process remembers may be no longer so."""
    with pytest.raises(Refused):
        services.submit_orders(game.pk, seat=1, player=players[1], lines=["99"], cause=uuid4())
    assert trips == ["game_look"]


def test_a_cause_that_was_served_is_answered_as_before(game: Game, players: list[Player], trips: list[str]) -> None:
    cause = uuid4()
    moves = partial(services.submit_orders, game.pk, seat=1, player=players[1], lines=["1"], cause=cause)
    first, again = moves(), moves()
    assert (first.repeated, again.repeated) == (False, True)
    assert trips == [*ONE, "game_look", "game_look"]


def test_nothing_is_one_trip_within_a_transaction_which_could_take_it_back(game: Game, trips: list[str]) -> None:
    with transaction.atomic(), pytest.raises(RuntimeError):
        services.submit_orders(
            game.pk, seat=1, player=Player.objects.get(email="p1@home.example"), lines=["1"], cause=uuid4()
        )
    assert trips == []


def test_a_write_that_fails_leaves_nothing_and_the_next_move_is_made(
    game: Game, players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = Event.objects.filter(game=game).count()
    with monkeypatch.context() as broken:
        rows = store._rows
        broken.setattr(store, "_rows", lambda *made: {**rows(*made), "moments": [["no number"]]})
        with pytest.raises(Exception, match="no number"):
            lay(game, 1, players)
    assert Event.objects.filter(game=game).count() == before
    lay(game, 1, players)
    whole(game.pk)


def test_what_a_game_gets_once_stays_whether_a_release_leaves_it_out_or_sends_nothing(
    game: Game, players: list[Player], trips: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def kept() -> tuple[Any, ...]:
        return Game.objects.values_list("started_at", "begun_by", "ended_at", "winners").get(pk=game.pk)

    def moved() -> datetime:
        return Game.objects.values_list("moved_at", flat=True).get(pk=game.pk)

    before, at = kept(), moved()
    assert before[0] is not None
    for seat in (1, 2):  # the last of those who choose in secret makes it public
        lay(game, seat, players)
    assert (kept(), moved() > at) == (before, True)
    at, rows = moved(), store._rows

    def whole_row(batch: Any, mails: Any) -> Any:  # of the release before
        made = rows(batch, mails)
        return {**made, "game": [*made["game"], *[None] * (len(CHANGED) + len(ONCE) - len(made["game"]))]}

    monkeypatch.setattr(store, "_rows", whole_row)
    for seat in (0, 1, 2):
        lay(game, seat, players)
    assert (kept(), moved() > at) == (before, True)
    assert trips == ONE * 5


def test_a_move_in_one_trip_writes_what_the_write_writes() -> None:
    """Two texts: whoever changes one changes the other."""
    write, move = source(WRITE), source(MOVE)
    last = "e := batch -> 'game';"
    assert write[write.index("BEGIN") + 5 : write.index(last)] in move
    end = re.compile(r"\n +now_moved_at := .*?WHERE g\.id = wanted", re.DOTALL)
    (found,) = end.findall(write)
    once, mostly = move.split("ELSE", maxsplit=1)
    assert end.findall(once) == [found]
    (every,) = re.findall(r"UPDATE tables_game g SET (.*?),\s+started_at", found, re.DOTALL)
    (changed,) = re.findall(r"UPDATE tables_game g SET (.*?)\s+WHERE g\.id = wanted", mostly, re.DOTALL)
    assert changed == re.sub(
        r"moved_at = .*",
        f"moved_at = coalesce((e ->> {len(CHANGED)})::timestamptz, g.moved_at)",
        every,
    )


def test_a_version_that_one_transaction_wrote_twice_is_told_apart_by_the_head(
    game: Game, players: list[Player]
) -> None:
    seen = loading.shelf.newest(game.pk)
    assert seen is not None
    assert seen.seen is not None
    same = store.to_json({"game": [*store._changed(seen.seen.row), None]}).decode()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT game_move(%s, %s, %s, %s)", [game.pk, "0" * 64, seen.seen.version, same])
        assert cursor.fetchone() == (None,)
        cursor.execute("SELECT game_move(%s, %s, %s, %s)", [game.pk, seen.hash, seen.seen.version, same])
        assert cursor.fetchone() != (None,)
        transaction.set_rollback(True)


def test_many_at_once_lose_nothing_and_make_nothing_twice(players: list[Player]) -> None:
    """Of one process, which all act on the same table as it was; one of them is right, the others look."""
    for _ in range(3):
        game = open_with(players)
        lay(game, 0, players)
        found = at_once([partial(lay, game, seat, players) for seat in (1, 2, 1, 2)])
        assert sum(isinstance(one, services.SubmitResult) for one in found) >= 2
        assert all(isinstance(one, services.SubmitResult | Refused | ServiceError) for one in found), found
        whole(game.pk)
        assert checking.check(game.pk).faults == []
