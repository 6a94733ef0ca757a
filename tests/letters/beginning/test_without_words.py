"""A stranger's first mail that says nothing in itself: its subject may say that they would like to play."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from asgard_pbem.mail.models import InboundMail
from asgard_pbem.tables.models import Outbox, Player
from tests.letters.conftest import Post

pytestmark = pytest.mark.django_db

PLAY = "play@in.asgard.localhost"


def written(post: Post, sender: str, subject: str, body: str = "", **more: str) -> InboundMail:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"], mail["Message-ID"] = sender, PLAY, subject, f"<1-{sender}>"
    for name, value in more.items():
        mail[name.replace("_", "-")] = value
    mail.set_content(body)
    return post.take(mail.as_bytes(), PLAY)


@pytest.mark.parametrize(
    "subject, body, told",
    [
        ("I would like to play Blood Rage", "", "If you would like to play “Blood Rage”"),
        ("How can I play?", "\n-- \nJohn Smith\nAcme Inc\n", "Begin at once with bots"),
        (
            "Fwd: a game by mail?",
            "---------- Forwarded message ---------\nFrom: Bob <bob@far.example>\nSubject: a game\n\nlook at this",
            "Begin at once with bots",
        ),
        ("Хочу сыграть в «Асов»", "", "Начните прямо сейчас, с ботами"),
    ],
)
def test_they_are_asked_whether_it_was_them_and_then_welcomed(
    db: None, post: Post, subject: str, body: str, told: str
) -> None:
    """Nothing at all came back."""
    assert written(post, "zoe@far.example", subject, body).state == "held"
    zoe = Player.objects.get(email="zoe@far.example")
    asked = " ".join(post.last(zoe, "confirm").text.split())
    assert subject not in asked
    post.answer(zoe, "да" if zoe.language == "ru" else "yes", purpose="confirm")
    welcome = " ".join(post.last(zoe, "receipt").text.split())
    assert told in welcome
    assert "We found" not in welcome
    post.answer(zoe, "aesir", purpose="receipt")
    assert post.last(zoe).purpose == "prompt"


def test_machines_and_senders_of_bulk_mail_get_none(db: None, post: Post) -> None:
    assert written(post, "zoe@far.example", "Re: Play", Auto_Submitted="auto-replied").state == "ignored"
    assert written(post, "zoe3@far.example", "Your invoice").state == "ignored"
    assert written(post, "zoe4@far.example", "").state == "ignored"
    written(post, "no-reply@far.example", "Play our games")
    written(post, "zoe2@far.example", "Play our games", List_Unsubscribe="<https://far.example/u>")
    post.deliver()
    assert not Outbox.objects.exclude(state="cancelled").exists()
    assert not post.sent
