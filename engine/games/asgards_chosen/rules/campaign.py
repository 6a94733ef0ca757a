"""Campaign turns: movement, and the attack from where it leads (R7)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.flow import Answers, Asked, answered, step
from engine.core.menu import Lines, Menu, Option
from engine.core.moves import IllegalMove, Seat
from engine.core.questions import Question
from engine.games.asgards_chosen.data import CARDS, HEROES, KIND, NAME, NONE, TERRITORIES, TERRITORY, TOWN
from engine.games.asgards_chosen.happenings.clashes import FavorWaived, HeroMoved, TurnPassed
from engine.games.asgards_chosen.moves import AnyMove, Appease, Attack, MoveHero, PassTurn
from engine.games.asgards_chosen.rules.battle.course import battle
from engine.games.asgards_chosen.rules.battle.raid import raids
from engine.games.asgards_chosen.rules.battle.totals import team
from engine.games.asgards_chosen.rules.modes import MODES
from engine.games.asgards_chosen.rules.phases import after, appease, check_appease, ways_to_appease
from engine.games.asgards_chosen.rules.play import Chosen
from engine.games.asgards_chosen.state import State

RASKOVNIK = "pass_through_enemy_territory"


@step
def campaign_turn(play: Chosen, seat: Seat, turn: int) -> None:
    """Move a hero, or pass; a god may be appeased before and after (R7.1, R7.6)."""
    state = play.state
    state.stage, state.seat, state.turn = "campaign", seat, turn
    play.ask("campaign", (seat,), campaigned(seat, turn))


@answered
def campaigned(play: Chosen, answers: Answers, seat: Seat, turn: int) -> None:
    for move in answers.values():
        if isinstance(move, Appease):
            play.then(campaign_turn(seat, turn))
            appease(play, seat, move)
            return
        play.then(after(seat, "campaign"))
        if isinstance(move, PassTurn):
            play.tell(TurnPassed(seat))
            if move.draw:
                play.draw(seat, 1, "hemmed")
            return
        _waive(play, seat, waive=move.waive)
        hero = 2 * play.state.side(seat) + HEROES.index(move.hero)
        if isinstance(move, MoveHero):
            _march(play, seat, hero, TERRITORY[move.to])
            play.state.moved[hero] = True
        else:
            _march(play, seat, hero, TERRITORY[move.source])
            battles = [battle(seat, hero, TERRITORY[move.source], TERRITORY[move.ground])]
            play.then(*battles, *([raids(seat)] if play.mode.enemy else []))


def _waive(play: Chosen, seat: Seat, *, waive: bool) -> None:
    """Tyr's favor, where it is not wanted (R17.1)."""
    card = tyr(play.state, seat)
    if waive and card is not None:
        play.state.spent.append(card)
        if play.version > 3:
            play.tell(FavorWaived(seat, NAME[card]))


def _march(play: Chosen, seat: Seat, hero: int, to: int) -> None:
    state = play.state
    source = state.at[hero]
    if source == to:
        return
    root = raskovnik(state, seat)
    if root != NONE and to not in reach(state, hero):
        state.spent.append(root)
    state.at[hero] = to
    play.tell(HeroMoved(seat, HEROES[hero % 2], TERRITORIES[source], TERRITORIES[to]))


# --- Where a hero can go (R2.4) ---------------


def raskovnik(state: State, seat: Seat) -> int:
    """The card, while it can still be used; NONE."""
    for card in state.shown[seat]:
        if CARDS[card].what == RASKOVNIK and card not in state.spent:
            return card
    return NONE


def passable(state: State, side: int, at: int) -> bool:
    """Whether a hero of this side can pass through."""
    if KIND[at] <= TOWN:
        return state.markers[at] == side
    hero = state.hero_at(at)
    return hero == NONE or hero // 2 == side


def reach(state: State, hero: int, through: bool = False) -> set[int]:  # noqa: FBT001, FBT002  a shorthand of search
    """Where a hero can get by free steps, passing others; `through`: past one foreign territory too (Raskovnik)."""
    side, near, start = hero // 2, state.land.near, state.at[hero]
    reached = _spread(state, side, {start})
    if through:
        gates = {
            at for one in reached for at in near[one]
            if state.markers[at] not in (NONE, side) and at not in state.at
        }  # fmt: skip
        for gate in gates:
            beyond = {at for at in near[gate] if passable(state, side, at)}
            reached = reached | _spread(state, side, beyond - reached)
    return reached


def _spread(state: State, side: int, start: set[int]) -> set[int]:
    near, found, left = state.land.near, set(start), list(start)
    while left:
        for at in near[left.pop()]:
            if at not in found and passable(state, side, at):
                found.add(at)
                left.append(at)
    return found


def stops(state: State, seat: Seat, hero: int) -> set[int]:
    """Where it can stand, where it is now among them."""
    found = reach(state, hero, raskovnik(state, seat) != NONE)
    return {at for at in found if at == state.at[hero] or at not in state.at}


def attackable(state: State, seat: Seat, ground: int) -> bool:
    """Whether going there is a battle at all."""
    side = state.side(seat)
    if KIND[ground] <= TOWN:
        return state.markers[ground] != side
    hero = state.hero_at(ground)
    return hero != NONE and hero // 2 != side


def truce(state: State, seat: Seat, ground: int) -> bool:
    """Whether it must not be attacked now (R14.5, R17.5)."""
    side, hero = state.side(seat), state.hero_at(ground)
    foreign = hero != NONE and hero // 2 != side
    if foreign and state.keeps("no_attack_on_occupied_territory"):
        return True
    return state.dreaming and (foreign or 0 <= state.markers[ground] < state.sides)


def attacks(state: State, seat: Seat, hero: int) -> Iterator[tuple[int, int]]:
    """(origin, battleground) of every attack that a hero can make."""
    near = state.land.near
    for origin in sorted(stops(state, seat, hero)):
        for ground in near[origin]:
            if attackable(state, seat, ground) and not truce(state, seat, ground):
                yield origin, ground


def ready(state: State, seat: Seat) -> list[int]:
    """The heroes that may move now (R7.1, Tyr)."""
    heroes = MODES[state.mode].movable(state, seat)
    return [hero for hero in heroes if not state.down[hero] and not state.moved[hero] and not bound(state, seat, hero)]


def bound(state: State, seat: Seat, hero: int) -> bool:
    """Whether Tyr lets no second hero move (R17.1)."""
    return tyr(state, seat) is not None and any(state.moved[one] for one in state.heroes(hero // 2))


def tyr(state: State, seat: Seat) -> int | None:
    """The card, if this favor binds the heroes of a seat: the partner's too (R16.4)."""
    found = next((card for one in team(state, seat) for card in state.shown[one] if NAME[card] == "tyr"), None)
    return None if found in state.spent else found


def may_waive(state: State, seat: Seat) -> bool:
    """Whether this is the first move of the round under Tyr's favor."""
    heroes = state.heroes(state.side(seat))
    return tyr(state, seat) is not None and not any(state.moved[one] for one in heroes)


def hemmed_in(state: State, seat: Seat) -> bool:
    """In the first round of an introductory game: no hero can make any attack (R14.5)."""
    if not state.dreaming:
        return False
    return not any(True for hero in MODES[state.mode].movable(state, seat) for _ in attacks(state, seat, hero))


# --- The question ---------------


class Campaign(Question[State, AnyMove]):
    """Which hero moves, and where to?"""

    kind = "campaign"
    answers = (MoveHero, Attack, PassTurn, Appease)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        seat = asked.seat
        lines = [Option(("pass",), PassTurn(), label="0"), *ways_to_appease(state, seat, "campaign")]
        if hemmed_in(state, seat):
            lines.append(Option(("pass", "draw"), PassTurn(draw=True)))
        waives = (False, True) if may_waive(state, seat) else (False,)
        for waive in waives:
            for hero in ready(state, seat):
                lines += [*_moves(state, seat, hero, waive=waive), *_attacks(state, seat, hero, waive=waive)]
        return Lines(tuple(lines))

    def check(self, state: State, asked: Asked[AnyMove], move: MoveHero | Attack | PassTurn | Appease) -> None:
        seat = asked.seat
        if isinstance(move, Appease):
            check_appease(state, seat, "campaign", move)
        elif isinstance(move, PassTurn):
            if move.draw and not hemmed_in(state, seat):
                raise IllegalMove("E_NOT_HEMMED_IN")
        else:
            self._check_hero(state, seat, move)
            hero = 2 * state.side(seat) + HEROES.index(move.hero)
            if isinstance(move, MoveHero):
                _check_stop(state, seat, hero, place(state, move.to))
            else:
                _check_attack(state, seat, hero, place(state, move.source), place(state, move.ground))

    def _check_hero(self, state: State, seat: Seat, move: MoveHero | Attack) -> None:
        hero = 2 * state.side(seat) + HEROES.index(move.hero)
        if hero not in MODES[state.mode].movable(state, seat):
            raise IllegalMove("E_NOT_YOUR_HERO", hero=move.hero)
        if state.down[hero]:
            raise IllegalMove("E_HERO_VANQUISHED", hero=move.hero)
        if state.moved[hero] or bound(state, seat, hero):
            raise IllegalMove("E_HERO_ALREADY_MOVED", hero=move.hero)
        if move.waive and not may_waive(state, seat):
            raise IllegalMove("E_NO_FAVOR_TO_WAIVE")


def place(state: State, name: str) -> int:
    """A territory on the board. Raises IllegalMove E_TERRITORY."""
    at = TERRITORY.get(name, NONE)
    if at == NONE or not state.land.near[at]:
        raise IllegalMove("E_TERRITORY", territory=name)
    return at


def _check_stop(state: State, seat: Seat, hero: int, to: int) -> None:
    if to == state.at[hero]:
        raise IllegalMove("E_NO_MOVE", territory=TERRITORIES[to])
    if to not in reach(state, hero, raskovnik(state, seat) != NONE):
        raise IllegalMove("E_NO_PATH", territory=TERRITORIES[to])
    if to in state.at:
        raise IllegalMove("E_STOP_OCCUPIED", territory=TERRITORIES[to])


def _check_attack(state: State, seat: Seat, hero: int, origin: int, ground: int) -> None:
    if origin not in reach(state, hero, raskovnik(state, seat) != NONE):
        raise IllegalMove("E_NO_PATH", territory=TERRITORIES[origin])
    if origin != state.at[hero] and origin in state.at:
        raise IllegalMove("E_ORIGIN_BLOCKED", territory=TERRITORIES[origin])
    if ground not in state.land.near[origin]:
        raise IllegalMove("E_NOT_ADJACENT", source=TERRITORIES[origin], territory=TERRITORIES[ground])
    if not attackable(state, seat, ground):
        raise IllegalMove("E_NO_BATTLE", territory=TERRITORIES[ground])
    if truce(state, seat, ground):
        raise IllegalMove("E_TRUCE", territory=TERRITORIES[ground])


def _moves(state: State, seat: Seat, hero: int, *, waive: bool) -> Iterator[Option]:
    """One line that leads to where a hero can go."""
    name = HEROES[hero % 2]
    places = [TERRITORIES[at] for at in sorted(stops(state, seat, hero) - {state.at[hero]})]

    def menu() -> Menu:
        found = [MoveHero.model_validate({"hero": name, "to": to, "waive": waive}) for to in places]
        return Lines(tuple(Option(("place", one.to), one) for one in found), question="to")

    if places:
        yield Option(("move", name, waive), then=menu)


def _attacks(state: State, seat: Seat, hero: int, *, waive: bool) -> Iterator[Option]:
    """One line that leads to what a hero can attack, and from where."""
    name = HEROES[hero % 2]
    pairs = sorted(attacks(state, seat, hero), key=lambda one: (one[1], one[0]))

    def menu() -> Menu:
        found = [
            Attack.model_validate(
                {"hero": name, "source": TERRITORIES[origin], "ground": TERRITORIES[ground], "waive": waive}
            )
            for origin, ground in pairs
        ]
        lines = tuple(Option(("from", one.source, one.ground), one, group=one.ground) for one in found)
        return Lines(lines, question="ground")

    if pairs:
        yield Option(("attack", name, waive), then=menu)
