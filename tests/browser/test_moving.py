"""A game is played on the board alone: by finger, mouse, keys, and without scripts."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from uuid import uuid4

import pytest
from playwright.sync_api import Error, Page, expect

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.reading import history

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OpenPage = Callable[..., Page]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1280, "height": 900}}


def until_asked(game: Game, seat: int, players: list[Player], rng: random.Random) -> bool:
    """Lets the others answer at random until `seat` is asked. False: the game is over."""
    while pending := history.table_now(game.pk).pending():
        if any(one.seat == seat for one in pending):
            return True
        answer(game, pending[0].seat, players, rng)
    return False


def answer(game: Game, seat: int, players: list[Player], rng: random.Random) -> None:
    table = history.table_now(game.pk)
    asked = next(one for one in table.pending() if one.seat == seat)
    move = table.rules.menu(table.state, asked).random(rng).model_dump(mode="json")
    services.submit_move(game.pk, seat=seat, player=players[seat], cause=uuid4(), move=move)


def by_finger(page: Page) -> None:
    """Taps a piece, then what the sheet offers; pieces once more where it is a form of which something is missing."""
    page.locator("#frame a.answer").first.tap()
    settle(page, page.locator("#frame a.answer").last.tap, "tap")


def by_mouse(page: Page) -> None:
    page.locator("#frame a.answer").last.click()
    settle(page, page.locator("#frame a.answer").first.click, "click")


def by_keys(page: Page) -> None:
    """The board is one tab stop; from there arrows, Enter, and Enter on the button that has the focus."""
    page.locator("#frame a.answer[tabindex='0']").first.focus()
    page.keyboard.press("ArrowRight")
    if page.evaluate("!document.activeElement.matches('a.answer')"):
        page.keyboard.press("ArrowLeft")
    if page.evaluate("!document.activeElement.matches('a.answer')"):
        page.locator("#frame a.answer").first.focus()
    page.keyboard.press("Enter")
    settle(page, lambda: page.locator("#frame a.answer").first.press("Enter"), "keys")


def settle(page: Page, again: Callable[[], None], how: str) -> None:
    sheet = page.locator("#sheet section")
    expect(sheet).to_be_in_viewport()
    for radio in ("first", "second"):
        choice = sheet.locator(f"input[name={radio}]")
        if choice.count():
            choice.first.check()
    button = page.locator("#sheet button:visible").first
    if not button.count():
        again()
        expect(button).to_be_visible()
    before = page.url
    if how == "keys":
        button.focus()
        page.keyboard.press("Enter")
    elif how == "tap":
        button.tap()
    else:
        button.click()
    page.wait_for_url(lambda url: url != before or "tapped" not in url)
    page.wait_for_load_state()


def opened(page: Page, address: str) -> None:
    """Goes there; the page may be loading itself anew just now, as somebody has moved."""
    for _ in range(3):
        with suppress(Error):
            page.goto(address)
            return
    raise AssertionError(address)


@pytest.fixture
def duel(astrid: Player, bjorn: Player, table: Callable[..., Game]) -> tuple[Game, list[Player]]:
    return table(astrid, bjorn, seed=b"m" * 32), [astrid, bjorn]


@pytest.mark.parametrize(
    "way, options, played",
    [
        (by_finger, PHONE, 0),
        (by_mouse, DESK, 38),
        (by_keys, DESK, 38),
        (by_mouse, {**DESK, "java_script_enabled": False}, 38),
        (by_finger, {**PHONE, "java_script_enabled": False}, 40),
    ],
    ids=["finger", "mouse", "keys", "no_scripts", "finger_no_scripts"],
)
def test_a_game_is_played_to_its_end_on_the_board(
    way: Callable[[Page], None],
    options: dict[str, object],
    played: int,
    duel: tuple[Game, list[Player]],
    open_page: OpenPage,
    complaints: list[str],
) -> None:
    (game, players), rng = duel, random.Random(4)
    for _ in range(played):
        answer(game, history.table_now(game.pk).pending()[0].seat, players, rng)
    page = open_page(players[0], **options)
    answers = 0
    while until_asked(game, 0, players, rng):
        opened(page, f"/g/{game.pk}/")
        game.refresh_from_db()
        before = game.events.count()
        way(page)
        expect(page.locator("#sheet section")).to_have_count(0)
        assert game.events.count() > before
        answers += 1
    game.refresh_from_db()
    assert game.status == "over"
    assert answers > (20 if not played else 2)
    assert complaints == []


def test_whoever_answers_on_the_board_stays_where_they_were(
    duel: tuple[Game, list[Player]], open_page: OpenPage, complaints: list[str]
) -> None:
    game, players = duel
    page = open_page(players[0], **PHONE)
    page.goto(f"/g/{game.pk}/")
    page.locator("#frame a.answer").last.evaluate("piece => piece.scrollIntoView({ block: 'start' })")
    page.locator("#frame a.answer").last.tap()
    expect(page.locator("#sheet section")).to_be_in_viewport()
    before = page.evaluate("window.scrollY")
    assert before > 100, "not where a page begins by itself"
    page.locator("#sure").tap()
    told = page.locator("#sheet .told")
    expect(told).to_contain_text("You chose: ")
    expect(told).to_be_in_viewport()
    expect(page.locator("#explained")).to_be_hidden()
    assert abs(page.evaluate("window.scrollY") - before) < 60
    assert "told" not in page.url
    assert complaints == []
