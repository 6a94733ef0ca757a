"""Battle orders given before anybody knows who will pillage: for one province, or for any battle (P8)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.grammar.text import fold
from engine.core.moves import IllegalMove
from engine.games.blood_rage import game
from engine.games.blood_rage.data import CODE, PLACE
from engine.games.blood_rage.moves import DraftPick
from engine.games.blood_rage.orders.fighting import CallPlan, CardPlan, LatePlan, Prepared
from engine.games.blood_rage.orders.plans import Draft, Keeping, TurnQueue
from engine.table.session import Session
from tests.games.blood_rage.orders.test_orders import asked, read, sends, session
from tests.games.blood_rage.scene import RULES, Scene, begun, seat


def standing(found: Session, player: str) -> list[str]:
    """What a player's plans say, as they are shown to their owner."""
    table, number = found.table, seat(player)
    plans = table.game.planner.in_force(table.plans(number), table.desk(number))
    return [game.notation.write_plan(plan, "en") for plan in plans]


def test_orders_for_a_province_wait_for_whoever_pillages_it() -> None:
    scene = Scene(figures={"A": "W @AND", "B": "L @GIM"}, hand={"A": "TY2 TY3", "B": "TY6 TY4"})
    found = session(scene)
    sends(found, "B", "battle AND: call L<GIM; card TY6", "battle any: card TY4; call none")
    sends(found, "A", "pillage AND; card TY3")
    assert asked(found) == ("B", "action")
    assert "TY6" in scene.discards()
    assert scene.at("B", "AND") == "L"
    assert standing(found, "B") == ["battle any: card TY4", "battle any: call none"]


def test_orders_for_any_battle_speak_where_nothing_nearer_does() -> None:
    scene = Scene(figures={"A": "L @AND", "B": "W @AND, L @GIM"}, hand={"A": "TY6 TY2", "B": "TY5 TY4"})
    found = session(scene)
    sends(found, "B", "battle GIM: card TY5", "battle any: card TY4 TY5; call none; late none")
    sends(found, "A", "pillage AND; card TY6")
    assert asked(found) == ("B", "action")
    assert scene.at("B", "GIM") == "L"
    assert sorted(scene.hand("B")) == ["TY4", "TY5"]
    assert len(standing(found, "B")) == 4


def test_the_order_for_this_battle_goes_before_all_others() -> None:
    scene = Scene(figures={"A": "L @AND", "B": "W @AND"}, hand={"A": "TY2 TY3", "B": "TY5 TY4 TY6"})
    found = session(scene)
    sends(found, "B", "battle any: card TY4", "battle AND: card TY5", "card TY6")
    sends(found, "A", "pillage AND; card TY2")
    assert scene.discards()[-1] == "TY6"
    assert standing(found, "B") == ["battle any: card TY4", "battle AND: card TY5"]


@pytest.mark.parametrize(
    "orders, laid",
    [
        (["battle any: card TY4", "battle AND: card TY5"], "TY5"),
        (["battle AND: card TY5", "battle any: card TY4"], "TY5"),
        (["card TY6", "battle AND: card TY5"], "TY6"),
        (["battle AND: card TY5", "card TY6"], "TY6"),
        (["battle GIM: card TY5", "battle any: card TY4"], "TY4"),
    ],
)
def test_the_nearest_order_speaks_whichever_was_given_last(orders: list[str], laid: str) -> None:
    scene = Scene(figures={"A": "L @AND", "B": "L @AND"}, hand={"A": "TY2 TY3", "B": "TY5 TY4 TY6"})
    found = session(scene)
    sends(found, "B", *orders)
    sends(found, "A", "pillage AND; card TY2")
    assert scene.discards() == [laid]


@pytest.mark.parametrize("place, added", [("AND", True), ("GIM", False)])
def test_a_late_card_for_one_province_is_added_in_no_other(place: str, added: bool) -> None:
    scene = Scene(figures={"A": "L @AND", "B": "L @AND"}, hand={"A": "TY2", "B": "TY4 HEY"})
    found = session(scene)
    sends(found, "B", "battle any: card TY4; late none", f"battle {place}: late HEY always")
    sends(found, "A", "pillage AND")
    assert scene.discards() == (["HEY", "TY4"] if added else ["TY4"])


def test_each_figure_of_a_general_call_plan_is_sent_once_a_battle() -> None:
    scene = Scene(figures={"A": "L @AND", "B": "W3 @GIM"}, hand={"A": "TY2 TY3"})
    found = session(scene)
    sends(found, "B", "battle any: call W<GIM")
    sends(found, "A", "pillage AND; card TY2")
    assert scene.at("B", "GIM") == "W2"
    assert standing(found, "B") == ["battle any: call W<GIM"]


def test_whoever_stays_out_of_a_battle_is_asked_no_more_in_it() -> None:
    scene = Scene("ABC", figures={"A": "L @AND", "B": "W2 @GIM", "C": "W @UTG"}, hand={"A": "TY2", "C": "TY3"})
    found = session(scene)
    sends(found, "A", "pillage AND")
    sends(found, "B", "call none")
    sends(found, "C", "call W<UTG; call none")
    assert asked(found) == ("B", "action")
    assert standing(found, "B") == []


def test_a_queued_pillage_brings_its_battle_orders() -> None:
    scene = Scene(figures={"A": "L @GIM", "B": "W @GIM"}, hand={"A": "TY2 TY3", "B": "TY4"}, tokens={"GIM": "axes"})
    found = session(scene)
    sends(found, "A", "invade W AND", "then if unpillaged GIM: pillage GIM; call none; card TY3; late none")
    sends(found, "B", "invade W UTG")
    assert asked(found) == ("B", "action")
    assert scene.discards() == ["TY3"]  # B has one card alone and plays it; A's Leader and card are the higher ones
    assert (scene.pillaged("GIM"), scene.hand("B")) == (True, ["TY4"])


def test_what_is_kept_for_the_next_age_is_the_first_of_a_list_that_is_left() -> None:
    plans = read(Scene(hand={"A": "TY5 TY2"}), "A", "keep HWA TY5 TY2")[1]
    assert plans == (Keeping(cards=("HWA", "TY5", "TY2"), age=1),)


@pytest.mark.parametrize("line, kinds", [
    ("battle GIM: call L<AND behind; W<AND; card TY5 TY4; late HEY if wins; tide L",
     [CallPlan, CardPlan, LatePlan, Prepared]),
    ("battle any: call never; card TY5; then card TY2; late none; prowess none; hammers none",
     [CallPlan, CardPlan, LatePlan, Prepared, Prepared]),
    ("battle AND: call W<GIM; L<GIM", [CallPlan]),
    ("call none", [CallPlan]),
    ("keep TY5 TY4 QAL1", [Keeping]),
    ("keep TY5", [Keeping]),
])  # fmt: skip
@pytest.mark.parametrize("language", ["en", "ru"])
def test_they_read_back_as_they_are_written(line: str, kinds: list[type], language: str) -> None:
    scene = Scene()
    plans = read(scene, "B", line)[1]
    assert [type(plan) for plan in plans] == kinds
    for plan in plans:
        assert read(scene, "B", game.notation.write_plan(plan, language))[1] == (plan,)


def test_a_queue_with_battle_orders_is_one_queue_and_orders_for_its_provinces() -> None:
    _, plans = read(Scene(), "A", "then pillage GIM; card TY5", "then if pillaged GIM: pass")
    queue, card = plans
    assert isinstance(queue, TurnQueue)
    assert [line.choices[0].kind for line in queue.lines] == ["pillage", "pass"]
    assert card == CardPlan(cards=("TY5",), place="GIM", age=1)


@pytest.mark.parametrize("line, code", [
    ("battle FW: card TY5", "E_NO_PROVINCE"),
    ("battle ELV: card TY5", "E_DESTROYED"),
    ("battle GIM: volur yes", "E_EVERY_BATTLE"),
    ("battle GIM: stats axes", "E_EVERY_BATTLE"),
    ("battle GIM: pass", "E_SYNTAX"),
    ("battle GIM:", "E_SYNTAX"),
    ("battle was great: card TY5", "E_SYNTAX"),
    ("then invade W GIM; card TY5", "E_NO_BATTLE"),
    ("then pillage GIM; pass", "E_SYNTAX"),
])  # fmt: skip
def test_what_is_refused(line: str, code: str) -> None:
    scene = Scene()
    scene.state.destroyed[0] = True
    with pytest.raises(IllegalMove) as refused:
        read(scene, "A", line)
    assert refused.value.code == code


@pytest.mark.parametrize("line, is_order", [
    ("battle GIM: card TY5", True), ("battle any: call none", True), ("битва любая: зов нет", True),
    ("battle was great, Anna", False), ("call none", True),
])  # fmt: skip
def test_small_talk_of_battles_is_no_order(line: str, is_order: bool) -> None:
    assert game.notation.sounds_like_order(fold(line)) is is_order


def test_orders_for_battles_are_over_with_the_age() -> None:
    found = session(Scene(hand={"B": "TY5"}))
    sends(found, "B", "battle any: call none", "battle GIM: card TY5", "keep TY5")
    assert len(standing(found, "B")) == 3
    found.table.state.age = 2
    assert standing(found, "B") == []


@pytest.mark.parametrize("line", ["card TY6", "battle any: card TY5 TY6", "battle GIM: late HEY always", "keep TY6"])
def test_what_one_does_not_hold_cannot_be_planned(line: str) -> None:
    found = session(Scene(hand={"A": "TY5 TY2"}))
    with pytest.raises(IllegalMove) as refused:
        sends(found, "A", line)
    assert refused.value.code == "E_NOT_IN_HAND"


def test_a_card_that_lies_in_the_battle_may_be_planned_to_be_kept() -> None:
    scene = Scene(figures={"A": "L @GIM", "B": "W @GIM"}, hand={"A": "TY5 TY2", "B": "TY3 TY4"})
    found = session(scene)
    sends(found, "A", "pillage GIM; card TY5", "keep TY5 TY2")
    assert standing(found, "A") == ["keep TY5 TY2"]


def test_twins_of_a_pack_have_a_line_each() -> None:
    state = begun(2)
    eyes = [card for card, code in enumerate(CODE) if code == "HEY"][:2]
    state.packs[0] = [*eyes, CODE.index("HWA")]
    menu = RULES.menu(state, next(one for one in RULES.decisions(state) if one.seat == 0))
    assert (menu.form, [option.what[1] for option in menu.options]) == ("pick", ["HEY", "HEY", "HWA"])
    assert menu.read("1 2") == (DraftPick(cards=("HEY", "HEY")),)


def test_orders_for_a_province_end_when_no_battle_can_come_there_any_more() -> None:
    scene = Scene("AB", figures={"A": "L @GIM"}, hand={"B": "TY5"})
    found = session(scene)
    sends(found, "B", "battle GIM: card TY5", "battle UTG: card TY5")
    sends(found, "A", "pillage GIM")
    assert standing(found, "B") == ["battle UTG: card TY5"]


def test_in_a_turn_one_ranks_the_next_ages_draft() -> None:
    (plan,) = read(Scene(), "A", "draft rank TY6 any")[1]
    assert isinstance(plan, Draft)
    assert plan.age == 2
    found = session(Scene())
    sends(found, "A", "draft rank TY6 any")
    assert standing(found, "A") == ["draft rank TY6 any"]
    with pytest.raises(IllegalMove) as refused:
        read(Scene(age=3), "A", "draft rank TY6")
    assert refused.value.code == "E_NO_DRAFT"


@pytest.mark.parametrize(
    "given, token, steps",
    [
        ({"sheet": {"A": "LAX"}}, "rage", [2, 1, 2]),
        ({"sheet": {"A": "LAX"}, "steps": {"A": [1, 1, 6]}}, "rage", [2, 2, 6]),
        ({"hand": {"A": "FGR"}}, "horns", [1, 2, 2]),  # not the token's own (R20.44)
        ({"hand": {"A": "TOA"}}, "horns", [1, 1, 3]),
    ],
)
def test_a_raise_takes_the_first_stat_that_was_ordered_and_can_be_chosen(
    given: dict[str, dict[str, Any]], token: str, steps: list[int]
) -> None:
    scene = Scene(figures={"A": "L @AND", "B": "W @AND"}, tokens={"AND": token}, **given)
    found = session(scene)
    sends(found, "A", "pillage AND; stats horns axes")
    assert (scene.state.steps[0], asked(found)) == (steps, ("B", "action"))


@pytest.mark.parametrize("line, code", [
    ("then invade W ELV", "E_DESTROYED"),
    ("then march GIM > ELV: W", "E_DESTROYED"),
    ("then march ELV > GIM: W", "E_DESTROYED"),
    ("then pillage ELV", "E_DESTROYED"),
    ("then invade S FN", "E_FJORD_GONE"),
])  # fmt: skip
def test_nothing_is_kept_for_later_that_asks_for_a_place_that_is_no_more(line: str, code: str) -> None:
    """It was kept, and its owner was told only when it failed."""
    scene = Scene()
    scene.state.destroyed[PLACE["ELV"]] = scene.state.destroyed[PLACE["ANG"]] = True
    found = session(scene)
    with pytest.raises(IllegalMove) as refused:
        sends(found, "A", line)
    assert refused.value.code == code


def test_what_stands_is_kept_for_later() -> None:
    scene = Scene()
    scene.state.destroyed[PLACE["ELV"]] = True
    found = session(scene)
    sends(found, "B", "then invade S FN", "then march GIM > AND: W", "then pass")
    assert len(found.table.plans(1)) == 1
