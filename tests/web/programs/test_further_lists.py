"""Lines that lead on to a further list, on pages and for programs, whatever the label before them."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from uuid import uuid4

import pytest
from django.test import Client

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.reading import history
from tests.web.programs.conftest import Program, Programs
from tests.web.test_asgard import SEED, until

pytestmark = pytest.mark.django_db
LINK = re.compile(r'href="/g/[0-9a-f-]+/(\?question=\w{20}&amp;list=([\w.]+))#')
# A question with so many answers that some stand in lists of their own.
REACHED = {
    "asgard": ("act", 41),
    "asgards_chosen": ("campaign", 1),
    "blood_rage": ("action", 1),
    "yggdrasil": ("action", 41),
}


@pytest.fixture(params=sorted(REACHED))
def game(request: pytest.FixtureRequest, astrid: Player, bjorn: Player) -> Game:
    options = {"deal_gods": True} if request.param == "yggdrasil" else {}
    opened = services.open_table(
        opened_by=astrid, key=request.param, seats=2, cause=uuid4(), options=options, seed=SEED
    )
    services.take_seat(opened.pk, player=bjorn, cause=uuid4())
    kind, answers = REACHED[request.param]
    until(opened, [astrid, bjorn], kind, answers)
    return Game.objects.get(pk=opened.pk)


def test_every_line_that_leads_on_leads_somewhere(
    game: Game, astrid: Player, bjorn: Player, browse: Callable[[Player | None], Client], program: Programs
) -> None:
    """A line with a letter, `1a`, led to the same page again: nobody could fight in Yggdrasil by the menu."""
    reader = [astrid, bjorn][history.table_now(game.pk).pending()[0].seat]
    client, robot = browse(reader), program(reader)
    found = LINK.findall(client.get(f"/g/{game.pk}/").content.decode())
    if game.key in {"asgard", "yggdrasil"}:
        assert found
    if game.key == "yggdrasil":
        assert any(at[-1].isalpha() for _, at in found)
    for query, at in found:
        shown = client.get(f"/g/{game.pk}/{unescape(query)}").content.decode()
        assert "One step back" in shown, at
        inner = [deeper for _, deeper in LINK.findall(shown)]
        assert all(deeper.startswith(f"{at}.") for deeper in inner), at
        assert f'value="{at}.' in shown or inner or 'name="at"' in shown, at
        assert _asked(robot, game, unescape(query)) == 200, at


def _asked(robot: Program, game: Game, query: str) -> int:
    return int(robot.ask("GET", f"/tables/{game.pk}/questions{query}").status_code)
