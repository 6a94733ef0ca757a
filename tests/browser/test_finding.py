"""Finding games in a real browser: sliding through a finished game on the first page, and the archive's pictures."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from asgard_pbem.tables.models import Game, Player

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OpenPage = Callable[..., Page]


# A hand that drags over forty moments in half a second; what the number says after each.
DRAG = """async (slider) => {
  const shown = [];
  for (let place = 1; place <= 40; place += 1) {
    slider.value = String(place);
    slider.dispatchEvent(new Event("input"));
    shown.push(document.getElementById("show-number").textContent);
    await new Promise((done) => setTimeout(done, 12));
  }
  return shown;
}"""


@pytest.fixture
def sample(db: None) -> Game:
    call_command("samples", "aesir", stdout=io.StringIO())
    return Game.objects.get()


@pytest.mark.parametrize("width", [390, 1280])
def test_a_stranger_slides_through_a_finished_game_at_once(
    width: int, open_page: OpenPage, sample: Game, complaints: list[str]
) -> None:
    page, asked = open_page(viewport={"width": width, "height": 844}), list[str]()
    page.goto("/")
    page.on("request", lambda request: asked.append(request.url) if "/samples/" in request.url else None)
    board, number, slider = page.locator("#show-piece"), page.locator("#show-number"), page.locator("#show-slider")
    before, said = board.inner_html(), page.locator("#show-piece .said").inner_text()
    bar, below = page.locator(".show-bar").bounding_box(), board.bounding_box()
    assert bar is not None
    assert below is not None
    assert bar["y"] + bar["height"] <= below["y"] + 1  # nothing lies on the board
    shown = slider.evaluate(DRAG)
    assert shown == [f"{place} / {sample.moment}" for place in range(1, 41)]  # the number follows the hand at once
    expect(page.locator("#show-piece .said")).not_to_have_text(said)
    assert board.inner_html() != before
    assert [one.rsplit("/", 2)[1] for one in asked][-1] == "40"
    assert len(asked) <= 3
    page.get_by_role("button", name="Next moment").click()
    expect(number).to_have_text(f"41 / {sample.moment}")
    expect(page.locator("#show-whole")).to_have_attribute("href", f"/g/{sample.pk}/41/")
    page.get_by_role("button", name="Play").click()
    expect(number).to_have_text(re.compile(r"4[3-9] / "))
    page.get_by_role("button", name="Pause").click()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert complaints == []


def test_without_scripts_buttons_and_slider_do_the_same(open_page: OpenPage, sample: Game) -> None:
    page = open_page(java_script_enabled=False)
    page.goto("/?game=aesir&at=20")
    page.get_by_role("button", name="Next moment").click()
    expect(page.locator("#show-number")).to_have_text(f"21 / {sample.moment}")
    page.locator("#show-slider").press("ArrowRight")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("#show-number")).to_have_text(f"22 / {sample.moment}")


def test_the_archive_shows_small_boards_and_leads_by_keys_to_a_game(
    open_page: OpenPage, sample: Game, astrid: Player, complaints: list[str]
) -> None:
    page = open_page(astrid, viewport={"width": 390, "height": 844}, color_scheme="dark")
    page.goto("/games/")
    expect(page.locator(".small img").first).to_have_js_property("naturalWidth", 270)
    page.get_by_label("Game", exact=True).select_option("aesir")
    page.get_by_label("Player").fill("greedy")
    page.get_by_label("Player").press("Enter")
    expect(page).to_have_url(re.compile(r"game=aesir.*player=greedy"))
    page.get_by_role("link", name=re.compile("^Aesir")).press("Enter")
    expect(page).to_have_url(re.compile(str(sample.pk)))
    assert complaints == []
