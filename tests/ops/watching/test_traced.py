"""What `trace` follows: from each kind of id forwards and backwards, and along no chain but its own."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import pytest
from django.utils import timezone

from asgard_pbem.mail.answering import process
from asgard_pbem.mail.answering.one_answer import UNTIL_ASKED
from asgard_pbem.mail.management import tracing
from asgard_pbem.mail.models import InboundMail
from asgard_pbem.mail.sending import marking
from asgard_pbem.tables.models import Event, Game, Outbox, Player
from tests.mail.conftest import PLAY, Post, _toy_is_installed, game, letter, people, post

__all__ = ["_toy_is_installed", "game", "people", "post"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def mails(game: Game, people: list[Player], post: Post) -> list[InboundMail]:
    """Boris' answer, and Anna's, by which the round ends: both are asked again."""
    found = [post.reply(people[1], "2"), post.reply(people[0], "1")]
    post.deliver()
    return found


def steps(name: object) -> dict[str, list[str]]:
    """What happened, with the ids of it."""
    found: dict[str, list[str]] = {}
    for one in tracing.trace(str(name)):
        found.setdefault(one.what, []).append(one.name)
    return found


def move(game: Game, seat: int) -> Event:
    return Event.objects.filter(game=game, kind="move_made", seat=seat).earliest("seq")


def asked_by(game: Game, mail: InboundMail) -> set[str]:
    """The questions of the round that the mail's event has begun."""
    rows = Outbox.objects.filter(game=game, purpose="prompt", created_at__gte=mail.received_at)
    return {str(one.pk) for one in rows}


def test_a_mail_an_event_and_a_question_lead_to_each_other_and_each_step_is_there_once(
    game: Game, mails: list[InboundMail]
) -> None:
    boris, anna = mails
    asked = asked_by(game, anna)
    assert len(asked) == 2
    made = f"{game.pk}/{move(game, 0).seq}"
    for name in (anna.pk, made, next(iter(asked))):
        found = steps(name)
        assert found["arrived"] == found["read"] == [str(anna.pk)], "and not his, which came before"
        assert made in found["event"]
        assert asked <= set(found["owed"])
        assert len(found["owed"]) == len(set(found["owed"]))
        assert len(found["event"]) == len(set(found["event"]))
    of_his = steps(f"{game.pk}/{move(game, 1).seq}")
    assert of_his["arrived"] == [str(boris.pk)]
    assert not asked & set(of_his["owed"])


def test_of_a_game_its_events_mails_and_answers_are_told_by_the_seats_numbers(
    game: Game, mails: list[InboundMail]
) -> None:
    found = steps(game.pk)
    assert found["opened"] == [str(game.pk)]
    assert found["arrived"] == [str(one.pk) for one in mails]
    assert set(found["event"]) == {f"{game.pk}/{one.seq}" for one in Event.objects.filter(game=game)}
    assert set(found["owed"]) == {str(one.pk) for one in Outbox.objects.filter(game=game)}
    said = {one.name: one.said for one in tracing.trace(str(game.pk)) if one.what == "event"}
    assert said[f"{game.pk}/{move(game, 0).seq}"].startswith("move_made by seat 1, ")


def test_a_message_to_the_table_leads_back_to_the_mail_that_it_stood_in(
    game: Game, people: list[Player], post: Post
) -> None:
    """Such a line is a command by itself, with a cause below that of its mail."""
    row = post.reply(people[0], "press: Odin knows it")
    said = Event.objects.get(game=game, kind="press_sent")
    assert steps(f"{game.pk}/{said.seq}")["arrived"] == [str(row.pk)]


def test_a_mail_that_is_to_be_tried_again_says_when_and_why(game: Game) -> None:
    then = timezone.now() + timedelta(minutes=1)
    row = InboundMail.objects.create(
        received_at=timezone.now(), source="smtp", sha256="a", size_bytes=1, attempts=2, next_attempt_at=then,
        error="KeyError",
    )  # fmt: skip
    [_, again] = tracing.trace(str(row.pk))
    assert (again.what, again.at, again.said) == ("to be tried", then, "new KeyError, 2 tries so far")


def test_a_mail_that_was_put_aside_is_told_as_that_and_not_as_one_to_be_tried(
    game: Game, people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise KeyError

    monkeypatch.setattr("asgard_pbem.mail.answering.orders.play", fails)
    row = post.reply(people[0], "1")
    for _ in range(process.MAX_ATTEMPTS):
        InboundMail.objects.filter(pk=row.pk).update(next_attempt_at=None)
        process.process(row.pk)
    (aside,) = [one for one in tracing.trace(str(row.pk)) if one.what == "put aside"]
    assert aside.said == "reply quarantined KeyError, 5 tries"
    assert abs(aside.at - timezone.now()) < timedelta(minutes=1)


def test_a_mail_to_no_table_leads_to_the_one_that_it_opened_and_the_table_back_to_it(
    people: list[Player], post: Post
) -> None:
    row = post.take(letter(people[0].email, PLAY, "open highest card 3"), to=PLAY, dmarc="pass")
    opened = Game.objects.get()
    first = f"{opened.pk}/{Event.objects.filter(game=opened).earliest('seq').seq}"
    assert first in steps(row.pk)["event"]
    for name in (first, opened.pk):
        assert steps(name)["arrived"] == [str(row.pk)]
        assert UUID(str(name)[:36]) == opened.pk


def test_a_receipt_says_which_mail_tells_it_and_until_then_that_it_waits_for_one(
    game: Game, people: list[Player]
) -> None:
    receipt = Outbox.objects.create(
        player=people[0], game=game, seat=0, purpose="receipt", key="r", due_at=timezone.now() + UNTIL_ASKED
    )
    [owed] = tracing.trace(str(receipt.pk))
    assert owed.said == "receipt to seat 1: queued, to be told with the question that follows"
    prompt = Outbox.objects.create(
        player=people[0], game=game, seat=0, purpose="prompt", key="p", payload={"joined": [str(receipt.pk)]}
    )
    marking.taken(prompt, [receipt])
    marking.sent(prompt, timezone.now(), "", [], "")
    [_, told] = tracing.trace(str(receipt.pk))
    assert (told.what, told.said) == ("told", f"in {prompt.pk}")
    [_, sent] = tracing.trace(str(prompt.pk))
    assert sent.what == "sent"
