"""The Ages (R3): the discard, Ragnarok, the release of Valhalla, and the end (R13, R15-R17)."""

from __future__ import annotations

from engine.core.flow import Answers, Asked, answered, step
from engine.core.menu import Lines, Menu, Option
from engine.core.moves import IllegalMove, Seat
from engine.core.questions import Question
from engine.games.blood_rage.data import (
    AGES,
    CODE,
    DOOM_GLORY,
    END_GLORY,
    PLACES,
    PROVINCES,
    RESERVE,
    STATS,
    VALHALLA,
)
from engine.games.blood_rage.happenings import AgeEnded, GameEnded, HandDiscarded, ProvinceDestroyed, ValhallaReleased
from engine.games.blood_rage.moves import AnyMove, KeepCard
from engine.games.blood_rage.rules.actions.turns import action
from engine.games.blood_rage.rules.destruction import destroy
from engine.games.blood_rage.rules.gifts import battle_rank, gifts, known_card
from engine.games.blood_rage.rules.play import Rage, card, on_sheet
from engine.games.blood_rage.rules.quest import judge
from engine.games.blood_rage.state import State


@step
def age(play: Rage) -> None:
    """One Age, phase by phase (R3.1)."""
    play.then(gifts(), action(), discard_phase(), judge(), ragnarok(), release(), age_ends())


# --- Discard ---------------


@step
def discard_phase(play: Rage) -> None:
    """All reduce their hands to one card; in the last Age to none (R13)."""
    state = play.state
    state.stage = "discard"
    if state.age == AGES:
        for seat in range(state.seats):
            _drop(play, seat, list(state.hands[seat]))
        return
    play.ask("keep", [seat for seat in range(state.seats) if len(state.hands[seat]) > 1], kept(), sealed=True)


@answered
def kept(play: Rage, answers: Answers) -> None:
    for seat, move in answers.items():
        keep = play.state.in_hand(seat, move.card)
        _drop(play, seat, [one for one in play.state.hands[seat] if one != keep])


def _drop(play: Rage, seat: Seat, cards: list[int]) -> None:
    """Discard cards unshown (R13.3); which of the known ones is kept nobody knows any more."""
    state = play.state
    for one in state.hands[seat]:
        state.seen[one] = 0
    for one in cards:
        state.hands[seat].remove(one)
        state.dropped[seat].append(one)
    if cards:
        play.tell(HandDiscarded(seat, len(cards), bool(state.hands[seat]), tuple(CODE[one] for one in cards)))


class Keep(Question[State, AnyMove]):
    """Which card is kept for the next Age?"""

    kind = "keep"
    answers = (KeepCard,)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        codes = dict.fromkeys(CODE[one] for one in sorted(state.hands[asked.seat]))
        return Lines(tuple(Option(("card", code), KeepCard(card=code)) for code in codes))

    def check(self, state: State, asked: Asked[AnyMove], move: KeepCard) -> None:
        known_card(move.card)
        if state.in_hand(asked.seat, move.card) is None:
            raise IllegalMove("E_NOT_IN_HAND", card=move.card)

    def default(self, state: State, asked: Asked[AnyMove]) -> KeepCard:
        """The highest printed +STR."""
        return KeepCard(card=CODE[battle_rank(state, asked.seat)[0]])


# --- Ragnarok ---------------


@step
def ragnarok(play: Rage) -> None:
    """The province of this Age falls, with all figures in it and in its fjord (R15)."""
    state = play.state
    state.stage = "ragnarok"
    province = state.doom[state.age - 1]
    doomed = [(seat, figure) for seat in range(state.seats) for figure in state.in_battle(seat, province)]
    play.then(falls(province))
    destroy(play, doomed, state.first, "ragnarok", DOOM_GLORY[state.age - 1])


@step
def falls(play: Rage, province: int) -> None:
    """It is out of the game (R2.6)."""
    play.state.destroyed[province] = True
    play.tell(ProvinceDestroyed(PLACES[province]))


@step
def release(play: Rage) -> None:
    """Valhalla gives all figures back (R16.1)."""
    state = play.state
    state.stage = "release"
    for seat in state.around(state.first):
        dead = state.at(seat, VALHALLA)
        for figure in dead:
            state.places[seat][figure] = RESERVE
        if dead:
            play.tell(ValhallaReleased(seat, tuple(state.kind(seat, figure) for figure in dead)))
            for design in on_sheet(state, seat, "release"):
                card.speak(play, design.name, "release", seat, len(dead))


@step
def age_ends(play: Rage) -> None:
    """Tokens are turned back, the first player changes (R16.3); after the last Age the game ends (R17)."""
    state = play.state
    if state.age == AGES:
        final_scoring(play)
        return
    state.pillaged = [False] * len(PROVINCES)
    state.first = (state.first + 1) % state.seats
    play.tell(AgeEnded(state.age, state.first))
    state.age += 1
    play.then(age())


def final_scoring(play: Rage) -> None:
    """High stats, then Thor's Conquest; most Glory wins, and a tie is shared (R17)."""
    state = play.state
    for seat, steps in enumerate(state.steps):
        for stat, reached in zip(STATS, steps, strict=True):
            play.glory(seat, END_GLORY[reached - 1], stat)
    for seat in range(state.seats):
        for design in on_sheet(state, seat, "end"):
            card.speak(play, design.name, "end", seat)
    state.stage = "over"
    best = max(state.glory)
    play.tell(GameEnded(tuple(seat for seat, glory in enumerate(state.glory) if glory == best)))
