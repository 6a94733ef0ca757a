"""A refusal, whoever raised it, as one sentence in the reader's language; and what is wrong with a form."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext

from asgard_pbem.tables import services
from asgard_pbem.tables.words import reader_language
from asgard_pbem.tables.words import refusal as table_words
from asgard_pbem.web.forms.base import errors
from engine.core.contract import Words
from engine.core.menu import PICK, SEVERAL, SHARE
from engine.core.moves import IllegalMove
from engine.table.orders import CORE_CODES, Refused
from engine.table.registry import UnknownRules

Refusal = services.ServiceError | IllegalMove | Refused | UnknownRules
REFUSALS = (services.ServiceError, IllegalMove, Refused, UnknownRules)


def wrong_count(why: services.ServiceError, given: int) -> str:
    """What is wrong with a form in which lines are ticked, given amounts or places: as one says it on a page."""
    where: dict[str, Any] = {**why.where, "given": given}
    if why.code == SEVERAL:
        return gettext("Choose exactly %(count)s of them: now you have chosen %(given)s.") % where
    if why.code == PICK:
        return gettext("Choose %(least)s to %(most)s of them: now you have chosen %(given)s.") % where
    if why.code == SHARE:
        said = gettext("Give out %(least)s to %(most)s, to no line more than it can take: now it is %(given)s.")
        return said % where
    return gettext("Give every line a place of its own.")


def complain(request: HttpRequest, *wrong: forms.Form, place: str = "") -> None:
    """Tell what is wrong with these forms; `place`: where on the page, if not at its head."""
    for form in wrong:
        for complaint in errors(form):
            messages.error(request, complaint, extra_tags=place)


def words_of(why: Exception, words: Words | None = None) -> str:
    """The sentence. `words`: those of the game, for the refusals of its rules."""
    if isinstance(why, Refused):
        said = words_of(why.why, words)
        return gettext("Line %(number)d, “%(text)s”: %(why)s") % {"number": why.line + 1, "text": why.text, "why": said}
    if isinstance(why, UnknownRules):
        return gettext("This server does not know the rules with which the game was begun, so nobody can move in it.")
    if isinstance(why, services.ServiceError):
        return table_words(why.code, why.where, reader_language())
    if isinstance(why, IllegalMove):
        if why.code in CORE_CODES:
            return table_words(why.code, why.where, reader_language())
        return words.refusal(why.code, why.where) if words else why.code
    raise why
