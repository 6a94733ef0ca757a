"""Every design is explained in every language."""

from __future__ import annotations

import re

from engine.games.blood_rage.data import BY_CODE
from engine.games.blood_rage.words.effects import EFFECTS
from engine.games.blood_rage.words.names import CARDS


def test_every_design_has_a_name_and_a_sentence_in_both_languages() -> None:
    assert len(BY_CODE) == 71
    for code in BY_CODE:
        for table in (CARDS, EFFECTS):
            assert re.search("[a-z]", table[code]["en"])
            assert re.search("[а-яё]", table[code]["ru"])
            assert not re.search("[a-z]", table[code]["ru"])


def test_both_languages_name_the_same_numbers() -> None:
    for code, by in EFFECTS.items():
        numbers = {language: set(re.findall(r"\d+", text)) - {"1", "2"} for language, text in by.items()}
        assert numbers["en"] == numbers["ru"], code
