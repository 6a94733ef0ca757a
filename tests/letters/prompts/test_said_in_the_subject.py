"""A mail whose body says nothing of its writer's: a command in its subject is what it says."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from asgard_pbem.mail.models import InboundMail
from asgard_pbem.mail.reading.grammar.commands import in_subject
from asgard_pbem.tables.models import Game, Player
from tests.letters.conftest import Post, Sent
from tests.mail.conftest import LONG, PLAY, receipt_of

pytestmark = pytest.mark.django_db
PIXEL = b"\x89PNG\r\n"


def written(
    post: Post, player: Player, subject: str, body: str = "", *, to: Sent | None = None, logo: bool = False
) -> InboundMail:
    """What `player` writes, to the constant address or in answer to a mail of ours."""
    message = EmailMessage(policy=LONG)
    address = str(to.message["Reply-To"]) if to is not None else PLAY
    message["From"], message["To"], message["Subject"] = player.email, address, subject
    message["Message-ID"] = f"<{abs(hash((subject, body, address)))}@home.example>"
    if body or not logo:
        message.set_content(body)
    if logo:
        message.add_attachment(PIXEL, maintype="image", subtype="png", filename="logo.png")
    return post.take(message.as_bytes(), address)


def shown(row: InboundMail) -> list[str]:
    return [one.kind for one in receipt_of(row).answers]


def test_help_in_the_subject_alone_is_help(people: list[Player], post: Post) -> None:
    assert shown(written(post, people[0], "help")) == ["help"]
    assert shown(written(post, people[0], "Help!", "Hello,\n\nBest regards,\n")) == ["help"], "courtesy says nothing"
    assert shown(written(post, people[1], "Помощь", "-- \nБорис\n")) == ["help"]
    assert shown(written(post, people[0], "rules aesir", logo=True)) == ["rules"], "a logo is no words either"
    assert "The rules" in post.last(people[0], "receipt").text


def test_the_commands_of_a_table_are_read_there_too(game: Game, people: list[Player], post: Post) -> None:
    asked = post.last(people[0], "prompt")
    quoted = "\n".join(f"> {line}" for line in asked.text.splitlines())
    for subject, section in (("status", "status"), ("Board", "board"), ("menu", "menu"), ("rules", "rules")):
        assert shown(written(post, people[0], subject, quoted, to=asked)) == [section], subject
    assert written(post, people[0], "stop mail", to=asked).state == "done"
    assert written(post, people[0], "start mail", to=asked).state == "done"
    people[0].refresh_from_db()
    assert people[0].mail_state == Player.MailState.ON


def test_no_in_the_subject_answers_what_is_asked(game: Game, people: list[Player], post: Post) -> None:
    post.answer(people[0], "resign")
    asked = post.last(people[0], "receipt")
    row = written(post, people[0], "no", to=asked)
    assert [one.did.code for one in receipt_of(row).understood] == ["cancelled"]
    assert game.holders.get(seat=0).player == people[0]


def test_our_own_subject_says_nothing_and_a_body_comes_first(game: Game, people: list[Player], post: Post) -> None:
    asked = post.last(people[0], "prompt")
    for subject in (f"Re: {asked.message['Subject']}", str(asked.message["Subject"]), "Re: help", "Fwd: status"):
        assert receipt_of(written(post, people[0], subject, to=asked)).reason in {"empty", "no_text"}, subject
    row = written(post, people[0], "rules", "status\n", to=asked)
    assert shown(row) == ["status"]


def test_no_subject_of_ours_is_a_command() -> None:
    for ours in ("Aesir: Anna, Boris - undo [86a342]", "Asgard PBEM: your mail", "Anna invites you to a game of Aesir"):
        assert in_subject(ours) is None
        assert in_subject(f"Re: {ours}") is None
    assert in_subject("press: hello") is None
    assert in_subject("note: me") is None
    assert in_subject("x" * 5000) is None
    assert in_subject(" start\r\n mail ") == "start mail"
    assert in_subject("") is None
