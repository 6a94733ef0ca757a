"""Several whose time is up together: each hears of what was played for them and of the next question in one mail."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.conf import settings
from django.core import mail as django_mail
from django.utils import timezone

from asgard_pbem.mail.sending import owed as sending
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Outbox, Player
from tests.letters.outcomes.test_time_outs import LATE, flat, table
from tests.toys.installed import _rampart_is_installed

__all__ = ["_rampart_is_installed"]
pytestmark = pytest.mark.django_db
RULES_ANSWERED = "Your time ran out, and the rules answered for you."


@pytest.fixture(autouse=True)
def _waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """As for people: mails wait for what follows them."""
    monkeypatch.setattr(settings, "PROMPT_WAITS_S", 2)
    monkeypatch.setattr(settings, "RECEIPT_WAITS_S", 10)


def go_out(after_s: float) -> list[tuple[str, str, str]]:
    """What goes out by so many seconds from now: to whom, for what, its text."""
    later, found = timezone.now() + timedelta(seconds=after_s), []
    due = Outbox.objects.filter(state="queued", due_at__lte=later)
    for row in list(due.order_by("due_at", "created_at")):
        if sending.send(row.pk, now=later):
            message = django_mail.outbox[-1]
            found.append((message.to[0], str(row.purpose), flat(str(message.body))))
    return found


def all_late(game: Game) -> None:
    """The first questions have gone out, and nobody has answered in time."""
    go_out(5)
    Game.objects.filter(pk=game.pk).update(days_per_decision=1)
    services.play_time_outs(timezone.now() + LATE)


def test_each_gets_one_mail_of_what_was_played_and_of_what_is_asked_now(game: Game, people: list[Player]) -> None:
    all_late(game)
    mails = go_out(5)
    assert sorted((to, purpose) for to, purpose, _ in mails) == [(one.email, "prompt") for one in people]
    (anna,) = [text for to, _, text in mails if to == people[0].email]
    assert RULES_ANSWERED in anna
    assert anna.count("Played for Anna:") == 1
    assert anna.index(RULES_ANSWERED) < anna.index("What you may do")
    assert go_out(60) == []
    assert Outbox.objects.get(purpose="notice", player=people[0]).state == "joined"


def test_the_mail_answers_no_mail_of_its_readers(game: Game, people: list[Player]) -> None:
    all_late(game)
    go_out(5)
    assert "Auto-Submitted: auto-generated" in django_mail.outbox[-1].message().as_string()


def test_where_no_question_follows_the_notice_goes_out_alone(people: list[Player]) -> None:
    """At this table one after the other is asked."""
    all_late(table(people))
    assert [(to, purpose) for to, purpose, _ in go_out(5)] == [(people[1].email, "prompt")]
    ((to, purpose, text),) = go_out(60)
    assert (to, purpose) == (people[0].email, "notice")
    assert RULES_ANSWERED.upper() in text.upper()


def test_when_the_question_cannot_be_sent_the_notice_goes_out_alone(
    game: Game, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise OSError("the relay is away")

    all_late(game)
    with monkeypatch.context() as broken:
        broken.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", fails)
        assert go_out(5) == []
    mails = [(purpose, text) for to, purpose, text in go_out(600) if to == people[0].email]
    assert sorted(purpose for purpose, _ in mails) == ["notice", "prompt"]
    assert sum(text.upper().count(RULES_ANSWERED.upper()) for _, text in mails) == 1


def test_who_answers_before_the_mail_goes_out_hears_of_it_all_the_same(game: Game, people: list[Player]) -> None:
    all_late(game)
    services.submit_orders(game.pk, seat=0, player=people[0], lines=["1"], cause=uuid4())
    (anna,) = [text for to, _, text in go_out(5) if to == people[0].email]
    assert "NOTHING WAITS FOR YOU" in anna.upper()
    assert RULES_ANSWERED in anna


def test_the_mail_that_ends_a_game_tells_of_it(
    game: Game, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "TIME_OUTS_IN_A_ROW", 0)  # else a bot plays the end
    while Game.objects.get(pk=game.pk).status == "running":
        all_late(game)
    mails = go_out(5)
    assert sorted((to, purpose) for to, purpose, _ in mails) == [(one.email, "result") for one in people]
    first, second = sorted((text for _, _, text in mails), key=lambda text: "Ваше время вышло" in text)
    assert RULES_ANSWERED in first
    assert "Ваше время вышло, и за вас ответили правила." in second
