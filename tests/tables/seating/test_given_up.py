"""A seat that its person has given up in a running game: others are invited to take it over from its bot."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.utils import timezone

from asgard_pbem.bots import driver
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Event, Game, Invitation, Outbox, Player
from asgard_pbem.tables.models import Seat as SeatRow
from asgard_pbem.tables.reading import projecting
from asgard_pbem.tables.reading.holders import given_up
from tests.tables.conftest import OpenToy, lay

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(open_toy: OpenToy, people: list[Player]) -> Game:
    """Anna, Boris and Cleo play; Boris, who has seat 1, has given up."""
    found = open_toy(3, options={"hand": 6})
    services.resign(found.pk, seat=1, player=people[1], cause=uuid4(), confirmed=True)
    driver.play(found.pk)
    return Game.objects.get(pk=found.pk)


def invite(game: Game, by: Player, email: str) -> Invitation:
    return services.invite(game.pk, by=by, email=email, cause=uuid4())


def test_who_is_invited_takes_over_from_the_bot_and_the_others_hear_of_it(game: Game, people: list[Player]) -> None:
    before = SeatRow.objects.get(game=game, seat=1).entropy
    offer = invite(game, people[2], "New@Home.Example")
    assert Outbox.objects.get(purpose="invitation").player.email == "new@home.example"
    cause = uuid4()
    assert services.accept_invitation(offer.pk, player=offer.player, cause=cause, entropy=b"late") == 1
    assert services.accept_invitation(offer.pk, player=offer.player, cause=cause) == 1
    row = SeatRow.objects.get(game=game, seat=1)
    assert (row.player, row.bot, row.entropy) == (offer.player, "", before)  # to the seed of a running game nobody adds
    assert not Event.objects.filter(game=game, kind="seat_taken").latest("seq").payload["entropy"]
    told = Outbox.objects.filter(purpose="notice", payload__what="substituted")
    assert {one.player for one in told} == {people[0], people[2]}
    assert not Outbox.objects.filter(payload__what="offered").exists(), "who offered it is told once"
    assert not Outbox.objects.filter(payload__what=services.TABLE_NEWS, created_at__gte=offer.created_at).exists()
    assert given_up(game) == []
    assert list(projecting.differences(game.pk)) == []


def test_who_takes_over_a_seat_that_is_asked_gets_its_question(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2, options={"hand": 6})
    services.resign(game.pk, seat=1, player=people[1], cause=uuid4(), confirmed=True)  # its bot has not answered yet
    offer = invite(game, people[0], people[2].email)
    services.accept_invitation(offer.pk, player=people[2], cause=uuid4())
    assert Outbox.objects.filter(game=game, player=people[2], purpose="prompt", state="queued").exists()
    assert driver.play(game.pk).made == 0
    lay(game, 1, people[2])


def test_who_has_given_up_may_be_asked_to_come_back(game: Game, people: list[Player]) -> None:
    offer = invite(game, people[0], people[1].email)
    assert services.accept_invitation(offer.pk, player=people[1], cause=uuid4()) == 1
    services.resign(game.pk, seat=1, player=people[1], cause=uuid4(), confirmed=True)
    again = invite(game, people[2], people[1].email)
    assert (Invitation.objects.get(player=people[1], game=game).pk, again.by) == (again.pk, people[2])
    with pytest.raises(services.ServiceError, match="E_NO_INVITATION"):
        services.accept_invitation(offer.pk, player=people[1], cause=uuid4())


def test_who_has_given_up_does_not_come_back_by_the_word_of_who_has_left(game: Game, people: list[Player]) -> None:
    offer = invite(game, people[2], people[1].email)
    services.resign(game.pk, seat=2, player=people[2], cause=uuid4(), confirmed=True)
    with pytest.raises(services.ServiceError, match="E_LAPSED"):
        services.accept_invitation(offer.pk, player=people[1], cause=uuid4())


def test_who_has_given_up_does_not_come_back_by_an_old_yes(people: list[Player]) -> None:
    game = services.open_table(opened_by=people[0], key="highest_card", seats=2, cause=uuid4())
    offer = invite(game, people[0], people[1].email)
    services.accept_invitation(offer.pk, player=people[1], cause=uuid4())
    services.resign(game.pk, seat=1, player=people[1], cause=uuid4(), confirmed=True)
    with pytest.raises(services.ServiceError, match="E_STARTED"):
        services.accept_invitation(offer.pk, player=people[1], cause=uuid4())
    later = invite(game, people[0], people[1].email)
    services.accept_invitation(later.pk, player=people[1], cause=uuid4())
    services.resign(game.pk, seat=1, player=people[1], cause=uuid4(), confirmed=True)
    with pytest.raises(services.ServiceError, match="E_LAPSED"):
        services.accept_invitation(later.pk, player=people[1], cause=uuid4())
    assert SeatRow.objects.get(game=game, seat=1).bot


def test_an_offer_is_to_take_over_by_when_it_was_made_and_not_by_what_the_game_does_now(people: list[Player]) -> None:
    game = services.open_table(opened_by=people[0], key="highest_card", seats=2, cause=uuid4())
    offer = invite(game, people[0], people[1].email)
    services.accept_invitation(offer.pk, player=people[1], cause=uuid4())  # and with that the game runs
    assert not Invitation.objects.get(pk=offer.pk).takes_over
    services.resign(game.pk, seat=1, player=people[1], cause=uuid4(), confirmed=True)
    assert Invitation.objects.get(pk=invite(game, people[0], people[2].email).pk).takes_over


def test_the_first_of_two_who_are_asked_gets_the_one_seat(game: Game, people: list[Player]) -> None:
    late, first = invite(game, people[0], "late@home.example"), invite(game, people[0], "first@home.example")
    services.accept_invitation(first.pk, player=first.player, cause=uuid4())
    with pytest.raises(services.ServiceError, match="E_LAPSED"):
        services.accept_invitation(late.pk, player=late.player, cause=uuid4())
    assert not Invitation.standing().exists()


def test_who_declines_is_told_to_who_asked_and_not_asked_twice(game: Game, people: list[Player]) -> None:
    offer = invite(game, people[0], "new@home.example")
    services.decline_invitation(offer.pk, player=offer.player)
    services.decline_invitation(offer.pk, player=offer.player)
    told = Outbox.objects.get(purpose="notice", payload__what="offered")
    assert (told.player, told.seat) == (people[0], 0)
    with pytest.raises(services.ServiceError, match="E_DECLINED"):
        invite(game, people[2], "new@home.example")


def test_only_people_at_the_table_invite_and_only_to_what_was_given_up(game: Game, people: list[Player]) -> None:
    with pytest.raises(services.ServiceError, match="E_NOT_YOURS"):
        invite(game, people[1], "friend@home.example")
    with pytest.raises(services.ServiceError, match="E_INVITED"):
        invite(game, people[0], people[2].email)
    for seat, code in ((0, "E_TAKEN"), (2, "E_TAKEN"), (3, "E_NO_SEAT")):
        with pytest.raises(services.ServiceError, match=code):
            services.invite(game.pk, by=people[0], email="x@home.example", cause=uuid4(), seat=seat)
    assert services.invite(game.pk, by=people[0], email="x@home.example", cause=uuid4(), seat=1).seat == 1


def test_a_seat_that_was_a_bots_from_the_start_is_nobodys_to_give(people: list[Player]) -> None:
    game = services.open_table(
        opened_by=people[0], key="highest_card", seats=3, cause=uuid4(), bots={2: "random"}, sit=(0,)
    )
    services.take_seat(game.pk, player=people[1], cause=uuid4())
    with pytest.raises(services.ServiceError, match="E_STARTED"):
        invite(game, people[0], "x@home.example")


def test_an_offer_ends_with_its_sender_or_with_the_game(game: Game, people: list[Player]) -> None:
    offer = invite(game, people[2], "new@home.example")
    services.resign(game.pk, seat=2, player=people[2], cause=uuid4(), confirmed=True)
    with pytest.raises(services.ServiceError, match="E_LAPSED"):
        services.accept_invitation(offer.pk, player=offer.player, cause=uuid4())
    other = invite(game, people[0], "other@home.example")
    while Game.objects.get(pk=game.pk).status == Game.Status.RUNNING:
        driver.play(game.pk)
        lay(game, 0, people[0])
        driver.play(game.pk)
    assert not Invitation.standing().exists()
    with pytest.raises(services.ServiceError, match="E_GAME_OVER"):
        services.accept_invitation(other.pk, player=other.player, cause=uuid4())


def test_who_takes_one_of_two_seats_over_leaves_the_other_to_whom_it_was_offered(
    game: Game, people: list[Player]
) -> None:
    services.resign(game.pk, seat=2, player=people[2], cause=uuid4(), confirmed=True)
    first, second = (invite(game, people[0], f"{name}@home.example") for name in ("new", "newer"))
    taken = {services.accept_invitation(one.pk, player=one.player, cause=uuid4()) for one in (first, second)}
    assert taken == {1, 2}


def test_who_is_barred_is_not_invited(game: Game, people: list[Player]) -> None:
    offer = invite(game, people[0], "new@home.example")
    Player.objects.filter(pk=offer.player_id).update(is_active=False)
    other = services.open_table(opened_by=people[0], key="highest_card", seats=2, cause=uuid4(), title="T")
    Player.objects.filter(pk=offer.player_id).update(verified_at=timezone.now())
    with pytest.raises(services.ServiceError, match="E_UNWANTED"):
        invite(other, people[0], "new@home.example")


def test_an_offer_of_ones_own_seat_is_over_when_one_has_come_back_to_it(
    open_toy: OpenToy, people: list[Player]
) -> None:
    """Whoever offers a seat may give away their own, but does not by an offer of when a bot played it."""
    game, anna, boris, cleo = open_toy(3, options={"hand": 6}), *people[:3]
    for seat, player in enumerate((anna, boris)):
        services.resign(game.pk, seat=seat, player=player, cause=uuid4(), confirmed=True)
    offer = services.invite(game.pk, by=anna, email="new@home.example", cause=uuid4(), seat=0)  # her table
    assert services.accept_invitation(invite(game, cleo, anna.email).pk, player=anna, cause=uuid4()) == 0
    with pytest.raises(services.ServiceError, match="E_LAPSED"):
        services.accept_invitation(offer.pk, player=offer.player, cause=uuid4())
    assert SeatRow.objects.get(game=game, seat=0).player == anna
