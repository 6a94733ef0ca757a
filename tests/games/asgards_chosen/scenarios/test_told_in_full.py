"""From version 4 on the log tells what all at a table see beside what is done: games of before tell what they told."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.contract import Rules
from engine.core.happenings import Happening
from engine.games.asgards_chosen import happenings as h
from engine.games.asgards_chosen import moves as m
from engine.games.asgards_chosen.happenings import clashes as c
from engine.games.asgards_chosen.rules.battle.raid import aim
from engine.games.asgards_chosen.rules.muster.events import happens
from engine.games.asgards_chosen.rules.start.heroes import set_up
from tests.games.asgards_chosen.scene import RULES, Scene
from tests.games.asgards_chosen.table import GAME

BEFORE = GAME.versions[3]
LAND = {"A": "S1a S1b S2b T1"}


def run(scene: Scene, frame: Any, rules: Rules[Any] = RULES) -> list[Happening]:
    """What is told as a frame is carried out under these rules."""
    scene.state.flow.then(frame)
    play = rules.playing(scene.state, scene.chance)  # type: ignore[attr-defined]
    rules.steps.run(play)  # type: ignore[attr-defined]
    return list(play.out)


def settled(event: str, move: m.EventChoice, rules: Rules[Any] = RULES, **given: Any) -> list[Any]:
    """What is told as the one player of a table answers what an event asks."""
    scene = Scene(1, "solitaire", **given)
    run(scene, happens(scene.cards(event)[0], 0), rules)
    return list(rules.apply(scene.state, 0, move, scene.chance))


@pytest.mark.parametrize("rules, why", [(RULES, ("murrain", "blot", "thing_assembly")), (BEFORE, ("event",) * 3)])
def test_what_an_event_takes_or_gives_is_told_with_its_name(rules: Rules[Any], why: tuple[str, ...]) -> None:
    marker = settled("murrain", m.EventChoice(marker="S1a"), rules, markers=LAND)
    card = settled("blot", m.EventChoice(cards=("troll1",)), rules, hands={"A": "troll1 garmr1"})
    god = settled("thing_assembly", m.EventChoice(cards=("thor",)), rules, discards={"A": "thor odin"})
    assert (marker[0], card[0], god[0]) == (
        c.MarkerRemoved(0, "S1a", why[0]), h.CardsSacrificed(0, ("troll1",), why[1]), h.CardTaken(0, "thor", why[2]),
    )  # fmt: skip


def test_a_draugr_is_discarded_for_the_event() -> None:
    told = settled("blot", m.EventChoice(cards=("draugr1",)), hands={"A": "draugr1 troll1"})
    assert told[0] == h.CardsDiscarded(0, ("draugr1",), "blot")


def test_that_the_enemys_tiles_move_for_an_event_is_told() -> None:
    """R15.7."""
    for rules, moved in ((RULES, [h.EnemyTurned(1, 3)]), (BEFORE, [])):
        scene = Scene(1, "solitaire")
        told = run(scene, happens(scene.cards("harvest_moon")[0], 0), rules)
        assert scene.state.tile == [1, 3]
        assert [one for one in told if isinstance(one, h.EnemyTurned)] == moved


def test_where_they_lie_at_first_is_told_and_which_events_are_in_the_deck_again() -> None:
    """R15.1: the log told that they were banished."""
    for rules, begun in ((RULES, [h.DeckRenewed("setup", 3), h.EnemyTurned(0, 2)]), (BEFORE, [])):
        scene = Scene(1, "solitaire", heroes={"AF": "S1a", "AM": "S1b"}, deck="troll1", banished="blot murrain")
        told = run(scene, set_up(), rules)
        assert [one for one in told if isinstance(one, h.DeckRenewed | h.EnemyTurned)] == begun


def test_a_new_creature_deck_is_told() -> None:
    """R2.13: the second deck, and the one that is made of its banished cards."""
    for rules in (RULES, BEFORE):
        scene = Scene(deck="troll1", later="garmr2 nixie2", banished="ormr1")
        play: Any = rules.playing(scene.state, scene.chance)  # type: ignore[attr-defined]
        play.banish([play.reveal() for _ in range(3)], "naglfar")
        told = [one for one in play.out if isinstance(one, h.DeckRenewed)]
        assert told == ([h.DeckRenewed("second", 2)] if rules is RULES else [])
        play.reveal()
        told = [one for one in play.out if isinstance(one, h.DeckRenewed)]
        assert told == ([h.DeckRenewed("second", 2), h.DeckRenewed("again", 2)] if rules is RULES else [])


def test_an_event_that_finds_nothing_to_attack_is_told() -> None:
    """R15.5, 1: everything of its colours has a marker, and none of them is the player's."""
    full = {"enemy": "S1a S1b S2a S2b S3a S3b L2a L2b L4a L4b L7a L7b L9a L9b T1"}
    for rules, missed in ((RULES, [c.EventMisses("blot")]), (BEFORE, [])):
        scene = Scene(1, "solitaire", markers=full, board=2)
        assert run(scene, aim(scene.cards("blot")[0], 0), rules) == missed


def test_that_tyrs_favor_is_waived_is_told() -> None:
    """R17.1: neither that the other hero may move was told, nor why the attack has 3 less."""
    for rules, waived in ((RULES, [c.FavorWaived(0, "tyr")]), (BEFORE, [])):
        scene = Scene(heroes={"AF": "S1a", "AM": "S2b"}, shown={"A": "tyr"}).turn("A")
        told = rules.apply(scene.state, 0, m.MoveHero(hero="F", to="S1e", waive=True), scene.chance)
        assert [one for one in told if isinstance(one, c.FavorWaived)] == waived


def test_that_an_event_concerns_one_of_two_partners_is_told() -> None:
    """R16.5: "everybody draws a card", and one of the two did."""
    for rules, alone in ((RULES, True), (BEFORE, False)):
        scene = Scene(2, "coop", draws={"A": "thor odin"})
        told = run(scene, happens(scene.cards("good_omens")[0], 1), rules)
        assert [one.alone for one in told if isinstance(one, h.EventRevealed)] == [alone]
    scene = Scene(2, draws={"A": "thor", "B": "odin"})
    told = run(scene, happens(scene.cards("good_omens")[0], 1))
    assert "alone" not in told[0].as_json()


def test_that_an_item_returns_if_its_side_wins_is_told_as_it_is_played() -> None:
    """R17.4: "announced when played, like Garmr"."""
    for rules, back in ((RULES, True), (BEFORE, False)):
        scene = Scene(1, "solitaire", heroes={"AF": "S1a"}, hands={"A": "jarngreipr"}, deck="garmr1 garmr1 nixie1")
        scene.attacks("A", "F", "S1a", "S1b")
        told = rules.apply(scene.state, 0, m.Play(card="jarngreipr", aim=m.Aim()), scene.chance)
        assert [one.back for one in told if isinstance(one, c.CardFights)] == [back]


def test_a_copied_ability_without_an_object_is_used_on_nothing() -> None:
    """A Nixie who copies an Álfar where no militia are: that she did so "on Álfar" was told."""
    for rules, on in ((RULES, ""), (BEFORE, "alfar1")):
        given: dict[str, Any] = {"hands": {"A": "alfar1 nixie1"}, "deck": "draugr1 draugr1 draugr1 draugr1"}
        scene = Scene(1, "solitaire", heroes={"AF": "L7b"}, **given).attacks("A", "F", "L7b", "S1b")
        scene.does("A", m.Play(card="alfar1"))
        told = rules.apply(scene.state, 0, m.Play(card="nixie1", aim=m.Aim(card="alfar1")), scene.chance)
        assert [one.on for one in told if isinstance(one, c.AbilityUsed)] == [on]
