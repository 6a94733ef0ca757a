"""The mark that a form brings along: sent twice it is done once, and it stands for nothing else."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from uuid import UUID, uuid4, uuid5

import pytest
from django.test import Client

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Invitation, Memo, OpenDecision, Player, Press
from asgard_pbem.tables.services.playing import clock

Browse = Callable[[Player | None], Client]
Table = Callable[..., Game]
BOARD = {"seats": "2", "visibility": "private", "days": "3"}


@pytest.fixture
def running(astrid: Player, bjorn: Player, table: Table) -> Game:
    return table(astrid, bjorn)


def test_nobody_takes_the_place_of_the_table_that_follows_a_game(
    astrid: Player, eir: Player, running: Game, browse: Browse
) -> None:
    """Its id is made from that of the game, which is known: whoever answered `again` sat down at a stranger's."""
    following = uuid5(running.pk, "again")  # as the mail part has it
    assert browse(eir).post("/tables/new/aesir/", {**BOARD, "nonce": str(following)}).status_code == 302
    assert services.open_table(opened_by=astrid, key="aesir", seats=2, cause=following).opened_by == astrid


def test_nobody_keeps_the_clock_from_playing(astrid: Player, running: Game, browse: Browse) -> None:
    """What a time-out is known by is made from what the player can read in their own log: with a plan sent under that
    name, the clock took it for its own, found that it was not, and left the whole table alone.
    """
    asked = OpenDecision.objects.get(game=running, seat=0)
    assert asked.deadline is not None
    name = uuid5(running.pk, f"time-out 0 {asked.key} {asked.prompt} {asked.since.isoformat()}")
    sent = {"seat": "0", "nonce": str(name), "text": "if F: double H"}
    shown = browse(astrid).post(f"/g/{running.pk}/orders/", sent, follow=True).content.decode()
    assert "Kept for later: if F: double H" in shown
    assert clock.time_out(running.pk, seat=0, key=asked.key, now=asked.deadline + timedelta(days=1))


@pytest.mark.django_db(transaction=True)
def test_at_two_tables_it_stands_for_two_things(astrid: Player, eir: Player, table: Table, browse: Browse) -> None:
    """Words and invitations were made from it alone: at the second table that was an error page, or nothing."""
    Player.objects.filter(pk=eir.pk).update(verified_at=eir.joined_at)
    client, nonce = browse(astrid), {"nonce": str(uuid4()), "seat": "0"}
    games = [services.open_table(opened_by=astrid, key="aesir", seats=3, cause=uuid4()).pk for _ in range(2)]
    for game in games:
        for act, said in (("invite", {"addresses": eir.email}), ("press", {"text": "Hail"}), ("0/note", {"text": "x"})):
            assert client.post(f"/g/{game}/{act}/", nonce | said).status_code == 302
    for made in (Invitation, Press, Memo):
        assert sorted(made.objects.values_list("game", flat=True)) == sorted(games)


def test_sent_twice_it_is_done_once(astrid: Player, browse: Browse) -> None:
    client, sent = browse(astrid), {**BOARD, "nonce": str(uuid4())}
    first, second = (client.post("/tables/new/aesir/", sent).headers["Location"] for _ in range(2))
    assert first == second
    assert UUID(first.split("/")[2]) == Game.objects.get().pk
