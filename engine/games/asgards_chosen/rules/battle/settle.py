"""The resolution of a battle (R8.8, R8.10, R8.11)."""

from __future__ import annotations

from engine.core.flow import Answers, Asked, answered, step
from engine.core.menu import Lines, Menu, Option
from engine.core.moves import IllegalMove, Move, Seat
from engine.core.questions import Question
from engine.games.asgards_chosen.data import CARDS, ENEMY, HEROES, KIND, NAME, NONE, TERRITORIES, TERRITORY, TOWN
from engine.games.asgards_chosen.happenings import CardsSacrificed
from engine.games.asgards_chosen.happenings.clashes import (
    BattleDecided,
    CardsReturned,
    HeroMoved,
    HeroRebuked,
    LastMarkerStays,
    MarkerRemoved,
    TerritoryTaken,
)
from engine.games.asgards_chosen.moves import AnyMove, Shift
from engine.games.asgards_chosen.rules.battle.retreat import beaten, vanquish
from engine.games.asgards_chosen.rules.battle.totals import attack, attacker_leads, defence
from engine.games.asgards_chosen.rules.play import Chosen, effect
from engine.games.asgards_chosen.state import State


@step
def resolve(play: Chosen) -> None:
    """Who has won, where the cards go, then what becomes of territory and heroes."""
    won = decided(play)
    clear(play, won=won)
    play.then(taken() if won else rebuked(), battle_over())


def decided(play: Chosen) -> bool:
    """Tell who has won: whether it is the attacker."""
    state, battle = play.state, play.battle
    won = _won(play)
    seats = [None if seat == NONE else seat for seat in (battle.attacker, battle.defender)]
    play.tell(BattleDecided(seats[0], seats[1], TERRITORIES[battle.ground], attack(state), defence(state), won))
    return won


def _won(play: Chosen) -> bool:
    """Whether the attacker has won; also where the other hero has left an enchanted land (R8.10)."""
    battle = play.battle
    if battle.declined or battle.fled:
        return False
    return battle.ended or attacker_leads(play.state)


def clear(play: Chosen, *, won: bool) -> None:
    """Militia are banished, played cards discarded or taken back, withheld ones return (R8.8.1)."""
    state, battle = play.state, play.battle
    battle.decided = True
    play.banish([*state.militia, *state.turned], "militia")
    state.militia, state.turned = [], []
    for seat in (battle.attacker, battle.defender):
        if seat != NONE:
            _clear_side(play, seat, won=won == (seat == battle.attacker))
    for seat in range(state.seats):
        if state.held[seat]:
            back, state.held[seat] = state.held[seat], []
            state.hands[seat] += back
            play.tell(CardsReturned(seat, len(back), tuple(NAME[card] for card in back)))
            play.grown(seat)


def _clear_side(play: Chosen, seat: Seat, *, won: bool) -> None:
    state, battle = play.state, play.battle
    back: list[int] = []
    for card in state.played[seat]:
        if won and card in battle.returns:
            back.append(card)
        elif card not in battle.silent and effect.has(CARDS[card].what, "settled") and _sacrificed(card):
            play.tell(CardsSacrificed(seat, (NAME[card],), NAME[card]))
            play.bury(card)
        else:
            state.discards[state.side(seat)].append(card)
    state.played[seat] = []
    if back:
        state.hands[seat] += back
        play.tell(CardsReturned(seat, len(back), tuple(NAME[card] for card in back)))
        play.grown(seat)


def _sacrificed(card: int) -> bool:
    return bool(effect.text(CARDS[card].what, "settled")(CARDS[card]))


# --- Lost (R8.11) ---------------


@step
def rebuked(play: Chosen) -> None:
    """The attacking hero is in the origin still, or where it has fled."""
    state, battle = play.state, play.battle
    state.moved[battle.hero] = True
    play.tell(HeroRebuked(battle.attacker, HEROES[battle.hero % 2], TERRITORIES[state.at[battle.hero]]))


# --- Won (R8.8.2, R8.8.3, R9.7) ---------------


@step
def taken(play: Chosen) -> None:
    """Marker and hero enter; the beaten hero leaves; the last marker of a side stays."""
    state, battle = play.state, play.battle
    seat, ground = battle.attacker, battle.ground
    side = state.side(seat)
    state.moved[battle.hero] = True
    state.wins.append(battle.hero)
    loser = state.markers[ground] if KIND[ground] <= TOWN else NONE
    if loser == ENEMY:
        state.raids.append(battle.hero)
    hero = state.hero_at(ground)
    if hero != NONE and not state.down[hero]:
        state.felled.append(seat)
    last = loser not in (NONE, ENEMY) and len(state.owned(loser)) == 1
    if last:
        play.tell(LastMarkerStays(loser, TERRITORIES[ground]))
        play.tell(HeroRebuked(seat, HEROES[battle.hero % 2], TERRITORIES[battle.origin]))
        play.then(vanquish(hero, stays=True))
        return
    if KIND[ground] > TOWN:
        play.then(beaten(hero), enter())
        return
    play.then(plant(seat, ground), beaten(hero), enter())
    if len(state.owned(side)) >= play.mode.marker_limit(side):
        play.window("shift", seat, shifted(), ground=TERRITORIES[ground])


@answered
def shifted(play: Chosen, answers: Answers) -> None:
    play.lift_veil()
    for seat, move in answers.items():
        play.state.markers[TERRITORY[move.marker]] = NONE
        play.tell(MarkerRemoved(seat, move.marker, "limit"))


@step
def plant(play: Chosen, seat: Seat, ground: int) -> None:
    """The marker of the winner in place of another one."""
    state = play.state
    loser, state.markers[ground] = state.markers[ground], state.side(seat)
    play.tell(TerritoryTaken(seat, TERRITORIES[ground], None if loser in (NONE, ENEMY) else loser))


@step
def enter(play: Chosen) -> None:
    """The hero who has won stands in the battleground."""
    state, battle = play.state, play.battle
    source, state.at[battle.hero] = state.at[battle.hero], battle.ground
    names = TERRITORIES[source], TERRITORIES[battle.ground]
    play.tell(HeroMoved(battle.attacker, HEROES[battle.hero % 2], *names, "won"))


@step
def battle_over(play: Chosen) -> None:
    play.state.battle = None


class ShiftMarker(Question[State, AnyMove]):
    """Which marker is taken off for the new one?"""

    kind = "shift"
    answers = (Shift,)

    def _free(self, state: State, seat: Seat) -> list[int]:
        """Not under an own hero; the attacking one counts as in the battleground."""
        assert state.battle is not None
        side, attacker = state.side(seat), state.battle.hero
        inside = {state.at[hero] for hero in state.heroes(side) if hero != attacker}
        return [at for at in state.owned(side) if at not in inside]

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        names = (TERRITORIES[at] for at in self._free(state, asked.seat))
        return Lines(tuple(Option(("place", name), Shift(marker=name)) for name in names))

    def check(self, state: State, asked: Asked[AnyMove], move: Shift) -> None:
        at = TERRITORY.get(move.marker, NONE)
        if at == NONE or state.markers[at] != state.side(asked.seat):
            raise IllegalMove("E_NO_MARKER", territory=move.marker)
        if at not in self._free(state, asked.seat):
            raise IllegalMove("E_HERO_INSIDE", territory=move.marker)

    def forced(self, state: State, asked: Asked[AnyMove]) -> Move | None:
        return self.menu(state, asked).single()
