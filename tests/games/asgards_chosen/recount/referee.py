"""A referee who knows rules.md alone reads the public log: each battle is counted again, and what comes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from engine.core.flow.veil import Aside
from engine.core.happenings import Happening
from engine.games.asgards_chosen import happenings as told
from engine.games.asgards_chosen.data import ENEMY
from engine.games.asgards_chosen.happenings import clashes
from tests.games.asgards_chosen.playing import Setting
from tests.games.asgards_chosen.recount.board import ELEMENT, Board, kind
from tests.games.asgards_chosen.recount.fray import CREATURES, ITEMS, Fighter, Fray, named
from tests.games.asgards_chosen.recount.reading import ENCHANTED, Reader

MASTERY, THOR, TYR, SHADOW, MOST, CHAIN = 2, 1, 3, 1, 8, 5  # R7.7, R17.1, R17.5, R1.4, R8.2.2
REVEALED = {"militia": 2, "bodyguard": 1, "foes": 3, "berserk": 1}  # R8.2.1, R8.2.3, R15.5
WEB, FLED = ("giant_spider1", "giant_spider2"), ("backahasten1", "backahasten2")
Due = tuple[Any, ...]


class Referee(Reader):
    """Beside the table: the round's favors and charms, the battle that is on, and what has to come of it (`due`)."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.board, self.round, self.battles, self.ending = Board(), 0, 0, False
        self.fray: Fray | None = None
        self.due: Counter[Due] = Counter()
        self.kept: Counter[int] = Counter()  # creatures that Giant Spiders withhold until the phase is over, by seat
        self.lying: dict[int, set[str]] = {}  # gods and charms of the round, by seat
        self.mode = str(setting.options.get("mode", "standard"))
        if self.mode == "introductory":
            self.board.lie(setting.seats)

    def read(self, happenings: Iterable[Happening]) -> None:
        """The referee first: what a battle comes to depends on how the table was."""
        for one in happenings:
            if isinstance(one, Aside) and one.to is not None:
                continue
            face = (one.what if isinstance(one, Aside) else one).seen_by(None)
            if face is None:
                continue
            if type(face) in COUNTS:
                COUNTS[type(face)](self, face)
            super().read([face])

    @property
    def battle(self) -> Fray:
        assert self.fray is not None
        return self.fray

    def team(self, seat: int) -> list[int]:
        return list(range(self.setting.seats)) if self.shared else [seat]

    def has(self, seat: int, card: str) -> bool:
        """Whether a god's favor or a charm of a seat is in force."""
        return card in self.lying.get(seat, ())

    def markers_of(self, side: int | None) -> int:
        return sum(one == side for one in self.markers.values())

    def hero_on(self, place: str) -> tuple[int, str] | None:
        return next((hero for hero, at in self.heroes.items() if at == place), None)

    def mastery(self, seat: int) -> int:
        """R7.7, R14.5, Long Night."""
        if self.keeper == "long_night" or (self.mode == "introductory" and self.round == 1):
            return 0
        elements = {f"{ELEMENT[one]}_mastery" for one in self.board.terrains(self.battle.ground)}
        if self.battle.ground in ENCHANTED:
            return 0
        heroes = [hero for hero in self.heroes if hero[0] == self.side(seat) and hero not in self.down]
        return MASTERY * sum(kind(self.heroes[hero]) in elements for hero in heroes)

    def totals(self) -> tuple[int, int]:
        """R8.4.2, R8.4.3."""
        fray = self.battle
        fray.speaks()
        (attack, defence), (attacker, defender) = fray.sums(), fray.seats
        if attacker is not None:
            attack += self.mastery(attacker) + THOR * self.has(attacker, "thor")
            attack += TYR * sum(self.has(one, "tyr") for one in self.team(attacker))
            attack += SHADOW * (self.keeper == "shadow_of_ragnarok" and defender is not None)
        if defender is not None:
            defence += self.mastery(defender)
        return attack, defence

    def settled(self) -> None:
        """All that had to come of the last battle has come."""
        assert not +self.due, +self.due

    def came(self, *due: Any) -> None:
        assert self.due[due], (due, +self.due)
        self.due[due] -= 1


# --- Who comes ---------------


def _battle_began(it: Referee, one: clashes.BattleBegan) -> None:
    it.settled()
    it.battles += 1
    side = it.markers.get(one.ground)
    if one.ground in ENCHANTED:
        hero = it.hero_on(one.ground)
        side = hero[0] if hero is not None else None
    if one.attacker is None:
        assert side == it.side(one.defender or 0)
    elif one.defender is not None:
        assert side == one.defender != one.attacker
    else:
        assert side in (None, ENEMY)
    if one.attacker is not None:
        assert it.heroes[it.side(one.attacker), one.hero] == one.origin
    freyr = frozenset(seat for seat in it.lying if it.has(seat, "freyr"))
    it.fray = Fray(it.board, it.keeper, (one.attacker, one.defender), one.hero, one.origin, one.ground, freyr)


def _revealed(it: Referee, one: clashes.MilitiaRevealed) -> None:
    fray = it.battle
    least, seat = REVEALED[one.what], fray.seats[1]
    if one.what == "berserk":
        attack, defence = it.totals()
        assert attack <= defence
        fray.raging += 1
    if one.what == "militia":
        alone = it.mode in ("solitaire", "coop") and fray.seats[0] is not None
        least = (4 if it.markers.get(fray.ground) == ENEMY else 3) if alone else least  # R15.3
        least += it.keeper == "fimbulwinter"
        least += seat is not None and it.has(seat, "heimdall")
        least += seat is not None and it.has(seat, "gjallarhorn")
        least = min(least, CHAIN) if alone else least
    turned = [*one.joined, *one.sacrificed, *one.banished, *one.queued]
    more = len(turned) - least  # one where none has joined, others by heraldry, which names do not tell (R8.2.2)
    wanted = not one.joined and one.what in ("militia", "foes") and least < CHAIN
    assert more >= wanted or it.ending, (one, least)
    if it.setting.seats > 2 and one.what == "militia":
        assert more == 0 or (more == 1 and len(one.joined) < 2) or it.ending, (one, least)
    assert all(card in CREATURES and not fray.opposed(card) for card in one.joined)
    assert all(card in ITEMS or fray.opposed(card) for card in one.sacrificed)
    assert not [card for card in (*one.banished, *one.queued) if card in CREATURES or card in ITEMS]
    attacks = one.what in ("foes", "berserk")
    joined = [Fighter(card, attacks) for card in one.joined]
    (fray.foes if attacks else fray.militia).extend(joined)
    assert one.power == sum(map(fray.power, joined)), one


# --- What is played ---------------


def _fights(it: Referee, one: clashes.CardFights) -> None:
    fray = it.battle
    fray.speaks()
    card = Fighter(one.card, one.seat == fray.seats[0], back=one.back)
    fray.of(one.seat).append(card)
    assert not fray.opposed(one.card)
    assert one.power == fray.power(card, one.seat), one
    if one.how == "berserk" and not fray.raging:
        attack, defence = it.totals()
        assert attack - one.power <= defence
        assert fray.seats[1] is not None
        assert not fray.declined
    fray.raging += one.seat == fray.seats[0] and (one.how == "berserk" or fray.raging > 0)


def _uses(it: Referee, one: clashes.AbilityUsed) -> None:
    fray = it.battle
    fray.speaks()
    mine = [other for other in fray.of(one.seat) if other.card == one.card and not other.used]
    card = fray.of(one.seat)[-1] if fray.of(one.seat)[-1] in mine else mine[0]
    card.used = True
    assert CREATURES[one.card]["terrain"] in fray.matching(attacks=card.attacks)
    fray.using = one.seat, card, (one.copied or one.card).partition("#")[0], one.on


def _blocked(it: Referee, one: clashes.AbilityBlocked) -> None:
    """R8.9: the ability has no effect; a late play adds nothing."""
    fray = it.battle
    other = fray.seats[one.seat == fray.seats[0]]
    if fray.using is None:
        fray.of(other).pop()
    fray.using = None
    fray.of(one.seat).append(Fighter(one.item, one.seat == fray.seats[0], silent=True))
    fray.raging += one.seat == fray.seats[0] and fray.raging > 0


def _banished(it: Referee, one: told.CardsBanished) -> None:
    if one.why in WEB:
        _from_facing(it)
    if one.why == "militia":
        it.came("militia", *sorted(one.cards))


def _from_facing(it: Referee) -> None:
    """What a Giant Spider takes out of the militia."""
    using = it.battle.using
    assert using is not None
    facing = it.battle.facing(using[0])
    facing.remove(named(facing, using[3]))


def _discarded(it: Referee, one: told.CardsDiscarded) -> None:
    if one.why in WEB:
        _from_facing(it)
    if one.why == "mamuna":
        facing = it.battle.facing(one.seat)
        for card in one.cards:
            facing.remove(named(facing, card))


def _set_aside(it: Referee, one: clashes.CardSetAside) -> None:
    using, own = it.battle.using, it.battle.of(one.seat)
    assert using is not None
    creatures = [other for other in own if other.card in CREATURES]
    own.remove(named(creatures, using[3]))
    it.kept[one.seat] += 1


def _moved(it: Referee, one: clashes.HeroMoved) -> None:
    fray, hero = it.fray, (it.side(one.seat), one.hero)
    if one.why in ("won", "retreat"):
        it.came(one.why, *hero)
    elif fray is not None and one.why in FLED:
        if fray.seats[0] == one.seat and fray.hero == one.hero:
            fray.fled = True
        elif one.source == fray.ground and hero not in it.down:
            fray.ended = fray.ground in ENCHANTED


# --- What comes of it ---------------


def _step_ended(it: Referee, one: clashes.StepEnded) -> None:
    assert it.totals() == (one.attack, one.defence), (one, it.totals())


def _drawn(it: Referee, one: told.CardsDrawn) -> None:
    """R8.7.5; fewer only where both piles are empty."""
    if one.why == "honor":
        fray = it.battle
        assert one.seat == fray.seats[1]
        assert one.count <= max(1, fray.raging) + (it.keeper == "wolf_age")
        fray.honored = True


def _decided(it: Referee, one: clashes.BattleDecided) -> None:
    fray = it.battle
    attack, defence = it.totals()
    won = not fray.declined and not fray.fled and (fray.ended or attack > defence)
    assert (one.attack, one.defence, one.won) == (attack, defence, won), (one, attack, defence, won)
    assert fray.honored == (fray.seats[1] is not None)
    assert fray.seats[0] is not None or fray.raging or won or it.ending
    if cards := sorted(other.card for other in (*fray.militia, *fray.foes)):
        it.due["militia", *cards] += 1
    for at, seat in enumerate(fray.seats):
        back = [other for other in fray.played[at] if other.back and won == (at == 0)]
        if back:
            it.due["back", seat, len(back)] += 1
        for other in fray.played[at]:
            if other.card == "tyrfing":
                it.due["tyrfing", seat] += 1
    for seat, count in fray.withheld.items():
        it.due["back", seat, count] += 1
    _owed(it, fray, won=won)


def _owed(it: Referee, fray: Fray, *, won: bool) -> None:
    """R8.8, R8.11, R9, R15.4, R15.5."""
    attacker, ground = fray.seats[0], fray.ground
    marker, hero = it.markers.get(ground), it.hero_on(ground)
    if not won:
        if attacker is not None:
            it.due["rebuked", it.side(attacker), fray.hero] += 1
        return
    last = marker is not None and marker != ENEMY and it.markers_of(marker) == 1
    if hero is not None and hero not in it.down:
        it.due["vanquished", *hero] += 1
    if last:
        it.due["stays", ground] += 1
        if attacker is not None:
            it.due["rebuked", it.side(attacker), fray.hero] += 1
        return
    if hero is not None:
        it.due["retreat", *hero] += 1
    if attacker is None:
        it.due["rises", ground] += 1
        return
    it.due["won", it.side(attacker), fray.hero] += 1
    if ground not in ENCHANTED:
        it.due["taken", attacker, ground, None if marker == ENEMY else marker] += 1
        if it.markers_of(it.side(attacker)) == MOST:
            it.due["limit", attacker] += 1


def _returned(it: Referee, one: clashes.CardsReturned) -> None:
    """At the end of the battle, or of the phase."""
    if it.due["back", one.seat, one.count]:
        it.came("back", one.seat, one.count)
    else:
        assert it.kept.pop(one.seat) == one.count, one


def _phase(it: Referee, one: told.PhaseBegan) -> None:
    it.settled()
    assert not it.kept


def _removed(it: Referee, one: clashes.MarkerRemoved) -> None:
    if one.why == "limit":
        it.came("limit", one.seat)


def _rises(it: Referee, one: clashes.EnemyRises) -> None:
    if one.lost_by is not None:
        it.came("rises", one.territory)


def _sacrificed(it: Referee, one: told.CardsSacrificed) -> None:
    if one.why == "tyrfing":
        it.came("tyrfing", one.seat)


def _round(it: Referee, one: told.RoundBegan) -> None:
    it.settled()
    it.round, it.lying = one.round, {}


def _waived(it: Referee, one: clashes.FavorWaived) -> None:
    for seat in it.team(one.seat):
        it.lying.get(seat, set()).discard(one.god)


def _lies(it: Referee, seat: int, card: str) -> None:
    it.lying.setdefault(seat, set()).add(card)


COUNTS: dict[type[Happening], Callable[[Referee, Any], None]] = {
    told.TileLaid: lambda it, one: it.board.lay(one.tile, one.q, one.r, one.direction),
    told.TownPlaced: lambda it, one: it.board.place(one.town, one.q, one.r, one.corner),
    told.TileRemoved: lambda it, one: it.board.remove(one.tile),
    told.RoundBegan: _round, told.PhaseBegan: _phase, told.GameEnded: lambda it, one: it.settled(),
    told.GodPlayed: lambda it, one: _lies(it, one.seat, one.god),
    told.CharmPlayed: lambda it, one: _lies(it, one.seat, one.item),
    clashes.FavorWaived: _waived,
    told.EndTriggered: lambda it, one: setattr(it, "ending", True),
    clashes.BattleBegan: _battle_began, clashes.MilitiaRevealed: _revealed, clashes.CardFights: _fights,
    clashes.AbilityUsed: _uses, clashes.AbilityBlocked: _blocked, told.CardsBanished: _banished,
    told.CardsDiscarded: _discarded, clashes.CardSetAside: _set_aside, clashes.HeroMoved: _moved,
    clashes.CardsWithheld: lambda it, one: it.battle.withheld.update({one.seat: one.count}),
    clashes.AttackDeclined: lambda it, one: setattr(it.battle, "declined", True),
    clashes.StepEnded: _step_ended, told.CardsDrawn: _drawn, clashes.BattleDecided: _decided,
    clashes.TerritoryTaken: lambda it, one: it.came("taken", one.seat, one.territory, one.lost_by),
    clashes.MarkerRemoved: _removed, clashes.EnemyRises: _rises, told.CardsSacrificed: _sacrificed,
    clashes.LastMarkerStays: lambda it, one: it.came("stays", one.territory),
    clashes.HeroVanquished: lambda it, one: it.came("vanquished", it.side(one.seat), one.hero),
    clashes.HeroRebuked: lambda it, one: it.came("rebuked", it.side(one.seat), one.hero),
    clashes.CardsReturned: _returned,
}  # fmt: skip
