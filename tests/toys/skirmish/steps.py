"""What happens in a battle of Skirmish, step by step, from the attack to who has won."""

from __future__ import annotations

from engine.core.components.zones import move
from engine.core.flow import Answers, Play, answered, lift, step, veil
from engine.core.moves import Seat
from tests.toys.skirmish.table import (
    BATTLES,
    STRENGTH,
    Attacked,
    Battlefield,
    BattleWon,
    CardsShown,
    EyeAdded,
    FiguresLost,
    Shielded,
    name_of,
)


@step
def battle(play: Play[Battlefield]) -> None:
    """The next battle, while there are any."""
    state = play.state
    if state.battle < BATTLES:
        attacker = state.battle % len(state.hands)
        state.battle += 1
        play.ask("attack", (attacker,), attacked(attacker))


@answered
def attacked(play: Play[Battlefield], answers: Answers, attacker: Seat) -> None:
    """Both sides fight; all that follows until the late cards are in happens unseen."""
    clan = answers[attacker].clan
    play.state.fighting = [attacker, clan]
    play.tell(Attacked(attacker, clan))
    play.then(veil("battle"), cards(), speak(), late(turn=0), lift(), compare(), battle())


@step
def cards(play: Play[Battlefield]) -> None:
    """Whoever has a choice of cards is asked; an only card is laid by itself."""
    state = play.state
    asked = [seat for seat in state.fighting if len(state.hands[seat]) > 1]
    play.ask("card", asked, turned(), sealed=True)


@answered
def turned(play: Play[Battlefield], answers: Answers) -> None:
    """All cards are turned together."""
    state, shown = play.state, list[tuple[Seat, str]]()
    for seat in state.fighting:
        name = answers[seat].card if seat in answers else name_of(state.hands[seat][0]) if state.hands[seat] else None
        if name is not None and (card := state.holds(seat, name)) is not None:
            move(card, state.hands[seat], state.laid[seat])
            shown.append((seat, name))
    play.tell(CardsShown(tuple(shown)))


@step
def speak(play: Play[Battlefield]) -> None:
    """A watch begins the battle anew; a tide leaves each large clan one figure."""
    state, names = play.state, names_laid(play.state)
    if "watch" in names:
        clear(state)
        state.flow.drop_to("lift")
        play.then(lift(), veil("battle"), cards(), speak(), late(turn=0))
    elif "tide" in names:
        play.ask("keep", [seat for seat in state.fighting if len(state.figures[seat]) > 1], tide_falls(), sealed=True)


@answered
def tide_falls(play: Play[Battlefield], answers: Answers) -> None:
    """All but the kept figures are lost, unless a shield saves one."""
    for seat, keep in answers.items():
        lost = list(play.state.figures[seat])
        lost.remove(keep.figure)
        play.then(shield(seat, sorted(lost)))


@step
def shield(play: Play[Battlefield], clan: Seat, lost: list[int]) -> None:
    """Who holds a shield is asked, in the fight or not; the first one in order may save the strongest."""
    holders = [seat for seat in range(len(play.state.hands)) if play.state.holds(seat, "shield") is not None]
    play.ask("shield", holders[:1], shielded(clan, lost), clan=clan)


@answered
def shielded(play: Play[Battlefield], answers: Answers, clan: Seat, lost: list[int]) -> None:
    state = play.state
    for seat, said in answers.items():
        card = state.holds(seat, "shield")
        if said.word == "yes" and card is not None:
            move(card, state.hands[seat], state.discards)
            play.tell(Shielded(seat, clan, lost[-1]))
            lost = lost[:-1]
    for figure in lost:
        state.figures[clan].remove(figure)
    play.tell(FiguresLost(clan, tuple(lost)))


@step
def late(play: Play[Battlefield], turn: int) -> None:
    """Whoever fights and holds an eye may add it, one after the other."""
    state = play.state
    if turn < len(state.fighting):
        seat = state.fighting[turn]
        asked = [seat] if state.holds(seat, "eye") is not None else []
        play.ask("late", asked, added(turn))


@answered
def added(play: Play[Battlefield], answers: Answers, turn: int) -> None:
    state = play.state
    for seat, said in answers.items():
        card = state.holds(seat, "eye")
        if said.word == "yes" and card is not None:
            move(card, state.hands[seat], state.laid[seat])
            play.tell(EyeAdded(seat))
    play.then(late(turn + 1))


@step
def compare(play: Play[Battlefield]) -> None:
    """The higher total of figures and cards wins three glory."""
    state = play.state
    totals = [sum(state.figures[seat]) + sum(STRENGTH.get(name, 0) for name in laid(state, seat))
              for seat in state.fighting]  # fmt: skip
    winner = state.fighting[totals.index(max(totals))] if totals[0] != totals[1] else None
    if winner is not None:
        state.glory[winner] += 3
    clear(state)
    state.fighting = []
    play.tell(BattleWon(winner, tuple(totals)))


def laid(state: Battlefield, seat: Seat) -> list[str]:
    return [name_of(card) for card in state.laid[seat]]


def names_laid(state: Battlefield) -> list[str]:
    return [name for seat in state.fighting for name in laid(state, seat)]


def clear(state: Battlefield) -> None:
    for pile in state.laid:
        state.discards += pile
        pile.clear()
