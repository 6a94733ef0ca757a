"""Hands that one effect fills past thirteen, several at once (R2.10, R10.3.2, R11.4)."""

from __future__ import annotations

from typing import Any

from engine.games.asgards_chosen import moves as m
from engine.games.asgards_chosen.rules.muster.events import happens
from engine.games.asgards_chosen.rules.rounds import phase_over
from tests.games.asgards_chosen.scene import ENOUGH, RULES, Scene, play

GODS = "odin baldr freyja loki frigg freyr heimdall hel tyr"


def waiting(scene: Scene) -> list[tuple[int, str, int]]:
    return [(one.seat, one.kind, one.number("count")) for one in RULES.decisions(scene.state) if one.waits]


def held() -> Scene:
    """A holds twelve cards, B thirteen, C none; everybody draws two."""
    hands = {"A": f"{GODS} troll1 troll1 troll1", "B": f"{GODS} garmr1 garmr1 garmr1 ormr1"}
    return Scene(hands=hands, draws={"A": "thor nixie1", "B": "thor nixie1", "C": "thor nixie1"})


def filled(event: str) -> Scene:
    scene = held()
    return scene.frames(happens(scene.cards(event)[0], 0))


def test_what_fills_two_hands_asks_both_at_once_and_each_for_its_own_number() -> None:
    scene = filled("gift_of_the_norns")
    assert waiting(scene) == [(0, "drop", 1), (1, "drop", 2)]
    scene.refused("A", m.Drop(cards=("thor", "tyr")), "count")
    scene.does("B", m.Drop(cards=("odin", "tyr")))  # in any order
    assert scene.discards("B") == []  # A does not see it before having chosen
    scene.does("A", m.Drop(cards=("thor",)))
    assert (scene.discards("A"), scene.discards("B")) == (["thor"], ["odin", "tyr"])
    assert [one.seat for one in scene.all_told("cards_discarded")] == [0, 1]  # in turn order
    assert scene.asked is None


def test_a_choice_of_what_goes_may_be_made_anew_until_all_have_chosen() -> None:
    scene = filled("gift_of_the_norns").does("A", m.Drop(cards=("thor",)), m.Drop(cards=("nixie1",)))
    scene.does("B", m.Drop(cards=("odin", "tyr")))
    assert scene.discards("A") == ["nixie1"]


def test_one_full_hand_is_asked_about_alone() -> None:
    scene = filled("good_omens")
    assert waiting(scene) == [(1, "drop", 1)]
    scene.does("B", m.Drop(cards=("thor",)))
    assert scene.discards("B") == ["thor"]


def test_in_renewal_all_who_draw_too_much_choose_together() -> None:
    given: dict[str, Any] = {"heroes": {"AF": "S1e", "BF": "L4e"}, "draws": {"A": "thor nixie1", "B": "thor nixie1"}}
    hands = {"A": f"{GODS} troll1 troll1 troll1", "B": f"{GODS} garmr1 garmr1 garmr1"}
    scene = Scene(2, hands=hands, **given).renews()
    scene.does("A", m.Renew()).does("B", m.Renew())
    assert waiting(scene) == [(0, "drop", 1), (1, "drop", 1)]
    scene.times_out().times_out()
    assert scene.discards("A") == scene.discards("B") == ["nixie1"]


# --- Cards that come back (R2.10, R8.8.1) ---------------


def test_what_a_spider_has_withheld_comes_back_to_a_hand_that_is_full_and_may_be_dropped() -> None:
    scene = Scene(hands={"A": f"{GODS} thor gram troll1 troll1"})
    scene.state.kept[0] = scene.cards("nixie1")
    scene.frames(phase_over("campaign"))
    assert waiting(scene) == [(0, "drop", 1)]
    assert scene.times_out().discards("A") == ["nixie1"]


def test_a_garmr_comes_back_to_a_hand_that_the_battle_has_filled() -> None:
    scene = Scene(heroes={"AF": "S2b"}, markers={"B": "S1a T1"}, hands={"A": f"{GODS} thor fairies2 angurvadel garmr1"},
                  draws={"A": "aarni almace curtana"}).attacks("A", "F", "S2b", "S1a")  # fmt: skip
    scene.does("A", play("garmr1", use=True), play("fairies2", use=True), play("angurvadel"))
    assert (scene.asked, len(scene.hand("A"))) == (("A", "attack"), 13)
    scene.does("A", ENOUGH)
    assert waiting(scene) == [(0, "drop", 1)]
    scene.times_out()
    assert (scene.at("AF"), scene.discards("A")) == ("S1a", ["fairies2", "angurvadel", "garmr1"])
