"""Which pieces of the board a menu line speaks of: half of a card of the hand, a stack, the god that is awake."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.board import spot
from engine.core.menu import Option
from engine.games.aesir.view import View


def spots(option: Option, view: View) -> Iterator[str]:
    """By name; a card of a stack is meant by tapping its stack."""
    match option.what:
        case ("pick", str(card), str(up)):
            yield spot("half", card + up)
        case ("up", str(god)):
            yield spot("laid", god)
        case ("turn" | "double" | "move", str(god)):
            yield spot("stack", god, view.viewer)
        case ("own" | "score", card):
            yield spot("stack", card.stack, view.viewer)
        case ("theirs", card, int(owner), *_):
            yield spot("stack", card.stack, owner)
        case ("goal", *_) if view.god is not None:
            yield spot("god", view.god)
        case ("draw",):
            yield spot("deck")
