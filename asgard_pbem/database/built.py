"""Questions and changes that come with every mail: Django builds the text of each once.

A queryset is turned into SQL anew each time that it is asked, which takes this process several times as long as asking.
Here it is built with stand-ins for what it is asked about; each later call puts its own values in their places. How
rows become objects stays Django's affair.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from enum import Enum
from functools import wraps
from typing import Any, Generic, ParamSpec, TypeAlias, TypeVar
from uuid import UUID, uuid4

from django.core.exceptions import EmptyResultSet
from django.db import connections, router, transaction
from django.db.models import QuerySet
from django.db.models.sql import UpdateQuery

from asgard_pbem.database.asking import Text

P = ParamSpec("P")
Row = TypeVar("Row")
Asked = TypeVar("Asked", bound="_Text")
Change: TypeAlias = tuple[QuerySet[Any, Any], dict[str, Any]]  # which rows, and what `update` gets

_VALUES = (UUID, str, bytes, datetime)  # what a statement is about; anything else is part of its text, as a LIMIT is


def built_once(build: Callable[P, QuerySet[Any, Row]]) -> Callable[P, list[Row]]:
    """Ask what `build` returns: its rows, as the queryset would give them.

    `build` must put ids, texts, bytes and times into the queryset as they come, at least once each, and may not choose
    by them: it sees stand-ins. For each further argument (number, enum, truth value, None) a text of its own is kept.
    Raises TypeError where an argument is not found in the SQL.
    """
    texts = _Texts(build, _Question)

    @wraps(build)
    def ask(*given: P.args, **named: P.kwargs) -> list[Row]:
        text, values = texts.of(given, named)
        return text.ask(values)

    return ask


def changed_once(build: Callable[P, Change]) -> Callable[P, int]:
    """Carry out the change that `build` returns; how many rows it was. For `build` see `built_once`."""
    texts = _Texts(build, _Update)

    @wraps(build)
    def change(*given: P.args, **named: P.kwargs) -> int:
        text, values = texts.of(given, named)
        return text.carry_out(values)

    return change


class _Texts(Generic[Asked]):
    """The texts of one function, by what is no value among its arguments."""

    def __init__(self, build: Callable[..., Any], kind: Callable[[Any, list[object]], Asked]) -> None:
        self._build, self._kind = build, kind
        self._kept: dict[tuple[object, ...], Asked] = {}

    def of(self, given: Sequence[Any], named: dict[str, Any]) -> tuple[Asked, list[Any]]:
        """The text for these arguments, and the values that go into it."""
        every = (*given, *named.values())
        shape = (*named, *[None if _is_value(one) else (type(one), one) for one in every])
        if (text := self._kept.get(shape)) is None:
            stand_ins = [_stand_in(one, number) for number, one in enumerate(every)]
            args, rest = stand_ins[: len(given)], zip(named, stand_ins[len(given) :], strict=True)
            values = [new for new, old in zip(stand_ins, every, strict=True) if _is_value(old)]
            text = self._kept[shape] = self._kind(self._build(*args, **dict(rest)), values)
        return text, [one for one in every if _is_value(one)]


def _is_value(one: object) -> bool:
    return isinstance(one, _VALUES) and not isinstance(one, Enum)


def _stand_in(one: object, number: int) -> object:
    """Something of the same type that is like nothing else in the statement; what is no value stays itself."""
    if not _is_value(one):
        return one
    if isinstance(one, UUID):
        return uuid4()
    if isinstance(one, datetime):
        return datetime(1900, 1, 1, tzinfo=UTC) + timedelta(days=number)
    return f"stand-in {number}" if isinstance(one, str) else b"stand-in %d" % number


class _Text:
    """A statement, and which of its parameters are whose."""

    def __init__(self, text: str, parameters: Sequence[Any], stand_ins: list[object]) -> None:
        every = [_Parameter(one, stand_ins) for one in parameters]
        self._parameters = [one for one in every if one.number is not None]
        if text and {one.number for one in self._parameters} != set(range(len(stand_ins))):
            raise TypeError(f"not every argument is a parameter of {text}")
        self._text = Text(text, {place: one.given for place, one in enumerate(every) if one.number is None})

    def _with(self, values: list[Any]) -> list[Any]:
        return [one.of(values) for one in self._parameters]


class _Question(_Text, Generic[Row]):
    def __init__(self, rows: QuerySet[Any, Row], stand_ins: list[object]) -> None:
        self._rows, self._compiler = rows, rows.query.get_compiler(using=rows.db)
        try:
            text, parameters = self._compiler.as_sql()
            super().__init__(text, parameters, stand_ins)
        except EmptyResultSet:  # nothing but the first 0 rows
            super().__init__("", (), stand_ins)
            self._none = True
            return
        self._none = False
        converters = self._compiler.get_converters([one for one, _, _ in self._compiler.select])
        self._compiler.get_converters = lambda _: converters  # found once, as the text

    def ask(self, values: list[Any]) -> list[Row]:
        if self._none:
            return []
        rows, compiler, connection = self._rows.all(), copy.copy(self._compiler), connections[self._rows.db]
        if rows.query.select_for_update and not connection.in_atomic_block:
            raise transaction.TransactionManagementError("Rows can be locked in a transaction only.")
        compiler.connection = connection  # each thread has its own
        compiler.execute_sql = lambda *_, **__: [self._text.rows(connection, self._with(values))]
        query: Any = rows.query
        query.get_compiler = lambda *_, **__: compiler
        return list(rows)


class _Update(_Text):
    def __init__(self, change: Change, stand_ins: list[object]) -> None:
        rows, values = change
        query: Any = rows.query.chain(UpdateQuery)
        query.add_update_values(values)
        query.clear_ordering(force=True)  # as `QuerySet.update` does
        self._using = router.db_for_write(rows.model)
        text, parameters = query.get_compiler(using=self._using).as_sql()
        super().__init__(text, parameters, stand_ins)

    def carry_out(self, values: list[Any]) -> int:
        return self._text.changed(connections[self._using], self._with(values))


class _Parameter:
    """A parameter as Django gave it: of a stand-in, perhaps in psycopg's wrapper for its type, or the same always."""

    def __init__(self, given: Any, stand_ins: list[object]) -> None:
        bare = getattr(given, "obj", given)  # psycopg's `Binary` and `Jsonb`
        self.given = given
        self.number = next((n for n, one in enumerate(stand_ins) if type(one) is type(bare) and one == bare), None)
        self._wrap = type(given) if bare is not given else None

    def of(self, values: list[Any]) -> Any:
        if self.number is None:
            return self.given
        value = values[self.number]
        return value if self._wrap is None else self._wrap(value)
