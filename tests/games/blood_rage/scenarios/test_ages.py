"""The end of an Age and of the game, time-outs: the dossier's scenarios S41 to S48 and S53, straight from it."""

from __future__ import annotations

import pytest

from engine.core.flow import Flow
from engine.core.moves import IllegalMove
from engine.games.blood_rage.data import PLACE
from engine.games.blood_rage.moves import KeepCard
from engine.games.blood_rage.rules.ages import age_ends, discard_phase, ragnarok, release
from engine.games.blood_rage.rules.quest import judge
from tests.games.blood_rage.scene import CHANCE, RULES, Scene, seat


def goes_on(scene: Scene, *frames: object) -> Scene:
    """Carry out these steps, and nothing after them."""
    scene.state.flow = Flow(list(reversed(frames)))  # type: ignore[arg-type]
    play = RULES.play(scene.state, CHANCE)
    RULES.steps.run(play)
    scene.told += play.out
    return scene


def test_s41_the_discard() -> None:
    scene = goes_on(Scene(hand={"B": "TY3 QMA1 LTR"}), discard_phase())
    assert (scene.state.stage, scene.asked) == ("discard", ("B", "keep"))
    scene.refused("B", "keep TY5", "E_NOT_IN_HAND")
    scene.does("B", "keep LTR")
    assert scene.hand("B") == ["LTR"]
    assert scene.discards() == []
    assert scene.told[-1].seen_by(0).cards is None  # type: ignore[union-attr]
    assert goes_on(Scene(hand={"A": "TY3"}), discard_phase()).asked is None  # one card is kept without a question
    scene = goes_on(Scene(hand={"B": "TY3 QMA1 LTR"}, age=3), discard_phase())
    assert scene.hand("B") == []
    with pytest.raises(IllegalMove):
        scene.move("B", KeepCard(card="LTR"))


def test_s42_quests_a_tie_and_a_fjord() -> None:
    figures = {"A": "L @GIM, S @FS, W @ELV", "B": "W3 @GIM, W @ELV", "C": "W @AND"}
    scene = goes_on(Scene("ABC", quests={"A": "QAL1 QMA1"}, figures=figures), judge())
    assert scene.glory("A") == 5
    assert scene.asked == ("A", "stat")
    scene.does("A", "stat horns")
    assert scene.step("A", "horns") == 2
    assert scene.discards() == ["QAL1", "QMA1"]
    assert scene.asked is None


@pytest.mark.parametrize("dead, glory", [(4, 12), (3, 0)])
def test_s43_glorious_death_twice(dead: int, glory: int) -> None:
    scene = goes_on(Scene("ABCD", quests={"A": "QGD1 QGD1"}, figures={"A": f"W{dead} @VALHALLA"}), judge())
    assert scene.glory("A") == glory
    if glory:
        scene.does("A", "stat rage").does("A", "stat rage")
        assert scene.step("A", "rage") == 3
    assert scene.asked is None


def test_s44_ragnarok_ships_and_loki() -> None:
    scene = Scene(age=2, doom="MUS", figures={"A": "L W @MUS, S @FE", "B": "S @FE"}, sheet={"A": "SFD OIN LDO LEM"})
    goes_on(scene, ragnarok())
    assert (scene.glory("A"), scene.glory("B")) == (26, 3)
    assert scene.state.destroyed[PLACE["MUS"]]
    assert scene.state.fjord_stands(PLACE["FE"])
    assert goes_on(scene, release()).glory("A") == 35


def test_s45_final_scoring_and_a_shared_win() -> None:
    scene = Scene(
        age=3, glory={"A": 60, "B": 79}, steps={"A": (4, 3, 6), "B": (5, 4, 3)}, sheet={"A": "TCO"},
        figures={"A": "L W @GIM, S @FW"},
    )  # fmt: skip
    goes_on(scene, age_ends())
    assert (scene.glory("A"), scene.glory("B")) == (99, 99)
    result = RULES.result(scene.state)
    assert result is not None
    assert result.winners == (0, 1)
    assert result.scores == (99, 99)


def test_s46_the_top_of_a_track() -> None:
    scene = Scene(steps={"A": (5, 1, 1)}, figures={"A": "W @GIM, W @AND"}, tokens={"GIM": "rage", "AND": "rage"})
    scene.does("A", "pillage GIM").idle()
    assert scene.step("A", "rage") == 6
    assert scene.state.value(0, 0) == 12
    assert scene.does("A", "pillage AND").idle().step("A", "rage") == 6
    scene.state.age = 3
    assert goes_on(scene, age_ends()).glory("A") == 20


def draft(scene: Scene, player: str, pack: str) -> str:
    """What a time-out takes of a pack."""
    state = scene.state
    state.packs[seat(player)] = [scene._card(code) for code in pack.split()]
    state.flow.wave = None
    state.flow.ask("draft", (seat(player),), age_ends())
    decision = RULES.decisions(state)[0]
    return " ".join(RULES.default(state, decision).cards)


def test_s47_a_draft_time_out() -> None:
    assert draft(Scene("ABC"), "A", "TRO QAL1 HSI FGR OSM LDO") == "FGR"
    assert draft(Scene("ABC"), "A", "QMA1 BRO TRO") == "BRO"


def test_s48_a_battle_card_time_out() -> None:
    scene = Scene(figures={"A": "L W @GIM", "B": "W2 @GIM"}, hand={"B": "LTR HEY QMA1"}).does("A", "pillage GIM")
    assert scene.asked == ("B", "card")
    scene.times_out("B")
    shown = next(one for one in scene.told if one.kind == "cards_revealed")
    assert shown.cards == ((0, None), (1, "HEY"))  # type: ignore[attr-defined]
    assert scene.hand("B") == ["HEY", "LTR", "QMA1"]  # it lost by 4 to 4: a tie, so all cards come back


@pytest.mark.parametrize("order", [True, False])
def test_s53_ragnarok_with_the_witch(order: bool) -> None:
    scene = Scene("ABCD", age=3, doom="HOR", first="B", figures={"A": "VOL L @HOR", "C": "W @HOR"})
    goes_on(scene, ragnarok())
    assert scene.asked == ("A", "volur")
    if order:
        scene.does("A", "volur yes")
        assert (scene.at("A", "YGG"), scene.glory("A")) == ("VOL", 4)
    else:
        scene.times_out("A")
        assert (scene.at("A", "VALHALLA"), scene.glory("A")) == ("L VOL", 8)
    assert scene.glory("C") == 4
    assert scene.state.destroyed[PLACE["HOR"]]


def test_s52_a_slot_left_out() -> None:
    scene = Scene(sheet={"A": "FCH"}, rage={"A": 3}, hand={"A": "YCH TGL FDO"}).does("A", "upgrade YCH")
    assert scene.state.sheets[0][6] != -1
    assert scene.rage("A") == 3
    assert scene.does("A", "upgrade TGL").rage("A") == 2
    assert scene.state.sheets[0][7] != -1
    scene.refused("A", "upgrade FDO", "E_NAME_SLOT")
