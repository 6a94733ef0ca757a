"""The call to battle and battles: the dossier's scenarios S21 to S40, S54 and S56, straight from it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.blood_rage.data import PLACE
from tests.games.blood_rage.scene import Scene


def fighters(scene: Scene) -> set[str]:
    assert scene.state.battle is not None
    return {"ABCD"[one] for one in scene.state.battle.fighters}


def test_s21_villages_run_out() -> None:
    scene = Scene(
        "ABCD", figures={"A": "W @AND, W @GIM", "B": "W @GIM", "C": "L @UTG", "D": "W @YGG"},
        hand={"A": "TY3 TY4", "C": "TY3 TY4", "D": "TY3 TY4"},
    )  # fmt: skip
    scene.does("A", "pillage AND").does("B", "call pass").does("C", "call L<UTG").does("D", "call W<YGG")
    assert fighters(scene) == {"A", "C", "D"}
    assert scene.at("A", "GIM") == "W"


def test_s22_one_may_move_after_a_pass() -> None:
    scene = Scene(
        "ABC", figures={"A": "L @HOR, W @MUS", "B": "W @UTG", "C": "W @MUS"}, hand={"A": "TY3 TY4", "B": "TY3 TY4"}
    )
    scene.does("A", "pillage HOR").does("B", "call pass").does("C", "call pass").does("A", "call W<MUS")
    assert scene.asked == ("B", "call")
    scene.does("B", "call W<UTG").does("C", "call pass")
    assert fighters(scene) == {"A", "B"}
    assert scene.asked == ("A", "card")


def test_s23_a_pillage_from_a_fjord() -> None:
    scene = Scene(figures={"A": "S @FE"})
    scene.refused("A", "pillage GIM", "E_NOBODY_THERE")
    scene.does("A", "pillage MUS")
    assert scene.pillaged("MUS")
    assert "battle_joined" not in scene.kinds_told()


def s24(card: str) -> Scene:
    scene = Scene(figures={"A": "L W @GIM", "B": "W2 @GIM"}, hand={"A": "TY3", "B": card}, tokens={"GIM": "axes"})
    return scene.does("A", "pillage GIM")


def test_s24_the_pillager_wins() -> None:
    scene = s24("TY4")
    assert (scene.at("B", "VALHALLA"), scene.discards(), scene.hand("B")) == ("W2", ["TY3"], ["TY4"])
    assert (scene.step("A", "axes"), scene.glory("A"), scene.pillaged("GIM")) == (2, 4, True)


def test_s25_the_pillager_loses() -> None:
    scene = s24("TY6")
    assert (scene.glory("B"), scene.at("A", "VALHALLA"), scene.hand("A")) == (3, "L W", ["TY3"])
    assert scene.discards() == ["TY6"]
    assert not scene.pillaged("GIM")
    assert scene.does("B", "pillage GIM").pillaged("GIM")


def test_s26_a_tie_at_the_top_beats_all() -> None:
    # There is one TY2 in the decks: C plays the +2 of Frigga's Grace, whose text is the pillager's alone.
    scene = Scene(
        "ABC", figures={"A": "L @GIM", "B": "W2 @GIM", "C": "W @GIM"}, hand={"A": "TY2", "B": "TY3", "C": "FGR"}
    ).does("A", "pillage GIM")
    assert [scene.at(one, "VALHALLA") for one in "ABC"] == ["L", "W2", "W"]
    assert [scene.hand(one) for one in "ABC"] == [["TY2"], ["TY3"], ["FGR"]]
    assert [scene.glory(one) for one in "ABC"] == [0, 0, 0]
    assert not scene.pillaged("GIM")


@pytest.mark.parametrize("card, wins", [("TY3", "B"), ("TY5", "A")])
def test_s27_a_ship_supports_from_the_fjord(card: str, wins: str) -> None:
    scene = Scene(figures={"A": "W2 @GIM", "B": "S @FW"}, hand={"A": card, "B": "TY4"}, tokens={"GIM": "horns"})
    scene.does("A", "pillage GIM")
    assert scene.glory(wins) == 3
    if wins == "B":
        assert scene.at("A", "VALHALLA") == "W2"
        assert not scene.pillaged("GIM")
    else:
        assert scene.at("B", "VALHALLA") == "S"
        assert scene.step("A", "horns") == 2


def test_s28_odins_smite_takes_the_last_figure() -> None:
    scene = Scene(figures={"A": "L @HOR", "B": "W @HOR"}, hand={"A": "OSM", "B": "TY5"}).does("A", "pillage HOR")
    assert (scene.at("B", "VALHALLA"), scene.at("A", "VALHALLA"), scene.glory("B")) == ("W", "L", 3)
    assert not scene.pillaged("HOR")
    assert scene.at("A", "HOR") == scene.at("B", "HOR") == ""


def test_s29_odins_tide() -> None:
    scene = Scene(
        figures={"A": "L W2 @MUS, S @FE", "B": "W2 @MUS"}, hand={"A": "TY4", "B": "OTI"}, tokens={"MUS": "horns"}
    ).does("A", "pillage MUS")
    scene.does("A", "tide L").does("B", "tide W")
    assert (scene.at("A", "VALHALLA"), scene.at("A", "MUS"), scene.at("B", "VALHALLA")) == ("W2 S", "L", "W2")
    assert (scene.step("A", "horns"), scene.glory("A"), scene.hand("B")) == (2, 3, ["OTI"])


def test_s30_primacy_against_watch() -> None:
    scene = Scene(figures={"A": "L @UTG", "B": "W @UTG"}, hand={"A": "HWA", "B": "TPR"}).does("A", "pillage UTG")
    assert (scene.glory("A"), scene.glory("B"), scene.at("A", "VALHALLA")) == (0, 3, "L")
    assert "battle_restarted" not in scene.kinds_told()


def test_s31_heimdalls_watch() -> None:
    scene = Scene(
        "ABC", figures={"A": "L @GIM", "B": "W2 @GIM", "C": "W @GIM"}, tokens={"GIM": "glory5"},
        hand={"A": "HWA TY2", "B": "TY5", "C": "HSI TY3"},
    )  # fmt: skip
    scene.does("A", "pillage GIM").battle(A="HWA", C="HSI")
    assert scene.glory("A") == 13
    assert scene.hand("C") == ["TY3"]
    assert scene.hand("B") == []
    assert scene.discards() == ["HSI", "HWA", "TY2", "TY5"]
    assert scene.pillaged("GIM")


@pytest.mark.parametrize("late", [True, False])
def test_s32_heimdalls_sight_and_a_late_gaze(late: bool) -> None:
    scene = Scene(figures={"A": "W2 @ELV", "B": "W @ELV"}, hand={"A": "HSI", "B": "TY3 HGA"}, tokens={"ELV": "rage"})
    scene.does("A", "pillage ELV").battle(B="TY3").does("B", "late HGA" if late else "late none")
    if late:
        assert scene.glory("B") == 3
        assert scene.discards() == ["HGA", "TY3"]
    else:
        assert (scene.glory("A"), scene.step("A", "rage"), scene.hand("B")) == (3, 2, ["HGA", "TY3"])


def test_s33_late_cards_go_round() -> None:
    scene = Scene(
        "ABC", figures={"A": "L @GIM", "B": "W @GIM", "C": "W @GIM"}, hand={"A": "TY3", "B": "TY5 HEY", "C": "TY2"}
    )
    scene.does("A", "pillage GIM").battle(B="TY5")
    assert scene.asked == ("B", "late")
    scene.does("B", "late HEY")
    assert scene.glory("B") == 3
    assert scene.discards() == ["HEY", "TY5"]
    assert (scene.hand("A"), scene.hand("C")) == (["TY3"], ["TY2"])


@pytest.mark.parametrize("rage", [1, 2])
def test_s34_trickery_before_prowess(rage: int) -> None:
    scene = Scene(
        figures={"A": "L @GIM", "B": "W @GIM"}, sheet={"A": "YPR"}, rage={"A": rage, "B": 0},
        hand={"A": "TY6", "B": "LTR"}, tokens={"GIM": "axes"},
    ).does("A", "pillage GIM")  # fmt: skip
    if rage == 2:
        assert scene.asked == ("A", "prowess")
        assert scene.rage("A") == 1
        scene.does("A", "prowess TY6")
        assert scene.hand("A") == ["TY6"]
    else:
        assert scene.discards() == ["TY6"]
    assert (scene.rage("A"), scene.rage("B"), scene.hand("B")) == (0, 1, ["LTR"])
    assert (scene.step("A", "axes"), scene.glory("A"), scene.asked) == (2, 4, ("B", "action"))


def test_s35_poison_over_prowess() -> None:
    scene = Scene(
        figures={"A": "L @GIM", "B": "W @GIM"}, sheet={"A": "YPR"}, rage={"A": 3}, hand={"A": "TY5 HEY", "B": "LPO"},
        tokens={"GIM": "rage"},
    )  # fmt: skip
    scene.does("A", "pillage GIM").battle(A="TY5").does("A", "late HEY")
    assert scene.hand("B") == ["HEY", "LPO", "TY5"]
    assert scene.hand("A") == []
    assert (scene.rage("A"), scene.step("A", "rage"), scene.glory("A")) == (3, 2, 3)


def grace(place: str = "UTG", token: str = "horns", **given: Any) -> Scene:
    return Scene(figures={"A": f"L @{place}", "B": f"W @{place}"}, hand={"A": "FGR"}, tokens={place: token}, **given)


def test_s36_friggas_grace() -> None:
    scene = grace().does("A", "pillage UTG")
    assert scene.asked == ("A", "stat")
    assert scene.step("A", "horns") == 2
    scene.refused("A", "stat horns", "E_TOKEN_STAT")
    scene.does("A", "stat rage")
    assert (scene.step("A", "rage"), scene.glory("A")) == (2, 3)
    for place, token in (("YGG", "all_stats"), ("UTG", "glory5")):
        for stat in ("rage", "axes", "horns"):
            assert grace(place, token).does("A", f"pillage {place}").does("A", f"stat {stat}").step("A", stat) >= 2
    scene = grace(turn="B").does("B", "pillage UTG")
    assert scene.glory("A") == 3
    assert [scene.step("A", stat) for stat in ("rage", "axes", "horns")] == [1, 1, 1]


def test_s37_frost_giant_and_lord_of_axes_in_yggdrasil() -> None:
    scene = Scene(figures={"A": "L FRO @YGG"}, sheet={"A": "LAX FRO"}).does("A", "pillage YGG").does("A", "stat axes")
    assert [scene.step("A", stat) for stat in ("rage", "axes", "horns")] == [3, 4, 3]
    assert scene.glory("A") == 0


@pytest.mark.parametrize("place, glory", [("AND", 5), ("YGG", 7)])
def test_s38_the_volur_witch(place: str, glory: int) -> None:
    scene = Scene(figures={"A": f"VOL W @{place}", "B": f"L @{place}"}, sheet={"A": "VOL"}, hand={"B": "OJU"})
    scene.does("A", f"pillage {place}")
    if place == "AND":
        scene.does("A", "volur yes")
        assert (scene.at("A", "YGG"), scene.at("A", "VALHALLA")) == ("VOL", "W")
    assert scene.glory("B") == glory


def test_s39_friggas_protection() -> None:
    scene = Scene(
        figures={"B": "L W @GIM", "A": "L W2 @GIM"}, hand={"B": "TY3"}, sheet={"A": "FPR"}, rage={"A": 2}, turn="B",
        tokens={"GIM": "horns"},
    )  # fmt: skip
    scene.does("B", "pillage GIM").does("A", "protect L W")
    assert (scene.rage("A"), scene.at("A", "VALHALLA"), scene.at("A", "GIM")) == (0, "W", "L W")
    assert (scene.at("B", "GIM"), scene.step("B", "horns"), scene.glory("B")) == ("L W", 2, 3)


def test_s40_rage_regained() -> None:
    scene = Scene("ABC", figures={"A": "W @HOR", "C": "L @MUS"}, rage={"C": 0}, hand={"C": "TAS"})
    scene.does("A", "pillage HOR").does("C", "call L<MUS")
    assert (scene.rage("C"), scene.glory("C"), scene.pillaged("HOR")) == (3, 6, False)
    assert scene.does("B", "pass").asked == ("C", "action")


def test_s54_stat_choices_that_are_forced_or_empty() -> None:
    given: dict[str, Any] = {"figures": {"A": "L @UTG", "B": "W @UTG"}, "steps": {"A": (6, 6, 3)}}
    scene = Scene(hand={"A": "TOA"}, tokens={"UTG": "glory5"}, **given).does("A", "pillage UTG")
    assert scene.step("A", "horns") == 4
    scene = Scene(hand={"A": "FGR"}, tokens={"UTG": "horns"}, **given).does("A", "pillage UTG")
    assert scene.step("A", "horns") == 4
    assert scene.asked == ("B", "action")


def test_s55_succor_after_a_troll_that_was_held_off() -> None:
    given: dict[str, Any] = {
        "figures": {"B": "W2 @UTG"}, "sheet": {"A": "FSU TRO", "B": "FPR"}, "rage": {"A": 3, "B": 2}
    }  # fmt: skip
    scene = Scene(**given).does("A", "invade TRO UTG +succor").does("B", "protect W2")
    assert (scene.rage("A"), scene.rage("B"), scene.at("B", "UTG"), scene.at("A", "UTG")) == (1, 0, "W2", "TRO")
    scene = Scene(**given).does("A", "invade TRO UTG +succor").does("B", "protect none")
    assert (scene.at("B", "VALHALLA"), scene.at("A", "UTG")) == ("W2", "W TRO")


def test_s56_somebody_elses_grace_and_lone_cards() -> None:
    scene = Scene(figures={"A": "W @MYR", "B": "L @MYR"}, hand={"A": "TY2", "B": "FGR"}, tokens={"MYR": "rage"})
    scene.does("A", "pillage MYR")
    assert scene.asked == ("B", "action")
    assert (scene.glory("B"), scene.discards(), scene.hand("A")) == (3, ["FGR"], ["TY2"])
    assert not scene.state.pillaged[PLACE["MYR"]]
    assert [scene.step("B", stat) for stat in ("rage", "axes", "horns")] == [1, 1, 1]
