"""Statements whose text Django builds once: the same rows as a queryset gives, each call with its own values."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from threading import Thread
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection, transaction
from django.db.models import F, QuerySet
from django.test.utils import CaptureQueriesContext

from asgard_pbem.database.built import Change, built_once, changed_once
from asgard_pbem.database.saving import insert_new, save_with_commit
from asgard_pbem.tables.models import Outbox, Player, ReplyToken

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 5, 1, tzinfo=UTC)


def token(player: Player, sha256: bytes, *, minutes: int = 0, subject: UUID | None = None) -> ReplyToken:
    at = NOW + timedelta(minutes=minutes)
    return ReplyToken.objects.create(sha256=sha256, player=player, issued_at=at, subject=subject)


@built_once
def issued(player: UUID, since: datetime, most: int) -> QuerySet[ReplyToken]:
    found = ReplyToken.objects.select_related("player").annotate(address=F("player__email"))
    return found.filter(player=player, issued_at__gt=since).order_by("issued_at")[:most]


@built_once
def by_hash(sha256: bytes, purpose: str) -> QuerySet[ReplyToken, Any]:
    return ReplyToken.objects.filter(sha256=sha256, purpose=purpose).values_list("player", "seat")


def test_it_gives_what_the_queryset_gives_to_each_caller_their_own(people: list[Player]) -> None:
    anna, boris = people[:2]
    tokens = [token(anna, bytes([n] * 32), minutes=n) for n in range(4)]
    token(boris, b"b" * 32, minutes=9)
    assert issued(anna.pk, NOW, 9) == tokens[1:]
    assert issued(anna.pk, NOW + timedelta(minutes=1), 1) == tokens[2:3]
    assert issued(anna.pk, NOW, 0) == []
    [found] = issued(boris.pk, NOW, 9)
    with CaptureQueriesContext(connection) as asked:
        assert (found.player, found.player.email, vars(found)["address"]) == (boris, boris.email, boris.email)
    assert len(asked) == 0
    assert by_hash(b"b" * 32, "play") == [(boris.pk, None)]
    assert by_hash(b"b" * 32, "player") == by_hash(b"c" * 32, "play") == []


def test_texts_are_values_and_never_statements(people: list[Player]) -> None:
    token(people[0], b"a" * 32)
    assert by_hash(b"a" * 32, "play' OR 'a' = 'a") == []
    assert by_hash(b"a" * 32, "stand-in 1") == []


@built_once
def about(player: UUID, subject: UUID | None) -> QuerySet[ReplyToken]:
    found = ReplyToken.objects.filter(player=player)
    return found if subject is None else found.filter(subject=subject)


def test_what_is_no_value_has_a_text_of_its_own(people: list[Player]) -> None:
    anna, subject = people[0], uuid4()
    tokens = [token(anna, b"1" * 32), token(anna, b"2" * 32, subject=subject)]
    assert len(about(anna.pk, None)) == 2
    assert about(anna.pk, subject) == tokens[1:]
    assert about(anna.pk, subject=subject) == tokens[1:]
    assert about(anna.pk, subject=uuid4()) == []
    assert len(about(anna.pk, None)) == 2


def test_an_argument_that_is_lost_on_the_way_is_refused(people: list[Player]) -> None:
    @built_once
    def choosing(player: UUID, purpose: str) -> QuerySet[ReplyToken]:
        found = ReplyToken.objects.filter(player=player)
        return found.filter(purpose=purpose) if purpose == "play" else found

    with pytest.raises(TypeError, match="not every argument"):
        choosing(people[0].pk, "play")


def test_rows_are_locked_in_a_transaction_only(people: list[Player], django_db_blocker: Any) -> None:
    @built_once
    def locked(player: UUID) -> QuerySet[Player]:
        return Player.objects.select_for_update().filter(pk=player)

    assert locked(people[0].pk) == people[:1]
    failed: list[Exception] = []

    def elsewhere() -> None:
        with django_db_blocker.unblock():
            try:
                locked(people[0].pk)
            except transaction.TransactionManagementError as why:
                failed.append(why)
            connection.close()

    thread = Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert len(failed) == 1


@changed_once
def renamed(player: UUID, name: str, below: int) -> Change:
    return Player.objects.filter(pk=player, bounce_score__lt=below), {
        "name": name,
        "bounce_score": F("bounce_score") + 1,
    }


def test_a_change_says_how_many_rows_it_was(people: list[Player]) -> None:
    anna, boris = people[:2]
    assert [renamed(anna.pk, "A", 2), renamed(boris.pk, "B", 2), renamed(anna.pk, "C", 1)] == [1, 1, 0]
    for one, name in ((anna, "A"), (boris, "B")):
        one.refresh_from_db()
        assert (one.name, one.bounce_score) == (name, 1)


def test_fields_are_saved_and_no_others(people: list[Player]) -> None:
    row = Outbox(key="k", player=people[0], purpose=Outbox.Purpose.NOTICE, payload={"a": [1]})
    assert insert_new(row)
    assert not insert_new(Outbox(key="k", player=people[1], purpose=Outbox.Purpose.NOTICE))
    row.payload, row.seat, row.key, row.newcomer = {"b": None}, None, "not written", b"x"
    save_with_commit(row, ("payload", "seat", "newcomer"))
    found = Outbox.objects.get(pk=row.pk)
    assert (found.payload, found.seat, found.key, bytes(found.newcomer or b"")) == ({"b": None}, None, "k", b"x")
