"""Orders as players type them: moves, answers given beforehand, queues and battle orders; S49 to S51."""

from __future__ import annotations

import re
from typing import Any

import pytest
from pydantic import TypeAdapter

from engine.core.chance import SeededChance
from engine.core.contract import Desk
from engine.core.grammar.text import fold
from engine.core.moves import IllegalMove, Move, Plan
from engine.games.blood_rage import game
from engine.games.blood_rage.moves import BattleCard, CallPass, CommitQuest, RaiseStat
from engine.games.blood_rage.orders.fighting import CallNever, CallPlan, CardPlan, LatePlan, Prepared
from engine.games.blood_rage.orders.plans import AnyPlan, Draft, Keeping, Preference, Saving, TurnQueue
from engine.table.orders import take
from engine.table.session import Session
from engine.table.table import Table
from tests.games.blood_rage.scene import RULES, Scene, seat


def session(scene: Scene) -> Session:
    """The scene as a table where plans answer."""
    seats = scene.state.seats
    table = Table(game, game.rules, RULES.Options(), seats, scene.state, [()] * seats)
    return Session(table, SeededChance(b"orders"))


def desk(scene: Scene, player: str) -> Desk:
    return session(scene).table.desk(seat(player))


def read(scene: Scene, player: str, *lines: str) -> tuple[tuple[Move, ...], tuple[Plan, ...]]:
    order = game.notation.read([fold(line) for line in lines], desk(scene, player))
    return order.moves, order.plans


def sends(found: Session, player: str, *lines: str) -> None:
    """Carry out the lines of a mail, one order after the other, then let plans answer."""
    left = [fold(line) for line in lines]
    while left:
        order = game.notation.read(left, found.table.desk(seat(player)))
        left = left[order.used :]
        if order.plans:
            found.file(seat(player), order.plans)
        if order.moves:
            found.any_of(seat(player), order.moves)
    found.settle()


def asked(found: Session) -> tuple[str, str]:
    decision = found.table.pending()[0]
    return "ABCD"[decision.seat], decision.kind


# --- The dossier's scenarios ---------------


@pytest.mark.parametrize("name", ["Alfheim I", "alfheim 1", "Альвхейм I", "альвхейм 1"])
def test_the_age_of_a_quest_is_read_in_either_kind_of_number(name: str) -> None:
    assert read(Scene(hand={"A": "QAL1"}), "A", f"quest {name}")[0] == (CommitQuest(card="QAL1"),)


@pytest.mark.parametrize("card, added", [("TY3", True), ("TY6", False)])
def test_s49_a_late_card_only_if_it_wins(card: str, added: bool) -> None:
    scene = Scene(figures={"A": "L @HOR", "B": "L @HOR"}, hand={"A": f"{card} LBA", "B": "TY3 HEY"})
    found = session(scene)
    sends(found, "A", f"pillage HOR; card {card}")
    sends(found, "B", "card TY3; late HEY if wins")
    assert scene.glory("B") == (3 if added else 0)
    assert ("HEY" in scene.discards()) is added
    assert ("HEY" in scene.hand("B")) is not added


def test_s50_a_queued_order_that_was_overtaken() -> None:
    scene = Scene(figures={"B": "W @GIM"})
    found = session(scene)
    sends(found, "A", "invade W GIM", "then if unpillaged GIM: pillage GIM")
    scene.state.pillaged[6] = True  # B pillages it
    found.any_of(1, (game.rules.moves.validate_python({"kind": "invade", "figure": "W", "to": "AND"}),))
    found.settle()
    assert asked(found) == ("A", "action")
    assert scene.rage("A") == 5
    sends(found, "A", "invade L AND")
    assert found.table.game.planner.in_force(found.table.plans(0), found.table.desk(0)) == ()


def test_s51_one_bad_line_stops_the_rest() -> None:
    scene = Scene()
    found = session(scene)
    sends(found, "A", "invade W GIM", "then invade W YGG", "then pass")
    assert scene.rage("A") == 5
    sends(found, "B", "invade W AND")
    assert asked(found) == ("A", "action")
    assert found.balked[0].code == "E_YGGDRASIL"
    assert scene.rage("A") == 5


# --- What a line says ---------------


def test_a_pillage_carries_its_battle_orders() -> None:
    scene = Scene("ABC", figures={"A": "L @AND, W @GIM", "B": "W @UTG", "C": "L @YGG"}, hand={"A": "TY4 TY2"})
    moves, plans = read(scene, "A", "pillage AND; call W<GIM; L<YGG reply; card TY4; then card TY2; stats axes horns")
    assert [move.kind for move in moves] == ["pillage"]
    call, card, stats = plans
    assert isinstance(call, CallPlan)
    assert [(one.figure, one.guard) for one in call.entries] == [("W", "always"), ("L", "reply")]
    assert isinstance(card, CardPlan)
    assert card.cards == ("TY4", "TY2")
    assert isinstance(stats, Preference)
    assert {plan.battle for plan in (call, card)} == {1}


def test_a_battle_is_fought_by_two_mails() -> None:
    scene = Scene(
        figures={"A": "L @AND, W @GIM", "B": "W @AND, W @UTG"}, hand={"A": "TY4 TY2", "B": "OTI HEY"},
        tokens={"AND": "axes"},
    )  # fmt: skip
    found = session(scene)
    sends(found, "A", "pillage AND; call W<GIM; card TY4; tide L")
    assert asked(found) == ("B", "call")
    sends(found, "B", "call pass; card OTI; late none")
    assert asked(found)[1] == "action"
    assert scene.pillaged("AND")
    assert scene.at("A", "AND") == "L"


def test_call_never_passes_until_it_is_replaced() -> None:
    scene = Scene(figures={"A": "W @AND", "B": "W @GIM"})
    found = session(scene)
    sends(found, "B", "call never")
    sends(found, "A", "pillage AND")
    assert asked(found) == ("B", "action")
    assert scene.pillaged("AND")


@pytest.mark.parametrize("guard, answers", [("always", True), ("contested", False), ("behind", True), ("reply", False)])
def test_guards_of_a_call(guard: str, answers: bool) -> None:
    scene = Scene("ABC", figures={"A": "L @AND, W @UTG", "C": "W @GIM"}, hand={"A": "TY2", "C": "TY3"})
    found = session(scene)
    word = "" if guard == "always" else f" {guard}"
    sends(found, "A", f"pillage AND; call W<UTG{word if guard != 'behind' else ' contested'}")
    if guard == "behind":
        sends(found, "C", "call W<GIM behind")
        assert scene.at("C", "VALHALLA") == "W"
    else:
        sends(found, "C", "call never")
        assert (scene.at("A", "UTG") == "") is answers


def test_protection_prowess_and_the_witch_are_ordered_beforehand() -> None:
    scene = Scene(
        figures={"A": "L W @GIM", "B": "L W2 @GIM"}, sheet={"A": "YPR", "B": "FPR"}, rage={"A": 2, "B": 3},
        hand={"A": "TY6"},
    )  # fmt: skip
    found = session(scene)
    sends(found, "B", "protect L W W max 2")
    sends(found, "A", "pillage GIM; prowess TY6; stats axes")
    assert scene.at("B", "GIM") == "L W"
    assert (scene.rage("B"), scene.hand("A")) == (1, ["TY6"])
    scene = Scene(sheet={"A": "FIR", "B": "VOL"}, figures={"B": "VOL @GIM"})
    found = session(scene)
    sends(found, "B", "volur no")
    sends(found, "A", "invade FIR GIM")
    assert scene.at("B", "GIM") == "VOL"  # a Fire Giant burns no monster
    scene = Scene(sheet={"B": "VOL"}, figures={"A": "L @AND", "B": "VOL @AND"}, hand={"A": "TY6"})
    found = session(scene)
    sends(found, "B", "volur no")
    sends(found, "A", "pillage AND")
    assert scene.at("B", "VALHALLA") == "VOL"


@pytest.mark.parametrize(
    "rage, order, kept",
    [(2, "TY3 HEY", ["HEY", "TY3"]), (1, "HEY TY3", ["HEY"]), (2, "TY3 HGA", ["TY3"]), (2, "HGA", None)],
)
def test_prowess_keeps_what_lies_there_as_far_as_rage_goes(rage: int, order: str, kept: list[str] | None) -> None:
    """P5, as of `protect`; whoever has named nothing of what lies there is asked."""
    scene = Scene(sheet={"A": "YPR"}, figures={"A": "L @GIM", "B": "W @GIM"}, hand={"A": "TY3 HEY"}, rage={"A": rage})
    found = session(scene)
    sends(found, "A", f"pillage GIM; card TY3; late HEY always; prowess {order}")
    assert asked(found) == (("A", "prowess") if kept is None else ("B", "action"))
    assert kept is None or (scene.hand("A"), scene.rage("A")) == (kept, rage - len(kept))


def test_what_the_dossier_types_is_understood() -> None:
    scene = Scene("ABC", figures={"A": "L W2 @GIM, S @FW"}, sheet={"A": "FSU TDO"}, hand={"A": "TY5 HEY"})
    lines = (
        "draft TY5", "draft TY5 HEY", "draft rank FIR FSU OTI TY5 QAL2", "invade W GIM",
        "invade W GIM +succor +pillage", "invade S FW", "march GIM > YGG: L W2", "upgrade TRO m1 -> AND",
        "upgrade FCH c2", "quest QAL1", "pillage GIM", "repillage GIM", "valhalla L HOR",
        "sacrifice S@FW W@GIM axes", "pass", "then if unpillaged AND: pillage AND", "call W<GIM; L<YGG reply",
        "call never", "card TY5; late HEY if wins; tide L; protect L S max 2; stats axes horns rage",
        "pillage AND; call W<GIM; card TY4; stats axes", "stat axes", "keep TY5; stats rage axes horns",
        "then if rage>=3 and empty GIM>=2 and foe AND<1: invade W GIM",
    )  # fmt: skip
    for line in lines:
        moves, plans = read(scene, "A", line)
        assert moves or plans, line


@pytest.mark.parametrize("line, code", [
    ("march GIM AND > HOR: W2", "E_ONE_SOURCE"),
    ("card none", "E_MUST_PLAY"),
    ("withdraw QAL1", "E_QUEST_STAYS"),
    ("late TY5", "E_NOT_LATE"),
    ("invade W NOWHERE", "E_SYNTAX"),
    ("invade W GIM; pass", "E_SYNTAX"),
])  # fmt: skip
def test_what_is_refused_as_text(line: str, code: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        read(Scene(figures={"A": "W @GIM"}), "A", line)
    assert refused.value.code == code


def test_i13_an_action_in_anothers_turn_is_told_whose_it_is() -> None:
    with pytest.raises(IllegalMove) as refused:
        read(Scene(), "B", "invade W GIM")
    assert (refused.value.code, refused.value.where) == ("E_TURN", {"who": 0})
    words = game.words("en", ("Anna", "Boris"))
    assert words.refusal("E_TURN", {"who": 0}) == "It is the turn of Anna; queue the action with “then”."


def test_a_queue_has_five_lines_at_most() -> None:
    with pytest.raises(IllegalMove, match="E_QUEUE_LONG"):
        read(Scene(), "A", *["then pass"] * 6)


PLANS: list[Plan] = [
    Draft(cards=("FIR", "TY5"), age=1), CallNever(), CardPlan(cards=("TY5", "TY3"), battle=1),
    CallPlan(entries=(), battle=1),
    LatePlan(cards=("HEY",), when="wins", battle=1), LatePlan(battle=1), Saving(figures=("L", "S"), most=2),
    Keeping(cards=("TY5",), age=1), Preference(stats=("axes", "rage")), Prepared(move=CallPass(), battle=1),
]  # fmt: skip


@pytest.mark.parametrize("line", [
    "draft rank FIR TY5", "draft rank FIR TY5 any",
    "call W<GIM; L<YGG reply", "call never", "card TY5; then card TY3", "late HEY HGA if wins",
    "late HEY always", "protect L W2 max 2", "protect none", "protect none max 2", "stats axes rage", "volur yes",
    "tide L",
    "then if rage>=3 and unpillaged GIM: invade W GIM\nthen march GIM > YGG: L W2",
])  # fmt: skip
@pytest.mark.parametrize("language", ["en", "ru"])
def test_plans_read_back_as_they_are_written(line: str, language: str) -> None:
    scene = Scene()
    (plan,) = read(scene, "B", *line.split("\n"))[1]
    again = read(scene, "B", *game.notation.write_plan(plan, language).split("\n"))[1]
    assert again == (plan,)
    adapter: TypeAdapter[AnyPlan] = game.rules.plans
    assert adapter.validate_json(adapter.dump_json(plan)) == plan


def test_plans_lapse_with_what_they_are_about() -> None:
    scene = Scene(figures={"A": "W @GIM", "B": "L @GIM"}, hand={"B": "TY2 TY3"})
    found = session(scene)
    sends(found, "A", "stats axes", "pillage GIM; tide W")
    assert found.table.game.planner.in_force(found.table.plans(0), found.table.desk(0)) != ()
    sends(found, "B", "card TY3")
    left = found.table.game.planner.in_force(found.table.plans(0), found.table.desk(0))
    assert [plan.kind for plan in left] == ["preference"]


@pytest.mark.parametrize("line, is_order", [
    ("pass", True), ("call pass", True), ("keep TY5", True), ("keep going, friend", False), ("call me tomorrow", False),
    ("then we will see", False), ("late none", True), ("protect L W2", True), ("march gim > ygg: l", True),
    ("quest accepted, dear all", False), ("вторжение W GIM", True),
])  # fmt: skip
def test_small_talk_is_no_order(line: str, is_order: bool) -> None:
    assert game.notation.sounds_like_order(fold(line)) is is_order


def test_a_single_raise_is_answered_by_stat() -> None:
    scene = Scene(figures={"A": "L @UTG"}, sheet={"A": "LAX"}, tokens={"UTG": "glory5"}).does("A", "pillage UTG")
    assert read(scene, "A", "stat axes")[0] == (RaiseStat(stat="axes"),)


def test_every_plan_is_named_by_a_kind_of_its_own() -> None:
    kinds: list[Any] = [plan.kind for plan in PLANS]
    assert {*kinds, TurnQueue(lines=(), age=1, turn=0).kind} == {
        "draft_rank", "queue", "call_plan", "call_never", "card_plan", "late_plan", "prepared", "saving", "keeping",
        "preference",
    }  # fmt: skip


def of_the_manual(language: str) -> list[str]:
    """What stands in code quotes in the tables of orders."""
    rows = [line for line in game.manual(language).splitlines() if line.startswith("|") and "`" in line]
    return [one for row in rows for one in re.findall(r"`([^`]+)`", row) if " " in one or one in ("pass", "пас")]


def test_every_order_of_the_manual_is_understood_and_means_the_same_in_both_languages() -> None:
    english, russian = of_the_manual("en"), of_the_manual("ru")
    assert len(english) > 35
    scene = Scene()
    assert [read(scene, "A", line) for line in english] == [read(scene, "A", line) for line in russian]


@pytest.mark.parametrize("typed, meant", [
    ("march GIM -> AND: L", "march GIM > AND: L"), ("move Gimle to Andlang: leader", "march GIM > AND: L"),
    ("invade warrior to Gimle", "invade W GIM"), ("вторжение воин в Гимле", "invade W GIM"),
    ("play Fire Giant to Gimle", "upgrade FIR -> GIM"), ("сыграть огненный великан", "upgrade FIR"),
    ("call warrior from Andlang", "call W<AND"), ("зов воин из Андланг", "call W<AND"),
    ("call W from AND; L from YGG reply", "call W<AND; L<YGG reply"),
])  # fmt: skip
def test_small_words_are_read_as_their_signs(typed: str, meant: str) -> None:
    scene = Scene(hand={"A": "FIR"})
    assert read(scene, "A", typed) == read(scene, "A", meant)


@pytest.mark.parametrize("line", ["pillage GIM; card TY3; card HEY", "battle GIM: late HEY if wins; late none"])
def test_a_line_that_contradicts_itself_is_refused_and_not_read_by_its_end(line: str) -> None:
    with pytest.raises(IllegalMove, match="E_TWICE"):
        read(Scene(hand={"A": "TY3 HEY"}, figures={"A": "W@GIM"}), "A", line)


@pytest.mark.parametrize("typed, meant", [
    ("Tyr's Smash", "card TY3"), ("удар тюра", "card TY3"), ("TY3", "card TY3"),
])  # fmt: skip
def test_a_bare_name_answers_the_question_that_is_open(typed: str, meant: str) -> None:
    scene = Scene(hand={"A": "TY3 TY2", "B": "HEY TY4"}, figures={"A": "W@GIM", "B": "L@GIM"})
    found = session(scene)
    sends(found, "A", "pillage GIM")
    assert asked(found) == ("A", "card")
    assert game.notation.read([fold(typed)], found.table.desk(0)).moves == (BattleCard(card="TY3"),), meant


@pytest.mark.parametrize("typed", ["no", "нет", "pass", "пас", "No"])
def test_no_and_pass_say_no_to_a_call(typed: str) -> None:
    found = session(Scene(hand={"A": "TY3", "B": "TY3"}, figures={"A": "W@GIM", "B": "L@AND"}))
    sends(found, "A", "pillage GIM")
    assert asked(found) == ("B", "call")
    assert game.notation.read([fold(typed)], found.table.desk(1)).moves == (CallPass(),)


@pytest.mark.parametrize("typed", ["no problem, take your time", "thanks", "warrior of the north"])
def test_what_is_no_whole_name_is_no_answer(typed: str) -> None:
    found = session(Scene(hand={"A": "TY3", "B": "TY3"}, figures={"A": "W@GIM", "B": "L@AND"}))
    sends(found, "A", "pillage GIM")
    with pytest.raises(IllegalMove, match="E_SYNTAX"):
        game.notation.read([fold(typed)], found.table.desk(1))


@pytest.mark.parametrize("language, said", [
    ("en", "Gimle: Rage (pillage GIM); card TY3; late HEY if wins"),
    ("ru", "Гимле: Ярость (грабёж GIM); карта TY3; поздно HEY если победа"),
])  # fmt: skip
def test_what_a_line_orders_for_the_battle_is_told_with_what_it_does_now(language: str, said: str) -> None:
    scene = Scene(hand={"A": "TY3 HEY", "B": "TY4"}, figures={"A": "W@GIM", "B": "L@AND"}, tokens={"GIM": "rage"})
    line = fold("pillage GIM; card TY3; late HEY if wins")
    assert take(session(scene), 0, [line], language=language).said == {0: said}
