"""Every text of a board fits, at every moment of the recorded games, in both layouts and in every language."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from asgard_pbem.boards.templatetags.board import fit_names
from engine.core.board import BLOCK, Block, Drawing, Layout, Part, laid_out
from engine.table.registry import game as find_game
from tests.games.fitting import NAMES, complaints
from tests.games.golden import HOME, begin

LANGUAGES = ("en", "ru")
GAMES = ("aesir", "asgard", "asgards_chosen", "blood_rage", "yggdrasil")
# Of each game's newest rules: a board is drawn of what a viewer sees, whatever version led there.
RECORDS = sorted(path for key in GAMES for path in (HOME / key).glob(f"v{find_game(key).rules.version}_*.json"))
FIRST_SCREEN = (1201, 700)  # pixels that a browser window of 1280 x 900 leaves for the board
SMALLEST = 13  # pixels, of a letter there
NUMBER = re.compile(r"\d+")


def drawings(path: Path) -> Iterator[tuple[int, Drawing]]:
    """The board after every move, seen by one seat after the other and by a spectator, in all languages; in the end by
    each of them.
    """
    game, record = find_game(path.parent.name), json.loads(path.read_text(encoding="utf-8"))
    rules, seats = game.versions[record["version"]], record["seats"]
    state, _begun, source = begin(rules, record)
    viewers: list[int | None] = [*range(seats), None]
    seen = len(viewers)
    words = [game.words(language, NAMES[:seats]) for language in LANGUAGES]
    for number, step in enumerate([None, *record["steps"]]):
        if step is not None:
            rules.apply(state, step["seat"], rules.moves.validate_python(step["move"]), source)
        last = number == len(record["steps"])
        for viewer in viewers if last else viewers[number % seen : number % seen + 1]:
            view: Any = rules.view(state, viewer)
            for one in words:
                yield number, game.draw(view, one)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_moment_of_the_recorded_games_fits_in_both_layouts_and_lies_on_the_first_wide_screen(path: Path) -> None:
    """No letter over the edge of its frame, none over others, measured by the outlines that HarfBuzz gives; and on a
    wide page the whole board is seen at once with legible letters. Under its title names are cut, and no number is.
    """
    key = path.parent.name
    for number, drawing in drawings(path):
        assert complaints(key, drawing) == [], number
        note = drawing.blocks[0].parts[0].data
        assert NUMBER.findall(fit_names(note["note"], note["names"], 568, 20)) == NUMBER.findall(note["note"]), number
        sheet = laid_out(drawing, Layout.LANDSCAPE)
        scale = min(FIRST_SCREEN[0] / sheet.width, FIRST_SCREEN[1] / sheet.height)
        assert 20 * scale >= SMALLEST, number


def test_what_does_not_fit_is_found() -> None:
    """A test of the measure itself, on boards that are wrong."""

    def said(*parts: Part) -> str:
        return " ".join(complaints("asgard", Drawing("", (Block(60, parts),))))

    heading = {"title": "Fine", "note": "", "wanted": False}
    assert said(Part("heading", 0, 0, BLOCK, 58, heading)) == ""
    assert "leaves its block" in said(Part("heading", 9, 0, BLOCK, 58, heading))
    assert "leaves the box" in said(Part("heading", 0, 0, 30, 58, heading))
    assert "'Fine' meets 'Fine'" in said(*(Part("heading", x, 0, 300, 58, heading) for x in (0, 9)))
    discs = [{"x": x, "y": 5, "s": 20, "symbol": "seat-a", "text": "×9", "end": x, "base": 20} for x in (10, 20)]
    assert "'×9' meets '×9'" in said(Part("slots/hollow", 0, 0, 100, 60, {"discs": discs}))
    won = {"text": "▲10", "count": ""}
    assert said(Part("tiles/won", 0, 0, 60, 40, {**won, "text": "10"})) == ""
    assert "stands out of its 5-sided frame" in said(Part("tiles/won", 0, 0, 60, 40, {**won, "text": "WWW"}))
    assert "leaves the box" in said(Part("tiles/won", 0, 0, 60, 24, {**won, "text": "1,0"}))  # the comma's tail
    assert "crosses the edge" in said(Part("world", 0, 0, 250, 60, {"number": "7", "reward": "W" * 60}))
