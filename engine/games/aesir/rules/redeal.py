"""Drawing again what a viewer cannot know, for practice tables and bots: the view of that viewer stays the same."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.core.chance import Chance
from engine.core.contract import Seat
from engine.games.aesir.data import ALL_GODS, BOXED, COLUMNS, HALVES, OTHER, THOR
from engine.games.aesir.state import NOTHING, State

MIXES = 8  # rounds of exchanges; a property counts that it is enough


@dataclass(slots=True)
class _Pool:
    """Places whose cards are to be dealt again: (pile, index) with the god that the card there must carry, or -1."""

    places: list[tuple[list[int], int]] = field(default_factory=list)
    needs: list[int] = field(default_factory=list)

    def add(self, pile: list[int], index: int, need: int = NOTHING) -> None:
        self.places.append((pile, index))
        self.needs.append(need)

    def cards(self) -> list[int]:
        return [pile[index] for pile, index in self.places]


def redeal(state: State, viewer: Seat | None, chance: Chance) -> State:
    """A copy in which deck, other hands, unopened choices, masked cards and closed goals are drawn again."""
    new = state.copy()
    if state.stage == "over":
        return new
    pool = _Pool()
    drawn = [new.drawn]
    chosen = _lift_choices(new, viewer)
    _hidden_cards(new, viewer, pool)
    if new.drawn != NOTHING and viewer != new.favoured:
        pool.add(drawn, 0)
    _deal(pool, chance)
    new.drawn = drawn[0]
    for seat in chosen:
        card = new.hands[seat][chance.draw("redeal choice", len(new.hands[seat]))]
        new.picks[seat] = card * 7 + HALVES[card][chance.draw("redeal half", 2)]
    _goals(new, chance)
    return new


def _lift_choices(state: State, viewer: Seat | None) -> list[Seat]:
    return [seat for seat, choice in enumerate(state.picks) if choice != NOTHING and seat != viewer]


def _hidden_cards(state: State, viewer: Seat | None, pool: _Pool) -> None:
    for index in range(len(state.deck)):
        pool.add(state.deck, index)
    for seat in range(state.seats):
        if seat == viewer:
            continue
        for pile in (state.hands[seat], state.scored[seat]):
            for index in range(len(pile)):
                pool.add(pile, index)
        for god in ALL_GODS:
            for index in range(len(state.up[seat][god]) - 1):
                pool.add(state.up[seat][god], index, god)
            for index in range(len(state.down[seat][god])):
                pool.add(state.down[seat][god], index, THOR)


def _deal(pool: _Pool, chance: Chance) -> None:
    """Give every place a card that fits; every way to do so is as likely as any other."""
    cards = pool.cards()
    if not cards:
        return
    order = [cards[i] for i in chance.shuffle("redeal", len(cards))]
    holder: dict[int, int] = {}  # card -> place
    for place, need in enumerate(pool.needs):
        if need != NOTHING:
            _seat(place, order, pool.needs, holder, set())
    free = iter([card for card in order if card not in holder])
    given = {place: card for card, place in holder.items()}
    dealt = [given[place] if place in given else next(free) for place in range(len(pool.places))]
    _mix(dealt, pool.needs, chance)
    for (pile, index), card in zip(pool.places, dealt, strict=True):
        pile[index] = card


def _mix(dealt: list[int], needs: list[int], chance: Chance) -> None:
    """Exchange cards between places drawn in pairs, wherever both still get a card that fits.

    The matching before favours some cards, as its later places take what the earlier ones left. Exchanges are as likely
    forth as back, so after enough of them nothing is left of that.
    """
    for _ in range(MIXES):
        order = chance.shuffle("redeal mix", len(dealt))
        for one, other in zip(order[::2], order[1::2], strict=False):
            if _fits(dealt[other], needs[one]) and _fits(dealt[one], needs[other]):
                dealt[one], dealt[other] = dealt[other], dealt[one]


def _fits(card: int, need: int) -> bool:
    return need == NOTHING or OTHER[card][need] >= 0


def _seat(place: int, order: list[int], needs: list[int], holder: dict[int, int], tried: set[int]) -> bool:
    """Find a card for `place`, moving cards of earlier places where need be; one exists, the real table shows it."""
    fitting = [card for card in order if card not in tried and _fits(card, needs[place])]
    for card in sorted(fitting, key=holder.__contains__):  # a card that nobody holds first
        if card in tried:
            continue
        tried.add(card)
        if card not in holder or _seat(holder[card], order, needs, holder, tried):
            holder[card] = place
            return True
    return False


def _goals(state: State, chance: Chance) -> None:
    """Shuffle the closed goals and the boxed one among themselves."""
    closed = [
        place
        for number, column in enumerate(COLUMNS)
        for row, place in enumerate(column)
        if row and number >= state.round
    ]
    closed.append(BOXED)
    gods = [state.goals[place] for place in closed]
    for place, i in zip(closed, chance.shuffle("redeal goals", len(closed)), strict=True):
        state.goals[place] = gods[i]
