"""The pieces of the board: each a part with a place, a look, a title, and its name for programs (`data-ref`).

Looks are templates under `templates/boards/asgard/`. A symbol is the id of a `<symbol>`: of the shared ones
(`rune-odin`, `symbol-weapon`), or of those in `templates/boards/asgard/symbols.svg` (`ag-white`).
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from engine.core.board import BLOCK, Part, worn
from engine.core.moves import Seat
from engine.games.asgard.pieces import COLOURS, NOBODY, RECRUITS, STONES
from engine.games.asgard.state import State

Place: TypeAlias = tuple[float, float, int]  # left, top, size

WIDTH: Final = BLOCK
DIGIT: Final = 11  # units that a letter or figure behind a piece may take
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


def piece(
    kind: str,
    ref: str,
    at: tuple[float, float],
    look: str,
    title: str,
    *,
    s: int = 0,
    w: int = 0,
    h: int = 0,
    touched: bool = False,
    seat: Seat | None = None,
    text: str = "",
    **more: Any,
) -> Part:
    """One piece; `at`: its upper left corner, put on whole units.

    Its size is `w` by `h`, or `s` square and round, with its `text` behind it. For the template: `cx` and `cy` its
    middle, `base` where a centred figure stands, `end` where a text behind it begins.
    """
    wide, high = w or s, h or s
    spots = {"s": s, "cx": wide / 2, "cy": high / 2, "base": high / 2 + 7.5, "end": wide + 3}
    marks = {"piece": kind, "ref": ref} | ({} if seat is None else {"seat": seat})
    box = s + 3 + DIGIT * len(text) if s and text else wide
    data = {**spots, "text": text, **more}
    return Part(look, round(at[0]), round(at[1]), box, high, data, title, marks, touched, round=bool(s))


def mark(table: State, seat: Seat, ref: str, at: Place, title: str, **more: Any) -> Part:
    """A seat's disc."""
    return piece("disc", ref, at[:2], "goods/icon", title, s=at[2], symbol=worn_by(table, seat), seat=seat, **more)


def disc(table: State, seat: Seat, x: float, y: float, size: int, text: str = "") -> dict[str, Any]:
    """A disc inside another piece (its `discs`), which speaks for it."""
    spots = {"x": round(x), "y": round(y), "end": round(x) + size + 3, "base": round(y) + size / 2 + 7.5}
    return {"symbol": worn_by(table, seat), "s": size, "text": text, **spots}


def worn_by(table: State, seat: Seat) -> str:
    """The mark of a seat, in the colour that it plays."""
    return worn(seat, colour_of(table, seat))


def colour_of(table: State, seat: Seat) -> str:
    """The name of a seat's colour; empty until it is chosen."""
    number = table.colours[seat]
    return COLOURS[number] if number != NOBODY else ""


def gem(stone: int, ref: str, at: Place, title: str, letter: str, **more: Any) -> Part:
    """A stone with a letter or a figure on it."""
    more |= gem_look(stone, letter)
    return piece("stone", ref, at[:2], "goods/gem", title, s=at[2], **more)


def gem_look(stone: int, letter: str) -> dict[str, str]:
    """The colours of a stone, and what stands on it."""
    fill, ink = GEMS[STONES[stone]]
    return {"fill": fill, "on": ink, "letter": letter}


def recruit(kind: int, ref: str, at: Place, title: str, text: str = "", **more: Any) -> Part:
    """A shield or a giant, and how many."""
    name = RECRUITS[kind]
    look = {"symbol": f"ag-{name}", "fill": RECRUIT_FILL[name]}
    return piece("recruit", ref, at[:2], "goods/icon", title, s=at[2], text=text, **{**look, **more})


def seal(side: int, ref: str, at: Place, title: str, text: str = "", **more: Any) -> Part:
    """A seal with sun or moon, and how many."""
    return piece("seal", ref, at[:2], "goods/seal", title, s=at[2], side=side, text=text, **more)
