"""What a delivery costs to keep: its bytes once, and nothing for addresses that lead nowhere."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from asgard_pbem.mail.answering import process
from asgard_pbem.mail.doors import inbound
from asgard_pbem.mail.doors.identity import AuthVerdicts
from asgard_pbem.mail.models import InboundMail, RawMail
from asgard_pbem.mail.reading.parts.prescan import MAX_RAW_BYTES
from asgard_pbem.simulation.programs import reply_to
from asgard_pbem.tables import notify
from asgard_pbem.tables.keys import crypto
from asgard_pbem.tables.models import Game, Player
from tests.mail.conftest import Post, letter

NOWHERE = [f"play+{letter * 26}@in.asgard.localhost" for letter in "abcdefghijklmnopqrst"]


def accept(raw: bytes, *to: str) -> InboundMail:
    return inbound.accept(
        raw, envelope_from="mallory@evil.example", envelope_to=list(to), received_at=timezone.now(), source="smtp",
        provider_event_id=None, verdicts=AuthVerdicts(),
    )  # fmt: skip


@pytest.mark.django_db
def test_twenty_recipients_cost_one_copy_of_the_bytes_and_unknown_ones_none() -> None:
    raw = letter("mallory@evil.example", NOWHERE[0], "x" * 500_000)
    accept(raw, *NOWHERE)
    assert InboundMail.objects.count() == 20
    assert len(bytes(RawMail.objects.get().data)) < 2 * len(raw)
    for row in InboundMail.objects.all():
        process.process(row.pk)
    assert set(InboundMail.objects.values_list("state", "reason")) == {("ignored", "unknown_token")}
    assert not RawMail.objects.exists()


@pytest.mark.django_db
def test_a_copy_sent_to_nobody_takes_no_players_bytes_away(game: Game, people: list[Player], post: Post) -> None:
    prompt = post.to(people[0])
    raw = reply_to(prompt, people[0].email, ["1"])
    known, unknown = accept(raw, prompt.reply_to), accept(raw, NOWHERE[0])
    process.process(unknown.pk)
    process.process(known.pk)
    known.refresh_from_db()
    assert (known.state, inbound.raw_of(known)) == ("done", raw)


@pytest.mark.django_db(transaction=True)
def test_bytes_that_come_again_while_they_are_dropped_are_kept() -> None:
    """The drop holds the bytes' row; the delivery waits for it and brings them anew."""
    raw = b"From: a@b.example\n\n1"
    first = accept(raw, NOWHERE[0])
    dropping, failures = threading.Event(), list[BaseException]()

    def deliver() -> None:
        try:
            with notify.quietly():
                dropping.wait(10)
                accept(raw, NOWHERE[1])
        except BaseException as problem:  # noqa: BLE001  reported by the test
            failures.append(problem)
        finally:
            connection.close()

    other = threading.Thread(target=deliver)
    other.start()
    with transaction.atomic():
        inbound.forget(first)
        dropping.set()
        other.join(0.2)
    other.join(10)
    assert failures == []
    assert inbound.raw_of(InboundMail.objects.get(envelope_to=NOWHERE[1])) == raw


@pytest.mark.django_db
def test_of_a_mail_too_large_to_read_only_its_beginning_is_kept() -> None:
    row = accept(b"From: a@b.example\n\n" + b"x" * 3 * MAX_RAW_BYTES, NOWHERE[0])
    kept = inbound.raw_of(row)
    assert kept is not None
    assert (len(kept), row.size_bytes) == (MAX_RAW_BYTES + 1, 3 * MAX_RAW_BYTES + 19)


def test_the_door_takes_no_more_than_the_reader_reads() -> None:
    assert settings.MAIL_DATA_LIMIT_BYTES == MAX_RAW_BYTES


@pytest.mark.django_db(transaction=True)
def test_what_was_stored_before_is_moved_with_its_bytes() -> None:
    leaves = [key for key in MigrationExecutor(connection).loader.graph.leaf_nodes() if key[0] == "mail"]
    with connection.as_owner():  # type: ignore[attr-defined]  # of the project's own database wrapper
        old = migrated([("mail", "0001_initial")]).apps.get_model("mail", "InboundMail")
        for to in NOWHERE[:2]:
            old.objects.create(
                received_at=timezone.now(), source="smtp", envelope_to=to, sha256="ab" * 32,
                raw=crypto.encrypt(b"words"), size_bytes=5,
            )  # fmt: skip
        try:
            migrated([("mail", "0002_raw_bytes_once_per_delivery")])
        finally:
            migrated(leaves)
    assert crypto.decrypt(RawMail.objects.get(pk="ab" * 32).data) == b"words"
    RawMail.objects.all().delete()  # as the application again


def migrated(targets: list[tuple[str, str]]) -> Any:
    """The state of the models there."""
    return MigrationExecutor(connection).migrate(targets)
