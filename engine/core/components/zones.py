"""Where cards lie, who owns the place, and who sees what lies there: declared once, beside the field of the state.

    @dataclass(slots=True)
    class State:
        deck: list[int] = zone("nobody")                 # one pile; the top is its end
        hands: list[list[int]] = zone("owner")           # one a seat
        discards: list[list[int]] = zone("all")
        seen: list[int]                                  # by card: who knows where it lies, one bit a seat

    ZONES = Zones(State, cards=102)

Cards are numbers from 0; every card lies in exactly one zone. What a viewer may know (`masked`), a table on which all
that the viewer cannot know is drawn again (`redeal`) and whether all components are there (`missing`) follow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from engine.core.chance import Chance
from engine.core.moves import Seat

Sees: TypeAlias = Literal["all", "owner", "nobody"]
Pile: TypeAlias = list[int]
HIDDEN = -1  # a card that the viewer may not see
ALL = -1  # in `seen`: every bit, so everybody, spectators too
_SPECTATOR = 1 << 30  # the bit of whoever has no seat

S = TypeVar("S", bound=Any)


def zone(sees: Sees) -> Any:
    """A field of the state that holds cards: one pile (`list[int]`), or one a seat (`list[list[int]]`)."""
    return field(metadata={"zone": sees})


@dataclass(frozen=True, slots=True)
class _Zone:
    name: str
    sees: Sees


class Zones(Generic[S]):
    """The zones of one kind of state. `cards`: how many there are in the whole game."""

    def __init__(self, state: type[S], cards: int) -> None:
        found = ((one.name, one.metadata.get("zone")) for one in fields(state))
        self.zones = tuple(_Zone(name, sees) for name, sees in found if sees is not None)
        self.cards = cards
        self._remembers = any(one.name == "seen" for one in fields(state))

    def piles(self, state: S) -> Iterator[tuple[str, Seat | None, Pile, Sees]]:
        """Every pile as (zone, owner or None, its cards, who sees them)."""
        for one in self.zones:
            content = getattr(state, one.name)
            if content and isinstance(content[0], list):
                for seat, pile in enumerate(content):
                    yield one.name, seat, pile, one.sees
            else:
                yield one.name, None, content, one.sees

    def missing(self, state: S) -> list[int]:
        """Cards that lie nowhere or in two places: empty as long as the rules keep the components together."""
        counts = [0] * self.cards
        for _, _, pile, _ in self.piles(state):
            for card in pile:
                counts[card] += 1
        return [card for card, count in enumerate(counts) if count != 1]

    def knows(self, state: S, viewer: Seat | None, owner: Seat | None, sees: Sees, card: int) -> bool:
        """Whether `viewer` knows that this card lies in this pile."""
        if sees == "all" or (sees == "owner" and owner is not None and owner == viewer):
            return True
        return self._remembers and bool(state.seen[card] & _bit(viewer))

    def masked(self, state: S, viewer: Seat | None) -> S:
        """A copy of the state in which HIDDEN stands for every card that `viewer` may not see.

        A pile that nobody looks into keeps its size; known cards of a hand come first, so that places tell nothing.
        """
        copy: S = state.copy()
        for _, owner, pile, sees in self.piles(copy):
            known = [card for card in pile if self.knows(state, viewer, owner, sees, card)]
            if len(known) < len(pile):
                pile[:] = sorted(known) + [HIDDEN] * (len(pile) - len(known))
        if self._remembers:
            copy.seen = []
        return copy

    def redeal(self, state: S, viewer: Seat | None, chance: Chance, alike: Callable[[int], Any] | None = None) -> S:
        """A copy in which the cards that `viewer` does not know have changed places at random.

        `alike`: only cards for which it gives the same change places (the cards of one Age, the backs of one colour).
        What a seat knows of a place goes with the place, not with the card. They are dealt from their order by number,
        so that whoever knows the chance cannot work out from the copy what lies where in truth.
        """
        copy: S = state.copy()
        groups: dict[Any, list[tuple[Pile, int]]] = {}
        for _, owner, pile, sees in self.piles(copy):
            for at, card in enumerate(pile):
                if not self.knows(state, viewer, owner, sees, card):
                    groups.setdefault(alike(card) if alike else None, []).append((pile, at))
        for places in groups.values():
            seen = [state.seen[pile[at]] for pile, at in places] if self._remembers else []
            cards = sorted(pile[at] for pile, at in places)
            for number, other in enumerate(chance.shuffle("redeal", len(cards))):
                pile, at = places[number]
                pile[at] = cards[other]
                if self._remembers:
                    copy.seen[cards[other]] = seen[number]
        return copy


MIXES = 8  # rounds of exchanges, see `Places._mix`; a test counts that it is enough


class Places:
    """Places whose cards a viewer does not know, where something of a hidden card may be seen: its half, its back.

    `deal` deals their cards to them anew; every way to do so is as likely as any other.
    """

    def __init__(self) -> None:
        self._places: list[tuple[Pile, int]] = []
        self._fits: list[Callable[[int], bool] | None] = []

    def add_all(self, pile: Pile, fits: Callable[[int], bool] | None = None, *, but: int = 0) -> None:
        """The cards of a pile, but for the last ones. `fits`: what may lie there, as the viewer knows; None: any."""
        for at in range(len(pile) - but):
            self._places.append((pile, at))
            self._fits.append(fits)

    def deal(self, chance: Chance) -> None:
        """Give every place a card that fits. That it can be done the true table shows; where they lay it does not."""
        cards = sorted(pile[at] for pile, at in self._places)
        if not cards:
            return
        order = [cards[at] for at in chance.shuffle("redeal", len(cards))]
        holder: dict[int, int] = {}  # card -> place
        for place, fits in enumerate(self._fits):
            if fits is not None:
                self._seat(place, order, holder, set())
        rest = iter([card for card in order if card not in holder])
        given = {place: card for card, place in holder.items()}
        dealt = [given[place] if place in given else next(rest) for place in range(len(cards))]
        self._mix(dealt, chance)
        for (pile, at), card in zip(self._places, dealt, strict=True):
            pile[at] = card

    def _seat(self, place: int, order: Pile, holder: dict[int, int], tried: set[int]) -> bool:
        """Find a card for `place`, moving cards of earlier places where need be."""
        fitting = [card for card in order if card not in tried and self._may(card, place)]
        for card in sorted(fitting, key=holder.__contains__):  # a card that nobody holds first
            if card in tried:
                continue
            tried.add(card)
            if card not in holder or self._seat(holder[card], order, holder, tried):
                holder[card] = place
                return True
        return False

    def _mix(self, dealt: Pile, chance: Chance) -> None:
        """Exchange cards between places drawn in pairs, wherever both still get a card that fits.

        The matching before favours some cards, as its later places take what the earlier ones left. Exchanges are as
        likely forth as back, so after enough of them nothing is left of that.
        """
        for _ in range(MIXES):
            order = chance.shuffle("redeal mix", len(dealt))
            for one, other in zip(order[::2], order[1::2], strict=False):
                if self._may(dealt[other], one) and self._may(dealt[one], other):
                    dealt[one], dealt[other] = dealt[other], dealt[one]

    def _may(self, card: int, place: int) -> bool:
        fits = self._fits[place]
        return fits is None or fits(card)


def _bit(viewer: Seat | None) -> int:
    return _SPECTATOR if viewer is None else 1 << viewer


def shown_to(*viewers: Seat | None) -> int:
    """What `seen` says of a card whose place these viewers know."""
    bits = 0
    for viewer in viewers:
        bits |= _bit(viewer)
    return bits


def draw(pile: Pile, count: int, discards: Pile, chance: Chance, label: str) -> list[int]:
    """Take `count` cards off the top (the end) of `pile`; when it is empty `discards` are shuffled into a new one.

    Fewer when both are empty. Nothing is drawn by chance unless a pile has to be made anew.
    """
    drawn: list[int] = []
    while len(drawn) < count:
        if not pile:
            if not discards:
                break
            pile[:] = [discards[at] for at in chance.shuffle(label, len(discards))]
            discards.clear()
        drawn.append(pile.pop())
    return drawn


def in_order(pile: Pile) -> Pile:
    """The cards of a masked pile as a viewer reads them: by number, those that are hidden behind the others."""
    return sorted(pile, key=_hidden_last)


def _hidden_last(card: int) -> tuple[bool, int]:
    return card == HIDDEN, card


def shuffled(cards: Pile, chance: Chance, label: str) -> Pile:
    """The cards in a new order."""
    return [cards[at] for at in chance.shuffle(label, len(cards))]


def move(card: int, source: Pile, target: Pile) -> None:
    """Put a card on top of another pile. Raises ValueError when it does not lie in `source`."""
    source.remove(card)
    target.append(card)
