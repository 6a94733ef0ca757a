"""The chances of winning on a table's page: after the end, for who may see the table, as a picture and in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

from asgard_pbem.tables.models import Analysis, Game, Player

HEADING = "Chances of winning"


def analysed(game: Game) -> Game:
    """A table that was closed, with an analysis whose first seat went from 40 to 68 of 100."""
    Game.objects.filter(pk=game.pk).update(status=Game.Status.CLOSED)
    game.refresh_from_db()
    points = [[4, 400, [160, 240], [160, 240]], [5, 400, [272, 128], [272, 128]]]
    Analysis.objects.create(game=game, rules_version=game.rules_version, points=points, done=True)
    return game


def page(browse: Callable[..., Any], player: Player | None, game: Game) -> Any:
    return browse(player).get(reverse("game", args=[game.pk]))


@pytest.mark.django_db
def test_turning_points_are_told_in_words_and_figures(browse: Any, table: Any, astrid: Player, bjorn: Player) -> None:
    game = analysed(table(astrid, bjorn))
    html = page(browse, None, game).content.decode()
    assert HEADING in html
    assert "Astrid: chances rose from 40 to 68 of 100 since moment 4." in html
    assert '<td class="number">68</td><td class="number">32</td>' in html
    assert "by 400 games played on by bots" in html
    assert reverse("game_at", args=[game.pk, 5]) in html


@pytest.mark.django_db
def test_nothing_is_told_while_the_game_runs(browse: Any, table: Any, astrid: Player, bjorn: Player) -> None:
    game = analysed(table(astrid, bjorn))
    Game.objects.filter(pk=game.pk).update(status=Game.Status.RUNNING)
    for player in (None, astrid):
        html = page(browse, player, game).content.decode()
        assert HEADING not in html
        assert "turn-mark" not in html


@pytest.mark.django_db
def test_a_private_table_tells_strangers_nothing(
    browse: Any, table: Any, astrid: Player, bjorn: Player, eir: Player
) -> None:
    game = analysed(table(astrid, bjorn, visibility="private"))
    assert HEADING in page(browse, astrid, game).content.decode()
    assert page(browse, eir, game).status_code == 404


@pytest.mark.django_db
def test_a_table_without_analysis_says_nothing_of_it(browse: Any, table: Any, astrid: Player, bjorn: Player) -> None:
    game = analysed(table(astrid, bjorn))
    Analysis.objects.all().delete()
    assert HEADING not in page(browse, None, game).content.decode()
