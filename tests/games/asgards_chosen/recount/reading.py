"""A reader of the public log, who keeps the table by what a spectator is told and by nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from engine.core.flow.veil import Aside
from engine.core.happenings import Happening
from engine.games.asgards_chosen import happenings as told
from engine.games.asgards_chosen.data import DATA, DESIGNS, ENEMY, NAME, NONE, TERRITORIES
from engine.games.asgards_chosen.state import State
from tests.games.asgards_chosen.playing import Setting

ENCHANTED = frozenset(f"{one['id']}e" for one in DATA["land_tile"])
OPENING = (5, 6, 7, 7)  # R3.2, in turn order
FROM_TABLE = frozenset({"fossegrim", "mittagsfrau", "mamuna", "giant_spider", "payment"})  # discarded, but from no hand
OF_TISCH = frozenset({"enemy", "wandering_folk"})  # banished from there


class Reader:
    """Markers, heroes, appeased gods, the keeper, what lies in the Tisch, and how many cards each hand holds."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.shared = setting.options.get("mode") == "coop"
        self.hands = [0] * setting.seats
        self.appeased: list[list[str]] = [[] for _ in range(1 if self.shared else setting.seats)]
        self.markers: dict[str, int] = {}
        self.heroes: dict[tuple[int, str], str] = {}
        self.down: set[tuple[int, str]] = set()
        self.tisch: Counter[str] = Counter()
        self.keeper = ""
        self.opened: dict[int, int] = {}  # cards that lie in an open payment, as far as they were told
        self.paid = 0  # cards that were banished from a hand for the god that is appeased next

    def side(self, seat: int) -> int:
        """The colour of a seat."""
        return 0 if self.shared else seat

    def read(self, happenings: Iterable[Happening]) -> None:
        """What is told to all, each thing once."""
        for one in happenings:
            if isinstance(one, Aside) and one.to is not None:
                continue  # told to some, before it is told to all
            face = (one.what if isinstance(one, Aside) else one).seen_by(None)
            if face is not None and type(face) in READS:
                READS[type(face)](self, face)

    def same_as(self, state: State) -> None:
        """Raises AssertionError where the table is another one."""
        heroes = {hero: (hero // 2, "FM"[hero % 2]) for hero in range(len(state.at))}
        assert self.markers == {TERRITORIES[at]: side for at, side in enumerate(state.markers) if side != NONE}
        assert self.heroes == {heroes[hero]: TERRITORIES[at] for hero, at in enumerate(state.at) if at != NONE}
        assert self.down == {heroes[hero] for hero, lies in enumerate(state.down) if lies}
        assert self.appeased == [[NAME[card] for card in pile] for pile in state.appeased]
        assert self.keeper == (NAME[state.keeper[0]] if state.keeper else "")
        assert +self.tisch == Counter(NAME[card] for card in state.tisch if card != NONE)
        if not self.opened:  # cards that are added to an open payment are told when it is settled
            assert self.hands == [len(hand) for hand in state.hands]


def _begun(it: Reader, one: told.GameBegan) -> None:
    standard = it.setting.options.get("mode", "standard") == "standard"
    for seat in range(one.seats):
        it.hands[seat] = OPENING[(seat - one.first) % one.seats] if standard else OPENING[0]


def _placed(it: Reader, one: told.HeroPlaced) -> None:
    it.heroes[it.side(one.seat), one.hero] = one.to
    if one.to not in ENCHANTED:
        it.markers[one.to] = it.side(one.seat)
    if one.taken is not None:
        it.tisch[one.taken] -= 1
        it.hands[one.seat] += 1


def _enemies(it: Reader, one: told.EnemyPlaced) -> None:
    it.markers |= dict.fromkeys(one.territories, ENEMY)


def _rises(it: Reader, one: told.EnemyRises) -> None:
    it.markers[one.territory] = ENEMY


def _taken(it: Reader, one: told.TerritoryTaken) -> None:
    assert one.seat is not None
    it.markers[one.territory] = it.side(one.seat)


def _removed(it: Reader, one: told.MarkerRemoved) -> None:
    assert it.markers.pop(one.territory) == it.side(one.seat)


def _moved(it: Reader, one: told.HeroMoved) -> None:
    hero = it.side(one.seat), one.hero
    assert it.heroes[hero] == one.source
    it.heroes[hero] = one.to


def _fell(it: Reader, one: told.HeroVanquished) -> None:
    it.down.add((it.side(one.seat), one.hero))


def _stands(it: Reader, one: told.HeroStands) -> None:
    it.down.remove((it.side(one.seat), one.hero))


def _appeased(it: Reader, one: told.GodAppeased) -> None:
    it.appeased[it.side(one.seat)].append(one.god)
    it.hands[one.seat] -= 1 + it.paid
    it.paid = 0
    assert one.count == len(it.appeased[it.side(one.seat)])


def _event(it: Reader, one: told.EventRevealed) -> None:
    it.keeper = one.event if one.why == "keeper" else it.keeper


def _banished(it: Reader, one: told.CardsBanished) -> None:
    if one.why in OF_TISCH:
        it.tisch -= Counter(one.cards)
    if one.why in ("odin", "loki"):
        it.paid += len(one.cards)


def _filled(it: Reader, one: told.TischFilled | told.TischDealt) -> None:
    it.tisch.update(one.cards)


def _mustered(it: Reader, one: told.CardMustered) -> None:
    it.tisch[one.card] -= 1
    _settled(it, one)
    assert one.power >= one.cost


def _settled(it: Reader, one: told.CardMustered | told.PaymentFailed) -> None:
    it.hands[one.seat] -= len(one.paid) - it.opened.pop(one.seat, 0)


def _opened(it: Reader, one: told.PaymentOpened) -> None:
    it.opened[one.seat] = len(one.paid)
    it.hands[one.seat] -= len(one.paid)


def _discarded(it: Reader, one: told.CardsDiscarded) -> None:
    if one.why.rstrip("12") not in FROM_TABLE:
        it.hands[one.seat] -= len(one.cards)


def _sacrificed(it: Reader, one: told.CardsSacrificed) -> None:
    """Tyrfing goes from where it was played."""
    if one.cards != (one.why,):
        it.hands[one.seat] -= len(one.cards)


def _ring(it: Reader, one: told.RingUsed) -> None:
    it.hands[one.seat] += bool(one.card) and DESIGNS[one.card].sort != "event"


def _renewed(it: Reader, one: told.HandsRenewed) -> None:
    for seat, gone in enumerate(one.discarded):
        it.hands[seat] -= len(gone)
    assert it.hands == list(one.counts)


def _hand(change: Callable[[Any], int]) -> Callable[[Reader, Any], None]:
    def read(it: Reader, one: Any) -> None:
        it.hands[one.seat] += change(one)

    return read


READS: dict[type[Happening], Callable[[Reader, Any], None]] = {
    told.GameBegan: _begun, told.HeroPlaced: _placed, told.EnemyPlaced: _enemies, told.EnemyRises: _rises,
    told.TerritoryTaken: _taken, told.MarkerRemoved: _removed, told.HeroMoved: _moved, told.HeroVanquished: _fell,
    told.HeroStands: _stands, told.GodAppeased: _appeased, told.EventRevealed: _event, told.CardsBanished: _banished,
    told.TischFilled: _filled, told.TischDealt: _filled, told.CardMustered: _mustered, told.CardsDiscarded: _discarded,
    told.CardsSacrificed: _sacrificed, told.PaymentOpened: _opened, told.PaymentFailed: _settled,
    told.RingUsed: _ring, told.HandsRenewed: _renewed,
    told.KeeperLeft: lambda it, one: setattr(it, "keeper", ""),
    told.RoundBegan: lambda it, one: it.down.clear(),
    told.CardsDrawn: _hand(lambda one: one.count), told.ItemPicked: _hand(lambda one: 1),
    told.CardTaken: _hand(lambda one: 1), told.CardsReturned: _hand(lambda one: one.count),
    told.GodPlayed: _hand(lambda one: -1), told.CharmPlayed: _hand(lambda one: -1),
    told.CardFights: _hand(lambda one: -1), told.AbilityBlocked: _hand(lambda one: -1),
    told.CardsWithheld: _hand(lambda one: -one.count), told.CardGiven: _hand(lambda one: -1),
    told.CardPutBack: _hand(lambda one: -1),
}  # fmt: skip
