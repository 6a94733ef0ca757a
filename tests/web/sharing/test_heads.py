"""What a page says of itself to programs that read its head alone: every page a sentence, every table its picture."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO

import pytest
from django.conf import settings
from django.test import Client
from PIL import Image

from asgard_pbem.tables.models import Game, Player
from tests.web.test_watching import play

Browse = Callable[[Player | None], Client]
Table = Callable[..., Game]


def heads(page: str) -> dict[str, str]:
    """Name (or property) of each `meta` to its content."""
    return dict(re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)"', page))


@pytest.mark.parametrize("path", ["/", "/tables/", "/games/", "/rules/", "/rules/aesir/", "/help/", "/sign-in/"])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_page_says_what_it_is(path: str, language: str, browse: Browse, db: None) -> None:
    page = browse(None).get(path, headers={"accept-language": language}).content.decode()
    found = heads(page)
    assert path == "/" or found["description"] != heads(browse(None).get("/").content.decode())["description"]
    assert 30 <= len(found["description"]) <= 200
    assert found["og:description"] == found["description"]
    assert found["og:title"]
    assert found["og:title"] in page.split("<title>")[1]
    assert found["og:image"].startswith(f"{settings.PUBLIC_URL}/rules/")
    assert found["og:image:alt"]
    picture = browse(None).get(found["og:image"].removeprefix(settings.PUBLIC_URL))
    assert Image.open(BytesIO(picture.content)).size == (1200, 630)


def test_a_link_to_a_moment_shows_its_sentence_and_its_board(
    astrid: Player, bjorn: Player, table: Table, browse: Browse
) -> None:
    game = table(astrid, bjorn, title="Vigrid")
    play(game, [astrid, bjorn], 12)
    game.refresh_from_db()
    told = []
    for moment in (game.moment - 2, game.moment):
        page = browse(None).get(f"/g/{game.pk}/{moment}/").content.decode()
        found = heads(page)
        said = re.search(r'id="moment-said">([^<]+)<', page)
        assert said is not None
        assert said[1] in found["og:description"]
        assert "Vigrid" in found["og:title"]
        assert found["og:image"] == f"{settings.PUBLIC_URL}/g/{game.pk}/{moment}/card.png"
        assert str(moment) in found["og:image:alt"]
        picture = browse(None).get(f"/g/{game.pk}/{moment}/card.png")
        assert picture.headers["Content-Type"] == "image/png"
        assert len(picture.content) < 300_000
        assert Image.open(BytesIO(picture.content)).size == (1200, 630)
        told.append(picture.content)
    assert told[0] != told[1]


def test_a_link_to_a_finished_game_tells_how_it_ended(
    astrid: Player, bjorn: Player, table: Table, browse: Browse
) -> None:
    game = table(astrid, bjorn)
    play(game, [astrid, bjorn], 500)
    game.refresh_from_db()
    found = heads(browse(None).get(f"/g/{game.pk}/").content.decode())
    assert "The game is over. " in found["description"]
    assert " Points: Astrid: " in found["description"]
    assert all(str(score) in found["description"] for score in game.scores)
    before = heads(browse(None).get(f"/g/{game.pk}/{game.moment - 2}/").content.decode())
    assert "Points:" not in before["description"]


def test_the_head_of_a_page_that_shows_what_one_seat_sees_tells_nothing_of_it(
    astrid: Player, bjorn: Player, table: Table, browse: Browse
) -> None:
    game = table(astrid, bjorn)
    play(game, [astrid, bjorn], 12)
    page = browse(astrid).get(f"/g/{game.pk}/").content.decode()
    said = re.search(r'id="moment-said">([^<]+)<', page)
    assert said is not None
    assert said[1] not in heads(page)["description"]
    moment = Game.objects.get(pk=game.pk).moment
    card = f"/g/{game.pk}/{moment}/card.png"
    assert browse(astrid).get(card).content == browse(None).get(card).content, "a card is the public's, whoever asks"


def test_a_table_that_has_not_begun_shows_its_game(astrid: Player, table: Table, browse: Browse) -> None:
    from uuid import uuid4

    from asgard_pbem.tables import services

    game = services.open_table(opened_by=astrid, key="aesir", seats=3, cause=uuid4())
    found = heads(browse(None).get(f"/g/{game.pk}/").content.decode())
    picture = browse(None).get(found["og:image"].removeprefix(settings.PUBLIC_URL))
    assert picture.content == browse(None).get("/rules/aesir/card-en.png").content


def test_the_head_of_a_private_table_names_no_picture(
    astrid: Player, bjorn: Player, table: Table, browse: Browse
) -> None:
    game = table(astrid, bjorn, visibility="private")
    own = heads(browse(astrid).get(f"/g/{game.pk}/").content.decode())
    assert str(game.pk) not in own.get("og:image", "")
    missing = browse(None).get("/g/00000000-0000-4000-8000-000000000000/1/card.png")
    assert browse(None).get(f"/g/{game.pk}/1/card.png").status_code == missing.status_code == 404
    there = browse(None).get(f"/g/{game.pk}/")
    assert there.status_code == 302
