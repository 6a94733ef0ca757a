"""Happenings: who sees what follows from what is declared beside the field; kinds outlive the names of classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pytest

from engine.core.happenings import Happening, Kinds, each, happening, later, own, seated


@dataclass(frozen=True, slots=True)
class Place:
    name: str
    number: int


@dataclass(slots=True)
class Drawn(Happening):
    kind: ClassVar[str] = "drawn"
    seat: int
    card: str | None = own()


@happening("dealt", reveals=True)
class Dealt(Happening):
    hands: tuple[tuple[str, ...] | None, ...] = each()


@happening("replaced", private=True)
class Replaced(Happening):
    seat: int
    at: Place


@happening("looked")
class Looked(Happening):
    seat: int
    cards: tuple[str, ...] | None = seated()


def test_what_a_team_knows_is_seen_by_every_seat_and_by_no_spectator() -> None:
    it = Looked(1, ("surt", "hel"))
    assert it.seen_by(0) == it.seen_by(1) == it
    assert it.seen_by(None) == Looked(1, None)


def test_what_a_happening_is_called_and_whether_it_reveals_stands_above_its_class() -> None:
    assert [(one.kind, one.reveals, one.private) for one in (Drawn, Dealt, Replaced)] == [
        ("drawn", False, False),
        ("dealt", True, False),
        ("replaced", False, True),
    ]
    assert not hasattr(Dealt(()), "__dict__")


def test_an_own_field_is_seen_by_its_seat_alone() -> None:
    it = Drawn(1, "OT1")
    assert it.seen_by(1) == it
    assert it.seen_by(0) == it.seen_by(None) == Drawn(1, None)


def test_of_a_field_for_each_seat_everybody_sees_the_own_entry() -> None:
    it = Dealt((("a",), ("b", "c")))
    assert it.seen_by(1) == Dealt((None, ("b", "c")))
    assert it.seen_by(None) == Dealt((None, None))


def test_a_private_happening_is_not_even_a_fact_to_others() -> None:
    it = Replaced(2, Place("x", 1))
    assert it.seen_by(2) is it
    assert it.seen_by(0) is None
    assert it.seen_by(None) is None


def test_happenings_are_written_and_read_by_kind() -> None:
    kinds = Kinds((Drawn, Dealt, Replaced))
    for it in (Drawn(1, "OT1"), Drawn(1, None), Dealt((None, ("b",))), Replaced(0, Place("y", 2))):
        raw = it.as_json()
        assert raw["kind"] == it.kind
        assert kinds.read(raw) == it


def test_two_classes_of_one_kind_or_none_are_refused() -> None:
    with pytest.raises(ValueError, match="kind of its own"):
        Kinds((Drawn, Drawn))
    with pytest.raises(ValueError, match="kind of its own"):
        Kinds((Happening,))


@dataclass(slots=True)
class Shown(Happening):
    kind: ClassVar[str] = "shown"
    seat: int
    covered: bool
    card: str | None = own(when=lambda shown: shown.covered)


def test_a_field_may_be_secret_in_some_cases_only() -> None:
    assert Shown(1, True, "A").seen_by(0) == Shown(1, True, None)
    assert Shown(1, True, "A").seen_by(1) == Shown(1, True, "A")
    assert Shown(1, False, "A").seen_by(None) == Shown(1, False, "A")


@happening("paid")
class Paid(Happening):
    seat: int
    helped: tuple[str, ...] = later(())


def test_a_field_that_came_later_stands_in_the_json_only_where_it_says_something() -> None:
    plain, favored = Paid(1), Paid(1, ("freyja",))
    assert plain.as_json() == {"kind": "paid", "seat": 1}
    assert favored.as_json() == {"kind": "paid", "seat": 1, "helped": ["freyja"]}
    assert [Kinds((Paid,)).read(one.as_json()) for one in (plain, favored)] == [plain, favored]
