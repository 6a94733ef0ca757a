"""Light, dark, or as the system says: chosen by a form, kept in a cookie, there from the first line of a page."""

from __future__ import annotations

import re

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def page(client: Client) -> str:
    return client.get("/help/").content.decode()


def test_a_page_follows_the_system_until_somebody_chooses() -> None:
    shown = page(Client())
    assert "data-theme" not in shown
    assert '<meta name="color-scheme" content="light dark">' in shown
    assert len(re.findall(r'name="theme-color" media="\(prefers', shown)) == 2


@pytest.mark.parametrize("theme, colour", [("light", "#FFFBF2"), ("dark", "#262B31")])
def test_what_was_chosen_stands_in_every_page_and_the_form_goes_back_to_where_it_was(theme: str, colour: str) -> None:
    client = Client()
    answer = client.post("/theme/", {"theme": theme, "next": "/rules/"})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/rules/")
    cookie = answer.cookies["theme"]
    assert (cookie.value, cookie["samesite"], cookie["httponly"], cookie["max-age"]) == (theme, "Lax", True, 31536000)
    shown = page(client)
    assert f'<html lang="en" data-theme="{theme}">' in shown
    assert re.findall(r'<meta name="theme-color"[^>]*>', shown) == [f'<meta name="theme-color" content="{colour}">']
    assert re.search(rf'value="{theme}" aria-current="true"', shown)


def test_the_systems_own_can_be_had_again() -> None:
    client = Client()
    client.post("/theme/", {"theme": "dark"})
    client.post("/theme/", {"theme": ""})
    assert "data-theme" not in page(client)


@pytest.mark.parametrize("cookie", ['"><script>', "sepia", "", "dark light"])
def test_nothing_else_gets_from_the_cookie_into_a_page(cookie: str) -> None:
    client = Client()
    client.cookies["theme"] = cookie
    assert "data-theme" not in page(client)


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "abc", "game"])
def test_it_leads_nowhere_else(elsewhere: str) -> None:
    assert Client().post("/theme/", {"theme": "dark", "next": elsewhere}).headers["Location"] == "/"


def test_pictures_in_lists_follow_what_was_chosen() -> None:
    client = Client()
    client.post("/theme/", {"theme": "dark"})
    shown = client.get("/rules/aesir/").content.decode()
    assert "prefers-color-scheme" not in shown
    assert "board-en.svg?theme=dark" in shown
