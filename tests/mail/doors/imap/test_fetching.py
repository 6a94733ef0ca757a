"""What lies in a mailbox comes in as by any other door, and is put away."""

from __future__ import annotations

import logging
import socket
import tempfile
import threading
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from pytest_django import Settings as SettingsWrapper

from asgard_pbem.mail.answering import process
from asgard_pbem.mail.doors import inbound
from asgard_pbem.mail.doors.imap import letterbox, worker
from asgard_pbem.mail.doors.imap.fetching import Round, recipients
from asgard_pbem.mail.doors.imap.letterbox import Letterbox
from asgard_pbem.mail.doors.imap.mailboxes import mailboxes
from asgard_pbem.mail.doors.unread import answers_wait
from asgard_pbem.mail.models import InboundMail
from asgard_pbem.simulation.programs import reply_to
from asgard_pbem.tables.guards import alive
from asgard_pbem.tables.models import Event, Game, OpenDecision, Outbox, Player
from asgard_pbem.tables.signals import Due
from tests.mail.conftest import Post
from tests.mail.doors.imap.conftest import HANDLED, REFUSED, a_letter, fetch, mailbox, stored
from tests.mail.doors.imap.dovecot import PASSWORD, Dovecot

pytestmark = pytest.mark.django_db


def digest(raw: bytes) -> str:
    return sha256(raw).hexdigest()


def test_an_answer_in_a_mailbox_is_carried_out(server: Dovecot, game: Game, people: list[Player], post: Post) -> None:
    server.deliver(reply_to(post.to(people[0]), people[0].email, ["1"]))
    fetch(server)
    row = InboundMail.objects.get()
    process.process(row.pk)
    row.refresh_from_db()
    assert (row.source, row.state, row.player) == ("imap", "done", people[0])
    assert Event.objects.filter(game=game, kind="move_made").count() == 1


def test_an_answer_that_waits_to_be_read_holds_the_clock_of_its_seat_alone(
    server: Dovecot, game: Game, people: list[Player], post: Post
) -> None:
    server.deliver(reply_to(post.to(people[0]), people[0].email, ["1"]), a_letter("a stranger's"))
    fetch(server)
    OpenDecision.objects.filter(game=game).update(deadline=datetime.now(UTC) + timedelta(minutes=1))
    open_now = OpenDecision.objects.filter(game=game, answered=False)
    due = [Due(one.game_id, one.seat, one.key, one.deadline) for one in open_now if one.deadline]
    assert answers_wait(None, due=due) == {one for one in due if one.seat == 0}
    assert due


@pytest.mark.parametrize("head", [b"To: " + b"x" * 70_000, b"To: a\r\n" * 300, b"", b"\xff\xfe: \x00"])
def test_a_head_past_the_limits_is_left_to_the_reader(head: bytes) -> None:
    assert recipients(head + b"\r\n\r\n1\r\n") == []


def test_letters_are_stored_as_they_are_in_their_order_and_put_away(server: Dovecot) -> None:
    letters = [a_letter(str(number)) for number in range(12)]
    server.deliver(*letters)
    fetch(server)
    rows = InboundMail.objects.order_by("received_at", "pk")
    assert sorted(row.sha256 for row in rows) == sorted(map(digest, letters))
    assert {bytes(inbound.raw_of(row) or b"") for row in rows} == set(letters)
    assert {(row.source, row.envelope_from, row.envelope_to, row.state) for row in rows} == {("imap", None, "", "new")}
    assert (server.lying(), server.lying(HANDLED), server.lying(REFUSED)) == ([], letters, [])


def test_a_letter_came_when_it_came_into_the_mailbox_however_late_it_is_fetched(server: Dovecot) -> None:
    came = datetime.now(UTC).replace(microsecond=0) - timedelta(hours=7)
    server.deliver(a_letter("late"), at=came)
    server.deliver(a_letter("of tomorrow"), at=came + timedelta(days=1))
    fetch(server)
    first, second = InboundMail.objects.order_by("received_at").values_list("received_at", flat=True)
    assert first == came
    assert second <= datetime.now(UTC)


def test_what_somebody_has_looked_at_already_is_fetched_and_keeps_its_marks(server: Dovecot) -> None:
    server.deliver(a_letter("seen"), a_letter("unseen"))
    with server.login() as client:
        client.select_folder("INBOX")
        client.add_flags([1], [rb"\Seen"])
    fetch(server)
    with server.login() as client:
        client.select_folder(HANDLED)
        flags = client.get_flags(client.search())
    assert [rb"\Seen" in marks for marks in flags.values()] == [True, False]
    assert InboundMail.objects.count() == 2


def test_of_a_letter_that_is_too_large_its_writer_is_told(
    server: Dovecot, game: Game, people: list[Player], post: Post
) -> None:
    answer = reply_to(post.to(people[0]), people[0].email, ["1"])
    server.deliver(answer + b"x" * 70 + (b"\r\n" + b"x" * 70) * 40_000)
    fetch(server)
    row = InboundMail.objects.get()
    assert row.size_bytes <= 1024 * 1024 + 1
    process.process(row.pk)
    row.refresh_from_db()
    assert (row.state, row.reason) == ("refused", "too_large")
    assert Outbox.objects.filter(purpose="receipt", player=people[0]).count() == 1
    assert len(server.lying(REFUSED)) == 1
    assert server.lying() == []


@pytest.mark.parametrize("raw", [b"\r\n", b" ", b"\r\n\r\n\r\n"])
def test_an_empty_letter_is_refused_and_stands_in_nobodys_way(server: Dovecot, raw: bytes) -> None:
    good = a_letter()
    server.deliver(raw, good)
    fetch(server)
    assert stored() == [digest(good)]
    assert (server.lying(), server.lying(HANDLED), len(server.lying(REFUSED))) == ([], [good], 1)


def test_a_letter_older_than_bytes_are_kept_is_refused(server: Dovecot, settings: SettingsWrapper) -> None:
    server.deliver(a_letter(), at=datetime.now(UTC) - timedelta(days=settings.RAW_MAIL_DAYS + 1))
    fetch(server)
    assert stored() == []
    assert len(server.lying(REFUSED)) == 1


@pytest.mark.parametrize(
    "raw",
    [b"no head at all", b"From: \xff\xfe\r\nTo: \x80\r\n\r\n\xc3\x28", b": \r\n:\r\n\r\n", b"From: a@b.example\r\r\r1",
     b"Content-Type: multipart/mixed\r\n\r\n" + b"--\r\n" * 300],
)  # fmt: skip
def test_a_broken_letter_comes_in_like_any_other(server: Dovecot, raw: bytes) -> None:
    server.deliver(raw)
    fetch(server)
    row = InboundMail.objects.get()
    process.process(row.pk)
    row.refresh_from_db()
    assert row.state in {"ignored", "refused"}
    assert server.lying() == []


def test_a_letter_that_the_server_cannot_give_out_stops_no_other_and_is_put_aside(server: Dovecot) -> None:
    bad, good = a_letter("bad"), a_letter("good")
    server.deliver(bad, good)
    broken = next(path for path in server.folder_of().glob("*/*") if path.is_file() and b"bad" in path.read_bytes())
    kept = broken.read_bytes()
    broken.chmod(0)
    visits = Round()
    for _ in range(5):
        try:
            with Letterbox(mailbox(server)) as box:
                visits.empty(box)
        except letterbox.LOST:
            continue
    assert stored() == [digest(good)]
    assert server.lying(HANDLED) == [good]
    moved = [path for path in server.folder_of().rglob("*") if path.name.split(",")[0] == broken.name.split(",")[0]]
    assert [REFUSED in str(path) for path in moved] == [True]
    moved[0].chmod(0o600)
    assert moved[0].read_bytes() == kept


def test_who_looks_once_puts_it_aside_too_and_comes_to_what_lies_behind_it(
    server: Dovecot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each process of cron's began anew with it, so that nothing behind it was ever taken in."""
    monkeypatch.setattr(worker.time, "sleep", lambda _: None)
    server.deliver(a_letter("first"), a_letter("broken"), a_letter("last"))
    lying = [one for part in ("new", "cur") for one in (server.folder_of() / part).iterdir()]
    [broken] = [one for one in lying if b"broken" in one.read_bytes()]
    broken.chmod(0)
    assert worker.once(mailboxes([server.address()])) == []
    assert server.lying() == []
    assert len(stored()) == 2
    moved = [one for part in ("new", "cur") for one in (server.folder_of() / f".{REFUSED}" / part).iterdir()]
    assert len(moved) == 1


def test_letters_that_cannot_be_moved_are_stored_once_and_moved_later(server: Dovecot) -> None:
    letters = [a_letter(str(number)) for number in range(3)]
    server.deliver(*letters)
    with Letterbox(mailbox(server)):
        pass  # makes the folders
    target = server.folder_of() / f".{HANDLED}"
    for part in ("tmp", "new", "cur"):
        (target / part).chmod(0o500)
    visits = Round()
    for _ in range(2):
        with Letterbox(mailbox(server)) as box:
            visits.empty(box)
        assert stored() == sorted(map(digest, letters))
        assert server.lying() == letters
    for part in ("tmp", "new", "cur"):
        (target / part).chmod(0o700)
    with Letterbox(mailbox(server)) as box:
        visits.empty(box)
    assert (server.lying(), server.lying(HANDLED)) == ([], letters)
    assert len(stored()) == 3


@pytest.mark.parametrize("capability", ["IMAP4rev1 UIDPLUS NAMESPACE", "IMAP4rev1"])
def test_a_server_without_move_copies_and_marks(capability: str) -> None:
    letters = [a_letter("one"), a_letter("two")]
    with Dovecot(capability=capability) as server:
        server.deliver(*letters)
        fetch(server)
        fetch(server)
        assert (server.lying(), server.lying(HANDLED)) == ([], letters)
    assert len(stored()) == 2


def test_a_server_at_which_all_folders_lie_below_the_inbox() -> None:
    below = "namespace inbox {\n  inbox = yes\n  prefix = INBOX.\n  separator = .\n}"
    with Dovecot(more=below) as server:
        server.deliver(a_letter())
        fetch(server)
        assert len(server.lying(f"INBOX.{HANDLED}")) == 1


def test_a_mailbox_is_reached_by_tls_only_if_its_server_is_who_it_should_be(
    server: Dovecot, monkeypatch: pytest.MonkeyPatch
) -> None:
    addresses = [
        server.address(tls=True),
        server.address().replace("imap://", "imap+tls://").replace("127.0.0.1", "localhost"),
    ]
    server.deliver(a_letter())
    for found in mailboxes(addresses):
        with pytest.raises(OSError, match="certificate verify failed"):
            Letterbox(found)
    monkeypatch.setenv("SSL_CERT_FILE", str(server.certificate))
    for found in mailboxes(addresses):
        with Letterbox(found) as box:
            Round().empty(box)
    for found in mailboxes([address.replace("localhost", "127.0.0.1") for address in addresses]):
        with pytest.raises(OSError, match="certificate verify failed"):
            Letterbox(found)
    assert len(stored()) == 1


SECRET = quote(PASSWORD, safe="")


@pytest.mark.parametrize(
    "address, why",
    [
        (f"imap://games:{SECRET}@mail.example.org/INBOX", "another machine"),
        (f"imap://games:{SECRET}@127.0.0.1.example.org/", "another machine"),
        (f"imap://games:{SECRET}@10.0.0.1/", "another machine"),
        (f"pop3://games:{SECRET}@localhost/", "is no address"),
        (f"imaps://games:{SECRET}@localhost:99999/", "is no address"),
        (f"imaps://{SECRET}", "must name user and host"),
        (f"imaps://games:{SECRET}@localhost/?colour=red", "may set handled, password_file, refused"),
        ("imaps://games@localhost/", "a password or a password_file"),
        (f"imaps://games:{SECRET}@localhost/?password_file=/dev/null", "and not both"),
        ("imaps://games@localhost/?password_file=/nowhere", "cannot be read"),
    ],
)
def test_a_setting_that_is_wrong_or_careless_is_refused_without_being_quoted(address: str, why: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=why) as refused:
        mailboxes([address])
    for secret in (PASSWORD, SECRET, "games"):
        assert secret not in str(refused.value)


def test_a_password_may_stand_in_a_file_and_folders_have_other_names(server: Dovecot, tmp_path: Path) -> None:
    (tmp_path / "password").write_text(PASSWORD + "\n")
    server.deliver(a_letter(), user="games@home.example")
    user = quote("games@home.example", safe="")
    (found,) = mailboxes(
        [
            f"imap://{user}@127.0.0.1:{server.port}?password_file={tmp_path}/password&handled=Read%20by%20Asgard&refused=No"
        ]
    )
    assert (found.user, found.password, found.folder) == ("games@home.example", PASSWORD, "INBOX")
    with Letterbox(found) as box:
        Round().empty(box)
    assert len(server.lying("Read by Asgard", user="games@home.example")) == 1


def test_no_password_and_no_personal_word_reaches_a_log(
    server: Dovecot, caplog: pytest.LogCaptureFixture, settings: SettingsWrapper
) -> None:
    token = "b" * 26
    server.deliver(a_letter("a very private word", to=f"play+{token}@in.asgard.localhost"))
    good, wrong = server.address(), server.address().replace(SECRET, "wrong-" + SECRET)
    settings.IMAP_MAILBOXES = [wrong, good, good.replace(str(server.port), "1")]
    with caplog.at_level(logging.DEBUG), pytest.raises(SystemExit) as ended:
        call_command("fetch_mail", "--once")
    assert ended.value.code == 75
    assert len(stored()) == 1
    assert "mailbox 1 at 127.0.0.1: LoginError" in caplog.text
    assert "mailbox 3 at 127.0.0.1: ConnectionRefusedError" in caplog.text
    shown = caplog.text + repr(mailboxes([good]))
    for secret in (PASSWORD, SECRET, "games", "anna", "private", token, "Toy"):
        assert secret not in shown, secret


def test_without_a_mailbox_the_command_says_so(settings: SettingsWrapper) -> None:
    settings.IMAP_MAILBOXES = []
    with pytest.raises(CommandError, match="IMAP_MAILBOXES"):
        call_command("fetch_mail")


def test_pauses_grow_to_five_minutes_and_a_wrong_password_is_not_tried_every_second() -> None:
    pause = worker.Pause()
    lengths = [pause.after(OSError()) for _ in range(12)]
    assert all(2**n <= length <= 2**n * 1.25 for n, length in enumerate(lengths[:8]))
    assert all(300 <= length <= 375 for length in lengths[9:])
    assert worker.Pause().after(letterbox.NOT_LET_IN("no")) >= 60


@pytest.mark.parametrize(
    "said, wrong",
    [
        ("", False),  # it goes away in the middle
        ("* BYE shutting down\r\n", False),
        ("{tag} NO [UNAVAILABLE] in a minute\r\n", False),
        ("{tag} NO [AUTHENTICATIONFAILED] who?\r\n", True),
        ("{tag} NO who?\r\n", True),
    ],
)
def test_a_server_that_lets_nobody_in_now_is_not_taken_for_a_wrong_password(said: str, wrong: bool) -> None:
    """It would be left alone for a minute, each time that it is started anew."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        door = threading.Thread(target=_at_the_door, args=(server, said))
        door.start()
        found = mailboxes([f"imap://me:secret@127.0.0.1:{server.getsockname()[1]}/"])[0]
        with pytest.raises((*letterbox.LOST, letterbox.REFUSED)) as problem:
            Letterbox(found)
        door.join()
    assert isinstance(problem.value, letterbox.NOT_LET_IN) == wrong
    assert (worker.Pause().after(problem.value) >= 60) == wrong


def _at_the_door(server: socket.socket, said: str) -> None:
    """Greets one client, and answers it when it wants to come in."""
    with server.accept()[0] as client, client.makefile("rw", newline="", encoding="ascii") as lines:
        lines.write("* OK here\r\n")
        lines.flush()
        for line in lines:
            tag, command = line.split()[:2]
            if command == "LOGIN":
                lines.write(said.format(tag=tag))
                return
            lines.write(f"* CAPABILITY IMAP4rev1\r\n{tag} OK done\r\n")
            lines.flush()


def test_a_worker_says_that_it_lives_and_stops_when_it_is_asked_to(
    server: Dovecot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    stop, ended = threading.Event(), threading.Event()

    def work() -> None:
        worker.watch([mailbox(server)], stop)
        ended.set()  # not reached if it raises

    threading.Thread(target=work, daemon=True).start()
    assert not ended.wait(1.5), "it works until it is asked to stop"
    assert alive.sign_of("fetch").exists()
    stop.set()
    assert ended.wait(20)


def test_a_thread_that_hangs_is_no_sign_of_life(monkeypatch: pytest.MonkeyPatch) -> None:
    (nobody,) = mailboxes(["imaps://nobody:secret@imap.example.org"])
    thread = worker.Watch(nobody, threading.Event())
    monkeypatch.setattr(thread, "is_alive", lambda: True)
    assert thread.moves()
    thread.moved_at -= worker.STUCK_S
    assert not thread.moves()


def test_a_letter_that_is_told_of_while_the_others_are_looked_for_is_not_passed_over(server: Dovecot) -> None:
    """The server says so once: who listens afterwards (IDLE) would not be told of it again."""
    with Letterbox(mailbox(server)) as box:
        search = box.client.search

        def with_another(criteria: str) -> list[int]:
            box.client.search = search
            server.deliver(a_letter())
            return search(criteria)

        box.client.search = with_another
        assert box.waiting() == [1]
        assert box.waiting() == [1]
