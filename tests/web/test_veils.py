"""Pages from a battle behind a veil: games that differ only in who was asked are alike to the letter for all others."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.store import append
from tests.tables.secrets.test_secret_events import HASH, Clock, undone_afterwards
from tests.toys import skirmish
from tests.toys.skirmish.table import Attack, Lay, Say
from tests.web.test_secret_events import pages

pytestmark = pytest.mark.django_db
CHAIN = re.compile(r'"digest">[0-9a-f]{32}')


def test_no_page_of_others_tells_who_was_asked(
    astrid: Player,
    bjorn: Player,
    eir: Player,
    browse: Callable[..., Client],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, cause, found = Clock(datetime.now(UTC)), uuid4(), []
    monkeypatch.setattr(append, "datetime", clock)
    monkeypatch.setattr(timezone, "now", lambda: clock.time)  # pages say how long there is still
    begun, people = clock.time, [astrid, bjorn, eir]
    for late, hands in ((0, ("three eye", "three two")), (1, ("three two", "three eye"))):
        skirmish.deal(monkeypatch, *hands, "one two watch")
        clock.time = begun

        def play(late: int = late) -> list[list[str]]:
            game = opened(people, cause)
            seen, moves = [], [Attack(clan=1), Lay(card="three"), Lay(card="three"), Say(word="no")]
            for seat, made in zip((0, late, 1 - late, late), moves, strict=True):
                clock.time += timedelta(seconds=1)
                answer = made.model_dump(mode="json")
                services.submit_move(game.pk, seat=seat, player=people[seat], move=answer, cause=uuid4())
                seen += [without_hashes(pages(browse(one), game)) for one in (eir, None)]
            return seen

        found.append(undone_afterwards(play))
    assert found[0] == found[1]
    behind = [page for moment in found[0][2:6] for page in moment[:1]]
    assert all("The battle waits for orders." in page for page in behind)


def opened(people: list[Player], cause: Any) -> Game:
    game = services.open_table(
        opened_by=people[0], key="skirmish", seats=3, cause=cause, title="Vigrid", seed=bytes(32), days_per_decision=3
    )
    for player in people[1:]:
        services.take_seat(game.pk, player=player, cause=uuid4())
    return Game.objects.get(pk=game.pk)


def without_hashes(found: list[str]) -> list[str]:
    return [CHAIN.sub("", HASH.sub(b"", page.encode()).decode()) for page in found]


def test_who_is_asked_sees_the_board_as_it_is_behind_the_veil(
    astrid: Player, bjorn: Player, eir: Player, browse: Callable[..., Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    skirmish.deal(monkeypatch, "three two", "three eye", "one two watch")
    people = [astrid, bjorn, eir]
    game = opened(people, uuid4())
    for seat, made in ((0, Attack(clan=1)), (0, Lay(card="three")), (1, Lay(card="three"))):
        answer = made.model_dump(mode="json")
        services.submit_move(game.pk, seat=seat, player=people[seat], move=answer, cause=uuid4())
    asked, other = (pages(browse(one), game) for one in (bjorn, eir))
    assert "Cards: Astrid three, Bjorn three." in asked[0]
    assert "Cards:" not in other[0]
    laid = '"laid": [["three"], ["three"], []]'
    assert laid in asked[1]
    assert laid not in other[1]
    home = browse(eir).get("/").content.decode()
    assert "waits for unseen orders" in home
