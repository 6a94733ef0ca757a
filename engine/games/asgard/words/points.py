"""Where points come from."""

from __future__ import annotations

from engine.core.contract import Points
from engine.core.happenings import Happening
from engine.games.asgard.happenings import Scored
from engine.games.asgard.words.describe import AsgardWords


def points(happening: Happening, words: AsgardWords) -> Points | None:
    """What the rules score, by their own reasons."""
    if not isinstance(happening, Scored):
        return None
    sources = {
        "temples": words._("Temples"),
        "lower": words._("God tiles on lower worlds"),
        "hel": words._("Recruits in Hel's hall"),
        "battle_tiles": words._("Battle tiles"),
        "world": words._("Worlds that gods won"),
        "vp_top": words._("Wizardry for discs in worlds"),
        "vp_bottom": words._("Wizardry for discs in worlds"),
    }
    return Points(happening.seat, happening.points, sources[happening.why])
