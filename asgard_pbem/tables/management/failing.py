"""What a command says of a game that fails in it: one line for operators, without a word of what the error says."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from cryptography.fernet import InvalidToken
from django.core.management.base import CommandError
from django.db import DatabaseError

from asgard_pbem.tables.errors import ServiceError, place_of
from asgard_pbem.tables.words import refusal
from engine.core.chance import ChanceMismatch
from engine.table.registry import UnknownRules


@contextmanager
def in_a_line(game: UUID) -> Iterator[None]:
    """Turn what goes wrong with one game into a CommandError.

    What concerns more than this game (the database, the keys, a reader who has read enough) goes by: manage.py has a
    line of its own for each.
    """
    try:
        yield
    except (CommandError, DatabaseError, InvalidToken, OSError):
        raise
    except ServiceError as why:
        raise CommandError(f"{game}: {refusal(why.code, why.where, 'en')}") from None
    except UnknownRules as why:
        raise CommandError(f"Nothing installed plays {why}.") from None
    except ChanceMismatch as why:
        raise CommandError(f"The log does not replay: {why}") from None
    except Exception as why:  # whatever a game's rules raise
        raise CommandError(f"{game}: fails, {said(why)}") from why


def said(why: Exception) -> str:
    """An error by its place alone: what it says may be a player's secret."""
    if isinstance(why, InvalidToken):
        return "no key of this environment opens it (docs/operating.md, Keys)"
    return place_of(why)
