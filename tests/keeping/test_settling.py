"""A game that has long been over settles: its mails go, and all that may be asked of it is there as before."""

from __future__ import annotations

import json
import threading
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from asgard_pbem.mail import tasks as mail_tasks
from asgard_pbem.mail.forgetting import keeping as mail_keeping
from asgard_pbem.mail.models import InboundMail, Pending, RawMail, Remembered
from asgard_pbem.tables import tasks
from asgard_pbem.tables.models import Game, Outbox, Player, ReplyToken, Snapshot
from asgard_pbem.tables.reading import checking, history
from asgard_pbem.tables.store import loading
from asgard_pbem.tables.store.keeping import forgetting
from asgard_pbem.web.models import Session, SmallBoard
from tests.mail.conftest import PLAY, Post, letter, make_game, receipt_of
from tests.mail.conftest import reply_to as answer_to
from tests.tables.unattended.test_pulse import FORGETS

pytestmark = pytest.mark.django_db
LATER = timedelta(days=46)


def finished(people: list[Player], post: Post) -> Game:
    """A game played to its end by mail."""
    game = make_game(people, hand=3)
    while (asked := game.open_decisions.filter(answered=False).order_by("seat").first()) is not None:
        assert post.reply(people[asked.seat], "1").state == "done"
    post.deliver()
    game.refresh_from_db()
    assert game.status == "over"
    return game


def pass_by(game: Game, span: timedelta = LATER) -> None:
    """So much time goes by for a game."""
    Game.objects.filter(pk=game.pk).update(ended_at=timezone.now() - span)


def told(game: Game) -> Any:
    """What people and operators may ask of a game."""
    call_command("export", str(game.pk), stdout=(out := Lines()))
    moments = history.history(game.pk, None, since=0, upto=game.moment)
    return out.text, moments


class Lines:
    """What a command writes."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str, *_: Any) -> None:
        self.text += text


def test_a_settled_game_is_looked_at_replayed_exported_checked_and_rebuilt_as_before(
    people: list[Player], post: Post
) -> None:
    game = finished(people, post)
    other = make_game(people)
    ended = game.ended_at
    assert ended is not None
    before, rows = told(game), Outbox.objects.filter(game=other).count()
    tasks.settle_games()
    assert Outbox.objects.filter(game=game).exists()  # not yet old
    pass_by(game)
    tasks.settle_games()
    game.refresh_from_db()
    assert game.settled_at is not None
    for model in (Outbox, ReplyToken, SmallBoard):
        assert not model.objects.filter(game=game).exists(), model
    assert not InboundMail.objects.filter(envelope_to__contains="+").exists()
    assert list(Snapshot.objects.filter(game=game).values_list("seq", flat=True)) in ([], [game.last_snapshot])
    assert Outbox.objects.filter(game=other).count() == rows  # a running game keeps all
    loading.shelf.clear()
    assert told(game) == before
    Game.objects.filter(pk=game.pk).update(ended_at=ended)  # as its log says
    for _ in range(2):
        found = checking.check(game.pk)
        assert (found.faults, found.incomplete) == ([], False)
        call_command("rebuild", str(game.pk), stdout=Lines())


def test_who_answers_a_mail_of_a_game_long_over_is_told_so_and_nothing_is_done(
    people: list[Player], post: Post
) -> None:
    game = finished(people, post)
    last = post.to(people[0])
    seen = [(15, "long_over"), (46, "lost_address")]
    for days, reason in seen:
        pass_by(game, timedelta(days=days))
        tasks.settle_games()
        row = post.take(answer_to(last, people[0].email, ["1", str(days)]))
        assert (row.state, row.reason) == ("refused", reason)
        assert receipt_of(row).answers[0].kind == "games"  # and what is asked now
    stranger = post.take(answer_to(last, "somebody@else.example", ["1"]))
    assert (stranger.state, stranger.reason) == ("ignored", "unknown_token")
    forged = post.take(answer_to(last, people[0].email, ["1 2"]), dmarc="fail")
    assert (forged.state, forged.reason) == ("ignored", "unknown_token")


def test_again_is_taken_as_long_as_the_address_answers(people: list[Player], post: Post) -> None:
    game = finished(people, post)
    pass_by(game, timedelta(days=13))
    tasks.settle_games()
    assert post.reply(people[0], "again").state == "done"
    assert Game.objects.filter(key=game.key, status="open").exists()


def test_a_mail_that_comes_once_more_after_years_is_not_carried_out_again(people: list[Player], post: Post) -> None:
    """Whatever its bytes: a server on the way may have added a line."""
    opened = letter(people[0].email, PLAY, "open highest_card 2")
    assert post.take(opened, dmarc="pass").state == "done"
    asked = letter(people[0].email, PLAY, "games")
    assert post.take(asked, dmarc="pass").state == "done"
    tables = Game.objects.count()
    age(timedelta(days=400))
    tasks.settle_games()
    mail_tasks.forget_old_mail()
    assert not InboundMail.objects.exists()
    owed = Outbox.objects.count()
    for raw in (opened, asked, b"Received: by once.more\r\n" + opened):
        row = post.take(raw, dmarc="pass", to=PLAY)
        assert (row.state, row.reason) == ("ignored", "duplicate")
    assert (Game.objects.count(), Outbox.objects.count()) == (tables, owed)
    assert Remembered.objects.exists()


def age(span: timedelta) -> None:
    """All mails are so much older."""
    then = timezone.now() - span
    InboundMail.objects.update(received_at=then)
    Outbox.objects.update(created_at=then)
    ReplyToken.objects.update(issued_at=then)
    Pending.objects.update(expires_at=then)


def test_forgetting_goes_in_steps_of_its_own_which_can_be_broken_off_anywhere(
    people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch, django_assert_max_num_queries: Any
) -> None:
    first, second = finished(people, post), finished(people, post)
    for game in (first, second):
        pass_by(game)
    monkeypatch.setattr(forgetting, "AT_ONCE", 2)
    monkeypatch.setattr(forgetting, "GAMES_AT_ONCE", 1)
    assert forgetting.in_slices(forgetting.steps(timezone.now()), slice_s=0)  # time was up at once: one step was done
    assert Game.objects.exclude(settled_at=None).count() == 1
    with CaptureQueriesContext(connection) as asked:
        assert not forgetting.in_slices(forgetting.steps(timezone.now()))
    assert Game.objects.filter(settled_at=None, status="over").count() == 0
    deleted = [one["sql"] for one in asked if one["sql"].startswith("DELETE")]
    assert len(deleted) > 3
    assert all(sql.count("'::uuid") + sql.count("\\x") <= 3 for sql in deleted), deleted
    assert not ReplyToken.objects.filter(game__in=[first, second]).exists()


@pytest.mark.django_db(transaction=True)
def test_what_somebody_holds_just_now_is_passed_over_and_goes_with_the_next_round(people: list[Player]) -> None:
    """A round that waited for whoever writes would hold up what waits behind it, and be stopped by its own time."""
    for key in ("a" * 32, "b" * 32):
        Session.objects.create(session_key=key, session_data="", expire_date=timezone.now() - timedelta(days=1))
    holding, done = threading.Event(), threading.Event()

    def visit() -> None:
        with transaction.atomic():
            Session.objects.select_for_update().get(session_key="a" * 32)
            holding.set()
            done.wait(10)
        connection.close()

    visitor = threading.Thread(target=visit)
    visitor.start()
    assert holding.wait(10)
    over = Session.objects.filter(expire_date__lt=timezone.now())
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '2s'")
            found = [forgetting.some(over), forgetting.some(over)]
    finally:
        done.set()
        visitor.join(10)
    assert found == [1, 0]
    assert forgetting.some(over) == 1


PLANS = {
    "games": lambda now: Game.objects.filter(settled_at=None, ended_at__lt=now).order_by("ended_at"),
    "outbox": lambda now: Outbox.objects.filter(game=None, created_at__lt=now),
    "tokens": lambda now: ReplyToken.objects.filter(game=None, issued_at__lt=now),
    "mails": lambda now: InboundMail.objects.filter(token=None, received_at__lt=now),
    "sessions": lambda now: Session.objects.filter(expire_date__lt=now),
}


@pytest.mark.parametrize("what", sorted(PLANS))
def test_what_is_old_is_found_by_an_index(what: str) -> None:
    rows = PLANS[what](timezone.now() - timedelta(days=9))
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        plan = rows.explain(format="json")
    names = json.dumps(json.loads(plan))
    assert "Index" in names, plan
    assert "Seq Scan" not in names, plan


def test_every_step_is_taken(people: list[Player]) -> None:
    for steps in (forgetting.steps, mail_keeping.steps):
        assert not forgetting.in_slices(steps(timezone.now()))


@pytest.mark.parametrize("ahead", [True, False], ids=["our clock is ahead", "the rows are old"])
def test_nothing_is_forgotten_by_a_clock_that_is_wrong(
    people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch, *, ahead: bool
) -> None:
    game, span = finished(people, post), timedelta(days=800)
    Session.objects.create(session_key="a" * 32, session_data="", expire_date=timezone.now() + timedelta(days=1))
    if ahead:
        right = timezone.now
        monkeypatch.setattr(timezone, "now", lambda: right() + span)
    else:
        pass_by(game, span)
        age(span)
        RawMail.objects.update(received_at=timezone.now() - span)
        Session.objects.update(expire_date=timezone.now() - span)
    for forget in FORGETS:
        forget()
    game.refresh_from_db()
    kept = [model.objects.exists() for model in (InboundMail, RawMail, Outbox, Session)]
    assert (kept, game.settled_at is None) == ([ahead] * 4, ahead)
