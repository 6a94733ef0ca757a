"""The shared look in templates: seat marks and pictograms as small inline pictures with a name.

`{% seat 0 %}` · `{% seat 0 name="Erik" %}` · `{% symbol "crown" label=_("won") %}` · `{% mark "aesir" %}`

An empty label, `{% symbol "deck" label="" %}`, makes a picture decorative: screen readers pass over it.
"""

from dataclasses import replace
from functools import cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from asgard_pbem.boards import plates
from asgard_pbem.boards.look import SeatMark, seat_mark
from asgard_pbem.boards.names import SHAPES
from asgard_pbem.boards.symbols import Symbol
from asgard_pbem.boards.symbols import symbol as find
from asgard_pbem.preparing.faces import faces
from asgard_pbem.tables.words import reader_language
from asgard_pbem.web.shown.finding.sample import sample_size

register = template.Library()

PRELOADED = "serif-700"  # titles: the first that is seen
SCRIPTS = {"ru": "cyrillic"}  # of the reader's language; Latin for others


def _inline(drawn: Symbol, kind: str, label: str) -> SafeString:
    """The symbol as `<svg>`: an image with this accessible name, or hidden from readers when it has none."""
    body = mark_safe(drawn.body)  # our own file, no data in it
    if not label:
        return format_html('<svg class="{}" viewBox="0 0 24 24" width="24" aria-hidden="true">{}</svg>', kind, body)
    return format_html(
        '<svg class="{}" viewBox="0 0 24 24" width="24" role="img" aria-label="{}"><title>{}</title>{}</svg>',
        kind,
        label,
        label,
        body,
    )


@register.simple_tag
def seat(index: int, name: str | None = None) -> SafeString:
    """The badge of a seat (from 0): colour, shape, letter. `name` joins its accessible name; "" makes it decorative."""
    mark = seat_mark(index)
    label = gettext("Seat %(letter)s, %(shape)s") % {"letter": mark.letter, "shape": gettext(SHAPES[mark.shape])}
    if name is not None:
        label = f"{name} ({label})" if name else ""
    return _inline(_worn(mark), "seat", label)


@cache
def _worn(mark: SeatMark) -> Symbol:
    """Its symbol in the colours that the page says: a table may have chosen others (`.a-red` in the style sheet)."""
    plain, name = find(f"seat-{mark.letter.lower()}"), f"--seat-{mark.letter.lower()}"
    body = plain.body.replace(f'"{mark.colour}"', f'"var({name})"')
    return replace(plain, body=body.replace(f'"{mark.letter_colour}"', f'"var({name}-ink)"'))


def badge_id(index: int) -> str:
    """What `referred` refers to."""
    return f"badge-{seat_mark(index).letter.lower()}"


@register.simple_tag
def badges(seats: int) -> SafeString:
    """The badges of so many seats, drawn once for a page that shows each a hundred times, by `referred`."""
    drawn = ((badge_id(one), mark_safe(_worn(seat_mark(one)).body)) for one in range(seats))
    symbols = format_html_join("", '<symbol id="{}" viewBox="0 0 24 24">{}</symbol>', drawn)
    return format_html('<svg class="drawn-once" aria-hidden="true">{}</svg>', symbols)


def referred(index: int) -> SafeString:
    """A seat's badge without a name, on a page that has `badges`."""
    return format_html(
        '<svg class="seat" width="24" height="24" aria-hidden="true"><use href="#{}"/></svg>', badge_id(index)
    )


@register.simple_tag
def symbol(key: str, label: str) -> SafeString:
    """A pictogram, and in words what it stands for there; without any readers pass over it."""
    return _inline(find(f"symbol-{key}"), "symbol", label)


@register.simple_tag
def mark(key: str) -> SafeString:
    """A game's own mark, beside its name: readers pass over it."""
    return format_html(
        '<svg class="symbol mark" viewBox="{}" width="24" aria-hidden="true">{}</svg>', plates.MARK, plates.mark(key)
    )


@register.simple_tag
def vignette(key: str) -> SafeString:
    """A game's woodcut, an ornament."""
    inner = plates.vignette(key)
    return format_html(
        '<svg class="vignette" viewBox="{}" width="360" aria-hidden="true">{}</svg>', plates.VIGNETTE, inner
    )


@register.simple_tag
def typefaces() -> SafeString:
    """Has the titles' letters loaded before the style sheet asks for them."""
    wanted = f"{PRELOADED}-{SCRIPTS.get(reader_language(), 'latin')}"
    link = '<link rel="preload" as="font" type="font/woff2" crossorigin href="{}">'
    return format_html_join("\n", link, ((static(f"web/faces/{one.file}"),) for one in faces() if one.name == wanted))


@register.simple_tag(name="sample_size")
def size_of_sample(key: str) -> tuple[int, int]:
    """Width and height of a game's sample board: a page that has them does not jump when the picture comes."""
    return sample_size(key, reader_language())
