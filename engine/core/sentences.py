"""Sentences by table: for happenings that one sentence tells, or one of a few, and for refusals of several reasons.

    LOG = {
        TurnTaken: one(N_("{name} takes a further turn.")),
        Scored: by("why", {"temples": N_("{name} +{points}: the temples."), None: N_("{name} +{points}.")}),
        SealTaken: either("light", N_("A Light seal of {god}."), N_("A dark one."), god=lambda w, it: w.of(it.god)),
    }
    REFUSALS = {"E_PICK": {"stone": N_("No such stone: {stone}."), "tile~A-.*": N_("Not in the row."), "": N_("No.")}}

What a sentence names is looked up where it is named: in the row, among the words that all rows share, in the happening.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from engine.core.moves import Json

Word: TypeAlias = Callable[[Any, Any], object]  # (speech, happening) -> what stands for a name in a sentence
Told: TypeAlias = tuple[Callable[[Any], Any], Mapping[Any, str], Mapping[str, Word]]


def one(text: str, **words: Word) -> Told:
    """One sentence."""
    return lambda _: None, {None: text}, words


def by(field: str, texts: Mapping[Any, str], **words: Word) -> Told:
    """A sentence for each value of a field; under None, that for all others."""
    return lambda it: getattr(it, field), texts, words


def either(field: str, yes: str, no: str, **words: Word) -> Told:
    """One sentence where a field says something, another (or none: empty) where it does not."""
    return lambda it: bool(getattr(it, field)), {True: yes, False: no}, words


def chosen(told: Told, it: Any) -> str:
    """The sentence that tells of a happening, before it is translated; may be empty."""
    which, texts, _ = told
    return texts.get(which(it)) or texts.get(None, "")


class Named(dict[str, object]):
    """What a sentence names, looked up when it is named."""

    def __init__(self, speech: Any, it: Any, *tables: Mapping[str, Word]) -> None:
        self._speech, self._it, self._tables = speech, it, tables

    def __missing__(self, name: str) -> object:
        word = next((table[name] for table in self._tables if name in table), None)
        return getattr(self._it, name) if word is None else word(self._speech, self._it)


def reason(rows: str | Mapping[str, str], where: Mapping[str, Json]) -> str:
    """The sentence for a refusal: the first row all of whose words fit what it is about; empty where none does.

    `tile`: a tile is named; `tile~A-.*`: one that is called so; several, with blanks between them: all of them.
    """
    if isinstance(rows, str):
        return rows
    return next((text for when, text in rows.items() if all(_fits(word, where) for word in when.split())), "")


def _fits(word: str, where: Mapping[str, Json]) -> bool:
    name, _, pattern = word.partition("~")
    value = where.get(name)
    return value is not None and value != "" and (not pattern or re.fullmatch(pattern, str(value)) is not None)
