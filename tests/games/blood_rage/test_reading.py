"""What a beginner reads: own cards in the letters' board, menus without idle choices, examples in the own language."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.core.chance import SeededChance
from engine.games.blood_rage.board.text import text_board
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
