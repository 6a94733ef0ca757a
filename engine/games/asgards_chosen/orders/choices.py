"""Cards of an order that are known only when its moment comes: `best`, `worst`, `all`, `gods`, and what is kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.core.grammar.parts import many
from engine.core.grammar.records import Either
from engine.core.grammar.text import fold
from engine.core.grammar.values import At, No, Says, Text
from engine.games.asgards_chosen.moves import Aim
from engine.games.asgards_chosen.orders.values import AIM, CARD, COUNTED, NEXT

BEST, WORST, ALL, GODS, NOTHING = "best", "worst", "all", "gods", "none"
SELECTORS = (BEST, WORST)
CHOICE = Either((*(Says(word, word) for word in (BEST, WORST, NOTHING)), COUNTED))
RENEWED = Either((Says(ALL, ALL), Says(GODS, GODS), CARD))
CHOICES = many("keep", CHOICE, between=NEXT, most=13)


_SAID = {"loki": "discard", "aarni": "top", "ljodatal": "discard", "skidbladnir": "discard"}  # not kept, but this


@dataclass(frozen=True, slots=True)
class Kept:
    """`keep best`, `discard worst`, `top Thor`: what is chosen of the cards that are seen then."""

    also: tuple[str, ...] = ("discard", "top", "take")  # that may be typed in its place
    fields: frozenset[str] = frozenset({"keep"})

    def read(self, text: Text, at: At, into: dict[str, Any]) -> None:
        """Raises No."""
        words = [fold(text.peek())] if text.left else []
        said = [*_words(at, "keep", "verb"), *(one for key in self.also for one in _words(at, key))]
        if not any(word in said for word in words):
            raise No
        text.at += 1
        CHOICES.read(text, at, into)

    def write(self, source: Any, at: At) -> list[str]:
        word = _SAID.get(getattr(source, "card", ""), "")
        said = at.lexicon.say("key", word, at.language) if word else at.lexicon.say("verb", "keep", at.language)
        return [said, *CHOICES.write(source, at)]


@dataclass(frozen=True, slots=True)
class AimOrKept:
    """`[discard Baldr]`, `[]`, or what is withheld after a look: `[keep best]`, `[copy Mamuna: keep Thor]`."""

    fields: frozenset[str] = frozenset({"aim", "keep"})

    def read(self, text: Text, at: At, into: dict[str, Any]) -> None:
        into |= {"aim": None, "keep": ()}
        if text.peek() != "[":
            return
        start = text.at
        try:
            text.at += 1
            into["aim"] = _copied(text, at)
            _KEEP.read(text, at, into)
            _close(text)
        except No:
            text.at = start
            into |= {"aim": AIM.read(text, at), "keep": ()}

    def write(self, source: Any, at: At) -> list[str]:
        if not source.keep:
            return [AIM.write(source.aim, at)] if source.aim is not None else []
        copied = source.aim.card
        of = [at.lexicon.say("key", "copy", at.language), COUNTED.write(copied, at), ":"] if copied else []
        return ["[", *of, *_KEEP.write(source, at), "]"]


_KEEP = Kept(())


def _close(text: Text) -> None:
    if text.peek() != "]":
        raise No
    text.at += 1


def _copied(text: Text, at: At) -> Aim:
    """An ability that is used as it is, or `copy Mamuna:`."""
    if fold(text.peek()) not in _words(at, "copy"):
        return Aim()
    text.at += 1
    card = COUNTED.read(text, at)
    if text.peek() != ":":
        raise No
    text.at += 1
    return Aim(card=card)


def _words(at: At, word: str, kind: str = "key") -> tuple[str, ...]:
    return at.lexicon.words(kind, word)


@dataclass(frozen=True, slots=True)
class ThenAsk:
    """`then ask` at the end: whatever is asked next is asked, though something is planned for it."""

    fields: frozenset[str] = frozenset({"then_ask"})

    def read(self, text: Text, at: At, into: dict[str, Any]) -> None:
        into["then_ask"] = False
        two = text.tokens[text.at : text.at + 2]
        if len(two) == 2 and [at.lexicon.find("key", one) for one in two] == ["then", "ask"]:
            text.at += 2
            into["then_ask"] = True

    def write(self, source: Any, at: At) -> list[str]:
        return [at.lexicon.say("key", word, at.language) for word in ("then", "ask")] if source.then_ask else []
