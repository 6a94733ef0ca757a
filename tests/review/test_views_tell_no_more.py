"""What a file of a running game could betray beside its happenings."""

from __future__ import annotations

import json

import pytest

from asgard_pbem.tables.models import Player
from asgard_pbem.tables.reading import logfile
from tests.tables.conftest import OpenToy, lay

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("last", [0, 1])
def test_a_spectators_file_does_not_say_whose_hidden_move_was_the_last(
    open_toy: OpenToy, people: list[Player], last: int
) -> None:
    game = open_toy(2)
    for seat in (1 - last, last):
        lay(game, seat, people[seat])
    lines = [json.loads(line) for line in logfile.export(game.pk, viewer=None).splitlines()]
    opened = [line for line in lines if line.get("what") == "move_made"]
    assert len(opened) == 1
    assert opened[0]["seat"] == opened[0]["happenings"][0]["seat"]  # who won, not who came last
