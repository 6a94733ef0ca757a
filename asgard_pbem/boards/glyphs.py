"""Words as outlines: what a renderer makes of a `<text>` in one of the bundled faces, from letters that are kept.

resvg opens the faces anew for every picture and shapes every text in it, which takes longer than painting it. HarfBuzz
shapes as resvg does (kerning, ligatures), and a letter's outline is read once in a process.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

import uharfbuzz

from .fonts import font_files

Box = tuple[float, float, float, float]  # left, low, right, high, with y upwards

# What the bundled faces cover; any other letter (of a player's name, say) sends the renderer to the system's fonts too.
COVERED: Final = re.compile(
    "[\\s!-~\u00a0-\u017f\u0400-\u045f\u0490\u0491\u2010-\u2026\u2030-\u203a\u2116\u2190-\u2193\u2212\u25b2\u25bc]*"
)
KEPT: Final = 4096  # words in one process, some KB each


class Contour(NamedTuple):
    """A closed line of a letter: where it begins, and how it goes on (SVG path data in relative commands)."""

    x: float
    y: float
    rest: str


class Letter(NamedTuple):
    """What a letter is painted of, and the box that holds it (all 0 for a blank)."""

    contours: tuple[Contour, ...]
    box: Box


class Line(NamedTuple):
    """Words in one of the bundled faces, and what stands beside them on their line in whatever face."""

    words: str
    serif: bool = False
    bold: bool = False
    before: str = ""
    behind: str = ""


class Outline(NamedTuple):
    """A line of words in units of its type's size: how far it reaches, its path with y upwards, and its box."""

    length: float
    path: str
    box: Box
    em: int  # units of `path` to one of the others


@lru_cache(maxsize=KEPT)
def outline(line: Line) -> Outline | None:
    """The words of `line` painted; None when their face is not installed or lacks one of the letters.

    What stands beside the words moves the letters next to it (kerning): resvg shapes a whole line in each of its faces.
    """
    number = 2 * line.serif + line.bold
    face = _face(number)
    if face is None or COVERED.fullmatch(line.words) is None:
        return None
    em, path, boxes, at = face.face.upem, [], list[Box](), 0
    for sign, letter_at, place in _shaped(face, line.before + line.words + line.behind):
        if not 0 <= letter_at - len(line.before) < len(line.words):
            continue
        if sign == 0:  # the face's mark for what it lacks
            return None
        x, y = at + place.x_offset, place.y_offset
        letter = _letter(number, sign)
        path += [f"M{one.x + x:g} {one.y + y:g}{one.rest}" for one in letter.contours]
        if letter.contours:
            left, low, right, high = letter.box
            boxes.append((left + x, low + y, right + x, high + y))
        at += place.x_advance
    return Outline(at / em, "".join(path), _around(boxes, em), em)


def _shaped(face: Any, words: str) -> list[tuple[int, int, Any]]:
    """Which signs of the face stand for `words`: a sign's number, the index of its first letter, its place."""
    buffer = uharfbuzz.Buffer()
    buffer.add_str(words)
    buffer.language = "und"  # else the process's own: one board would have other letters on another machine
    buffer.guess_segment_properties()
    uharfbuzz.shape(face, buffer)
    signs = zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
    return [(sign.codepoint, sign.cluster, place) for sign, place in signs]


@cache
def _face(number: int) -> Any:
    files = font_files()
    if number >= len(files):
        return None
    return uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(files[number])))


@cache
def _letter(face: int, sign: int) -> Letter:
    drawn = _Drawn()
    _face(face).draw_glyph(sign, _drawing(), drawn)
    points = drawn.points or [(0.0, 0.0)]
    across, up = [x for x, _ in points], [y for _, y in points]
    return Letter(tuple(drawn.contours), (min(across), min(up), max(across), max(up)))


class _Drawn:
    """Takes a letter's outline down as it is drawn."""

    def __init__(self) -> None:
        self.contours: list[Contour] = []
        self.points: list[tuple[float, float]] = []
        self._steps: list[str] = []

    def begin(self, x: float, y: float) -> None:
        self._begin = self._at = (x, y)
        self.points.append(self._at)

    def step(self, command: str, *places: float) -> None:
        """A line or a curve from where the last one ended, by these places (x, y, x, y ...) to the last of them."""
        x, y = self._at
        points = list(zip(places[::2], places[1::2], strict=True))
        self._steps.append(command + " ".join(f"{px - x:g} {py - y:g}" for px, py in points))
        self.points += points
        self._at = points[-1]

    def close(self) -> None:
        self.contours.append(Contour(*self._begin, "".join((*self._steps, "z"))))
        self._steps.clear()


@cache
def _drawing() -> Any:
    """What HarfBuzz calls while it draws a letter, with places and, last, what takes them down."""
    calls = uharfbuzz.DrawFuncs()
    calls.set_move_to_func(lambda x, y, drawn: drawn.begin(x, y))
    calls.set_line_to_func(lambda *places: places[-1].step("l", *places[:-1]))
    calls.set_quadratic_to_func(lambda *places: places[-1].step("q", *places[:-1]))
    calls.set_cubic_to_func(lambda *places: places[-1].step("c", *places[:-1]))
    calls.set_close_path_func(lambda drawn: drawn.close())
    return calls


def _around(boxes: list[Box], em: int) -> Box:
    if not boxes:
        return (0.0, 0.0, 0.0, 0.0)
    left, low, right, high = zip(*boxes, strict=True)
    return (min(left) / em, min(low) / em, max(right) / em, max(high) / em)
