"""The board of a view as blocks: the way of the Enemies and their cards; the nine worlds; the gods, the reader's first.

All type is 20 or larger, so that it is still 11 px high on a phone of 360 px. Everything that can be pointed at is a
part with a place, a look and a title. Nothing is read but the view.
"""

from __future__ import annotations

from engine.core.board import Drawing, heading, own_first
from engine.core.contract import Words
from engine.games.yggdrasil.board import chances, deck, gods, track, worlds
from engine.games.yggdrasil.board.labels import Labels
from engine.games.yggdrasil.view import View

__all__ = ["draw"]


def draw(view: View, words: Words[View]) -> Drawing:
    """All blocks, with the words of one reader; in landscape Enemies, worlds and gods stand side by side."""
    labels = Labels(words, len(view.sheets))
    blocks = [heading(labels.stage(view), labels.note(view), wanted=view.stage != "over"), track.track(view, labels)]
    blocks += chances.chances(view, labels)
    blocks += [deck.deck(view, labels), worlds.worlds(view, labels, column=1)]
    blocks += [gods.sheet(view, labels, seat, column=2) for seat in own_first(len(view.sheets), view.viewer)]
    return Drawing(labels.summary(view), tuple(blocks))
