"""Values of this game in a line: strengths (`v2 e1`), goods (`2v1e`), and names that fit what is on the table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from engine.core.grammar.values import At, Name, No, Player, Text
from engine.core.moves import IllegalMove
from engine.games.yggdrasil.data import BAG_CODES
from engine.games.yggdrasil.moves import ElfPolicy, Goods
from engine.games.yggdrasil.orders.plans import elves_unsaid

VIKINGS, ELVES = "vв", "eэ"
_COUNT = "([0-9]{1,3})"  # up to moves.MOST
_VIKINGS = re.compile(rf"[{VIKINGS}]{_COUNT}")
_ELVES = re.compile(rf"[{ELVES}]{_COUNT}")
_GOODS = re.compile(rf"(?:{_COUNT}[{VIKINGS}])?(?:{_COUNT}[{ELVES}])?")


@dataclass(frozen=True, slots=True)
class Strength:
    """`v2 e1`: Vikings, and up to so many Elves if they win; `e=2`: exactly; `e?`: to be asked.

    Nothing: no Vikings, and of Elves as many as the seat's standing order says, else none.
    """

    fields: frozenset[str] = frozenset({"vikings", "elves"})

    def read(self, text: Text, at: At, into: dict[str, Any]) -> None:
        """In any order, each at most once."""
        into |= {"vikings": 0, "elves": ElfPolicy(most=elves_unsaid(at.desk))}
        said = set[str]()
        while text.left and (word := text.peek().casefold())[0] in VIKINGS + ELVES:
            name = "vikings" if word[0] in VIKINGS else "elves"
            if name in said:
                raise No
            said.add(name)
            into[name] = _vikings(text, word) if name == "vikings" else _policy(text, word)

    def write(self, source: Any, at: At) -> list[str]:
        vikings, elves = ("в", "э") if at.language == "ru" else ("v", "e")
        policy: ElfPolicy = source.elves
        tokens = [f"{vikings}{source.vikings}"]
        if policy.mode == "ask":
            tokens.append(f"{elves}?")
        elif policy.mode == "exact" or policy.most != elves_unsaid(at.desk):
            tokens.append(f"{elves}{'=' if policy.mode == 'exact' else ''}{policy.most}")
        return tokens


def _vikings(text: Text, word: str) -> int:
    found = _VIKINGS.fullmatch(word)
    if found is None:
        raise No
    text.at += 1
    return int(found[1])


def _policy(text: Text, word: str) -> ElfPolicy:
    if (found := _ELVES.fullmatch(word)) is not None:
        text.at += 1
        return ElfPolicy(most=int(found[1]))
    if len(word) > 1:
        raise No
    text.at += 1
    if text.peek() == "?":
        text.at += 1
        return ElfPolicy(mode="ask")
    if text.peek() != "=":
        raise No
    text.at += 1
    count = text.peek()
    if re.fullmatch(_COUNT, count) is None:
        raise No
    text.at += 1
    return ElfPolicy(mode="exact", most=int(count))


@dataclass(frozen=True, slots=True)
class Counters:
    """`2v1e`, also typed `2v 1e`."""

    def read(self, text: Text, at: At) -> Goods:
        """Raises No."""
        found = self._word(text)
        if not found.elves and text.left:
            start = text.at
            try:
                more = self._word(text)
            except No:
                text.at = start
            else:
                if more.vikings:
                    raise No
                return Goods(vikings=found.vikings, elves=more.elves)
        return found

    def _word(self, text: Text) -> Goods:
        match = _GOODS.fullmatch(text.peek().casefold())
        if match is None or not match[0]:
            raise No
        text.at += 1
        return Goods(vikings=int(match[1] or 0), elves=int(match[2] or 0))

    def write(self, value: Goods, at: At) -> str:
        vikings, elves = ("в", "э") if at.language == "ru" else ("v", "e")
        return (f"{value.vikings}{vikings}" if value.vikings else "") + (f"{value.elves}{elves}" if value.elves else "")


class Bag(Name):
    """A bag, by its island; the Rainbow Island has none (R5.0)."""

    def __init__(self) -> None:
        super().__init__("island")

    def read(self, text: Text, at: At) -> str:
        """Its code. Raises No, IllegalMove E_AMBIGUOUS, E_UNKNOWN_TARGET."""
        code = super().read(text, at)
        if code not in BAG_CODES:
            raise IllegalMove("E_UNKNOWN_TARGET", island=code)
        return code


@dataclass(frozen=True, slots=True)
class Here:
    """A name that may be cut as far as it is alone among those that are possible now (`possible` of the view)."""

    kind: str
    possible: Callable[[Any], Iterable[str]]

    def read(self, text: Text, at: At) -> str:
        """Its code. Raises No, IllegalMove E_AMBIGUOUS."""
        word = text.peek() or " "
        try:
            code = at.lexicon.find(self.kind, word)
        except IllegalMove as why:
            fits = [one for one in why.where["found"] if at.desk is not None and one in self.possible(at.desk.view)]
            if len(fits) != 1:
                raise IllegalMove("E_AMBIGUOUS", text=word, found=fits or why.where["found"]) from None
            code = fits[0]
        if code is None:
            raise No
        text.at += 1
        return code

    def write(self, value: str, at: At) -> str:
        return at.lexicon.say(self.kind, value, at.language)


class PlayersGod(Here):
    """A god by its own name, or by that of who plays it."""

    def read(self, text: Text, at: At) -> str:
        """Its code. Raises No, IllegalMove E_AMBIGUOUS."""
        try:
            return super().read(text, at)
        except No:
            seat = Player().read(text, at)
            sheets = at.desk.view.sheets if at.desk is not None else ()
            if seat >= len(sheets):
                raise
            return str(sheets[seat].code)
