"""A game's manual as a page: Markdown to HTML with anchors, and the list of its sections."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from functools import cache

from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

from engine.table.registry import game


@dataclass(frozen=True, slots=True)
class Section:
    """One heading of the manual."""

    anchor: str
    text: str
    level: int  # 2 or 3


@dataclass(frozen=True, slots=True)
class Manual:
    """The whole page."""

    title: str
    html: SafeString
    sections: tuple[Section, ...]


@cache
def manual(key: str, language: str) -> Manual:
    """The rules of a game in our own words. Raises UnknownRules for a game that is not installed."""
    return read(game(key).manual(language))


def read(source: str) -> Manual:
    """Markdown with tables; raw HTML in it is shown, not obeyed. The first `#` heading becomes the title."""
    reader = MarkdownIt("commonmark", {"html": False, "linkify": False, "typographer": False}).enable("table")
    tokens = reader.parse(source)
    title, tokens = _take_title(tokens)
    sections = tuple(_anchored(tokens))
    html = reader.renderer.render(tokens, reader.options, {})
    # What may be wider than a phone is to be scrolled by keys as well.
    html = html.replace("<table>", '<div class="scroll" tabindex="0"><table>').replace("</table>", "</table></div>")
    html = html.replace("<pre>", '<pre tabindex="0">')
    return Manual(title, mark_safe(html), sections)  # raw HTML is off: the renderer escapes every text


def _take_title(tokens: list[Token]) -> tuple[str, list[Token]]:
    if len(tokens) >= 3 and tokens[0].type == "heading_open" and tokens[0].tag == "h1":
        return tokens[1].content, tokens[3:]
    return "", tokens


def _anchored(tokens: list[Token]) -> list[Section]:
    """Gives each heading of the second and third level an id, in place."""
    found: list[Section] = []
    for opening, inline in itertools.pairwise(tokens):
        if opening.type == "heading_open" and opening.tag in ("h2", "h3"):
            anchor = f"s{len(found) + 1}-{slug(inline.content)}".rstrip("-")
            opening.attrSet("id", anchor)
            found.append(Section(anchor, _plain(inline), int(opening.tag[1])))
    return found


def _plain(inline: Token) -> str:
    return "".join(child.content for child in inline.children or [])


def slug(text: str) -> str:
    """Letters and digits of any script, the rest as single hyphens."""
    return re.sub(r"[\W_]+", "-", text.casefold()).strip("-")[:60]
