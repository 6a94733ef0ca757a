"""Menus as they are read: what is long is folded by what it is about, payments may be open, places are named."""

from __future__ import annotations

import pytest

from engine.core.chance import SeededChance
from engine.core.moves import IllegalMove
from engine.games.asgards_chosen import moves as m
from engine.games.asgards_chosen.words.status import ChosenWords
from engine.table.events import GameOpened
from engine.table.listing import blocks
from engine.table.session import Session
from engine.table.table import Table
from tests.games.asgards_chosen.scene import RULES, Scene, begun, pay, play
from tests.games.asgards_chosen.table import Letters


def read(scene: Scene, language: str = "en") -> list[str]:
    """The lines of the open question's menu."""
    decision = next(one for one in RULES.decisions(scene.state) if one.waits)
    words = ChosenWords(language, ("Anna", "Boris", "Carl"))
    view = RULES.view(scene.state, decision.seat)
    found = blocks(RULES.menu(scene.state, decision), words, view)
    return [f"{line.reply} {line.text}" for block in found for line in block.lines]


def test_what_an_ability_is_used_on_stands_below_its_card() -> None:
    scene = Scene(heroes={"AF": "S1a"}, hands={"A": "troll1 odin thor fairies1 ormr1 gram"}, deck="nixie1 jotunn1")
    assert read(scene.attacks("A", "F", "S1a", "S1b")) == [
        "0 play no more", "1 decline: the battle is lost", "2 Fairies (+2)", "3 Fairies (+2), with its ability",
        "4 Troll (+4)", "5 Troll (+4), with its ability", "5.1 discard Fairies", "5.2 discard Ormr", "5.3 discard Gram",
        "5.4 discard Thor", "5.5 discard Odin", "6 Ormr (+3)", "7 Thor (+1)", "8 Odin (+1)",
    ]  # fmt: skip


def test_copies_stand_once_and_an_item_where_it_can_be_played() -> None:
    """R8.3.2, R8.3.3, R17.4: Gram is for a man; an Ormr in play doubles as long as the step is on."""
    hand = {"A": "ormr1 ormr1 troll1 troll1 gram almace jarngreipr"}
    scene = Scene(heroes={"AF": "S3a"}, hands=hand, deck="nixie1 jotunn1")
    scene.attacks("A", "F", "S3a", "S3b").does("A", play("ormr1"), play("troll1"))
    prices = ["discard Almace", "discard Gram", "discard Járngreipr"]
    assert read(scene) == [
        "0 play no more", "1 Troll (+3)", "2 Ormr (+4)", "3 Ormr (+4), with its ability",
        *[f"3.{number} {price}" for number, price in enumerate(prices, 1)],
        "4 Almace (+3)", "5 Járngreipr (+1)", "6 Járngreipr (+1), and back to hand if you win",
        "7 Ormr (+4), with its ability", *[f"7.{number} {price}" for number, price in enumerate(prices, 1)],
    ]  # fmt: skip


def test_who_has_too_little_may_draw_first_and_then_see() -> None:
    scene = Scene(
        2, heroes={"AF": "S1a"}, markers={"A": "T1"}, hands={"A": "fairies1 odin"}, draws={"A": "thor hel"},
        tisch={"B1": "gram", "B2": "curtana"},
    ).musters("A")  # fmt: skip
    assert read(scene) == [
        "0 pass", "1 Gram, cost 4: first play what draws, then see (B1)",
        "2 Curtana, cost 4: first play what draws, then see (B2)",
    ]  # fmt: skip
    assert scene.offered()[1] == m.Muster(slot="B1", pay=pay("fairies1[]"), open=True)
    scene.does("A", scene.offered()[1])
    assert scene.asked == ("A", "add")


def test_an_item_that_draws_opens_a_payment_too() -> None:
    scene = Scene(
        1, "solitaire", heroes={"AF": "S1a"}, markers={"A": "T1"}, hands={"A": "andvaranaut"}, draws={"A": "dvergar1"},
        tisch={"B1": "gram"},
    ).musters("A")  # fmt: skip
    assert scene.offered()[1:] == [m.Muster(slot="B1", pay=pay("andvaranaut"), open=True)]
    assert Letters(scene).sends("A").scene.asked == ("A", "muster")  # not passed over
    scene.does("A", scene.offered()[1], m.AddPay(pay=pay("dvergar1")), m.AddPay())
    assert scene.last("card_mustered").power == 6


def test_what_an_open_payment_draws_may_draw_again() -> None:
    scene = Scene(2, markers={"A": "T1"}, hands={"A": "fairies1"}, draws={"A": "fairies2 odin"}, tisch={"B1": "gram"})
    scene.musters("A").does("A", m.Muster(slot="B1", pay=pay("fairies1[]"), open=True))
    assert read(scene) == ["0 add no more", "1 Fairies II (+2)", "2 Fairies II (+2), drawing with it"]
    assert scene.offered()[2] == m.AddPay(pay=pay("fairies2[]"))


@pytest.mark.parametrize(
    "hand, ways",  # open, with the favor
    [
        ("fairies1", {(True, False), (True, True)}),
        ("fairies1 thor odin", {(True, False), (False, True)}),
        ("fairies1 thor odin hel loki frigg", {(False, False), (False, True)}),
    ],
)
def test_freyjas_favor_goes_into_an_open_payment_that_is_short_with_it(hand: str, ways: set[tuple[bool, bool]]) -> None:
    scene = Scene(2, markers={"A": "T1"}, hands={"A": hand}, shown={"A": "freyja"}, tisch={"B1": "skofnung"})
    offered = scene.musters("A").offered()
    assert {(one.open, one.favor) for one in offered if isinstance(one, m.Muster)} == ways
    assert ("2 Skofnung, cost 6, with Freyja's favor: first play what draws, then see (B1)" in read(scene)) == (
        (True, True) in ways
    )


def test_places_of_tiles_and_towns_are_named_by_what_lies_beside_them() -> None:
    scene = Scene(2)
    scene.state = begun(2)
    lines = read(scene)
    assert all(", beside " in line for line in lines if "." in line.partition(" ")[0])
    decision = RULES.decisions(scene.state)[0]
    assert RULES.menu(scene.state, decision).first() == RULES.default(scene.state, decision)
    scene.times_out()
    assert all(", beside " in line for line in read(scene))


@pytest.mark.parametrize("line", ["play 4 2 7", "PLAY 4, 2; 7", "сыграть 4 2 7", "play Troll; Fairies; Thor"])
def test_a_list_of_cards_may_be_numbers_of_the_menu(line: str) -> None:
    scene = Scene(heroes={"AF": "S1a"}, hands={"A": "troll1 odin thor fairies1 ormr1"}, deck="nixie1 jotunn1 ormr1")
    letters = Letters(scene.attacks("A", "F", "S1a", "S1b")).sends("A", line)
    assert letters.played("A") == ["troll1", "fairies1", "thor"]


def test_a_number_that_leads_on_or_is_none_is_refused() -> None:
    scene = Scene(heroes={"AF": "S1a"}, hands={"A": "troll1 odin thor fairies1 ormr1"}, deck="nixie1 jotunn1 ormr1")
    for line in ("play 4 99", "play 5"):
        with pytest.raises(IllegalMove, match="E_MENU"):
            Letters(scene.attacks("A", "F", "S1a", "S1b")).sends("A", line)


@pytest.mark.parametrize("seed", range(6))
def test_where_a_tile_can_lie_in_one_way_its_line_is_the_whole_answer(seed: int) -> None:
    """A list of one line would be a mail that asks nothing."""
    session = Session(
        Table.opened(GameOpened(game="asgards_chosen", rules=1, options={}, seats=3, commitment="0")),
        SeededChance(bytes([seed]) * 32),
    )
    session.start()
    ways = []
    while (asked := next(one for one in session.table.pending() if one.seat >= 0)).kind in ("tile", "town"):
        menu = session.table.desk(asked.seat).menus(asked)
        if asked.kind == "tile":
            ways += [len(list(option.then().leaves())) if option.then else 1 for _, option in menu.lines]
            assert all(option.then is None or len(option.then().lines) > 1 for _, option in menu.lines)
        session.move(asked.seat, next(menu.leaves())[2])
        session.settle()
    assert 1 in ways
    assert max(ways) > 1
