"""Tables, and whose eyes look at one, as operators name them."""

from __future__ import annotations

from argparse import ArgumentTypeError
from uuid import UUID

from django.core.management.base import CommandError

from asgard_pbem.tables.models.games import Game, called

NAMED = 5  # of several that begin alike


def table(text: str) -> UUID:
    """The id of a table, whether there is one or not, or the only one that begins so: `8c1fcf` stands in the subjects
    of its mails, and people who need help have nothing else. For arguments of commands; raises ArgumentTypeError.
    """
    try:
        match = called(text)
    except ValueError:
        raise ArgumentTypeError(f"{text} is no game's id, nor the beginning of one as in its mails' subjects") from None
    if len(text.replace("-", "")) == 32:
        return UUID(text)
    found = list(Game.objects.filter(match).order_by("-opened_at").values_list("pk", "key", "opened_at")[: NAMED + 1])
    if not found:
        raise ArgumentTypeError(f"there is no game whose id begins with {text}")
    if len(found) > 1:
        named = [f"{pk} ({key}, opened {at:%Y-%m-%d})" for pk, key, at in found[:NAMED]]
        more = ["and others"] if len(found) > NAMED else []
        raise ArgumentTypeError(f"several games begin with {text}: {', '.join([*named, *more])}")
    return found[0][0]


def viewer(game: UUID, text: str) -> int | None:
    """The seat that `text` names; None for a spectator. Raises CommandError."""
    seats = Game.objects.filter(pk=game).values_list("seats", flat=True).first()
    if seats is None:
        raise CommandError(f"There is no game {game}.")
    if text == "spectator":
        return None
    if not text.isdecimal() or int(text) >= seats:
        raise CommandError(f"--as is a seat from 0 to {seats - 1}, or spectator.")
    return int(text)
