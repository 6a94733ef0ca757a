"""`games`: at which tables one is asked, since when and until when, and for whom the others wait."""

from __future__ import annotations

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone, translation

from asgard_pbem.mail.writing import phrases
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, OpenDecision, Player
from asgard_pbem.tables.reading.promised import promised
from tests.letters.conftest import SEED, Post

pytestmark = pytest.mark.django_db


def table(people: list[Player], title: str, key: str = "aesir") -> Game:
    opened = services.open_table(opened_by=people[0], key=key, seats=2, cause=uuid4(), title=title, seed=SEED)
    services.take_seat(opened.pk, player=people[1], cause=uuid4(), entropy=title.encode())
    return Game.objects.get(pk=opened.pk)


def listed(post: Post, player: Player) -> list[str]:
    """Each line of the list, with its blanks made even."""
    post.answer(player, "games")
    text = post.last(player, "receipt").text.replace("\r\n", "\n")
    below = re.split(r"\n(?:Your games|Ваши игры)\n~+\n", text)[1]
    return [" ".join(item.split()) for item in re.split(r"(?m)^ *· ", re.split(r"\n~+\n|\n-+\n", below)[0])]


def due(game: Game, seat: int, player: Player) -> str:
    asked = OpenDecision.objects.get(game=game, seat=seat, answered=False)
    assert asked.deadline is not None
    return phrases.moment_of_time(promised(asked.deadline), player)


def test_where_one_is_asked_stands_first_with_its_days(people: list[Player], post: Post) -> None:
    late, soon, idle = (table(people, title) for title in ("Late", "Soon", "Idle"))
    services.submit_orders(idle.pk, seat=0, player=people[0], lines=["1"], cause=uuid4())
    OpenDecision.objects.filter(game=soon).update(deadline=timezone.now() + timedelta(hours=5))
    how, *lines = listed(post, people[0])
    today = phrases.day(timezone.now().astimezone(people[0].zone))
    assert "To play, answer the last mail of the table." in how
    assert [next(one for one in ("Late", "Soon", "Idle") if one in line) for line in lines] == ["Soon", "Late", "Idle"]
    assert f"your turn since {today}; please answer by {due(soon, 0, people[0])}" in lines[0]
    assert f"your turn since {today}; please answer by {due(late, 0, people[0])}" in lines[1]
    assert "waiting for: Boris" in lines[2]


def test_in_russian(people: list[Player], post: Post) -> None:
    game = table(people, "Valhalla")
    (_how, line) = listed(post, people[1])
    assert "ваш ход (спрошено: " in line
    with translation.override("ru"):
        assert f"ответьте, пожалуйста, до: {due(game, 1, people[1])}" in line
    services.submit_orders(game.pk, seat=1, player=people[1], lines=["1"], cause=uuid4())
    assert "ожидается: Anna" in listed(post, people[1])[-1]


def test_a_table_that_rests_has_no_deadline_and_one_that_fills_no_turn(people: list[Player], post: Post) -> None:
    game = table(people, "Valhalla")
    services.open_table(opened_by=people[0], key="aesir", seats=3, cause=uuid4(), title="Filling")
    for player in people:
        services.ask_pause(game.pk, player=player, cause=uuid4())
    _how, first, second = listed(post, people[0])
    assert "your turn" in first
    assert "resting" in first
    assert "answer by" not in first
    assert "Filling" in second
    assert "seats are free" in second
