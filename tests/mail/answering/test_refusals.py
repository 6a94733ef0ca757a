"""Mails that are refused or ignored, each with the outcome of the mail notes, sections 5 and 9."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from asgard_pbem.mail.answering import one_answer, outcomes
from asgard_pbem.mail.models import InboundMail
from asgard_pbem.simulation.programs import reply_to
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Event, Game, Outbox, Player
from engine.core.moves import IllegalMove
from tests.mail.conftest import Post, letter, receipt_of

pytestmark = pytest.mark.django_db
FROM = b"From: anna@home.example\r\n"


def headed(to: str, *fields: str, body: str = "1") -> bytes:
    head = ["From: Anna <anna@home.example>", f"To: {to}", "Message-ID: <m1@home.example>", *fields]
    return ("\r\n".join(head) + f"\r\n\r\n{body}\r\n").encode()


def multipart(kind: str, to: str, *parts: str) -> bytes:
    body = "".join(f"--b1\r\n{part}\r\n" for part in parts) + "--b1--"
    return headed(to, "MIME-Version: 1.0", f'Content-Type: {kind}; boundary="b1"', body=body)


PDF = "Content-Type: application/pdf\r\nContent-Disposition: attachment; filename=a.pdf\r\n\r\n%PDF"
TNEF = "Content-Type: application/ms-tnef\r\nContent-Transfer-Encoding: base64\r\n\r\neJ8+"
PGP = "Content-Type: application/pgp-encrypted\r\n\r\nVersion: 1"


@pytest.mark.parametrize(
    "reason, build",
    [
        ("too_large", lambda to: headed(to, body="1\r\n" + "x" * 1_100_000)),
        ("malformed", lambda to: multipart("multipart/mixed", to, *["Content-Type: text/plain\r\n\r\nx"] * 90)),
        ("empty", lambda to: headed(to, body="   ")),
        ("only_quotes", lambda to: headed(to, body="> 1\r\n> 2")),
        ("encrypted", lambda to: multipart("multipart/encrypted", to, PGP)),
        ("tnef", lambda to: multipart("multipart/mixed", to, TNEF)),
        ("attachment_only", lambda to: multipart("multipart/mixed", to, PDF)),
        ("no_orders", lambda to: headed(to, body="Good morning")),
        ("illegal_order", lambda to: headed(to, body="lay 99")),
    ],
)
def test_a_players_unusable_mail_is_refused_with_its_reason_and_one_answer(
    game: Game, people: list[Player], post: Post, reason: str, build: object
) -> None:
    to = post.to(people[0]).reply_to
    row = post.take(build(to), to=to)  # type: ignore[operator]  # a function of the table
    assert (row.state, row.reason) == ("refused", reason)
    assert receipt_of(row).reason == reason
    assert Outbox.objects.filter(purpose="receipt", player=people[0]).count() == 1
    assert not Event.objects.filter(game=game, kind="move_made").exists()
    assert post.reply(people[0], "1").state == "done"


@pytest.mark.parametrize(
    "fields, kind",
    [
        (["Auto-Submitted: auto-replied"], "auto-reply"),
        (["X-Autoreply: yes"], "auto-reply"),
        (["X-Apple-Action: VACATION"], "auto-reply"),
        (["Precedence: bulk"], "auto-reply"),
        (["List-Id: <chat.example.org>"], "list"),
        (["Return-Path: <>"], "auto-reply"),
        (["Content-Type: text/calendar; method=REPLY"], "calendar"),
        (["X-Failed-Recipients: x@y.example"], "bounce"),
        (
            ["MIME-Version: 1.0", 'Content-Type: multipart/report; report-type=disposition-notification; boundary="b"'],
            "mdn",
        ),
    ],
)
def test_what_no_person_wrote_is_ignored_and_never_answered(
    game: Game, people: list[Player], post: Post, fields: list[str], kind: str
) -> None:
    to = post.to(people[0]).reply_to
    body = "1"
    if kind == "mdn":
        body = "--b\r\nContent-Type: message/disposition-notification\r\n\r\nDisposition: x\r\n--b--"
    row = post.take(headed(to, *fields, body=body), to=to)
    assert (row.state, row.kind) == ("ignored", kind)
    assert not Outbox.objects.filter(purpose="receipt").exists()
    assert not Event.objects.filter(game=game, kind="move_made").exists()


def test_exchanges_wish_for_no_automatic_answers_means_nothing(game: Game, people: list[Player], post: Post) -> None:
    to = post.to(people[0]).reply_to
    assert post.take(headed(to, "X-Auto-Response-Suppress: All"), to=to).state == "done"


def test_our_own_mail_coming_back_is_a_loop(game: Game, people: list[Player], post: Post) -> None:
    to = post.to(people[0]).reply_to
    row = post.take(headed(to).replace(b"anna@home.example", b"games@asgard.localhost"), to=to)
    assert (row.state, row.kind) == ("ignored", "loop")


@pytest.mark.parametrize(
    "raw, state, reason",
    [
        (b"", "ignored", "empty"),
        (b"\r\n\r\n", "ignored", "empty"),
        (b"\xff\xfe\x00garbage", "ignored", "unknown_token"),
        (b"Subject: no sender\r\n\r\n1", "ignored", "unknown_token"),
    ],
)
def test_bytes_that_are_no_mail_are_kept_and_ignored(db: None, post: Post, raw: bytes, state: str, reason: str) -> None:
    row = post.take(raw, to="x@in.asgard.localhost")
    assert (row.state, row.reason) == (state, reason)


@pytest.mark.parametrize(
    "senders, reason",
    [
        (["From: anna@home.example", "From: anna@home.example"], "malformed"),
        ([], "no_sender"),
        (["From: anna@home.example, boris@home.example"], "no_sender"),
        (["From: undisclosed"], "no_sender"),
        (["From: anna@home.example <bob@evil.example>"], "no_sender"),
        (["From: mallory@evil.example, <anna@home.example>"], "no_sender"),
        (["From: friends: <anna@home.example>;"], "no_sender"),
    ],
)
def test_a_sender_that_is_not_clear_is_nobody_and_is_not_answered(
    game: Game, people: list[Player], post: Post, senders: list[str], reason: str
) -> None:
    to = post.to(people[0]).reply_to
    row = post.take("\r\n".join([*senders, f"To: {to}", "", "1", ""]).encode(), to=to)
    assert (row.state, row.reason) == ("refused", reason)
    assert not Event.objects.filter(game=game, kind="move_made").exists()
    assert not Outbox.objects.filter(purpose="receipt").exists()
    assert Outbox.objects.get(payload__what="unclear_sender").player == people[0]  # at the address on file, once a day


@pytest.mark.parametrize(
    "sender", ["anna@home.example (Anna)", "Anna (at home) <anna@home.example>", "Анна <anna@home.example>"]
)
def test_senders_as_old_and_foreign_programs_write_them_are_known(
    game: Game, people: list[Player], post: Post, sender: str
) -> None:
    to = post.to(people[0]).reply_to
    assert post.take(f"From: {sender}\r\nTo: {to}\r\n\r\n1\r\n".encode(), to=to).state == "done"


@pytest.mark.parametrize(
    "code, line, reason",
    [
        ("E_NOT_YOUR_TURN", 0, "not_your_turn"),
        ("E_GAME_OVER", 0, "game_over"),
        ("E_SYNTAX", 0, "no_orders"),
        ("E_SYNTAX", 2, "illegal_order"),
        ("E_NOT_IN_HAND", 0, "illegal_order"),
    ],
)
def test_a_games_refusal_gives_the_mail_its_reason(code: str, line: int, reason: str) -> None:
    why = IllegalMove(code, card=3)
    assert outcomes.reason_of(why, only=line == 0) == reason
    said = ("no_order", {}) if code == "E_SYNTAX" else (code, {"card": 3})
    assert (outcomes.item_of(why).code, outcomes.item_of(why).params) == said


@pytest.mark.parametrize(
    "odd",
    [
        b"\r\n\r\n%s",  # a blank first line
        b"Message-ID: <[x@y]>\r\n%s",
        b"Subject: \xff\xfe\x00\r\n%s",
        b"To: (c):\r\n%s",
        b"Content-Type: text/plain; charset=unicode_escape\r\n%s",
        b"Content-Type: text/plain; charset=x-unknown\r\n%s",
    ],
)
def test_odd_but_real_headers_do_not_stop_an_order(game: Game, people: list[Player], post: Post, odd: bytes) -> None:
    to = post.to(people[0]).reply_to
    raw = odd % (FROM + b"To: " + to.encode() + b"\r\n\r\n1\r\n")
    assert post.take(raw, to=to).state == "done"


def test_a_mail_of_nobody_to_what_was_asked_before_is_told_to_nobody(
    game: Game, people: list[Player], post: Post
) -> None:
    to = post.to(people[0]).reply_to
    for player in people[:2]:
        post.reply(player, "1")
    row = post.take(f"From: anna@home.example, boris@home.example\r\nTo: {to}\r\n\r\n1\r\n".encode(), to=to)
    assert row.reason == "no_sender"
    assert not Outbox.objects.filter(payload__what="unclear_sender").exists()


def test_a_nul_and_a_lone_surrogate_are_stored_harmlessly(game: Game, people: list[Player], post: Post) -> None:
    to = post.to(people[0]).reply_to
    raw = headed(to, "Content-Type: text/plain; charset=utf-8", body="1").replace(
        b"\r\n1\r\n", b"\r\n1\x00\xed\xa0\x80\r\n"
    )
    row = post.take(raw, to=to)
    assert row.state in {"done", "refused"}
    assert "\x00" not in row.kept


@pytest.mark.parametrize("below, state", [("2", "refused"), ("1", "done")])
def test_an_order_below_the_quotation_is_not_guessed_at_unless_it_stands_above_as_well(
    game: Game, people: list[Player], post: Post, below: str, state: str
) -> None:
    prompt = post.to(people[0])
    quoted = prompt.text.split("\n")[0]
    row = post.take(headed(prompt.reply_to, body=f"1\r\n\r\n> {quoted}\r\n> Your cards\r\n\r\n{below}\r\n"))
    assert (row.state, row.reason) == (state, "ambiguous" if state == "refused" else "")


def test_text_among_quoted_lines_that_is_no_order_is_not_guessed_at(
    game: Game, people: list[Player], post: Post
) -> None:
    to = post.to(people[0]).reply_to
    row = post.take(headed(to, body="1\r\n> which card?\r\nperhaps the low one\r\n> or later?\r\n"), to=to)
    assert (row.state, row.reason) == ("refused", "ambiguous")
    assert not Event.objects.filter(game=game, kind="move_made").exists()


def test_the_last_refusal_that_is_answered_says_so_and_until_when(
    game: Game, people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(one_answer, "REFUSALS_AN_HOUR", 4)
    notes = [[one.code for one in receipt_of(post.reply(people[0], f"nonsense {n}")).notes] for n in range(3)]
    assert not [codes for codes in notes if "refusals_pause" in codes]
    first = Outbox.objects.filter(purpose="receipt").order_by("created_at").first()
    assert first is not None
    begun = timezone.now() - timedelta(minutes=40)
    Outbox.objects.filter(pk=first.pk).update(created_at=begun)
    post.reply(people[0], "nonsense 4")
    last = Outbox.objects.filter(purpose="receipt").order_by("created_at").last()
    assert last is not None
    assert last.receipt["notes"][-1]["code"] == "refusals_pause"
    assert last.receipt["notes"][-1]["params"]["when"] == (begun + timedelta(hours=1)).isoformat()
    for number in range(3):
        assert post.reply(people[0], f"more nonsense {number}").state == "refused"
    assert Outbox.objects.filter(purpose="receipt").count() == 4
    assert Outbox.objects.filter(payload__what="refusals_limited", state="dropped").count() == 1
    assert post.reply(people[0], "help").state == "done", "what can be done is done and answered"
    Outbox.objects.filter(payload__refusal=True).update(created_at=hours_ago(2))
    post.reply(people[0], "nonsense after the pause, which nobody put off by trying on")
    assert Outbox.objects.filter(purpose="receipt").count() == 6


def test_answers_to_questions_do_not_use_up_what_one_may_write_to_us(
    game: Game, people: list[Player], post: Post, settings: Any
) -> None:
    settings.MAIL_PER_SENDER_HOUR = 3
    for _ in range(4):
        post.reply(people[0], "status", envelope_from=people[0].email)
    for _ in range(3):
        mail = letter(people[0].email, "play@in.asgard.localhost", "games")
        row = post.take(mail, to="play@in.asgard.localhost", envelope_from=people[0].email, dmarc="pass")
        assert row.state == "done"
    nobody = "nobody@in.asgard.localhost"
    row = post.take(letter(people[0].email, nobody, "games"), to=nobody, envelope_from=people[0].email, dmarc="pass")
    assert row.reason == "rate_limited"
    assert not Outbox.objects.filter(payload__what="rate_limited").exists(), "nothing is missed there"
    for _ in range(2):
        mail = letter(people[0].email, "play@in.asgard.localhost", "games")
        row = post.take(mail, to="play@in.asgard.localhost", envelope_from=people[0].email, dmarc="pass")
        assert row.reason == "rate_limited"
    assert Outbox.objects.get(payload__what="rate_limited").player == people[0], "told once"


def test_a_token_takes_thirty_mails_an_hour_and_keeps_the_rest_unread(
    game: Game, people: list[Player], post: Post
) -> None:
    to = post.to(people[0]).reply_to
    states = [post.take(letter("x@evil.example", to, str(number)), to=to).reason for number in range(32)]
    assert states[:30] == ["wrong_sender"] * 30
    assert states[30:] == ["rate_limited"] * 2
    assert InboundMail.objects.filter(reason="rate_limited", kept=None).count() == 2


def test_whose_address_others_have_filled_hears_that_nothing_is_read_there_and_may_answer_that(
    game: Game, people: list[Player], post: Post, settings: Any
) -> None:
    """Else an answer in time would be lost unseen; a mailbox does not tell the sender of an envelope."""
    settings.MAIL_PER_TOKEN_HOUR = 2
    prompt = post.to(people[0])
    for number in range(2):
        post.take(letter("x@evil.example", prompt.reply_to, str(number)), to=prompt.reply_to)
    row = post.take(reply_to(prompt, people[0].email, ["1"]))
    assert (row.state, row.reason) == ("refused", "rate_limited")
    told = Outbox.objects.get(payload__what="rate_limited")
    assert (told.player, told.game, told.seat) == (people[0], game, 0)
    assert post.reply(people[0], "1").state == "done"


def test_at_an_address_of_a_game_long_over_whoever_writes_there_hears_of_it_and_nobody_who_played(
    game: Game, people: list[Player], post: Post, settings: Any
) -> None:
    settings.MAIL_PER_TOKEN_HOUR = 1
    to, boris = post.to(people[0]).reply_to, people[1].email
    Game.objects.filter(pk=game.pk).update(ended_at=timezone.now() - timedelta(days=15))
    rows = [post.take(letter(boris, to, f"hello {n}"), to=to, envelope_from=boris) for n in range(2)]
    assert rows[-1].reason == "rate_limited"
    assert Outbox.objects.get(payload__what="rate_limited").player == people[1]


def test_a_sender_gets_sixty_mails_an_hour_read(db: None, post: Post) -> None:
    rows = [
        post.take(letter("x@evil.example", "nobody@in.asgard.localhost", str(n)), envelope_from="x@evil.example")
        for n in range(61)
    ]
    assert [row.reason for row in rows].count("rate_limited") == 1


def test_a_guest_who_never_answered_has_an_hour_as_any_stranger(db: None, post: Post, settings: Any) -> None:
    settings.MAIL_PER_SENDER_HOUR = 3
    guest, play = services.player_for("guest@far.example").email, "play@in.asgard.localhost"
    rows = [post.take(letter("x@evil.example", play, str(n)), to=play, envelope_from=guest) for n in range(4)]
    assert [row.reason for row in rows].count("rate_limited") == 1
    assert not Outbox.objects.filter(payload__what="rate_limited").exists(), "who may never have heard of us"


def test_who_forges_a_players_envelope_cannot_use_up_their_hour(game: Game, people: list[Player], post: Post) -> None:
    victim = people[0].email
    for number in range(61):
        post.take(letter("x@evil.example", "nobody@in.asgard.localhost", str(number)), envelope_from=victim)
    assert post.reply(people[0], "1", envelope_from=victim).state == "done"


def test_an_address_whose_time_is_over_is_as_unknown_as_any(game: Game, people: list[Player], post: Post) -> None:
    prompt = post.to(people[0])
    people[0].reply_tokens.update(expires_at=timezone.now())
    row = post.take(reply_to(prompt, people[0].email, ["1"]))
    assert (row.state, row.token) == ("refused", None)


def test_a_late_answer_to_a_game_long_over_is_told_so(game: Game, people: list[Player], post: Post) -> None:
    from datetime import timedelta

    from django.utils import timezone

    prompt = post.to(people[0])
    Game.objects.filter(pk=game.pk).update(ended_at=timezone.now() - timedelta(days=15))
    row = post.take(reply_to(prompt, people[0].email, ["1"]))
    assert (row.state, row.reason) == ("refused", "long_over")
    row = post.take(reply_to(prompt, people[1].email, ["1"]))
    assert (row.state, row.reason) == ("refused", "lost_address"), "of another's game nobody learns that it is over"


def test_a_mail_that_takes_too_long_to_read_is_malformed(
    game: Game, people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    from asgard_pbem.mail.reading import sandbox

    to = post.to(people[0]).reply_to
    with monkeypatch.context() as patch:
        patch.setattr(sandbox, "TIME_LIMIT_S", -1.0)
        row = post.take(headed(to), to=to)
    assert (row.state, row.reason) == ("refused", "malformed")
    assert post.reply(people[0], "1").state == "done"


def test_after_enough_refusals_in_a_day_the_web_alone_says_so_although_the_hour_is_free(
    game: Game, people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(one_answer, "REFUSALS_A_DAY", 5)
    for number in range(7):
        assert post.reply(people[0], f"nonsense {number}").state == "refused"
        Outbox.objects.update(created_at=hours_ago(2))
    assert Outbox.objects.filter(purpose="receipt").count() == 5
    assert Outbox.objects.filter(payload__what="refusals_limited", state="dropped").count() == 1
    Outbox.objects.update(created_at=hours_ago(25))
    assert post.reply(people[0], "nonsense of the next day").state == "refused"
    assert Outbox.objects.filter(purpose="receipt").count() == 6


def hours_ago(hours: int) -> datetime:
    return timezone.now() - timedelta(hours=hours)
