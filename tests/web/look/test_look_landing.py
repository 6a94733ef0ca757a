"""The first page says in a few lines what this is and how to begin: what it tells to write is read, and where."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.utils import translation

from asgard_pbem.mail.answering.seating.opening import game_key
from asgard_pbem.mail.reading.grammar import commands as grammar
from asgard_pbem.mail.tokens import box_of
from engine.table.registry import game as find_game

pytestmark = pytest.mark.django_db


def first_page(language: str) -> str:
    with translation.override(language):
        return unescape(Client().get("/", headers={"accept-language": language}).content.decode())


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_line_that_it_tells_to_write_opens_a_table_against_bots(language: str) -> None:
    page = first_page(language)
    link = re.search(r'<a class="address" href="(mailto:[^"]+)">([^<]+)</a><code class="order">([^<]+)</code>', page)
    assert link is not None
    written = urlsplit(link[1])
    assert (written.path, parse_qs(written.query)["body"]) == (link[2], [link[3]])
    (command,) = grammar.read_sheet([link[3]]).commands
    assert (command.name, game_key(command.args["game"]), command.args["seats"]) == ("open", "aesir", "3")
    assert box_of(link[2]).is_open


def test_an_installation_with_one_address_names_that(settings: Any) -> None:
    settings.PLAY_ADDRESS = "games@example.org"
    assert "mailto:games@example.org?" in first_page("en")


def test_without_a_finished_game_a_picture_of_a_board_stands_there() -> None:
    assert "/rules/asgard/board-en.svg" in first_page("en")


@pytest.mark.parametrize("path", ["/", "/rules/", "/rules/aesir/", "/tables/", "/help/"])
def test_no_picture_of_a_page_moves_what_stands_below_it(path: str) -> None:
    """A picture without a size has none until it has come; then the page jumps under the reader's finger."""
    pictures = re.findall(r"<img[^>]*>", Client().get(path).content.decode())
    assert all(re.search(r' width="\d+" height="\d+"', one) for one in pictures), pictures


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_letter_stands_beside_it_with_an_answer_of_its_list(language: str) -> None:
    page = first_page(language)
    window = page[page.index('class="mail-window"') : page.index("</figure>")]
    answer = re.search(r'class="mail-answer">.*<b>(\d)</b>', window)
    assert answer is not None
    assert f'<span class="num">{answer[1]}</span>' in window


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_lines_of_that_letter_are_worded_as_the_game_words_them(language: str) -> None:
    words = find_game("aesir").words(language, ("Astrid", "Bjorn", "Eir"))
    offered = [words.half_up(card, god) for card, god in (("OF1", "O"), ("OF1", "F"), ("TH3", "T"))]
    shown = re.findall(r'<span class="num">\d</span>([^<]+)</li>', first_page(language))
    assert shown == [line.partition(" (")[0] for line in offered]


def test_each_game_says_its_year_as_far_as_it_is_known_and_no_line_begins_with_a_dot() -> None:
    page = Client().get("/").content.decode()
    years = re.findall(r"(.)· (20\d\d)</p>", page.replace("&nbsp;", "\u00a0"))
    assert years == [("\u00a0", "2012"), ("\u00a0", "2013"), ("\u00a0", "2015"), ("\u00a0", "2011")]
