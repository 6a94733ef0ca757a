"""Mails in a real browser: in the frame of the local mailbox, with what axe-core says, and as narrow as a phone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.mail import EmailMultiAlternatives, get_connection
from django.utils import translation
from playwright.sync_api import Page
from pytest_django import Settings as SettingsWrapper

from asgard_pbem.embedded.models import EmbeddedMail
from asgard_pbem.mail.writing.letter import Letter, Section
from asgard_pbem.mail.writing.markup import markup
from asgard_pbem.mail.writing.sections import help_text
from asgard_pbem.mail.writing.sections.seating import welcome
from tests.browser.test_accessible import DESK, PHONE, _faults, dark_faults

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OpenPage = Callable[..., Page]
TO = "you@home.test"
LONG = "<p>Your turn</p>" * 120
LEAST_WORDS = 90  # pixels in which a sentence can be read

# Words in boxes that are narrower than a word, and whether anything is wider than the screen.
_SQUEEZED = """least => [...document.querySelectorAll('.told')]
    .filter(one => one.textContent.length > 12 && one.getBoundingClientRect().width < least)
    .map(one => one.textContent)
    .concat(document.documentElement.scrollWidth > innerWidth ? ['wider than the screen'] : [])"""


@pytest.fixture
def mail(settings: SettingsWrapper, tmp_path: Path) -> EmbeddedMail:
    settings.LOCAL_MAIL_DIR = tmp_path
    backend = get_connection("asgard_pbem.embedded.mailbox.MailboxBackend")
    letter = EmailMultiAlternatives("Aesir: Anna", "Above\nYour turn", "a@b.test", [TO], connection=backend)
    letter.attach_alternative(f"<html lang=en><head><title>x</title></head><body>{LONG}</body></html>", "text/html")
    letter.send()
    return EmbeddedMail.objects.get()


@pytest.mark.parametrize("width", [390, 1280])
def test_the_frame_is_as_high_as_the_message_and_runs_nothing(
    width: int, open_page: OpenPage, mail: EmbeddedMail, complaints: list[str]
) -> None:
    page = open_page(viewport={"width": width, "height": 800})
    page.goto(f"/mailbox/{mail.pk}/")
    page.wait_for_function("document.querySelector('.mail-frame').offsetHeight > 2000")
    inner = page.frames[1]
    assert inner.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    tabs = [tab.bounding_box() for tab in page.locator(".mail-tabs a").all()]
    assert all(tab is not None and tab["height"] >= 44 for tab in tabs)
    assert complaints == []
    without = open_page(viewport={"width": width, "height": 800}, java_script_enabled=False)
    without.goto(f"/mailbox/{mail.pk}/")
    box = without.locator(".mail-frame").bounding_box()
    assert box is not None
    assert 500 < box["height"] <= 800


def test_a_script_in_a_message_is_not_run(open_page: OpenPage, mail: EmbeddedMail) -> None:
    evil = b"<script>top.document.title = 'taken'</script><img src=x onerror=\"top.document.title = 'taken'\">"
    EmbeddedMail.objects.filter(pk=mail.pk).update(raw=bytes(mail.raw).replace(b"<p>Your turn</p>", evil, 1))
    page = open_page()
    page.goto(f"/mailbox/{mail.pk}/")
    page.wait_for_function("document.querySelector('.mail-frame').offsetHeight > 1000")
    assert "taken" not in page.title()


def test_the_pages_of_the_mailbox(open_page: OpenPage, mail: EmbeddedMail) -> None:
    parts = [f"/mailbox/{mail.pk}/?part={part}" for part in ("html", "text", "raw")]
    paths = ["/mailbox/", *parts, "/mailbox/compose/"]
    faults = list(_faults(open_page(), paths))
    assert not faults, "\n".join(faults)


def test_the_mailbox_in_the_dark(open_page: OpenPage, mail: EmbeddedMail, complaints: list[str]) -> None:
    """The message keeps the ground that its writer gave it; all around it is dark, the form for an answer too."""
    page = open_page(color_scheme="dark")
    page.goto(f"/mailbox/{mail.pk}/")
    page.wait_for_function("document.querySelector('.mail-frame').offsetHeight > 1000")
    assert dark_faults(page, PHONE, DESK) == []
    page.goto("/mailbox/compose/")
    page.locator("main textarea").fill("1")  # what is sent from a mailbox goes to whoever listens on this machine
    assert dark_faults(page, PHONE) == []
    assert complaints == []


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


# Words of the first column that stand on two lines.
_BROKEN = """() => [...document.querySelectorAll('th[scope=row]')].filter(one => {
    const words = document.createRange()
    words.selectNodeContents(one)
    return !one.textContent.includes(' ') && words.getClientRects().length > 1
}).map(one => one.textContent)"""


def test_a_word_of_ours_is_not_broken_where_the_points_are_told(open_page: OpenPage) -> None:
    """«Разграблени» and «я» stood on two lines of every telephone at the end of a saga."""
    facts = (("Разграбления", "Anna: 10, Boris: 5"), ("Секиры в битвах и в конце", "Anna: 27, Boris: 31, Cleo: 16"))
    told = Section("Откуда очки", facts=facts, heads=("Очки за что", "Кто и сколько"), told=True)
    html, _ = markup(Letter("ru", "Above", "Subject", "Побеждает Anna.", sections=(told,)))
    page = open_page(viewport={"width": 360, "height": 800})
    page.set_content(html)
    assert page.evaluate(_BROKEN) == []
    assert page.evaluate(_SQUEEZED, LEAST_WORDS) == []
