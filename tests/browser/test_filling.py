"""Lines that are picked, shared among and arranged, on a real page: by keyboard alone, without scripts, on a phone."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from asgard_pbem.tables.models import Game, Player
from tests.browser.test_accessible import dark_faults
from tests.toys.packing import done, packing, stores_are_installed

__all__ = ["packing", "stores_are_installed"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OpenPage = Callable[..., Page]
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1280, "height": 800}}
DARK = {
    "pick-phone with scripts": (360, 740), "share-desk with scripts": (1280, 800),
    "arrange-phone with scripts": (360, 740), "inner-desk with scripts": (1280, 800),
}  # fmt: skip


def send(page: Page, name: str) -> None:
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)
    width = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert width <= 0
    if (size := DARK.get(name)) is not None:  # each form once: colours do not depend on scripts or on the width
        assert dark_faults(page, size) == []
    button = page.locator(".asking").get_by_role("button", name="Answer")
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".messages .success")).to_be_visible()


@pytest.mark.parametrize("window", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_every_form_is_filled_in_by_keyboard(
    open_page: OpenPage, astrid: Player, packing: Game, window: dict[str, object], scripts: bool, complaints: list[str]
) -> None:
    page = open_page(astrid, **window, java_script_enabled=scripts)
    at = f"{'phone' if window is PHONE else 'desk'} {'with' if scripts else 'without'} scripts"
    page.goto(f"/g/{packing.pk}/")
    page.get_by_label("furs").focus()
    page.keyboard.press("Space")
    page.get_by_label("bronze").press("Space")
    send(page, f"pick-{at}")
    page.get_by_label("Anna's hall").fill("3")
    page.get_by_label("the smithy").fill("2")
    send(page, f"share-{at}")
    for ship, place in (("Adder", "2"), ("Bear", "3"), ("Crane", "1")):
        page.get_by_label(ship).fill(place)
    send(page, f"arrange-{at}")
    page.get_by_role("link", name="axes").press("Enter")
    page.get_by_label("Boris's hall").fill("4")
    send(page, f"inner-{at}")
    assert done(packing) == [(2, 6), (3, 0, 2), (3, 1, 2), (0, 4, 0)]
    assert complaints == []


def test_two_lines_at_one_place_are_asked_again(open_page: OpenPage, astrid: Player, packing: Game) -> None:
    page = open_page(astrid, **DESK)
    page.goto(f"/g/{packing.pk}/")
    page.get_by_label("furs").check()
    send(page, "again-pick")
    send(page, "again-share")
    page.get_by_label("Bear").fill("1")
    page.locator(".asking").get_by_role("button", name="Answer").click()
    expect(page.get_by_text("Give every line a place of its own.")).to_be_visible()
    assert done(packing) == [(6,), (0, 0, 0)]
