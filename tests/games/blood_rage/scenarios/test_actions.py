"""Set-up, draft and actions: the dossier's scenarios S01 to S20, straight from it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.core.moves import IllegalMove
from engine.games.blood_rage.data import AGE_OF, CODE, FJORD_OF, LEAST_SEATS, OUTER, PLACE, YGGDRASIL
from engine.games.blood_rage.moves import DraftPick, Upgrade
from engine.games.blood_rage.rules.actions.turns import action
from engine.games.blood_rage.rules.strength import of_warriors
from engine.games.blood_rage.state import missing
from tests.games.blood_rage.scenarios.test_ages import goes_on
from tests.games.blood_rage.scene import CHANCE, RULES, Scene, begun


def menu(scene: Scene) -> Any:
    """What the clan on turn is offered."""
    return RULES.menu(scene.state, RULES.decisions(scene.state)[0])


@pytest.mark.parametrize("seed", range(8))
def test_s01_a_table_for_four(seed: int) -> None:
    state = begun(4, seed)
    fallen = [province for province in OUTER if state.destroyed[province]]
    assert len(fallen) == 1
    assert len({*state.doom, *fallen}) == 4
    assert state.tokens[YGGDRASIL] == "all_stats"
    assert Counter(state.tokens[:8]) == {"rage": 3, "axes": 2, "horns": 2, "glory5": 1}
    assert [len(deck) for deck in state.decks] == [0, 34, 34]
    assert not state.box
    assert [len(pack) for pack in state.packs] == [8] * 4
    assert len(state.undealt) == 2
    assert missing(state) == []


def test_s02_a_table_for_two() -> None:
    state = begun(2)
    assert sum(state.destroyed) == 3
    assert not any(state.destroyed[province] for province in state.doom)
    assert [len(deck) for deck in state.decks] == [0, 20, 20]
    assert [len(pack) for pack in state.packs] == [8, 8]
    assert len(state.undealt) == 4
    assert all(LEAST_SEATS[card] >= 3 for card in state.box)
    assert len(state.box) == 42
    assert all(LEAST_SEATS[card] == 2 for pile in (*state.packs, *state.decks, state.undealt) for card in pile)


def test_s03_a_table_for_three() -> None:
    state = begun(3)
    assert sum(state.destroyed) == 2
    assert [len(deck) for deck in state.decks] == [0, 26, 26]
    assert [len(pack) for pack in state.packs] == [8] * 3
    assert len(state.undealt) == 2
    first = {CODE[card] for pile in (*state.packs, state.undealt) for card in pile}
    assert "SEA" in first
    assert "LBL" not in first


def test_s04_packs_go_round_to_the_left() -> None:
    state = begun(3)
    left = [set(pack) for pack in state.packs]  # of the packs that A, B and C were dealt
    for number in range(6):
        for who in range(3):
            holder = (who + number) % 3
            assert set(state.packs[holder]) == left[who]
            assert len(left[who]) == 8 - number
        takes = [min(pack) for pack in state.packs]
        for who, card in enumerate(takes):
            left[(who - number) % 3].discard(card)
            RULES.apply(state, who, DraftPick(cards=(CODE[card],)), CHANCE)
    assert [len(hand) for hand in state.hands] == [6] * 3
    assert set(state.dropped[2]) == left[0]
    assert len(left[0]) == 2
    assert not any(state.packs)


def test_s05_two_players_keep_two_cards_a_step() -> None:
    state = begun(2)
    with pytest.raises(IllegalMove, match="E_DRAFT_COUNT"):
        RULES.apply(state, 0, DraftPick(cards=(CODE[state.packs[0][0]],)), CHANCE)
    for sizes in (8, 6, 4):
        assert [len(pack) for pack in state.packs] == [sizes, sizes]
        for who in (0, 1):
            RULES.apply(state, who, DraftPick(cards=tuple(CODE[card] for card in state.packs[who][:2])), CHANCE)
    assert [len(hand) for hand in state.hands] == [6, 6]
    assert [len(pile) for pile in state.dropped] == [2, 2]


def test_s06_a_card_carried_over_takes_no_part_in_the_draft() -> None:
    state = begun(3)
    kept = -1
    while state.age == 1 or state.stage == "gifts":
        decision = next(one for one in RULES.decisions(state) if one.waits)
        if decision.kind == "keep" and decision.seat == 0:
            kept = next(card for card in state.hands[0] if CODE[card] == RULES.default(state, decision).card)
        if state.age == 2 and state.stage == "gifts":
            assert all(kept not in pack for pack in state.packs)
            assert kept in state.hands[0]
            assert all(AGE_OF[card] == 2 for pack in state.packs for card in pack)
        RULES.apply(state, decision.seat, RULES.default(state, decision), CHANCE)
    assert len(state.hands[0]) == 7
    assert kept in state.hands[0]


def test_s07_invasions_cost_strength_and_obey_horns() -> None:
    scene = Scene()
    spent = [
        scene.does("A", line).rage("A") for line in ("invade L GIM", "invade W GIM", "invade W AND", "invade S FW")
    ]
    assert spent == [6, 5, 4, 2]
    assert scene.on_board("A") == 4
    assert scene.refused("A", "invade W GIM", "E_HORNS") == {"count": 4, "most": 4}


def test_s08_nothing_is_done_without_rage() -> None:
    scene = Scene(rage={"A": 0}, hand={"A": "QAL1"}, figures={"B": "W @GIM"})
    for line in ("invade L GIM", "quest QAL1", "pillage GIM"):
        scene.refused("A", line, "E_NO_RAGE")
    scene = Scene(rage={"A": 0}, figures={"A": "W @AND", "B": "W @GIM"})
    assert scene.asked == ("B", "action")
    scene.does("B", "pillage GIM")
    assert scene.asked == ("A", "call")
    assert scene.does("A", "call W<AND").at("A", "GIM") == "" or scene.at("A", "VALHALLA") == "W"


def test_s09_ships_and_fjords() -> None:
    scene = Scene(destroyed="ELV ANG")
    scene.refused("A", "invade S FN", "E_FJORD_GONE")
    scene.refused("A", "invade S GIM", "E_SHIPS_TO_FJORDS")
    scene.refused("A", "invade W FW", "E_ONLY_SHIPS")
    assert scene.does("A", "invade S FW").rage("A") == 4
    assert scene.at("A", "FW") == "S"


def test_s10_a_march() -> None:
    scene = Scene(figures={"A": "L W2 @GIM"}, rage={"A": 1}).does("A", "march GIM > YGG: L W2")
    assert (scene.rage("A"), scene.at("A", "YGG")) == (0, "L W2")
    scene = Scene(figures={"A": "L W2 @GIM", "B": "W2 @UTG"}, rage={"A": 1})
    assert scene.refused("A", "march GIM > UTG: L W", "E_FULL") == {"place": "UTG", "needed": 2, "free": 1}
    assert scene.does("A", "march GIM > UTG: L").at("A", "UTG") == "L"


def test_s11_a_troll_invades_for_nothing() -> None:
    scene = Scene("ABC", rage={"A": 5}, hand={"A": "TRO"}, figures={"B": "W2 @GIM", "C": "L @GIM"})
    scene.does("A", "upgrade TRO m1 -> GIM")
    assert (scene.rage("A"), scene.at("A", "GIM"), scene.at("C", "GIM")) == (3, "TRO", "L")
    assert scene.at("B", "VALHALLA") == "W2"


def test_s12_a_covered_monster_frees_horns() -> None:
    scene = Scene(
        rage={"A": 4}, sheet={"A": "DWA=m1 TRO=m2"}, hand={"A": "VAL"}, figures={"A": "DWA @GIM, L @AND, W2 @UTG"}
    )
    scene.does("A", "upgrade VAL m1 -> HOR")
    assert (scene.rage("A"), scene.at("A", "HOR"), scene.on_board("A")) == (2, "VAL", 4)
    assert scene.at("A", "VALHALLA") == ""
    assert scene.at("A", "GIM") == ""
    assert "DWA" in scene.discards()


def test_s13_friggas_charm() -> None:
    scene = Scene(rage={"A": 3}, sheet={"A": "FCH"}, hand={"A": "SFD YCH LAX"})
    spent = [scene.does("A", line).rage("A") for line in ("upgrade SFD", "upgrade YCH c2", "upgrade LAX")]
    assert spent == [2, 2, 0]


def test_s14_an_unopposed_pillage() -> None:
    scene = Scene(figures={"A": "W @HOR"}, tokens={"HOR": "rage"}).does("A", "pillage HOR")
    assert (scene.step("A", "rage"), scene.rage("A"), scene.glory("A")) == (2, 6, 0)
    assert scene.pillaged("HOR")
    scene = Scene(figures={"A": "W @HOR"}, tokens={"HOR": "glory5"}).does("A", "pillage HOR")
    assert scene.glory("A") == 5


def test_s15_thors_domain_with_succor() -> None:
    scene = Scene(rage={"A": 3}, sheet={"A": "FSU TDO"}, tokens={"GIM": "horns"})
    scene.does("A", "invade W GIM +succor +pillage")
    assert (scene.rage("A"), scene.at("A", "GIM"), scene.step("A", "horns")) == (0, "W2", 2)
    assert scene.pillaged("GIM")


def test_s16_friggas_domain() -> None:
    given = {"sheet": {"A": "FDO FIR"}, "rage": {"A": 2}}
    scene = Scene(figures={"A": "FIR @VALHALLA, W3 @GIM", "B": "W2 @MUS"}, **given)
    scene.does("A", "valhalla FIR MUS")
    assert (scene.rage("A"), scene.at("B", "VALHALLA"), scene.on_board("A")) == (1, "W2", 4)
    scene = Scene(figures={"A": "FIR @VALHALLA, W4 @GIM"}, **given)
    scene.refused("A", "valhalla FIR MUS", "E_HORNS")


def test_s17_tyrs_challenge() -> None:
    given = {"sheet": {"A": "YCH"}, "figures": {"A": "W @AND"}, "tokens": {"AND": "glory5"}, "pillaged": "AND"}
    scene = Scene(rage={"A": 3}, **given).does("A", "repillage AND")
    assert (scene.rage("A"), scene.glory("A"), scene.pillaged("AND")) == (1, 5, True)
    Scene(rage={"A": 1}, **given).refused("A", "repillage AND", "E_RAGE")


def test_where_all_villages_are_full_no_march_is_offered_from_yggdrasil() -> None:
    """R7.1: with two clans and three provinces left there are nine villages, and more figures than that."""
    given = {"destroyed": "ELV ANG MUS HOR GIM", "steps": {"A": (1, 1, 6), "B": (1, 1, 6)}}
    scene = Scene(figures={"A": "L @YGG, W3 @UTG, W3 @AND", "B": "W2 @MYR, W @YGG"}, **given)
    groups = [option.what for option in menu(scene).options if option.group == "march"]
    assert groups == [("march", "UTG"), ("march", "AND"), ("march", "YGG")]
    scene = Scene(figures={"A": "L @YGG, W3 @UTG, W3 @AND", "B": "W3 @MYR"}, **given)
    groups = [option.what for option in menu(scene).options if option.group == "march"]
    assert groups == [("march", "UTG"), ("march", "AND")]  # to Yggdrasil, which takes any number


@pytest.mark.parametrize(
    "sheet, three, two, one", [("", 3, 2, 1), ("BRO", 4, 3, 1), ("EXP", 6, 4, 2), ("MAS", 8, 6, 2)]
)
def test_s18_the_strength_of_warriors(sheet: str, three: int, two: int, one: int) -> None:
    state = Scene(sheet={"A": sheet}).state
    assert [of_warriors(state, 0, count) for count in (3, 2, 1)] == [three, two, one]


def test_s19_the_phase_ends_when_all_is_pillaged() -> None:
    others = " ".join(code for code in PLACE if code not in ("HOR", "FN", "FE", "FS", "FW"))
    scene = Scene(figures={"A": "W @HOR"}, rage={"B": 4}, hand={"B": "TY2 TY3"}, pillaged=others)
    scene.does("A", "pillage HOR")
    assert scene.step("A", "rage") + scene.step("A", "axes") + scene.step("A", "horns") == 4
    assert scene.rage("B") == 0
    assert scene.asked == ("B", "keep")


def test_s20_passing() -> None:
    scene = Scene(rage={"A": 5}, figures={"A": "W @AND", "B": "W @GIM"}).does("A", "pass")
    assert scene.rage("A") == 0
    assert scene.asked == ("B", "action")
    assert scene.does("B", "pillage GIM").asked == ("A", "call")
    assert len(FJORD_OF) == 9


def test_an_action_phase_begins_with_the_rage_of_each_stat_and_the_first_player() -> None:
    """R5.1, R5.2, R5.7: what was left is no more, and what was gained counts now."""
    scene = Scene(
        "ABC", first="B", rage={"A": 0, "B": 3, "C": 11}, steps={"A": (1, 1, 1), "B": (4, 1, 1), "C": (6, 1, 1)}
    )
    scene.state.stage = "draft"
    goes_on(scene, action())
    assert (scene.state.stage, scene.state.rage) == ("action", [6, 9, 12])
    assert (scene.asked, RULES.view(scene.state, 0).turn) == (("B", "action"), 1)
    scene.does("B", "pass")
    assert (scene.asked, RULES.view(scene.state, 0).turn) == (("C", "action"), 2)


def test_a_quest_that_is_committed_lies_on_the_sheet_and_is_told_to_nobody_else() -> None:
    """R9.1: for nothing, and as often as one likes."""
    scene = Scene(hand={"A": "QAL1 QAL1 QMA1 TY2"}, rage={"A": 1}).does("A", "quest QAL1")
    assert ([CODE[one] for one in scene.state.quests[0]], scene.hand("A")) == (["QAL1"], ["QAL1", "QMA1", "TY2"])
    assert scene.rage("A") == 1
    assert getattr(scene.told[-1].seen_by(1), "card", None) is None
    scene.does("A", "quest QMA1").does("A", "quest QAL1")
    assert [CODE[one] for one in scene.state.quests[0]] == ["QAL1", "QMA1", "QAL1"]


def pairs(scene: Scene) -> list[str]:
    """The two figures of each sacrifice that A is offered, one of each place named once."""
    lines = [one for one in menu(scene).options if one.what == ("sacrifice",)]
    return [
        " ".join(f"{one.figure}@{one.place}" for one in line.what[1:]) for one in lines for line in one.then().options
    ]


def test_two_figures_are_sacrificed_that_stand_where_they_are_named_and_for_a_stat_that_can_be_raised() -> None:
    """R20.35."""
    given: dict[str, Any] = {"figures": {"A": "L W2 @GIM, W @ELV, S @FW"}, "sheet": {"A": "FSA"}}
    scene = Scene(steps={"A": (6, 6, 5)}, **given)
    assert sorted(pairs(scene)) == [
        "L@GIM S@FW", "L@GIM W@GIM", "W@ELV L@GIM", "W@ELV S@FW", "W@ELV W@GIM", "W@GIM S@FW", "W@GIM W@GIM",
    ]  # fmt: skip
    scene.does("A", "sacrifice W@GIM W@ELV horns")
    assert (scene.at("A", "GIM"), scene.at("A", "ELV"), scene.at("A", "VALHALLA")) == ("L W", "", "W2")
    assert pairs(Scene(steps={"A": (6, 6, 6)}, **given)) == []


def upgrades(scene: Scene) -> list[Upgrade]:
    return [move for _, _, move in menu(scene).leaves() if isinstance(move, Upgrade)]


def test_an_upgrade_is_offered_for_each_card_that_it_could_cover_and_one_empty_slot() -> None:
    """R8.2, R8.5: empty slots differ in nothing; a clan upgrade brings nobody."""
    scene = Scene(sheet={"A": "TGL"}, hand={"A": "FCH"})
    assert [(one.slot, one.to) for one in upgrades(scene)] == [("c1", None), ("c2", None)]
    line = next(one for one in menu(scene).options if one.group == "upgrade")
    assert [one.what for one in line.then().options] == [("slot", "c1", "TGL"), ("slot", "c2", "")]


def test_a_ship_upgrade_asks_which_of_two_ships_comes() -> None:
    scene = Scene(sheet={"A": "SEA"}, hand={"A": "SFD"})
    assert {(one.figure, one.to) for one in upgrades(scene)} == {
        (None, None), *((figure, to) for figure in ("S", "SEA") for to in ("FN", "FE", "FS", "FW"))
    }  # fmt: skip
    scene = Scene(sheet={"A": "SEA"}, hand={"A": "SFD"}, figures={"A": "S @FN"}, destroyed="GIM MYR")
    assert {(one.figure, one.to) for one in upgrades(scene)} == {(None, to) for to in (None, "FN", "FE", "FS")}
