"""The Tisch: dealt at set-up, and filled again when cards have left it (R3.5, R3.6.4, R10.2)."""

from __future__ import annotations

from engine.core.components.zones import shuffled
from engine.core.flow import step
from engine.games.asgards_chosen.data import COLUMNS, INTRO_ASIDE, NAME, NONE, SLOTS, SORT
from engine.games.asgards_chosen.happenings import TischDealt, TischFilled
from engine.games.asgards_chosen.rules.play import Chosen
from engine.games.asgards_chosen.state import State


@step
def deal_tisch(play: Chosen) -> None:
    """Eight cards; events are banished and replaced, in the introductory game marked cards wait (R14.4)."""
    state = play.state
    aside: list[int] = []
    events: list[int] = []
    for slot in range(len(SLOTS)):
        while (card := play.reveal()) != NONE:
            if SORT[card] == "event":
                events.append(card)
            elif state.mode == "introductory" and card in INTRO_ASIDE:
                aside.append(card)
            else:
                break
        state.tisch[slot] = card
    dealt = tuple(NAME[card] for card in state.tisch if card != NONE)
    play.tell(TischDealt(dealt, tuple(NAME[card] for card in events), tuple(NAME[card] for card in aside)))
    state.banished += events
    if state.mode == "introductory":
        state.deck = shuffled(state.deck + aside + state.pool, play.chance, "deck 1")
        state.pool = []


def slide(state: State) -> None:
    """In a column with an empty bottom slot the top card comes down (R10.2.1)."""
    tisch = state.tisch
    for at in range(COLUMNS):
        if tisch[at] == NONE:
            tisch[at], tisch[at + COLUMNS] = tisch[at + COLUMNS], NONE


def fill(play: Chosen) -> int:
    """Slide, then fill the voids from the creature deck; an event stops it and is given back, else NONE."""
    state = play.state
    tisch = state.tisch
    if NONE not in tisch:
        return NONE
    slide(state)
    slots: list[str] = []
    found = NONE
    for slot, old in enumerate(tisch):
        if old != NONE:
            continue
        card = play.reveal()
        if card == NONE:
            break
        if SORT[card] == "event":
            found = card
            break
        tisch[slot] = card
        slots.append(SLOTS[slot])
    if slots:
        play.tell(TischFilled(tuple(slots), tuple(NAME[tisch[SLOTS.index(slot)]] for slot in slots)))
    return found


def fill_quietly(play: Chosen, why: str) -> None:
    """Events met here are banished and replaced (R3.6.4, R11.6)."""
    while (event := fill(play)) != NONE:
        play.banish([event], why)
