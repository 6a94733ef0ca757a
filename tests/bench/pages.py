"""The page of a table as it is asked for again and again: along a whole game of four, by one who sits there."""

from __future__ import annotations

import random
import time
from statistics import median
from typing import Any

from tests.bench.rows import Row, row
from tests.bench.store import database

EVERY = 4  # moves from one look at the page to the next


def rows() -> list[Row]:
    """All figures of pages."""
    from engine.table.registry import games

    with database():
        return [one for key in games() for one in page_rows(key)]


def page_rows(key: str) -> list[Row]:
    """What answering the page takes, and of that what is spent on the board."""
    from asgard_pbem.web.shown import state

    drawing, drawn = state.board_html, list[float]()

    def draw(*args: Any) -> Any:
        began = time.process_time()
        found = drawing(*args)
        drawn.append(time.process_time() - began)
        return found

    state.board_html = draw
    try:
        spent = looked(key)
    finally:
        state.board_html = drawing
    value, slow = median(spent) * 1000, sorted(spent)[len(spent) * 19 // 20] * 1000
    return [
        row(f"{key}: the page of a table", value, "ms CPU", baseline=median(drawn) * 1000,
            target="<= 60 ms (baseline: its board alone)", met=value <= 60),
        row(f"{key}: the slowest page of twenty", slow, "ms CPU", baseline=value,
            target="(baseline: their median)", met=None),
    ]  # fmt: skip


def looked(key: str) -> list[float]:
    """CPU seconds of each look at the page, by the player on the first seat."""
    from uuid import uuid4

    from django.test import Client

    from asgard_pbem.tables import services
    from asgard_pbem.tables.reading import history
    from engine.table.registry import game as find

    engine, rng = find(key), random.Random(5)
    seats = min(4, max(engine.rules.seats_with(engine.rules.Options())))
    people = [services.player_for(f"{key}{seat}@pages.example", name=f"Page {seat}") for seat in range(seats)]
    game = services.open_table(opened_by=people[0], key=key, seats=seats, cause=uuid4(), seed=bytes(32))
    for player in people[1:]:
        services.take_seat(game.pk, player=player, cause=uuid4())
    client, spent = Client(), list[float]()
    client.force_login(people[0], backend="django.contrib.auth.backends.ModelBackend")
    for number in range(10_000):
        if number % EVERY == 0:
            began = time.process_time()
            assert client.get(f"/g/{game.pk}/").status_code == 200
            spent.append(time.process_time() - began)
        asked = next(iter(history.table_now(game.pk).pending()), None)
        desk = None if asked is None else history.desk(game.pk, asked.seat)
        if asked is None or desk is None:
            break
        move = engine.bots["greedy"].move(desk, rng).model_dump(mode="json")
        services.submit_move(game.pk, seat=asked.seat, player=people[asked.seat], move=move, cause=uuid4())
    return spent
