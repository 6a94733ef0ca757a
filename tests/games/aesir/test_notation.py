"""Orders as people type them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.grammar.text import fold
from engine.core.moves import IllegalMove, Move
from engine.games.aesir.data import GODS
from engine.games.aesir.moves import (
    Achieve,
    BragiWill,
    FreyaWill,
    HeimdallWill,
    LokiWill,
    OdinWill,
    Pick,
    Place,
    SifWill,
    StackRef,
    Tally,
)
from engine.games.aesir.orders import lexicon
from engine.games.aesir.orders.plans import FavourPlan, LastPlan, PickPlan, TallyPlan
from engine.games.aesir.state import State
from tests.games.aesir.playing import NOTATION, RULES, desk, read, refusal, say
from tests.games.aesir.scenario import start, wake

PICKING: dict[str, Any] = {
    "players": 3,
    "round": 1,
    "stage": "pick",
    "hands": {"P1": "OT2 OT3 LS1 BH1", "P2": "FB1 SH1 TL1 TL2", "P3": "OB1 TL3 FS1 OH1"},
}


def picking() -> State:
    return start(PICKING)


def awake(god: str, stage: str = "awaken", goals: str = "- / - - / - - -", rounds: int = 1) -> State:
    """P1 has a card of every god, twice Loki, and every favour; P2 has some too."""
    given = {
        "players": 3,
        "round": rounds,
        "stage": stage,
        "goals": goals,
        "deck": "OB2 TL1",
        "stacks": {
            "P1": "O=[OT1 OF1] T=[TB1 TS1] F=[FS1 FB1] L=[LS1 LB1]+[OT2 TH1] S=[SB1 SH1] B=[OB1 BH1] H=[FH1 LH1]",
            "P2": "S=[FS2 LS2] H=[SH2]",
            "P3": "B=[SB3]",
        },
    }
    state = start(given)
    wake(state, god)
    return state


@pytest.mark.parametrize("text", ["OT2:T", "от2:т", "ot2 : t", "TO2:T", "ОT2:Т", "  OT2:T  ", "*OT2:T*", "P1: OT2:T"])
def test_a_pick_may_be_typed_in_either_alphabet(text: str) -> None:
    assert read(picking(), 0, text) == (Pick(card="OT2", up="T"),)


@pytest.mark.parametrize("text", ["BH:B", "вн:в", "Бх:Б", "ВХ:В", "бН:б", "bx:b"])
def test_look_alikes_of_the_other_alphabet_are_understood(text: str) -> None:
    assert read(picking(), 0, text) == (Pick(card="BH1", up="B"),)


@pytest.mark.parametrize("text", ["LS:S", "лс:с", "LC:C", "lс:s"])
def test_a_latin_c_is_a_russian_sif(text: str) -> None:
    assert read(picking(), 0, text) == (Pick(card="LS1", up="S"),)


def test_without_a_copy_number_the_lowest_copy_held_is_meant() -> None:
    assert read(picking(), 0, "OT:O") == (Pick(card="OT2", up="O"),)


ORDERS = [
    ("O", "turn L", OdinWill(stack="L")),
    ("O", "повернуть л", OdinWill(stack="L")),
    ("O", "turn P1.L", OdinWill(stack="L")),
    ("F", "double h", FreyaWill(stack="H")),
    ("F", "удвоить х", FreyaWill(stack="H")),
    ("L", "turn P2.S2", LokiWill(opponent=1, card=StackRef(stack="S", pos=2))),
    ("L", "повернуть И2.С2", LokiWill(opponent=1, card=StackRef(stack="S", pos=2))),
    ("L", "повернуть р2.с2", LokiWill(opponent=1, card=StackRef(stack="S", pos=2))),
    ("L", "turn Old Mark.S2", LokiWill(opponent=1, card=StackRef(stack="S", pos=2))),
    ("L", "turn Анна.B1", LokiWill(opponent=2, card=StackRef(stack="B", pos=1))),
    ("S", "draw", SifWill()),
    ("S", "взять", SifWill()),
    (
        "B",
        "swap B1 P3.B1",
        BragiWill(give=StackRef(stack="B", pos=1), opponent=2, take=StackRef(stack="B", pos=1)),
    ),
    (
        "B",
        "обмен Б1, old mark.х1",
        BragiWill(give=StackRef(stack="B", pos=1), opponent=1, take=StackRef(stack="H", pos=1)),
    ),
    ("H", "score H2", HeimdallWill(card=StackRef(stack="H", pos=2))),
    ("H", "score", HeimdallWill(card=StackRef(stack="H", pos=1))),
    ("H", "очко х~1", HeimdallWill(card=StackRef(stack="H", face="down", pos=1))),
    # by the names that the lists have
    ("O", "Turn Loki", OdinWill(stack="L")),
    ("O", "повернуть Локи", OdinWill(stack="L")),
    ("F", "double Heimdall", FreyaWill(stack="H")),
    ("F", "удвоить Хеймдалля", FreyaWill(stack="H")),
    ("L", "turn Thor.S2", LokiWill(opponent=1, card=StackRef(stack="S", pos=2))),
]


@pytest.mark.parametrize("god, text, move", ORDERS)
def test_wills_are_ordered_in_words(god: str, text: str, move: Move) -> None:
    second = "Thor" if "Thor." in text else "Old Mark"  # a player who is called as a god is
    assert read(awake(god), 0, text, ("Erik", second, "Анна")) == (move,)


def test_a_bare_number_of_the_goal_takes_the_first_cards_in_canonical_order() -> None:
    state = awake("L", goals="- / - - / O L S", rounds=3)
    up = tuple(StackRef(stack="L", pos=pos) for pos in (1, 2))
    down = StackRef(stack="L", face="down", pos=1)
    assert read(state, 0, "goal 1") == (Achieve(god="L", cards=up[:1]),)
    assert read(state, 0, "цель 3") == (Achieve(god="L", cards=(*up, down)),)
    assert read(state, 0, "goal 0") == (Achieve(god="L"),)
    assert read(state, 0, "goal L2 L~1") == (Achieve(god="L", cards=(up[1], down)),)
    assert refusal(state, 0, "goal 3") == "E_GOAL_LIMIT"


def test_more_than_the_stack_holds_is_no_card() -> None:
    state = awake("S", goals="- / - - / O L S", rounds=3)
    assert refusal(state, 0, "goal 3") == "E_NO_CARD"


def test_the_tally_is_ordered_in_words() -> None:
    state = awake("L", stage="tally", rounds=3)
    assert read(state, 0, "score") == (Tally(god="L", card=StackRef(stack="L", pos=1)),)
    assert read(state, 0, "очко л~2") == (Tally(god="L", card=StackRef(stack="L", face="down", pos=2)),)
    assert read(state, 0, "оставить") == (Tally(god="L"),)


def test_menu_numbers_answer_every_question() -> None:
    assert read(picking(), 0, "1") == (Pick(card="OT2", up="O"),)
    assert read(picking(), 0, "3.") == (Pick(card="LS1", up="L"),)
    assert read(picking(), 0, "4 1") == (Pick(card="LS1", up="S"), Pick(card="OT2", up="O"))
    assert read(awake("O"), 0, "4") == (OdinWill(stack="L"),)


def test_bragis_two_lists_are_answered_together() -> None:
    move = BragiWill(give=StackRef(stack="O", pos=2), opponent=2, take=StackRef(stack="B", pos=1))
    for text in ("b4", "B 4", "б4", "в4", "b-4"):
        assert read(awake("B"), 0, text) == (move,)
    beside_goal = awake("B", goals="B / - - / - - -")
    assert read(beside_goal, 0, "1") == (Achieve(god="B", cards=(StackRef(stack="B", pos=1),)),)
    assert read(beside_goal, 0, "2") == (Achieve(god="B"),)
    assert read(beside_goal, 0, "b4") == (move,)
    assert read(beside_goal, 0, "3.b4") == (move,)


def test_goals_stand_before_the_will_and_other_cards_after_it() -> None:
    state = awake("O", goals="- / - O / - - -", rounds=2)
    state.up[0][0].append(3)
    state.counts[0][0] += 1
    decision = RULES.decisions(state)[0]
    paths = {path: move for path, _, move in RULES.menu(state, decision).leaves()}
    tops = tuple(StackRef(stack="O", pos=pos) for pos in (1, 2, 3))
    goals = [paths[str(number)] for number in (1, 2, 3)]
    assert goals == [Achieve(god="O", cards=tops[:count]) for count in (2, 1, 0)]
    assert [paths[str(number)] for number in range(4, 11)] == [OdinWill(stack=god) for god in GODS]
    others = [move for path, move in paths.items() if path.startswith("11.")]
    assert {move.cards for move in others if isinstance(move, Achieve)} == {
        (tops[1],),
        (tops[2],),
        (tops[0], tops[2]),
        (tops[1], tops[2]),
    }
    assert len(others) == 4


def test_a_half_of_sifs_card_is_chosen_from_a_list_of_wishes() -> None:
    state = awake("S")
    say(state, 0, "draw")
    assert read(state, 0, "up H>F>B") == (Place(up="H"), Place(up="F"), Place(up="B"))
    assert read(state, 0, "draw up B") == (Place(up="B"),)
    assert read(state, 0, "взять\nверх Б") == (Place(up="B"),)
    assert read(state, 0, "draw") == ()  # it is drawn already; the half is still asked


@pytest.mark.parametrize("text, used", [("draw up H>F", 1), ("draw\n\nup H>F", 3), ("взять верх х>ф", 1)])
def test_draw_and_the_half_are_one_order_that_cannot_betray_the_card(text: str, used: int) -> None:
    state = awake("S")
    order = NOTATION.read([fold(line) for line in text.split("\n")], desk(state, 0))
    assert order.moves == (SifWill(),)
    assert order.plans == (FavourPlan.model_validate({"round": 1, "god": "S", "orders": ("up H>F",)}),)
    assert order.used == used


PLANS = [
    ("plan H>O>OT:T", PickPlan(round=1, items=("H", "O", "OT:T"))),
    ("план Х>О>ОТ2:Т", PickPlan(round=1, items=("H", "O", "OT2:T"))),
    ("last H > O", LastPlan(round=1, items=("H", "O"))),
    ("последняя Х>О", LastPlan(round=1, items=("H", "O"))),
    (
        "if F: double H | double F",
        FavourPlan.model_validate({"round": 1, "god": "F", "orders": ("double H", "double F")}),
    ),
    (
        "если ф: удвоить х|удвоить ф",
        FavourPlan.model_validate({"round": 1, "god": "F", "orders": ("double H", "double F")}),
    ),
    (
        "if H: goal 1 | score H~1",
        FavourPlan.model_validate({"round": 1, "god": "H", "orders": ("goal 1", "score H~1")}),
    ),
    ("if S: draw up H>F>S", FavourPlan.model_validate({"round": 1, "god": "S", "orders": ("draw up H>F>S",)})),
    ("if L: turn mark.S2", FavourPlan.model_validate({"round": 1, "god": "L", "orders": ("turn P2.S2",)})),
    ("если Б: обмен Б1 И2.О1", FavourPlan.model_validate({"round": 1, "god": "B", "orders": ("swap B1 P2.O1",)})),
    ("tally *: score", TallyPlan.model_validate({"god": "*", "orders": ("score",)})),
    ("итог С: оставить", TallyPlan.model_validate({"god": "S", "orders": ("keep",)})),
    ("tally L: score L~1 | score", TallyPlan.model_validate({"god": "L", "orders": ("score L~1", "score")})),
]


@pytest.mark.parametrize(
    "text, plain",
    [
        ("plan H, O, F", "plan H>O>F"),
        ("Plan: Heimdall, then Odin and Freya", "plan H>O>F"),
        ("план Хеймдалль, Один, Фрею", "plan H>O>F"),
        ("план Тора, потом Сиф", "plan T>S"),
        ("last Freya; Loki", "last F>L"),
        ("if Heimdall: goal 1", "if H: goal 1"),
        ("if Heimdall then goal 1", "if H: goal 1"),
        ("if H, goal 1 or score H~1", "if H: goal 1 | score H~1"),
        ("если Фрея, то удвоить Хеймдалля или удвоить Фрею", "if F: double H | double F"),
        ("tally Sif keep", "tally S: keep"),
        ("if Sif: draw up H>Freya", "if S: draw up H>F"),
    ],
)
def test_gods_by_their_names_and_what_people_part_lists_by(text: str, plain: str) -> None:
    place = desk(picking(), 0, ("Erik", "Mark", "Anna"))
    assert NOTATION.read([fold(text)], place) == NOTATION.read([fold(plain)], place)


@pytest.mark.parametrize("text", ["OT2: Thor", "от2: тор"])
def test_the_half_of_a_card_may_be_named(text: str) -> None:
    assert read(picking(), 0, text) == (Pick(card="OT2", up="T"),)


@pytest.mark.parametrize("text, plan", PLANS)
def test_standing_orders_read_back_as_they_are_written(text: str, plan: Any) -> None:
    place = desk(picking(), 0, ("Erik", "Mark", "Anna"))
    order = NOTATION.read([fold(text)], place)
    assert (order.plans, order.moves) == ((plan,), ())
    for language in ("en", "ru"):
        assert NOTATION.read([fold(NOTATION.write_plan(plan, language))], place).plans == (plan,)


REFUSED_PLANS = [
    ("if F: move L", "E_WRONG_STAGE"),
    ("if O: turn L1", "E_TOP_ONLY"),
    ("if O: turn P2.L", "E_NOT_OWN"),
    ("if L: turn L1", "E_OWN_STACK"),
    ("if L: turn P2.L~1", "E_FACE_DOWN"),
    ("if H: keep", "E_MUST_ACT"),
    ("if H: dance", "E_SYNTAX"),
    ("if Q: goal 1", "E_SYNTAX"),
    ("if H", "E_SYNTAX"),
    ("plan H>Q", "E_SYNTAX"),
    ("plan", "E_SYNTAX"),
    ("tally *: score L1", "E_SYNTAX"),
    ("tally S: score L1", "E_WRONG_STACK"),
    ("tally S: draw", "E_WRONG_STAGE"),
]


@pytest.mark.parametrize("text, code", REFUSED_PLANS)
def test_standing_orders_that_can_never_be_legal_are_refused_at_once(text: str, code: str) -> None:
    with pytest.raises(IllegalMove, match=code):
        NOTATION.read([fold(text)], desk(picking(), 0))


REFUSED = [
    ("O", 0, "LS:L", "E_TOO_LATE"),
    ("O", 1, "LS:L", "E_TOO_LATE"),
    ("O", 0, "plan H>O", "E_TOO_LATE"),
    ("O", 1, "turn L", "E_NOT_YOUR_TURN"),
    ("O", 1, "turn L9x", "E_NOT_YOUR_TURN"),
    ("O", 1, "3", "E_NOT_YOUR_TURN"),
    ("O", 1, "hello there", "E_SYNTAX"),
    ("O", 0, "99", "E_SYNTAX"),
    ("O", 0, "turn", "E_SYNTAX"),
    ("O", 0, "up H", "E_WRONG_STAGE"),
    ("O", 0, "swap B1 P2.S1", "E_WRONG_STAGE"),
    ("O", 0, "keep", "E_MUST_ACT"),
    ("O", 0, "score", "E_WRONG_STAGE"),
    ("L", 0, "turn P2.S", "E_SYNTAX"),
    ("L", 0, "turn P9.S1", "E_SYNTAX"),
    ("L", 0, "turn P2.O1", "E_NO_STACK"),
    ("L", 0, "turn P2.S3", "E_NO_CARD"),
    ("B", 0, "swap P2.S1 P2.S1", "E_NOT_OWN"),
    ("B", 0, "swap O3 P2.S1", "E_NO_CARD"),
    ("B", 0, "swap O3 P2.O1", "E_NO_CARD"),
    ("B", 0, "swap O1 P2.S~1", "E_FACE_DOWN"),
    ("B", 0, "swap P2.S1 P2.S~1", "E_FACE_DOWN"),  # of both cards, before whose they are
    ("H", 0, "score H1 H2", "E_SYNTAX"),
    ("H", 0, "score P2.H1", "E_NOT_OWN"),
    ("H", 0, "score H3", "E_NO_CARD"),
]


@pytest.mark.parametrize("god, seat, text, code", REFUSED)
def test_refusals_come_in_the_order_of_the_rules(god: str, seat: int, text: str, code: str) -> None:
    assert refusal(awake(god), seat, text) == code


def test_a_foreign_card_for_a_goal_is_refused_in_its_place() -> None:
    state = awake("L", goals="- / O L / - - -", rounds=2)
    assert refusal(state, 0, "goal P2.S1") == "E_NOT_OWN"
    assert refusal(state, 0, "goal O1 P2.S1") == "E_WRONG_STACK"
    assert refusal(state, 0, "goal L9 P2.S1") == "E_NO_CARD"
    assert refusal(state, 0, "goal L1 P2.S1") == "E_NOT_OWN"
    assert refusal(state, 0, "goal L1 L2 P2.S1") == "E_GOAL_LIMIT"
    assert refusal(awake("L"), 0, "goal P2.S1") == "E_NO_GOAL"


@pytest.mark.parametrize("text", ["keep", "3", "OT:T", "if O: turn L", "turn L9x", "tally *: score", "plan H"])
def test_after_the_end_every_order_is_refused(text: str) -> None:
    state = start({"players": 2, "round": 3, "stage": "over", "points": {"P1": 1}})
    assert refusal(state, 0, text) == "E_GAME_OVER"


@pytest.mark.parametrize(
    "text, code", [("FH:H", "E_NOT_IN_HAND"), ("OT9:T", "E_NOT_IN_HAND"), ("OO:O", "E_NOT_IN_HAND")]
)
def test_a_card_that_is_not_held_is_refused(text: str, code: str) -> None:
    assert refusal(picking(), 0, text) == code


@pytest.mark.parametrize(
    "line",
    [
        "turn L9x",
        "turn K2",
        "double",
        "plan H>Q",
        "if O: turn Q",
        "please turn L",
        "OT:Q",
        "12",
        "keep it2",
        "z9",
        "если Ы: цель 1",
        "move Loki Thor",
    ],
)
def test_a_misspelt_order_sounds_like_one(line: str) -> None:
    assert NOTATION.sounds_like_order(fold(line))


@pytest.mark.parametrize(
    "line",
    [
        "Best wishes, Anna",
        "if you like, we can play again",
        "I will keep an eye on Odin",
        "last time you won",
        "--",
        "Anna",
        "up for another game?",
        "план был хорош",
        "если что, пиши",
        "On Monday Erik wrote:",
        "double trouble ahead of us",
        "plan to be away, then Odin helps",
        "если Тор поможет, то я выиграю",
    ],
)
def test_a_sentence_does_not(line: str) -> None:
    assert not NOTATION.sounds_like_order(fold(line))


def test_a_player_called_by_a_number_changes_nobodys_answers() -> None:
    """Handles stand before a dot, and so do numbers of further lists: `2.1` stays `2.1` whoever is called `2`."""
    assert lexicon.name_seats("2.1", ("Anna", "2", "P1")) == "2.1"
    assert lexicon.name_seats("turn p1.l2", ("Anna", "2", "P1")) == "turn p1.l2"
