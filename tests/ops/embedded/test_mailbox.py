"""The local mailbox: what is mailed lies there, and an answer leaves it as a real message."""

import mailbox as standard_mailbox
import os
import socketserver
import subprocess
import sys
import threading
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.mime.image import MIMEImage
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.test import Client
from pytest_django import Settings as SettingsWrapper

from asgard_pbem import env
from asgard_pbem.embedded import mailbox, maildir
from asgard_pbem.embedded.models import EmbeddedMail
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Player

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def mail_files(settings: SettingsWrapper, tmp_path: Path) -> Path:
    """Where Maildirs lie: not in the checkout."""
    settings.LOCAL_MAIL_DIR = tmp_path / "mail"
    return tmp_path / "mail"


PIXEL = b"\x89PNG\r\n\x1a\n"


class OneShotSmtp(socketserver.StreamRequestHandler):
    """Just enough SMTP to take one message, or to refuse its recipient."""

    def handle(self) -> None:
        server: SmtpServer = self.server  # type: ignore[assignment]  # made below
        self.wfile.write(b"220 ready\r\n")
        for line in iter(self.rfile.readline, b""):
            word = line[:4].upper()
            if word == b"RCPT" and server.refuse:
                self.wfile.write(b"550 5.1.1 no such prompt\r\n")
            elif word == b"QUIT":
                self.wfile.write(b"221 bye\r\n")
            elif word == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                server.taken.append(b"".join(iter(self.rfile.readline, b".\r\n")))
                self.wfile.write(b"250 taken\r\n")
            else:
                self.wfile.write(b"250 ok\r\n")


class SmtpServer(socketserver.ThreadingTCPServer):
    daemon_threads = True
    refuse = False

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), OneShotSmtp)
        self.taken: list[bytes] = []


@pytest.fixture
def smtp(settings: SettingsWrapper) -> Iterator[SmtpServer]:
    """A listener on a free port, which the settings name."""
    with SmtpServer() as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        settings.INBOUND_SMTP_HOST, settings.INBOUND_SMTP_PORT = server.server_address
        yield server
        server.shutdown()


def prompt(**headers: str) -> EmbeddedMail:
    """A prompt with a board and a button, delivered by the backend."""
    html = (
        '<html><head></head><body><img src="cid:board@x"><a href="mailto:play%2Bt@in.test?subject=Re&amp;body=b7%0A">'
        '7</a><a href="https://elsewhere.test/">x</a></body></html>'
    )
    mail = EmailMultiAlternatives(
        "[Game 1] Title", "Write above this line.\n\nYour turn\n1  Odin\n",
        "Asgard <games@asgard.test>", ["You@home.test"],
        reply_to=["play+t@in.test"], headers={"Message-ID": "<turn.1@asgard.test>", **headers},
        connection=get_connection("asgard_pbem.embedded.mailbox.MailboxBackend"),
    )  # fmt: skip
    picture = MIMEImage(PIXEL, "png")
    picture["Content-ID"], picture["Content-Disposition"] = "<board@x>", "inline"
    mail.attach_alternative(html, "text/html")
    mail.attach(picture)
    assert mail.send() == 1
    return EmbeddedMail.objects.latest("pk")


def test_an_outgoing_mail_lies_unread_in_its_recipients_mailbox(client: Client) -> None:
    mail = prompt()
    page = client.get("/mailbox/", {"address": "you@home.test"}).content.decode()
    assert (mail.owner, mail.subject, mail.read_at) == ("you@home.test", "[Game 1] Title", None)
    assert f"/mailbox/{mail.pk}/" in page
    assert "1 unread" in page
    assert '<span class="preview">Your turn</span>' in page


@pytest.mark.parametrize(
    "text, line",
    [
        ("Above.\n\nYour turn\n", "Your turn"),
        ("Above.\n\nYour mail\n~~~~~~~~~\n· “1” - Odin up\n", "“1” - Odin up"),
        ("Above.", ""),
        ("Above.\n\nNothing\n~~~~~~~\n", ""),
    ],
)
def test_what_tells_mails_of_one_subject_apart_is_no_heading(text: str, line: str) -> None:
    assert mailbox.preview(text) == line


@pytest.mark.parametrize("path, status", [("/mailbox/", 200), ("/mailbox/all.mbox", 404)])
def test_an_address_that_cannot_be_is_nobodys(client: Client, path: str, status: int) -> None:
    assert client.get(path, {"address": "\x00you@home.localhost\x00"}).status_code == status


def test_reading_a_mail_takes_the_unread_mark_off(client: Client) -> None:
    mail = prompt()
    assert client.get(f"/mailbox/{mail.pk}/").status_code == 200
    mail.refresh_from_db()
    assert mail.read_at is not None
    assert "1 unread" not in client.get("/mailbox/").content.decode()


@pytest.mark.parametrize(
    "part, shown", [("text", "1  Odin"), ("raw", "Message-ID: &lt;turn.1@asgard.test&gt;"), ("html", "<iframe")]
)
def test_a_mail_is_shown_as_text_source_or_in_a_frame(client: Client, part: str, shown: str) -> None:
    mail = prompt()
    assert shown in client.get(f"/mailbox/{mail.pk}/", {"part": part}).content.decode()


def test_the_frame_holds_the_picture_itself_and_may_run_nothing(client: Client) -> None:
    answer = client.get(f"/mailbox/{prompt().pk}/html/")
    assert "data:image/png;base64,iVBORw0KGgo=" in answer.content.decode()
    assert "script-src" not in answer.headers["Content-Security-Policy"]
    assert "sandbox" in answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert answer.headers["X-Frame-Options"] == "SAMEORIGIN"


def test_a_button_of_the_mail_leads_to_the_filled_in_compose_form(client: Client) -> None:
    shown = client.get(f"/mailbox/{prompt().pk}/html/").content.decode()
    assert "mailto:" not in shown
    assert "https://elsewhere.test/" in shown
    address = shown.split('href="')[1].split('"')[0].replace("&amp;", "&")
    form = client.get(address).context["form"]
    assert (form["to"].value(), form["text"].value(), form["sender"].value()) == (
        "play+t@in.test",
        "b7\n",
        "you@home.test",
    )


def test_an_answer_goes_by_smtp_to_the_reply_address_with_the_original_quoted(client: Client, smtp: SmtpServer) -> None:
    mail = prompt()
    page = client.post(f"/mailbox/{mail.pk}/", {"text": "OS3:O"}, follow=True).content.decode()
    sent = message_from_bytes(smtp.taken[0], policy=policy.default)
    assert (sent["To"], sent["From"], sent["Subject"]) == ("play+t@in.test", "you@home.test", "Re: [Game 1] Title")
    assert sent["In-Reply-To"] == "<turn.1@asgard.test>"
    assert "<turn.1@asgard.test>" in sent["References"]
    text = sent.get_content().replace("\r\n", "\n")
    assert text.startswith("OS3:O\n\nOn ")
    assert "> 1  Odin" in text
    assert 'class="success"' in page
    assert EmbeddedMail.objects.filter(written=True, owner="you@home.test").count() == 1


def test_a_refused_recipient_is_reported_and_nothing_is_kept_as_sent(client: Client, smtp: SmtpServer) -> None:
    smtp.refuse = True
    page = client.post(f"/mailbox/{prompt().pk}/", {"text": "1"}, follow=True).content.decode()
    assert "550 5.1.1 no such prompt" in page
    assert not EmbeddedMail.objects.filter(written=True).exists()


def test_with_no_listener_the_answer_takes_the_same_way_in_and_the_page_says_so(
    client: Client, smtp: SmtpServer
) -> None:
    from asgard_pbem.mail.models import InboundMail

    smtp.shutdown()
    smtp.server_close()
    page = client.post(f"/mailbox/{prompt().pk}/", {"text": "1"}, follow=True).content.decode()
    assert 'class="warning"' in page
    assert InboundMail.objects.get().source == "mailbox"


@pytest.mark.parametrize(
    "fields",
    [
        {"sender": "nobody", "to": "a@b.test", "text": "x"},
        {"sender": "a@b.test", "to": "c@d.test\nBcc: e@f.test", "text": "x"},
        {"sender": "a@b.test", "to": "", "text": "x"},
    ],
    ids=["no address", "a header smuggled in", "no recipient"],
)
def test_a_message_with_a_bad_address_is_not_sent(client: Client, smtp: SmtpServer, fields: dict[str, str]) -> None:
    assert client.post("/mailbox/compose/", fields).status_code == 400
    assert smtp.taken == []


def test_a_new_message_may_have_no_text_and_any_subject(client: Client, smtp: SmtpServer) -> None:
    fields = {"sender": "a@b.test", "to": "c@d.test", "subject": "Привет", "text": ""}
    assert client.post("/mailbox/compose/", fields).status_code == 302
    assert message_from_bytes(smtp.taken[0], policy=policy.default)["Subject"] == "Привет"


def test_a_subject_of_a_stranger_is_shown_as_text(client: Client) -> None:
    raw = bytes(mailbox.compose(sender="a@b.test", recipient="you@home.test", subject="<b>x</b>", text="y"))
    mail = EmbeddedMail.objects.create(
        owner="you@home.test", sender="a", recipient="you@home.test", subject="<b>x</b>", raw=raw
    )
    assert "<b>x</b>" not in client.get(f"/mailbox/{mail.pk}/").content.decode()


@pytest.mark.parametrize(
    "variables, there",
    [
        ({}, True),
        ({"EMAIL_URL": "smtp://mail.example"}, False),
        ({"ANYMAIL_PROVIDER": "postmark", "ANYMAIL_POSTMARK_SERVER_TOKEN": "a token"}, False),
    ],
)
def test_the_mailbox_and_belief_in_from_lines_exist_only_where_mail_stays_on_this_machine(
    variables: dict[str, str], there: bool
) -> None:
    kept = {name: value for name, value in os.environ.items() if name not in env.ASKED}
    script = (
        "import django; django.setup(); from asgard_pbem import urls; from django.conf import settings as s;"
        "print(s.LOCAL_MAILBOX, s.EMAIL_BACKEND.endswith('MailboxBackend'),"
        " any('mailbox' in str(one.pattern) for one in urls.urlpatterns))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=django_settings.BASE_DIR,
        env={
            **kept, "DJANGO_SETTINGS_MODULE": "asgard_pbem.settings", "LOCAL_DIR": str(django_settings.LOCAL_DIR),
            **variables,
        },
    )  # fmt: skip
    assert done.stdout.split() == [str(there)] * 3


def test_a_mail_program_finds_it_in_a_maildir_of_its_recipient(mail_files: Path) -> None:
    mail = prompt()
    box = standard_mailbox.Maildir(mail_files / "you@home.test", create=False)
    (key,) = box.keys()
    assert box.get_bytes(key) == bytes(mail.raw)
    assert box.get_message(key).get_subdir() == "new"
    assert {path.name for path in (mail_files / "you@home.test").iterdir()} == {"cur", "new", "tmp"}
    assert list((mail_files / "you@home.test" / "tmp").iterdir()) == []
    assert mail_files.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "address, folder",
    [
        ("you@home.localhost", "you"),
        ("You@Home.Localhost", "you"),
        ("../../etc@home.test", "%2f..%2fetc@home.test"),
        (".hidden@home.test", "hidden@home.test"),
        ("a/b@home.test", "a%2fb@home.test"),
        ("игрок@home.test", "%438%433%440%43e%43a@home.test"),
    ],
)
def test_each_person_has_a_maildir_below_the_one_folder(mail_files: Path, address: str, folder: str) -> None:
    maildir.deliver(address, b"Subject: x\n\ny\n")
    assert [path.name for path in mail_files.iterdir()] == [folder]


def test_a_maildir_keeps_the_newest_and_a_full_disk_stops_no_mail(
    mail_files: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(maildir, "MOST", 3)
    for number in range(5):
        maildir.deliver("a@b.test", f"Subject: {number}\n\n".encode())
        for path in (mail_files / "a@b.test" / "new").iterdir():  # a program takes it in
            os.utime(path, (number, number))
            path.rename(mail_files / "a@b.test" / "cur" / f"{path.name}:2,S")
    kept = standard_mailbox.Maildir(mail_files / "a@b.test", create=False)
    assert sorted(str(one["Subject"]) for one in kept) == ["2", "3", "4"]

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(standard_mailbox.Maildir, "add", full)
    assert prompt().subject
    assert [one.getMessage() for one in caplog.records if one.name == maildir.log.name] == [
        "a local mail was not put into its Maildir: OSError"
    ]


def test_a_message_and_a_whole_mailbox_can_be_taken_away(client: Client, tmp_path: Path) -> None:
    first = prompt()
    second = EmbeddedMail.objects.create(
        owner="you@home.test", sender="A <a@b.test>", recipient="you@home.test", subject="Two",
        raw=b"Subject: Two\n\nFrom here on\n>From there\nend",
    )  # fmt: skip
    EmbeddedMail.objects.create(owner="other@home.test", sender="a", recipient="b", subject="not yours", raw=b"x")
    one = client.get(f"/mailbox/{first.pk}/message.eml")
    assert one.content == bytes(first.raw)
    assert (one.headers["Content-Type"], one.headers["Content-Disposition"]) == (
        "message/rfc822", f'attachment; filename="asgard-{first.pk}.eml"',
    )  # fmt: skip
    assert f"/mailbox/{first.pk}/message.eml" in client.get(f"/mailbox/{first.pk}/").content.decode()
    assert "/mailbox/all.mbox?address=you%40home.test" in client.get("/mailbox/?address=you@home.test").content.decode()
    (tmp_path / "all.mbox").write_bytes(client.get("/mailbox/all.mbox?address=You@home.test").content)
    found = list(standard_mailbox.mbox(tmp_path / "all.mbox"))
    assert [str(mail["Subject"]) for mail in found] == ["[Game 1] Title", second.subject]
    assert found[1].get_payload() == ">From here on\n>>From there\nend\n"
    assert client.get("/mailbox/all.mbox?address=nobody@home.test").status_code == 404


def test_links_of_a_mail_lead_to_where_the_service_is_today(client: Client, settings: SettingsWrapper) -> None:
    settings.PUBLIC_URL = "http://127.0.0.1:8123"
    raw = mailbox.compose(sender="a@b.test", recipient="you@home.test", subject="x", text="http://127.0.0.1:8000/g/1/")
    raw.add_alternative('<a href="http://127.0.0.1:8001/g/1/">x</a> http://127.0.0.1.evil.test/', subtype="html")
    mail = EmbeddedMail.objects.create(owner="you@home.test", sender="a", recipient="b", raw=bytes(raw))
    assert "http://127.0.0.1:8123/g/1/" in client.get(f"/mailbox/{mail.pk}/?part=text").content.decode()
    shown = client.get(f"/mailbox/{mail.pk}/html/").content.decode()
    assert 'href="http://127.0.0.1:8123/g/1/"' in shown
    assert "http://127.0.0.1.evil.test/" in shown


def test_the_printed_address_signs_one_in_and_leads_nowhere_else(client: Client) -> None:
    assert client.get("/mailbox/you/g/1/").headers["Location"] == "/g/1/"
    assert "_auth_user_id" not in client.session
    you = services.player_for(django_settings.EMBEDDED_PLAYER_EMAIL)
    assert client.get("/mailbox/you/g/1/").headers["Location"] == "/g/1/"
    assert client.session["_auth_user_id"] == str(you.pk)
    for away in ("//evil.test/", "/evil.test", "https://evil.test/", "%2F%2Fevil.test/", "\\evil.test"):
        target = client.get(f"/mailbox/you/{away}").headers["Location"]
        assert target.startswith("/")
        assert not target.startswith(("//", "/\\"))


def test_whoever_plays_from_another_address_since_finds_their_game(client: Client) -> None:
    begun = services.ensure_demo_table(django_settings.EMBEDDED_PLAYER_EMAIL)
    you = Player.objects.get(email=django_settings.EMBEDDED_PLAYER_EMAIL)
    services.take_address(you, "you@far.localhost")
    assert services.ensure_demo_table(django_settings.EMBEDDED_PLAYER_EMAIL).pk == begun.pk
    client.get(f"/mailbox/you/g/{begun.pk}/")
    assert client.session["_auth_user_id"] == str(you.pk)


def test_the_menu_says_that_one_is_in_the_mailbox(client: Client) -> None:
    for path in ("/mailbox/", f"/mailbox/{prompt().pk}/", "/mailbox/compose/"):
        assert '<a href="/mailbox/" aria-current="page">' in client.get(path).content.decode()
    assert '<a href="/mailbox/">' in client.get("/tables/").content.decode()
