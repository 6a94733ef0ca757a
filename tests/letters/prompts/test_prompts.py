"""The turn prompt: complete as text, small as HTML, and silent about what its reader may not know."""

from __future__ import annotations

import re
from datetime import timedelta
from urllib.parse import parse_qs, unquote, urlsplit
from uuid import uuid4

import pytest
from django.utils import timezone

from asgard_pbem.mail.writing.scene import says
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.reading import history
from engine.core.grammar.text import fold
from engine.core.moves import IllegalMove
from engine.table.registry import game as find_game
from tests.letters.conftest import Post

pytestmark = pytest.mark.django_db


def lines_of_our_own(text: str) -> list[str]:
    return [line for line in text.splitlines() if "http" not in line]


def test_a_prompt_says_first_what_is_wanted_and_by_when(game: Game, people: list[Player], post: Post) -> None:
    text = post.last(people[0]).text
    first = [line for line in text.splitlines() if line][:3]
    assert first[0].startswith("Please write above this line. [Asgard ")
    assert first[1].startswith("CHOOSE ONE CARD")
    assert first[2].startswith("Please answer by ")
    assert "(Europe/London)" in first[2]
    assert re.search(r":(00|15|30|45) \(", first[2]), "no odd minutes: see tables/reading/promised.py"


def test_the_deadline_stands_in_the_readers_zone_and_in_utc(game: Game, people: list[Player], post: Post) -> None:
    text = " ".join(post.last(people[1]).text.split())
    assert re.search(r"\d\d:\d\d \(Europe/Moscow\) = \d\d:\d\d UTC", text)
    assert "Что вы можете сделать" in text


def test_a_reminder_says_what_comes_of_no_answer(game: Game, people: list[Player], post: Post) -> None:
    assert services.remind(timezone.now() + timedelta(days=6)) == 2
    ours, theirs = (" ".join(post.last(player, "reminder").text.split()) for player in people)
    waits = (
        "A reminder: the game still waits for you. If your time runs out, what you have planned is done, or the rules"
    )
    assert waits in ours
    assert "Если время выйдет, будет сделано то, что вы запланировали, или за вас ответят правила." in theirs


def test_the_text_part_is_safe_to_relay_and_to_quote(game: Game, people: list[Player], post: Post) -> None:
    for player in people:
        text = post.last(player).text
        assert max(map(len, lines_of_our_own(text))) <= 72
        assert not [line for line in text.splitlines() if line != line.rstrip() or line.startswith((">", ".", "From "))]


def test_no_line_of_a_prompt_reads_as_an_order(game: Game, people: list[Player], post: Post) -> None:
    for seat, player in enumerate(people):
        desk = history.desk(game.pk, seat)
        assert desk is not None
        for line in filter(None, map(fold, post.last(player).text.splitlines())):
            with pytest.raises(IllegalMove):
                find_game("aesir").notation.read([line], desk)


def test_the_html_part_is_small_and_needs_nothing_from_outside(game: Game, people: list[Player], post: Post) -> None:
    mail = post.last(people[0])
    assert len(mail.html.encode()) <= 80 * 1024
    assert [len(picture) <= 100 * 1024 for picture in mail.pictures] == [True]
    assert not re.search(r'src="(?!cid:)', mail.html)
    assert "data:" not in mail.html
    assert re.search(r'<img [^>]*alt="[^"]{20,}"', mail.html)


def test_every_button_is_a_short_mail_that_carries_a_legal_order(game: Game, people: list[Player], post: Post) -> None:
    desk = history.desk(game.pk, 0)
    assert desk is not None
    urls = sorted(set(re.findall(r'href="(mailto:[^"]+)"', post.last(people[0]).html)))
    decision = desk.asked()
    assert decision is not None
    wanted = {move for _, _, move in desk.menus(decision).leaves()}
    found = set()
    for url in (url.replace("&amp;", "&") for url in urls):
        assert len(url) <= 450
        parts = urlsplit(url)
        assert "%2B" in parts.path
        assert unquote(parts.path).startswith("play+")
        body = parse_qs(parts.query, strict_parsing=True)["body"][0]
        found |= set(find_game("aesir").notation.read([fold(body)], desk).moves)
    assert found == wanted


def test_a_line_shows_its_order_once() -> None:
    """“turn the top card of Thor” begins like “turn T”, and does not say it."""
    assert says("goal O1 of the round", "Goal O1")
    assert says("Odin up, Freya below (OF3:O)", "OF3:O")
    assert not says("turn the top card of Thor: it joins Sif (TS2)", "turn T")
    assert says("no order at all", "")


def test_two_seats_prompts_differ_where_their_hands_do_and_tell_nothing_else(
    game: Game, people: list[Player], post: Post
) -> None:
    mails = [post.last(player) for player in people]
    views = [history.table_now(game.pk).rules.view(history.table_now(game.pk).state, seat) for seat in range(2)]
    for seat, mail in enumerate(mails):
        own, other = views[seat].players[seat].cards, views[1 - seat].players[1 - seat].cards
        shown = f"{mail.text}\n{mail.html}".translate(str.maketrans("ОТФЛСБХ", "OTFLSBH"))
        assert all(card in shown for card in own)
        assert not [card for card in set(other) - set(own) if card in shown]
    assert mails[0].message["Subject"] == mails[1].message["Subject"]
    assert mails[0].pictures != mails[1].pictures
    names = {part.get_filename() for mail in mails for part in mail.message.walk()}
    assert names <= {None, "board.png"}


def test_a_prompt_ends_with_the_seal_of_the_public_history(game: Game, people: list[Player], post: Post) -> None:
    text = post.last(people[0]).text
    assert f"Seal of moment {game.moment}: {game.moment_hash[:32]}" in text


def test_a_filed_plan_changes_neither_the_seal_nor_any_number_that_others_see(
    game: Game, people: list[Player], post: Post
) -> None:
    post.answer(people[0], "plan H>O>T>F>L>S>B")
    game.refresh_from_db()
    before = (game.moment, game.moment_hash)
    post.answer(people[0], "last H>O>T>F>L>S>B", purpose="prompt")
    game.refresh_from_db()
    assert (game.moment, game.moment_hash) == before


def test_what_the_own_answer_led_to_is_told_although_a_receipt_came_between(
    game: Game, people: list[Player], post: Post
) -> None:
    anna, boris = people
    post.deliver()
    post.answer(boris, "1", purpose="prompt")
    post.answer(anna, "1", purpose="prompt")  # the last choice: all cards are opened
    post.deliver()
    assert any(one.purpose == "receipt" for one in post.sent)
    assert "Cards opened" in post.last(anna, "prompt").text


def test_no_name_is_markup_anywhere_in_the_html(game: Game, people: list[Player], post: Post) -> None:
    """Filters that look for tags by patterns find none in the words for the picture either."""
    services.update_player(people[0], name="<script>alert(1)</script>")
    post.answer(people[0], "board")
    html = post.last(people[0], "receipt").html
    assert "alert(1)" in html
    assert "<script" not in html
    assert not [alt for alt in re.findall(r'alt="([^"]*)"', html) if set("<>") & set(alt)]


def test_a_table_that_is_closed_before_it_began_is_told_of(people: list[Player], post: Post) -> None:
    opened = services.open_table(opened_by=people[0], key="aesir", seats=3, cause=uuid4(), title="Never")
    services.take_seat(opened.pk, player=people[1], cause=uuid4())
    services.close_table(opened.pk, by=people[0], cause=uuid4())
    mail = post.last(people[1], "result")
    assert "закрыт" in mail.text.casefold()
