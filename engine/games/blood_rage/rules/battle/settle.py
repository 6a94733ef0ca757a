"""The resolution of a battle (R10.8 S2-S8). Who is asked for what meanwhile happens unseen too."""

from __future__ import annotations

from engine.core.components.zones import ALL
from engine.core.flow import Answers, Asked, answered, lift, step, veil
from engine.core.menu import Lines, Menu, Option
from engine.core.moves import Move, Seat
from engine.core.questions import Question
from engine.games.blood_rage.data import AXES, CODE, EMPTY
from engine.games.blood_rage.happenings import CardsDiscarded, CardsReturned
from engine.games.blood_rage.moves import AnyMove, Blessing
from engine.games.blood_rage.rules.actions.invade import bring_warrior
from engine.games.blood_rage.rules.battle.plunder import plunder, texts_of_round
from engine.games.blood_rage.rules.destruction import destroy
from engine.games.blood_rage.rules.play import Rage, card, on_sheet, text
from engine.games.blood_rage.state import State


@step
def settle(play: Rage) -> None:
    """All of it, in its order. Nobody is asked but who fought."""
    fought = list(play.battle.fighters)
    play.then(
        veil("battle", fought), won_or_lost(), losers_take_back(), winner_discards(), losers_fall(), spoils(),
        axes_glory(), aftermath(), consolation(), lift(),
    )  # fmt: skip


@step
def won_or_lost(play: Rage) -> None:
    """S2: texts that say "if you win" or "if you lose"; none of them where nobody has won."""
    battle = play.battle
    if battle.winner == EMPTY:
        return
    frames = []
    for seat, name in texts_of_round(play):
        at, about = ("won", []) if seat == battle.winner else ("lost", [battle.winner])
        if card.has(name, at):
            frames.append(text(name, at, seat, about))
    play.then(*frames)


@step
def losers_take_back(play: Rage) -> None:
    """S3: what losers played returns to their hands, and everybody knows it there."""
    for seat in _losers(play):
        back_to_hand(play, seat, play.state.played[seat], "")


def back_to_hand(play: Rage, seat: Seat, cards: list[int], why: str) -> None:
    """Played cards go to the hand of who played them."""
    state, taken = play.state, list(cards)
    for one in taken:
        state.played[seat].remove(one)
        state.hands[seat].append(one)
        state.seen[one] = ALL
    if taken:
        play.tell(CardsReturned(seat, tuple(CODE[one] for one in taken), why))


@step
def winner_discards(play: Rage) -> None:
    """S3: the winner's cards, but for those that Tyr's Prowess keeps."""
    seat = play.battle.winner
    if seat != EMPTY:
        keeping = on_sheet(play.state, seat, "keep_cards")
        play.then(*(text(one.name, "keep_cards", seat, []) for one in keeping), discard(seat))


@step
def discard(play: Rage, seat: Seat) -> None:
    """All that lies before a clan is discarded, face up."""
    state = play.state
    if state.played[seat]:
        play.tell(CardsDiscarded(seat, tuple(CODE[one] for one in state.played[seat])))
        state.discards += state.played[seat]
        state.played[seat] = []


@step
def losers_fall(play: Rage) -> None:
    """S4: all figures of all losers, together."""
    state, battle = play.state, play.battle
    doomed = [(seat, figure) for seat in _losers(play) for figure in state.in_battle(seat, battle.province)]
    destroy(play, doomed, battle.pillager, "battle")


@step
def spoils(play: Rage) -> None:
    """S5: the pillage succeeds if the pillager won."""
    if play.battle.winner == play.battle.pillager:
        play.then(plunder())


@step
def axes_glory(play: Rage) -> None:
    """S6: the winner gains what Axes are worth now."""
    winner = play.battle.winner
    if winner != EMPTY:
        play.glory(winner, play.state.value(winner, AXES), "axes")


@step
def aftermath(play: Rage) -> None:
    """S7: what pays for figures destroyed in this battle, in battle order."""
    state, battle = play.state, play.battle
    texts, frames = texts_of_round(play), []
    for seat, present in zip(battle.fighters, battle.present, strict=True):
        names = [name for owner, name in texts if owner == seat]
        here = [state.kind(seat, figure) for figure in present]
        names += [one.name for one in on_sheet(state, seat, "aftermath") if one.kind != "monster" or one.code in here]
        frames += [text(name, "aftermath", seat, []) for name in names if card.has(name, "aftermath")]
    play.then(*frames)


@step
def consolation(play: Rage) -> None:
    """S8: Loki's Blessing."""
    for_losers = [(seat, one.name) for seat in _losers(play) for one in on_sheet(play.state, seat, "after_loss")]
    play.then(*(text(name, "after_loss", seat, []) for seat, name in for_losers))


def _losers(play: Rage) -> list[Seat]:
    battle = play.battle
    return [seat for seat in battle.fighters if seat != battle.winner]


def enemies_fallen(state: State, seat: Seat) -> int:
    """Figures of others destroyed in this battle."""
    assert state.battle is not None
    return sum(state.battle.fallen) - state.battle.fallen[seat]


# --- Loki's Blessing ---------------


@answered
def blessed(play: Rage, answers: Answers) -> None:
    for seat, move in answers.items():
        if move.invade:
            bring_warrior(play, seat, play.battle.province, "LBL")


class Bless(Question[State, AnyMove]):
    """Does a Warrior come for nothing after the loss?"""

    kind = "blessing"
    answers = (Blessing,)

    def menu(self, state: State, asked: Asked[AnyMove]) -> Menu:
        return Lines(tuple(Option(("blessing", word), Blessing(invade=word)) for word in (False, True)))

    def check(self, state: State, asked: Asked[AnyMove], move: Move) -> None:
        """It is asked only where both can be said."""
