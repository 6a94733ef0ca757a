"""Vanquished heroes: standing up, and where they go (R9)."""

from __future__ import annotations

from engine.core.flow import Answers, Asked, answered, step
from engine.core.menu import Lines, Menu, Option, lines_of
from engine.core.moves import IllegalMove, Move, Seat
from engine.core.questions import Question
from engine.games.asgards_chosen.data import CARDS, HEROES, KIND, NAME, NONE, SORT, TERRITORIES, TERRITORY, TOWN
from engine.games.asgards_chosen.happenings.clashes import HeroMoved, HeroStands, HeroVanquished
from engine.games.asgards_chosen.moves import AnyMove, No, Retreat, StandUp
from engine.games.asgards_chosen.rules.modes import MODES, own_hero
from engine.games.asgards_chosen.rules.play import Chosen, held, sort_of
from engine.games.asgards_chosen.state import State

CHARM = "stand_up_when_vanquished"


def owner(state: State, hero: int) -> Seat:
    """Who plays a hero."""
    if MODES[state.mode].shared:
        return next(seat for seat in range(state.seats) if own_hero(state, seat) == hero)
    return hero // 2


@step
def beaten(play: Chosen, hero: int) -> None:
    """The hero of a territory that is lost: an active one is vanquished, each retreats (R9.1, R9.5)."""
    if hero == NONE:
        return
    if play.state.down[hero]:
        play.then(retreat(hero))
    else:
        play.then(vanquish(hero), retreat(hero))


@step
def vanquish(play: Chosen, hero: int, stays: bool = False) -> None:  # noqa: FBT001, FBT002  a frame's argument
    """Laid down, unless the owner makes the hero stand up again (R9.6)."""
    state = play.state
    if hero == NONE or state.down[hero]:
        return
    seat = owner(state, hero)
    state.down[hero] = True
    play.tell(HeroVanquished(seat, HEROES[hero % 2], TERRITORIES[state.at[hero]]))
    charm = next((card for card in state.shown[seat] if _stands(card) and card not in state.spent), None)
    if charm is not None:
        state.spent.append(charm)
        _stand(play, hero, NAME[charm])
    elif state.hands[seat]:
        play.window("stand", seat, stood_up(hero), hero=HEROES[hero % 2])


def _stands(card: int) -> bool:
    return CARDS[card].what == CHARM


@answered
def stood_up(play: Chosen, answers: Answers, hero: int) -> None:
    play.lift_veil()
    for seat, move in answers.items():
        if isinstance(move, StandUp):
            play.sacrifice(seat, [held(play.state, seat, move.creature)], "stand")
            _stand(play, hero, move.creature)


def _stand(play: Chosen, hero: int, why: str) -> None:
    play.state.down[hero] = False
    play.tell(HeroStands(owner(play.state, hero), HEROES[hero % 2], why))


@step
def retreat(play: Chosen, hero: int) -> None:
    """To a contiguous territory of the own side, else to an enchanted land (R9.1-R9.3)."""
    state = play.state
    places = refuges(state, hero)
    if len(places) == 1:
        _go(play, hero, places[0])
    elif places:
        play.window("retreat", owner(state, hero), retreated(hero), hero=HEROES[hero % 2])


@answered
def retreated(play: Chosen, answers: Answers, hero: int) -> None:
    play.lift_veil()
    for move in answers.values():
        _go(play, hero, TERRITORY[move.to])


def _go(play: Chosen, hero: int, to: int) -> None:
    state = play.state
    source, state.at[hero] = state.at[hero], to
    play.tell(
        HeroMoved(owner(state, hero), HEROES[hero % 2], TERRITORIES[source], TERRITORIES[to], "retreat")
    )  # fmt: skip


def refuges(state: State, hero: int) -> list[int]:
    """Where a beaten hero may go."""
    side, near = hero // 2, state.land.near
    reached, left = {state.at[hero]}, [state.at[hero]]
    while left:
        for at in near[left.pop()]:
            if state.markers[at] == side and at not in reached:
                reached.add(at)
                left.append(at)
    found = sorted(at for at in reached if at not in state.at and state.markers[at] == side)
    if found:
        return found
    entering = state.battle.ground if state.battle is not None else NONE
    return [at for at in state.land.there if KIND[at] > TOWN and at not in state.at and at != entering]


class RetreatTo(Question[State, AnyMove]):
    """Where does the beaten hero go?"""

    kind = "retreat"
    answers = (Retreat,)

    def _hero(self, state: State, asked: Asked[AnyMove]) -> int:
        return 2 * state.side(asked.seat) + HEROES.index(asked.text("hero"))

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        names = (TERRITORIES[at] for at in refuges(state, self._hero(state, asked)))
        return Lines(tuple(Option(("place", name), Retreat(to=name)) for name in names))

    def check(self, state: State, asked: Asked[AnyMove], move: Retreat) -> None:
        to = TERRITORY.get(move.to, NONE)
        if to == NONE or not state.land.near[to]:
            raise IllegalMove("E_TERRITORY", territory=move.to)
        if to in state.at:
            raise IllegalMove("E_STOP_OCCUPIED", territory=move.to)
        if to not in refuges(state, self._hero(state, asked)):
            raise IllegalMove("E_NO_PATH", territory=move.to)


class StandAgain(Question[State, AnyMove]):
    """Is a creature sacrificed, so that the hero stays active?"""

    kind = "stand"
    answers = (StandUp, No)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        names = dict.fromkeys(NAME[card] for card in sorted(state.hands[asked.seat]) if SORT[card] == "creature")
        return Lines((Option(No(), No(), label="0"), *lines_of(StandUp(creature=name) for name in names)))

    def check(self, state: State, asked: Asked[AnyMove], move: Move) -> None:
        if isinstance(move, StandUp):
            if sort_of(move.creature) == "god":
                raise IllegalMove("E_GOD_CARD_PROTECTED", card=move.creature)
            if SORT[held(state, asked.seat, move.creature)] != "creature":
                raise IllegalMove("E_NOT_PLAYABLE", card=move.creature)
