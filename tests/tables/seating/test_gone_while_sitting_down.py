"""Whoever is forgotten or barred while they sit down sits nowhere afterwards: no table waits for them or names them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction

from asgard_pbem.tables import notify, services
from asgard_pbem.tables.guards.locking import hold
from asgard_pbem.tables.guards.mailboxes import marks
from asgard_pbem.tables.models import Game, Player, Seat
from asgard_pbem.tables.services import erasure
from tests.tables.test_races import open_with, people

pytestmark = pytest.mark.django_db(transaction=True)
Act = Callable[[], Any]


class Beside:
    """Something done on a connection of its own, of which one can tell whether it waits for a lock."""

    def __init__(self, act: Act) -> None:
        self.act, self.error, self.pid = act, None, 0  # type: tuple[Act, BaseException | None, int]
        self.thread = threading.Thread(target=self._run)
        self.thread.start()

    def _run(self) -> None:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_backend_pid()")
                (self.pid,) = cursor.fetchone()
            with notify.quietly():
                self.act()
        except Exception as why:  # noqa: BLE001 - the test looks at it
            self.error = why
        finally:
            connection.close()

    def until_it_waits(self) -> None:
        """Or has ended."""
        for _ in range(500):
            with connection.cursor() as cursor:
                cursor.execute("SELECT cardinality(pg_blocking_pids(%s)) > 0", [self.pid])
                (waits,) = cursor.fetchone()
            if waits or not self.thread.is_alive():
                return
            time.sleep(0.01)

    def end(self) -> BaseException | None:
        self.thread.join(20)
        assert not self.thread.is_alive()
        return self.error


@pytest.fixture
def guest() -> Player:
    found = services.player_for("grimhilde@home.example", name="Grimhilde")
    return Player.objects.get(pk=found.pk)


def ways(guest: Player) -> dict[str, Act]:
    """All services by which somebody comes to sit somewhere."""
    host, other, away = people(3)
    waiting = services.open_table(opened_by=host, key="highest_card", seats=3, cause=uuid4()).pk
    offered = services.invite(waiting, by=host, email=guest.email, cause=uuid4()).pk
    running = open_with([host, other, away])
    services.resign(running.pk, seat=2, player=away, cause=uuid4(), confirmed=True)
    return {
        "take_seat": lambda: services.take_seat(waiting, player=guest, cause=uuid4()),
        "accept_invitation": lambda: services.accept_invitation(offered, player=guest, cause=uuid4()),
        "substitute": lambda: services.substitute(running.pk, seat=2, player=guest, by=host, cause=uuid4()),
        "open_table": lambda: services.open_table(opened_by=guest, key="highest_card", seats=2, cause=uuid4()),
        "fork": lambda: services.fork(
            running.pk, moment=Game.objects.get(pk=running.pk).moment, viewer=None, player=guest, cause=uuid4()
        ),
    }


def goings(guest: Player) -> dict[str, Act]:
    return {
        "erased": lambda: services.erase_player(Player.objects.get(pk=guest.pk)),
        "barred": lambda: services.bar(marks("grimhilde@home.example")[0], why="floods"),
    }


WAYS = ("take_seat", "accept_invitation", "substitute", "open_table", "fork")


@pytest.mark.parametrize("going", ["erased", "barred"])
@pytest.mark.parametrize("way", WAYS)
def test_who_has_sat_down_and_not_committed_yet_gets_up_again(way: str, going: str, guest: Player) -> None:
    sit, go = ways(guest)[way], goings(guest)[going]
    with transaction.atomic():
        sit()
        gone = Beside(go)
        gone.until_it_waits()
    assert gone.end() is None
    assert not Seat.objects.filter(player=guest, game__status__in=["open", "running"]).exists()
    if going == "erased":
        assert not [names for names in Game.objects.values_list("names", flat=True) if "Grimhilde" in names]


@pytest.mark.parametrize("going", ["erased", "barred"])
@pytest.mark.parametrize("way", WAYS)
def test_who_is_gone_and_it_is_not_committed_yet_does_not_sit_down(
    way: str, going: str, guest: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The request that sits down has read the person before: what it knows of them is old."""
    sit, go = ways(guest)[way], goings(guest)[going]
    seated: list[Beside] = []

    def meanwhile(act: Any, *given: Any) -> Any:
        done = act(*given)
        seated.append(Beside(sit))
        seated[-1].until_it_waits()
        return done

    if going == "erased":
        monkeypatch.setattr(erasure, "_blank", partial(meanwhile, erasure._blank))
        go()
    else:
        with transaction.atomic():
            meanwhile(go)
    error = seated[0].end()
    assert isinstance(error, services.ServiceError), error
    assert error.code in {"E_BARRED", "E_NO_INVITATION"}
    assert not Seat.objects.filter(player=guest, game__status__in=["open", "running"]).exists()


def test_who_is_being_erased_sits_down_nowhere_though_a_table_that_they_have_left_is_held(guest: Player) -> None:
    """Whoever lets them sit down there again, and holds that game, waits for nobody."""
    host, *_ = people(2)
    game = services.open_table(opened_by=host, key="highest_card", seats=2, cause=uuid4())
    services.take_seat(game.pk, player=guest, cause=uuid4())
    services.resign(game.pk, seat=1, player=guest, cause=uuid4(), confirmed=True)
    with transaction.atomic():
        hold(game.pk)
        gone = Beside(goings(guest)["erased"])
        gone.until_it_waits()
        with pytest.raises(services.ServiceError, match="E_BARRED"):
            services.substitute(game.pk, seat=1, player=guest, by=host, cause=uuid4())
    assert gone.end() is None
    assert not Seat.objects.filter(player=guest).exists()
