"""What somebody can do who writes another's address into From, and nothing else."""

from __future__ import annotations

import importlib
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from asgard_pbem.mail.models import InboundMail
from asgard_pbem.mail.writing.render import render
from asgard_pbem.simulation.programs import reply_to
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Invitation, Outbox, Player, Press
from engine.core.grammar import receivers
from tests.mail.conftest import PLAY, Post, letter, make_game, receipt_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _on_the_internet(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the local mailbox all mail is the reader's own; elsewhere a From line proves nothing."""
    importlib.import_module(settings.ROOT_URLCONF)  # which pages there are is decided once, before this
    monkeypatch.setattr(settings, "LOCAL_MAILBOX", False)


@pytest.mark.parametrize(
    "line",
    [
        "stop mail",
        "games\nstop mail",
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


def test_a_mail_that_was_ignored_stands_in_the_way_of_none_that_bears_its_id(people: list[Player], post: Post) -> None:
    """A Message-ID is known to all who got the mail, and the word of a From line that fails is nobody's."""
    raw = letter(people[0].email, PLAY, "name Anna the Second")
    assert post.take(raw.replace(b"Hello", b"Hallo"), to=PLAY, dmarc="fail").reason == "dmarc_fail"
    assert post.take(raw, to=PLAY).state == InboundMail.State.HELD
    assert post.take(raw.replace(b"Hello", b"Hi"), to=PLAY).reason == "duplicate"


def test_a_forger_gets_a_person_a_handful_of_questions_and_no_more(people: list[Player], post: Post) -> None:
    for number in range(8):
        post.take(letter(people[0].email, PLAY, f"away {number + 1} days"), to=PLAY)
    assert post.count_to(people[0]) == 5


def test_what_only_asks_is_answered_to_the_address_on_file(people: list[Player], post: Post) -> None:
    assert post.take(letter(people[0].email, PLAY, "games"), to=PLAY).state == InboundMail.State.DONE
    assert post.count_to(people[0]) == 1


def test_a_name_like_a_seats_number_steals_no_press() -> None:
    assert receivers.press_seats("P1", ("Anna", "P1")) == (0,)
    assert receivers.press_seats("1", ("Anna", "1")) == (0,)


@pytest.mark.parametrize("taken", ["Boris", "boris", "*Boris*", "Ｂoris", "Boris 2", "Boris\u200b"])
def test_who_takes_anothers_name_gets_no_press_that_is_meant_for_them(
    people: list[Player], post: Post, taken: str
) -> None:
    """Whichever of the two sits first."""
    game = make_game(people, seats=3)
    for thief, writer in ((2, 0), (0, 2)):
        own = people[thief].name
        services.update_player(people[thief], name=taken)
        told = post.reply(people[writer], "press Boris: where my hammer is")
        assert [one.why.code for one in receipt_of(told).refused] == ["several_players"]
        services.update_player(people[thief], name=own)
    assert not Press.objects.filter(game=game).exists()


ACTS = ("stop mail", "name Mallory", "away 30 days", "open highest_card 2 victim@elsewhere.example")
OUR_ID = "mx.games.example"
PASS = f"Authentication-Results: {OUR_ID}; dmarc=pass header.from=home.example"
FAIL = f"Authentication-Results: {OUR_ID}; dmarc=fail (p=none) header.from=home.example"
RECEIVED = f"Received: from mallory.example by {OUR_ID} with ESMTP id 1"
INJECTED = f"""Authentication-Results: {OUR_ID};
 spf=pass smtp.mailfrom="a;dmarc=pass header.from=home.example"@mallory.example;
 dmarc=fail header.from=home.example"""


def below(*fields: str) -> bytes:
    """A mail in Anna's name with these fields at its top."""
    top = "".join(field.replace("\n", "\r\n") + "\r\n" for field in fields)
    return top.encode() + letter("anna@home.example", PLAY, *ACTS)


def test_a_verdict_in_the_mail_itself_is_its_senders_word(people: list[Player], post: Post) -> None:
    """No door is known to have a mail server before it that writes one; a webhook never is."""
    before = Player.objects.filter(pk=people[0].pk).values().get()
    for source in ("smtp", "lmtp", "pipe", "webhook", "mailgun"):
        row = post.take(below(PASS, f"X-Door: {source}"), to=PLAY, source=source)
        assert row.state == InboundMail.State.HELD
    assert Player.objects.filter(pk=people[0].pk).values().get() == before
    assert not Invitation.objects.exists()


@pytest.fixture
def _mail_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the SMTP door stands a server of ours that writes verdicts."""
    monkeypatch.setattr(settings, "AUTHSERV_ID", OUR_ID)
    monkeypatch.setattr(settings, "AUTH_RESULTS_DOORS", ["smtp"])


@pytest.mark.usefixtures("_mail_server")
@pytest.mark.parametrize(
    "fields, source, outcome",
    [
        ([PASS, RECEIVED], "smtp", ("done", "")),
        ([PASS, RECEIVED], "webhook", ("held", "held_unproven")),
        ([RECEIVED, PASS], "smtp", ("held", "held_unproven")),
        ([FAIL, RECEIVED, PASS], "smtp", ("ignored", "dmarc_fail")),
        (["Authentication-Results: mx.other.example; dmarc=pass", PASS, RECEIVED], "smtp", ("held", "held_unproven")),
        ([PASS.replace("home.example", "mallory.example"), RECEIVED], "smtp", ("held", "held_unproven")),
        ([INJECTED, RECEIVED], "smtp", ("ignored", "dmarc_fail")),
    ],
)
def test_only_the_verdict_above_the_first_received_of_a_configured_door_counts(
    people: list[Player], post: Post, fields: list[str], source: str, outcome: tuple[str, str]
) -> None:
    row = post.take(below(*fields), to=PLAY, source=source)
    assert (row.state, row.reason) == outcome
    assert Invitation.objects.exists() == (outcome[0] == "done")


PHISH = "Your account is locked, sign in at http://phish.example"


@pytest.mark.parametrize("dmarc", ["none", "unknown", "fail"])
def test_forged_strangers_get_nothing_and_leave_nothing(db: None, post: Post, dmarc: str) -> None:
    for number in range(40):
        sender = f"victim{number}@elsewhere.example"
        row = post.take(letter(sender, PLAY, PHISH), to=PLAY, dmarc=dmarc, envelope_from=sender)
        assert row.state == InboundMail.State.IGNORED
    assert not Outbox.objects.exists()
    assert not Player.objects.exists()


def test_a_guest_who_never_answered_is_a_stranger_to_an_address_for_all(db: None, post: Post) -> None:
    guest = services.player_for("guest@far.example").email
    assert post.take(letter(guest, PLAY, "games"), to=PLAY).reason == "stranger_unproven"
    assert not Outbox.objects.exists()
    row = post.take(letter(guest, PLAY, "games"), to=PLAY, dmarc="pass")
    assert (row.state, Outbox.objects.get().purpose) == ("held", Outbox.Purpose.CONFIRM)


def test_a_proven_stranger_is_asked_without_a_word_of_theirs(db: None, post: Post) -> None:
    row = post.take(letter("ada@far.example", PLAY, "I would like to play", PHISH), to=PLAY, dmarc="pass")
    assert row.state == InboundMail.State.HELD
    asked = Outbox.objects.get(player__email="ada@far.example")
    mail = render(asked, reply_to=PLAY)
    assert "phish" not in mail.subject + mail.text + mail.html
    assert "PLEASE CONFIRM" in mail.text


def test_all_strangers_together_are_asked_so_many_questions_an_hour(
    db: None, post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "STRANGERS_HOUR", 3)
    rows = [post.take(letter(f"x{n}@evil.example", PLAY, "play"), to=PLAY, dmarc="pass") for n in range(5)]
    assert [row.reason for row in rows] == ["held"] * 3 + ["strangers_limited"] * 2
    assert (Player.objects.count(), Outbox.objects.count()) == (3, 3)


@pytest.mark.parametrize(
    "sender, fields",
    [
        *((f"{name}@far.example", {}) for name in (
            "noreply", "no-reply", "no_reply+x", "do-not-reply", "mail.noreply", "news-noreply", "postmaster",
            "bounces", "owner-chess", "chess-owner", "chess-request", "newsletter", "notifications", "listserv",
        )),
        ("ada@far.example", {"List_Unsubscribe": "<https://far.example/u>"}),
        ("ada@far.example", {"Feedback_ID": "1:2:3:far"}),
        ("ada@far.example", {"List_Owner": "<mailto:o@far.example>"}),
    ],
)  # fmt: skip
def test_nobody_is_asked_where_nobody_reads(db: None, post: Post, sender: str, fields: dict[str, str]) -> None:
    assert post.take(letter(sender, PLAY, "play", **fields), to=PLAY, dmarc="pass").state == "ignored"
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    "subject", ["Автоответ: Re: Партия", "Automatic reply: Re: [Game]", "Re: Automatische Antwort: x"]
)
def test_an_automatic_answer_is_known_by_its_subject_alone(
    game: Game, people: list[Player], post: Post, subject: str
) -> None:
    raw = letter(people[0].email, post.to(people[0]).reply_to, "1", In_Reply_To="<x@y.example>")
    row = post.take(raw.replace(b"Subject: Hello", f"Subject: {subject}".encode()), to=post.to(people[0]).reply_to)
    assert (row.state, row.kind) == ("ignored", "auto-reply")


def test_a_person_at_a_gateway_that_marks_bulk_still_plays(game: Game, people: list[Player], post: Post) -> None:
    to = post.to(people[0]).reply_to
    assert post.take(letter(people[0].email, to, "1", Feedback_ID="x", List_Unsubscribe="<u>"), to=to).state == "done"


def test_nobody_is_bombed_with_mail_by_a_from_line(game: Game, people: list[Player], post: Post) -> None:
    for number in range(60):
        line = ("games", f"nonsense {number}", "stop mail")[number % 3]
        post.take(letter(people[0].email, PLAY, line), to=PLAY, envelope_from=f"x{number}@evil.example")
    caused = Outbox.objects.filter(player=people[0], purpose="receipt").count()
    assert caused == settings.UNPROVEN_ANSWERS_HOUR
    assert post.reply(people[0], "nonsense").state == "done", "welcomed"
    assert Outbox.objects.filter(player=people[0], purpose="receipt").count() == caused + 1, "the own answers are left"


@pytest.mark.parametrize(
    "lines",
    [
        ["help", "rules " + PHISH], [PHISH], ["name " + PHISH], ["rules highest_card " + PHISH], ["> " + PHISH],
        ["games", "On 1 May 2026, a@b.example wrote:", "> " + PHISH], ["games", "-- ", PHISH],
        ["games", "Sent from " + PHISH],
    ],
)  # fmt: skip
def test_an_unproven_mails_words_are_repeated_to_nobody(people: list[Player], post: Post, lines: list[str]) -> None:
    post.take(letter(people[0].email, PLAY, *lines), to=PLAY)
    mail = render(Outbox.objects.get(purpose="receipt"), reply_to=PLAY)
    assert "phish" not in mail.subject + mail.text + mail.html


def test_a_hundred_requests_get_one_answer_each_kind(people: list[Player], post: Post) -> None:
    post.take(letter(people[0].email, PLAY, *["help", "games"] * 100), to=PLAY, dmarc="pass")
    mail = render(Outbox.objects.get(purpose="receipt"), reply_to=PLAY)
    assert mail.text.count("Your games") == 1


def test_fresh_addresses_bring_no_fresh_hour(
    game: Game, people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every receipt has an address of its own: a limit by address is none."""
    monkeypatch.setattr(settings, "MAIL_PER_SEAT_HOUR", 4)
    rows = [post.reply(people[0], "status", str(number)) for number in range(6)]
    assert [row.reason for row in rows].count("rate_limited") == 2
    assert post.reply(people[1], "status").state == "done"


def test_what_others_write_to_a_players_address_uses_up_nothing_of_theirs(
    game: Game, people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "MAIL_PER_PERSON_HOUR", 2)
    prompt = post.to(people[0])
    for number in range(4):
        post.reply(people[0], f"status {number}", sender="mallory@evil.example")
        post.take(letter(people[0].email, PLAY, f"games {number}"), to=PLAY)
    assert post.take(reply_to(prompt, people[0].email, ["1"])).state == "done"


@pytest.mark.parametrize(
    "sender, to, dmarc",
    [("mallory@evil.example", PLAY, "pass"), ("anna@home.example", PLAY, "fail"),
     ("mallory@evil.example", "nobody@in.asgard.localhost", "unknown")],
)  # fmt: skip
def test_who_forges_a_players_envelope_keeps_them_out_of_no_box(
    people: list[Player], post: Post, settings: Any, sender: str, to: str, dmarc: str
) -> None:
    settings.MAIL_PER_SENDER_HOUR = 3
    anna = people[0].email
    for number in range(4):
        post.take(letter(sender, to, f"games {number}"), to=to, dmarc=dmarc, envelope_from=anna)
    assert post.take(letter(anna, PLAY, "games"), to=PLAY, dmarc="pass", envelope_from=anna).state == "done"


def test_with_the_local_mailbox_a_from_line_is_enough(
    people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "LOCAL_MAILBOX", True)
    assert post.take(letter(people[0].email, PLAY, "name Anna the Second"), to=PLAY).state == "done"
    assert post.take(letter("ada@far.example", PLAY, "games"), to=PLAY).state == "held"


@pytest.mark.parametrize("envelope", [None, "anna@home.example"])
def test_nobody_has_anothers_answer_taken_for_a_bounce(
    game: Game, people: list[Player], post: Post, envelope: str | None
) -> None:
    """The word in a message or a name is quoted by the answer, and in its subject: that had vanished without a word."""
    prompt = post.to(people[0])
    said = "Boris, now User Unknown, writes: my last mail was returned as undeliverable."
    told = replace(prompt, subject="Toy: Anna, User Unknown", text=f"{prompt.text}\n{said}\n")
    row = post.take(reply_to(told, people[0].email, ["1"]), envelope_from=envelope)
    assert (row.state, row.kind) == (InboundMail.State.DONE, "reply")


def test_a_verdict_about_the_sender_whom_a_server_saw_proves_no_other(people: list[Player], post: Post) -> None:
    """The lone CR ends no line for the server that judged the mail, and its verdict comes apart from it (`X-Dmarc`)."""
    hidden = f"Subject: x\rFrom: {people[0].email}\r\rname Mallory"
    raw = f"Received: from evil\r\n{hidden}\r\nFrom: eve@evil.example\r\n\r\nhello".encode()
    row = post.take(raw, to=PLAY, dmarc="pass", envelope_from="eve@evil.example")
    assert (row.state, row.reason) == (InboundMail.State.IGNORED, "no_sender")
    assert Player.objects.get(pk=people[0].pk).name == "Anna"


@pytest.mark.parametrize("blank", [" ", "\t", "  "])
def test_a_field_with_blanks_before_its_colon_is_a_sender_too(people: list[Player], post: Post, blank: str) -> None:
    """Many servers read it as From (RFC 5322, 4.5) and judge its address; our reader passes it over as no field."""
    fields = f"Received: from evil\r\nFrom{blank}: eve@evil.example\r\nFrom: {people[0].email}\r\n"
    row = post.take(f"{fields}\r\nname Mallory".encode(), to=PLAY, dmarc="pass", envelope_from="eve@evil.example")
    assert (row.state, row.reason) == (InboundMail.State.IGNORED, "no_sender")
    assert Player.objects.get(pk=people[0].pk).name == "Anna"


def test_an_answer_that_nothing_proves_is_asked_about_five_times(
    game: Game, people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "UNPROVEN_ANSWERS_HOUR", 100)
    prompt = post.to(people[0])
    raw = [letter(people[0].email, PLAY, "1", In_Reply_To=prompt.message_id) for _ in range(7)]
    rows = [post.take(one, to=PLAY, dmarc="none") for one in raw]
    assert [row.reason for row in rows] == ["held_unproven"] * 5 + ["asked_before"] * 2
    own = letter(people[0].email, "games@asgard.localhost", "1", In_Reply_To=prompt.message_id)
    row = post.take(own, to="somebody@in.asgard.localhost", dmarc="pass")
    assert row.reason == "held", "others use up no question about what is surely one's own"
