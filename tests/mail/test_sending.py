"""From an owed row to a mail: its headers, its parts, and sending it once."""

from __future__ import annotations

import email
import re
import smtplib
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core import mail as django_mail
from django.test import override_settings
from django.utils import timezone
from pytest_django import Settings as SettingsWrapper

from asgard_pbem.mail.messages import Rendered
from asgard_pbem.mail.models import DeliveryEvent, InboundMail
from asgard_pbem.mail.sending import failing, transport
from asgard_pbem.mail.sending import owed as sending
from asgard_pbem.mail.sending.outgoing import clean_header, headers
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Outbox, Player, ReplyToken
from tests.mail.conftest import Post, letter, plain_render
from tests.mail.test_transport import Relay, listening

pytestmark = pytest.mark.django_db
PNG = b"\x89PNG\r\n\x1a\n" + b"0" * 20


def with_board(row: Outbox, *, reply_to: str) -> Rendered:
    html = '<p>Your turn</p><img src="cid:board" alt="board">'
    return Rendered("Title", "Text\n", html, [("board", PNG)], "Write above", frozenset({"h1", "h2"}))


def prompt_row(player: Player) -> Outbox:
    return Outbox.objects.get(player=player, purpose="prompt")


def test_a_prompt_carries_all_headers_and_nothing_that_counts_secret_events(
    game: Game, people: list[Player], post: Post
) -> None:
    post.deliver()
    message = next(one for one in post.messages if one.to == [people[0].email]).message()
    assert message["From"] == "Asgard PBEM <games@asgard.localhost>"
    assert re.fullmatch(r"play\+[a-z2-7]{26}@in\.asgard\.localhost", message["Reply-To"])
    own = rf"<turn\.{game.pk.hex[:6]}\.{game.moment}\.[0-9a-f]{{16}}@asgard\.localhost>"
    assert re.fullmatch(own, message["Message-ID"])
    assert message["References"] == f"<game.{game.pk}@asgard.localhost>"
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["X-Auto-Response-Suppress"] == "OOF, AutoReply"
    assert message["List-Id"] == "<games.asgard.localhost>"
    assert re.fullmatch(
        r"<http[^>]+/u/[^>]+>, <mailto:stop\+[0-9a-f]{48}@in\.asgard\.localhost>", message["List-Unsubscribe"]
    )
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    sent = message.as_bytes()
    assert b"\nList-Unsubscribe: <http" in sent  # beside its name: some gateways break on a first line without words
    assert not re.search(rb"\n[A-Z][A-Za-z-]+:[ \t]*\r?\n", sent.partition(b"\n\n")[0])
    assert re.sub(r"\n ", " ", email.message_from_bytes(sent)["List-Unsubscribe"]) == message["List-Unsubscribe"]
    for absent in ("Precedence", "Return-Receipt-To", "Disposition-Notification-To", "Bcc", "Cc"):
        assert absent not in message
    assert len(post.messages[0].recipients()) == 1


def test_a_mail_that_a_restored_copy_owes_still_goes_out_under_the_message_id_of_before(
    game: Game, people: list[Player], post: Post
) -> None:
    """Its reader may have it already, and a mail program shows them one."""
    owed = Outbox.objects.filter(pk=prompt_row(people[0]).pk)
    as_it_was = owed.values("state", "attempts", "message_id", "payload", "due_at", "sent_at")[0]
    assert sending.send(owed[0].pk, plain_render)
    sent = owed[0].message_id
    owed.update(**as_it_was)
    assert sending.send(owed[0].pk, plain_render)
    assert owed[0].message_id == sent
    assert sent != prompt_row(people[1]).message_id


def test_the_next_prompt_refers_to_the_last(game: Game, people: list[Player], post: Post) -> None:
    first = post.to(people[0])
    post.reply(people[0], "1")
    post.reply(people[1], "1")
    last = post.to(people[0])
    assert first.message_id in last.references


def test_an_answer_refers_to_the_mail_that_it_answers_and_to_nobody_elses(
    game: Game, people: list[Player], post: Post
) -> None:
    first, other = post.to(people[0]), post.to(people[1])
    post.reply(people[0], "status")
    row = Outbox.objects.filter(player=people[0], purpose="receipt").latest("created_at")
    mail = InboundMail.objects.get()
    found = headers(row)
    assert found["In-Reply-To"] == f"<{mail.message_id}>"
    assert found["References"] == f"<game.{game.pk}@asgard.localhost> {first.message_id} <{mail.message_id}>"
    assert other.message_id not in found["References"]
    for odd in (
        f"sha256:{'0' * 64}",
        "",
        "a b@home.example",
        "a@home.example>\r\nBcc: <b@home.example",
        "ä@home.example",
    ):
        InboundMail.objects.filter(pk=mail.pk).update(message_id=odd)
        found = headers(row)
        assert (found["In-Reply-To"], found["Auto-Submitted"]) == (f"{first.message_id}", "auto-replied")
        assert found["References"] == f"<game.{game.pk}@asgard.localhost> {first.message_id}"


def test_only_the_hash_of_a_token_is_kept_and_each_mail_has_its_own(
    game: Game, people: list[Player], post: Post
) -> None:
    sent = post.deliver()
    tokens = {one.reply_to[5:31] for one in sent}
    assert len(tokens) == len(sent) == 2
    for token in tokens:
        kept = services.find_token(token)
        assert kept is not None
        assert kept.game == game
    dump = repr(list(ReplyToken.objects.values_list())) + repr(list(Outbox.objects.values_list()))
    assert not any(token in dump for token in tokens)


def test_html_and_board_stand_together_beside_the_text(game: Game, people: list[Player]) -> None:
    row = prompt_row(people[0])
    assert sending.send(row.pk, with_board)
    message: Any = django_mail.outbox[-1].message()
    assert message.get_content_type() == "multipart/alternative"
    text, related = (part for part in message.get_payload() if not isinstance(part, str))
    assert (text.get_content_type(), related.get_content_type()) == ("text/plain", "multipart/related")
    html, picture = (part for part in related.get_payload() if not isinstance(part, str))
    assert html.get_content_type() == "text/html"
    assert (picture["Content-ID"], picture.get_content_type()) == ("<board>", "image/png")
    row.refresh_from_db()
    assert (row.state, row.line_hashes, row.payload["sentinel"]) == ("sent", ["h1", "h2"], "Write above")


def test_a_row_is_sent_once(game: Game, people: list[Player]) -> None:
    row = prompt_row(people[0])
    assert [sending.send(row.pk, plain_render) for _ in range(3)] == [True, False, False]
    assert len(django_mail.outbox) == 1


def test_what_fails_waits_longer_each_time_and_is_given_up_at_last(
    game: Game, people: list[Player], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    row = prompt_row(people[0])

    def refuse(*_: Any, **__: Any) -> int:
        raise smtplib.SMTPRecipientsRefused({people[0].email: (450, b"later")})

    monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", refuse)
    ids = set()
    for attempt in range(1, failing.MAX_ATTEMPTS + 1):
        assert not sending.send(row.pk, plain_render)
        assert not sending.send(row.pk, plain_render), "the pause is not over"
        row.refresh_from_db()
        assert row.attempts == attempt
        ids.add(row.message_id)
        Outbox.objects.update(due_at=row.created_at)
    assert row.state == "failed"
    assert len(ids) == 1
    assert people[0].email not in caplog.text


def test_a_mail_of_which_the_relay_says_nothing_goes_out_again_as_the_same_and_each_can_be_answered(
    game: Game, people: list[Player], post: Post, settings: SettingsWrapper, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may have taken it, or not: nobody can know, and a mail too many is better than none."""
    row = prompt_row(people[0])
    settings.EMAIL_TIMEOUT = 0.3
    monkeypatch.setattr(transport, "TAKEN_S", 0.3)
    with listening(relay := Relay(thinks_s=1.5), settings):
        for attempt in (1, 2):
            assert not sending.send(row.pk, plain_render)
            row.refresh_from_db()
            assert (row.state, row.attempts, row.error) == ("queued", attempt, "SMTPServerDisconnected")
            assert len(relay.heads) == attempt, "not sent once more in a new session at once"
            assert row.due_at - timezone.now() > failing.pause(attempt) - timedelta(seconds=30)
            Outbox.objects.filter(pk=row.pk).update(due_at=timezone.now())
        relay.thinks_s = 0.0
        assert sending.send(row.pk, plain_render)
    row.refresh_from_db()
    assert (row.state, row.error) == ("sent", ""), "what went wrong before is of no matter any more"
    assert not DeliveryEvent.objects.exists(), "it speaks against nobody"
    assert [one["Message-ID"] for one in relay.heads] == [f"<{row.message_id}>"] * 3
    addresses = [str(one["Reply-To"]) for one in relay.heads]
    assert len({*addresses}) == 3
    assert post.take(letter(people[0].email, addresses[0], "1")).state == "done"


def test_a_mail_that_ends_its_worker_each_time_is_given_up_at_last(game: Game, people: list[Player]) -> None:
    """Claimed, and never heard of again: there is nobody left to note a failure."""
    row = prompt_row(people[0])
    for _ in range(sending.MOST_CLAIMS):
        assert sending.claim(row.pk) is not None
        Outbox.objects.update(due_at=row.created_at)
    assert sending.claim(row.pk) is None
    row.refresh_from_db()
    assert row.state == "failed"


def test_an_answer_to_a_mail_whose_sending_was_not_noted_still_counts(
    game: Game, people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker dies between sending and noting it: the mail goes out twice, and both can be answered."""
    row = prompt_row(people[0])
    assert sending.send(row.pk, plain_render)
    Outbox.objects.filter(pk=row.pk).update(state="queued", due_at=row.created_at, sent_at=None)
    assert sending.send(row.pk, plain_render)
    first, second = (one.message() for one in django_mail.outbox)
    assert first["Message-ID"] == second["Message-ID"]
    assert first["Reply-To"] != second["Reply-To"]
    from tests.mail.conftest import letter

    assert post.take(letter(people[0].email, first["Reply-To"], "1")).state == "done"
    assert post.take(letter(people[0].email, second["Reply-To"], "2")).state == "done"


@pytest.mark.parametrize("purpose", ["prompt", "reminder"])
def test_what_asks_a_question_that_is_overtaken_is_dropped(purpose: str, game: Game, people: list[Player]) -> None:
    services.remind(timezone.now() + timedelta(days=6))
    old = Outbox.objects.get(player=people[0], purpose=purpose)
    for seat in (0, 1):
        services.submit_orders(game.pk, seat=seat, player=people[seat], lines=["1"], cause=uuid4())
    assert not sending.send(old.pk, plain_render)
    old.refresh_from_db()
    assert old.state == "dropped"


@pytest.mark.parametrize("title", ["a\r\nBcc: x@y.example", "a\nb", "a\u202eb\u200bc", "x" * 500, "a\x00b\x85c"])
def test_a_subject_from_players_is_one_harmless_line(title: str) -> None:
    clean = clean_header(title)
    assert len(clean) <= 120
    assert not re.search("[\r\n\x00-\x1f\x7f-\x9f\u200b\u202e]", clean)


@override_settings(EMAIL_BACKEND="anymail.backends.test.EmailBackend", ANYMAIL={})
def test_the_providers_id_is_kept(game: Game, people: list[Player]) -> None:
    row = prompt_row(people[0])
    assert sending.send(row.pk, with_board)
    row.refresh_from_db()
    assert row.provider_id != ""


def test_who_stopped_mail_is_asked_nothing_and_still_answered(game: Game, people: list[Player], post: Post) -> None:
    post.deliver()
    services.stop_mail(people[0])
    post.reply(people[0], "status")
    post.deliver()
    receipt = Outbox.objects.filter(player=people[0], purpose="receipt").latest("created_at")
    assert receipt.state == "sent"
    post.reply(people[0], "1")
    post.reply(people[1], "1")
    post.deliver()
    asked = Outbox.objects.filter(player=people[0], purpose="prompt").latest("created_at")
    assert asked.state == "dropped"


@pytest.mark.parametrize("state", ["stopped", "bounced", "complained"])
def test_whoever_gets_no_mail_still_gets_the_link_by_which_they_turn_it_on(
    state: str, game: Game, people: list[Player], post: Post
) -> None:
    Player.objects.filter(pk=people[0].pk).update(mail_state=state)
    services.ask_to_sign_in(people[0].email, network="192.0.2.1", language="en")
    post.deliver()
    states = dict(Outbox.objects.filter(player=people[0]).values_list("purpose", "state"))
    assert states == {"prompt": "dropped", "sign_in": "sent"}


@pytest.mark.parametrize("state", ["bounced", "complained"])
def test_whose_mail_comes_back_or_is_unwanted_is_not_even_answered_and_what_they_order_is_done(
    state: str, game: Game, people: list[Player], post: Post
) -> None:
    post.deliver()
    Player.objects.filter(pk=people[0].pk).update(mail_state=state)
    assert post.reply(people[0], "1").state == "done"
    post.deliver()
    assert Outbox.objects.get(player=people[0], purpose="receipt").state == "dropped"
