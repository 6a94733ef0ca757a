"""Heimdall's cards (R20.38-R20.40)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.moves import Seat
from engine.games.blood_rage.data import CARDS, CODE
from engine.games.blood_rage.happenings import BattleRestarted, CardsDiscarded
from engine.games.blood_rage.rules.battle.clash import begin_again
from engine.games.blood_rage.rules.play import Rage, card, trait
from engine.games.blood_rage.rules.strength import highest
from engine.games.blood_rage.state import State


@trait("heimdalls_sight", at="sight")
def heimdalls_sight(state: State, others: Sequence[int]) -> int:
    """The highest +STR on a single card of an enemy."""
    return highest(others)


@trait("heimdalls_eye", "heimdalls_gaze", at="late")
def may_be_added_late(state: State) -> bool:
    """May be added after the reveal."""
    return True


@card("heimdalls_watch", at="watch")
def heimdalls_watch(play: Rage, seat: Seat) -> None:
    """All revealed cards are discarded, their +STR pays Glory, and all choose anew."""
    state = play.state
    glory = sum(CARDS[one].plus for played in state.played for one in played)
    for owner in play.battle.fighters:
        if state.played[owner]:
            play.tell(CardsDiscarded(owner, tuple(CODE[one] for one in state.played[owner])))
            state.discards += state.played[owner]
            state.played[owner] = []
    play.glory(seat, glory, "HWA")
    play.tell(BattleRestarted(seat))
    begin_again(play)
