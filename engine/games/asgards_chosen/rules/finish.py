"""The end of the game (R13)."""

from __future__ import annotations

from engine.core.flow import step
from engine.games.asgards_chosen.happenings import GameEnded
from engine.games.asgards_chosen.rules.play import Chosen


@step
def over(play: Chosen) -> None:
    """Who has won (R13.3)."""
    state = play.state
    state.stage = "over"
    result = play.mode.result(state)
    sides = range(state.sides)
    play.tell(
        GameEnded(
            result.winners, tuple(len(state.appeased[side]) for side in sides),
            tuple(len(state.owned(side)) for side in sides), tuple(map(state.card_count, sides)),
        )
    )  # fmt: skip
