"""What a mail that held no order may have meant, as its receipt asks it."""

from __future__ import annotations

from django.utils.translation import gettext as _

from asgard_pbem.mail.messages import Item, Receipt
from asgard_pbem.mail.writing import phrases
from asgard_pbem.mail.writing.letter import Choice, Group
from asgard_pbem.mail.writing.scene import mailto

CODES = frozenset({"did_you_mean", "send_one"})


def intro(data: Receipt) -> tuple[str, ...]:
    """The question, in a sentence."""
    return tuple(_sentence(item) for item in data.notes if item.code in CODES)


def _sentence(item: Item) -> str:
    if item.code == "send_one":
        first = phrases.quoted(item.params["answers"][0][0])
        return _("Which of these did you mean? Answer with its number alone, such as %(first)s.") % {"first": first}
    if not item.params["said"]:
        return _("Did you mean “%(reply)s”? Answer “yes” and it is done.") % item.params
    return _("Did you mean %(reply)s - %(said)s? Answer “yes” and it is done, or send just “%(reply)s”.") % item.params


def groups(data: Receipt, reply_to: str, subject: str) -> tuple[Group, ...]:
    """What may be answered to it."""
    return tuple(_group(item, reply_to, subject) for item in data.notes if item.code in CODES)


def _group(item: Item, reply_to: str, subject: str) -> Group:
    if item.code == "send_one":
        choices = [Choice(reply, said, url=mailto(reply_to, subject, reply)) for reply, said in item.params["answers"]]
        return Group(_("What you may have meant"), tuple(choices))
    yes = _("yes")
    text = " - ".join(filter(None, (item.params["reply"], item.params["said"])))
    return Group(_("What you may have meant"), (Choice(yes, text, url=mailto(reply_to, subject, yes)),))
