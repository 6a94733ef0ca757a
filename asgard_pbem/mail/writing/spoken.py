"""Whose words a letter's lines are, and which of them somebody may type as an order: what `letter_lines` asks for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, lru_cache
from typing import Final

from asgard_pbem.mail.reading.grammar import commands as grammar
from asgard_pbem.mail.writing.letter import Letter, Section
from asgard_pbem.mail.writing.letter_lines import Spoken
from asgard_pbem.tables.models import Outbox
from asgard_pbem.tables.reading import history
from engine.core.contract import Desk, Notation
from engine.core.grammar.text import fold_order
from engine.table.reading.answers import meant_as_order, sounds_like_order
from engine.table.registry import UnknownRules
from engine.table.registry import game as find_game

_COMMANDS: Final = grammar.CONFIRMING | grammar.ANSWERING_INVITATION | grammar.ENDED | grammar.COUNSEL


def spoken(row: Outbox, letter: Letter) -> Spoken:
    """For the letter of `row`."""
    return Spoken(tuple(filter(None, _people(row, letter))), tuple(_answers(letter)), _reader(row))


def _people(row: Outbox, letter: Letter) -> list[str]:
    """Names, titles, press, and what the reader wrote."""
    found = [row.player.name]
    if row.game is not None:
        found += [row.game.title, *row.game.names]
    for section in (letter.answered, *letter.report, *letter.sections):
        found += _strings(section) if section is not None and section.told else []
    return found


def _strings(section: Section) -> list[str]:
    facts = [text for pair in (section.heads or (), *section.facts) for text in pair]
    return [*section.paragraphs, *facts, *section.items, *section.kept.splitlines()]


def _answers(letter: Letter) -> list[str]:
    """All that a menu offers, as the parts of a mail show it."""
    choices = [choice for group in letter.groups for choice in group.choices]
    found = [text for one in choices for text in (one.reply, one.text, one.order, f"{one.text} {one.order}")]
    return list(dict.fromkeys(filter(None, found)))


def _reader(row: Outbox) -> Callable[[str], bool]:
    """Whether a line is a command, or the game of `row` can read it or takes it for an attempt at an order.

    Asked for some hundred lines, of which most stand in the text and in the HTML part: each is read once.
    """
    notation, desk = _desk(row)

    @cache
    def reads(line: str) -> bool:
        return _is_command(line) or (notation is not None and _is_order(line, notation, desk))

    return reads


@lru_cache(maxsize=4096)  # most lines of a prompt stood in the one before
def _is_command(line: str) -> bool:
    return bool(grammar.read_sheet([line], _COMMANDS).commands)


def _desk(row: Outbox) -> tuple[Notation | None, Desk | None]:
    if row.game is None:
        return None, None
    try:
        desk = history.desk(row.game.pk, row.seat) if row.seat is not None else None
        notation = find_game(row.game.key).notation
    except UnknownRules:
        return None, None
    return notation, None if desk is None else replace(desk, menus=cache(desk.menus))


def _is_order(line: str, notation: Notation, desk: Desk | None) -> bool:
    folded = _folded(line)
    if not folded:
        return True
    return sounds_like_order(folded, notation) if desk is None else meant_as_order(folded, notation, desk)


@lru_cache(maxsize=4096)  # as `_is_command`
def _folded(line: str) -> str:
    return fold_order(line)
