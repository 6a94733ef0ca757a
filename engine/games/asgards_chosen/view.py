"""What one viewer may know. Cards, territories, heroes and slots go by their names; `?` is a card that is not known."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.chance import Chance
from engine.core.components.zones import HIDDEN, in_order
from engine.core.contract import View as CoreView
from engine.core.moves import Seat
from engine.games.asgards_chosen.data import (
    CARDS,
    HEROES,
    KIND,
    KINDS,
    NAME,
    NONE,
    STARTING,
    TERRITORIES,
    TILES,
    gods_wanted,
)
from engine.games.asgards_chosen.data.land import Laid, Socket
from engine.games.asgards_chosen.rules.battle.totals import attack, card_power, defence, militia_power
from engine.games.asgards_chosen.rules.modes import MODES
from engine.games.asgards_chosen.state import ZONES, State

Names = tuple[str, ...]
UNKNOWN = "?"


@dataclass(frozen=True, slots=True)
class Territory:
    """A territory on the board. `side`: whose marker it carries, ENEMY, or None."""

    name: str
    kind: str
    side: int | None
    hero: str  # `F0`: the woman of side 0; empty: nobody
    near: Names


@dataclass(frozen=True, slots=True)
class Hero:
    """A hero of a side."""

    name: str
    at: str
    down: bool
    moved: bool


@dataclass(frozen=True, slots=True)
class Side:
    """What lies before a colour."""

    draws: Names
    discards: Names
    appeased: Names
    markers: int
    heroes: tuple[Hero, ...]


@dataclass(frozen=True, slots=True)
class Player:
    """What a seat has by itself. `leads`: its heroes; of partners each has but one of those of their colour."""

    side: int
    leads: Names
    hand: Names
    shown: Names
    spent: Names  # of these, what is used up
    played: Names
    held: Names
    kept: Names


@dataclass(frozen=True, slots=True)
class Fray:
    """The battle that is on, until it is decided: what comes after that has no totals."""

    attacker: Seat | None
    defender: Seat | None
    hero: str
    origin: str
    ground: str
    militia: tuple[tuple[str, int], ...]
    turned: tuple[tuple[str, int], ...]
    played: tuple[tuple[tuple[str, int], ...], ...]  # by seat
    attack: int
    defence: int
    declined: bool
    berserk: bool
    worth: tuple[tuple[str, int], ...]  # what each card of the viewer's hand would add now


@dataclass(slots=True)
class View(CoreView):
    """Exactly what the viewer may know."""

    mode: str
    length: str
    first: Seat
    seat: Seat
    turn: int
    laid: tuple[Laid, ...]
    towns: tuple[Socket, ...]
    stack: int
    tile: str  # that is to be laid
    territories: tuple[Territory, ...]
    tisch: Names  # by slot; empty: no card
    deck: Names
    later: int
    second: bool
    graves: Names  # the newest last
    relics: Names
    banished: Names
    keeper: str
    queue: Names
    pool: Names
    enemy: tuple[int, ...]
    sides: tuple[Side, ...]
    players: tuple[Player, ...]
    fray: Fray | None
    passes: int
    ending: bool
    touched: Names

    @property
    def wanted(self) -> int:
        """How many appeased gods end the game, or win it."""
        return gods_wanted(self.mode, self.length)


def view(state: State, viewer: Seat | None) -> View:
    """What `viewer` may know; after the end everything."""
    shown = state if state.stage == "over" else ZONES.masked(state, viewer)
    seats = range(state.seats)
    return View(
        viewer=viewer, round=state.round, stage=stage(state),
        scores=tuple(len(state.appeased[state.side(seat)]) for seat in seats), mode=state.mode, length=state.length,
        first=state.first, seat=state.seat, turn=state.turn, laid=state.laid, towns=state.towns,
        stack=len(state.stack), tile=_tile(state), territories=tuple(_territories(state)),
        tisch=tuple("" if card == NONE else NAME[card] for card in state.tisch), deck=_names(shown.deck),
        later=len(state.later), second=state.second, graves=_names(state.graves), relics=_names(state.relics),
        banished=_names(state.banished), keeper=NAME[state.keeper[0]] if state.keeper else "",
        queue=_names(state.queue), pool=_names(shown.pool), enemy=tuple(state.tile),
        sides=tuple(_side(state, shown, side) for side in range(state.sides)),
        players=tuple(_player(state, shown, seat) for seat in seats), fray=_fray(state, viewer), passes=state.passes,
        ending=state.ending, touched=tuple(state.touched),
    )  # fmt: skip


def stage(state: State) -> str:
    """A word for what goes on: the stage, or the battle in it."""
    return state.stage if state.battle is None else "battle"


def _names(cards: list[int]) -> Names:
    return tuple([UNKNOWN if card == HIDDEN else NAME[card] for card in cards])


def _tile(state: State) -> str:
    wave = state.flow.wave
    return TILES[state.stack[-1]] if wave is not None and wave.kind == "tile" else ""


def _territories(state: State) -> list[Territory]:
    land = state.land
    found = []
    for at in land.there:
        hero, side = state.hero_at(at), state.markers[at]
        found.append(
            Territory(
                TERRITORIES[at], KINDS[KIND[at]], None if side == NONE else side,
                f"{HEROES[hero % 2]}{hero // 2}" if hero != NONE else "",
                tuple(TERRITORIES[one] for one in land.near[at]),
            )
        )  # fmt: skip
    return found


def _side(state: State, shown: State, side: int) -> Side:
    heroes = tuple(
        Hero(
            HEROES[one % 2],
            TERRITORIES[state.at[one]] if state.at[one] != NONE else "",
            state.down[one],
            state.moved[one],
        )
        for one in state.heroes(side)
    )
    return Side(
        _names(shown.draws[side]), _names(state.discards[side]), _names(state.appeased[side]), len(state.owned(side)),
        heroes,
    )  # fmt: skip


def _player(state: State, shown: State, seat: Seat) -> Player:
    hand = in_order(shown.hands[seat])
    spent = [card for card in state.shown[seat] if card in state.spent]
    leads = tuple(HEROES[one % 2] for one in MODES[state.mode].movable(state, seat))
    return Player(
        state.side(seat), leads, _names(hand), _names(state.shown[seat]), _names(spent), _names(state.played[seat]),
        _names(in_order(shown.held[seat])), _names(state.kept[seat]),
    )  # fmt: skip


def _fray(state: State, viewer: Seat | None) -> Fray | None:
    battle = state.battle
    if battle is None or battle.decided:
        return None
    return Fray(
        None if battle.attacker == NONE else battle.attacker, None if battle.defender == NONE else battle.defender,
        HEROES[battle.hero % 2] if battle.hero != NONE else "",
        TERRITORIES[battle.origin] if battle.origin != NONE else "", TERRITORIES[battle.ground],
        tuple((NAME[card], militia_power(state, card)) for card in state.militia),
        tuple((NAME[card], militia_power(state, card)) for card in state.turned),
        tuple(
            tuple((NAME[card], card_power(state, seat, card)) for card in state.played[seat])
            for seat in range(state.seats)
        ),
        attack(state), defence(state), battle.declined, battle.berserk, _worth(state, viewer),
    )  # fmt: skip


def _worth(state: State, viewer: Seat | None) -> tuple[tuple[str, int], ...]:
    battle = state.battle
    if battle is None or viewer is None or viewer not in (battle.attacker, battle.defender):
        return ()
    return tuple((NAME[card], card_power(state, viewer, card)) for card in sorted(state.hands[viewer]))


# --- Tables that might be the true one ---------------


def redeal(state: State, viewer: Seat | None, chance: Chance) -> State:
    """A copy in which hidden cards and tiles have changed places as far as `viewer` cannot tell.

    First those whose holder is not known to all (starting items) change what they are; then every pile of a side, and
    each deck, is shuffled among its own: whose a card is everybody has seen.
    """
    new: State = state.copy()
    if state.secret:
        _redeal_secret(new, viewer, chance)
    where = _where(new)
    new = ZONES.redeal(new, viewer, chance, where.__getitem__)
    _redeal_tiles(new, chance)
    return new


def _redeal_secret(state: State, viewer: Seat | None, chance: Chance) -> None:
    """Cards of which the viewer does not know who has them take each other's places, those of a deck among themselves.

    What a seat knows of a place goes with the place, not with the card. Places are taken by what everybody knows of
    them, whose they are: where among a side's cards its secret ones lie is not for the viewer to know.
    """
    mine, where = _mine(state, viewer), _where(state)
    places: dict[int, list[tuple[list[int], int]]] = {}
    for _, owner, pile, sees in ZONES.piles(state):
        for at, card in enumerate(pile):
            if card in state.secret and card not in mine and not ZONES.knows(state, viewer, owner, sees, card):
                places.setdefault(CARDS[card].deck, []).append((pile, at))
    for found in places.values():
        found.sort(key=lambda place: where[place[0][place[1]]])
        seen = [state.seen[pile[at]] for pile, at in found]
        cards = sorted(pile[at] for pile, at in found)
        for number, other in enumerate(chance.shuffle("redeal", len(cards))):
            pile, at = found[number]
            pile[at] = cards[other]
            state.seen[cards[other]] = seen[number]


def _mine(state: State, viewer: Seat | None) -> set[int]:
    """Cards of which the viewer knows whose they are: all but items of others that were picked in secret."""
    own = set(range(len(CARDS))) - set(state.secret)
    if viewer is not None:
        own |= {*state.hands[viewer], *state.draws[state.side(viewer)], *state.held[viewer]}
    return own


def _where(state: State) -> dict[int, str]:
    found = {}
    for name, owner, pile, _ in ZONES.piles(state):
        if name in ("hands", "held"):
            owner = state.side(owner or 0)  # noqa: PLW2901  the side of a seat
        group = f"side {owner}" if name in ("hands", "held", "draws") else name
        for card in pile:
            found[card] = group
    return found


def _redeal_tiles(state: State, chance: Chance) -> None:
    """Tiles that have not been drawn: the three starting ones are certain to be there."""
    drawn = 1 if state.flow.wave is not None and state.flow.wave.kind == "tile" else 0
    hidden = state.stack[: len(state.stack) - drawn]
    if not hidden:
        return
    top = state.stack[len(hidden) :]
    free = sorted(tile for tile in [*hidden, *state.spare] if tile not in STARTING)
    sure = sorted(tile for tile in hidden if tile in STARTING)
    order = [free[at] for at in chance.shuffle("redeal", len(free))] if free else []
    count = len(hidden) - len(sure)
    stack = [*sure, *order[:count]]
    state.stack = [stack[at] for at in chance.shuffle("redeal", len(stack))] + top
    state.spare = sorted(order[count:])
