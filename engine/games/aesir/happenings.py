"""What moves cause, in the order in which it happens. Cards and gods are names here; a hidden card is None.

`reveals` marks what may show a hand, a choice, a lower half or a card of the deck. Who has the favour follows from what
lies open already, so that a will which uncovers nothing may be undone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from engine.core.happenings import Happening, own
from engine.core.happenings import each as by_seat
from engine.core.moves import Seat
from engine.games.aesir.data import God

Card: TypeAlias = str | None  # an id; None: the viewer may not see it
Cause: TypeAlias = Literal["goal", "will", "tally"]


@dataclass(slots=True)
class GameBegan(Happening):
    """The cards are shuffled and the first goal of each column lies open (R3)."""

    kind: ClassVar[str] = "game_began"
    reveals: ClassVar[bool] = True
    seats: int
    goals: tuple[God, ...]  # row 1 of columns 1, 2, 3


@dataclass(slots=True)
class GoalsOpened(Happening):
    """The goals of a round, all of them open now, from row 1 on (R5.1)."""

    kind: ClassVar[str] = "goals_opened"
    reveals: ClassVar[bool] = True
    round: int
    gods: tuple[God, ...]


@dataclass(slots=True)
class HandsDealt(Happening):
    """Every seat got so many cards (R5.2)."""

    kind: ClassVar[str] = "hands_dealt"
    reveals: ClassVar[bool] = True
    round: int
    each: int
    hands: tuple[tuple[str, ...] | None, ...] = by_seat()  # by seat


@dataclass(slots=True)
class PickChosen(Happening):
    """A card lies face down before a seat (R6.1)."""

    kind: ClassVar[str] = "pick_chosen"
    seat: Seat
    card: Card = own()
    up: God | None = own()


@dataclass(slots=True)
class PickReplaced(Happening):
    """Another card instead of the one that lay there; the others do not learn of it (R6.2)."""

    kind: ClassVar[str] = "pick_replaced"
    private: ClassVar[bool] = True
    seat: Seat
    card: Card = own()
    up: God | None = own()


@dataclass(slots=True)
class PicksOpened(Happening):
    """All chosen cards were opened and joined their stacks (R6.2-R6.5)."""

    kind: ClassVar[str] = "picks_opened"
    reveals: ClassVar[bool] = True
    picks: tuple[tuple[str, God], ...]  # (card, god up) by seat


@dataclass(slots=True)
class HandsPassed(Happening):
    """The rest of each hand went on (R6.6)."""

    kind: ClassVar[str] = "hands_passed"
    reveals: ClassVar[bool] = True
    direction: int  # 1: to the left, -1: to the right
    hands: tuple[tuple[str, ...] | None, ...] = by_seat()  # by receiving seat


@dataclass(slots=True)
class FavourSettled(Happening):
    """A god awoke (R7.2-R7.5)."""

    kind: ClassVar[str] = "favour_settled"
    god: God
    attention: tuple[int, ...]  # by seat
    compared: tuple[God, ...]  # gods by which a dispute was settled; empty: there was none
    seat: Seat | None  # None: nobody has the favour
    limit: int  # cards that the goal may score; 0: no goal of this round
    tally: bool = False


@dataclass(slots=True)
class WillVoid(Happening):
    """The will cannot be fulfilled, and there is no goal: the god passes (R9.0a)."""

    kind: ClassVar[str] = "will_void"
    seat: Seat
    god: God


@dataclass(slots=True)
class GoalChosen(Happening):
    """A seat achieves the goal instead of fulfilling the will (R8); the cards follow as `CardScored`."""

    kind: ClassVar[str] = "goal_chosen"
    seat: Seat
    god: God
    cards: int


@dataclass(slots=True)
class CardScored(Happening):
    """A card became a point (R8.1, R9.7, R12.2). A face-up one is seen by all, a face-down one by its owner."""

    kind: ClassVar[str] = "card_scored"
    reveals: ClassVar[bool] = True
    seat: Seat
    god: God
    place: str  # e.g. `H1`, `H~1`: where it lay before this act
    cause: Cause
    card: Card = own(when=lambda scored: "~" in scored.place)


@dataclass(slots=True)
class TallyKept(Happening):
    """A seat scored nothing in the tally of this god."""

    kind: ClassVar[str] = "tally_kept"
    seat: Seat
    god: God


@dataclass(slots=True)
class CardTurned(Happening):
    """Odin or Loki: a card was turned and moved to the owner's stack of its other half."""

    kind: ClassVar[str] = "card_turned"
    reveals: ClassVar[bool] = True
    seat: Seat  # who fulfilled the will
    will: God
    owner: Seat
    place: str  # where it lay, e.g. `H2`
    card: str
    to: God


@dataclass(slots=True)
class ThorMoved(Happening):
    """Thor: all cards of the Thor stack went face down under another stack; the others see how many."""

    kind: ClassVar[str] = "thor_moved"
    seat: Seat
    to: God
    count: int
    cards: tuple[str, ...] | None = own()  # bottom to top


@dataclass(slots=True)
class StackDoubled(Happening):
    """Freya: the Doubling card lies before this stack."""

    kind: ClassVar[str] = "stack_doubled"
    seat: Seat
    god: God


@dataclass(slots=True)
class CardDrawn(Happening):
    """Sif: the top card of the deck was drawn; its drawer sees it."""

    kind: ClassVar[str] = "card_drawn"
    reveals: ClassVar[bool] = True
    seat: Seat
    card: Card = own()


@dataclass(slots=True)
class CardPlaced(Happening):
    """Sif: the drawn card was laid."""

    kind: ClassVar[str] = "card_placed"
    reveals: ClassVar[bool] = True
    seat: Seat
    card: str
    up: God


@dataclass(slots=True)
class CardsSwapped(Happening):
    """Bragi: two face-up cards changed owners."""

    kind: ClassVar[str] = "cards_swapped"
    reveals: ClassVar[bool] = True
    seat: Seat
    given_from: str  # e.g. `B1`
    given: str
    opponent: Seat
    taken_from: str
    taken: str


@dataclass(slots=True)
class ThorReturned(Happening):
    """Thor cards without a card above them went back to the Thor stack (R10.1)."""

    kind: ClassVar[str] = "thor_returned"
    reveals: ClassVar[bool] = True
    seat: Seat
    god: God  # under whose cards they lay
    cards: tuple[str, ...]  # bottom to top


@dataclass(slots=True)
class DoublingReturned(Happening):
    """The Doubling card is back in the centre (R10.3, R11.1)."""

    kind: ClassVar[str] = "doubling_returned"
    seat: Seat
    god: God


@dataclass(slots=True)
class RoundEnded(Happening):
    """A round is over; after the third the final tally follows."""

    kind: ClassVar[str] = "round_ended"
    round: int
    points: tuple[int, ...]


@dataclass(slots=True)
class GameEnded(Happening):
    """The end (R13)."""

    kind: ClassVar[str] = "game_ended"
    reveals: ClassVar[bool] = True
    winners: tuple[Seat, ...]
    points: tuple[int, ...]
    tie_break: bool  # level on points: decided, or shared, by comparing the stacks
