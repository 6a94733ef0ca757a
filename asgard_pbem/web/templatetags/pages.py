"""Small pieces of pages: a form's own mark, times as people read them."""

from __future__ import annotations

from datetime import datetime

from django import template
from django.template import Context
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from asgard_pbem.tables.models import Player
from asgard_pbem.tables.reading.dated import dated
from asgard_pbem.tables.reading.promised import promised
from asgard_pbem.web.forms.marks import mark_for

register = template.Library()


@register.simple_tag(takes_context=True)
def nonce(context: Context) -> SafeString:
    """A hidden field that names this very form, so that sending it twice does it once."""
    reader = context.get("user")
    mark = mark_for(reader if isinstance(reader, Player) else None)
    return format_html('<input type="hidden" name="nonce" value="{}">', mark)


@register.simple_tag
def when(moment: datetime | None) -> SafeString:
    """A time in the reader's zone, to the minute (see tables/reading/eyes.py); empty for None."""
    if moment is None:
        return SafeString("")
    return _time(moment, _day(timezone.localtime(moment)))


def day_and_time(moment: datetime) -> str:
    """The same within a sentence."""
    return _day(timezone.localtime(moment))


@register.simple_tag
def ago(moment: datetime | None) -> SafeString:
    """How long ago that was, in its largest unit, the exact time beside it; what is older than a week by its day."""
    if moment is None:
        return SafeString("")
    minute = moment.replace(second=0, microsecond=0)  # when the words change must not tell the second
    minutes = max(0, int((timezone.now() - minute).total_seconds()) // 60)
    hours, days = minutes // 60, minutes // (24 * 60)
    if days > 7:
        return _time(moment, _day(timezone.localtime(moment)))
    if days:
        said = ngettext("%(n)d day ago", "%(n)d days ago", days) % {"n": days}
    elif hours:
        said = gettext("%(n)d h ago") % {"n": hours}
    else:
        said = gettext("%(n)d min ago") % {"n": minutes} if minutes else gettext("just now")
    return _time(moment, said)


def _time(moment: datetime, said: str) -> SafeString:
    local, exact = timezone.localtime(moment), moment.isoformat(timespec="minutes")
    return format_html('<time datetime="{}" title="{}">{}</time>', exact, local.strftime("%Y-%m-%d %H:%M %Z"), said)


def _day(local: datetime) -> str:
    return dated(local, "j M Y, H:i" if local.year != timezone.localtime().year else "j M, H:i")


@register.filter(expects_localtime=True)
def day(moment: datetime | None, form: str) -> str:
    """A day or a time within a sentence."""
    return dated(moment, form) if moment is not None else ""


@register.filter
def by(deadline: datetime) -> datetime:
    """What is promised of a deadline."""
    return promised(deadline)


@register.filter
def left(deadline: datetime | None) -> str:
    """How long there is still, in the two largest units; "time is up" after it."""
    if deadline is None:
        return ""
    minutes = int((promised(deadline) - timezone.now()).total_seconds()) // 60
    if minutes < 0:
        return gettext("time is up")
    days, hours = divmod(minutes // 60, 24)
    if days:
        return ngettext("%(days)d day", "%(days)d days", days) % {"days": days} + (f" {_hours(hours)}" if hours else "")
    return _hours(hours) if hours else ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}


def _hours(hours: int) -> str:
    return ngettext("%(hours)d hour", "%(hours)d hours", hours) % {"hours": hours}


@register.filter
def seats_range(seats: range) -> str:
    """`2–5`, or one number."""
    low, high = seats[0], seats[-1]
    return str(low) if low == high else f"{low}–{high}"


@register.filter
def letter(seat: int) -> str:
    """The letter of a seat, for class names: a to f."""
    return "abcdef"[seat]


@register.filter
def of(found: dict[str, object], key: str) -> object:
    """What stands there under this key; nothing where nothing does."""
    return found.get(key, "")
