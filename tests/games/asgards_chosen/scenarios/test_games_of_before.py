"""Games of versions 1 and 2 go on as they began: what is asked in them, how, and what lies in their snapshots."""

from __future__ import annotations

from typing import Any

from engine.games.asgards_chosen import moves as m
from engine.games.asgards_chosen.rules.muster.events import happens
from tests.games.asgards_chosen.scenarios.test_full_hands import held, waiting
from tests.games.asgards_chosen.scene import Scene, pay
from tests.games.asgards_chosen.table import GAME

BEFORE = GAME.versions[2]


def test_full_hands_are_asked_about_one_after_the_other() -> None:
    scene = held()
    scene.state.flow.then(happens(scene.cards("gift_of_the_norns")[0], 0))
    BEFORE.steps.run(BEFORE.playing(scene.state, scene.chance))
    for seat, count, cards in ((1, 2, ("odin", "tyr")), (0, 1, ("thor",))):
        assert waiting(scene) == [(seat, "drop", count)]
        BEFORE.apply(scene.state, seat, m.Drop(cards=cards), scene.chance)
    assert (scene.discards("A"), scene.discards("B"), waiting(scene)) == (["thor"], ["odin", "tyr"], [])


def test_an_open_payment_is_asked_about_as_it_was() -> None:
    """A question is known by what it is about, and its frame is read by the release before."""
    given: dict[str, Any] = {"markers": {"A": "S2b"}, "shown": {"A": "freyja"}, "tisch": {"B1": "garmr1"}}
    scene = Scene(hands={"A": "fairies1"}, draws={"A": "odin"}, **given).musters("A")
    opened = m.Muster(slot="B1", pay=pay("fairies1[]"), favor=True, open=True)
    BEFORE.apply(scene.state, 0, opened, scene.chance)
    [decision] = BEFORE.decisions(scene.state)
    assert dict(decision.about) == {"slot": "B1", "power": 4}
    wave = scene.state.flow.wave
    assert wave is not None
    assert set(wave.then.args) == {"seat", "slot", "power", "top"}
    asked = GAME.words("en", ("Anna", "Boris")).question(decision, BEFORE.view(scene.state, 0))
    assert asked == "What do you add to the payment for Garmr, cost 4 (B1)? So far 4."
