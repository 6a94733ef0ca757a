"""Whoever holds several seats moves on the board for whichever is asked, whatever own seat they look through."""

from __future__ import annotations

from uuid import uuid4

import pytest

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.reading import history
from tests.web.acting.test_moving import played, seen

pytestmark = pytest.mark.django_db


def test_the_board_answers_for_the_own_seat_that_is_asked(astrid: Player, bjorn: Player) -> None:
    opened = services.open_table(opened_by=astrid, key="yggdrasil", seats=3, sit=(0, 1), cause=uuid4(), seed=b"m" * 32)
    services.take_seat(opened.pk, player=bjorn, cause=uuid4())
    game, asked = Game.objects.get(pk=opened.pk), set[int]()
    for _ in played(game, 40):
        (waits,) = {one.seat for one in history.table_now(game.pk).pending()}
        links = {lens: seen(game, 0, lens=lens).links for lens in ("0", "1", "spectator")}
        assert links["spectator"] == {}
        for lens in ("0", "1"):
            if waits == 2:
                assert links[lens] == {}
            elif links[lens]:
                asked.add(waits)
                link = next(iter(links[lens].values()))
                after = seen(game, 0, link.href, lens)
                assert after.sheet is not None
                assert after.sheet.seat == waits
                assert ("as=1" in link.href) == (lens == "1")
    assert asked == {0, 1}
