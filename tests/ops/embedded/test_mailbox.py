"""The local mailbox: what is mailed lies there, and an answer leaves it as a real message."""

import os
import socketserver
import subprocess
import sys
import threading
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.mime.image import MIMEImage

import pytest
from django.conf import settings as django_settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.test import Client

from asgard_pbem import env
from asgard_pbem.embedded import mailbox
from asgard_pbem.embedded.models import EmbeddedMail

pytestmark = pytest.mark.django_db
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
def smtp(settings: object) -> Iterator[SmtpServer]:
    """A listener on a free port, which the settings name."""
    with SmtpServer() as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        settings.INBOUND_SMTP_HOST, settings.INBOUND_SMTP_PORT = server.server_address  # type: ignore[attr-defined]
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
    [({}, True), ({"EMAIL_URL": "smtp://mail.example"}, False), ({"ANYMAIL_PROVIDER": "postmark"}, False)],
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
