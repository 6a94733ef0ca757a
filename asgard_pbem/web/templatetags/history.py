"""The log of a table in a template."""

from __future__ import annotations

from typing import Any

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

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
    )
    return mark_safe("".join(lines.lines(context["log"], reader)))
