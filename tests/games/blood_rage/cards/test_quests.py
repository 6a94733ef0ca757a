"""Quests do what they say: a test each, found by the card's code."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.blood_rage.rules.quest import judge
from tests.games.blood_rage.cards.deck import of
from tests.games.blood_rage.scenarios.test_ages import goes_on
from tests.games.blood_rage.scene import Scene

_OF_REGIONS = [("AL", "GIM", "FW"), ("AL", "AND", "FS"), ("JO", "UTG", "FS"), ("JO", "HOR", "FE"), ("MA", "MYR", "FW")]


@of(*(f"Q{region}{age}" for region in ("AL", "JO", "MA") for age in (1, 2, 3)))
@pytest.mark.parametrize("region, place, fjord", _OF_REGIONS)
@pytest.mark.parametrize("age, glory", [(1, 5), (2, 7), (3, 9)])
def test_a_region_is_ruled_by_the_strongest(region: str, place: str, fjord: str, age: int, glory: int) -> None:
    quest = f"Q{region}{age}"
    given: dict[str, Any] = {"quests": {"A": quest}}
    assert goes_on(Scene(figures={"A": f"L @{place}"}, **given), judge()).glory("A") == glory
    assert (
        goes_on(Scene(figures={"A": f"L @{place}", "B": f"W @{place}, S @{fjord}"}, **given), judge()).glory("A") == 0
    )
    assert goes_on(Scene(figures={"A": "L @YGG"}, **given), judge()).glory("A") == 0


@of("QYG1", "QYG2", "QYG3")
@pytest.mark.parametrize("age, glory", [(1, 6), (2, 8), (3, 11)])
def test_yggdrasil_is_ruled_by_the_strongest(age: int, glory: int) -> None:
    given: dict[str, Any] = {"quests": {"A": f"QYG{age}"}}
    assert goes_on(Scene(figures={"A": "L @YGG"}, **given), judge()).glory("A") == glory
    assert goes_on(Scene(figures={"A": "L @YGG", "B": "L @YGG"}, **given), judge()).glory("A") == 0


@of("QGD1", "QGD2", "QGD3")
@pytest.mark.parametrize("age, glory", [(1, 6), (2, 8), (3, 11)])
def test_a_glorious_death_takes_four(age: int, glory: int) -> None:
    given: dict[str, Any] = {"quests": {"A": f"QGD{age}"}}
    assert goes_on(Scene(figures={"A": "L W3 @VALHALLA"}, **given), judge()).glory("A") == glory
    assert goes_on(Scene(figures={"A": "W3 @VALHALLA"}, **given), judge()).glory("A") == 0
