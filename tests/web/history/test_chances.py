"""The chances of winning on a table's page: after the end, for who may see the table, as a picture and in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.urls import reverse

from asgard_pbem.tables import services
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
def test_who_opens_the_past_finds_the_chances_folded(browse: Any, table: Any, astrid: Player, bjorn: Player) -> None:
    game = analysed(table(astrid, bjorn))
    assert 'chances chart-panel no-print" open>' in page(browse, None, game).content.decode()
    past = browse(None).get(reverse("game_at", args=[game.pk, 2])).content.decode()
    assert 'chances chart-panel no-print">' in past


@pytest.mark.django_db
def test_programs_are_told_the_same(browse: Any, table: Any, astrid: Player, bjorn: Player) -> None:
    game = analysed(table(astrid, bjorn))
    told = browse(None).get(f"/api/v1/tables/{game.pk}/statistics").json()
    assert told["chances"] == [{"moment": 4, "percent": [40, 60]}, {"moment": 5, "percent": [68, 32]}]
    assert [(one["moment"], one["seat"]) for one in told["turning_points"]] == [(5, 0)]
    assert told["turning_points"][0]["said"].startswith("Astrid: chances rose from 40 to 68")


@pytest.mark.django_db
def test_nothing_is_told_while_the_game_runs(browse: Any, table: Any, astrid: Player, bjorn: Player) -> None:
    game = analysed(table(astrid, bjorn))
    Game.objects.filter(pk=game.pk).update(status=Game.Status.RUNNING)
    for player in (None, astrid):
        html = page(browse, player, game).content.decode()
        assert HEADING not in html
        assert "turn-mark" not in html
        told = browse(player).get(f"/api/v1/tables/{game.pk}/statistics").json()
        assert told["chances"] == told["turning_points"] == told["sources"] == []


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


@pytest.mark.django_db
def test_who_has_no_name_is_called_alike_everywhere_on_the_page(browse: Any, table: Any, astrid: Player) -> None:
    nameless = services.player_for("nameless@example.org")
    game = analysed(table(astrid, nameless))
    for language, called, not_so in (("en", "P2", "seat 2"), ("ru", "И2", "место 2")):
        client = browse(None)
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        html = client.get(reverse("game", args=[game.pk])).content.decode()
        chart = html[html.index('class="legend"') :]
        assert called in chart[: chart.index("</ul>")]
        assert not_so not in html
