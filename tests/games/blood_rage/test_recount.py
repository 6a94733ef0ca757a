"""Every gain that the log tells is counted again by rules.md alone: nothing is paid wrongly, and nothing is left out.

Games are rich: the cards of all Ages are mixed, so that texts meet which the print keeps apart.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engine.core.chance import SeededChance
from engine.core.contract import Imagined
from engine.core.flow.veil import Aside
from engine.core.happenings import Happening
from engine.games.blood_rage import happenings as told
from engine.games.blood_rage.bots.sense import sensible
from engine.games.blood_rage.data import BY_CODE, STATS
from tests.games.blood_rage.scene import RULES
from tests.games.blood_rage.test_accounts import FJORD, Reader

VALUES = {"rage": (6, 7, 8, 9, 12, 12), "axes": (3, 4, 5, 6, 8, 8), "horns": (4, 5, 6, 7, 10, 10)}
REGION = {"ELV": "MA", "ANG": "MA", "MYR": "MA", "MUS": "JO", "HOR": "JO", "UTG": "JO", "AND": "AL", "GIM": "AL"}
QUESTS = {"GD": (6, 8, 11), "YG": (6, 8, 11), "MA": (5, 7, 9), "JO": (5, 7, 9), "AL": (5, 7, 9)}
DRAGONS = {"SLD": 4, "SFD": 8, "SED": 12}
RELEASED = {"LDO": 1, "LEM": 2, "LWR": 3}
MOST = 12  # Rage that a track holds


class Recount(Reader):
    """What the rules pay, as the log goes on: `due` Glory and Rage by seat, amount and reason, `rises`."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.age, self.destroyed = 0, set[str]()
        self.due: Counter[tuple[int, int, str]] = Counter()
        self.rises: list[tuple[int, tuple[str, ...], str]] = []
        self.round: dict[int, str | None] = {}
        self.fighters: tuple[int, ...] = ()
        self.dead: Counter[int] = Counter()
        self.doomed: Counter[int] = Counter()
        self.valkyries: list[int] = []
        self.winner: int | None = None
        self.resolving = False  # a battle whose S7 is still to come

    def has(self, seat: int, card: str) -> bool:
        return card in self.sheet[seat].values()

    def stands(self, seat: int, place: str, code: str | None = None) -> int:
        here = self.figures[seat].items()
        return sum(count for (at, kind), count in here if at == place and code in (None, kind))

    def speaks(self, seat: int) -> str | None:
        """The battle card of the last round, if no Primacy has cancelled its text."""
        laid = self.round.get(seat)
        first = next((one for one in self.fighters if self.round.get(one) == "TPR"), seat)
        return laid if laid is not None and BY_CODE[laid].kind == "battle" and first == seat else None

    def pay(self, seat: int, count: int, why: str) -> None:
        if count:
            self.due[seat, count, why] += 1

    def paid(self, one: told.GloryGained | told.RageGained, count: int) -> None:
        key = one.seat, count, one.why
        assert self.due[key], (one, +self.due)
        self.due[key] -= 1

    def settled(self) -> None:
        """All has been paid; only what is on its last step has not risen."""
        self.after_battle()
        assert not +self.due, +self.due
        missed = [one for one in self.rises if any(self.steps[one[0]][stat] < 6 for stat in one[1])]  # type: ignore[index]
        assert not missed, missed
        self.rises.clear()

    # --- Battle ---------------

    def decided(self, winner: int | None) -> None:
        """S2, in battle order, on what each has at that moment."""
        self.winner, self.resolving = winner, True
        if winner is None:
            return
        glory, rage = list(self.glory), list(self.rage)
        for seat in self.fighters:
            card = self.speaks(seat)
            if seat == winner and card in ("THA", "TAS"):
                glory[seat] += 3
                self.pay(seat, 3, card)
            if seat == winner and card == "TAS":
                self.pay(seat, min(MOST, rage[seat] + 3) - rage[seat], "TAS rage")
                rage[seat] = min(MOST, rage[seat] + 3)
            if seat == winner and card == "TOA":
                self.rises.append((seat, STATS, "TOA"))
            if seat != winner and card == "LBA":
                taken = min(2, glory[winner])
                self.pay(winner, -taken, "LBA")
                self.pay(seat, taken, "LBA")
                glory[winner], glory[seat] = glory[winner] - taken, glory[seat] + taken
            if seat != winner and card == "LTR" and rage[winner]:
                self.pay(winner, -1, "LTR rage")
                self.pay(seat, min(MOST, rage[seat] + 1) - rage[seat], "LTR rage")
                rage[winner], rage[seat] = rage[winner] - 1, min(MOST, rage[seat] + 1)

    def after_battle(self) -> None:
        """S7."""
        if not self.resolving:
            return
        self.resolving = False
        for seat in self.fighters:
            foes = sum(count for other, count in self.dead.items() if other != seat)
            if self.speaks(seat) == "OJU":
                self.pay(seat, 2 * sum(self.dead.values()), "OJU")
            if seat in self.valkyries:
                self.pay(seat, 2 * foes, "VAL")
            if self.has(seat, "TGL") and foes >= 2:
                self.pay(seat, 2, "TGL")

    def pillage(self, one: told.ProvincePillaged) -> None:
        """R10.9: the token, once more for a Frost Giant, Grace, the Leader's upgrade."""
        seat, steps = one.seat, dict(self.steps[one.seat])
        for _ in range(2 if self.stands(seat, one.province, "FRO") else 1):
            if one.token == "glory5":
                self.pay(seat, 5, "token")
            for stat in STATS:
                if one.token in (stat, "all_stats") and steps[stat] < 6:
                    steps[stat] += 1
                    self.rises.append((seat, (stat,), "token"))
        if self.resolving and self.speaks(seat) == "FGR":
            self.rises.append((seat, tuple(stat for stat in STATS if stat != one.token), "FGR"))
        if self.stands(seat, one.province, "L") and self.has(seat, "LAX"):
            self.rises.append((seat, STATS, "LAX"))
        if self.stands(seat, one.province, "L") and self.has(seat, "LSP"):
            self.rises += [(seat, (stat,), "LSP") for stat in STATS]

    # --- The end of an Age ---------------

    def leads(self, seat: int, place: str) -> bool:
        own = self.strength(seat, place)
        others = (self.strength(other, place) for other in range(len(self.glory)) if other != seat)
        return place not in self.destroyed and own > 0 and all(other < own for other in others)

    def fulfils(self, seat: int, quest: str) -> bool:
        goal = quest[1:3]
        if goal == "GD":
            return self.stands(seat, "valhalla") >= 4
        places = ["YGG"] if goal == "YG" else [place for place, region in REGION.items() if region == goal]
        return any(self.leads(seat, place) for place in places)


def _glory(it: Recount, one: told.GloryGained) -> None:
    if one.why == "axes" and it.resolving:
        assert (one.seat, one.glory) == (it.winner, VALUES["axes"][it.steps[one.seat]["axes"] - 1])
        it.winner = None
        it.after_battle()
        return
    if one.why in STATS:
        step = it.steps[one.seat][one.why]  # type: ignore[index]
        assert one.glory == {4: 10, 5: 10, 6: 20}[step]
        return
    if one.why == "ragnarok":
        times = 2 if it.has(one.seat, "OIN") else 1
        assert one.glory == (2, 3, 4)[it.age - 1] * it.doomed.pop(one.seat) * times
        return
    if one.why == "TCO":
        board = sum(count for (at, _), count in it.figures[one.seat].items() if at not in ("reserve", "valhalla"))
        assert (one.glory, it.has(one.seat, "TCO")) == (3 * board, True)
        return
    if one.why in ("OJU", "VAL", "TGL"):
        it.after_battle()  # nobody has won: no Axes were paid before
    it.paid(one, one.glory)


def _rage(it: Recount, one: told.RageGained) -> None:
    if one.why in ("FPR", "YPR"):  # a price
        assert one.rage < 0 <= it.rage[one.seat] + one.rage
        return
    key = one.seat, one.rage, f"{one.why} rage"
    assert it.due[key], (one, +it.due)
    it.due[key] -= 1


def _raised(it: Recount, one: told.StatRaised) -> None:
    assert one.value == VALUES[one.stat][it.steps[one.seat][one.stat]]  # type: ignore[index]
    if one.why != "FSA":
        it.rises.remove(next(rise for rise in it.rises if one.stat in rise[1] and (one.seat, one.why) == rise[::2]))


def _revealed(it: Recount, one: told.CardsRevealed) -> None:
    it.round = dict(one.cards)
    cards = [card for card in it.round.values() if card is not None and BY_CODE[card].kind == "battle"]
    watch = next((seat for seat in it.fighters if it.round[seat] == "HWA"), None)
    if watch is not None and "TPR" not in cards:
        it.pay(watch, sum(BY_CODE[card].plus for card in cards), "HWA")


def _joined(it: Recount, one: told.BattleJoined) -> None:
    here = [seat for seat in range(len(it.glory)) if it.stands(seat, one.province)
            or it.stands(seat, FJORD.get(one.province, ""))]  # fmt: skip
    assert sorted(one.fighters) == here
    it.fighters, it.dead = one.fighters, Counter()
    it.valkyries = [seat for seat in one.fighters if it.stands(seat, one.province, "VAL")]


def _destroyed(it: Recount, one: told.FiguresDestroyed) -> None:
    ships = sum(code in ("S", "SEA") for code in one.figures)
    for _ in range(ships):
        dragons = it.sheet[one.seat].get("s", "")
        it.pay(one.seat, DRAGONS.get(dragons, 0), dragons)
    it.dead[one.seat] += len(one.figures) if one.why in ("OSM", "OTI", "battle") else 0
    it.doomed[one.seat] += len(one.figures) if one.why == "ragnarok" else 0


def _quests(it: Recount, one: told.QuestsRevealed) -> None:
    assert [it.fulfils(one.seat, quest) for quest in one.fulfilled + one.failed] == (
        [True] * len(one.fulfilled) + [False] * len(one.failed)
    )
    for quest in one.fulfilled:
        times = 2 if it.has(one.seat, "OTH") else 1
        it.pay(one.seat, QUESTS[quest[1:3]][int(quest[3]) - 1] * times, quest)
        it.rises.append((one.seat, STATS, "quest"))


def _released(it: Recount, one: told.ValhallaReleased) -> None:
    assert len(one.figures) == it.stands(one.seat, "valhalla")
    for card, glory in RELEASED.items():
        if it.has(one.seat, card):
            it.pay(one.seat, glory * len(one.figures), card)


def _age(it: Recount, one: told.AgeBegan) -> None:
    it.settled()
    it.age = one.age


def _ended(it: Recount, one: told.GameEnded) -> None:
    it.settled()
    best = max(it.glory)
    assert one.winners == tuple(seat for seat, glory in enumerate(it.glory) if glory == best)


COUNTS: dict[type[Happening], Callable[[Recount, Any], None]] = {
    told.GameBegan: lambda it, one: it.destroyed.update(one.destroyed), told.AgeBegan: _age,
    told.GloryGained: _glory, told.RageGained: _rage, told.StatRaised: _raised, told.CardsRevealed: _revealed,
    told.BattleJoined: _joined, told.FiguresDestroyed: _destroyed, told.QuestsRevealed: _quests,
    told.BattleDecided: lambda it, one: it.decided(one.winner), told.ValhallaReleased: _released,
    told.ProvincePillaged: lambda it, one: it.pillage(one), told.GameEnded: _ended,
    told.PillageDeclared: lambda it, one: it.settled(), told.UpgradePlayed: lambda it, one: it.settled(),
    told.ActionEnded: lambda it, one: it.settled(),
    told.ProvinceDestroyed: lambda it, one: it.destroyed.add(one.province),
}  # fmt: skip


def rich(seats: int, seed: int, wise: bool) -> Iterator[Happening]:
    """What everybody is told of a game in which every deck holds cards of all Ages, and nobody passes who can act."""
    rng, chance = random.Random(seed), SeededChance(b"recount %d" % seed)
    state, out = RULES.setup(RULES.Options(), seats, chance)
    piles = [*state.packs, *state.decks]
    cards = [card for pile in piles for card in pile]
    rng.shuffle(cards)
    for pile in piles:
        pile[:] = [cards.pop() for _ in pile]
    while True:
        yield from (one.what if isinstance(one, Aside) else one for one in out
                    if not isinstance(one, Aside) or one.to is None)  # fmt: skip
        asked = next((one for one in RULES.decisions(state) if one.waits), None)
        if asked is None:
            return
        move = RULES.forced(state, asked)
        if move is None and wise and rng.random() < 0.5:
            move = sensible(Imagined(RULES, state), asked, rng)
        elif move is None:
            menu = RULES.menu(state, asked)
            found = [menu.random(rng) for _ in range(8)]
            move = next((one for one in found if "pass" not in one.kind), found[0])
        out = RULES.apply(state, asked.seat, move, chance)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("wise", [False, True], ids=["eager", "wiser"])
def test_what_the_rules_pay_is_told_and_nothing_else(seats: int, seed: int, wise: bool) -> None:
    count = Recount(seats)
    for one in rich(seats, seed, wise):
        if type(one) in COUNTS:
            COUNTS[type(one)](count, one)
        count.read([one])
