"""One battle, counted by R8.1 and R8.4 from what the log has told of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from engine.games.asgards_chosen.data import DATA
from tests.games.asgards_chosen.recount.board import ELEMENT, OPPOSING, Board, kind

CREATURES: dict[str, Any] = {row["id"]: row for row in DATA["creature"]}
ITEMS: dict[str, Any] = {row["id"]: row["effect"] for row in DATA["item"]}
GODS = frozenset(row["id"] for row in DATA["god"])
FLOODED = {"spring_flood": "wind", "north_wind": "water"}  # keepers, and whose creatures have no bonus (R17.5)


@dataclass(eq=False, slots=True)
class Fighter:
    """A card in the battle. `attacks`: whose match set is its own (R8.1); `back`: it returns if its side wins."""

    card: str
    attacks: bool
    more: int = 0
    doubled: bool = False
    stripped: bool = False
    used: bool = False
    silent: bool = False
    back: bool = False


@dataclass(slots=True)
class Fray:
    """`foes`: militia on the attacker's side, an event's own or such as changed over; seats None: nobody plays it."""

    board: Board
    keeper: str
    seats: tuple[int | None, int | None]
    hero: str
    origin: str
    ground: str
    freyr: frozenset[int] = frozenset()  # who has played him for his favor
    militia: list[Fighter] = field(default_factory=list)
    foes: list[Fighter] = field(default_factory=list)
    played: tuple[list[Fighter], list[Fighter]] = field(default_factory=lambda: ([], []))
    raging: int = 0  # cards that came while berserk
    declined: bool = False
    fled: bool = False  # the attacking hero (R8.10.1)
    ended: bool = False  # an enchanted land was left to the attacker (R8.10.2)
    honored: bool = False
    withheld: Counter[int] = field(default_factory=Counter)
    using: tuple[int, Fighter, str, str] | None = None  # who uses whose ability, of which creature, on what

    def matching(self, *, attacks: bool) -> set[str]:
        """R8.1."""
        own, here = self.board.terrains(self.origin), self.board.terrains(self.ground)
        if kind(self.origin) not in OPPOSING:
            own = set()
        return own if attacks and kind(self.ground) == "town" else own | here

    def opposed(self, card: str) -> bool:
        """Whether a creature cannot be here (R2.2, R8.3.2)."""
        return card in CREATURES and OPPOSING[CREATURES[card]["terrain"]] == kind(self.ground)

    def power(self, one: Fighter, seat: int | None = None) -> int:
        """R8.4.1; `seat`: whose card it is, None for militia."""
        if one.silent:
            return 0
        if one.card in GODS:
            return 1
        if one.card in ITEMS:
            adds = self._item(ITEMS[one.card], seat)
            return adds + (self.keeper == "sword_age") if adds else 0
        row = CREATURES[one.card]
        matches = row["terrain"] in self.matching(attacks=one.attacks) or seat in self.freyr
        flooded = FLOODED.get(self.keeper) == ELEMENT[row["terrain"]]
        power = row["power"] + (row["bonus"] if matches and not one.stripped and not flooded else 0)
        return int(power) * (2 if one.doubled else 1) + one.more

    def _item(self, effect: Any, seat: int | None) -> int:
        """R17.4."""
        if effect["kind"] == "battle_power_per_own_creature":
            creatures = sum(one.card in CREATURES for one in self.of(seat))
            return min(int(effect["max"]), creatures * int(effect["n"]))
        here = self.board.terrains(self.ground) | self.board.terrains(self.origin)
        return int(effect["n_if_terrain"] if here & set(effect.get("terrain", ())) else effect["n"])

    def of(self, seat: int | None) -> list[Fighter]:
        """What a seat has played."""
        return self.played[self.seats.index(seat)]

    def facing(self, seat: int) -> list[Fighter]:
        """The militia on the other side."""
        return self.militia if seat == self.seats[0] else self.foes

    def sums(self) -> tuple[int, int]:
        """What lies there for attack and defence (R8.4.2, R8.4.3): all but favors, lands and events."""
        sides = ((self.foes, 0), (self.militia, 1))
        attack, defence = (
            sum(map(self.power, cards)) + sum(self.power(one, self.seats[at]) for one in self.played[at])
            for cards, at in sides
        )
        return attack, defence

    # --- Abilities (R17.2) ---------------

    def speaks(self) -> None:
        """The ability that was used last takes effect, unless it has been blocked."""
        if self.using is None:
            return
        (seat, one, card, on), self.using = self.using, None
        effect, facing = CREATURES[card]["ability"], self.facing(seat)
        match effect["kind"]:
            case "convert_militia" if on:
                self._converts(seat, facing, on)
            case "discard_for_power":
                one.more += int(effect["n"])
            case "double_power":
                one.doubled = True
            case "return_self_on_win":
                one.back = True
            case "cancel_militia_bonus":
                for other in facing:
                    other.stripped = True
            case "cancel_terrain_bonus":
                for other in self.played[seat == self.seats[0]]:
                    other.stripped = True
                if effect["discard_self"]:
                    self.of(seat).remove(one)
            case "take_militia_to_discard":
                facing.remove(named(facing, on))
                self.of(seat).remove(one)

    def _converts(self, seat: int, facing: list[Fighter], on: str) -> None:
        turned = named(facing, on)
        assert self.power(turned) == min(map(self.power, facing)), (on, [one.card for one in facing])
        facing.remove(turned)
        (self.foes if seat == self.seats[0] else self.militia).append(turned)


def named(pile: list[Fighter], code: str) -> Fighter:
    """`troll1#2` is the second Troll of a pile."""
    name, _, number = code.partition("#")
    return [one for one in pile if one.card == name][int(number or 1) - 1]
