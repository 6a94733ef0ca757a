"""What a reader of the log alone can follow: what lies where, whose it was, and each thing in its order."""

from __future__ import annotations

import pytest

from engine.core.happenings import Happening
from engine.games.asgards_chosen import happenings as h
from tests.games.asgards_chosen.scene import ENOUGH, Scene
from tests.games.asgards_chosen.words.test_saga import faces, told

FULL = "garmr1 nixie1 huldra1 fairies1 dvergar1"  # as many creatures as the Barrows hold


def test_militia_that_fill_the_barrows_are_told_before_what_they_push_out() -> None:
    """R2.11: "Banished: Garmr (the Barrows are full)" stood before the Draugr that has pushed it out."""
    scene = Scene(1, "solitaire", heroes={"AF": "L7b"}, graves=FULL, deck="draugr1 mittagsfrau1 troll1").turn("A")
    [line, pushed] = told(faces(scene.attacks("A", "F", "L7b", "S1b").told)[-4:])
    assert line.startswith("Anna attacks S1b (hill) from L7b (lake): heroine (F). Militia, power ")
    assert line.endswith("To the Barrows: Draugr.")
    assert pushed == "Banished: Garmr (the Barrows are full)."


def test_so_is_the_card_with_which_the_deck_runs_out() -> None:
    last: list[Happening] = [h.EndTriggered("deck"), h.MilitiaRevealed("militia", ("garmr2",), (), (), (), 3)]
    assert told(last) == ["Militia, power 3: Garmr II.", "The creature deck has run out: the last round has come."]


def test_a_new_deck_stands_between_no_card_and_what_it_pushes_out() -> None:
    given: list[Happening] = [
        h.CardsBanished(("garmr1",), "barrows"), h.DeckRenewed("second", 48), h.CardsBanished(("gram",), "barrows"),
        h.MilitiaRevealed("foes", (), ("nixie1", "almace"), (), (), 0),
    ]  # fmt: skip
    assert told(given) == [
        "No attackers. To the Barrows: Nixie, Almace.", "Banished: Garmr, Gram (the Barrows are full).",
        "The second creature deck is begun. Cards: 48.",
    ]  # fmt: skip
    filled: list[Happening] = [h.DeckRenewed("again", 5), h.TischFilled(("U1",), ("garmr2",))]
    assert told(filled)[1] == "The Tisch is filled: U1 Garmr II."


def test_a_sacrifice_is_told_before_what_it_pushes_out_as_ever() -> None:
    given: list[Happening] = [h.CardsSacrificed(0, ("troll1",), "blot"), h.CardsBanished(("garmr1",), "barrows")]
    assert told(given) == ["Anna sacrifices Troll (Blót).", "Banished: Garmr (the Barrows are full)."]


def test_a_draw_for_honor_has_the_shuffle_before_it() -> None:
    """The discards were shuffled for it; told before the battle was decided they seemed to hold its cards."""
    end: list[Happening] = [
        h.PileShuffled(0, 7), h.CardsDrawn(0, 1, "honor", None), h.BattleDecided(None, 0, "L1a", 6, 7, won=False),
        h.CardsBanished(("garmr1",), "militia"),
    ]  # fmt: skip
    [passage] = told(end)
    assert passage == (
        "6 against 7: the enemy loses the battle for L1a (forest). Banished after the battle: Garmr. Anna shuffles the "
        "discard pile into a new draw pile: 7. Anna draws 1 (honor draw)."
    )
    assert told([h.PileShuffled(0, 7), h.CardsDrawn(0, 1, "fairies1", None)]) == [
        "Anna shuffles the discard pile into a new draw pile: 7.", "Anna draws 1 (Fairies)."
    ]  # fmt: skip


def test_the_tisch_is_told_with_its_slots_and_with_what_was_turned_for_it() -> None:
    """R3.5.1, R14.4: orders name slots; what is banished or set aside all have seen."""
    cards = ("troll1", "garmr1", "gram", "nixie1", "huldra1", "fairies1", "almace", "ormr1")
    [dealt] = told([h.TischDealt(cards, ("blot", "murrain"), ())])
    assert dealt == (
        "The Tisch is dealt: B1 Troll, B2 Garmr, B3 Gram, B4 Nixie, U1 Huldra, U2 Fairies, U3 Almace, U4 Ormr. "
        "Banished: Blót, Murrain."
    )
    assert told([h.TischDealt(cards[:1], (), ("almace",))]) == [
        "The Tisch is dealt: B1 Troll. Set aside, and shuffled into the deck afterwards: Almace."
    ]
    assert told([h.TischFilled(("B2", "U1"), ("troll1", "gram"))]) == ["The Tisch is filled: B2 Troll, U1 Gram."]


def test_of_partners_the_one_who_defends_is_named() -> None:
    """R16.5: it may be either of them. Alone it can be nobody else."""
    attack = h.BattleBegan(None, 1, "blot", "", "L1a")
    assert told([attack]) == ["The event Blót attacks L1a (forest). Defender: Boris."]
    assert told([attack], names=("Anna",)) == ["The event Blót attacks L1a (forest)."]
    from_there = h.BattleBegan(None, 0, "blot", "S1a", "L1a")
    assert told([from_there]) == ["The event Blót attacks L1a (forest) from S1a (forest). Defender: Anna."]


def test_militia_that_a_card_takes_are_discarded_from_no_hand() -> None:
    """R15.8, R17.2: "Anna discards Dís" was read as a card of her hand."""
    assert told([h.CardsDiscarded(0, ("dis1",), "giant_spider1")]) == [
        "Anna puts Dís from the battle onto the discard pile (Giant Spider)."
    ]
    assert told([h.CardsDiscarded(0, ("dis1",), "mamuna")], "ru") == [
        "Anna кладёт в сброс из битвы: Диса (Мамуна)."
    ]  # fmt: skip
    assert told([h.CardsDiscarded(0, ("odin",), "troll1")]) == ["Anna discards Odin (Troll)."]


@pytest.mark.parametrize(
    "why, english, russian",
    [
        ("frigg", "Frigg: Anna takes the marker off L1a (forest).", "Фригг: Anna снимает маркер с L1a (лес)."),
        ("murrain", "Murrain: Anna takes the marker off L1a (forest).", "Мор скота: Anna снимает маркер с L1a (лес)."),
    ],
)
def test_why_a_marker_goes_stands_in_no_second_brackets(why: str, english: str, russian: str) -> None:
    removed = h.MarkerRemoved(0, "L1a", why)
    assert (told([removed]), told([removed], "ru")) == ([english], [russian])


@pytest.mark.parametrize(
    "names, english",
    [(("Anna",), "Draw 2 cards, however many"), (("Anna", "Boris"), "Whoever has appeased the fewest")],
)
def test_an_event_is_told_as_it_is_for_whoever_plays_alone(names: tuple[str, ...], english: str) -> None:
    [line] = told([h.EventRevealed("gift_of_the_norns", "resolved")], names=names)
    assert english in line


def test_a_battle_without_militia_banishes_nothing() -> None:
    scene = Scene(1, "solitaire", heroes={"AF": "L7b"}, deck="draugr1 draugr1 draugr1 draugr1").turn("A")
    scene.attacks("A", "F", "L7b", "S1b").does("A", ENOUGH)
    assert not [one for one in told(faces(scene.told)) if "after the battle" in one]


@pytest.mark.parametrize(
    "one, english, russian",
    [
        (
            h.DeckRenewed("second", 48),
            "The second creature deck is begun. Cards: 48.",
            "Начата вторая колода существ. Карт: 48.",
        ),
        (
            h.DeckRenewed("again", 9),
            "The banished cards of the second creature deck are shuffled into a new one. Cards: 9.",
            "Изгнанные карты второй колоды существ замешаны в новую. Карт: 9.",
        ),
        (
            h.DeckRenewed("setup", 2),
            "The banished events are shuffled back into the creature deck. Cards: 2.",
            "Изгнанные события снова замешаны в колоду существ. Карт: 2.",
        ),
        (h.FavorWaived(0, "tyr"), "Anna waives the favor of Tyr.", "Anna отказывается от милости бога: Тюр."),
        (
            h.EventMisses("blot"),
            "Blót finds nothing to attack, and no place for a marker.",
            "Блот: напасть не на что, и маркер поставить некуда.",
        ),
        (
            h.EventRevealed("good_omens", "resolved", alone=True),
            "Event: Good Omens. Everybody draws a card. It concerns only whoever has met it.",
            "Событие: Добрые знамения. Каждый добирает карту. Касается только того, кто его встретил.",
        ),
        (
            h.CardFights(0, "jarngreipr", 2, "attack", back=True),
            "Anna plays Járngreipr 2, and back to hand if that side wins.",
            "Anna играет: Ярнгрейпр 2, с возвратом на руку, если эта сторона победит.",
        ),
        (
            h.CardsSacrificed(0, ("troll1",), "blot"),
            "Anna sacrifices Troll (Blót).",
            "Anna приносит в жертву: Тролль (Блот).",
        ),
    ],
)
def test_what_version_4_tells(one: Happening, english: str, russian: str) -> None:
    assert (told([one]), told([one], "ru")) == ([english], [russian])
