"""The pages' typefaces: `python -m asgard_pbem.preparing.faces` cuts what is missing from the boards' faces.

Boards are measured and painted with Source Sans and Source Serif from PyPI (`boards/fonts.py`); pages load the very
same letters, in woff2 and by script, so that what fits when it is measured fits in every browser. The files lie beside
the style sheet, are made at set-up as the compiled catalogues are, and never change under one name.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from asgard_pbem.boards.fonts import font_files

HOME: Final = Path(__file__).resolve().parents[1] / "web" / "static" / "web" / "faces"
FEATURES: Final = ("ccmp", "kern", "liga", "lnum", "locl", "mark", "pnum", "tnum")  # what the style sheet asks for
# In the order of `font_files`: the name of the file, of the family, its weight.
CUTS: Final = (
    ("sans", "Source Sans Pro", 400), ("sans", "Source Sans Pro", 700),
    ("serif", "Source Serif Pro", 400), ("serif", "Source Serif Pro", 700),
)  # fmt: skip
# A browser loads a script when a page has a letter of it: English readers never load Cyrillic.
SCRIPTS: Final = {
    "latin": "U+0020-007E, U+00A0-00FF, U+0131, U+0152-0153, U+2010-2026, U+2030-2035, U+2039-203A, U+20AC, U+2116,"
    " U+2190-2193, U+2212, U+25B2, U+25BC",
    "latin-ext": "U+0100-0130, U+0132-0151, U+0154-017F",
    "cyrillic": "U+0400-045F, U+0490-0491",
}


@dataclass(frozen=True, slots=True)
class Face:
    """One file: a face in one script."""

    name: str  # `serif-700-latin`
    family: str
    weight: int
    source: Path
    script: str

    @property
    def file(self) -> str:
        """Its name says what it is cut from and what of it: another content has another name."""
        told = hashlib.sha256(b"\0".join((_digest(self.source), SCRIPTS[self.script].encode(), *_wanted())))
        return f"{self.name}.{told.hexdigest()[:12]}.woff2"

    def rule(self) -> str:
        """Its line of the style sheet."""
        return (
            f'@font-face {{ font-family: "{self.family}"; font-weight: {self.weight}; font-display: swap;'
            f' src: url("faces/{self.file}") format("woff2"); unicode-range: {SCRIPTS[self.script]}; }}'
        )


def faces() -> Iterator[Face]:
    """Every file in the order of the style sheet; none without the packages of the faces."""
    for (kind, family, weight), source in zip(CUTS, font_files(), strict=False):
        for script in SCRIPTS:
            yield Face(f"{kind}-{weight}-{script}", family, weight, Path(source), script)


def make_missing() -> int:
    """Cut each file that is not there, and throw away those of another cut. Returns how many were made."""
    HOME.mkdir(exist_ok=True)
    wanted = {one.file: one for one in faces()}
    for old in HOME.glob("*.woff2"):
        if old.name not in wanted:
            old.unlink()
    missing = [one for name, one in wanted.items() if not (HOME / name).exists()]
    for one in missing:
        draft = HOME / f"{one.file}.new"
        _cut(one, draft)
        draft.rename(HOME / one.file)
    return len(missing)


def _cut(face: Face, to: Path) -> None:
    from fontTools import subset  # half a second to import, and needed at set-up alone

    options = subset.Options()
    options.flavor, options.layout_features = "woff2", list(FEATURES)
    options.hinting, options.name_IDs, options.recalc_timestamp = False, [], False
    font = subset.load_font(str(face.source), options)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=list(_letters(SCRIPTS[face.script])))
    cutter.subset(font)
    subset.save_font(font, str(to), options)


def _letters(ranges: str) -> Iterator[int]:
    for one in ranges.split(", "):
        first, _, last = one.removeprefix("U+").partition("-")
        yield from range(int(first, 16), int(last or first, 16) + 1)


def _wanted() -> tuple[bytes, ...]:
    return tuple(one.encode() for one in FEATURES)


@cache
def _digest(source: Path) -> bytes:
    return hashlib.sha256(source.read_bytes()).digest()


if __name__ == "__main__":
    print(f"Typefaces: {make_missing()} made.")  # noqa: T201 - a command
