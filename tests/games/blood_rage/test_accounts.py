"""The log tells everything: who reads what is told to all, and nothing else, has the same board, Glory and Rage."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from engine.core.chance import SeededChance
from engine.core.contract import Imagined
from engine.core.flow.veil import Aside
from engine.core.happenings import Happening
from engine.games.blood_rage import happenings as told
from engine.games.blood_rage.bots.sense import sensible
from engine.games.blood_rage.data import BY_CODE, PLACES, RESERVE, SLOTS, STATS, VALHALLA, WARRIORS
from engine.games.blood_rage.state import State
from tests.games.blood_rage.scene import RULES

STRENGTHS = {"L": 3, "S": 2, "TRO": 2, "DWA": 2, "SEA": 3, "VAL": 2, "FIR": 4, "FRO": 4, "HEL": 3, "VOL": 3}
FJORD = {"ELV": "FN", "ANG": "FN", "MUS": "FE", "HOR": "FE", "UTG": "FS", "AND": "FS", "GIM": "FW", "MYR": "FW"}
_NAMED = {RESERVE: "reserve", VALHALLA: "valhalla"}


class Reader:
    """Keeps the table by what a spectator is told."""

    def __init__(self, seats: int) -> None:
        clan = ["L", "S", *["W"] * len(WARRIORS)]
        self.figures = [Counter({("reserve", code): clan.count(code) for code in set(clan)}) for _ in range(seats)]
        self.sheet: list[dict[str, str]] = [{} for _ in range(seats)]
        self.glory, self.rage, self.hands = [0] * seats, [0] * seats, [0] * seats
        self.steps = [dict.fromkeys(STATS, 1) for _ in range(seats)]
        self.pillaged: set[str] = set()
        self.quests = [0] * seats
        self.cards: dict[int, list[str]] = {}  # lying in the battle
        self.silent: set[str] = set()  # of those, whose text was cancelled

    def read(self, happenings: Iterable[Happening]) -> None:
        for one in happenings:
            if isinstance(one, Aside) and one.to is not None:
                continue  # told to some, before it is told to all
            what = one.what if isinstance(one, Aside) else one
            if type(what) in READS:
                READS[type(what)](self, what)

    def move(self, seat: int, code: str, source: str, to: str, count: int = 1) -> None:
        here = self.figures[seat]
        assert here[source, code] >= count, (seat, code, source)
        here[source, code] -= count
        here[to, code] += count

    def strength(self, seat: int, province: str) -> int:
        """Counted by hand, as R18 says."""
        here = Counter({code: count for (place, code), count in self.figures[seat].items()
                        if place in (province, FJORD.get(province))})  # fmt: skip
        single, pair = {"BRO": (1, 3), "EXP": (2, 4), "MAS": (2, 6)}.get(self.sheet[seat].get("w", ""), (1, 2))
        others = {**STRENGTHS, "ELF": 3 if province == "YGG" else 1}
        warriors = here.pop("W", 0)
        return warriors // 2 * pair + warriors % 2 * single + sum(others[code] * count for code, count in here.items())

    def plus(self, seat: int, card: str) -> int:
        """What a card adds that is no Sight."""
        quests = {"YDO": 3, "YWR": 5}
        if BY_CODE[card].kind == "quest":
            return max((quests.get(one, 0) for one in self.sheet[seat].values()), default=0)
        return BY_CODE[card].plus

    def total(self, seat: int, province: str) -> int:
        """Figures and cards; a Sight by the best card of an enemy."""
        enemies = [self.plus(other, card) for other, cards in self.cards.items() if other != seat for card in cards]
        sight = 0 if "HSI" in self.silent else max(enemies, default=0)
        cards = [sight if card == "HSI" else self.plus(seat, card) for card in self.cards.get(seat, [])]
        return self.strength(seat, province) + sum(cards)

    def same_as(self, state: State) -> None:
        for seat in range(state.seats):
            stands: Counter[tuple[str, str]] = Counter()
            for figure, place in enumerate(state.places[seat]):
                if code := state.kind(seat, figure):
                    stands[PLACES[place] if place >= 0 else _NAMED[place], code] += 1
            assert +self.figures[seat] == stands
            sheet = {slot: card for slot, card in zip(SLOTS, state.sheets[seat], strict=True) if card >= 0}
            assert set(self.sheet[seat]) == set(sheet)
            assert list(self.steps[seat].values()) == state.steps[seat]
            assert self.hands[seat] == len(state.hands[seat])
            assert self.quests[seat] == len(state.quests[seat])
        assert (self.glory, self.rage) == (state.glory, state.rage)
        assert self.pillaged == {PLACES[place] for place in range(9) if state.pillaged[place]}


def _invaded(it: Reader, one: told.FigureInvaded) -> None:
    it.move(one.seat, one.figure, "valhalla" if one.why == "FDO" else "reserve", one.place)
    it.rage[one.seat] -= one.cost


def _marched(it: Reader, one: told.FiguresMarched) -> None:
    for code in one.figures:
        it.move(one.seat, code, one.source, one.to)
    it.rage[one.seat] -= 1


def _upgraded(it: Reader, one: told.UpgradePlayed) -> None:
    old = it.sheet[one.seat].get(one.slot)
    assert old == one.replaced
    if BY_CODE[one.card].kind == "monster":
        if old is not None:
            gone = next(key for key, count in it.figures[one.seat].items() if key[1] == old and count)
            it.figures[one.seat][gone] -= 1
        it.figures[one.seat]["reserve", one.card] += 1
    it.sheet[one.seat][one.slot] = one.card
    it.rage[one.seat] -= one.cost
    it.hands[one.seat] -= 1


def _declared(it: Reader, one: told.PillageDeclared) -> None:
    it.rage[one.seat] -= one.cost


def _destroyed(it: Reader, one: told.FiguresDestroyed) -> None:
    for code in one.figures:
        it.move(one.seat, code, one.place, "valhalla")


def _released(it: Reader, one: told.ValhallaReleased) -> None:
    for code in one.figures:
        it.move(one.seat, code, "valhalla", "reserve")


def _revealed(it: Reader, one: told.CardsRevealed) -> None:
    it.cards, it.silent = {seat: [card] for seat, card in one.cards if card is not None}, set()
    for seat in it.cards:
        it.hands[seat] -= 1


def _late(it: Reader, one: told.LateCardAdded) -> None:
    it.cards.setdefault(one.seat, []).append(one.card)
    it.hands[one.seat] -= 1


def _decided(it: Reader, one: told.BattleDecided) -> None:
    """There is one Sight in each deck for all: whoever has it, it was either cancelled or not."""
    counted = tuple((seat, it.total(seat, one.province)) for seat, _ in one.totals)
    assert one.totals == counted
    best = max(total for _, total in counted)
    leading = [seat for seat, total in counted if total == best]
    assert one.winner == (leading[0] if len(leading) == 1 else None)


def _quests(it: Reader, one: told.QuestsRevealed) -> None:
    assert it.quests[one.seat] == len(one.fulfilled) + len(one.failed)
    it.quests[one.seat] = 0


def _committed(it: Reader, one: told.QuestCommitted) -> None:
    it.hands[one.seat] -= 1
    it.quests[one.seat] += 1


def _began(it: Reader, one: told.ActionBegan) -> None:
    it.rage = list(one.rage)


def _passed(it: Reader, one: told.TurnPassed) -> None:
    assert it.rage[one.seat] == one.rage
    it.rage[one.seat] = 0


def _ended(it: Reader, one: told.ActionEnded) -> None:
    it.rage = [0] * len(it.rage)


def _glory(it: Reader, one: told.GloryGained) -> None:
    it.glory[one.seat] += one.glory


def _rage(it: Reader, one: told.RageGained) -> None:
    it.rage[one.seat] += one.rage


def _raised(it: Reader, one: told.StatRaised) -> None:
    it.steps[one.seat][one.stat] += 1  # type: ignore[index]


def _hand(change: Callable[[Any], int]) -> Callable[[Reader, Any], None]:
    def read(it: Reader, one: Any) -> None:
        it.hands[one.seat] += change(one)

    return read


READS: dict[type[Happening], Callable[[Reader, Any], None]] = {
    told.FigureInvaded: _invaded, told.FiguresMarched: _marched, told.UpgradePlayed: _upgraded,
    told.PillageDeclared: _declared, told.FiguresDestroyed: _destroyed, told.ValhallaReleased: _released,
    told.CardsRevealed: _revealed, told.QuestsRevealed: _quests, told.QuestCommitted: _committed,
    told.ActionBegan: _began, told.TurnPassed: _passed, told.ActionEnded: _ended, told.GloryGained: _glory,
    told.RageGained: _rage, told.StatRaised: _raised,
    told.CallAnswered: lambda it, one: it.move(one.seat, one.figure, one.source, one.province),
    told.WitchRetreated: lambda it, one: it.move(one.seat, "VOL", one.source, "YGG"),
    told.LeaderMoved: lambda it, one: it.move(one.seat, "L", one.source, one.to),
    told.ProvincePillaged: lambda it, one: it.pillaged.add(one.province),
    told.AgeEnded: lambda it, one: it.pillaged.clear(),
    told.LateCardAdded: _late, told.BattleDecided: _decided,
    told.TextsCancelled: lambda it, one: it.silent.update(one.cards),
    told.CardsDrafted: _hand(lambda one: len(one.cards)),
    told.CardsReturned: _hand(lambda one: len(one.cards)), told.CardsStolen: _hand(lambda one: len(one.cards)),
    told.HandDiscarded: _hand(lambda one: -one.count),
}  # fmt: skip


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("wise", [False, True], ids=["random", "greedy"])
def test_a_reader_of_the_log_has_the_same_table(seats: int, seed: int, wise: bool) -> None:
    rng, chance = random.Random(seed), SeededChance(b"log %d" % seed)
    state, out = RULES.setup(RULES.Options(), seats, chance)
    reader = Reader(seats)
    while True:
        reader.read(out)
        if state.veil is None:
            reader.same_as(state)
        asked = [one for one in RULES.decisions(state) if one.waits]
        if not asked:
            return
        move = RULES.forced(state, asked[0])
        if move is None:
            menu = RULES.menu(state, asked[0])
            move = sensible(Imagined(RULES, state), asked[0], rng) if wise else menu.random(rng)
        out = RULES.apply(state, asked[0].seat, move, chance)
