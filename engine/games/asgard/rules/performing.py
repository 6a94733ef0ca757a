"""Phase 3 (R7): one disc a turn is performed or taken back; and the steps that an action leaves to be done."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.contract import IllegalMove, Seat
from engine.games.asgard.happenings import Performed, SealTaken
from engine.games.asgard.moves import Asgard, Decline, Giver, Request, Temple
from engine.games.asgard.pieces import ASGARD, GOD_NUMBER, GODS, NOBODY, SEALS, TEMPLE, God, side_of_god
from engine.games.asgard.play import Play
from engine.games.asgard.rules import asgard_area, requests
from engine.games.asgard.rules.odin import ODIN_UPPER, carry_out, hear
from engine.games.asgard.rules.placing import disc_place
from engine.games.asgard.rules.supply import hand_over, named, receive
from engine.games.asgard.rules.temples import build
from engine.games.asgard.rules.tiles import exchange, first_player, flip, search


def own_disc(play: Play, seat: Seat, god: God | None, slot: str) -> int:
    """The place of an own disc. Raises IllegalMove."""
    if god is None:
        if slot != "asgard":
            raise IllegalMove("E_SLOT_UNKNOWN", slot=slot)
        place = ASGARD
    else:
        if slot == "asgard":
            raise IllegalMove("E_SLOT_UNKNOWN", god=god, slot=slot)
        place = disc_place(play.state, GOD_NUMBER[god], slot)
    if place not in play.state.placed[seat]:
        raise IllegalMove("E_NO_DISC_THERE", place=slot if god is None else f"{god} {slot}")
    return place


def _take_seal(play: Play, seat: Seat, god: int) -> bool:
    """R7.1.1."""
    state = play.state
    if not state.god_seals[god]:
        return False
    state.god_seals[god] = 0
    state.own_seals[seat][side_of_god(god)] += 1
    play.out.append(SealTaken(seat, GODS[god], SEALS[side_of_god(god)]))
    return True


def _take_back(play: Play, seat: Seat, place: int) -> None:
    state = play.state
    state.placed[seat].remove(place)
    if place != ASGARD:
        state.slots[place] = NOBODY
    state.front[seat] += 1
    if place == ODIN_UPPER and not any(name in ("order", "hear") for name, _ in state.jobs):
        state.offers = []


def decline(play: Play, seat: Seat, move: Decline) -> None:
    """R7.1.2."""
    place = own_disc(play, seat, move.god, move.slot)
    play.out.append(Performed(seat, move.god, move.slot, "decline"))
    if place != ASGARD:
        _take_seal(play, seat, place // 3)
    _take_back(play, seat, place)
    play.state.acted = True


def request(play: Play, seat: Seat, move: Request) -> None:
    """R7.2. The seal comes first and counts already; a refusal puts it back."""
    place = own_disc(play, seat, move.god, move.slot)
    if place % 3 == TEMPLE:
        raise IllegalMove("E_PHASE", place=f"{move.god} temple")
    play.out.append(Performed(seat, move.god, move.slot, "request"))
    took = _take_seal(play, seat, place // 3)
    try:
        jobs = requests.request_jobs(play.state, seat, place, move)
    except IllegalMove:
        if took:
            play.state.god_seals[place // 3] = 1
            play.state.own_seals[seat][side_of_god(place // 3)] -= 1
        raise
    play.state.jobs = jobs
    _take_back(play, seat, place)
    play.state.acted = True


def temple(play: Play, seat: Seat, move: Temple) -> None:
    """R7.3."""
    place = own_disc(play, seat, move.god, "temple")
    play.out.append(Performed(seat, move.god, "temple", "temple"))
    before = len(play.out)
    build(play, seat, move)
    built = play.out[before:]
    del play.out[before:]
    _take_seal(play, seat, place // 3)
    play.out += built
    play.state.acted = True


def asgard(play: Play, seat: Seat, move: Asgard) -> None:
    """R7.4, R7.5."""
    play.out.append(Performed(seat, None, "asgard", "all" if move.all else "asgard"))
    asgard_area.asgard(play, seat, move)
    play.state.acted = True


# --- steps


def giver(play: Play, seat: Seat, move: Giver) -> None:
    """D9: one item; the rest of what is owed is the first step that waits."""
    state = play.state
    assert state.ask is not None
    ask, player = state.ask, named(state, state.ask, move)
    state.ask = None
    hand_over(play, player, seat, ask.what, ask.which)


def _received(what: str) -> Callable[[Play, list[int]], None]:
    def step(play: Play, numbers: list[int]) -> None:
        seat, which, count = numbers
        _owe(play, what, seat, which, receive(play, seat, what, which, count))

    return step


def _owe(play: Play, what: str, seat: Seat, which: int, owed: int) -> None:
    """After the giver is named one item is settled; the rest is looked at again."""
    if owed > 1:
        play.state.jobs.insert(0, (what, [seat, which, owed - 1]))


def _exchange(play: Play, numbers: list[int]) -> None:
    seat, give, take = numbers
    _owe(play, "stone", seat, take, exchange(play, seat, give, take))


def _hire(play: Play, numbers: list[int]) -> None:
    _owe(play, "recruit", numbers[0], numbers[1], asgard_area.hire(play, numbers))


STEPS: dict[str, Callable[[Play, list[int]], None]] = {
    "stone": _received("stone"),
    "recruit": _received("recruit"),
    "seal": _received("seal"),
    "exchange": _exchange,
    "hire": _hire,
    "disc": asgard_area.disc,
    "middle": lambda play, n: asgard_area.middle(play, *n),
    "search": lambda play, n: search(play, n[0], n[1], n[2:]),
    "flip": lambda play, n: flip(play, *n),
    "first": lambda play, n: first_player(play, *n),
    "skill": lambda play, n: requests.take_skill(play, *n),
    "warrior": lambda play, n: requests.warrior(play, *n),
    "steal": lambda play, n: requests.steal(play, *n),
    "slay": lambda play, n: requests.slay(play, *n),
    "go": lambda play, n: requests.go(play, *n),
    "surtr": lambda play, n: requests.surtr(play, *n),
    "victory": lambda play, n: requests.victory(play, *n),
    "order": carry_out,
    "hear": lambda play, n: hear(play, *n),
}
