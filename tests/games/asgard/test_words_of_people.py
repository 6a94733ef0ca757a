"""Orders as people say them, in the words of the lists and of the printed game: the same as in the notation."""

from __future__ import annotations

import pytest

from engine.core.chance import SeededChance
from engine.core.contract import Desk
from engine.core.grammar.text import fold_order
from engine.core.moves import IllegalMove
from engine.games.asgard import game
from engine.games.asgard import pieces as p
from engine.table.orders import Refused, Taken, take
from engine.table.reading.answers import goes_on
from engine.table.reading.guessing import guessed
from engine.table.session import Session
from tests.games.asgard.scenarios.test_scenarios_battles import four_battles
from tests.games.asgard.scene import Scene

UPPER = "Thor, upper request slot: 2 blue stones, skill tile of Thor"  # as the list says it
NAMES = ("Anna", "Boris", "Cleo", "Dag")


def choosing() -> Desk:
    return Scene(stage="gods", round_=2).table.desk(0, NAMES)


def acting() -> Scene:
    return Scene().disc("R", "hel bottom", "loki upper").busy()


def same(said: str, plain: str, desk: Desk) -> None:
    spoken, written = (game.notation.read([fold_order(one)], desk) for one in (said, plain))
    assert (spoken.moves, spoken.plans) == (written.moves, written.plans)


@pytest.mark.parametrize(
    "said, plain",
    [
        ("gods Thor, Loki, and Hel", "GODS thor loki hel"),
        ("gods: Freya; Balder & Odin", "GODS freyja baldr odin"),
        ("Thor, Loki, Hel", "GODS thor loki hel"),
        ("I choose Thor, Loki and Hel", "GODS thor loki hel"),
        ("боги: Тора, Локи и Хель", "БОГИ тор локи хель"),
        ("gods 1 2 3", "GODS freyja baldr odin"),
        ("plan Baldr: temple or asgard", "PLAN baldr: temple > asgard"),
        ("plan Freyja upper, then asgard", "PLAN freyja: upper > asgard"),
        ("plan Thor: temple, bottom; asgard", "PLAN thor: temple > bottom > asgard"),
        ("план Тор: верхнее, храм, Асгард", "ПЛАН тор: верх > храм > асгард"),
        ("put Thor in the upper slot", "PLACE thor upper"),
        ("pick white, orange and giant", "PICK w o g"),
        ("giver stone pink: blue and purple", "GIVER stone P: blue, purple"),
    ],
)
def test_before_the_discs_are_placed(said: str, plain: str) -> None:
    same(said, plain, choosing())


@pytest.mark.parametrize(
    "said, plain",
    [
        ("Hel, bottom", "ACT hel bottom"),
        ("act Hel, bottom request slot", "ACT hel bottom"),
        ("take back Hel bottom", "ACT hel bottom: decline"),
        ("Loki upper: steal a giant from Hel", "ACT loki upper: steal g from hel"),
        ("действие Хель, нижнее место просьбы", "ДЕЙСТВИЕ хель низ"),
        ("act 1", "ACT hel bottom"),
    ],
)
def test_in_the_actions(said: str, plain: str) -> None:
    same(said, plain, acting().table.desk(0, NAMES))


@pytest.mark.parametrize(
    "said, plain",
    [
        ("none", "FIGHT W2D none"),
        ("send nothing", "FIGHT W2D none"),
        ("fight none", "FIGHT W2D none"),
        ("ничего", "БОЙ W2D нет"),
        ("g", "FIGHT W2D send g"),
        ("send a giant", "FIGHT W2D send g"),
        ("1 white warrior and 1 giant", "FIGHT W2D send w g"),
        ("послать 1 великана", "БОЙ W2D послать вел"),
    ],
)
def test_in_a_battle(said: str, plain: str) -> None:
    same(said, plain, four_battles().table.desk(0, NAMES))


def test_what_is_offered_has_its_colour_before_it_or_behind() -> None:
    same("offer 2: a red stone, the light seal", "OFFER 2: stone R, seal L", acting().table.desk(1, NAMES))
    same("предложить 2: красный камень", "ПРЕДЛОЖИТЬ 2: камень кра", acting().table.desk(1, NAMES))


def test_nobody_is_asked_whether_they_meant_what_cannot_be_done_now() -> None:
    """`send nothing` was asked back as END, where a battle is asked."""
    desk = four_battles().table.desk(0, NAMES)
    assert guessed("endd it", ["endd it"], desk, game.notation, game.words("en", NAMES)) == {}
    assert guessed("figth W2D none", ["figth W2D none"], desk, game.notation, game.words("en", NAMES))


def test_a_bare_answer_takes_the_place_of_another() -> None:
    scene = Scene(stage="gods", round_=2)
    session = Session(scene.table, SeededChance(b"said"))
    take(session, 0, ("Thor, Loki, Hel",))
    take(session, 0, ("Freyja, Baldr and Odin",))
    assert session.made[-1].payload.move["gods"] == ["freyja", "baldr", "odin"]  # type: ignore[union-attr]


@pytest.mark.parametrize("line", ["Thor, we need you", "plan to win", "I act on my own", "put that away"])
def test_prose_is_no_order(line: str) -> None:
    for desk in (choosing(), acting().table.desk(0, NAMES)):
        with pytest.raises(IllegalMove) as refused:
            game.notation.read([fold_order(line)], desk)
        assert refused.value.code == "E_SYNTAX"


def test_a_fall_back_that_cannot_be_read_is_named_not_the_line_above_it() -> None:
    scene = acting()
    with pytest.raises(Refused) as refused:
        take(Session(scene.table, SeededChance(b"said")), 0, ("ACT hel bottom", "else fly away"))
    assert (refused.value.line, refused.value.text) == (1, "else fly away")


def test_what_of_a_sheet_was_done_at_once_is_told_apart_from_what_is_kept() -> None:
    """All lines of a sheet that began with a plan were told as done."""
    scene = Scene(stage="place", seats=2)
    scene.state.hand[0] = [p.GOD_NUMBER[god] for god in ("thor", "loki")]
    scene.state.hand[1] = [p.GOD_NUMBER["hel"]]
    taken = take(
        Session(scene.table, SeededChance(b"said")), 0, ("PLAN thor: upper", "PLAN loki: upper > bottom"), language="en"
    )
    assert (taken.said, taken.kept, taken.going) == ({0: UPPER}, (1,), ())


def placing(*lines: str, language: str = "en") -> Taken:
    """What becomes of a sheet of red's, who holds two gods and is asked for the first disc."""
    scene = Scene(stage="place", seats=2).chose("R", "thor", "loki").chose("Y", "hel")
    return take(Session(scene.table, SeededChance(b"said")), 0, lines, language=language)


@pytest.mark.parametrize(
    "lines, said, kept",
    [
        (("PLAN thor: upper", "PLAN loki: upper", "GIVER stone pink: yellow"), {0: UPPER}, (1, 2)),
        (("GIVER stone pink: yellow", "PLAN thor: upper", "PLAN loki: upper"), {1: UPPER}, (0, 2)),
        (
            ("PLAN thor: upper", "FIGHT W2L send wo", "PLAN loki: upper", "> PLACE loki asgard"),
            {0: UPPER},
            (1, 2, 3),
        ),
        (("PLAN thor: upper", "ACT thor upper: take w", "PLAN loki: upper"), {0: UPPER}, (1, 2)),
        (("PLAN thor: upper", "ACT thor upper: take w"), {0: UPPER}, (1,)),
    ],
)
def test_beside_other_orders_a_step_is_done_or_kept_as_it_is_alone(
    lines: tuple[str, ...], said: dict[int, str], kept: tuple[int, ...]
) -> None:
    """All lines of a sheet were told as done when one of them was a ranking, or for a battle or an action."""
    taken = placing(*lines)
    assert (taken.said, taken.kept, taken.going, taken.dropped) == (said, kept, (), ())


def test_a_step_that_was_passed_over_is_not_told_as_done() -> None:
    """Thor's card is gone when the second line is reached."""
    scene = Scene(stage="place", seats=2).chose("R", "thor", "loki")
    session = Session(scene.table, SeededChance(b"said"))
    taken = take(session, 0, ("PLAN thor: upper", "PLAN thor: bottom", "PLAN loki: upper"), language="en")
    assert (list(taken.lines), taken.dropped) == ([0, 2], (1,))


def test_of_two_lines_about_the_same_the_first_is_told_as_replaced() -> None:
    taken = placing("GIVER stone pink: yellow", "FIGHT W2L send wo", "GIVER stone pink: red, yellow")
    assert (list(taken.lines), taken.replaced, taken.kept) == ([1, 2], (0,), (1, 2))


@pytest.mark.parametrize(
    "lines, whole",
    [
        (("act hel bottom", "or act loki upper"), True),
        (("act hel bottom", "else decline", "or act loki upper"), True),
        (("act hel bottom", "or 4"), False), (("act hel bottom", "", "or act loki upper"), False),
        (("2", "or act loki upper"), False), (("act hel bottom", "act loki upper"), False),
    ],
)  # fmt: skip
def test_what_an_order_falls_back_on_goes_on_with_it_and_takes_nothing_back(
    lines: tuple[str, ...], whole: bool
) -> None:
    assert goes_on(lines, game.notation, acting().table.desk(0, NAMES)) is whole
