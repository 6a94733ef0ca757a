"""The log tells a battle as a battle: who comes, what each side plays, what comes of it, a passage each."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.core.happenings import Happening
from engine.games.asgards_chosen import happenings as h
from engine.games.asgards_chosen import moves as m
from engine.games.asgards_chosen.words.status import ChosenWords
from tests.games.asgards_chosen.scene import ENOUGH, RULES, Scene, pay, play
from tests.games.asgards_chosen.table import Letters
from tests.games.asgards_chosen.test_properties import GAMES, walk

NAMES = ("Anna", "Boris", "Carl", "Dora")
TOLD = """
Anna attacks S1b (hill) from L7b (lake): hero (M). Defender: Boris. Militia, power 1: Mittagsfrau. To the Barrows:
Draugr. Bodyguard, power 2: Garmr.

Anna plays Troll 4. Anna uses Troll. Anna discards Odin (Troll). Anna plays Nixie 2. Attack 8, defence 3.

Boris plays Giant Spider 3. Boris uses Giant Spider. Withheld from Anna until the end of the campaign phase: Troll.
Attack 2, defence 6.

Anna goes berserk: Curtana 3, Ormr 3.

8 against 6: Anna wins the battle for S1b (hill). Anna gains S1b (hill), Boris loses it. Boris: the heroine (F) is
vanquished in S1b (hill). Boris: the heroine (F) retreats to T6. Anna: the hero (M) goes into S1b (hill). Banished after
the battle: Mittagsfrau, Garmr. Boris draws 2 (honor draw).
"""


def faces(happenings: list[Any], viewer: int | None = None) -> list[Happening]:
    """What a viewer sees of them."""
    return [face for one in happenings if (face := one.seen_by(viewer)) is not None]


def told(happenings: list[Happening], language: str = "en", names: tuple[str, ...] = NAMES) -> list[str]:
    return [text for _, text in ChosenWords(language, names).passages(happenings)]


@pytest.fixture
def battle() -> list[Happening]:
    """Boris's heroine holds the hill; Anna's man goes berserk and takes it."""
    scene = Scene(
        2, heroes={"AM": "L7b", "BF": "S1b"}, markers={"B": "T6 S3b"},
        hands={"A": "troll1 nixie1 ormr1 curtana odin", "B": "giant_spider1 thor"}, draws={"B": "tyr hel loki"},
        deck="draugr1 mittagsfrau1 garmr1",
    ).turn("A")  # fmt: skip
    letters = Letters(scene).sends("A", "attack M from L7b to S1b").sends("A", "play Troll[discard Odin]; Nixie")
    letters.sends("B", "play Giant Spider[withhold Troll]").sends("A", "berserk Curtana; Ormr")
    letters.sends("B", "no").sends("B", "retreat T6")
    return faces(scene.told)


def test_a_battle_is_told_step_by_step(battle: list[Happening]) -> None:
    assert told(battle) == [" ".join(one.split()) for one in TOLD.strip().split("\n\n")]


def test_in_russian_it_is_as_many_passages_with_the_same_numbers(battle: list[Happening]) -> None:
    english, russian = told(battle), told(battle, "ru")
    assert len(english) == len(russian) == 5
    for one, other in zip(english, russian, strict=True):
        assert re.findall(r"\d+", one) == re.findall(r"\d+", other)
    assert "героиня (Ж) повержена" in russian[-1]


@pytest.mark.parametrize("seats, options, seed", GAMES[::3])
def test_nothing_that_is_told_alone_is_left_out(seats: int, options: dict[str, Any], seed: int) -> None:
    """Every name and number of the single sentences stands in the passages, but for phases without anything."""
    happenings = list[Any]()
    for _ in walk(seats, options, seed, happenings):
        pass
    words, seen = ChosenWords("en", NAMES), faces(happenings, 0)
    single = {word for one in seen for word in re.findall(r"[A-Z]\w+|\d+", words.happening(one))}
    assert single - set(re.findall(r"[A-Z]\w+|\d+", " ".join(told(seen)))) == set()


def test_each_side_speaks_for_itself() -> None:
    """Totals after a step in which nothing was played are said with whose step it was."""
    steps = [h.CardFights(0, "odin", 1, "attack"), h.StepEnded(0, "attack", 1, 2), h.StepEnded(1, "defend", 1, 2)]
    assert told(list(steps)) == ["Anna plays Odin 1. Attack 1, defence 2.", "Boris plays no more. Attack 1, defence 2."]


def test_phases_in_which_nothing_happens_are_passed_over() -> None:
    phases: list[Happening] = [h.PhaseBegan("god"), h.PhaseBegan("charm"), h.PhaseBegan("campaign"), h.TurnPassed(0)]
    assert told(phases) == ["— campaign phase —", "Anna moves no hero."]


def test_that_partners_could_appease_is_said_where_one_of_them_could() -> None:
    idle: list[Happening] = [h.TurnsOver(), h.PhaseBegan("charm"), h.CharmPlayed(0, "aarni")]
    assert told(idle) == ["— charm phase —", "Anna plays the charm Aarni."]
    asked: list[Happening] = [h.TurnsOver(), h.NobodyAppeased(1), h.PhaseBegan("charm")]
    assert told(asked)[:2] == ["Both have had their turn: now a god can be appeased.", "Boris appeases no god."]


def test_an_event_that_is_over_is_said_once_and_a_new_one_with_what_it_does() -> None:
    events: list[Happening] = [
        h.KeeperLeft("bog_iron"), h.CardsBanished(("bog_iron",), "keeper"), h.EventRevealed("good_omens", "resolved"),
    ]  # fmt: skip
    assert told(events) == ["No longer in force: Bog Iron.", "Event: Good Omens. Everybody draws a card."]


def test_a_draw_of_nothing_is_said_as_that() -> None:
    assert told([h.CardsDrawn(0, 0, "odin", ())]) == ["Anna has no card to draw (Odin)."]
    assert told([h.CardsDrawn(0, 2, "odin", None)]) == ["Anna draws 2 (Odin)."]


@pytest.mark.parametrize("used, english, russian", [
    (("alfar1", "", "troll1#2"), "Anna uses Álfar on Troll #2.", "Anna применяет умение: Альвы, цель: Тролль #2."),
    (("nixie1", "alfar1", "ormr1"), "Anna uses Nixie, which copies Álfar, on Ormr.",
     "Anna применяет умение: Никса повторяет карту Альвы, цель: Орм."),
    (("troll1", "", "odin"), "Anna uses Troll.", "Anna применяет умение: Тролль."),
    (("nixie1", "troll1", "odin"), "Anna uses Nixie, which copies Troll.",
     "Anna применяет умение: Никса повторяет карту Тролль."),
])  # fmt: skip
def test_which_militia_change_sides_is_said(used: tuple[str, str, str], english: str, russian: str) -> None:
    """Nothing else says it; what other abilities are used on is discarded, banished, taken or moved in the open."""
    for language, text in (("en", english), ("ru", russian)):
        assert told([h.AbilityUsed(0, *used)], language) == [text]


@pytest.mark.parametrize("language, why", [("en", "Eight markers at most: "), ("ru", "Не больше восьми маркеров: ")])
def test_a_marker_that_is_given_up_for_a_ninth_has_nothing_to_do_with_the_hand(language: str, why: str) -> None:
    scene = Scene(heroes={"AF": "L9a", "AM": "S1a"}, markers={"A": "S1b L9b T1 T4 T8 T9", "B": "S2b T5"},
                  hands={"A": "odin"})  # fmt: skip
    scene.attacks("A", "F", "L9a", "S2b").does("A", play("odin"), ENOUGH, m.Shift(marker="L9a"))
    [line] = told(faces([scene.last("marker_removed")]), language)
    assert line.startswith(why)


def test_a_payment_names_the_favor_and_the_keeper_that_make_up_its_sum() -> None:
    given: dict[str, Any] = {"markers": {"A": "S2b"}, "shown": {"A": "freyja"}, "tisch": {"B1": "garmr1"}}
    scene = Scene(hands={"A": "thor odin"}, keeper="harvest_moon", **given).musters("A")
    scene.does("A", m.Muster(slot="B1", pay=pay("thor"), favor=True))
    [line] = told(faces([scene.last("card_mustered")]))
    assert line == "Anna musters Garmr (B1, cost 4). Paid 5: Thor, Freyja's favor, Harvest Moon."
    [line] = told(faces([scene.last("card_mustered")]), "ru")
    assert line.endswith("Плата 5: Тор, милость Фрейи, Луна урожая.")


@pytest.mark.parametrize(
    "language, end", [("en", "Troll, Odin, Frigg's favor."), ("ru", "Тролль, Один, милость Фригг.")]
)
def test_a_payment_names_the_favor_that_opened_the_card(language: str, end: str) -> None:
    paid = h.CardMustered(0, "garmr1", "U1", ("troll1", "odin"), 6, 4, ("frigg",))
    assert told([paid], language)[0].endswith(end)


def test_so_does_one_that_is_open_when_more_is_added() -> None:
    given: dict[str, Any] = {"markers": {"A": "S2b"}, "shown": {"A": "freyja"}, "tisch": {"B1": "garmr1"}}
    scene = Scene(hands={"A": "fairies1"}, draws={"A": "odin"}, **given).musters("A")
    scene.does("A", m.Muster(slot="B1", pay=pay("fairies1[]"), favor=True, open=True))
    assert told(faces([scene.last("payment_opened")])) == [
        "Anna pays for Garmr, open: 4 so far (Fairies, Freyja's favor)."
    ]
    scene.does("A", m.AddPay(pay=pay("odin")), m.AddPay())
    assert told(faces([scene.last("card_mustered")])) == [
        "Anna musters Garmr (B1, cost 4). Paid 5: Fairies, Odin, Freyja's favor."
    ]


def test_a_look_says_whose_hand_it_is() -> None:
    scene = Scene(hands={"A": "loki", "B": "troll1", "C": "garmr1"}).gods("A").does("A", m.PlayGod(god="loki", on=2))
    look = scene.last("cards_looked_at")
    assert told(faces([look])) == ["Anna looks into a hand (Loki). Carl: 1."]
    assert told(faces([look], 2)) == told(faces([look], 0)) == ["Anna looks into a hand (Loki). Carl: Garmr."]
    assert told(faces([look]), "ru") == ["Anna смотрит чужую руку (Локи). Carl: 1."]
    scene = Scene(1, "solitaire", hands={"A": "loki"}, deck="troll1 garmr1").gods("A")
    look = scene.does("A", m.PlayGod(god="loki")).last("cards_looked_at")
    assert told(faces([look])) == ["Anna looks at the top of the creature deck (Loki): 2."]


def test_whoever_adds_to_a_payment_reads_for_what_and_what_it_costs_now() -> None:
    given: dict[str, Any] = {"markers": {"A": "T1"}, "tisch": {"B1": "gram"}, "keeper": "bog_iron"}
    scene = Scene(hands={"A": "fairies1 odin"}, draws={"A": "tyr"}, **given).musters("A")
    scene.does("A", m.Muster(slot="B1", pay=pay("fairies1[]"), open=True))
    [asked] = [one for one in RULES.decisions(scene.state) if one.waits]
    question = ChosenWords("en", NAMES).question(asked, RULES.view(scene.state, 0))
    assert question == "What do you add to the payment for Gram, cost 2 (B1)? So far 1."
    scene.does("A", m.AddPay())
    assert told(faces([scene.last("payment_failed")])) == ["Anna cannot pay for Gram: 1 is too little."]
