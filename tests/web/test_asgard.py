"""Asgard on the page: choosing several gods, long menus as steps, causes in the log, points over time."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from uuid import uuid4

import pytest
from django.test import Client

from asgard_pbem.tables.models import Event, Game, Moment, Player
from asgard_pbem.tables.reading import history
from tests.web.test_watching import play

pytestmark = pytest.mark.django_db
Browse = Callable[[Player | None], Client]
SEED = bytes(range(32))


@pytest.fixture
def game(astrid: Player, bjorn: Player, table: Callable[..., Game]) -> Game:
    return table(astrid, bjorn, key="asgard", seed=SEED)


def until(game: Game, players: list[Player], kind: str, answers: int = 1) -> int:
    """Play on until somebody is asked this with so many answers at least; the seat."""
    for _ in range(400):
        table = history.table_now(game.pk)
        decision = table.pending()[0]
        if decision.kind == kind and len(list(table.rules.menu(table.state, decision).leaves())) >= answers:
            return decision.seat
        play(game, players, 1)
    raise AssertionError(f"nobody is ever asked {kind}")


def page_of(client: Client, game: Game, query: str = "") -> str:
    return client.get(f"/g/{game.pk}/{query}").content.decode()


def sent(page: str, seat: int, **answer: object) -> dict[str, object]:
    """The form of the first question of a seat, filled in."""
    mark = re.search(rf'name="seat" value="{seat}"><input type="hidden" name="question" value="(\w{{20}})"', page)
    assert mark is not None
    return {"seat": seat, "question": mark[1], "nonce": str(uuid4()), **answer}


def test_several_gods_are_ticked_and_sent_at_once(game: Game, astrid: Player, bjorn: Player, browse: Browse) -> None:
    players = [astrid, bjorn]
    seat = until(game, players, "gods")
    client = browse(players[seat])
    page = page_of(client, game)
    assert re.findall(r'type="checkbox" name="several" value="(\d+)"', page) == [str(n) for n in range(1, 8)]
    made = Event.objects.filter(game=game, kind="move_made", seat=seat).count()
    for ticked in (["1"], ["5"], ["1", "2", "3", "4"]):
        answer = client.post(f"/g/{game.pk}/answer/", sent(page, seat, several=ticked), follow=True)
        assert f"Choose exactly 3 of them: now you have chosen {len(ticked)}." in answer.content.decode()
    assert Event.objects.filter(game=game, kind="move_made", seat=seat).count() == made
    client.post(f"/g/{game.pk}/answer/", sent(page, seat, several=["1", "4", "5"]))
    chosen = Event.objects.filter(game=game, kind="move_made", seat=seat).latest("seq")
    assert chosen.payload["move"]["gods"] == ["freyja", "tyr", "thor"]


def test_a_long_menu_is_answered_step_by_step_through_links(
    game: Game, astrid: Player, bjorn: Player, browse: Browse
) -> None:
    players = [astrid, bjorn]
    seat = until(game, players, "act", answers=41)
    client = browse(players[seat])
    page, steps = page_of(client, game), 0
    while links := re.findall(r'href="/g/[0-9a-f-]+/(\?question=\w{20}&amp;list=[\w.]+)#', page):
        query = next((link for link in links if link.count(".") >= steps), None)
        if query is None:
            break
        page, steps = page_of(client, game, query.replace("&amp;", "&")), steps + 1
    assert steps >= 1
    deepest = max(re.findall(r'<button name="answer" value="([^"]+)"', page), key=len)
    made = Event.objects.filter(game=game, kind="move_made", seat=seat).count()
    client.post(f"/g/{game.pk}/answer/", sent(page, seat, answer=deepest))
    assert Event.objects.filter(game=game, kind="move_made", seat=seat).count() == made + 1


def test_the_log_names_causes_and_the_chart_marks_every_change_of_points(
    game: Game, astrid: Player, bjorn: Player, browse: Browse
) -> None:
    play(game, [astrid, bjorn], 600)
    page = page_of(browse(None), game, "?curve=")
    assert re.search(r"(Astrid|Bjorn) takes the (Light|Darkness) seal of (Freyja|Baldr|Odin|Týr|Thor|Loki|Hel)", page)
    moments = [one for one in Moment.objects.filter(game=game).order_by("number") if one.scores]
    changes = [after.number for before, after in pairwise(moments) if before.scores != after.scores]
    assert changes
    assert [int(one) for one in re.findall(r'class="score-mark" data-moment="(\d+)"', page)] == changes
    assert len(re.findall(r"<polyline class=\"line line-[a-d]\"", page)) == 2
    legend = re.search(r'<ul class="legend".*?</ul>', page, re.DOTALL)
    assert legend is not None
    assert re.findall(r'(Astrid|Bjorn) <span class="number" data-value="\d">(\d+)', legend[0]) == [
        (name, str(score)) for name, score in zip(("Astrid", "Bjorn"), moments[-1].scores, strict=True)
    ]


def test_every_piece_of_the_board_says_what_it_is(game: Game, browse: Browse) -> None:
    page = page_of(browse(None), game)
    labels = re.findall(r'role="img"[^>]*aria-label="([^"]+)"', page)
    assert len(labels) > 40
    assert any("Freyja" in label for label in labels)
    assert not [label for label in labels if not label.strip()]


def test_the_rules_are_on_the_web_in_both_languages(astrid: Player, browse: Browse) -> None:
    client = browse(None)
    assert "Temples and god tiles" in client.get("/rules/asgard/").content.decode()
    client.cookies["django_language"] = "ru"
    assert "Храмы и плитки богов" in client.get("/rules/asgard/").content.decode()
