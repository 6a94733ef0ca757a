"""Which pieces of the board a menu line speaks of: cards, territories, heroes, slots of the Tisch, gods."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.core.board import spot
from engine.core.menu import Option
from engine.games.asgards_chosen.view import View


def spots(option: Option, view: View) -> Iterator[str]:
    """By name."""
    what = option.what
    yield from _on_the_map(what, view)
    yield from (spot("slot", slot) for slot in _slots(what))
    for code in _cards(what):
        yield spot("card", code)
        yield spot("played", code)


def _on_the_map(what: Any, view: View) -> Iterator[str]:
    match what:
        case ("place" | "from" | "carry", *_, str(place)):
            yield spot("territory", place)
        case ("aim", play) if play.aim is not None and play.aim.to:
            yield spot("territory", play.aim.to)
        case ("hexagon", int(q), int(r)):
            yield spot("free", f"{q},{r}")
        case ("town", int(q), int(r), str(corner)):
            yield spot("socket", f"{q},{r}{corner}")
        case ("hero" | "move" | "attack" | "ring", str(hero), *_):
            yield from _hero(hero, view)
        case ("god" | "charm", str(code)):
            yield spot("shown", code, view.viewer)
        case ("appease", str(god)):
            yield spot("god", god, view.viewer)


def _hero(hero: str, view: View) -> Iterator[str]:
    """A hero stands in its panel and on the map, and both are it."""
    if view.viewer is None:
        return
    yield spot("hero", hero, view.viewer)
    where = {who.name: who.at for who in view.sides[view.players[view.viewer].side].heroes}
    if place := where.get(hero):
        yield spot("territory", place)


def _slots(what: Any) -> Iterator[str]:
    match what:
        case ("muster" | "open" | "slot", str(slot), *_):
            yield slot


def _cards(what: Any) -> Iterator[str]:
    match what:
        case ("god" | "charm" | "ability" | "pay", str(code), *_) | ("gift", str(code), int()):
            yield code
        case ("cards", tuple(codes)):
            yield from codes
        case ("paid", *paid):
            yield from (code for code, _ in paid)
        case ("aim", play) if play.aim is not None and play.aim.card:
            yield play.aim.card
        case one if not isinstance(one, tuple):  # a move, or something that names a card
            found = (getattr(one, name, None) for name in ("card", "item", "creature"))
            yield from (code for code in found if isinstance(code, str))
