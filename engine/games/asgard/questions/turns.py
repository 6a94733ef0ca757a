"""Phases 2 and 3, turn by turn: place a disc, perform one, end the turn; and offers meanwhile (D5-D8, D10)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any, cast

from engine.core.decisions import Decision
from engine.core.flow import Asked
from engine.core.menu import Lines, Menu, Option
from engine.core.moves import Move, Seat
from engine.games.asgard import moves
from engine.games.asgard.moves import AnyMove
from engine.games.asgard.pieces import (
    ASGARD,
    FENRIR,
    GODS,
    MIMIR,
    NOBODY,
    RECRUITS,
    SEALS,
    SKILLS,
    STONES,
    SURTR,
    TEMPLE,
    THOR_TILE,
    Slot,
)
from engine.games.asgard.questions.acts import act_options, use_options
from engine.games.asgard.questions.asgard_area import fill
from engine.games.asgard.questions.question import Choice, Deed
from engine.games.asgard.rules import course, performing, placing, population
from engine.games.asgard.rules.odin import holder, make_offer
from engine.games.asgard.rules.placing import entries
from engine.games.asgard.rules.skills import skill_at
from engine.games.asgard.state import State

# Tiles may be used at any moment of the own turn; a further turn before its end is refused for what is wrong with it.
TILES: tuple[tuple[type[Move], Deed], ...] = ((moves.Use, population.use), (moves.Again, course.again))


class Place(Choice):
    """Which god is revealed, and where does its disc go?"""

    kind = "place"
    deeds = ((moves.Place, placing.place), *TILES)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        found = list[Option]()
        for god in state.hand[asked.seat]:
            for slot in [*entries(state, asked.seat, god), "asgard"]:
                move = moves.Place(god=GODS[god], slot=cast("Slot", slot))
                found.append(Option(("place", GODS[god], slot), move=move, group=f"god {GODS[god]}"))
        return Lines((*found, *use_options(state, asked.seat)))

    def default(self, state: State, asked: Asked[AnyMove]) -> Move:
        """The first unrevealed god; upper or single, else bottom, else Asgard."""
        god = min(state.hand[asked.seat])
        slots = [slot for slot in entries(state, asked.seat, god) if slot != "temple"]
        return moves.Place(god=GODS[god], slot=cast("Slot", slots[0] if slots else "asgard"))


class Act(Choice):
    """Which disc is performed, and how, or taken back?"""

    kind = "act"
    deeds = (
        (moves.Decline, performing.decline),
        (moves.Request, performing.request),
        (moves.Temple, performing.temple),
        (moves.Asgard, performing.asgard),
        *TILES,
    )

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        return Lines((*act_options(state, asked.seat), *use_options(state, asked.seat)))

    def default(self, state: State, asked: Asked[AnyMove]) -> Move:
        """The disc that was placed first, without its optional parts."""
        place = state.placed[asked.seat][0]
        god, slot = state.slot_name(place)
        if place == ASGARD:
            return _default_asgard(state, asked.seat)
        assert god is not None
        if place % 3 == TEMPLE or place in (3 * MIMIR, 3 * SURTR, 3 * FENRIR):
            return moves.Decline(god=god, slot=slot)
        return moves.Request(god=god, slot=slot, skill=cast("Any", skill_at(state, place).default(state)))


def _default_asgard(state: State, seat: Seat) -> Move:
    """The leftmost face-up tile without its bonus; discs of the middle to the lowest legal battle slots."""
    flip = None
    if True in state.asgard_up:
        flip = moves.FlipTile(tile=state.components.asgard[state.asgard_row[state.asgard_up.index(True)]])
    return moves.Asgard(flip=flip, move=fill(state, seat, []))


class End(Choice):
    """The disc is placed or performed: use a tile, take Thor's further turn, or end the turn?"""

    kind = "end"
    deeds = ((moves.End, course.end), *TILES)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        found = [Option(("end",), move=moves.End())]
        if state.skills[THOR_TILE] == asked.seat and state.busy(asked.seat):
            found.append(Option(("again",), move=moves.Again()))
        return Lines((*found, *use_options(state, asked.seat)))


class Offer(Choice):
    """What is offered for order tiles? Anybody else may, while somebody stands on Odin's upper slot."""

    kind = "offer"
    alone = False
    deeds = ((moves.MakeOffer, make_offer),)

    def open(self, state: State) -> Iterator[Decision]:
        """Nobody waits for offers, but who lets the others make theirs."""
        to = holder(state)
        hearing = state.flow.wave is not None and True in state.offering
        if to != NOBODY and (hearing or state.flow.wave is None):
            for seat in range(state.seats):
                if seat != to:
                    yield Decision(seat, "offer", optional=True, answered=not (hearing and state.offering[seat]))

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        items = list(_items(state, asked.seat))
        numbers = range(1, state.seats + 1) if items else ()
        found = (Option(("offer_for", number), then=partial(_for_number, number, items)) for number in numbers)
        return Lines((Option(("no_offer",), move=moves.MakeOffer()), *found))


def _for_number(number: int, items: list[moves.OfferItem]) -> Menu:
    bids = [(item, moves.Bid(number=number, items=(item,))) for item in items]
    lines = (Option(("item", item.what, item.which), move=moves.MakeOffer(bids=(bid,))) for item, bid in bids)
    return Lines(tuple(lines), question="offer_item")


def _items(state: State, seat: Seat) -> Iterator[moves.OfferItem]:
    """What a seat could offer, one of each kind."""
    data = state.components
    own: list[tuple[str, Iterable[str]]] = [
        ("stone", _there(STONES, state.own_stones[seat])),
        ("recruit", _there(RECRUITS, state.own_recruits[seat])),
        ("seal", _there(SEALS, state.own_seals[seat])),
        ("population", (data.population[tile] for tile in state.own_population[seat])),
        ("weapon", (data.arms[tile] for tile in state.owned_arms(seat, 0))),
        ("wizardry", (data.arms[tile] for tile in state.owned_arms(seat, 1))),
        ("skill", (SKILLS[tile] for tile, owner in enumerate(state.skills) if owner == seat)),
        ("temple", (data.temples[temple] for temple in state.own_temples[seat])),
        ("battle", (str(points) for points in state.own_battle_tiles[seat])),
    ]
    for what, names in own:
        for name in dict.fromkeys(names):
            yield moves.OfferItem(what=cast("Any", what), which=name)


def _there(names: Sequence[str], counts: Sequence[int]) -> list[str]:
    return [name for name, count in zip(names, counts, strict=True) if count]
