"""What whoever runs the service has: reading again, looking at a mail, sweeping, forgetting."""

from __future__ import annotations

import io
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from asgard_pbem.mail import tasks
from asgard_pbem.mail.answering import judging
from asgard_pbem.mail.doors import inbound
from asgard_pbem.mail.management import stuck
from asgard_pbem.mail.models import InboundMail, RawMail
from asgard_pbem.mail.reading import sandbox
from asgard_pbem.serving.metrics import gauges
from asgard_pbem.tables import notify, services
from asgard_pbem.tables.models import Deed, Event, Game, Outbox, Player
from asgard_pbem.tables.store.keeping import forgetting
from tests.mail.conftest import Post, letter

pytestmark = pytest.mark.django_db


def run(*arguments: Any, **options: Any) -> str:
    out = io.StringIO()
    call_command(*arguments, stdout=out, **options)
    return out.getvalue()


def test_a_quarantined_mail_is_read_again_shown_and_done(game: Game, people: list[Player], post: Post) -> None:
    to = post.to(people[0]).reply_to
    row = post.take(letter(people[0].email, to, "nonsense"))
    InboundMail.objects.filter(pk=row.pk).update(state="quarantined", attempts=5, kept=None, message_id="", token=None)
    shown = run("reparse", str(row.pk))
    assert "+nonsense" in shown
    assert InboundMail.objects.get().state == "quarantined"
    assert "now refused no_orders" in run("reparse", apply=True)
    assert run("reparse") == "0 mails looked at.\n"
    assert Outbox.objects.filter(purpose="receipt").count() == 1


@pytest.fixture
def put_aside(game: Game, people: list[Player], post: Post) -> InboundMail:
    """A mail that no attempt could read, as its row is then: nothing but the address says whose it is."""
    row = post.take(letter(people[0].email, post.to(people[0]).reply_to, "nonsense"))
    InboundMail.objects.filter(pk=row.pk).update(
        state="quarantined", attempts=5, error="KeyError", kept=None, message_id="", token=None, player=None
    )
    return row


def test_a_mail_that_nobody_will_mend_is_let_go_of_and_names_itself_no_more(
    put_aside: InboundMail, people: list[Player]
) -> None:
    owed = Outbox.objects.count()
    assert str(put_aside.pk) in {one.name for one in stuck.everything()}
    with pytest.raises(CommandError, match="the one or the other"):
        run("reparse", let_go=True, apply=True)
    assert f"{put_aside.pk} is let go of" in run("reparse", str(put_aside.pk), let_go=True, why="of no use to anybody")
    assert f"{put_aside.pk} was not put aside" in run("reparse", str(put_aside.pk), let_go=True)
    assert run("reparse", let_go=True) == "0 mails looked at.\n"
    assert str(put_aside.pk) not in {one.name for one in stuck.everything()}
    assert {name: value for name, _, value in gauges.read()}["asgard_quarantined_mails"] == 0
    assert Outbox.objects.count() == owed, "whoever wrote it was told when it was put aside"
    deed = Deed.objects.get()
    assert (deed.what, deed.subject, deed.why) == ("let go", str(put_aside.pk), "of no use to anybody")
    assert "ignored let_go KeyError, 5 tries" in run("trace", str(put_aside.pk))


def test_what_was_let_go_of_is_kept_as_long_as_others_and_erased_with_whoever_wrote_it(
    put_aside: InboundMail, people: list[Player]
) -> None:
    run("reparse", let_go=True)
    assert RawMail.objects.filter(pk=put_aside.sha256).exists()
    assert "now refused no_orders" in run("reparse", str(put_aside.pk), apply=True), "its fault was mended after all"
    InboundMail.objects.update(state="quarantined", kept=None, message_id="", token=None, player=None)
    run("reparse", let_go=True)
    services.erase_player(people[0])
    assert not RawMail.objects.filter(pk=put_aside.sha256).exists()


def test_reading_an_unknown_mail_again_is_refused(db: None) -> None:
    with pytest.raises(CommandError):
        run("reparse", "00000000-0000-4000-8000-000000000000")


def test_a_mail_is_shown_with_its_cuts_and_raw_only_escaped(game: Game, people: list[Player], post: Post) -> None:
    row = post.take(letter(people[0].email, post.to(people[0]).reply_to, "1", "\x1b[31mred", "> quoted text of ours"))
    text = run("show_mail", str(row.pk), raw=True)
    assert "kept | '1'" in text
    assert "cut lines" in text
    assert "\x1b" not in text


def test_what_a_mail_said_is_forgotten_after_thirty_days_and_what_became_of_it_stays(
    game: Game, people: list[Player], post: Post
) -> None:
    row = post.reply(people[0], "1", envelope_from=people[0].email)
    post.deliver()
    tasks.purge_raw()
    row.refresh_from_db()
    assert (inbound.raw_of(row) is not None, row.kept, row.outcome["outcome"]) == (True, "1", "done")
    long_ago = timezone.now() - timedelta(days=31)
    RawMail.objects.update(received_at=long_ago)
    InboundMail.objects.update(received_at=long_ago)
    Outbox.objects.update(created_at=long_ago)
    tasks.purge_raw()
    found = InboundMail.objects.get()
    assert (inbound.raw_of(found), found.kept, found.outcome, found.envelope_from) == (None, "", {}, None)
    assert (found.state, found.kind, found.sha256) == ("done", "reply", row.sha256)
    assert Outbox.objects.get(purpose="receipt").receipt == {}


def test_old_mails_are_forgotten_in_small_steps_and_those_not_read_yet_are_kept(
    game: Game, people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forgetting, "AT_ONCE", 2)
    to = post.to(people[0]).reply_to
    for number in range(5):
        post.take(letter(people[0].email, to, f"nonsense {number}"))
    last = InboundMail.objects.order_by("received_at").last()
    assert last is not None
    InboundMail.objects.filter(pk=last.pk).update(state="new")
    long_ago = timezone.now() - timedelta(days=31)
    InboundMail.objects.update(received_at=long_ago)
    RawMail.objects.update(received_at=long_ago)
    tasks.purge_raw()
    assert list(InboundMail.objects.filter(kept__isnull=False)) == [last]
    assert inbound.raw_of(last) is not None  # it was acknowledged, and its day of being read is yet to come
    assert RawMail.objects.count() == 1


def test_a_receipt_whose_mail_is_forgotten_is_not_sent_any_more(game: Game, people: list[Player], post: Post) -> None:
    post.reply(people[0], "1")
    Outbox.objects.filter(purpose="receipt").update(state="failed", created_at=timezone.now() - timedelta(days=31))
    tasks.purge_raw()
    Outbox.objects.filter(purpose="receipt").update(state="queued", due_at=timezone.now())
    post.deliver()
    assert Outbox.objects.get(purpose="receipt").state == "dropped"


def test_the_sweep_queues_what_the_broker_lost(
    game: Game, people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = post.reply(people[0], "1")
    InboundMail.objects.update(state="new", next_attempt_at=None, received_at=timezone.now() - timedelta(minutes=1))
    queued: list[tuple[str, ...]] = []
    monkeypatch.setattr(notify, "tell", lambda *arguments: queued.append(arguments))
    tasks.sweep_inbound()
    assert queued == [("asgard_pbem.mail.tasks.process_inbound", str(row.pk))]


def test_the_tasks_do_the_work_by_key(
    game: Game, people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    from asgard_pbem.mail.sending import owed as sending
    from tests.mail.conftest import plain_render

    monkeypatch.setattr(sending, "_renderer", lambda: plain_render)
    owed = Outbox.objects.get(player=people[0], purpose="prompt")
    tasks.send_mail(str(owed.pk))
    owed.refresh_from_db()
    assert owed.state == "sent"


def test_no_log_holds_an_address_a_token_or_a_body(
    game: Game, people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("about anna@home.example: secret words")

    prompt = post.to(people[0])
    with monkeypatch.context() as patch:
        patch.setattr(judging, "claim_of", broken)
        post.take(letter(people[0].email, prompt.reply_to, "secret words"))
    assert "RuntimeError" in caplog.text
    for private in (people[0].email, prompt.reply_to[5:31], "secret words"):
        assert private not in caplog.text
    assert Event.objects.filter(game=game, kind="move_made").count() == 0


def test_a_reader_that_dies_is_replaced_for_the_next_mail(game: Game, people: list[Player], post: Post) -> None:
    assert post.reply(people[0], "1").state == "done"
    sandbox.stop()
    assert post.reply(people[1], "1").state == "done"
