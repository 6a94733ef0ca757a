"""Tables of several friends: who sits down early, comes too late, has no name, or is told of the others while asked."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.conf import settings
from django.core import mail as django_mail
from django.utils import timezone

from asgard_pbem.bots import driver
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Invitation, Outbox, Player
from tests.letters.conftest import SEED, Post
from tests.letters.prompts.test_one_mail import go_out, reply
from tests.mail.conftest import PLAY, letter, receipt_of

pytestmark = pytest.mark.django_db
GINA, IVAN = "gina@far.example", "ivan@far.example"


def flat(text: str) -> str:
    return " ".join(text.split())


def invited(people: list[Player], post: Post, seats: int) -> tuple[Player, Player]:
    """A table of Anna's to which Gina and Ivan are invited."""
    post.take(letter(people[0].email, PLAY, f"open aesir {seats}", f"invite {GINA} {IVAN}"), PLAY)
    post.deliver()
    return Player.objects.get(email=GINA), Player.objects.get(email=IVAN)


def too_late(people: list[Player], post: Post) -> tuple[Player, Player]:
    """The same; Gina has come, and Anna has put a bot on the last seat."""
    gina, ivan = invited(people, post, 3)
    post.answer(gina, "accept")
    services.add_bot(Game.objects.get().pk, by=people[0], cause=uuid4())
    post.deliver()
    return gina, ivan


def test_the_first_answer_is_confirmed_to_whoever_sat_down_before_the_last_one_too(
    people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    gina, ivan = invited(people, post, 3)
    for player in (people[0], gina, ivan):
        services.set_receipts(player, on=False)
    post.answer(gina, "accept", "name Gina")
    post.answer(gina, "status", purpose="receipt")  # nor is a look at a table that waits
    post.answer(ivan, "accept", "name Ivan")
    post.deliver()
    monkeypatch.setattr(settings, "RECEIPT_WAITS_S", 10)
    game = Game.objects.get()
    for player in (people[0], gina):
        reply(post, player, "1")
        assert go_out(post, game, 11) == ["receipt"], player.email
        assert "Later answers are told at the top" in flat(str(django_mail.outbox[-1].body))


def test_a_sentence_in_answer_to_an_invitation_that_has_lapsed_hears_that_it_has(
    people: list[Player], post: Post
) -> None:
    _gina, ivan = too_late(people, post)
    row = post.answer(ivan, "Who is this? I would like to, but how long does it take?")
    said = flat(post.last(ivan, "receipt").text)
    assert "WELCOME TO ASGARD PBEM" in said
    assert "The invitation that you answer has lapsed: the seat is taken, or the table was closed." in said
    assert said.index("has lapsed") < said.index("Begin at once with bots")
    assert receipt_of(row).outcome == "done"


def test_nothing_of_a_lapsed_invitation_is_said_to_who_has_accepted_it_or_answers_none(
    people: list[Player], post: Post
) -> None:
    gina, _ivan = too_late(people, post)
    assert Invitation.objects.filter(state="lapsed").count() == 1
    post.answer(gina, "I am glad to be here", purpose="invitation")
    assert "lapsed" not in post.last(gina, "receipt").text
    post.take(letter(people[0].email, PLAY, "What is this place?"), PLAY)
    assert "lapsed" not in post.last(people[0], "receipt").text


@pytest.mark.parametrize("subject", ["3", "Re: 3", "turn L"])
def test_who_answers_in_the_subject_reads_where_an_answer_belongs(
    game: Game, people: list[Player], post: Post, subject: str
) -> None:
    asked = post.last(people[0], "prompt").message
    raw = letter(people[0].email, str(asked["Reply-To"]), "").replace(b"Subject: Hello", f"Subject: {subject}".encode())
    post.take(raw, str(asked["Reply-To"]))
    said = flat(post.last(people[0], "receipt").text)
    assert "We found no text in your mail. Write your answer in the mail itself, not in its subject." in said


def test_who_is_asked_reads_so_in_a_note_about_another_and_in_what_another_writes(
    game: Game, people: list[Player], post: Post
) -> None:
    anna, boris = people
    wanted = "Still wanted: Choose one card and which half is up"
    post.deliver()
    post.answer(boris, "press P1: Well played!")
    said = flat(post.last(anna, "press").text)
    assert wanted in said
    assert said.index("Well played!") < said.index(wanted)
    assert "Please answer by" in said
    services.resign(game.pk, seat=1, player=boris, cause=uuid4(), confirmed=True)
    said = flat(post.last(anna, "notice").text)
    assert f"{wanted} (round 1, step 1 of 8). Please answer by" in said
    post.answer(anna, "1", purpose="notice")
    assert Outbox.objects.filter(player=anna, purpose="receipt").exists()


def test_who_is_not_asked_reads_nothing_of_a_question(game: Game, people: list[Player], post: Post) -> None:
    anna, boris = people
    post.answer(anna, "1")
    post.answer(boris, "press P1: Well played!")
    assert "Still wanted" not in post.last(anna, "press").text


def test_another_game_is_offered_with_all_whom_it_invites_those_without_a_name_too(
    people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        settings, "TIME_OUTS_IN_A_ROW", 0
    )  # else bots play the end, and nobody is there to whom it is offered
    anna = people[0]
    cleo = services.player_for("cleo@home.example")
    game = services.open_table(
        opened_by=anna, key="aesir", seats=4, cause=uuid4(), seed=SEED, bots={3: "greedy"}, title="Friends"
    )
    for player in (people[1], cleo):
        services.take_seat(game.pk, player=player, cause=uuid4())
    post.deliver()
    for _ in range(200):
        game.refresh_from_db()
        if game.status == Game.Status.OVER:
            break
        _play(game)
    said = flat(post.last(anna, "result").text)
    assert "it opens the same table anew and invites Boris, P3." in said
    post.answer(anna, "again", purpose="result")
    table = flat(post.last(anna, "receipt").text)
    assert "Seat 1: you Seat 2: free Seat 3: free Seat 4: a bot" in table
    assert "Boris: invited, no answer yet somebody: invited, no answer yet" in table


def _play(game: Game) -> None:
    """One step: for the people the rules answer, and the bots by themselves."""
    services.play_time_outs(timezone.now() + timedelta(days=60))
    driver.play(game.pk)
