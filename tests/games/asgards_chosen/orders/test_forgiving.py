"""What people type: every legal move in any of its written forms, with the slips of hands; what comes near to one."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from engine.core.chance import SeededChance
from engine.core.grammar.text import fold_order
from engine.core.moves import IllegalMove, Move
from engine.games.asgards_chosen import moves as m
from engine.table.session import Session
from engine.table.table import Table
from tests.games.asgards_chosen.scene import ENOUGH, RULES, Scene, rage, seat
from tests.games.asgards_chosen.table import GAME, Letters
from tests.games.asgards_chosen.test_properties import walk

NAMES = ("Anna", "Boris", "Carl", "Dora")
SETTINGS: list[tuple[int, dict[str, Any]]] = [
    (2, {"mode": "introductory"}), (3, {}), (4, {"length": "epic", "late_items": True}), (1, {"mode": "solitaire"}),
    (2, {"mode": "coop"}),
]  # fmt: skip
EACH = 40  # positions of a game


@lru_cache(maxsize=1)
def positions() -> list[tuple[Any, Move]]:
    """(desk, legal answer) of random games in every mode."""
    found: list[tuple[Any, Move]] = []
    for number, (seats, options) in enumerate(SETTINGS):
        places = list(walk_some(seats, options, number))
        found += random.Random(number).sample(places, min(EACH, len(places)))
    return found


def walk_some(seats: int, options: dict[str, Any], seed: int) -> list[tuple[Any, Move]]:
    kept: list[tuple[Any, Move]] = []
    for number, (state, decision, move) in enumerate(walk(seats, options, seed)):
        if number % 3 == 0:
            table = Table(GAME, RULES, RULES.Options(**options), seats, state.copy(), [()] * seats)
            session = Session(table, SeededChance(b"forgiving"), NAMES[:seats])
            kept.append((session.table.desk(decision.seat, NAMES[:seats]), move))
    return kept


def no_accents(line: str) -> str:
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", line) if not unicodedata.combining(sign))
    return unicodedata.normalize("NFC", plain)


SLIPS: dict[str, Callable[[str], str]] = {
    "as it is written": lambda line: line,
    "in capitals": str.upper,
    "in small letters": str.lower,
    "without accents": lambda line: no_accents(line) if line.isascii() or "й" not in line.lower() else line,
    "with many blanks": lambda line: "  " + line.replace(" ", "   "),
    "with a full stop": lambda line: line + ".",
    "in quotation marks": lambda line: f"“{line}”",
    "with blanks before commas": lambda line: line.replace(",", " ,").replace("[", " [ "),
}


def read(line: str, desk: Any) -> Move | None:
    order = GAME.notation.read([fold_order(line)], desk)
    return order.moves[0] if order.moves else None


@settings(max_examples=150, deadline=None)
@given(some.data())
def test_every_legal_answer_is_read_however_it_is_typed(data: some.DataObject) -> None:
    desk, move = data.draw(some.sampled_from(positions()))
    language, slip = data.draw(some.sampled_from(("en", "ru"))), data.draw(some.sampled_from(sorted(SLIPS)))
    written = GAME.notation.write(move, language, desk)
    assert read(SLIPS[slip](written), desk) == move


@settings(max_examples=100, deadline=None)
@given(some.data())
def test_a_line_of_the_menu_is_that_answer_in_words(data: some.DataObject) -> None:
    desk, _ = data.draw(some.sampled_from(positions()))
    move = desk.menus(desk.asked()).random(random.Random(data.draw(some.integers(0, 99))))
    for language in ("en", "ru"):
        assert read(GAME.notation.write(move, language, desk), desk) == move


@pytest.mark.parametrize(
    "line",
    ["move F to s1-b", "MOVE f S1B", "move woman to S1b", "move female s1b", "move F to S 1b", "идти ж в s1b",
     "ИДТИ женщина S1B", "move F to S1b!", "mov f to s1b", "идт Ж S1b"],
)  # fmt: skip
def test_places_and_heroes_as_people_write_them(line: str) -> None:
    desk = Letters(Scene(heroes={"AF": "S1a"}, markers={"A": "S1b"}).turn("A")).session.table.desk(0, NAMES[:3])
    assert read(line, desk) == m.MoveHero(hero="F", to="S1b")


@pytest.mark.parametrize(
    "line, right",
    [
        ("move F S1", "move F to S1b"),
        ("mvoe F to S1b", "move F to S1b"),
        ("attack T1", "attack F from S1a to T1"),
        ("attack F T1", "attack F from S1a to T1"),
        ("атака T1", "атака Ж из S1a в T1"),
        ("атка Ж в T1", "атака Ж из S1a в T1"),
    ],
)
def test_a_near_miss_gets_the_shortest_right_line(line: str, right: str) -> None:
    desk = Letters(Scene(heroes={"AF": "S1a"}, markers={"A": "S1b"}).turn("A")).session.table.desk(0, NAMES[:3])
    with pytest.raises(IllegalMove) as refused:
        read(line, desk)
    assert (refused.value.code, refused.value.where.get("right")) == ("E_MEANT", right)


@pytest.mark.parametrize("line", ["attack everybody at once", "thanks for the game", "move on, friends", "play nice"])
def test_prose_is_not_taken_for_a_near_miss(line: str) -> None:
    desk = Letters(Scene(heroes={"AF": "S1a"}).turn("A")).session.table.desk(0, NAMES[:3])
    with pytest.raises(IllegalMove, match="E_SYNTAX"):
        read(line, desk)


@pytest.mark.parametrize("line", ["no", "NONE", "нет", "ничего"])
def test_no_and_none_refuse_whatever_is_asked(line: str) -> None:
    """D6b, D9, D10: `end`, `no` and `pass` are one answer; only at an attack two could be meant."""
    fight: dict[str, Any] = {"heroes": {"AF": "S1a"}, "markers": {"B": "S1b T9"}, "deck": "jotunn1 ormr1",
                             "hands": {"A": "troll1 odin", "B": "thor nixie1"}}  # fmt: skip
    alone: dict[str, Any] = {"heroes": {"AF": "S1a"}, "hands": {"A": "baldr odin raskovnik"}}
    for scene in (Scene(**alone).gods("A"), Scene(**alone).charms("A"), Scene(**alone).renews()):
        assert scene.asked is not None
        assert not said_no(scene, "A", line)
    scene = Scene(**fight).attacks("A", "F", "S1a", "S1b").does("A", ENOUGH)
    assert said_no(scene, "B", line) == ("A", "berserk")
    assert said_no(scene, "A", line) is None


@pytest.mark.parametrize("line", ["no", "none", "pass", "пас"])
def test_a_late_play_is_passed_over_by_pass_too(line: str) -> None:
    scene = Scene(
        heroes={"AF": "L7a"}, markers={"B": "L7b T1"}, hands={"A": "ormr1 thor", "B": "dis1 thor"}, deck="nixie1 gram"
    ).attacks("A", "F", "L7a", "L7b")  # fmt: skip
    scene.does("A", ENOUGH).does("B", ENOUGH).does("A", rage("ormr1"), ENOUGH)
    assert scene.asked == ("B", "late")
    assert said_no(scene, "B", line) is None


def said_no(scene: Scene, player: str, line: str) -> tuple[str, str] | None:
    """What is asked after this line, which leaves no plan."""
    letters = Letters(scene).sends(player, line)
    assert not letters.session.table.standing[seat(player)]
    return letters.scene.asked


def bog(hand: str) -> Scene:
    """An attack on a bog, from the lake beside it."""
    scene = Scene(
        heroes={"AF": "L7b"}, markers={"B": "L7a T9"}, hands={"A": hand, "B": "garmr2"}, deck="mittagsfrau1 draugr1"
    )
    return scene.attacks("A", "F", "L7b", "L7a")


@pytest.mark.parametrize("line, card, on", [
    ("play foss[take mitt]", "fossegrim1", "mittagsfrau1"), ("PLAY Фосс[взять полу]", "fossegrim1", "mittagsfrau1"),
    ("play nix[copy mitt]", "nixie2", "mittagsfrau1"), ("play garm", "garmr1", ""), ("play ga", "garmr1", ""),
])  # fmt: skip
def test_of_two_cards_that_begin_so_the_one_on_the_table_is_meant(line: str, card: str, on: str) -> None:
    """No name of a creature could be cut short else: each begins that of its second version. Of other hands all know
    nothing."""
    desk = Letters(bog("fossegrim1 nixie2 garmr1 thor")).session.table.desk(0, NAMES[:3])
    move = read(line, desk)
    assert isinstance(move, m.Play)
    assert (move.card, (move.aim and move.aim.card) or "") == (card, on)


@pytest.mark.parametrize("hand, militia", [("garmr1 garmr2", "mittagsfrau1 draugr1"), ("garmr1", "garmr2 draugr1")])
def test_of_two_that_are_there_none_is_guessed(hand: str, militia: str) -> None:
    scene = Scene(heroes={"AF": "L7b"}, markers={"B": "L7a T9"}, hands={"A": hand}, deck=militia)
    desk = Letters(scene.attacks("A", "F", "L7b", "L7a")).session.table.desk(0, NAMES[:3])
    with pytest.raises(IllegalMove, match="E_AMBIGUOUS"):
        read("play garm", desk)
    assert read("play garmr", desk) == m.Play(card="garmr1")


@pytest.mark.parametrize("line", ["pass", "PASS", "пас"])
def test_pass_alone_answers_what_is_asked_and_no_turn_that_is_still_to_come(line: str) -> None:
    """Else who passes in the god phase would not move a hero either, and hear nothing of it."""
    alone: dict[str, Any] = {"heroes": {"AF": "S1a"}, "hands": {"A": "baldr odin raskovnik"}}
    for scene in (Scene(**alone).gods("A"), Scene(**alone).charms("A")):
        said_no(scene, "A", line)
    fight = Scene(heroes={"AF": "S1a"}, markers={"B": "S1b T9"}, deck="jotunn1 ormr1",
                  hands={"A": "troll1 odin", "B": "thor nixie1"}).attacks("A", "F", "S1a", "S1b")  # fmt: skip
    assert said_no(fight.does("A", ENOUGH), "B", line) == ("A", "berserk")


def test_passes_of_a_sheet_are_turns_of_the_campaign() -> None:
    letters = Letters(Scene(heroes={"AF": "S1a"}, hands={"A": "baldr odin"}).gods("A"))
    letters.sends("A", "pass", "attack F from S1a to S1b play Odin")
    assert [one.move.kind for one in letters.session.table.standing[seat("A")]] == ["pass", "attack"]


@pytest.mark.parametrize("line", ["no", "none", "ничего"])
def test_nobody_moves_where_a_turn_of_the_campaign_is_answered_by_nothing(line: str) -> None:
    letters = Letters(Scene(heroes={"AF": "S1a"}).turn("A"))
    assert read(line, letters.session.table.desk(0, NAMES[:3])) == m.PassTurn()


@pytest.mark.parametrize("line, right", [("done", "pass"), ("готово", "пас")])
def test_who_is_done_with_a_turn_is_asked_whether_that_is_a_pass(line: str, right: str) -> None:
    """Below an attack it may mean the end of the mail: so it is not done."""
    desk = Letters(Scene(heroes={"AF": "S1a"}).turn("A")).session.table.desk(0, NAMES[:3])
    with pytest.raises(IllegalMove) as refused:
        read(line, desk)
    assert (refused.value.code, refused.value.where.get("right")) == ("E_MEANT", right)


@pytest.mark.parametrize(
    "line, plain",
    [
        ("hero F to S2a, take B2", "hero F S2a take B2"),
        ("god Baldr, discard Nixie", "god Baldr discard Nixie"),
        ("god Odin, keep Thor, best", "god Odin keep Thor, best"),
        ("бог Один, беречь Тор и Хель", "god Odin keep Thor, Hel"),
        ("бог Один оставить лучшее", "god Odin keep best"),
        ("attack F from S1a to S1b, play Troll, Odin and Thor, until win",
         "attack F from S1a to S1b play Troll; Odin; Thor"),
        ("attack F from S1a to S1b; play Troll; berserk Odin; Thor",
         "attack F from S1a to S1b play Troll berserk Odin; Thor"),
        ("attack F from S1a to S1b, play Troll; play Odin; berserk Ormr; berserk Thor; short ask",
         "attack F from S1a to S1b play Troll; Odin berserk Ormr; Thor short ask"),
        ("защита любая, сыграть Феи, Один, иначе отказ", "defend any play Fairies; Odin short decline"),
        ("muster B2, pay Troll and Odin", "muster B2 pay Troll, Odin"),
        ("muster B2, pay Troll; Odin, top Troll", "muster B2 pay Troll, Odin top Troll"),
        ("appease Hel, sac Troll, bury Draugr and Gram", "appease Hel sac Troll, bury Draugr, Gram"),
        ("appease Loki, give Troll to Boris, Nixie to P2 and Garmr to Boris",
         "appease Loki give Troll to Boris, Nixie to Boris, Garmr to Boris"),
        ("attack heroine from S1a to S1b", "attack F from S1a to S1b"),
        ("move hero to S1b", "move M to S1b"),
        ("напасть героиня из S1a в S1b, играть Один", "attack F from S1a to S1b play Odin"),
        ("атаковать герой из S1a в S1b, играть Один, иначе отказаться",
         "attack M from S1a to S1b play Odin short decline"),
        ("бог Бальдр, сбросить Никса", "god Baldr discard Nixie"),
        ("набрать B2, заплатить Тролль и Один", "muster B2 pay Troll, Odin"),
        ("защищать hero играть Тролль", "defend hero play Troll"),
        ("renew, discard Baldr & Nixie", "renew discard Baldr, Nixie"),
        ("retreat T2 > L9a, S1e", "retreat T2, L9a, S1e"),
        ("умилостивить бога Тора", "appease Thor"),
        ("бог Бальдр, сбросить Никсу", "god Baldr discard Nixie"),
        ("чары Арфу Браги взять Тора", "charm Bragi's Harp take Thor"),
        ("напасть героиней из S1a на S1b, играть Тролля и Одина", "attack F from S1a to S1b play Troll; Odin"),
        ("идти героем на S1b", "move M to S1b"),
        ("отступить на T2", "retreat T2"),
        ("снять маркер T4", "shift T4"),
        ("бог Локи на И2", "god Loki on Boris"),
    ],
)  # fmt: skip
def test_clauses_and_lists_as_people_write_them(line: str, plain: str) -> None:
    desk = Letters(Scene(heroes={"AF": "S1a"}).gods("B")).session.table.desk(0, NAMES[:3])
    orders = [GAME.notation.read([fold_order(one)], desk) for one in (line, plain)]
    assert orders[0] == orders[1]


@pytest.mark.parametrize("lines", [
    ("attack F from S1a to S1b play Odin; berserk Ormr",), ("attack F from S1a to S1b", "play Odin; berserk Ormr"),
    ("attack F from S1a to S1b", "play Odin", "berserk Ormr"),
])  # fmt: skip
def test_what_is_kept_for_going_berserk_is_not_played_before(lines: tuple[str, ...]) -> None:
    scene = Scene(heroes={"AF": "S1a"}, markers={"B": "S1b T9"}, deck="nixie1 gram",
                  hands={"A": "ormr1 odin", "B": "tyr"}).turn("A")  # fmt: skip
    letters = Letters(scene).sends("A", *lines)
    assert "ormr1" in letters.scene.hand("A")
