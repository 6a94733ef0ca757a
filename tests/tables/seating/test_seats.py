"""Invitations, sitting down, leaving, resigning, substitutes, forks, closing."""

from __future__ import annotations

from uuid import uuid4, uuid5

import pytest

from asgard_pbem.bots import driver
from asgard_pbem.tables import services, tasks
from asgard_pbem.tables.models import Game, Invitation, Outbox, Player
from asgard_pbem.tables.reading import history, logfile, projecting
from asgard_pbem.tables.store import loading
from engine.log import exported as log
from engine.table.registry import UnknownRules
from tests.tables.conftest import OpenToy, lay

pytestmark = pytest.mark.django_db


def test_an_invitation_is_mailed_accepted_and_fills_the_table(people: list[Player]) -> None:
    game = services.open_table(opened_by=people[0], key="highest_card", seats=2, cause=uuid4(), visibility="private")
    invitation = services.invite(game.pk, by=people[0], email="New@Home.Example", cause=uuid4())
    assert Outbox.objects.get(purpose="invitation").player.email == "new@home.example"
    with pytest.raises(services.ServiceError, match="E_PRIVATE"):
        services.take_seat(game.pk, player=people[2], cause=uuid4())
    with pytest.raises(services.ServiceError, match="E_NO_INVITATION"):
        services.accept_invitation(invitation.pk, player=people[2], cause=uuid4())
    cause = uuid4()
    assert services.accept_invitation(invitation.pk, player=invitation.player, cause=cause) == 1
    assert services.accept_invitation(invitation.pk, player=invitation.player, cause=cause) == 1
    game.refresh_from_db()
    assert (game.status, game.names) == ("running", ["Anna", ""])  # nobody asked how they are called


def test_a_declined_invitation_tells_who_sent_it(people: list[Player]) -> None:
    game = services.open_table(opened_by=people[0], key="highest_card", seats=2, cause=uuid4())
    invitation = services.invite(game.pk, by=people[0], email=people[1].email, cause=uuid4())
    services.decline_invitation(invitation.pk, player=people[1])
    services.decline_invitation(invitation.pk, player=people[1])
    assert Outbox.objects.get(purpose="notice").player == people[0]
    assert Invitation.objects.get().state == "declined"


def test_who_leaves_before_the_start_frees_the_seat(people: list[Player]) -> None:
    game = services.open_table(opened_by=people[0], key="highest_card", seats=3, cause=uuid4())
    services.take_seat(game.pk, player=people[1], cause=uuid4())
    services.leave_table(game.pk, player=people[1], cause=uuid4())
    assert Game.objects.get(pk=game.pk).names == ["Anna", "", ""]
    assert services.take_seat(game.pk, player=people[2], cause=uuid4()) == 1
    assert list(projecting.differences(game.pk)) == []


def test_one_person_may_hold_several_seats(people: list[Player]) -> None:
    game = services.open_table(opened_by=people[0], key="highest_card", seats=2, cause=uuid4(), sit=(0, 1))
    assert Game.objects.get(pk=game.pk).names == ["Anna", "Anna 2"]
    assert Outbox.objects.filter(player=people[0], purpose="prompt").count() == 2
    lay(game, 0, people[0])
    assert lay(game, 1, people[0]).asked


def test_a_mark_that_has_done_something_else_seats_nobody(people: list[Player]) -> None:
    game = services.open_table(opened_by=people[0], key="highest_card", seats=3, cause=uuid4(), title="T")
    mark = uuid4()
    services.send_press(game.pk, seat=0, player=people[0], to=None, text="Hello?", cause=mark)
    with pytest.raises(services.ServiceError, match="E_STALE"):
        services.add_bot(game.pk, by=people[0], cause=uuid5(mark, "press"))


def test_who_holds_several_seats_is_told_once_what_others_do(people: list[Player]) -> None:
    game = services.open_table(opened_by=people[0], key="highest_card", seats=3, cause=uuid4(), sit=(0, 1))
    services.take_seat(game.pk, player=people[1], cause=uuid4())
    services.resign(game.pk, seat=2, player=people[1], cause=uuid4(), confirmed=True)
    assert Outbox.objects.filter(game=game, purpose="notice", payload__what="resigned").count() == 1


def test_a_bot_plays_on_for_who_resigned_until_somebody_takes_over(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2, options={"hand": 6})
    with pytest.raises(services.ServiceError, match="E_CONFIRM"):
        services.resign(game.pk, seat=1, player=people[1], cause=uuid4(), confirmed=False)
    services.resign(game.pk, seat=1, player=people[1], cause=uuid4(), confirmed=True)
    assert Game.objects.get(pk=game.pk).names[1] == "Greedy"
    assert driver.play(game.pk).made == 1
    assert driver.play(game.pk).made == 0
    with pytest.raises(services.ServiceError, match="E_NOT_YOURS"):
        lay(game, 1, people[1])
    services.substitute(game.pk, seat=1, player=people[2], by=people[0], cause=uuid4())
    lay(game, 0, people[0])
    assert Outbox.objects.filter(game=game, player=people[2], purpose="prompt").exists()
    assert lay(game, 1, people[2]).asked is False
    assert list(projecting.differences(game.pk)) == []


def test_bots_play_a_demo_table_as_far_as_the_person(people: list[Player]) -> None:
    game = services.ensure_demo_table("you@home.example", key="highest_card")
    assert services.ensure_demo_table("you@home.example", key="highest_card").pk == game.pk
    assert driver.play(game.pk).made == 2
    assert [one.seat for one in history.table_now(game.pk).pending()] == [0]
    assert Outbox.objects.filter(game=game, purpose="prompt", seat=0).count() == 1
    you = Player.objects.get(email="you@home.example")
    while Game.objects.get(pk=game.pk).status == Game.Status.RUNNING:
        lay(game, 0, you)
        driver.play(game.pk)
    assert Outbox.objects.filter(game=game, purpose="result").count() == 1


def test_where_no_bot_is_named_one_of_the_games_own_plays_whatever_these_are_called() -> None:
    assert services.usual_bot({"thinker", "greedy", "random"}) == "greedy"
    assert services.usual_bot({"thinker", "patient"}) == "patient"


def test_a_fork_keeps_what_its_viewer_knew_and_deals_the_rest_again(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(3, options={"hand": 13})
    lay(game, 0, people[0])
    with pytest.raises(services.ServiceError, match="E_NOT_YOURS"):
        services.fork(game.pk, moment=game.moment, viewer=1, player=people[0], cause=uuid4())
    cause = uuid4()
    fork = services.fork(game.pk, moment=game.moment, viewer=0, player=people[0], cause=cause)
    assert services.fork(game.pk, moment=game.moment, viewer=0, player=people[0], cause=cause).pk == fork.pk
    assert (fork.practice, fork.forked_from, fork.status) == (True, game.pk, "running")
    assert (fork.visibility, fork.days_per_decision) == ("private", None)  # nobody else looks on, and nothing presses
    theirs, ours = (history.table_at_moment(one.pk, one.moment) for one in (game, fork))
    assert ours.rules.view(ours.state, 0) == theirs.rules.view(theirs.state, 0)
    assert ours.state.hands[1:] != theirs.state.hands[1:]
    while (found := Game.objects.get(pk=fork.pk)).status == Game.Status.RUNNING:
        lay(found, 0, people[0])
        driver.play(fork.pk)
    assert log.verify(logfile.export(fork.pk, viewer=None)).events == found.head_seq
    assert not Outbox.objects.filter(game=fork, state="queued").exists()


@pytest.mark.parametrize("who", [3, 1], ids=["a stranger", "a player beside their own seat"])
@pytest.mark.parametrize("seat", [None, 0, 2])
def test_a_spectators_fork_shows_no_hand_of_the_running_game_not_that_of_the_seat_they_take_either(
    who: int, seat: int | None, open_toy: OpenToy, people: list[Player]
) -> None:
    game = open_toy(3, options={"hand": 13})
    fork = services.fork(game.pk, moment=game.moment, viewer=None, player=people[who], cause=uuid4(), seat=seat)
    theirs, ours = (history.table_at_moment(one.pk, one.moment).state for one in (game, fork))
    assert fork.holders.get(player=people[who]).seat == (seat or 0)
    assert all(old != new for old, new in zip(theirs.hands, ours.hands, strict=True))


def test_after_the_end_anybody_goes_on_from_any_seat_and_from_no_moment_at_which_it_was_over(
    open_toy: OpenToy, people: list[Player]
) -> None:
    game = open_toy(2)
    early = game.moment
    services.resign(game.pk, seat=1, player=people[1], cause=uuid4(), confirmed=True)
    services.close_table(game.pk, by=people[0], cause=uuid4())
    game.refresh_from_db()
    fork = services.fork(game.pk, moment=early, viewer=0, player=people[2], cause=uuid4())
    theirs, ours = (history.table_at_moment(one.pk, at).state for one, at in ((game, early), (fork, fork.moment)))
    assert ours.hands[0] == theirs.hands[0]
    with pytest.raises(services.ServiceError, match="E_GAME_OVER"):
        services.fork(game.pk, moment=game.moment, viewer=0, player=people[0], cause=uuid4())


def test_a_private_table_is_gone_on_from_by_who_sits_there_or_hosts_it(people: list[Player]) -> None:
    game = services.open_table(
        opened_by=people[0], key="highest_card", seats=2, cause=uuid4(), sit=(), visibility="private",
        bots={0: "greedy"},
    )  # fmt: skip
    asked = services.invite(game.pk, by=people[0], email=people[1].email, cause=uuid4())
    services.accept_invitation(asked.pk, player=people[1], cause=uuid4())
    game.refresh_from_db()
    for player in people[:2]:
        assert services.fork(game.pk, moment=game.moment, viewer=None, player=player, cause=uuid4()).practice
    with pytest.raises(services.ServiceError, match="E_PRIVATE"):
        services.fork(game.pk, moment=game.moment, viewer=None, player=people[2], cause=uuid4())


def test_only_the_opener_closes_a_table_not_from_others_who_play_and_then_nobody_moves(
    open_toy: OpenToy, people: list[Player]
) -> None:
    game = open_toy(2)
    for who, why in ((people[1], "E_NOT_OPENER"), (people[0], "E_STARTED")):
        with pytest.raises(services.ServiceError, match=why):
            services.close_table(game.pk, by=who, cause=uuid4())
    services.resign(game.pk, seat=1, player=people[1], cause=uuid4(), confirmed=True)
    services.close_table(game.pk, by=people[0], cause=uuid4())
    assert Game.objects.get(pk=game.pk).status == "closed"
    with pytest.raises(services.ServiceError, match="E_GAME_OVER"):
        lay(game, 0, people[0])
    assert list(projecting.differences(game.pk)) == []


def test_a_table_that_was_closed_in_the_middle_is_looked_at_by_a_process_that_has_not_seen_it_yet(
    open_toy: OpenToy, people: list[Player]
) -> None:
    """Its rules would go on asking: that it is over stands in its log alone."""
    game = open_toy(2)
    services.resign(game.pk, seat=1, player=people[1], cause=uuid4(), confirmed=True)
    services.close_table(game.pk, by=people[0], cause=uuid4())
    loading.shelf.clear()
    table = history.table_now(game.pk)
    assert table.ended is not None
    assert table.decisions() == ()
    assert log.verify(logfile.export(game.pk, viewer=None)).events == Game.objects.get(pk=game.pk).head_seq
    loading.shelf.clear()
    with pytest.raises(services.ServiceError, match="E_GAME_OVER"):
        lay(game, 0, people[0])
    services.send_press(game.pk, seat=0, player=people[0], to=None, text="Until next time", cause=uuid4())


@pytest.mark.tampers
def test_a_game_of_unknown_rules_is_shown_as_such_and_others_go_on(open_toy: OpenToy, people: list[Player]) -> None:
    odd, fine = open_toy(2), open_toy(2)
    Game.objects.filter(pk=odd.pk).update(rules_version=99, head_hash="f" * 64)
    assert tasks.note_unknown_rules() == 1
    odd.refresh_from_db()
    assert (odd.status, history.is_known(odd)) == ("unknown_rules", False)
    assert services.play_time_outs(odd.opened_at) == 0
    Game.objects.filter(pk=odd.pk).update(key="unheard_of")
    with pytest.raises(services.ServiceError, match="E_UNKNOWN_RULES"):
        lay(odd, 0, people[0])
    with pytest.raises(UnknownRules):
        history.table_now(odd.pk)
    assert lay(fine, 0, people[0]).orders
    Game.objects.filter(pk=odd.pk).update(key="highest_card", rules_version=1)
    assert tasks.note_unknown_rules() == 1
    assert Game.objects.get(pk=odd.pk).status == "running"


@pytest.mark.tampers
def test_an_open_table_whose_rules_are_known_again_takes_people_as_before(people: list[Player]) -> None:
    game = services.open_table(opened_by=people[0], key="highest_card", seats=2, cause=uuid4())
    for version, status in ((99, "unknown_rules"), (1, "open")):
        Game.objects.filter(pk=game.pk).update(rules_version=version)
        assert tasks.note_unknown_rules() == 1
        assert Game.objects.get(pk=game.pk).status == status
    assert services.take_seat(game.pk, player=people[1], cause=uuid4()) == 1
    assert Game.objects.get(pk=game.pk).status == "running"


@pytest.mark.parametrize(
    "settings, code",
    [({"key": "chess"}, "E_UNKNOWN_GAME"), ({"seats": 9}, "E_SEATS"), ({"options": {"hand": 99}}, "E_OPTIONS"),
     ({"bots": {1: "genius"}}, "E_BOT"), ({"days_per_decision": 0}, "E_DAYS")],
)  # fmt: skip
def test_a_table_that_cannot_be_is_not_opened(people: list[Player], settings: dict[str, object], code: str) -> None:
    given = {"opened_by": people[0], "key": "highest_card", "seats": 2, "cause": uuid4(), **settings}
    with pytest.raises(services.ServiceError, match=code):
        services.open_table(**given)  # type: ignore[arg-type]  # wrong on purpose
    assert not Game.objects.exists()


def test_nobody_sits_down_or_is_put_where_somebody_sits(people: list[Player]) -> None:
    game = services.open_table(opened_by=people[0], key="highest_card", seats=3, cause=uuid4(), bots={1: "greedy"})
    for taken in (0, 1):
        with pytest.raises(services.ServiceError, match="E_TAKEN"):
            services.take_seat(game.pk, player=people[1], seat=taken, cause=uuid4())
        with pytest.raises(services.ServiceError, match="E_TAKEN"):
            services.add_bot(game.pk, by=people[0], seat=taken, cause=uuid4())
        with pytest.raises(services.ServiceError, match="E_TAKEN"):
            services.invite(game.pk, by=people[0], email=people[1].email, seat=taken, cause=uuid4())
    for odd in (3, -1):
        with pytest.raises(services.ServiceError, match="E_NO_SEAT"):
            services.take_seat(game.pk, player=people[1], seat=odd, cause=uuid4())
        with pytest.raises(services.ServiceError, match="E_NO_SEAT"):
            services.invite(game.pk, by=people[0], email=people[1].email, seat=odd, cause=uuid4())
    assert Game.objects.get(pk=game.pk).names == ["Anna", "Greedy", ""]


def test_who_is_not_at_a_table_fills_no_seat_of_it(open_toy: OpenToy, people: list[Player]) -> None:
    stranger, friend = people[2:4]
    waits = services.open_table(opened_by=people[0], key="highest_card", seats=3, cause=uuid4())
    with pytest.raises(services.ServiceError, match="E_NOT_YOURS"):
        services.add_bot(waits.pk, by=stranger, cause=uuid4())
    with pytest.raises(services.ServiceError, match="E_NOT_YOURS"):
        services.invite(waits.pk, by=stranger, email=friend.email, cause=uuid4())
    runs = open_toy(2)
    services.resign(runs.pk, seat=1, player=people[1], cause=uuid4(), confirmed=True)
    for seat in (0, 1):  # a person's, a bot's
        with pytest.raises(services.ServiceError, match="E_NOT_YOURS"):
            services.substitute(runs.pk, seat=seat, player=friend, by=stranger, cause=uuid4())
    assert Game.objects.get(pk=runs.pk).names == ["Anna", "Greedy"]
