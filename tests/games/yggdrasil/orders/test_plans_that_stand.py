"""What of a stored turn, or of lines that have begun, still stands when something else comes in between (P4-P6)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.moves import Plan
from tests.games.yggdrasil.correspondence import GAME, Correspondence
from tests.games.yggdrasil.scene import Scene

QUIET, TURNED = "normal_jormungand", "normal_loki"


def stored(*lines: str, card: str = QUIET, **given: Any) -> tuple[Scene, Correspondence]:
    """Tyr has ended his turn, and Thor comes next, who has stored these lines."""
    scene = Scene("tyr thor", cards=[QUIET, card, QUIET], **given)
    mail = Correspondence(scene)
    mail.replies(*lines, god="thor")
    mail.replies("end")
    return scene, mail


def in_force(mail: Correspondence, god: str) -> list[Plan]:
    """The plans of a god that can still answer something."""
    seat, table = mail.scene.seat(god), mail.session.table
    return list(GAME.planner.in_force(table.plans(seat), table.desk(seat)))


def test_a_stored_turn_that_was_barred_does_not_begin_by_itself_below_what_its_god_does() -> None:
    """With Gilling beaten the way is free; but who has begun to play this turn goes on playing it."""
    scene, mail = stored("plan auto:", "vanir +", "end", card=TURNED, top="gilling", stock={"thor": (3, 0)})
    mail.replies("ice gilling v3", roll=3)
    assert (scene.asked, scene.actions, scene.state.vanir) == ("action", 2, 1)
    mail.times_out()
    assert (scene.state.vanir, scene.state.seat) == (2, 0)


@pytest.mark.parametrize("line", ["if vikings>=1: vanir +", "opt vanir +"])
def test_a_line_that_need_not_be_is_no_reason_to_ask(line: str) -> None:
    scene, _ = stored("plan auto:", line, "elf", "end", card=TURNED, top="gilling")
    assert (scene.stock("thor"), scene.state.vanir, scene.state.seat) == ((0, 1), 1, 0)


def test_lines_that_have_stopped_stand_until_their_god_does_something_else() -> None:
    scene, mail = stored("plan auto:", "elf", "fight loki v1", "end", at={"loki": 1})
    assert (scene.actions, mail.balked, len(in_force(mail, "thor"))) == (2, "E_NOT_ENOUGH_VIKINGS", 1)
    mail.replies("vanir +")
    assert (scene.actions, in_force(mail, "thor")) == (1, [])


def test_a_line_that_asks_is_not_told_as_one_whose_condition_did_not_hold() -> None:
    scene, mail = stored("plan auto:", "elf", "ask", "end")
    assert (scene.asked, scene.actions, mail.balked) == ("action", 2, "")


def test_lines_that_wait_for_an_answer_are_not_told_as_such_whose_condition_does_not_hold() -> None:
    mail = Correspondence(Scene("thor odin", at={"hel": 1}, stock={"thor": (2, 2)}))
    mail.replies("fight hel v2 e?", "if won: vanir +", "end", roll=1)
    assert (mail.scene.asked, mail.balked) == ("elves", "")


def test_a_line_whose_condition_does_not_hold_is_not_what_a_sheet_cannot_begin_with() -> None:
    mail = Correspondence(Scene("thor odin", at={"loki": 1}, stock={"thor": (2, 0)}))
    mail.replies("if vikings>=3: fight loki v3", "elf")
    assert mail.told() == (["elf"], [], ["if vikings>=3: fight loki v3"])


@pytest.mark.parametrize("picks, asked, left", [
    (("pick 2 bottom",), "action", ["choice", "turn"]),  # the pick is made, the rune's choice still to come
    ((), "odin", ["ahead"]),
])  # fmt: skip
def test_of_the_answers_of_a_stored_turn_each_is_for_its_own_question_once(
    picks: tuple[str, ...], asked: str, left: list[str]
) -> None:
    scene = Scene("tyr odin", cards=[QUIET, "normal_hel", "normal_surt", QUIET, QUIET])
    mail = Correspondence(scene)
    mail.replies("plan auto:", *picks, "on mann: surt", "elf", "ask", god="odin")
    mail.replies("end")
    assert (scene.asked, mail.balked) == (asked, "")
    assert [plan.model_dump()["kind"] for plan in in_force(mail, "odin")] == left
