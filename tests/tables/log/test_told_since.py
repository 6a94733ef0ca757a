"""What came since a moment is the same whether it is told from what a process has kept or from the log."""

from __future__ import annotations

from uuid import uuid4

import pytest

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Moment, Player
from asgard_pbem.tables.reading import history
from asgard_pbem.tables.reading.eyes import Entry
from asgard_pbem.tables.store import loading
from tests.tables.conftest import OpenToy, lay

pytestmark = pytest.mark.django_db


def told(game: Game, viewer: int | None) -> list[list[Entry]]:
    """By the moment after which."""
    return [history.history(game.pk, viewer, since=since) for since in range(1, game.moment + 1)]


def compared(game: Game) -> int:
    """How many tellings of any seat began with what is kept; each is what the log alone gives."""
    game.refresh_from_db()
    row = history.row_of(game.pk)
    kept = sum(loading.before(row, since) is not None for since in range(1, game.moment))
    viewers = (None, 0, 1)
    before = [told(game, viewer) for viewer in viewers]
    loading.shelf.clear()
    assert [told(game, viewer) for viewer in viewers] == before
    return kept


def test_news_from_what_is_kept_are_the_news_of_the_log(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2)
    for number in (1, 2, 1):
        lay(game, 0, people[0], number)
        lay(game, 1, people[1], number)
    assert compared(game) > 3
    rounds = dict(Moment.objects.filter(game=game).values_list("number", "round"))
    assert {one.number: one.round for one in history.history(game.pk, None)} == rounds


def test_where_something_was_taken_back_the_log_is_asked(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2)
    lay(game, 0, people[0])
    lay(game, 1, people[1])
    services.submit_orders(game.pk, seat=0, player=people[0], lines=["boast"], cause=uuid4())
    services.undo(game.pk, seat=0, player=people[0], cause=uuid4())
    assert compared(game) == 0


def test_a_history_that_never_came_to_be_is_not_told(open_toy: OpenToy, people: list[Player]) -> None:
    """An append that was rolled back leaves a game on the shelf that the log does not know."""
    game = open_toy(2)
    lay(game, 0, people[0])
    lay(game, 1, people[1])
    row = history.row_of(game.pk)
    real = loading.load(row)
    loading.shelf.clear()
    for one in (real, real):
        false = loading.Loaded(one.seq - 1, "0" * 64, one.moment - 1, one.course, one.chance_key, one.causes)
        loading.shelf.put(game.pk, false)
        loading.shelf.put(game.pk, one)
    assert loading.shelf.earlier(game.pk, row.head_seq, row.moment) is not None
    assert loading.before(row, row.moment - 1) is None


def elsewhere(game: Game, patch: pytest.MonkeyPatch, shelf: loading._Shelf) -> loading.Loaded:
    """The game in another process, which has `shelf`."""
    with patch.context() as other:
        other.setattr(loading, "shelf", shelf)
        return loading.load(history.row_of(game.pk))


def test_who_writes_none_of_a_games_events_plays_them_on(
    open_toy: OpenToy, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a worker that sends a table's mails: it has the game of the mail before."""
    game, shelf = open_toy(2), loading._Shelf()
    elsewhere(game, monkeypatch, shelf)
    for number in (1, 2):
        lay(game, 0, people[0], number)
        lay(game, 1, people[1], number)
    with monkeypatch.context() as patch:
        patch.delattr(loading, "course_at")
        played_on = elsewhere(game, monkeypatch, shelf)
    read = elsewhere(game, monkeypatch, loading._Shelf())
    assert played_on == read
    assert played_on.causes == read.causes != frozenset()
    services.submit_orders(game.pk, seat=0, player=people[0], lines=["boast"], cause=uuid4())
    services.undo(game.pk, seat=0, player=people[0], cause=uuid4())
    assert elsewhere(game, monkeypatch, shelf) == elsewhere(game, monkeypatch, loading._Shelf())
