"""The common supply and its shortages (R3): items come one at a time, from the supply, then from who owns most."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.flow import Answers, answered, step
from engine.core.moves import Seat
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
    return tuple([seat for seat, count in enumerate(counts) if count == most]) if most else ()


def receivable(state: State, seat: Seat, what: str, which: int, *, before: int = 0, gained: int = 0) -> bool:
    """Whether one more could be had (R3.3-R3.5) after `before` were asked for, and `gained` came from elsewhere.

    Whom a tie takes from does not matter to that.
    """
    supply = common(state, what)[which]
    if supply > before:
        return True
    counts = [own[which] for own in owned(state, what)]
    mine = counts.pop(seat) + gained + supply
    for _ in range(before - supply + 1):
        most = max(counts)
        if not most or mine > most:
            return False
        counts[counts.index(most)] -= 1
        mine += 1
    return True


@step
def receive(play: Play, seat: Seat, what: str, which: int, count: int, *, paid: bool = False) -> None:
    """Give `seat` up to `count` items, and ask for a giver where that is open.

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
            return
        if paid and play.version > 1:
            owners = tuple(owner for owner in owners if owner != seat)
        if len(owners) > 1:
            among = list(owners)
            play.ask("giver", [seat], given(what, which, among, count), what=what, which=which, among=among)
            return
        hand_over(play, owners[0], seat, what, which)
        count -= 1


@answered
def given(play: Play, answers: Answers, what: str, which: int, among: list[Seat], owed: int) -> None:
    """The giver of one item is named (D9); the rest of what is `owed` is looked at again."""
    for seat, move in answers.items():
        hand_over(play, named(move, among), seat, what, which)
        if owed > 1:
            play.then(receive(seat, what, which, owed - 1))


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


def named(move: Giver, among: Sequence[Seat]) -> Seat:
    """Whom an answer names: the first of its players who may be named. Raises ValueError when none may."""
    for player in move.players:
        if player in among:
            return player
    raise ValueError(f"none of {move.players} is among {among}")


def give_by_default(state: State, ask: Ask) -> Seat:
    """The one with most points, then with the lowest order tile; the asked seat itself last."""
    return min(ask.among, key=lambda seat: (seat == ask.seat, -state.scores[seat], state.number(seat)))
