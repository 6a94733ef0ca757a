"""A seat that was given up in a running game: offered, taken over and declined, all by mail."""

from __future__ import annotations

import smtplib

import pytest

from asgard_pbem.mail.sending import failing
from asgard_pbem.tables.models import Game, Outbox, Player, Seat
from tests.letters.conftest import Post, dealt
from tests.mail.conftest import receipt_of

pytestmark = pytest.mark.django_db
CLEO = "cleo@far.example"


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.fixture
def left(game: Game, people: list[Player], post: Post) -> Game:
    """Boris has given up by mail."""
    post.answer(people[1], "сдаюсь")
    assert post.answer(people[1], "да").state == "done"
    return game


def test_the_others_hear_how_the_seat_is_offered_on(left: Game, people: list[Player], post: Post) -> None:
    said = flat(post.last(people[0], "notice").text)
    assert "Boris has given up seat 2; a bot plays on there." in said
    assert "To offer the seat to somebody else, answer “invite” and an address." in said


def test_a_stranger_takes_over_with_one_word_and_finds_all_that_the_seat_sees(
    left: Game, people: list[Player], post: Post
) -> None:
    assert post.answer(people[0], f"invite {CLEO}", purpose="notice").state == "done"
    cleo = Player.objects.get(email=CLEO)
    offer = post.last(cleo, "invitation")
    assert offer.message["Subject"] == "Anna asks you to play on in a game of Aesir"
    said = flat(offer.text)
    assert "a bot plays it until you take it over. It is round 1 now." in said
    assert "a word that nobody can guess" not in said  # nobody adds to the seed of a game that has begun
    taken = post.answer(cleo, "accept", "name Cleo")
    codes = [one.did.code for one in receipt_of(taken).understood]
    assert codes == ["invitation_accepted", "name_set"]
    assert Seat.objects.get(game=left, seat=1).player == cleo
    receipt, asked = flat(post.last(cleo, "receipt").text), flat(post.last(cleo, "prompt").text)
    assert "welcome to the table; you have seat 2" in receipt
    assert "Your hand (then on to Anna):" in receipt
    assert "counts for the seed" not in receipt
    assert "who began on seat 2: 0df89317" in asked  # Boris's part in the seed is not called Cleo's
    assert "Cleo: 0df89317" not in asked
    assert "Seat 2 has a new player: Cleo." in flat(post.last(people[0], "notice").text)
    assert post.answer(cleo, "1", purpose="prompt").state == "done"


def test_in_russian_and_declined(left: Game, people: list[Player], post: Post) -> None:
    Player.objects.filter(pk=people[0].pk).update(language="ru")
    post.answer(people[0], f"пригласить {CLEO}", purpose="notice")
    cleo = Player.objects.get(email=CLEO)
    offer = post.last(cleo, "invitation")
    assert offer.message["Subject"].strip() == "Anna зовёт вас доиграть партию «Асы»"
    assert "Партия уже идёт. Один из игроков ушёл, и пока вы не займёте его место" in flat(offer.text)
    assert post.answer(cleo, "нет").state == "done"
    told = flat(post.last(people[0], "notice").text)
    assert f"{CLEO}: отказ; бот играет дальше." in told
    assert Seat.objects.get(game=left, seat=1).bot


def test_while_nobody_has_left_nobody_is_invited(game: Game, people: list[Player], post: Post) -> None:
    row = post.answer(people[0], f"invite {CLEO}")
    assert [one.why.code for one in receipt_of(row).refused] == ["E_STARTED"]


def test_who_offers_hears_that_the_mail_could_not_be_delivered(left: Game, people: list[Player], post: Post) -> None:
    post.answer(people[0], f"invite {CLEO}", purpose="notice")
    row = Outbox.objects.get(purpose="invitation", player__email=CLEO)
    failing.failed(row, smtplib.SMTPRecipientsRefused({CLEO: (550, b"5.1.1 nobody here")}))
    told = flat(post.last(people[0], "notice").text)
    assert f"The mail to {CLEO} could not be delivered; the bot plays on." in told


@pytest.mark.parametrize("line, now", [("invite", "Now: Age 1."), ("пригласить", "Сейчас: Эпоха 1.")])
def test_how_far_a_game_has_come_is_said_by_what_it_calls_its_rounds(
    people: list[Player], post: Post, line: str, now: str
) -> None:
    Player.objects.filter(pk=people[0].pk).update(language="en" if line == "invite" else "ru")
    dealt(people, "blood_rage", "Midgard")
    post.deliver()
    post.answer(people[1], "сдаюсь")
    post.answer(people[1], "да")
    post.answer(people[0], f"{line} {CLEO}")
    said = flat(post.last(Player.objects.get(email=CLEO), "invitation").text)
    assert now in said
    assert "round" not in said
