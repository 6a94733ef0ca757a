"""What the templates of boards may ask for: `{% load board %}`.

`{% fit text 280 22 "serif bold" %}` · `{{ t|token:card.tint }}`
"""

from collections.abc import Mapping

from django import template

from asgard_pbem.boards.fonts import shortened

register = template.Library()

# Where a picture stands in a page the browser may take a face of its own, which is up to so much wider than ours.
_WIDER = 1.05


@register.simple_tag
def fit(text: object, room: float, size: float, face: str = "") -> str:
    """As much of `text` as fits into `room` units at this size; `face`: "", "bold", "serif" or "serif bold"."""
    return shortened(str(text), room / _WIDER, size, serif="serif" in face, bold="bold" in face)


@register.filter
def token(values: Mapping[str, str], name: str) -> str:
    """The colour of that name from a theme: `{{ t|token:card.tint }}`."""
    return values[name]
