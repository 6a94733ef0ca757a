"""What every step of the rules gets, how cards change places, and the tables in which the cards' texts are found.

Texts are bound to the kind of an effect as the data names it, for both versions of a creature share one.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.chance import Chance
from engine.core.components.cards import Cards
from engine.core.components.zones import shown_to
from engine.core.flow import Answers, Asked, Frame, Play, Wave, answered, step, veil
from engine.core.menu import Menu
from engine.core.moves import IllegalMove, Json, Seat
from engine.core.questions import Question
from engine.games.asgards_chosen.data import BARROWS_SIDE, DECK, DESIGNS, HAND_MAX, NAME, NONE, SORT
from engine.games.asgards_chosen.happenings import (
    CardsBanished,
    CardsDiscarded,
    CardsDrawn,
    CardsLookedAt,
    CardsSacrificed,
    CardTaken,
    DeckRenewed,
    EndTriggered,
    EnemyTurned,
    PileShuffled,
)
from engine.games.asgards_chosen.moves import AnyMove, Drop
from engine.games.asgards_chosen.rules.choosing import pick_cards
from engine.games.asgards_chosen.rules.modes import MODES, Mode
from engine.games.asgards_chosen.state import Battle, State

LOOKED = 3  # cards, at random
# Version 1 asked again in a phase, and what is sacrificed, by what a hand left open, said nothing when partners may
# appease, let an event raise the partner's hero, told copies of a card apart, and showed who had seen a card whether it
# was that which went unseen. Both it and version 2 asked full hands one after the other, and told of a payment no more
# than its cards. Up to version 3 the log left out which event takes or gives, an event that misses, a favor that is
# waived, a new creature deck, and where an event moves the enemy's tiles. Their games go on as recorded.
NEWEST = 4


class Chosen(Play[State]):
    """One move of Asgard's Chosen."""

    __slots__ = ("mode",)

    def __init__(self, state: State, chance: Chance, version: int = 1) -> None:
        super().__init__(state, chance, version)
        self.mode: Mode = MODES[state.mode]

    @property
    def battle(self) -> Battle:
        """The one that is on."""
        assert self.state.battle is not None
        return self.state.battle

    def window(self, kind: str, seat: Seat, then: Frame, **about: Json) -> None:
        """Ask somebody in the battle; in a contested one behind a veil, so that a pause tells nothing (P2).

        Whatever goes on with the answer lifts it first, unless the answer must not be seen to have been given: then the
        veil stays down, for the next question too. Nothing may be lined up after this in the same step.
        """
        battle = self.state.battle
        if battle is not None and NONE not in (battle.attacker, battle.defender):
            fresh = (veil("battle"),) if self.veil is None else ()
            self.then(*fresh, opened(kind, seat, then.step, then.args, about))
        else:
            self.ask(kind, (seat,), then, **about)

    def turned(self) -> None:
        """Tell where the enemy's tiles lie now; up to version 3 only a turn of the muster phase did."""
        if self.version > 3:
            self.tell(EnemyTurned(*self.state.tile))

    # --- Own cards (R2.8-R2.12) ---------------

    def draw(self, seat: Seat, count: int, why: str) -> list[int]:
        """From the own pile to the hand, which is last there; the discards are shuffled where it is empty (R2.9)."""
        state = self.state
        side = state.side(seat)
        pile, hand, drawn = state.draws[side], state.hands[seat], []
        for _ in range(count):
            if not pile and not self._reform(seat, side):
                break
            card = pile.pop()
            state.seen[card] = 0
            hand.append(card)
            drawn.append(card)
        if count:
            self.tell(CardsDrawn(seat, len(drawn), why, tuple([NAME[card] for card in drawn])))
        self.grown(seat)
        return drawn

    def _reform(self, seat: Seat, side: int) -> bool:
        state = self.state
        discards = state.discards[side]
        if not discards:
            return False
        state.draws[side] += [discards[at] for at in self.chance.shuffle("discards", len(discards))]
        self.tell(PileShuffled(seat, len(discards)))
        for card in discards:
            state.seen[card] = 0
        discards.clear()
        return True

    def grown(self, seat: Seat) -> None:
        """A hand has grown: when all that goes on is resolved, it has to keep to its limit (R2.10)."""
        if len(self.state.hands[seat]) > HAND_MAX:
            self.then(limit(seat))

    def take(self, seat: Seat, card: int, pile: list[int], why: str) -> None:
        """A card that all see, into a hand."""
        pile.remove(card)
        self.state.hands[seat].append(card)
        self.state.seen[card] = 0
        self.tell(CardTaken(seat, NAME[card], why))
        self.grown(seat)

    def leave(self, seat: Seat, cards: list[int]) -> None:
        """Cards go out of a hand, to wherever they are put next; from now on all know who had them."""
        hand, seen, secret = self.state.hands[seat], self.state.seen, self.state.secret
        for card in cards:
            hand.remove(card)
            if self.version > 1:
                self._confused(NAME[card], hand, ~seen[card])
            seen[card] = 0
            if card in secret:
                secret.remove(card)

    def _confused(self, name: str, hand: list[int], viewers: int) -> None:
        """Copies look alike: of those of a name that have been seen in a hand, these viewers have lost one."""
        seen = self.state.seen
        for other in (one for one in hand if NAME[one] == name):
            viewers, seen[other] = viewers & ~seen[other], seen[other] & ~viewers

    def slip(self, seat: Seat, card: int, pile: list[int], knows: Seat) -> None:
        """A card goes out of a hand to where its owner and `knows` alone know which it was.

        To all others it may have been any: what they have seen there they are sure of but for one card of each name.
        """
        hand, seen, bit = self.state.hands[seat], self.state.seen, shown_to(knows)
        hand.remove(card)
        if self.version > 1:
            for name in {NAME[one] for one in hand}:
                self._confused(name, hand, ~bit & ~(seen[card] if name == NAME[card] else 0))
            seen[card] &= bit
        seen[card] |= bit
        pile.append(card)

    def discard(self, seat: Seat, cards: list[int], why: str) -> None:
        """From a hand onto the own discard pile."""
        if cards:
            self.leave(seat, cards)
            self.state.discards[self.state.side(seat)] += cards
            self.tell(CardsDiscarded(seat, _names(cards), why))

    def discard_random(self, seat: Seat, count: int, why: str) -> None:
        """Cards that chance finds in a hand."""
        hand = self.state.hands[seat]
        count = min(count, len(hand))
        order = self.chance.shuffle("discard", len(hand))[:count] if count else ()
        self.discard(seat, [hand[at] for at in order], why)

    def sacrifice(self, seat: Seat, cards: list[int], why: str) -> None:
        """From a hand into the Barrows, in this order."""
        if cards:
            self.leave(seat, cards)
            self.tell(CardsSacrificed(seat, _names(cards), why))
            for card in cards:
                self.bury(card)

    def look(self, seat: Seat, whose: Seat, why: str) -> list[int]:
        """Random cards of another hand; their places there, the first one 0."""
        state = self.state
        hand = state.hands[whose]
        if not hand:
            return []
        places = sorted(self.chance.shuffle("look", len(hand))[:LOOKED])
        for at in places:
            state.seen[hand[at]] |= shown_to(seat)
        self.tell(CardsLookedAt(seat, whose, len(places), why, tuple([NAME[hand[at]] for at in places])))
        return places

    def look_at_deck(self, seat: Seat, why: str) -> None:
        """The top of the creature deck, in place of a hand that nobody has (R15.8); below deck 1 lies deck 2."""
        state = self.state
        if state.second and not state.deck:
            self._restore()
        pile = state.deck if state.second else state.later + state.deck
        top = pile[: -LOOKED - 1 : -1]
        for card in top:
            state.seen[card] |= shown_to(seat)
        self.tell(CardsLookedAt(seat, None, len(top), why, _names(top)))

    # --- Common cards ---------------

    def bury(self, card: int) -> None:
        """Onto its side of the Barrows, whose oldest card may have to go (R2.11)."""
        side = self.state.graves if SORT[card] == "creature" else self.state.relics
        side.append(card)
        if len(side) > BARROWS_SIDE:
            self.banish([side.pop(0)], "barrows")

    def banish(self, cards: list[int], why: str) -> None:
        """Out of the game; they have been taken from where they were."""
        if cards:
            self.state.banished += cards
            self.tell(CardsBanished(_names(cards), why))

    def reveal(self) -> int:
        """The top card of the creature deck, which is no more in it; NONE: there is none (R2.13)."""
        state = self.state
        if not state.deck:
            if not state.second:
                state.deck, state.later, state.second = state.later, [], True
                self.renewed("second")
            else:
                self._restore()
            if not state.deck:
                return NONE
        card = state.deck.pop()
        state.seen[card] = 0
        if card in state.secret:
            state.secret.remove(card)
        if not state.deck and state.second:
            self.end("deck")
        return card

    def _restore(self) -> None:
        state = self.state
        back = [card for card in state.banished if card in _SECOND]
        if back:
            state.banished = [card for card in state.banished if card not in _SECOND]
            state.deck = [back[at] for at in self.chance.shuffle("creature deck", len(back))]
            self.renewed("again")

    def renewed(self, why: str) -> None:
        """The creature deck is another one."""
        if self.version > 3:
            self.tell(DeckRenewed(why, len(self.state.deck)))

    def end(self, why: str) -> None:
        """The end of the game is triggered (R13.1)."""
        if not self.state.ending:
            self.state.ending = True
            self.tell(EndTriggered(why))


_SECOND = frozenset(DECK[2])


@step
def opened(play: Chosen, kind: str, seat: Seat, then: str, args: dict[str, Json], about: dict[str, Json]) -> None:
    """The question of a window, behind its veil."""
    play.ask(kind, (seat,), Frame(then, args), **about)


def _names(cards: list[int]) -> tuple[str, ...]:
    return tuple([NAME[card] for card in cards])


# --- Tables of texts ---------------

# Of a creature: what an ability can be used on, why it cannot, its price, and what it does; what it pays.
ability: Cards[Chosen] = Cards(moments=("aims", "refuse", "cost", "battle", "muster", "substitute"))
# Of an item: whether it can be played, and what it adds; what it pays; its charm; what it does at resolution.
effect: Cards[Chosen] = Cards(moments=("campaign", "settled", "muster", "check", "ways", "charm", "window"))
# Of a god: its favor at once, or as long as it lies there; what appeases it.
favor: Cards[Chosen] = Cards(moments=("god", "check", "ways", "standing"))
demand: Cards[Chosen] = Cards(moments=("can", "check", "paid", "ways"))
# Of an event: what it does at once, or as long as it is the keeper.
event_text: Cards[Chosen] = Cards(moments=("event", "keeper"))


# --- The limit of the hand ---------------


@step
def limit(play: Chosen, seat: Seat) -> None:
    """A hand holds 13 cards (R2.10). Hands that one effect has filled are asked about at once, in secret (R10.3.2).

    Not those of partners, whose pile is one: it has the cards in the order in which they are asked.
    """
    state, grown = play.state, [seat]
    frames = state.flow.frames
    together = play.version > 2 and play.veil is None and not play.mode.shared
    while together and frames and frames[-1].step == limit.name:
        grown.append(frames.pop().args["seat"])
    over = {one: len(state.hands[one]) - HAND_MAX for one in reversed(grown)}  # as they have grown
    asked = tuple(Asked[AnyMove](one, {"count": count}) for one, count in over.items() if count > 0)
    if len(asked) == 1:
        play.ask("drop", (asked[0].seat,), dropped(), count=asked[0].about["count"])
    elif asked:
        state.flow.wave = Wave("drop", asked, dropped(), sealed=True)


@answered
def dropped(play: Chosen, answers: Answers) -> None:
    for seat, move in answers.items():
        play.discard(seat, held_cards(play.state, seat, move.cards), "limit")


class DropCards(Question[State, AnyMove]):
    """Which cards are too many?"""

    kind = "drop"
    answers = (Drop,)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        count = asked.number("count")
        return pick_cards(state.hands[asked.seat], count, count, lambda names: Drop(cards=names))

    def check(self, state: State, asked: Asked[AnyMove], move: Drop) -> None:
        held_cards(state, asked.seat, move.cards)
        if len(move.cards) != asked.number("count"):
            raise IllegalMove("E_COUNT", count=asked.number("count"))

    def default(self, state: State, asked: Asked[AnyMove]) -> Drop:
        """The cards that came last."""
        last = state.hands[asked.seat][-asked.number("count") :]
        return Drop(cards=tuple(NAME[card] for card in last))


def held_cards(state: State, seat: Seat, names: tuple[str, ...]) -> list[int]:
    """The cards of a hand that are called so, a name twice for two of them. Raises IllegalMove E_CARD_NOT_IN_HAND."""
    return all_named(state, state.hands[seat], names, "E_CARD_NOT_IN_HAND")


def all_named(state: State, pile: Iterable[int], names: Iterable[str], code: str) -> list[int]:
    """The cards of a pile that are called so, a name twice for two of them. Raises IllegalMove `code` (`card`)."""
    left, found = list(pile), list[int]()
    for name in names:
        card = state.named(left, name)
        if card is None:
            raise IllegalMove(code, card=name)
        left.remove(card)
        found.append(card)
    return found


def held(state: State, seat: Seat, name: str) -> int:
    """The first card of a hand that is called so. Raises IllegalMove E_CARD_NOT_IN_HAND."""
    for card in state.hands[seat]:
        if NAME[card] == name:
            return card
    raise IllegalMove("E_CARD_NOT_IN_HAND", card=name)


def sort_of(name: str) -> str:
    """What kind of card a name is; empty: no card is called so."""
    design = DESIGNS.get(name)
    return design.sort if design is not None else ""
