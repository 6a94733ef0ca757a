"""The news of a mail: below the menu and above the board, oldest first, by rounds, with nothing that weighs cut."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone

from asgard_pbem.mail.writing import scene
from asgard_pbem.mail.writing.letter import Section
from asgard_pbem.mail.writing.sections import news
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.reading import history, telling
from asgard_pbem.tables.reading.eyes import Note
from engine.games.blood_rage.happenings import BattleDecided, CardsDiscarded, FiguresDestroyed
from engine.table.registry import game as find_game
from tests.letters.conftest import Post, Sent, dealt

pytestmark = pytest.mark.django_db

PLANS = ("plan O>T>F>L>S>B>H", "last O>T>F>L>S>B>H")


def told(mail: Sent) -> list[str]:
    """The lines of the news, each on one line."""
    text = mail.text.replace("\r\n", "\n")
    part = text.split("What happened\n~~~~~~~~~~~~~\n")[1].split("\n\nRound ")[0]
    return re.sub(r"\n  (?=\S)", " ", part).split("\n")


def played_on(game: Game, people: list[Player], post: Post, until: int) -> Game:
    """Anna plans first; then all take whatever comes first, until round `until`."""
    for turn in range(60):
        post.deliver()
        table = history.table_now(game.pk)
        if table.rules.progress(table.state).round >= until:
            break
        asked = min((one for one in table.pending() if one.waits), key=lambda one: one.seat)
        reply, _, _ = next(table.desk(asked.seat).menus(asked).leaves())
        post.answer(people[asked.seat], reply, *(PLANS if turn == 0 else ()), purpose="prompt")
    return game


def news_of(game: Game, player: Player) -> Section:
    """What a mail would say to Anna who has been told of nothing since the cards were dealt."""
    found = news.happened(scene.scene(Game.objects.get(pk=game.pk), 0, player), since=4)
    assert found is not None
    return found


def test_a_mail_has_the_question_the_menu_the_news_and_then_the_board(
    game: Game, people: list[Player], post: Post
) -> None:
    mail = post.last(people[0])
    marks = ("choose one card", "please answer by", "what you may do", "answer this mail with", "what happened")
    for part, board in ((mail.text, "Still choosing"), (mail.html, "<img")):
        shown = part[part.find("<h1") + 1 :].lower()
        places = [shown.index(mark) for mark in (*marks, board.lower())]
        assert places == sorted(places)


def test_choices_that_lie_unseen_are_one_line_and_opened_ones_none(
    game: Game, people: list[Player], post: Post
) -> None:
    post.answer(people[1], "1")
    post.answer(people[0], "1")
    post.answer(people[1], "1", purpose="prompt")
    lines = told(post.last(people[0], "prompt"))
    assert not [line for line in lines if "Boris has chosen" in line]
    assert [line for line in lines if line.startswith("· Cards opened")]
    assert len([line for line in lines if "still unseen" in line]) <= 1


def test_own_choices_that_were_opened_are_not_told_before_too(game: Game, people: list[Player], post: Post) -> None:
    """Above "Cards opened" stood the own choice again, and one that was replaced contradicted it."""
    for line in ("1", "3"):
        post.answer(people[0], line)
    post.answer(people[1], "1")
    lines = told(post.last(people[0], "prompt"))
    assert not [line for line in lines if line.startswith("· Anna chooses")]
    assert [line for line in lines if line.startswith("· Cards opened: Anna ")]


def test_news_stand_oldest_first_by_rounds_and_own_plans_and_points_are_never_cut(
    game: Game, people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    played_on(game, people, post, until=2)
    monkeypatch.setattr(news, "LINES_AT_MOST", 1000)
    whole = news_of(game, people[0])
    assert whole.more is None
    first, second = whole.chapters
    assert (first[0], second[0]) == ("Round 1", "Round 2")
    assert "Cards opened" in first[1][0]
    assert "Round 1 ends" in first[1][-1]
    assert second[1][0].startswith("Round 2. Goals")

    monkeypatch.setattr(news, "LINES_AT_MOST", 2)
    short = news_of(game, people[0])
    lines = [line for _, lines in short.chapters for line in lines]
    assert len([line for line in lines if "(by plan)" in line]) > 3
    assert [line for line in lines if "Round 1 ends" in line]
    assert not [line for line in lines if line.startswith("Cards opened")]
    assert short.more is not None
    left_out = sum(len(lines) for _, lines in whole.chapters) - len(lines)
    assert short.more.text.startswith(f"{left_out} more lines on the game's page, or answer")
    assert short.more.url.endswith(f"/g/{game.pk}/")


def test_nobody_reads_of_a_round_0(people: list[Player], post: Post) -> None:
    game = dealt(people, "yggdrasil", "The ash")
    for reply in ("god thor", "god odin"):
        table = history.table_now(game.pk)
        asked = next(one.seat for one in table.pending())
        post.answer(people[asked], reply, purpose="prompt")
    found = news.happened(scene.scene(Game.objects.get(pk=game.pk), 0, people[0]), since=1)
    assert found is not None
    assert not found.chapters, "the choice of gods is told with the first round"
    assert any("plays Thor" in line for line in found.items)
    assert any("Enemy card" in line for line in found.items)


def test_what_stands_apart_below_headed_answers_is_another_way_out(people: list[Player], post: Post) -> None:
    game = dealt(people, "yggdrasil", "The ash")
    for reply in ("god thor", "god odin"):
        table = history.table_now(game.pk)
        asked = next(one.seat for one in table.pending())
        post.answer(people[asked], reply, purpose="prompt")
    for _ in range(4):
        table = history.table_now(game.pk)
        one = table.pending()[0]
        text = post.last(people[one.seat], "prompt").text.replace("\r\n", "\n")
        if "end the turn" in text:
            break
        reply, _, _ = next(table.desk(one.seat).menus(one).leaves())
        post.answer(people[one.seat], reply, purpose="prompt")
    assert re.search(r"\nOr\n~~\n(?: .*\n)* +0  end the turn", text)
    assert "What you may do" not in text


def test_every_game_names_what_is_never_left_out_and_where_a_round_begins() -> None:
    for key in ("aesir", "asgard", "blood_rage", "yggdrasil", "asgards_chosen"):
        package = find_game(key).rules.__class__.__module__.rsplit(".", 1)[0]
        kinds = __import__(f"{package}.happenings", fromlist=["*"])
        roles = {getattr(one, "role", "") for one in vars(kinds).values() if isinstance(one, type)}
        assert {"landmark", "round"} <= roles, key


def test_a_history_tells_a_choice_once_it_is_open_and_not_before_too(
    game: Game, people: list[Player], post: Post
) -> None:
    """That others have chosen, unseen, is told while it is all that is known of it; what opens it names each card."""
    post.answer(people[0], "1", purpose="prompt")
    post.answer(people[1], "history", purpose="prompt")
    waiting = " ".join(post.last(people[1], "receipt").text.split())
    assert "карта выбрана" in waiting
    post.deliver()
    post.answer(people[1], "1", purpose="prompt")
    post.deliver()
    post.answer(people[1], "history", purpose="prompt")
    opened = " ".join(post.last(people[1], "receipt").text.split())
    assert "карта выбрана" not in opened
    assert "Карты открыты: " in opened


def test_a_move_that_was_taken_back_is_not_told_as_one_of_two(game: Game, people: list[Player], post: Post) -> None:
    anna, boris = people
    post.answer(anna, "1", purpose="prompt")
    post.answer(anna, "undo", purpose="prompt")
    post.deliver()
    post.answer(anna, "3", purpose="prompt")
    post.answer(boris, "history", purpose="prompt")
    theirs = " ".join(post.last(boris, "receipt").text.split())
    assert theirs.count("карта выбрана") <= 2
    assert "Anna берёт ход назад." in theirs
    post.answer(boris, "1", purpose="prompt")
    post.deliver()
    news = told(post.last(anna, "prompt"))
    assert sum("Anna chooses" in line and "(taken back)" not in line for line in news) <= 1, news
    post.answer(anna, "history", purpose="prompt")
    mine = " ".join(post.last(anna, "receipt").text.split())
    assert mine.count("Anna chooses") - mine.count("(taken back)") == 1
    assert "Anna takes back the last move." in mine


def test_what_came_of_a_fight_is_not_told_to_be_by_a_plan() -> None:
    """A plan that adds no late card decides a battle: its owner's fallen were called their plan's deed."""
    words = find_game("blood_rage").words("en", ("Anna", "Boris"))
    decided = BattleDecided(province="GIM", totals=((0, 8), (1, 5)), winner=0)
    fallen = FiguresDestroyed(seat=1, figures=("W",), place="GIM", why="battle")
    late = Note("move_made", 1, "plan", timezone.now(), (decided, fallen), undone=False)
    said = " ".join(telling.sentences(late.faces, late, words))
    assert "Boris: Warrior" in said
    assert "by plan" not in said
    kept = CardsDiscarded(seat=1, cards=("HSI",))
    assert "Boris discards Heimdall's Sight (by plan)." in telling.sentences((kept, decided, fallen), late, words)
