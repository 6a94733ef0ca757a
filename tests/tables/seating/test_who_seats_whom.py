"""Who may put whom on which seat, and that what a person does for themselves is done for all seats of theirs."""

from __future__ import annotations

from uuid import uuid4

import pytest

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Event, Game, Invitation, Outbox, Player
from asgard_pbem.tables.store import fairness
from tests.tables.conftest import OpenToy, lay

pytestmark = pytest.mark.django_db


def names(game: Game) -> list[str]:
    return Game.objects.get(pk=game.pk).names


def test_a_word_for_the_seed_counts_at_every_seat_of_theirs_and_at_no_other(people: list[Player]) -> None:
    game = services.open_table(opened_by=people[0], key="highest_card", seats=4, cause=uuid4(), sit=(0, 2))
    services.take_seat(game.pk, player=people[1], cause=uuid4(), entropy=b"hers")
    services.add_word(game.pk, player=people[0], cause=uuid4(), entropy=b"mine")
    mine, hers = fairness.added(b"mine"), fairness.added(b"hers")
    assert [one.added for one in fairness.parts(Game.objects.get(pk=game.pk))][:3] == [mine, hers, mine]
    with pytest.raises(services.ServiceError, match="E_NOT_YOURS"):
        services.add_word(game.pk, player=people[2], cause=uuid4(), entropy=b"x")


def test_who_leaves_a_table_gets_up_from_every_seat_of_theirs(people: list[Player]) -> None:
    game = services.open_table(opened_by=people[0], key="highest_card", seats=4, cause=uuid4(), sit=(0, 2))
    services.take_seat(game.pk, player=people[1], cause=uuid4())
    services.leave_table(game.pk, player=people[0], cause=uuid4())
    assert names(game) == ["", "Boris", "", ""]
    with pytest.raises(services.ServiceError, match="E_NOT_YOURS"):
        services.leave_table(game.pk, player=people[0], cause=uuid4())


def test_bots_are_put_on_seats_by_who_opened_the_table_and_by_who_sits_there(people: list[Player]) -> None:
    game = services.open_table(opened_by=people[0], key="highest_card", seats=4, cause=uuid4(), sit=())
    services.add_bot(game.pk, by=people[0], cause=uuid4())
    services.take_seat(game.pk, player=people[1], cause=uuid4())
    services.add_bot(game.pk, by=people[1], cause=uuid4(), bot="random")
    assert [one.bot for one in game.holders.order_by("seat")] == ["greedy", "", "random", ""]
    with pytest.raises(services.ServiceError, match="E_BOT"):
        services.add_bot(game.pk, by=people[1], cause=uuid4(), bot="genius")
    services.add_bot(game.pk, by=people[1], cause=uuid4())
    with pytest.raises(services.ServiceError, match="E_STARTED"):
        services.add_bot(game.pk, by=people[1], cause=uuid4())


def test_a_seat_is_given_away_by_who_holds_it_and_a_bots_by_anybody_at_the_table(
    open_toy: OpenToy, people: list[Player]
) -> None:
    anna, boris, cleo, dan = people[:4]
    game = open_toy(3, options={"hand": 6})
    for by in (anna, cleo):  # who opened it, who sits beside
        with pytest.raises(services.ServiceError, match="E_NOT_YOURS"):
            services.substitute(game.pk, seat=1, player=dan, by=by, cause=uuid4())
    services.substitute(game.pk, seat=1, player=dan, by=boris, cause=uuid4())
    assert names(game)[1] == dan.name
    assert {one.player for one in Outbox.objects.filter(payload__what="substituted")} == {anna, cleo}
    services.resign(game.pk, seat=1, player=dan, cause=uuid4(), confirmed=True)
    services.substitute(game.pk, seat=1, player=boris, by=cleo, cause=uuid4())
    services.resign(game.pk, seat=0, player=anna, cause=uuid4(), confirmed=True)
    egil = services.player_for("egil@home.example", name="Egil")
    services.substitute(game.pk, seat=0, player=egil, by=anna, cause=uuid4())  # she sits there no more, but hosts it
    assert names(game) == ["Egil", "Boris", "Cleo"]


def test_nobody_takes_over_a_second_hand_of_one_game(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(3, options={"hand": 6})
    services.resign(game.pk, seat=1, player=people[1], cause=uuid4(), confirmed=True)
    with pytest.raises(services.ServiceError, match="E_SITS"):
        services.substitute(game.pk, seat=1, player=people[2], by=people[0], cause=uuid4())


def test_nobody_gives_up_the_seat_of_another_nor_one_of_a_game_that_has_not_begun_or_is_over(
    open_toy: OpenToy, people: list[Player]
) -> None:
    game = open_toy(2)
    with pytest.raises(services.ServiceError, match="E_NOT_YOURS"):
        services.resign(game.pk, seat=1, player=people[0], cause=uuid4(), confirmed=True)
    waits = services.open_table(opened_by=people[0], key="highest_card", seats=2, cause=uuid4())
    with pytest.raises(services.ServiceError, match="E_NOT_STARTED"):
        services.resign(waits.pk, seat=0, player=people[0], cause=uuid4(), confirmed=True)
    services.resign(game.pk, seat=1, player=people[1], cause=uuid4(), confirmed=True)
    told = Outbox.objects.get(game=game, purpose="notice", payload__what="resigned")
    assert (told.player, told.payload["by"]) == (people[0], str(people[1].pk)), "whose seat it was"
    services.close_table(game.pk, by=people[0], cause=uuid4())
    for act in (
        lambda: services.resign(game.pk, seat=0, player=people[0], cause=uuid4(), confirmed=True),
        lambda: services.substitute(game.pk, seat=1, player=people[2], by=people[0], cause=uuid4()),
    ):
        with pytest.raises(services.ServiceError, match="E_GAME_OVER"):
            act()


def test_what_is_sent_twice_gives_the_same_seat_each_time(people: list[Player]) -> None:
    game = services.open_table(opened_by=people[0], key="highest_card", seats=4, cause=uuid4(), sit=(0,))
    first, second = uuid4(), uuid4()
    for _ in range(2):
        assert services.take_seat(game.pk, player=people[1], seat=2, cause=first) == 2
        assert services.add_bot(game.pk, by=people[0], cause=second) == 1
    assert names(game) == ["Anna", "Greedy", "Boris", ""]


def test_an_invitation_of_another_opens_no_private_table_and_a_closed_one_answers_none(people: list[Player]) -> None:
    game = services.open_table(opened_by=people[0], key="highest_card", seats=3, cause=uuid4(), visibility="private")
    asked = services.invite(game.pk, by=people[0], email=people[1].email, cause=uuid4())
    with pytest.raises(services.ServiceError, match="E_PRIVATE"):
        services.take_seat(game.pk, player=people[2], cause=uuid4())
    services.close_table(game.pk, by=people[0], cause=uuid4())
    assert Invitation.objects.get(pk=asked.pk).state == Invitation.State.LAPSED
    with pytest.raises(services.ServiceError, match="E_GAME_OVER"):
        services.close_table(game.pk, by=people[0], cause=uuid4())


def test_a_game_that_is_closed_by_the_last_person_at_it_keeps_its_scores(
    open_toy: OpenToy, people: list[Player]
) -> None:
    game = open_toy(2, options={"hand": 6})
    lay(game, 0, people[0])
    lay(game, 1, people[1])
    before = Game.objects.get(pk=game.pk).scores
    assert any(before)
    services.resign(game.pk, seat=1, player=people[1], cause=uuid4(), confirmed=True)
    services.close_table(game.pk, by=people[0], cause=uuid4())
    assert Game.objects.get(pk=game.pk).scores == before
    assert Event.objects.get(game=game, kind="game_ended").payload["scores"] == before


def test_a_table_that_waits_is_closed_by_who_opened_it_though_others_sit_there(people: list[Player]) -> None:
    game = services.open_table(opened_by=people[0], key="highest_card", seats=3, cause=uuid4())
    services.take_seat(game.pk, player=people[1], cause=uuid4())
    services.close_table(game.pk, by=people[0], cause=uuid4())
    assert Game.objects.get(pk=game.pk).status == Game.Status.CLOSED
