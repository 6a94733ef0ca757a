"""A question is written of one moment: bots have moved before, and whatever moves while it is written is not in it."""

from __future__ import annotations

import threading
from datetime import timedelta
from uuid import uuid4

import pytest
from django.conf import settings
from django.core import mail as django_mail
from django.db import connection
from django.utils import timezone

from asgard_pbem.bots import driver
from asgard_pbem.mail.sending import joining
from asgard_pbem.mail.sending import owed as sending
from asgard_pbem.mail.writing import turns
from asgard_pbem.tables import notify, services
from asgard_pbem.tables.models import Game, OpenDecision, Outbox, Player
from tests.letters.conftest import SEED, Post


def against_bots(anna: Player) -> Game:
    """A table of Aesir with two bots, who have not moved."""
    return services.open_table(
        opened_by=anna, key="aesir", seats=3, cause=uuid4(), bots={1: "greedy", 2: "greedy"}, seed=SEED, title="Alone"
    )


def meanwhile(game: Game) -> None:
    """The bots move, in another process."""

    def play() -> None:
        driver.play(game.pk)
        connection.close()

    other = threading.Thread(target=play)
    other.start()
    other.join()


@pytest.mark.django_db(transaction=True)
def test_what_moves_while_a_question_is_written_is_not_in_it(
    people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, tell = against_bots(people[0]), turns.news.happened

    def tell_late(*given: object) -> object:
        meanwhile(game)
        return tell(*given)  # type: ignore[arg-type]  # as they came

    monkeypatch.setattr(turns.news, "happened", tell_late)
    text = post.last(people[0], "prompt").text
    assert "Still choosing: Anna, Greedy, Greedy 2" in text
    assert "Have chosen" not in text, "the board says that they are still choosing"
    assert "Seal of moment 5" in text
    game.refresh_from_db()
    assert game.moment == 7


@pytest.mark.django_db
def test_a_question_waits_for_bots_that_are_seen_to_be_asked_but_not_for_ever(
    people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "RECEIPT_WAITS_S", 10)
    game, told = against_bots(people[0]), []
    row = Outbox.objects.get(purpose="prompt")
    with monkeypatch.context() as patched:
        patched.setattr(notify, "after_commit", lambda mails, waits_s: told.append((mails, waits_s)))
        assert not sending.send(row.pk, now=timezone.now() + timedelta(seconds=3))
    assert told == [([row.pk], joining.LOOKED_AGAIN_S)], "it waits no half minute for the sweep"
    row.refresh_from_db()
    assert (row.state, row.attempts) == ("queued", 0)
    assert row.due_at <= timezone.now() + timedelta(seconds=joining.LOOKED_AGAIN_S)
    assert sending.send(row.pk, now=timezone.now() + timedelta(seconds=8)), "a receipt would go out alone soon"
    assert len(django_mail.outbox) == 1
    driver.play(game.pk)


@pytest.mark.django_db
def test_a_question_goes_out_as_soon_as_no_bot_is_asked(
    people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "RECEIPT_WAITS_S", 10)
    driver.play(against_bots(people[0]).pk)
    assert sending.send(Outbox.objects.get(purpose="prompt").pk, now=timezone.now() + timedelta(seconds=3))


@pytest.mark.django_db
@pytest.mark.tampers
def test_no_question_waits_for_a_bot_that_is_asked_unseen(
    people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would tell that one is."""
    monkeypatch.setattr(settings, "RECEIPT_WAITS_S", 10)
    game = against_bots(people[0])
    OpenDecision.objects.filter(game=game).exclude(seat=0).update(concealed=True)
    assert sending.send(Outbox.objects.get(purpose="prompt").pk, now=timezone.now() + timedelta(seconds=3))
