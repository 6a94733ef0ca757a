"""`again`, said once more, or when the table that it opened has gone on; and what the others are invited to by it."""

from __future__ import annotations

from uuid import uuid4

import pytest

from asgard_pbem.simulation.programs import Incoming, reply_to
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Invitation, Player
from tests.letters.conftest import Post
from tests.letters.outcomes.test_endings import ended, squeezed

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(game: Game, people: list[Player], post: Post) -> Game:
    """The game has ended, and both have read so."""
    ended(game, people)
    post.deliver()
    return game


def anew(over: Game) -> Game:
    """The table that was opened after it."""
    return Game.objects.exclude(pk=over.pk).get()


def said(post: Post, player: Player, line: str = "again") -> str:
    """What is answered to it, below the mail that ended the first game."""
    first = next(one for one in post.sent if one.to == player.email and one.purpose == "result")
    raw = reply_to(Incoming.read(first.message.as_bytes()), player.email, [line])
    post.take(raw, str(first.message["Reply-To"]))
    return squeezed(post.last(player, "receipt").text)


def test_who_was_invited_already_is_not_one_who_could_not_be(over: Game, people: list[Player], post: Post) -> None:
    assert "1 invitation sent" in said(post, people[0])
    again = said(post, people[0])
    assert "Boris: invited, no answer yet" in again
    assert "could not be invited" not in again
    assert Invitation.objects.filter(game=anew(over)).count() == 1


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_who_has_declined_sits_down_by_it_after_all(
    over: Game, visibility: str, people: list[Player], post: Post
) -> None:
    Game.objects.filter(pk=over.pk).update(visibility=visibility)
    said(post, people[0])
    post.answer(people[1], "нет", purpose="invitation")
    assert Invitation.objects.get(game=anew(over)).state == "declined"
    post.answer(people[1], "ещё раз", purpose="result")
    assert "добро пожаловать за стол; ваше место 2" in squeezed(post.last(people[1], "prompt").text)
    assert list(anew(over).names) == ["Anna", "Boris"]


def test_who_has_got_up_from_it_sits_down_by_it_again(over: Game, people: list[Player], post: Post) -> None:
    said(post, people[0])
    services.leave_table(anew(over).pk, player=people[0], cause=uuid4())
    assert "welcome to the table; you have seat 1" in said(post, people[0])
    assert list(anew(over).names) == ["Anna", ""]


def test_all_have_the_seats_there_that_they_had(over: Game, people: list[Player], post: Post) -> None:
    """Whoever asks first, and whoever gets up from it and thinks better of that."""
    said(post, people[1], "ещё раз")
    assert list(anew(over).names) == ["", "Boris"]
    assert Invitation.objects.get(game=anew(over)).seat == 0
    services.leave_table(anew(over).pk, player=people[1], cause=uuid4())
    assert "ваше место 2" in said(post, people[1], "ещё раз")
    assert list(anew(over).names) == ["", "Boris"]


def test_whose_seat_there_is_taken_is_not_said_to_have_it(over: Game, people: list[Player], post: Post) -> None:
    said(post, people[0])
    post.answer(people[1], "нет", purpose="invitation")
    services.add_bot(anew(over).pk, by=people[0], cause=uuid4())
    again = said(post, people[1], "ещё раз")
    assert "ваше место" not in again
    assert "Ничего не исполнено" in again


def test_of_a_table_that_has_begun_it_is_said(over: Game, people: list[Player], post: Post) -> None:
    said(post, people[0])
    post.answer(people[1], "да", purpose="invitation")
    again = said(post, people[0])
    assert "the same table was opened anew before, and its game has begun; you have seat 1" in again
    assert "is open anew" not in again
    assert "could not be invited" not in again


def test_of_a_table_that_begins_at_once_it_is_not_said_that_it_was_there_before(
    over: Game, people: list[Player], post: Post
) -> None:
    over.holders.filter(seat=1).update(player=None, bot="greedy")  # all others were bots
    post.answer(people[0], "again", purpose="result")
    begun = squeezed(post.last(people[0], "prompt").text)
    assert anew(over).status == "running"
    assert "is open anew" in begun
    assert "opened anew before" not in begun
    assert "opened anew before" in said(post, people[0])


def test_of_one_that_has_ended_too_it_is_said_where_another_is_opened(
    over: Game, people: list[Player], post: Post
) -> None:
    said(post, people[0])
    post.answer(people[1], "да", purpose="invitation")
    ended(anew(over), people)
    again = said(post, people[0])
    assert "The game that followed this one is over as well. Answer the mail that ended it" in again
    assert "you have seat" not in again


def test_of_one_that_was_closed_it_is_said_how_another_is_opened(over: Game, people: list[Player], post: Post) -> None:
    said(post, people[0])
    services.close_table(anew(over).pk, by=people[0], cause=uuid4())
    again = said(post, people[0])
    assert "was closed. “open aesir 2” opens another." in again
    assert "you have seat" not in again


def test_who_sat_there_is_invited_to_a_rematch_and_others_to_a_game(
    over: Game, people: list[Player], post: Post
) -> None:
    said(post, people[0])
    assert "Реванш: стол партии, которую вы доиграли, открыт снова" in squeezed(post.last(people[1], "invitation").text)
    asked = services.invite(anew(over).pk, by=people[0], email="gina@far.example", cause=uuid4(), language="en")
    assert "rematch" not in post.last(asked.player, "invitation").text


def test_that_the_game_is_over_is_said_once_of_an_order(over: Game, people: list[Player], post: Post) -> None:
    text = said(post, people[0], "1")
    assert text.count("The game is over") == 1
    assert "“status” tells how it ended; “again” opens the same table anew." in text


def test_what_answers_the_mail_that_closed_a_table_is_not_sent_to_a_table_anew(
    game: Game, people: list[Player], post: Post
) -> None:
    services.close_table(game.pk, by=None, cause=uuid4())
    post.answer(people[0], "again", purpose="result")
    text = squeezed(post.last(people[0], "receipt").text)
    assert "The table was closed." in text
    assert "opens the same table anew" not in text


@pytest.mark.parametrize("line, place", [("again", 0), ("ещё раз", 1)])
@pytest.mark.parametrize("answers", ["prompt", "receipt"])
def test_who_gave_the_seat_up_is_told_what_the_word_is_for(
    game: Game, people: list[Player], post: Post, line: str, place: int, answers: str
) -> None:
    """They were told that the address belongs to no game."""
    who = people[place]
    post.answer(who, "resign", purpose="prompt")
    post.answer(who, "yes" if place == 0 else "да", purpose="receipt")
    post.answer(who, line, purpose=answers)
    text = squeezed(post.last(who, "receipt").text)
    said = ["“again” is for those who sat at a table to its end. “open aesir 2”", "«Ещё раз» может сказать тот, кто"][
        place
    ]
    assert said in text
    assert "Nothing was carried out" in text or "Ничего не исполнено" in text
    assert Game.objects.count() == 1
