"""The table of Skirmish: its cards and figures, what is played and what happens."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal, TypeAlias

from pydantic import Field

from engine.core.components.copies import copier
from engine.core.components.zones import Zones, zone
from engine.core.contract import View
from engine.core.flow import Flow
from engine.core.flow.veil import Veil
from engine.core.happenings import Happening, Kinds, own
from engine.core.moves import Move, Seat
from engine.core.plans import Ranked

BATTLES, HAND, CARDS = 4, 4, 24
NAMES = ("one", "two", "three", "tide", "watch", "shield", "eye", "three")  # of the cards, again and again
STRENGTH = {"one": 1, "two": 2, "three": 3, "eye": 2}


def name_of(card: int) -> str:
    return NAMES[card % len(NAMES)]


class Attack(Move):
    """Attack a clan."""

    kind: Literal["attack"] = "attack"
    clan: int = Field(ge=0, le=3)


class Lay(Move):
    """The card for this battle."""

    kind: Literal["lay"] = "lay"
    card: str


class Keep(Move):
    """The one figure that the tide leaves."""

    kind: Literal["keep"] = "keep"
    figure: int = Field(ge=1, le=3)


class Say(Move):
    """Whether to use a shield, or to add an eye."""

    kind: Literal["say"] = "say"
    word: Literal["yes", "no"]


AnyMove: TypeAlias = Attack | Lay | Keep | Say


class Cards(Ranked[Lay]):
    """`cards three two`: in every battle the first of these cards that one has."""

    kind: Literal["cards"] = "cards"
    asked: Literal["card"] = "card"


@dataclass(slots=True)
class Attacked(Happening):
    kind: ClassVar[str] = "attacked"
    seat: Seat
    clan: Seat


@dataclass(slots=True)
class CardLaid(Happening):
    kind: ClassVar[str] = "card_laid"
    private: ClassVar[bool] = True
    seat: Seat
    card: str | None = own()


@dataclass(slots=True)
class CardsShown(Happening):
    kind: ClassVar[str] = "cards_shown"
    reveals: ClassVar[bool] = True
    cards: tuple[tuple[Seat, str], ...]


@dataclass(slots=True)
class FiguresLost(Happening):
    kind: ClassVar[str] = "figures_lost"
    seat: Seat
    figures: tuple[int, ...]


@dataclass(slots=True)
class Shielded(Happening):
    kind: ClassVar[str] = "shielded"
    seat: Seat
    clan: Seat
    figure: int


@dataclass(slots=True)
class EyeAdded(Happening):
    kind: ClassVar[str] = "eye_added"
    reveals: ClassVar[bool] = True
    seat: Seat


@dataclass(slots=True)
class BattleWon(Happening):
    kind: ClassVar[str] = "battle_won"
    seat: Seat | None
    totals: tuple[int, ...]


KINDS = Kinds((Attacked, CardLaid, CardsShown, FiguresLost, Shielded, EyeAdded, BattleWon))


@dataclass(slots=True)
class Battlefield:
    """The whole table. Figures are their strengths."""

    figures: list[list[int]]
    glory: list[int]
    box: list[int] = zone("nobody")
    discards: list[int] = zone("all")
    laid: list[list[int]] = zone("all")  # open before their clans
    hands: list[list[int]] = zone("owner")
    battle: int = 0  # how many have begun
    fighting: list[int] = field(default_factory=list)
    flow: Flow[AnyMove] = field(default_factory=Flow[AnyMove])
    veil: Veil[Battlefield] | None = None

    def copy(self) -> Battlefield:
        return _copy(self)

    def holds(self, seat: Seat, name: str) -> int | None:
        """A card of this name in a hand."""
        return next((card for card in self.hands[seat] if name_of(card) == name), None)


_copy = copier(Battlefield)
ZONES = Zones(Battlefield, cards=CARDS)


@dataclass(slots=True)
class Seen(View):
    """What one viewer may know."""

    hand: tuple[str, ...]
    sizes: tuple[int, ...]
    laid: tuple[tuple[str, ...], ...]
    figures: tuple[tuple[int, ...], ...]
    mine: str | None  # the own card that lies face down
