"""Stepping through a game's history in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from tests.browser.test_accessible import DESK, PHONE, dark_faults
from tests.web.test_watching import play

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OpenPage = Callable[..., Page]


@pytest.fixture
def game(astrid: Player, bjorn: Player, table: Callable[..., Game]) -> Game:
    made = table(astrid, bjorn)
    play(made, [astrid, bjorn], 16)
    return made


def at(page: Page, moment: int) -> None:
    """The page shows this moment everywhere: board, number, slider, log, address."""
    expect(page.locator("#game")).to_have_attribute("data-moment", str(moment))
    expect(page.locator("#moment-number")).to_have_text(str(moment))
    expect(page.locator("#slider")).to_have_value(str(moment))
    expect(page.locator("#log [aria-current]")).to_have_id(f"m{moment}")
    expect(page).to_have_url(re.compile(rf"/{moment}/$|/g/[0-9a-f-]+/$"))


def open_in_stopped_time(page: Page, path: str) -> None:
    """Its timers run by `page.clock.run_for` alone: a clock that is only installed goes on, and waiting plays too."""
    page.clock.install()
    page.goto(path)
    page.clock.pause_at(datetime.now(UTC) + timedelta(hours=1))


def test_arrow_keys_step_and_the_board_follows(open_page: OpenPage, game: Game, complaints: list[str]) -> None:
    page = open_page()
    page.goto(f"/g/{game.pk}/")
    now = page.locator("#frame").inner_html()
    page.keyboard.press("ArrowLeft")
    at(page, game.moment - 1)
    page.keyboard.press("ArrowLeft")
    at(page, game.moment - 2)
    assert page.locator("#frame").inner_html() != now
    expect(page.get_by_text("You are looking at the past.")).to_be_visible()
    assert dark_faults(page, PHONE, DESK) == []
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    at(page, game.moment)
    assert page.locator("#frame").inner_html().strip() == now.strip()
    expect(page.get_by_text("You are looking at the past.")).to_be_hidden()
    assert complaints == []


def test_home_end_and_space_belong_to_the_page_unless_one_is_at_the_board_or_the_bar(
    open_page: OpenPage, game: Game
) -> None:
    page = open_page(viewport={"width": 390, "height": 844})
    page.goto(f"/g/{game.pk}/9/")
    page.keyboard.press("End")
    expect(page.locator("footer.bottom")).to_be_in_viewport()
    at(page, 9)
    page.locator("#step-next").focus()
    page.keyboard.press("End")
    at(page, game.moment)
    page.keyboard.press("Home")
    at(page, 1)


def test_the_last_step_keeps_the_focus(open_page: OpenPage, game: Game) -> None:
    page = open_page()
    page.goto(f"/g/{game.pk}/{game.moment - 1}/")
    page.locator("#step-next").focus()
    page.keyboard.press("Enter")
    at(page, game.moment)
    expect(page.locator("#step-next")).to_be_focused()
    expect(page.locator("#step-next")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Enter")
    at(page, game.moment)


def test_what_the_slider_shows_is_what_the_link_of_that_moment_shows(open_page: OpenPage, game: Game) -> None:
    page = open_page()
    page.goto(f"/g/{game.pk}/1/")  # before there is a board, of which there are pictures
    expect(page.get_by_role("link", name="SVG")).to_be_hidden()
    page.locator("#slider").fill("9")
    at(page, 9)
    expect(page.get_by_role("link", name="SVG")).to_be_visible()
    stepped = page.locator("#frame").inner_html().strip()
    page.reload()
    at(page, 9)
    assert page.locator("#frame").inner_html().strip() == stepped


def test_play_goes_on_by_itself_and_stops_at_the_end(open_page: OpenPage, game: Game) -> None:
    page = open_page()
    open_in_stopped_time(page, f"/g/{game.pk}/{game.moment - 3}/")
    page.get_by_role("button", name="Play").click()
    at(page, game.moment - 2)
    expect(page.get_by_role("button", name="Pause")).to_have_attribute("aria-pressed", "true")
    for moment in (game.moment - 1, game.moment):
        page.clock.run_for(1000)
        at(page, moment)
    expect(page.get_by_role("button", name="Play")).to_have_attribute("aria-pressed", "false")


def test_pause_stops(open_page: OpenPage, game: Game) -> None:
    page = open_page()
    open_in_stopped_time(page, f"/g/{game.pk}/3/")
    page.get_by_role("button", name="Play").click()
    at(page, 4)
    page.clock.run_for(1000)
    at(page, 5)
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play")).to_have_attribute("aria-pressed", "false")
    page.clock.run_for(5000)
    at(page, 5)
    page.locator("#slider").click()  # whoever lets go has chosen: no time is waited for
    at(page, (game.moment + 1) // 2)


def test_lines_of_the_log_lead_to_their_moment_and_links_keep_pace(
    open_page: OpenPage, astrid: Player, game: Game
) -> None:
    page = open_page(astrid)
    page.goto(f"/g/{game.pk}/")
    page.locator("#m6 a.moment").click()
    at(page, 6)
    expect(page.get_by_role("link", name="SVG")).to_have_attribute("href", f"/g/{game.pk}/6.svg")
    expect(page.get_by_role("link", name="Next moment")).to_have_attribute("href", f"/g/{game.pk}/7/")
    page.get_by_role("link", name="Next moment").click()
    at(page, 7)
    page.get_by_role("link", name="Back to now").click()
    at(page, game.moment)


def test_choosing_whose_eyes_changes_what_is_seen(open_page: OpenPage, astrid: Player, game: Game) -> None:
    page = open_page(astrid)
    page.goto(f"/g/{game.pk}/")
    mine = page.locator("#frame").inner_html()
    page.get_by_label("As seen by").select_option("spectator")
    page.wait_for_url("**as=spectator")
    assert page.locator("#frame").inner_html() != mine
    page.keyboard.press("ArrowLeft")
    at_url = re.compile(rf"/{game.moment - 1}/\?as=spectator$")
    expect(page).to_have_url(at_url)


def test_a_practice_table_begins_at_the_moment_shown(open_page: OpenPage, astrid: Player, game: Game) -> None:
    page = open_page(astrid)
    page.goto(f"/g/{game.pk}/")
    page.locator("#slider").fill("8")
    at(page, 8)
    page.get_by_role("button", name="Play on from here against bots").click()
    expect(page.get_by_text("branched off at moment 8")).to_be_visible()
    made = Game.objects.get(practice=True)
    assert (made.forked_from, made.forked_moment) == (game.pk, 8)


def test_news_of_the_table_reach_an_open_page(
    open_page: OpenPage, astrid: Player, bjorn: Player, game: Game, complaints: list[str]
) -> None:
    page = open_page()  # a spectator: nobody waits for it, so it may load anew by itself
    page.clock.install()
    page.goto(f"/g/{game.pk}/")
    play(game, [astrid, bjorn], 1)
    page.clock.run_for(2000)
    at(page, game.moment)
    assert complaints == []


def test_news_do_not_take_away_what_one_is_writing(
    open_page: OpenPage, astrid: Player, bjorn: Player, game: Game
) -> None:
    page = open_page(astrid)
    page.clock.install()
    page.goto(f"/g/{game.pk}/")
    page.get_by_label("Message").fill("Half a sentence")
    services.send_press(game.pk, seat=1, player=bjorn, to=None, text="Hurry!", cause=uuid4())
    play(game, [astrid, bjorn], 2)
    page.clock.run_for(2000)
    expect(page.get_by_text("Something happened at the table")).to_be_visible()
    expect(page.get_by_label("Message")).to_have_value("Half a sentence")


def test_news_do_not_take_whoever_goes_by_keys_away_from_where_they_are_and_are_announced(
    open_page: OpenPage, astrid: Player, bjorn: Player, game: Game
) -> None:
    page = open_page()
    page.clock.install()
    page.goto(f"/g/{game.pk}/")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Asgard PBEM")).to_be_focused()
    play(game, [astrid, bjorn], 2)
    page.clock.run_for(2000)
    expect(page.get_by_role("status").filter(has_text="Something happened at the table")).to_be_visible()
    expect(page.get_by_role("link", name="Asgard PBEM")).to_be_focused()


def test_news_of_a_table_that_fills_do_not_take_away_the_word_that_one_is_typing(
    open_page: OpenPage, astrid: Player, bjorn: Player
) -> None:
    """Only fields of several lines were looked at: what was typed in any other, or ticked, went as the page loaded."""
    table = services.open_table(opened_by=astrid, key="aesir", seats=4, cause=uuid4())
    page = open_page(astrid)
    page.clock.install()
    page.goto(f"/g/{table.pk}/")
    word = page.get_by_label("Your word for the seed")
    word.fill("mistle")
    services.take_seat(table.pk, player=bjorn, cause=uuid4())
    page.clock.run_for(2000)
    expect(page.get_by_text("Something happened at the table")).to_be_visible()
    expect(word).to_have_value("mistle")


@pytest.mark.parametrize("window", [PHONE, DESK], ids=["phone", "desk"])
def test_where_the_line_is_broken_the_page_stays_and_asks_again(
    open_page: OpenPage, astrid: Player, game: Game, window: tuple[int, int]
) -> None:
    page = open_page(astrid, viewport={"width": window[0], "height": window[1]})
    page.goto(f"/g/{game.pk}/8/")
    page.clock.install()
    page.get_by_label("Message").fill("Half a sentence")
    page.context.set_offline(True)
    page.get_by_role("button", name="Play", exact=True).click()
    said = page.get_by_text("The server cannot be reached")
    expect(said).to_be_in_viewport(ratio=1)
    assert dark_faults(page, window) == []
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(page.locator("#game")).to_have_attribute("data-moment", "8")
    page.context.set_offline(False)
    page.clock.run_for(3500)
    at(page, 9)
    expect(said).to_be_hidden()
    expect(page.get_by_label("Message")).to_have_value("Half a sentence")


def test_where_the_database_is_away_the_page_stays_and_asks_again(
    open_page: OpenPage, astrid: Player, game: Game
) -> None:
    page = open_page(astrid)
    page.goto(f"/g/{game.pk}/8/")
    page.clock.install()
    page.get_by_label("Message").fill("Half a sentence")
    page.route("**/frames/**", lambda route: route.fulfill(status=503, headers={"Retry-After": "30"}))
    page.locator("#step-next").click()
    said = page.get_by_text("The server cannot be reached")
    for _ in range(4):
        page.clock.run_for(2000)
        page.wait_for_timeout(200)
    expect(said).to_be_visible()
    page.unroute("**/frames/**")
    page.clock.run_for(8000)
    at(page, 9)
    expect(said).to_be_hidden()
    expect(page.get_by_label("Message")).to_have_value("Half a sentence")
