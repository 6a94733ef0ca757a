"""Whoever has but one answer is asked as all the others are, unless all can see it or it is their own will (R2.6)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.grammar.text import fold, fold_order
from engine.core.moves import IllegalMove
from engine.games.asgards_chosen.moves import EventChoice, PlayGod
from engine.games.asgards_chosen.orders.plans.sheets import Unasked
from engine.games.asgards_chosen.rules.muster.events import happens
from engine.games.asgards_chosen.rules.phases import charm_turn
from engine.games.asgards_chosen.rules.start.items import offer
from engine.games.asgards_chosen.words.status import ChosenWords
from engine.table.events import MoveMade
from engine.table.examples import of_plans
from engine.table.table import Recorded
from engine.table.undo import take_back
from tests.games.asgards_chosen.scene import RULES, Scene
from tests.games.asgards_chosen.table import GAME, Letters

BOUND = {"AF": "S1a down", "AM": "L9b down", "BF": "S1b", "BM": "S3b"}  # none of A's can move
PHASES = ("god", "charm", "campaign", "muster")
IDLE = {"god": "troll1", "charm": "troll1", "campaign": "troll1", "muster": "troll1"}
BUSY = {"god": "thor", "charm": "bragis_harp", "campaign": "troll1", "muster": "draupnir odin thor"}


def scene_of(phase: str, hand: str, mode: str = "standard") -> Scene:
    """A's turn in this phase, holding `hand`; nobody else has done anything."""
    heroes = BOUND if mode == "standard" else {"AF": "S1a down", "AM": "L9b down"}
    hands = {"A": hand, "B": "odin thor"} if mode == "standard" else {"A": hand}
    scene = Scene(2 if mode == "standard" else 1, mode, heroes=heroes, markers={"A": "T9"}, hands=hands,
                  tisch={"B1": "gram"})  # fmt: skip
    scene.state.stage = phase
    begin = {"god": scene.gods, "charm": scene.charms, "campaign": scene.turn, "muster": scene.musters}
    return begin[phase]("A")


def settled(scene: Scene) -> Letters:
    """The table when all that answers by itself has."""
    return Letters(scene).sends("A")


def by(letters: Letters) -> list[tuple[int, str]]:
    """Who has answered, and how that came."""
    made = (one.payload for one in letters.session.made)
    return [(one.seat, one.by) for one in made if isinstance(one, MoveMade)]


@pytest.mark.parametrize("phase", PHASES)
def test_who_can_only_pass_is_asked_like_anybody_else(phase: str) -> None:
    for hand in (IDLE[phase], BUSY[phase]):
        letters = settled(scene_of(phase, hand))
        assert (letters.scene.asked, letters.session.made) == (("A", phase), [])
    assert len(scene_of(phase, IDLE[phase]).offered()) == 1


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("order", ["pass if none", "пас если ничего", "PASS IF NOTHING"])
def test_pass_if_none_passes_where_nothing_else_can_be_done_and_nowhere_else(phase: str, order: str) -> None:
    idle = Letters(scene_of(phase, IDLE[phase])).sends("A", order)
    assert (by(idle)[0], idle.session.made[1].plan) == ((0, "plan"), Unasked())
    assert idle.session.table.plans(0) == (Unasked(),)
    if phase != "campaign":
        busy = Letters(scene_of(phase, BUSY[phase])).sends("A", order)
        assert (busy.scene.asked, by(busy)) == (("A", phase), [])


@pytest.mark.parametrize(
    "line",
    [
        "pass when none", "Pass, if no choice", "pass if I have no choice", "pass if nothing to do",
        "pass if there is nothing else to do", "pass whenever nothing else can be done", "if none, pass",
        "if there's nothing to do, then pass", "pass automatically if none", "pass if I can't do anything",
        "пас, если нечего", "пас если нет выбора", "Пас, если нечего делать", "пасовать, когда нечего",
        "пас, если больше нечего делать", "пасую, если выбора нет", "пас если ничего другого", "если нечего, то пас",
        "пас, если больше ничего не могу", "пас если ничего нет",
    ],
)  # fmt: skip
def test_pass_if_none_is_read_as_people_say_it(line: str) -> None:
    asked = Letters(scene_of("god", BUSY["god"]))
    desk = asked.session.table.desk(0, ("Red", "Blue"))
    assert GAME.notation.read([fold_order(line)], desk).plans == (Unasked(),)


@pytest.mark.parametrize(
    "line", ["pass if losing", "pass if none else matters", "pass, nothing to do", "пас если проигрыш"]
)
def test_what_is_no_such_order_is_not_taken_for_one(line: str) -> None:
    asked = Letters(scene_of("god", BUSY["god"]))
    with pytest.raises(IllegalMove):
        GAME.notation.read([fold_order(line)], asked.session.table.desk(0, ("Red", "Blue")))


@pytest.mark.parametrize("phase", PHASES)
def test_what_all_can_see_needs_no_question(phase: str) -> None:
    """An empty hand; that nobody else is at the table, from whom it could be a secret."""
    assert settled(scene_of(phase, "")).scene.asked != ("A", phase)
    assert by(settled(scene_of(phase, IDLE[phase], "solitaire")))[0] == (0, "forced")


@pytest.mark.parametrize("card, asked", [("gram", True), ("draugr1", False), ("skadis_bow", True)])
def test_who_may_take_nothing_of_the_tisch_is_not_asked(card: str, asked: bool) -> None:
    """A has towns and a hero on a forest, who lies: what lies there all can see, and what it costs no matter."""
    scene = Scene(2, heroes=BOUND, markers={"A": "T9"}, hands={"A": "troll1", "B": "odin"}, tisch={"B1": card})
    assert (settled(scene.musters("A")).scene.asked == ("A", "muster")) is asked


@pytest.mark.parametrize("man, calmed, asked", [("L9b", [], False), ("L9b down", [], True), ("L9b down", [0], False)])
def test_where_no_hero_can_move_and_no_god_be_appeased_nobody_is_asked(
    man: str, calmed: list[int], asked: bool
) -> None:
    """Baldr is appeased when both lie, and one god a phase: that all can see, but not who holds Baldr."""
    scene = Scene(2, heroes=BOUND | {"AM": man}, hands={"A": "troll1 thor", "B": "odin"})
    scene.state.moved[1], scene.state.calmed = man == "L9b", calmed
    assert (settled(scene.turn("A", 2)).scene.asked == ("A", "campaign")) is asked


@pytest.mark.parametrize("seats", [2, 3])
def test_an_attacker_without_a_card_is_not_asked_what_to_play(seats: int) -> None:
    """P2: an empty hand is seen by all. Who was away declined, and lost what the favor had won."""
    given: dict[str, Any] = {"heroes": {"AF": "S1a"}, "deck": "gram almace curtana", "shown": {"A": "thor"}}
    neutral = settled(Scene(seats, **given).attacks("A", "F", "S1a", "S1b"))
    assert (neutral.scene.marker("S1b"), by(neutral)) == ("A", [(0, "forced")])
    contested = settled(
        Scene(seats, markers={"B": "S1b T6"}, hands={"B": "odin"}, **given).attacks("A", "F", "S1a", "S1b")
    )
    assert contested.scene.asked == ("B", "defend")


def test_nor_when_the_last_one_has_been_played() -> None:
    scene = Scene(heroes={"AF": "L7b"}, hands={"A": "ormr1 thor"}, deck="gram almace curtana")
    letters = Letters(scene.attacks("A", "F", "L7b", "S3b")).sends("A", "PLAY Ormr THEN ASK")
    assert letters.scene.asked == ("A", "attack")
    assert letters.sends("A", "PLAY Thor THEN ASK").scene.marker("S3b") == "A"


def test_partners_who_cannot_move_are_not_asked_in_the_campaign() -> None:
    """Their gods are appeased when both have had their turns."""
    scene = Scene(2, "coop", heroes={"AF": "S1a down", "AM": "L9b down"}, hands={"A": "baldr", "B": "baldr"})
    assert settled(scene.turn("A", 1)).scene.asked is None


@pytest.mark.parametrize("pile, asked", [("tyr", False), ("troll1 troll1", True), ("troll1 tyr", True)])
def test_that_cards_which_were_drawn_are_alike_is_asked_like_a_choice(pile: str, asked: bool) -> None:
    """All see how many were drawn."""
    scene = Scene(2, hands={"A": "odin thor", "B": "odin"}, draws={"A": pile}).gods("A")
    assert (Letters(scene).sends("A", "god Odin").scene.asked == ("A", "choose")) is asked


@pytest.mark.parametrize("markers, asked", [("T9", False), ("T9 L9b", True)])
def test_a_marker_that_alone_can_go_goes_unasked(markers: str, asked: bool) -> None:
    scene = Scene(2, heroes={"AF": "S1a"}, markers={"A": markers}, hands={"A": "troll1", "B": "odin"})
    settled(scene.frames(happens(scene.cards("heavy_tribute")[0], 0)))
    assert (scene.asked == ("A", "event")) is asked


@pytest.mark.parametrize("pool, asked", [("gram", False), ("gram aarni", True)])
def test_the_last_item_is_taken_unasked(pool: str, asked: bool) -> None:
    scene = Scene(2, hands={"A": "thor", "B": "odin"})
    scene.state.pool = scene.cards(pool)
    assert (settled(scene.frames(offer(0))).scene.asked == ("A", "item")) is asked


@pytest.mark.parametrize("hand", ["troll1", "troll1 gram", "thor"])
def test_at_a_sacrifice_all_who_have_cards_are_asked(hand: str) -> None:
    """Also whoever holds nothing but gods; version 1 left them out, so that others knew before they chose."""
    scene = Scene(3, hands={"A": "draupnir odin", "B": hand, "C": ""})
    settled(scene.frames(happens(scene.cards("blot")[0], 0)))
    asked = [one for one in RULES.decisions(scene.state) if one.waits]
    assert [(one.seat, one.kind) for one in asked] == [(0, "event"), (1, "event")]
    scene.does("A", EventChoice(cards=("draupnir",)))
    scene.does("B", EventChoice(cards=("troll1",) if hand != "thor" else ()))
    assert scene.asked is None


def test_after_a_god_one_is_asked_again_whatever_the_hand_holds() -> None:
    for hand in ("thor troll1", "thor freyr"):
        assert Letters(scene_of("god", hand)).sends("A", "god Thor").scene.asked == ("A", "god")
    assert Letters(scene_of("god", "thor")).sends("A", "god Thor").scene.asked != ("A", "god")  # no card is left


def test_games_of_the_first_version_ask_again_by_the_hand() -> None:
    rules = GAME.versions[1]
    for hand, again in (("thor troll1", False), ("thor freyja troll1 nixie1 nixie1", True)):
        scene = scene_of("god", hand)
        rules.apply(scene.state, 0, PlayGod(god="thor"), scene.chance)
        assert (scene.asked == ("A", "god")) is again


def test_what_was_ordered_for_a_phase_goes_before_it() -> None:
    letters = Letters(scene_of("charm", "bragis_harp thor")).sends("A", "pass if none", "charm none")
    assert by(letters)[0] == (0, "player")


def test_who_has_ordered_to_be_asked_then_is_asked_all_the_same() -> None:
    """Orders for later phases would else be carried out before their owner has seen what came of it."""
    letters = Letters(scene_of("god", "thor troll1")).sends("A", "pass if none", "god Thor then ask")
    assert letters.scene.asked == ("A", "god")


@pytest.mark.parametrize(
    "order", ["pass if nothing else", "Pass, if none", "пас, если нечего", "пас если ничего другого"]
)
def test_it_is_read_as_people_write_it(order: str) -> None:
    letters = Letters(scene_of("god", BUSY["god"]))
    assert GAME.notation.read([fold(order)], letters.session.table.desk(0)).plans == (Unasked(),)


def test_it_stands_until_it_is_dropped_and_is_written_as_it_is_read() -> None:
    letters = Letters(scene_of("god", BUSY["god"])).sends("A", "pass if none")
    table = letters.session.table
    table.state.round += 3
    assert table.game.planner.in_force(table.plans(0), table.desk(0)) == (Unasked(),)
    for language in ("en", "ru"):
        assert GAME.notation.read([fold(GAME.notation.write_plan(Unasked(), language))], table.desk(0)).plans == (
            Unasked(),
        )
    with pytest.raises(IllegalMove):
        GAME.notation.read(["pass if met"], table.desk(0))
    assert RULES.plans.validate_json(RULES.plans.dump_json(Unasked())) == Unasked()


@pytest.mark.parametrize("phase", ["charm", "muster"])
def test_who_may_pass_often_is_told_how_not_to_be_asked(phase: str) -> None:
    words = ChosenWords("en", ("Anna", "Boris"))
    letters = Letters(scene_of(phase, BUSY[phase]))
    for orders, told in (((), True), (("pass if none",), False)):
        desk = letters.sends("A", *orders).session.table.desk(0)
        (asked,) = desk.decisions
        assert ("pass if none" in [order for order, _ in of_plans(GAME, words, desk, asked)]) is told


def test_who_plays_alone_is_asked_only_with_a_choice_and_told_of_no_such_order() -> None:
    letters = settled(scene_of("charm", BUSY["charm"], "solitaire"))
    desk = letters.session.table.desk(0)
    assert "pass if none" not in [order for order, _ in of_plans(GAME, ChosenWords("en"), desk, desk.decisions[0])]


@pytest.mark.parametrize("orders", [(), ("pass if none",)])
def test_who_has_led_to_such_a_question_takes_nothing_back(orders: tuple[str, ...]) -> None:
    """Nobody knows whether the one who is asked would have been passed over."""
    scene = Scene(2, heroes={"AF": "S1a", "BF": "S1b"}, hands={"A": "aarni thor", "B": "bragis_harp odin"})
    scene.state.stage = "charm"
    letters = Letters(scene.frames(charm_turn(0), charm_turn(1))).sends("B", *orders)
    table, before = letters.session.table.copy(), len(letters.session.made)
    letters.sends("A", "done")
    assert letters.scene.asked == ("B", "charm")
    made = [Recorded(at, one.payload) for at, one in enumerate(letters.session.made[before:])]
    assert take_back(table, made, 0) is None
