"""The board of a view as blocks: the way of the Enemies; the nine worlds; chances and cards; the gods, the own first.

All type is 20 or larger, so that it is still 11 px high on a phone of 360 px. Everything that can be pointed at is a
part with a place, a look and a title. Nothing is read but the view.
"""

from __future__ import annotations

from engine.core.board import Drawing, heading, own_first
from engine.core.contract import Words
from engine.games.yggdrasil.board import chances, deck, gods, legend, track, worlds
from engine.games.yggdrasil.board.labels import Labels
from engine.games.yggdrasil.view import View

__all__ = ["draw"]


FEW = 3  # gods whose sheets have room below the track


def draw(view: View, words: Words[View]) -> Drawing:
    """All blocks, with the words of one reader; in landscape the worlds stand in the middle."""
    labels = Labels(words, len(view.sheets))
    few = len(view.sheets) <= FEW
    sheets = [
        gods.sheet(view, labels, seat, column=0 if few else 2) for seat in own_first(len(view.sheets), view.viewer)
    ]
    column = 2 if few else 0
    cards = [*chances.chances(view, labels, column=column), deck.deck(view, labels, column=column)]
    last = cards if few else sheets
    last += legend.legend(labels, last, column=2)
    names = map(words.seat, range(len(view.sheets)))
    blocks = [
        heading(labels.stage(view), labels.note(view), wanted=view.stage != "over", names=names),
        track.track(view, labels),
        *(sheets if few else cards), worlds.worlds(view, labels, column=1), *last,
    ]  # fmt: skip
    return Drawing(labels.summary(view), tuple(blocks))
