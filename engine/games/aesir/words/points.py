"""Where points come from."""

from __future__ import annotations

from engine.core.contract import Points
from engine.core.happenings import Happening
from engine.games.aesir.happenings import CardScored
from engine.games.aesir.words.status import AesirWords


def points(happening: Happening, words: AesirWords) -> Points | None:
    """A card that became a point, by what made it one (R8.1, R9.7, R12.2)."""
    if not isinstance(happening, CardScored):
        return None
    sources = {"goal": words._("Goals"), "will": words._("Wills of gods"), "tally": words._("The final tally")}
    return Points(happening.seat, 1, sources[happening.cause])
