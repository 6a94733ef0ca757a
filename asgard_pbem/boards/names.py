"""What the shapes of seat marks are called: names for screen readers, English sources of the catalogue."""

from typing import Final

from django.utils.translation import gettext_noop as _

SHAPES: Final = {
    "circle": _("circle"),
    "square": _("square"),
    "diamond": _("diamond"),
    "triangle": _("triangle"),
    "hexagon": _("hexagon"),
    "star": _("star"),
}
