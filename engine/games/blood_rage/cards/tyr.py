"""Tyr's cards; Bash, Smash, Crush, Smite and Rage have no text (R20.37)."""

from __future__ import annotations

from collections import Counter

from engine.core.flow import Answers, Asked, answered
from engine.core.menu import Menu, Option, Pick, Share
from engine.core.moves import IllegalMove, Seat
from engine.core.questions import Question
from engine.games.blood_rage.data import CODE, EXTRA_COSTS
from engine.games.blood_rage.moves import AnyMove, KeepCards, Repillage
from engine.games.blood_rage.rules.actions.deeds import place_of
from engine.games.blood_rage.rules.actions.pillage import CHALLENGE, declare
from engine.games.blood_rage.rules.battle.settle import back_to_hand
from engine.games.blood_rage.rules.play import Rage, card, effect, trait
from engine.games.blood_rage.state import State


@trait("tyrs_domain", "tyrs_wrath", at="quest_plus")
def quests_fight(state: State, name: str) -> int:
    """A quest revealed in battle counts as a battle card."""
    return effect(name, "plus")


@card("tyrs_challenge", at="action")
def tyrs_challenge(play: Rage, seat: Seat, move: Repillage) -> None:
    """Pillage a province that is pillaged already."""
    play.then(declare(seat, place_of(move.province), EXTRA_COSTS[CHALLENGE], again=True, why="YCH"))


# --- Tyr's Prowess ---------------


@card("tyrs_prowess", at="keep_cards")
def tyrs_prowess(play: Rage, seat: Seat) -> None:
    """The winner may pay 1 Rage each to take played cards back."""
    if play.state.rage[seat] and play.state.played[seat]:
        play.ask("prowess", (seat,), cards_kept())


@answered
def cards_kept(play: Rage, answers: Answers) -> None:
    state = play.state
    for seat, move in answers.items():
        wanted, kept = Counter(move.cards), []
        for one in state.played[seat]:
            if wanted[CODE[one]]:
                wanted[CODE[one]] -= 1
                kept.append(one)
        play.rage(seat, -len(kept), "YPR")
        back_to_hand(play, seat, kept, "YPR")


class KeepPlayed(Question[State, AnyMove]):
    """Which of the played cards are taken back?"""

    kind = "prowess"
    answers = (KeepCards,)

    def _played(self, state: State, seat: Seat) -> Counter[str]:
        return Counter(CODE[one] for one in state.played[seat])

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        counts = self._played(state, asked.seat)
        options = tuple(Option(("card", code)) for code in counts)
        most = min(sum(counts.values()), state.rage[asked.seat])

        def gather(amounts: tuple[int, ...]) -> KeepCards:
            chosen = [code for code, amount in zip(counts, amounts, strict=True) for _ in range(amount)]
            return KeepCards(cards=tuple(chosen))

        if max(counts.values()) == 1:
            return Pick(options, lambda chosen: KeepCards(cards=tuple(one.what[1] for one in chosen)), 0, most)
        return Share(options, gather, 0, most, tuple(counts.values()))

    def check(self, state: State, asked: Asked[AnyMove], move: KeepCards) -> None:
        counts = self._played(state, asked.seat)
        for code, wanted in Counter(move.cards).items():
            if counts[code] < wanted:
                raise IllegalMove("E_NOT_PLAYED", card=code)
        if len(move.cards) > state.rage[asked.seat]:
            raise IllegalMove("E_RAGE", needs=len(move.cards), have=state.rage[asked.seat])

    def default(self, state: State, asked: Asked[AnyMove]) -> KeepCards:
        """None."""
        return KeepCards()
