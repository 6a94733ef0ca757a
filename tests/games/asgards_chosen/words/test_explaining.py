"""Every card, land and word of the game is explained in every language, by the numbers of the data."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.games.asgards_chosen.data import DATA, DESIGNS, KIND, KINDS, TILES
from engine.games.asgards_chosen.words import gods, terms
from engine.games.asgards_chosen.words.explaining import capital
from engine.games.asgards_chosen.words.status import ChosenWords
from tests.games.asgards_chosen.scene import RULES, Scene
from tests.games.asgards_chosen.test_properties import GAMES, walk

LANGUAGES = ("en", "ru")
LATIN = re.compile(r"[a-z]")
CYRILLIC = re.compile(r"[а-яё]")
IN_WORDS = {"odin": {"4"}, "heavy_tribute": {"2"}}  # "the others", of five; "never the last"


def _right(text: str, language: str) -> bool:
    """Whole sentences in one alphabet."""
    bare = re.sub(r"\bII\b", "", text)
    return (
        text[:1].isupper()
        and text.endswith(".")
        and "{" not in text
        and not (LATIN if language == "ru" else CYRILLIC).search(bare.casefold())
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_of_the_components_has_its_text(language: str) -> None:
    words = ChosenWords(language)
    rows = [row for sort in ("creature", "item", "event", "god") for row in DATA[sort]]
    assert len(rows) == len(DESIGNS) == 95
    for row in rows:
        assert _right(words.facts(row["id"]), language), words.facts(row["id"])
        for mode in ("standard", "solitaire", "coop"):
            assert _right(words.does(row["id"], mode), language), words.does(row["id"], mode)
            assert len(words.explained(row["id"], mode)) <= 300, row["id"]


def _numbers(value: Any) -> set[str]:
    """All numbers above 1 in what the data say of a card's effect."""
    if isinstance(value, dict):
        return set().union(*(_numbers(one) for key, one in value.items() if key not in ("solo", "coop")))
    return {str(abs(value))} if isinstance(value, int) and not isinstance(value, bool) and abs(value) > 1 else set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_names_the_numbers_of_its_card(language: str) -> None:
    words = ChosenWords(language)
    for code, one in DESIGNS.items():
        said = set(re.findall(r"\d+", words.does(code)))
        assert _numbers({**one.effect, "appease": dict(one.appease)}) - IN_WORDS.get(code, set()) <= said, code
        facts = re.findall(r"\d+", words.facts(code))
        wanted = {"creature": [one.power, one.bonus, one.cost], "item": [one.cost], "god": [one.power]}
        assert facts == [str(number) for number in wanted.get(one.sort, [])], code


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_land_and_every_word_of_the_game_has_its_text(language: str) -> None:
    for kind in KINDS:
        assert _right(terms.land(kind, language), language), kind
    found = [terms.term(word, language) for word in terms.TERMS]
    assert len({name for name, _ in found}) == len(found)
    for name, text in found:
        assert name[:1].isupper()
        assert _right(text, language), text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats, options, seed", GAMES[::3])
def test_whatever_a_question_shows_is_explained(seats: int, options: dict[str, Any], seed: int, language: str) -> None:
    words, kinds = ChosenWords(language), set[str]()
    for state, decision, _ in walk(seats, options, seed, []):
        view = RULES.view(state, decision.seat)
        found = words.explanations(decision, view)
        names = [name for name, _ in found]
        assert len(set(names)) == len(names)
        assert all(text and "{" not in text for _, text in found)
        held = view.players[decision.seat].hand
        hand = {words.card(code) for code in held if view.round or DESIGNS[code].sort != "god"}
        assert hand <= set(names)
        assert {words.card(code) for code in view.pool if decision.kind == "item" and code != "?"} <= set(names)
        if decision.kind == "tile":  # what shall lie somewhere, before it lies there
            assert capital(words.kind(KINDS[KIND[3 * TILES.index(view.tile) + 2]])) in names
        if decision.kind == "muster":
            assert {words.card(code) for code in view.tisch if code} <= set(names)
        kinds.add(decision.kind)
    assert {"campaign", "muster", "renew"} <= kinds


def test_in_a_battle_the_question_explains_what_is_played_and_the_words_of_a_battle() -> None:
    scene = Scene(
        heroes={"AF": "L7b", "BM": "L7a"}, markers={"B": "S2a"}, deck="mittagsfrau1 garmr1 svartalfar1",
        hands={"A": "fossegrim1", "B": "mamuna1 troll1"},
    ).attacks("A", "F", "L7b", "L7a")  # fmt: skip
    words = ChosenWords("en")
    decision = next(one for one in RULES.decisions(scene.state) if one.waits)
    found = dict(words.explanations(decision, RULES.view(scene.state, decision.seat)))
    assert "Ability" in found
    assert "Mamuna" not in found  # nobody explains a card that lies hidden in another's hand
    assert found["Fossegrim"] == words.explained("fossegrim1")


@pytest.mark.parametrize("code, says, says_not", [
    ("mamuna1", "top 3 cards of the creature deck", "hand"), ("mamuna2", "At most 2 of the militia", "hand"),
    ("giant_spider2", "discard pile", "withhold"), ("svartalfar1", "none", "random"),
    ("buslubaen", "none", "interrupt"), ("havamal", "Payment", "interrupt"), ("troll1", "2 power more", "other side"),
    ("midsummer_truce", "events attack all the same", "nobody"), ("shadow_of_ragnarok", "adds nothing", "1 more"),
    ("heavy_tribute", "however many the enemy has", "most"), ("gift_of_the_norns", "Draw 2 cards", "fewest"),
])  # fmt: skip
@pytest.mark.parametrize("mode", ["solitaire", "coop"])
def test_where_nobody_plays_against_one_a_card_says_what_it_does_there(
    code: str, says: str, says_not: str, mode: str
) -> None:
    """R15.8: no hand to look at, nothing to withhold or to interrupt; R15.5, R15.7: whom an event means then."""
    text = ChosenWords("en").explained(code, mode)
    assert says in text
    assert says_not not in text.casefold()


@pytest.mark.parametrize("language, turned", [
    ("en", "a card more is turned up for the militia"), ("ru", "для ополчения открывают на карту больше"),
])  # fmt: skip
def test_one_more_card_is_turned_up_which_need_not_join_the_militia(language: str, turned: str) -> None:
    """R8.2.1, R8.2.4: it may oppose the terrain or be no creature, and for an enchanted land none is turned up."""
    words = ChosenWords(language)
    for mode in ("", "solitaire", "coop"):
        for text in (words.does("fimbulwinter", mode), words.does("gjallarhorn", mode)):
            assert turned in text
        assert turned in gods.favor("heimdall", language, mode)


def test_of_partners_an_event_concerns_one() -> None:
    words = ChosenWords("en")
    for row in DATA["event"]:
        text, one = words.does(row["id"], "coop"), "It concerns only whoever has met it."
        of_all = words.does(row["id"]).startswith(("Everybody", "Whoever")) or row["id"] == "horn_at_dawn"
        assert text.endswith(one) == of_all, text
        assert one not in words.does(row["id"], "solitaire")


def test_alone_gods_ask_for_what_can_be_had_alone() -> None:
    assert gods.demand("thor", "en") != gods.demand("thor", "en", "solitaire") != gods.demand("thor", "en", "coop")
    assert gods.demand("loki", "en", "coop") == gods.demand("loki", "en", "solitaire")
    assert gods.demand("odin", "en", "solitaire") == gods.demand("odin", "en")
    assert "creature deck" in gods.favor("loki", "en", "solitaire")
    assert "an event attacks you" in gods.favor("heimdall", "en", "coop")  # R15.5
    assert "the first of you two" in gods.favor("tyr", "en", "coop")  # R16.4
    assert gods.favor("tyr", "en", "solitaire") == gods.favor("tyr", "en")
    assert "opponent" in gods.favor("loki", "en")
