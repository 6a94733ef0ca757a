"""A letter as HTML with its pictures, beside the text part: styles inlined, small enough not to be clipped."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import css_inline
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe

from asgard_pbem.boards.look import SANS, SERIF, tokens
from asgard_pbem.mail.writing.letter import Letter, Picture

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


def markup(letter: Letter) -> tuple[str, list[tuple[str, bytes]]]:
    """The HTML part and the pictures it shows, as (Content-ID, PNG). Both empty when the mail is better without HTML.

    A menu so long that mail programs would clip the mail is left to the text part, where nothing is clipped.
    """
    images: list[tuple[str, bytes]] = []
    context = {
        "language": letter.language,
        "sentinel": letter.sentinel,
        "letter": letter,
        "picture": _embed(letter.picture, images),
        "sections": [(section, _embed(section.picture, images)) for section in letter.sections],
    }
    try:
        return mail_html("mail/letter.html", context), images
    except MailTooLarge:
        return "", []


def _embed(picture: Picture | None, images: list[tuple[str, bytes]]) -> dict[str, object] | None:
    """What the template needs of a picture. Content-IDs are counted within the mail and tell nothing."""
    if picture is None or not picture.png:
        return None
    cid = f"board{len(images) + 1}@asgard"
    images.append((cid, picture.png))
    return {"cid": cid, "width": picture.width, "height": picture.height, "alt": picture.alt}
