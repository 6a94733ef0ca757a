"""A game's manual by mail: its list of topics, or one topic as text."""

from __future__ import annotations

import re
from typing import Any

from django.utils.translation import gettext as _

from asgard_pbem.mail.writing.letter import Section
from engine.core.contract import Game
from engine.table.registry import games

_ITEM = re.compile(r"\s*(?:[-*]|[0-9]+\.)\s")
_TOPIC = re.compile(r"^## +(.+?)\s*$", re.MULTILINE)


def topic(game: Game[Any] | None, wanted: str, language: str) -> list[Section]:
    """The chapters of the manual that fit `wanted`; without it the list of chapters and the first one.

    Outside a game the first word of `wanted` names the game.
    """
    word = wanted.strip()
    if game is None:
        key, _blank, word = word.partition(" ")
        game = games().get(key)
    if game is None:
        lines = tuple(f"rules {key}" for key in games())
        return [Section(_("Whose rules? Answer one of"), items=lines)]
    return _chapters_of(game, word.strip(), language)


def _chapters_of(game: Game[Any], word: str, language: str) -> list[Section]:
    chapters = split(game.manual(language))
    fitting = [one for one in chapters if word and word.casefold() in one[0].casefold()]
    fitting = fitting or [one for one in chapters if word and word.casefold() in one[1].casefold()][:3]
    if fitting:
        return [Section(title, kept=as_text(body)) for title, body in fitting]
    titles = tuple(title for title, _body in chapters)
    hint = _("Answer “rules” and a word of a chapter to read it.")
    missing = (_("No chapter speaks of “%(word)s”.") % {"word": word},) if word else ()
    first = [Section(chapters[0][0], kept=as_text(chapters[0][1]))] if chapters and not word else []
    return [Section(_("The rules, by chapter"), paragraphs=(*missing, hint), items=titles), *first]


def split(markdown: str) -> list[tuple[str, str]]:
    """(title, text) of each chapter (`##`), in order."""
    parts = _TOPIC.split(markdown)
    return [(title, body.strip()) for title, body in zip(parts[1::2], parts[2::2], strict=True)]


def as_text(markdown: str) -> str:
    """Markdown as plain lines: marks of emphasis go, a paragraph is one line, a table a line for each row."""
    text = re.sub(r"\*\*(.+?)\*\*", r"\1", markdown, flags=re.DOTALL)
    text = re.sub(r"(?<![*\w])\*([^*\n]+)\*(?![*\w])", r"\1", text)
    text = re.sub(r"`([^`\n]+)`", r"\1", text)
    text = re.sub(r"^### +", "", text, flags=re.MULTILINE)
    return "\n".join(_table(block) if block.startswith("|") else _paragraph(block) for block in text.split("\n\n"))


def _paragraph(block: str) -> str:
    """Lines broken for the editor of the manual are joined; items of a list and set-in lines stand for themselves."""
    lines: list[str] = []
    for line in block.split("\n"):
        begins = not lines or _ITEM.match(line) or line.startswith("    ") or lines[-1].startswith("    ")
        lines.append(line.rstrip()) if begins else lines.append(f"{lines.pop()} {line.strip()}")
    return "\n".join([*lines, ""])


def _table(block: str) -> str:
    """Each row as `first cell: second; third`; from three cells on each one with the name of its column."""
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in block.split("\n")]
    names, body = rows[0], [row for row in rows[1:] if not set("".join(row)) <= set("-: ")]
    return "\n".join([*(_row(names, row) for row in body), ""])


def _row(names: list[str], row: list[str]) -> str:
    named = len(row) > 2
    cells = (
        f"{name}: {cell}" if named and name else cell for name, cell in zip(names[1:], row[1:], strict=False) if cell
    )
    return f"{row[0]}: " + "; ".join(cells)
