"""What a lost message left undone is found again by status, and found once by workers that look at the same time."""

from __future__ import annotations

import threading
from datetime import timedelta
from uuid import UUID

import pytest
from django.db import connection, transaction
from django.utils import timezone

from asgard_pbem.bots import tasks as bot_tasks
from asgard_pbem.tables import notify, services, tasks
from asgard_pbem.tables.models import Game, OpenDecision, Outbox, Pulse
from asgard_pbem.tables.reading import history
from asgard_pbem.tables.store import loading
from tests.tables.conftest import lay


def a_while_ago() -> None:
    """Let what is owed and asked be older than the grace that a sweep gives."""
    past = timezone.now() - timedelta(minutes=1)
    Outbox.objects.update(created_at=past, due_at=past)
    OpenDecision.objects.update(since=past)


@pytest.mark.django_db
@pytest.mark.tampers
def test_a_sweep_queues_again_what_was_lost(told: list[tuple[str, ...]]) -> None:
    game = services.ensure_demo_table("you@home.example", key="highest_card")
    assert tasks.sweep() == {"mails": 0, "bots": 0, "inbound": 1}
    a_while_ago()
    told.clear()
    Pulse.objects.update(at=timezone.now() - timedelta(seconds=10))
    assert tasks.sweep() == {"mails": 1, "bots": 1, "inbound": 1}
    owed = Outbox.objects.get(state="queued")
    assert set(told) == {(notify.SEND_MAIL, str(owed.pk)), (notify.PLAY_BOTS, str(game.pk)), (notify.SWEEP_INBOUND,)}


@pytest.mark.django_db
@pytest.mark.tampers
def test_a_sweep_leaves_alone_what_is_done(told: list[tuple[str, ...]]) -> None:
    game = services.ensure_demo_table("you@home.example", key="highest_card")
    assert bot_tasks.play_bots(str(game.pk)) == 2
    assert bot_tasks.play_bots(str(game.pk)) == 0
    Outbox.objects.update(state=Outbox.State.SENT)
    a_while_ago()
    assert tasks.sweep() == {"mails": 0, "bots": 0, "inbound": 1}


@pytest.mark.django_db(transaction=True)
@pytest.mark.tampers
def test_a_mail_that_a_worker_is_sending_is_passed_over(told: list[tuple[str, ...]]) -> None:
    services.ensure_demo_table("you@home.example", key="highest_card")
    a_while_ago()
    holding, done = threading.Event(), threading.Event()

    def worker() -> None:
        with transaction.atomic():
            assert Outbox.objects.select_for_update().filter(state="queued").count() == 1
            list(Outbox.objects.select_for_update().filter(state="queued"))
            holding.set()
            done.wait(10)
        connection.close()

    thread = threading.Thread(target=worker)
    thread.start()
    assert holding.wait(10)
    assert tasks.requeue_mails() == 0
    done.set()
    thread.join(10)
    assert tasks.requeue_mails() == 1


@pytest.mark.django_db(transaction=True)
def test_two_workers_let_the_same_bots_play_once(told: list[tuple[str, ...]]) -> None:
    game = services.ensure_demo_table("you@home.example", key="highest_card")
    made: list[int] = []

    def worker() -> None:
        with notify.quietly():
            made.append(bot_tasks.play_bots(str(game.pk)))
        connection.close()

    threads = [threading.Thread(target=worker) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert sum(made) == 2
    assert game.events.filter(kind="move_made").count() == 2


@pytest.mark.django_db
def test_people_are_prompted_again_only_when_bots_have_moved(told: list[tuple[str, ...]]) -> None:
    game = services.ensure_demo_table("you@home.example", key="highest_card")
    player = game.opened_by
    assert player is not None
    lay(game, 0, player)
    assert Outbox.objects.filter(purpose="prompt").count() == 1
    bot_tasks.play_bots(str(game.pk))
    assert Outbox.objects.filter(purpose="prompt").count() == 2
    assert services.current_prompt(game.pk, 0) == Outbox.objects.order_by("-prompt")[0].prompt


@pytest.mark.django_db
def test_tokens_are_current_until_the_next_prompt() -> None:
    game = services.ensure_demo_table("you@home.example", key="highest_card")
    player = game.opened_by
    assert player is not None
    token = services.issue_token(player=player, game=game, seat=0, prompt=services.current_prompt(game.pk, 0))
    assert len(token) == 26
    found = services.find_token(token.upper())
    assert found is not None
    assert services.token_is_current(found)
    lay(game, 0, player)
    assert services.token_is_current(found)
    bot_tasks.play_bots(str(game.pk))
    assert not services.token_is_current(found)
    assert services.find_token("z" * 26) is None
    assert services.find_token("no token") is None


@pytest.mark.django_db
def test_a_bot_that_answers_nonsense_is_answered_for(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.toys import toy

    game = services.ensure_demo_table("you@home.example", key="highest_card")
    monkeypatch.setattr(toy.ToyBot, "move", lambda *_: toy.Commit(card=104))
    assert bot_tasks.play_bots(str(game.pk)) == 2
    assert [one.seat for one in history.table_now(game.pk).pending()] == [0]


@pytest.mark.django_db
@pytest.mark.tampers
def test_bots_of_a_game_that_nobody_plays_stay_silent() -> None:
    game = services.ensure_demo_table("you@home.example", key="highest_card")
    Game.objects.filter(pk=game.pk).update(key="unheard_of")
    loading.shelf.clear()  # a process that has played it would still know how
    assert bot_tasks.play_bots(str(game.pk)) == 0
    assert bot_tasks.play_bots(str(UUID(int=0))) == 0
