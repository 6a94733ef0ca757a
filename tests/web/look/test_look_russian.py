"""A Russian page is Russian: no English word and no code in what is told, commands by their Russian names."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
from django.test import Client
from django.utils import translation

from asgard_pbem.mail.reading.grammar import commands as grammar
from asgard_pbem.web.shown.finding.sample import sample_drawing
from engine.table.registry import game as find_game
from tests.games.golden import HOME, begin

NAMES = ("Анна", "Борис")
LATIN = re.compile(r"[A-Za-z][A-Za-z_-]*[A-Za-z]")
ROMAN = frozenset({"II", "III"})


@pytest.mark.parametrize("key", ["aesir", "asgard", "asgards_chosen", "blood_rage", "yggdrasil"])
def test_nothing_that_is_told_of_a_whole_game_has_a_latin_word(key: str) -> None:
    """But the names that orders take, in brackets behind what they mean."""
    game = find_game(key)
    record = json.loads((HOME / key / "v1_2p.json").read_text(encoding="utf-8"))
    rules, words = game.versions[record["version"]], game.words("ru", NAMES)
    state, happened, source = begin(rules, record)
    told: list[str] = []
    for step in [None, *record["steps"]]:
        if step is not None:
            happened = rules.apply(state, step["seat"], rules.moves.validate_python(step["move"]), source)
        faces = [face for one in happened if (face := one.seen_by(None)) is not None]
        view = rules.view(state, None)
        told += [text for _face, text in words.passages(faces)] + [words.stage(view)]
        told += [f"{label}: {value}" for label, value in words.status(view)]
    bare = {re.sub(r"\([^()]*\)", "", line) for line in told}
    assert {(word, line) for line in bare for word in set(LATIN.findall(line)) - ROMAN} == set()


def test_on_the_board_of_asgard_every_shape_has_a_name_and_codes_stand_behind_what_they_mean() -> None:
    drawing = sample_drawing("asgard", "ru")
    parts = [part for block in drawing.blocks for part in block.parts]
    assert {"Ряд дисков", "Запас", "Асгард"} <= {part.data.get("text") for part in parts if part.look == "label"}
    for part in parts:
        if found := re.search(r"\b(?:P[LD]|A)-[a-z]\w*", part.title):
            assert part.title[found.start() - 1] == "(", part.title


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_commands_that_the_help_names_are_read_in_its_language(language: str) -> None:
    with translation.override(language):
        page = unescape(Client().get("/help/", headers={"accept-language": language}).content.decode())
    cells = re.findall(r"<tr><td><code>([^<]+)</code>", page)[4:]
    assert len(cells) > 10
    for cell in cells:
        assert len(grammar.read_sheet([cell.replace("…", "слова")]).commands) == 1, cell
        assert (LATIN.search(cell) is None) == (language == "ru"), cell
