"""Odin's cards do what they say: a test each, found by the card's code."""

from __future__ import annotations

from engine.games.blood_rage.rules.ages import ragnarok
from engine.games.blood_rage.rules.quest import judge
from tests.games.blood_rage.cards.deck import duel, of
from tests.games.blood_rage.scenarios.test_ages import goes_on
from tests.games.blood_rage.scene import Scene


@of("OIN")
def test_odins_inspiration_doubles_ragnarok() -> None:
    scene = Scene(sheet={"A": "OIN"}, figures={"A": "L @GIM", "B": "L @GIM"}, doom="GIM")
    goes_on(scene, ragnarok())
    assert (scene.glory("A"), scene.glory("B")) == (4, 2)


@of("OTH")
def test_odins_throne_doubles_quests() -> None:
    scene = goes_on(Scene(sheet={"A": "OTH"}, quests={"A": "QGD1"}, figures={"A": "W4 @VALHALLA"}), judge())
    assert scene.glory("A") == 12


@of("OSM")
def test_odins_smite_takes_a_warrior_of_each_opponent() -> None:
    scene = duel("OSM", "", figures={"A": "L W @GIM", "B": "L W2 @GIM"}, rage={"B": 0})
    smitten = next(one for one in scene.told if one.kind == "figures_destroyed")
    assert (smitten.seat, smitten.figures, smitten.why) == (1, ("W",), "OSM")  # type: ignore[attr-defined]


@of("OTI")
def test_odins_tide_leaves_one_figure_to_everybody() -> None:
    scene = Scene(figures={"A": "L W @GIM, S @FW", "B": "W @GIM"}, hand={"A": "OTI"}).does("A", "pillage GIM")
    assert scene.asked == ("A", "tide")
    scene.does("A", "tide S")
    assert (scene.at("A", "VALHALLA"), scene.at("A", "FW"), scene.glory("A")) == ("L W", "S", 3)


@of("OJU")
def test_odins_judgement_pays_for_all_the_dead() -> None:
    assert duel("OJU", "").glory("A") == 5 + 3 + 2
    assert duel("TY6", "OJU").glory("B") == 2
