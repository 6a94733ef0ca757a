"""What translators get: whole sentences and not pieces to be glued; one name for one thing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from asgard_pbem.preparing import catalogues
from engine.catalogues import LOCALE
from engine.core.chance import SeededChance
from engine.games.asgard.board.labels import Labels
from engine.games.asgard.game_rules import AsgardRules, Options
from engine.games.asgard.words.describe import AsgardWords

CATALOGUES = sorted((LOCALE / "ru" / "LC_MESSAGES").glob("*.po"))
# Numbers of our own rules, codes of refusals, names of kinds and fields: nobody who plays knows them.
INTERNAL = re.compile(r"\bR\d+(?:\.\d+)+|\([RP]\d+|§|\bE_[A-Z]|\b[a-z]+_[a-z_]+\b")
# What is put in, and what one types, stands apart.
PLACED = re.compile(r"[“«][^”»]*[”»]|\{\w*\}|%\(\w+\)[sdif]|<[^>]+>|https?://\S+")


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_no_message_is_the_tail_of_another(path: Path) -> None:
    with path.open("rb") as source:
        messages = [message.id for message in read_po(source, locale="ru") if message.id]
    texts = [text for message in messages for text in ([message] if isinstance(message, str) else message)]
    assert len(texts) > (0 if path.stem == "core" else 20)
    assert [text for text in texts if text[0] in " ,;:.)" or text[-1] == " "] == []


@pytest.mark.parametrize("path", catalogues.sources(), ids=lambda path: f"{path.parents[3].name}-{path.stem}")
def test_no_sentence_for_people_carries_the_number_of_a_rule_or_a_code_of_ours(path: Path) -> None:
    for message in catalogues.load(path):
        for texts in (message.id, message.string):
            for text in (texts,) if isinstance(texts, str) else texts:
                assert not INTERNAL.search(PLACED.sub("", text)), text


@pytest.mark.parametrize("language", ["en", "ru"])
def test_menus_and_board_call_population_tiles_alike(language: str) -> None:
    menus, board = AsgardWords(language), Labels(AsgardWords(language))
    state, _ = AsgardRules().setup(Options(), 4, SeededChance(b"tiles"))
    for tile, kind in enumerate(state.components.kind):
        assert menus.population_kind(kind) in board.population(state, tile)
