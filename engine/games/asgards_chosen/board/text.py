"""The board in letters, at most 72 columns: every territory by the name that orders use, and all that lies open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from engine.core.board import MARKS, own_first, wrapped
from engine.core.contract import Words
from engine.core.moves import Seat
from engine.games.asgards_chosen.data import COLUMNS, DESIGNS, ENEMY, FIRST_TOWN, SLOTS, TERRITORIES, TILES
from engine.games.asgards_chosen.data.land import Laid, Socket, places_of
from engine.games.asgards_chosen.view import Hero, Player, Territory, View
from engine.games.asgards_chosen.words.status import ChosenWords

ENEMY_MARK = "x"


def text_board(view: View, words: Words[View]) -> str:
    """What is going on, the market, the map, the players."""
    return _board(view, cast("ChosenWords", words))


def _board(view: View, words: ChosenWords) -> str:
    stage = words.stage(view)
    lines = [stage[:1].upper() + stage[1:], "", *_fray(view, words), *_market(view, words), ""]
    lines += [words.label("map") + ":", *_map(view, words), ""]
    for seat in own_first(len(view.players), view.viewer):
        lines += [*_player(view, words, seat), ""]
    return "\n".join(wrapped([*lines, words.label("legend")])).rstrip()


# --- The battle ---------------


def _fray(view: View, words: ChosenWords) -> Iterator[str]:
    fray = view.fray
    if fray is None:
        return
    defender = words.neutral() if fray.defender is None else words.seat(fray.defender)
    ground = words.place(fray.ground)
    yield words.fray(words.who(fray.attacker), defender, ground, fray.attack, fray.defence)
    for key, cards in (("militia", fray.militia), ("turned", fray.turned)):
        if cards:
            yield f"  {words.label(key)}: {_powers(words, cards)}"
    for seat, cards in enumerate(fray.played):
        if cards:
            yield f"  {words.seat(seat)}: {_powers(words, cards)}"
    yield ""


def _powers(words: ChosenWords, cards: tuple[tuple[str, int], ...]) -> str:
    return ", ".join(f"{words.card(card)} {power}" for card, power in cards)


# --- What lies in the middle ---------------


def _market(view: View, words: ChosenWords) -> Iterator[str]:
    for key, slots in (("tisch_bottom", SLOTS[:COLUMNS]), ("tisch_top", SLOTS[COLUMNS:])):
        yield f"{words.label(key)}: " + ", ".join(_slot(view, words, slot) for slot in slots)
    for key, cards in (("creatures", view.graves), ("items", view.relics), ("queue", view.queue)):
        if cards:
            yield f"{words.label(key)}: {words.cards(cards)}"
    if view.keeper:
        yield f"{words.label('keeper')}: {words.card(view.keeper)}"
    if view.pool:
        yield f"{words.label('pool')}: {words.cards(view.pool)}"
    yield f"{words.label('deck')}: {len(view.deck) + view.later}; {words.label('banished')}: {len(view.banished)}"
    if view.stack:
        yield f"{words.label('stack')}: {view.stack}" + (f"; {words.label('tile')}: {view.tile}" if view.tile else "")
    if view.enemy:
        up, down = (column + 1 for column in view.enemy)
        yield f"{words.label('enemy')}: B{up} (!), B{down}"


def _slot(view: View, words: ChosenWords, slot: str) -> str:
    card = view.tisch[SLOTS.index(slot)]
    return f"{slot} {words.card(card)} {DESIGNS[card].cost}" if card else f"{slot} –"


# --- The map ---------------


def _map(view: View, words: ChosenWords) -> Iterator[str]:
    """A line for each territory: `S1a forest 0,0 [A] F | S1b T1`."""
    where = coordinates(view.laid, view.towns, words)
    for one in view.territories:
        marks = [f"[{_mark(one.side)}]"] if one.side is not None else []
        marks += [f"{_mark(int(one.hero[1:]))}{words.letter(one.hero[0])}"] if one.hero else []
        head = " ".join([one.name, words.kind(one.kind), where[one.name], *marks])
        yield f"{head} | {' '.join(one.near)}{_new(view, one)}"


def _new(view: View, one: Territory) -> str:
    return " +" if one.name in view.touched else ""


def _mark(side: int) -> str:
    return ENEMY_MARK if side == ENEMY else MARKS[side]


def coordinates(laid: tuple[Laid, ...], towns: tuple[Socket, ...], words: ChosenWords) -> dict[str, str]:
    """Where each territory lies: `0,0` for a hexagon, `1,-1S` for a socket."""
    found: dict[str, str] = {}
    for tile, q, r, direction in laid:
        one, other, (sq, sr, corner) = places_of(q, r, direction)
        name = TILES[tile]
        found |= {f"{name}a": _at(*one), f"{name}b": _at(*other), f"{name}e": _at(sq, sr) + words.corner(corner)}
    for number, (q, r, corner) in enumerate(towns):
        found[TERRITORIES[FIRST_TOWN + number]] = _at(q, r) + words.corner(corner)
    return found


def _at(q: int, r: int) -> str:
    return f"{q},{r}"


# --- The players ---------------


def _player(view: View, words: ChosenWords, seat: Seat) -> Iterator[str]:
    one = view.players[seat]
    side = view.sides[one.side]
    turn = "*" if seat == view.seat and view.stage != "over" else " "
    first = f" ({words.label('first')})" if seat == view.first else ""
    gods = f"{words.label('appeased')} {len(side.appeased)}/{view.wanted}"
    named = f": {words.cards(side.appeased)}" if side.appeased else ""
    yield f"{turn}{MARKS[seat]} {words.seat(seat)}{first}: {gods}{named}"
    heroes = ", ".join(_hero(words, hero) for hero in side.heroes if hero.at and hero.name in one.leads)
    yield f"  {words.label('markers')} {side.markers}; {words.label('heroes')} {heroes or '–'}"
    yield f"  {words.label('hand')}: {_hand(words, one)}"
    yield (
        f"  {words.label('draws')} {len(side.draws)}; {words.label('discards')} {len(side.discards)}"
        f": {words.cards(side.discards)}"
    )
    if one.shown:
        yield f"  {words.label('shown')}: {words.cards(one.shown)}"
    if one.held or one.kept:
        yield f"  {words.label('withheld')}: {words.cards((*one.held, *one.kept))}"


def _hero(words: ChosenWords, hero: Hero) -> str:
    marks = [words.label(name) for name, holds in (("down", hero.down), ("moved", hero.moved)) if holds]
    return f"{words.letter(hero.name)} {hero.at}" + (f" ({', '.join(marks)})" if marks else "")


def _hand(words: ChosenWords, one: Player) -> str:
    """Own cards by name, those of others by their number."""
    known = [card for card in one.hand if card != "?"]
    hidden = len(one.hand) - len(known)
    parts = [words.cards(known)] if known else []
    return "; ".join([*parts, *([str(hidden)] if hidden or not known else [])])
