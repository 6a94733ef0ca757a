"""Why a move is refused that nobody asked for now: what is wrong with it, not only whose turn it is (R18)."""

from __future__ import annotations

from engine.core.moves import IllegalMove, Move, Seat
from engine.games.asgards_chosen import moves
from engine.games.asgards_chosen.data import DESIGNS
from engine.games.asgards_chosen.rules.battle.plays import may_play
from engine.games.asgards_chosen.rules.modes import MODES
from engine.games.asgards_chosen.rules.phases import shown
from engine.games.asgards_chosen.state import State

_LATER = ("E_NOT_YOUR_TURN", "E_WRONG_STAGE")
_PHASES: dict[type[Move], str] = {
    moves.PlayGod: "god", moves.PlayCharm: "charm", moves.MoveHero: "campaign", moves.Attack: "campaign",
    moves.Muster: "muster", moves.Ring: "muster", moves.Renew: "renewal", moves.PlaceHero: "heroes",
    moves.AddPay: "muster", moves.EventChoice: "muster",
    **dict.fromkeys((moves.Play, moves.Berserk, moves.Use, moves.Decline, moves.Late, moves.Block), "campaign"),
    **dict.fromkeys((moves.Shift, moves.Retreat, moves.StandUp, moves.Target), "campaign"),
}  # fmt: skip


def better(state: State, seat: Seat, move: Move, why: IllegalMove) -> IllegalMove:
    """A refusal that says more, or the same one."""
    if why.code not in _LATER:
        return why
    phase = _PHASES.get(type(move))
    if phase is not None and phase != state.stage:
        return IllegalMove("E_WRONG_PHASE", phase=phase)
    if isinstance(move, moves.Play | moves.Late) and _lies(state, seat):
        return IllegalMove("E_NOT_PLAYABLE", card=move.card)
    code = _berserk(state, seat, move) or _repeated(state, seat, move)
    if code:
        return IllegalMove(code)
    if isinstance(move, moves.Appease):
        return _appeased_elsewhere(state, move) or why
    return why


def _appeased_elsewhere(state: State, move: moves.Appease) -> IllegalMove | None:
    """Whether this god is appeased in another phase, whosever turn it is."""
    god = DESIGNS.get(move.god)
    if god is None or god.sort != "god" or god.appease["phase"] == state.stage:
        return None
    return IllegalMove("E_WRONG_PHASE", god=move.god, phase=god.appease["phase"])


def _lies(state: State, seat: Seat) -> bool:
    """Whether the battle is about the hero of a seat who lies in an enchanted land, for whom it may not play."""
    return state.battle is not None and seat == state.battle.defender and not may_play(state, seat)


def _berserk(state: State, seat: Seat, move: Move) -> str:
    if isinstance(move, moves.Berserk):
        return "E_NO_BERSERK"
    battle = state.battle
    if isinstance(move, (moves.Play, moves.Use)) and battle is not None and battle.berserk and seat == battle.defender:
        return "E_NO_REPLY_TO_BERSERK"
    return ""


def _repeated(state: State, seat: Seat, move: Move) -> str:
    stage = state.stage
    if isinstance(move, moves.PlayGod) and stage == "god" and shown(state, seat, "god") is not None:
        return "E_GOD_ALREADY_PLAYED"
    if isinstance(move, moves.PlayCharm) and stage == "charm" and shown(state, seat, "item") is not None:
        return "E_CHARM_ALREADY_PLAYED"
    if isinstance(move, moves.Appease) and stage in ("god", "charm", "campaign"):
        taken = bool(state.calmed) if MODES[state.mode].shared else seat in state.calmed
        return "E_ALREADY_APPEASED_THIS_PHASE" if taken else ""
    if isinstance(move, moves.Muster) and stage == "muster" and state.mustered == seat:
        return "E_ONE_MUSTER_PER_TURN"
    return ""
