"""Mails in a real browser: nothing is wider than a phone, no words are squeezed to a column of letters."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.utils import translation
from playwright.sync_api import Page

from asgard_pbem.mail.writing.letter import Letter, Section
from asgard_pbem.mail.writing.markup import markup
from asgard_pbem.mail.writing.sections import help_text, welcome

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OpenPage = Callable[..., Page]
LEAST_WORDS = 90  # pixels in which a sentence can be read

# Words in boxes that are narrower than a word, and whether anything is wider than the screen.
_SQUEEZED = """least => [...document.querySelectorAll('.told')]
    .filter(one => one.textContent.length > 12 && one.getBoundingClientRect().width < least)
    .map(one => one.textContent)
    .concat(document.documentElement.scrollWidth > innerWidth ? ['wider than the screen'] : [])"""


def _sections(kind: str) -> list[Section]:
    if kind == "help":
        return help_text.sections(None)
    if kind == "welcome":
        return welcome.sections()
    return [Section("Your table", facts=(("a.very.long.name@a.very.long.host.example", "invited, no answer yet"),))]


@pytest.mark.parametrize("kind", ["help", "welcome", "invited"])
@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("width", [360, 800])
def test_no_words_are_squeezed(open_page: OpenPage, kind: str, language: str, width: int) -> None:
    with translation.override(language):
        html, _ = markup(
            Letter(language, "Above", "Subject", "What can be written to us", sections=tuple(_sections(kind)))
        )
    page = open_page(viewport={"width": width, "height": 800})
    page.set_content(html)
    assert page.evaluate(_SQUEEZED, LEAST_WORDS) == []
