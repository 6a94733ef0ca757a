"""The word for the seed in a real browser: made in sight, and the reader's to change."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Event, Game, Player
from tests.browser.test_accessible import DESK, PHONE, dark_faults

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OpenPage = Callable[..., Page]


@pytest.fixture
def waiting(astrid: Player) -> Game:
    """A public table with free seats."""
    return services.open_table(opened_by=astrid, key="aesir", seats=3, cause=uuid4())


def test_the_browser_offers_a_word_that_may_be_replaced(
    open_page: OpenPage, bjorn: Player, waiting: Game, complaints: list[str]
) -> None:
    page = open_page(bjorn, viewport={"width": 360, "height": 800})
    page.goto(f"/g/{waiting.pk}/")
    field = page.get_by_label("Your word for the seed")
    expect(field).to_have_value(re.compile(r"^([a-z2-9]{5}-){3}[a-z2-9]{5}$"))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert dark_faults(page, PHONE, DESK) == []
    field.fill("red deer")
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator(".messages .success")).to_contain_text("red deer")
    assert dark_faults(page, PHONE, DESK) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    last = Event.objects.filter(game=waiting, kind="seat_taken").order_by("seq").last()
    assert last is not None
    assert last.payload["entropy"] == hashlib.sha256(b"red deer").hexdigest()
    assert complaints == []


def test_without_scripts_the_field_is_empty(open_page: OpenPage, bjorn: Player, waiting: Game) -> None:
    page = open_page(bjorn, java_script_enabled=False)
    page.goto(f"/g/{waiting.pk}/")
    expect(page.get_by_label("Your word for the seed")).to_have_value("")
