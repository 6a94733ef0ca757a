"""A game's manual by mail: its list of topics, or one topic as text."""

from __future__ import annotations

import re
from typing import Any

from django.utils.translation import gettext as _

from asgard_pbem.mail.letter import Section
from engine.core.contract import Game
from engine.core.registry import games

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
    """Markdown as plain lines: marks of emphasis go, the rest of it reads well as it is."""
    text = re.sub(r"\*\*(.+?)\*\*", r"\1", markdown)
    text = re.sub(r"`([^`\n]+)`", r"\1", text)
    return re.sub(r"^### +", "", text, flags=re.MULTILINE)
