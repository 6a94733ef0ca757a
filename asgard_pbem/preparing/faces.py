"""The pages' typefaces: `python -m asgard_pbem.preparing.faces` cuts what is missing from the boards' faces.

Boards are measured and painted with Source Sans and Source Serif from PyPI (`boards/fonts.py`); pages load the very
same letters, in woff2 and by script, so that what fits when it is measured fits in every browser. The files lie beside
the style sheet, are made at set-up as the compiled catalogues are, and never change under one name.

They are small, for a reader waits for them once: a letter is as wide as ever and its outline within a five-hundredth of
its height, but drawn with quadratic curves (TrueType), which woff2 packs in a third less than their cubic ones.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from string import ascii_letters
from typing import TYPE_CHECKING, Final

from asgard_pbem.boards.fonts import font_files

if TYPE_CHECKING:
    import uharfbuzz as hb
    from fontTools.ttLib import TTFont

HOME: Final = Path(__file__).resolve().parents[1] / "web" / "static" / "web" / "faces"
KERNED: Final = ("serif", 700)  # titles; boards are measured without kerning, so their faces need none
# Of 1000 units in a letter's height: pairs that move less are left as they stand, for all of them are a third of the
# file, and this is less than a pixel in most titles.
KERNED_FROM: Final = 30
TOLERANCE: Final = 2.0  # of 1000 units in a letter's height: how far an outline may lie from the original's
# In the order of `font_files`: the name of the file, of the family, its weight.
CUTS: Final = (
    ("sans", "Source Sans Pro", 400), ("sans", "Source Sans Pro", 700),
    ("serif", "Source Serif Pro", 400), ("serif", "Source Serif Pro", 700),
)  # fmt: skip
_SIGNS: Final = (
    "U+0020-0023, U+0025-003B, U+003D, U+003F, U+007E, U+00A0, U+00AB, U+00B7, U+00BB, U+00D7, U+2010-2015,"
    " U+2018-201E, U+2026, U+2190-2193, U+2212, U+25B2, U+25BC"
)
# A browser loads a file when a page has a letter of it: English readers never load Cyrillic. Of several rules that name
# a letter the last one counts, so the first is what is left by the others.
SCRIPTS: Final = {
    "rest": "U+0020-007E, U+00A0-017F, U+0400-045F, U+0490-0491, U+2010-203A, U+20AC, U+2116, U+2190-2193,"
    " U+25B2, U+25BC",
    "latin": f"{_SIGNS}, U+0041-005A, U+0061-007A, U+00C1, U+00C4-00C6, U+00CD, U+00D0, U+00D3, U+00D6, U+00D8, U+00DA,"
    " U+00DD-00DE, U+00E1, U+00E4-00E6, U+00E9, U+00ED, U+00F0, U+00F3, U+00F6, U+00F8, U+00FA, U+00FC-00FE",
    "cyrillic": "U+0401, U+0410-044F, U+0451",
}
# Who reads Russian needs figures and stops too, our own name at the head of the page, and what pieces of the boards are
# marked with: then one file does, where each of these alone would have the whole of Latin loaded. It has a family of
# its own, the first for whoever reads Russian; for others it is but the Cyrillic of the family that both have.
RUSSIAN: Final = "RU"
MARKS: Final = {"sans": "ABCDEFGHIJKLMNOPQRSTUVWXYZabcelmsw", "serif": "ABEFIMNPSVWXadgrs"}


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
        wanted = repr((sorted(self.letters()), self.kerned and KERNED_FROM, TOLERANCE))
        told = hashlib.sha256(b"\0".join((_digest(self.source), wanted.encode())))
        return f"{self.name}.{told.hexdigest()[:12]}.woff2"

    @property
    def kerned(self) -> bool:
        """Whether its letters move together and apart in pairs."""
        return self.name.startswith("{}-{}-".format(*KERNED))

    def letters(self) -> set[int]:
        """The code points that are cut into it, as far as the face has them."""
        if self.script == "cyrillic":
            return {*_letters(self.russian_ranges())}
        scripts = [*SCRIPTS]
        later = scripts[scripts.index(self.script) + 1 :]
        return {*_letters(SCRIPTS[self.script])}.difference(*(_letters(SCRIPTS[script]) for script in later))

    def russian_ranges(self) -> str:
        """What who reads Russian takes from it, as CSS writes it."""
        marks = ", ".join(f"U+{ord(letter):04X}" for letter in MARKS[self.name.partition("-")[0]])
        return f"{SCRIPTS[self.script]}, {_SIGNS}, {marks}"

    def rules(self) -> Iterator[str]:
        """Its lines of the style sheet."""
        yield self._rule(self.family, SCRIPTS[self.script])
        if self.script == "cyrillic":
            yield self._rule(f"{self.family} {RUSSIAN}", self.russian_ranges())

    def _rule(self, family: str, ranges: str) -> str:
        return (
            f'@font-face {{ font-family: "{family}"; font-weight: {self.weight}; font-display: swap;'
            f' src: url("faces/{self.file}") format("woff2"); unicode-range: {ranges}; }}'
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
    options.flavor, options.layout_features = "woff2", []  # figures are of one width and on the line by themselves
    options.hinting, options.glyph_names, options.name_IDs, options.recalc_timestamp = False, False, [], False
    font = subset.load_font(str(face.source), options)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=face.letters())
    cutter.subset(font)
    _draw_with_quadratic_curves(font)
    if face.kerned:
        _kern(font, face.source)
    subset.save_font(font, str(to), options)


def _draw_with_quadratic_curves(font: TTFont) -> None:
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    drawn, outlines = {}, font.getGlyphSet()
    for name in font.getGlyphOrder():
        pen = TTGlyphPen(None)
        outlines[name].draw(Cu2QuPen(pen, TOLERANCE, reverse_direction=True))  # the other kind turns the other way
        drawn[name] = pen.glyph()
    del font["CFF "]
    font.sfntVersion, font["post"].formatType, font["head"].glyphDataFormat = "\0\1\0\0", 3.0, 0
    built = FontBuilder(font=font)
    built.isTTF = True
    built.setupGlyf(drawn)
    built.setupMaxp()


def _kern(font: TTFont, source: Path) -> None:
    """The pairs of letters that move far, as a plain table. Letters with accents have none: they were half of it."""
    import uharfbuzz as hb
    from fontTools.ttLib import newTable
    from fontTools.ttLib.tables._k_e_r_n import KernTable_format_0

    shaped = hb.Font(hb.Face(source.read_bytes()))
    plain = {*map(ord, ascii_letters), *_letters(SCRIPTS["cyrillic"])}
    letters = {chr(code): name for code, name in font.getBestCmap().items() if code in plain}
    alone = {letter: _length(shaped, letter) for letter in letters}
    pairs = KernTable_format_0()
    pairs.coverage, pairs.apple, pairs.tupleIndex, pairs.kernTable = 1, False, None, {}
    for one, other in product(letters, repeat=2):
        moved = _length(shaped, one + other) - alone[one] - alone[other]
        if abs(moved) * 1000 >= KERNED_FROM * font["head"].unitsPerEm:
            pairs.kernTable[letters[one], letters[other]] = moved
    font["kern"] = newTable("kern")
    font["kern"].version, font["kern"].kernTables = 0, [pairs]


def _length(shaped: hb.Font, text: str) -> int:
    import uharfbuzz as hb

    line = hb.Buffer()
    line.add_str(text)
    line.guess_segment_properties()
    hb.shape(shaped, line, {"kern": True, "liga": False})
    return sum(one.x_advance for one in line.glyph_positions)


def _letters(ranges: str) -> Iterator[int]:
    for one in ranges.split(", "):
        first, _, last = one.removeprefix("U+").partition("-")
        yield from range(int(first, 16), int(last or first, 16) + 1)


@cache
def _digest(source: Path) -> bytes:
    return hashlib.sha256(source.read_bytes()).digest()


if __name__ == "__main__":
    print(f"Typefaces: {make_missing()} made.")  # noqa: T201 - a command
