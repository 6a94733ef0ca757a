"""A refusal, whoever raised it, as one sentence in the reader's language."""

from __future__ import annotations

from django.utils.translation import get_language, gettext

from asgard_pbem.tables import services
from asgard_pbem.tables.words import refusal as table_words
from engine.core.contract import Words
from engine.core.moves import IllegalMove
from engine.table.orders import CORE_CODES, Refused
from engine.table.registry import UnknownRules

Refusal = services.ServiceError | IllegalMove | Refused | UnknownRules
REFUSALS = (services.ServiceError, IllegalMove, Refused, UnknownRules)


def words_of(why: Exception, words: Words | None = None) -> str:
    """The sentence. `words`: those of the game, for the refusals of its rules."""
    if isinstance(why, Refused):
        said = words_of(why.why, words)
        return gettext("Line %(number)d, “%(text)s”: %(why)s") % {"number": why.line + 1, "text": why.text, "why": said}
    if isinstance(why, UnknownRules):
        return gettext("This server does not know the rules with which the game was begun, so nobody can move in it.")
    if isinstance(why, services.ServiceError):
        return table_words(why.code, why.where, get_language() or "en")
    if isinstance(why, IllegalMove):
        if why.code in CORE_CODES:
            return table_words(why.code, why.where, get_language() or "en")
        return words.refusal(why.code, why.where) if words else why.code
    raise why
