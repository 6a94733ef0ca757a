"""A yes carries out what it was asked about, once, and nothing else; a no stands."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from asgard_pbem.mail.answering import pending
from asgard_pbem.mail.models import InboundMail, Pending
from asgard_pbem.tables.models import Game, Player, sealing
from tests.mail.conftest import PLAY, Post, letter

pytestmark = pytest.mark.django_db
KIND, STATE = Pending.Kind, InboundMail.State


def waits(kind: Pending.Kind, player: Player, game: Game, state: InboundMail.State) -> Pending:
    """What waits, about a mail that is in this state by now."""
    mail = InboundMail.objects.create(
        received_at=timezone.now(), source="test", envelope_to=PLAY, sha256=kind, size_bytes=1, state=state
    )
    return pending.ask(kind, player, mail_id=mail.pk, game_id=game.pk, seat=0)


@pytest.mark.parametrize("kind, why", [(KIND.HELD_MAIL, "confirmation_lapsed"), (KIND.MEANT, "meant_no_longer")])
def test_a_yes_to_what_waits_no_longer_gives_up_no_seat(
    game: Game, people: list[Player], kind: Pending.Kind, why: str
) -> None:
    asked = waits(kind, people[0], game, STATE.REFUSED)
    refusal = pending.settle(asked.pk, agreed=True).refusal
    assert refusal is not None
    assert refusal.code == why
    assert game.holders.get(seat=0).player == people[0]


def test_what_was_meant_is_no_mail_that_goes_on(game: Game, people: list[Player]) -> None:
    asked = waits(KIND.MEANT, people[0], game, STATE.HELD)
    assert pending.let_go_on(asked.pk) is None
    assert Pending.objects.get(pk=asked.pk).settled_at is None


def test_a_no_is_not_turned_into_a_yes(game: Game, people: list[Player]) -> None:
    asked = waits(KIND.HELD_MAIL, people[0], game, STATE.HELD)
    assert pending.settle(asked.pk, agreed=False).code == "cancelled"
    assert InboundMail.objects.get().state == STATE.IGNORED
    InboundMail.objects.update(state=STATE.HELD)  # as if it had been read once more
    assert pending.let_go_on(asked.pk) is None
    assert not Pending.objects.get(pk=asked.pk).agreed
    assert pending.settle(asked.pk, agreed=True).code == "cancelled_before"


def test_a_no_changes_nothing_of_a_mail_that_was_done(game: Game, people: list[Player]) -> None:
    asked = waits(KIND.HELD_MAIL, people[0], game, STATE.DONE)
    pending.settle(asked.pk, agreed=False)
    assert InboundMail.objects.get().state == STATE.DONE


def test_after_its_time_a_yes_is_too_late(game: Game, people: list[Player]) -> None:
    asked = waits(KIND.HELD_MAIL, people[0], game, STATE.HELD)
    Pending.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert pending.let_go_on(asked.pk) is None
    refusal = pending.settle(asked.pk, agreed=False).refusal
    assert refusal is not None
    assert refusal.code == "confirmation_lapsed"


def test_a_stranger_is_asked_once_a_week(db: None, post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.conf.settings.LOCAL_MAILBOX", False)

    def wrote() -> str:
        return post.take(letter("ada@far.example", PLAY, "games"), to=PLAY, dmarc="pass").reason

    assert [wrote() for _ in range(3)] == ["held", "asked_before", "asked_before"]
    Pending.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert [wrote() for _ in range(2)] == ["held", "asked_before"]


def test_a_key_is_known_no_longer_than_it_is_asked_for(people: list[Player]) -> None:
    with sealing.asked_once():
        words = sealing.seal(people[0].pk, "Meet me at dawn")
        assert sealing.unseal(people[0].pk, words) == "Meet me at dawn"
    sealing.destroy(people[0].pk)
    assert sealing.unseal(people[0].pk, words) is None
    assert sealing.seal(people[0].pk, "Again") is None
