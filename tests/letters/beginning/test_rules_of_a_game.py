"""Whoever sits at no table reads the rules of any game, by what letters tell them to write."""

from __future__ import annotations

import pytest
from django.utils import translation
from django.utils.translation import gettext

from asgard_pbem.mail.answering.routes import wordless
from asgard_pbem.mail.messages import Answer, Receipt
from asgard_pbem.mail.reading.grammar import commands as grammar
from asgard_pbem.mail.writing.sections.manual import split, topic
from asgard_pbem.mail.writing.sections.seating import welcome
from asgard_pbem.mail.writing.sections.titles import named
from engine.table.registry import games

KEYS = ("aesir", "asgard", "asgards_chosen", "blood_rage", "yggdrasil")


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("key", KEYS)
def test_any_name_that_opens_a_table_names_the_game_whose_rules_are_wanted(key: str, language: str) -> None:
    title = games()[key].words(language, ()).title().casefold()
    chapters = split(games()[key].manual(language))
    with translation.override(language):
        (asked,) = topic(None, "", language)
        assert gettext("rules %(word)s") % {"word": named(key, language)} in asked.items
        for name in (key, title, named(key, language)):
            first, _list = topic(None, _wanted(f"rules {name}"), language)
            assert first.title == chapters[0][0]


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("key", KEYS)
def test_each_line_of_the_list_of_chapters_brings_its_chapter(key: str, language: str) -> None:
    """Also where the letter with this list belongs to no game, to which its answer could be held."""
    with translation.override(language):
        _first, listed = topic(None, named(key, language), language)
        for line in listed.items:
            order, chapter = line.split(" - ", 1)
            assert topic(None, _wanted(order.strip("“”«»")), language)[0].title == chapter


@pytest.mark.parametrize(
    "key, word, chapter",
    [
        ("blood_rage", "грабеж", "Грабёж, зов на битву, битва"),
        ("blood_rage", "грабежа", "Грабёж, зов на битву, битва"),
        ("blood_rage", "битвы", "Грабёж, зов на битву, битва"), ("asgard", "храмов", "Храмы и плитки богов"),
        ("yggdrasil", "артефакта", "Кузница карликов: артефакты"), ("aesir", "Фрею", "Асы"), ("aesir", "Фрейя", "Асы"),
    ],
)  # fmt: skip
def test_a_russian_word_finds_its_chapter_in_any_case_and_without_its_dots(key: str, word: str, chapter: str) -> None:
    with translation.override("ru"):
        assert chapter in [one.title for one in topic(games()[key], word, "ru")]


@pytest.mark.parametrize("language", ["en", "ru"])
def test_what_the_welcome_says_of_the_rules_brings_them(language: str) -> None:
    with translation.override(language):
        orders = [order for section in welcome.sections() for order, _does in section.facts]
        (said,) = (order for order in orders if order.startswith(("rules", "правила")))
        assert topic(None, _wanted(said), language)[0].title == split(games()["aesir"].manual(language))[0][0]


def test_of_an_unproved_mail_nothing_but_the_game_is_repeated() -> None:
    receipt = Receipt(outcome="done", answers=(Answer(kind="rules", topic="blood rage buy now at my shop"),))
    assert [one.topic for one in wordless(receipt).answers] == ["blood_rage"]


def _wanted(line: str) -> str:
    """What somebody who writes this line wants to read."""
    (command,) = grammar.read_sheet([line], grammar.ALWAYS).commands
    assert command.name == "rules"
    return command.args["topic"]
