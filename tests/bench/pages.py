"""The page of a table along a whole game of four, for one who sits there; then its past, as the slider asks for it."""

from __future__ import annotations

import random
import time
from statistics import median
from typing import Any, NamedTuple

from tests.bench import first_views
from tests.bench.rows import Row, keys, rounds, row
from tests.bench.store import database

MANY = rounds(1_000, 50)  # games in the lists
EVERY = rounds(4, 40)  # moves from one look at the page to the next


def rows() -> list[Row]:
    """All figures of pages."""

    with database():
        played: dict[str, Any] = {}
        found = [*list_rows(), *(one for key in keys() for one in page_rows(key, played))]
        return [*found, *first_views.rows(played)]


def list_rows() -> list[Row]:
    """What the lists take with `MANY` games in the store, by one who played in all of them."""
    from uuid import uuid4

    from django.test import Client

    from asgard_pbem.tables import services
    from tests.web.finding.rows import games_of_the_past

    one, other = (services.player_for(f"{name}@lists.example", name=name.capitalize()) for name in ("anna", "boris"))
    games_of_the_past(MANY, one, other, "greedy")
    for _ in range(20):
        services.open_table(opened_by=one, key="aesir", seats=2, cause=uuid4(), bots={1: "greedy"})
    client = Client()
    client.force_login(one, backend="django.contrib.auth.backends.ModelBackend")
    pages = {
        "the archive": "/games/", "a search in it": "/games/?player=anna&result=won&year=2025",
        "my games of the past": "/games/?mine=1", "my games": "/", "a person": f"/players/{one.pk}/",
        "the tables": "/tables/",
    }  # fmt: skip
    return [found for name, path in pages.items() for found in _list_rows(client, name, path)]


def _list_rows(client: Any, name: str, path: str) -> list[Row]:
    def ask() -> float:
        began = time.process_time()
        assert client.get(path, headers={"accept-encoding": "gzip"}).status_code == 200
        return time.process_time() - began

    spent = median(ask() for _ in range(rounds(9))) * 1000
    size = len(client.get(path, headers={"accept-encoding": "gzip"}).content) / 1024
    return [
        row(f"{name}, of {MANY:,} games", spent, "ms CPU", baseline=None, target="<= 60 ms", met=spent <= 60),
        row(f"{name}, over the wire", size, "KB", baseline=None, target="<= 60 KB", met=size <= 60),
    ]  # fmt: skip


def page_rows(key: str, played: dict[str, Any]) -> list[Row]:
    """What answering the page takes, and of that what is spent on the board; then the ended game, state by state.

    `played`: by key, the games that were played for it.
    """
    from asgard_pbem.web.shown import state

    drawing, drawn = state.board_html, list[float]()

    def draw(*args: Any) -> Any:
        began = time.process_time()
        found = drawing(*args)
        drawn.append(time.process_time() - began)
        return found

    state.board_html = draw
    try:
        game, spent = looked(key)
        played[key] = game
    finally:
        state.board_html = drawing
    value, slow = median(spent) * 1000, sorted(spent)[len(spent) * 19 // 20] * 1000
    return [
        row(f"{key}: the page of a table", value, "ms CPU", baseline=median(drawn) * 1000,
            target="<= 60 ms (baseline: its board alone)", met=value <= 60),
        row(f"{key}: the slowest page of twenty", slow, "ms CPU", baseline=value,
            target="<= 60 ms (baseline: their median)", met=slow <= 60),
        *history_rows(key, game, value),
    ]  # fmt: skip


def history_rows(key: str, game: Any, page: float) -> list[Row]:
    """The same table afterwards: any past moment as a page, as the whole table, and as the slider asks for it."""
    from django.test import Client

    last, client = game.moment, Client(headers={"accept-encoding": "gzip"})
    moments = [1 + (last - 1) * part // 8 for part in range(1, 9)]
    past = [asked(client, f"/g/{game.pk}/{moment}/") for moment in moments]
    whole = [asked(client, f"/g/{game.pk}/{moment}/?as=table") for moment in moments]
    jumps = [asked(client, f"/g/{game.pk}/frames/{moment}-{moment}.json") for moment in moments]
    drag = 3 * max(one.cpu_ms for one in jumps)
    half, all_of_it = median(one.cpu_ms for one in past), median(one.cpu_ms for one in whole)
    heaviest, fullest = max(one.kilobytes for one in past), max(one.kilobytes for one in whole)
    jump = median(one.cpu_ms for one in jumps)
    return [
        row(f"{key}: a past moment of an ended game", half, "ms CPU", baseline=page,
            target="<= 60 ms (baseline: the page of a table)", met=half <= 60),
        row(f"{key}: its heaviest page, as it travels", heaviest, "KB", baseline=None,
            target="<= 60 KB", met=heaviest <= 60),
        row(f"{key}: the whole table at a past moment", all_of_it, "ms CPU", baseline=half,
            target="<= 150 ms (baseline: one board)", met=all_of_it <= 150),
        row(f"{key}: the heaviest of these, as it travels", fullest, "KB", baseline=heaviest,
            target="<= 60 KB (baseline: one board)", met=fullest <= 60),
        row(f"{key}: a jump of the slider", jump, "ms CPU", baseline=half,
            target="<= 100 ms (baseline: its page)", met=jump <= 100),
        row(f"{key}: a drag over the whole game, at its dearest", drag, "ms CPU", baseline=jump,
            target="<= 300 ms: three requests at most (baseline: a jump)", met=drag <= 300),
    ]  # fmt: skip


class Answer(NamedTuple):
    """What an answer took."""

    cpu_ms: float
    kilobytes: float  # as it travels: compressed


def asked(client: Any, path: str) -> Answer:
    """One answer, of a process that has given others before."""
    began = time.process_time()
    answer = client.get(path)
    took = time.process_time() - began
    assert answer.status_code == 200, path
    return Answer(took * 1000, len(answer.content) / 1024)


def looked(key: str) -> tuple[Any, list[float]]:
    """The game when it is over, and CPU seconds of each look at its page, by the player on the first seat."""
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
    game.refresh_from_db()
    return game, spent
