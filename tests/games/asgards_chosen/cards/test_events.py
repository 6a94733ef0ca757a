"""Every event, found by its name; and the law of cards."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest

from engine.games.asgards_chosen import moves as m
from engine.games.asgards_chosen.data import DESIGNS, NAME, Design
from engine.games.asgards_chosen.rules.muster.events import happens
from engine.games.asgards_chosen.rules.play import ability, demand, effect, event_text, favor
from tests.games.asgards_chosen.cards.found import TESTED, of
from tests.games.asgards_chosen.scene import ENOUGH, RULES, Scene, pay, play


def event(name: str, **given: Any) -> Scene:
    scene = Scene(**given)
    return scene.frames(happens(scene.cards(name)[0], 0))


def keeper(name: str, **given: Any) -> Scene:
    return Scene(keeper=name, **given)


# --- Keepers ---------------


def test_a_keeper_stays_until_the_next_event() -> None:
    scene = event("bog_iron", keeper="harvest_moon")
    assert scene.names(scene.state.keeper) == ["bog_iron"]
    assert scene.names(scene.state.banished) == ["harvest_moon"]


@of("fimbulwinter")
def test_fimbulwinter_reveals_1_more() -> None:
    scene = keeper("fimbulwinter", heroes={"AF": "S1a"}, deck="garmr1 nixie1 ormr1 gram").attacks(
        "A", "F", "S1a", "S1b"
    )
    assert len(scene.militia()) == 3


@of("bog_iron")
def test_bog_iron_makes_items_cheaper() -> None:
    scene = keeper("bog_iron", markers={"A": "T1"}, hands={"A": "thor odin"}, tisch={"B1": "gram"}).musters("A")
    scene.does("A", m.Muster(slot="B1", pay=pay("thor", "odin")))
    assert scene.last("card_mustered").cost == 2
    tisch = {"B1": "garmr1"}
    scene = keeper("bog_iron", markers={"A": "S2b"}, hands={"A": "thor odin tyr hel loki"}, tisch=tisch).musters("A")
    scene.does("A", m.Muster(slot="B1", pay=pay("thor", "odin", "tyr", "hel", "loki")))
    assert scene.last("card_mustered").cost == DESIGNS["garmr1"].cost  # a creature's stays


@of("spring_flood", "north_wind")
@pytest.mark.parametrize(
    "name, gone, stays", [("spring_flood", "garmr1", "nixie1"), ("north_wind", "nixie1", "garmr1")]
)
def test_an_element_has_no_bonus(name: str, gone: str, stays: str) -> None:
    scene = keeper(name, heroes={"AF": "S2b"}, hands={"A": "nixie1"}, deck="fairies1 gram")
    bare = {"nixie1": 1, "garmr1": 2}
    for card in (gone, stays):
        ground = {"nixie1": ("L2b", "T7"), "garmr1": ("S2b", "T7")}[card]
        scene = keeper(name, heroes={"AF": ground[0]}, hands={"A": card}).attacks("A", "F", *ground)
        assert scene.does("A", play(card)).totals[0] == bare[card] + (card == stays)
    tisch, hands = {"B1": "strzyga1" if gone == "garmr1" else "nixie1"}, {"A": gone}
    scene = keeper(name, markers={"A": "S2b L2b"}, hands=hands, tisch=tisch).musters("A")
    if gone == "garmr1":
        scene.does("A", m.Muster(slot="B1", pay=pay(gone)))
        assert scene.last("card_mustered").power == 2
    else:
        scene.refused("A", m.Muster(slot="B1", pay=pay(gone)), "payment_short")


@of("midsummer_truce")
def test_midsummer_truce_protects_heroes() -> None:
    scene = keeper("midsummer_truce", heroes={"AF": "S1a", "BF": "S1b"}, markers={"B": "L7a"}).turn("A")
    scene.refused("A", m.Attack(hero="F", source="S1a", ground="S1b"), "truce")
    scene.does("A", m.Attack(hero="F", source="S1a", ground="L7a"))
    lying = keeper("midsummer_truce", heroes={"AF": "S1a", "BF": "S1b down", "CF": "S1e down"}).turn("A")
    for ground in ("S1b", "S1e"):
        lying.refused("A", m.Attack(hero="F", source="S1a", ground=ground), "truce")


@of("harvest_moon")
def test_harvest_moon_pays_1() -> None:
    tisch = {"B1": "nixie1"}
    scene = keeper("harvest_moon", markers={"A": "S3a"}, hands={"A": "thor"}, tisch=tisch).musters("A")
    scene.does("A", m.Muster(slot="B1", pay=pay("thor")))
    assert scene.last("card_mustered").power == 2


@of("long_night")
def test_in_a_long_night_enchanted_lands_have_no_power() -> None:
    heroes = {"AF": "S2e", "AM": "L7e"}
    scene = keeper("long_night", heroes=heroes, hands={"A": "brisingamen"}, tisch={"B1": "aecerbot"}, deck="nixie1")
    scene.attacks("A", "F", "S2e", "S2a")
    assert scene.totals[0] == 0
    scene.does("A", ENOUGH).musters("A").refused("A", m.Ring(hero="M"), "no_ring")
    scene.does("A", m.Muster(slot="B1", pay=pay("brisingamen")))
    focus = keeper("long_night", heroes={"AF": "S1e"}, draws={"A": "thor odin tyr hel loki freyr frigg freyja"})
    focus.renews()
    assert len(focus.hand("A")) == 7


@of("wolf_age")
def test_in_a_wolf_age_the_honor_draw_is_1_more() -> None:
    scene = keeper("wolf_age", heroes={"AF": "S1a"}, markers={"B": "S1b T9"}, draws={"B": "thor odin tyr"})
    scene.attacks("A", "F", "S1a", "S1b").does("A", ENOUGH)
    assert len(scene.hand("B")) == 2


@of("sword_age")
def test_in_a_sword_age_items_add_1_more() -> None:
    scene = keeper("sword_age", heroes={"AF": "S1a"}, hands={"A": "almace megingjord"}).attacks("A", "F", "S1a", "S1b")
    assert scene.does("A", play("almace")).totals[0] == 4
    assert scene.does("A", play("megingjord")).totals[0] == 4


@of("wind_age")
def test_in_a_wind_age_hands_are_filled_to_6() -> None:
    scene = keeper("wind_age", draws={"A": "thor odin tyr hel loki freyr frigg"}).renews()
    assert len(scene.hand("A")) == 6


@of("shadow_of_ragnarok")
def test_the_shadow_helps_attackers_in_contested_battles() -> None:
    for markers, power in ({"B": "S1b"}, 1), ({}, 0):
        scene = keeper("shadow_of_ragnarok", heroes={"AF": "S1a"}, markers=markers).attacks("A", "F", "S1a", "S1b")
        assert scene.totals[0] == power


# --- At once ---------------


@of("blot", "great_blot")
@pytest.mark.parametrize("name, count", [("blot", 1), ("great_blot", 2)])
def test_each_player_sacrifices(name: str, count: int) -> None:
    scene = event(name, hands={"A": "nixie1 gram thor aarni", "B": "troll1", "C": "odin"})
    assert {one.seat for one in RULES.decisions(scene.state)} == {0, 1, 2}
    scene.does("C", m.EventChoice())  # who holds but gods is asked too: that this is so is nobody's business yet
    scene.refused(
        "A", m.EventChoice(cards=("thor",) * count), "card_not_in_hand" if count > 1 else "god_card_protected"
    )
    scene.refused("A", m.EventChoice(), "count")
    scene.does("B", m.EventChoice(cards=("troll1",)))
    assert scene.names(scene.state.graves) == []  # in secret until all are in
    scene.does("A", m.EventChoice(cards=("gram", "nixie1")[:count]))
    assert (len(scene.state.graves), len(scene.state.relics)) == (count, 1)


def test_who_is_away_sacrifices_what_costs_least() -> None:
    """D17: the lowest cost first, not the highest power; a Jötunn costs 8, Raskovnik 3, the two others 2."""
    scene = event("great_blot", hands={"A": "jotunn1 nixie1 raskovnik fairies1 thor"})
    assert scene.times_out().hand("A") == ["jotunn1", "raskovnik", "thor"]


@of("coastal_raid")
def test_each_discards_1_at_random() -> None:
    scene = event("coastal_raid", hands={"A": "nixie1 gram", "B": "thor"})
    assert [len(pile) for pile in scene.state.discards] == [1, 1, 0]


@of("good_omens")
def test_each_draws_1() -> None:
    assert event("good_omens", draws={"A": "thor", "B": "odin"}).hand("B") == ["odin"]


def test_an_event_goes_round_from_who_has_met_it() -> None:
    """R10.3: in turn order."""
    scene = Scene(draws={"A": "thor", "B": "odin", "C": "tyr"})
    scene.frames(happens(scene.cards("good_omens")[0], 1))
    assert [one.seat for one in scene.all_told("cards_drawn")] == [1, 2, 0]


def test_who_is_alone_with_gods_has_nothing_to_sacrifice() -> None:
    """With others at the table even they are asked: a hand is its owner's secret."""
    for scene, asked in ((Scene(1, "solitaire", hands={"A": "thor"}), None), (Scene(hands={"A": "thor"}), "A")):
        scene.frames(happens(scene.cards("blot")[0], 0))
        assert (scene.asked and scene.asked[0]) == asked


@of("wandering_folk")
def test_the_bottom_row_goes() -> None:
    scene = event("wandering_folk", tisch={"B1": "nixie1", "B4": "gram", "U1": "troll1"})
    assert scene.tisch() == {"U1": "troll1"}
    assert scene.names(scene.state.banished) == ["wandering_folk", "nixie1", "gram"]


@of("murrain")
def test_whoever_has_4_markers_removes_1() -> None:
    scene = event("murrain", heroes={"AF": "S1a"}, markers={"A": "S1b L9a T1", "B": "S2a S2b T4"})
    assert [one.seat for one in RULES.decisions(scene.state)] == [0]
    scene.refused("A", m.EventChoice(marker="S1a"), "hero_inside")
    assert scene.times_out().marker("S1b") == ""


@of("barrow_robbers")
def test_the_barrows_are_emptied() -> None:
    scene = event("barrow_robbers", graves="nixie1 troll1", relics="gram")
    assert (scene.state.graves, scene.state.relics, len(scene.state.banished)) == ([], [], 4)


@of("thing_assembly")
def test_each_may_take_a_god_back() -> None:
    scene = event("thing_assembly", discards={"A": "thor nixie1 odin", "B": "gram"})
    assert [one.seat for one in RULES.decisions(scene.state)] == [0]
    scene.refused("A", m.EventChoice(cards=("nixie1",)), "not_offered")
    assert scene.does("A", m.EventChoice(cards=("odin",))).hand("A") == ["odin"]
    assert event("thing_assembly", discards={"A": "thor"}).does("A", m.EventChoice()).hand("A") == []


@of("naglfar")
def test_naglfar_takes_5_cards() -> None:
    scene = event("naglfar", deck="nixie1 blot gram troll1 garmr1 ormr1")
    assert scene.names(scene.state.banished) == ["naglfar", "nixie1", "blot", "gram", "troll1", "garmr1"]


@of("horn_at_dawn")
def test_all_heroes_stand_up() -> None:
    scene = event("horn_at_dawn", heroes={"AF": "S1a down", "BM": "S1b down"})
    assert (scene.at("AF"), scene.at("BM")) == ("S1a", "S1b")
    assert [(one.seat, one.hero, one.why) for one in scene.all_told("hero_stands")] == [
        (0, "F", "horn_at_dawn"), (1, "M", "horn_at_dawn")
    ]  # fmt: skip


@of("heavy_tribute")
def test_who_has_most_markers_pays() -> None:
    scene = event("heavy_tribute", markers={"A": "S1b T1", "B": "S2a"})
    assert scene.does("A", m.EventChoice(marker="T1")).marker("T1") == ""


@of("gift_of_the_norns")
def test_who_has_appeased_the_fewest_draws_2() -> None:
    scene = event("gift_of_the_norns", appeased={"A": "thor"}, draws={"A": "tyr hel", "B": "thor odin", "C": "odin"})
    assert [len(hand) for hand in scene.state.hands] == [0, 2, 1]


# --- The law of cards ---------------

_PHASES = {"campaign": "battle", "muster": "muster", "god": "substitute"}


def _wanted(sort: str, moments: dict[str, str]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for design in DESIGNS.values():
        if design.sort == sort:
            found.setdefault(design.what, set()).update(moments[phase] for phase in design.phases)
    return found


def test_every_effect_that_the_data_names_is_said_and_no_other() -> None:
    creatures = _wanted("creature", _PHASES)
    creatures["sacrifice_substitute"] = {"substitute"}
    main = {"battle", "muster", "substitute"}
    assert {kind: set(ability.texts(kind)) & main for kind in creatures} == creatures
    assert set(ability._texts) == set(creatures)
    items = _wanted("item", {"campaign": "campaign", "muster": "muster", "charm": "charm"})
    for kind, said in items.items():
        texts = set(effect.texts(kind))
        assert said <= texts or (said == {"charm"} and "window" in texts), kind
    assert set(effect._texts) == set(items)


def test_every_god_has_a_favor_and_a_demand() -> None:
    gods = [one for one in DESIGNS.values() if one.sort == "god"]
    for god in gods:
        at_once = god.phases == ("god",)
        assert favor.has(god.what, "god" if at_once else "standing"), god.name
        assert all(demand.has(god.appease["kind"], at) for at in ("can", "check", "paid", "ways")), god.name
    assert set(favor._texts) == {one.what for one in gods}
    assert set(demand._texts) == {one.appease["kind"] for one in gods}


def test_every_event_is_said() -> None:
    events: list[Design] = [one for one in DESIGNS.values() if one.sort == "event"]
    for one in events:
        assert event_text.has(one.what, "keeper" if one.keeper else "event"), one.name
        if one.keeper:
            room: Any = event_text.find(one.what, "keeper")
            module = importlib.import_module(f"engine.games.asgards_chosen.{room()}")
            source = module.__file__
            assert source is not None
            assert one.what in Path(source).read_text(encoding="utf-8"), one.name
    assert set(event_text._texts) == {one.what for one in events}


def test_every_text_says_what_it_does() -> None:
    for table in (ability, effect, favor, event_text):
        for kind in table._texts:
            texts = table.texts(kind)
            assert any(texts.values()), kind


def test_every_design_has_its_test() -> None:
    for room in ("test_creatures", "test_gods", "test_items"):
        importlib.import_module(f"tests.games.asgards_chosen.cards.{room}")
    assert set(DESIGNS) == TESTED
    assert len(set(NAME)) == len(DESIGNS) == 95
