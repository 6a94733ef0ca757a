"""Militia and bodyguard, and the attackers of an event (R8.2, R15.3, R15.5)."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.games.asgards_chosen.data import CARDS, CHAIN_MAX, HERALDRY, KIND, NAME, NONE, SOLO, SORT, TOWN
from engine.games.asgards_chosen.happenings.clashes import MilitiaRevealed
from engine.games.asgards_chosen.rules.battle.totals import fighting_hero, militia_power, opposed, standing
from engine.games.asgards_chosen.rules.play import Chosen, effect
from engine.games.asgards_chosen.state import State


@dataclass(slots=True)
class Turned:
    """What has been turned over so far, and what became of it."""

    joined: list[int] = field(default_factory=list)
    sacrificed: list[int] = field(default_factory=list)
    banished: list[int] = field(default_factory=list)
    queued: list[int] = field(default_factory=list)
    count: int = 0


def generate(play: Chosen) -> None:
    """The militia of the battleground, then the bodyguard of an active hero in it."""
    state, battle = play.state, play.battle
    turned = Turned()
    if KIND[battle.ground] <= TOWN:
        _first(play, turned, state.militia)
        if play.mode.chain(state):
            _chain(play, turned, state.militia)
        _tell(play, "militia", turned)
    if battle.defender != NONE and fighting_hero(state, battle.defender) != NONE:
        guard = Turned()
        _turn(play, guard, state.militia)
        _tell(play, "bodyguard", guard)


def generate_foes(play: Chosen) -> None:
    """Three cards of the event itself, with its own chain (R15.5, 5)."""
    state = play.state
    turned = Turned()
    for _ in range(SOLO["event_attack_cards"]):
        _turn(play, turned, state.turned)
    if not turned.joined:
        _turn(play, turned, state.turned)
    _chain(play, turned, state.turned)
    play.battle.foes += turned.joined
    _tell(play, "foes", turned)


def one_more_foe(play: Chosen) -> int:
    """A card of an event that goes berserk (R15.5, 7); NONE: it does not join."""
    turned = Turned()
    _turn(play, turned, play.state.turned)
    play.battle.foes += turned.joined
    _tell(play, "berserk", turned)
    return turned.joined[0] if turned.joined else NONE


def wanted(play: Chosen) -> int:
    """How many cards are revealed first (R8.2.1)."""
    state, battle = play.state, play.battle
    event = battle.attacker == NONE
    count = 2 if event else play.mode.militia(state, battle.ground)
    count += state.keeps("militia_extra")
    if battle.defender != NONE:
        count += standing(state, battle.defender, "heimdall") + horn(state, battle.defender)
    return count


def horn(state: State, seat: int) -> int:
    """Gjallarhorn, while it lies there."""
    return sum(
        int(effect.text(CARDS[card].what, "window")(CARDS[card]))
        for card in state.shown[seat]
        if SORT[card] == "item" and CARDS[card].what == "extra_militia_when_attacked"
    )


def _first(play: Chosen, turned: Turned, side: list[int]) -> None:
    most = CHAIN_MAX if play.mode.enemy else 99
    for _ in range(min(wanted(play), most)):
        _turn(play, turned, side)
    if not turned.joined and turned.count < most:
        _turn(play, turned, side)


def _chain(play: Chosen, turned: Turned, side: list[int]) -> None:
    """Go on while the newest card joined and shares its symbol with an earlier one (R8.2.2)."""
    if not _pair(turned.joined):
        return
    while turned.count < CHAIN_MAX:
        before = [HERALDRY[card] for card in turned.joined]
        joined = _turn(play, turned, side)
        if joined == NONE or HERALDRY[joined] not in before:
            return


def _pair(cards: list[int]) -> bool:
    symbols = [HERALDRY[card] for card in cards]
    return len(set(symbols)) < len(symbols)


def _turn(play: Chosen, turned: Turned, side: list[int]) -> int:
    """Reveal a card and put it where it belongs; NONE: it has not joined."""
    card = play.reveal()
    if card == NONE:
        return NONE
    turned.count += 1
    if SORT[card] == "event":
        queue = play.state.queue
        if play.mode.enemy and play.battle.attacker != NONE and len(queue) < SOLO["event_queue_max"]:
            queue.append(card)
            turned.queued.append(card)
        else:
            turned.banished.append(card)
            play.state.banished.append(card)
        return NONE
    if SORT[card] == "item" or opposed(play.state, card):
        turned.sacrificed.append(card)
        play.bury(card)
        return NONE
    side.append(card)
    turned.joined.append(card)
    return card


def _tell(play: Chosen, what: str, turned: Turned) -> None:
    def names(cards: list[int]) -> tuple[str, ...]:
        return tuple([NAME[card] for card in cards])

    power = sum([militia_power(play.state, card) for card in turned.joined])
    play.tell(
        MilitiaRevealed(
            what, names(turned.joined), names(turned.sacrificed), names(turned.banished), names(turned.queued), power
        )
    )  # fmt: skip
