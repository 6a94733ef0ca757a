"""The words that all sentences share, in one language with the players' names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from engine.core.components.names import called
from engine.core.moves import Json, Seat
from engine.core.speech import Speech
from engine.games.blood_rage.data import SLOTS
from engine.games.blood_rage.view import UNKNOWN
from engine.games.blood_rage.words import names


class RageSpeech(Speech):
    """Names of places, figures, cards and stats."""

    domain = "blood_rage"

    def place(self, code: str) -> str:
        return called(names.PLACES, code, self.language)

    def figure(self, code: str) -> str:
        return called(names.FIGURES, code, self.language)

    def figures(self, codes: Iterable[str]) -> str:
        """`Leader, Warrior x2`."""
        counts = Counter(codes)
        return ", ".join(self.figure(code) + (f" ×{count}" if count > 1 else "") for code, count in counts.items())

    def card(self, code: str) -> str:
        """A card by its name; one that is not known is said to be so."""
        return self._("an unknown card") if code == UNKNOWN else called(names.CARDS, code, self.language)

    def cards(self, codes: Iterable[str]) -> str:
        return ", ".join(self.card(code) for code in codes)

    def coded(self, code: str) -> str:
        """`Troll (TRO)`: a card with what one types for it."""
        return UNKNOWN if code == UNKNOWN else f"{self.card(code)} ({code})"

    def stat(self, stat: str) -> str:
        return called(names.STATS, stat, self.language)

    def token(self, shown: str) -> str:
        """What a pillage token shows."""
        if shown == "glory5":
            return self._("5 Glory")
        return self._("all three stats") if shown == "all_stats" else self.stat(shown)

    def why(self, why: str) -> str:
        """The cause of something: a card, or a word of the rules."""
        causes = {
            "token": self._("reward of the pillage"),
            "quest": self._("a quest"),
            "axes": self._("Axes"),
            "rage": self._("Rage"),
            "horns": self._("Horns"),
            "battle": self._("the battle"),
            "ragnarok": self._("Ragnarök"),
        }
        return causes[why] if why in causes else self.card(why)

    def slot(self, slot: str) -> str:
        """A slot of the clan sheet; several of a kind are numbered."""
        kinds = {
            "l": self._("Leader slot"),
            "w": self._("Warrior slot"),
            "s": self._("Ship slot"),
            "m": self._("monster slot {number}"),
            "c": self._("clan slot {number}"),
        }
        return kinds[slot[0]].format(number=slot[1:]) if slot in SLOTS else slot

    def clan(self, seat: Seat) -> str:
        """The clan of a seat."""
        return called(names.CLANS, tuple(names.CLANS)[seat], self.language)

    def named(self, where: Mapping[str, Json]) -> Mapping[str, Json]:
        """What a refusal is about, by its names."""
        say = {"place": self.place, "to": self.place, "card": self.coded, "figure": self.figure, "stat": self.stat}
        found = {key: say[key](value) if key in say and value else value for key, value in where.items()}
        if "slots" in found:
            found["slots"] = ", ".join(found["slots"])
        return super().named(found)
