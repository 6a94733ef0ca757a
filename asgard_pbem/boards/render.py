"""From a drawing (plain data) to SVG: one document in either layout, or a piece of a page that is at home in both.

A game computes its drawing from a view (its `draw`); the templates `boards/<key>/<look>.svg` draw the parts. Nothing
else reaches a template, so a picture shows what the view knows and no more.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from engine.core.board import BLOCK, Block, Drawing, Layout, Part, laid_out

from .look import Theme, tokens
from .parts import Link, linked, marks, own_used, placed, style
from .symbols import definitions

XMLNS: Final = 'xmlns="http://www.w3.org/2000/svg"'


def board_svg(
    key: str,
    drawing: Drawing,
    *,
    theme: Theme = "css",
    layout: Layout = Layout.PORTRAIT,
    width: int | None = None,
    parts: Callable[[str, Block, Theme], str] | None = None,
) -> SafeString:
    """The board of game `key` as one `<svg>` element that needs nothing from outside.

    `theme` "css" follows the custom properties of the page around it; "light" and "dark" have their colours inside.
    `width` in pixels is written on the element; None leaves the size to whoever shows it. `parts` writes what stands
    in a block; None: its words as words.
    """
    sheet, colours = laid_out(drawing, layout), tokens(theme)
    body = "".join(
        f'<g transform="translate({x} {y})"{marks(block.marks)}>{(parts or _parts)(key, block, theme)}</g>\n'
        for x, y, block in sheet.blocks
    )
    name = format_html('role="group" aria-label="{}"><title>{}</title>', drawing.label, drawing.label)
    size = f' width="{width}"' if width else ""
    ground = f'<rect width="{sheet.width}" height="{sheet.height}" fill="{colours["paper"]}"/>'
    frame = (
        f'<rect x="3.5" y="3.5" width="{sheet.width - 7}" height="{sheet.height - 7}" fill="none"'
        f' stroke="{colours["line"]}"/>'
    )
    svg = (
        f'<svg {XMLNS} viewBox="0 0 {sheet.width} {sheet.height}"{size} {style(theme)} {name}'
        f"{_defs(key, body, theme)}{ground}{frame}{body}</svg>"
    )
    return mark_safe(svg)


def board_html(key: str, drawing: Drawing, links: Mapping[str, Link] | None = None) -> SafeString:
    """The board as columns of blocks, an `<svg>` each: the page's style puts the columns below or beside each other.

    So one piece of a page serves phones and wide screens alike, without scripts, and travels once. `links`: by the
    names of pieces, what can be tapped now.
    """
    columns = drawing.columns()
    body = "".join(f'<div class="column">{"".join(_svgs(key, column, links or {}))}</div>' for column in columns)
    name = format_html(' role="group" aria-label="{}">', drawing.label)
    defs = f'<svg class="defs" aria-hidden="true" width="0" height="0">{_defs(key, body, "css")}</svg>'
    return mark_safe(f'<div class="sheet columns-{len(columns)}"{name}{defs}{body}</div>')


def _svgs(key: str, blocks: Iterable[Block], links: Mapping[str, Link]) -> Iterable[str]:
    for block in blocks:
        inside = _with_links(key, block, links) if links else _parts(key, block, "css")
        yield f'<svg viewBox="0 0 {BLOCK} {block.h}" role="group" {style("css")}{marks(block.marks)}>{inside}</svg>\n'


def _parts(key: str, block: Block, theme: Theme) -> str:
    return "\n".join(placed(key, part, theme) for part in block.parts)


def _with_links(key: str, block: Block, links: Mapping[str, Link]) -> str:
    """The parts of a block, those that answer as links; what lies on one of these lets the finger through."""
    tapped = [part for part in block.parts if part.name in links]
    return "\n".join(
        linked(key, part, "css", links[part.name])
        if part.name in links
        else placed(key, part, "css", through=any(_within(part, one) for one in tapped))
        for part in block.parts
    )


def _within(part: Part, other: Part) -> bool:
    """Whether the middle of `part` lies in `other`, which is the larger one."""
    x, y = part.x + part.w / 2 - other.x, part.y + part.h / 2 - other.y
    return 0 <= x <= other.w and 0 <= y <= other.h and part.w * part.h <= other.w * other.h


def _defs(key: str, body: str, theme: Theme) -> str:
    """What `body` refers to, of the shared symbols and of the game's own; a picture carries no others."""
    own = own_used(key, theme, body)
    return f"<defs>{definitions(body + own)}{own}</defs>"
