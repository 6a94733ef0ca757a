"""Whose is whose in a person's copy: it has every table that was ever theirs, and no row of anybody else."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from asgard_pbem.alerts import subscribing
from asgard_pbem.alerts.models import Subscription
from asgard_pbem.mail.models import DeliveryEvent, Pending
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Block, Game, Outbox, Player
from asgard_pbem.tables.reading.personal.parts import copy_of
from tests.keeping.persons.test_copy import data
from tests.mail.conftest import make_game

pytestmark = pytest.mark.django_db


def table_in(copy: dict[str, Any], game: Game) -> dict[str, Any]:
    [found] = [one for one in copy["games"] if one["id"] == str(game.pk)]
    assert isinstance(found, dict)
    return found


def say(game: Game, seat: int, player: Player, text: str, to: list[int] | None = None) -> None:
    services.send_press(game.pk, seat=seat, player=player, to=to, text=text, cause=uuid4())


def get_up(game: Game, seat: int, player: Player) -> None:
    services.resign(game.pk, seat=seat, player=player, cause=uuid4(), confirmed=True)


def test_mails_deliveries_what_waits_and_browsers_are_each_in_the_copy_of_one(game: Game, people: list[Player]) -> None:
    soon = timezone.now() + timedelta(days=1)
    for number, one in enumerate(people[:2]):
        Pending.objects.create(kind="resign", player=one, game_id=game.pk, seat=number, expires_at=soon)
        DeliveryEvent.objects.create(key=str(number), kind="bounce", status=f"5.1.{number}", player=one)
        Subscription.objects.create(player=one, sha256=bytes([number]), service=f"push{number}.example", given={})
        services.set_absence(one, since=None, until=soon)
    assert len(subscribing.subscriptions(people[0])) == 1
    for number, one in enumerate(people[:2]):
        found = data(one.pk)
        assert [row["seat"] for row in found["waiting"]] == [number]
        assert [row["status"] for row in found["deliveries"]] == [f"5.1.{number}"]
        assert [row["service"] for row in found["browsers"]] == [f"push{number}.example"]
        assert len(found["absences"]) == 1
        theirs = Outbox.objects.filter(player=one).order_by("created_at")
        assert [row["id"] for row in found["mails_out"]] == [str(row.pk) for row in theirs] != []


def test_invitations_are_in_the_copy_of_who_sent_and_of_who_got_them_and_of_no_other(people: list[Player]) -> None:
    anna, boris, cleo = people
    table = services.open_table(opened_by=anna, key="highest_card", seats=3, cause=uuid4())
    services.invite(table.pk, by=anna, email=boris.email, cause=uuid4())
    assert [[one["sent"] for one in data(who.pk)["invitations"]] for who in (anna, boris, cleo)] == [
        [True],
        [False],
        [],
    ]


def test_who_wants_no_invitations_at_all_reads_that(people: list[Player]) -> None:
    Block.objects.create(player=people[0], by=None)
    assert data(people[0].pk)["blocks"] == [{"by": None}]


def test_a_table_that_was_theirs_from_its_beginning_stays_in_it_and_so_does_one_at_which_they_wrote(
    people: list[Player],
) -> None:
    anna, boris, cleo = people
    game = make_game(people)
    get_up(game, 1, boris)
    assert table_in(data(boris.pk), game)["seats"] == []
    services.substitute(game.pk, seat=1, player=cleo, by=anna, cause=uuid4())
    say(game, 1, cleo, "for a while")
    get_up(game, 1, cleo)
    assert [one["text"] for one in table_in(data(cleo.pk), game)["messages"]] == ["for a while"]


def test_of_a_private_table_that_they_have_left_it_has_their_own_words_and_neither_title_nor_answers(
    people: list[Player],
) -> None:
    game = make_game(people, seats=3)
    Game.objects.filter(pk=game.pk).update(visibility="private")
    for seat in (0, 1):
        say(game, seat, people[seat], f"by {people[seat].name}")
    assert [one["text"] for one in table_in(data(people[1].pk), game)["messages"]] == ["by Anna", "by Boris"]
    for seat in (0, 1):
        get_up(game, seat, people[seat])
    opener, left, sits = (table_in(copy_of(one), game) for one in people)
    assert [one["title"] for one in (opener, left, sits)] == ["Toy", "", "Toy"]
    assert [one["text"] for one in left["messages"]] == ["by Boris"]
    Game.objects.filter(pk=game.pk).update(visibility="public")
    assert table_in(copy_of(people[1]), game)["title"] == "Toy"


def test_who_holds_two_seats_has_what_both_of_them_did_and_read_in_order_of_time(people: list[Player]) -> None:
    anna, boris, _ = people
    game = services.open_table(opened_by=anna, key="highest_card", seats=3, cause=uuid4(), sit=(0, 1))
    services.take_seat(game.pk, player=boris, cause=uuid4())
    say(game, 2, boris, "to the second", to=[1])
    say(game, 1, anna, "by the second")
    say(game, 0, anna, "by the first")
    for seat in (0, 1):
        services.submit_orders(game.pk, seat=seat, player=anna, lines=["1"], cause=uuid4())
    found = table_in(data(anna.pk), game)
    assert found["seats"] == [0, 1]
    assert [one["text"] for one in found["messages"]] == ["to the second", "by the second", "by the first"]
    assert {note["seat"] for event in found["events"] for note in event["notes"]} == {0, 1}


def test_what_was_laid_unseen_at_a_seat_before_they_took_it_over_is_not_told_as_theirs(people: list[Player]) -> None:
    anna, boris, cleo = people
    game = make_game([anna, boris])
    services.submit_orders(game.pk, seat=1, player=boris, lines=["1"], cause=uuid4())
    services.substitute(game.pk, seat=1, player=cleo, by=boris, cause=uuid4())
    found = table_in(data(cleo.pk), game)
    assert found["seats"] == [1]
    assert [event["what"] for event in found["events"]] == ["seat_taken"]
    assert "move_made" not in json.dumps(found)
