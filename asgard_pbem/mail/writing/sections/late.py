"""What was played for somebody whose time ran out: the first words of the mail that tells of it."""

from __future__ import annotations

from functools import partial
from itertools import takewhile
from typing import Any

from django.utils.translation import gettext as _

from asgard_pbem.mail.writing.scene import Scene
from asgard_pbem.tables.reading import mailed, telling
from engine.core.happenings import Happening
from engine.core.moves import Seat

BY_CLOCK = {"timeout", "plan"}


def headline(how: str) -> str:
    """By what it was answered: their own plan, what the others proposed, or the rules."""
    return {
        "plan": _("Your time ran out, and what you had planned was done."),
        "counsel": _("Your time ran out, and what the others proposed was done for you."),
    }.get(how, _("Your time ran out, and the rules answered for you."))


def played(one: Scene, seat: Seat | None, after: int) -> tuple[str, ...]:
    """What was done for the seat after event `after`, in the sentences of its log."""
    if seat is None:
        return ()
    said: list[str] = []
    for entry, fresh in mailed.news(one.game.pk, seat, after, one.game.head_seq):
        for each in (*((entry,) if fresh else ()), *entry.notes):
            if each.seat == seat and each.by in BY_CLOCK:
                said += telling.sentences(tuple(takewhile(partial(_own, seat), each.faces)), each, one.words)
    told = _("Played for %(name)s: %(what)s") % {"name": one.words.seat(seat), "what": " ".join(said)}
    return (told,) if said else ()


def _own(seat: Seat, face: Happening) -> bool:
    """Whether it still belongs to what the seat did: what begins for another one, such as their turn, does not."""
    whose = getattr(face, "seat", None)
    return whose == seat or not isinstance(whose, int)


def intro(one: Scene, late: dict[str, Any] | None) -> tuple[str, ...]:
    """For a prompt that tells of it as well; nothing of a seat that is somebody else's by now."""
    if not late or not one.game.holders.filter(seat=late["seat"], player=one.player).exists():
        return ()
    return (headline(late["how"]), *played(one, late["seat"], late["after"]))
