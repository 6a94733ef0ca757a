"""What things are worth in Glory to whoever has them: stats, tokens, cards. Guessed by players, tuned by play."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.moves import Seat
from engine.games.blood_rage.data import (
    AGES,
    AXES,
    CARDS,
    HORNS,
    LAST_STEP,
    RAGE,
    STATS,
    TOKEN_GLORY,
    VALUES,
    Design,
    has_token,
)
from engine.games.blood_rage.state import State

# What a step is worth towards the Glory that steps 4 and 6 pay at the end: by Age, by the step it is made from.
PROGRESS = ((0.0, 2.0, 3.2, 5.5, 3.0, 5.0), (0.0, 1.6, 3.2, 8.0, 3.0, 7.0), (0.0, 0.6, 2.4, 10.0, 2.4, 10.0))
RAGE_USE, AXES_USE, HORNS_USE = 1.2, 1.3, 0.9  # of one more, in each Age to come
PRICE = 0.35  # what a Rage could bring otherwise

# A card in the draft, in its own Age, when it is played as well as can be expected, less its price.
CARD = {
    "TRO": 4.5, "DWA": 5.5, "SEA": 3.5, "VAL": 4.5, "ELF": 4.5, "FIR": 6.5, "FRO": 8.0, "HEL": 5.5, "VOL": 4.0,
    "LHA": 3.0, "LAX": 8.0, "LSP": 15.0, "BRO": 3.5, "EXP": 4.5, "MAS": 4.0, "SLD": 6.0, "SFD": 8.0, "SED": 10.0,
    "LDO": 5.0, "LEM": 6.5, "LWR": 7.0, "FCH": 3.0, "TGL": 4.0, "FSU": 6.0, "YDO": 2.0, "LBL": 2.5, "OIN": 4.5,
    "YCH": 4.0, "FPR": 3.5, "YPR": 3.0, "TDO": 4.5, "FDO": 4.0, "OTH": 3.5, "TCO": 12.0, "FSA": 4.0, "YWR": 3.0,
    "TY2": 2.2, "TY3": 3.2, "TY4": 4.2, "TY5": 5.4, "TY6": 6.6, "HSI": 3.6, "HEY": 3.6, "HGA": 4.5, "HWA": 3.0,
    "OSM": 3.0, "OTI": 2.6, "OJU": 5.0, "FGR": 4.2, "THA": 4.2, "TOA": 4.8, "TAS": 6.0, "TPR": 4.8, "LTR": 1.6,
    "LBA": 2.0, "LPO": 2.2, "QAL1": 6.5, "QJO1": 6.5, "QMA1": 6.5, "QYG1": 5.5, "QGD1": 4.5, "QAL2": 8.0, "QJO2": 8.0,
    "QMA2": 8.0, "QYG2": 7.5, "QGD2": 6.0, "QAL3": 10.5, "QJO3": 10.5, "QMA3": 10.5, "QYG3": 10.5, "QGD3": 8.5,
}  # fmt: skip
LATER = 0.6  # what is left of it in a later Age, for a battle card or a quest


def of_step(state: State, seat: Seat, stat: int) -> float:
    """Raising this stat now."""
    step = state.steps[seat][stat]
    if step == LAST_STEP:
        return 0.0
    after, more = AGES - state.age, VALUES[stat][step] - VALUES[stat][step - 1]
    use = (RAGE_USE * after, AXES_USE * after + 0.8, HORNS_USE * after + 0.4)[stat]
    return PROGRESS[state.age - 1][step] + use * more


def best_step(state: State, seat: Seat) -> float:
    """Raising the stat that is wanted most."""
    return max(of_step(state, seat, RAGE), of_step(state, seat, AXES), of_step(state, seat, HORNS))


def of_token(state: State, seat: Seat, province: int) -> float:
    """The reward of a province."""
    stats = has_token(state.tokens[province])
    return sum(of_step(state, seat, STATS.index(stat)) for stat in stats) if stats else float(TOKEN_GLORY)


def of_card(card: int, age: int) -> float:
    """A card by itself. Battle cards and quests of earlier Ages keep what is printed on them."""
    design = CARDS[card]
    value = CARD[design.code]
    return value * LATER if design.kind == "clan" and age == AGES and design.code in _GROWING else value


_GROWING = frozenset({"LDO", "LEM", "FCH", "FSU", "YCH"})  # what pays Age by Age


def ending(designs: Iterable[Design]) -> bool:
    """Whether among these upgrades is one that pays for figures on the board at the end."""
    return any("end" in one.at for one in designs)
