"""Blood Rage in a real browser: its cards and pieces explain themselves, and nobody sees another's hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.reading import history
from engine.games.blood_rage.game_rules import BloodRageRules
from engine.games.blood_rage.words.effects import EFFECTS
from tests.browser.test_explaining import answers_a_tap, explained_by_a_tap
from tests.games.blood_rage.scene import Scene
from tests.web.test_asgard import SEED, until

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OpenPage = Callable[..., Page]
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def game(astrid: Player, bjorn: Player, table: Callable[..., Game]) -> Game:
    made = table(astrid, bjorn, key="blood_rage", seed=SEED)
    until(made, [astrid, bjorn], "action")
    return made


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_cards_and_pieces_are_explained_on_a_phone_by_a_tap(
    open_page: OpenPage, astrid: Player, bjorn: Player, game: Game, scheme: str, complaints: list[str]
) -> None:
    """Where they answer no question; those that do open the sheet of what was tapped."""
    seat = history.table_now(game.pk).pending()[0].seat
    page = open_page([astrid, bjorn][1 - seat], **PHONE, color_scheme=scheme)
    page.goto(f"/g/{game.pk}/")
    for piece in ("card", "province", "token", "stat", "slot", "figure"):
        explained_by_a_tap(page, page.locator(f"#frame svg [data-piece='{piece}']").first)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page = open_page([astrid, bjorn][seat], **PHONE, color_scheme=scheme)
    page.goto(f"/g/{game.pk}/")
    for piece in ("card", "province", "token", "stat", "slot", "figure"):
        explained_by_a_tap(page, page.locator(f"#frame svg [data-piece='{piece}'][role='img']").first)
    for piece in ("card", "figure"):
        answers_a_tap(page, page.locator(f"#frame svg a.answer[data-piece='{piece}']").first)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert complaints == []


def test_every_card_of_a_hand_is_explained_by_pointer_and_key(
    open_page: OpenPage, astrid: Player, game: Game, complaints: list[str]
) -> None:
    page = open_page(astrid, viewport={"width": 1280, "height": 900})
    page.goto(f"/g/{game.pk}/")
    line, hand = page.locator("#explained"), page.locator("#frame [data-pile='hand']").all()
    assert len(hand) == 6
    for card in hand:
        card.hover()
        expect(line).to_contain_text(EFFECTS[card.get_attribute("data-ref") or ""]["en"])
        expect(line).to_have_text(card.get_attribute("aria-label") or "")
        page.keyboard.press("Escape")
        expect(line).to_be_hidden()
        card.focus()
        expect(line).to_contain_text(EFFECTS[card.get_attribute("data-ref") or ""]["en"])
    assert complaints == []


def test_a_hand_is_on_the_page_of_its_owner_alone(
    open_page: OpenPage, astrid: Player, bjorn: Player, game: Game
) -> None:
    hands = []
    for viewer in (astrid, bjorn, None):
        page = open_page(viewer)
        page.goto(f"/g/{game.pk}/")
        hands.append([one.get_attribute("data-ref") for one in page.locator("#frame [data-pile='hand']").all()])
    assert len(hands[0]) == len(hands[1]) == 6
    assert hands[0] != hands[1]
    assert hands[2] == []


WIDE = """() => [...document.querySelectorAll("#frame svg g[role='img']")].flatMap(part => {
  const frame = part.querySelector("rect, path");
  return frame === null ? [] : [...part.querySelectorAll("text")].flatMap(text => {
    const words = text.getBBox(), box = frame.getBBox();
    return words.x + words.width <= box.x + box.width + 1 ? [] : [[part.dataset.piece, text.textContent]];
  });
})"""


@pytest.mark.parametrize("language", ["en", "ru"])
def test_words_of_clan_sheets_and_cards_stay_in_their_boxes_whatever_face_the_browser_has(
    open_page: OpenPage, astrid: Player, table: Callable[..., Game], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Type is brought to the size of the faces that boards are measured with: others are up to a fifth wider."""
    sheets = {"A": "BRO LBL OIN FDO FIR VAL SED", "B": "LHA MAS SLD DWA SEA TCO TGL"}
    given = {"sheet": sheets, "hand": {"A": "HWA TAS FPR ELF QYG1", "B": "TY3"}}
    monkeypatch.setattr(BloodRageRules, "setup", lambda *_: (Scene("AB", **given).state, []))
    Player.objects.filter(pk=astrid.pk).update(language=language)
    game = table(astrid, "random", key="blood_rage")
    page = open_page(astrid, viewport={"width": 1280, "height": 900})
    page.goto(f"/g/{game.pk}/")
    assert page.locator("#frame [data-piece='slot'] text").count() > 10
    assert page.get_by_text({"en": "Reserve", "ru": "Резерв"}[language], exact=True).count() > 1
    assert page.evaluate(WIDE) == []
