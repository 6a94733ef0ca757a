"""Boards in mails: colours that were chosen beforehand, and blocks that are packed by themselves."""

from __future__ import annotations

import io
import zlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageFilter, ImageStat

from asgard_pbem.boards.look import tokens
from asgard_pbem.boards.pixels import bands
from asgard_pbem.boards.pixels.board import board_png, forget
from asgard_pbem.boards.pixels.packing import LIMIT_BYTES, small
from asgard_pbem.boards.pixels.painting import board_picture
from asgard_pbem.boards.pixels.palette import CELL, SIZE, chosen, painted
from asgard_pbem.preparing import palettes
from asgard_pbem.web.shown.finding.sample import sample_drawing
from engine.core.board import Block, Drawing, Layout, Part
from engine.table.registry import games

KEYS = sorted(games())


def _picture(key: str, language: str = "ru", scale: int = 1) -> Image.Image:
    return board_picture(key, sample_drawing(key, language), "light", Layout.PORTRAIT, scale)


def _colours(key: str) -> list[tuple[int, ...]]:
    palette = chosen(key, "light")
    assert palette is not None
    return list(zip(*[iter(palette.channels)] * 3, strict=True))


@pytest.mark.parametrize("key", KEYS)
def test_a_game_has_colours_of_which_none_hides_another(key: str) -> None:
    found = _colours(key)
    assert 60 <= len(found) <= SIZE
    assert len({tuple(channel // CELL for channel in one) for one in found}) == len(found)


@pytest.mark.parametrize("key", KEYS)
def test_they_show_a_board_as_well_as_as_many_of_its_own(key: str) -> None:
    """Where this fails the grounds of a game have changed: `python -m asgard_pbem.preparing.palettes KEY`."""
    palette, picture = chosen(key, "light"), _picture(key)
    assert palette is not None
    ours, own = (
        ImageChops.difference(picture, one.convert("RGB"))
        for one in (palette.painted(picture), painted(picture, len(_colours(key))))
    )
    assert sum(ImageStat.Stat(ours).mean) <= 1.1 * sum(ImageStat.Stat(own).mean)
    assert _moved(ours) <= max(8, _moved(own))


def _moved(difference: Image.Image) -> int:
    """By how much an area of three pixels by three is another colour."""
    return int(max(high for _, high in difference.filter(ImageFilter.MinFilter(3)).getextrema()))


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("scale", [1, 2])
def test_block_by_block_it_is_the_same_picture(key: str, scale: int) -> None:
    palette, drawing = chosen(key, "light"), sample_drawing(key, "en")
    assert palette is not None
    data = bands.board_png(key, drawing, "light", scale, palette)
    Image.open(io.BytesIO(data)).verify()  # every checksum
    made, whole = Image.open(io.BytesIO(data)).convert("RGB"), palette.painted(_picture(key, "en", scale))
    assert made.size == whole.size
    assert made.tobytes() == whole.convert("RGB").tobytes()


@pytest.mark.parametrize("key", KEYS)
def test_the_stream_is_one_that_any_reader_of_png_unpacks(key: str) -> None:
    """Pillow forgives a wrong Adler-32; zlib does not, as other readers of PNG."""
    palette, drawing = chosen(key, "light"), sample_drawing(key, "en")
    assert palette is not None
    data, at, stream = bands.board_png(key, drawing, "light", 1, palette), 8, b""
    while at < len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        if data[at + 4 : at + 8] == b"IDAT":
            stream += data[at + 8 : at + 8 + size]
        at += size + 12
    picture = Image.open(io.BytesIO(data))
    assert len(zlib.decompress(stream)) == (picture.width + 1) * picture.height


@given(st.binary(max_size=9000), st.binary(max_size=9000))
def test_checksums_of_pieces_make_that_of_the_whole(one: bytes, other: bytes) -> None:
    assert bands.joined(zlib.adler32(one), zlib.adler32(other), len(other)) == zlib.adler32(one + other)


def test_a_block_that_stays_is_not_packed_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = tuple(Block(60, (Part("heading", 0, 0, 576, 60, {"title": f"Block {n}"}),)) for n in range(4))
    forget()
    board_png("aesir", Drawing("", blocks))
    count: list[int] = []
    pack = bands._packed

    def counted(picture: Image.Image, palette: bands.Palette) -> bands.Band:
        count.append(picture.height)
        return pack(picture, palette)

    monkeypatch.setattr(bands, "_packed", counted)
    board_png("aesir", Drawing("", (*blocks[1:], blocks[0])))  # at other places
    assert count == []
    board_png("aesir", Drawing("", (blocks[0], replace(blocks[1], h=90), *blocks[2:])))
    assert count == [100]


def test_what_is_too_large_gives_up_colours_as_any_picture_does() -> None:
    drawing = sample_drawing("asgard", "en")
    full = len(board_png("asgard", drawing))
    less = board_png("asgard", drawing, limit_bytes=full - 1)
    assert full <= LIMIT_BYTES
    assert len(less) < full
    assert Image.open(io.BytesIO(less)).size == _picture("asgard", "en").size


@pytest.mark.parametrize("key", KEYS)
def test_a_picture_that_no_mail_has_to_carry_has_as_many_colours_as_it_may(key: str) -> None:
    """As a page gives one to be kept: Blood Rage has 63 colours in a mail."""
    drawing = sample_drawing(key, "en")
    data = board_png(key, drawing, scale=2, limit_bytes=10 * LIMIT_BYTES)
    assert data == small(_picture(key, "en", 2), 10 * LIMIT_BYTES)
    assert len(Image.open(io.BytesIO(data)).getcolors() or ()) > len(_colours("blood_rage"))


def test_a_game_for_which_none_were_chosen_is_painted_in_its_own() -> None:
    drawing = Drawing("", (Block(60, (Part("heading", 0, 0, 576, 60, {"title": "Nine Worlds"}),)),))
    assert chosen("nine_worlds", "light") is None
    picture = Image.open(io.BytesIO(board_png("nine_worlds", drawing))).convert("RGB")
    assert picture.getpixel((1, 1)) == tuple(bytes.fromhex(tokens("light")["paper"][1:]))


def test_colours_are_chosen_by_what_lies_flat_and_what_edges_need() -> None:
    board = Image.new("RGB", (200, 200), "#123456")
    board.paste("#F6F0E2", (0, 0, 200, 90))  # of the look
    board.paste("#654321", (50, 50, 150, 150))
    for x in range(200):
        board.putpixel((x, 199), (x, 0, 0))
    found = palettes.colours([board], 16)
    assert [bytes(one).hex() for one in found[:3]] == ["f6f0e2", "123456", "654321"]
    assert 6 <= len(found) <= 16
