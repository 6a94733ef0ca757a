"""The log of a table in a template."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from asgard_pbem.tables.models import Memo
from asgard_pbem.web.shown import lines

register = template.Library()


@register.simple_tag(takes_context=True)
def log_lines(context: dict[str, Any]) -> SafeString:
    """Every line of `log`, as the reader of this page may know it."""
    reader = lines.Reader(
        seats=context["access"].seats,
        names=context["names"],
        table=reverse("game", args=[context["game"].pk]),
        query=context.get("query", ""),
        moment=context.get("moment", 0),
        since=context.get("since", 0),
        memos=_by_moment(context.get("memos", ())),
    )
    return mark_safe("".join(lines.lines(context["log"], reader)))


def _by_moment(memos: Iterable[Memo]) -> dict[int, list[Memo]]:
    """The notes that belong to a moment; those to the whole table stand in no log."""
    found: dict[int, list[Memo]] = {}
    for memo in memos:
        if memo.moment is not None:
            found.setdefault(memo.moment, []).append(memo)
    return found
