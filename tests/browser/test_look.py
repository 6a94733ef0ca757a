"""What only a browser can say of the look: colours switched, letters as wide as measured, the longest of names."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from asgard_pbem.boards.fonts import length
from asgard_pbem.boards.glyphs import Line, outline
from asgard_pbem.boards.look import TOKENS
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.models.games import TITLE_LIMIT
from asgard_pbem.tables.models.players import NAME_LIMIT
from asgard_pbem.tables.reading import history
from engine.core.menu import Columns
from engine.table import registry
from tests.letters.conftest import SEED
from tests.web.history.test_chances import analysed

pytestmark = pytest.mark.django_db(transaction=True)
OpenPage = Callable[..., Page]
DARK, LIGHT = (f"rgb({int(one[1:3], 16)}, {int(one[3:5], 16)}, {int(one[5:7], 16)})" for one in TOKENS["paper"][::-1])
# Every line of a board in one face: its words, its size, the family and weight asked for, and how long it is drawn.
MEASURED = """() => [...document.querySelectorAll('.board svg text')].filter(one => !one.children.length).map(one => {
  const style = getComputedStyle(one);
  return [one.textContent, parseFloat(style.fontSize), style.fontFamily, style.fontWeight, one.getComputedTextLength()];
})"""
NEAR = 0.01  # of its length that a line may differ


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("system", ["light", "dark"])
def test_the_switch_stands_over_the_system_without_scripts_too(
    open_page: OpenPage, system: str, scripts: bool, complaints: list[str]
) -> None:
    page = open_page(color_scheme=system, java_script_enabled=scripts)
    page.goto("/rules/aesir/")

    ground = page.locator("body")
    expect(ground).to_have_css("background-color", DARK if system == "dark" else LIGHT)
    for button, colour in (("Dark", DARK), ("Light", LIGHT), ("As the system", DARK if system == "dark" else LIGHT)):
        page.get_by_role("button", name=button).click()  # without scripts a form that leads back here
        expect(ground).to_have_css("background-color", colour)
        assert page.url.endswith("/rules/aesir/")
    assert complaints == []


@pytest.mark.parametrize("key", ["aesir", "asgard", "asgards_chosen", "blood_rage", "yggdrasil"])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_line_of_a_board_is_as_long_as_it_was_measured(
    open_page: OpenPage, astrid: Player, table: Callable[..., Game], key: str, language: str
) -> None:
    """Whatever faces the reader's machine has: then what fits where it is measured fits here."""
    game = table(astrid, "greedy", key=key, seed=bytes(32))
    Player.objects.filter(pk=astrid.pk).update(language=language)
    page = open_page(Player.objects.get(pk=astrid.pk), viewport={"width": 1280, "height": 900})
    page.goto(f"/g/{game.pk}/")
    page.evaluate("document.fonts.ready")
    found: list[Any] = page.evaluate(MEASURED)
    assert len(found) > 8
    for text, size, family, weight, drawn in found:
        words, serif, bold = " ".join(text.split()), "Serif" in family.split(",")[0], weight == "700"
        wanted = shortest = length(words, size, serif=serif, bold=bold)
        if serif and bold:  # of titles letters may stand closer: theirs is the one face that pages kern
            line = outline(Line(words, serif, bold))
            assert line is not None, words
            shortest = min(wanted, line.length * size)
        near = max(NEAR * wanted, 0.5)
        assert shortest - near <= drawn <= wanted + near, (words, family, shortest, wanted, drawn)
    loaded = page.evaluate("[...document.fonts].filter(one => one.status == 'loaded').length")
    assert loaded >= (5 if language == "ru" else 3)


@pytest.mark.parametrize("width", [360, 768, 1440])
def test_the_longest_word_that_somebody_may_be_called_widens_no_page(
    width: int, open_page: OpenPage, astrid: Player, bjorn: Player, table: Callable[..., Game]
) -> None:
    """Neither do bots, who are tagged: a stranger's name or title stands in lists that everybody reads."""
    Player.objects.filter(pk=bjorn.pk).update(name="W" * NAME_LIMIT)
    named, title = Player.objects.get(pk=bjorn.pk), "W" * TITLE_LIMIT
    call_command("samples", "blood_rage", stdout=io.StringIO())
    playing = table(astrid, named)
    filling = services.open_table(opened_by=named, key="yggdrasil", seats=6, cause=uuid4(), title=title)
    invitation = services.invite(filling.pk, by=named, email=astrid.email, cause=uuid4())
    Player.objects.update(language="ru")
    pages = {
        astrid: ["/", f"/i/{invitation.pk}/", f"/g/{filling.pk}/", f"/g/{playing.pk}/", f"/g/{playing.pk}/log/"],
        named: ["/tables/", "/games/", f"/players/{named.pk}/", "/settings/", f"/g/{playing.pk}/resign/"],
    }
    for player, paths in pages.items():
        page = open_page(Player.objects.get(pk=player.pk), viewport={"width": width, "height": 900})
        for path in paths:
            page.goto(path)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path


def test_the_figures_of_all_who_played_widen_no_phone(
    open_page: OpenPage, astrid: Player, bjorn: Player, table: Callable[..., Game]
) -> None:
    Player.objects.filter(pk=bjorn.pk).update(name="W" * NAME_LIMIT)
    game = analysed(table(astrid, Player.objects.get(pk=bjorn.pk)))
    page = open_page(viewport={"width": 360, "height": 780})
    page.goto(f"/g/{game.pk}/")
    page.evaluate("document.querySelectorAll('details').forEach(one => (one.open = true))")
    assert page.locator(".chances table").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("path", ["/settings/", "/tables/new/asgards_chosen/"])
def test_a_box_to_tick_stands_beside_its_words_and_what_helps_below_them(
    width: int, path: str, open_page: OpenPage, astrid: Player
) -> None:
    page = open_page(astrid, viewport={"width": width, "height": 800})
    page.goto(path)
    boxes = page.locator("main input[type=checkbox]")
    assert boxes.count() >= 4
    for box in boxes.all():
        label = page.locator(f"label[for='{box.get_attribute('id')}']")
        one, other = box.bounding_box(), label.bounding_box()
        assert one is not None
        assert other is not None
        assert one["x"] + one["width"] <= other["x"]
        assert other["y"] <= one["y"] + one["height"] / 2 <= other["y"] + 30, "in the line of the first word"
        help_text = label.locator("xpath=following-sibling::div[contains(@class, 'helptext')]")
        if help_text.count():
            below = help_text.bounding_box()
            assert below is not None
            assert below["x"] == other["x"]


def test_a_button_below_a_list_does_not_touch_it(
    open_page: OpenPage, astrid: Player, bjorn: Player, table: Callable[..., Game]
) -> None:
    table(astrid, bjorn)
    page = open_page(bjorn, viewport={"width": 360, "height": 800})
    page.goto("/tables/")
    rows, button = page.locator("ul.rows").first.bounding_box(), page.locator("ul.rows + .pager a").first.bounding_box()
    assert rows is not None
    assert button is not None
    assert button["y"] - rows["y"] - rows["height"] >= 8


def test_a_score_stands_on_one_line_beside_a_long_name(open_page: OpenPage, table: Callable[..., Game]) -> None:
    """Names may be broken anywhere; 126 was shown as 1, 2 and 6, one below the other."""
    host = services.player_for("long@example.org", name="Анна-Мария Константиновна")
    game = table(host, "greedy")
    page = open_page(host, viewport={"width": 360, "height": 740})
    page.goto(f"/g/{game.pk}/")
    score = page.locator("#players .score").first
    assert score.count() == 1
    heights = score.evaluate("""one => {
      const short = one.offsetHeight;
      one.append('26');
      return [short, one.offsetHeight];
    }""")
    assert heights[0] == heights[1]


@pytest.fixture
def long_named(astrid: Player, bjorn: Player) -> list[Player]:
    people = [astrid, bjorn]
    for player, letter in zip(people, "WM", strict=True):
        Player.objects.filter(pk=player.pk).update(name=letter * NAME_LIMIT)
    return [Player.objects.get(pk=player.pk) for player in people]


def advance(game: Game, people: list[Player], *, to_columns: bool) -> int:
    """`greedy` plays for all: to a question with two lists, whose seat is given back, or to the end."""
    bot, rng = registry.game(game.key).bots["greedy"], random.Random(3)
    while pending := (at := history.table_now(game.pk)).pending():
        seat = pending[0].seat
        if to_columns and isinstance(at.rules.menu(at.state, pending[0]), Columns):
            return seat
        move = bot.move(at.desk(seat, ()), rng).model_dump(mode="json")
        services.submit_move(game.pk, seat=seat, player=people[seat], cause=uuid4(), move=move)
    return -1


@pytest.mark.parametrize("width", [360, 1280])
def test_the_two_lists_of_a_question_stay_within_their_frame(
    width: int, open_page: OpenPage, long_named: list[Player], table: Callable[..., Game]
) -> None:
    """Whom a card is taken from stands in each of its lines: with a name of one long word they widened the page."""
    game = table(*long_named, seed=SEED)
    seat = advance(game, long_named, to_columns=True)
    page = open_page(long_named[seat], viewport={"width": width, "height": 900})
    page.goto(f"/g/{game.pk}/")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    out = page.locator(".columns fieldset").evaluate_all("""all => all.flatMap(one => [...one.querySelectorAll('*')]
      .filter(inner => inner.getBoundingClientRect().right > one.getBoundingClientRect().right)).length""")
    assert out == 0


def test_a_phone_shows_the_points_of_all_side_by_side(
    open_page: OpenPage, long_named: list[Player], table: Callable[..., Game]
) -> None:
    """A long name pushed all others out of sight; who is who, their marks say, as in the list of players."""
    game = table(*long_named, seed=SEED)
    advance(game, long_named, to_columns=False)
    page = open_page(long_named[0], viewport={"width": 360, "height": 800})
    page.goto(f"/g/{game.pk}/")
    board = page.locator(".scroll:has(table.sources)")
    assert board.evaluate("one => one.scrollWidth - one.clientWidth") <= 0
    assert "W" * NAME_LIMIT in (board.locator("thead").text_content() or ""), "and is read aloud"


def test_a_phone_tells_what_has_happened_to_its_end_behind_a_long_name(
    open_page: OpenPage, table: Callable[..., Game]
) -> None:
    """One line was full with the name alone; two are always there, so that the slider stays where it is."""
    host = services.player_for("long@example.org", name="Анна-Мария Константинопольская", language="ru")
    game = table(host, "greedy", seed=SEED)
    services.submit_orders(game.pk, seat=0, player=host, lines=["1"], cause=uuid4())
    page = open_page(None, viewport={"width": 360, "height": 740}, locale="ru-RU")
    heights = set()
    for moment in (1, 5):
        page.goto(f"/g/{game.pk}/{moment}/")
        line = page.locator("#caption .line")
        assert line.evaluate("one => one.scrollHeight <= one.clientHeight && one.scrollWidth <= one.clientWidth")
        heights.add(page.locator("#bar").evaluate("one => one.offsetHeight"))
    assert "Константинопольская" in line.inner_text()
    assert len(heights) == 1
