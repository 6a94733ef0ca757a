"""Pictures for mails: right words in any script, never too large."""

import io
import logging
import random
from concurrent.futures import ThreadPoolExecutor

import pytest
from PIL import Image, ImageChops

from asgard_pbem.boards import fonts
from asgard_pbem.boards.fonts import font_files
from asgard_pbem.boards.pixels.packing import LIMIT_BYTES, png, small
from asgard_pbem.boards.render import board_svg
from engine.core.board import Block, Drawing, Part

FRAME = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}"><rect width="{w}" height="{h}" fill="#FFFFFF"/>'
    "{body}</svg>"
)


def _text(words: str, family: str = "Source Sans Pro") -> Image.Image:
    body = f'<text x="4" y="34" font-family="{family}" font-size="28">{words}</text>'
    return Image.open(io.BytesIO(png(FRAME.format(w=200, h=48, body=body), 200))).convert("L")


@pytest.mark.parametrize("family", ["Source Sans Pro", "Source Serif Pro"])
def test_russian_words_are_drawn_with_letters_of_their_own(family: str) -> None:
    """A face without Cyrillic would draw the same empty box for every letter, or nothing."""
    letters = [_text(letter, family) for letter in "ОТФЛСБХЖЯ"]
    assert all(letter.getextrema()[0] < 128 for letter in letters)
    assert all(
        ImageChops.difference(one, other).getbbox()
        for number, one in enumerate(letters)
        for other in letters[number + 1 :]
    )


def test_the_faces_come_with_the_packages() -> None:
    assert len(font_files()) == 4


def test_without_the_packages_boards_are_still_drawn_and_the_log_says_so_once(monkeypatch, caplog) -> None:
    monkeypatch.setattr(fonts, "FACES", (("no_such_package_of_fonts", ("Face",)),))
    font_files.cache_clear()
    try:
        with caplog.at_level(logging.WARNING):
            pictures = [png(FRAME.format(w=50, h=20, body='<text y="9">Thor</text>'), 50) for _ in range(3)]
    finally:
        font_files.cache_clear()
    assert all(picture.startswith(b"\x89PNG") for picture in pictures)
    assert [record.args for record in caplog.records] == [("no_such_package_of_fonts",)]


def test_a_busy_picture_is_made_to_fit() -> None:
    rng = random.Random(7)
    body = "".join(
        f'<circle cx="{rng.randrange(600)}" cy="{rng.randrange(600)}" r="{rng.randrange(2, 9)}"'
        f' fill="#{rng.randrange(1 << 24):06X}"/>'
        for _ in range(4000)
    )
    data = png(FRAME.format(w=600, h=600, body=body), 1200)
    assert data.startswith(b"\x89PNG")
    assert len(data) <= LIMIT_BYTES


def test_a_simple_picture_keeps_its_size_and_all_its_colours() -> None:
    picture = Image.open(io.BytesIO(png(FRAME.format(w=300, h=100, body=""), 600)))
    assert picture.size == (600, 200)
    assert picture.convert("RGB").getpixel((5, 5)) == (255, 255, 255)


def test_what_is_no_picture_is_refused() -> None:
    with pytest.raises(ValueError, match="NoRootNode"):
        png("<svg", 100)


def test_a_picture_is_as_wide_as_was_asked_for_and_no_line_of_it_is_lost() -> None:
    for w, h, size in ((600, 200, (900, 300)), (7, 3, (10, 5)), (1000, 1, (5, 1))):
        assert Image.open(io.BytesIO(png(FRAME.format(w=w, h=h, body=""), size[0]))).size == size


def test_threads_draw_at_once() -> None:
    """As those of a web server do: what one of them has read of the faces no other may touch."""
    with ThreadPoolExecutor(3) as threads:
        drawn = list(threads.map(lambda _: _text("Бальдр").tobytes(), range(9)))
    assert set(drawn) == {_text("Бальдр").tobytes()}


def test_a_name_in_another_script_does_not_stop_the_drawing() -> None:
    assert _text("日本").size == (200, 48)


def test_emoji_are_dots_whether_a_typeface_for_them_is_installed_or_not() -> None:
    for emoji in ("🔥", "👩\u200d🚀", "⚔\ufe0f", "👍\U0001f3fd"):
        assert _text(f"Eir {emoji}").tobytes() == _text("Eir •").tobytes()


def test_a_board_without_a_template_is_an_error_of_the_caller() -> None:
    from django.template import TemplateDoesNotExist

    with pytest.raises(TemplateDoesNotExist):
        board_svg("no_such_game", Drawing("", (Block(9, (Part("no_such_look", 0, 0, 9, 9),)),)))


def test_a_picture_that_is_too_large_gives_up_colours_before_it_gives_up_size() -> None:
    """Shrunk by a little a board of flat colours is larger than before: what were edges are mixtures then."""
    dice = random.Random(1)
    picture = Image.frombytes("RGB", (120, 120), bytes(dice.randrange(256) for _ in range(120 * 120 * 3)))
    full = len(small(picture, LIMIT_BYTES))
    found = {Image.open(io.BytesIO(small(picture, full * part // 100))).size for part in (99, 85, 75, 68)}
    assert found == {(120, 120)}
    assert Image.open(io.BytesIO(small(picture, full // 2))).size < (120, 120)
