"""Several own seats on the web: taking them, and one sheet of orders for all of them."""

from __future__ import annotations

import html
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player, Seat
from asgard_pbem.web.access import Access, lenses
from tests.toys.installed import _rampart_is_installed

pytestmark = pytest.mark.django_db
__all__ = ["_rampart_is_installed"]
Browse = Callable[[Player | None], Client]


@pytest.fixture
def game(astrid: Player, bjorn: Player) -> Game:
    """Astrid holds the first two seats."""
    opened = services.open_table(opened_by=astrid, key="rampart", seats=3, sit=(0, 1), cause=uuid4())
    services.take_seat(opened.pk, player=bjorn, cause=uuid4())
    return Game.objects.get(pk=opened.pk)


def send(client: Client, game: Game, text: str, seat: int = 0) -> str:
    sent = {"seat": seat, "text": text, "nonce": str(uuid4())}
    return client.post(f"/g/{game.pk}/orders/", sent, follow=True).content.decode()


def made(game: Game) -> list[tuple[int, str]]:
    moves = game.events.filter(kind="move_made").order_by("seq")
    return list(moves.values_list("seat", "payload__move__kind"))


def test_one_sheet_speaks_for_all_own_seats(game: Game, astrid: Player, browse: Browse) -> None:
    shown = send(browse(astrid), game, "build\nend\nFreyja:\nbuild\nP2: end")
    assert made(game) == [(0, "build"), (0, "end"), (1, "build"), (1, "end")]
    assert shown.count("Done: ") == 3
    assert "lines are for that seat of yours" in browse(astrid).get(f"/g/{game.pk}/").content.decode()


def test_what_is_refused_for_one_is_told_and_shown_again(game: Game, astrid: Player, browse: Browse) -> None:
    shown = send(browse(astrid), game, "end\nFreyja:\ndance")
    assert made(game) == [(0, "end")]
    assert "is no order" in shown
    assert "Freyja:\ndance</textarea>" in shown


def test_no_heading_speaks_for_a_seat_of_somebody_else(game: Game, astrid: Player, browse: Browse) -> None:
    assert "Not read as orders: “P3: end”" in html.unescape(send(browse(astrid), game, "end\nP3: end"))
    send(browse(astrid), game, "P1: end", seat=2)
    assert made(game) == [(0, "end")]


def test_whoever_opens_takes_as_many_seats_as_they_like(astrid: Player, browse: Browse) -> None:
    form = {"seats": 3, "turns": 6, "title": "", "visibility": "public", "days": 3, "addresses": "", "word": ""}
    page = browse(astrid).get("/tables/new/rampart/").content.decode()
    assert "Seats for you" in page
    assert "Seats for you" not in browse(astrid).get("/tables/new/aesir/").content.decode()
    answer = browse(astrid).post("/tables/new/rampart/", {**form, "mine": 4, "nonce": str(uuid4())})
    assert "The table has not so many seats." in answer.content.decode()
    few = browse(astrid).post("/tables/new/rampart/", {**form, "seats": 2, "mine": 3, "nonce": str(uuid4())})
    assert "The table has not so many seats." in few.content.decode()
    assert not Game.objects.exists()
    answer = browse(astrid).post("/tables/new/rampart/", {**form, "mine": 2, "nonce": str(uuid4())})
    opened = Game.objects.get()
    seats = Seat.objects.filter(game=opened, player=astrid).order_by("seat")
    assert list(seats.values_list("seat", flat=True)) == [0, 1]
    shown = browse(astrid).get(f"/g/{opened.pk}/").content.decode()
    assert "<details><summary>Take one more seat" in shown, "another word for the seed is asked for only with the seat"
    browse(astrid).post(f"/g/{opened.pk}/join/", {"nonce": str(uuid4()), "word": ""})
    opened.refresh_from_db()
    assert opened.status == "running"


def test_at_other_games_nobody_is_offered_a_second_seat(astrid: Player, browse: Browse) -> None:
    opened = services.open_table(opened_by=astrid, key="aesir", seats=3, cause=uuid4())
    assert "Take one more seat" not in browse(astrid).get(f"/g/{opened.pk}/").content.decode()


def test_lines_that_were_not_read_below_a_heading_are_told_and_shown_again(
    game: Game, astrid: Player, browse: Browse
) -> None:
    shown = html.unescape(send(browse(astrid), game, "build\nP2: prefer 2 1\nP3: end"))
    assert "Not read as orders: “P3: end”" in shown
    assert "P3: end</textarea>" in shown
    assert made(game) == [(0, "build")]


def test_the_own_seat_may_be_named_although_no_other_is(game: Game, astrid: Player, browse: Browse) -> None:
    assert "Done: build" in send(browse(astrid), game, "Thor:\nbuild\nP1: end")
    assert made(game) == [(0, "build"), (0, "end")]


def test_who_holds_two_seats_looks_as_each_by_name_and_no_way_of_looking_is_offered_twice(astrid: Player) -> None:
    table = services.open_table(opened_by=astrid, key="aesir", seats=3, cause=uuid4(), sit=(0, 1))
    names = ("Astrid", "Astrid 2", "")

    def offered(*seats: int) -> list[tuple[str, str]]:
        return [(one.code, one.label) for one in lenses(Access(table, astrid, seats, None), names)]

    assert offered(0, 1) == [("0", "me as Astrid"), ("1", "me as Astrid 2"), ("spectator", "a spectator")]
    assert offered(1) == [("1", "me"), ("spectator", "a spectator")]
    table.status = table.Status.CLOSED
    assert [code for code, _ in offered(0, 1)] == ["0", "1", "spectator", "2", "table"]
    assert [code for code, _ in offered()] == ["spectator", "0", "1", "2", "table"]
