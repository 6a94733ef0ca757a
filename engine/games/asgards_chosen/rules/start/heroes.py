"""Heroes come to the board (R3.6)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.components.zones import shuffled
from engine.core.flow import Answers, Asked, answered, step
from engine.core.menu import Menu
from engine.core.menu.lists import Lines
from engine.core.menu.stepwise import Choice, Parts, option
from engine.core.moves import IllegalMove, Move, Seat
from engine.core.questions import Question
from engine.games.asgards_chosen.data import (
    CARDS,
    COOP,
    ENEMY,
    HEROES,
    KIND,
    NAME,
    NONE,
    SLOT,
    SLOTS,
    SORT,
    TERRITORIES,
    TERRITORY,
    TOWN,
)
from engine.games.asgards_chosen.happenings import EnemyPlaced, HeroPlaced
from engine.games.asgards_chosen.moves import AnyMove, PlaceHero
from engine.games.asgards_chosen.rules.modes import MODES
from engine.games.asgards_chosen.rules.play import Chosen
from engine.games.asgards_chosen.rules.rounds import round_begins
from engine.games.asgards_chosen.rules.start.tisch import fill_quietly
from engine.games.asgards_chosen.state import State


@step
def heroes(play: Chosen) -> None:
    """One each in turn order, then the second ones."""
    state = play.state
    state.stage = "heroes"
    placing = [place_hero(seat) for seat in state.order()]
    play.then(*(placing if play.mode.shared else placing * 2), set_up())


@step
def place_hero(play: Chosen, seat: Seat) -> None:
    play.state.seat = seat
    play.ask("hero", (seat,), hero_placed())


@answered
def hero_placed(play: Chosen, answers: Answers) -> None:
    state = play.state
    for seat, move in answers.items():
        side, to = state.side(seat), TERRITORY[move.to]
        state.at[2 * side + HEROES.index(move.hero)] = to
        if KIND[to] <= TOWN:
            state.markers[to] = side
        taken = NONE
        if move.take is not None:
            slot = SLOT[move.take]
            taken, state.tisch[slot] = state.tisch[slot], NONE
            state.hands[seat].append(taken)
        play.tell(HeroPlaced(seat, move.hero, move.to, None if taken == NONE else NAME[taken]))
        fill_quietly(play, "setup")


@step
def set_up(play: Chosen) -> None:
    """What solitaire does last; then the first round."""
    state = play.state
    if play.mode.enemy:
        state.tile = [0, 2]
        if "scattered" in state.options:
            _scatter(play)
        events = [card for card in state.banished if SORT[card] == "event"]
        if events:
            state.banished = [card for card in state.banished if SORT[card] != "event"]
            state.deck = shuffled(state.deck + events, play.chance, "deck 1")
            play.renewed("setup")
        play.turned()
    play.then(round_begins())


def _scatter(play: Chosen) -> None:
    """Enemy markers beside each hero (R15.2)."""
    state = play.state
    count = COOP["variable_setup_enemy_markers_near_each_hero"]
    found: list[int] = []
    for hero in state.at:
        free = [at for at in state.land.near[hero] if KIND[at] <= TOWN and state.markers[at] == NONE]
        for at in play.chance.shuffle("enemy markers", len(free))[:count] if free else ():
            state.markers[free[at]] = ENEMY
            found.append(free[at])
    play.tell(EnemyPlaced(tuple(TERRITORIES[at] for at in found)))


def fits(card: int, territory: int) -> bool:
    """Whether a card of the Tisch may be taken with a hero placed there (R3.6.3)."""
    design, kind = CARDS[card], KIND[territory]
    if design.sort == "creature":
        return design.terrain == kind
    return design.kind == ("town" if kind == TOWN else "enchanted" if kind > TOWN else "none")


class PlaceAHero(Question[State, AnyMove]):
    """Which hero, where, and with which card?"""

    kind = "hero"
    answers = (PlaceHero,)

    def _heroes(self, state: State, seat: Seat) -> list[int]:
        return [one for one in MODES[state.mode].movable(state, seat) if state.at[one] == NONE]

    def _free(self, state: State) -> Iterator[int]:
        for at in state.land.there:
            if at not in state.at and state.markers[at] != ENEMY:
                yield at

    def _takes(self, state: State, territory: int) -> list[str]:
        return [slot for slot, card in zip(SLOTS, state.tisch, strict=True) if card != NONE and fits(card, territory)]

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        def which(parts: Parts) -> list[Choice]:
            return [(("hero", HEROES[one % 2]), {"hero": HEROES[one % 2]}) for one in self._heroes(state, asked.seat)]

        def where(parts: Parts) -> list[Choice]:
            return [(("place", TERRITORIES[at]), {"to": TERRITORIES[at]}) for at in self._free(state)]

        def card(parts: Parts) -> list[Choice]:
            slots = self._takes(state, TERRITORY[parts["to"]])
            found: list[Choice] = [(("slot", slot, NAME[state.tisch[SLOT[slot]]]), {"take": slot}) for slot in slots]
            return [*found, (("nothing",), {"take": None})]

        first = option(("place",), [("hero", which), ("to", where), ("take", card)], PlaceHero, {})
        return first.then() if first.then is not None else Lines((first,))

    def check(self, state: State, asked: Asked[AnyMove], move: PlaceHero) -> None:
        hero = 2 * state.side(asked.seat) + HEROES.index(move.hero)
        if hero not in self._heroes(state, asked.seat):
            raise IllegalMove("E_HERO_PLACED", hero=move.hero)
        to = TERRITORY.get(move.to, NONE)
        if to == NONE or not state.land.near[to]:
            raise IllegalMove("E_TERRITORY", territory=move.to)
        if to in state.at or state.markers[to] == ENEMY:
            raise IllegalMove("E_SPACE_TAKEN", territory=move.to)
        if move.take is not None and move.take not in self._takes(state, to):
            raise IllegalMove("E_TAKE", slot=move.take, territory=move.to)

    def default(self, state: State, asked: Asked[AnyMove]) -> Move:
        """The first free terrain in the order of the tiles, and the lowest slot that fits."""
        to = next(at for at in self._free(state) if KIND[at] < TOWN)
        slots = self._takes(state, to)
        hero = HEROES[self._heroes(state, asked.seat)[0] % 2]
        return PlaceHero.model_validate({"hero": hero, "to": TERRITORIES[to], "take": slots[0] if slots else None})
