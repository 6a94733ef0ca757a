"""Pages of others before and after what they cannot know of: equal to the letter, the button to take back included."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count

import pytest
from django.test import Client
from django.utils import timezone

from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.store import append
from tests.tables.secrets.test_secret_events import Clock
from tests.tables.secrets.unseen import Players

FORM = re.compile(r'name="(csrfmiddlewaretoken|nonce)" value="[^"]*"')
ADDRESSES = count(1)
EVENTS = 5


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """It stands: what a page says of time passed and time left is compared like all else."""
    stands = Clock(datetime.now(UTC))
    monkeypatch.setattr(append, "datetime", stands)
    monkeypatch.setattr(timezone, "now", lambda: stands.time)


@pytest.mark.parametrize("key", ["aesir", "asgard", "asgards_chosen", "blood_rage", "yggdrasil"])
def test_no_page_of_others_tells_of_what_somebody_does_unseen(
    key: str,
    clock: None,
    astrid: Player,
    bjorn: Player,
    eir: Player,
    table: Callable[..., Game],
    browse: Callable[..., Client],
) -> None:
    people = [astrid, bjorn, eir]
    game = table(*people, key=key)
    players = Players(game, people, random.Random(5))
    events, offered = 0, 0
    while events < EVENTS or (not offered and events < 4 * EVENTS):
        for _ in range(2 + events % 2):  # not always at the same question of a turn
            assert players.go_on()
        before = [pages(browse(one), game) for one in (*people, None)]
        actor = players.secretly()
        if actor is None:
            continue
        events += 1
        offered += any("Take back my last move" in one[0] for seat, one in enumerate(before) if seat != actor)
        for viewer, one in enumerate((*people, None)):
            if viewer != actor:
                assert pages(browse(one), game) == before[viewer], (viewer, actor)
    assert offered  # somebody could take back all the while


def pages(client: Client, game: Game) -> list[str]:
    """What a reader can ask for of a table, without the marks of single forms."""
    client.defaults["REMOTE_ADDR"] = f"2001:db8:0:{next(ADDRESSES):x}::1"  # none is refused as one who asks too often
    moment = Game.objects.get(pk=game.pk).moment
    paths = ["", f"{moment}.json", "log/", "latest/", "log.jsonl", "embed/", "feed.atom"]
    found = [read(client, f"/g/{game.pk}/{path}") for path in paths]
    seat = game.holders.exclude(player=None).order_by("seat")[0].player_id
    lists = ("/", "/tables/", "/games/?state=running", "/games/?state=running&mine=1", f"/players/{seat}/")
    found += (read(client, path) for path in lists)
    return [FORM.sub("", page) for page in found]


def read(client: Client, path: str) -> str:
    """What is there, or where to sign in; a refusal would be equal to another and tell nothing."""
    answer = client.get(path)
    assert answer.status_code < 400, (path, answer.status_code)
    return b"".join(answer).decode()
