"""What moves cause, in the order in which it happens. Cards and gods are names here; a hidden card is None.

`reveals` marks what may show a hand, a choice, a lower half or a card of the deck. Who has the favour follows from what
lies open already, so that a will which uncovers nothing may be undone.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from engine.core.happenings import Happening, happening, own
from engine.core.happenings import each as by_seat
from engine.core.moves import Seat
from engine.games.aesir.data import God

Card: TypeAlias = str | None  # an id; None: the viewer may not see it
Cause: TypeAlias = Literal["goal", "will", "tally"]


@happening("game_began", reveals=True)
class GameBegan(Happening):
    """The cards are shuffled and the first goal of each column lies open (R3)."""

    seats: int
    goals: tuple[God, ...]  # row 1 of columns 1, 2, 3


@happening("goals_opened", reveals=True, role="round")
class GoalsOpened(Happening):
    """The goals of a round, all of them open now, from row 1 on (R5.1)."""

    round: int
    gods: tuple[God, ...]


@happening("hands_dealt", reveals=True)
class HandsDealt(Happening):
    """Every seat got so many cards (R5.2)."""

    round: int
    each: int
    hands: tuple[tuple[str, ...] | None, ...] = by_seat()  # by seat


@happening("pick_chosen", role="choice")
class PickChosen(Happening):
    """A card lies face down before a seat (R6.1)."""

    seat: Seat
    card: Card = own()
    up: God | None = own()


@happening("pick_replaced", private=True)
class PickReplaced(Happening):
    """Another card instead of the one that lay there; the others do not learn of it (R6.2)."""

    seat: Seat
    card: Card = own()
    up: God | None = own()


@happening("picks_opened", reveals=True, role="opening")
class PicksOpened(Happening):
    """All chosen cards were opened and joined their stacks (R6.2-R6.5)."""

    picks: tuple[tuple[str, God], ...]  # (card, god up) by seat


@happening("hands_passed", reveals=True)
class HandsPassed(Happening):
    """The rest of each hand went on (R6.6)."""

    direction: int  # 1: to the left, -1: to the right
    hands: tuple[tuple[str, ...] | None, ...] = by_seat()  # by receiving seat


@happening("favour_settled")
class FavourSettled(Happening):
    """A god awoke (R7.2-R7.5)."""

    god: God
    attention: tuple[int, ...]  # by seat
    compared: tuple[God, ...]  # gods by which a dispute was settled; empty: there was none
    seat: Seat | None  # None: nobody has the favour
    limit: int  # cards that the goal may score; 0: no goal of this round
    tally: bool = False


@happening("will_void")
class WillVoid(Happening):
    """The will cannot be fulfilled, and there is no goal: the god passes (R9.0a)."""

    seat: Seat
    god: God


@happening("goal_chosen")
class GoalChosen(Happening):
    """A seat achieves the goal instead of fulfilling the will (R8); the cards follow as `CardScored`."""

    seat: Seat
    god: God
    cards: int


@happening("card_scored", reveals=True, role="landmark")
class CardScored(Happening):
    """A card became a point (R8.1, R9.7, R12.2). A face-up one is seen by all, a face-down one by its owner."""

    seat: Seat
    god: God
    place: str  # e.g. `H1`, `H~1`: where it lay before this act
    cause: Cause
    card: Card = own(when=lambda scored: "~" in scored.place)


@happening("tally_kept")
class TallyKept(Happening):
    """A seat scored nothing in the tally of this god."""

    seat: Seat
    god: God


@happening("card_turned", reveals=True)
class CardTurned(Happening):
    """Odin or Loki: a card was turned and moved to the owner's stack of its other half."""

    seat: Seat  # who fulfilled the will
    will: God
    owner: Seat
    place: str  # where it lay, e.g. `H2`
    card: str
    to: God


@happening("thor_moved")
class ThorMoved(Happening):
    """Thor: all cards of the Thor stack went face down under another stack; the others see how many."""

    seat: Seat
    to: God
    count: int
    cards: tuple[str, ...] | None = own()  # bottom to top


@happening("stack_doubled")
class StackDoubled(Happening):
    """Freya: the Doubling card lies before this stack."""

    seat: Seat
    god: God


@happening("card_drawn", reveals=True)
class CardDrawn(Happening):
    """Sif: the top card of the deck was drawn; its drawer sees it."""

    seat: Seat
    card: Card = own()


@happening("card_placed", reveals=True)
class CardPlaced(Happening):
    """Sif: the drawn card was laid."""

    seat: Seat
    card: str
    up: God


@happening("cards_swapped", reveals=True)
class CardsSwapped(Happening):
    """Bragi: two face-up cards changed owners."""

    seat: Seat
    given_from: str  # e.g. `B1`
    given: str
    opponent: Seat
    taken_from: str
    taken: str


@happening("thor_returned", reveals=True)
class ThorReturned(Happening):
    """Thor cards without a card above them went back to the Thor stack (R10.1)."""

    seat: Seat
    god: God  # under whose cards they lay
    cards: tuple[str, ...]  # bottom to top


@happening("doubling_returned")
class DoublingReturned(Happening):
    """The Doubling card is back in the centre (R10.3, R11.1)."""

    seat: Seat
    god: God


@happening("round_ended", role="landmark")
class RoundEnded(Happening):
    """A round is over; after the third the final tally follows."""

    round: int
    points: tuple[int, ...]


@happening("game_ended", reveals=True, role="landmark")
class GameEnded(Happening):
    """The end (R13)."""

    winners: tuple[Seat, ...]
    points: tuple[int, ...]
    tie_break: bool  # level on points: decided, or shared, by comparing the stacks
