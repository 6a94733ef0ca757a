"""The table that follows a game: as that one was, for the same people and bots, whoever of them opens it."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.services.seating import again as again_
from tests.tables.test_play import play_out

pytestmark = pytest.mark.django_db
AGREED = ("key", "seats", "title", "options", "visibility", "days_per_decision", "reminders", "several_seats")


def agreed(table: Game) -> dict[str, object]:
    return {name: getattr(table, name) for name in AGREED}


def sits(table: Game, player: Player) -> list[int]:
    return list(table.holders.filter(player=player).order_by("seat").values_list("seat", flat=True))


@pytest.mark.parametrize("again", [0, 1])
def test_it_is_played_as_the_one_before_whoever_opens_it(again: int, people: list[Player]) -> None:
    table = services.open_table(
        opened_by=people[0], key="highest_card", seats=3, cause=uuid4(), title="Vigrid", options={"hand": 3},
        visibility="private", days_per_decision=3, reminders=False, bots={2: "random"},
    )  # fmt: skip
    offer = services.invite(table.pk, by=people[0], email=people[1].email, cause=uuid4())
    services.accept_invitation(offer.pk, player=people[1], cause=uuid4())
    after = services.open_next(Game.objects.get(pk=table.pk), player=people[again])
    assert agreed(after) == agreed(table)
    assert (after.opened_by, after.status) == (people[again], Game.Status.OPEN)
    assert sits(after, people[again]) == [again]
    bots = {one.seat: one.bot for one in after.holders.all()}
    assert bots == {0: "", 1: "", 2: "random"}
    assert services.open_next(Game.objects.get(pk=table.pk), player=people[1 - again]) == after


@pytest.mark.parametrize("again", [0, 1])
def test_who_held_several_seats_has_them_there_too_whoever_opens_it(again: int, people: list[Player]) -> None:
    """Opened by who had one seat it let nobody have several, and the others could not be filled by who had them."""
    own = ([0, 2], [1])
    table = services.open_table(opened_by=people[0], key="highest_card", seats=3, cause=uuid4(), sit=own[0])
    services.take_seat(table.pk, player=people[1], cause=uuid4())
    after = services.open_next(Game.objects.get(pk=table.pk), player=people[again])
    assert sits(after, people[again]) == own[again]
    for seat in own[1 - again]:
        services.take_seat(after.pk, player=people[1 - again], seat=seat, cause=uuid4())
    assert Game.objects.get(pk=after.pk).status == Game.Status.RUNNING


def played(people: list[Player]) -> Game:
    """A private game of two that is over."""
    table = services.open_table(
        opened_by=people[0], key="highest_card", seats=2, cause=uuid4(), visibility="private", days_per_decision=3
    )
    offer = services.invite(table.pk, by=people[0], email=people[1].email, cause=uuid4())
    services.accept_invitation(offer.pk, player=people[1], cause=uuid4())
    play_out(table, people)
    return Game.objects.get(pk=table.pk)


@pytest.mark.parametrize("why", ["blocked", "often"])
def test_whom_its_opener_could_not_invite_sits_down_there_all_the_same(
    why: str, people: list[Player], settings: Any
) -> None:
    """At a private table they were refused, and no other ever follows that game."""
    anna, boris, cleo = people[:3]
    before = played(people)
    if why == "blocked":
        services.block_inviter(before.invitations.get().pk, player=boris)
    else:
        settings.INVITATIONS_TO_ONE = 1
    assert services.play_again(before, player=anna, seat=0, cause=uuid4()).missed == 1
    after = services.play_again(before, player=boris, seat=1, cause=uuid4())
    assert after.sat == 1
    assert sits(after.table, boris) == [1]
    with pytest.raises(services.ServiceError, match="E_NOT_YOURS"):
        services.play_again(before, player=cleo, seat=1, cause=uuid4())


def test_two_of_them_ask_for_it_at_the_same_moment(people: list[Player], monkeypatch: pytest.MonkeyPatch) -> None:
    """Who comes second finds the table and no invitation yet, and is not one who could not be invited."""
    anna, boris = people[:2]
    before, came = played(people), []

    def invite(*given: Any, **also: Any) -> object:
        came.append(services.play_again(before, player=boris, seat=1, cause=uuid4()))
        return services.invite(*given, **also)

    monkeypatch.setattr(again_, "invite", invite)
    opened = services.play_again(before, player=anna, seat=0, cause=uuid4())
    assert [one.sat for one in came] == [1]
    assert (opened.invited, opened.missed) == (0, 0)
