"""A private note beside its moment: written, found again, changed and thrown away, with and without scripts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from asgard_pbem.tables.models import Game, Memo, Player
from tests.browser.test_accessible import violations
from tests.browser.test_slider import at
from tests.web.test_watching import play

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SCREENS = [({"width": 390, "height": 844}, "dark"), ({"width": 1280, "height": 900}, "light")]
WORDS = "Loki will come down next: keep the third card."


@pytest.mark.parametrize("viewport, scheme", SCREENS)
def test_a_note_stands_beside_its_moment(
    viewport: dict[str, int], scheme: str, open_page: Callable[..., Page], astrid: Player, bjorn: Player,
    table: Callable[..., Game], complaints: list[str],
) -> None:  # fmt: skip
    game = table(astrid, bjorn)
    play(game, [astrid, bjorn], 8)
    plain = open_page(astrid, viewport=viewport, color_scheme=scheme, java_script_enabled=False)
    plain.goto(f"/g/{game.pk}/5/")
    written(plain)
    expect(plain.locator(".memos li")).to_contain_text(WORDS)
    expect(plain.locator("#m5 + li.memo")).to_contain_text(WORDS)
    plain.goto(f"/g/{game.pk}/4/")
    expect(plain.locator(".memos li")).to_be_hidden()
    plain.locator("#log").get_by_role("link", name="Change note 1").click()
    expect(plain.locator(".memos li")).to_be_visible()

    page = open_page(astrid, viewport=viewport, color_scheme=scheme)
    page.goto(f"/g/{game.pk}/4/")
    page.keyboard.press("ArrowRight")
    at(page, 5)
    note = page.locator(".memos li")
    expect(note).to_be_visible()
    for unfolded in (note, page.locator(".new-note")):
        unfolded.locator("summary").click()
    assert [(one["id"], one["nodes"][0]["target"]) for one in violations(page)] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    note.get_by_label("Your note").fill("It was Thor.")
    note.get_by_role("button", name="Keep the note").click()
    expect(page.locator("#game")).to_have_attribute("data-moment", "5")
    expect(page.locator("#m5 + li.memo")).to_contain_text("It was Thor.")
    page.keyboard.press("ArrowLeft")
    expect(note).to_be_hidden()
    page.keyboard.press("ArrowRight")
    note.locator("summary").click()
    note.get_by_role("button", name="Throw note 1 away").click()
    expect(page.locator("li.memo")).to_have_count(0)
    assert not Memo.objects.exists()
    assert complaints == []


def written(page: Page) -> None:
    """A note is written to the moment that the page shows."""
    page.locator(".new-note summary").click()
    page.get_by_label("A new note").fill(WORDS)
    page.locator(".new-note").get_by_role("button", name="Keep the note").click()
