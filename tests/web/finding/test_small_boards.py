"""Small boards in lists: drawn once for a moment, a spectator's view whoever asks, with nobody's name in it."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from PIL import Image

from asgard_pbem.boards.pixels import painting
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.web.models import SmallBoard
from asgard_pbem.web.shown.finding import small
from engine.core.board import Layout
from engine.table import registry
from tests.web.test_watching import play

pytestmark = pytest.mark.django_db
Browse = Callable[[Player | None], Client]
Table = Callable[..., Game]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What was drawn, by what was given to draw."""
    made: list[object] = []
    draw = small.board_picture

    def counted(key: str, drawing: object, *rest: object, **more: object) -> Image.Image:
        made.append(drawing)
        return draw(key, drawing, *rest, **more)  # type: ignore[arg-type]  # passed on

    monkeypatch.setattr(small, "board_picture", counted)
    return made


def address(game: Game, theme: str = "light") -> str:
    return f"/g/{game.pk}/small.webp?moment={game.moment}&theme={theme}"


@pytest.mark.parametrize("key", sorted(registry.games()))
def test_every_game_has_a_small_board_of_a_few_kilobytes(
    key: str, astrid: Player, bjorn: Player, table: Table, browse: Browse
) -> None:
    game = table(astrid, bjorn, key=key)
    play(game, [astrid, bjorn], 4)
    for theme in ("light", "dark"):
        answer = browse(None).get(address(game, theme))
        assert answer.headers["Content-Type"] == "image/webp"
        assert Image.open(io.BytesIO(answer.content)).size == small.SIZE
        assert len(answer.content) < 8 * 1024


def test_a_small_board_is_drawn_once_for_a_moment_whoever_asks(
    astrid: Player, bjorn: Player, eir: Player, table: Table, browse: Browse, drawn: list[object]
) -> None:
    game = table(astrid, bjorn)
    pictures = {browse(who).get(address(game)).content for who in (None, astrid, bjorn, eir) for _ in range(3)}
    assert len(pictures) == len(drawn) == 1


def test_while_a_game_is_played_fast_its_picture_is_drawn_once_a_minute(
    astrid: Player, bjorn: Player, table: Table, browse: Browse, drawn: list[object]
) -> None:
    game, client = table(astrid, bjorn), browse(None)
    first = client.get(address(game))
    assert "31536000" in first.headers["Cache-Control"]
    for _ in range(4):
        play(game, [astrid, bjorn], 1)
        later = client.get(address(game))
        if game.moment > 3:
            assert later.content == first.content
    assert "31536000" not in later.headers["Cache-Control"]
    assert len(drawn) == 1
    SmallBoard.objects.update(drawn_at=timezone.now() - 2 * small.FRESH)
    assert "31536000" in client.get(address(game)).headers["Cache-Control"]
    assert len(drawn) == 2


def test_by_the_address_of_a_moment_that_is_past_no_small_board_is_kept_for_good(
    astrid: Player, bjorn: Player, table: Table, browse: Browse, drawn: list[object]
) -> None:
    game, client = table(astrid, bjorn), browse(None)
    assert "31536000" in client.get(address(game)).headers["Cache-Control"]
    for other in (f"/g/{game.pk}/small.webp?moment={game.moment - 1}", f"/g/{game.pk}/small.webp"):
        assert "31536000" not in client.get(other).headers["Cache-Control"]


def test_a_small_board_has_nobodys_name_in_it(
    astrid: Player, bjorn: Player, table: Table, browse: Browse, drawn: list[object]
) -> None:
    game = table(astrid, bjorn)
    browse(astrid).get(address(game))
    assert "Astrid" not in repr(drawn)
    assert "Bjorn" not in repr(drawn)


@pytest.mark.parametrize("key", sorted(registry.games()))
def test_a_small_board_has_no_heading_in_a_language_that_its_reader_may_not_read(
    key: str, astrid: Player, bjorn: Player, table: Table, browse: Browse, drawn: list[Any]
) -> None:
    browse(astrid).get(address(table(astrid, bjorn, key=key)))
    looks = [part.look for drawing in drawn for block in drawing.blocks for part in block.parts]
    assert looks
    assert "heading" not in looks


def test_a_small_board_has_no_words_below_its_cards(
    astrid: Player, bjorn: Player, table: Table, browse: Browse, drawn: list[Any]
) -> None:
    game = table(astrid, bjorn)
    browse(astrid).get(address(game))
    (drawing,) = drawn
    look: Any = ("aesir", drawing, "light", Layout.LANDSCAPE, 1)
    unnamed = replace(
        drawing,
        blocks=tuple(
            replace(block, parts=tuple(replace(one, data={**one.data, "word": ""}) for one in block.parts))
            for block in drawing.blocks
        ),
    )
    mute = painting.board_picture(*look, mute=True)
    assert mute.tobytes() != painting.board_picture(*look).tobytes()
    assert mute.tobytes() == painting.board_picture("aesir", unnamed, *look[2:]).tobytes()


def test_what_a_player_does_unseen_changes_no_small_board(
    astrid: Player, bjorn: Player, table: Table, browse: Browse, drawn: list[object]
) -> None:
    game, client = table(astrid, bjorn, seed=bytes(32)), browse(astrid)
    before = client.get(address(game)).content
    services.submit_orders(game.pk, seat=0, player=astrid, lines=["last T>O"], cause=uuid4())
    SmallBoard.objects.all().delete()
    game.refresh_from_db()
    assert client.get(address(game)).content == before


def test_the_small_board_of_a_private_table_does_not_exist_for_strangers(
    astrid: Player, bjorn: Player, eir: Player, table: Table, browse: Browse
) -> None:
    game = table(astrid, bjorn, visibility="private")
    mine = browse(bjorn).get(address(game))
    assert mine.status_code == 200
    assert "private" in mine.headers["Cache-Control"]
    for reader in (None, eir):
        assert browse(reader).get(address(game)).status_code == 404


def test_marks_in_lists_have_the_colours_that_are_played_as_on_the_page_of_the_table(
    astrid: Player, bjorn: Player, table: Table, browse: Browse
) -> None:
    """Seats of Asgard play red and blue, where the marks of the first seats are vermilion and blue."""
    game, other = table(astrid, bjorn, key="asgard"), table(astrid, bjorn)
    play(game, [astrid, bjorn], 2)
    worn = re.search(r'<body class="game-page((?: [a-f]-[a-z]+)+)', browse(None).get(f"/g/{game.pk}/").content.decode())
    assert worn is not None
    for one in (game, other):
        browse(None).get(address(one))
    for path in ("/tables/", "/games/?state=running"):
        rows = re.findall(r'<li class="table-row([^"]*)">', browse(None).get(path).content.decode())
        assert sorted(rows) == ["", worn[1]]
    own = re.findall(r'<li class="table-row([^"]*)">', browse(astrid).get("/").content.decode())
    assert sum(row.endswith(worn[1]) for row in own) == 1


def test_a_table_that_has_not_begun_has_no_small_board(astrid: Player, browse: Browse) -> None:
    game = services.open_table(opened_by=astrid, key="aesir", seats=2, cause=uuid4())
    assert browse(None).get(address(game)).status_code == 404
    assert "small.webp" not in browse(None).get("/tables/").content.decode()


def test_nobody_waits_for_a_picture_while_others_are_drawn(
    astrid: Player, bjorn: Player, table: Table, browse: Browse
) -> None:
    game = table(astrid, bjorn)
    with small._one:
        meanwhile = browse(None).get(address(game))
    assert meanwhile.headers["Content-Type"] == "image/svg+xml"
    assert "no-store" in meanwhile.headers["Cache-Control"]
    assert browse(None).get(address(game)).headers["Content-Type"] == "image/webp"
    SmallBoard.objects.update(drawn_at=timezone.now() - timedelta(days=1), moment=1)
    with small._one:
        assert browse(None).get(address(game)).headers["Content-Type"] == "image/webp"  # the older one
