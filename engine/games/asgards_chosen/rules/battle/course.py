"""The course of a battle: attacker, defender, berserk, late plays, honor draw (R8.3-R8.7)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import groupby

from engine.core.flow import Answers, Asked, answered, step
from engine.core.menu import Lines, Menu, Option, lines_of
from engine.core.moves import IllegalMove, Move, Seat
from engine.core.questions import Question
from engine.games.asgards_chosen.data import CARDS, HEROES, KIND, NAME, NONE, TERRITORIES, TOWN
from engine.games.asgards_chosen.happenings.clashes import AttackDeclined, BattleBegan, StepEnded
from engine.games.asgards_chosen.moves import AnyMove, Berserk, Block, Decline, Enough, Late, No, Play, Played, Use
from engine.games.asgards_chosen.rules.battle.militia import generate
from engine.games.asgards_chosen.rules.battle.plays import (
    check_play,
    interrupt,
    late_cards,
    late_possible,
    may_play,
    moves,
    put_down,
    use,
)
from engine.games.asgards_chosen.rules.battle.settle import resolve
from engine.games.asgards_chosen.rules.battle.totals import attack, attacker_leads, defence, opposed, the_battle
from engine.games.asgards_chosen.rules.play import Chosen, held, sort_of
from engine.games.asgards_chosen.state import Battle, State


@step
def battle(play: Chosen, seat: Seat, hero: int, origin: int, ground: int) -> None:
    """From the declaration to where everybody stands (R8)."""
    state = play.state
    defender = defending(state, seat, ground)
    state.battle = Battle(seat, defender, hero, origin, ground)
    whose = None if defender == NONE else defender
    play.tell(BattleBegan(seat, whose, HEROES[hero % 2], TERRITORIES[origin], TERRITORIES[ground]))
    generate(play)
    play.then(attack_window(), honor(), resolve())


def defending(state: State, seat: Seat, ground: int) -> Seat:
    """The owner of the marker, or of the hero in an enchanted land; NONE: a neutral battle (R8.1)."""
    if KIND[ground] <= TOWN:
        side = state.markers[ground]
        return side if 0 <= side < state.sides and side != state.side(seat) else NONE
    hero = state.hero_at(ground)
    return hero // 2 if hero != NONE else NONE


# --- The attacker plays (R8.3) ---------------


@step
def attack_window(play: Chosen) -> None:
    """Asked until he has had enough, or declines."""
    play.window("attack", play.battle.attacker, attacked())


@answered
def attacked(play: Chosen, answers: Answers) -> None:
    play.lift_veil()
    battle = play.battle
    for seat, move in answers.items():
        if isinstance(move, (Played, Use)):
            play.then(attack_window())
            _put(play, seat, move, "attack")
            return
        if isinstance(move, Decline):
            battle.declined = True
            play.tell(AttackDeclined(seat))
        else:
            _ended(play, seat, "attack")
        if battle.defender != NONE:
            play.then(defend_window(), compare())


def _put(play: Chosen, seat: Seat, move: Played | Use, how: str) -> None:
    if isinstance(move, Played):
        put_down(play, seat, move, how)
        return
    state = play.state
    card = state.named(state.played[seat], move.card)
    assert card is not None
    use(play, seat, card, CARDS[card], move.aim)


def _ended(play: Chosen, seat: Seat, how: str) -> None:
    play.battle.before += play.state.played[seat]
    play.tell(StepEnded(seat, how, attack(play.state), defence(play.state)))


# --- The defender plays (R8.6) ---------------


@step
def defend_window(play: Chosen) -> None:
    """Asked until he has had enough; whoever has no card is not asked."""
    state, battle = play.state, play.battle
    if state.hands[battle.defender] and may_play(state, battle.defender):
        play.window("defend", battle.defender, defended())


@answered
def defended(play: Chosen, answers: Answers) -> None:
    play.lift_veil()
    for seat, move in answers.items():
        if isinstance(move, Enough):
            _ended(play, seat, "defend")
        else:
            play.then(defend_window())
            _put(play, seat, move, "defend")


@step
def compare(play: Chosen) -> None:
    """Whoever attacks and does not lead may go berserk (R8.6.2, R8.7.1)."""
    if not play.battle.declined and not attacker_leads(play.state):
        play.then(berserk_window(), late_plays())


# --- Berserk and late plays (R8.7) ---------------


@step
def berserk_window(play: Chosen) -> None:
    """Asked until he has had enough; the first card makes him berserk. Whoever has no card is not asked."""
    attacker = play.battle.attacker
    if play.state.hands[attacker]:
        play.window("berserk", attacker, raged())


@answered
def raged(play: Chosen, answers: Answers) -> None:
    play.lift_veil()
    for seat, move in answers.items():
        if not isinstance(move, Enough):
            play.battle.berserk = True
            play.then(berserk_window())
            _put(play, seat, move, "berserk")
        elif play.battle.berserk:
            _ended(play, seat, "berserk")


@step
def late_plays(play: Chosen) -> None:
    """After a berserk play the losing side may add late cards, until the side that is losing passes (R8.7.3)."""
    state, battle = play.state, play.battle
    if not battle.berserk:
        return
    losing = battle.defender if attacker_leads(state) else battle.attacker
    if losing != NONE and may_play(state, losing) and late_possible(state, losing):
        play.window("late", losing, came_late())


@answered
def came_late(play: Chosen, answers: Answers) -> None:
    play.lift_veil()
    for seat, move in answers.items():
        if isinstance(move, Late):
            play.then(late_plays())
            put_down(play, seat, Play(card=move.card), "late")
            card = play.state.played[seat][-1]
            play.battle.used.append(card)
            play.then(interrupt(seat, card, move.card, {}))


@step
def honor(play: Chosen) -> None:
    """The defending player draws a card for each that came while berserk, 1 if none (R8.7.5). All is over, and seen."""
    play.lift_veil()
    battle = play.battle
    if battle.defender != NONE:
        extra = play.state.keeps("honor_draw_bonus")
        play.draw(battle.defender, max(1, battle.raging) + extra, "honor")


# --- Questions ---------------


class _Plays(Question[State, AnyMove]):
    """What the windows have in common: a card, or enough."""

    play: type[Play | Berserk] = Play

    def check(self, state: State, asked: Asked[AnyMove], move: Move) -> None:
        if isinstance(move, (Played, Use)):
            check_play(state, asked.seat, move)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        enough = Option(Enough(), Enough(), label="0")
        return Lines((enough, *self._more(), *_by_card(moves(state, asked.seat, self.play))))

    def _more(self) -> tuple[Option, ...]:
        return ()


def _by_card(found: list[Played | Use]) -> Iterator[Option]:
    """A line for each card; what its ability can be used on is a list of its own, where it can be used on several."""
    for (card, used), some in groupby(found, key=lambda one: (one.card, isinstance(one, Use) or one.aim is not None)):
        ways = tuple(some)
        if len(ways) == 1:
            yield from lines_of(ways)
        elif used:
            lines = tuple(Option(("aim", one), one) for one in ways)
            yield Option(("ability", card), then=partial(Lines, lines, question="aim"))


class AttackerPlays(_Plays):
    """Which card is played? Declining is the default (D7)."""

    kind = "attack"
    answers = (Play, Use, Enough, Decline)

    def _more(self) -> tuple[Option, ...]:
        return lines_of((Decline(),))

    def default(self, state: State, asked: Asked[AnyMove]) -> Move:
        """Decline, or play no more if that is too late, or all that there is."""
        return Decline() if _may_decline(state, asked.seat) else Enough()

    def check(self, state: State, asked: Asked[AnyMove], move: Move) -> None:
        if isinstance(move, Decline) and _has_begun(state, asked.seat):
            raise IllegalMove("E_NO_DECLINE")
        super().check(state, asked, move)

    def forced(self, state: State, asked: Asked[AnyMove]) -> Move | None:
        """Whoever has no card, as all can see, plays no more, and does not decline for that (P2)."""
        return None if state.hands[asked.seat] else Enough()

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        if _may_decline(state, asked.seat):
            return super().menu(state, asked)
        enough = Option(Enough(), Enough(), label="0")
        return Lines((enough, *_by_card(moves(state, asked.seat, self.play))))


def _has_begun(state: State, seat: Seat) -> bool:
    """Whether the attacker has played anything, be it a card that has put itself away since (R8.3.1)."""
    return bool(state.played[seat] or the_battle(state).used)


def _may_decline(state: State, seat: Seat) -> bool:
    """Whether declining is offered: not to who has begun, nor to who has no card and is not asked."""
    return bool(state.hands[seat]) and not _has_begun(state, seat)


class DefenderPlays(_Plays):
    """Which card is played?"""

    kind = "defend"
    answers = (Play, Use, Enough)


class GoBerserk(_Plays):
    """Which further card is played?"""

    kind = "berserk"
    answers = (Berserk, Use, Enough)
    play = Berserk


class LatePlay(Question[State, AnyMove]):
    """Is a late card played?"""

    kind = "late"
    answers = (Late, No)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        lines = lines_of(Late(card=name) for name in late_cards(state, asked.seat))
        return Lines((Option(No(), No(), label="0"), *lines))

    def check(self, state: State, asked: Asked[AnyMove], move: Late | No) -> None:
        if isinstance(move, No):
            return
        card = held(state, asked.seat, move.card)
        if opposed(state, card):
            raise IllegalMove("E_OPPOSING_TERRAIN", card=move.card)
        if move.card not in late_cards(state, asked.seat):
            raise IllegalMove("E_NO_REPLY_TO_BERSERK", card=move.card)


class Interrupt(Question[State, AnyMove]):
    """Is the ability blocked?"""

    kind = "interrupt"
    answers = (Block, No)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        items = dict.fromkeys(NAME[card] for card in sorted(state.hands[asked.seat]) if CARDS[card].interrupt)
        return Lines((Option(No(), No(), label="0"), *lines_of(Block(item=name) for name in items)))

    def check(self, state: State, asked: Asked[AnyMove], move: Block | No) -> None:
        if isinstance(move, Block):
            if sort_of(move.item) == "":
                raise IllegalMove("E_CARD", card=move.item)
            if not CARDS[held(state, asked.seat, move.item)].interrupt:
                raise IllegalMove("E_NOT_PLAYABLE", card=move.item)
