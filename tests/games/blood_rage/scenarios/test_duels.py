"""Every pair of battle cards, played out by the rules and counted a second time by hand, from rules.md alone (R10)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import pytest

from engine.games.blood_rage.data import BY_CODE, CARDS, VALHALLA
from tests.games.blood_rage.scene import Scene

BATTLE = sorted(code for code, design in BY_CODE.items() if design.kind == "battle")
BLUFFS = ["QMA1", "TRO", "LDO", "TGL", "FRO", "LAX"]  # quests and upgrades add nothing and do nothing
STRENGTHS = {"L": 3, "W": 1, "S": 2}
ORDER = ("A", "B")  # the pillager first


@dataclass
class Side:
    """A clan in the duel: A pillages Gimle with Leader, Warrior and Ship; B has two Warriors there."""

    figures: list[str]
    card: str
    hand: list[str] = field(default_factory=list)
    glory: int = 10
    rage: int = 4
    steps: list[int] = field(default_factory=lambda: [1, 1, 1])
    dead: Counter[str] = field(default_factory=Counter)
    silent: bool = False

    def says(self, code: str) -> bool:
        return self.card == code and not self.silent

    def falls(self, figure: str) -> None:
        if figure in self.figures:
            self.figures.remove(figure)
            self.dead[figure] += 1

    def raises(self) -> None:
        """As a time-out does: the lowest stat, the first of equal ones."""
        self.steps[self.steps.index(min(self.steps))] += 1


def duel(a: str, b: str) -> tuple[dict[str, Side], str | None, list[str]]:
    """Both clans, the winner, and what is discarded."""
    sides = {"A": Side(["L", "W", "S"], a), "B": Side(["W", "W"], b)}
    discards: list[str] = []
    if a == "TPR" or b == "TPR":
        sides["B" if a == "TPR" else "A"].silent = True
    watching = next((one for one in ORDER if sides[one].says("HWA")), None)
    if watching is not None:
        sides[watching].glory += BY_CODE[a].plus + BY_CODE[b].plus
        discards += [a, b]
        sides["A"].card = sides["B"].card = ""
    for one in ORDER:
        _odin(sides, one)
    totals = {one: _total(sides, one) for one in ORDER}
    winner = None if totals["A"] == totals["B"] else max(ORDER, key=lambda one: totals[one])
    if winner is not None:
        _won_or_lost(sides, winner, "B" if winner == "A" else "A", discards)
    _settled(sides, winner)
    return sides, winner, discards


def _settled(sides: dict[str, Side], winner: str | None) -> None:
    """S3 to S7."""
    for one in ORDER:
        if one != winner:
            sides[one].hand += [sides[one].card] if sides[one].card else []
            for figure in list(sides[one].figures):
                sides[one].falls(figure)
    if winner == "A":
        sides["A"].glory += 5
        if sides["A"].says("FGR"):
            sides["A"].raises()
    if winner is not None:
        sides[winner].glory += (3, 4, 5)[sides[winner].steps[1] - 1]
    for one in ORDER:
        if sides[one].says("OJU"):
            sides[one].glory += 2 * (sides["A"].dead.total() + sides["B"].dead.total())


def _odin(sides: dict[str, Side], one: str) -> None:
    other = sides["B" if one == "A" else "A"]
    if sides[one].says("OSM"):
        other.falls("W")
    if sides[one].says("OTI"):
        for side in sides.values():
            kept = max(side.figures, key=lambda figure: STRENGTHS[figure], default="")
            left = list(side.figures)
            if kept:
                left.remove(kept)
            for figure in left:
                side.falls(figure)


def _total(sides: dict[str, Side], one: str) -> int:
    side, other = sides[one], sides["B" if one == "A" else "A"]
    plus = BY_CODE[side.card].plus if side.card else 0
    if side.says("HSI"):
        plus = BY_CODE[other.card].plus if other.card else 0
    return sum(STRENGTHS[figure] for figure in side.figures) + plus


def _won_or_lost(sides: dict[str, Side], winner: str, loser: str, discards: list[str]) -> None:
    """S2 in battle order; what the winner played is discarded unless Poison took it."""
    won, lost, stolen = sides[winner], sides[loser], False
    for one in ORDER:
        if one == winner:
            won.glory += 3 * (won.says("THA") or won.says("TAS"))
            won.rage = min(12, won.rage + 3 * won.says("TAS"))
            if won.says("TOA"):
                won.raises()
        else:
            stolen = lost.says("LPO") and bool(won.card)
            taken = min(won.rage, lost.says("LTR"))
            won.rage, lost.rage = won.rage - taken, lost.rage + taken
            taken = min(won.glory, 2 * lost.says("LBA"))
            won.glory, lost.glory = won.glory - taken, lost.glory + taken
    if stolen:
        lost.hand.append(won.card)
    elif won.card:
        discards.append(won.card)


@pytest.mark.parametrize("a", [*BATTLE, *BLUFFS])
def test_every_card_against_every_other_does_what_is_counted_by_hand(a: str) -> None:
    for b in [*BATTLE, *BLUFFS]:
        if a == b and CARDS.count(BY_CODE[a]) < 2:
            continue  # there is one of these in the decks
        sides, winner, discards = duel(a, b)
        scene = Scene(figures={"A": "L W @GIM, S @FW", "B": "W2 @GIM"}, hand={"A": a, "B": b}, tokens={"GIM": "glory5"},
                      glory={"A": 10, "B": 10}, rage={"A": 4, "B": 4})  # fmt: skip
        scene.does("A", "pillage GIM")
        while scene.asked is not None and scene.asked[1] != "action":
            scene.times_out(scene.asked[0])
        for number, one in enumerate(ORDER):
            side = sides[one]
            found = (scene.glory(one), scene.rage(one), scene.hand(one), scene.state.steps[number])
            assert found == (side.glory, side.rage, sorted(side.hand), side.steps), (a, b, one)
            assert Counter(scene.state.kinds(number, VALHALLA)) == side.dead, (a, b, one)
        assert scene.pillaged("GIM") == (winner == "A"), (a, b)
        assert scene.discards() == sorted(discards), (a, b)
