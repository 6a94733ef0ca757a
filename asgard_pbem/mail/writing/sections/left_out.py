"""Which lines of a mail were not read, and why: every receipt says so, because nobody may lose a line unseen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from asgard_pbem.mail.messages import Item
from asgard_pbem.mail.reading.cutting.cut import Reply
from asgard_pbem.mail.reading.cutting.result import QUOTATION, Taken
from asgard_pbem.mail.writing import phrases

UNMARKED = "unmarked"  # quotation that bears no mark, and of which no line is ours
AT_MOST = 6  # places that are named; a mail with more is told how many


def items(reply: Reply) -> tuple[Item, ...]:
    """One item for each place, from the top."""
    named = [
        Item(code="left_out", params={"rule": _told_as(one), "text": one.text, "more": one.lines - 1})
        for one in reply.taken[:AT_MOST]
    ]
    rest = sum(one.lines for one in reply.taken[AT_MOST:])
    return (*named, *([Item(code="left_out", params={"rule": "", "text": "", "more": rest})] if rest else []))


def _told_as(one: Taken) -> str:
    """Why, in one word. Lines below what looks like the head of a quoted mail, and nothing else says that they are one,
    may be their writer's: that is told, which quotation is not.
    """
    return UNMARKED if one.rule in QUOTATION and one.lines > 1 and not one.sure else one.rule


def unexpected(found: Sequence[Item], *, well: bool = False) -> tuple[Item, ...]:
    """Without the quotation that mail programs put below an answer: everybody knows it to be there. So it is with the
    line by which a telephone names itself, where the rest went `well`: each of its owner's mails has it.

    A line of ours without any mark is told: somebody may have written it.
    """
    known = QUOTATION - {"own_line"}
    told = [item for item in found if item.params["rule"] not in known]
    return tuple(item for item in told if not (well and item.params["rule"] == "mobile" and not item.params["more"]))


def sentence(params: dict[str, Any]) -> str:
    """One place in words."""
    text, more = params["text"], int(params["more"])
    if not text:
        return ngettext("%(count)d further line", "%(count)d further lines", more) % {"count": more}
    lines = phrases.quoted(text)
    if more:
        lines = ngettext("%(line)s and %(count)d line below it", "%(line)s and %(count)d lines below it", more) % {
            "line": lines, "count": more,
        }  # fmt: skip
    return f"{lines}: {_why(params['rule'])}"


def _why(rule: str) -> str:
    found = {
        "own_line": _("so it stands in a mail of ours"),
        "sentinel": _("our line above which you write"),
        "quote": _("marked as quotation"),
        "wrapped": _("the end of a quoted line"),
        "signature": _("a signature"),
        "closing": _("closing words"),
        "mobile": _("words of a mail program"),
        "list_footer": _("the foot of a mailing list"),
    }
    return found.get(rule, _("here the quoted mail begins"))
