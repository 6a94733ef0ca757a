"""A letter as plain text: complete by itself, at most 72 columns of our own, and safe to be sent and quoted.

RFC 5322 section 2.1.1, RFC 3676 section 4.4: no line begins with `From `, `>` or `.`, none ends in a blank. Examples
are marked with a middle dot, so that a quoted one can never be read as an order.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator

from asgard_pbem.mail.writing.letter import Choice, Group, Letter, Section

WIDTH = 72
BAR = "│"  # before words that people wrote


def written(letter: Letter) -> str:
    """The text part."""
    lines = [line.rstrip() for part in _parts(letter) if part for line in (*part, "")]
    kept_together = "\n".join(_safe(line) for line in lines).rstrip("\n") + "\n"
    return kept_together.replace("\u00a0", " ")  # it has been wrapped, and a blank is what people search and copy


def _parts(letter: Letter) -> Iterator[list[str]]:
    if letter.sentinel:
        yield [letter.sentinel]
    if letter.answered:
        yield from _section(letter.answered)
    asks = letter.groups and not letter.wanted  # what was done is not shouted above the list of what may be
    yield [*_wrap(letter.headline.upper() if asks else letter.headline), *_wrap(letter.subline)]
    yield _wrap(letter.table)
    yield from (_wrap(paragraph) for paragraph in letter.intro)
    if letter.button:
        yield [letter.button.text + ":", letter.button.url]
    for section in letter.report:
        yield from _section(section)
    found = [part for section in letter.sections for part in _section(section)]
    yield from found if letter.asked_first else ()
    yield from _menu(letter)
    for section in letter.beside:
        yield from _section(section)
    if letter.happened:
        yield from _section(letter.happened)
    if letter.picture:
        yield letter.picture.text.splitlines()
    yield from () if letter.asked_first else found
    if letter.foot or letter.links:
        yield ["-" * 24, *(line for text in letter.foot for line in _wrap(text))]
    yield [f"{link.text}: {link.url}" for link in letter.links]


def _menu(letter: Letter) -> Iterator[list[str]]:
    yield [line for text in letter.wanted for line in _wrap(text)]
    for group in letter.groups:
        yield [*_title(group.heading), *(line for choice in group.choices for line in _choice(choice, group))]
    yield [line for text in letter.how for line in _wrap(text)]


def _choice(choice: Choice, group: Group) -> list[str]:
    width = max(len(one.reply) for one in group.choices)
    mark = f"  {'   ' * choice.depth}{choice.reply.rjust(width)}  "
    text = choice.text if not choice.order else f"{choice.text}  [{choice.order}]"
    return textwrap.wrap(text, WIDTH, initial_indent=mark, subsequent_indent=" " * len(mark), break_long_words=False)


def _section(section: Section) -> Iterator[list[str]]:
    body = [line for text in section.paragraphs for line in _wrap(text)]
    facts = (*([section.heads] if section.heads else []), *section.facts)
    body += [line for label, value in facts for line in _fact(label, value, typed=section.typed)]
    body += [line for item in section.items for line in _wrap(item, "· ", "  ")]
    for place, (heading, items) in enumerate(section.chapters):
        body += [*([""] if place else []), *_wrap(heading), *(one for item in items for one in _wrap(item, "· ", "  "))]
    body += [*_wrap(f"{section.more.text}:"), section.more.url] if section.more else []
    body += [line for kept in section.kept.splitlines() for line in (_said(kept) if section.told else _kept(kept))]
    yield [*_title(section.title), *body]
    if section.picture:
        yield section.picture.text.splitlines()


def _fact(label: str, value: str, *, typed: bool) -> list[str]:
    """A fact; what one may write stands before a dash, so that a colon in it is seen to be part of it."""
    return _wrap(f"{label} - {value}", "· ", "  ") if typed else _wrap(f"{label}: {value}", "", "    ")


def _kept(line: str) -> list[str]:
    """A line of somebody's text; items of lists, and lines that were set in, hang from their beginning."""
    mark = re.match(r"\s*(?:(?:[-*]|[0-9]+\.)\s+)?", line)
    return _wrap(line, "", " " * len(mark[0] if mark else "")) or [""]


def _said(line: str) -> list[str]:
    """A line of what a person wrote, behind a bar: whatever it says, it cannot be taken for one of ours.

    The bar is none of a quotation: a reply is compared without those, and orders may hold the same signs.
    """
    return _wrap(line, f"{BAR} ", f"{BAR} ") or [BAR]


def _title(title: str) -> list[str]:
    lines = _wrap(title)
    return [*lines, "~" * max(map(len, lines))] if lines else []


def _wrap(text: str, first: str = "", later: str = "") -> list[str]:
    if not text:
        return []
    return textwrap.wrap(
        text, WIDTH, initial_indent=first, subsequent_indent=later, break_long_words=False, break_on_hyphens=False
    )


def _safe(line: str) -> str:
    """No relay may stuff, quote or cut a line of ours."""
    return f" {line}" if line.startswith(("From ", ">", ".")) else line
