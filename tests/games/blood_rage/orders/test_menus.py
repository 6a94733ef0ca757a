"""Nothing that can be done is left out of the menu: whoever answers by numbers has every action."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from engine.core.moves import IllegalMove, Move
from engine.games.blood_rage.data import BY_CODE, EMPTY, FIGURE_CODES, PLACES, SLOTS, SLOTS_OF, STATS
from engine.games.blood_rage.moves import (
    CommitQuest,
    Invade,
    Pillage,
    Repillage,
    Sacrifice,
    Standing,
    Upgrade,
    ValhallaInvade,
)
from engine.games.blood_rage.rules.actions.turns import check_act
from engine.games.blood_rage.rules.actions.upgrade import raiders
from engine.games.blood_rage.state import State
from tests.games.blood_rage.scene import RULES, Scene

CLAUSES = tuple(product((False, True), repeat=2))
# Boards on which a little is enough or too little: Rage, Horns, villages, what lies on the sheet and in the hand.
TABLES: dict[str, dict[str, Any]] = {
    "the last Rage": {"rage": {"A": 1}, "sheet": {"A": "FDO TDO FSU EXP"}, "hand": {"A": "BRO TRO LDO QAL1"},
                      "figures": {"A": "L @GIM, W @VALHALLA"}},
    "two Rage": {"rage": {"A": 2}, "sheet": {"A": "YCH TDO FSU ELF"}, "hand": {"A": "TRO VAL SFD TGL"},
                 "figures": {"A": "W @GIM, S @FW"}, "pillaged": "GIM YGG"},
    "the last figure under Horns": {"sheet": {"A": "FSU TDO FDO FIR=m1 SEA=m2"}, "hand": {"A": "DWA SLD BRO LHA"},
                                    "figures": {"A": "W2 @GIM, SEA @FW, FIR @VALHALLA", "B": "L W @UTG"}},
    "no more figure under Horns": {"sheet": {"A": "FSU FDO TRO=m1 VAL=m2"}, "hand": {"A": "DWA HEL"},
                                   "figures": {"A": "L W2 @GIM, TRO @AND, W @VALHALLA"}},
    "full provinces": {"sheet": {"A": "FSU TDO FSA TRO=m1"}, "hand": {"A": "FIR VAL"}, "destroyed": "ELV ANG MUS",
                       "figures": {"A": "W @UTG, S @FS", "B": "W2 @UTG, W3 @AND, S @FS"},
                       "steps": {"A": (6, 3, 2)}},
    "full slots": {"sheet": {"A": "FCH OTH LDO LHA BRO SLD TRO DWA"}, "hand": {"A": "FDO LAX MAS SED VAL QYG1"},
                   "figures": {"A": "TRO @GIM"}, "rage": {"A": 2}},
    "reserves that are bare": {"sheet": {"A": "FSU TDO FSA"}, "hand": {"A": "LSP SED EXP"}, "steps": {"A": (1, 1, 6)},
                               "figures": {"A": "L S W8 @VALHALLA"}},
}  # fmt: skip


def actions(state: State, seat: int) -> Iterator[Move]:
    """Everything that a clan might order, but for marches and passes; an empty slot is named by the first one."""
    for figure, to, (succor, pillage) in product(FIGURE_CODES, PLACES, CLAUSES):
        yield Invade(figure=figure, to=to, succor=succor, pillage=pillage)
        yield ValhallaInvade(figure=figure, to=to, succor=succor, pillage=pillage)
    for card in BY_CODE:
        yield CommitQuest(card=card)
        yield from _upgrades(state, seat, card)
    for place in PLACES:
        yield Pillage(province=place)
        yield Repillage(province=place)
    there = [Standing(figure=figure, place=place) for place in PLACES for figure in FIGURE_CODES]
    mine = [one for one in there if state.find(seat, one.figure, PLACES.index(one.place)) is not None]
    for at, first in enumerate(mine):
        for second, stat in product(mine[at:], STATS):
            yield Sacrifice(figures=(first, second), stat=stat)


def _upgrades(state: State, seat: int, card: str) -> Iterator[Move]:
    design = BY_CODE[card]
    slots = SLOTS_OF.get(design.kind, range(0))
    empty = [slot for slot in slots if state.sheets[seat][slot] == EMPTY]
    found = raiders(state, seat, design) if design.is_upgrade else []
    for slot in (slot for slot in slots if slot not in empty[1:]):
        named = SLOTS[slot] if len(slots) > 1 else None
        yield Upgrade(card=card, slot=named)
        for figure, to, (succor, pillage) in product(found, PLACES, CLAUSES):
            sent = figure if len(found) > 1 else None
            yield Upgrade(card=card, slot=named, figure=sent, to=to, succor=succor, pillage=pillage)


def can_be_done(state: State, seat: int, move: Move) -> bool:
    try:
        check_act(state, seat, move)
    except IllegalMove:
        return False
    return True


@pytest.mark.parametrize("table", TABLES)
def test_all_that_can_be_done_stands_in_the_menu_and_nothing_else(table: str) -> None:
    scene = Scene(**TABLES[table])
    decision = next(one for one in RULES.decisions(scene.state) if one.waits)
    offered = [move for _, _, move in RULES.menu(scene.state, decision).leaves()]
    able = [move for move in actions(scene.state, 0) if can_be_done(scene.state, 0, move)]
    assert able
    assert [move for move in able if move not in offered] == []
    assert [move for move in offered if not can_be_done(scene.state, 0, move)] == []
    counted = [move for move in offered if move.kind not in ("march", "pass")]
    assert len(counted) == len(able)
