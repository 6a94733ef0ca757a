"""What all sentences of Yggdrasil share: the names of things."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.core.components.names import called
from engine.core.speech import Speech as CoreSpeech
from engine.games.yggdrasil import names
from engine.games.yggdrasil.data import GIANT_ROWS
from engine.games.yggdrasil.view import UNKNOWN

_GIANT_ROWS = {row["id"]: row for row in GIANT_ROWS}


class Speech(CoreSpeech):
    """Names in the reader's language."""

    domain = "yggdrasil"

    def god(self, code: str) -> str:
        """A god by name."""
        return called(names.GODS, code, self.language)

    def enemy(self, code: str) -> str:
        """An Enemy by name."""
        return called(names.ENEMY_NAMES, code, self.language)

    def island(self, code: str) -> str:
        """An island by name."""
        return called(names.ISLANDS, code, self.language)

    def world(self, code: str) -> str:
        """A world by name."""
        return called(names.WORLDS, code, self.language)

    def giant(self, code: str) -> str:
        """A Giant by name; the one on top of the pile has none."""
        return self._("the top Giant") if code == "top" else called(names.GIANTS, code, self.language)

    def rune(self, code: str) -> str:
        """A rune by name."""
        return called(names.RUNES, code, self.language)

    def artifact(self, enemy: str) -> str:
        """What helps against an Enemy."""
        return called(names.ARTIFACT_OF, enemy, self.language)

    def opponent(self, code: str) -> str:
        """An Enemy or a Giant."""
        return self.enemy(code) if code in names.ENEMY_NAMES else self.giant(code)

    def card(self, code: str) -> str:
        """An Enemy card: its Enemy, or Enemies."""
        return self._("unknown") if code == UNKNOWN else names.card_name(code, self.language)

    def cards(self, codes: Iterable[str]) -> str:
        """Cards, with commas."""
        return ", ".join(map(self.card, codes))

    def rolls(self, rolls: Sequence[int]) -> str:
        """What was rolled; of several rolls the one that counts, and which they were; where no die is, a dash."""
        every = ", ".join(map(str, rolls))
        if len(rolls) < 2:
            return every or "–"
        return self._("{best} (of {rolls})").format(best=max(rolls), rolls=every)

    def goods(self, vikings: int, elves: int) -> str:
        """Vikings and Elves that change hands."""
        return self._("Vikings {vikings}, Elves {elves}").format(vikings=vikings, elves=elves)

    def handed(self, vikings: int, elves: int) -> str:
        """The same, without what none of is."""
        if vikings and elves:
            return self.goods(vikings, elves)
        return self._("Elves {count}").format(count=elves) if elves else self._("Vikings {count}").format(count=vikings)

    def why(self, code: str) -> str:
        """What moved an Enemy: a card, an Enemy, a rune, a world."""
        for table in (names.ENEMY_NAMES, names.RUNES, names.WORLDS):
            if code in table:
                return called(table, code, self.language)
        return self.card(code)

    def giants_effect(self, code: str) -> str:
        """What a Giant does while it is active."""
        effect = _GIANT_ROWS[code]["effect"]
        if effect["kind"] == "force_plus":
            target = effect["target"]
            who = self._("every Giant") if target == "giants" else self.enemy(target)
            return self._("force +1: {who}").format(who=who)
        texts = {
            "unreachable_world": self._("unreachable: {world}"),
            "whirlpool": self._("the submerged island is a whirlpool"),
            "no_god_powers": self._("no powers of the gods"),
            "no_die_in_combat": self._("no die in combat"),
        }
        return texts[effect["kind"]].format(world=self.world(effect.get("world", "")))
