"""What the templates of boards may ask for: `{% load board %}`.

`{% fit text 280 22 "serif bold" %}` · `{% fit_names text names 280 22 %}` · `{{ t|token:card.tint }}`
"""

from collections.abc import Mapping, Sequence

from django import template

from asgard_pbem.boards.fonts import length, shortened
from engine.core.speech import shortened as shortened_name

register = template.Library()

_FEWEST = 2  # letters that are left of a name, one of them the ellipsis


@register.simple_tag
def fit(text: object, room: float, size: float, face: str = "") -> str:
    """As much of `text` as fits into `room` units at this size; `face`: "", "bold", "serif" or "serif bold"."""
    return shortened(str(text), room, size, serif="serif" in face, bold="bold" in face)


@register.simple_tag
def fit_names(text: str, names: Sequence[str], room: float, size: float) -> str:
    """The same of a line with names in it: the longest of these are cut first, all alike, so that the rest is said."""
    longest_first, line = sorted(names, key=len, reverse=True), text
    for letters in range(max(map(len, names), default=0) - 1, _FEWEST - 1, -1):
        if length(line, size) <= room:
            break
        line = text
        for name in longest_first:
            line = line.replace(name, shortened_name(name, letters))
    return fit(line, room, size)


@register.filter
def token(values: Mapping[str, str], name: str) -> str:
    """The colour of that name from a theme: `{{ t|token:card.tint }}`."""
    return values[name]
