"""Orders as people say them, in the words of the lists and of the printed game: the same as in the notation."""

from __future__ import annotations

import pytest

from engine.core.chance import SeededChance
from engine.core.contract import Desk
from engine.core.grammar.text import fold_order
from engine.core.moves import IllegalMove
from engine.games.asgard import game
from engine.games.asgard import pieces as p
from engine.table.orders import Refused, take
from engine.table.reading.guessing import guessed
from engine.table.session import Session
from tests.games.asgard.scenarios.test_scenarios_battles import four_battles
from tests.games.asgard.scene import Scene

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
    assert (taken.said, taken.kept, taken.going) == ({0: "PLACE thor upper"}, (1,), ())
