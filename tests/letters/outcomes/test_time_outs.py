"""Whoever was too late is told what was played for them, once, whatever the game and however it was found."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from asgard_pbem.mail.writing.letter import Section
from asgard_pbem.mail.writing.sections import late
from asgard_pbem.mail.writing.sections.late import without
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Outbox, Player
from tests.letters.conftest import SEED, Post
from tests.letters.prompts.test_chosen_sheets import HEROES, MORNING
from tests.letters.test_transcript_chosen import sit
from tests.toys.installed import _rampart_is_installed

pytestmark = pytest.mark.django_db
__all__ = ["_rampart_is_installed"]
LATE = timedelta(days=60)


def table(people: list[Player], key: str = "rampart", own: int = 1) -> Game:
    """A table with a week for each answer, at which Anna holds the first seats."""
    opened = services.open_table(
        opened_by=people[0], key=key, seats=own + 1, cause=uuid4(), title="The wall", seed=SEED, days_per_decision=7,
        several_seats=own > 1, sit=list(range(own)),
    )  # fmt: skip
    services.take_seat(opened.pk, player=people[1], cause=uuid4())
    return Game.objects.get(pk=opened.pk)


def flat(text: str) -> str:
    return " ".join(text.split())


def notices(post: Post, player: Player) -> list[str]:
    post.deliver()
    return [flat(one.text) for one in post.sent if one.to == player.email and one.purpose == "notice"]


def test_a_notice_says_by_what_it_was_answered_and_what_was_played(people: list[Player], post: Post) -> None:
    table(people)
    assert services.play_time_outs(timezone.now() + LATE) == 1
    (mail,) = notices(post, people[0])
    assert "Your time ran out, and the rules answered for you.".upper() in mail.upper()
    assert "Played for Anna ~~~~~~~~~~~~~~~ · Anna builds: the wall has 1 stones. · " in mail
    assert mail.count("the wall has 1 stones") == 1
    assert notices(post, people[1]) == []


@pytest.mark.parametrize(
    "language, said", [("en", "Played for Anna: “done”."), ("ru", "За игрока Anna сыграно: «готово».")]
)
def test_that_nothing_was_done_is_told_by_its_order_and_a_phase_that_begins_is_nobodys_deed(
    people: list[Player], post: Post, language: str, said: str
) -> None:
    """Of a god that is not played the log tells nothing: the mail said what came next, or nothing at all."""
    sit(people, {"mode": "introductory"}, "Sheets")
    for seat, line in HEROES:
        post.answer(people[seat], line)
    post.answer(people[1], *MORNING)
    Player.objects.filter(pk=people[0].pk).update(language=language)
    services.play_time_outs(timezone.now() + LATE)
    mails = [flat(one.text) for one in post.deliver() if one.to == people[0].email]
    assert len(mails) == 1
    assert said in mails[0]
    assert mails[0].count(said.partition(":")[0]) == 1


def test_what_others_proposed_is_told_as_that(people: list[Player], post: Post) -> None:
    game = table(people)
    services.propose(game.pk, seat=1, player=people[1], lines=["build"], cause=uuid4())
    services.play_time_outs(timezone.now() + LATE)
    mail = notices(post, people[0])[-1]
    assert "WHAT THE OTHERS PROPOSED WAS DONE FOR YOU" in mail.upper()
    assert "the wall has 1 stones" in mail


def test_in_russian(people: list[Player], post: Post) -> None:
    services.update_player(people[0], language="ru")
    table(people)
    services.play_time_outs(timezone.now() + LATE)
    (mail,) = notices(post, people[0])
    assert "Ваше время вышло, и за вас ответили правила.".upper() in mail.upper()
    assert "За игрока Anna сыграно ~" in mail


def test_who_is_asked_anew_at_once_is_told_of_both_in_one_mail(people: list[Player], post: Post) -> None:
    """Anna holds two seats: when the time of the first is up, the second is asked."""
    table(people, own=2)
    post.deliver()
    before = len(post.sent)
    services.play_time_outs(timezone.now() + LATE)
    assert notices(post, people[0]) == []
    (mail,) = [one for one in post.sent[before:] if one.to == people[0].email]
    assert mail.purpose == "prompt"
    assert "Your time ran out, and the rules answered for you." in flat(mail.text)
    assert "Played for P1:" in flat(mail.text) or "Played for Anna" in flat(mail.text)
    assert flat(mail.text).count("the wall has 1 stones") == 1


def test_several_things_that_were_played_are_lines_beside_what_the_readers_own_mail_did(
    people: list[Player], post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They were one paragraph, in which nobody found where one ended and the next began."""
    monkeypatch.setattr(late, "_sentences", lambda *_: ["Anna builds.", "Anna ends her turn."])
    table(people, own=2)
    post.answer(people[0], "Freyja: prefer 1")
    services.play_time_outs(timezone.now() + LATE)
    Outbox.objects.filter(purpose="receipt").update(created_at=timezone.now())  # it waits for a question
    (mail,) = [one for one in post.deliver() if one.to == people[0].email]
    assert mail.purpose == "prompt"
    for part in ("“prefer 1” - kept for later", "\n· Anna builds.\n· Anna ends her turn.\n"):
        assert part in mail.text.replace("\r\n", "\n")
    assert len(re.findall(r">\W*Anna ends her turn\.<", flat(mail.html))) == 1


def test_only_the_last_of_equal_sentences_is_what_was_played() -> None:
    news = Section("What happened", chapters=(("Round 1", ("a", "c")), ("Round 2", ("b", "a"))))
    assert without(news, ["a", "b"]) == replace(news, chapters=(("Round 1", ("a", "c")),))
    one_round = Section("What happened", items=("a", "a", "b"))
    assert without(one_round, ["b", "a"]) == replace(one_round, items=("a",))
    assert without(one_round, ["a", "a", "b"]) is None


def test_nothing_of_it_goes_to_whoever_has_left_the_seat(people: list[Player], post: Post) -> None:
    game = table(people)
    services.play_time_outs(timezone.now() + LATE)
    services.resign(game.pk, seat=0, player=people[0], cause=uuid4(), confirmed=True)
    assert [one for one in notices(post, people[0]) if "Played for" in one] == []


def test_a_sealed_choice_is_told_to_its_own_seat_alone(people: list[Player], post: Post) -> None:
    game = table(people, "aesir")
    services.submit_orders(game.pk, seat=1, player=people[1], lines=["1"], cause=uuid4())
    services.play_time_outs(timezone.now() + LATE)
    post.deliver()
    told = [one.to for one in post.sent if "Played for" in one.text]
    assert told == [people[0].email]
