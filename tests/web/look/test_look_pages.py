"""The frame of every page and the error pages: readable without eyes, mouse or scripts."""

import re
from html.parser import HTMLParser

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.utils import translation

TOLD = ["400.html", "403.html", "403_csrf.html", "404.html", "405.html", "413.html", "503.html"]
PAGES = ["web/base.html", *TOLD, "500.html"]


class Outline(HTMLParser):
    """Counts what a page is judged by."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attrs for name, attrs in self.tags if name == tag]


def _page(name: str, language: str = "en", **context: object) -> str:
    with translation.override(language):
        return render_to_string(name, context, RequestFactory().get("/"))


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_one_heading_a_language_and_a_title(name: str) -> None:
    page = Outline(_page(name))
    assert len(page.all("h1")) == 1
    assert page.all("html")[0]["lang"] == "en"
    assert len(page.all("title")) >= 1
    assert page.all("main")[0]["id"] == "main"


def test_the_language_of_the_page_is_declared() -> None:
    assert Outline(_page("web/base.html", "ru")).all("html")[0]["lang"] == "ru"


def test_the_first_link_skips_to_the_content() -> None:
    links = Outline(_page("web/base.html")).all("a")
    assert links[0] == {"class": "skip", "href": "#main"}


def test_every_field_has_a_label_and_every_picture_a_name_or_none_on_purpose() -> None:
    page = Outline(_page("web/base.html", open_turns=[{"url": "/g/1", "title": "Aesir", "wanted": "choose"}]))
    labelled = {attrs.get("for") for attrs in page.all("label")}
    fields = [attrs for attrs in page.all("input") + page.all("select") if attrs.get("type") != "hidden"]
    assert all(field.get("id") in labelled or "aria-label" in field for field in fields)
    assert all("aria-label" in svg or svg.get("aria-hidden") == "true" for svg in page.all("svg"))
    assert all(attrs.get("aria-label") or attrs.get("aria-labelledby") for attrs in page.all("nav"))


@pytest.mark.parametrize("name", PAGES)
def test_a_page_needs_no_inline_style_or_script_and_nothing_from_elsewhere(name: str) -> None:
    page = _page(name).replace(settings.PUBLIC_URL, "")  # what a page says of its own place is loaded by nobody
    assert not re.search(r"<style|\sstyle=|<script|\son[a-z]+=|https?://|data:", page)


def test_open_turns_stand_in_the_header_of_every_page() -> None:
    turns = [{"url": "/g/1", "title": "<Hall>", "wanted": "choose a card"}, {"url": "/g/2", "title": "Fjord"}]
    page = _page("web/base.html", open_turns=turns)
    assert "Your turn in 2 games" in page
    assert '<a href="/g/1">&lt;Hall&gt;</a>' in page


@pytest.mark.parametrize("turns,words", [(1, "Your turn in another game"), (2, "Your turn in 2 other games")])
def test_the_page_of_a_table_counts_the_other_ones(turns: int, words: str) -> None:
    open_turns = [{"url": "/g/1", "title": "Hall"}, {"url": "/g/2", "title": "Fjord"}][:turns]
    assert words in _page("web/base.html", open_turns=open_turns, turns_elsewhere=True)
    assert f"Ваш ход ещё в {turns}" in _page("web/base.html", "ru", open_turns=open_turns, turns_elsewhere=True)


def test_a_page_without_open_turns_says_nothing_of_them() -> None:
    assert "turns-heading" not in _page("web/base.html", open_turns=[])


def test_messages_are_announced() -> None:
    page = _page("web/base.html", messages=[])
    assert 'role="status" aria-live="polite"' in page


@pytest.mark.parametrize("name", TOLD)
def test_an_error_page_speaks_russian_too(name: str) -> None:
    heading = re.search(r"<h1>(.*?)</h1>", _page(name, "ru"))
    assert heading is not None
    assert re.search("[а-я]", heading[1])


def test_a_form_without_its_mark_is_told_what_to_do() -> None:
    """Whoever was signed in read that the page is somebody else's, and to sign in again."""
    client = Client(enforce_csrf_checks=True)
    answer = client.post("/sign-in/", {"email": "anna@home.example"})
    assert answer.status_code == 403
    page = answer.content.decode()
    assert "The form had grown too old" in page
    assert "Nothing was changed. Go back, reload the page and send it once more" in page


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
def test_a_form_that_is_too_large_is_called_that(kind: str) -> None:
    body = b"x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
    client = Client(enforce_csrf_checks=True)
    client.get("/sign-in/")
    answer = client.post("/sign-in/", body, content_type=kind)
    assert answer.status_code == 413
    assert "That was too much at once" in answer.content.decode()


def test_the_page_for_a_broken_server_asks_nothing_of_it() -> None:
    source = render_to_string("500.html", {})
    assert "{%" not in source
    assert 'lang="ru"' in source
