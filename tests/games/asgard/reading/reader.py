"""A player who knows the rules reads the public log, and counts all strengths and points a second time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from engine.core.happenings import Happening
from engine.games.asgard import happenings as told
from engine.games.asgard.pieces import GOD_TILE, WORLD_SLOTS
from engine.games.asgard.state import State
from tests.games.asgard.reading.goods import Goods
from tests.games.asgard.reading.printed import (
    ASKED,
    LIGHT,
    PEOPLE,
    PRINTED,
    REWARDS,
    STRENGTH,
    SUPPORTED_AT,
    TEMPLES,
    across,
    spend,
    strength,
)
from tests.games.asgard.reading.turns import Turns


class Reader(Goods, Turns):
    """What lies where, as far as points depend on it. Raises AssertionError at a line that breaks the rules."""

    def __init__(self, state: State) -> None:
        """The table after set-up, all of which can be seen."""
        Goods.__init__(self, state)
        Turns.__init__(self, state)
        seats, names = range(state.seats), state.components.population
        self.scores = [0] * state.seats
        self.worlds: dict[str, str | tuple[str, int]] = {
            slot: names[tile] for slot, tile in zip(WORLD_SLOTS, state.worlds, strict=True) if tile >= 0
        }
        self.temples: list[list[str]] = [[] for _ in seats]
        self.won: list[list[int]] = [[] for _ in seats]
        self.tiles = Counter({row["vp"]: row["count"][f"p{state.seats}"] for row in PRINTED["battle_tile"]})
        self.victory = [Counter[int]() for _ in seats]
        self.ancient = (0, 0)
        self.fallen: dict[str, Counter[str]] = {}
        self.laid: dict[str, Counter[str]] = {}
        self.turned: list[Counter[int]] = [Counter(), Counter()]  # ancient weapons met at Ragnarök
        self.due: list[tuple[int, int, str]] = []  # points that the next lines have to tell
        self.taking: list[int] | None = []  # who may still take a battle tile, in order; None: all

    def read(self, happenings: Iterable[Happening]) -> None:
        for one in happenings:
            face = one.seen_by(None)
            assert not self.due or isinstance(face, told.Scored | told.Slain), (self.due, face)
            if type(face) in READS:
                READS[type(face)](self, face)
        assert self.due == []

    def same_as(self, state: State) -> None:
        """Raises AssertionError where the table is another one."""
        assert (self.order, self.scores) == (state.order, state.scores)
        names = state.components.temples
        assert list(map(sorted, self.temples)) == [sorted(names[one] for one in own) for own in state.own_temples]
        if state.stage in ("valhalla", "arm", "over"):
            return
        self.same_goods(state)
        assert [[won[world] for won in self.victory] for world in range(1, 8)] == state.victory
        gods = {slot for slot, tile in zip(WORLD_SLOTS, state.worlds, strict=True) if tile >= GOD_TILE}
        assert {slot for slot, what in self.worlds.items() if isinstance(what, tuple)} == gods

    # --- temples, discs and deals ---------------

    def built(self, it: told.TempleBuilt) -> None:
        """R7.3.3, R7.3.4: all recruits of the kind, on the uppermost empty slot of a god without an own disc."""
        free = [slot for slot in SUPPORTED_AT if (it.god, slot) not in self.support]
        assert it.support == free[0]
        assert it.seat not in [self.support.get((it.god, slot)) for slot in SUPPORTED_AT]
        asked = ASKED[it.god, it.support]
        assert bool(it.recruits) == bool(asked)
        if it.recruits:
            kind, count = it.recruits
            assert kind in asked
            assert count == self.own[it.seat].pop(("recruit", kind)) > 0
            self.beside[it.god][kind] += count
        self.support[it.god, it.support] = it.seat
        self.temples[it.seat].append(it.temple)

    def placed(self, it: told.GodTilePlaced) -> None:
        """R7.3.5 to R7.3.7."""
        assert self.worlds[it.slot] == it.population
        assert (it.slot[-1] == "L") == (it.god in LIGHT)
        self.worlds[it.slot] = it.god, it.value
        if it.slot in ("LL", "LD"):
            self.due.append((it.seat, 5, "lower"))

    def recovered(self, it: told.Recovered) -> None:
        for place in it.places:
            if place.startswith("support:"):
                god = place.removeprefix("support:")
                slot = next(slot for slot in SUPPORTED_AT if self.support.get((god, slot)) == it.seat)
                del self.support[god, slot]
            elif place[0] == "V":
                self.victory[it.seat][int(place[1:])] -= 1
                assert self.victory[it.seat][int(place[1:])] >= 0

    def moved(self, it: told.DiscMoved) -> None:
        """None goes where one has won (R7.4.4); Surtr's goes there (R8.11)."""
        if it.source == "row":
            self.disc_of_row(it.seat, free=self.all_at_once)
        if it.source in ("mimir", "fenrir"):
            self.stand(it.seat, it.target)
        if it.target[0] == "V":
            self.victory[it.seat][int(it.target[1:])] += 1
        if it.target[0] == "B":
            assert not self.victory[it.seat][int(it.target[1])]

    def dealt(self, it: told.DealMade) -> None:
        for what, which in it.items:
            if what in ("recruit", "stone", "seal"):
                self.given_away(it.giver, it.taker, (what, which))
            elif what in ("temple", "battle"):
                piles: Any = self.temples if what == "temple" else self.won
                thing = which if what == "temple" else int(which)
                piles[it.giver].remove(thing)
                piles[it.taker].append(thing)

    # --- points and battles ---------------

    def scored(self, it: told.Scored) -> None:
        """R9.1, R10.1 and what another line has announced."""
        if it.why == "temples":
            assert it.points == sum(TEMPLES[temple] for temple in self.temples[it.seat])
        elif it.why == "battle_tiles":
            assert it.points == sum(self.won[it.seat])
        elif it.why == "hel":
            self.due.append((it.seat, it.points, "hel"))
        else:
            assert (it.seat, it.points, it.why) == self.due.pop(0)
        self.scores[it.seat] += it.points

    def slain(self, it: told.Slain) -> None:
        """R8.9: a point a recruit, before the warrior goes."""
        assert self.due.pop(0) == (it.seat, self.beside[it.god].total(), "hel")
        assert it.warrior != "giant"
        spend(self.beside[it.god], it.warrior, 1)
        self.valhalla[it.warrior] += 1

    def ancient_turned(self, it: told.AncientTurned) -> None:
        self.ancient, self.taking = (it.light, it.darkness), None

    def values(self, slot: str) -> tuple[int, int]:
        """R9.3: beside one god alone, a population counts nothing."""
        here, there = self.worlds[slot], self.worlds[across(slot)]
        alone = isinstance(here, tuple) != isinstance(there, tuple)
        ours, theirs = self.ancient if slot[-1] == "L" else self.ancient[::-1]
        return (
            ours + (here[1] if isinstance(here, tuple) else 0 if alone else PEOPLE[here]),
            theirs + (there[1] if isinstance(there, tuple) else 0 if alone else PEOPLE[there]),
        )

    def settled(self, it: told.BattleSettled) -> None:
        """R9.4, R9.6."""
        sent = Counter(dict(zip(STRENGTH, it.sent, strict=True)))
        assert it.values == self.values(f"W{it.slot[1:]}")
        assert (it.how == "won") == (it.values[0] > it.values[1])
        if it.how == "sent":
            assert it.values[0] + strength(sent) > it.values[1]
        else:
            assert not sent.total()
        self.sent(it.seat, sent)
        if it.how != "lost":
            self.victory[it.seat][int(it.slot[1])] += 1

    def tile_taken(self, it: told.BattleTileTaken) -> None:
        """R9.7: from the lowest score up; the highest that is left of 3, 5, 9, 14, 20 for so many discs."""
        if self.taking is None:
            self.taking = sorted(self.order, key=lambda seat: self.scores[seat])  # ties stay in turn order
        while (seat := self.taking.pop(0)) != it.seat:
            assert not self.victory[seat].total()
        assert it.discs == self.victory[seat].total() > 0
        values = [row["vp"] for row in PRINTED["battle_tile"]][: it.discs]
        best = max((value for value in values if self.tiles[value]), default=0)
        assert it.points == best
        if best:
            self.tiles[best] -= 1
            self.won[seat].append(best)

    def round_over(self, it: told.RoundBegan) -> None:
        """Whoever has a disc in a Victory Area has taken a tile, or was told that none is left."""
        late = self.order if self.taking is None else self.taking
        assert not [seat for seat in late if self.victory[seat].total()]

    # --- Ragnarök ---------------

    def ragnarok(self, it: told.RagnarokBegan) -> None:
        """R10.2, R10.4, R10.5."""
        gods = {slot for slot, what in self.worlds.items() if isinstance(what, tuple) and slot[0] == "W"}
        fought = {int(slot[1]) for slot in gods}
        assert set(it.empty) == set(REWARDS) - fought
        beneath = {across(slot) for slot in gods} - gods
        assert set(it.ancient) == {slot for slot in beneath if isinstance(self.worlds[slot], str)}
        self.fallen = {slot: Counter() for slot in gods}
        for god, recruits in self.beside.items():
            tiles = sorted(slot for slot in gods if self.worlds[slot][0] == god)
            tiles.sort(key=lambda slot: self.worlds[slot][1])
            for kind in ("giant", "orange", "white"):
                for _ in range(recruits[kind] if tiles else 0):
                    weakest = min(tiles, key=lambda slot: strength(self.fallen[slot]))  # ties: the lower number
                    self.fallen[weakest][kind] += 1

    def from_valhalla(self, it: told.FromValhalla) -> None:
        if it.warrior is not None:
            assert it.seat in self.below(it.slot)
            assert it.slot[-1] == "L"
            spend(self.valhalla, it.warrior, 1)
            self.fallen[it.slot][it.warrior] += 1

    def arm_laid(self, it: told.ArmLaid) -> None:
        assert it.seat in self.below(it.slot)
        self.laid.setdefault(it.slot, Counter())[it.arms] += 1

    def below(self, slot: str) -> list[int]:
        """Whose discs lie below a god tile, the top one first (R10.3)."""
        god = self.worlds[slot][0]
        return [self.support[god, at] for at in SUPPORTED_AT if (god, at) in self.support]

    def fought(self, it: told.WorldFought) -> None:
        """R10.9 and R10.10."""
        slots = f"W{it.world}L", f"W{it.world}D"
        values = []
        for side, slot in enumerate(slots):
            here, arms, against = self.worlds[slot], it.arms[side], it.arms[1 - side]
            weapons = [int(name) for name in arms if name.isdigit()]
            assert Counter(weapon=len(weapons), wizardry=len(arms) - len(weapons)) == self.laid.get(slot, Counter())
            if isinstance(here, str):
                assert arms == ()
                weapons = [it.ancient]
                self.turned[side][it.ancient] += 1
            for _ in range(against.count("negate_weapon")):
                weapons = sorted(weapons)[:-1]
            tile = 0 if "negate_tile" in against else here[1] if isinstance(here, tuple) else PEOPLE[here]
            doubled = 2 if "double_recruits" in arms else 1
            values.append(tile + sum(weapons) + doubled * strength(self.fallen.get(slot, Counter())))
        assert it.values == tuple(values)
        assert it.winner == (None if values[0] == values[1] else values.index(max(values)))
        if it.winner is not None and isinstance(self.worlds[slots[it.winner]], tuple):
            self._reward(it, slots[it.winner])
        assert all(count <= 1 for side in self.turned for count in side.values())  # one of each on each side

    def _reward(self, it: told.WorldFought, slot: str) -> None:
        discs, (one, two) = self.below(slot), REWARDS[it.world]
        shares = [one + two] if len(discs) == 1 else [one, two]
        self.due = [(seat, points, "world") for seat, points in zip(discs, shares, strict=False)]
        for seat, spell in zip(discs, ("vp_top", "vp_bottom"), strict=False):
            if spell in it.arms["LD".index(slot[-1])]:
                self.due.append((seat, 10, spell))

    def over(self, it: told.GameOver) -> None:
        assert list(it.scores) == self.scores
        best = [seat for seat in self.order if self.scores[seat] == max(self.scores)]
        assert it.winners == (best[0],)


READS: dict[type, Any] = {
    told.Received: Reader.received, told.NothingLeft: Reader.nothing_left, told.Gave: Reader.gave,
    told.SealTaken: Reader.seal_taken, told.SealLaid: Reader.seal_laid, told.Performed: Reader.performed,
    told.DealMade: Reader.dealt, told.TempleBuilt: Reader.built,
    told.GodTilePlaced: Reader.placed, told.Recovered: Reader.recovered, told.DiscMoved: Reader.moved,
    told.OrderChanged: Reader.order_changed, told.Scored: Reader.scored, told.Slain: Reader.slain,
    told.AncientTurned: Reader.ancient_turned, told.BattleSettled: Reader.settled, told.RoundBegan: Reader.round_over,
    told.BattleTileTaken: Reader.tile_taken, told.RagnarokBegan: Reader.ragnarok,
    told.FromValhalla: Reader.from_valhalla, told.ArmLaid: Reader.arm_laid, told.WorldFought: Reader.fought,
    told.GameOver: Reader.over, told.ExtraTurn: Reader.extra_turn, told.PhaseBegan: Reader.phase,
    told.TileUsed: Reader.used, told.ChoiceMade: Reader.chosen, told.Placed: Reader.disc_placed,
}  # fmt: skip
