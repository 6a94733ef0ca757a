"""What one person may cause, and what nobody may: floods, several hands, letters to people who do not want them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from itertools import cycle
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Invitation, Outbox, Player, Press
from asgard_pbem.tables.reading import history
from tests.tables.conftest import OpenToy, Standing, lay

pytestmark = pytest.mark.django_db


def open_one(player: Player, **settings: Any) -> Game:
    given = {"key": "highest_card", "seats": 4, "cause": uuid4(), **settings}
    return services.open_table(opened_by=player, **given)


def until_refused(act: Callable[[], object], code: str, most: int) -> int:
    """How often `act` goes before it is refused with `code`."""
    for number in range(most + 1):
        try:
            act()
        except services.ServiceError as refusal:
            if refusal.code != code:
                raise
            return number
    return most + 1


# --- Floods ---------------


def test_one_person_opens_twenty_tables_an_hour_and_not_three_hundred(people: list[Player], settings: Any) -> None:
    settings.TABLES_WAITING = 1000
    assert until_refused(lambda: open_one(people[0]), "E_MANY_OPENED", 300) == 20
    assert open_one(people[1]).opened_by == people[1]


def test_ten_tables_of_one_person_wait_for_players_and_the_list_has_room_for_others(people: list[Player]) -> None:
    assert until_refused(lambda: open_one(people[0]), "E_MANY_WAITING", 60) == 10


def test_opening_again_by_the_same_cause_is_no_further_table(people: list[Player]) -> None:
    cause = uuid4()
    first = open_one(people[0], cause=cause)
    until_refused(lambda: open_one(people[0]), "E_MANY_WAITING", 60)
    assert open_one(people[0], cause=cause).pk == first.pk


def test_nobody_sits_at_more_tables_than_a_list_shows(people: list[Player], settings: Any) -> None:
    settings.TABLES_AN_HOUR, settings.TABLES_AT_ONCE = 1000, 12
    alone = {"seats": 2, "bots": {1: "greedy"}}
    assert until_refused(lambda: open_one(people[0], **alone), "E_MANY_TABLES", 60) == 12
    theirs = open_one(people[1])
    with pytest.raises(services.ServiceError, match="E_MANY_TABLES"):
        services.take_seat(theirs.pk, player=people[0], cause=uuid4())
    over = Game.objects.filter(opened_by=people[0])[0]
    Game.objects.filter(pk=over.pk).update(status=Game.Status.UNKNOWN_RULES)  # it may come back any day
    with pytest.raises(services.ServiceError, match="E_MANY_TABLES"):
        services.take_seat(theirs.pk, player=people[0], cause=uuid4())
    Game.objects.filter(pk=over.pk).update(status=over.status)
    services.close_table(over.pk, by=people[0], cause=uuid4())
    assert services.take_seat(theirs.pk, player=people[0], cause=uuid4()) == 1


def test_practice_tables_are_limited_too(open_toy: OpenToy, people: list[Player], settings: Any) -> None:
    game = open_toy(2)

    def fork() -> object:
        return services.fork(game.pk, moment=game.moment, viewer=0, player=people[0], cause=uuid4())

    assert until_refused(fork, "E_MANY_OPENED", 60) == 20
    assert open_one(people[0]).opened_by == people[0]  # they count by themselves
    settings.FORKS_AN_HOUR, settings.TABLES_AT_ONCE = 1000, 22  # and at so many one sits by now
    assert until_refused(fork, "E_MANY_TABLES", 3) == 0


def test_press_comes_to_an_end_and_with_it_the_mails_it_causes(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2)
    said = [uuid4() for _ in range(200)]

    def press(cause: Any) -> None:
        services.send_press(game.pk, seat=0, player=people[0], to=None, text="Hear me!", cause=cause)

    assert until_refused(lambda: press(said.pop()), "E_MANY_MESSAGES", 200) == 40
    assert Outbox.objects.filter(purpose="press", player=people[1]).count() == 40
    services.send_press(game.pk, seat=1, player=people[1], to=None, text="I may still answer", cause=uuid4())


def test_a_message_sent_twice_is_answered_as_the_first_time_although_no_further_one_may_be_sent(
    open_toy: OpenToy, people: list[Player]
) -> None:
    game, cause = open_toy(2), uuid4()
    first = services.send_press(game.pk, seat=0, player=people[0], to=None, text="Once", cause=cause)
    for _ in range(39):
        services.send_press(game.pk, seat=0, player=people[0], to=None, text="More", cause=uuid4())
    assert services.send_press(game.pk, seat=0, player=people[0], to=None, text="Once", cause=cause) == first


def test_moving_and_taking_back_is_no_way_to_flood_the_others(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2, options={"hand": 6})

    def there_and_back() -> None:
        lay(game, 0, people[0])
        services.undo(game.pk, seat=0, player=people[0], cause=uuid4())

    assert until_refused(there_and_back, "E_MANY_UNDOS", 60) == 20
    assert history.at_head(game.pk)[0].head_seq < 60


def test_who_took_back_often_enough_may_again_after_an_hour_and_keeps_nobody_else_from_it(
    open_toy: OpenToy, people: list[Player], standing: Standing, settings: Any
) -> None:
    settings.UNDOS_AN_HOUR = 1
    game, cause = open_toy(2), uuid4()

    def there_and_back(seat: int, cause: UUID) -> None:
        lay(game, seat, people[seat])
        services.undo(game.pk, seat=seat, player=people[seat], cause=cause)

    standing.time = timezone.now() - timedelta(minutes=61)
    there_and_back(0, uuid4())
    standing.time = timezone.now()
    there_and_back(0, cause)
    there_and_back(1, uuid4())
    with pytest.raises(services.ServiceError, match="E_MANY_UNDOS"):
        there_and_back(0, uuid4())
    assert services.undo(game.pk, seat=0, player=people[0], cause=cause).repeated


def test_what_was_too_much_in_an_hour_or_a_day_is_allowed_again_after_it(people: list[Player], settings: Any) -> None:
    settings.TABLES_AN_HOUR = settings.PRESS_AN_HOUR = settings.INVITATIONS_A_DAY = 1
    guests = iter(range(9))

    def press() -> object:
        return services.send_press(game.pk, seat=0, player=people[0], to=None, text="Hear me!", cause=uuid4())

    def invite(by: Player = people[0]) -> object:
        return services.invite(game.pk, by=by, email=f"{next(guests)}@far.example", cause=uuid4())

    game, span = open_one(people[0]), timedelta(minutes=61)
    services.take_seat(game.pk, player=people[1], cause=uuid4())
    for act, code, model, field in (
        (lambda: open_one(people[0]), "E_MANY_OPENED", Game, "opened_at"),
        (press, "E_MANY_MESSAGES", Press, "sent_at"),
        (invite, "E_INVITES", Invitation, "created_at"),
    ):  # fmt: skip
        until_refused(act, code, 1)
        with pytest.raises(services.ServiceError, match=code):
            act()
        then = timezone.now() - (timedelta(hours=25) if model is Invitation else span)
        model.objects.update(**{field: then})  # type: ignore[attr-defined]  # mypy knows no common manager of the three
        act()
    invite(people[1])  # what one has sent counts against nobody else


def test_asking_for_a_rest_and_going_on_is_no_way_to_flood_the_others(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2)

    def there_and_back() -> None:
        services.ask_pause(game.pk, player=people[0], cause=uuid4())
        services.go_on(game.pk, player=people[0], cause=uuid4())

    assert until_refused(there_and_back, "E_MANY_PAUSES", 60) == 4
    assert Outbox.objects.filter(purpose="notice", player=people[1]).count() == 8
    services.ask_pause(game.pk, player=people[1], cause=uuid4())  # the other may still ask


def test_who_asked_for_a_rest_often_enough_may_ask_again_after_an_hour(
    open_toy: OpenToy, people: list[Player], standing: Standing
) -> None:
    game, standing.time = open_toy(2), timezone.now() - timedelta(minutes=61)
    for _ in range(4):
        services.ask_pause(game.pk, player=people[0], cause=uuid4())
        services.go_on(game.pk, player=people[0], cause=uuid4())
    standing.time = timezone.now()
    assert services.ask_pause(game.pk, player=people[0], cause=uuid4()).wait_for == (1,)


def test_who_holds_several_seats_may_ask_for_a_rest_as_often_as_others(people: list[Player]) -> None:
    game = open_one(people[0], seats=3, sit=(0, 1))
    services.take_seat(game.pk, player=people[1], cause=uuid4())

    def there_and_back() -> None:
        services.ask_pause(game.pk, player=people[0], cause=uuid4())
        services.go_on(game.pk, player=people[0], cause=uuid4())

    assert until_refused(there_and_back, "E_MANY_PAUSES", 9) == 4


def test_a_rest_asked_for_twice_by_one_cause_is_answered_as_the_first_time(
    open_toy: OpenToy, people: list[Player]
) -> None:
    game, causes = open_toy(2), [uuid4() for _ in range(4)]
    for cause in causes:
        services.ask_pause(game.pk, player=people[0], cause=cause)
        services.go_on(game.pk, player=people[0], cause=uuid4())
    assert services.ask_pause(game.pk, player=people[0], cause=causes[-1]).wait_for == (1,)


def test_sitting_down_and_getting_up_is_no_way_to_fill_the_log_of_anothers_table(people: list[Player]) -> None:
    game, boris, cleo = open_one(people[0]), people[1], people[2]

    def there_and_back() -> None:
        services.take_seat(game.pk, player=boris, cause=uuid4())
        services.leave_table(game.pk, player=boris, cause=uuid4())

    assert until_refused(there_and_back, "E_MANY_SEATINGS", 60) == 10
    services.take_seat(game.pk, player=cleo, cause=uuid4())  # the others may still sit down


def test_another_word_and_another_is_no_way_either(people: list[Player]) -> None:
    game, cause = open_one(people[0], several_seats=True), uuid4()
    services.take_seat(game.pk, player=people[0], cause=cause)

    def another() -> None:
        services.add_word(game.pk, player=people[0], cause=uuid4(), entropy=uuid4().bytes)

    assert until_refused(another, "E_MANY_SEATINGS", 60) == 8  # opening the table was one, the second seat another
    assert services.take_seat(game.pk, player=people[0], cause=cause) == 1  # what was done is answered as before


def test_another_answer_and_another_fill_no_log_either(open_toy: OpenToy, people: list[Player], settings: Any) -> None:
    settings.CHANGES_AN_HOUR = 10
    game, causes = open_toy(2), [uuid4() for _ in range(12)]

    def other(cause: UUID) -> None:
        lines = [f"later {1 + causes.index(cause) % 2} in 2"]
        services.submit_orders(game.pk, seat=0, player=people[0], lines=lines, cause=cause)

    left = iter(causes)
    assert until_refused(lambda: other(next(left)), "E_MANY_CHANGES", 11) == 9  # sitting down was one
    other(causes[0])  # what was done is answered as before
    services.submit_orders(game.pk, seat=0, player=people[0], lines=["1"], cause=uuid4())  # who goes on may


def test_who_changed_or_sat_down_often_enough_may_again_after_an_hour(
    open_toy: OpenToy, people: list[Player], standing: Standing, settings: Any
) -> None:
    settings.CHANGES_AN_HOUR = settings.SEATINGS_AN_HOUR = 1
    standing.time = timezone.now() - timedelta(minutes=61)
    game, waits, cleo, orders = open_toy(2), open_one(people[3]), people[2], cycle(("later 1 in 2", "later 2 in 2"))

    def change() -> None:
        services.submit_orders(game.pk, seat=0, player=people[0], lines=[next(orders)], cause=uuid4())

    def sit_down() -> None:
        services.take_seat(waits.pk, player=cleo, cause=uuid4())
        services.leave_table(waits.pk, player=cleo, cause=uuid4())

    for act, code in ((change, "E_MANY_CHANGES"), (sit_down, "E_MANY_SEATINGS")):
        standing.time = timezone.now() - timedelta(minutes=61)
        act()
        standing.time = timezone.now()
        assert until_refused(act, code, 3) == 1


# --- Seats ---------------


def test_one_person_takes_one_seat_of_a_table(people: list[Player]) -> None:
    game = open_one(people[0])
    services.take_seat(game.pk, player=people[1], cause=uuid4())
    for seat in (None, 2):
        with pytest.raises(services.ServiceError, match="E_SITS"):
            services.take_seat(game.pk, player=people[1], cause=uuid4(), seat=seat)
    with pytest.raises(services.ServiceError, match="E_SITS"):
        services.take_seat(game.pk, player=people[0], cause=uuid4())
    assert Game.objects.get(pk=game.pk).names == ["Anna", "Boris", "", ""]


def test_a_table_may_let_one_person_have_several(people: list[Player]) -> None:
    game = open_one(people[0], several_seats=True)
    assert [services.take_seat(game.pk, player=people[1], cause=uuid4()) for _ in range(3)] == [1, 2, 3]
    assert Game.objects.get(pk=game.pk).status == "running"


def test_an_invitation_is_no_way_to_a_second_hand(people: list[Player]) -> None:
    game = open_one(people[0], visibility="private")
    invitation = services.invite(game.pk, by=people[0], email=people[1].email, cause=uuid4())
    services.accept_invitation(invitation.pk, player=people[1], cause=uuid4())
    with pytest.raises(services.ServiceError, match="E_SITS"):
        services.take_seat(game.pk, player=people[1], cause=uuid4())
    with pytest.raises(services.ServiceError, match="E_INVITED"):
        services.invite(game.pk, by=people[1], email=people[0].email, cause=uuid4())


def test_nobody_plays_on_for_a_second_seat(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(3)
    services.resign(game.pk, seat=2, player=people[2], cause=uuid4(), confirmed=True)
    with pytest.raises(services.ServiceError, match="E_SITS"):
        services.substitute(game.pk, seat=2, player=people[1], by=people[0], cause=uuid4())


# --- Invitations ---------------


def mails_to(address: str) -> int:
    return Outbox.objects.filter(player__email=address, purpose="invitation").count()


def test_an_address_is_invited_once_to_a_table(people: list[Player]) -> None:
    game, cause = open_one(people[0]), uuid4()
    first = services.invite(game.pk, by=people[0], email="far@far.example", cause=cause)
    assert services.invite(game.pk, by=people[0], email="far@far.example", cause=cause) == first
    for _ in range(30):
        with pytest.raises(services.ServiceError, match="E_INVITED"):
            services.invite(game.pk, by=people[0], email="far@far.example", cause=uuid4())
    assert mails_to("far@far.example") == 1


def test_who_declined_is_not_asked_to_that_table_again_by_anybody(people: list[Player]) -> None:
    game = open_one(people[0])
    services.take_seat(game.pk, player=people[2], cause=uuid4())
    invitation = services.invite(game.pk, by=people[0], email=people[1].email, cause=uuid4())
    services.decline_invitation(invitation.pk, player=people[1])
    for by in (people[0], people[2]):
        with pytest.raises(services.ServiceError, match="E_DECLINED"):
            services.invite(game.pk, by=by, email=people[1].email, cause=uuid4())
    assert mails_to(people[1].email) == 1


def test_an_address_that_never_answered_gets_no_second_mail_from_one_person_and_three_in_all(
    people: list[Player], settings: Any
) -> None:
    services.invite(open_one(people[0]).pk, by=people[0], email="far@far.example", cause=uuid4())
    Invitation.objects.update(state=Invitation.State.LAPSED)  # the table has begun without them: no answer either
    with pytest.raises(services.ServiceError, match="E_UNANSWERED"):
        services.invite(open_one(people[0]).pk, by=people[0], email="far@far.example", cause=uuid4())
    for by in people[1:3]:
        services.invite(open_one(by).pk, by=by, email="far@far.example", cause=uuid4())
    Invitation.objects.update(created_at=timezone.now() - timedelta(days=2))
    with pytest.raises(services.ServiceError, match="E_INVITED_OFTEN"):
        services.invite(open_one(people[3]).pk, by=people[3], email="far@far.example", cause=uuid4())
    assert mails_to("far@far.example") == 3


def test_who_plays_here_gets_three_invitations_a_day(people: list[Player]) -> None:
    Player.objects.filter(pk=people[1].pk).update(verified_at=timezone.now())

    def invite() -> object:
        return services.invite(open_one(people[0]).pk, by=people[0], email=people[1].email, cause=uuid4())

    assert until_refused(invite, "E_INVITED_OFTEN", 9) == 3
    Invitation.objects.update(created_at=timezone.now() - timedelta(days=2))
    invite()


def test_who_blocked_a_sender_hears_of_others_and_who_wants_none_of_nobody(people: list[Player]) -> None:
    Player.objects.update(verified_at=timezone.now())
    anna, boris, cleo, _ = people
    invitation = services.invite(open_one(anna).pk, by=anna, email=boris.email, cause=uuid4())
    services.block_inviter(invitation.pk, player=boris)
    invitation.refresh_from_db()
    assert invitation.state == "declined"
    with pytest.raises(services.ServiceError, match="E_UNWANTED"):
        services.invite(open_one(anna).pk, by=anna, email=boris.email, cause=uuid4())
    again = services.player_for("anna+again@home.example", name="Another")
    with pytest.raises(services.ServiceError, match="E_UNWANTED"):  # it is the same mailbox
        services.invite(open_one(again).pk, by=again, email=boris.email, cause=uuid4())
    services.invite(open_one(cleo).pk, by=cleo, email=boris.email, cause=uuid4())
    services.set_invitations(boris, on=False)
    with pytest.raises(services.ServiceError, match="E_UNWANTED"):
        services.invite(open_one(cleo).pk, by=cleo, email=boris.email, cause=uuid4())
    services.set_invitations(boris, on=True)
    services.invite(open_one(anna).pk, by=anna, email=boris.email, cause=uuid4())


# --- Names and titles ---------------


@pytest.mark.parametrize(
    "text",
    ["Sign in at http://phish.example/now", "see www.phish", "phish.example", "ｐｈｉｓｈ．ｅｘａｍｐｌｅ",
     "mail me@home", "FTP://x", "пиши на сайт.рф"],
)  # fmt: skip
def test_names_and_titles_carry_no_links(people: list[Player], text: str) -> None:
    with pytest.raises(services.ServiceError, match="E_LINK"):
        open_one(people[0], title=text)
    with pytest.raises(services.ServiceError, match="E_LINK"):
        services.update_player(people[0], name=text)
    assert not Game.objects.exists()


@pytest.mark.parametrize("text", ["Valhalla", "Anna & Boris, 2nd try...", "т.е. игра", "Ragnarök: v2.0", "J. R. R. T."])
def test_ordinary_names_and_titles_stay_as_they_are(people: list[Player], text: str) -> None:
    assert open_one(people[0], title=text).title == text
    assert services.update_player(people[0], name=text).name == text
