"""Starting items: the draft (R3.4), the swords (R14.3), one of three (R15.1, R16.1)."""

from __future__ import annotations

from engine.core.components.zones import shown_to, shuffled
from engine.core.flow import Answers, Asked, answered, step
from engine.core.menu import Menu
from engine.core.moves import IllegalMove, Seat
from engine.core.questions import Question
from engine.games.asgards_chosen.data import LATE_ITEMS, NAME, SOLO, START_ITEMS, SWORDS
from engine.games.asgards_chosen.happenings import ItemPicked, ItemsOffered
from engine.games.asgards_chosen.moves import AnyMove, PickItem
from engine.games.asgards_chosen.rules.choosing import pick_cards
from engine.games.asgards_chosen.rules.play import Chosen
from engine.games.asgards_chosen.state import State


@step
def items(play: Chosen) -> None:
    """As the mode has it; what is left goes back to its deck, but for the swords, which wait for the Tisch."""
    state = play.state
    state.stage = "items"
    order = state.order()
    if play.mode.items == "swords":
        _deal_swords(play)
        return
    if play.mode.items == "draft":
        pool = [*START_ITEMS, *(LATE_ITEMS if "late_items" in state.options else ())]
        order = order[::-1]
    else:
        drawn = play.chance.shuffle("starting items", len(START_ITEMS))[: SOLO["start_items_drawn"]]
        pool = sorted(START_ITEMS[at] for at in drawn)
        order = order[::-1]
    state.deck = [card for card in state.deck if card not in pool]
    state.later = [card for card in state.later if card not in pool]
    state.pool, state.secret = pool, list(pool if play.mode.items == "draft" else START_ITEMS)
    play.then(*(offer(seat) for seat in order), items_over())


@step
def offer(play: Chosen, seat: Seat) -> None:
    """Only whoever picks sees what is there (R3.4.2)."""
    state = play.state
    state.seat = seat
    for card in state.pool:
        state.seen[card] = shown_to(seat)
    play.tell(ItemsOffered(seat, tuple(NAME[card] for card in state.pool)))
    play.ask("item", (seat,), item_picked())


@answered
def item_picked(play: Chosen, answers: Answers) -> None:
    state = play.state
    for seat, move in answers.items():
        card = next(one for one in state.pool if NAME[one] == move.item)
        state.pool.remove(card)
        for one in (card, *state.pool):
            state.seen[one] = 0
        state.hands[seat].append(card)
        play.tell(ItemPicked(seat, move.item))


@step
def items_over(play: Chosen) -> None:
    """Back into the decks from which they came (R3.4.3); in co-operative play the last one is banished."""
    state = play.state
    left, state.pool = state.pool, []
    if play.mode.shared:
        play.banish(left, "items")
        state.secret = [card for card in state.secret if card not in left]
        return
    for pile, name, start in ((state.deck, "deck 1", START_ITEMS), (state.later, "deck 2", LATE_ITEMS)):
        back = [card for card in left if card in start]
        if back:
            pile[:] = shuffled(pile + back, play.chance, name)


def _deal_swords(play: Chosen) -> None:
    """One for each player, at random; the others wait (R14.3)."""
    state = play.state
    order = play.chance.shuffle("swords", len(SWORDS))
    state.deck = [card for card in state.deck if card not in SWORDS]
    state.secret = list(SWORDS)
    for seat in range(state.seats):
        card = SWORDS[order[seat]]
        state.hands[seat].append(card)
        play.tell(ItemPicked(seat, NAME[card]))
    state.pool = [SWORDS[at] for at in order[state.seats :]]


class ChooseItem(Question[State, AnyMove]):
    """Which starting item?"""

    kind = "item"
    answers = (PickItem,)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        return pick_cards(state.pool, 1, 1, lambda names: PickItem(item=names[0]))

    def check(self, state: State, asked: Asked[AnyMove], move: PickItem) -> None:
        if all(NAME[card] != move.item for card in state.pool):
            raise IllegalMove("E_NOT_OFFERED", card=move.item)
