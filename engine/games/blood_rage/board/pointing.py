"""Which pieces of the board a menu line speaks of: places, cards, figures, slots of the own sheet."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.board import spot
from engine.core.menu import Option
from engine.games.blood_rage.board.labels import FJORD_CODES
from engine.games.blood_rage.view import View


def spots(option: Option, view: View) -> Iterator[str]:
    """By name; where a line says from where to where, the second: the first was tapped before."""
    match option.what:
        case ("upgrade" | "quest" | "card", str(code), *_):
            yield spot("card", code)
        case ("march" | "pillage" | "repillage" | "step", str(place), *_) | ("to" | "march_to", _, str(place), *_):
            yield spot("fjord" if place in FJORD_CODES else "province", place)
        case ("invade", str(code)):
            yield spot("figure", f"{code}@reserve", view.viewer)
        case ("call", str(code), str(place)):
            yield spot("figure", f"{code}@{place}", view.viewer)
        case ("slot", str(slot), *_):
            yield spot("slot", slot, view.viewer)
        case ("stat", str(stat)):
            yield spot("stat", stat, view.viewer)
