"""What was played for somebody whose time ran out: the first words of the mail that tells of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile

from django.utils.translation import gettext as _

from asgard_pbem.mail.writing import phrases
from asgard_pbem.mail.writing.letter import Letter, Section
from asgard_pbem.mail.writing.scene import Scene
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Outbox
from asgard_pbem.tables.reading import mailed, telling
from engine.core.happenings import Happening
from engine.core.moves import Seat

BY_CLOCK = {"timeout", "plan"}
_BEGIN = ("round", "phase")


def headline(how: str) -> str:
    """By what it was answered: their own plan, what the others proposed, or the rules."""
    return {
        "plan": _("Your time ran out, and what you had planned was done."),
        "counsel": _("Your time ran out, and what the others proposed was done for you."),
    }.get(how, _("Your time ran out, and the rules answered for you."))


def told(letter: Letter, one: Scene, row: Outbox) -> Letter:
    """A mail that tells of it as well; nothing of a seat that is somebody else's by now."""
    late = mailed.played_late(row)
    if not late:
        return letter
    own = set(one.game.holders.filter(player=one.player).values_list("seat", flat=True))
    first: dict[Seat, int] = {}  # what was played after the first of several is told with it
    for seat, after, _how in late:
        first.setdefault(seat, after)
    for seat, after in reversed(first.items()):
        letter = played(letter, one, seat, after) if seat in own else letter
    said = dict.fromkeys(headline(how) for seat, _after, how in late if seat in own)
    return replace(letter, intro=(*said, *warning(one, own & set(first)), *letter.intro))


def warning(one: Scene, seats: Iterable[Seat]) -> tuple[str, ...]:
    """To whoever will be taken for gone with the next time-out."""
    if not any(services.is_nearly_gone(one.game.pk, seat) for seat in seats):
        return ()
    return (_("The others wait: if it runs out once more in a row, a bot plays on for you."),)


def played(letter: Letter, one: Scene, seat: Seat | None, after: int) -> Letter:
    """A letter that says first what was done for the seat after event `after`, and none of it twice."""
    said = _sentences(one, seat, after) or _answers(one, seat, after) if seat is not None else []
    if seat is None or not said:
        return letter
    letter, name = replace(letter, happened=without(letter.happened, said)), one.words.seat(seat)
    if len(said) == 1:
        what = _("Played for %(name)s: %(what)s") % {"name": name, "what": said[0]}
        return replace(letter, intro=(what, *letter.intro))
    listed = Section(_("Played for %(name)s") % {"name": name}, items=tuple(said), told=True)
    return replace(letter, report=(listed, *letter.report))


def _sentences(one: Scene, seat: Seat, after: int) -> list[str]:
    """What was done for the seat after event `after`, in the sentences of its log."""
    said: list[str] = []
    for entry, fresh in mailed.news(one.game.pk, seat, after, one.game.head_seq):
        for each in (*((entry,) if fresh else ()), *entry.notes):
            if each.seat == seat and each.by in BY_CLOCK:
                said += telling.sentences(tuple(takewhile(partial(_own, seat), each.faces)), each, one.words)
    return said


def _answers(one: Scene, seat: Seat, after: int) -> list[str]:
    """The same as orders, where the log has nothing to tell of them: that somebody does no more."""
    written = mailed.answered_late(one.game, seat, after, one.words.language)
    return [f"{', '.join(map(phrases.quoted, written))}."] if written else []


def without(happened: Section | None, said: Sequence[str]) -> Section | None:
    """The news without what was said before them: of equal sentences the last, older ones tell of other moves."""
    if happened is None or not said:
        return happened
    left = Counter(said)
    chapters = [(title, _unsaid(lines, left)) for title, lines in reversed(happened.chapters)]
    kept = tuple((title, lines) for title, lines in reversed(chapters) if lines)
    rest = replace(happened, items=_unsaid(happened.items, left), chapters=kept)
    return rest if rest.items or rest.chapters or rest.more else None


def _unsaid(lines: Sequence[str], left: Counter[str]) -> tuple[str, ...]:
    """The lines that are not among those `left` to be taken out, which it takes from the end."""
    kept: list[str] = []
    for line in reversed(lines):
        if left[line] > 0:
            left[line] -= 1
        else:
            kept.append(line)
    return tuple(reversed(kept))


def _own(seat: Seat, face: Happening) -> bool:
    """Whether it still belongs to what the seat did: what begins for another one or for all, as a phase, does not."""
    if face.role in _BEGIN:
        return False
    whose = getattr(face, "seat", None)
    return whose == seat or not isinstance(whose, int)
