"""Who has played a seat of a running game knows its hand: they may come back to it, and get no other to look into."""

from __future__ import annotations

from uuid import uuid4

import pytest

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Invitation, Player
from asgard_pbem.tables.models import Seat as SeatRow
from asgard_pbem.tables.reading.holders import given_up
from tests.tables.conftest import OpenToy

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(open_toy: OpenToy, people: list[Player]) -> Game:
    """Anna plays; Boris and Cleo have given up seats 1 and 2."""
    found = open_toy(3, options={"hand": 6})
    for seat in (1, 2):
        services.resign(found.pk, seat=seat, player=people[seat], cause=uuid4(), confirmed=True)
    return Game.objects.get(pk=found.pk)


def invite(game: Game, by: Player, to: Player, seat: int | None = None) -> Invitation:
    return services.invite(game.pk, by=by, email=to.email, cause=uuid4(), seat=seat)


def test_who_comes_back_gets_the_seat_that_was_theirs_though_another_is_free_too(
    game: Game, people: list[Player]
) -> None:
    cleo = people[2]
    assert services.accept_invitation(invite(game, people[0], cleo).pk, player=cleo, cause=uuid4()) == 2
    assert given_up(game) == [1]


def test_to_a_seat_of_another_they_are_not_asked(game: Game, people: list[Player]) -> None:
    for seat, player in ((1, people[2]), (2, people[1])):
        with pytest.raises(services.ServiceError, match="E_OTHER_HAND"):
            invite(game, people[0], player, seat)
    stranger = services.player_for("new@home.example")
    offer = invite(game, people[0], stranger, 2)
    services.accept_invitation(offer.pk, player=stranger, cause=uuid4())
    with pytest.raises(services.ServiceError, match="E_OTHER_HAND"):  # Cleo's own seat is somebody else's by now
        invite(game, people[0], people[2])


def test_an_offer_that_stood_before_leads_to_no_second_hand(open_toy: OpenToy, people: list[Player]) -> None:
    """Dora takes one seat over, gives it up, and has an older offer for any seat; Boris gives his away to Cleo."""
    game = open_toy(3, options={"hand": 6})
    services.resign(game.pk, seat=1, player=people[1], cause=uuid4(), confirmed=True)
    dora = services.player_for("dora@home.example")
    services.accept_invitation(invite(game, people[0], dora).pk, player=dora, cause=uuid4())
    services.resign(game.pk, seat=1, player=dora, cause=uuid4(), confirmed=True)
    offer = invite(game, people[0], dora)
    services.substitute(game.pk, seat=1, player=people[1], by=people[0], cause=uuid4())
    services.resign(game.pk, seat=2, player=people[2], cause=uuid4(), confirmed=True)
    with pytest.raises(services.ServiceError, match="E_OTHER_HAND"):
        services.accept_invitation(offer.pk, player=dora, cause=uuid4())
    with pytest.raises(services.ServiceError, match="E_OTHER_HAND"):
        services.substitute(game.pk, seat=2, player=dora, by=people[0], cause=uuid4())
    assert SeatRow.objects.get(game=game, seat=2).bot


def test_where_one_may_hold_several_seats_one_may_take_any_over(game: Game, people: list[Player]) -> None:
    Game.objects.filter(pk=game.pk).update(several_seats=True)
    offer = invite(game, people[0], people[2], 1)
    assert services.accept_invitation(offer.pk, player=people[2], cause=uuid4()) == 1


def test_where_somebody_sat_before_the_game_began_shows_no_hand(people: list[Player]) -> None:
    game = services.open_table(opened_by=people[0], key="highest_card", seats=3, cause=uuid4())
    services.take_seat(game.pk, player=people[1], seat=1, cause=uuid4())
    services.leave_table(game.pk, player=people[1], cause=uuid4())
    for name in ("dora", "egil"):
        services.take_seat(game.pk, player=services.player_for(f"{name}@home.example"), cause=uuid4())
    egil = services.player_for("egil@home.example")
    services.resign(game.pk, seat=2, player=egil, cause=uuid4(), confirmed=True)
    offer = invite(game, people[0], people[1])
    assert services.accept_invitation(offer.pk, player=people[1], cause=uuid4()) == 2
