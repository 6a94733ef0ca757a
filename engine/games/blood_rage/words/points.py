"""Where Glory comes from."""

from __future__ import annotations

from engine.core.contract import Points
from engine.core.happenings import Happening
from engine.games.blood_rage.data import BY_CODE
from engine.games.blood_rage.happenings import GloryGained
from engine.games.blood_rage.words.status import RageWords

QUESTS = frozenset(code for code, card in BY_CODE.items() if card.kind == "quest")


def points(happening: Happening, words: RageWords) -> Points | None:
    """Glory gained or lost. All cards that are no quests are one source: there are as many as the deck has."""
    if not isinstance(happening, GloryGained):
        return None
    sources = {
        "token": words._("Pillages"),
        "axes": words._("Axes in battle and at the end"),
        "rage": words._("Rage at the end"),
        "horns": words._("Horns at the end"),
        "ragnarok": words._("Figures lost in Ragnarök"),
    }
    cards = words._("Quests") if happening.why in QUESTS else words._("Cards")
    return Points(happening.seat, happening.glory, sources.get(happening.why, cards))
