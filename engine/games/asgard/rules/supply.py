"""The common supply and its shortages (R3): items come one at a time, from the supply, then from who owns most."""

from __future__ import annotations

from engine.core.contract import IllegalMove, Seat
from engine.games.asgard.happenings import NothingLeft, Received
from engine.games.asgard.moves import Giver
from engine.games.asgard.pieces import RECRUITS, SEALS, STONES
from engine.games.asgard.play import Play
from engine.games.asgard.state import Ask, State

NAMES: dict[str, tuple[str, ...]] = {"stone": STONES, "recruit": RECRUITS, "seal": SEALS}


def common(state: State, what: str) -> list[int]:
    """The supply of "stone", "recruit" or "seal"."""
    return state.stones if what == "stone" else state.recruits if what == "recruit" else state.seals


def owned(state: State, what: str) -> list[list[int]]:
    """What the players own of it, by seat."""
    return state.own_stones if what == "stone" else state.own_recruits if what == "recruit" else state.own_seals


def owners_of_most(state: State, what: str, which: int) -> tuple[Seat, ...]:
    """Empty when nobody has one."""
    counts = [own[which] for own in owned(state, what)]
    most = max(counts)
    return tuple(seat for seat, count in enumerate(counts) if count == most) if most else ()


def receivable(state: State, seat: Seat, what: str, which: int) -> bool:
    """Whether one item could be had now (R3.3-R3.5)."""
    if common(state, what)[which]:
        return True
    owners = owners_of_most(state, what, which)
    return bool(owners) and owners != (seat,)


def receivable_after(state: State, seat: Seat, what: str, which: int, before: int) -> bool:
    """Whether one more could be had after `before` were asked for; whom a tie takes from does not matter to that."""
    supply = common(state, what)[which]
    if supply > before:
        return True
    counts = [own[which] for own in owned(state, what)]
    mine = counts.pop(seat) + supply
    for _ in range(before - supply + 1):
        most = max(counts)
        if not most or mine > most:
            return False
        counts[counts.index(most)] -= 1
        mine += 1
    return True


def receive(play: Play, seat: Seat, what: str, which: int, count: int, *, paid: bool = False) -> int:
    """Give `seat` up to `count` items. The number still owed when a giver must be named (then `ask` is set), else 0.

    `paid`: in a purchase or exchange the seat itself gives nothing, or it would have paid for nothing (R3.6).
    """
    state, supply = play.state, common(play.state, what)
    own = owned(state, what)
    at_once = min(count, supply[which])
    if at_once:
        supply[which] -= at_once
        own[seat][which] += at_once
        play.out.append(Received(seat, (what, NAMES[what][which]), at_once))
        count -= at_once
    while count:
        owners = owners_of_most(state, what, which)
        if not owners or owners == (seat,):
            play.out.append(NothingLeft(seat, (what, NAMES[what][which])))
            return 0
        if paid and play.version > 1:
            owners = tuple(owner for owner in owners if owner != seat)
        if len(owners) > 1:
            state.ask = Ask("giver", seat, what, which, owners)
            return count
        hand_over(play, owners[0], seat, what, which)
        count -= 1
    return 0


def hand_over(play: Play, giver: Seat, seat: Seat, what: str, which: int) -> None:
    """One item from a player to a player; from himself it is nothing (R3.4)."""
    thing = (what, NAMES[what][which])
    if giver == seat:
        play.out.append(NothingLeft(seat, thing))
        return
    own = owned(play.state, what)
    own[giver][which] -= 1
    own[seat][which] += 1
    play.out.append(Received(seat, thing, 1, giver))


def named(state: State, ask: Ask, move: Giver) -> Seat:
    """Whom an answer names. Raises IllegalMove."""
    if move.what != ask.what or move.which != NAMES[ask.what][ask.which]:
        raise IllegalMove("E_GIVER", among=ask.among)
    for player in move.players:
        if player in ask.among:
            return player
    if ask.seat in move.players and ask.seat in owners_of_most(state, ask.what, ask.which):
        raise IllegalMove("E_NO_EFFECT", **{ask.what: NAMES[ask.what][ask.which]})  # he would pay for nothing (R3.6)
    raise IllegalMove("E_GIVER", among=ask.among)


def give_by_default(state: State, ask: Ask) -> Seat:
    """The one with most points, then with the lowest order tile; the asked seat itself last."""
    return min(ask.among, key=lambda seat: (seat == ask.seat, -state.scores[seat], state.number(seat)))
