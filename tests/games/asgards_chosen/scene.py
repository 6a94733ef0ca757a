"""Tables as the dossier's scenarios describe them: the board of the introductory game, and who stands and holds what.

Players are A, B, C, D, in turn order from A. Cards go by their names; `troll1.2` is the second of them, where its
heraldry matters. Piles are given from the top. Everything that is not named lies in the box.
"""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.chance import Draw, SeededChance
from engine.core.flow import Flow, Frame
from engine.core.flow.veil import Aside
from engine.core.happenings import Happening
from engine.core.moves import IllegalMove, Move
from engine.games.asgards_chosen import moves as m
from engine.games.asgards_chosen.data import (
    CARD,
    ENEMY,
    HEROES,
    KIND,
    LAYOUTS,
    NAME,
    NONE,
    SLOT,
    TERRITORIES,
    TERRITORY,
    TILES,
    TOWN,
)
from engine.games.asgards_chosen.game_rules import ChosenRules
from engine.games.asgards_chosen.rules.battle.course import battle
from engine.games.asgards_chosen.rules.battle.totals import attack, defence
from engine.games.asgards_chosen.rules.campaign import campaign_turn
from engine.games.asgards_chosen.rules.modes import MODES
from engine.games.asgards_chosen.rules.muster.turns import muster_ask, muster_turn
from engine.games.asgards_chosen.rules.phases import charm_turn, god_turn
from engine.games.asgards_chosen.rules.renewal import renewal
from engine.games.asgards_chosen.state import State, empty, missing

RULES = ChosenRules()
PLAYERS = "ABCD"


class Fixed:
    """Chance that a scenario writes down: what a shuffle gives first; else everything stays in its order."""

    def __init__(self, *orders: tuple[int, ...]) -> None:
        self.orders = list(orders)
        self.draws: list[Draw] = []

    def draw(self, label: str, size: int) -> int:
        return self.orders.pop(0)[0] if self.orders else 0

    def shuffle(self, label: str, size: int) -> tuple[int, ...]:
        first = self.orders.pop(0) if self.orders else ()
        return (*first, *(at for at in range(size) if at not in first))


def begun(seats: int, seed: int = 1, **options: Any) -> State:
    """A new game, at its first question."""
    return RULES.setup(RULES.Options(**options), seats, SeededChance(bytes([seed])))[0]


def offered(state: State) -> list[Any]:
    """All whole answers of the open question."""
    decision = next(one for one in RULES.decisions(state) if one.waits)
    return [move for _, _, move in RULES.menu(state, decision).leaves()]


def seat(player: str) -> int:
    return PLAYERS.index(player)


class Scene:
    """A table, and what its players do."""

    def __init__(self, players: int = 3, mode: str = "standard", **given: Any) -> None:
        self.state = state = empty(players, MODES[mode].sides(players))
        state.mode, state.round = mode, 2
        layout = LAYOUTS[given.get("board", MODES[mode].board(players))]
        state.laid = tuple((TILES.index(tile), q, r, direction) for tile, q, r, direction in layout["land"])
        state.towns = tuple((q, r, corner) for q, r, corner in layout["town"])
        there = {one[0] for one in state.laid}
        state.spare = [tile for tile in range(len(TILES)) if tile not in there]
        self.told: list[Happening] = []
        self.chance = Fixed()
        for player, places in given.get("markers", {}).items():
            for place in places.split():
                state.markers[TERRITORY[place]] = ENEMY if player == "enemy" else seat(player)
        for hero, place in given.get("heroes", {}).items():
            self._hero(hero, place)
        for name in ("hands", "draws", "discards", "shown", "appeased", "played"):
            for player, cards in given.get(name, {}).items():
                getattr(state, name)[seat(player)] = self.cards(cards)[:: -1 if name == "draws" else 1]
        for name in ("deck", "later"):
            setattr(state, name, self.cards(given.get(name, ""))[::-1])
        for name in ("graves", "relics", "banished", "keeper", "queue"):
            setattr(state, name, self.cards(given.get(name, "")))
        for slot, card in given.get("tisch", {}).items():
            state.tisch[SLOT[slot]] = self.cards(card)[0]
        for name in ("second", "round", "first"):
            if name in given:
                setattr(state, name, given[name])
        if MODES[mode].enemy:
            state.tile = [0, 2]
        assert missing(state) == []

    def _hero(self, hero: str, place: str) -> None:
        """`AF`: the woman of A; `S1a down`. On a terrain or town she has a marker."""
        where, _, lies = place.partition(" ")
        side, at = seat(hero[0]), TERRITORY[where]
        number = 2 * side + HEROES.index(hero[1])
        self.state.at[number], self.state.down[number] = at, lies == "down"
        if KIND[at] <= TOWN:
            self.state.markers[at] = side

    def cards(self, names: str) -> list[int]:
        """Out of the box, the first copy of each name that is still there."""
        found = []
        for name in names.split():
            here = [CARD[name]] if name in CARD else [one for one in self.state.box if NAME[one] == name]
            card = next(one for one in here if one in self.state.box)
            self.state.box.remove(card)
            found.append(card)
        return found

    # --- What happens ---------------

    def frames(self, *frames: Frame) -> Scene:
        """Carry these out."""
        flow: Flow[Any] = Flow()
        flow.then(*frames)
        self.state.flow, self.state.veil = flow, None
        play = RULES.playing(self.state, self.chance)
        RULES.steps.run(play)
        self.told += play.out
        return self

    def turn(self, player: str, number: int = 1) -> Scene:
        """A campaign turn."""
        return self.frames(campaign_turn(seat(player), number))

    def gods(self, player: str) -> Scene:
        """A turn of the god phase."""
        self.state.stage = "god"
        return self.frames(god_turn(seat(player)))

    def charms(self, player: str) -> Scene:
        self.state.stage = "charm"
        return self.frames(charm_turn(seat(player)))

    def musters(self, player: str, *, fill: bool = False) -> Scene:
        """A turn of the muster phase; the Tisch is left as it is, unless it is to be filled."""
        self.state.stage = "muster"
        return self.frames(muster_turn(seat(player)) if fill else muster_ask(seat(player)))

    def renews(self) -> Scene:
        return self.frames(renewal())

    def attacks(self, player: str, hero: str, source: str, ground: str) -> Scene:
        """The battle begins."""
        self.state.stage = "campaign"
        number = 2 * seat(player) + HEROES.index(hero)
        assert self.state.at[number] == TERRITORY[source]
        return self.frames(battle(seat(player), number, TERRITORY[source], TERRITORY[ground]))

    def does(self, player: str, *moves: Move) -> Scene:
        for move in moves:
            self.told += RULES.apply(self.state, seat(player), move, self.chance)
            assert missing(self.state) == []
            self._let_go(player)
        return self

    def _let_go(self, player: str) -> None:
        """Nobody interrupts, unless the scenario says so."""
        while self.asked is not None and self.asked[1] == "interrupt" and self.quiet:
            self.told += RULES.apply(self.state, seat(self.asked[0]), m.No(), self.chance)

    quiet = True

    def loud(self) -> Scene:
        """From now on interrupts are answered by the scenario."""
        self.quiet = False
        return self

    def refused(self, player: str, move: Move, code: str) -> dict[str, Any]:
        """Why a move cannot be made; nothing of it happens. `code`: as the dossier has it."""
        before = self.state.copy()
        with pytest.raises(IllegalMove) as refused:
            RULES.apply(self.state, seat(player), move, self.chance)
        assert (refused.value.code, self.state) == (f"E_{code.upper()}", before)
        return refused.value.where

    def offered(self) -> list[Any]:
        """All whole answers of the open question."""
        return offered(self.state)

    def times_out(self) -> Scene:
        """The default answer of whoever is asked."""
        decision = next(one for one in RULES.decisions(self.state) if one.waits)
        self.told += RULES.apply(self.state, decision.seat, RULES.default(self.state, decision), self.chance)
        return self

    # --- What is seen ---------------

    @property
    def asked(self) -> tuple[str, str] | None:
        """Who is asked first, and what."""
        found = next((one for one in RULES.decisions(self.state) if one.waits), None)
        return None if found is None else (PLAYERS[found.seat], found.kind)

    @property
    def totals(self) -> tuple[int, int]:
        """Attack and defence."""
        return attack(self.state), defence(self.state)

    def names(self, pile: list[int]) -> list[str]:
        return [NAME[card] for card in pile]

    def hand(self, player: str) -> list[str]:
        return sorted(self.names(self.state.hands[seat(player)]))

    def discards(self, player: str) -> list[str]:
        return self.names(self.state.discards[seat(player)])

    def militia(self) -> list[str]:
        return self.names(self.state.militia)

    def at(self, hero: str) -> str:
        """Where `AF` is, and whether she lies there."""
        number = 2 * seat(hero[0]) + HEROES.index(hero[1])
        return TERRITORIES[self.state.at[number]] + (" down" if self.state.down[number] else "")

    def moved(self, hero: str) -> bool:
        return self.state.moved[2 * seat(hero[0]) + HEROES.index(hero[1])]

    def marker(self, place: str) -> str:
        side = self.state.markers[TERRITORY[place]]
        return "" if side == NONE else "enemy" if side == ENEMY else PLAYERS[side]

    def tisch(self) -> dict[str, str]:
        return {slot: NAME[card] for slot, at in SLOT.items() if (card := self.state.tisch[at]) != NONE}

    def all_told(self, kind: str) -> list[Any]:
        """The happenings of a kind, behind a veil too."""
        told = [one.what if isinstance(one, Aside) else one for one in self.told]
        return [one for one in told if one.kind == kind]

    def last(self, kind: str) -> Any:
        """The last of them."""
        return self.all_told(kind)[-1]


# --- Moves, short ---------------


def play(name: str, /, **aim: Any) -> m.Play:
    """A card; with what its ability is used on, `use=True` for an ability that asks for nothing."""
    return m.Play(card=name, aim=_aim(aim))


def rage(name: str, /, **aim: Any) -> m.Berserk:
    return m.Berserk(card=name, aim=_aim(aim))


def _aim(given: dict[str, Any]) -> m.Aim | None:
    if not given:
        return None
    copied = given.pop("copied", None)
    given.pop("use", None)
    inner = None if copied is None else m.Aim.model_validate(copied)
    return m.Aim.model_validate({**given, "copied": inner})


def pay(*cards: str) -> tuple[m.Pay, ...]:
    """`fairies1[]` uses the draw."""
    return tuple(m.Pay(card=card.removesuffix("[]"), draw=card.endswith("[]")) for card in cards)


ENOUGH, DECLINE, NO, DONE, PASS = m.Enough(), m.Decline(), m.No(), m.Done(), m.PassTurn()
