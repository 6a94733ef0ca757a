"""Whoever begins: the first mail of a game, the answer to `rules`, an invitation; all of them lead to the rules."""

from __future__ import annotations

from html import unescape
from uuid import uuid4

import pytest
from django.test import Client

from asgard_pbem.mail.writing.sections import manual
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from engine.games.asgards_chosen.game_rules import ChosenRules
from engine.table.registry import games
from tests.games.asgards_chosen.scene import Scene
from tests.letters.conftest import Post, dealt
from tests.letters.test_transcript_chosen import REST, TABLE, sit

pytestmark = pytest.mark.django_db
KEYS = ("aesir", "asgard", "asgards_chosen", "blood_rage", "yggdrasil")


def squeezed(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("key", KEYS)
def test_the_first_mail_of_a_game_says_what_one_wants_and_where_the_rules_are(
    key: str, people: list[Player], post: Post
) -> None:
    options = dealt(people, key, "Valhalla").options
    post.deliver()
    told = [mail for mail in post.sent if mail.purpose == "prompt"]
    assert told
    for mail in told:
        english = mail.to == people[0].email
        title = "Your first game of it: in five minutes" if english else "Ваша первая партия: за пять минут"
        for part in (mail.text, unescape(mail.html)):
            assert title in squeezed(part)
            assert f"/rules/{key}/" in part
        assert len(mail.html.encode()) < 102 * 1024
        language = "en" if english else "ru"
        for line in manual.five_minutes(games()[key], options, language):
            assert squeezed(line) in squeezed(mail.text).replace("· ", "")


def test_who_plays_alone_is_told_what_wins_alone(people: list[Player], post: Post) -> None:
    wanted = ("You alone want to appease 7 gods", "нужно умилостивить богов: 7,")
    for player, said in zip(people, wanted, strict=False):
        options = {"mode": "solitaire"}
        services.open_table(opened_by=player, key="asgards_chosen", seats=1, cause=uuid4(), options=options)
        text = squeezed(post.last(player, "prompt").text)
        assert said in text
        assert "most appeased gods win" not in text
        assert "у кого их больше, тот победит" not in text


def test_who_opens_a_table_for_one_is_not_told_of_one_seats(game: Game, people: list[Player], post: Post) -> None:
    post.last(people[0])
    post.answer(people[0], "open asgards_chosen 1 solitaire", "open yggdrasil 2")
    text = squeezed(post.last(people[0], "receipt").text)
    assert "your table for one is open" in text
    assert "a table of 2 seats is open; you sit in the first" in text


@pytest.mark.parametrize(
    "options, english, russian",
    [
        ({"length": "saga"}, "The end comes when somebody has appeased 6,", "Конец наступает, когда их у кого-то 6"),
        ({"mode": "coop"}, "The two of you together want to appease 8 gods", "умилостивить богов: 8 на двоих"),
    ],
    ids=["saga", "together"],
)
def test_who_is_invited_reads_what_wins_the_game_that_is_played(
    options: dict[str, str], english: str, russian: str, people: list[Player], post: Post
) -> None:
    table = services.open_table(opened_by=people[0], key="asgards_chosen", seats=2, cause=uuid4(), options=options)
    for language, said in (("en", english), ("ru", russian)):
        address = f"{language}@home.example"
        services.invite(table.pk, by=people[0], email=address, cause=uuid4(), language=language)
        post.deliver()
        text = squeezed(next(one for one in post.sent if one.to == address).text)
        assert said in text
        assert ("most appeased gods win" in text or "у кого их больше, тот победит" in text) is ("length" in options)


def test_it_is_said_once_and_not_to_who_has_ended_such_a_game(game: Game, people: list[Player], post: Post) -> None:
    anna, boris = people
    post.answer(boris, "1", purpose="prompt")
    post.answer(anna, "1", purpose="prompt")
    assert "in five minutes" not in squeezed(post.last(anna, "prompt").text)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER)
    services.open_table(opened_by=anna, key="aesir", seats=2, cause=uuid4(), bots={1: "greedy"})
    assert "in five minutes" not in squeezed(post.last(anna, "prompt").text)


def test_rules_answer_with_five_minutes_and_with_what_to_send_for_each_chapter(
    game: Game, people: list[Player], post: Post
) -> None:
    post.last(people[0])
    post.answer(people[0], "rules")
    text = squeezed(post.last(people[0], "receipt").text)
    assert text.index("In five minutes") < text.index("The rules, by chapter") < text.index("“rules contest”")
    assert "You want points; most points win." in text
    post.answer(people[0], "rules contest", purpose="receipt")
    assert "In each step everybody secretly chooses" in squeezed(post.last(people[0], "receipt").text)


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("key", KEYS)
def test_what_is_to_be_sent_finds_its_chapter_and_no_other(key: str, language: str) -> None:
    game = games()[key]
    for word, title in manual.contents(manual.split(game.manual(language))):
        assert [section.title for section in manual.topic(game, word, language)] == [title]


def test_an_invitation_says_how_long_it_is_who_else_is_asked_and_leads_a_stranger_to_what_they_may_see(
    people: list[Player], post: Post, client: Client
) -> None:
    table = services.open_table(opened_by=people[0], key="asgard", seats=4, cause=uuid4(), visibility="private")
    for address in (people[1].email, "stranger@home.example"):
        services.invite(table.pk, by=people[0], email=address, cause=uuid4(), language="en")
    post.deliver()
    mail = next(one for one in post.sent if one.to == "stranger@home.example")
    text = squeezed(mail.text)
    assert "You want points; most points win." in text
    assert "about 37 mails step by step, or 12 if you plan ahead; at one a day it lasts about 5 weeks" in text
    assert "At the table: Anna. Also invited: Boris." in text
    assert people[1].email not in text
    assert f"/g/{table.pk}/" not in mail.text
    assert "/rules/asgard/" in mail.text
    assert client.get("/rules/asgard/").status_code == 200


def test_the_worked_answer_does_something_where_one_may_also_do_nothing(
    people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ChosenRules, "setup", lambda *_: (Scene(2, **TABLE).frames(*REST).state, []))
    sit(people, {}, "Vigrid")
    text = squeezed(post.last(people[0], "prompt").text)
    assert "0 pass 1 move the heroine (F) …" in text
    assert "A first answer may be as short as “move F to S1e”: move the heroine (F): Focus (S1e)." in text
