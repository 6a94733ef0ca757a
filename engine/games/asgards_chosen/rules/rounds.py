"""A round and its five phases (R4)."""

from __future__ import annotations

from engine.core.flow import step
from engine.games.asgards_chosen.data import NAME
from engine.games.asgards_chosen.happenings import PhaseBegan, RoundBegan, TurnsOver
from engine.games.asgards_chosen.happenings.clashes import CardsReturned
from engine.games.asgards_chosen.rules.campaign import campaign_turn
from engine.games.asgards_chosen.rules.finish import over
from engine.games.asgards_chosen.rules.muster.turns import muster_phase
from engine.games.asgards_chosen.rules.phases import after, charm_turn, god_turn
from engine.games.asgards_chosen.rules.play import Chosen
from engine.games.asgards_chosen.rules.renewal import renewal
from engine.games.asgards_chosen.state import Stage


@step
def round_begins(play: Chosen) -> None:
    """Round after round, until the end is triggered (R4.2)."""
    state = play.state
    state.round += 1
    order = state.order()
    play.tell(RoundBegan(state.round, state.first))
    turns = range(1, play.mode.campaign_turns + 1)
    frames = [phase("god"), *(god_turn(seat) for seat in order), phase_over("god")]
    frames += [phase("charm"), *(charm_turn(seat) for seat in order), phase_over("charm")]
    frames += [phase("campaign"), *(campaign_turn(seat, turn) for turn in turns for seat in order)]
    frames += [phase_over("campaign"), muster_phase(), round_ends()]
    play.then(*frames)


@step
def phase(play: Chosen, name: Stage) -> None:
    """A phase in which gods can be appeased begins."""
    state = play.state
    state.stage = name
    state.calmed, state.turn_over, state.turn = [], False, 0
    if name == "campaign":
        state.wins, state.raids, state.felled = [], [], []
    play.tell(PhaseBegan(name))


@step
def phase_over(play: Chosen, name: str) -> None:
    """In co-operative play a god is appeased when both have had their turn (R16.3); withheld cards come back."""
    state = play.state
    if play.mode.shared:
        state.turn_over = True
        if play.version > 1:
            play.tell(TurnsOver())
        play.then(*(after(seat, name) for seat in state.order()))
    if name == "campaign":
        for seat in range(state.seats):
            if state.kept[seat]:
                back, state.kept[seat] = state.kept[seat], []
                state.hands[seat] += back
                play.tell(CardsReturned(seat, len(back), tuple(NAME[card] for card in back)))
                play.grown(seat)


@step
def round_ends(play: Chosen) -> None:
    """The last round ends here, without renewal (R13.2)."""
    if play.state.ending:
        play.then(over())
    else:
        play.then(renewal(), round_begins())
