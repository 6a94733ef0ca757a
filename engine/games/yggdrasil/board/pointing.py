"""Which pieces of the board a menu line speaks of: enemies, islands, worlds and what lies in them, gods."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.board import spot
from engine.core.menu import Option
from engine.games.yggdrasil.moves import NidhoggPick
from engine.games.yggdrasil.view import View


def spots(option: Option, view: View) -> Iterator[str]:
    """By name; of an enemy its counter and its lane, of a bag the island on which it stands."""
    match option.what:
        case NidhoggPick() as picked:
            yield from _enemy(picked.enemy)
        case ("fight" | "enemy", str(code), *_):
            yield from _enemy(code)
        case ("mid", "", *_):
            yield spot("world", "midgard")
        case ("mid" | "to" | "dead" | "fire", str(island), *_):
            yield spot("island", island)
        case ("elf", *_):
            yield spot("world", "elves")
        case ("forge", str(enemy), *_):
            yield spot("artifact", enemy)
        case ("ice" | "giant", str(giant), *_):
            yield spot("pile") if giant == "top" else spot("giant", giant)
        case ("trade" | "share", str(god)):
            yield from (spot("god", "", seat) for seat, sheet in enumerate(view.sheets) if sheet.code == god)
        case ("advance" | "vanir", int(square)):
            yield spot("square", square)
        case ("card", str(), int(number)):
            yield spot("drawn", number)
        case ("pick", str(), *_):
            yield spot("drawn", getattr(option.move, "card", 0))


def _enemy(code: str) -> Iterator[str]:
    yield spot("enemy", code)
    yield spot("force", code)
