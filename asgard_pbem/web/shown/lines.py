"""The lines of a log as pieces of a page. A page has hundreds of them, so they are put together here, not by a template
each: that took half of a page's time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.template.defaultfilters import capfirst, linebreaksbr
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from asgard_pbem.boards.parts import escaped
from asgard_pbem.tables.models import Memo
from asgard_pbem.tables.reading.dated import dated
from asgard_pbem.tables.reading.history import PressLine
from asgard_pbem.web.shown.story import Story
from asgard_pbem.web.templatetags.look import referred
from asgard_pbem.web.templatetags.look import seat as badge

_NONE = mark_safe("")


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads the log, and where they are in it."""

    seats: Sequence[int]
    names: Sequence[str]
    table: str  # the address of the table's page
    query: str  # what its addresses end in
    moment: int  # shown now; 0: none
    since: int  # the last one seen at an earlier visit; 0: nothing is new
    memos: Mapping[int, Sequence[Memo]] = field(default_factory=dict)  # the reader's own, by moment


def lines(told: Iterable[Story], reader: Reader) -> Iterator[SafeString]:
    """Every line, with headings of rounds and days, and with the messages below it."""
    badges = [referred(seat) for seat in range(len(reader.names))]
    before: datetime | None = None
    for one in told:
        at = timezone.localtime(one.at)
        if one.round:
            yield format_html('<li class="round">{}</li>\n', one.round_name or _round(one.round))
        if before is None or before.date() != at.date():
            yield format_html('<li class="day">{}</li>\n', capfirst(dated(at, "D j M Y")))
        if reader.since and one.moment == reader.since + 1:
            yield format_html('<li class="fresh-from">{}</li>\n', gettext("Since you last looked"))
        new = before is None or (before.date(), before.hour, before.minute) != (at.date(), at.hour, at.minute)
        yield _line(one, reader, badges, at if new else None)
        for letter in one.press:
            if letter.text:
                yield _letter(letter, reader)
        for memo in reader.memos.get(one.moment, ()):
            yield _memo(memo, reader)
        before = at


def _round(number: int) -> str:
    return gettext("Round %(round)s") % {"round": number}


def _line(one: Story, reader: Reader, badges: Sequence[SafeString], at: datetime | None) -> SafeString:
    marks = (
        (" data-round" if one.round else "")
        + (" data-own" if one.seat is not None and one.seat in reader.seats else "")
        + (' aria-current="true"' if one.moment == reader.moment else "")
        + (' class="undone"' if one.undone else "")
    )
    number, who = one.moment, f"{escaped(badges[one.seat])} " if one.seat is not None else ""
    told = "".join(f'<span class="told">{escaped(sentence)}</span> ' for sentence in one.sentences)
    notes = "".join(f'<small class="note">{escaped(note)}</small>' for note in one.notes)
    return mark_safe(
        f'<li id="m{number}"{marks}>'
        f'<a class="moment" href="{escaped(reader.table)}{number}/{escaped(reader.query)}">{number}</a>'
        f'<span class="words">{who}{told}{_how(one, reader)}{notes}</span>{_time(at)}</li>\n'
    )


def _how(one: Story, reader: Reader) -> SafeString:
    """That it was taken back, or not done by hand: of others only what shows whose it was (reading/eyes.py)."""
    if one.undone:
        return format_html('<small class="mark">({})</small>', gettext("taken back"))
    if one.by == "timeout":
        return format_html("<small>({})</small>", gettext("time ran out"))
    if one.by == "plan" and one.seat in reader.seats:
        return format_html("<small>({})</small>", gettext("by plan"))
    return _NONE


def _time(at: datetime | None) -> SafeString:
    if at is None:
        return _NONE
    return mark_safe(f'<time datetime="{escaped(at.isoformat(timespec="minutes"))}">{at:%H:%M}</time>')


def _letter(letter: PressLine, reader: Reader) -> SafeString:
    """A message, below the moment after which it came."""
    to, names = _NONE, letter.names(reader.names)
    if letter.to is not None:
        to = format_html("<small>{} {}</small> ", gettext("to"), ", ".join(names[seat] for seat in letter.to))
    return format_html(
        '<li class="press"><span class="moment" aria-hidden="true">✉</span>'
        '<span class="words press">{} {}{}</span></li>\n',
        badge(letter.seat, name=names[letter.seat]),
        to,
        format_html(gettext("“{}”"), linebreaksbr(letter.text or "")),
    )


def _memo(memo: Memo, reader: Reader) -> SafeString:
    """A note of the reader's own, below its moment: it is changed on the page of that moment."""
    return format_html(
        '<li class="memo no-print"><span class="moment" aria-hidden="true">✎</span>'
        '<span class="words"><small>{}</small> {}</span>'
        '<a href="{}{}/{}#notes" aria-label="{}">{}</a></li>\n',
        gettext("Your note"),
        linebreaksbr(memo.text, autoescape=True),
        reader.table,
        memo.moment,
        reader.query,
        gettext("Change note %(number)d") % {"number": memo.number},
        gettext("Change"),
    )
