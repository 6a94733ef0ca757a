"""No list of a recorded game is longer in a mail than a screen of a telephone, and all of it can be answered."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from asgard_pbem.mail.writing.scene import SHOWN_AT_MOST
from engine.core.contract import Desk, Game, Words
from engine.core.decisions import Decision
from engine.core.menu import Columns, Lines, Menu
from engine.core.moves import IllegalMove
from engine.table.listing import blocks
from engine.table.reading.answers import MORE, by_number
from engine.table.reading.courteous import reply_in
from engine.table.registry import games
from engine.table.rows import SPARED, between
from tests.games.cases import names
from tests.games.golden import begin, desk, records

EVERY = 11  # steps: lists grow slowly
NEWEST = [
    (game, path) for game in games().values() for path in records(game)
    if path.stem.startswith(f"v{game.rules.version}_")
]  # fmt: skip


def asked(game: Game[Any], path: Path) -> Iterator[tuple[Desk, Decision]]:
    """Every n-th question of a recorded game, at the desk of whom it is asked."""
    record = json.loads(path.read_text(encoding="utf-8"))
    rules = game.versions[record["version"]]
    state, _, source = begin(rules, record)
    for number, step in enumerate(record["steps"]):
        if number % EVERY == 0:
            place = desk(game, state, step["seat"], record["version"])
            yield from ((place, one) for one in place.decisions)
        rules.apply(state, step["seat"], rules.moves.validate_python(step["move"]), source)


def shown(menu: Menu, words: Words[Any], view: Any, at: str = "", span: tuple[str, str] | None = None) -> set[str]:
    """The labels of a list that its mail and those behind its rows show, none of them too long."""
    path = f"{at}." if at else ""
    printed = [
        line for block in blocks(menu, words, view, path, SHOWN_AT_MOST, short=True, span=span) for line in block.lines
    ]
    assert len(printed) <= SHOWN_AT_MOST + SPARED, (at, span)
    found = set[str]()
    for line in printed:
        row = between(menu, line.reply.removeprefix(path)) if line.folded and "-" in line.reply else None
        if row is None:
            found.add(line.reply.removeprefix(path))
        elif isinstance(menu, Columns) and span is not None:
            raise AssertionError(line.reply)
        else:
            found |= shown(menu, words, view, at, row[2])
    return found


@pytest.mark.parametrize("game, path", NEWEST, ids=[f"{game.key}-{path.stem}" for game, path in NEWEST])
def test_a_mail_shows_few_lines_and_every_number_is_among_them(game: Game[Any], path: Path) -> None:
    words = game.words("en", names(6))
    for place, decision in asked(game, path):
        menu = place.menus(decision)
        if not isinstance(menu, Lines | Columns):
            assert len(menu.lines) <= SHOWN_AT_MOST + SPARED
            continue
        assert {label for label, _ in menu.lines} <= shown(menu, words, place.view)
        for label, option in menu.lines:
            if option.then is not None and option.move is None and isinstance(inner := option.then(), Lines):
                assert {one for one, _ in inner.lines} <= shown(inner, words, place.view, label)


def test_a_row_is_asked_for_by_what_stands_before_it() -> None:
    path = next(path for game, path in NEWEST if game.key == "yggdrasil" and path.stem.endswith("5p"))
    words = games()["yggdrasil"].words("en", names(6))
    for place, decision in asked(games()["yggdrasil"], path):
        listed = blocks(place.menus(decision), words, place.view, "", SHOWN_AT_MOST, short=True)
        for row in (line.reply for block in listed for line in block.lines if line.folded and "-" in line.reply):
            with pytest.raises(IllegalMove) as why:
                by_number(row, place, frozenset(place.decisions))
            assert (why.value.code, why.value.where["path"]) == (MORE, row)
            assert place.menus(decision).pick(row.partition("-")[0]) is not None
            assert reply_in(f"ok, {row} please", place, decision) == row
            with pytest.raises(IllegalMove) as why:
                by_number(f"{row[:-1]}z", place, frozenset(place.decisions))  # `3a-3z` of a list that goes to 3f
            assert (why.value.code, why.value.where["path"]) == (MORE, row)
            with pytest.raises(IllegalMove) as why:
                by_number(row[0], place, frozenset(place.decisions))  # `1` for `1a-1f`
            assert (why.value.code, why.value.where["path"]) == (MORE, row)


@pytest.mark.parametrize("game, path", NEWEST, ids=[f"{game.key}-{path.stem}" for game, path in NEWEST])
def test_no_line_leads_to_a_list_of_one_line(game: Game[Any], path: Path) -> None:
    """It is the whole answer: the list behind it would be a mail that asks nothing."""
    words = game.words("en", names(6))
    for place, decision in asked(game, path):
        menu = place.menus(decision)
        if not isinstance(menu, Lines):
            continue
        for line in (line for block in blocks(menu, words, place.view) for line in block.lines):
            inner = menu.pick(line.reply)
            if line.move is not None:
                assert inner == line.move
            elif isinstance(inner, Lines):
                assert len(inner.options) > 1 or inner.single() is None, line
                assert not line.folded or len(inner.lines) > 1, line
