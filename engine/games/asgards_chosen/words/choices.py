"""What a table may choose, as readers know it."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.speech import N_
from engine.games.asgards_chosen.words.speech import Speech

OPTIONS: Mapping[str, str] = {
    "mode": N_("Game"),
    "length": N_("Length of a standard game"),
    "late_items": N_("Enchanted items of deck 2 join the draft of starting items"),
    "automatic_board": N_("The board lays itself"),
    "aggressive": N_("Introductory game for three or four: one tile less"),
    "scattered": N_("Alone or together: enemy markers beside the heroes"),
    "man_first": N_("Together: the start player has the hero"),
}
VALUES: Mapping[tuple[str, str], str] = {
    ("mode", "standard"): N_("Standard"),
    ("mode", "introductory"): N_("Introductory"),
    ("mode", "solitaire"): N_("Solitaire"),
    ("mode", "coop"): N_("Co-operative"),
    ("length", "standard"): N_("Five gods"),
    ("length", "saga"): N_("Saga: six gods"),
    ("length", "epic"): N_("Epic: seven gods"),
}


class Choosing(Speech):
    """The options of a table."""

    def setting(self, option: str, value: str = "") -> str:
        """See `Words.setting`."""
        text = VALUES.get((option, value)) if value else OPTIONS.get(option)
        return self._(text) if text else ""
