"""A post office in memory: owed mails go out through the real outbox, answers come in through the real pipeline."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import Any
from uuid import uuid4

import pytest
from django.core import mail as django_mail
from django.utils import timezone

from asgard_pbem.mail.answering import process
from asgard_pbem.mail.doors import inbound
from asgard_pbem.mail.doors.identity import AuthVerdicts
from asgard_pbem.mail.messages import Receipt, Rendered
from asgard_pbem.mail.models import InboundMail
from asgard_pbem.mail.reading import sandbox
from asgard_pbem.mail.sending import failing, transport
from asgard_pbem.mail.sending import owed as sending
from asgard_pbem.simulation.programs import LONG, Incoming, reply_to
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Outbox, Player
from tests.tables.conftest import _toy_is_installed  # noqa: F401 - a fixture

PLAY = "play@in.asgard.localhost"


@pytest.fixture(autouse=True)
def a_relay_that_takes_mail() -> Iterator[None]:
    """No refusal of another test speaks against the relay, and no session of one is kept for another's settings."""
    failing.taken()
    yield
    transport._here.own.transport.close()


def plain_render(row: Outbox, *, reply_to: str) -> Rendered:
    """A renderer of a few lines, for games without pictures."""
    sentinel = f"Write above this line. [Asgard {row.pk.hex[:6]}]"
    return Rendered(f"[Game] {row.purpose}", f"{sentinel}\n\nAnswer to {reply_to}\n", "", [], sentinel)


@dataclass
class Post:
    """What went out and what comes in."""

    sent: list[Incoming] = field(default_factory=list)
    messages: list[Any] = field(default_factory=list)

    def deliver(self) -> list[Incoming]:
        """Send all owed mails; the new ones, in the order in which they were owed."""
        before = len(django_mail.outbox)
        for row in Outbox.objects.filter(state=Outbox.State.QUEUED).order_by("created_at"):
            sending.send(row.pk, plain_render)
        fresh = django_mail.outbox[before:]
        self.messages += fresh
        found = [read_sent(one) for one in fresh]
        self.sent += found
        return found

    def to(self, player: Player) -> Incoming:
        """The last mail that this player got."""
        self.deliver()
        return next(read_sent(one) for one in reversed(self.messages) if one.to == [player.email])

    def count_to(self, player: Player) -> int:
        """How many mails this player got."""
        self.deliver()
        return sum(one.to == [player.email] for one in self.messages)

    def reply(self, player: Player, *lines: str, style: str = "top", **how: Any) -> InboundMail:
        """`player` answers the last mail."""
        raw = reply_to(self.to(player), how.pop("sender", player.email), lines, style)
        return self.take(raw, **how)

    def take(self, raw: bytes, *, to: str | None = None, dmarc: Any = "unknown", **how: Any) -> InboundMail:
        """A raw mail comes in and is read."""
        recipient = to if to is not None else recipient_of(raw)
        row = inbound.accept(
            raw,
            envelope_from=how.get("envelope_from"),
            envelope_to=[recipient] if recipient else [],
            received_at=timezone.now(),
            source=how.get("source", "test"),
            provider_event_id=how.get("event"),
            verdicts=AuthVerdicts(dmarc=dmarc),
        )
        process.process(row.pk)
        row.refresh_from_db()
        return row


def read_sent(message: Any) -> Incoming:
    """A message of ours as its reader has it."""
    return Incoming.read(message.message().as_bytes(linesep="\r\n"))


def recipient_of(raw: bytes) -> str:
    """The address in To."""
    head = raw.partition(b"\r\n\r\n")[0].replace(b"\r\n ", b" ").decode("ascii", "replace")
    return next((line[4:].strip() for line in head.split("\r\n") if line.startswith("To: ")), "")


def letter(sender: str, to: str, *lines: str, **headers: str) -> bytes:
    """A mail that answers nothing."""
    message = EmailMessage(policy=LONG)
    message["From"], message["To"], message["Subject"] = sender, to, "Hello"
    message["Message-ID"] = f"<{uuid4().hex}@home.example>"
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content("\n".join(lines) + "\n")
    return message.as_bytes()


def receipt_of(row: InboundMail) -> Receipt:
    """What a mail's writer was told."""
    return Receipt.model_validate(row.outcome)


@pytest.fixture(scope="session", autouse=True)
def _reader_ends() -> Iterator[None]:
    yield
    sandbox.stop()


@pytest.fixture
def people(db: None) -> list[Player]:
    return make_people()


def make_people() -> list[Player]:
    found = [services.player_for(f"{name}@home.example", name=name) for name in ("Anna", "Boris", "Cleo")]
    Player.objects.update(verified_at=timezone.now())
    return found


@pytest.fixture
def game(people: list[Player]) -> Game:
    return make_game(people)


def make_game(people: list[Player], seats: int = 2, hand: int = 5) -> Game:
    """A running table of Highest Card."""
    opened = services.open_table(
        opened_by=people[0], key="highest_card", seats=seats, cause=uuid4(), options={"hand": hand}, title="Toy"
    )
    for player in people[1:seats]:
        services.take_seat(opened.pk, player=player, cause=uuid4())
    return Game.objects.get(pk=opened.pk)


@pytest.fixture
def post() -> Post:
    return Post()
