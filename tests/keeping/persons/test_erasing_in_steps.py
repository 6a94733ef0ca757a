"""Whoever is erased is gone at once; their tables follow a few at a time, hold up nobody, and none is forgotten."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from asgard_pbem.database.base import DatabaseWrapper
from asgard_pbem.mail.management import stuck
from asgard_pbem.tables import notify, services, tasks
from asgard_pbem.tables.guards.locking import hold
from asgard_pbem.tables.models import Erasure, Game, Memo, Outbox, Player, Press, Seat
from asgard_pbem.tables.models.games import cause_of_next
from asgard_pbem.tables.models.sealing import unseal
from asgard_pbem.tables.reading import projecting
from asgard_pbem.tables.services import erasure
from asgard_pbem.tables.services.seating import forks, getting_up
from tests.tables.seating.test_gone_while_sitting_down import Beside
from tests.tables.test_races import people

pytestmark = pytest.mark.django_db(transaction=True)
NAME, TITLE = "Grimhilde", "Porphyry pavilion"


class KilledError(BaseException):
    """The process is gone: no `except` of ours sees it."""


@pytest.fixture(autouse=True)
def _as_many_tables_as_it_takes(settings: Any) -> None:
    tables = ("TABLES_AN_HOUR", "FORKS_AN_HOUR", "TABLES_WAITING", "TABLES_AT_ONCE")
    for name in (*tables, "INVITATIONS_A_DAY", "INVITATIONS_TO_ONE"):
        setattr(settings, name, 10**6)


def named() -> Player:
    return Player.objects.get(pk=services.player_for("grimhilde@home.example", name=NAME).pk)


@pytest.fixture
def guest() -> Player:
    return named()


def table(first: Player, *others: Player, seats: int = 0, title: str = "") -> UUID:
    count = seats or 1 + len(others)
    game = services.open_table(opened_by=first, key="highest_card", seats=count, cause=uuid4(), title=title)
    for one in others:
        services.take_seat(game.pk, player=one, cause=uuid4())
    return game.pk


def moment_of(game: UUID) -> int:
    return Game.objects.get(pk=game).moment


def their_life(guest: Player) -> list[UUID]:
    """Tables of every kind: played, waiting with and without others, left, opened, and what came of these."""
    host, other = people(2)
    own = table(guest, host, title=TITLE)
    services.send_press(own, seat=0, player=guest, to=None, text="Walnuts", cause=uuid4())
    services.keep_memo(own, player=guest, text="Quinces", cause=uuid4())
    left = table(host, guest)
    services.resign(left, seat=1, player=guest, cause=uuid4(), confirmed=True)
    practice = services.fork(own, moment=moment_of(own), viewer=None, player=host, cause=uuid4()).pk
    following = services.open_table(
        opened_by=host, key="highest_card", seats=2, cause=cause_of_next(own), title=Game.objects.get(pk=own).title
    ).pk
    services.invite(following, by=host, email=guest.email, cause=uuid4())
    waiting = [table(guest, seats=3, title=TITLE), table(guest, host, seats=3), table(other, guest, seats=3)]
    return [own, left, practice, following, *waiting, table(host, guest)]


def assert_nothing_is_left(guest: Player, games: list[UUID]) -> None:
    gone = Player.objects.get(pk=guest.pk)
    assert gone.erased_at is not None
    assert (gone.name, gone.is_active) == ("", False)
    assert not Erasure.objects.exists()
    assert not Seat.objects.filter(player=guest, game__status__in=["open", "running"]).exists()
    for game in Game.objects.all():
        assert NAME not in game.names
        assert NAME not in game.begun_by
        assert game.title == ""
    assert not Memo.objects.exists()
    assert [unseal(one.author_id, one.text) for one in Press.objects.all()] == [None]
    assert not guest.invitations.exists()
    assert not guest.reply_tokens.exists()
    assert not Outbox.objects.filter(player=guest, state="queued").exists()
    for one in games:
        assert list(projecting.differences(one)) == []


@pytest.mark.parametrize("sits", [True, False])
@pytest.mark.parametrize("place", [0, -1])
def test_one_table_that_is_held_keeps_nobody_from_their_move_at_another(
    place: int, sits: bool, guest: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thousands were held for as long as it took with all of them: for seconds nobody there could move."""
    monkeypatch.setattr(erasure, "GAMES_AT_ONCE", 1)
    host, *_ = people(1)
    games = sorted(table(host, guest) for _ in range(4))
    for one in games if not sits else ():
        services.resign(one, seat=1, player=guest, cause=uuid4(), confirmed=True)
    held = games[place]
    with transaction.atomic():
        hold(held)
        gone = Beside(partial(services.erase_player, Player.objects.get(pk=guest.pk)))
        gone.until_it_waits()
        for free in [one for one in games if one != held]:
            moved = Beside(partial(services.submit_orders, free, seat=0, player=host, lines=["1"], cause=uuid4()))
            moved.until_it_waits()
            assert not moved.thread.is_alive(), "it waits for whoever is erased"
            assert moved.end() is None
    assert gone.end() is None
    assert not Seat.objects.filter(player=guest).exists()


def test_a_table_that_is_held_for_too_long_is_left_to_the_sweep_as_is_one_whose_rules_fail(
    guest: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, *_ = people(1)
    game = table(host, guest)

    def too_long(*_: Any, **__: Any) -> None:
        raise OperationalError("canceling statement due to lock timeout")

    def fails(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError

    for why in (too_long, fails):
        with monkeypatch.context() as patched:
            patched.setattr(getting_up, "resign", why)
            if why is too_long:
                services.erase_player(guest)
            else:
                services.go_on_erasing(guest.pk)
        assert Seat.objects.filter(player=guest).exists()
        assert list(Erasure.objects.values_list("pk", flat=True)) == [guest.pk]
        Erasure.objects.update(due_at=timezone.now())
    services.go_on_erasing(guest.pk)
    assert Game.objects.get(pk=game).names == ["", "Greedy"]
    assert not Seat.objects.filter(player=guest).exists()
    assert not Erasure.objects.exists()


def killed_after(commits: int, monkeypatch: pytest.MonkeyPatch, act: Callable[[], Any]) -> bool:
    """Whether `act` was killed, right after so many commits."""
    left = commits
    commit = DatabaseWrapper._commit

    def counted(self: DatabaseWrapper) -> None:
        nonlocal left
        commit(self)
        left -= 1
        if left == 0:
            raise KilledError

    with monkeypatch.context() as patched:
        patched.setattr(DatabaseWrapper, "_commit", counted)
        try:
            act()
        except KilledError:
            connection.close()
            return True
    return False


def test_killed_after_any_of_its_steps_it_is_gone_on_with_and_nothing_is_left(
    guest: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(erasure, "GAMES_AT_ONCE", 2)
    told: list[tuple[str, ...]] = []
    monkeypatch.setattr(notify, "tell", lambda name, *keys, after=0.0: bool(told.append((name, *keys))) or True)
    commits = 0
    for commits in range(1, 100):
        games = their_life(guest)
        erase = partial(services.erase_player, Player.objects.get(pk=guest.pk))
        if not killed_after(commits, monkeypatch, erase) or not Erasure.objects.exists():  # it came to its end
            assert_nothing_is_left(guest, games)
            break
        gone = Player.objects.get(pk=guest.pk)
        assert (gone.email, gone.is_active) == (f"{guest.pk.hex}@erased.invalid", False), "with the first"
        later = stuck.everything(timezone.now() + timedelta(hours=2))
        assert [one.name for one in later if one.what == "erasing"] == [str(guest.pk)]
        assert tasks.requeue_erasures() == 0, "somebody is at it"
        Erasure.objects.update(due_at=timezone.now())
        told.clear()
        assert tasks.requeue_erasures() == 1
        assert told == [(notify.ERASE, str(guest.pk))]
        if commits % 3:  # or it is killed once more
            Erasure.objects.update(due_at=timezone.now())
            killed_after(commits, monkeypatch, partial(tasks.go_on_erasing, str(guest.pk)))
            Erasure.objects.update(due_at=timezone.now())
        tasks.go_on_erasing(str(guest.pk))
        assert_nothing_is_left(guest, games)
        assert tasks.requeue_erasures() == 0
        Outbox.objects.all().delete()
        Game.objects.update(status=Game.Status.CLOSED)
        Press.objects.all().delete()
        guest = named()
    assert commits > 10


@pytest.mark.parametrize("way", ["fork", "again"])
def test_a_table_that_takes_its_title_from_one_of_theirs_at_the_same_moment_keeps_nothing(
    way: str, guest: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has read the title before the erasure began, and is not there yet for whoever looks for it."""
    host, *_ = people(1)
    own = table(guest, host, title=TITLE)
    erasing: list[Beside] = []

    def meanwhile(*given: Any, **named: Any) -> Any:
        if not erasing:
            erasing.append(Beside(lambda: services.erase_player(Player.objects.get(pk=guest.pk))))
            erasing[0].until_it_waits()
        return made(*given, **named)

    made = forks.GameSecret.objects.create
    monkeypatch.setattr(forks.GameSecret.objects, "create", meanwhile)
    if way == "fork":
        services.fork(own, moment=moment_of(own), viewer=None, player=host, cause=uuid4())
    else:
        services.open_next(Game.objects.get(pk=own), player=host)
    assert erasing[0].end() is None
    assert Game.objects.count() == 2
    assert set(Game.objects.values_list("title", flat=True)) == {""}
