"""What was drawn or shown stands: no refusal, no failure and no transaction outside takes it back."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import connection, transaction

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Event, Game, Player
from asgard_pbem.tables.reading import history, projecting
from asgard_pbem.tables.store import append as appending
from asgard_pbem.tables.store.acting import Acting
from engine.core.moves import IllegalMove
from tests.tables.conftest import OpenToy, lay

pytestmark = pytest.mark.django_db


def kinds(game: Game) -> list[str]:
    return list(game.events.order_by("seq").values_list("kind", flat=True))


# --- Nobody outside


@pytest.mark.parametrize("act", ["orders", "move", "undo", "drop", "clock"])
def test_no_act_of_a_player_or_the_clock_is_part_of_a_transaction_that_may_be_rolled_back(
    open_toy: OpenToy, people: list[Player], act: str
) -> None:
    game = open_toy(2, days_per_decision=1)
    asked = game.open_decisions.get(seat=0)
    assert asked.deadline is not None
    acts = {
        "orders": lambda: lay(game, 0, people[0]),
        "move": lambda: services.submit_move(game.pk, seat=0, player=people[0], path="1", cause=uuid4()),
        "undo": lambda: services.undo(game.pk, seat=0, player=people[0], cause=uuid4()),
        "drop": lambda: services.drop_plans(game.pk, seat=0, player=people[0], cause=uuid4()),
        "clock": lambda: services.time_out(game.pk, seat=0, key=asked.key, now=asked.deadline),
    }
    with pytest.raises(RuntimeError, match="durable"), transaction.atomic():
        acts[act]()
    assert Game.objects.get(pk=game.pk).head_seq == game.head_seq


def test_a_refusal_after_something_was_shown_is_raised_and_takes_nothing_back(
    open_toy: OpenToy, people: list[Player]
) -> None:
    game = open_toy(2)
    lay(game, 0, people[0])
    cause = uuid4()

    def peek(acting: Acting) -> None:
        own = acting.session.table.desk(1).menus(acting.session.table.decisions()[1]).first()
        acting.session.move(1, own)
        raise IllegalMove("E_CHANGED_MY_MIND")

    for _ in range(2):  # the same again is refused again, and changes nothing more
        with pytest.raises(IllegalMove, match="E_CHANGED_MY_MIND"):
            appending.append(game.pk, peek, cause=cause)
        assert kinds(game)[-1] == "move_made"
        assert Event.objects.filter(game=game, kind="move_made").count() == 2
    assert history.table_now(game.pk).state.round == 2
    assert list(projecting.differences(game.pk)) == []


def test_a_refusal_before_anything_was_shown_takes_all_back(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2)

    def change(acting: Acting) -> None:
        own = acting.session.table.desk(0).menus(acting.session.table.decisions()[0]).first()
        acting.session.move(0, own)
        raise IllegalMove("E_CHANGED_MY_MIND")

    with pytest.raises(IllegalMove):
        appending.append(game.pk, change, cause=uuid4())
    assert Game.objects.get(pk=game.pk).head_seq == game.head_seq


@pytest.mark.django_db(transaction=True)
def test_what_an_act_wrote_is_committed_when_it_returns() -> None:
    from tests.tables.test_races import open_with
    from tests.tables.test_races import people as make

    players = make(2)
    game = open_with(players)
    lay(game, 0, players[0])
    assert not connection.in_atomic_block
    with pytest.raises(RuntimeError), transaction.atomic():
        services.submit_orders(game.pk, seat=1, player=players[1], lines=["1"], cause=uuid4())
    lay(game, 1, players[1])
    connection.close()  # as if the worker were killed just now
    assert kinds(game).count("move_made") == 2


# --- Orders, undo and dropping of plans as one act


def test_an_undo_above_new_orders_is_one_act_with_them(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2)
    lay(game, 0, people[0])
    head = Game.objects.get(pk=game.pk).head_seq
    hand = history.desk(game.pk, 0).view.hand  # type: ignore[union-attr]  # the game runs
    with pytest.raises(services.Refused) as refused:
        services.submit_orders(game.pk, seat=0, player=people[0], lines=["", "lay 99"], acts={0: "undo"}, cause=uuid4())
    assert (refused.value.line, Game.objects.get(pk=game.pk).head_seq) == (1, head)
    result = services.submit_orders(
        game.pk, seat=0, player=people[0], lines=["", f"lay {hand[2]}"], acts={0: "undo"}, cause=uuid4()
    )
    assert (result.acts, result.lines) == ((0,), {1: f"lay {hand[2]}"})
    assert kinds(game)[-2:] == ["undone", "move_made"]
    assert list(projecting.differences(game.pk)) == []


def test_orders_with_an_undo_above_them_are_taken_back_without_that_undo(
    open_toy: OpenToy, people: list[Player]
) -> None:
    game = open_toy(2)
    services.submit_orders(game.pk, seat=0, player=people[0], lines=["boast"], cause=uuid4())
    start = history.state_at(game.pk, game.head_seq).state
    services.submit_orders(
        game.pk, seat=0, player=people[0], lines=["", "1", "later 9 in 3"], acts={0: "undo"}, cause=uuid4()
    )
    services.undo(game.pk, seat=0, player=people[0], cause=uuid4())
    assert history.table_now(game.pk).state == start
    assert history.table_now(game.pk).standing == [(), ()]
    with pytest.raises(services.ServiceError, match="E_UNDO"):
        services.undo(game.pk, seat=0, player=people[0], cause=uuid4())
    assert list(projecting.differences(game.pk)) == []


def test_two_undos_of_one_sheet_go_back_twice_and_the_plans_of_others_stay(
    open_toy: OpenToy, people: list[Player]
) -> None:
    game = open_toy(2)
    start = history.table_now(game.pk).state
    services.submit_orders(game.pk, seat=0, player=people[0], lines=["boast"], cause=uuid4())
    lay(game, 0, people[0])
    services.submit_orders(game.pk, seat=1, player=people[1], lines=["later 9 in 3"], cause=uuid4())
    twice = {0: "undo", 1: "undo"}
    services.submit_orders(game.pk, seat=0, player=people[0], lines=["", ""], acts=twice, cause=uuid4())
    assert history.table_now(game.pk).state == start
    assert len(history.table_now(game.pk).standing[1]) == 1
    assert list(projecting.differences(game.pk)) == []


def test_an_undo_below_the_orders_of_its_sheet_refuses_the_sheet(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2)
    with pytest.raises(services.Refused) as refused:
        services.submit_orders(game.pk, seat=0, player=people[0], lines=["1", ""], acts={1: "undo"}, cause=uuid4())
    assert (refused.value.line, refused.value.why.code) == (1, "E_UNDO_BELOW")
    assert Game.objects.get(pk=game.pk).head_seq == game.head_seq


def test_an_act_below_what_has_shown_something_is_refused_alone(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2)
    lay(game, 0, people[0])
    result = services.submit_orders(
        game.pk, seat=1, player=people[1], lines=["1", ""], acts={1: "drop_plans"}, cause=uuid4()
    )
    assert result.refused is not None
    assert (result.refused.line, result.refused.why.code, result.lines) == (1, "E_NO_PLAN", {0: "1"})
    assert history.table_now(game.pk).state.round == 2


def test_a_number_below_an_act_means_no_list_that_came_up_above_it(open_toy: OpenToy, people: list[Player]) -> None:
    """An undo at the top opens older questions again, whose lists were seen; an act below a move opens none."""
    game = open_toy(2)
    lay(game, 0, people[0])
    card = history.desk(game.pk, 1).view.hand[-1]  # type: ignore[union-attr]  # the game runs
    services.submit_orders(game.pk, seat=1, player=people[1], lines=[f"later {card} in 3"], cause=uuid4())
    result = services.submit_orders(
        game.pk, seat=1, player=people[1], lines=["1", "", "1"], acts={1: "drop_plans"}, cause=uuid4()
    )
    assert result.refused is not None
    assert (result.refused.line, result.refused.why.code, result.acts) == (2, "E_MENU_UNSEEN", (1,))
    table = history.table_now(game.pk)
    assert (table.state.round, table.state.laid[1], table.standing[1]) == (2, None, ())


def test_plans_dropped_among_the_orders_answer_nothing_any_more(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2)
    card = history.desk(game.pk, 0).view.hand[-1]  # type: ignore[union-attr]  # the game runs
    services.submit_orders(game.pk, seat=0, player=people[0], lines=[f"later {card} in 2"], cause=uuid4())
    lay(game, 1, people[1])
    services.submit_orders(game.pk, seat=0, player=people[0], lines=["1", ""], acts={1: "drop_plans"}, cause=uuid4())
    assert history.table_now(game.pk).state.laid[0] is None


def test_the_same_sheet_again_is_judged_by_the_prompts_of_its_own_time(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2)
    lay(game, 0, people[0])
    prompt, cause = services.current_prompt(game.pk, 1), uuid4()
    first = services.submit_orders(game.pk, seat=1, player=people[1], lines=["1"], prompt=prompt, cause=cause)
    with pytest.raises(services.ServiceError, match="E_OLD_PROMPT"):
        services.submit_orders(game.pk, seat=1, player=people[1], lines=["1"], prompt=prompt, cause=uuid4())
    again = services.submit_orders(game.pk, seat=1, player=people[1], lines=["1"], prompt=prompt, cause=cause)
    assert (again.repeated, again.lines, again.faces) == (True, first.lines, first.faces)


def test_a_prompt_that_was_the_last_at_an_older_head_is_looked_for_once_more(
    open_toy: OpenToy, people: list[Player]
) -> None:
    game = open_toy(2)
    lay(game, 0, people[0])
    game.refresh_from_db()
    prompt = services.current_prompt(game.pk, 1)
    lay(game, 1, people[1])  # answered elsewhere in the meantime
    with pytest.raises(services.ServiceError, match="E_OLD_PROMPT"):
        services.submit_orders(
            game.pk, seat=1, player=people[1], lines=["1"], prompt=prompt, last_at=game.head_hash, cause=uuid4()
        )
