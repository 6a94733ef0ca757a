"""What an invitation is good for: its own seat, for whom it was sent to, once, while the table waits."""

from __future__ import annotations

from uuid import uuid4

import pytest

from asgard_pbem.tables import services
from asgard_pbem.tables.guards.mailboxes import marks
from asgard_pbem.tables.models import Game, Invitation, Outbox, Player
from asgard_pbem.tables.store import fairness

pytestmark = pytest.mark.django_db


@pytest.fixture
def waits(people: list[Player]) -> Game:
    """Anna's table, which waits for two others."""
    return services.open_table(opened_by=people[0], key="highest_card", seats=3, cause=uuid4())


def invite(game: Game, by: Player, whom: Player, seat: int | None = None) -> Invitation:
    return services.invite(game.pk, by=by, email=whom.email, cause=uuid4(), seat=seat)


def accept(offer: Invitation, player: Player, entropy: bytes = b"") -> int:
    return services.accept_invitation(offer.pk, player=player, cause=uuid4(), entropy=entropy)


def state_of(offer: Invitation) -> str:
    return Invitation.objects.get(pk=offer.pk).state


def news() -> int:
    return Outbox.objects.filter(payload__what=services.TABLE_NEWS).count()


def test_who_was_asked_to_one_seat_sits_down_on_that_one(waits: Game, people: list[Player]) -> None:
    first, second = invite(waits, people[0], people[1], seat=2), invite(waits, people[0], people[2], seat=2)
    assert accept(first, people[1]) == 2
    with pytest.raises(services.ServiceError, match="E_TAKEN"):
        accept(second, people[2])
    assert Game.objects.get(pk=waits.pk).names == ["Anna", "", "Boris"]


def test_what_the_invited_say_is_in_the_seed(waits: Game, people: list[Player]) -> None:
    seat = accept(invite(waits, people[0], people[1]), people[1], entropy=b"Boris's word")
    assert fairness.parts(waits)[seat].added == fairness.added(b"Boris's word")


def test_when_the_table_has_filled_without_them_it_is_over_and_who_said_no_then_tells_nobody(
    waits: Game, people: list[Player]
) -> None:
    taken, late = invite(waits, people[0], people[1]), invite(waits, people[0], people[2])
    seat = accept(taken, people[1])
    services.add_bot(waits.pk, by=people[0], cause=uuid4())
    assert (state_of(taken), state_of(late)) == ("accepted", "lapsed")
    with pytest.raises(services.ServiceError, match="E_LAPSED"):
        accept(late, people[2])
    before = news()
    services.decline_invitation(late.pk, player=people[2])
    assert (state_of(late), news()) == ("lapsed", before)
    assert accept(taken, people[1]) == seat  # by the page, say, after the mail: the seat is theirs


def test_who_has_sat_down_says_no_by_getting_up_and_is_not_asked_there_again(waits: Game, people: list[Player]) -> None:
    offer = invite(waits, people[0], people[1])
    accept(offer, people[1])
    with pytest.raises(services.ServiceError, match="E_SITS"):
        services.decline_invitation(offer.pk, player=people[1])
    services.leave_table(waits.pk, player=people[1], cause=uuid4())
    with pytest.raises(services.ServiceError, match="E_INVITED"):
        invite(waits, people[0], people[1])


def test_nobody_answers_the_invitation_of_another(waits: Game, people: list[Player]) -> None:
    offer = invite(waits, people[0], people[1])
    for answer in (accept, lambda one, player: services.decline_invitation(one.pk, player=player)):
        with pytest.raises(services.ServiceError, match="E_NO_INVITATION"):
            answer(offer, people[2])
    with pytest.raises(services.ServiceError, match="E_NO_INVITATION"):
        services.block_inviter(offer.pk, player=people[2])
    assert state_of(offer) == "open"
    assert not people[2].blocks.exists()


def test_who_sits_there_may_want_no_more_of_its_sender_and_stays(waits: Game, people: list[Player]) -> None:
    offer = invite(waits, people[0], people[1])
    accept(offer, people[1])
    services.block_inviter(offer.pk, player=people[1])
    assert (people[1].blocks.get().by, state_of(offer)) == (people[0], "accepted")


def test_to_a_table_that_was_closed_nobody_is_asked(waits: Game, people: list[Player]) -> None:
    services.close_table(waits.pk, by=people[0], cause=uuid4())
    with pytest.raises(services.ServiceError, match="E_GAME_OVER"):
        invite(waits, people[0], people[1])
    assert not Outbox.objects.filter(purpose="invitation").exists()


def test_who_opened_a_private_table_and_got_up_fills_it_all_the_same(people: list[Player]) -> None:
    table = services.open_table(opened_by=people[0], key="highest_card", seats=3, cause=uuid4(), visibility="private")
    services.leave_table(table.pk, player=people[0], cause=uuid4())
    services.add_bot(table.pk, by=people[0], cause=uuid4())
    assert services.take_seat(table.pk, player=people[0], cause=uuid4()) == 1


def test_who_was_asked_to_a_private_table_may_choose_a_seat_there_on_its_page(people: list[Player]) -> None:
    table = services.open_table(opened_by=people[0], key="highest_card", seats=3, cause=uuid4(), visibility="private")
    invite(table, people[0], people[1], seat=1)
    assert services.take_seat(table.pk, player=people[1], cause=uuid4(), seat=2) == 2
    with pytest.raises(services.ServiceError, match="E_PRIVATE"):
        services.take_seat(table.pk, player=people[2], cause=uuid4())


def test_who_has_declined_may_change_their_mind_while_a_seat_is_free(people: list[Player]) -> None:
    table = services.open_table(opened_by=people[0], key="highest_card", seats=3, cause=uuid4(), visibility="private")
    offer = invite(table, people[0], people[1])
    services.decline_invitation(offer.pk, player=people[1])
    assert accept(offer, people[1]) == 1
    assert state_of(offer) == "accepted"


def test_an_invitation_of_who_is_kept_out_opens_no_door_and_keeps_nobody_from_another(people: list[Player]) -> None:
    table = services.open_table(opened_by=people[0], key="highest_card", seats=4, cause=uuid4(), visibility="private")
    accept(invite(table, people[0], people[1]), people[1])
    offer = invite(table, people[1], people[2])
    services.bar(marks(people[1].email)[0], why="spam")
    assert state_of(offer) == "lapsed"
    with pytest.raises(services.ServiceError, match="E_PRIVATE"):
        services.take_seat(table.pk, player=people[2], cause=uuid4())
    anew = invite(table, people[0], people[2])
    assert accept(anew, people[2]) == 1
