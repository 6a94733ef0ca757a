"""Every refusal of the table has words in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.conf import settings

from asgard_pbem.tables import words

FOLDER = Path(words.__file__).parent


def test_every_code_raised_anywhere_has_words() -> None:
    raised = {code for path in FOLDER.rglob("*.py") for code in re.findall(r'"(E_[A-Z_]+)"', path.read_text())}
    assert raised == set(words.REFUSALS)


def test_the_russian_catalogue_is_complete() -> None:
    with (FOLDER / "locale/ru/LC_MESSAGES/django.po").open("rb") as file:
        catalogue = read_po(file, "ru")
    missing = [text for text in words.REFUSALS.values() if not (found := catalogue.get(text)) or not found.string]
    assert missing == []
    assert list(catalogue.check()) == []


@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
def test_what_it_is_about_stands_in_the_sentence(language: str) -> None:
    assert "Europe/Atlantis" in words.refusal("E_ZONE", {"zone": "Europe/Atlantis"}, language)
    assert words.refusal("E_SOMETHING_NEW", {}, language) == "E_SOMETHING_NEW"
