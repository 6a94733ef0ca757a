"""Letting a table rest by mail: who asks, who agrees, what every mail says of it, in both languages."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from asgard_pbem.mail.models import InboundMail
from asgard_pbem.tables.models import Game, OpenDecision, Player
from tests.letters.conftest import Post
from tests.mail.conftest import receipt_of

pytestmark = pytest.mark.django_db


def told(post: Post, player: Player, purpose: str = "") -> str:
    return " ".join(post.last(player, purpose).text.split())


def codes(row: InboundMail) -> list[str]:
    data = receipt_of(row)
    return [one.did.code for one in data.understood] + [one.why.code for one in data.refused]


def test_a_table_rests_by_mail_and_each_mail_says_so_in_its_readers_language(
    game: Game, people: list[Player], post: Post
) -> None:
    anna, boris = people
    assert codes(post.answer(anna, "Pause, please")) == ["pause_asked"]
    assert "the table rests as soon as these want it too: Boris; we have asked them" in told(post, anna, "receipt")
    assert "Anna предлагает сделать паузу." in told(post, boris)
    assert "Если вы тоже этого хотите, ответьте «пауза»." in told(post, boris)
    assert codes(post.answer(boris, "пауза")) == ["paused"]
    assert "стол на паузе; сроки не идут, пока кто-нибудь" in told(post, boris, "receipt")
    said = told(post, anna, "notice")  # with the open question, so that who wants to may answer
    assert "No deadline runs while the table rests: take your time." in said
    assert "The table rests from now on. This table has been resting since " in said
    assert codes(post.answer(anna, "1"))[0] == "order_done"  # nothing is lost
    assert "This table has been resting since" in told(post, anna)
    assert codes(post.answer(boris, "status")) == ["shown_below"]
    assert "Этот стол на паузе (с " in told(post, boris, "receipt")
    assert codes(post.answer(boris, "дальше")) == ["went_on"]
    assert "Ждём ответа: " in told(post, boris, "receipt")  # asked again, as all others are
    said = told(post, anna, "notice")
    assert "The table goes on, and deadlines run again." in said
    assert "This table has been resting since" not in said
    assert None not in OpenDecision.objects.filter(game=game, answered=False).values_list("deadline", flat=True)
    assert codes(post.answer(boris, "go on")) == ["E_GOES_ON"]


def test_a_pause_of_the_services_is_told_with_its_reason_and_holds_against_the_table(
    game: Game, people: list[Player], post: Post
) -> None:
    call_command("pause", str(game.pk), why="A disk was full.", verbosity=0)
    said = told(post, people[0], "notice")
    assert "paused by those who run the service: no deadline runs. Their reason: A disk was full." in said
    assert codes(post.answer(people[0], "go on")) == ["E_PAUSED_BY_SERVICE"]
    assert codes(post.answer(people[0], "1"))[0] == "order_done"
    call_command("go_on", str(game.pk), verbosity=0)
    assert "Пауза окончена, сроки снова идут. У каждого осталось" in told(post, people[1], "notice")
