"""The dossier's scenarios S38 to S50, S63, S65, S75, S77, S78, S80: what else happens in battles."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.asgards_chosen import moves as m
from engine.games.asgards_chosen.data import TERRITORIES
from engine.games.asgards_chosen.rules.phases import appeasable
from tests.games.asgards_chosen.scenarios.test_battles import s35_defended
from tests.games.asgards_chosen.scene import DECLINE, ENOUGH, NO, RULES, Scene, play, rage


def s38() -> Scene:
    return Scene(
        heroes={"AF": "S1a"}, markers={"B": "S1b T9"}, hands={"A": "ormr1 troll1.2", "B": "thor"},
        draws={"B": "fairies1 huldra1 garmr1"}, deck="troll1.1 gram",
    ).attacks("A", "F", "S1a", "S1b")  # fmt: skip


def test_s38_a_declining() -> None:
    scene = s38().does("A", DECLINE)
    assert scene.asked == ("B", "defend")
    scene.refused("A", rage("ormr1"), "no_berserk")
    scene.does("B", ENOUGH)
    assert scene.hand("B") == ["fairies1", "thor"]
    assert (scene.at("AF"), scene.moved("AF"), scene.marker("S1b")) == ("S1a", True, "B")
    scene.refused("A", rage("ormr1"), "no_berserk")


def test_s38_a_the_defender_may_play_though_the_attacker_has_declined() -> None:
    scene = s38().does("A", DECLINE)
    assert scene.totals == (0, 4)
    scene.does("B", play("thor"))
    assert scene.asked is None  # no card is left, and nobody goes berserk
    decided = scene.last("battle_decided")
    assert (decided.attack, decided.defence, decided.won) == (0, 5, False)
    assert (scene.discards("A"), scene.discards("B")) == ([], ["thor"])
    assert scene.hand("B") == ["fairies1"]  # the honor draw of one
    assert scene.names(scene.state.banished) == ["troll1"]
    assert scene.names(scene.state.relics) == ["gram"]


def test_s38_b_playing_nothing() -> None:
    scene = s38().does("A", ENOUGH).does("B", ENOUGH)
    assert scene.asked == ("A", "berserk")
    scene.does("A", rage("ormr1"), rage("troll1"))
    assert (scene.marker("S1b"), scene.at("AF")) == ("A", "S1b")
    assert scene.hand("B") == ["fairies1", "huldra1", "thor"]
    decided = scene.last("battle_decided")
    assert (decided.attack, decided.defence) == (7, 4)


def s39(**more: Any) -> Scene:
    return Scene(heroes={"AF": "S1a"}, deck="blot gram coastal_raid", **more).attacks("A", "F", "S1a", "S1b")


def test_s39_no_militia_at_all() -> None:
    scene = s39()
    assert (scene.totals, scene.asked) == ((0, 0), ("A", "attack"))
    scene.does("A", ENOUGH)
    assert scene.marker("S1b") == ""
    assert scene.names(scene.state.relics) == ["gram"]
    assert scene.names(scene.state.banished) == ["blot", "coastal_raid"]
    scene = s39(shown={"A": "thor"}).does("A", ENOUGH)
    assert scene.marker("S1b") == "A"


def test_s40_two_player_heraldry_chain() -> None:
    scene = Scene(2, heroes={"AF": "S1a"}, deck="fairies1.1 mittagsfrau1.1 strzyga1.3 nixie1.1 garmr1")
    scene.attacks("A", "F", "S1a", "L9a")
    assert scene.militia() == ["fairies1", "mittagsfrau1", "strzyga1", "nixie1"]
    assert scene.totals == (0, 5)
    assert scene.names(scene.state.deck) == ["garmr1"]


def test_s41_chain_broken_by_a_removed_card() -> None:
    scene = Scene(2, heroes={"AF": "S1a"}, deck="fairies1.1 mittagsfrau1.1 gram strzyga1.3")
    scene.attacks("A", "F", "S1a", "L9a")
    assert scene.militia() == ["fairies1", "mittagsfrau1"]
    assert scene.names(scene.state.relics) == ["gram"]


def test_with_three_players_there_is_no_chain() -> None:
    scene = Scene(3, heroes={"AF": "S1a"}, deck="fairies1.1 mittagsfrau1.1 strzyga1.3").attacks("A", "F", "S1a", "L9a")
    assert scene.militia() == ["fairies1", "mittagsfrau1"]


def test_s42_eight_markers() -> None:
    scene = Scene(
        heroes={"AF": "S1a", "AM": "L9a"}, markers={"A": "S1b L9b T1 T4 T8 T9"}, hands={"A": "garmr1"}
    ).attacks("A", "M", "L9a", "S2b")  # fmt: skip
    scene.does("A", play("garmr1"), ENOUGH)
    assert scene.asked == ("A", "shift")
    scene.refused("A", m.Shift(marker="S1a"), "hero_inside")
    scene.refused("A", m.Shift(marker="S2b"), "no_marker")
    assert m.Shift(marker="L9a") in scene.offered()  # the attacking hero has left it
    scene.does("A", m.Shift(marker="T9"))
    assert (scene.marker("T9"), scene.marker("S2b"), scene.at("AM")) == ("", "A", "S2b")


def test_s43_last_marker() -> None:
    scene = Scene(
        heroes={"AF": "L9a", "BM": "S2b", "BF": "S3e"}, hands={"A": "thor ormr1 garmr1 odin", "B": "dvergar1"},
        deck="garmr1 gram aarni", draws={"B": "tyr"},
    ).attacks("A", "F", "L9a", "S2b")  # fmt: skip
    scene.does("A", play("ormr1"), play("garmr1"), play("odin"))
    assert scene.totals == (7, 5)
    scene.does("A", ENOUGH).does("B", ENOUGH)
    assert scene.asked == ("B", "stand")
    scene.does("B", NO)
    assert (scene.marker("S2b"), scene.at("BM"), scene.at("AF")) == ("B", "S2b down", "L9a")
    assert scene.moved("AF")
    assert appeasable(scene.state, 0, "campaign") == ["thor"]


def s44(controlled: str = "S2a L4a L2a S3a") -> Scene:
    heroes = {"AF": "L9a", "BM": "S2b"} | ({"BF": "S2a"} if "S2a" in controlled else {"BF": "L4e"})
    scene = Scene(heroes=heroes, markers={"B": f"{controlled} T1"}, hands={"A": "thor garmr1", "B": "fairies1"})
    scene.attacks("A", "F", "L9a", "S2b").does("A", play("garmr1"), ENOUGH).does("B", ENOUGH)
    return scene


def test_s44_retreat() -> None:
    scene = s44().does("B", NO)
    assert scene.asked == ("B", "retreat")
    assert {move.to for move in scene.offered()} == {"L2a", "L4a"}
    scene.refused("B", m.Retreat(to="S2a"), "stop_occupied")
    scene.refused("B", m.Retreat(to="S3a"), "no_path")
    assert scene.does("B", m.Retreat(to="L4a")).at("BM") == "L4a down"


def test_s44_or_to_any_enchanted_land_without_a_hero() -> None:
    scene = s44("").does("B", NO)
    there = {TERRITORIES[at] for at in scene.state.land.there if TERRITORIES[at].endswith("e")}
    assert {move.to for move in scene.offered()} == there - {"L4e"}
    scene.times_out()
    assert scene.at("BM") == "S1e down"


def test_s45_standing_up_and_twice_beaten() -> None:
    scene = s44().does("B", m.StandUp(creature="fairies1"), m.Retreat(to="L2a"))
    assert scene.at("BM") == "L2a"
    assert scene.names(scene.state.graves) == ["fairies1"]
    assert appeasable(scene.state, 0, "campaign") == ["thor"]
    scene = s44().does("B", NO, m.Retreat(to="L2a"))
    scene.state.felled, scene.state.down[0] = [], False
    scene.state.moved = [False] * 6
    scene.state.deck = scene.cards("gram aarni huldra1")[::-1]
    scene.state.hands[0] += scene.cards("ormr1")
    scene.attacks("A", "F", "S2b", "L2a")
    assert scene.militia() == ["huldra1"]  # one more for none joined, and no bodyguard
    scene.state.hands[0] += scene.cards("svartalfar1 alfar1 alfar1")
    scene.does("A", play("alfar1"), play("alfar1"), ENOUGH)
    if scene.asked == ("B", "defend"):
        scene.does("B", ENOUGH)
    assert scene.marker("L2a") == "A"
    if scene.asked == ("B", "retreat"):
        scene.times_out()
    assert scene.at("BM").endswith("down")
    assert scene.state.felled == []


def s46() -> Scene:
    return Scene(
        heroes={"AF": "S1b"}, markers={"B": "T8 T1"}, hands={"A": "garmr1.2 troll1", "B": "strzyga1 draugr1.2 thor"},
        deck="draugr1.1 garmr1.1 huldra1",
    ).attacks("A", "F", "S1b", "T8")  # fmt: skip


def test_s46_town_as_battleground() -> None:
    scene = s46()
    assert (scene.militia(), scene.totals) == (["draugr1", "garmr1"], (0, 4))
    scene.does("A", play("garmr1"), play("troll1"))
    assert scene.totals == (6, 4)
    scene.does("A", ENOUGH).does("B", play("strzyga1"), play("draugr1"))
    assert scene.totals == (6, 7)


def test_s47_from_a_town() -> None:
    scene = Scene(heroes={"AF": "T8"}, hands={"A": "garmr1 troll1 draugr1"}).attacks("A", "F", "T8", "S1b")
    scene.refused("A", play("draugr1"), "opposing_terrain")
    assert scene.does("A", play("garmr1")).totals[0] == 2
    assert scene.does("A", play("troll1")).totals[0] == 6


def test_s48_battle_for_an_enchanted_land() -> None:
    scene = Scene(
        heroes={"AF": "L7b", "AM": "S2e", "BM": "S1e"}, markers={"B": "T1"}, hands={"A": "nixie1 fossegrim1"},
        deck="garmr1 troll1",
    ).attacks("A", "F", "L7b", "S1e")  # fmt: skip
    assert (scene.militia(), scene.totals) == (["garmr1"], (0, 2))
    scene.does("A", play("nixie1"), play("fossegrim1"))
    assert scene.totals == (4, 2)
    scene.does("A", ENOUGH).times_out()
    assert (scene.at("AF"), scene.marker("S1e")) == ("S1e", "")
    assert scene.at("BM").endswith("down")


def test_s49_interrupt() -> None:
    hands = {"A": "fossegrim1 garmr1.1 odin angurvadel", "B": "wid_faerstice"}
    scene = Scene(
        heroes={"AF": "L7b", "AM": "T9", "BF": "S3b", "BM": "L7a"}, markers={"B": "S2a"}, hands=hands,
        draws={"B": "troll1.2 dvergar1"}, deck="blot troll1 mittagsfrau1.1 draugr1",
    ).attacks("A", "F", "L7b", "L7a").loud()  # fmt: skip
    scene.does("A", play("fossegrim1", card="draugr1"))
    assert scene.asked == ("B", "interrupt")
    scene.does("B", m.Block(item="wid_faerstice"))
    assert scene.militia() == ["mittagsfrau1", "draugr1"]
    scene.does("A", play("garmr1"), play("odin"))
    assert scene.totals == (5, 4)
    scene.does("A", ENOUGH)
    assert scene.last("battle_decided").defence == 4
    assert scene.discards("B") == ["wid_faerstice"]
    assert "fossegrim1" in scene.discards("A")


def test_an_interrupt_is_asked_for_whatever_the_hand_holds() -> None:
    scene = Scene(heroes={"AF": "L7b"}, markers={"B": "L7a T1"}, hands={"A": "fossegrim1", "B": "thor"},
                  deck="draugr1 mittagsfrau1").attacks("A", "F", "L7b", "L7a").loud()  # fmt: skip
    scene.does("A", play("fossegrim1", card="draugr1"))
    assert scene.asked == ("B", "interrupt")
    scene.refused("B", m.Block(item="thor"), "not_playable")
    scene.refused("B", m.Block(item="havamal"), "card_not_in_hand")
    assert scene.offered() == [NO]


def test_whoever_has_no_card_is_not_asked_to_interrupt() -> None:
    scene = Scene(heroes={"AF": "L7b"}, markers={"B": "L7a T1"}, hands={"A": "fossegrim1 thor"},
                  deck="draugr1 mittagsfrau1").attacks("A", "F", "L7b", "L7a").loud()  # fmt: skip
    scene.does("A", play("fossegrim1", card="draugr1"))
    assert (scene.asked, scene.militia()) == (("A", "attack"), ["mittagsfrau1"])


def test_s50_barrows_overflow() -> None:
    scene = Scene(graves="fairies1 nixie1 troll1 garmr1 dis1", relics="gram", hands={"A": "draugr1"})
    RULES.play(scene.state, scene.chance).sacrifice(0, list(scene.state.hands[0]), "test")
    assert scene.names(scene.state.banished) == ["fairies1"]
    assert scene.names(scene.state.graves)[-1] == "draugr1"
    assert scene.names(scene.state.relics) == ["gram"]


def test_s65_deck_1_runs_out_in_a_battle() -> None:
    scene = Scene(heroes={"AF": "S1a", "BF": "S1b"}, deck="fairies1", later="troll2 garmr2 huldra2")
    scene.attacks("A", "F", "S1a", "S1b")
    assert scene.militia() == ["fairies1", "troll2", "garmr2"]
    assert (scene.state.ending, scene.state.second) == (False, True)


def test_s75_default() -> None:
    scene = Scene(
        heroes={"AF": "L9a"}, markers={"B": "S2b T1"}, hands={"A": "garmr1.3", "B": "thor"}, draws={"B": "odin"},
        deck="garmr1.1 gram",
    ).attacks("A", "F", "L9a", "S2b")  # fmt: skip
    assert scene.totals == (0, 3)
    scene.times_out()
    assert scene.asked == ("B", "defend")
    scene.times_out()
    assert RULES.decisions(scene.state) == ()
    assert scene.hand("B") == ["odin", "thor"]
    assert (scene.at("AF"), scene.moved("AF")) == ("L9a", True)


def s77() -> Scene:
    return Scene(
        heroes={"AF": "L7b", "AM": "T9"}, markers={"B": "L7a T1"}, hands={"A": "backahasten1"}, draws={"B": "thor"}
    ).attacks("A", "F", "L7b", "L7a")  # fmt: skip


def test_s77_the_origin_stays_taken() -> None:
    scene = s77()
    scene.refused("A", play("backahasten1", how="move", hero="M", to="L7b"), "stop_occupied")
    scene.does("A", play("backahasten1", how="retreat", to="L7b"))
    assert scene.asked is None
    assert (scene.at("AF"), scene.moved("AF"), scene.marker("L7a")) == ("L7b", True, "B")
    assert scene.hand("B") == ["thor"]


def test_s78_interrupt_against_a_berserk_ability() -> None:
    scene = s35_defended(B="mamuna1 draugr1 draugr1 merseburg").loud()
    scene.does("A", rage("mittagsfrau1", use=True))
    assert scene.asked == ("B", "interrupt")
    scene.refused("B", play("draugr1"), "no_reply_to_berserk")
    scene.does("B", m.Block(item="merseburg"))
    decided = scene.last("battle_decided")
    assert (decided.attack, decided.defence, decided.won) == (8, 10, False)
    assert scene.last("cards_drawn").count == 1
    assert "mittagsfrau1" in scene.discards("A")


def test_s80_declined_and_the_defender_leaves() -> None:
    scene = Scene(
        heroes={"AF": "L7b", "BM": "S1e", "BF": "S3e"}, markers={"B": "T1"}, hands={"B": "backahasten1"},
        draws={"B": "thor"},
    ).attacks("A", "F", "L7b", "S1e").does("A", DECLINE)  # fmt: skip
    scene.does("B", play("backahasten1", how="retreat", to="T1"))
    assert (scene.at("AF"), scene.at("BM"), scene.asked) == ("L7b", "T1", None)
    assert scene.state.hero_at(2) == -1  # S1e
    assert scene.hand("B") == ["thor"]


@pytest.mark.parametrize("ground, entered", [("S1e", True), ("L7a", False), ("T2", False)])
def test_a_defender_who_leaves_gives_up_an_enchanted_land_alone(ground: str, entered: bool) -> None:
    """R8.10: there the attacker has won, whoever leads; for a marker the battle goes on."""
    scene = Scene(heroes={"AF": "L7b", "BM": ground}, markers={"B": "T1 L2b"},
                  hands={"A": "thor", "B": "odin tyr hel backahasten1"})  # fmt: skip
    scene.attacks("A", "F", "L7b", ground).does("A", ENOUGH).does("B", play("odin"), play("tyr"))
    scene.does("B", play("backahasten1", how="retreat", to="T1"))
    assert (scene.at("BM"), scene.asked) == ("T1", None if entered else ("B", "defend"))
    if not entered:
        scene.does("B", ENOUGH).does("A", ENOUGH)
    assert scene.last("battle_decided").won == entered
    assert (scene.at("AF"), scene.at("BM")) == (ground if entered else "L7b", "T1")


@pytest.mark.parametrize("ground", ["S2a", "T5"])
def test_the_last_marker_of_a_player_stays_and_that_of_the_enemy_goes(ground: str) -> None:
    """R9.7: on a terrain and in a town alike."""
    for markers, mode, left in (({"B": ground}, "standard", "B"), ({"enemy": ground}, "solitaire", "A")):
        scene = Scene(3 if mode == "standard" else 1, mode, heroes={"AF": "L7a"}, markers=markers,
                      hands={"A": "thor odin"})  # fmt: skip
        scene.attacks("A", "F", "L7a", ground).does("A", play("thor"), ENOUGH)
        assert scene.last("battle_decided").won
        assert (scene.marker(ground), scene.at("AF")) == (left, ground if left == "A" else "L7a")
        assert scene.state.raids == ([0] if left == "A" else [])


def test_a_blocked_late_play_adds_nothing() -> None:
    scene = Scene(
        heroes={"AF": "L7a"}, markers={"B": "L7b T1"},
        hands={"A": "draugr1 ormr1 havamal", "B": "backahasten1 dis1 troll1"}, deck="nixie1 gram",
    ).attacks("A", "F", "L7a", "L7b")  # fmt: skip
    scene.does("A", play("draugr1"), ENOUGH).does("B", play("backahasten1"), ENOUGH).does("A", rage("ormr1"), ENOUGH)
    scene.loud().does("B", m.Late(card="dis1"))
    assert scene.asked == ("A", "interrupt")
    scene.does("A", m.Block(item="havamal"))
    assert (scene.totals, scene.discards("B")) == ((6, 5), ["dis1"])


def test_s63_no_berserk_and_no_reply() -> None:
    scene = Scene(heroes={"AF": "S1a"}, hands={"A": "troll1.2 troll1.3"}, deck="troll1.1 fairies1", draws={"A": "thor"})
    scene.turn("A").does("A", m.Attack(hero="F", source="S1a", ground="S1b"), play("troll1"), ENOUGH)
    scene.refused("A", rage("troll1"), "no_berserk")
    scene = s38().does("A", ENOUGH).does("B", ENOUGH).does("A", rage("ormr1"))
    scene.state.hands[1] += scene.cards("troll1.3")
    scene.refused("B", play("troll1"), "no_reply_to_berserk")
