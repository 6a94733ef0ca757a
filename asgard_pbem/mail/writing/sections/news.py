"""What happened since the last mail: oldest first, by rounds, choices that lie unseen in one line, landmarks never cut.

The page has the whole log; a mail tells what its reader needs for the next answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from asgard_pbem.mail.writing.letter import Link, Section
from asgard_pbem.mail.writing.phrases import game_url
from asgard_pbem.mail.writing.scene import Scene
from asgard_pbem.tables.reading import history, telling
from asgard_pbem.tables.reading.eyes import Entry, Note
from engine.core.happenings import Happening
from engine.core.moves import Seat

LINES_AT_MOST = 30  # of those that may be cut: two screens of a phone


@dataclass(frozen=True, slots=True)
class _Line:
    """One sentence of the news."""

    round: int
    text: str
    stays: bool = False  # however much there is to tell
    chose: Seat | None = None  # who has chosen unseen
    own: bool = False  # and was the reader, who knows what
    opens: bool = False  # it tells all that was chosen before it
    aside: bool = False  # it opens nothing of what was chosen before it


def happened(one: Scene, since: int, after: int = 0) -> Section | None:
    """What came after the public moment `since`; and of what a veil still hides from all others, what this seat was
    told after event `after`.
    """
    lines = list(_folded(one, list(_lines(one, since, after))))
    if not lines:
        return None
    kept = _kept(lines)
    link = more(one, len(lines) - len(kept))
    if len({line.round for line in kept}) == 1:
        return Section(_("What happened"), items=tuple(line.text for line in kept), more=link)
    chapters = tuple(
        (one.words.round(number) or _("Round %(round)d") % {"round": number}, tuple(line.text for line in lines))
        for number, lines in groupby(kept, key=lambda line: line.round)
    )
    return Section(_("What happened"), chapters=chapters, more=link)


def more(one: Scene, count: int) -> Link | None:
    """To what was left out; None where nothing was."""
    if count <= 0:
        return None
    text = ngettext(
        "%(count)d more line on the game's page, or answer “history”",
        "%(count)d more lines on the game's page, or answer “history”",
        count,
    )
    return Link(text % {"count": count}, game_url(one.game.id))


def _lines(one: Scene, since: int, after: int) -> Iterator[_Line]:
    """Every sentence, oldest first."""
    before: int | None = None
    for entry in history.history(one.game.id, one.seat, since=max(0, since - 1)):
        now = entry.round
        if entry.number > since:
            yield from _of_moment(one, entry, now if before is None else before, now)
        before = now
        news = [face for note in entry.notes if note.seq > after for face in note.news]
        yield from (_line(one, face, text, entry, now) for face, text in telling.passages(news, entry, one.words))


def _of_moment(one: Scene, entry: Entry, before: int, now: int) -> Iterator[_Line]:
    """A moment in which a round begins still tells of the last one, up to where it does."""
    begun = before in (0, now) or not any(face.role == "round" for face in entry.faces)
    for face, text in telling.passages(entry.faces, entry, one.words):
        begun = begun or face.role == "round"
        line = _line(one, face, text, entry, now if begun else before)
        if not entry.undone:
            yield line
        elif line.chose is None or line.own:  # of what nobody saw and was taken back there is nothing to tell but that
            yield replace(line, text=telling.taken_back(text), aside=True)
    if entry.what == "undone":
        yield from (_Line(max(now, 1), text, aside=True) for text in telling.told(entry, one.words))


def _line(one: Scene, face: Happening, text: str, entry: Entry | Note, number: int) -> _Line:
    whose = getattr(face, "seat", None)
    chose = whose if face.role == "choice" else None
    planned = entry.by == "plan" and entry.seat == one.seat
    told_with = max(number, 1)  # what is set up and chosen before round 1 is told with it: nobody played a round 0
    stays, opens = planned or face.role == "landmark", face.role == "opening"
    return _Line(told_with, text, stays, chose, own=whose == one.seat, opens=opens)


def _folded(one: Scene, lines: Sequence[_Line]) -> Iterator[_Line]:
    """Others' unseen choices in one line, at the end: those before it have been opened, or overtaken, meanwhile. An own
    one that was opened is not told before too: it may have been replaced. What a plan chose is.
    """
    last = max((at for at, line in enumerate(lines) if line.chose is None and not line.aside), default=-1)
    opened = max((at for at, line in enumerate(lines) if line.opens), default=-1)
    for at, line in enumerate(lines):
        if line.chose is None or line.aside or (line.own and (line.stays or at > opened)):
            yield line
    waiting = [line for line in lines[last + 1 :] if line.chose is not None and not line.own]
    if waiting:
        seats = dict.fromkeys(line.chose for line in waiting if line.chose is not None)
        names = ", ".join(map(one.words.seat, seats))
        yield replace(waiting[0], text=_("Have chosen, still unseen: %(names)s.") % {"names": names})


def _kept(lines: Sequence[_Line]) -> list[_Line]:
    """All that stays, and the newest of the rest."""
    room = LINES_AT_MOST
    kept = set[int]()
    for at in range(len(lines) - 1, -1, -1):
        if lines[at].stays or room > 0:
            kept.add(at)
            room -= not lines[at].stays
    return [line for at, line in enumerate(lines) if at in kept]
