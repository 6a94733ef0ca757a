"""The board in letters, at most 72 columns."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.board import MARKS, own_first, wrapped
from engine.core.contract import Words
from engine.core.moves import Seat
from engine.games.yggdrasil.data import AREA, ENEMIES, FORCE, ISLANDS, SPACES
from engine.games.yggdrasil.view import View
from engine.games.yggdrasil.words.status import YggdrasilWords

NAME = 12  # columns for the name of an Enemy


def text_board(view: View, words: Words[View]) -> str:
    """Track, islands, worlds, Giants and gods."""
    said = YggdrasilWords(words.language, [words.seat(seat) for seat in range(len(view.sheets))])
    lines = [*_track(view, said), "", *_islands(view, said), "", *_worlds(view, said), "", *_giants(view, said), ""]
    lines += [_god(view, said, seat) for seat in own_first(len(view.sheets), view.viewer)]
    return "\n".join(wrapped(lines))


def _track(view: View, said: YggdrasilWords) -> Iterator[str]:
    """A row an Enemy; a stroke where an area begins."""
    yield f"{'':{NAME}}" + _row([str(space) for space in SPACES])
    for foe in view.foes:
        row = _row(["#" if space == foe.space else "." for space in SPACES])
        yield f"{said.enemy(foe.code):{NAME}}{row}  " + said.force(foe.force)
    yield f"{'':{NAME}}" + _row([str(force) for force in FORCE]) + "  " + said.forces()


def _row(cells: list[str]) -> str:
    parts = [f"{'|' if space and AREA[space] != AREA[space - 1] else ' '} {cell} " for space, cell in enumerate(cells)]
    return "".join(parts)


def _islands(view: View, said: YggdrasilWords) -> Iterator[str]:
    bags = {bag.code: bag for bag in view.bags}
    for code in ISLANDS:
        bag = bags.get(code)
        yield said.island_line(code, None if bag is None else (bag.vikings, bag.fires), view)


def _worlds(view: View, said: YggdrasilWords) -> Iterator[str]:
    counts = {"elves": view.elves, "dead": view.dead, "fire": view.kingdom}
    yield ", ".join(f"{said.world(code)} {count}" for code, count in counts.items())
    yield said.vanir_line(view)
    yield said.forge_line(view)
    if view.blocked:
        yield said.blocked_line(view)


def _giants(view: View, said: YggdrasilWords) -> Iterator[str]:
    yield said.pile_line(view)
    for code in view.active:
        yield f"  {said.giant(code)}: {said.giants_effect(code)}"
    yield ", ".join(f"{said.rune(code)} {parts}/4" for code, parts in view.runes)
    yield said.deck_line(view)


def _god(view: View, said: YggdrasilWords, seat: Seat) -> str:
    sheet = view.sheets[seat]
    owned = [f"{said.artifact(ENEMIES[at])} {level}" for at, level in enumerate(sheet.artifacts) if level]
    name = f"{said.seat(seat)}, {said.god(sheet.code)}" if sheet.code else said.seat(seat)
    mark = "*" if view.turn and seat == view.seat else " "
    return f"{mark}{MARKS[seat]} {name}: " + "; ".join([said.goods(sheet.vikings, sheet.elves), *owned])
