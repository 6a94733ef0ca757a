"""Manuals and help."""

from __future__ import annotations

from urllib.robotparser import RobotFileParser

import pytest
from django.test import Client

from engine.table.registry import games

pytestmark = pytest.mark.django_db


def test_every_installed_game_has_its_rules_on_a_page_in_both_languages(client: Client) -> None:
    for key in games():
        for language in ("en", "ru"):
            client.post("/language/", {"language": language, "next": "/"})
            page = client.get(f"/rules/{key}/").content.decode()
            assert f'<html lang="{language}">' in page
            assert '<article class="prose">' in page


def test_the_rules_of_a_game_that_is_not_installed_are_an_error_page(client: Client) -> None:
    assert client.get("/rules/chess/").status_code == 404


def test_help_and_the_list_of_rules_lead_to_every_manual(client: Client) -> None:
    for path in ("/help/", "/rules/"):
        page = client.get(path).content.decode()
        assert all(f'href="/rules/{key}/"' in page for key in games())


@pytest.mark.parametrize("path", ["/", "/tables/", "/sign-in/", "/help/", "/rules/"])
def test_pages_for_everybody_need_no_account(client: Client, path: str) -> None:
    assert client.get(path).status_code == 200


def test_every_installed_game_has_a_picture_in_both_languages_and_dresses(client: Client) -> None:
    for key in games():
        pictures = [
            client.get(f"/rules/{key}/board-{tongue}.svg?theme={theme}")
            for tongue in ("en", "ru")
            for theme in ("light", "dark")
        ]
        assert {one.headers["Content-Type"] for one in pictures} == {"image/svg+xml"}
        assert len({one.content for one in pictures}) == 4
    assert client.get("/rules/chess/board-en.svg").status_code == 404
    assert client.get("/rules/aesir/board-xx.svg").status_code == 404


@pytest.mark.parametrize("tongue", ["en", "ru"])
def test_words_of_a_picture_in_a_page_are_outlines_and_need_no_typeface(tongue: str, client: Client) -> None:
    """A browser loads none for an `<img>`: names ran over the edges of their cards, on the first page anybody reads."""
    for key in games():
        drawn = client.get(f"/rules/{key}/board-{tongue}.svg").content.decode()
        left = drawn.count("<text")  # what is struck through, and single signs
        assert drawn.count("<path fill=") > 20
        assert left < 10, left


def test_search_machines_read_pages_and_not_each_moment_in_every_form(client: Client) -> None:
    """Python's own reader knows no `*` (RFC 9309, 2.2.3), so the rule of a game's pages is looked at as it stands."""
    said = client.get("/robots.txt")
    assert said["Content-Type"].startswith("text/plain")
    rules = said.content.decode().splitlines()
    assert rules.index("Allow: /g/*/$") < rules.index("Disallow: /g/")
    asked = RobotFileParser()
    asked.parse(rules)
    assert all(asked.can_fetch("anybody", path) for path in ("/", "/rules/aesir/", "/games/", "/help/"))
    hidden = ("/g/1/9.json", "/g/1/moving.gif", "/api/docs", "/i/1/", "/settings/", "/sign-in/", "/sign-in/token/")
    assert not any(asked.can_fetch("anybody", path) for path in hidden)
