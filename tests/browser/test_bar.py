"""The bar of a table: always on the screen, quick, sparing with requests; and where one stands after an answer."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.core.signals import request_started
from playwright.sync_api import Page, expect

from asgard_pbem.tables.models import Game, Player
from tests.browser.test_slider import at, open_in_stopped_time
from tests.web.test_watching import play

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OpenPage = Callable[..., Page]
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 900}


@pytest.fixture
def ended(astrid: Player, bjorn: Player, table: Callable[..., Game]) -> Game:
    game = table(astrid, bjorn)
    play(game, [astrid, bjorn], 500)
    assert game.status == "over"
    return game


def box(page: Page, selector: str) -> dict[str, float]:
    found = page.locator(selector).bounding_box()
    assert found is not None
    return dict(found)


@pytest.mark.parametrize("scripts", [True, False])
def test_on_a_phone_board_and_bar_are_on_the_screen_together(
    open_page: OpenPage, ended: Game, astrid: Player, table: Callable[..., Game], scripts: bool
) -> None:
    table(astrid, "greedy")
    table(astrid, "greedy")
    page = open_page(astrid, viewport=PHONE, java_script_enabled=scripts)
    page.goto(f"/g/{ended.pk}/20/")
    board, bar = box(page, "#frame .sheet"), box(page, "#bar")
    assert bar["y"] + bar["height"] == pytest.approx(844, abs=1)
    assert bar["y"] - board["y"] > 440, "most of the screen is the board's"
    assert box(page, "header.top")["height"] <= 72, "one row: the brand and the menu"
    assert box(page, ".turns")["height"] <= 44
    page.mouse.wheel(0, 1500)
    expect(page.locator("#bar")).to_be_in_viewport(ratio=1)


def test_on_a_desk_enlarged_to_400_percent_the_bar_hides_nothing(open_page: OpenPage, ended: Game) -> None:
    """A window of 1280 by 1024 has 320 by 256 of such points, of which the bar would take half."""
    page = open_page(viewport={"width": 320, "height": 256})
    page.goto(f"/g/{ended.pk}/20/")
    board, bar = box(page, "#frame"), box(page, "#bar")
    assert bar["y"] >= board["y"] + board["height"]
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_the_menu_of_a_phone_unfolds_without_scripts(open_page: OpenPage, astrid: Player) -> None:
    page = open_page(astrid, viewport=PHONE, java_script_enabled=False)
    page.goto("/settings/")
    expect(page.get_by_role("link", name="My games")).to_be_hidden()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="My games").click()
    expect(page).to_have_url(re.compile(r"/$"))


def test_a_drag_over_a_whole_game_moves_words_at_once_and_asks_for_one_board(
    open_page: OpenPage, ended: Game, complaints: list[str]
) -> None:
    page = open_page(viewport=DESK)
    page.goto(f"/g/{ended.pk}/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/frames/" in request.url else None)
    slider = box(page, "#slider")
    y = slider["y"] + slider["height"] / 2
    page.mouse.move(slider["x"] + slider["width"] - 8, y)
    page.mouse.down()
    page.mouse.move(slider["x"] + 9, y, steps=60)
    first = page.locator("#moment-number").inner_text()
    assert int(first) < 5, "the number is there before any board"
    assert box(page, "#slider") == pytest.approx(slider, abs=1), "it stays under the hand"
    said = page.locator(f"#m{first} .told").first.inner_text()
    assert page.locator("#moment-said").inner_text().startswith(said)
    page.mouse.up()
    at(page, int(first))
    page.wait_for_timeout(300)
    assert 1 <= len(asked) <= 3, asked
    assert complaints == []


def test_a_past_state_is_asked_for_once_whatever_page_one_comes_from(open_page: OpenPage, ended: Game) -> None:
    page = open_page()
    page.goto(f"/g/{ended.pk}/40/")
    page.locator("#m9 a.moment").click()
    at(page, 9)
    page.goto(f"/g/{ended.pk}/41/")
    served: list[str] = []

    def note(environ: dict[str, str], **_rest: object) -> None:
        served.append(environ["PATH_INFO"])

    request_started.connect(note)
    try:
        page.locator("#m9 a.moment").click()
        at(page, 9)
    finally:
        request_started.disconnect(note)
    assert not [path for path in served if "/frames/" in path]


def test_players_points_clock_and_crown_follow_the_moment_and_no_result_stands_beside_the_past(
    open_page: OpenPage, ended: Game
) -> None:
    page = open_page()
    page.goto(f"/g/{ended.pk}/")
    result, players = page.locator("section.result"), page.locator("#players")
    expect(result).to_be_visible()
    expect(players.get_by_label("winner")).to_have_count(1)
    final = players.locator(".score").all_inner_texts()
    page.locator("#m6 a.moment").click()
    at(page, 6)
    expect(result).to_be_hidden()
    expect(players.get_by_label("winner")).to_have_count(0)
    expect(players.get_by_label("to move")).not_to_have_count(0)
    assert players.locator(".score").all_inner_texts() != final
    stepped = players.inner_html().strip()
    page.reload()
    assert players.inner_html().strip() == stepped
    expect(result).to_be_hidden()


def test_the_title_of_the_window_follows_the_moment(open_page: OpenPage, ended: Game) -> None:
    page = open_page()
    page.goto(f"/g/{ended.pk}/")
    now = page.title()
    page.locator("#m7 a.moment").click()
    at(page, 7)
    stepped = page.title()
    page.reload()
    assert page.title() == stepped != now
    page.locator("#step-last").click()
    at(page, ended.moment)
    assert page.title() == now


def test_a_caption_is_the_same_with_scripts_and_without(open_page: OpenPage, ended: Game) -> None:
    page = open_page()
    for moment in (1, 3, 12, 40):
        page.goto(f"/g/{ended.pk}/{moment}/")
        plain = page.locator("#caption .whole").inner_text()
        page.goto(f"/g/{ended.pk}/")
        page.locator(f"#m{moment} a.moment").click()
        at(page, moment)
        assert page.locator("#caption .whole").inner_text() == plain


def test_one_goes_by_rounds_and_by_own_moves(open_page: OpenPage, astrid: Player, ended: Game) -> None:
    for scripts in (True, False):
        page = open_page(astrid, java_script_enabled=scripts)
        page.goto(f"/g/{ended.pk}/20/")
        page.locator("#caption summary").click()
        page.get_by_role("link", name="Next round").click()
        number = int(page.locator("#moment-number").inner_text())
        assert number > 20
        assert page.locator(f"#m{number}").get_attribute("data-round") is not None
        if not scripts:
            page.locator("#caption summary").click()
        page.get_by_role("link", name="My next move").click()
        mine = int(page.locator("#moment-number").inner_text())
        assert mine > number
        assert page.locator(f"#m{mine}").get_attribute("data-own") is not None


def test_the_chart_is_folded_on_a_phone_and_a_touch_on_it_leads_there(open_page: OpenPage, ended: Game) -> None:
    page = open_page(viewport=PHONE)
    page.goto(f"/g/{ended.pk}/")
    chart = page.locator("#chart")
    expect(chart).to_be_hidden()
    page.locator("#chart-panel summary").click()
    size = chart.bounding_box()
    assert size is not None
    chart.click(position={"x": size["width"] / 2, "y": 20})
    half = (ended.moment + 1) / 2
    number = int(page.locator("#moment-number").inner_text())
    assert abs(number - half) <= 2
    at(page, number)


def test_where_no_style_sheet_comes_no_pictogram_fills_the_screen(open_page: OpenPage, ended: Game) -> None:
    page = open_page(viewport=DESK)
    page.route("**/*.css", lambda route: route.abort())
    for path in (f"/g/{ended.pk}/", "/games/", "/nothing/"):
        page.goto(path)
        sizes = page.evaluate("""() => [...document.querySelectorAll("svg:is(.symbol, .seat, .stone)")]
            .map(one => one.getBoundingClientRect()).map(one => [one.width, one.height])""")
        assert sizes
        assert all(width <= 120 and height <= 150 for width, height in sizes)


def test_speed_of_play_is_chosen_and_remembered(open_page: OpenPage, ended: Game) -> None:
    page = open_page()
    page.goto(f"/g/{ended.pk}/3/")
    page.locator("#caption summary").click()
    page.get_by_label("Speed of play").select_option("fast")
    page = page.context.new_page()  # a page that is loaded again has its fields from the browser, remembered or not
    open_in_stopped_time(page, f"/g/{ended.pk}/3/")
    page.get_by_role("button", name="Play").click()
    at(page, 4)
    page.clock.run_for(400)
    at(page, 5)
    page.get_by_role("button", name="Pause").click()


def test_after_an_answer_one_stands_at_what_comes_next_with_what_was_done(
    open_page: OpenPage, astrid: Player, table: Callable[..., Game]
) -> None:
    for scripts in (True, False):
        game = table(astrid, "greedy", key="aesir")
        page = open_page(astrid, viewport=PHONE, java_script_enabled=scripts)
        page.goto(f"/g/{game.pk}/")
        page.locator(".asking .menu button").first.click()
        expect(page).to_have_url(re.compile(r"#next$"))
        expect(page.locator("#next")).to_be_focused()
        expect(page.locator("#next .success")).to_be_in_viewport()


def test_what_was_done_is_put_into_the_live_region_when_the_page_is_there(
    open_page: OpenPage, astrid: Player, table: Callable[..., Game]
) -> None:
    game = table(astrid, "greedy", key="aesir")
    page = open_page(astrid)
    page.add_init_script(
        """new MutationObserver((changes) => {
          for (const one of changes) for (const node of one.addedNodes)
            if (document.readyState !== "loading" && one.target.getAttribute?.("role") === "status")
              window.told = node.textContent;
        }).observe(document, {childList: true, subtree: true});"""
    )
    page.goto(f"/g/{game.pk}/")
    page.locator(".asking .menu button").first.click()
    expect(page.locator("#next .success")).to_be_visible()
    page.wait_for_function("() => window.told")
    done = page.locator("#next .success").inner_text()
    assert done.startswith("You chose: ")
    assert done in page.evaluate("() => window.told")


def test_only_what_changed_fades_and_nothing_where_less_motion_is_wanted(open_page: OpenPage, ended: Game) -> None:
    for motion in ("no-preference", "reduce"):
        page = open_page(reduced_motion=motion)
        page.add_init_script(
            "window.faded = 0; const own = Element.prototype.animate;"
            "Element.prototype.animate = function (...how) { window.faded += 1; return own.apply(this, how); };"
        )
        page.goto(f"/g/{ended.pk}/30/")
        page.locator("#step-next").click()
        at(page, 31)
        faded, pieces = page.evaluate("() => [window.faded, document.querySelectorAll('#frame svg > *').length]")
        assert (0 < faded < pieces / 2) if motion == "no-preference" else faded == 0
