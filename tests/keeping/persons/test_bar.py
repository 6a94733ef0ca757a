"""Who abuses the service is kept out of it: by mailbox, for as long as the operator says, and others play on."""

from __future__ import annotations

import io
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from asgard_pbem.bots import driver
from asgard_pbem.tables import services
from asgard_pbem.tables.guards import mailboxes
from asgard_pbem.tables.models import Bar, Deed, Game, Invitation, Outbox, Player, Seat
from asgard_pbem.tables.services import ServiceError
from asgard_pbem.tables.services.seating import getting_up, seats
from tests.mail.conftest import make_game

pytestmark = pytest.mark.django_db
WHY = "threats in the press of three tables"


def run(name: str, *arguments: object, **options: object) -> str:
    out = io.StringIO()
    call_command(name, *map(str, arguments), stdout=out, **options)
    return out.getvalue()


def bar(who: Player | str) -> str:
    return run("bar", who.email if isinstance(who, Player) else who, why=WHY)


def active(*people: Player) -> list[bool]:
    return [Player.objects.get(pk=one.pk).is_active for one in people]


# --- Whom it means ---------------


def test_barred_is_a_mailbox_however_it_is_spelt(people: list[Player]) -> None:
    other = services.player_for("anna+two@home.example", name="Anna Two")
    assert "1 barred; people who are here by it: 2" in bar("ANNA+three@Home.Example")
    assert active(people[0], other, people[1]) == [False, False, True]
    assert services.player_for("anna+four@home.example").is_active is False
    assert services.player_for("annabel@home.example").is_active is True


def test_who_is_barred_is_known_again_after_being_forgotten_and_by_no_address_in_clear(people: list[Player]) -> None:
    bar(people[0])
    run("forget", people[0].pk)
    kept = Bar.objects.get()
    assert "anna" not in " ".join(map(str, (kept.mark, kept.why, *Deed.objects.values_list("subject", "why"))))
    assert mailboxes.bar_of("anna+back@home.example") == kept
    assert services.player_for("anna@home.example").is_active is False


def test_another_first_key_knows_the_marks_of_the_one_before(people: list[Player], settings: Any) -> None:
    bar(people[0])
    before = settings.FERNET_KEYS
    settings.FERNET_KEYS = ["A" * 43 + "=", *before]
    assert mailboxes.bar_of("anna@home.example") is not None
    bar(people[0])
    assert Bar.objects.count() == 1
    assert "1 let in" in run("unbar", "anna@home.example")
    assert not Bar.objects.exists()
    settings.FERNET_KEYS = ["A" * 43 + "="]
    assert mailboxes.bar_of("anna@home.example") is None


def test_who_where_and_why_have_to_be_said(people: list[Player]) -> None:
    for arguments, options, said in (
        ([], {"why": WHY}, "Name persons by address or id"),
        (["anna@home.example"], {}, "--why"),
        (["anna@home.example"], {"why": "he wrote to b@home.example"}, "no address"),
        (["anna@home.example"], {"why": "x" * 201}, "201 characters"),
        ([uuid4()], {"why": WHY}, "no such person"),
        (["play@in.asgard.localhost"], {"why": WHY}, "our own"),
        (["boris@home.example", "nobody"], {"why": WHY}, "no email address"),
    ):
        with pytest.raises(CommandError, match=said):
            run("bar", *arguments, **options)
    assert not Bar.objects.exists()
    with pytest.raises(CommandError, match="Nobody is barred by"):
        run("unbar", "anna@home.example")


def test_the_list_says_who_since_when_and_why_and_bars_again_in_an_older_copy(
    people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    bar(people[0])
    bar("stranger@far.example")
    listed = run("bar", list=True)
    kept = Bar.objects.get(mark__in=mailboxes.marks("anna@home.example"))
    assert f"{kept.mark}\t{kept.since.isoformat(timespec='seconds')}\t{people[0].pk}\t{WHY}\n" in listed
    assert "far.example" not in listed
    Bar.objects.all().delete()  # a copy from before
    Player.objects.update(is_active=True)
    monkeypatch.setattr("sys.stdin", io.StringIO(listed))
    assert "2 barred; people who are here by them: 1" in run("bar", "-")
    assert active(*people) == [False, True, True]
    again = Bar.objects.get(pk=kept.pk)
    assert (again.since, again.why) == (kept.since.replace(microsecond=0), WHY)
    monkeypatch.setattr("sys.stdin", io.StringIO("anna@home.example\n"))
    with pytest.raises(CommandError, match="bar --list"):
        run("bar", "-")


def test_what_was_done_by_hand_is_written_down(people: list[Player]) -> None:
    bar(people[0])
    run("unbar", people[0].pk, why="a mistake")
    mark = mailboxes.marks("anna@home.example")[0]
    assert list(Deed.objects.order_by("at").values_list("what", "subject", "why")) == [
        ("bar", mark, WHY), ("unbar", mark, "a mistake"),
    ]  # fmt: skip


# --- What becomes of their tables ---------------


def test_bots_play_their_seats_on_at_once_and_the_others_are_told_as_of_any_who_left(
    game: Game, people: list[Player]
) -> None:
    bar(people[0])
    left = Seat.objects.get(game=game, seat=0)
    assert (left.player_id, bool(left.bot)) == (None, True)
    told = Outbox.objects.get(player=people[1], purpose=Outbox.Purpose.NOTICE)
    assert told.payload["what"] == "resigned"
    assert Game.objects.get(pk=game.pk).status == Game.Status.RUNNING


def test_a_seat_that_no_bot_can_take_over_is_counted_and_taken_over_when_they_are_barred_once_more(
    game: Game, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError

    other = make_game(people)
    resign = seats.resign
    monkeypatch.setattr(getting_up, "resign", lambda at, **rest: (fails if at == game.pk else resign)(at, **rest))
    assert "Seats that nobody takes over: 1." in bar(people[0])
    assert [one.game_id for one in Seat.objects.filter(player=people[0])] == [game.pk]
    assert Seat.objects.get(game=other, seat=0).bot
    monkeypatch.setattr(getting_up, "resign", resign)
    assert "nobody takes over" not in bar(people[0])
    assert not Seat.objects.filter(player=people[0]).exists()


def test_tables_that_wait_go_on_without_them_or_are_closed(people: list[Player]) -> None:
    opened = [
        services.open_table(opened_by=people[0], key="highest_card", seats=3, cause=uuid4(), sit=sit)
        for sit in ([0], [0], [])
    ]
    services.take_seat(opened[0].pk, player=people[1], cause=uuid4())
    bar(people[0])
    found = [Game.objects.get(pk=one.pk).status for one in opened]
    assert found == [Game.Status.OPEN, Game.Status.CLOSED, Game.Status.CLOSED]
    assert Seat.objects.filter(player=people[0]).count() == 0


def test_a_game_of_bots_alone_that_they_have_begun_is_played_to_its_end(people: list[Player]) -> None:
    """Others may be watching it: nobody sits at it whom it could wait for."""
    game = services.open_table(
        opened_by=people[0], key="highest_card", seats=2, cause=uuid4(), sit=(), bots={0: "greedy", 1: "greedy"}
    )
    bar(people[0])
    assert Game.objects.get(pk=game.pk).status == Game.Status.RUNNING
    driver.play(game.pk)
    assert Game.objects.get(pk=game.pk).status == Game.Status.OVER


@pytest.mark.parametrize("meanwhile", ["begins", "is closed", "is left"])
def test_a_table_that_goes_on_without_asking_between_two_steps_stops_nothing(
    meanwhile: str, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that they held is looked for first; by the time that they get up there, others have done something."""
    for _ in range(2):
        services.open_table(opened_by=people[0], key="highest_card", seats=2, cause=uuid4())
    leave = seats.leave_table

    def late(game_id: UUID, *, player: Player, cause: UUID) -> None:
        if meanwhile == "begins":
            services.take_seat(game_id, player=people[1], cause=uuid4())
        elif meanwhile == "is closed":
            services.close_table(game_id, by=None, cause=uuid4())
        else:
            leave(game_id, player=player, cause=uuid4())
        leave(game_id, player=player, cause=cause)

    monkeypatch.setattr(getting_up, "leave_table", late)
    bar(people[0])
    assert not Seat.objects.filter(player=people[0], game__ended_at=None).exists()
    status = {"begins": Game.Status.RUNNING, "is closed": Game.Status.CLOSED, "is left": Game.Status.CLOSED}
    assert {*Game.objects.values_list("status", flat=True)} == {status[meanwhile]}
    if meanwhile == "begins":
        assert {*Seat.objects.filter(seat=0).values_list("bot", flat=True)} == {"greedy"}


def test_invitations_by_them_are_over_and_to_those_to_them_nobody_answers(people: list[Player]) -> None:
    """Whoever invited them learns nothing of it: an open invitation of an absent person is what they see."""
    mine = services.open_table(opened_by=people[0], key="highest_card", seats=3, cause=uuid4())
    theirs = services.open_table(opened_by=people[1], key="highest_card", seats=3, cause=uuid4())
    services.take_seat(mine.pk, player=people[2], cause=uuid4())
    by = services.invite(mine.pk, by=people[0], email="guest@far.example", cause=uuid4())
    no = services.invite(mine.pk, by=people[0], email="who-said-no@far.example", cause=uuid4())
    services.decline_invitation(no.pk, player=no.player)
    to = services.invite(theirs.pk, by=people[1], email=people[0].email, cause=uuid4())
    bar(people[0])
    assert set(Invitation.objects.values_list("pk", "state")) == {
        (by.pk, "lapsed"), (no.pk, "declined"), (to.pk, "open"),
    }  # fmt: skip
    anna = Player.objects.get(pk=people[0].pk)
    for answer in (services.decline_invitation, partial(services.accept_invitation, cause=uuid4())):
        with pytest.raises(ServiceError, match="E_BARRED"):
            answer(to.pk, player=anna)


def test_to_invite_them_is_refused_as_if_they_wanted_none_and_leaves_no_trace(people: list[Player]) -> None:
    """Of who has blocked everybody, of who is barred and of who was never here and is barred one hears the same."""
    services.set_invitations(people[2], on=False)
    bar(people[0])
    bar("never-here@far.example")
    table = services.open_table(opened_by=people[1], key="highest_card", seats=3, cause=uuid4())
    before = Player.objects.count()
    for address in (people[0].email, people[2].email, "anna+new@home.example", "never-here@far.example"):
        with pytest.raises(ServiceError) as why:
            services.invite(table.pk, by=people[1], email=address, cause=uuid4())
        assert (why.value.code, why.value.where) == ("E_UNWANTED", {})
    assert Player.objects.count() == before


def test_barred_again_is_barred_once_and_gives_up_what_was_held_since(people: list[Player]) -> None:
    bar(people[0])
    since = Bar.objects.get().since
    game = make_game(people[1:])
    Seat.objects.filter(game=game, seat=0).update(player=people[0])  # who sat down at the very moment
    run("bar", people[0].pk, why="and again")
    assert Seat.objects.get(game=game, seat=0).player_id is None
    assert (Bar.objects.get().since, Bar.objects.get().why) == (since, "and again")


def test_let_in_again_they_may_all_and_seats_stay_given_up(game: Game, people: list[Player]) -> None:
    bar(people[0])
    assert "1 let in; people who are here by it: 1" in run("unbar", people[0].email)
    anna = Player.objects.get(pk=people[0].pk)
    assert anna.is_active
    assert Seat.objects.get(game=game, seat=0).player_id is None
    services.open_table(opened_by=anna, key="highest_card", seats=2, cause=uuid4())
    assert run("bar", list=True) == ""


def test_all_who_are_here_by_one_mailbox_are_let_in_again(people: list[Player]) -> None:
    also = services.player_for("anna+games@home.example")
    assert "people who are here by it: 2" in bar(people[0])
    assert active(people[0], also) == [False, False]
    run("unbar", people[0].email)
    assert active(people[0], also) == [True, True]


def test_who_was_forgotten_is_let_in_by_the_address_and_not_brought_back(people: list[Player]) -> None:
    bar(people[0])
    run("forget", people[0].pk)
    with pytest.raises(CommandError, match="was erased"):
        run("unbar", people[0].pk)
    run("unbar", mailboxes.marks("anna@home.example")[0])
    assert active(people[0]) == [False]
    assert services.player_for("anna@home.example").is_active
