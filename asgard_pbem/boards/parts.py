"""One part of a board as SVG: its template, its place, and what makes it a thing that can be pointed at.

Between two moments hardly any part changes, and a template takes its time: what was drawn is kept, by its data.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from threading import Lock
from typing import Any, Final

from cachetools import LRUCache, cached
from cachetools.keys import hashkey
from django.template import Context, Template, TemplateDoesNotExist
from django.template.loader import select_template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from engine.core.board import TOUCH, Part

from .look import BOARD_SANS, BOARD_SERIF, SEATS, Theme, tokens

_DEFINED: Final = re.compile(r'<(?P<tag>symbol|pattern) id="(?P<id>[^"]+)".*?</(?P=tag)>', re.DOTALL)
THROUGH: Final = ' pointer-events="none"'
_REFERS: Final = re.compile(r'(?:href="|url\()#([\w-]+)')
KEPT: Final = 8192  # drawn parts in one process: several games in two themes and languages


@dataclass(frozen=True, slots=True)
class Link:
    """What a piece answers: where tapping it leads, and what that says. `chosen`: it was tapped."""

    href: str
    says: str
    chosen: bool = False


def style(theme: Theme) -> str:
    """Attributes of an element that holds parts: a template needs to say only what differs."""
    ink = tokens(theme)["ink"]
    sans = _constants(theme)["sans"]
    return f'color="{ink}" fill="{ink}" font-family=\'{sans}\' font-size="20"'


def _known_by(key: str, part: Part, theme: Theme) -> tuple[Any, ...]:
    """What a drawn part depends on; its place and its title are not among it."""
    return hashkey(key, part.look, theme, part.touched, part.round, part.w, part.h, repr(part.data))


@cached(LRUCache(maxsize=KEPT), key=_known_by, lock=Lock())
def drawn(key: str, part: Part, theme: Theme) -> SafeString:
    """What the template of `part` draws at its own origin, ringed when it was touched. Raises TemplateDoesNotExist."""
    if not part.look:
        return SafeString()
    context = {**part.data, "w": part.w, "h": part.h, **_constants(theme)}
    # Numbers as SVG reads them in every language: "3.5", never "3,5".
    template = _template(f"boards/{key}/{part.look}.svg", f"boards/{part.look}.svg")
    svg: str = template.render(Context(context, use_l10n=False)).strip()
    if part.touched:
        svg += ring(part, theme)
    return mark_safe(svg)


def placed(key: str, part: Part, theme: Theme, *, through: bool = False) -> str:
    """`part` at its place in its block; one with a title is an image of that name.

    One without is an ornament: whoever points at it points at what lies below; so is, `through`, what lies on a piece
    that can be tapped. What is an image is reached by the keys of `pieces.js`: as tab stops they were 161 on a board.
    """
    if not part.look:
        return ""
    inner = drawn(key, part, theme)
    place = f'transform="translate({part.x} {part.y})"'
    if not part.title:
        return f'<g {place} pointer-events="none"{marks(part.marks)}>{inner}</g>'
    title = escaped(part.title)
    name = f'role="img" aria-label="{title}"{marks(part.marks)}>'
    return f"<g {place}{THROUGH if through else ''} {name}{_tooltip(title, theme)}{inner}</g>"


def _tooltip(name: str, theme: Theme) -> str:
    """A page says the name below the board (`explain.js`), to fingers too; said twice it was a twentieth of a page.

    `name` is escaped.
    """
    return "" if theme == "css" else f"<title>{name}</title>"


def linked(key: str, part: Part, theme: Theme, link: Link) -> str:
    """`part` as a link whose name says what will happen, at least a finger wide."""
    name = f"{link.says} · {part.title}" if part.title else link.says
    wide, high = max(part.w, TOUCH), max(part.h, TOUCH)
    left, top = (part.w - wide) / 2, (part.h - high) / 2
    touch = f'<rect class="touch" x="{left:g}" y="{top:g}" width="{wide}" height="{high}"/>'
    edge = f'<rect class="edge" width="{part.w}" height="{part.h}" rx="{part.w / 2 if part.round else 6:g}"/>'
    head = format_html(
        '<a class="answer{}" href="{}" transform="translate({} {})" aria-label="{}"{}>',
        " chosen" if link.chosen else "", link.href, part.x, part.y, name, marks(part.marks),
    )  # fmt: skip
    return f"{head}{touch}{drawn(key, part, theme)}{edge}</a>"


def marks(found: Mapping[str, Any]) -> SafeString:
    """` data-piece="stack" data-seat="1"`."""
    return mark_safe("".join(f' data-{escaped(name)}="{escaped(value)}"' for name, value in found.items()))


def escaped(value: object) -> str:
    """`value` as text of a page, as `conditional_escape` has it: what is safe stays.

    That one looks at each value for words that are not translated yet; of the thousands of values on a page none is
    one, and looking took a tenth of a page's time.
    """
    return value.__html__() if isinstance(value, SafeString) else escape(str(value))


@cache
def own_definitions(key: str, theme: Theme) -> str:
    """Symbols and patterns of the game's own, in `boards/<key>/symbols.svg`; most games need none."""
    try:
        template = _template(f"boards/{key}/symbols.svg")
    except TemplateDoesNotExist:
        return ""
    return str(template.render(Context(_constants(theme))))


def own_used(key: str, theme: Theme, svg: str) -> str:
    """Of these what `svg` refers to, and what that refers to in turn; whatever else is in the file stands in all."""
    found, rest = _own(key, theme)
    if not found:
        return rest
    wanted, names = set[str](), set(_REFERS.findall(svg + rest))
    while names:
        new = names & found.keys() - wanted
        wanted |= new
        names = {name for one in new for name in _REFERS.findall(found[one])}
    return rest + "".join(element for name, element in found.items() if name in wanted)


@cache
def _own(key: str, theme: Theme) -> tuple[dict[str, str], str]:
    """The game's definitions by their ids, in the order of its file, and what in that file is something else."""
    text = own_definitions(key, theme)
    return {one["id"]: one[0] for one in _DEFINED.finditer(text)}, _DEFINED.sub("", text).strip()


def source(path: str) -> str:
    """What stands in a file of the boards' templates. Raises TemplateDoesNotExist."""
    return str(_template(path).source)


def _template(*paths: str) -> Template:
    """The first of these that there is. Raises TemplateDoesNotExist."""
    found: Any = select_template(paths)
    template: Template = found.template  # Django's engine is the only one
    return template


@cache
def _constants(theme: Theme) -> dict[str, Any]:
    safe = {name: mark_safe(value) for name, value in tokens(theme).items()}
    css = theme == "css"  # a page names its faces itself, once
    faces = {
        "sans": mark_safe("var(--sans)" if css else BOARD_SANS),
        "serif": mark_safe("var(--serif)" if css else BOARD_SERIF),
    }
    return {"t": safe, "theme": theme, "seat_marks": SEATS, **faces}


def ring(part: Part, theme: Theme) -> str:
    """The ring round what the last move changed."""
    line = f'fill="none" stroke="{tokens(theme)["rust"]}" stroke-width="4"'
    if part.round:
        return f'<circle cx="{part.w / 2:g}" cy="{part.h / 2:g}" r="{part.w / 2 + 1:g}" {line}/>'
    return f'<rect width="{part.w}" height="{part.h}" rx="7" {line}/>'
