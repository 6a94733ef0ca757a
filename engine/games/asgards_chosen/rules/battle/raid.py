"""Events that attack in solitaire and co-operative play (R15.5)."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.flow import Answers, Asked, Frame, answered, step
from engine.core.menu import Lines, Menu, Option
from engine.core.moves import IllegalMove, Seat
from engine.core.questions import Question
from engine.games.asgards_chosen.data import CARDS, ENEMY, HERALDRY, KIND, NAME, NONE, TERRITORIES, TERRITORY, TOWN
from engine.games.asgards_chosen.happenings.clashes import BattleBegan, EnemyRises, EventMisses, LastMarkerStays
from engine.games.asgards_chosen.moves import AnyMove, Target
from engine.games.asgards_chosen.rules.battle.course import defend_window, honor, late_plays
from engine.games.asgards_chosen.rules.battle.militia import generate, generate_foes, one_more_foe
from engine.games.asgards_chosen.rules.battle.retreat import beaten, owner, vanquish
from engine.games.asgards_chosen.rules.battle.settle import battle_over, clear, decided
from engine.games.asgards_chosen.rules.battle.totals import attacker_leads
from engine.games.asgards_chosen.rules.play import Chosen
from engine.games.asgards_chosen.state import Battle, State


@step
def raids(play: Chosen, seat: Seat) -> None:
    """The queued events attack one after the other, after the battle that has brought them."""
    queue = play.state.queue
    if queue:
        event = queue.pop(0)
        play.banish([event], "raid")
        play.then(aim(event, seat), raids(seat))


@step
def aim(play: Chosen, event: int, seat: Seat) -> None:
    """What the event hits; where nothing of its colours is controlled, an enemy marker comes (1, 2)."""
    state = play.state
    kinds = CARDS[event].colours
    controlled = [at for at in state.owned(state.side(seat)) if KIND[at] in kinds]
    if not controlled:
        free = [at for at in state.land.there if KIND[at] in kinds and state.markers[at] == NONE]
        places = nearest(state, free, state.at)
        if not places and play.version > 3:
            play.tell(EventMisses(NAME[event]))
        _choose(play, seat, places, "marker", rises(event), lambda at: rise(event, at))
        return
    with_hero = [at for at in controlled if at in state.at]
    if len(with_hero) == 1:
        play.then(hit(event, seat, with_hero[0]))
        return
    enemies = [at for at, marker in enumerate(state.markers) if marker == ENEMY]
    places = nearest(state, controlled, enemies)
    _choose(play, seat, places, "target", aimed(event, seat), lambda at: hit(event, seat, at))


def _choose(play: Chosen, seat: Seat, places: list[int], what: str, then: Frame, only: Callable[[int], Frame]) -> None:
    """Ask where there is a choice; with no place at all nothing happens."""
    if len(places) == 1:
        play.then(only(places[0]))
    elif places:
        play.ask("target", (seat,), then, what=what, places=[TERRITORIES[at] for at in places])


def nearest(state: State, places: list[int], to: list[int]) -> list[int]:
    """Of these, those that are the fewest steps away from any of `to`; all of them where there is none."""
    steps = distances(state, to)
    reached = [steps[at] for at in places if at in steps]
    return [at for at in places if steps.get(at) == min(reached)] if reached else places


def distances(state: State, start: list[int]) -> dict[int, int]:
    """Steps on the map to every territory, from the nearest of `start`."""
    found = {at: 0 for at in start if at != NONE}
    left = list(found)
    for at in left:
        for other in state.land.near[at]:
            if other not in found:
                found[other] = found[at] + 1
                left.append(other)
    return found


@answered
def rises(play: Chosen, answers: Answers, event: int) -> None:
    for move in answers.values():
        play.then(rise(event, TERRITORY[move.territory]))


@step
def rise(play: Chosen, event: int, at: int) -> None:
    """An enemy marker where nobody had one."""
    play.state.markers[at] = ENEMY
    play.tell(EnemyRises(NAME[event], TERRITORIES[at], None))


@answered
def aimed(play: Chosen, answers: Answers, event: int, seat: Seat) -> None:
    for move in answers.values():
        play.then(hit(event, seat, TERRITORY[move.territory]))


@step
def hit(play: Chosen, event: int, seat: Seat, ground: int) -> None:
    """The attacking terrain: an adjacent one with an enemy marker (3). Whoever will defend chooses (R16.5)."""
    state = play.state
    hero = state.hero_at(ground)
    defender = owner(state, hero) if hero != NONE else seat
    near = state.land.near[ground]
    origins = [at for at in near if KIND[at] < TOWN and state.markers[at] == ENEMY]
    if origins:
        then = from_there(event, defender, ground)
        _choose(play, defender, origins, "origin", then, lambda at: raid(event, defender, ground, at))
    else:
        play.then(raid(event, defender, ground, NONE))


@answered
def from_there(play: Chosen, answers: Answers, event: int, defender: Seat, ground: int) -> None:
    for move in answers.values():
        play.then(raid(event, defender, ground, TERRITORY[move.territory]))


@step
def raid(play: Chosen, event: int, defender: Seat, ground: int, origin: int) -> None:
    """The battle: militia for the player, cards for the event, then what the player plays (4-8)."""
    play.state.battle = Battle(NONE, defender, NONE, origin, ground)
    names = TERRITORIES[origin] if origin != NONE else "", TERRITORIES[ground]
    play.tell(BattleBegan(None, defender, NAME[event], *names))
    generate(play)
    generate_foes(play)
    play.then(defend_window(), event_rages(), late_plays(), honor(), repelled(event))


@step
def event_rages(play: Chosen) -> None:
    """One card more, and again while its symbol is that of an attacker and the event does not lead (7)."""
    state, battle = play.state, play.battle
    symbols = [HERALDRY[card] for card in battle.foes if card in state.turned]
    again = not attacker_leads(state)
    while again:
        battle.berserk = True
        battle.raging += 1
        card = one_more_foe(play)
        again = card != NONE and HERALDRY[card] in symbols and not attacker_leads(state)


@step
def repelled(play: Chosen, event: int) -> None:
    """Where the event has won an enemy marker comes, and the hero goes (9)."""
    state, battle = play.state, play.battle
    won = decided(play)
    clear(play, won=won)
    if not won:
        play.then(battle_over())
        return
    ground = battle.ground
    side, hero = state.markers[ground], state.hero_at(ground)
    if len(state.owned(side)) == 1:  # the last marker stays, without an attacking hero (R9.7)
        play.tell(LastMarkerStays(battle.defender, TERRITORIES[ground]))
        play.then(vanquish(hero, stays=True), battle_over())
        return
    state.markers[ground] = ENEMY
    play.tell(EnemyRises(NAME[event], TERRITORIES[ground], battle.defender))
    play.then(beaten(hero), battle_over())


class ChooseTarget(Question[State, AnyMove]):
    """Which territory does the event mean?"""

    kind = "target"
    answers = (Target,)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        return Lines(tuple(Option(("place", name), Target(territory=name)) for name in asked.texts("places")))

    def check(self, state: State, asked: Asked[AnyMove], move: Target) -> None:
        if move.territory not in asked.texts("places"):
            raise IllegalMove("E_NO_TARGET", territory=move.territory)
