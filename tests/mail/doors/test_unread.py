"""Unread mail holds the clock of whoever wrote it in time, and of nobody else, at one price however much there is."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from asgard_pbem.mail import tokens
from asgard_pbem.mail.doors.unread import AT_ONCE, answers_wait
from asgard_pbem.mail.models import InboundMail
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, OpenDecision, Player
from asgard_pbem.tables.services.playing import clock
from asgard_pbem.tables.signals import Due

pytestmark = pytest.mark.django_db


def made_up() -> str:
    """A token that nobody was given."""
    return "".join(secrets.choice("abcdefghijklmnopqrstuvwxyz234567") for _ in range(26))


def unread(count: int, at: datetime, token: str = "") -> None:
    """So many stored mails, to one address or each to a made-up one."""
    addresses = [tokens.reply_address(token or made_up()) for _ in range(count)]
    InboundMail.objects.bulk_create(
        InboundMail(received_at=at, source="test", envelope_to=to, sha256=uuid4().hex * 2, size_bytes=1)
        for to in addresses
    )


def due(game: Game) -> list[Due]:
    found = OpenDecision.objects.filter(game=game, answered=False).order_by("seat")
    return [Due(one.game_id, one.seat, one.key, one.deadline) for one in found if one.deadline]


@pytest.mark.parametrize("known", [True, False])
def test_the_price_of_a_beat_does_not_grow_with_unread_mail(known: bool, game: Game, people: list[Player]) -> None:
    now = timezone.now()
    token = services.issue_token(player=people[0], game=game, seat=0, prompt=1) if known else ""
    asked, questions = [], due(game)
    for count in (20, 280):
        unread(count, now, token)
        with CaptureQueriesContext(connection) as queries:
            answers_wait(None, due=questions)
        asked.append(len(queries))
    assert asked == [2, 2]


def many_times(table: str, count: int, **anew: str) -> None:
    """So many copies of a table's first row, with these columns `anew` (SQL, of the number `n`)."""
    columns = ", ".join(f"'{name}', {value}" for name, value in anew.items())
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} SELECT (jsonb_populate_record(r, jsonb_build_object({columns}))).*"
            f" FROM {table} r, generate_series(1, {count}) n WHERE r.ctid = (SELECT min(ctid) FROM {table})"
        )
    with connection.as_owner(), connection.cursor() as cursor:  # type: ignore[attr-defined]  # of our backend
        cursor.execute(f"ANALYZE {table}")  # as autovacuum does when a table has grown


MANY = 10_000
NUMBERED = "('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))"


@pytest.mark.tampers
def test_the_clock_asks_the_same_with_ten_thousand_questions_due_and_as_many_mails_unread(
    game: Game, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = timezone.now() + timedelta(days=100)
    OpenDecision.objects.filter(game=game).exclude(seat=0).delete()
    OpenDecision.objects.filter(game=game).update(deadline=timezone.now())
    token = services.issue_token(player=people[0], game=game, seat=0, prompt=1)
    unread(1, timezone.now() - timedelta(minutes=1), token)
    monkeypatch.setattr(clock, "PLAYED_S", 0.0)  # what it asks before it plays

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert services.play_time_outs(now) == 0
        return len(queries)

    few = asked()
    many_times("tables_game", MANY, id=NUMBERED)
    many_times("tables_opendecision", MANY, game_id=NUMBERED)
    made_up = "'play+' || translate(md5(n::text), '0189', 'wxyz') || '@in.asgard.localhost'"
    many_times("mail_inboundmail", MANY, id=NUMBERED, sha256="md5(n::text) || md5(n::text)", envelope_to=made_up)
    assert OpenDecision.objects.count() == InboundMail.objects.count() == MANY + 1
    assert few <= 3
    assert asked() <= few + MANY // AT_ONCE


def test_a_flood_of_mail_to_made_up_addresses_holds_no_clock(game: Game, people: list[Player]) -> None:
    late = timezone.now() + timedelta(days=100)
    OpenDecision.objects.filter(game=game).update(deadline=timezone.now())
    unread(6000, timezone.now() - timedelta(minutes=1))
    assert answers_wait(None, due=due(game)) == set()
    assert services.play_time_outs(late) > 0


def test_an_answer_in_time_holds_the_clock_of_its_seat_for_seven_days_of_waiting(
    game: Game, people: list[Player]
) -> None:
    token = services.issue_token(player=people[0], game=game, seat=0, prompt=1)
    questions = due(game)
    own = next(one for one in questions if one.seat == 0)
    unread(1, own.deadline, token)
    assert answers_wait(None, due=questions) == {own}
    assert answers_wait(None, due=[own._replace(deadline=own.deadline - timedelta(seconds=1))]) == set()
    later = own._replace(deadline=own.deadline + timedelta(days=7))
    assert answers_wait(None, due=[later]) == set()
    assert answers_wait(None, due=[own, later]) == {own}, "an older question beside it makes no wait longer"


def test_what_came_too_late_is_not_in_time_because_another_question_still_has_time(
    game: Game, people: list[Player]
) -> None:
    token = services.issue_token(player=people[0], game=game, seat=0, prompt=1)
    own = next(one for one in due(game) if one.seat == 0)
    unread(1, own.deadline + timedelta(minutes=1), token)
    others = [one._replace(deadline=own.deadline + timedelta(hours=1)) for one in due(game) if one.seat == 1]
    assert others
    assert answers_wait(None, due=[own, *others]) == set()


def test_it_holds_the_clocks_of_all_seats_of_its_writer_who_may_speak_for_any_below_a_heading(
    people: list[Player],
) -> None:
    sit = {"sit": [0, 2], "several_seats": True}
    opened = services.open_table(opened_by=people[0], key="highest_card", seats=3, cause=uuid4(), **sit)  # type: ignore[arg-type]  # passed on
    services.take_seat(opened.pk, player=people[1], cause=uuid4())
    token = services.issue_token(player=people[0], game=opened, seat=0, prompt=1)
    questions = due(opened)
    unread(1, min(one.deadline for one in questions) - timedelta(seconds=1), token)
    assert len(questions) > 1
    assert {one.seat for one in answers_wait(None, due=questions)} == {one.seat for one in questions} & {0, 2}


def test_the_mail_of_somebody_who_has_left_holds_no_clock_of_an_heir(game: Game, people: list[Player]) -> None:
    token = services.issue_token(player=people[0], game=game, seat=0, prompt=1)
    services.resign(game.pk, seat=0, player=people[0], cause=uuid4(), confirmed=True)
    eve = services.player_for("eve@home.example", name="Eve")
    services.substitute(game.pk, seat=0, player=eve, by=people[1], cause=uuid4())
    questions = due(game)
    unread(1, min(one.deadline for one in questions) - timedelta(seconds=1), token)
    assert answers_wait(None, due=questions) == set()
