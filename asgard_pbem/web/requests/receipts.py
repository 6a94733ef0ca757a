"""What became of an answer, sentence by sentence: the same on pages and for programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from django.utils.translation import gettext

from asgard_pbem.tables import services
from asgard_pbem.tables.reading import history
from asgard_pbem.tables.words import reader_language
from asgard_pbem.web.access import Access
from asgard_pbem.web.requests.refusals import words_of
from engine.core.contract import Words
from engine.core.moves import IllegalMove
from engine.table.registry import UnknownRules

Tone: TypeAlias = Literal["done", "info", "warning"]
_LONG = 500  # characters of orders in one sentence


@dataclass(frozen=True, slots=True)
class Told:
    """One sentence of a receipt."""

    tone: Tone
    text: str


def words_at(access: Access) -> Words | None:
    """The sentences of the table's game; None where nobody here knows it."""
    try:
        return history.words(access.game, reader_language())
    except UnknownRules:
        return None


def told(access: Access, result: services.SubmitResult, said: str = "") -> Iterator[Told]:
    """What a submission did. `said`: the lines of the menu that were chosen, in its words."""
    if result.repeated:
        yield Told("info", gettext("That had been done already; nothing was done twice."))
        return
    yield from _carried_out(result, said)
    if result.refused is not None:  # what came before that line had shown something, and so stands
        yield Told("warning", words_of(result.refused, words_at(access)))
    for places, text in (
        (result.waiting, gettext("Waits until you have answered: %(orders)s")),
        (result.dropped, gettext("Not done, as it did not come to that: %(orders)s")),
    ):
        if texts := [result.typed.get(place, "") for place in places]:
            yield Told("info", text % {"orders": "; ".join(texts)[:_LONG]})
    language = reader_language()
    for order in history.written(access.game, result.idle, language):
        yield Told("info", gettext("Passed over, as nothing asked for it: %(order)s") % {"order": order})
    if gone := "; ".join(history.written(access.game, result.displaced, language)):
        yield Told("info", gettext("No longer stands, as this takes its place: %(order)s") % {"order": gone[:_LONG]})
    if result.balked is not None:
        about = history.reason(access.game, result.balked.where, language)
        why = words_of(IllegalMove(result.balked.code, **about), words_at(access))
        yield Told("warning", gettext("Your plans could not answer: %(why)s") % {"why": why})
    if result.over:
        yield Told("info", gettext("The game is over."))


def _carried_out(result: services.SubmitResult, said: str) -> Iterator[Told]:
    stopped = result.refused.line if result.refused is not None else None
    done = "; ".join(text for line, text in result.lines.items() if line != stopped and line not in result.kept)
    kept = "; ".join(text for line, text in result.lines.items() if line != stopped and line in result.kept)
    partly = result.lines.get(stopped) if stopped is not None else None
    if partly:  # of a proposal of several orders the first ones may stand alone
        yield Told("info", gettext("Done as far as it could be: %(orders)s") % {"orders": partly[:_LONG]})
    if kept:
        yield Told("done", gettext("Kept for later: %(orders)s") % {"orders": kept[:_LONG]})
    if done:
        yield Told("done", gettext("Done: %(orders)s") % {"orders": done[:_LONG]})
    elif not (partly or kept):
        yield Told("done", gettext("You chose: %(what)s") % {"what": said[:_LONG]} if said else gettext("Done."))
