"""A referee who knows rules.md alone reads the log: whose favour it is, what it may do, where cards lie."""

from __future__ import annotations

import re
from typing import Any

from engine.core.happenings import Happening

GODS = "OTFLSBH"
DEALT = {2: (8, 7, 6), 3: (7, 6, 5), 4: (5, 5, 4), 5: (4, 4, 3)}
PLACE = re.compile(r"([A-Z])(~?)(\d+)")


class Referee:
    """Stacks are lists from bottom to top, by seat and god; a method for each kind of happening."""

    def __init__(self, seats: int) -> None:
        self.seats, self.round, self.step = seats, 0, 0
        self.up = [{god: list[str]() for god in GODS} for _ in range(seats)]
        self.down = [{god: list[str]() for god in GODS} for _ in range(seats)]
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.seen, self.points = set[str](), [0] * seats
        self.doubled: tuple[int, str] | None = None
        self.awake = ""  # gods still to awaken
        self.goals: tuple[str, ...] = ()
        self.favoured: tuple[int, str, int] | None = None  # seat, god, limit: something is still to be done
        self.scores = 0  # cards of a goal that are still to be scored
        self.places: list[str] = []  # where they lay, before the first left
        self.tally, self.over = False, False

    def read(self, one: Happening) -> None:
        if one.kind not in ("card_scored", "thor_returned", "doubling_returned"):
            self.settled()
        getattr(self, one.kind)(one)

    # --- Quantities ---------------

    def attention(self, seat: int, god: str) -> int:
        count = len(self.up[seat][god]) + len(self.down[seat][god])
        return count * 2 if self.doubled == (seat, god) else count

    def favour(self, seats: list[int], god: str) -> int | None:
        """R7.2-R7.5."""
        best = max(self.attention(seat, god) for seat in seats)
        left = [seat for seat in seats if self.attention(seat, god) == best]
        left = self.last_of(left) if best else []
        return left[0] if len(left) == 1 else None

    def settled(self) -> None:
        """R10: nobody's Thor cards lie under nothing, and the Doubling card lies before a stack."""
        assert self.scores == 0
        for seat in range(self.seats):
            assert not any(self.down[seat][god] and not self.up[seat][god] for god in GODS)
        assert self.doubled is None or self.up[self.doubled[0]][self.doubled[1]]

    def possible(self, seat: int, god: str) -> bool:
        """R9.0a."""
        others = any(cards for other in range(self.seats) if other != seat for cards in self.up[other].values())
        elsewhere = any(cards for at, cards in self.up[seat].items() if at != "T")
        return {"T": elsewhere, "L": others, "B": others}.get(god, True)

    # --- Taking cards and the contest ---------------

    def game_began(self, one: Any) -> None:
        assert one.seats == self.seats
        self.rows = list(one.goals)

    def goals_opened(self, one: Any) -> None:
        self.round, self.step, self.goals = self.round + 1, 0, one.gods
        assert (one.round, len(one.gods)) == (self.round, self.round)
        assert one.gods[0] == self.rows[self.round - 1]

    def hands_dealt(self, one: Any) -> None:
        assert one.each == DEALT[self.seats][self.round - 1]
        for seat, hand in enumerate(one.hands):
            assert len(hand) == one.each
            assert not self.seen & set(hand)
            self.seen |= set(hand)
            self.hands[seat] = list(hand)

    def pick_chosen(self, one: Any) -> None:
        assert one.card in self.hands[one.seat]
        assert one.up in one.card[:2]

    pick_replaced = pick_chosen

    def picks_opened(self, one: Any) -> None:
        for seat, (card, up) in enumerate(one.picks):
            self.hands[seat].remove(card)
            self.up[seat][up].append(card)
        self.step += 1
        if not self.hands[0]:
            self.awake = GODS

    def hands_passed(self, one: Any) -> None:
        way = -1 if self.round == 2 else 1
        passed = [self.hands[(seat - way) % self.seats] for seat in range(self.seats)]
        assert one.direction == way
        assert [sorted(hand) for hand in one.hands] == [sorted(hand) for hand in passed]
        self.hands = passed

    # --- The awakening ---------------

    def favour_settled(self, one: Any) -> None:
        assert self.favoured is None, self.favoured
        assert one.god == self.awake[0]
        assert one.tally is self.tally
        self.awake = self.awake[1:]
        assert list(one.attention) == [self.attention(seat, one.god) for seat in range(self.seats)]
        seat = self.favour(list(range(self.seats)), one.god)
        limit = self.goals.index(one.god) + 1 if one.god in self.goals and not self.tally else 0
        assert one.seat == seat
        assert seat is None or one.limit == limit
        self.favoured = None if seat is None else (seat, one.god, limit)

    def acts(self, one: Any, god: str | None = None, keep: bool = False) -> int:
        """The favoured seat does what its god's will says."""
        assert self.favoured is not None
        seat, awake, _ = self.favoured
        assert one.seat == seat
        assert god is None or god == awake
        self.favoured = self.favoured if keep else None
        return seat

    def will_void(self, one: Any) -> None:
        assert self.favoured == (one.seat, one.god, 0)
        assert not self.possible(one.seat, one.god)
        self.favoured = None

    def goal_chosen(self, one: Any) -> None:
        assert self.favoured is not None
        limit, seat = self.favoured[2], self.acts(one, one.god)
        assert 0 <= one.cards <= min(limit, len(self.up[seat][one.god]) + len(self.down[seat][one.god]))
        assert limit
        self.scores = one.cards
        self.before = [*self.up[seat][one.god]], [*self.down[seat][one.god]]

    def card_scored(self, one: Any) -> None:
        if one.cause == "goal":
            assert self.scores
            self.scores -= 1
        else:
            self.settled()
            assert self.tally is (one.cause == "tally")
            self.acts(one, one.god if self.tally else "H")
            self.before = [*self.up[one.seat][one.god]], [*self.down[one.seat][one.god]]
        god, under, at = PLACE.fullmatch(one.place).groups()  # type: ignore[union-attr]
        assert god == one.god
        assert self.before[bool(under)][-int(at)] == one.card
        (self.down if under else self.up)[one.seat][god].remove(one.card)
        self.points[one.seat] += 1

    def tally_kept(self, one: Any) -> None:
        assert self.tally
        self.acts(one, one.god)

    def lift(self, seat: int, place: str) -> str:
        """The face-up card of a place leaves it."""
        god, under, at = PLACE.fullmatch(place).groups()  # type: ignore[union-attr]
        assert not under
        return self.up[seat][god].pop(-int(at))

    def card_turned(self, one: Any) -> None:
        seat = self.acts(one, one.will)
        assert (one.owner == seat and one.place.endswith("1")) if one.will == "O" else one.owner != seat
        was = one.place[0]
        assert self.lift(one.owner, one.place) == one.card
        assert {was, one.to} == set(one.card[:2])
        self.up[one.owner][one.to].append(one.card)

    def thor_moved(self, one: Any) -> None:
        seat = self.acts(one, "T")
        assert one.to != "T"
        assert self.up[seat][one.to]
        assert list(one.cards) == self.up[seat]["T"]
        assert one.count == len(one.cards)
        self.up[seat]["T"], self.down[seat][one.to] = [], [*one.cards, *self.down[seat][one.to]]

    def stack_doubled(self, one: Any) -> None:
        seat = self.acts(one, "F")
        assert self.doubled is None
        self.doubled = seat, one.god

    def card_drawn(self, one: Any) -> None:
        self.acts(one, "S", keep=True)
        assert one.card not in self.seen
        self.seen.add(one.card)
        self.drawn = one.card

    def card_placed(self, one: Any) -> None:
        seat = self.acts(one, "S")
        assert one.card == self.drawn
        assert one.up in one.card[:2]
        self.up[seat][one.up].append(one.card)

    def cards_swapped(self, one: Any) -> None:
        seat = self.acts(one, "B")
        assert one.opponent != seat
        given, taken = self.lift(seat, one.given_from), self.lift(one.opponent, one.taken_from)
        assert (given, taken) == (one.given, one.taken)
        self.up[one.opponent][one.given_from[0]].append(given)
        self.up[seat][one.taken_from[0]].append(taken)

    # --- Settling, and the end ---------------

    def thor_returned(self, one: Any) -> None:
        assert self.scores == 0
        assert not self.up[one.seat][one.god]
        assert list(one.cards) == self.down[one.seat][one.god] != []
        self.up[one.seat]["T"] += one.cards
        self.down[one.seat][one.god] = []

    def doubling_returned(self, one: Any) -> None:
        assert self.doubled == (one.seat, one.god)
        gone = not self.up[one.seat][one.god]
        assert gone or (self.awake == "" and self.favoured is None)
        self.doubled = None

    def round_ended(self, one: Any) -> None:
        assert (self.awake, self.favoured, self.doubled) == ("", None, None)
        assert (one.round, list(one.points)) == (self.round, self.points)
        self.tally = self.round == 3
        self.awake = GODS if self.tally else ""

    def game_ended(self, one: Any) -> None:
        assert (self.awake, self.favoured, list(one.points)) == ("", None, self.points)
        best = [seat for seat, points in enumerate(self.points) if points == max(self.points)]
        assert one.tie_break is (len(best) > 1)
        assert one.winners == tuple(self.last_of(best))
        self.over = True

    def last_of(self, left: list[int]) -> list[int]:
        """Whoever is left of these when all gods have been compared (R7.4, R13.2)."""
        for god in GODS:
            best = max(self.attention(seat, god) for seat in left)
            left = [seat for seat in left if self.attention(seat, god) == best]
        return left
