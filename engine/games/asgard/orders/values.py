"""What stands for one thing in an order: gods, goods, places, tiles, players. Each reads what it writes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.core.grammar.text import bare_name
from engine.core.grammar.values import At, Code, Name, No, Text
from engine.core.moves import IllegalMove, Seat
from engine.games.asgard.pieces import (
    BATTLE_SLOTS,
    COLOURS,
    GOD_NUMBER,
    RECRUITS,
    SEALS,
    STONES,
    WORLD_SLOTS,
    Slot,
)

LONGEST = 120  # characters of an unreadable line that are said back
_PLAIN = str.maketrans("ёýíáéóúöø:", "еyiaeouoo ")


def plain(text: str) -> str:
    """Folded text without comment, accents, and the colons that part a head from what follows."""
    return text.partition("#")[0].translate(_PLAIN).strip()


def bare(text: str) -> str:
    """Plain text as orders are read: without the other signs that say nothing, commas and a `;` too many."""
    return re.sub(r"[ ;]*;[ ;]*", "; ", plain(text).replace(",", " ")).strip(" ;")


def bad(text: str) -> IllegalMove:
    """The refusal for what cannot be read."""
    return IllegalMove("E_SYNTAX", text=text if len(text) <= LONGEST else f"{text[:LONGEST]}...")


@dataclass(frozen=True, slots=True)
class Short:
    """A stone, recruit, seal or colour: its letter, or its beginning of three letters; in Russian, whatever ending.

    `english`, `russian`: what is written. `stems`: with what the Russian words begin.
    """

    names: Sequence[str]
    english: Sequence[str]
    russian: Sequence[str]
    letters: str = ""
    stems: Sequence[str] = ()

    def read(self, text: Text, at: At) -> Any:
        """Raises No."""
        word = text.peek() or " "
        for number, name in enumerate(self.names):
            short = word in (self.english[number].lower(), self.letters[number : number + 1])
            stem = (self.stems or self.russian)[number]
            if short or (len(word) >= 3 and (name.startswith(word) or word.startswith(stem))):
                text.at += 1
                return name
        raise No

    def write(self, value: str, at: At) -> str:
        return (self.russian if at.language == "ru" else self.english)[self.names.index(value)]


STONE = Short(STONES, "PYRBGKW", ("роз", "жел", "кра", "син", "зел", "чер", "бел"), "ржксзчб")
RECRUIT = Short(RECRUITS, "wog", ("бел", "оран", "вел"), "бов")
SEAL = Short(SEALS, "LD", ("свет", "тьма"), "ст")
COLOUR = Short(
    COLOURS, COLOURS, ("красный", "желтый", "синий", "фиолетовый"), stems=("красн", "желт", "син", "фиолетов")
)
GOD = Name("god")
SLOT = Name("slot")
GOODS = {"stone": STONE, "recruit": RECRUIT, "seal": SEAL}
WISH = Code(r"[0-9]{1,2}|[a-z_]{1,20}", upper=False)  # a weapon or a kind of wizardry

_HEADS, _SIDES = {"м": "w", "б": "b", "п": "v", "н": "l"}, {"с": "l", "т": "d"}


def latin(word: str) -> str:
    """`м3с` as `w3l`, `б3т` as `b3d`, `п3` as `v3`, `нс` as `ll`."""
    return _HEADS.get(word[:1], word[:1]) + word[1:-1] + _SIDES.get(word[-1:], word[-1:]) if len(word) > 1 else word


@dataclass(frozen=True, slots=True)
class Spot:
    """A place by its code, in either alphabet: what is typed, and what it means; the first that means it is written."""

    codes: Mapping[str, Any]

    def read(self, text: Text, at: At) -> Any:
        """Raises No."""
        code = latin(text.peek()).upper()
        if code not in self.codes:
            raise No
        text.at += 1
        return self.codes[code]

    def write(self, value: Any, at: At) -> str:
        return next(code for code, meant in self.codes.items() if meant == value)


WORLD_PLACE = Spot({name: name for name in WORLD_SLOTS})
BATTLE_PLACE = Spot({name: name for name in BATTLE_SLOTS})
FIGHT_PLACE = Spot({f"{head}{name[1:]}": name for name in BATTLE_SLOTS for head in "WB"})  # a disc, by its world slot
VICTORY_PLACE = Spot({f"V{world}": f"V{world}" for world in range(1, 8)})
WORLD = Spot({f"{head}{world}": world for world in range(1, 8) for head in ("W", "")})


@dataclass(frozen=True, slots=True)
class Tile:
    """An Asgard or population tile by its id: `pl-any_stone`, `a-recruit2+1`. `owned`: it is a population tile."""

    owned: bool = False

    def read(self, text: Text, at: At) -> str:
        """Raises No, IllegalMove E_TILE_NOT_OWNED: who owns it may change until a line is carried out."""
        head, dash, tail = text.peek().partition("-")
        if not dash or not re.fullmatch("[a-z]{1,2}", head) or not re.fullmatch(r"[a-z0-9_]{1,20}", tail):
            raise No
        text.at += 1
        if head == "a" and re.fullmatch(r"\+ [0-9]+", text.peek(2)):
            tail += text.peek(2).replace(" ", "")
            text.at += 2
        name = f"{head.upper()}-{tail}"
        if self.owned and at.desk is not None and name not in at.desk.view.table.components.population:
            raise IllegalMove("E_TILE_NOT_OWNED", tile=name)
        return name

    def write(self, value: str, at: At) -> str:
        return value


TILE, POPULATION = Tile(), Tile(owned=True)


@dataclass(frozen=True, slots=True)
class Player:
    """By `p1` (`и1`) for seat 1, by colour, or by name; nobody's name is another's colour."""

    def read(self, text: Text, at: At) -> Seat:
        """Raises No."""
        assert at.desk is not None
        colours, word = at.desk.view.colours, text.peek()
        if re.fullmatch("[pи][1-4]", word) and int(word[1]) <= len(colours):
            text.at += 1
            return int(word[1]) - 1
        named = self._named(text, at.desk.names)
        start = text.at
        try:
            number = COLOURS.index(COLOUR.read(text, at))
        except No:
            number = -1
        if number >= 0 and number in colours:  # a colour not yet chosen is -1
            return int(colours.index(number))
        text.at = start
        if named is None:
            raise No
        seat, length = named
        text.at += length
        return seat

    @staticmethod
    def _named(text: Text, names: Sequence[str]) -> tuple[Seat, int] | None:
        """Who is called so, and in how many tokens. Anybody may take another's name: then nobody is meant."""
        called = [Text.of(plain(bare_name(name))).tokens for name in names]
        found = [seat for seat, tokens in enumerate(called) if tokens and text.peek(len(tokens)) == " ".join(tokens)]
        longest = max((len(called[seat]) for seat in found), default=0)
        best = [seat for seat in found if len(called[seat]) == longest]
        return (best[0], longest) if len(best) == 1 else None

    def write(self, value: Seat, at: At) -> str:
        """The colour, or `p1` where colours are not known."""
        if at.desk is None or at.desk.view.colours[value] < 0:
            return f"p{value + 1}"
        return COLOUR.write(COLOURS[at.desk.view.colours[value]], at)


PLAYER = Player()


@dataclass(frozen=True, slots=True)
class RowTile:
    """A tile of the Asgard Row: its place from 1, or its id."""

    def read(self, text: Text, at: At) -> str:
        """Raises No."""
        word = text.peek()
        if not word.isdigit():
            return TILE.read(text, at)
        text.at += 1
        return word

    def write(self, value: str, at: At) -> str:
        return value


ROW_TILE = RowTile()


@dataclass(frozen=True, slots=True)
class Disc:
    """A part of a line: where a disc stands, `loki upper` or `asgard`, for the fields `god` and `slot`.

    The slot may be left out where a god has one request slot. `slots`: those that are meant; a single one is no field.
    """

    slots: tuple[Slot, ...] = ("upper", "bottom", "single", "temple", "asgard")

    @property
    def fields(self) -> frozenset[str]:
        return frozenset({"god", "slot"} if len(self.slots) > 1 else {"god"} if self.slots != ("asgard",) else ())

    def read(self, text: Text, at: At, into: dict[str, Any]) -> None:
        """Raises No."""
        found = read_disc(text, at)
        if found[1] not in self.slots:
            raise No
        into |= {name: value for name, value in zip(("god", "slot"), found, strict=True) if name in self.fields}

    def write(self, source: Any, at: At) -> list[str]:
        slot = source.slot if len(self.slots) > 1 else self.slots[0]
        god = [] if slot == "asgard" else [GOD.write(source.god, at)]
        return [*god, SLOT.write(slot, at)]


def read_disc(text: Text, at: At) -> tuple[str | None, str]:
    """(god, slot), (None, "asgard"), or (god, "") of a god alone who has several slots. Raises No."""
    assert at.desk is not None
    if at.lexicon.find("slot", text.peek() or " ") == "asgard":
        text.at += 1
        return None, "asgard"
    god = GOD.read(text, at)
    slot = at.lexicon.find("slot", text.peek() or " ")
    if slot is not None and slot != "asgard":
        text.at += 1
        return god, slot
    names = at.desk.view.table.components.slots[GOD_NUMBER[god]]
    return god, names[0] if len(names) == 1 and slot is None else ""
