"""The law of cards: each has exactly the texts that its data asks for, and a test of its own."""

from __future__ import annotations

from engine.games.blood_rage.data import BY_CODE, CARDS, DESIGNS, FIGURE_CODES
from engine.games.blood_rage.rules.play import card, trait
from tests.games.blood_rage.cards import (
    test_frigga,
    test_heimdall,
    test_loki,
    test_monsters,
    test_odin,
    test_quests,
    test_thor,
    test_troops,
    test_tyr,
)
from tests.games.blood_rage.cards.deck import TESTED

DECKS = (
    test_frigga, test_heimdall, test_loki, test_monsters, test_odin, test_quests, test_thor, test_troops, test_tyr
)  # fmt: skip


def test_there_are_71_designs_on_102_cards_found_by_name() -> None:
    assert (len(DESIGNS), len(CARDS), len(BY_CODE)) == (71, 102, 71)


def test_the_law_of_cards_every_text_that_the_data_asks_for_is_said_and_no_other() -> None:
    wanted = {name: design.at for name, design in DESIGNS.items()}
    events = {name: [at for at in moments if at in card.moments] for name, moments in wanted.items()}
    traits = {name: [at for at in moments if at in trait.moments] for name, moments in wanted.items()}
    assert {at for moments in wanted.values() for at in moments} <= {*card.moments, *trait.moments}
    assert (card.unsaid(events), card.unknown(events)) == (set(), set())
    assert (trait.unsaid(traits), trait.unknown(traits)) == (set(), set())
    assert all(text for name in DESIGNS for text in (*card.texts(name).values(), *trait.texts(name).values()))


def test_every_design_has_its_test() -> None:
    assert set(BY_CODE) == TESTED, DECKS


def test_every_figure_has_a_name_of_its_own() -> None:
    assert len(set(FIGURE_CODES)) == 12
