"""Standing orders at their edges: too much, too little, nothing of what they name (P4)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.yggdrasil.correspondence import Correspondence
from tests.games.yggdrasil.scene import Scene

QUIET = "normal_jormungand"


def rune(order: str, line: str, **given: Any) -> Scene:
    """Thor has this standing order and completes a rune with this line; nothing more is asked."""
    scene = Scene("thor odin", stock={"thor": (3, 0)}, **given)
    mail = Correspondence(scene)
    mail.replies(order)
    mail.replies(line, roll=0)
    assert (scene.asked, mail.balked) == ("action", "")
    return scene


@pytest.mark.parametrize("order, at, left", [
    ("standing mann surt>top", {"surt": 0, "loki": 4, "hel": 2}, {"surt": 0, "loki": 1, "hel": 2}),
    ("standing mann hel>surt", {"surt": 0, "loki": 4, "hel": 2}, {"surt": 0, "loki": 4, "hel": 0}),
    ("standing mann top", {"surt": 3, "loki": 3, "hel": 2}, {"surt": 3, "loki": 0, "hel": 2}),  # by the roster
])  # fmt: skip
def test_of_a_ranking_for_mann_the_first_that_can_go_back_goes_else_the_most_advanced(
    order: str, at: dict[str, int], left: dict[str, int]
) -> None:
    scene = rune(order, "ice vafthrudnir v3", at=at, defeated="hrungnir thiazi gilling", active="vafthrudnir")
    assert {enemy: scene.space(enemy) for enemy in at} == left


def test_the_three_most_advanced_go_back_for_tiwaz_ties_by_the_roster() -> None:
    at = {"surt": 5, "hel": 3, "loki": 1, "fenrir": 1}
    scene = rune("standing tiwaz top", "ice top v2", at=at, defeated="angrboda farbauti hrym", top="baugi")
    assert {enemy: scene.space(enemy) for enemy in at} == {"surt": 4, "hel": 2, "loki": 1, "fenrir": 0}


def test_where_the_dead_do_not_suffice_for_sigel_the_last_named_get_less_or_nothing() -> None:
    given = {"defeated": "skadi thrym suttung", "active": "hymir"}
    for dead, stocks in ((6, (0, 9)), (10, (4, 9)), (14, (6, 9))):  # with the three who fall at Hymir; 15 at most
        scene = rune("standing sigel odin 9 thor 9", "ice hymir v3", dead=dead, **given)
        assert (scene.stock("thor")[0], scene.stock("odin")[0]) == stocks, dead


@pytest.mark.parametrize("avoid, last", [("hel, surt", "hel"), ("surt, hel", "surt")])
def test_of_cards_looked_at_those_of_the_first_that_is_named_lie_lowest(avoid: str, last: str) -> None:
    scene = Scene("thor odin", vanir=3, cards=[QUIET, "normal_hel", "normal_surt"])
    mail = Correspondence(scene)
    mail.replies(f"standing rearrange avoid {avoid}", god="thor")
    mail.replies("vanir 3")
    found = [card for card in scene.on_top(6) if card in ("normal_hel", "normal_surt")]
    assert (scene.asked, len(set(found))) == ("action", 2)
    assert found == sorted(found, key=lambda card: card == f"normal_{last}")


@pytest.mark.parametrize("order, asked, why, hel", [
    ("standing nidhogg surt>hel", "action", "", 1),  # Surt is not among the rearmost
    ("standing nidhogg surt", "nidhogg", "E_PLAN_GONE", 0),  # nobody that it names is
])  # fmt: skip
def test_a_standing_order_that_finds_nothing_is_told_and_only_where_it_was_asked_for(
    order: str, asked: str, why: str, hel: int
) -> None:
    scene = Scene("thor odin", cards=["normal_nidhogg", QUIET], at={"surt": 3})
    mail = Correspondence(scene)
    mail.replies(order, god="thor")
    assert (scene.asked, mail.balked, scene.space("hel")) == (asked, why, hel)
