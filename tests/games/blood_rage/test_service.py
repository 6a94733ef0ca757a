"""What the service is told beside the moves: whose questions share a deadline, and what its curves show."""

from __future__ import annotations

from engine.core.components.zones import ALL
from engine.games.blood_rage.rules.quest import judge
from engine.games.blood_rage.words.status import RageWords
from tests.games.blood_rage.scenarios.test_ages import goes_on
from tests.games.blood_rage.scene import RULES, Scene


def _asked(scene: Scene) -> dict[tuple[int, str], str]:
    return {(one.seat, one.kind): one.clock for one in RULES.decisions(scene.state)}


def test_all_questions_of_a_turn_share_a_clock_and_so_do_the_calls_of_one_battle() -> None:
    scene = Scene("ABC", sheet={"A": "LHA"}, figures={"A": "L @AND, W @GIM", "B": "W2 @GIM"})
    turn = _asked(scene)[0, "action"]
    scene.does("A", "pillage AND")
    called = _asked(scene)[1, "call"]
    assert called
    assert called != turn
    scene.does("B", "call pass")
    assert _asked(scene) == {(0, "call"): turn}, "the pillager is called in the own turn"
    scene.does("A", "call W<GIM")
    assert _asked(scene) == {(1, "call"): called}
    scene.does("B", "call pass")
    assert _asked(scene) == {(0, "hammers"): turn}
    scene.does("A", "hammers none")
    assert _asked(scene)[1, "action"] != called
    scene.does("B", "pass").does("C", "pass")
    assert _asked(scene)[0, "action"] != turn


def test_what_is_asked_unseen_has_no_clock() -> None:
    scene = Scene("AB", figures={"A": "L @GIM", "B": "W @GIM"}, hand={"A": "TY5 TY2", "B": "TY3 TY4"})
    scene.does("A", "pillage GIM")
    assert set(_asked(scene).values()) == {""}


def test_each_battle_has_a_clock_of_its_own_and_quests_have_none() -> None:
    """Whoever has answered one call late is not late for the next."""
    scene = Scene("AB", figures={"A": "L @AND, W @MYR", "B": "W @GIM, W @ELV, W @UTG"}, rage={"A": 6, "B": 6})
    clocks = []
    for place in ("AND", "MYR"):
        scene.does("A", f"pillage {place}")
        clocks.append(_asked(scene).get((1, "call")))
        while (0, "action") not in _asked(scene):
            scene.times_out("AB"[next(iter(_asked(scene)))[0]])
    assert None not in clocks
    assert len({*clocks}) == 2
    scene = goes_on(Scene("AB", figures={"A": "L @GIM"}, quests={"A": "QAL1"}), judge())
    assert _asked(scene) == {(0, "stat"): ""}
    assert RULES.progress(scene.state).stage == "quest"


def test_of_a_quest_that_was_known_nobody_knows_where_it_is_once_one_was_laid() -> None:
    """It is the one that lies there, or still in hand."""
    scene = Scene("AB", figures={"A": "L @GIM"}, hand={"A": "QAL1 QYG1 TY5"})
    for card in scene.state.hands[0]:
        scene.state.seen[card] = ALL
    assert {"QAL1", "QYG1", "TY5"} <= _shown(scene)
    scene.does("A", "quest QAL1")
    assert {"QAL1", "QYG1", "TY5"} & _shown(scene) == {"TY5"}


def _shown(scene: Scene) -> set[str]:
    """Cards of A that B is shown."""
    clan = RULES.view(scene.state, 1).clans[0]
    return {*clan.hand, *clan.quests}


def test_progress_measures_rage_figures_and_upgrades_beside_glory() -> None:
    scene = Scene("AB", figures={"A": "L W @GIM, S @FW"}, sheet={"B": "FCH TRO"}, rage={"A": 4, "B": 2})
    found = RULES.progress(scene.state).measures
    assert found == {"rage_left": (4, 2), "on_board": (3, 0), "upgrades": (0, 2)}
    for language in ("en", "ru"):
        words = RageWords(language)
        assert all(words.measure(name) not in ("", name) for name in found)
