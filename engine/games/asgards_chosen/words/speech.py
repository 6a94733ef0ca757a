"""What all sentences of Asgard's Chosen share: the names of things."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.core.components.names import called
from engine.core.speech import Speech as CoreSpeech
from engine.games.asgards_chosen.data import ENEMY, KIND, KINDS, TERRITORY, TOWN, names
from engine.games.asgards_chosen.view import UNKNOWN


class Speech(CoreSpeech):
    """Names in the reader's language."""

    domain: ClassVar[str] = "asgards_chosen"

    def card(self, code: str) -> str:
        """A card by name; `troll1#2` is the second one."""
        name, _, number = code.partition("#")
        if code == UNKNOWN:
            return self._("unknown")
        return called(names.CARDS, name, self.language) + (f" #{number}" if number else "")

    def cards(self, codes: Iterable[str]) -> str:
        """Cards, with commas; a dash for none."""
        return ", ".join(map(self.card, codes)) or "–"

    def laid(self, slots: Iterable[str], codes: Iterable[str]) -> str:
        """Cards that come to the Tisch, each behind the slot by which orders name it."""
        return ", ".join(f"{slot} {self.card(code)}" for slot, code in zip(slots, codes, strict=False)) or "–"

    def helper(self, code: str) -> str:
        """What helps a payment and is no card of it."""
        favors = {"freyja": self._("Freyja's favor"), "frigg": self._("Frigg's favor")}
        return favors.get(code) or self.card(code)

    def place(self, code: str) -> str:
        """A territory with what it is: `S2a (bog)`; towns say it themselves."""
        at = TERRITORY.get(code)
        if at is None or KIND[at] == TOWN:
            return code
        return f"{code} ({self.kind(KINDS[KIND[at]])})"

    def spot(self, code: str) -> str:
        """The same as a line of a menu has it, its code behind it: `bog (S2a)`, `town (T1)`."""
        at = TERRITORY.get(code)
        return code if at is None else f"{self.kind(KINDS[KIND[at]])} ({code})"

    def places(self, codes: Iterable[str]) -> str:
        """Territories, with commas."""
        return ", ".join(map(self.place, codes)) or "–"

    def kind(self, code: str) -> str:
        """A kind of territory."""
        return called(names.KIND_NAMES, code, self.language)

    def hero(self, code: str) -> str:
        """One of the two heroes of a side."""
        return self._("heroine (F)") if code == "F" else self._("hero (M)")

    def letter(self, code: str) -> str:
        """A hero in orders and on the map: `F`, `M`."""
        return called(names.HEROES, code, self.language)

    def whom(self, code: str) -> str:
        """A hero as an object: whom one places."""
        return self.p("whom", "heroine (F)") if code == "F" else self.p("whom", "hero (M)")

    def direction(self, code: str) -> str:
        """Where to a tile points: `SE`."""
        return called(names.DIRECTIONS, code, self.language)

    def corner(self, code: str) -> str:
        """The upper or the lower corner of a hexagon: `N`, `S`."""
        return called(names.CORNERS, code, self.language)

    def who(self, seat: int | None) -> str:
        """A player, or the enemy that nobody plays."""
        return self._("the enemy") if seat is None or seat == ENEMY else self.seat(seat)

    def phase(self, code: str) -> str:
        """A phase, or what the game is at."""
        texts = {
            "board": self._("the board is laid"),
            "items": self._("starting items"),
            "heroes": self._("heroes come to the board"),
            "god": self._("god phase"),
            "charm": self._("charm phase"),
            "campaign": self._("campaign phase"),
            "battle": self._("battle"),
            "muster": self._("muster phase"),
            "renewal": self._("renewal"),
            "over": self._("the game is over"),
        }
        return texts.get(code, code)

    def mode(self, code: str, length: str) -> str:
        """Which of the games is played."""
        texts = {
            "introductory": self._("introductory game"),
            "solitaire": self._("solitaire"),
            "coop": self._("co-operative game"),
            "saga": self._("saga game"),
            "epic": self._("epic game"),
        }
        return texts.get(code) or texts.get(length) or self._("standard game")

    def why(self, code: str) -> str:
        """What made cards or heroes move: a card, or a rule."""
        texts = {
            "renewal": self._("renewal"),
            "honor": self._("honor draw"),
            "hemmed": self._("hemmed in"),
            "payment": self._("payment"),
            "event": self._("event"),
            "limit": self._("limit of the hand"),
            "markers": self._("eight markers at most"),
            "setup": self._("set-up"),
            "stand": self._("to stand up"),
            "charm": self._("charm"),
            "barrows": self._("the Barrows are full"),
            "keeper": self._("another event"),
            "militia": self._("end of the battle"),
            "enemy": self._("the enemy takes it"),
            "items": self._("starting items"),
            "raid": self._("event attack"),
            "retreat": self._("retreat"),
            "won": self._("victory"),
            "mamuna": self.card("mamuna1"),
        }
        return texts.get(code) or self.card(code)
