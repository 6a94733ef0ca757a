"""Orders as people say them, in the words of the lists and of the printed game: the same as in the notation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.core.chance import SeededChance
from engine.core.grammar.text import fold_order
from engine.core.moves import IllegalMove
from engine.games.blood_rage import game
from engine.games.blood_rage.orders.spoken import as_asked
from engine.table.events import MoveMade
from engine.table.orders import Refused, take
from engine.table.session import Session
from engine.table.table import Table
from tests.games.blood_rage.orders.test_orders import desk, session
from tests.games.blood_rage.scene import RULES, Scene, begun


def scene() -> Scene:
    figures = {"A": "W@GIM W@GIM L@UTG", "B": "W@GIM L@MYR"}
    return Scene("AB", figures=figures, hand={"A": "TY5 TY2 QAL1 DWA", "B": "TY3 TY4"})


@pytest.mark.parametrize(
    "said, plain",
    [
        ("invade a Warrior into Gimlé", "invade W GIM"),
        ("Warrior to Gimle", "invade W GIM"),
        ("I invade Gimle with the Leader", "invade L GIM"),
        ("invade W GIM and pillage", "invade W GIM +pillage"),
        ("invade Leader Utgard, succor, pillage", "invade L UTG +succor +pillage"),
        ("вторгнуться вождём в Гимле", "вторжение L GIM"),
        ("вторжение воина в Утгард", "вторжение W UTG"),
        ("march 2 Warriors from Gimle to Utgard", "march GIM > UTG W2"),
        ("move the Leader and 2 Warriors from Gimle to Utgard", "march GIM > UTG L W2"),
        ("march from GIM to UTG: W and W", "march GIM > UTG W2"),
        ("марш вождя из Утгарда в Гимле", "марш UTG > GIM L"),
        ("pillage: Utgard", "pillage UTG"),
        ("грабить Утгард", "грабёж UTG"),
        ("quest Alfheim", "quest QAL1"),
        ("commit a quest: Alfheim", "quest QAL1"),
        ("выложить поход Альвхейм I", "поход QAL1"),
        ("грабить провинцию Утгард", "грабёж UTG"),
        ("pillage the province Utgard", "pillage UTG"),
        ("сыграть Вождя гномов", "усиление DWA"),
        ("оставить Кару Тюра", "оставить TY5"),
        ("защита вождя и 2 воинов", "защита L W2"),
        ("upgrade the Dwarf Chieftain in Gimle and pillage", "upgrade DWA -> GIM +pillage"),
        ("I pass", "pass"),
        ("skip my turn", "pass"),
        ("пропускаю ход", "пас"),
        ("draft rank TY5, then TY3 and any", "draft rank TY5 TY3 any"),
        ("драфт ряд TY5 > TY3, любая", "драфт ряд TY5 TY3 любая"),
        ("stats: horns, axes and rage", "stats horns axes rage"),
        ("keep TY5, TY3", "keep TY5 TY3"),
        ("call W from ANG and L from UTG", "call W<ANG; L<UTG"),
        ("pillage Utgard and card TY5", "pillage UTG; card TY5"),
        ("battle any: call none, card TY5", "battle any: call none; card TY5"),
        ("битва GIM: зов нет и карта TY5, поздно нет", "битва GIM: зов нет; карта TY5; поздно нет"),
        ("protect the Leader and W2", "protect L W2"),
        ("hammers to Utgard", "hammers UTG"),
        ("then march 2 Warriors from Gimle to Utgard", "then march GIM > UTG W2"),
    ],
)
def test_an_order_in_the_words_of_people_is_that_of_the_notation(said: str, plain: str) -> None:
    at = desk(scene(), "A")
    spoken, written = (game.notation.read([fold_order(one)], at) for one in (said, plain))
    assert (spoken.moves, spoken.plans) == (written.moves, written.plans)


@pytest.mark.parametrize(
    "kind, said, plain",
    [
        ("card", "Play Tyr's Smite", "card tyr's smite"), ("card", "I play the card TY5", "card ty5"),
        ("card", "играю Кару Тюра", "card кару тюра"), ("card", "сыграю карту TY5", "card ty5"),
        ("late", "add TY5", "late ty5"), ("late", "добавлю TY5", "late ty5"), ("keep", "оставляю TY5", "keep ty5"),
        ("keep", "I save TY5", "keep ty5"), ("stat", "raise horns", "stat horns"),
        ("stat", "поднимаю рога", "stat рога"), ("action", "play TY5", "play ty5"), ("", "play TY5", "play ty5"),
        ("card", "late TY5", "late ty5"),
    ],
)  # fmt: skip
def test_the_words_of_a_question_are_those_of_its_answer(kind: str, said: str, plain: str) -> None:
    """Where it is asked which card is played, `play` was an upgrade at the wrong time."""
    assert as_asked(fold_order(said), kind) == plain


@pytest.mark.parametrize(
    "line", ["I have 3 Warriors in Gimle", "then we will see", "pass me the mead", "move on there"]
)
def test_prose_is_no_order(line: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        game.notation.read([fold_order(line)], desk(scene(), "A"))
    assert refused.value.code == "E_SYNTAX"


@pytest.mark.parametrize(
    "lines",
    [
        ("invade W MYR, then quest QAL1, then pass",),
        ("invade W MYR; then quest QAL1", "then pass"),
        ("invade W MYR", "then quest QAL1; then pass"),
        ("then invade W MYR and then quest QAL1", "then pass"),
        ("вторжение W MYR, затем поход QAL1, потом пас",),
    ],
)
def test_what_comes_behind_it_may_stand_on_the_line_of_an_order(lines: tuple[str, ...]) -> None:
    made, wanted = session(scene()), session(scene())
    take(made, 0, lines)
    take(wanted, 0, ("invade W MYR", "then quest QAL1", "then pass"))
    assert made.table.state == wanted.table.state
    assert made.table.standing == wanted.table.standing


def test_of_a_queue_the_line_that_cannot_be_read_is_named() -> None:
    """The one above it was."""
    with pytest.raises(Refused) as refused:
        take(session(scene()), 0, ("then invade W MYR", "then fly UTG", "then pass"))
    assert (refused.value.line, refused.value.text) == (1, "then fly UTG")


@pytest.mark.parametrize("line", ["draft 2", "взять 2"])
def test_the_verb_of_a_question_may_stand_before_numbers_of_its_list(line: str) -> None:
    table = Table(game, RULES, RULES.Options(), 3, begun(3), [()] * 3)
    at = table.desk(0)
    assert game.notation.read([line], at).moves == (at.menus(at.decisions[0]).pick("2"),)


def test_what_of_a_queue_was_done_at_once_is_told_apart_from_what_is_kept() -> None:
    """Both lines were told as done."""
    invaded = "Warrior to Myrkulor, Rage 1 (invade W MYR)"
    taken = take(session(scene()), 0, ("then invade W MYR", "then quest QAL1", "then pass"), language="en")
    assert (taken.said, taken.kept, taken.going) == ({0: invaded}, (1, 2), ())
    taken = take(session(scene()), 0, ("then invade W MYR, then pass",), language="en")
    assert (taken.said, taken.kept, taken.going) == ({0: invaded}, (0,), (0,))
    taken = take(session(scene()), 0, ("then if rage>=9: pass", "then pass"), language="en")
    assert (taken.said, taken.kept, taken.going) == ({}, (0, 1), ())


@pytest.mark.parametrize(
    "line", ["none", "None.", "nothing", "nobody", "no", "pass", "ничего", "никого", "никто", "нет"]
)
def test_a_bare_no_at_a_call_is_the_answer_of_the_list_and_no_order_for_the_whole_battle(line: str) -> None:
    """Whoever answered with the list's own word was not asked again when others had come."""
    figures = {"A": "L @AND, W @GIM", "B": "W2 @GIM"}
    found = session(Scene("AB", figures=figures, hand={"A": "TY5", "B": "TY3"}))
    take(found, 0, ("pillage AND",))
    before = len(found.made)
    assert [(one.seat, one.kind) for one in found.table.pending()] == [(1, "call")]
    take(found, 1, (line,))
    assert moved(found, before)["kind"] == "call_pass"


def test_a_bare_card_takes_the_place_of_the_one_that_was_kept() -> None:
    found = Session(Table(game, RULES, RULES.Options(), 3, begun(3), [()] * 3), SeededChance(b"draft"))
    first, second = sorted(found.table.desk(0).view.pack)[:2]
    for card in (first, second):
        take(found, 0, (card,))
        assert moved(found, -1)["cards"] == [card]


def moved(found: Session, at: int) -> Mapping[str, Any]:
    made = found.made[at].payload
    assert isinstance(made, MoveMade)
    return made.move
