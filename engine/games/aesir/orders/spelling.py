"""How orders are spelled in English and Russian, with the look-alikes of both alphabets.

A `Wish` is an order as typed, understood but not yet held against the table: `turn P2.S2`, `draw up H>F`. Plans keep
wishes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from engine.core.contract import IllegalMove, Seat
from engine.core.grammar.text import bare_name, fold
from engine.games.aesir.data import DATA, NUMBER, God
from engine.games.aesir.moves import Face, StackRef

LETTERS: dict[str, God] = {letter: cast("God", god) for god, letters in DATA["letters"].items() for letter in letters}
RUSSIAN_LETTERS: dict[str, str] = {god["code"]: god["code_ru"] for god in DATA["god"]}
RUSSIAN_WORDS: dict[str, str] = DATA["words"]
WORDS: dict[str, str] = {fold(word): key for key, russian in RUSSIAN_WORDS.items() for word in (key, russian)}
PLAN_WORDS = ("if", "tally", "plan", "last")

_GOD = "[" + "".join(LETTERS) + "]"
_SEAT = "[" + "".join(DATA["seats"]["prefixes"]) + "]"
_REF = re.compile(rf"(?:{_SEAT}([0-9]{{1,2}})\.)?({_GOD})(?:(~)?([1-9][0-9]?))?")
_PICK = re.compile(rf"({_GOD})({_GOD})([0-9]{{0,2}}) ?: ?({_GOD})")
_GODS = re.compile(rf"{_GOD}(?: ?> ?{_GOD})*")


@dataclass(frozen=True, slots=True)
class Ref:
    """A stack, or a card of one."""

    god: God
    owner: Seat | None = None  # None: nobody is named, so the own one is meant
    face: Face = "up"
    pos: int | None = None  # None: the stack itself

    def card(self) -> StackRef:
        """The card. Raises IllegalMove E_SYNTAX for a stack without a position."""
        if self.pos is None:
            raise IllegalMove("E_SYNTAX", needs="card", god=self.god, owner=self.owner)
        return StackRef(stack=self.god, face=self.face, pos=self.pos)

    def foreign(self, seat: Seat) -> bool:
        """Whether it names somebody else's stack."""
        return self.owner not in (None, seat)


@dataclass(frozen=True, slots=True)
class Wish:
    """One order word and what follows it."""

    word: str  # empty: an order of old that no grammar reads any more, see `note`
    refs: tuple[Ref, ...] = ()
    gods: tuple[God, ...] = ()  # halves of `up`, best first
    count: int | None = None  # of `goal 2`
    note: str = ""

    def write(self, language: str = "en") -> str:
        """The text that `wish` reads again."""
        if not self.word:
            return self.note
        parts = [word(self.word, language)]
        if self.count is not None:
            parts.append(str(self.count))
        if self.gods:
            if self.word == "draw":
                parts.append(word("up", language))
            parts.append(">".join(letter(god, language) for god in self.gods))
        parts += [write_ref(ref, language) for ref in self.refs]
        return " ".join(parts)


def word(key: str, language: str) -> str:
    """An order word in the language."""
    return RUSSIAN_WORDS[key] if language == "ru" else key


def letter(god: str, language: str) -> str:
    """A god's letter in the language."""
    return RUSSIAN_LETTERS[god] if language == "ru" else god


def card_name(card: str, language: str) -> str:
    """`OT1`, `ОТ1`; also of masks (`L?`) and places (`H~1`)."""
    return "".join(RUSSIAN_LETTERS.get(sign, sign) for sign in card) if language == "ru" else card


def write_ref(ref: Ref, language: str) -> str:
    """`P2.S2`, `И2.С2`, `H~1`."""
    owner = "" if ref.owner is None else f"{'И' if language == 'ru' else 'P'}{ref.owner + 1}."
    pos = "" if ref.pos is None else f"{'~' if ref.face == 'down' else ''}{ref.pos}"
    return f"{owner}{letter(ref.god, language)}{pos}"


def of_card(card: StackRef, owner: Seat | None = None) -> Ref:
    """A reference to a card of a move."""
    return Ref(card.stack, owner, card.face, card.pos)


def first_word(line: str) -> tuple[str | None, str]:
    """The order word that a folded line begins with (canonical, None: none), and the rest of the line."""
    head, _, rest = line.partition(" ")
    if head.endswith(":") and head[:-1] in WORDS:
        head = head[:-1]
    return WORDS.get(head), rest.strip()


def name_seats(line: str, names: Sequence[str]) -> str:
    """Write `P2.` for every handle that stands before a card: `mark.s2` -> `p2.s2`; not for one of several seats."""
    bare = [bare_name(name) for name in names]
    for seat, name in sorted(enumerate(names), key=lambda named: -len(named[1])):
        handle = fold(name) if bare.count(bare[seat]) == 1 else ""  # anybody may take another's name
        if handle and not re.fullmatch(rf"{_SEAT}?[0-9]+", handle.upper()):  # nobody's name makes `2.1` another answer
            line = re.sub(rf"(?<!\S){re.escape(handle)}\.(?=\S)", f"p{seat + 1}.", line)
    return line


def wish(line: str, seats: int) -> Wish:
    """Read one order (no plan). Raises IllegalMove E_SYNTAX."""
    key, rest = first_word(line)
    if key is None or key in PLAN_WORDS:
        raise IllegalMove("E_SYNTAX", line=line)
    found = _wish(key, rest, seats)
    if found is None:
        raise IllegalMove("E_SYNTAX", line=line)
    return found


def _wish(key: str, rest: str, seats: int) -> Wish | None:
    if key == "draw":
        up, halves = first_word(rest)
        gods = read_gods(halves) if up == "up" else None
        return Wish(key) if not rest else Wish(key, gods=gods) if gods else None
    if key == "up":
        gods = read_gods(rest)
        return Wish(key, gods=gods) if gods else None
    if key == "keep":
        return Wish(key) if not rest else None
    if key == "goal" and re.fullmatch(r"[0-9]{1,3}", rest):
        return Wish(key, count=int(rest))
    refs = [read_ref(token, seats) for token in rest.replace(",", " ").split()]
    known = tuple(ref for ref in refs if ref is not None)
    few = {"turn": (1, 1), "move": (1, 1), "double": (1, 1), "swap": (2, 2), "score": (0, 9), "goal": (1, 99)}[key]
    return Wish(key, known) if len(known) == len(refs) and few[0] <= len(refs) <= few[1] else None


def read_ref(token: str, seats: int) -> Ref | None:
    """A stack or card reference."""
    match = _REF.fullmatch(token.upper())
    if match is None:
        return None
    owner, god, down, pos = match.groups()
    if owner is not None and not 1 <= int(owner) <= seats:
        return None
    number = int(pos) if pos else None
    return Ref(LETTERS[god], int(owner) - 1 if owner else None, "down" if down else "up", number)


def read_gods(text: str) -> tuple[God, ...] | None:
    """`H>O>F` as gods, best first."""
    text = text.upper()
    return tuple(LETTERS[sign] for sign in text if sign not in " >") if _GODS.fullmatch(text) else None


def read_pick(text: str) -> tuple[str, God] | None:
    """`OT1:T` as ("OT1", "T"), `OT:T` as ("OT", "T"): the pair in awakening order, the copy number where given."""
    match = _PICK.fullmatch(text.upper())
    if match is None:
        return None
    first, second, copy, up = match.groups()
    pair = sorted((LETTERS[first], LETTERS[second]), key=NUMBER.__getitem__)
    return "".join(pair) + copy, LETTERS[up]


def read_items(text: str) -> tuple[str, ...] | None:
    """The items of `plan` and `last`: gods and picks between `>`."""
    items = []
    for part in text.split(">"):
        gods, picked = read_gods(part.strip()), read_pick(part.strip())
        if picked is not None:
            items.append(f"{picked[0]}:{picked[1]}")
        elif gods is not None and len(gods) == 1:
            items.append(gods[0])
        else:
            return None
    return tuple(items)


_ANY_WORD = "|".join(sorted(map(re.escape, WORDS), key=len, reverse=True))
_TRIED = re.compile(
    rf"(?:{_ANY_WORD})(?::? +(?:[a-zа-я*][0-9]?|\S*[0-9>~|:*]\S*|{_ANY_WORD})){{0,8}}[.!]?"
    r"|[a-zа-я]{2}[0-9]? ?[:;=] ?[a-zа-я][.!]?"
    r"|[0-9]{1,3}[.)]?|[a-zа-я]-?[0-9]{1,2}[.)]?"
)
_CARD = rf"(?:{_SEAT.lower()}[0-9]\.)?{_GOD.lower()}(?:~?[0-9])?"
_INSIDE = re.compile(rf"(?:\S+ ){{1,3}}(?:{_ANY_WORD}) {_CARD}[.!]?")


def sounds_like_order(line: str) -> bool:
    """Whether a folded line was meant as an order: an order word with short operands, a pick, or a number."""
    return _TRIED.fullmatch(line) is not None or _INSIDE.fullmatch(line) is not None


def is_god(text: str) -> God | None:
    """A single god's letter."""
    return LETTERS.get(text.strip().upper())
