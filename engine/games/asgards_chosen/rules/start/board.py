"""The board: tiles and towns, laid in turn (R3.3)."""

from __future__ import annotations

from typing import Any

from engine.core.flow import Answers, Asked, answered, step
from engine.core.menu import Lines, Menu, Option
from engine.core.moves import Move, Seat
from engine.core.questions import Question
from engine.games.asgards_chosen.data import COUNTS, ENEMY, FIRST_TOWN, STARTING, TERRITORIES, TILES
from engine.games.asgards_chosen.data.land import check_tile, check_town, tile_places, town_places
from engine.games.asgards_chosen.happenings import EnemyPlaced, TileDrawn, TileLaid, TownPlaced
from engine.games.asgards_chosen.moves import AnyMove, PlaceTile, PlaceTown
from engine.games.asgards_chosen.rules.play import Chosen
from engine.games.asgards_chosen.state import State


@step
def board(play: Chosen) -> None:
    """Clockwise from the start player; in solitaire the enemy's markers follow (R3.3.2, R15.1)."""
    if play.mode.enemy and "scattered" not in play.state.options:
        play.then(enemy_markers())
    if play.state.stack:
        play.then(lay_tile(play.state.first))


@step
def lay_tile(play: Chosen, seat: Seat) -> None:
    """Draw the top tile and lay it; the first one has its place."""
    state = play.state
    if not state.stack:
        return
    state.seat = seat
    tile = state.stack[-1]
    play.tell(TileDrawn(seat, TILES[tile]))
    if not state.laid or "automatic_board" in state.options:
        _lay(play, seat, next(tile_places(state.land)))
    else:
        play.ask("tile", (seat,), tile_laid(), tile=TILES[tile])


@answered
def tile_laid(play: Chosen, answers: Answers) -> None:
    for seat, move in answers.items():
        _lay(play, seat, (move.q, move.r, move.direction))


def _lay(play: Chosen, seat: Seat, where: tuple[int, int, str]) -> None:
    state = play.state
    tile = state.stack.pop()
    state.laid += ((tile, *where),)
    play.tell(TileLaid(seat, TILES[tile], *where))
    play.then(lay_tile((seat + 1) % state.seats))
    if len(state.towns) < COUNTS[play.mode.board(state.seats)]["town_tiles"]:
        places = town_places(state.land)
        if len(places) == 1 or "automatic_board" in state.options:
            _place(play, seat, places[0])
        else:
            play.ask("town", (seat,), town_placed())


@answered
def town_placed(play: Chosen, answers: Answers) -> None:
    for seat, move in answers.items():
        _place(play, seat, (move.q, move.r, move.corner))


def _place(play: Chosen, seat: Seat, socket: tuple[int, int, str]) -> None:
    state = play.state
    state.towns += (socket,)
    play.tell(TownPlaced(seat, TERRITORIES[FIRST_TOWN + len(state.towns) - 1], *socket))


@step
def enemy_markers(play: Chosen) -> None:
    """On the terrains of the starting tiles and every town beside one of them (R15.1)."""
    state = play.state
    near = state.land.near
    found = {3 * tile + part for tile in STARTING for part in (0, 1)}
    found |= {at for at in range(FIRST_TOWN, len(TERRITORIES)) if any(one in found for one in near[at])}
    for territory in found:
        state.markers[territory] = ENEMY
    play.tell(EnemyPlaced(tuple(TERRITORIES[at] for at in sorted(found))))


class LayTile(Question[State, AnyMove]):
    """Where does the drawn tile lie?"""

    kind = "tile"
    answers = (PlaceTile,)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        """Where its first terrain lies, the nearest place first; of several ways then which way the other one does."""
        places: dict[tuple[int, int], list[Any]] = {}
        for q, r, direction in tile_places(state.land):
            places.setdefault((q, r), []).append(direction)

        def ways(q: int, r: int) -> tuple[Option, ...]:
            moves = (PlaceTile(q=q, r=r, direction=direction) for direction in places[q, r])
            return tuple(Option(("tile", q, r, one.direction), one) for one in moves)

        def line(q: int, r: int) -> Option:
            if len(places[q, r]) == 1:
                return ways(q, r)[0]
            return Option(("hexagon", q, r), then=lambda: Lines(ways(q, r), question="direction"))

        return Lines(tuple(line(q, r) for q, r in places))

    def check(self, state: State, asked: Asked[AnyMove], move: PlaceTile) -> None:
        check_tile(state.land, move.q, move.r, move.direction)

    def default(self, state: State, asked: Asked[AnyMove]) -> Move:
        """The nearest place (R3.3.9)."""
        q, r, direction = next(tile_places(state.land))
        return PlaceTile.model_validate({"q": q, "r": r, "direction": direction})


class PlaceATown(Question[State, AnyMove]):
    """Where does the town lie?"""

    kind = "town"
    answers = (PlaceTown,)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        def line(q: int, r: int, corner: Any) -> Option:
            return Option(("town", q, r, corner), PlaceTown(q=q, r=r, corner=corner))

        return Lines(tuple(line(*place) for place in town_places(state.land)))

    def check(self, state: State, asked: Asked[AnyMove], move: PlaceTown) -> None:
        check_town(state.land, (move.q, move.r, move.corner))
