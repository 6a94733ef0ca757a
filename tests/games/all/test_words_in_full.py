"""A board cuts the names of players, never its own words: how a hero attacks, whose god it is, what a card does."""

from __future__ import annotations

from pathlib import Path

import pytest

from asgard_pbem.boards.parts import drawn
from asgard_pbem.boards.templatetags import board
from tests.games.all import test_fitting as fitting

NAMES = ("Ann", "Ян", "Bo", "Ё", "Eva", "Ия")  # none of which is cut anywhere
# Where so much lies close together that a card is known by its beginning, its sign and its code.
CLOSE = {
    "asgards_chosen": {"card/chip", "card/tag", "hall/slot"},
    "blood_rage": {"cards/chip"},
    "yggdrasil": {"deck/chip"},
}


@pytest.mark.parametrize("path", fitting.RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_no_word_of_a_games_own_is_cut(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key, measured = path.parent.name, board.shortened
    cut, seen = set[tuple[str, str]](), set[str]()
    look = ""

    def spied(text: str, room: float, size: float, *, serif: bool = False, bold: bool = False) -> str:
        said = measured(text, room, size, serif=serif, bold=bold)
        if said != text:
            cut.add((look, text))
        return said

    monkeypatch.setattr(board, "shortened", spied)
    monkeypatch.setattr(fitting, "NAMES", NAMES)
    drawn.cache_clear()
    for _, drawing in fitting.drawings(path):
        for part in (one for block in drawing.blocks for one in block.parts if one.look not in CLOSE.get(key, ())):
            if (known := f"{part.look} {part.w} {part.h} {part.data}") not in seen:
                seen.add(known)
                look = part.look
                drawn(key, part, "light")
    assert not cut
