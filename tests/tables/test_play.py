"""A game from opening to end through the services."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import connection, connections, transaction

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Event, Game, Moment, OpenDecision, Outbox, Player, Snapshot
from asgard_pbem.tables.reading import history
from asgard_pbem.tables.store import append, loading
from engine.core.chance import chance_key, commitment, outcome_of
from engine.log.chain import GENESIS, Head, event_hash, payload_digest
from tests.tables.conftest import OpenToy, lay
from tests.toys import toy

pytestmark = pytest.mark.django_db


def play_out(game: Game, people: list[Player]) -> None:
    while Game.objects.get(pk=game.pk).status == Game.Status.RUNNING:
        asked = OpenDecision.objects.filter(game=game, answered=False).order_by("seat").first()
        assert asked is not None
        lay(game, asked.seat, people[asked.seat])


def test_the_game_starts_when_the_last_seat_is_taken(open_toy: OpenToy, people: list[Player]) -> None:
    game = services.open_table(opened_by=people[0], key="highest_card", seats=2, cause=uuid4())
    assert (game.status, game.names) == ("open", ["Anna", ""])
    assert services.take_seat(game.pk, player=people[1], cause=uuid4()) == 1
    game.refresh_from_db()
    assert (game.status, game.names) == ("running", ["Anna", "Boris"])
    assert [event.kind for event in game.events.order_by("seq")] == [
        "game_opened",
        "seat_taken",
        "seat_taken",
        "game_started",
    ]
    assert list(game.open_decisions.values_list("seat", flat=True)) == [0, 1]


def test_everybody_who_is_asked_is_owed_one_prompt(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2)
    lay(game, 0, people[0])
    assert Outbox.objects.filter(game=game, purpose="prompt").count() == 2
    lay(game, 1, people[1])
    assert Outbox.objects.filter(game=game, purpose="prompt").count() == 4


def test_a_whole_game_is_played_and_its_chain_verifies(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(3, options={"hand": 4})
    play_out(game, people)
    game.refresh_from_db()
    events = list(game.events.order_by("seq"))
    assert game.status == Game.Status.OVER
    assert events[-1].kind == "game_ended"
    assert [event.seq for event in events] == list(range(1, game.head_seq + 1))
    prev = GENESIS
    for event in events:
        time = event.recorded_at.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
        head = Head(str(game.pk), event.seq, event.kind, event.version, event.seat, time, str(event.cause), prev)
        prev = event_hash(head, payload_digest(event.salt, event.payload))
        assert (event.hash, event.prev_hash) == (prev, head.prev_hash)
    assert game.head_hash == prev
    assert game.moment == Moment.objects.filter(game=game).count()
    assert not OpenDecision.objects.filter(game=game).exists()
    assert Outbox.objects.filter(game=game, purpose="result").count() == 3


def test_the_revealed_seed_fits_the_commitment_and_the_deal(people: list[Player]) -> None:
    game = services.open_table(
        opened_by=people[0], key="highest_card", seats=2, cause=uuid4(), entropy=b"mine", options={"hand": 1}
    )
    services.take_seat(game.pk, player=people[1], cause=uuid4(), entropy=b"hers")
    events = {event.kind: event.payload for event in game.events.order_by("seq")}
    taken = [event.payload["entropy"] for event in game.events.filter(kind="seat_taken").order_by("seq")]
    seed = bytes.fromhex(events["game_ended"]["seed"])
    assert commitment(seed) == events["game_opened"]["commitment"] == game.commitment
    draw = events["game_started"]["draws"][0]
    from engine.core.chance import Ask

    key = chance_key(seed, [bytes.fromhex(one) for one in taken])
    assert all(taken)
    assert list(outcome_of(key, 0, Ask(draw["label"], draw["size"], whole=True))) == draw["outcome"]


def test_a_repeated_request_plays_once_and_gets_the_first_answer(open_toy: OpenToy, people: list[Player]) -> None:
    game, cause = open_toy(2), uuid4()
    first = services.submit_orders(game.pk, seat=0, player=people[0], lines=["1", "", "thanks!"], cause=cause)
    lay(game, 1, people[1])
    count = Event.objects.filter(game=game).count()
    again = services.submit_orders(game.pk, seat=0, player=people[0], lines=["1", "", "thanks!"], cause=cause)
    assert (first.repeated, again.repeated) == (False, True)
    assert (again.orders, again.rest, again.faces) == (first.orders, first.rest, first.faces)
    assert first.orders == ("1",)
    assert first.rest == 2
    assert Event.objects.filter(game=game).count() == count


def test_only_the_holder_moves_a_seat(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2)
    with pytest.raises(services.ServiceError, match="E_NOT_YOURS"):
        lay(game, 1, people[0])
    with pytest.raises(services.ServiceError, match="E_NO_SEAT"):
        lay(game, 7, people[0])
    assert game.events.filter(kind="move_made").count() == 0


def test_a_refused_sheet_leaves_no_trace(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2)
    with pytest.raises(services.Refused) as refused:
        services.submit_orders(game.pk, seat=0, player=people[0], lines=["boast", "lay 99"], cause=uuid4())
    assert refused.value.line == 1
    assert Game.objects.get(pk=game.pk).head_seq == game.head_seq
    lay(game, 0, people[0])
    assert Game.objects.get(pk=game.pk).head_seq == game.head_seq + 1


def test_a_plan_answers_when_its_time_comes(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2)
    desk = history.desk(game.pk, 0)
    assert desk is not None
    low, high = desk.view.hand[0], desk.view.hand[-1]
    result = services.submit_orders(
        game.pk, seat=0, player=people[0], lines=[f"lay {low}", f"later {high} in 2"], cause=uuid4()
    )
    assert len(result.orders) == 2
    lay(game, 1, people[1])
    asked = OpenDecision.objects.get(game=game, seat=0)
    assert asked.answered
    planned = game.events.filter(kind="move_made", payload__by="plan").get()
    assert planned.payload["move"]["card"] == high
    assert not Outbox.objects.filter(game=game, seat=0, purpose="prompt", prompt__gt=game.head_seq).exists()


def test_a_menu_path_for_an_older_question_is_stale(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2)
    old = next(iter(history.question_ids(game.pk, 0).values()))
    services.submit_move(game.pk, seat=0, player=people[0], path="2", question=old, cause=uuid4())
    lay(game, 1, people[1])
    with pytest.raises(services.ServiceError, match="E_STALE"):
        services.submit_move(game.pk, seat=0, player=people[0], path="2", question=old, cause=uuid4())
    new = next(iter(history.question_ids(game.pk, 0).values()))
    assert services.submit_move(game.pk, seat=0, player=people[0], path="2", question=new, cause=uuid4()).faces


def test_any_state_comes_from_a_short_replay(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(4, options={"hand": 13})
    play_out(game, people)
    game.refresh_from_db()
    assert Snapshot.objects.filter(game=game).count() >= 3
    tables = {
        step.row.seq: step.course.table.state.copy()
        for step in history.walk(history.row_of(game.pk))
        if step.course.table.state
    }
    for seq in range(6, game.head_seq, 7):
        assert history.state_at(game.pk, seq).state == tables[seq]


def test_what_was_rolled_back_leaves_no_cause_in_memory(open_toy: OpenToy, people: list[Player]) -> None:
    game, cause = open_toy(2), uuid4()
    with transaction.atomic():
        around = loading.load(history.row_of(game.pk))
        append.append(game.pk, lambda acting: acting.session.move(0, toy.Boast()), cause=cause, within=True)
        transaction.set_rollback(True)
    assert cause not in around.causes
    assert cause not in loading.load(history.row_of(game.pk)).causes
    assert lay(game, 0, people[0], cause=cause).repeated is False


def prepared() -> dict[str, int]:
    """What the database has prepared on this connection, and how often each was carried out."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT name || statement, generic_plans + custom_plans FROM pg_prepared_statements")
        return dict(cursor.fetchall())


def test_the_database_plans_the_write_path_once_and_keeps_no_statement_of_others(
    open_toy: OpenToy, people: list[Player]
) -> None:
    play_out(open_toy(2), people)
    assert Player.objects.filter(name="whom nobody is called").count() == 0
    kept = prepared()
    assert any("game_look" in one for one in kept)
    assert any("game_write" in one for one in kept)
    assert all(one.startswith("asgard_") for one in kept), "Django's own have other names"
    assert not [one for one in kept if "whom nobody is called" in one]


def test_behind_a_pooler_nothing_prepared_is_used_for_the_next_statement_may_run_on_another_connection(
    open_toy: OpenToy, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(connection.settings_dict, "DISABLE_SERVER_SIDE_CURSORS", True)  # for one that is yet to open
    monkeypatch.setattr(connections["default"], "behind_pool", True)
    before = prepared()
    play_out(open_toy(2), people)
    assert prepared() == before
