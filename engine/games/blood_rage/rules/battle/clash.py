"""The battle up to its totals (R10.4-R10.7). From the choice of cards to the last late card it happens unseen."""

from __future__ import annotations

from engine.core.components.zones import ALL
from engine.core.flow import Answers, Asked, answered, lift, step, veil
from engine.core.menu import Lines, Menu, Option
from engine.core.moves import IllegalMove, Move, Seat
from engine.core.questions import Question
from engine.games.blood_rage.data import CARDS, CODE, PLACES
from engine.games.blood_rage.happenings import BattleDecided, BattleJoined, CardsRevealed, LateCardAdded
from engine.games.blood_rage.moves import AnyMove, BattleCard, LateCard, LatePass, TideKeep
from engine.games.blood_rage.rules.battle.plunder import plunder
from engine.games.blood_rage.rules.battle.settle import settle
from engine.games.blood_rage.rules.gifts import battle_rank, known_card
from engine.games.blood_rage.rules.play import Rage, card, text
from engine.games.blood_rage.rules.strength import battle_totals, of_figures, single_highest
from engine.games.blood_rage.state import State

VEIL = "battle"


@step
def clash(play: Rage) -> None:
    """Without an enemy figure the pillage succeeds; else all clans there fight (R10.3, R10.4)."""
    state, battle = play.state, play.battle
    around = state.around(battle.pillager)
    there = [seat for seat in around if state.in_battle(seat, battle.province)]
    if there == [battle.pillager]:
        play.then(plunder())
        return
    battle.fighters = there
    battle.fallen = [0] * state.seats
    play.tell(BattleJoined(PLACES[battle.province], tuple(there)))
    play.then(veil(VEIL, list(there)), lay_cards(), lift(), compare(), settle())


@step
def lay_cards(play: Rage) -> None:
    """Whoever has a choice of cards is asked; an only card is forced (R10.5)."""
    state, battle = play.state, play.battle
    asked = [seat for seat in battle.fighters if len(state.hands[seat]) > 1]
    play.ask("card", asked, turned(), sealed=True, province=PLACES[battle.province])


@answered
def turned(play: Rage, answers: Answers) -> None:
    """All cards are turned together; then their texts speak, in the order of R10.6."""
    state, battle = play.state, play.battle
    shown: list[tuple[Seat, str | None]] = []
    for seat in battle.fighters:
        hand = state.hands[seat]
        laid = state.in_hand(seat, answers[seat].card) if seat in answers else hand[0] if hand else None
        if laid is not None:
            hand.remove(laid)
            state.played[seat].append(laid)
            state.seen[laid] = ALL
        shown.append((seat, None if laid is None else CODE[laid]))
    battle.present = [state.in_battle(seat, battle.province) for seat in battle.fighters]
    play.tell(CardsRevealed(tuple(shown)))
    play.then(speaking("primacy"), speaking("watch"), speaking("reveal"), late(0, 0))


@step
def speaking(play: Rage, at: str) -> None:
    """The texts of the revealed cards that speak at this moment, in battle order; cancelled ones keep silent."""
    state, battle = play.state, play.battle
    frames = [
        text_of_played(seat, one, at)
        for seat in battle.fighters
        for one in state.played[seat]
        if card.has(CARDS[one].name, at)
    ]
    play.then(*frames)


@step
def text_of_played(play: Rage, seat: Seat, played: int, at: str) -> None:
    """One of them, if it still lies there and was not cancelled meanwhile."""
    if played in play.state.played[seat] and played not in play.battle.cancelled:
        play.then(text(CARDS[played].name, at, seat, []))


def begin_again(play: Rage) -> None:
    """Back to the choice of cards, with the same participants (R10.6 b); what was shown so far is shown to all."""
    play.state.flow.drop_to("lift")
    play.then(lift(), veil(VEIL, list(play.battle.fighters)), lay_cards())


# --- Late cards ---------------


@step
def late(play: Rage, turn: int, passed: int) -> None:
    """Round and round in battle order until all have passed in a row (R10.6 d)."""
    state, battle = play.state, play.battle
    while passed < len(battle.fighters):
        seat = battle.fighters[turn % len(battle.fighters)]
        if late_cards(state, seat):
            play.ask("late", (seat,), added(turn, passed), province=PLACES[battle.province])
            return
        turn, passed = turn + 1, passed + 1


@answered
def added(play: Rage, answers: Answers, turn: int, passed: int) -> None:
    state = play.state
    for seat, move in answers.items():
        if isinstance(move, LatePass):
            play.then(late(turn + 1, passed + 1))
            return
        found = state.in_hand(seat, move.card)
        assert found is not None
        state.hands[seat].remove(found)
        state.played[seat].append(found)
        state.seen[found] = ALL
        play.tell(LateCardAdded(seat, move.card))
        play.then(late(turn + 1, 0))


def late_cards(state: State, seat: Seat) -> list[str]:
    """What a hand could add (R20.39)."""
    return list(dict.fromkeys(CODE[one] for one in sorted(state.hands[seat]) if CARDS[one].is_late))


@step
def compare(play: Rage) -> None:
    """The single highest total wins; a tie for it wins nothing (R10.7)."""
    state, battle = play.state, play.battle
    totals = battle_totals(state)
    best = single_highest(totals)
    battle.winner = -1 if best is None else battle.fighters[best]
    battle.shown = [list(state.played[seat]) for seat in battle.fighters]
    winner = None if best is None else battle.fighters[best]
    play.tell(BattleDecided(PLACES[battle.province], tuple(zip(battle.fighters, totals, strict=True)), winner))


# --- Questions ---------------


class LayCard(Question[State, AnyMove]):
    """Which card for this battle?"""

    kind = "card"
    answers = (BattleCard,)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        codes = dict.fromkeys(CODE[one] for one in sorted(state.hands[asked.seat]))
        return Lines(tuple(Option(("card", code), BattleCard(card=code)) for code in codes))

    def check(self, state: State, asked: Asked[AnyMove], move: BattleCard) -> None:
        known_card(move.card)
        if state.in_hand(asked.seat, move.card) is None:
            raise IllegalMove("E_NOT_IN_HAND", card=move.card)

    def default(self, state: State, asked: Asked[AnyMove]) -> Move:
        """The highest printed +STR."""
        return BattleCard(card=CODE[battle_rank(state, asked.seat)[0]])

    def forced(self, state: State, asked: Asked[AnyMove]) -> Move | None:
        """Copies of one card leave no choice."""
        codes = {CODE[one] for one in state.hands[asked.seat]}
        return BattleCard(card=codes.pop()) if len(codes) == 1 else None


class AddLate(Question[State, AnyMove]):
    """Is a card added late?"""

    kind = "late"
    answers = (LateCard, LatePass)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        cards = (Option(("card", code), LateCard(card=code)) for code in late_cards(state, asked.seat))
        return Lines((Option(("late_pass",), LatePass()), *cards))

    def check(self, state: State, asked: Asked[AnyMove], move: LateCard | LatePass) -> None:
        if isinstance(move, LatePass):
            return
        if not known_card(move.card).is_late:
            raise IllegalMove("E_NOT_LATE", card=move.card)
        if state.in_hand(asked.seat, move.card) is None:
            raise IllegalMove("E_NOT_IN_HAND", card=move.card)


class KeepFigure(Question[State, AnyMove]):
    """Which figure does Odin's Tide leave?"""

    kind = "tide"
    answers = (TideKeep,)

    def _here(self, state: State, seat: Seat) -> list[str]:
        assert state.battle is not None
        return [state.kind(seat, figure) for figure in state.in_battle(seat, state.battle.province)]

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        kinds = dict.fromkeys(self._here(state, asked.seat))
        return Lines(tuple(Option(("figure", kind), TideKeep(figure=kind)) for kind in kinds))

    def check(self, state: State, asked: Asked[AnyMove], move: TideKeep) -> None:
        if move.figure not in self._here(state, asked.seat):
            raise IllegalMove("E_NOT_IN_BATTLE", figure=move.figure)

    def default(self, state: State, asked: Asked[AnyMove]) -> TideKeep:
        """The strongest; of equal ones Leader, monster, ship, Warrior."""
        battle = state.battle
        assert battle is not None

        def rank(figure: int) -> tuple[int, int]:
            kind = state.kind(asked.seat, figure)
            return -of_figures(state, asked.seat, [figure], battle.province), {"L": 0, "S": 2, "W": 3}.get(kind, 1)

        best = min(state.in_battle(asked.seat, battle.province), key=rank)
        return TideKeep(figure=state.kind(asked.seat, best))

    def forced(self, state: State, asked: Asked[AnyMove]) -> Move | None:
        """Warriors alone leave no choice."""
        return self.menu(state, asked).single()
