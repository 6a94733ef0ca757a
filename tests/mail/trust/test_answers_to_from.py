"""Some programs answer From, whatever Reply-To says: what such a mail answers is known by the ids that it names."""

from __future__ import annotations

import pytest

from asgard_pbem.tables.models import Event, Game, Outbox, Player
from tests.mail.conftest import PLAY, Post, letter, receipt_of

pytestmark = pytest.mark.django_db
FROM = "games@asgard.localhost"


def moves(game: Game) -> int:
    return Event.objects.filter(game=game, kind="move_made").count()


@pytest.mark.parametrize("to", [FROM, PLAY, FROM.upper()])
@pytest.mark.parametrize("local", [True, False])
def test_an_answer_to_the_visible_sender_is_carried_out_once_its_own_sender_is_proven(
    game: Game, people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch, to: str, local: bool
) -> None:
    monkeypatch.setattr("django.conf.settings.LOCAL_MAILBOX", local)
    raw = letter(people[0].email, to, "1", In_Reply_To=post.to(people[0]).message_id)
    row = post.take(raw, to=to, dmarc="unknown" if local else "pass")
    assert (row.state, moves(game)) == ("done", 1)
    assert post.take(raw.replace(b"Hello", b"Hallo"), to=to, dmarc="pass").reason == "duplicate"
    assert moves(game) == 1


def test_what_it_answers_may_be_old(game: Game, people: list[Player], post: Post) -> None:
    old = post.to(people[0])
    post.reply(people[0], "1")
    post.reply(people[1], "1")
    assert post.to(people[0]).message_id != old.message_id
    before = moves(game)
    row = post.take(letter(people[0].email, FROM, "2", In_Reply_To=old.message_id), to=FROM)
    assert (row.state, row.reason, moves(game)) == ("refused", "old_prompt", before)


def test_the_mail_of_somebody_else_is_not_answered_by_naming_it(game: Game, people: list[Player], post: Post) -> None:
    prompt = post.to(people[0])
    row = post.take(letter(people[1].email, FROM, "1", In_Reply_To=prompt.message_id), to=FROM, dmarc="pass")
    assert (row.player, row.token, moves(game)) == (people[1], None, 0)


def test_what_never_went_out_is_answered_by_nobody(game: Game, people: list[Player], post: Post) -> None:
    prompt = post.to(people[0])
    Outbox.objects.filter(player=people[0]).update(sent_at=None)
    row = post.take(letter(people[0].email, FROM, "games", In_Reply_To=prompt.message_id), to=FROM, dmarc="pass")
    assert (row.state, row.token) == ("done", None)


def test_where_nothing_proves_its_sender_it_waits_for_a_yes_and_says_nothing(
    game: Game, people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("django.conf.settings.LOCAL_MAILBOX", False)
    row = post.take(letter(people[0].email, FROM, "1", In_Reply_To=post.to(people[0]).message_id), to=FROM)
    assert (row.state, receipt_of(row).quoted, moves(game)) == ("held", (), 0)
    assert post.reply(people[0], "yes").state == "done"
    assert moves(game) == 1


def test_a_mail_to_the_visible_sender_that_answers_nothing_is_one_to_everybodys_box(
    people: list[Player], post: Post
) -> None:
    row = post.take(letter(people[0].email, FROM, "help"), to=FROM)
    assert (row.state, row.player) == ("done", people[0])
    assert post.to(people[0]).text
