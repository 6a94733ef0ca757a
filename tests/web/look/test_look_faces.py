"""The typefaces of the pages are those with which boards are measured, cut small, and loaded once."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import uharfbuzz
from django.contrib.staticfiles import finders
from django.test import Client
from django.utils import translation
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont

from asgard_pbem.boards.glyphs import COVERED, Line, outline
from asgard_pbem.preparing import faces

ALL = list(faces.faces())
SOFT_HYPHEN = 0xAD  # HarfBuzz shows none


def test_the_style_sheet_names_every_file_as_it_is_cut() -> None:
    style = Path(finders.find("web/style.css")).read_text(encoding="utf-8")
    assert re.findall(r"@font-face \{.*\}", style) == [rule for one in ALL for rule in one.rules()]


def test_what_is_missing_is_cut_and_what_nobody_asks_for_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faces, "HOME", tmp_path / "faces")
    monkeypatch.setattr(faces, "faces", lambda: iter(ALL[:1]))
    assert (faces.make_missing(), faces.make_missing()) == (1, 0)
    (faces.HOME / "serif-700-latin.0123456789ab.woff2").write_bytes(b"older")
    faces.make_missing()
    assert [one.name for one in faces.HOME.iterdir()] == [ALL[0].file]
    assert (faces.HOME / ALL[0].file).read_bytes() == (_home() / ALL[0].file).read_bytes()


def _home() -> Path:
    return Path(finders.find("web/style.css")).parent / "faces"


@pytest.mark.parametrize("face", ALL, ids=lambda face: face.name)
def test_a_letter_is_as_wide_in_a_page_as_where_boards_are_measured(face: faces.Face) -> None:
    font = TTFont(BytesIO((_home() / face.file).read_bytes()))
    letters, em = font.getBestCmap(), font["head"].unitsPerEm
    assert letters.keys() == TTFont(str(face.source)).getBestCmap().keys() & face.letters()
    for code, name in letters.items():
        line = Line(chr(code), "serif" in face.name, face.weight == 700)
        drawn = outline(line)
        if drawn is not None and code != SOFT_HYPHEN:
            assert font["hmtx"][name][0] / em == pytest.approx(drawn.length), chr(code)


@pytest.mark.parametrize("face", ALL, ids=lambda face: face.name)
def test_a_letter_fills_the_place_that_the_original_fills(face: faces.Face) -> None:
    cut, original = TTFont(BytesIO((_home() / face.file).read_bytes())), TTFont(str(face.source))
    ours, theirs = cut.getGlyphSet(), original.getGlyphSet()
    names = original.getBestCmap()
    for code, name in cut.getBestCmap().items():
        assert _place(ours, name) == pytest.approx(_place(theirs, names[code]), abs=faces.TOLERANCE + 1), chr(code)


def _place(outlines: Any, name: str) -> tuple[float, ...]:
    pen = BoundsPen(outlines)
    outlines[name].draw(pen)
    return pen.bounds or ()


def test_every_letter_of_the_boards_is_in_one_of_the_files() -> None:
    there = {code for one in ALL[:3] for code in TTFont(BytesIO((_home() / one.file).read_bytes())).getBestCmap()}
    covered = {code for code in range(0x21, 0x2700) if COVERED.fullmatch(chr(code))}
    has = TTFont(str(ALL[0].source)).getBestCmap()
    assert {chr(code) for code in covered & set(has) - there if chr(code).isprintable()} == set()


def test_all_of_them_weigh_little_and_what_a_reader_needs_very_little() -> None:
    sizes = {one.name: (_home() / one.file).stat().st_size for one in ALL}
    assert sum(sizes.values()) < 100_000
    for script in ("latin", "cyrillic"):
        assert sum(size for name, size in sizes.items() if name.endswith(script)) < 30_000


@pytest.mark.django_db
@pytest.mark.parametrize("language, script", [("en", "latin"), ("ru", "cyrillic")])
def test_titles_are_loaded_first_and_kept_for_ever(language: str, script: str) -> None:
    with translation.override(language):
        page = Client().get("/help/", headers={"accept-language": language}).content.decode()
    named = r'rel="preload" as="font"[^>]* href="(/static/web/faces/serif-700-([a-z-]+)\.[0-9a-f]{12}\.woff2)"'
    found = re.findall(named, page)
    assert [script for _address, script in found] == [script]
    answer = Client().get(found[0][0])
    assert answer.headers["Cache-Control"] == "max-age=315360000, public, immutable"
    assert answer.headers["Content-Type"] == "font/woff2"


def test_titles_keep_the_pairs_that_move_far_as_the_original_has_them() -> None:
    face = next(one for one in ALL if one.name == "serif-700-latin")
    cut = uharfbuzz.Font(uharfbuzz.Face(_unpacked(face)))
    original = uharfbuzz.Font(uharfbuzz.Face(face.source.read_bytes()))
    em = TTFont(str(face.source))["head"].unitsPerEm
    for pair in ("To", "AV", "Wa", "Va"):
        ours, theirs = (faces._length(font, pair) / scale for font, scale in ((cut, cut.face.upem), (original, em)))
        assert ours == pytest.approx(theirs, abs=0.001), pair
    assert faces._length(cut, "To") < sum(faces._length(cut, letter) for letter in "To")


def _unpacked(face: faces.Face) -> bytes:
    flat = BytesIO()
    font = TTFont(BytesIO((_home() / face.file).read_bytes()))
    font.flavor = None
    font.save(flat)
    return flat.getvalue()
