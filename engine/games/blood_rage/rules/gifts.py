"""Gods' Gifts: the draft (R4)."""

from __future__ import annotations

from collections import Counter

from engine.core.flow import Answers, Asked, answered, step
from engine.core.menu import Lines, Menu, Option, Pick
from engine.core.moves import IllegalMove, Seat
from engine.core.questions import Question
from engine.games.blood_rage.data import BY_CODE, CARDS, CODE, DEALT, PICKS, STEPS, Design
from engine.games.blood_rage.happenings import AgeBegan, CardsDrafted, PacksPassed
from engine.games.blood_rage.moves import AnyMove, DraftPick
from engine.games.blood_rage.rules.memory import leave, note
from engine.games.blood_rage.rules.play import Rage
from engine.games.blood_rage.state import State

_KIND_RANK = {"battle": 0, "quest": 2}  # for a time-out; upgrades stand between


@step
def gifts(play: Rage) -> None:
    """Deal eight cards each (R4.2); what is left of the deck is used for nothing."""
    state = play.state
    state.stage = "gifts"
    deck = state.decks[state.age - 1]
    for seat in range(state.seats):
        state.packs[seat] = deck[seat * DEALT : (seat + 1) * DEALT]
    state.undealt += deck[state.seats * DEALT :]
    deck.clear()
    note(state, 1)
    play.tell(AgeBegan(state.age, _packs(state)))
    play.then(draft(1))


@step
def draft(play: Rage, number: int) -> None:
    """Everybody keeps cards of the pack at once (R4.3, R4.4)."""
    play.ask("draft", range(play.state.seats), drafted(number), sealed=True, step=number)


@answered
def drafted(play: Rage, answers: Answers, number: int) -> None:
    """Keep, then pass the rest to the left; after the last step the rest is discarded unshown."""
    state = play.state
    for seat, move in answers.items():
        for code in move.cards:
            card = next(one for one in state.packs[seat] if CODE[one] == code)
            state.packs[seat].remove(card)
            state.hands[seat].append(card)
        play.tell(CardsDrafted(seat, move.cards))
    if number == STEPS[state.seats]:
        leave(state)
        for seat in range(state.seats):
            state.dropped[seat] += state.packs[seat]
            state.packs[seat] = []
        return
    state.packs = [state.packs[seat - 1] for seat in range(state.seats)]
    note(state, number + 1)
    play.tell(PacksPassed(number + 1, _packs(state)))
    play.then(draft(number + 1))


def _packs(state: State) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(CODE[card] for card in pack) for pack in state.packs)


class Draft(Question[State, AnyMove]):
    """Which card of the pack, or which two?"""

    kind = "draft"
    answers = (DraftPick,)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        counts, count = Counter(CODE[card] for card in sorted(state.packs[asked.seat])), PICKS[state.seats]
        if count == 1:
            return Lines(tuple(map(_line, counts)))
        return Pick(
            tuple(map(_line, counts.elements())), _picked, count, count
        )  # twins have a line each: both may be chosen

    def check(self, state: State, asked: Asked[AnyMove], move: DraftPick) -> None:
        count = PICKS[state.seats]
        if len(move.cards) != count:
            raise IllegalMove("E_DRAFT_COUNT", count=count)
        held = [CODE[card] for card in state.packs[asked.seat]]
        for code in move.cards:
            known_card(code)
            if held.count(code) < move.cards.count(code):
                raise IllegalMove("E_NOT_IN_PACK", card=code)

    def default(self, state: State, asked: Asked[AnyMove]) -> DraftPick:
        """The strongest battle cards, else the cheapest upgrades, else quests; of equal ones the lowest number."""
        ranked = sorted(state.packs[asked.seat], key=draft_rank)
        return DraftPick(cards=tuple(CODE[card] for card in ranked[: PICKS[state.seats]]))


def _line(code: str) -> Option:
    return Option(("card", code), DraftPick(cards=(code,)))


def _picked(chosen: tuple[Option, ...]) -> DraftPick:
    return DraftPick(cards=tuple(option.what[1] for option in chosen))


def draft_rank(card: int) -> tuple[int, int, int]:
    """How early a time-out takes a card; the lowest first."""
    return *design_rank(CARDS[card]), card


def design_rank(design: Design) -> tuple[int, int]:
    """The same of what is printed on it: the strongest battle cards, then the cheapest upgrades, then quests."""
    worth = -design.plus if design.kind == "battle" else price(design) if design.is_upgrade else 0
    return _KIND_RANK.get(design.kind, 1), worth


def price(design: Design) -> int:
    """What an upgrade costs to play, without discounts (R8.1)."""
    return 0 if "price" in design.at else design.strength


def known_card(code: str) -> Design:
    """The card of a code. Raises IllegalMove E_CARD."""
    if code not in BY_CODE:
        raise IllegalMove("E_CARD", card=code)
    return BY_CODE[code]


def battle_rank(state: State, seat: Seat) -> list[int]:
    """A hand, first what a time-out plays or keeps: the highest printed +STR, else the lowest number."""
    return sorted(state.hands[seat], key=lambda card: (CARDS[card].kind != "battle", -CARDS[card].plus, card))
