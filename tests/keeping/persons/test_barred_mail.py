"""Mail of who is barred: stored, marked, answered once in one sentence, and then in silence. None goes to them."""

from __future__ import annotations

import io
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core import mail as django_mail
from django.core.management import call_command
from django.utils import timezone

from asgard_pbem.mail.answering import pending, process
from asgard_pbem.mail.management import stuck, tracing
from asgard_pbem.mail.models import InboundMail, Pending, RawMail
from asgard_pbem.mail.sending import owed as sending
from asgard_pbem.tables import services
from asgard_pbem.tables.guards import mailboxes
from asgard_pbem.tables.models import Bar, Event, Game, Outbox, Player, Press
from asgard_pbem.tables.services.persons import signing_in
from tests.mail.conftest import PLAY, Post, letter, plain_render

pytestmark = pytest.mark.django_db
SENTENCE = {"en": "This service is closed to you.", "ru": "Для вас этот сервис закрыт."}


def bar(address: str) -> None:
    services.bar(mailboxes.marks(address)[0], why="floods")


def sent() -> list[Any]:
    """What goes out now, as its reader gets it."""
    before = len(django_mail.outbox)
    for row in Outbox.objects.filter(state=Outbox.State.QUEUED).order_by("created_at"):
        sending.send(row.pk, None if row.newcomer is not None else plain_render)  # the toy has no pictures
    return django_mail.outbox[before:]


def came(post: Post, sender: str, *lines: str, **how: Any) -> tuple[str, str]:
    row = post.take(letter(sender, PLAY, *lines), to=PLAY, **how)
    return row.state, row.reason


def test_an_answer_to_a_question_of_before_does_nothing_and_is_answered_once(
    game: Game, people: list[Player], post: Post
) -> None:
    asked, events = post.to(people[0]), Event.objects.count()
    bar(people[0].email)
    events, told = Event.objects.count(), len(sent())
    for number in range(3):
        row = post.take(letter(people[0].email, asked.reply_to, "1", f"press: you all {number}"))
        assert (row.state, row.reason, row.player) == ("refused", "barred", people[0])
        assert RawMail.objects.filter(pk=row.sha256).exists(), "stored"
    assert (Event.objects.count(), Press.objects.count(), told) == (events, 0, told)
    (answer,) = sent()
    assert answer.to == [people[0].email]
    assert answer.body.strip() == SENTENCE["en"], "nothing beside it: neither where to write nor a line below"
    assert "List-Unsubscribe" not in answer.extra_headers
    assert answer.extra_headers["Auto-Submitted"] == "auto-replied"


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_sentence_is_in_their_language(language: str, people: list[Player], post: Post) -> None:
    services.update_player(people[0], language=language)
    bar(people[0].email)
    assert came(post, people[0].email, "status", dmarc="pass") == ("refused", "barred")
    assert SENTENCE[language] in sent()[0].body


def test_who_was_forgotten_and_comes_back_under_another_spelling_hears_it_too(people: list[Player], post: Post) -> None:
    bar(people[0].email)
    services.erase_player(Player.objects.get(pk=people[0].pk))
    before = Player.objects.count()
    assert came(post, "Anna+back@home.example", "привет, хочу играть", dmarc="pass") == ("refused", "barred")
    assert came(post, "anna+again@home.example", "open aesir", dmarc="pass") == ("refused", "barred")
    (answer,) = sent()
    assert answer.to == ["anna+back@home.example"]
    assert SENTENCE["ru"] in answer.body
    names = set(Player.objects.values_list("email", flat=True))
    assert not [one for one in names if "anna" in one], "no address is kept by it"
    assert Player.objects.count() <= before + 1, "but of nobody, to whom letters of newcomers belong"
    signing_in.forget_old(timezone.now() + timedelta(days=2))
    assert not Outbox.objects.filter(newcomer__isnull=False).exists()
    assert came(post, "anna@home.example", "hello again dear people", dmarc="pass") == ("refused", "barred")
    assert sent() == []


@pytest.mark.parametrize(
    "how, headers", [({"dmarc": "fail"}, {}), ({}, {"List_Unsubscribe": "<https://list.example>"})]
)
def test_no_answer_goes_to_an_address_that_was_only_named(
    how: dict[str, str], headers: dict[str, str], people: list[Player], post: Post
) -> None:
    bar(people[0].email)
    row = post.take(letter(people[0].email, PLAY, "hello", **headers), to=PLAY, **how)
    assert (row.state, row.reason) == ("refused", "barred")
    assert sent() == []
    assert Bar.objects.get().told_at is None


def test_machines_are_told_nothing_and_a_mail_that_comes_twice_is_one(people: list[Player], post: Post) -> None:
    bar(people[0].email)
    row = post.take(letter(people[0].email, PLAY, "I am away", Auto_Submitted="auto-replied"), to=PLAY)
    assert (row.state, row.kind) == ("ignored", "auto-reply")
    assert sent() == []


def test_others_who_write_to_an_address_of_theirs_learn_nothing(game: Game, people: list[Player], post: Post) -> None:
    address = post.to(people[0]).reply_to
    bar(people[0].email)
    sent()
    assert post.take(letter("stranger@far.example", address, "1")).reason == "wrong_sender"
    assert sent() == []


def test_what_was_owed_to_them_is_not_sent(game: Game, people: list[Player], post: Post) -> None:
    post.deliver()
    services.send_press(game.pk, seat=1, player=people[1], to=None, text="Hello Anna", cause=uuid4())
    bar(people[0].email)
    assert not [one for one in sent() if people[0].email in one.to]
    assert not Outbox.objects.filter(player=people[0], state=Outbox.State.QUEUED).exists()


def test_nor_what_they_had_asked_for_themselves_though_it_goes_to_who_stopped_mail(
    game: Game, people: list[Player], post: Post
) -> None:
    post.take(letter(people[0].email, post.to(people[0]).reply_to, "help"))
    services.ask_to_sign_in(people[0].email, network="192.0.2.1", language="en")
    owed = Outbox.objects.filter(player=people[0], state=Outbox.State.QUEUED)
    assert {"receipt", "sign_in"} <= {*owed.values_list("purpose", flat=True)}
    bar(people[0].email)
    assert not [one for one in sent() if people[0].email in one.to]
    assert not owed.exists()


def test_a_mail_that_waits_for_a_yes_waits_for_none_any_more(game: Game, people: list[Player], post: Post) -> None:
    asked = post.to(people[0])
    row = post.take(letter(people[0].email, asked.reply_to, "1"), dmarc="fail")
    waits = Pending.objects.get()
    assert row.state == "held"
    bar(people[0].email)
    row.refresh_from_db()
    assert (row.state, row.reason) == ("refused", "barred")
    assert not Pending.objects.exists()
    assert pending.let_go_on(waits.pk) is None


def test_a_mail_that_was_judged_before_and_is_carried_out_after_does_nothing(
    game: Game, people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Barred between the steps of one mail: the services refuse what judging let pass."""
    asked, carry = post.to(people[0]), process._carry_out

    def meanwhile(mail_id: Any, work: Any) -> None:
        bar(people[0].email)
        work.writer.player.refresh_from_db()
        carry(mail_id, work)

    monkeypatch.setattr(process, "_carry_out", meanwhile)
    row = post.take(letter(people[0].email, asked.reply_to, "1", "press: you all"))
    assert row.state in {"refused", "done"}
    assert not Press.objects.exists()
    assert not Event.objects.filter(game=game, kind="moved", seat=0).exists()


def test_let_in_again_their_mail_is_read_as_before(people: list[Player], post: Post) -> None:
    bar(people[0].email)
    came(post, people[0].email, "status", dmarc="pass")
    services.unbar(mailboxes.marks(people[0].email)[0])
    assert came(post, people[0].email, "status", dmarc="pass")[0] == "done"
    sent()
    bar(people[0].email)
    came(post, people[0].email, "help", dmarc="pass")
    assert [SENTENCE["en"] in one.body for one in sent()] == [True], "told again, once"


def test_trace_and_stuck_stay_right(game: Game, people: list[Player], post: Post) -> None:
    asked = post.to(people[0])
    bar(people[0].email)
    row = post.take(letter(people[0].email, asked.reply_to, "1"))
    sent()
    steps = [(one.what, one.said) for one in tracing.trace(str(row.pk))]
    assert ("read", "reply refused barred, 1 tries") in steps
    assert {what for what, _ in steps} == {"arrived", "read", "owed", "sent"}
    told = Outbox.objects.get(payload__what="barred")
    assert str(row.pk) in {one.name for one in tracing.trace(str(told.pk))}
    assert [one for one in stuck.everything() if one.what.startswith("mail")] == []
    out = io.StringIO()
    call_command("show_mail", str(row.pk), stdout=out)
    assert "barred" in out.getvalue()
    assert InboundMail.objects.get(pk=row.pk).state == "refused"
