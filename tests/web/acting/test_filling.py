"""Forms of a menu of which lines are picked, shared among or put in order: what is read, and what is asked again."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from uuid import uuid4

import pytest
from django.test import Client

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from tests.toys.packing import done, packing, stores_are_installed

__all__ = ["packing", "stores_are_installed"]

pytestmark = pytest.mark.django_db
Browse = Callable[[Player | None], Client]
Fields = dict[str, str | list[str]]
CHESTS, AXES = "2 6", "1=3 3=2"  # what is asked before the axes, and before the ships


def answered(game: Game, player: Player, *before: str) -> None:
    for line in before:
        services.submit_orders(game.pk, seat=0, player=player, lines=[line], cause=uuid4())


def send(client: Client, game: Game, form: str, fields: Fields) -> str:
    """The page that follows."""
    found = re.search(r'name="question" value="([0-9a-f]{20})"', client.get(f"/g/{game.pk}/").content.decode())
    assert found is not None
    sent = {"seat": "0", "nonce": str(uuid4()), "question": found[1], "form": form, **fields}
    answer = client.post(f"/g/{game.pk}/answer/", sent, follow=True)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def filled(page: str, name: str) -> dict[str, str]:
    """What stands in the fields of the form beside the board."""
    sheet = page[page.index('<div id="sheet"') :]
    sheet = sheet[: sheet.index("</form>")]
    fields = re.findall(rf'<input type="number" name="{name}\.(\d)"[^>]*>', sheet)
    values = {label: re.search(rf'name="{name}\.{label}"[^>]* value="(\d+)"', sheet) for label in fields}
    return {label: value[1] for label, value in values.items() if value is not None}


@pytest.mark.parametrize(
    "before, form, fields, numbers",
    [
        ((), "pick", {"several": ["6", "2"]}, (2, 6)),
        ((CHESTS,), "share", {"amount.1": "3", "amount.2": "", "amount.3": "2"}, (3, 0, 2)),
        ((CHESTS,), "share", {"amount.1": "", "amount.2": "0", "amount.3": ""}, (0, 0, 0)),
        ((CHESTS, AXES), "arrange", {"place.1": "2", "place.2": "3", "place.3": "1"}, (3, 1, 2)),
    ],
    ids=["picked", "shared", "nothing is shared", "put in order"],
)
def test_a_form_is_read_as_it_was_filled_in(
    before: tuple[str, ...], form: str, fields: Fields, numbers: tuple[int, ...],
    astrid: Player, packing: Game, browse: Browse,
) -> None:  # fmt: skip
    answered(packing, astrid, *before)
    send(browse(astrid), packing, form, fields)
    assert done(packing)[len(before) :] == [numbers]


def test_two_lines_at_one_place_are_asked_again_beside_the_board(astrid: Player, packing: Game, browse: Browse) -> None:
    answered(packing, astrid, CHESTS, AXES)
    page = send(browse(astrid), packing, "arrange", {"place.1": "3", "place.2": "3", "place.3": "1"})
    assert "Give every line a place of its own." in page
    assert done(packing) == [(2, 6), (3, 0, 2)]
    assert filled(page, "place") == {"3": "1", "1": "2", "2": "3"}  # in the order that was meant


def test_an_amount_that_is_no_number_is_asked_again_with_the_others_kept(
    astrid: Player, packing: Game, browse: Browse
) -> None:
    answered(packing, astrid, CHESTS)
    page = send(browse(astrid), packing, "share", {"amount.1": "3", "amount.2": "one", "amount.3": "2"})
    assert "Whole numbers only, please." in page
    assert done(packing) == [(2, 6)]
    assert filled(page, "amount") == {"1": "3", "3": "2"}


def test_more_than_there_is_to_share_is_told_and_kept(astrid: Player, packing: Game, browse: Browse) -> None:
    answered(packing, astrid, CHESTS)
    page = send(browse(astrid), packing, "share", {"amount.1": "5", "amount.2": "", "amount.3": "2"})
    assert done(packing) == [(2, 6)]
    assert "7" in page[page.index('<div id="sheet"') :].partition("</p>")[0]
    assert filled(page, "amount") == {"1": "5", "3": "2"}


def test_ticks_that_came_garbled_are_asked_again(astrid: Player, packing: Game, browse: Browse) -> None:
    page = send(browse(astrid), packing, "pick", {"several": ["2", "6 1"]})
    assert "The answer came garbled. Please choose again." in page
    assert re.findall(r'name="several" value="(\d)" checked', page[page.index('<div id="sheet"') :]) == ["2"]
    assert done(packing) == []
