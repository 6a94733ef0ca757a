"""The dossier's table of refusals, I01 to I20. What is refused as text alone stands in test_orders.py."""

from __future__ import annotations

import pytest

from engine.core.moves import IllegalMove
from engine.games.blood_rage.moves import (
    BattleCard,
    CommitQuest,
    DraftPick,
    Invade,
    KeepCard,
    LateCard,
    March,
    Pillage,
    Upgrade,
)
from engine.games.blood_rage.rules.ages import discard_phase
from tests.games.blood_rage.scenarios.test_ages import goes_on
from tests.games.blood_rage.scene import CHANCE, RULES, Scene, begun


def test_i01_too_little_rage() -> None:
    assert Scene(rage={"A": 1}).refused("A", "invade S FW", "E_RAGE") == {"needs": 2, "have": 1}


def test_i02_no_empty_village() -> None:
    Scene(figures={"B": "W5 @GIM"}, rage={"A": 6}).refused("A", "invade W GIM", "E_FULL")


def test_i03_yggdrasil_cannot_be_invaded() -> None:
    Scene().refused("A", "invade W YGG", "E_YGGDRASIL")
    scene = Scene(sheet={"A": "ELF TRO"})
    for figure in ("L", "TRO"):
        scene.refused("A", f"invade {figure} YGG", "E_YGGDRASIL")
    places = [move for _, _, move in RULES.menu(scene.state, RULES.decisions(scene.state)[0]).leaves()]
    assert {one.figure for one in places if isinstance(one, Invade) and one.to == "YGG"} == {"ELF"}
    scene.does("A", "invade ELF YGG")


def test_i04_a_destroyed_province() -> None:
    scene = Scene(destroyed="GIM", figures={"A": "W @AND"})
    scene.refused("A", "invade W GIM", "E_DESTROYED")
    scene.refused("A", "march AND > GIM: W", "E_DESTROYED")


def test_a_place_that_is_on_no_board() -> None:
    scene = Scene(figures={"A": "W @AND"})
    for move in (Invade(figure="W", to="XXX"), March(source="AND", to="XXX", figures=("W",)), Pillage(province="XXX")):
        with pytest.raises(IllegalMove, match="E_PLACE"):
            scene.move("A", move)


def test_i05_ships_do_not_march() -> None:
    scene = Scene(figures={"A": "W @GIM, S @FW"})
    for line in ("FW > GIM: S", "FW > AND: W", "GIM > AND: W S", "GIM > AND: S"):
        scene.refused("A", f"march {line}", "E_SHIP_MARCH")


def test_a_march_leads_somewhere_else() -> None:
    Scene(figures={"A": "W @GIM"}).refused("A", "march GIM > GIM: W", "E_SAME_PLACE")


def test_a_card_for_a_battle_is_one_of_the_hand() -> None:
    scene = Scene(figures={"A": "L @GIM", "B": "W @GIM"}, hand={"A": "TY2 TY5", "B": "TY3"}).does("A", "pillage GIM")
    scene.refused("A", "card TY3", "E_NOT_IN_HAND")


def test_i07_a_slot_must_be_named() -> None:
    scene = Scene(sheet={"A": "TGL OTH LDO"}, hand={"A": "FCH"})
    assert scene.refused("A", "upgrade FCH", "E_NAME_SLOT") == {"slots": ["c1", "c2", "c3"]}


def test_a_slot_of_another_kind_and_a_figure_that_cannot_come_with_an_upgrade() -> None:
    """R8.2, R8.5."""
    scene = Scene(hand={"A": "FCH SFD"}, figures={"A": "S @FS"}, sheet={"A": "SEA"})
    for move, code in (
        (Upgrade(card="FCH", slot="m1"), "E_SLOT"),
        (Upgrade(card="FCH", slot="l"), "E_SLOT"),
        (Upgrade(card="SFD", to="FW", figure="S"), "E_NOT_IN_RESERVE"),
        (Upgrade(card="SFD", to="FW", figure="W"), "E_NOT_IN_RESERVE"),
        (Upgrade(card="SFD", figure="SEA"), "E_NO_INVASION"),
    ):
        with pytest.raises(IllegalMove, match=code):
            scene.move("A", move)
    assert scene.move("A", Upgrade(card="SFD", to="FW", figure="SEA")).at("A", "FW") == "SEA"


def test_i08_neither_an_upgrade_nor_a_quest() -> None:
    scene = Scene(hand={"A": "TY4"})
    scene.refused("A", "upgrade TY4", "E_NO_UPGRADE")
    scene.refused("A", "quest TY4", "E_NO_QUEST")


def test_i09_pillaged_already() -> None:
    scene = Scene(pillaged="AND", figures={"A": "W @AND"})
    scene.refused("A", "pillage AND", "E_PILLAGED")
    scene.refused("A", "repillage AND", "E_LACKS")
    Scene(pillaged="AND", sheet={"A": "TDO"}).refused("A", "invade W AND +pillage", "E_PILLAGED")


def test_i10_and_i11_who_may_answer_a_call() -> None:
    scene = Scene(figures={"A": "W @AND", "B": "S @FW, W @HOR, W @UTG"}).does("A", "pillage AND")
    scene.refused("B", "call W<HOR", "E_NOT_ADJACENT")
    scene.refused("B", "call S<FW", "E_SHIP_CALL")


def test_i13_not_your_turn() -> None:
    scene = Scene()
    with pytest.raises(IllegalMove, match="E_NOT_YOUR_TURN"):
        scene.move("B", Invade(figure="W", to="GIM"))


def test_i15_a_card_that_is_not_in_the_pack() -> None:
    from engine.core.moves import IllegalMove

    with pytest.raises(IllegalMove) as refused:
        RULES.apply(begun(3), 0, DraftPick(cards=("FIR",)), CHANCE)
    assert (refused.value.code, refused.value.where) == ("E_NOT_IN_PACK", {"card": "FIR"})


def test_i16_only_eye_and_gaze_come_late() -> None:
    scene = Scene(figures={"A": "L @GIM", "B": "W @GIM"}, hand={"A": "TY2 TY5 HEY"}).does("A", "pillage GIM")
    scene.battle(A="TY2")
    scene.refused("A", "late TY5", "E_NOT_LATE")
    scene.refused("A", "late HGA", "E_NOT_IN_HAND")


def test_i17_and_i18_a_sacrifice_that_cannot_be_made() -> None:
    scene = Scene(sheet={"A": "FSA"}, figures={"A": "L @GIM"})
    scene.refused("A", "sacrifice L@GIM W@GIM axes", "E_NOT_ON_BOARD")
    scene = Scene(sheet={"A": "FSA"}, figures={"A": "W2 @GIM"}, steps={"A": (2, 6, 1)})
    scene.refused("A", "sacrifice W@GIM W@GIM axes", "E_LAST_STEP")
    assert scene.does("A", "sacrifice W@GIM W@GIM rage").step("A", "rage") == 3


def test_i19_a_clause_without_its_card() -> None:
    scene = Scene(figures={"A": "W @GIM"})
    scene.refused("A", "invade W GIM +pillage", "E_LACKS")
    assert scene.on_board("A") == 1


def test_i20_a_figure_that_does_not_fight() -> None:
    scene = Scene(figures={"A": "L W2 @MUS", "B": "W @MUS"}, hand={"B": "OTI"}).does("A", "pillage MUS")
    scene.refused("A", "tide S", "E_NOT_IN_BATTLE")


def test_a_code_of_no_card_is_that_wherever_a_card_is_named() -> None:
    """Programs name cards by their codes; whoever writes words is told before."""
    own = Scene(figures={"A": "L @GIM"}, hand={"A": "QAL1"})
    own.turn("A")
    fight = Scene(figures={"A": "L @GIM", "B": "W @GIM"}, hand={"A": "HEY HEY TY2", "B": "TY3 TY4"})
    fight.does("A", "pillage GIM")
    late = Scene(figures={"A": "L @GIM", "B": "W @GIM"}, hand={"A": "HEY HEY TY2"}).does("A", "pillage GIM")
    late.does("A", "card HEY")
    keeping = goes_on(Scene(hand={"A": "TY3 OSM"}), discard_phase())
    drafting = begun(3)
    for state, move in (
        (own.state, CommitQuest(card="ZZZ")), (own.state, Upgrade(card="ZZZ")), (fight.state, BattleCard(card="ZZZ")),
        (late.state, LateCard(card="ZZZ")), (keeping.state, KeepCard(card="ZZZ")),
        (drafting, DraftPick(cards=("ZZZ",))),
    ):  # fmt: skip
        with pytest.raises(IllegalMove) as refused:
            RULES.apply(state, 0, move, CHANCE)
        assert (refused.value.code, refused.value.where) == ("E_CARD", {"card": "ZZZ"}), move.kind
