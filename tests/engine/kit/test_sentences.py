"""Sentences by table: what a happening is told with, what is told together, which of several reasons a refusal has."""

from __future__ import annotations

from typing import ClassVar

import pytest

from engine.core.happenings import Happening, happening
from engine.core.moves import Seat
from engine.core.sentences import by, either, one
from engine.core.speech import Speech, chapters, tells


@happening("scored")
class Scored(Happening):
    seat: Seat
    points: int
    why: str


@happening("sealed")
class Sealed(Happening):
    seat: Seat
    god: str | None


@happening("passed")
class Passed(Happening):
    seat: Seat


@happening("silent")
class Silent(Happening):
    seat: Seat | None


class Words(Speech):
    domain = "asgard"
    names_in_log: ClassVar = {"name": lambda w, it: w.seat(it.seat), "god": lambda _, it: it.god.title()}
    log: ClassVar = {
        Scored: by("why", {"hel": "{name} +{points}: Hel.", None: "{name} +{points}."}),
        Sealed: either("god", "{name}: the seal of {god}, {mood}.", "{name}: no seal.", mood=lambda _, it: len(it.god)),
        Silent: either("seat", "", ""),
    }
    refusals: ClassVar = {
        "E_TURN": "Not now.",
        "E_PICK": {"god stone": "Both.", "god~o.*": "One of O: {god}.", "count": "{count} of them.", "": "Nothing."},
        "E_ODD": {"god": "A god."},
    }

    @tells(Passed)
    def _passed(self, it: Passed) -> str:
        return f"{self.seat(it.seat)} passes."


@pytest.mark.parametrize("told, text", [
    (Scored(0, 3, "hel"), "Anna +3: Hel."), (Scored(0, 3, "world"), "Anna +3."),
    (Sealed(1, "odin"), "Boris: the seal of Odin, 4."),
    (Sealed(1, None), "Boris: no seal."), (Passed(0), "Anna passes."), (Silent(0), ""), (Happening(), ""),
])  # fmt: skip
def test_a_happening_is_told_by_the_row_of_its_table_or_by_a_method(told: Happening, text: str) -> None:
    assert Words("en", ("Anna", "Boris")).happening(told) == text


@pytest.mark.parametrize("code, where, text", [
    ("E_TURN", {}, "Not now."), ("E_PICK", {"god": "odin", "stone": "red"}, "Both."),
    ("E_PICK", {"god": "odin"}, "One of O: odin."),
    ("E_PICK", {"god": "hel"}, "Nothing."), ("E_PICK", {"count": 0}, "0 of them."), ("E_PICK", {"god": ""}, "Nothing."),
    ("E_ODD", {}, "E_ODD"), ("E_NEW", {}, "E_NEW"),
])  # fmt: skip
def test_a_refusal_says_what_it_is_about(code: str, where: dict[str, object], text: str) -> None:
    assert Words("en").refusal(code, where) == text


def test_one_sentence_needs_no_field() -> None:
    assert one("x")[0](Passed(0)) is None


def test_neighbours_that_belong_together_are_one_chapter_and_others_stand_alone() -> None:
    def belongs(told: Happening, before: str) -> str:
        """Points belong to what they follow."""
        return "seals" if isinstance(told, Sealed) else before if isinstance(told, Scored) else ""

    seal, points, turn = Sealed(0, "odin"), Scored(0, 3, "hel"), Passed(1)
    told = [points, seal, points, seal, turn, turn, seal]
    assert list(chapters(told, belongs)) == [
        ("", [points]), ("seals", [seal, points, seal]), ("", [turn, turn]), ("seals", [seal]),
    ]  # fmt: skip
    assert list(chapters([], belongs)) == []


@pytest.mark.parametrize("code", ["E_SYNTAX", "E_AMBIGUOUS", "E_NOT_YOUR_TURN", "E_WRONG_STAGE", "E_ANSWERED"])
def test_what_the_kit_refuses_has_a_sentence_in_a_game_that_says_none(code: str) -> None:
    said = {language: Bare(language).refusal(code, {"text": "ra"}) for language in ("en", "ru")}
    assert code not in said.values()
    assert len(set(said.values())) == 2
    assert Bare("en").refusal("E_OWN", {}) == "E_OWN"


class Bare(Speech):
    """A game with nothing but its title to say."""

    domain = "no_catalogue"
