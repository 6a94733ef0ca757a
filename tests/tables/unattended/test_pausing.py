"""A table that rests: no clock runs, no bot moves, nothing is lost, and then everybody has the time that was left.

After each of these tests the projections are compared with the log, as `rebuild --check` does (conftest).
"""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from asgard_pbem.bots import driver
from asgard_pbem.mail.management import stuck
from asgard_pbem.serving.metrics import gauges
from asgard_pbem.tables import services, tasks
from asgard_pbem.tables.models import Event, Game, OpenDecision, Outbox, Player
from asgard_pbem.tables.reading import history, projecting, telling
from asgard_pbem.tables.store import folding, loading, rows
from tests.tables.conftest import OpenToy, Standing, lay

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def pause(game: Game, *people: Player) -> services.Asking:
    return [services.ask_pause(game.pk, player=one, cause=uuid4()) for one in people][-1]


def go_on(game: Game, player: Player) -> None:
    services.go_on(game.pk, player=player, cause=uuid4())


def deadlines(game: Game) -> list[object]:
    return [one.deadline for one in OpenDecision.objects.filter(game=game).order_by("seat")]


def told(player: Player, game: Game) -> list[str]:
    rows = Outbox.objects.filter(player=player, game=game, purpose="notice").order_by("created_at")
    return [row.payload["what"] for row in rows]


def test_a_table_rests_when_all_want_it_and_goes_on_when_one_does(
    open_toy: OpenToy, people: list[Player], standing: Standing
) -> None:
    game, began = open_toy(2, days_per_decision=4), standing.time
    standing.time += DAY
    assert pause(game, people[0]) == services.Asking((1,))
    assert deadlines(game) == [began + 4 * DAY] * 2  # one alone stalls nobody
    assert told(people[1], game) == ["pause_asked"]
    standing.time += DAY
    assert pause(game, people[1]) == services.Asking(())
    assert deadlines(game) == [None, None]
    assert Game.objects.get(pk=game.pk).paused_at == standing.time
    assert services.play_time_outs(began + 30 * DAY) == services.remind(began + 30 * DAY) == 0
    with pytest.raises(services.ServiceError, match="E_RESTS"):
        pause(game, people[0])
    standing.time += 10 * DAY
    go_on(game, people[1])
    assert deadlines(game) == [began + 14 * DAY] * 2  # two of the four days were left, and are
    assert (told(people[0], game), told(people[1], game)) == (["paused", "went_on"], ["pause_asked"])
    assert services.play_time_outs(began + 14 * DAY - DAY) == 0
    with pytest.raises(services.ServiceError, match="E_GOES_ON"):
        go_on(game, people[0])


def test_who_asks_again_within_the_week_is_no_burden_to_the_others(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2)
    for _ in range(3):
        assert pause(game, people[0]) == services.Asking((1,))
    assert told(people[1], game) == ["pause_asked"]
    assert game.events.filter(kind="pause_asked").count() == 1


def test_who_takes_a_seat_over_has_not_asked_by_who_sat_there_before(open_toy: OpenToy, people: list[Player]) -> None:
    game = open_toy(2)
    pause(game, people[1])
    services.substitute(game.pk, seat=1, player=people[2], by=people[1], cause=uuid4())
    assert pause(game, people[0]).wait_for == (1,)
    assert Game.objects.get(pk=game.pk).paused_at is None
    assert pause(game, people[2]).wait_for == ()


def test_moves_count_while_it_rests_and_who_is_asked_meanwhile_has_all_their_time(
    open_toy: OpenToy, people: list[Player], standing: Standing
) -> None:
    game = open_toy(2, days_per_decision=4)
    pause(game, *people[:2])
    standing.time += 5 * DAY
    lay(game, 0, people[0])
    lay(game, 1, people[1])
    assert deadlines(game) == [None, None]
    assert OpenDecision.objects.filter(game=game, answered=False).count() == 2  # the next round is asked
    standing.time += 5 * DAY
    go_on(game, people[0])
    assert deadlines(game) == [standing.time + 4 * DAY] * 2


def test_nobody_rests_for_another_who_said_no_or_asked_long_ago(
    open_toy: OpenToy, people: list[Player], standing: Standing
) -> None:
    game = open_toy(2)
    pause(game, people[0])
    go_on(game, people[1])
    assert told(people[0], game) == ["pause_declined"]
    assert pause(game, people[1]).wait_for == (0,)
    standing.time += 7 * DAY
    assert pause(game, people[0]).wait_for == (1,)
    with pytest.raises(services.ServiceError, match="E_NOT_YOURS"):
        pause(game, people[3])


def test_days_away_before_the_rest_are_not_lost_by_it_and_those_within_count_once(
    open_toy: OpenToy, people: list[Player], standing: Standing
) -> None:
    began = standing.time = timezone.now() - 20 * DAY
    before = rows.Holder(0, people[0].pk, "", "", "", began + DAY, began + 3 * DAY)
    rest = ((began + 5 * DAY, began + 10 * DAY),)
    assert rows.deadline(began, 7, before, rests=rest) == began + 14 * DAY
    across = before._replace(absent_until=began + 7 * DAY)
    assert rows.deadline(began, 7, across, rests=rest) == began + 16 * DAY
    game = open_toy(2, days_per_decision=30)
    pause(game, *people[:2])
    services.set_absence(people[0], since=None, until=timezone.now() + 5 * DAY)
    assert deadlines(game) == [None, None]  # who goes away at a table that rests starts no clock
    standing.time += 12 * DAY
    go_on(game, people[1])
    away = Player.objects.get(pk=people[0].pk)
    assert away.absent_from is not None
    assert away.absent_until is not None
    assert deadlines(game) == [began + 42 * DAY + (away.absent_until - away.absent_from), began + 42 * DAY]


@pytest.mark.parametrize("used", [1, 2])
def test_a_clock_that_stood_still_when_the_rest_came_has_what_it_had(
    used: int, people: list[Player], standing: Standing
) -> None:
    """A turn in which another is asked meanwhile: its own clock stands, before, within and behind the rest."""
    game = services.open_table(opened_by=people[0], key="rampart", seats=2, cause=uuid4(), days_per_decision=4)
    services.take_seat(game.pk, player=people[1], cause=uuid4())
    began = standing.time
    standing.time += used * DAY
    services.submit_orders(game.pk, seat=0, player=people[0], lines=["call P2"], cause=uuid4())
    standing.time += DAY
    pause(game, *people[:2])
    standing.time += 10 * DAY
    go_on(game, people[0])
    standing.time += DAY
    services.submit_orders(game.pk, seat=1, player=people[1], lines=["grant"], cause=uuid4())
    assert OpenDecision.objects.get(game=game, seat=0).deadline == standing.time + (4 - used) * DAY
    assert began + 16 * DAY == standing.time + (4 - used) * DAY


def test_one_person_and_bots_rest_at_once_and_the_bots_with_them(people: list[Player], standing: Standing) -> None:
    table = services.open_table(opened_by=people[0], key="highest_card", seats=2, cause=uuid4(), bots={1: "greedy"})
    assert pause(table, people[0]) == services.Asking(())
    assert driver.play(table.pk).made == 0
    assert tasks.games_waiting_for_bots() == []
    figures = {name: value for name, label, value in gauges.read() if not label}
    assert (figures["asgard_bots_waiting"], figures["asgard_games_paused"]) == (0, 1)
    assert [one for one in stuck.everything() if one.what == "table"] == []
    standing.time += 5 * DAY
    go_on(table, people[0])
    assert tasks.games_waiting_for_bots() == [table.pk]
    assert driver.play(table.pk).made == 1


def test_the_log_alone_tells_of_the_rest_and_a_snapshot_of_it_is_no_other_ones(
    open_toy: OpenToy, people: list[Player], standing: Standing
) -> None:
    game = open_toy(2, days_per_decision=4)
    pause(game, *people[:2])
    kinds = list(Event.objects.filter(game=game).order_by("seq").values_list("kind", flat=True))[-3:]
    assert kinds == ["pause_asked", "pause_asked", "paused"]
    words = history.words(Game.objects.get(pk=game.pk), "en")
    lines = [" ".join(telling.told(one, words)) for one in history.history(game.pk, None)][-3:]
    assert lines[1:] == ["Boris would like the table to rest.", "The table rests: everybody wants it to."]
    Game.objects.filter(pk=game.pk).update(paused_at=None)
    assert any("game" in one for one in projecting.differences(game.pk))
    projecting.rebuild(game.pk)
    assert Game.objects.get(pk=game.pk).paused_at == standing.time
    row = history.row_of(game.pk)
    course = loading.load(row).course
    kept = folding.snapshot(course, row.head_seq)
    assert folding.fits(row, kept)
    assert folding.restored(row, kept).rest == course.rest
    kept.asked.pop("rest")  # as a release would read it that knows of no rests: it takes the log instead
    assert not folding.fits(row, kept)


def run(name: str, *arguments: str) -> str:
    out = StringIO()
    call_command(name, *arguments, stdout=out)
    return out.getvalue()


def test_who_runs_the_service_lets_one_table_or_all_rest_against_everybody_there(
    open_toy: OpenToy, people: list[Player], standing: Standing
) -> None:
    one, other, began = open_toy(2, days_per_decision=4), open_toy(2, days_per_decision=4), standing.time
    pause(other, *people[:2])
    standing.time += DAY
    assert "paused: 1" in run("pause", str(one.pk), "--why", "A disk was full.")
    with pytest.raises(CommandError, match="rests already"):
        run("pause", str(one.pk))
    with pytest.raises(CommandError, match="There is no such game"):
        run("pause", str(uuid4()))
    with pytest.raises(services.ServiceError, match="E_PAUSED_BY_SERVICE"):
        go_on(one, people[0])
    assert "paused: 1; as before: 1" in run("pause", "--all")
    with pytest.raises(services.ServiceError, match="E_PAUSED_BY_SERVICE"):
        go_on(other, people[0])
    kept = Game.objects.get(pk=one.pk)
    said = telling.rest(kept, "Monday")
    assert "since Monday, paused by those who run" in said
    assert "Their reason: A disk was full." in said
    standing.time += 6 * DAY
    assert "gone on: 2; as before: 0" in run("go_on", "--all")
    assert deadlines(one) == [began + 10 * DAY] * 2
    assert deadlines(other) == [None, None]  # its people have not said so
    assert telling.rest(Game.objects.get(pk=one.pk), "") == ""
    go_on(other, people[1])
    assert deadlines(other) == [began + 11 * DAY] * 2
    with pytest.raises(CommandError, match="was not paused by"):
        run("go_on", str(one.pk))


@pytest.mark.parametrize("command", ["pause", "go_on"])
def test_one_table_whose_rules_fail_keeps_none_of_the_others_from_resting_or_going_on(
    command: str, open_toy: OpenToy, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, broken, last = sorted((open_toy(2) for _ in range(3)), key=lambda one: one.pk)
    if command == "go_on":
        run("pause", "--all")
    load = loading.load

    def failing(found: rows.GameRow) -> Any:
        if found.id == broken.pk:
            raise RuntimeError("a card that somebody holds")
        return load(found)

    loading.shelf.clear()  # as in a command, which is a process of its own
    with monkeypatch.context() as patched:
        patched.setattr(loading, "load", failing)
        with pytest.raises(CommandError, match=f"(?s)Not dealt with:.*{broken.pk}: fails, RuntimeError at ") as why:
            run(command, "--all")
        assert "card" not in str(why.value)
        with pytest.raises(CommandError, match=f"{broken.pk}: fails, RuntimeError at .*; mend that"):
            run(command, str(broken.pk))
    rest = [Game.objects.get(pk=one.pk).paused_at is not None for one in (first, broken, last)]
    assert rest == ([True, False, True] if command == "pause" else [False, True, False])


@pytest.mark.parametrize("ended", [False, True], ids=["before_it_begins", "when_it_is_over"])
def test_only_a_running_table_rests_or_goes_on(ended: bool, open_toy: OpenToy, people: list[Player]) -> None:
    if ended:
        game = open_toy(2)
        pause(game, *people[:2])
        services.close_table(game.pk, by=None, cause=uuid4())
    else:
        game = services.open_table(opened_by=people[0], key="highest_card", seats=2, cause=uuid4())
    for act in (
        lambda: pause(game, people[0]),
        lambda: go_on(game, people[0]),
        lambda: services.pause_table(game.pk, why="a move", cause=uuid4()),
        lambda: services.let_go_on(game.pk, cause=uuid4()),
    ):
        with pytest.raises(services.ServiceError, match="E_GAME_OVER" if ended else "E_NOT_STARTED"):
            act()
    assert game.pk not in {*services.to_pause(), *services.to_go_on()}


def test_who_asks_again_asks_nobody_anew(open_toy: OpenToy, people: list[Player], standing: Standing) -> None:
    game = open_toy(3)
    for _ in range(2):
        assert pause(game, people[0]).wait_for == (1, 2)
    assert told(people[1], game) == told(people[2], game) == ["pause_asked"]
    assert Event.objects.filter(game=game, kind="pause_asked").count() == 1
    assert list(services.to_pause()) == [game.pk]
    assert list(services.to_go_on()) == []  # it does not rest yet


def test_a_table_that_rests_already_is_told_nothing_when_the_service_pauses_it_too(
    open_toy: OpenToy, people: list[Player], standing: Standing
) -> None:
    game = open_toy(2)
    pause(game, *people[:2])
    assert told(people[0], game) == ["paused"]
    services.pause_table(game.pk, why="the disk is changed", cause=uuid4())
    assert Game.objects.get(pk=game.pk).paused_why == "the disk is changed"
    assert list(services.to_go_on()) == [game.pk]
    services.let_go_on(game.pk, cause=uuid4())
    row = Game.objects.get(pk=game.pk)
    assert (row.paused_at is not None, row.paused_why) == (True, "")  # as its people wanted it
    assert told(people[0], game) == ["paused"]
    go_on(game, people[1])
    assert sorted(told(people[0], game)) == ["paused", "went_on"]


def test_who_is_away_after_a_rest_keeps_the_time_that_the_table_rested(
    open_toy: OpenToy, people: list[Player], standing: Standing
) -> None:
    """Their deadline was made anew without it, and could be over at once."""
    began = standing.time = timezone.now() - 10 * DAY
    game = open_toy(2, days_per_decision=4)
    pause(game, *people[:2])
    standing.time += 10 * DAY
    go_on(game, people[0])
    assert deadlines(game) == [began + 14 * DAY] * 2
    services.set_absence(people[0], since=standing.time + DAY, until=standing.time + 3 * DAY)
    assert deadlines(game) == [began + 16 * DAY, began + 14 * DAY]
