"""A game's manual by mail: its list of topics, or one topic as text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import Any, TypeVar
from unicodedata import combining, normalize

from django.utils.translation import gettext as _

from asgard_pbem.mail.writing import phrases
from asgard_pbem.mail.writing.letter import Section
from asgard_pbem.mail.writing.sections import titles
from engine.core.contract import Game
from engine.table.registry import games

T = TypeVar("T")
_ITEM = re.compile(r"\s*(?:[-*]|[0-9]+\.)\s")
FIRST_LINES = 6  # of the first chapter, in the first mail of a game
WORD_CHARS = 3  # a word of a title that finds its chapter has more
MOST_ROWS = 6  # of a table that a word finds; with more of them the chapter is meant
_RUSSIAN = re.compile("[а-яё]{4,}")  # long enough to be known without its ending
_NORSE = re.compile("[a-z]+[^aeiouy]r")
_CODE = re.compile(r"`([^`\n]+)`")
_TOPIC = re.compile(r"^## +(.+?)\s*$", re.MULTILINE)


def topic(game: Game[Any] | None, wanted: str, language: str) -> list[Section]:
    """The chapters of the manual that fit `wanted`; without it the first one and a list of all, with what to send.

    First those with it in their titles; else lines of tables that begin with it, such as a card's own in an index.

    Outside a game the first words of `wanted` name the game, and so does all that is to be sent.
    """
    if game is not None:
        return _chapters_of(game, wanted.strip(), language)
    key, word = titles.first(wanted)
    if not key:
        lines = tuple(_("rules %(word)s") % {"word": titles.named(one, language)} for one in games())
        return [Section(_("Whose rules? Answer one of"), items=lines)]
    return _chapters_of(games()[key], word, language, called=f"{titles.named(key, language)} ")


def _chapters_of(game: Game[Any], word: str, language: str, *, called: str = "") -> list[Section]:
    chapters = split(game.manual(language))
    if found := _about(chapters, word):
        return found
    missing = (_("No chapter speaks of “%(word)s”.") % {"word": word},) if word else ()
    first = [Section(chapters[0][0], kept=as_text(chapters[0][1]))] if chapters and not word else []
    items = tuple(
        phrases.quoted(_("rules %(word)s") % {"word": f"{called}{key}"}) + f" - {title}"
        for key, title in contents(chapters)
    )
    hint = _("Answer with one of these to read a chapter:")
    return [*first, Section(_("The rules, by chapter"), paragraphs=(*missing, hint), items=items)]


def _forms(word: str) -> tuple[str, ...]:
    """The word itself; then a Russian one without its ending, for it may stand there in another case, and a Norse name
    without the ending that not all translations have (Surtr, Jormungandr).
    """
    if _NORSE.fullmatch(_bare(word)):
        return (word, word[:-1])
    if _RUSSIAN.fullmatch(word.casefold()) is None:
        return (word,) if word else ()
    return tuple(word[:end] for end in (len(word), -1, -2) if end > 0 or len(word) + end >= WORD_CHARS)


def _about(chapters: list[tuple[str, str]], word: str) -> list[Section]:
    """Chapters with the word in their titles; else rows of tables that begin with it; else chapters that have it."""
    forms = _forms(word)
    fitting = _first(forms, lambda said: [one for one in chapters if _bare(said) in _bare(one[0])])
    if not fitting and (rows := _first(forms, lambda said: list(_rows_about(chapters, said)))):
        return [Section(title, items=items) for title, items in rows]
    fitting = fitting or _first(forms, lambda said: [one for one in chapters if _bare(said) in _bare(one[1])][:3])
    return [Section(title, kept=as_text(body)) for title, body in fitting]


def _first(forms: Iterable[str], found: Callable[[str], list[T]]) -> list[T]:
    return next((some for said in forms if (some := found(said))), [])


def contents(chapters: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """(what to send behind `rules`, title) of each chapter: a word, or a beginning, that its title alone has."""
    among = [title for title, _body in chapters]
    return [(_word_of(title, among), title) for title in among]


def _word_of(title: str, among: list[str]) -> str:
    words = [word for word in re.findall(r"[\w'’-]+", title.casefold()) if len(word) > WORD_CHARS]
    alone = [word for word in words if [one for one in among if _bare(word) in _bare(one)] == [title]]
    return next(
        (word for word in alone if len(word) > WORD_CHARS + 1), alone[-1] if alone else _beginning(title, among)
    )


def _beginning(title: str, among: list[str]) -> str:
    """As many of its words as no other title has."""
    words, others = title.casefold().split(), [_bare(one) for one in among if one != title]
    tries = (" ".join(words[:count]).rstrip(".,:;") for count in range(2, len(words)))
    return next((said for said in tries if not any(_bare(said) in other for other in others)), title.casefold())


def five_minutes(game: Game[Any], options: Mapping[str, Any], language: str) -> tuple[str, ...]:
    """The first lines of what a newcomer has to know, each a paragraph; the manual's first chapter has them.

    The first of them says what one wants: under the table's options, where they make a difference.
    """
    chapters = split(game.manual(language))
    lines = as_text(chapters[0][1]).split("\n") if chapters else []
    found = [line.removeprefix("- ") for line in lines if line.startswith("- ")][:FIRST_LINES]
    if game.aim is not None:
        found[:1] = [game.aim(options, language)]
    return tuple(found)


def _rows_about(chapters: list[tuple[str, str]], word: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """(title, lines) of tables with rows whose first or second cell, a code or a name, begins with `word`."""
    wanted = _bare(word)
    for title, body in chapters:
        found: list[str] = []
        for block in _plain(body).split("\n\n"):
            if block.startswith("|"):
                names, rows = _cells(block)
                found += [_row(names, row) for row in rows if any(_bare(one).startswith(wanted) for one in row[:2])]
        if 0 < len(found) <= MOST_ROWS:
            yield title, tuple(found)


def _bare(text: str) -> str:
    """As it may be typed: without accents, in small letters."""
    return "".join(one for one in normalize("NFKD", text.casefold()) if not combining(one))


def split(markdown: str) -> list[tuple[str, str]]:
    """(title, text) of each chapter (`##`), in order."""
    parts = _TOPIC.split(markdown)
    return [(title, body.strip()) for title, body in zip(parts[1::2], parts[2::2], strict=True)]


def as_text(markdown: str) -> str:
    """Markdown as plain lines: marks of emphasis go, a paragraph is one line, a table a line for each row."""
    blocks = _plain(markdown).split("\n\n")
    return "\n".join(_table(block) if block.startswith("|") else _paragraph(block) for block in blocks)


def _plain(markdown: str) -> str:
    """Without marks. What stands between backticks is to be typed: the stars in it are orders, not emphasis."""
    parts = _CODE.split(markdown)
    kept = parts[1::2]
    text = "\0".join(parts[::2])
    text = re.sub(r"\*\*(.+?)\*\*", r"\1", text, flags=re.DOTALL)
    text = re.sub(r"(?<![*\w])\*([^*\n]+)\*(?![*\w])", r"\1", text)
    text = re.sub(r"^### +", "", text, flags=re.MULTILINE)
    return "".join(part for pair in zip_longest(text.split("\0"), kept, fillvalue="") for part in pair)


def _paragraph(block: str) -> str:
    """Lines broken for the editor of the manual are joined; items of a list and set-in lines stand for themselves."""
    lines: list[str] = []
    for line in block.split("\n"):
        begins = not lines or _ITEM.match(line) or line.startswith("    ") or lines[-1].startswith("    ")
        lines.append(line.rstrip()) if begins else lines.append(f"{lines.pop()} {line.strip()}")
    return "\n".join([*lines, ""])


def _table(block: str) -> str:
    """Each row as `first cell: second; third`; from three cells on each one with the name of its column."""
    names, body = _cells(block)
    return "\n".join([*(_row(names, row) for row in body), ""])


def _cells(block: str) -> tuple[list[str], list[list[str]]]:
    """The names of a table's columns, and the cells of its rows."""
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in block.split("\n")]
    return rows[0], [row for row in rows[1:] if not set("".join(row)) <= set("-: ")]


def _row(names: list[str], row: list[str]) -> str:
    named = len(row) > 2
    cells = (
        f"{name}: {cell}" if named and name else cell for name, cell in zip(names[1:], row[1:], strict=False) if cell
    )
    return f"{row[0]}: " + "; ".join(cells)
