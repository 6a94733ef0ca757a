"""Words of pictures are painted of kept outlines, apart from the shapes round them: nobody can tell by the picture."""

import io

import pytest
from PIL import Image, ImageChops

from asgard_pbem.boards.glyphs import Line, outline
from asgard_pbem.boards.look import BOARD_SANS, BOARD_SERIF
from asgard_pbem.boards.parts import style
from asgard_pbem.boards.pixels import painting
from asgard_pbem.boards.pixels.pieces import Shapes, Words, pieces
from asgard_pbem.boards.pixels.raster import rasterised
from asgard_pbem.boards.render import XMLNS

SERIF = f"font-family='{BOARD_SERIF}'"
SAID = {
    "begun": '<text x="10" y="30">27 %, AVATAR: Ty, office fl</text>',
    "ended": '<text x="200.3" y="29.5" text-anchor="end" font-weight="700">Хельга Сигурдсдоттир</text>',
    "centred": f'<text x="130" y="40" text-anchor="middle" font-size="27" {SERIF} fill="#A63D22">Иггдрасиль</text>',
    "serif and bold": f'<text x="4" y="30" font-size="22" font-weight="700" {SERIF}>Один, Ragnarök “…” №5</text>',
    "blanks": '<text x="10" y="30">\n  two   words\t and\n a last\n</text>',
    "signs": '<text x="10" y="30">Anna &lt;b&gt; &amp; Co · ×2 – ▲▼ → −3</text>',
    "two faces": f'<text x="6" y="30"><tspan font-weight="700">T</tspan>7 <tspan {SERIF}>und</tspan> weiter</text>',
    "set off": f'<text x="6" y="30" {SERIF} font-weight="700">Avatar…<tspan dx="7" font-size="16" font-weight="400"'
    f" font-family='{BOARD_SANS}' fill=\"#6B6558\">purple</tspan></text>",
    "in groups": '<g fill="#3F6B43" transform="translate(20 4)"><g transform="translate(3.25, 6.5)" font-size="25">'
    '<text x="2" y="22">in</text><rect x="40" y="4" width="30" height="20"/></g><text x="90" y="30">groups</text></g>',
    "below": '<text x="10" y="30">half hidden</text><rect x="40" y="4" width="30" height="40" fill="#E3B93C"/>'
    '<text x="50" y="30">seen</text>',
}


def _whole(inner: str, scale: int) -> Image.Image:
    """What the renderer makes of it all at once, as it is without kept outlines."""
    svg = f'<svg {XMLNS} viewBox="0 0 260 60" {style("light")}><rect width="260" height="60" fill="#F6F0E2"/>'
    return Image.open(io.BytesIO(rasterised(f"{svg}{inner}</svg>", 260 * scale))).convert("RGB")


def _pieced(inner: str, scale: int) -> Image.Image:
    margin = painting.MARGIN * scale
    ground = painting.block_picture("aesir", 60, (painting.Layer(inner, 0, 0, 260, 60),), "light", scale)
    return ground.crop((margin, margin, margin + 260 * scale, margin + 60 * scale))


@pytest.mark.parametrize("scale", [1, 2])
@pytest.mark.parametrize("said", SAID.values(), ids=SAID)
def test_words_from_outlines_are_the_renderers_own_to_a_rounding_step(said: str, scale: int) -> None:
    assert any(isinstance(one, Words) for one in pieces(said, "light"))
    difference = ImageChops.difference(_pieced(said, scale), _whole(said, scale)).convert("L")
    assert ImageChops.invert(_pieced(said, scale).convert("L")).getbbox() is not None
    far = difference.point([255 * (step > 12) for step in range(256)])
    assert far.histogram()[255] <= 6, far.getbbox()  # where letters touch, resvg paints them as one path or as two


LEFT_ALONE = {
    "struck out": '<text x="4" y="20" text-decoration="line-through">gone</text>',
    "turned": '<g transform="rotate(9)"><text x="4" y="20">gone</text></g>',
    "faint": '<g opacity="0.5"><text x="4" y="20">gone</text></g>',
    "outlined": '<g stroke="#FFFFFF"><text x="4" y="20">gone</text></g>',
    "in another script": '<text x="4" y="20">日本</text>',
    "in another weight": '<text x="4" y="20" font-weight="600">gone</text>',
    "in the colour round it": '<text x="4" y="20" fill="currentColor">gone</text>',
    "stretched": '<text x="4" y="20" textLength="90">gone</text>',
    "a place for each letter": '<text x="4 9 14" y="20">far</text>',
    "as large as a share": '<text x="4" y="20" font-size="90%">gone</text>',
    "set off and centred": '<text x="90" y="20" text-anchor="middle">one<tspan dx="4">two</tspan></text>',
    "no SVG": '<text x="4" y="20">gone',
}


@pytest.mark.parametrize("svg", LEFT_ALONE.values(), ids=LEFT_ALONE)
def test_what_only_the_renderer_knows_is_left_to_it_to_the_letter(svg: str) -> None:
    assert pieces(svg, "light") == (Shapes(svg),)


def test_shapes_keep_their_place_among_the_words() -> None:
    found = pieces(SAID["below"], "light")
    assert [type(one) for one in found] == [Words, Shapes, Words]
    assert found[1] == Shapes('<rect x="40" y="4" width="30" height="40" fill="#E3B93C"/>')


def test_a_figure_that_changes_draws_no_shape_anew() -> None:
    card = '<rect width="90" height="30" rx="6"/><text x="80" y="20" text-anchor="end">{}</text><circle r="3"/>'
    one, other = (pieces(card.format(figure), "light") for figure in ("27 %", "118 %"))
    assert [one[0], one[2]] == [other[0], other[2]]
    assert isinstance(one[1], Words)
    assert isinstance(other[1], Words)
    assert one[1].line != other[1].line
    assert one[1].x > other[1].x  # it ends where the other does


def test_a_letter_that_no_bundled_face_has_makes_no_outline() -> None:
    assert outline(Line("Один")) is not None
    assert outline(Line("日本")) is None
    assert outline(Line("\u0378")) is None


def test_a_words_outline_does_not_depend_on_the_language_of_the_process(monkeypatch) -> None:
    plain = outline(Line("бдпт", serif=True))
    outline.cache_clear()
    monkeypatch.setenv("LC_ALL", "sr_RS.UTF-8")
    monkeypatch.setenv("LANG", "sr_RS.UTF-8")
    assert outline(Line("бдпт", serif=True)) == plain
