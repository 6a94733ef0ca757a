"""Filling the Tisch in the muster phase, and the events that it brings (R10.2, R10.3)."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.flow import Answers, Asked, answered, step
from engine.core.menu import Lines, Menu, Option
from engine.core.moves import IllegalMove, Move, Seat
from engine.core.questions import Question
from engine.games.asgards_chosen.data import CARDS, NAME, NONE, SORT, TERRITORIES, TERRITORY
from engine.games.asgards_chosen.happenings import EventRevealed, KeeperLeft
from engine.games.asgards_chosen.happenings.clashes import MarkerRemoved
from engine.games.asgards_chosen.moves import AnyMove, EventChoice
from engine.games.asgards_chosen.rules.choosing import pick_cards
from engine.games.asgards_chosen.rules.play import Chosen, ability, all_named, event_text, held_cards
from engine.games.asgards_chosen.rules.start.tisch import fill
from engine.games.asgards_chosen.state import State


@step
def refill(play: Chosen, seat: Seat) -> None:
    """Slide and fill; an event interrupts it, then it starts again (R10.2.2)."""
    event = fill(play)
    if event != NONE:
        play.then(happens(event, seat), refill(seat))


@step
def happens(play: Chosen, event: int, seat: Seat) -> None:
    """An event that `seat` has met: the keeper goes, then it stays as keeper or is resolved (R10.3.1)."""
    state = play.state
    design = CARDS[event]
    if state.keeper:
        play.tell(KeeperLeft(NAME[state.keeper[0]]))
        play.banish([state.keeper.pop()], "keeper")
    if state.dreaming:
        play.tell(EventRevealed(design.name, "banished"))
        state.banished.append(event)
        return
    if play.mode.enemy:
        play.then(tiles_move())
    if design.keeper:
        play.tell(EventRevealed(design.name, "keeper"))
        state.keeper.append(event)
        return
    play.tell(EventRevealed(design.name, "resolved", alone=play.version > 3 and play.mode.shared))
    state.banished.append(event)
    event_text.speak(play, design.what, "event", design, play.mode.affected(state, seat))


@step
def tiles_move(play: Chosen) -> None:
    """The enemy's tiles go to the other two columns (R15.7)."""
    play.state.tile = [at ^ 1 for at in play.state.tile]
    play.turned()


def everyone(play: Chosen, seats: list[Seat], event: str, what: str, least: int, most: int) -> None:
    """All who can choose do so at once, in secret (R10.3.2); the rest is left out, as far as all can see who it is.

    Version 1 left out whoever holds but gods: others knew it before they chose.
    """
    state = play.state
    secret = what == "sacrifice" and state.seats > 1 and play.version > 1
    able = [seat for seat in seats if (state.hands[seat] if secret else options(state, seat, what))]
    then = given(event, what, seats) if play.version > 3 else chosen(what, seats)
    play.ask("event", able, then, sealed=True, what=what, least=least, most=most)


def options(state: State, seat: Seat, what: str) -> list[int]:
    """Cards, or territories with a marker, among which an event lets a seat choose."""
    if what == "sacrifice":
        return [card for card in state.hands[seat] if SORT[card] in ("creature", "item")]
    if what == "god":
        return [card for card in state.discards[state.side(seat)] if SORT[card] == "god"]
    return state.unguarded(state.side(seat))


@answered
def given(play: Chosen, answers: Answers, event: str, what: str, seats: list[Seat]) -> None:
    _apply(play, answers, event, what, seats)


@answered
def chosen(play: Chosen, answers: Answers, what: str, seats: list[Seat]) -> None:
    """The same in games of versions 1 to 3, which do not tell for which event."""
    _apply(play, answers, "event", what, seats)


def _apply(play: Chosen, answers: Answers, event: str, what: str, seats: list[Seat]) -> None:
    """In turn order from the active player."""
    for seat in seats:
        if seat in answers:
            _CHOSEN[what](play, seat, answers[seat], event)


def _sacrificed(play: Chosen, seat: Seat, move: EventChoice, event: str) -> None:
    """A Draugr is discarded in place of itself (R12.5, R12.6)."""
    cards = held_cards(play.state, seat, move.cards)
    draugar = [card for card in cards if ability.has(CARDS[card].what, "substitute")]
    play.sacrifice(seat, [card for card in cards if card not in draugar], event)
    play.discard(seat, draugar, event)


def _god_taken(play: Chosen, seat: Seat, move: EventChoice, event: str) -> None:
    pile = play.state.discards[play.state.side(seat)]
    for name in move.cards:
        card = play.state.named(pile, name)
        assert card is not None
        play.take(seat, card, pile, event)


def _marker_removed(play: Chosen, seat: Seat, move: EventChoice, event: str) -> None:
    if move.marker is not None:
        play.state.markers[TERRITORY[move.marker]] = NONE
        play.tell(MarkerRemoved(seat, move.marker, event))


_CHOSEN: dict[str, Callable[[Chosen, Seat, EventChoice, str], None]] = {
    "sacrifice": _sacrificed, "god": _god_taken, "marker": _marker_removed
}  # fmt: skip


class EventQuestion(Question[State, AnyMove]):
    """What is given up, or taken?"""

    kind = "event"
    answers = (EventChoice,)

    def _count(self, state: State, asked: Asked[AnyMove]) -> tuple[int, int]:
        there = len(options(state, asked.seat, asked.text("what")))
        return min(asked.number("least"), there), min(asked.number("most"), there)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        found = options(state, asked.seat, asked.text("what"))
        if asked.text("what") == "marker":
            names = (TERRITORIES[at] for at in found)
            return Lines(tuple(Option(("place", name), EventChoice(marker=name)) for name in names))
        least, most = self._count(state, asked)
        return pick_cards(found, least, most, lambda names: EventChoice(cards=names))

    def check(self, state: State, asked: Asked[AnyMove], move: EventChoice) -> None:
        what = asked.text("what")
        if what == "marker":
            self._check_marker(state, asked.seat, move)
            return
        least, most = self._count(state, asked)
        if what == "sacrifice":
            for card in held_cards(state, asked.seat, move.cards):
                if SORT[card] == "god":
                    raise IllegalMove("E_GOD_CARD_PROTECTED", card=NAME[card])
        all_named(state, options(state, asked.seat, what), move.cards, "E_NOT_OFFERED")
        if not least <= len(move.cards) <= most or move.marker is not None:
            raise IllegalMove("E_COUNT", count=most)

    def _check_marker(self, state: State, seat: Seat, move: EventChoice) -> None:
        at, side = TERRITORY.get(move.marker or "", NONE), state.side(seat)
        if at == NONE or state.markers[at] != side or move.cards:
            raise IllegalMove("E_NO_MARKER", territory=move.marker)
        if state.guarded(side, at):
            raise IllegalMove("E_HERO_INSIDE", territory=move.marker)

    def default(self, state: State, asked: Asked[AnyMove]) -> Move:
        """The cheapest cards, the lowest territory, no god (D17)."""
        what = asked.text("what")
        found = options(state, asked.seat, what)
        if what == "marker":
            return EventChoice(marker=TERRITORIES[min(found)])
        least, _ = self._count(state, asked)
        cheapest = sorted(found, key=lambda card: CARDS[card].cost)[:least]
        return EventChoice(cards=tuple(NAME[card] for card in cheapest))
