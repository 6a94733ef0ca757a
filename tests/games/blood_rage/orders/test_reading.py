"""What a beginner reads: own cards in the letters' board, menus without idle choices, examples in the own language."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from engine.core.chance import SeededChance
from engine.games.blood_rage.board.labels import Labels
from engine.games.blood_rage.board.text import text_board
from engine.games.blood_rage.data import BY_CODE
from engine.games.blood_rage.words.status import RageWords
from tests.games.blood_rage.scene import RULES, Scene, begun, seat

NAMES = ("Anna", "Boris", "Carla", "Dina")


def _board(scene: Scene, viewer: int | None) -> str:
    return " ".join(text_board(RULES.view(scene.state, viewer), RageWords("en", NAMES)).split())


def test_the_board_in_letters_names_the_own_cards_and_nobody_elses() -> None:
    scene = Scene("AB", hand={"A": "TY5 FCH"}, quests={"A": "QYG1"})
    own = _board(scene, 0)
    assert "Your hand: Frigga's Charm (FCH), Tyr's Smite (TY5)" in own
    assert "Your quests: Yggdrasil I (QYG1)" in own
    for viewer in (1, None):
        assert not re.search("FCH|TY5|QYG1", _board(scene, viewer))


def _menu(scene: Scene, player: str) -> list[Any]:
    decision = next(one for one in RULES.decisions(scene.state) if one.seat == seat(player))
    return [move for _, _, move in RULES.menu(scene.state, decision).leaves() if move.kind == "upgrade"]


def test_of_empty_slots_a_menu_offers_the_first_and_every_one_can_be_named() -> None:
    scene = Scene("AB", hand={"A": "TGL"}, sheet={"A": "FCH=c2"})
    assert [move.slot for move in _menu(scene, "A")] == ["c1", "c2"]
    assert scene.does("A", "upgrade TGL c3").state.sheets[0][-1] != -1
    only = Scene("AB", hand={"A": "TGL"})
    decision = next(one for one in RULES.decisions(only.state))
    line = next(one for one in RULES.menu(only.state, decision).options if one.what[0] == "upgrade")
    assert line.move is not None


@pytest.mark.parametrize("kind", ["draft", "action", "call", "card"])
def test_examples_for_a_russian_reader_are_russian(kind: str) -> None:
    scene = Scene("AB", figures={"A": "W@GIM", "B": "W@GIM L@MYR"}, hand={"A": "TY5 TY2", "B": "TY3 TY4"})
    state = begun(2) if kind == "draft" else scene.state
    if kind != "draft":
        for line in {"call": ["pillage GIM"], "card": ["pillage GIM", "call pass"]}.get(kind, []):
            scene.does("B" if line.startswith("call") else "A", line)
    decision = next(one for one in RULES.decisions(state) if one.waits)
    assert decision.kind == kind
    words, view = RageWords("ru", NAMES), RULES.view(state, decision.seat)
    said = [*words.examples(decision, view), *(line for line, _ in words.plan_examples(decision, view))]
    assert said
    assert not [line for line in said if re.search("[a-z]", line)], said


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_pack_is_explained_card_by_card_but_for_what_one_holds(language: str) -> None:
    state, words = begun(3), RageWords(language, NAMES)
    for _ in range(6):
        decision = next(one for one in RULES.decisions(state) if one.seat == 0)
        view = RULES.view(state, 0)
        found = words.explanations(decision, view)
        held = set(view.clans[0].hand)
        assert [name for name, _ in found] == [
            words.coded(code) for code in dict.fromkeys(view.pack) if code not in held
        ]
        assert all(text.endswith((".", "!")) for _, text in found)
        for one in [one for one in RULES.decisions(state) if one.waits]:
            RULES.apply(state, one.seat, RULES.default(state, one), SeededChance(b"draft"))


# --- Battles and the last move, in letters ---------------


def test_a_battle_is_read_with_its_strengths_and_after_the_reveal_with_its_totals() -> None:
    scene = Scene("AB", figures={"A": "L W @GIM, S @FW", "B": "W2 @GIM"}, hand={"A": "TY5 TY2", "B": "HEY TY4"})
    scene.does("A", "pillage GIM")
    assert "Gimle: pillaged by Anna A Anna: strength 6 B Boris: strength 2" in _board(scene, None)
    scene.battle(A="TY5", B="TY4")
    own = _board(scene, 1)
    assert "A Anna: strength 6; Tyr's Smite +5; total 11 B Boris: strength 2; Tyr's Crush +4; total 6" in own
    assert "total" not in _board(scene, None)


def test_a_laid_card_is_its_owners_own_and_no_more_in_hand() -> None:
    scene = Scene("AB", figures={"A": "L @GIM", "B": "W2 @GIM"}, hand={"A": "TY5 TY2", "B": "TY3 TY4"})
    scene.does("A", "pillage GIM").does("A", "card TY5")
    own, other = RULES.view(scene.state, 0), RULES.view(scene.state, 1)
    assert own.clans[0].hand == ("TY2",)
    assert other.clans[0].hand == ("?", "?")
    assert "A Anna: strength 3; laid face down: Tyr's Smite (TY5)" in _board(scene, 0)
    assert "Your hand: Tyr's Bash (TY2)" in _board(scene, 0)
    assert "laid face down" not in _board(scene, 1) + _board(scene, None)


def test_the_board_in_letters_marks_what_the_last_move_changed() -> None:
    scene = Scene("AB", figures={"A": "W @GIM"}, hand={"A": "FCH"}).does("A", "invade W GIM")
    assert "A: W2*" in _board(scene, 1)
    assert "* changed by the last move" in _board(scene, 1)
    scene.does("B", "invade L GIM")
    assert "A: W2 | B: L*" in _board(scene, None)
    scene.does("A", "upgrade FCH c2")
    assert "c2 Frigga's Charm*" in _board(scene, None)
    assert "*" not in _board(Scene("AB"), None)


def test_letters_fjords_and_neighbours_are_explained_below_the_board() -> None:
    board = _board(Scene("AB"), 0)
    assert "L Leader, W Warrior, S Ship; [1] on which of its 6 steps a stat stands" in board
    assert "Fjords: FN ELV+ANG, FE MUS+HOR, FS UTG+AND, FW GIM+MYR" in board
    assert "Regions: Manheim ELV ANG MYR; Alfheim AND GIM; Jotunheim MUS HOR UTG" in board
    assert board.endswith("Neighbours stand one below the other in the list, MYR borders ELV, YGG borders all.")


def test_a_turn_explains_the_own_hand_what_lies_on_clan_sheets_and_what_was_turned_in_a_battle() -> None:
    scene = Scene(
        "AB", figures={"A": "L @GIM", "B": "W @GIM"}, hand={"A": "TY5 LTR", "B": "HEY TY4"}, sheet={"B": "FCH"}
    )
    words = RageWords("en", NAMES)
    assert _explained(words, scene) == ["Loki's Trickery (LTR)", "Tyr's Smite (TY5)", "Frigga's Charm (FCH)"]
    scene.does("A", "pillage GIM").battle(A="TY5", B="TY4")
    assert {"Tyr's Smite (TY5)", "Heimdall's Eye (HEY)"} <= set(_explained(words, scene))


def _explained(words: RageWords, scene: Scene) -> list[str]:
    decision = next(one for one in RULES.decisions(scene.state) if one.waits)
    return [name for name, _ in words.explanations(decision, RULES.view(scene.state, decision.seat))]


def test_a_title_of_the_picture_says_age_and_phase_as_all_else_does() -> None:
    scene = Scene("AB")
    for language in ("en", "ru"):
        words, view = RageWords(language, NAMES), RULES.view(scene.state, 0)
        title = words.stage(view)
        assert Labels(words).stage(view) == title[:1].upper() + title[1:]
        assert text_board(view, words).startswith(Labels(words).stage(view))


def test_what_a_loser_takes_is_lost_and_what_a_card_costs_is_spent() -> None:
    scene = Scene("AB", figures={"A": "L @GIM", "B": "W @GIM"}, hand={"A": "TY6", "B": "LTR"})
    scene.does("A", "pillage GIM")
    said = [RageWords("en", NAMES).happening(one) for one in scene.told]
    assert "Anna loses 1 Rage (Loki's Trickery)." in said
    assert "Boris gains 1 Rage (Loki's Trickery)." in said


@pytest.mark.parametrize("seed", range(3))
def test_an_example_names_only_what_its_reader_has(seed: int) -> None:
    """Cards of the own hand or pack, figures of the own reserve."""
    rng = random.Random(seed)
    state, words = begun(3, seed), RageWords("en", NAMES)
    for _ in range(150):
        decision = next((one for one in RULES.decisions(state) if one.waits), None)
        if decision is None:
            break
        view = RULES.view(state, decision.seat)
        clan = view.clans[decision.seat]
        mine = {*clan.hand, *view.pack, *clan.reserve}
        said = [*words.examples(decision, view), *(line for line, _ in words.plan_examples(decision, view))]
        for code in re.findall(rf"\b({'|'.join((*BY_CODE, 'S'))})\b", " ".join(said)):
            assert code in mine, said
        RULES.apply(state, decision.seat, RULES.menu(state, decision).random(rng), SeededChance(bytes([seed])))


def test_in_a_battle_a_menu_says_what_other_cards_are_worth_there() -> None:
    for sheet, quest in (("", 0), ("YDO", 3), ("YWR YDO", 5)):
        scene = Scene("AB", figures={"A": "L @GIM", "B": "W @GIM"}, hand={"A": "QAL1 FCH TY2"}, sheet={"A": sheet})
        scene.does("A", "pillage GIM")
        decision = next(one for one in RULES.decisions(scene.state) if one.seat == 0)
        words, view = RageWords("en", NAMES), RULES.view(scene.state, 0)
        said = {words.option(one, view) for one in RULES.menu(scene.state, decision).options}
        assert said == {
            f"Alfheim I, no battle card, +{quest} (card QAL1)", "Frigga's Charm, no battle card, +0 (card FCH)",
            "Tyr's Bash, +2 (card TY2)",
        }  # fmt: skip
