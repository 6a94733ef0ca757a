"""Who is forgotten is forgotten: a dump of everything that the service keeps is searched for the person."""

from __future__ import annotations

import base64
import logging
import quopri
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from celery import current_app
from django.conf import settings as project
from django.contrib.sessions.models import Session as DjangoSession
from django.db import connection
from django.test import Client
from django.utils import timezone
from kombu import Connection

from asgard_pbem.embedded import broker, mailbox, maildir, postgres
from asgard_pbem.embedded.models import EmbeddedMail
from asgard_pbem.mail.answering import process
from asgard_pbem.mail.doors import inbound
from asgard_pbem.mail.doors.identity import AuthVerdicts, Dmarc
from asgard_pbem.mail.models import DeliveryEvent, InboundMail, Pending, RawMail
from asgard_pbem.mail.sending import bounces
from asgard_pbem.mail.sending import owed as sending
from asgard_pbem.mail.tokens import reply_address
from asgard_pbem.tables import notify, services
from asgard_pbem.tables.models import Game, Invitation, Outbox, Player, ReplyToken
from asgard_pbem.tables.reading import history, projecting
from asgard_pbem.tables.store import loading
from asgard_pbem.web.models import Session
from engine.table import registry
from tests.mail.conftest import PLAY, letter
from tests.tables.conftest import INSTALLED

pytestmark = pytest.mark.django_db(transaction=True)

ADDRESS, NAME, TITLE = "grimhilde.qvist@wintergarden.example", "Grimhilde Qvistgaard", "Porphyry pavilion"
PRESS, PRIVATE = "Walnuts and перламутровый marzipan", "Meet me behind the hippodrome"
NOTED = "Quinces for the juggler"
NONSENSE, DOUBTFUL, STRANGE, UNREAD = "rhododendron 17", "asphodel 18", "tamarisk 19", "oleander 20"
OF_THE_PERSON = (
    ADDRESS, "grimhilde", "qvist", NAME, "Qvistgaard", "pavilion", "marzipan", "перламутровый", "hippodrome",
    "rhododendron", "asphodel", "tamarisk", "oleander", "quinces", "juggler",
)  # fmt: skip


@pytest.fixture(autouse=True)
def _real_games_and_a_local_mailbox(monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path) -> Iterator[None]:
    settings.LOCAL_MAIL_DIR = tmp_path / "mail"
    monkeypatch.setattr(registry, "games", INSTALLED)
    settings.EMAIL_BACKEND = "asgard_pbem.embedded.mailbox.MailboxBackend"
    settings.INBOUND_SMTP_PORT = 1  # nobody listens there: the mailbox hands over directly
    loading.shelf.clear()
    yield
    loading.shelf.clear()


def person(address: str, name: str) -> Player:
    player = services.player_for(address, name=name)
    Player.objects.filter(pk=player.pk).update(verified_at=timezone.now())
    return Player.objects.get(pk=player.pk)


def deliver() -> None:
    """Send all owed mails and read all that came in, until nothing is left to do."""
    while True:
        owed = list(Outbox.objects.filter(state="queued").order_by("created_at").values_list("pk", flat=True))
        came = list(InboundMail.objects.filter(state="new").values_list("pk", flat=True))
        for one in owed:
            assert sending.send(one) or not Outbox.objects.filter(pk=one, state="queued").exists()
        for one in came:
            process.process(one)
        if not owed and not came:
            return


def answers(player: Player, text: str, purpose: str = "") -> None:
    """Answer the newest mail in the player's local mailbox, quoting it."""
    deliver()
    last = EmbeddedMail.objects.filter(owner=player.email, written=False).order_by("-id")
    mailbox.submit(mailbox.reply(last[0], text), player.email)
    deliver()


def came_in(raw: bytes, to: str, dmarc: Any = "unknown") -> None:
    inbound.accept(
        raw, envelope_from=ADDRESS, envelope_to=[to], received_at=timezone.now(), source="test",
        provider_event_id=None, verdicts=AuthVerdicts(dmarc=dmarc),
    )  # fmt: skip


@pytest.fixture
def spool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A broker's folder that takes all that is queued."""
    for name in ("queue", "control"):
        (tmp_path / name).mkdir()
    queue, control = str(tmp_path / "queue"), str(tmp_path / "control")
    options = {"data_folder_in": queue, "data_folder_out": queue, "control_folder": control}
    link = Connection(f"{broker.SCHEME}://local", transport_options=options)

    def tell(name: str, *arguments: str, after: float = 0) -> bool:
        current_app.send_task(name, arguments, connection=link, countdown=after or None)
        return True

    monkeypatch.setattr(notify, "tell", tell)
    loud = notify._quiet.set(False)
    yield tmp_path
    notify._quiet.reset(loud)


def a_life() -> tuple[Player, Player, Game]:
    """All that one may do here: the person, who plays with them, their game."""
    grim, boris = person(ADDRESS, NAME), person("boris@home.example", "Boris")
    game = services.open_table(opened_by=grim, key="aesir", seats=2, cause=uuid4(), title=TITLE, entropy=b"my entropy")
    services.take_seat(game.pk, player=boris, cause=uuid4())
    deliver()
    answers(grim, NONSENSE)  # the receipt quotes it
    answers(grim, f"name {NAME}\nnote {NOTED}\npress: {PRESS}\n{PRIVATE}")
    answers(boris, "status")  # quotes what the person wrote
    services.send_press(game.pk, seat=0, player=grim, to=[1], text=PRIVATE, cause=uuid4())
    answers(boris, "press: I have read it\nyou wrote it yourself")
    answers(grim, "resign")
    own = EmbeddedMail.objects.filter(owner=ADDRESS, written=False).order_by("-id")[0]
    to = mailbox.answer_address(mailbox.parsed(own))
    came_in(letter(ADDRESS, to, DOUBTFUL, From_Name=NAME), to, dmarc="fail")
    came_in(letter(f"{NAME} <{ADDRESS}>", PLAY, STRANGE), PLAY)
    deliver()
    other = services.open_table(opened_by=grim, key="aesir", seats=3, cause=uuid4(), title=f"{TITLE} again")
    services.invite(other.pk, by=grim, email="friend-of-theirs@far.example", cause=uuid4())
    third = services.open_table(opened_by=boris, key="aesir", seats=3, cause=uuid4(), title="Boris invites")
    services.invite(third.pk, by=boris, email=ADDRESS, cause=uuid4())
    deliver()
    sent = Outbox.objects.filter(player=grim, state="sent").first()
    assert sent is not None
    bounces.tracked(bounces.Report("deferred", outbox_id=sent.pk, event_id="x", status="4.2.2"))
    browser = Client()
    browser.force_login(grim)
    browser.post("/sign-in/", {"email": ADDRESS})
    Client().post("/sign-in/", {"email": ADDRESS})
    services.set_absence(grim, since=None, until=timezone.now() + timedelta(days=3))
    deliver()
    came_in(letter(ADDRESS, to, UNREAD), to)
    return Player.objects.get(pk=grim.pk), boris, Game.objects.get(pk=game.pk)


def dumped() -> bytes:
    """Every row of the database as pg_dump writes it, what is binary both as hex and as bytes."""
    database = connection.settings_dict
    command = [
        postgres.place(project.LOCAL_DIR / "pg").binaries / "pg_dump", "--data-only", "--no-owner",
        "--host", str(database["HOST"]), "--username", postgres.SUPERUSER, str(database["NAME"]),
    ]  # fmt: skip
    dump = subprocess.run(command, capture_output=True, check=True).stdout
    binary = [bytes.fromhex(found.decode()) for found in re.findall(rb"\\\\x((?:[0-9a-f]{2})+)", dump)]
    sessions = [str(one.get_decoded()).encode() for model in (Session, DjangoSession) for one in model.objects.all()]
    files = [raw for _, raw in maildir.everything()]
    return b"\n".join([dump, *binary, *sessions, *files])


def found_in(heap: bytes, words: tuple[str, ...]) -> set[str]:
    """The words that stand in it plain, escaped for JSON, in quoted-printable or in base64."""
    plain = heap.decode("utf-8", "replace").casefold()
    joined = re.sub(rb"=?\r?\n", b"", heap)
    return {word for word in words if word.casefold() in plain or any(form in joined for form in _encoded(word))}


def _encoded(word: str) -> Iterator[bytes]:
    raw = word.encode()
    yield quopri.encodestring(raw)
    yield word.encode("ascii", "backslashreplace")
    for before in range(3):  # base64 looks different at each place within its groups of three
        text = base64.b64encode(b"\0" * before + raw)
        yield text[(0, 2, 3)[before] : len(text) - (4 if (before + len(raw)) % 3 else 0)]


def test_nothing_of_an_erased_person_is_left(spool: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    grim, _, _ = a_life()
    unread = {"oleander", "tamarisk"}  # raw mail is encrypted, and what is welcomed is not quoted
    assert found_in(dumped(), OF_THE_PERSON) == set(OF_THE_PERSON) - unread
    services.erase_player(grim)
    deliver()
    assert found_in(dumped(), OF_THE_PERSON) == set()
    files = b"\n".join(one.read_bytes() for one in spool.rglob("*") if one.is_file())
    assert b"send_mail" in files or b"asgard_pbem" in files
    bodies = b"\n".join(base64.b64decode(one) for one in re.findall(rb'"body": "([^"]+)"', files))
    assert bodies
    assert found_in(files + bodies, OF_THE_PERSON) == set()
    assert found_in(caplog.text.encode(), OF_THE_PERSON) == set()


def test_what_persons_write_lies_under_their_keys_and_goes_with_them_from_copies_too() -> None:
    grim, _, _ = a_life()
    EmbeddedMail.objects.all().delete()  # elsewhere mails lie in people's own mailboxes
    shutil.rmtree(project.LOCAL_MAIL_DIR)
    typed = ("marzipan", "перламутровый", "hippodrome", "rhododendron", "asphodel", "tamarisk", "oleander", "juggler")
    before = dumped()
    assert found_in(before, typed) == set()
    row = InboundMail.objects.filter(player=grim, reason="no_orders").earliest("received_at")
    stored = InboundMail.objects.filter(pk=row.pk).values_list("kept", flat=True)[0]
    assert (row.kept, bytes(stored) in before) == (NONSENSE, True)
    services.erase_player(grim)
    InboundMail.objects.filter(pk=row.pk).update(kept=bytes(stored), player=grim)  # a copy from before is brought back
    assert InboundMail.objects.get(pk=row.pk).kept == ""


def test_no_row_of_others_tells_who_was_forgotten_and_the_game_goes_on() -> None:
    grim, boris, game = a_life()
    services.erase_player(grim)
    deliver()
    game.refresh_from_db()
    assert (game.names, game.title, game.status) == (["Greedy", "Boris"], "", "running")
    assert [line.text for line in history.press(game.pk, 1) if line.seat == 0] == [None, None]
    assert list(projecting.differences(game.pk)) == []
    assert not Pending.objects.filter(player=grim).exists()
    assert not DeliveryEvent.objects.filter(player=grim).exists()
    assert not Session.objects.filter(player_id=grim.pk).exists()
    assert not Invitation.objects.filter(player=grim).exists()
    assert not ReplyToken.objects.filter(player=grim).exists()
    assert not Player.objects.filter(email="friend-of-theirs@far.example").exists()
    mails = InboundMail.objects.filter(player=grim)
    assert mails.exists()
    assert not RawMail.objects.filter(pk__in=mails.values("sha256")).exists()
    assert not InboundMail.objects.filter(envelope_from=ADDRESS).exists()
    assert Player.objects.get(pk=boris.pk).email == "boris@home.example"


def test_who_is_forgotten_gets_no_mail_and_is_a_stranger_when_they_come_back() -> None:
    grim, _, game = a_life()
    services.erase_player(grim)
    deliver()
    assert not EmbeddedMail.objects.filter(owner=ADDRESS).exists()
    services.owe(player=Player.objects.get(pk=grim.pk), purpose="notice", key="late", game=game, payload={"what": "x"})
    deliver()
    assert not EmbeddedMail.objects.filter(owner=ADDRESS).exists()
    assert services.player_for(ADDRESS).pk != grim.pk


def test_forgetting_is_done_although_a_game_cannot_go_on() -> None:
    grim, _, game = a_life()
    Game.objects.filter(pk=game.pk).update(rules_version=99)
    services.erase_player(grim)
    assert found_in(dumped(), (ADDRESS, NAME)) == set()


def test_bytes_that_were_never_read_go_with_whose_they_are(settings: Any) -> None:
    """Too many in an hour, failed too often, or of a sender in doubt; and another server's envelope names nobody."""
    settings.MAIL_PER_TOKEN_HOUR = 0
    grim = person(ADDRESS, NAME)
    game = services.open_table(opened_by=grim, key="aesir", seats=2, cause=uuid4(), bots={1: "greedy"})
    token = services.issue_token(player=grim, purpose="play", game=game, seat=0, prompt=None, subject=None)
    sent: list[tuple[str, Dmarc]] = [(reply_address(token), "pass"), (reply_address(token), "unknown"), (PLAY, "fail")]
    for to, dmarc in sent:
        raw = letter(f"{NAME} <{ADDRESS}>", to, NONSENSE, dmarc)
        inbound.accept(
            raw, envelope_from=None, envelope_to=[to], received_at=timezone.now(), source="test",
            provider_event_id=None, verdicts=AuthVerdicts(dmarc=dmarc),
        )  # fmt: skip
    deliver()
    assert set(InboundMail.objects.values_list("reason", flat=True)) == {"rate_limited", "dmarc_fail"}
    given_up = InboundMail.objects.filter(reason="rate_limited")[:1]
    InboundMail.objects.filter(pk__in=given_up).update(state="quarantined", reason="", player=None)
    assert RawMail.objects.exists()
    services.erase_player(grim)
    assert not RawMail.objects.exists()


def test_words_that_come_while_their_author_is_forgotten_are_not_kept() -> None:
    grim = person(ADDRESS, NAME)
    services.erase_player(grim)
    late = InboundMail(
        id=UUID(int=1), received_at=timezone.now(), source="test", sha256="0", size_bytes=1, player=grim, kept=PRESS
    )
    late.save()
    assert InboundMail.objects.get().kept == ""
    assert InboundMail.objects.filter(kept__isnull=True).exists()


ALL_WHO_LISTEN = """
import django, importlib, pkgutil
django.setup()
from asgard_pbem.tables import signals
import asgard_pbem
found = lambda: {name: len(one.receivers) for name, one in vars(signals).items() if hasattr(one, "receivers")}
at_start = found()
for module in pkgutil.walk_packages(asgard_pbem.__path__, "asgard_pbem."):
    if "migrations" not in module.name:
        importlib.import_module(module.name)
assert found() == at_start, (at_start, found())
assert at_start["erased"] >= 3, at_start
"""


def test_whoever_must_hear_of_a_forgotten_person_listens_from_the_first_moment_of_a_process() -> None:
    """A receiver that is connected only once some page or task has imported it would miss an erasure before that."""
    done = subprocess.run([sys.executable, "-c", ALL_WHO_LISTEN], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
