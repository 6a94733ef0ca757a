"""Odin's cards."""

from __future__ import annotations

from engine.core.flow import Answers, answered
from engine.core.moves import Seat
from engine.games.blood_rage.data import PLACES
from engine.games.blood_rage.rules.destruction import destroy
from engine.games.blood_rage.rules.play import Rage, card, effect, trait
from engine.games.blood_rage.state import State


@card("odins_smite", at="reveal")
def odins_smite(play: Rage, seat: Seat) -> None:
    """One Warrior of each opponent there is destroyed."""
    state, battle = play.state, play.battle
    found = ((other, state.find(other, "W", battle.province)) for other in battle.fighters if other != seat)
    destroy(play, [(other, figure) for other, figure in found if figure is not None], battle.pillager, "OSM")


@card("odins_tide", at="reveal")
def odins_tide(play: Rage, seat: Seat) -> None:
    """Everybody keeps one figure, the owner too: all choose at once, in secret."""
    state, battle = play.state, play.battle
    large = [other for other in battle.fighters if len(state.in_battle(other, battle.province)) > 1]
    play.ask("tide", large, tide_falls(), sealed=True, province=PLACES[battle.province])


@answered
def tide_falls(play: Rage, answers: Answers) -> None:
    """All others are destroyed together."""
    state, battle = play.state, play.battle
    doomed: list[tuple[Seat, int]] = []
    for seat, move in answers.items():
        figures = state.in_battle(seat, battle.province)
        kept = next(figure for figure in figures if state.kind(seat, figure) == move.figure)
        doomed += [(seat, figure) for figure in figures if figure != kept]
    destroy(play, doomed, battle.pillager, "OTI")


@card("odins_judgement", at="aftermath")
def odins_judgement(play: Rage, seat: Seat) -> None:
    """2 Glory for each figure destroyed in this battle, own ones too."""
    play.glory(seat, effect("odins_judgement", "glory") * sum(play.battle.fallen), "OJU")


@trait("odins_inspiration", at="ragnarok")
def odins_inspiration(state: State) -> int:
    """Glory for figures lost in Ragnarok is doubled."""
    return effect("odins_inspiration", "factor")


@trait("odins_throne", at="quest")
def odins_throne(state: State) -> int:
    """Glory of fulfilled quests is doubled."""
    return effect("odins_throne", "factor")
