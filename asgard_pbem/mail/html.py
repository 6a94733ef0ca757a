"""The HTML part of a mail: templates with the look's colours, styles inlined, small enough not to be clipped."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import css_inline
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe

from asgard_pbem.boards.look import SANS, SERIF, tokens

HTML_LIMIT_BYTES: Final = 80 * 1024  # mail programs begin to clip near 102 KB


class MailTooLarge(ValueError):
    """The HTML part passed its limit: send the text part alone, or fewer lines."""


@cache
def _inliner() -> css_inline.CSSInliner:
    return css_inline.CSSInliner(load_remote_stylesheets=False, keep_style_tags=False)


def mail_html(template: str, context: Mapping[str, Any]) -> str:
    """`template` as the HTML part of a mail, its styles inlined. Raises MailTooLarge above 80 KB."""
    look = {"t": tokens("light"), "d": tokens("dark"), "sans": mark_safe(SANS), "serif": mark_safe(SERIF)}
    inlined = _inliner().inline(render_to_string(template, {**context, **look}))
    size = len(inlined.encode())
    if size > HTML_LIMIT_BYTES:
        raise MailTooLarge(f"the HTML part has {size} bytes, at most {HTML_LIMIT_BYTES} are allowed")
    return inlined
