"""Real threads on real connections: one writer at a time, nothing twice, nothing lost."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.utils import timezone

from asgard_pbem.tables import notify, services
from asgard_pbem.tables.models import Event, Game, Invitation, Moment, OpenDecision, Outbox, Player
from asgard_pbem.tables.reading import projecting
from asgard_pbem.tables.store import loading
from asgard_pbem.tables.store import sql as store
from engine.log.chain import GENESIS

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(acts: list[Callable[[], Any]]) -> list[Any]:
    """What each act gave, or the exception it ended with. All begin together, each on a connection of its own."""
    barrier, found = threading.Barrier(len(acts)), [None] * len(acts)

    def run(number: int, act: Callable[[], Any]) -> None:
        barrier.wait()
        try:
            with notify.quietly():
                found[number] = act()
        except Exception as why:  # noqa: BLE001 - the test looks at it
            found[number] = why  # type: ignore[call-overload]  # any object
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return found


def people(count: int) -> list[Player]:
    return [services.player_for(f"p{n}@home.example") for n in range(count)]


def open_with(players: list[Player]) -> Game:
    game = services.open_table(opened_by=players[0], key="highest_card", seats=len(players), cause=uuid4())
    for player in players[1:]:
        services.take_seat(game.pk, player=player, cause=uuid4())
    return Game.objects.get(pk=game.pk)


def whole(game_id: UUID) -> list[Event]:
    """The log, found gapless and linked."""
    events = list(Event.objects.filter(game_id=game_id).order_by("seq"))
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    prev = GENESIS
    for event in events:
        assert event.prev_hash == prev
        prev = event.hash
    assert Game.objects.get(pk=game_id).head_hash == prev
    return events


def test_the_same_request_five_times_at_once_plays_once() -> None:
    players, cause = people(2), uuid4()
    game = open_with(players)
    results = at_once(
        [lambda: services.submit_orders(game.pk, seat=0, player=players[0], lines=["1"], cause=cause)] * 5
    )
    assert [type(one) for one in results] == [services.SubmitResult] * 5
    assert sorted(one.repeated for one in results) == [False, True, True, True, True]
    assert len({one.faces[0].card for one in results}) == 1
    assert [event.kind for event in whole(game.pk)].count("move_made") == 1


def test_a_form_sent_five_times_at_once_opens_one_table_or_practice_table() -> None:
    (player, other), cause = people(2), uuid4()
    opened = at_once([lambda: services.open_table(opened_by=player, key="highest_card", seats=2, cause=cause)] * 5)
    assert {type(one) for one in opened} == {Game}
    game = open_with([player, other])
    again = uuid4()
    forks = at_once([lambda: services.fork(game.pk, moment=game.moment, viewer=0, player=player, cause=again)] * 5)
    assert {type(one) for one in forks} == {Game}
    assert Game.objects.count() == 3


def test_eight_seats_choose_at_the_same_time() -> None:
    players = people(8)
    game = open_with(players)

    def choose(seat: int) -> Callable[[], Any]:
        def act() -> Any:
            loading.shelf.clear()  # as another process would
            return services.submit_orders(game.pk, seat=seat, player=players[seat], lines=["2"], cause=uuid4())

        return act

    results = at_once([choose(seat) for seat in range(8)])
    assert all(isinstance(one, services.SubmitResult) for one in results), results
    assert [event.kind for event in whole(game.pk)].count("move_made") == 8
    assert Game.objects.get(pk=game.pk).round == 2
    assert Outbox.objects.filter(game=game, purpose="prompt").count() == 16
    assert list(projecting.differences(game.pk)) == []


def test_two_people_want_the_last_seat() -> None:
    players = people(3)
    game = services.open_table(opened_by=players[0], key="highest_card", seats=2, cause=uuid4())
    results = at_once([lambda p=p: services.take_seat(game.pk, player=p, cause=uuid4()) for p in players[1:]])  # type: ignore[misc]  # bound at once
    assert sorted(str(one) for one in results) == ["1", "E_STARTED"]
    assert [event.kind for event in whole(game.pk)].count("seat_taken") == 2


def test_a_crash_before_the_commit_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    players = people(2)
    game = open_with(players)
    cause = uuid4()

    def crash(batch: store.Batch, mails: list[store.OwedRow]) -> list[UUID]:
        written(batch, mails)
        raise RuntimeError("the worker was killed")

    written = store.write
    with monkeypatch.context() as patch:
        patch.setattr(store, "write", crash)
        with pytest.raises(RuntimeError, match="killed"):
            services.submit_orders(game.pk, seat=0, player=players[0], lines=["1"], cause=cause)
    assert [event.kind for event in whole(game.pk)].count("move_made") == 0
    assert Moment.objects.filter(game=game).count() == game.moment


def test_mails_are_told_after_the_commit_only(monkeypatch: pytest.MonkeyPatch) -> None:
    from django.db import transaction

    players, told = people(2), []
    game = services.open_table(opened_by=players[0], key="highest_card", seats=2, cause=uuid4())
    monkeypatch.setattr(notify, "tell", lambda name, *keys, after=0: told.append((name, keys)))
    loud = notify._quiet.set(False)
    with transaction.atomic():
        services.take_seat(game.pk, player=players[1], cause=uuid4())
        assert told == []
    notify._quiet.reset(loud)
    assert [name for name, _ in told] == [notify.SEND_MAIL] * 2


def test_two_invited_people_want_the_last_seat() -> None:
    """Each holds the invitation and wants the table, or the other way round: they must ask in one order."""
    for _ in range(3):
        host, *guests = people(3)
        game = services.open_table(opened_by=host, key="highest_card", seats=2, cause=uuid4())
        Invitation.objects.all().delete()
        offers = [services.invite(game.pk, by=host, email=one.email, cause=uuid4()).pk for one in guests]
        found = at_once([
            partial(services.accept_invitation, offer, player=guest, cause=uuid4())
            for offer, guest in zip(offers, guests, strict=True)
        ])  # fmt: skip
        refused = [one for one in found if isinstance(one, services.ServiceError)]
        assert sorted(one for one in found if isinstance(one, int)) == [1], found
        assert [one.code for one in refused] in (["E_LAPSED"], ["E_STARTED"])


@pytest.mark.parametrize("change", ["a name", "an absence"])
def test_a_table_at_which_somebody_sits_down_just_then_hears_what_they_change(change: str) -> None:
    """It began after their tables were listed, and had their row before whoever changes it."""
    (anna, boris), until = people(2), timezone.now() + timedelta(days=30)
    open_with([anna, boris])
    waits = services.open_table(opened_by=anna, key="highest_card", seats=2, cause=uuid4())

    def sits_down(execute: Any, sql: str, *given: Any) -> Any:
        if "FOR NO KEY UPDATE" in sql and 'FROM "tables_player"' in sql and not took:
            again = Player.objects.get(pk=boris.pk)  # of another process
            took.extend(at_once([lambda: services.take_seat(waits.pk, player=again, cause=uuid4())]))
        return execute(sql, *given)

    took: list[Any] = []
    with connection.execute_wrapper(sits_down), notify.quietly():
        if change == "a name":
            services.update_player(boris, name="Bo")
        else:
            services.set_absence(boris, since=None, until=until)
    assert [type(one) for one in took] == [int]
    assert Game.objects.get(pk=waits.pk).names[1] == ("Bo" if change == "a name" else "")
    deadlines = OpenDecision.objects.filter(seat=1, answered=False).values_list("deadline", flat=True)
    assert [one is not None and one > until for one in deadlines] == [change == "an absence"] * 2
