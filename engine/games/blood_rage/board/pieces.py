"""The pieces of the board: each a part with a place, a look, a title, and its name for programs (`data-ref`).

Looks are templates under `templates/boards/blood_rage/`; a symbol is the id of a `<symbol>`: of the shared ones
(`rune-odin`), or of those in `templates/boards/blood_rage/symbols.svg` (`br-w`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final

from engine.core.board import MARKS, TOUCH, Part
from engine.core.moves import Seat
from engine.games.blood_rage.board.labels import Labels, plus_of, price
from engine.games.blood_rage.data import BY_CODE, FIGURE_CODES
from engine.games.blood_rage.rules import touched
from engine.games.blood_rage.view import UNKNOWN

DIGIT: Final = 16  # units that a figure behind a piece takes, in the widest face of a browser
# How much of a clan's shape its glyph fills, and how far below the middle it stands.
ROOM: Final = ((0.62, 0.0), (0.68, 0.0), (0.52, 0.0), (0.46, 0.14))
# A god's rune has its name, but for Frigga, whose rune is that of Freyja: both begin with it.
RUNES: Final = {god: god for god in ("odin", "thor", "tyr", "loki", "heimdall")} | {"frigga": "freyja"}
TINTS: Final = {
    "leader": "tint1", "warrior": "tint1", "ship": "tint1", "monster": "tint6", "clan": "tint4", "battle": "tint2",
    "quest": "tint3",
}  # fmt: skip
KIND_GLYPHS: Final = {"leader": "br-l", "warrior": "br-w", "ship": "br-s"}


def glyph(code: str) -> str:
    """The symbol of a figure."""
    return f"br-{code.casefold()}"


def mark(seat: Seat) -> str:
    return f"seat-{MARKS[seat].lower()}"


def figure(
    seat: Seat, code: str, at: tuple[int, int], size: int, title: str, count: int = 1, ref: str = "", **more: Any
) -> Part:
    """A figure in its clan's shape; `×3` behind it where several stand together."""
    share, low = ROOM[seat]
    s = round(size * share, 1)
    text = f"×{count}" if count > 1 else ""
    data = {
        "shape": f"br-shape-{MARKS[seat].lower()}", "glyph": glyph(code), "g": s,
        "gx": round((size - s) / 2, 1), "gy": round((size - s) / 2 + low * size, 1), "dark": seat == 2, "text": text,
        "end": size + 2, "base": size / 2 + 7.5,
    }  # fmt: skip
    wide = size + 2 + DIGIT * len(text) if text else size
    marks = {"piece": "figure", "ref": ref or code, "seat": seat}
    return Part("figure", at[0], at[1], wide, size, data, title, marks, **more)


def figures(
    labels: Labels,
    seat: Seat,
    codes: Iterable[str],
    place: str,
    at: tuple[int, int],
    size: int,
    rings: Sequence[str] = (),
    *,
    where: str,
) -> list[Part]:
    """A clan's figures in a line, equal ones as one with their number; `rings`: what the last move changed.

    `where`: the place's name for programs.
    """
    found, (x, y) = list[Part](), at
    counts = Counter(codes)
    for code in (one for one in FIGURE_CODES if one in counts):
        new = touched.figure(seat, code, "YGG") in rings
        title = labels.ringed(labels.standing(seat, code, place, counts[code]), touched=new)
        found.append(figure(seat, code, (x, y), size, title, counts[code], f"{code}@{where}", touched=new))
        x += max(found[-1].w + 3, TOUCH)
    return found


def card_face(code: str) -> dict[str, Any]:
    """How a card looks at a glance: its tint, its symbol, and its number with what that counts."""
    if code == UNKNOWN:
        return {"known": False}
    design = BY_CODE[code]
    symbol = KIND_GLYPHS.get(design.kind, "")
    if design.kind == "monster":
        symbol = glyph(code)
    elif design.kind == "quest":
        symbol = "br-quest"
    elif not symbol:
        symbol = f"rune-{RUNES[design.god]}"
    face = {"known": True, "code": code, "tint": TINTS[design.kind], "symbol": symbol, "unit": ""}
    if design.kind == "battle":
        return {**face, "number": f"+{plus_of(design)}"}
    if design.kind == "quest":
        return {**face, "number": str(design.glory), "unit": "symbol-point"}
    return {**face, "number": str(price(design)), "unit": "br-rage"}


def in_two(text: str) -> list[str]:
    """A name in one line or in two that are as even as its words, and their parts between hyphens, allow."""
    words = text.replace("-", "- ").split()
    if len(words) == 1:
        return words
    halves = ((words[:at], words[at:]) for at in range(1, len(words)))
    splits = [tuple(" ".join(half).replace("- ", "-") for half in both) for both in halves]
    first, second = min(splits, key=lambda lines: (max(map(len, lines)), len(lines[1])))
    return [first, second]
