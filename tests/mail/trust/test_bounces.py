"""Bounces and complaints stop mail, never a seat."""

from __future__ import annotations

from datetime import timedelta

import pytest
from anymail.signals import AnymailTrackingEvent, tracking
from django.utils import timezone

from asgard_pbem.mail.models import DeliveryEvent
from asgard_pbem.mail.sending import bounces
from asgard_pbem.mail.sending.bounces import Report
from asgard_pbem.mail.tokens import bounce_address
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Outbox, Player
from tests.mail.conftest import PLAY, Post

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "report, weight",
    [
        (Report("bounced", status="5.1.1"), 8),
        (Report("rejected", invalid=True), 8),
        (Report("complained"), 8),
        (Report("bounced", status="5.0.0"), 4),
        (Report("bounced"), 4),
        (Report("bounced", status="5.2.2"), 1),
        (Report("bounced", status="5.4.4"), 1),
        (Report("bounced", status="5.7.26"), 1),
        (Report("deferred", status="4.2.0"), 1),
        (Report("deferred"), 0),
        (Report("deferred", status="5.1.1"), 1),
        (Report("delivered"), 0),
        (Report("delivered", status="5.1.1"), 0),
        (Report("autoresponded"), 0),
    ],
)
def test_reports_weigh_what_they_mean(report: Report, weight: float) -> None:
    assert bounces.weight(report) == weight


def test_a_score_falls_by_one_a_day() -> None:
    now = timezone.now()
    assert bounces.decayed(5, now - timedelta(days=2), now) == pytest.approx(3)
    assert bounces.decayed(5, now - timedelta(days=9), now) == 0


@pytest.fixture
def owed(game: Game, people: list[Player], post: Post) -> Outbox:
    post.deliver()
    Outbox.objects.filter(player=people[0]).update(provider_id="p-1")
    return Outbox.objects.get(player=people[0], purpose="prompt")


def state(player: Player) -> tuple[str, float]:
    player.refresh_from_db()
    return player.mail_state, round(player.bounce_score)


def test_two_hard_bounces_stop_mail_and_leave_the_seat(game: Game, owed: Outbox, people: list[Player]) -> None:
    assert bounces.tracked(Report("bounced", provider_id="p-1", event_id="e1"))
    assert state(people[0]) == ("on", 4)
    assert bounces.tracked(Report("bounced", provider_id="p-1", event_id="e2"))
    assert state(people[0]) == ("bounced", 8)
    assert game.holders.get(seat=0).player == people[0]


def test_an_event_counts_once_by_its_id_or_by_its_minute(owed: Outbox, people: list[Player]) -> None:
    results = [bounces.tracked(Report("bounced", provider_id="p-1", event_id="e1")) for _ in range(3)]
    assert results == [True, False, False]
    for _ in range(3):
        bounces.tracked(Report("bounced", provider_id="p-1", status="4.0.0"))
    assert state(people[0])[1] <= 6


def test_what_a_provider_says_without_an_id_of_two_mails_is_two_words(owed: Outbox, post: Post) -> None:
    other = post_another(owed, post)
    Outbox.objects.filter(pk=other.pk).update(provider_id="p-2")
    for mail in ("p-1", "p-2"):
        bounces.tracked(Report("bounced", provider_id=mail))
    assert state(owed.player) == ("bounced", 8)


def test_a_word_about_no_mail_of_ours_changes_nothing(owed: Outbox, people: list[Player]) -> None:
    Outbox.objects.exclude(pk=owed.pk).update(provider_id="")  # as of every mail that went out by SMTP
    assert not bounces.tracked(Report("complained", provider_id="unknown", event_id="e9"))
    assert not bounces.tracked(Report("complained", event_id="e10"))
    assert [state(one) for one in people] == [("on", 0)] * 3


def test_mails_that_come_back_now_and_then_stop_nothing(owed: Outbox, people: list[Player]) -> None:
    for week in range(12):
        bounces.tracked(Report("deferred", provider_id="p-1", event_id=f"w{week}", status="4.2.2"))
        assert state(people[0]) == ("on", 1)
        scored = people[0].bounce_scored_at
        assert scored is not None
        Player.objects.filter(pk=people[0].pk).update(bounce_scored_at=scored - timedelta(days=7))


def test_a_providers_complaint_stops_at_once(owed: Outbox, people: list[Player]) -> None:
    event = AnymailTrackingEvent(event_type="complained", message_id="p-1", event_id="e3", recipient="x")
    tracking.send(sender=None, event=event, esp_name="Test")
    assert state(people[0])[0] == "complained"


def test_who_unsubscribes_at_the_provider_gets_no_more_mail(owed: Outbox, people: list[Player]) -> None:
    tracking.send(
        sender=None,
        event=AnymailTrackingEvent(event_type="unsubscribed", message_id="p-1", event_id="e4"),
        esp_name="T",
    )
    assert state(people[0]) == ("stopped", 0)


DSN = """From: MAILER-DAEMON@mx.example\r
To: {to}\r
MIME-Version: 1.0\r
Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r
\r
--b\r
Content-Type: text/plain\r
\r
No such user.\r
--b\r
Content-Type: message/delivery-status\r
\r
Reporting-MTA: dns; mx.example\r
\r
Final-Recipient: rfc822; anna@home.example\r
Action: {action}\r
Status: {status}\r
--b--\r
"""


@pytest.mark.parametrize(
    "action, status, expected",
    [("failed", "5.1.1", ("on", 4)), ("failed", "5.2.2", ("on", 1)), ("delayed", "4.4.1", ("on", 1))],
)
def test_a_delivery_report_to_the_bounce_address_counts_and_is_never_answered(
    owed: Outbox, post: Post, action: str, status: str, expected: tuple[str, float]
) -> None:
    to = bounce_address(owed.pk)
    row = post.take(DSN.format(to=to, action=action, status=status).encode(), to=to, envelope_from="")
    assert (row.state, row.kind) == ("ignored", "bounce")
    assert state(owed.player) == expected
    assert not Outbox.objects.filter(purpose="receipt").exists()


def report(owed: Outbox, status: str = "5.1.1", action: str = "failed", **text: str) -> bytes:
    """A delivery report about `owed`, at its bounce address."""
    return DSN.format(to=text.get("to", bounce_address(owed.pk)), action=action, status=status).encode()


def test_two_mails_that_came_back_for_good_stop_mail(owed: Outbox, post: Post) -> None:
    other = post_another(owed, post)
    for row in (owed, other):
        post.take(report(row), to=bounce_address(row.pk), envelope_from="")
    assert state(owed.player)[0] == "bounced"


def test_one_mail_that_comes_back_again_and_again_counts_once(owed: Outbox, post: Post) -> None:
    """Whoever saw the bounce address of one mail can write any number of reports about it."""
    for number in range(5):
        raw = report(owed) + str(number).encode()
        post.take(raw, to=bounce_address(owed.pk), envelope_from="")
    assert state(owed.player) == ("on", 4)


def test_a_second_return_weeks_later_still_stops_mail(owed: Outbox, post: Post) -> None:
    post.take(report(owed), to=bounce_address(owed.pk), envelope_from="")
    then = timezone.now() - timedelta(days=20)
    Player.objects.update(bounce_scored_at=then, verified_at=then - timedelta(days=20))
    DeliveryEvent.objects.update(received_at=then)
    other = post_another(owed, post)
    post.take(report(other), to=bounce_address(other.pk), envelope_from="")
    assert state(owed.player)[0] == "bounced"


def post_another(owed: Outbox, post: Post) -> Outbox:
    """A further mail to the same player."""
    row = services.owe(player=owed.player, purpose="notice", key=f"another:{owed.pk}", payload={"what": "started"})
    post.deliver()
    return row


def test_a_report_that_quotes_our_message_id_stops_nobodys_mail(owed: Outbox, people: list[Player], post: Post) -> None:
    """The id stands in every answer and forwarded copy of the mail."""
    quoted = f"--b\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: <{owed.message_id}>\r\n\r\nx\r\n--b--".encode()
    for to in (PLAY, "games@asgard.localhost", post.to(people[0]).reply_to):
        row = post.take(report(owed, to=to).replace(b"--b--", quoted), to=to, envelope_from="")
        assert row.state == "ignored"
    assert state(people[0]) == ("on", 0)


@pytest.mark.parametrize("how", [{"dmarc": "fail"}, {"envelope_from": "mallory@evil.example"}])
def test_a_report_that_no_mail_server_sent_counts_for_nothing(owed: Outbox, post: Post, how: dict[str, str]) -> None:
    envelope = {"envelope_from": "", **how}
    post.take(report(owed), to=bounce_address(owed.pk), **envelope)
    assert state(owed.player) == ("on", 0)


def test_a_complaint_by_mail_alone_stops_nothing(owed: Outbox, post: Post) -> None:
    raw = report(owed).replace(b"delivery-status", b"feedback-report")
    row = post.take(raw, to=bounce_address(owed.pk), envelope_from="")
    assert row.kind == "complaint"
    assert state(owed.player) == ("on", 4)


def test_a_complaint_and_a_return_of_one_mail_stop_nothing_either(owed: Outbox, post: Post) -> None:
    """Whoever saw one bounce address can say of its mail whatever there is to say."""
    for number, kind in enumerate((b"feedback-report", b"delivery-status", b"feedback-report")):
        raw = report(owed).replace(b"delivery-status", kind) + str(number).encode()
        post.take(raw, to=bounce_address(owed.pk), envelope_from="")
    assert state(owed.player) == ("on", 4)


def test_a_mail_that_was_late_may_still_come_back(owed: Outbox, post: Post) -> None:
    for raw in (report(owed, "4.4.1", "delayed"), report(owed)):
        post.take(raw, to=bounce_address(owed.pk), envelope_from="")
    assert state(owed.player) == ("on", 5)


def test_a_mail_that_is_said_to_be_late_and_back_for_good_is_one_mail(owed: Outbox, post: Post) -> None:
    """Whoever saw its bounce address stopped all mail to its reader by these two."""
    for raw in (report(owed, "5.1.1", "delayed"), report(owed, "5.1.1", "failed")):
        post.take(raw, to=bounce_address(owed.pk), envelope_from="")
    assert state(owed.player) == ("on", 5)


@pytest.mark.parametrize("header", ["Auto-Submitted: auto-replied", "Precedence: bulk", "List-Id: <a.home.example>"])
def test_a_machine_that_answers_the_envelope_is_no_return(owed: Outbox, post: Post, header: str) -> None:
    """Whoever is away has programs answer the envelope's sender, from nobody (RFC 3834, 3.3 and 4)."""
    to = bounce_address(owed.pk)
    raw = f"From: anna@home.example\r\nTo: {to}\r\nSubject: Re: Your turn\r\n{header}\r\n\r\nI am away.\r\n".encode()
    row = post.take(raw, to=to, envelope_from="")
    assert (row.state, row.kind in {"auto-reply", "list"}) == ("ignored", True)
    assert state(owed.player) == ("on", 0)


@pytest.mark.parametrize("action", ["delivered", "relayed", "expanded"])
def test_a_report_that_a_mail_arrived_counts_for_nothing(owed: Outbox, post: Post, action: str) -> None:
    """Nobody asks for one (RFC 3461, `NOTIFY`), and some servers send them: so many days in a row stopped mail."""
    row = post.take(report(owed, "2.0.0", action), to=bounce_address(owed.pk), envelope_from="")
    assert row.state == "ignored"
    assert state(owed.player) == ("on", 0)


def test_the_envelope_sender_names_the_mail_alone(owed: Outbox, post: Post) -> None:
    message = next(one for one in post.messages if one.extra_headers["Message-ID"] == f"<{owed.message_id}>")
    assert message.from_email == bounce_address(owed.pk)
    assert message.message()["From"] == "Asgard PBEM <games@asgard.localhost>"


def test_what_came_back_from_another_speaks_against_nobody_else(owed: Outbox, people: list[Player], post: Post) -> None:
    theirs = Outbox.objects.get(player=people[1], purpose="prompt")
    for row in (theirs, owed):
        post.take(report(row), to=bounce_address(row.pk), envelope_from="")
    assert [state(one) for one in people[:2]] == [("on", 4)] * 2


def test_a_return_of_long_ago_is_no_first_one(owed: Outbox, post: Post) -> None:
    """A mailbox that was away for a while in spring and again in summer is there."""
    post.take(report(owed), to=bounce_address(owed.pk), envelope_from="")
    then = timezone.now() - timedelta(days=31)
    Player.objects.update(bounce_scored_at=then)
    DeliveryEvent.objects.update(received_at=then)
    other = post_another(owed, post)
    post.take(report(other), to=bounce_address(other.pk), envelope_from="")
    assert state(owed.player) == ("on", 4)


def test_complaints_about_two_mails_stop_mail_whatever_else_they_say_of_them(owed: Outbox, post: Post) -> None:
    """Who complains has got the mail, so the report may say that it was delivered."""
    other = post_another(owed, post)
    for row, action in ((owed, "delivered"), (other, "failed")):
        assert post.take(complaint(row, action), to=bounce_address(row.pk), envelope_from="").kind == "complaint"
    assert state(owed.player)[0] == "complained"


def test_a_second_complaint_weeks_later_still_stops_mail(owed: Outbox, post: Post) -> None:
    post.take(complaint(owed), to=bounce_address(owed.pk), envelope_from="")
    then = timezone.now() - timedelta(days=20)
    Player.objects.update(bounce_scored_at=then, verified_at=then - timedelta(days=20))
    DeliveryEvent.objects.update(received_at=then)
    other = post_another(owed, post)
    post.take(complaint(other), to=bounce_address(other.pk), envelope_from="")
    assert state(owed.player)[0] == "complained"


def complaint(owed: Outbox, action: str = "delivered") -> bytes:
    """A complaint about `owed`, which says as well what became of it."""
    return report(owed, "2.0.0", action).replace(b"report-type=delivery-status", b"report-type=feedback-report")


def test_a_report_that_names_no_action_is_one_of_a_failure(owed: Outbox, post: Post) -> None:
    raw = report(owed, "5.0.0").replace(b"Action: failed\r\n", b"")
    post.take(raw, to=bounce_address(owed.pk), envelope_from="")
    assert state(owed.player) == ("on", 4)
