"""Turns stored ahead, time-outs, numbers of a whole turn, and Elves that need not be named (P2, P4-P6, P10)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.core.grammar.text import fold
from engine.games.yggdrasil.bots import BOTS
from engine.games.yggdrasil.orders.plans import PLANS
from engine.table.orders import Refused, take
from tests.games.yggdrasil.correspondence import NOTATION, Correspondence
from tests.games.yggdrasil.scene import Scene

QUIET, TURNED, RAGE = "normal_jormungand", "normal_loki", "normal_fenrir"


def stored(*lines: str, card: str = QUIET, **given: Any) -> tuple[Scene, Correspondence]:
    """Tyr is on turn; Thor, who comes next and for whom this card lies on top, has stored these lines."""
    scene = Scene("tyr thor", cards=[QUIET, card, QUIET], **given)
    mail = Correspondence(scene)
    mail.replies(*lines, god="thor")
    return scene, mail


# --- Turns ahead (P5, P6) ---------------


def test_a_stored_turn_waits_for_its_god_and_is_done_when_time_is_up() -> None:
    scene, mail = stored("plan thor:", "elf", "dead black", "end")
    mail.replies("end")
    assert (scene.asked, scene.actions, scene.stock("thor")) == ("action", 3, (0, 0))
    mail.times_out()
    assert (scene.stock("thor"), scene.state.vanir, scene.state.dead, scene.state.seat) == ((0, 1), 1, 0, 0)


def test_where_a_stored_turn_ends_too_early_the_steward_plays_the_rest() -> None:
    scene, mail = stored("plan:", "fight surt v2", "elf")
    mail.replies("end")
    mail.times_out()
    assert (scene.stock("thor"), scene.state.vanir, scene.state.dead, scene.state.seat) == ((0, 1), 2, 0, 0)


def test_with_auto_a_stored_turn_is_done_without_asking() -> None:
    for lines in (
        ("plan thor auto:", "elf", "end"),
        ("plan:", "auto", "elf", "end"),
        ("план тор: сразу; альв; конец",),
    ):
        scene, mail = stored(*lines)
        mail.replies("end")
        assert (scene.stock("thor"), scene.state.vanir, scene.state.seat) == ((0, 1), 1, 0)


def test_but_not_where_the_enemy_card_bars_one_of_its_lines() -> None:
    """Loki turns Gilling, with whom the Sacred Land cannot be reached."""
    scene, mail = stored("plan auto:", "elf", "vanir +", "end", card=TURNED, top="gilling")
    mail.replies("end")
    assert (scene.asked, scene.actions, scene.stock("thor")) == ("action", 3, (0, 0))
    mail.times_out()
    assert (scene.stock("thor"), scene.state.vanir, scene.state.dead, scene.state.seat) == ((0, 1), 1, 0, 0)
    scene, mail = stored("plan auto:", "elf", "vanir + / dead white", "end", card=TURNED, top="gilling")
    mail.replies("end")
    assert (scene.stock("thor"), scene.state.dead, scene.state.seat) == ((0, 1), 0, 0)


def test_what_lines_above_may_mend_is_no_reason_to_ask() -> None:
    scene, mail = stored("plan auto:", "mid white search", "fight jormungand v1", "end", valkyries="blue", tile="black")
    mail.replies("end", drawn="VFF", roll=3)
    assert (scene.stock("thor")[0], scene.space("jormungand"), scene.state.seat) == (
        0,
        2,
        0,
    )  # and the next card moved it on


def test_fenrir_shortens_a_stored_turn_too() -> None:
    scene, mail = stored("plan auto:", "elf", "vanir +", "dead white", card=RAGE)
    mail.replies("end", roll=1)
    assert (scene.stock("thor"), scene.state.vanir, scene.state.dead) == ((0, 1), 2, 5)


def test_answers_to_what_is_asked_on_the_way_are_stored_as_well() -> None:
    scene = Scene("tyr odin", cards=[QUIET, "normal_hel", "normal_surt", QUIET])
    mail = Correspondence(scene)
    mail.replies("plan:", "auto", "pick 2 bottom", "elf", "end", god="odin")
    mail.replies("end")
    assert (scene.space("surt"), scene.space("hel"), scene.stock("odin"), scene.state.seat) == (1, 0, (0, 1), 0)
    scene = Scene("tyr thor", cards=[QUIET, QUIET, QUIET], at={"surt": 5}, defeated="hrungnir thiazi gilling",
                  active="vafthrudnir", stock={"thor": (3, 0)})  # fmt: skip
    mail = Correspondence(scene)
    mail.replies("plan auto:", "ice vafthrudnir v3", "on mann: surt", "end", god="thor")
    mail.replies("end", roll=0)
    assert (scene.space("surt"), scene.state.seat) == (2, 0)


def test_of_a_turn_in_which_nothing_is_done_yet_a_plan_is_for_that_turn() -> None:
    """Who plays several gods sends their turns in one mail; the last one may have come by then."""
    scene = Scene("thor odin")
    Correspondence(scene).replies("plan thor:", "auto", "vanir +", "end")
    assert (scene.state.vanir, scene.state.seat) == (2, 1)


def test_on_turn_a_plan_below_orders_is_for_the_turn_after_it() -> None:
    scene = Scene("thor", cards=[QUIET, QUIET, QUIET, QUIET])
    mail = Correspondence(scene)
    mail.replies("elf", "end", "plan thor:", "auto", "vanir +", "end")
    assert (scene.stock("thor"), scene.state.vanir, scene.state.turn) == ((0, 1), 2, 3)


def test_a_plan_is_for_ones_own_god_and_says_something() -> None:
    scene = Scene("tyr thor")
    wrong = {"plan tyr: elf": "E_PLAN_OF_OTHER", "plan:": "E_PLAN_EMPTY", "plan nobody: elf": "E_SYNTAX"}
    for line, code in wrong.items():
        with pytest.raises(Refused) as refused:
            Correspondence(scene).replies(line, god="thor")
        assert refused.value.why.code == code


@pytest.mark.parametrize("lines, code", [
    (["god thor", "elf"], "E_WRONG_STAGE"), (["elf", "nidhogg hel", "god tyr"], "E_WRONG_STAGE"),
    (["vanir + / elf"] * 21, "E_PLAN_LONG"), (["; ".join(["elf"] * 21)], "E_PLAN_LONG"),
])  # fmt: skip
def test_what_no_plan_can_hold_is_refused_when_it_is_sent(lines: list[str], code: str) -> None:
    """Whoever wrote so had their mail fail instead of hearing why."""
    for heading in ("plan:", "plan thor auto:"):
        with pytest.raises(Refused) as refused:
            Correspondence(Scene("tyr thor")).replies(heading, *lines, god="thor")
        assert refused.value.why.code == code


def test_of_two_choices_for_one_question_of_a_stored_turn_the_later_one_counts() -> None:
    """As of those in the reply of the turn itself; and however often somebody changes their mind."""
    scene = Scene("tyr thor", cards=[QUIET, QUIET, QUIET], at={"surt": 5, "loki": 4}, stock={"thor": (3, 0)},
                  defeated="hrungnir thiazi gilling", active="vafthrudnir")  # fmt: skip
    mail = Correspondence(scene)
    mail.replies("plan auto:", "ice vafthrudnir v3", *["on mann: surt"] * 12, "on mann: loki", "end", god="thor")
    mail.replies("end", roll=0)
    assert (scene.space("surt"), scene.space("loki"), scene.state.seat) == (5, 1, 0)


def test_a_later_plan_replaces_an_earlier_one() -> None:
    scene, mail = stored("plan auto:", "elf", "end")
    mail.replies("plan auto:", "vanir +", "end", god="thor")
    mail.replies("end")
    assert (scene.stock("thor"), scene.state.vanir) == ((0, 0), 2)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_stored_turn_reads_back_as_it_is_written(language: str) -> None:
    desk = Correspondence(Scene("tyr thor")).session.table.desk(1)
    lines = ["plan auto:", "on mann: hel", "if vikings>=2: fight hel v2 e? / vanir +", "end"]
    (plan,) = NOTATION.read(lines, desk).plans
    written = NOTATION.write_plan(plan, language).split("\n")
    assert NOTATION.read([fold(line) for line in written], desk).plans == (plan,)
    assert PLANS.validate_python(plan.model_dump(mode="json")) == plan


# --- Whole turns in one line ---------------


def test_numbers_of_the_menu_are_orders_in_words() -> None:
    given: dict[str, Any] = {"at": {"surt": 3, "hel": 1}, "stock": {"thor": (2, 1)}, "valkyries": "blue"}
    for lines in (["4, 2c, 1b v2 e1"], ["4", "2c", "1b v2 e1"], ["elf", "mid white", "fight surt v2 e1"]):
        scene = Scene("thor odin", **given)
        Correspondence(scene).replies(*lines, roll=2)
        assert (scene.valkyries, scene.stock("thor"), scene.space("surt")) == ("white", (0, 1), 2)


def test_numbers_mean_the_menu_that_was_seen() -> None:
    """Freyja may use Midgard twice; after her step to Blue, line 2b is another one than on the list before her."""
    scene = Scene("freyja odin", valkyries="white")
    Correspondence(scene).replies("2d", "2a", "ask", drawn="VVV")
    assert (scene.valkyries, scene.bag("blue"), scene.state.used) == ("blue", (6, 9), [1, 1])
    scene = Scene("freyja odin", valkyries="white")
    mail = Correspondence(scene)
    mail.replies("2d", "2c", "ask")
    assert (scene.valkyries, mail.balked) == ("blue", "E_ISLAND_NOT_ADJACENT")


def test_numbers_of_a_list_that_was_not_seen_are_refused() -> None:
    mail = Correspondence(Scene("odin", cards=["normal_hel", "normal_surt"]))
    mail.replies("1", "4; 1a v1")
    assert (mail.balked, mail.scene.asked, mail.scene.actions) == ("E_MENU_UNSEEN", "action", 3)


def test_lines_may_be_parted_by_semicolons() -> None:
    scene = Scene("thor odin")
    Correspondence(scene).replies("elf; vanir + / dead white; end")
    assert (scene.stock("thor"), scene.state.vanir, scene.state.seat) == ((0, 1), 2, 1)


def test_a_number_that_needs_more_is_asked_for() -> None:
    scene = Scene("thor odin", at={"surt": 3}, stock={"thor": (2, 1)})
    with pytest.raises(Refused) as refused:
        Correspondence(scene).replies("1a")
    assert refused.value.why.code == "E_MENU_MORE"


# --- Elves that need not be named (P4) ---------------


def test_a_standing_order_lends_elves_to_fights_that_name_none() -> None:
    given: dict[str, Any] = {"at": {"hel": 1}, "stock": {"tyr": (2, 2)}}
    for line, won in (("fight hel v2", True), ("fight hel v2 e0", False), ("fight hel v2 e=1", False)):
        scene = Scene("tyr odin", **given)
        mail = Correspondence(scene)
        mail.replies("standing elves need 2")
        mail.replies(line, roll=[1, 0])
        assert (scene.space("hel") == 0) == won, line
    scene = Scene("tyr odin", **given)
    Correspondence(scene).replies("fight hel v2", roll=[1, 0])
    assert (scene.space("hel"), scene.stock("tyr")) == (1, (0, 2))


# --- What is not needed (P10), and what is proposed ---------------


def test_what_was_given_and_not_asked_for_is_named() -> None:
    scene = Scene("tyr odin", at={"hel": 1})
    mail = Correspondence(scene)
    idle = mail.replies("nidhogg hel", "on mann: hel", "elf", "end").idle
    assert [NOTATION.write_plan(one, "en") for one in idle] == ["nidhogg Hel", "on Mann: Hel"]
    scene = Scene("tyr odin", at={"hel": 1})
    idle = Correspondence(scene).replies("pick 1 top", "elf", "on mann: hel").idle
    assert [NOTATION.write_plan(one, "en") for one in idle] == ["pick 1 top"]  # the rune may still come in this turn


def test_what_was_not_asked_for_is_named_by_the_mail_that_ends_the_turn_and_by_no_later_one() -> None:
    """P10: the mail that named the choice could not know yet whether it would be needed."""
    scene = Scene("tyr", at={"hel": 1}, cards=[QUIET, QUIET, QUIET])
    mail = Correspondence(scene)
    assert mail.replies("on mann: hel", "elf").idle == ()
    assert mail.replies("vanir +").idle == ()
    idle = mail.replies("end").idle
    assert [NOTATION.write_plan(one, "en") for one in idle] == ["on Mann: Hel"]
    assert mail.replies("vanir +").idle == ()
    assert mail.replies("on mann: loki", "end").idle != ()


# --- What bots mail ---------------


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_bot_mails_its_whole_turn(language: str) -> None:
    """Where luck falls otherwise than it thought, what it does instead stands on the same line."""
    scene = Scene("odin thor", cards=["normal_surt", "normal_hel", QUIET], at={"surt": 2}, stock={"odin": (3, 1)})
    mail, rng = Correspondence(scene), random.Random(1)
    lines = BOTS["greedy"].sheet(mail.session.table.desk(0), rng, NOTATION, language)
    assert len(lines) == 5  # Odin's choice, three actions, the end
    mail.replies(*lines, roll=[3] * 5, drawn="VVV" * 2)
    assert scene.state.seat == 1
    assert mail.told()[0] == lines


# --- What is told of the lines of a turn ---------------


def test_lines_that_wait_are_not_told_as_done() -> None:
    mail = Correspondence(Scene("thor odin", at={"hel": 1}, stock={"thor": (2, 2)}))
    mail.replies("fight hel v2 e?", "vanir +", "end", roll=1)
    assert mail.told() == (["fight hel v2 e?"], ["vanir +", "end"], [])


def test_lines_below_one_that_is_refused_are_not_told_as_done_and_not_tried_again() -> None:
    scene = Scene("thor odin", at={"loki": 1})
    mail = Correspondence(scene)
    mail.replies("elf", "fight loki v1", "vanir +")
    assert mail.told() == (["elf"], [], ["vanir +"])
    refused = mail.taken.refused
    assert refused is not None
    assert (mail.balked, refused.line) == ("E_NOT_ENOUGH_VIKINGS", 1)
    assert mail.session.table.standing[0] == ()


def test_lines_to_which_it_does_not_come_are_told_so() -> None:
    mail = Correspondence(Scene("odin", cards=["normal_fenrir", "angry_surt", "normal_hel", "normal_hel"]))
    mail.replies("pick 1 top", "elf", "vanir +", "forge hel 1", roll=1)
    assert mail.told() == (["pick 1 top", "elf", "vanir +"], [], ["forge hel 1"])
    mail = Correspondence(Scene("thor odin"))
    mail.replies("elf", "ask", "vanir +")
    assert mail.told() == (["elf", "ask"], [], ["vanir +"])
    mail = Correspondence(Scene("thor odin"))
    mail.replies("elf", "vanir +", "dead white", "end")
    assert mail.told() == (["elf", "vanir +", "dead white", "end"], [], [])
    mail = Correspondence(Scene("thor odin"))
    mail.replies("if won: elf")
    assert mail.told() == ([], [], ["if won: elf"])


def test_lines_that_are_passed_over_on_the_way_are_not_told_as_done() -> None:
    """`if vikings>=2: fight loki v2` above a line that was carried out was told as done."""
    mail = Correspondence(Scene("thor odin", at={"loki": 1, "hel": 1}, stock={"thor": (2, 2)}))
    mail.replies("if vikings>=3: elf", "opt fight loki v7", "vanir +", "if won: elf", "fight hel v2 e?", "end", roll=1)
    assert mail.told() == (
        ["vanir +", "fight hel v2 e?"],
        ["end"],
        ["if vikings>=3: elf", "opt fight loki v7", "if won: elf"],
    )
    mail = Correspondence(Scene("thor odin"))
    mail.replies("elf; if won: vanir +", "if won: dead white; if lost: dead white", "end")
    assert mail.told()[0::2] == (["elf; if won: vanir +", "end"], ["if won: dead white; if lost: dead white"])


@pytest.mark.parametrize(
    "language, said",
    [
        ("en", {0: "take an Elf (left: 3); Ring 1 (against: Hel)", 2: "the Vanir advances to square 2"}),
        ("ru", {0: "взять альва (осталось: 3); Кольцо 1 (против: Хель)", 2: "ваны идут на деление 2"}),
    ],
)
def test_what_the_lines_of_a_turn_have_done_is_read_out(language: str, said: dict[int, str]) -> None:
    """A slip of a number showed nowhere: `4; 3b` was told as done."""
    mail = Correspondence(Scene("thor odin", at={"loki": 1}))
    taken = take(mail.session, 0, ("4; 3b", "if won: elf", "opt fight loki v2 / vanir +"), language=language)
    assert taken.said == said


def test_the_line_that_stopped_a_turn_is_named_not_one_above_it_whose_condition_did_not_hold() -> None:
    """What the line below could not do was told of `if won: elf`."""
    mail = Correspondence(Scene("thor odin", at={"hel": 1, "loki": 1}, stock={"thor": (2, 0)}))
    mail.replies("fight hel v2", "if won: elf", "opt forge hel 2", "fight loki v5", "end", roll=0)
    refused = mail.taken.refused
    assert refused is not None
    assert (refused.line, refused.text, refused.why.code) == (3, "fight loki v5", "E_WORLD_ALREADY_USED")
    assert mail.told() == (["fight hel v2"], [], ["if won: elf", "opt forge hel 2", "end"])


@pytest.mark.parametrize("line", ["4а", "ход 4а", "4а; 3б"])
def test_labels_typed_on_a_russian_keyboard_are_answers(line: str) -> None:
    mail = Correspondence(Scene("thor odin"))
    mail.replies(line)
    assert mail.scene.stock("thor") == (0, 1)


def test_a_line_of_which_a_part_was_done_is_told_so() -> None:
    mail = Correspondence(Scene("thor odin", at={"loki": 1}))
    mail.replies("elf; fight loki v1; vanir +")
    assert (mail.told()[0], mail.balked) == (["elf; fight loki v1; vanir +"], "E_NOT_ENOUGH_VIKINGS")


@pytest.mark.parametrize("orders", [
    ("standing sigel even", "ice hymir v2", "on sigel: odin 3"),
    ("on sigel: odin 3", "standing sigel even", "ice hymir v2"),
])  # fmt: skip
def test_what_is_said_for_one_turn_goes_before_a_standing_order(orders: tuple[str, ...]) -> None:
    """P9: whoever names a choice for this turn does not mean the one that holds in all others."""
    scene = Scene("thor odin", defeated="skadi thrym suttung", active="hymir", dead=11, stock={"thor": (2, 0)})
    mail = Correspondence(scene)
    mail.replies(*orders, roll=0)
    assert (scene.stock("thor")[0], scene.stock("odin")[0]) == (0, 3)


def test_cards_looked_at_go_back_as_the_same_reply_says() -> None:
    scene = Scene("thor odin", vanir=3, cards=[QUIET, "normal_hel", "normal_surt"])
    mail = Correspondence(scene)
    mail.replies("standing rearrange avoid hel")
    mail.replies("vanir 3", "order 1 2 3 4 5 6")
    assert (scene.asked, scene.on_top(2)) == ("action", ["normal_hel", "normal_surt"])


def test_a_choice_of_this_turn_that_cannot_be_made_is_asked_again_and_not_left_to_a_standing_order() -> None:
    """P9: it is refused, and the god is asked; the time-out has the default of that question."""
    given: dict[str, Any] = {"defeated": "hrungnir thiazi gilling", "active": "vafthrudnir", "stock": {"thor": (3, 0)}}
    scene = Scene("thor odin", at={"surt": 1, "loki": 4}, **given)
    mail = Correspondence(scene)
    mail.replies("standing mann surt>top")
    mail.replies("ice vafthrudnir v3", "on mann: hel", "elf", roll=0)
    assert (scene.asked, mail.balked, scene.space("surt")) == ("mann", "E_RUNE_CHOICE_INVALID", 1)
    mail.times_out()
    assert (scene.space("surt"), scene.space("loki")) == (1, 1)


def test_what_a_stored_turn_chooses_goes_before_a_standing_order() -> None:
    cards = ["normal_jormungand", "normal_hel", "normal_surt", "normal_jormungand"]
    scene = Scene("tyr odin", cards=cards)
    mail = Correspondence(scene)
    mail.replies("standing odin avoid hel", god="odin")
    mail.replies("plan auto:", "pick 1 bottom", "elf", "end", god="odin")
    mail.replies("end")
    assert (scene.space("hel"), scene.space("surt"), scene.stock("odin")) == (1, 0, (0, 1))
