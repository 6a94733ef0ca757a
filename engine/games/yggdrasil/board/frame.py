"""The frame of a world: the number by which orders name it, its name, and whether it can still be used."""

from __future__ import annotations

from typing import Any

from engine.core.board import Part
from engine.games.yggdrasil.board.labels import Labels
from engine.games.yggdrasil.board.pieces import WORLD_SIGNS
from engine.games.yggdrasil.data import WORLD
from engine.games.yggdrasil.view import View

HEAD = 40  # of a large world: its name, above what lies in it
LARGE = 84  # and taller


def frame(view: View, labels: Labels, code: str, box: tuple[int, int, int, int], count: int | None = None) -> Part:
    """A world without what lies in it; `count` of the counters that lie in a small one."""
    w, h = box[2:]
    name = labels.said.world(code)
    lines = [name] if h > LARGE else in_two(name)
    wide = w - 48 - 36
    more = [] if count is None else [labels.count(code, count)]
    data: dict[str, Any] = {
        "number": WORLD[code] + 1, "symbol": WORLD_SIGNS[code], "count": count, "large": h > LARGE, "room": wide,
        "lines": [{"text": text, "y": 27 + 24 * at} for at, text in enumerate(lines)], "right": w - 12,
        "used": code in view.used, "blocked": code in dict(view.blocked), "frame_w": w - 2, "frame_h": h - 2,
    }  # fmt: skip
    new = f"world:{code}" in view.touched
    marks = {"piece": "world", "ref": code}
    return Part("world/frame", *box, data, labels.world(view, code, *more), marks, touched=new)


def in_two(text: str) -> list[str]:
    """A name in one line or in two that are as even as its words allow."""
    words = text.split()
    splits = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    return list(min(splits, key=lambda lines: max(map(len, lines)), default=(text,)))
