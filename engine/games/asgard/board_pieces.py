"""The pieces of the board: each is a place, a look, a title, and what the page calls it (`data-piece`, `data-ref`).

All looks are drawn by `templates/boards/asgard/pieces.svg`. A symbol is the id of a `<symbol>`: of the shared ones
(`rune-odin`, `symbol-weapon`), or of those in `templates/boards/asgard/symbols.svg` (`ag-white`).
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from engine.core.contract import Seat
from engine.games.asgard.pieces import RECRUITS, STONES

Piece: TypeAlias = dict[str, Any]

Place: TypeAlias = tuple[float, float, int]  # left, top, size

WIDTH: Final = 600
EDGE: Final = 12
# Stones: their colour and that of the letter on them. Never colour alone: each carries a letter or lies with its god.
GEMS: Final = {
    "pink": ("#DB8AAE", "#0B0D0F"),
    "yellow": ("#E8C53A", "#0B0D0F"),
    "red": ("#A8322A", "#FFFFFF"),
    "blue": ("#2B65A8", "#FFFFFF"),
    "green": ("#2F7442", "#FFFFFF"),
    "black": ("#2A2C31", "#FFFFFF"),
    "white": ("#FAF6EA", "#0B0D0F"),
}
RECRUIT_FILL: Final = {"white": "#FAF6EA", "orange": "#E58A35", "giant": "#A9B4BE"}
MARKS: Final = "abcdef"


def piece(kind: str, ref: str, at: tuple[float, float], look: str, title: str, **more: Any) -> Piece:
    """One piece; `at`: its upper left corner, put on whole units so that equal pieces are equal pictures.

    Its size is `s` square, or `w` by `h`. For the template: `cx` its middle, `base` where a centred figure stands,
    `end` where a text behind it begins.
    """
    w, h = more.get("w", more.get("s", 24)), more.get("h", more.get("s", 24))
    spots = {"x": round(at[0]), "y": round(at[1]), "cx": w / 2, "cy": h / 2, "base": h / 2 + 7.5, "end": w + 3}
    return {"kind": kind, "ref": ref, "look": look, "title": title, **spots, **more}


def mark(seat: Seat, ref: str, at: Place, title: str, **more: Any) -> Piece:
    """A seat's disc."""
    return piece("disc", ref, at[:2], "mark", title, s=at[2], mark=MARKS[seat], seat=seat, **more)


def disc(seat: Seat, x: float, y: float, size: int, text: str = "") -> dict[str, Any]:
    """A disc inside another piece (its `discs`), which speaks for it."""
    spots = {"x": round(x), "y": round(y), "end": round(x) + size + 3, "base": round(y) + size / 2 + 7.5}
    return {"seat": seat, "mark": MARKS[seat], "s": size, "text": text, **spots}


def gem(stone: int, ref: str, at: Place, title: str, letter: str, **more: Any) -> Piece:
    """A stone with a letter or a figure on it."""
    fill, ink = GEMS[STONES[stone]]
    return piece("stone", ref, at[:2], "gem", title, s=at[2], fill=fill, ink=ink, letter=letter, **more)


def recruit(kind: int, ref: str, at: Place, title: str, text: str = "", **more: Any) -> Piece:
    """A shield or a giant, and how many."""
    name = RECRUITS[kind]
    return piece(
        "recruit",
        ref,
        at[:2],
        "recruit",
        title,
        s=at[2],
        symbol=f"ag-{name}",
        fill=RECRUIT_FILL[name],
        text=text,
        **more,
    )


def seal(side: int, ref: str, at: Place, title: str, text: str = "", **more: Any) -> Piece:
    """A seal with sun or moon, and how many."""
    return piece("seal", ref, at[:2], "seal", title, s=at[2], side=side, text=text, **more)
