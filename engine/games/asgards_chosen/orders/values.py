"""Values of this game in a line: cards with their number, territories, slots, coordinates, aims in brackets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.core.contract import Desk
from engine.core.grammar.parts import key, sign, the
from engine.core.grammar.records import Either, record
from engine.core.grammar.text import fold
from engine.core.grammar.values import At, Name, No, Text
from engine.core.moves import IllegalMove
from engine.games.asgards_chosen.data import SLOTS, TERRITORIES, TILES
from engine.games.asgards_chosen.moves import Aim, Appease
from engine.games.asgards_chosen.view import View

HERO = Name("hero")
_PLACES = {name.lower(): name for name in TERRITORIES}
_SLOTS = {name.lower(): name for name in SLOTS}
_CYRILLIC = str.maketrans("тслвае", "tslbae")
_CYRILLIC_SLOT = str.maketrans("вну", "buu")
_CYRILLIC_TILE = str.maketrans("СЛ", "SL")
_BANISHED = ("odin", "loki")
_AND = ("and", "и", "&", "+")


@dataclass(frozen=True, slots=True)
class Card(Name):
    """A card by its name. Of several that begin as it does, as both versions of a creature do, the one on the table."""

    kind: str = "card"

    def read(self, text: Text, at: At) -> str:
        """Raises No, IllegalMove E_AMBIGUOUS."""
        try:
            return Name.read(self, text, at)
        except IllegalMove as why:
            found = [] if at.desk is None else sorted(_seen(at.desk).intersection(why.where.get("found", ())))
            if len(found) != 1:
                raise
            text.at += next(count for count in range(1, text.left + 1) if text.peek(count) == why.where["text"])
            return found[0]


def _seen(desk: Desk) -> set[str]:
    """Cards that orders may be about: in the own hand and discard pile, in the Tisch and the Barrows, in a battle."""
    view: View = desk.view
    own, fray = view.players[desk.seat], view.fray
    found = {*own.hand, *view.sides[own.side].discards, *view.tisch, *view.graves, *view.relics, *view.pool}
    fighting = () if fray is None else (fray.militia, fray.turned, *fray.played)
    return found.union(name for pile in fighting for name, _ in pile)


CARD = Card()


@dataclass(frozen=True, slots=True)
class Counted:
    """A card, or the second of that name: `Troll#2`; `best` and `worst` for what is so when it is played (P6)."""

    def read(self, text: Text, at: At) -> str:
        """Raises No, IllegalMove E_AMBIGUOUS."""
        for one in ("best", "worst"):
            if fold(text.peek()) in at.lexicon.words("key", one):
                text.at += 1
                return one
        name = CARD.read(text, at)
        if text.peek() != "#":
            return name
        text.at += 1
        number = text.peek()
        if not (number.isascii() and number.isdigit() and 1 <= int(number) <= 20):
            raise No
        text.at += 1
        return name if int(number) == 1 else f"{name}#{int(number)}"

    def write(self, value: str, at: At) -> str:
        name, _, number = value.partition("#")
        if name in ("best", "worst"):
            return at.lexicon.say("key", name, at.language)
        return CARD.write(name, at) + (f" #{number}" if number else "")


@dataclass(frozen=True, slots=True)
class Coded:
    """A territory (`S1a`, `T10`), in capitals or not, with a dash or a blank inside, on either keyboard."""

    codes: Any

    def read(self, text: Text, at: At) -> str:
        """Raises No."""
        word = text.peek().lower().translate(_CYRILLIC)
        code = self.codes.get(word.replace("-", ""))
        if code is None and text.peek(2).count(" ") == 1:  # `S 2a`, `T 4`
            code = self.codes.get(text.peek(2).lower().translate(_CYRILLIC).replace(" ", ""))
            text.at += code is not None
        if code is None:
            raise No
        text.at += 1
        return str(code)

    def write(self, value: str, at: At) -> str:
        return value


@dataclass(frozen=True, slots=True)
class Slot:
    """A slot of the Tisch, by its code or by the card that lies there; of two the one in the bottom row."""

    def read(self, text: Text, at: At) -> str:
        """Raises No, IllegalMove E_AMBIGUOUS, E_NOT_IN_TISCH."""
        code = _SLOTS.get(text.peek().lower().translate(_CYRILLIC_SLOT))
        if code is not None:
            text.at += 1
            return code
        card = CARD.read(text, at)
        tisch = at.desk.view.tisch if at.desk is not None else ()
        found = [slot for slot, name in zip(SLOTS, tisch, strict=False) if name == card]
        if not found:
            raise IllegalMove("E_NOT_IN_TISCH", card=card)
        return found[0]

    def write(self, value: str, at: At) -> str:
        return value


PLACE, SLOT, COUNTED = Coded(_PLACES), Slot(), Counted()


@dataclass(frozen=True, slots=True)
class TileName:
    """The tile's own name, which may be typed where it is laid, and must then be the one that was drawn."""

    fields: frozenset[str] = frozenset()

    def read(self, text: Text, at: At, into: dict[str, Any]) -> None:
        """Raises IllegalMove E_TILE."""
        word = text.peek().upper().translate(_CYRILLIC_TILE) if text.left else ""
        if word not in TILES:
            return
        drawn = at.desk.view.tile if at.desk is not None else ""
        if drawn and word != drawn:
            raise IllegalMove("E_TILE", tile=word, drawn=drawn)
        text.at += 1

    def write(self, source: Any, at: At) -> list[str]:
        return []


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number, which may be below 0."""

    def read(self, text: Text, at: At) -> int:
        """Raises No."""
        below = text.peek() == "-"
        text.at += below
        word = text.peek()
        if not (word.isascii() and word.isdigit() and int(word) <= 40):
            raise No
        text.at += 1
        return -int(word) if below else int(word)

    def write(self, value: int, at: At) -> str:
        return str(value)


@dataclass(frozen=True, slots=True)
class Quiet:
    """A word that may be typed and is never written; in full alone, for `dis` is a card and no `discard`."""

    word: str
    kind: str = "key"
    fields: frozenset[str] = frozenset()

    def read(self, text: Text, at: At, into: dict[str, Any]) -> None:
        """Whether it stands there or not."""
        text.at += fold(text.peek()) in at.lexicon.words(self.kind, self.word)

    def write(self, source: Any, at: At) -> list[str]:
        return []


@dataclass(frozen=True, slots=True)
class Between:
    """Between things of a list: `sign` is written; a comma, a semicolon, `and` and what is said in `also` are read."""

    sign: str = ","
    also: tuple[str, ...] = ()
    fields: frozenset[str] = frozenset()

    def read(self, text: Text, at: At, into: dict[str, Any]) -> None:
        """Raises No."""
        start = text.at
        text.at += text.peek() in (",", ";", *self.also)
        text.at += text.peek() in _AND
        if text.at == start:
            raise No

    def write(self, source: Any, at: At) -> list[str]:
        return [self.sign]


NEXT = Between()


def _aims(inner: Any) -> Any:
    """All that can stand between brackets; `inner`: what a copied ability is used on."""
    plain = {"how": "", "hero": None, "to": None}
    target = (Quiet("discard"), Quiet("take"), Quiet("copy"), the("card", COUNTED))
    found = [
        record(Aim, key("move"), the("hero", HERO), Quiet("to"), the("to", PLACE), how="move", card=None, copied=None),
        record(Aim, key("retreat"), Quiet("to"), the("to", PLACE), how="retreat", card=None, hero=None, copied=None),
        record(Aim, key("banish"), the("card", COUNTED), how="banish", hero=None, to=None, copied=None),
        record(Aim, key("withhold"), the("card", COUNTED), how="withhold", hero=None, to=None, copied=None),
    ]
    if inner is not None:
        found.append(record(Aim, *target, sign(":"), the("copied", inner), **plain))
    return [*found, record(Aim, *target, copied=None, **plain)]


@dataclass(frozen=True, slots=True)
class Brackets:
    """`[discard Baldr]`, or `[]` for an ability that asks for nothing."""

    inside: Any

    def read(self, text: Text, at: At) -> Aim:
        """Raises No."""
        if text.peek() != "[":
            raise No
        text.at += 1
        if text.peek() == "]":
            text.at += 1
            return Aim()
        aim: Aim = self.inside.read(text, at)
        if text.peek() != "]":
            raise No
        text.at += 1
        return aim

    def write(self, value: Aim, at: At) -> str:
        return "[]" if value == Aim() else f"[{self.inside.write(value, at)}]"


AIM = Brackets(Either(tuple(_aims(Either(tuple(_aims(None)))))))


@dataclass(frozen=True, slots=True)
class Offers:
    """`sac Troll, Draugr, bury Draugr`, `banish Gram, Aarni, Draupnir`: cards, and which of them are buried (R12.6)."""

    fields: frozenset[str] = frozenset({"cards", "bury"})

    def read(self, text: Text, at: At, into: dict[str, Any]) -> None:
        """Raises No."""
        into |= {"cards": (), "bury": ()}
        word = at.lexicon.find("key", text.peek() or " ") if text.left else None
        if word not in ("sac", "banish"):
            return
        text.at += 1
        cards: list[str] = []
        buried: list[int] = []
        while True:
            for said in ("item", "bury"):
                if text.left and at.lexicon.find("key", text.peek()) == said:
                    text.at += 1
                    buried += [len(cards)] if said == "bury" else []
            cards.append(CARD.read(text, at))
            try:
                NEXT.read(text, at, {})
            except No:
                break
        into |= {"cards": tuple(cards), "bury": tuple(buried)}

    def write(self, source: Appease, at: At) -> list[str]:
        if not source.cards:
            return []
        tokens = [at.lexicon.say("key", "banish" if source.god in _BANISHED else "sac", at.language)]
        for number, card in enumerate(source.cards):
            tokens += [","] if number else []
            tokens += [at.lexicon.say("key", "bury", at.language)] if number in source.bury else []
            tokens.append(CARD.write(card, at))
        return tokens


@dataclass(frozen=True, slots=True)
class Drawing:
    """`Fairies[]`: a card of a payment whose draw is used."""

    fields: frozenset[str] = frozenset({"draw"})

    def read(self, text: Text, at: At, into: dict[str, Any]) -> None:
        into["draw"] = text.peek(2) == "[ ]"
        text.at += 2 * into["draw"]

    def write(self, source: Any, at: At) -> list[str]:
        return ["[]"] if source.draw else []
