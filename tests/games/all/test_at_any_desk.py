"""What a line means whatever is asked is kept: it is what the line means at each desk of a recorded game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.core.contract import Desk, Game
from engine.core.grammar.text import fold_order
from engine.core.menu import Menu
from engine.table.reading.answers import meant_as_order, reads_as_order, sounds_like_order
from engine.table.reading.courteous import reply_in
from tests.games.all.test_short_lists import NEWEST, asked

NAMES = ("Anna", "Cleo", "Boris", "Thor")
TYPED = (
    "3", "1, 2", "0", "none", "b7", "7b", "2.15-25", "3a-3d", "1=2 3=1", "3 please", "ok 2, thanks Anna", "do 14",
    "3, thanks boris", "do what boris proposes", "p1: turn l", "p2: pass", "cleo.s2", "mark p2.s2", "anna", "thor",
    "card", "и2 тор", "3  Thor up, Freya below (TF2:T)", "1 card", "2 pass", "we meet at 3", "play it", "what happened",
    "if", "act", "до встречи", "Bot 2: choosing a card", "the rules: http://127.0.0.1:8000/rules/aesir/",
    "· “turn L” - turn the top card of Loki",
)  # fmt: skip
MOST = 12  # legal answers of one question that are tried


def plainly_meant(line: str, game: Game[Any], desk: Desk) -> bool:
    if sounds_like_order(line, game.notation) or reads_as_order(line, game.notation, desk):
        return True
    return reply_in(line, desk, desk.asked()) != ""


def lines(game: Game[Any], desk: Desk, menu: Menu) -> Iterator[str]:
    """What people type, and the answers of a list: alone, without their first word, and as the list has them."""
    yield from TYPED
    for reply, _, move in list(menu.leaves())[:MOST]:
        for language in ("en", "ru"):
            order = game.notation.write(move, language, desk)
            yield from (order, order.partition(" ")[2], f"{reply}  {order}", f"{order} is what I would play")


@pytest.mark.parametrize("game,path", NEWEST, ids=lambda value: value.stem if isinstance(value, Path) else None)
def test_what_a_line_means_at_any_desk_it_means_at_each(game: Game[Any], path: Path) -> None:
    for desk, decision in asked(game, path):
        named = replace(desk, names=NAMES[: max(2, desk.seat + 1)])
        for line in filter(None, map(fold_order, lines(game, desk, desk.menus(decision)))):
            for place in (desk, named):
                assert meant_as_order(line, game.notation, place) == plainly_meant(line, game, place), line
