"""How a table looks to one player: counted once for each question, from what everybody sees and the own cards."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.moves import Seat
from engine.games.asgards_chosen.bots import prices
from engine.games.asgards_chosen.bots.prices import CREATURE, GOD, ITEM, SUBSTITUTE
from engine.games.asgards_chosen.data import CARDS, DESIGNS, ENEMY, GODS, KIND, NAME, NONE, SORT, TOWN
from engine.games.asgards_chosen.rules.modes import MODES
from engine.games.asgards_chosen.state import State

NEXT = 0.5  # of what a god promises in the next round
HELD, HELD_LAST = 0.45, 0.15  # of a card's worth, what it may still do in this round; in the last one
FULL = 120  # cards that are still to come when a game begins: alone they are all the time there is
PARTNER, PAIR = 0.8, 0.6  # how likely a partner holds a god; of a deed that takes both of them
LEAST = 0.35  # what any god may still do in battle or a payment
PHASES = ("god", "charm", "campaign", "muster", "renewal")


class Outlook:
    """What a player holds, has and wants."""

    __slots__ = (
        "alone", "cards", "creatures", "early", "ending", "free", "gods", "hand", "items", "kinds", "left", "mode",
        "open", "plain", "seat", "side", "state", "stays", "towns",
    )  # fmt: skip

    def __init__(self, state: State, seat: Seat) -> None:
        self.state, self.seat, self.side = state, seat, state.side(seat)
        self.mode = MODES[state.mode]
        self.alone = self.mode.enemy
        self.hand = state.hands[seat]
        self.gods = [NAME[card] for card in self.hand if SORT[card] == "god"]
        self.creatures = sum(CREATURE[card] for card in self.hand)
        self.items = sum(ITEM[card] for card in self.hand)
        self.plain = self.creatures + self.items
        self.cards = len(self.hand)
        owned = state.owned(self.side)
        inside = state.at[2 * self.side : 2 * self.side + 2]
        self.free = [at for at in owned if at not in inside]
        self.kinds = {KIND[at] for at in owned if KIND[at] < TOWN}
        self.towns = sum(KIND[at] == TOWN for at in owned)
        appeased = {NAME[card] for card in state.appeased[self.side]}
        self.open = [god for god in GODS if god not in appeased]
        self.left = max(0, self.mode.wanted(state) - len(appeased))
        self.ending = state.ending
        self.early = (len(state.deck) + len(state.later)) / FULL if self.mode.shared else 0.0
        self.stays: dict[int, float] = {}

    @property
    def markers(self) -> int:
        """The own ones on the board."""
        return len(self.state.owned(self.side))

    # --- Gods ---------------

    def ready(self, god: str, *, later: bool = False) -> float:
        """How likely a god of the hand can be appeased in its next phase; `later`: not before the next round."""
        chance = _READY[god](self)
        if later:
            return chance * NEXT
        return chance

    def now(self, god: str) -> bool:
        """Whether its phase of this round is still to come."""
        stage = self.state.stage
        if stage not in PHASES:
            return True
        at = PHASES.index(stage)
        wanted = PHASES.index(str(DESIGNS[god].appease["phase"]))
        calmed = self.seat in self.state.calmed or (self.mode.shared and bool(self.state.calmed))
        return wanted > at or (wanted == at and not calmed)

    def promise(self, god: str) -> float:
        """What a god is worth in hand."""
        if god not in self.open:
            return 0.0
        this = self.ready(god) if self.now(god) else 0.0
        following = 0.0 if self.ending else self.ready(god, later=True)
        return GOD * max(this, following)

    def near(self, god: str) -> float:
        """How likely a god is at hand when this phase is over: one's own, or perhaps the partner's (R16.3)."""
        if god not in self.open or not self.now(god):
            return 0.0
        if god in self.gods:
            return 1.0
        pile = self.state.discards[self.side]
        shared = self.mode.shared and all(NAME[card] != god for card in pile)
        return PARTNER if shared else 0.0

    def raiding(self, hero: int) -> float:
        """How much nearer a victory over the enemy brings Thor, alone or with a partner who has still to win."""
        if not self.mode.shared:
            return 0.0 if self.state.raids else 0.7
        other = hero ^ 1
        if other in self.state.raids:
            return 0.9
        return 0.0 if self.state.moved[other] or self.state.down[other] else PAIR

    # --- What cards are worth where they are, in hand ---------------

    def stay(self, card: int) -> float:
        """What is lost when a card leaves the hand for the own discard pile before its best use."""
        if card not in self.stays:
            self.stays[card] = self._stay(card)
        return self.stays[card]

    def _stay(self, card: int) -> float:
        if SORT[card] == "god":
            return max(LEAST, self.promise(NAME[card]) - prices.DRAWN)
        held = HELD_LAST if self.ending else HELD
        return held * prices.price(card) + self.fodder(card) + (0.2 if CARDS[card].interrupt else 0.0)

    def fodder(self, card: int, but: str = "") -> float:
        """What gods in hand, all `but` one, would have of it."""
        value = 0.0
        for god in self.gods:
            share = _FODDER.get(god)
            if share is not None and god != but and god in self.open and (self.now(god) or not self.ending):
                value = max(value, share(self, card))
        return value


# --- How near each god is ---------------


def _have(count: float, wanted: int) -> float:
    return 0.95 if count >= wanted else (0.55 if count >= wanted - 1 else 0.25 if count >= wanted - 2 else 0.1)


def _tyr(look: Outlook) -> float:
    return 0.9


def _freyja(look: Outlook) -> float:
    return _have(look.creatures, 3)


def _hel(look: Outlook) -> float:
    spare = sum(SUBSTITUTE[card] for card in look.hand)
    short = max(0, 2 - (look.creatures - spare)) + max(0, 1 - look.items) - spare
    return _have(3 - max(0, short), 3)


def _loki(look: Outlook) -> float:
    return _have(look.plain, 3)


def _odin(look: Outlook) -> float:
    return _have(look.items, 3) if look.items else 0.05


def _frigg(look: Outlook) -> float:
    return 0.95 if len(look.free) >= 3 and look.markers > 3 else 0.5 if look.markers >= 3 else 0.2


def _freyr(look: Outlook) -> float:
    count = len(look.kinds)
    return 0.95 if count >= 5 else 0.55 if count == 4 else 0.3 if count == 3 else 0.1


def _heimdall(look: Outlook) -> float:
    state = look.state
    heroes = state.heroes(look.side)
    if state.stage == "campaign":
        won = sum(hero in state.wins for hero in heroes)
        may = sum(hero in state.wins or not (state.moved[hero] or state.down[hero]) for hero in heroes)
        return (0.25, 0.5, 0.95)[won] if may == 2 else 0.0
    return 0.4


def _thor(look: Outlook) -> float:
    state = look.state
    if look.alone:
        done = [hero in state.raids for hero in state.heroes(look.side)]
        met = all(done) if look.mode.shared else any(done)
        return 0.95 if met else 0.5 if ENEMY in state.markers else 0.0
    if look.seat in state.felled:
        return 0.95
    return 0.25


def _baldr(look: Outlook) -> float:
    down = sum(look.state.down[hero] for hero in look.state.heroes(look.side))
    return 0.95 if down == 2 else 0.2 if down else 0.03


_READY: dict[str, Callable[[Outlook], float]] = {
    "tyr": _tyr, "freyja": _freyja, "hel": _hel, "loki": _loki, "odin": _odin, "frigg": _frigg, "freyr": _freyr,
    "heimdall": _heimdall, "thor": _thor, "baldr": _baldr,
}  # fmt: skip


# --- What would be given for them ---------------


def _share(have: int, wanted: int) -> float:
    """What one of the cards adds that a god wants: more than enough of them add nothing."""
    return 0.0 if have > wanted else 2.6 if have == wanted else 1.3 if have == wanted - 1 else 0.5


_FODDER: dict[str, Callable[[Outlook, int], float]] = {
    "freyja": lambda look, card: _share(look.creatures, 3) if CREATURE[card] else 0.0,
    "hel": lambda look, card: _share(look.creatures, 2) if CREATURE[card] else _share(look.items, 1),
    "loki": lambda look, _card: _share(look.plain, 3),
    "odin": lambda look, card: _share(look.items, 3) if ITEM[card] else 0.0,
}


def land_value(look: Outlook, at: int) -> float:
    """What the own marker in a territory is worth."""
    kind, value = KIND[at], prices.MARKER
    if kind == TOWN:
        value += prices.TOWN_FIRST if look.towns == 0 else 0.2
    elif kind not in look.kinds:
        value += prices.KIND_FIRST
        if "freyr" in look.open and len(look.kinds) < 5:
            value += (0.2, 0.3, 0.5, 1.0, 2.5)[len(look.kinds)] * (2.0 if "freyr" in look.gods else 1.0)
    if "frigg" in look.open and look.markers < 4:
        value += 1.2 if "frigg" in look.gods else 0.6
    if look.markers >= 8:
        value -= prices.MARKER
    marker = look.state.markers[at]
    if marker != NONE:
        value += prices.TAKEN * (0.4 if marker == ENEMY else 1.0)
    return value
