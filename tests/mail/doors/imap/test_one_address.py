"""An installation with one mailbox at somebody else's mail service: all goes out from it, and comes to it."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import parseaddr
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from asgiref.sync import sync_to_async
from django.core.mail import get_connection
from pytest_django import Settings as SettingsWrapper

from asgard_pbem.mail import tokens
from asgard_pbem.mail.answering import process
from asgard_pbem.mail.doors.imap.fetching import Round
from asgard_pbem.mail.doors.imap.letterbox import Letterbox
from asgard_pbem.mail.models import InboundMail
from asgard_pbem.mail.reading.read import read_mail
from asgard_pbem.mail.sending import owed
from asgard_pbem.mail.writing.scene import mailto
from asgard_pbem.simulation.programs import Incoming, reply_to
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Event, Game, Outbox, Player
from tests.mail.conftest import letter, make_game, plain_render, receipt_of
from tests.mail.doors.imap.conftest import mailbox
from tests.mail.doors.imap.dovecot import PASSWORD, Dovecot, free_port

pytestmark = pytest.mark.django_db
ADDRESS = "games@home.example"
TOKEN = "c" * 26


class Submission:
    """Takes mail from who has logged in, in their own name and no other, and puts it into mailboxes of the server."""

    def __init__(self, server: Dovecot) -> None:
        self.server = server

    async def handle_MAIL(  # noqa: N802  the protocol library's
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        login = session.auth_data.login.decode() if session.auth_data else ""
        if address != f"{login}@home.example":
            return "553 5.7.1 Sender address rejected: not owned by user"
        envelope.mail_from = address
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802  see above
        for address in envelope.rcpt_tos:
            local, _, domain = address.partition("@")
            user = local.partition("+")[0]
            assert domain == "home.example"
            trace = f"Return-Path: <{envelope.mail_from}>\r\nDelivered-To: {user}@{domain}\r\n"
            content = trace.encode() + (envelope.original_content or b"")
            await sync_to_async(self.server.deliver, thread_sensitive=False)(content, user=user)
        return "250 OK"


def known(server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: Any) -> AuthResult:
    assert isinstance(data, LoginPassword)
    return AuthResult(success=data.password.decode() == PASSWORD, auth_data=data)


@dataclass
class World:
    """A mail service with mailboxes of people, and ours among them."""

    server: Dovecot
    port: int

    def connection(self, user: str = "games") -> Any:
        kind = "django.core.mail.backends.smtp.EmailBackend"
        return get_connection(kind, host="127.0.0.1", port=self.port, username=user, password=PASSWORD)

    def send_all(self) -> None:
        """What we owe goes out, by ordinary submission."""
        for row in Outbox.objects.filter(state=Outbox.State.QUEUED).order_by("created_at"):
            assert owed.send(row.pk, plain_render, self.connection())

    def newest(self, user: str) -> bytes:
        self.send_all()
        return self.server.lying(user=user)[-1]

    def answer(self, user: str, raw: bytes) -> InboundMail:
        """A person sends a mail; our worker finds it in our mailbox."""
        known_rows = set(InboundMail.objects.values_list("pk", flat=True))
        message = message_from_bytes(raw, policy=policy.default)
        with smtplib.SMTP("127.0.0.1", self.port) as client:
            client.login(user, PASSWORD)
            client.sendmail(f"{user}@home.example", [parseaddr(str(message["To"]))[1]], raw)
        with Letterbox(mailbox(self.server)) as box:
            Round().empty(box)
        row = InboundMail.objects.exclude(pk__in=known_rows).get()
        process.process(row.pk)
        row.refresh_from_db()
        return row


@pytest.fixture
def world(server: Dovecot, settings: SettingsWrapper) -> Iterator[World]:
    settings.ONE_ADDRESS, settings.LOCAL_MAILBOX = ADDRESS, False
    settings.MAIL_DOMAIN = settings.IN_DOMAIN = "games.example.org"
    settings.OWN_DOMAINS = ["games.example.org"]
    settings.DEFAULT_FROM_EMAIL = f"Asgard PBEM <{ADDRESS}>"
    door = Controller(
        Submission(server), hostname="127.0.0.1", port=free_port(), authenticator=known, auth_required=True,
        auth_require_tls=False,
    )  # fmt: skip
    door.start()
    yield World(server, door.port)
    door.stop()


@pytest.fixture
def table(world: World) -> Game:
    people = [services.player_for(f"{name}@home.example", name=name.title()) for name in ("anna", "boris")]
    Player.objects.update(verified_at="2026-01-01T00:00:00Z")
    return make_game(people)


def moves(game: Game) -> int:
    return Event.objects.filter(game=game, kind="move_made").count()


@pytest.mark.parametrize("plus", [False, True])
@pytest.mark.parametrize("style", ["top", "bottom", "html", "outlook", "mobile"])
def test_a_prompt_goes_out_and_its_answer_is_carried_out(
    world: World, table: Game, settings: SettingsWrapper, style: str, plus: bool
) -> None:
    settings.ONE_ADDRESS_PLUS = plus
    prompt = Incoming.read(world.newest("anna"))
    assert parseaddr(prompt.sender)[1] == ADDRESS
    assert (prompt.reply_to == ADDRESS) is not plus
    row = world.answer("anna", reply_to(prompt, "anna@home.example", ["1"], style))
    assert tokens.box_of(row.envelope_to).token  # known before it was read: it holds the clock of its seat meanwhile
    assert (row.source, row.state, row.player and row.player.name) == ("imap", "done", "Anna")
    assert moves(table) == 1
    receipt = Incoming.read(world.newest("anna"))
    assert receipt.message_id != prompt.message_id
    assert world.answer("anna", reply_to(receipt, "anna@home.example", ["status"], style)).state == "done"


def test_a_program_that_ignores_reply_to_or_changes_our_message_id_is_understood(world: World, table: Game) -> None:
    """Outlook.com and others put an id of their own in place of ours; References stay."""
    prompt = message_from_bytes(world.newest("anna"), policy=policy.default)
    answer = EmailMessage(policy=policy.SMTP)
    answer["From"], answer["To"], answer["Subject"] = "anna@home.example", ADDRESS, "AW: whatever"
    answer["Message-ID"], answer["In-Reply-To"] = "<1@home.example>", "<another@outlook.example>"
    answer["References"] = f"{prompt['References']} <another@outlook.example>"
    answer.set_content("1\n")
    assert world.answer("anna", answer.as_bytes()).state == "done"
    assert moves(table) == 1


@pytest.mark.parametrize("lower", [str.lower, str.upper])
def test_a_button_writes_the_token_into_the_subject(world: World, table: Game, lower: Any) -> None:
    sent = Incoming.read(world.newest("anna"))
    (token,) = read_mail(
        reply_to(sent, "anna@home.example", ["1"]), domains=["games.example.org"], authserv_id=None, address=ADDRESS
    ).candidates
    url = urlsplit(mailto(tokens.speaking_address(token.token), "Re: Toy", "1"))
    fields = {name: values[0] for name, values in parse_qs(url.query).items()}
    assert unquote(url.path) == ADDRESS
    raw = letter("anna@home.example", ADDRESS, fields["body"])
    raw = raw.replace(b"Subject: Hello", f"Subject: {lower(fields['subject'])}".encode())
    assert world.answer("anna", raw).state == "done"
    assert moves(table) == 1


def test_with_plus_addresses_nothing_but_the_address_holds_the_token(
    world: World, table: Game, settings: SettingsWrapper
) -> None:
    settings.ONE_ADDRESS_PLUS = True
    prompt = Incoming.read(world.newest("anna"))
    assert "reply." not in prompt.references
    box, _, rest = prompt.reply_to.partition("+")
    assert (box, rest.partition("@")[2]) == ("games", "home.example")
    url = urlsplit(mailto(prompt.reply_to, "Re: Toy", "1"))
    assert (unquote(url.path), parse_qs(url.query)["subject"]) == (prompt.reply_to, ["Re: Toy"])


def test_the_token_of_one_player_is_worth_nothing_in_the_mail_of_another(world: World, table: Game) -> None:
    prompt = Incoming.read(world.newest("anna"))
    row = world.answer("boris", reply_to(prompt, "boris@home.example", ["1"]))
    assert (row.state, row.reason, moves(table)) == ("refused", "wrong_sender", 0)


def test_an_answer_that_holds_nothing_but_our_message_id_waits_for_a_yes(world: World, table: Game) -> None:
    """Its From line could be anybody's, and our ids stand in every forwarded copy."""
    prompt = Incoming.read(world.newest("anna"))
    row = world.answer("anna", letter("anna@home.example", ADDRESS, "1", In_Reply_To=prompt.message_id))
    assert (row.state, moves(table)) == ("held", 0)
    question = Incoming.read(world.newest("anna"))
    assert world.answer("anna", reply_to(question, "anna@home.example", ["yes"])).state == "done"
    assert moves(table) == 1


def test_people_of_the_same_mail_service_are_strangers_to_us_and_we_are_not(world: World, table: Game) -> None:
    prompt = Incoming.read(world.newest("anna"))
    row = world.answer("anna", letter("anna@home.example", ADDRESS, "help"))
    assert (row.kind, row.state) == ("reply", "done")
    (loop,) = [read_mail(letter(ADDRESS, ADDRESS, "help"), domains=[], authserv_id=None, address=ADDRESS)]
    assert (loop.kind, loop.reason) == ("loop", "own_address")
    row = world.answer("anna", reply_to(prompt, "anna@home.example", [f"invite carl@home.example, {ADDRESS}"]))
    assert receipt_of(row).refused[0].why.code == "no_address"


def test_an_answer_that_refers_to_several_of_our_mails_answers_the_last(world: World, table: Game) -> None:
    first = Incoming.read(world.newest("anna"))
    world.answer("anna", reply_to(first, "anna@home.example", ["help"]))
    second = Incoming.read(world.newest("anna"))
    both = replace(second, references=f"{first.references} {second.references}")
    assert world.answer("anna", reply_to(both, "anna@home.example", ["1"])).state == "done"
    assert InboundMail.objects.count() == 2
    assert moves(table) == 1


@pytest.mark.parametrize(
    "address, token, is_open",
    [
        (ADDRESS, "", True),
        (ADDRESS.upper(), "", True),
        (f"games+{TOKEN}@home.example", TOKEN, False),
        (f"{TOKEN}@home.example", "", False),
        (f"play+{TOKEN}@home.example", "", False),
        ("games+news@home.example", "", False),
        ("play@home.example", "", False),
        (f"stop+{TOKEN}@home.example", "", False),
        (f"bounce+{TOKEN}@home.example", "", False),
        ("games@elsewhere.example", "", False),
    ],
)
def test_nothing_else_of_the_domain_is_ours(
    world: World, settings: SettingsWrapper, address: str, token: str, is_open: bool
) -> None:
    found = tokens.box_of(address)
    assert (found.token, found.is_open, found.stop, found.bounced) == (token, is_open, None, None)
    assert tokens.is_ours(address) is bool(token or is_open)


def test_mail_is_stopped_by_a_page_where_no_address_can_do_it(world: World, table: Game) -> None:
    sent = message_from_bytes(world.newest("anna"), policy=policy.default)
    assert "mailto:" not in str(sent["List-Unsubscribe"])
    assert "https://" in str(sent["List-Unsubscribe"]) or "http://" in str(sent["List-Unsubscribe"])
    assert sent["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert str(sent["Return-Path"]) == f"<{ADDRESS}>"
