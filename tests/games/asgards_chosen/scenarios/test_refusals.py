"""The table of refusals (R18): each code is shown by some test, and says what it is about."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from engine.core.moves import Move
from engine.games.asgards_chosen import moves as m
from engine.games.asgards_chosen.data import TERRITORY
from engine.games.asgards_chosen.rules.battle.course import battle
from engine.games.asgards_chosen.rules.muster.events import happens
from tests.games.asgards_chosen.scene import DECLINE, DONE, ENOUGH, NO, PASS, Scene, begun, pay, play, rage
from tests.games.asgards_chosen.test_rules_text import TEXT


def test_every_code_of_the_table_is_shown_by_a_test() -> None:
    table = TEXT[TEXT.index("## R18.") : TEXT.index("## Decision points")]
    codes = {
        code
        for line in table.splitlines()
        if line.startswith("| `")
        for code in re.findall(r"`(\w+)`", line.split("|")[1])
    }
    assert len(codes) == 31
    tests = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parents[1].rglob("test_*.py"))
    assert {code for code in codes if f'"{code}"' not in tests and f'"E_{code.upper()}"' not in tests} == set()


def test_every_scenario_of_the_dossier_has_a_test_by_its_number() -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parents[1].rglob("test_*.py"))
    assert {int(number) for number in re.findall(r"^def test_s(\d\d)_", tests, re.MULTILINE)} == set(range(1, 84))


def test_not_your_turn() -> None:
    scene = Scene(hands={"A": "thor", "B": "odin"}).gods("A")
    scene.refused("B", m.PlayGod(god="odin"), "not_your_turn")
    scene = Scene(heroes={"AF": "S1a"}, hands={"A": "troll1", "B": "nixie1"}, markers={"B": "S1b"})
    scene.attacks("A", "F", "S1a", "S1b")
    scene.refused("B", play("nixie1"), "not_your_turn")
    scene.refused("B", ENOUGH, "not_your_turn")


def test_wrong_phase() -> None:
    scene = Scene(hands={"A": "thor gram aarni odin"}, heroes={"AF": "S1a"}, tisch={"B1": "alfar1"}).gods("A")
    scene.refused("A", m.PlayGod(god="gram"), "wrong_phase")
    scene.refused("A", m.PlayCharm(item="aarni"), "wrong_phase")
    scene.refused("A", m.Appease(god="odin", cards=("gram", "aarni")), "wrong_phase")
    scene.refused("A", m.MoveHero(hero="F", to="S1e"), "wrong_phase")
    scene.refused("A", m.Muster(slot="B1", pay=pay("thor")), "wrong_phase")
    scene.charms("A").refused("A", m.PlayCharm(item="gram"), "wrong_phase")


@pytest.mark.parametrize("move", [
    play("troll1"), rage("troll1"), m.Use(card="ormr1", aim=m.Aim(card="gram")), DECLINE, m.Late(card="dis1"),
    m.Block(item="ljodatal"), m.Retreat(to="S1e"), m.StandUp(creature="troll1"), m.Shift(marker="S1a"),
    m.Target(territory="S1a"),
], ids=lambda move: move.kind)  # fmt: skip
def test_what_is_done_in_battles_is_of_the_campaign(move: Move) -> None:
    """R18: whoever is asked for a god, or whose turn another one has, is not told of questions or of berserk."""
    hands = {"A": "thor troll1 dis1 ljodatal ormr1 gram", "B": "odin"}
    for scene in (Scene(hands=hands).gods("A"), Scene(hands=hands).gods("B"), Scene(hands=hands).musters("A")):
        scene.refused("A", move, "wrong_phase")


def test_what_events_and_payments_ask_for_is_of_the_muster_phase() -> None:
    scene = Scene(heroes={"AF": "S1a"}, hands={"A": "troll1"}).turn("A")
    scene.refused("A", m.EventChoice(cards=("troll1",)), "wrong_phase")
    scene.refused("A", m.AddPay(pay=pay("troll1")), "wrong_phase")


@pytest.mark.parametrize("stage", ["campaign", "muster"])
def test_a_god_of_another_phase_is_that_whosever_turn_it_is(stage: str) -> None:
    """Who was told that it was not their turn waited for one."""
    scene = Scene(heroes={"AF": "S1a", "BF": "S2a"}, hands={"A": "tyr thor odin", "B": "hel"}, markers={"B": "T1"})
    scene = scene.turn("B") if stage == "campaign" else scene.musters("B")
    assert scene.refused("A", m.Appease(god="tyr"), "wrong_phase") == {"god": "tyr", "phase": "god"}
    scene.refused("A", m.Appease(god="odin"), "wrong_phase")
    scene.refused("A", m.Appease(god="thor"), "not_your_turn" if stage == "campaign" else "wrong_phase")


def test_card_not_in_hand_and_names_of_no_card() -> None:
    scene = Scene(hands={"A": "thor"}).gods("A")
    scene.refused("A", m.PlayGod(god="odin"), "card_not_in_hand")
    scene.refused("A", m.PlayGod(god="zeus"), "card")
    scene.refused("A", m.Appease(god="zeus"), "card")
    scene.refused("A", m.Appease(god="odin"), "god_not_in_hand")


def test_one_muster_per_turn() -> None:
    tisch = {"B1": "nixie1", "B2": "fossegrim1"}
    scene = Scene(markers={"A": "S3a"}, hands={"A": "brisingamen draupnir"}, tisch=tisch).musters("A")
    scene.does("A", m.Muster(slot="B1", pay=pay("brisingamen")))
    scene.refused("A", m.Muster(slot="B2", pay=pay("draupnir")), "one_muster_per_turn")


def test_one_charm_a_round_is_said_to_who_is_asked_no_more() -> None:
    scene = Scene(hands={"A": "ljodatal aarni", "B": "gram"}).charms("A")
    scene.state.shown[0] = scene.cards("merseburg")
    scene.does("A", DONE).charms("B").refused("A", m.PlayCharm(item="aarni"), "charm_already_played")
    scene.state.shown[0] = []
    scene.refused("A", m.PlayCharm(item="aarni"), "not_your_turn")


def test_no_reply_to_berserk_is_said_to_the_defender_alone() -> None:
    hands = {"A": "troll1 ormr1 odin", "B": "nixie1 dis1 dis1 thor tyr hel", "C": "gram nixie1"}
    scene = Scene(heroes={"AF": "S1a"}, hands=hands, markers={"B": "S1b T9"}).attacks("A", "F", "S1a", "S1b")
    scene.does("A", ENOUGH).does("B", play("thor"), play("tyr"), ENOUGH).does("A", rage("odin"))
    scene.refused("B", play("hel"), "no_reply_to_berserk")
    scene.refused("C", play("nixie1"), "not_your_turn")


def test_a_territory_that_is_not_on_the_board() -> None:
    Scene(4, heroes={"AF": "S1a"}).turn("A").refused("A", m.MoveHero(hero="F", to="X9"), "territory")
    scene = Scene(heroes={"AF": "S1a"}).turn("A")
    scene.refused("A", m.MoveHero(hero="F", to="L1a"), "territory")
    scene.refused("A", m.MoveHero(hero="F", to="T10"), "territory")
    scene.refused("A", m.MoveHero(hero="F", to="S1a"), "no_move")
    scene.refused("A", m.Attack(hero="F", source="S1a", ground="S1e"), "no_battle")


def test_a_pass_draws_nothing_after_the_first_introductory_round() -> None:
    """R14.5: who has no hero that could attack passes as everybody does."""
    lies = Scene(heroes={"AF": "S1a down"}, draws={"A": "thor"})
    truce = Scene(heroes={"AF": "S3e", "BF": "S3a", "BM": "S3b"}, draws={"A": "thor"}, keeper="midsummer_truce")
    for scene in (lies.turn("A"), truce.turn("A")):
        scene.refused("A", m.PassTurn(draw=True), "not_hemmed_in")
        assert not any(isinstance(one, m.Attack) or one == m.PassTurn(draw=True) for one in scene.offered())
        assert scene.does("A", PASS).hand("A") == []


def test_an_attack_from_where_the_hero_stands_is_no_march() -> None:
    scene = Scene(heroes={"AF": "S1a"}, shown={"A": "raskovnik"}).turn("A")
    scene.does("A", m.Attack(hero="F", source="S1a", ground="S1b"), ENOUGH)
    assert scene.all_told("hero_moved") == []
    assert scene.state.spent == []


def test_whoever_has_played_can_no_more_decline() -> None:
    scene = Scene(heroes={"AF": "S1a"}, hands={"A": "troll1 thor"}).attacks("A", "F", "S1a", "S1b")
    scene.does("A", play("troll1")).refused("A", DECLINE, "no_decline")
    assert DECLINE not in scene.offered()


def test_nobody_who_leads_goes_berserk() -> None:
    scene = Scene(heroes={"AF": "S1a"}, hands={"A": "troll1 ormr1", "B": "thor"}, markers={"B": "S1b T9"})
    scene.attacks("A", "F", "S1a", "S1b").does("A", play("troll1"), ENOUGH).refused("A", rage("ormr1"), "no_berserk")


def test_a_hero_who_lies_in_an_enchanted_land_is_not_defended() -> None:
    scene = Scene(heroes={"AF": "L7b", "BM": "S1e down"}, markers={"B": "T9"}, hands={"A": "thor", "B": "nixie1"},
                  draws={"B": "odin"}).attacks("A", "F", "L7b", "S1e")  # fmt: skip
    scene.does("A", play("thor")).refused("B", play("nixie1"), "not_playable")
    scene.does("A", ENOUGH).refused("B", play("nixie1"), "not_playable")
    assert scene.hand("B") == ["nixie1", "odin"]  # not asked, but honoured
    assert scene.asked == ("B", "retreat")


def test_nor_is_an_ability_blocked_for_such_a_hero() -> None:
    """R8.6.1: the owner may not play, and a block is played from hand (R8.9.1)."""
    hands = {"A": "mamuna1 thor", "B": "ljodatal nixie1"}
    scene = Scene(heroes={"AF": "L7a", "BM": "S2e down"}, markers={"B": "T9"}, hands=hands).loud()
    scene.attacks("A", "F", "L7a", "S2e").does("A", play("mamuna1", use=True))
    assert scene.asked == ("A", "choose")


def test_no_use_of_a_hero_who_lies() -> None:
    """R9.4, R18: neither of a Faery Ring nor of the way that a Bäckahästen knows."""
    Scene(heroes={"AF": "L7e down"}).musters("A").refused("A", m.Ring(hero="F"), "hero_vanquished")
    scene = Scene(heroes={"AF": "L7b", "AM": "T9 down"}, hands={"A": "backahasten1"}).attacks("A", "F", "L7b", "L7a")
    scene.refused("A", play("backahasten1", how="move", hero="M", to="S2e"), "hero_vanquished")


def test_a_nixie_is_refused_as_the_creature_that_she_copies_would_be() -> None:
    """R17.2, R18: "as if it were hers"; she was said to be of no use at all."""
    scene = Scene(heroes={"AF": "L7b", "AM": "T9 down"}, hands={"A": "nixie1"}, deck="backahasten1 gram")
    scene.attacks("A", "F", "L7b", "S3a")
    ride = {"how": "move", "hero": "M", "to": "S2e"}
    scene.refused("A", play("nixie1", card="backahasten1", copied=ride), "hero_vanquished")
    scene = Scene(heroes={"AF": "L7b", "AM": "T9"}, hands={"A": "nixie1"}, deck="backahasten1 gram")
    scene.attacks("A", "F", "L7b", "S3a")
    ride = {"how": "move", "hero": "M", "to": "L7b"}
    scene.refused("A", play("nixie1", card="backahasten1", copied=ride), "stop_occupied")
    ride = {"how": "move", "hero": "M", "to": "S3a"}
    scene.refused("A", play("nixie1", card="backahasten1", copied=ride), "ability_not_usable")


def test_a_price_that_is_not_in_hand_is_that() -> None:
    """R18: where there is nothing to discard, it is the ability that is of no use."""
    scene = Scene(heroes={"AF": "L7b"}, hands={"A": "troll1 ormr1 aarni"}).attacks("A", "F", "L7b", "S1b")
    scene.refused("A", play("troll1", card="gram"), "card_not_in_hand")
    scene.refused("A", play("ormr1", card="gram"), "ability_not_usable")  # no mountain here
    scene = Scene(heroes={"AF": "L7b"}, hands={"A": "ormr1 aarni"}).attacks("A", "F", "L7b", "S3b")
    scene.refused("A", play("ormr1", card="gram"), "card_not_in_hand")
    scene = Scene(heroes={"AF": "L7b"}, hands={"A": "ormr1 thor"}).attacks("A", "F", "L7b", "S3b")
    scene.refused("A", play("ormr1", card="gram"), "ability_not_usable")
    scene.refused("A", play("ormr1", card="thor"), "ability_not_usable")


def test_only_what_lies_in_play_is_used_and_for_the_price_that_it_has() -> None:
    """R8.3.3: an Ormr that was played before, and an item."""
    scene = Scene(heroes={"AF": "S3a"}, hands={"A": "ormr1 gram thor"}).attacks("A", "F", "S3a", "S3b")
    scene.refused("A", m.Use(card="ormr1", aim=m.Aim(card="gram")), "ability_not_usable")
    scene.does("A", play("ormr1"))
    scene.refused("A", m.Use(card="ormr1", aim=m.Aim(card="thor")), "ability_not_usable")
    scene.refused("A", m.Use(card="ormr1", aim=m.Aim(card="aarni")), "card_not_in_hand")


@pytest.mark.parametrize("card, aim", [
    ("angurvadel", {"use": True}), ("angurvadel", {"card": "thor"}), ("jarngreipr", {"card": "thor"}),
    ("thor", {"use": True}), ("huldra1", {"use": True}),
])  # fmt: skip
def test_a_card_without_an_ability_in_battle_is_told_no_aim(card: str, aim: dict[str, Any]) -> None:
    hand = {"A": "angurvadel jarngreipr thor huldra1"}
    scene = Scene(heroes={"AF": "S1a"}, hands=hand).attacks("A", "F", "S1a", "S1b")
    scene.refused("A", play(card, **aim), "ability_not_usable")


def test_a_late_card_opposes_no_battleground_either() -> None:
    """R8.3.2, R8.7.3: from a bog, which matches, a Dís still comes to no hill. No board has the two side by side."""
    scene = Scene(heroes={"AF": "L7a"}, markers={"B": "S1b T9"}, hands={"A": "troll1 thor", "B": "dis1 nixie1 tyr"})
    scene.frames(battle(0, 0, TERRITORY["L7a"], TERRITORY["S1b"])).does("A", ENOUGH).does("B", ENOUGH)
    scene.does("A", rage("thor"), ENOUGH)
    assert (scene.asked, scene.offered()) == (("B", "late"), [NO])
    scene.refused("B", m.Late(card="dis1"), "opposing_terrain")
    scene.refused("B", m.Late(card="tyr"), "no_reply_to_berserk")


def test_a_block_names_a_card() -> None:
    scene = Scene(heroes={"AF": "L7b"}, markers={"B": "L7a T1"}, hands={"A": "fossegrim1", "B": "thor"},
                  deck="draugr1 mittagsfrau1").attacks("A", "F", "L7b", "L7a").loud()  # fmt: skip
    scene.does("A", play("fossegrim1", card="draugr1")).refused("B", m.Block(item="zeus"), "card")


def test_a_marker_that_an_event_takes_is_ones_own() -> None:
    scene = Scene(markers={"A": "S1a S1b L9a T1", "B": "S2a"})
    scene.frames(happens(scene.cards("murrain")[0], 0))
    for place in ("S2a", "S2b", "X9"):
        scene.refused("A", m.EventChoice(marker=place), "no_marker")
    scene.refused("A", m.EventChoice(marker="T1", cards=("thor",)), "no_marker")
    assert scene.does("A", m.EventChoice(marker="T1")).marker("T1") == ""


def test_a_hero_stands_up_by_a_creature_of_the_hand_and_retreats_on_the_board() -> None:
    scene = Scene(heroes={"AF": "L7b", "BM": "L7a"}, markers={"B": "L4b L4a T9"},
                  hands={"A": "thor", "B": "odin gram nixie1"})  # fmt: skip
    scene.attacks("A", "F", "L7b", "L7a").does("A", play("thor"), ENOUGH).does("B", ENOUGH)
    for name, code in (("odin", "god_card_protected"), ("gram", "not_playable"), ("troll1", "card_not_in_hand")):
        scene.refused("B", m.StandUp(creature=name), code)
    scene.does("B", m.StandUp(creature="nixie1"))
    assert (scene.at("BM"), scene.names(scene.state.graves)) == ("L7a", ["nixie1"])
    for place, code in (("T10", "territory"), ("X9", "territory"), ("L7a", "stop_occupied"), ("T9", "no_path")):
        scene.refused("B", m.Retreat(to=place), code)
    assert scene.does("B", m.Retreat(to="L4a")).at("BM") == "L4a"


def test_only_what_draws_is_paid_with_for_a_draw() -> None:
    scene = Scene(markers={"A": "S3a"}, hands={"A": "thor brisingamen"}, tisch={"B1": "nixie1"}).musters("A")
    for card in ("thor", "brisingamen"):
        scene.refused("A", m.Muster(slot="B1", pay=pay(f"{card}[]"), open=True), "ability_not_usable")


def test_what_stands_in_no_slot_and_starting_items() -> None:
    scene = Scene(hands={"A": "thor"}).musters("A")
    scene.refused("A", m.Muster(slot="B1", pay=pay("thor")), "slot")
    scene.refused("A", m.Muster(slot="B9", pay=pay("thor")), "slot")
    scene.does("A", PASS)
    assert begun(2, automatic_board=True).pool
