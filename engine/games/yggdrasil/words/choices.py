"""What a table may choose, as readers know it."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.components.names import called
from engine.core.speech import N_
from engine.games.yggdrasil import names
from engine.games.yggdrasil.words.speech import Speech

OPTIONS: Mapping[str, str] = {
    "difficulty": N_("Level"),
    "custom_cards": N_("Special cards, at the level “Custom”"),
    "deal_gods": N_("The gods are dealt, not chosen"),
}


class Choosing(Speech):
    """The options of a table."""

    def setting(self, option: str, value: str = "") -> str:
        """See `Words.setting`."""
        if value and option == "custom_cards":
            return names.card_name(value, self.language)
        if value:
            level = called(names.LEVELS, value, self.language) if option == "difficulty" else ""
            return level[:1].upper() + level[1:]
        text = OPTIONS.get(option)
        return self._(text) if text else ""
