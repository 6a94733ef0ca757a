"""A page that was left open: what is sent from it in the evening means what it said in the morning, or nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Event, Game, Player
from asgard_pbem.tables.services.playing import gone

pytestmark = pytest.mark.django_db
Browse = Callable[[Player | None], Client]
Table = Callable[..., Game]
MOVED_ON = "The game has moved on since this page was shown. Please look again."


def sheet(page: str, action: str, **filled: str) -> dict[str, Any]:
    """The fields of a page's first form for this act, with what is filled in."""
    found = re.search(rf'<form[^>]*action="[^"]*/{action}/"[^>]*>(.*?)</form>', page, re.DOTALL)
    assert found is not None
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', found[1]))
    return {name: value for name, value in fields.items() if name != "csrfmiddlewaretoken"} | filled


def moves(game: Game) -> int:
    return Event.objects.filter(game_id=game.pk, kind="move_made", payload__by="player").count()


def time_runs_out() -> None:
    services.play_time_outs(timezone.now() + timedelta(days=30))


def test_a_number_typed_to_one_question_answers_no_other(
    astrid: Player, bjorn: Player, table: Table, browse: Browse
) -> None:
    """It was the menu of the morning that it was taken from."""
    game, client = table(astrid, bjorn), browse(astrid)
    morning = sheet(client.get(f"/g/{game.pk}/").content.decode(), "orders", text="3")
    time_runs_out()
    before = moves(game)
    shown = client.post(f"/g/{game.pk}/orders/", morning, follow=True).content.decode()
    assert MOVED_ON in shown
    assert ">3</textarea>" in shown  # nothing has to be typed twice
    assert moves(game) == before
    evening = sheet(shown, "orders", text="3")
    assert "Done: 3" in client.post(f"/g/{game.pk}/orders/", evening, follow=True).content.decode()


def test_what_is_sent_twice_is_told_twice_though_its_question_is_over(
    astrid: Player, bjorn: Player, table: Table, browse: Browse
) -> None:
    game, client = table(astrid, bjorn), browse(astrid)
    morning = sheet(client.get(f"/g/{game.pk}/").content.decode(), "orders", text="3")
    client.post(f"/g/{game.pk}/orders/", morning)
    time_runs_out()
    assert MOVED_ON not in client.post(f"/g/{game.pk}/orders/", morning, follow=True).content.decode()


def test_of_several_seats_none_is_answered_by_a_list_that_is_over(
    astrid: Player, bjorn: Player, browse: Browse
) -> None:
    game = services.open_table(opened_by=astrid, key="yggdrasil", seats=3, sit=(0, 1), cause=uuid4())
    services.take_seat(game.pk, player=bjorn, cause=uuid4())
    client = browse(astrid)
    morning = sheet(client.get(f"/g/{game.pk}/").content.decode(), "orders", text="P1:\n1\nP2:\n1")
    assert any(name.startswith("question.") for name in morning)
    time_runs_out()
    time_runs_out()
    before = moves(game)
    assert MOVED_ON in client.post(f"/g/{game.pk}/orders/", morning, follow=True).content.decode()
    assert moves(game) == before


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_whoever_has_lost_the_seat_meanwhile_is_told_so(
    astrid: Player, bjorn: Player, table: Table, browse: Browse, visibility: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gone, "is_gone", lambda *_: True)
    game, client = table(astrid, bjorn, visibility=visibility), browse(astrid)
    page = client.get(f"/g/{game.pk}/").content.decode()
    assert gone.let_go(game.pk, seat=0, cause=uuid4())
    sent = {
        f"{game.moment}/fork": sheet(page, f"{game.moment}/fork", seat="0"),
        "orders": sheet(page, "orders", text="1"),
        "answer": sheet(page, "answer", answer="1"),
    }
    for act, fields in sent.items():
        answer = client.post(f"/g/{game.pk}/{act}/", fields, follow=True)
        assert answer.status_code == 200, act
        shown = answer.content.decode()
        assert "This seat is not yours." in shown, act
        assert "Your seat is kept" in shown, "it was not given up"
        assert "A seat was given up" not in shown
    assert "Your seat is kept" not in browse(bjorn).get(f"/g/{game.pk}/").content.decode()
