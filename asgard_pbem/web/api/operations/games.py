"""The games, and their manuals."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_noop as _
from ninja import Router

from asgard_pbem.tables.words import reader_language
from asgard_pbem.web.access import installed
from asgard_pbem.web.api.reader import ANYBODY
from asgard_pbem.web.api.shapes import games as shapes
from asgard_pbem.web.naming import game_title
from asgard_pbem.web.sharing.links import absolute
from asgard_pbem.web.shown.manual import manual
from engine.core.contract import Game
from engine.table.registry import games

router = Router(tags=["games"], auth=ANYBODY)


@router.get("/games", response=shapes.GameList, operation_id="list_games", summary=_("Every game that is played here"))
def list_games(request: HttpRequest) -> shapes.GameList:
    return shapes.GameList(items=[shapes.GameRow(**_row(one)) for one in games().values()])


@router.get("/games/{slug:key}", response=shapes.Game, operation_id="get_game", summary=_("One game and its options"))
def get_game(request: HttpRequest, key: str) -> shapes.Game:
    game = installed(key)
    return shapes.Game(**_row(game), options=game.rules.Options.model_json_schema())


@router.get(
    "/games/{slug:key}/manual", response=shapes.Manual, operation_id="get_manual",
    summary=_("The rules of a game, in the reader's language"),
)  # fmt: skip
def get_manual(request: HttpRequest, key: str) -> shapes.Manual:
    game, read = installed(key), manual(key, reader_language())
    return shapes.Manual(
        title=read.title,
        language=reader_language(),
        sections=[shapes.Section(level=one.level, text=one.text, anchor=one.anchor) for one in read.sections],
        markdown=game.manual(reader_language()),
    )


def _row(game: Game[Any]) -> dict[str, Any]:
    return {
        "key": game.key,
        "title": game_title(game.key, reader_language()),
        "rules": game.rules.version,
        "versions": sorted(game.versions),
        "seats": list(game.rules.seats),
        "together": game.together,
        "bots": sorted(game.bots),
        "manual": absolute(reverse("rules", args=[game.key])),
    }
