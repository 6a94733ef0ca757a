"""A post office with the real renderer: people play Aesir by answering what they are sent."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from uuid import UUID, uuid5

import pytest
from django.core import mail as django_mail
from django.utils import timezone

from asgard_pbem.mail.answering import process
from asgard_pbem.mail.doors import inbound
from asgard_pbem.mail.doors.identity import AuthVerdicts, Dmarc
from asgard_pbem.mail.models import InboundMail
from asgard_pbem.mail.reading import sandbox
from asgard_pbem.mail.sending import owed as sending
from asgard_pbem.mail.writing import render  # noqa: F401 - before a test has other games installed: it keeps what it finds
from asgard_pbem.simulation.programs import Incoming, reply_to
from asgard_pbem.tables import notify, services
from asgard_pbem.tables.models import Game, Outbox, Player
from asgard_pbem.tables.store import loading

NAMESPACE = UUID("00000000-0000-0000-0000-00000000a5a5")
SEED = bytes(range(32))


@dataclass
class Sent:
    """One mail that went out."""

    to: str
    purpose: str
    message: EmailMessage

    @property
    def text(self) -> str:
        body = self.message.get_body(("plain",))
        assert isinstance(body, EmailMessage)
        return str(body.get_content())

    @property
    def words(self) -> set[str]:
        """Of its text, without the addresses below, which hold any letters: now and then those of a card's name."""
        below_code = self.text.partition("]")[2]
        return set(re.findall(r"\w+", below_code.partition("-" * 24)[0]))

    @property
    def html(self) -> str:
        body = self.message.get_body(("html", "related"))
        assert isinstance(body, EmailMessage)
        html = body if body.get_content_type() == "text/html" else next(body.iter_parts())
        assert isinstance(html, EmailMessage)
        return str(html.get_content())

    @property
    def pictures(self) -> list[bytes]:
        return [part.get_payload(decode=True) for part in self.message.walk() if part.get_content_type() == "image/png"]


@dataclass
class Post:
    """Everything that went out, in order; answers go in through the real pipeline."""

    sent: list[Sent] = field(default_factory=list)

    def deliver(self) -> list[Sent]:
        fresh: list[Sent] = []
        for row in Outbox.objects.filter(state=Outbox.State.QUEUED).order_by("created_at", "key"):
            before = len(django_mail.outbox)
            sending.send(row.pk)
            for one in django_mail.outbox[before:]:
                raw = one.message().as_bytes(linesep="\r\n")
                message = BytesParser(policy=policy.default).parsebytes(raw)
                assert isinstance(message, EmailMessage)
                fresh.append(Sent(one.to[0], row.purpose, message))
        self.sent += fresh
        return fresh

    def last(self, player: Player, purpose: str = "") -> Sent:
        self.deliver()
        return next(one for one in reversed(self.sent) if one.to == player.email and purpose in {"", one.purpose})

    def answer(self, player: Player, *lines: str, style: str = "top", purpose: str = "") -> InboundMail:
        """`player` answers the last mail (of a purpose)."""
        mail = self.last(player, purpose)
        raw = reply_to(Incoming.read(mail.message.as_bytes()), player.email, lines, style)
        return self.take(raw, str(mail.message["Reply-To"]))

    def take(self, raw: bytes, to: str, dmarc: Dmarc = "pass") -> InboundMail:
        row = inbound.accept(
            raw,
            envelope_from=None,
            envelope_to=[to],
            received_at=timezone.now(),
            source="test",
            provider_event_id=None,
            verdicts=AuthVerdicts(dmarc=dmarc),
        )
        process.process(row.pk)
        row.refresh_from_db()
        return row


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    loading.shelf.clear()
    with notify.quietly():
        yield
    loading.shelf.clear()


@pytest.fixture(scope="session", autouse=True)
def _reader_ends() -> Iterator[None]:
    yield
    sandbox.stop()


@pytest.fixture
def people(db: None) -> list[Player]:
    """Anna reads English in London, Boris Russian in Moscow."""
    anna = services.player_for("anna@home.example", name="Anna")
    boris = services.player_for("boris@home.example", name="Boris", language="ru")
    services.update_player(anna, time_zone="Europe/London")
    services.update_player(boris, time_zone="Europe/Moscow")
    Player.objects.update(verified_at=timezone.now())
    return [Player.objects.get(pk=anna.pk), Player.objects.get(pk=boris.pk)]


def dealt(people: list[Player], key: str, title: str) -> Game:
    """A running table of one game for the two, always dealt alike."""
    opened = services.open_table(
        opened_by=people[0], key=key, seats=2, cause=uuid5(NAMESPACE, "open"), title=title, seed=SEED
    )
    services.take_seat(opened.pk, player=people[1], cause=uuid5(NAMESPACE, "sit"), entropy=b"boris")
    return Game.objects.get(pk=opened.pk)


@pytest.fixture
def game(people: list[Player]) -> Game:
    """A running table of Aesir for the two."""
    return dealt(people, "aesir", "Valhalla")


@pytest.fixture
def asgard(people: list[Player]) -> Game:
    """A running table of Asgard for the two."""
    return dealt(people, "asgard", "Bifrost")


@pytest.fixture
def post() -> Post:
    return Post()
