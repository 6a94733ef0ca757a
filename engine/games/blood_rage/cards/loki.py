"""Loki's cards."""

from __future__ import annotations

from engine.core.components.zones import ALL
from engine.core.moves import Seat
from engine.games.blood_rage.data import CODE, DESIGNS
from engine.games.blood_rage.happenings import CardsStolen
from engine.games.blood_rage.rules.actions.invade import warrior_can_come
from engine.games.blood_rage.rules.battle.settle import blessed
from engine.games.blood_rage.rules.play import Rage, card, effect


@card("lokis_domain", "lokis_eminence", "lokis_wrath", at="release")
def for_the_released(play: Rage, seat: Seat, count: int, name: str) -> None:
    """Glory for each own figure that returns from Valhalla."""
    play.glory(seat, effect(name, "glory") * count, DESIGNS[name].code)


@card("lokis_blessing", at="after_loss")
def lokis_blessing(play: Rage, seat: Seat) -> None:
    """After a lost battle a Warrior of the reserve may invade there for nothing."""
    if warrior_can_come(play.state, seat, play.battle.province):
        play.ask("blessing", (seat,), blessed())


@card("lokis_trickery", at="lost")
def lokis_trickery(play: Rage, seat: Seat, winner: Seat) -> None:
    """If you lose, take 1 Rage from the winner."""
    amount = min(effect("lokis_trickery", "amount"), play.state.rage[winner])
    play.rage(winner, -amount, "LTR")
    play.rage(seat, amount, "LTR")


@card("lokis_backstab", at="lost")
def lokis_backstab(play: Rage, seat: Seat, winner: Seat) -> None:
    """If you lose, take 2 Glory from the winner."""
    amount = min(effect("lokis_backstab", "amount"), play.state.glory[winner])
    play.glory(winner, -amount, "LBA")
    play.glory(seat, amount, "LBA")


@card("lokis_poison", at="lost")
def lokis_poison(play: Rage, seat: Seat, winner: Seat) -> None:
    """If you lose, take all cards that the winner has played."""
    state = play.state
    taken, state.played[winner] = state.played[winner], []
    for one in taken:
        state.hands[seat].append(one)
        state.seen[one] = ALL
    if taken:
        play.tell(CardsStolen(seat, winner, tuple(CODE[one] for one in taken)))
