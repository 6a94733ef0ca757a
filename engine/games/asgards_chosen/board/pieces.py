"""The pieces of the board: markers, heroes and cards, each as the data that a template draws.

Looks are templates under `templates/boards/asgards_chosen/`; a symbol is the id of a `<symbol>`: of the shared ones
(`rune-odin`), or of those in `templates/boards/asgards_chosen/symbols.svg` (`ac-bog`).
"""

from __future__ import annotations

from typing import Any, Final

from engine.core.board import MARKS
from engine.games.asgards_chosen.data import DESIGNS, ENEMY, KINDS, TERRAINS, Design
from engine.games.asgards_chosen.view import UNKNOWN

TINTS: Final = {
    "forest": "tint4", "bog": "tint8", "lake": "tint1", "scrub": "tint3", "hill": "tint2", "mountain": "tint6",
    "town": "card", "focus": "tint5", "water_mastery": "tint7", "wind_mastery": "tint1", "faery_ring": "tint4",
}  # fmt: skip
# A god's rune has its name; Freyr's is called frey, and that of Frigg is our own.
RUNES: Final = {"freyr": "rune-frey", "frigg": "ac-frigg"}
LETTERS: Final = {"F": "ac-letter-f", "M": "ac-letter-m", "Ж": "ac-letter-zh", "М": "ac-letter-m"}
# How large the letter of a hero is beside its shape, and how far below the middle of it it stands.
FACES: Final = ((0.86, 0.05), (0.86, 0.05), (0.72, 0.05), (0.62, 0.16))
SHORT: Final = 10  # letters of a name that has room in the width of a slot
DARK_LETTERS: Final = (2,)  # sides whose colour is too light for a white letter

assert set(TINTS) == set(KINDS)


def rune(god: str) -> str:
    return RUNES.get(god, f"rune-{god}")


def sign(kind: str) -> str:
    """The sign of a kind of territory."""
    return f"ac-{kind}"


def mark(side: int) -> str:
    """The symbol of a side's control marker."""
    return "ac-enemy" if side == ENEMY else f"seat-{MARKS[side].lower()}"


def marker(side: int, size: int) -> dict[str, Any]:
    """A control marker."""
    return {"symbol": mark(side), "x": 0, "s": size, "letter": "", "down": False}


def hero(side: int, letter: str, size: int, x: int = 0, *, down: bool) -> dict[str, Any]:
    """A hero: the shape of its side with horns, in it the letter by which orders call it; lying when vanquished."""
    share, low = FACES[side]
    s = round(size * share, 1)
    return {
        "symbol": f"ac-hero-{MARKS[side].lower()}", "x": x, "s": size, "letter": LETTERS[letter], "ls": s,
        "lx": round((size - s) / 2, 1), "ly": round((size - s) / 2 + low * size, 1), "dark": side in DARK_LETTERS,
        "down": down, "middle": size / 2,
    }  # fmt: skip


def design(code: str) -> Design:
    """What is printed on a card; `troll1#2` is a Troll."""
    return DESIGNS[code.partition("#")[0]]


def face(code: str) -> dict[str, Any]:
    """How a card looks at a glance: ground, sign, and its power with the bonus."""
    if code == UNKNOWN:
        return {"known": False}
    one = design(code)
    if one.sort == "creature":
        kind = TERRAINS[one.terrain]
        return {"known": True, "tint": TINTS[kind], "symbol": sign(kind), "number": f"{one.power}+{one.bonus}"}
    if one.sort == "god":
        return {"known": True, "tint": "card", "symbol": rune(one.name), "number": str(one.power)}
    if one.sort == "event":
        return {"known": True, "tint": "tint5", "symbol": "ac-event", "number": ""}
    enchanted = one.kind == "enchanted"
    return {
        "known": True, "tint": "tint7" if enchanted else "well",
        "symbol": "ac-enchanted" if enchanted else "ac-item", "number": "",
    }  # fmt: skip


def in_two(text: str) -> list[str]:
    """A short name in one line, others in two that are as even as their words allow."""
    words = text.split()
    if len(words) == 1 or len(text) <= SHORT:
        return [text]
    halves = [[" ".join(words[:at]), " ".join(words[at:])] for at in range(1, len(words))]
    return min(halves, key=lambda lines: (max(map(len, lines)), len(lines[1])))
