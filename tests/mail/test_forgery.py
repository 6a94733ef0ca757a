"""What somebody can do who writes another's address into From, and nothing else."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from asgard_pbem.mail import grammar
from asgard_pbem.mail.models import InboundMail
from asgard_pbem.tables.models import Game, Invitation, Player
from tests.mail.conftest import PLAY, Post, letter

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _on_the_internet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Embedded, all mail is the reader's own; elsewhere a From line proves nothing."""
    monkeypatch.setattr(settings, "EMBEDDED", False)


@pytest.mark.parametrize(
    "line",
    [
        "stop mail",
        f"away until {timezone.now().date() + timedelta(days=10)}",
        "back",
        "name Mallory",
        "language ru",
        "zone Europe/Paris",
    ],
)
def test_a_from_line_alone_changes_nothing_of_a_person(game: Game, people: list[Player], post: Post, line: str) -> None:
    """Nobody's mail is stopped, and nobody's deadlines are moved, by whoever can write an address into a header."""
    anna = people[0]
    before = Player.objects.filter(pk=anna.pk).values().get()
    row = post.take(letter(anna.email, PLAY, line), to=PLAY)
    assert row.state == InboundMail.State.HELD
    assert Player.objects.filter(pk=anna.pk).values().get() == before
    post.reply(anna, "yes")
    assert InboundMail.objects.get(pk=row.pk).state == InboundMail.State.DONE


def test_a_from_line_alone_mails_nobody_else(people: list[Player], post: Post) -> None:
    row = post.take(letter(people[0].email, PLAY, "open highest_card 2 victim@elsewhere.example"), to=PLAY)
    assert row.state == InboundMail.State.HELD
    assert not Invitation.objects.exists()


def test_a_proven_from_line_acts_at_once(people: list[Player], post: Post) -> None:
    row = post.take(letter(people[0].email, PLAY, "name Anna the Second"), to=PLAY, dmarc="pass")
    assert row.state == InboundMail.State.DONE
    assert Player.objects.get(pk=people[0].pk).name == "Anna the Second"


def test_a_forger_gets_a_person_a_handful_of_questions_and_no_more(people: list[Player], post: Post) -> None:
    for number in range(8):
        post.take(letter(people[0].email, PLAY, f"away {number + 1} days"), to=PLAY)
    assert post.count_to(people[0]) == 5


def test_what_only_asks_is_answered_to_the_address_on_file(people: list[Player], post: Post) -> None:
    assert post.take(letter(people[0].email, PLAY, "games"), to=PLAY).state == InboundMail.State.DONE
    assert post.count_to(people[0]) == 1


def test_a_name_like_a_seats_number_steals_no_press() -> None:
    assert grammar.press_seats("P1", ("Anna", "P1")) == (0,)
    assert grammar.press_seats("1", ("Anna", "1")) == (0,)
