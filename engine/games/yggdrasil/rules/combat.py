"""Combat (R7): Vikings before the roll, Elves after it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from engine.core.flow import Answers, Asked, answered
from engine.core.menu import Lines, Menu, Option
from engine.core.moves import IllegalMove, Move, Seat
from engine.core.questions import Question
from engine.games.yggdrasil.cards.giants import defeat
from engine.games.yggdrasil.data import BONUS, ENEMY, GIANT, NO_DIE
from engine.games.yggdrasil.happenings import CombatBegan, CombatEnded
from engine.games.yggdrasil.moves import AnyMove, ElfPolicy, FightEnemy, FightGiant, UseElves
from engine.games.yggdrasil.play import Tree, force_of, giants_force, power
from engine.games.yggdrasil.rules.odds import percent
from engine.games.yggdrasil.state import State

Make = Callable[[int, ElfPolicy], Move]


def check_stock(state: State, seat: Seat, move: FightEnemy | FightGiant) -> None:
    """Raises IllegalMove for more than the god owns (R7.2, R7.9)."""
    if move.vikings > state.vikings[seat]:
        raise IllegalMove("E_NOT_ENOUGH_VIKINGS", god=state.god(seat), have=state.vikings[seat])
    if move.elves.mode == "exact" and move.elves.most > state.elves[seat]:
        raise IllegalMove("E_NOT_ENOUGH_ELVES", god=state.god(seat), have=state.elves[seat])


def bonus_of(state: State, seat: Seat, opponent: str) -> int:
    """What Artifact and power add (R7.4)."""
    enemy = ENEMY.get(opponent)
    artifact = BONUS[state.artifacts[seat][enemy]] if enemy is not None else 0
    return artifact + power(state, seat, "combat", 0)


def rolls_of(state: State, seat: Seat) -> int:
    """How often the die is rolled in a fight (R7.3, R9.6)."""
    return 0 if NO_DIE in state.active else power(state, seat, "rolls", 1)


def force(state: State, opponent: str) -> int:
    """What has to be reached (R7.1)."""
    enemy = ENEMY.get(opponent)
    return giants_force(state) if enemy is None else force_of(state, enemy)


def fight(play: Tree, seat: Seat, opponent: str, vikings: int, elves: ElfPolicy) -> None:
    """Vikings, roll, bonus; then the Elves that were ordered, or a question (R7.2-R7.5)."""
    state = play.state
    state.vikings[seat] -= vikings
    state.dead += vikings
    rolls = () if NO_DIE in state.active else play.roll(seat)
    bonus, wanted = bonus_of(state, seat, opponent), force(state, opponent)
    total = vikings + max(rolls, default=0) + bonus
    play.tell(CombatBegan(seat, opponent, wanted, vikings, rolls, bonus))
    lacking, owned = wanted - total, state.elves[seat]
    if elves.mode == "ask" and 0 < lacking <= owned:
        play.ask("elves", (seat,), helped(opponent, total, wanted), opponent=opponent, lacking=lacking)
        return
    used = elves.most if elves.mode == "exact" else lacking if 0 < lacking <= min(elves.most, owned) else 0
    _decide(play, seat, opponent, total, wanted, used)


@answered
def helped(play: Tree, answers: Answers, opponent: str, total: int, wanted: int) -> None:
    for seat, move in answers.items():
        _decide(play, seat, opponent, total, wanted, move.elves)


def _decide(play: Tree, seat: Seat, opponent: str, total: int, wanted: int, elves: int) -> None:
    """Won by as much as the force; the Enemy goes back one space, the Giant is defeated (R7.6-R7.8)."""
    state = play.state
    state.elves[seat] -= elves
    state.elves_left += elves
    state.won = won = total + elves >= wanted
    play.tell(CombatEnded(seat, opponent, elves, total + elves, wanted, won))
    if not won:
        return
    enemy = ENEMY.get(opponent)
    if enemy is not None:
        play.move_enemy(enemy, -1, "asgard")
    else:
        defeat(play, seat, state.pile[-1] if opponent == "top" else GIANT[opponent])


class Help(Question[State, AnyMove]):
    """How many Elves help? All that are needed, if nobody says (D6)."""

    kind = "elves"
    answers = (UseElves,)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        counts = range(state.elves[asked.seat] + 1)
        return Lines(tuple(Option(("elves", n), UseElves(elves=n), label=str(n)) for n in counts))

    def check(self, state: State, asked: Asked[AnyMove], move: Any) -> None:
        if move.elves > state.elves[asked.seat]:
            raise IllegalMove("E_NOT_ENOUGH_ELVES", god=state.god(asked.seat), have=state.elves[asked.seat])

    def default(self, state: State, asked: Asked[AnyMove]) -> Move:
        return UseElves(elves=asked.number("lacking"))


# --- Menus ---------------


@dataclass(frozen=True, slots=True)
class Planned:
    """A fight that may be ordered: what it takes, and what the die may give."""

    vikings: int  # in stock
    elves: int
    wanted: int  # beside artifact and power
    rolls: int
    make: Make

    def odds(self, vikings: int, elves: int) -> int:
        """How likely it is won with these, in per cent."""
        return percent(self.wanted - vikings - elves, self.rolls)

    def menu(self) -> Menu:
        """How many Vikings."""
        lines = (self.line(count, ("vikings", count, self.odds(count, 0))) for count in range(self.vikings + 1))
        return Lines(
            tuple(Option(one.what, one.move, one.then, label=str(n)) for n, one in enumerate(lines)), "vikings"
        )

    def line(self, vikings: int, what: tuple[Any, ...]) -> Option:
        """So many Vikings; then, where the god has Elves, how many of them."""
        if not self.elves:
            return Option(what, self.make(vikings, ElfPolicy()))
        return Option(what, then=partial(self._policies, vikings))

    def _policies(self, vikings: int) -> Menu:
        found = [
            Option(("up_to", n, self.odds(vikings, n)), self.make(vikings, ElfPolicy(most=n)), label=str(n))
            for n in range(self.elves + 1)
        ]
        asking = Option(("ask_elves",), self.make(vikings, ElfPolicy(mode="ask")), label=str(self.elves + 1))
        return Lines((*found, asking), "elves_most")


def planned(state: State, seat: Seat, opponent: str, make: Make) -> Planned:
    """What a fight against an Enemy or Giant would be now."""
    wanted = force(state, opponent) - bonus_of(state, seat, opponent)
    return Planned(state.vikings[seat], state.elves[seat], wanted, rolls_of(state, seat), make)


def strengths(state: State, seat: Seat, what: tuple[Any, ...], make: Make, group: str) -> Option:
    """One line of the menu that leads to how many Vikings and Elves; at once a move where the god has neither."""
    plan = planned(state, seat, what[1], make)
    what = (*what, plan.odds(plan.vikings, plan.elves))
    if plan.vikings:
        return Option(what, then=plan.menu, group=group)
    found = plan.line(0, what)
    return Option(what, found.move, found.then, group)
