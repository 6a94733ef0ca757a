"""A statement in Django's words, asked by `together`: prepared once in each session, its values beside its text.

Django's own way writes the values into the text, so that the server parses and plans each statement anew: six times
the work of carrying it out, and four times ours.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from psycopg import pq, sql
from psycopg.adapt import PyFormat

from asgard_pbem.database.together import Statement

Row = tuple[Any, ...]
_PLACE = re.compile(r"%(?:(?P<percent>%)|s|\((?P<name>\w+)\)s)")


def read(wrapper: Any, result: pq.abc.PGresult, reader: Any) -> list[Row]:
    """The rows of a result, by one of the readers of its connection."""
    with wrapper.wrap_database_errors:
        reader.set_pgresult(result)
        found: list[Row] = reader.load_rows(0, result.ntuples, tuple)
    return found


class Text:
    """`text` has Django's `%s` or `%(name)s`. `fixed`: values that are the same each time, by their places (from 0).

    These become part of the statement: only so does the planner see that an index of some of the rows serves it.
    """

    def __init__(self, text: str, fixed: Mapping[int, Any] | None = None) -> None:
        self.names: list[str] = []  # in the order in which their values go
        self._places, self._given, self._fixed = -1, 0, fixed or {}
        self._text = _PLACE.sub(self._numbered, text).encode()

    def _numbered(self, place: re.Match[str]) -> str:
        if place["percent"]:
            return "%"
        if (name := place["name"]) is not None:
            if name not in self.names:
                self.names.append(name)
            return f"${self.names.index(name) + 1}"
        self._places += 1
        if self._places in self._fixed:
            return sql.Literal(self._fixed[self._places]).as_string(None)
        self._given += 1
        return f"${self._given}"

    def rows(self, wrapper: Any, values: Sequence[Any]) -> list[Row]:
        """Ask it on a connection of ours: the rows, as a cursor of Django's gives them."""
        result = self._asked(wrapper, values)
        return read(wrapper, result, wrapper.connection.reader)

    def changed(self, wrapper: Any, values: Sequence[Any]) -> int:
        """Carry it out; how many rows it wrote."""
        return int(self._asked(wrapper, values).command_tuples or 0)

    def with_commit(self, wrapper: Any, values: Sequence[Any]) -> None:
        """Let it go with the commit that comes next; see `DatabaseWrapper.with_commit`."""
        wrapper.with_commit(self._statement(wrapper, values))

    def _statement(self, wrapper: Any, values: Sequence[Any]) -> Statement:
        wrapper.ensure_sound()
        with wrapper.wrap_database_errors:
            sent = wrapper.connection.reader.dump_sequence(values, [PyFormat.TEXT] * len(values))
        return Statement(self._text, sent)

    def _asked(self, wrapper: Any, values: Sequence[Any]) -> Any:
        statement, began = self._statement(wrapper, values), time.monotonic()
        (result,) = wrapper.together(statement)
        if wrapper.queries_logged:
            wrapper.queries_log.append({"sql": self._text.decode(), "time": f"{time.monotonic() - began:.3f}"})
        return result


@cache
def _named(text: str) -> Text:
    return Text(text)


def rows(wrapper: Any, text: str, **values: Any) -> list[Row]:
    """The rows of a statement with `%(name)s`, which is one of a few."""
    one = _named(text)
    return one.rows(wrapper, [values[name] for name in one.names])


def with_commit(wrapper: Any, text: str, **values: Any) -> None:
    """Let such a statement go with the commit that comes next, or at once where none does."""
    one = _named(text)
    one.with_commit(wrapper, [values[name] for name in one.names])
