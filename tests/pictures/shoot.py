"""Every page and kind of mail, photographed into docs/pictures (`make pictures`), with a page that shows them all.

It runs on the tests' own server and database, with games dealt from one seed and played by `greedy` on all seats, so
that a picture shows what a page looks like in the middle of a real game.
"""

from __future__ import annotations

import base64
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, Page
from pytest_django import Settings

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.reading import history
from engine.table import registry
from tests.browser.conftest import chromium, complaints, open_page, playwright
from tests.letters.conftest import SEED, Post, Sent, _quiet, post
from tests.pictures.sheets import DESK, LETTERS, NIGHTS, PHONE, SCREENS, Shot, sheet
from tests.web.conftest import _empty_cache, astrid, bjorn, table

__all__ = [
    "_empty_cache", "_quiet", "astrid", "bjorn", "chromium", "complaints", "open_page", "playwright", "post", "table",
]  # fmt: skip

pytestmark = pytest.mark.django_db(transaction=True)
HOME = Path(__file__).parents[2] / "docs" / "pictures"
MOVES = {"aesir": 17, "asgard": 40, "asgards_chosen": 60, "blood_rage": 34, "yggdrasil": 24}
OpenPage = Callable[..., Page]
Table = Callable[..., Game]


@pytest.fixture(autouse=True)
def _seven_tables_a_day(settings: Settings) -> None:
    """Two people sit at more tables here than one may be invited to."""
    settings.INVITATIONS_TO_ONE = 100


@pytest.fixture
def shoot(open_page: OpenPage) -> Callable[..., None]:
    """`shoot(name, path, player)`: one sheet of a page, as this player sees it."""

    def made(name: str, path: str, player: Player | None = None, shots: tuple[Shot, ...] = SCREENS) -> None:
        def open_at(shot: Shot) -> Page:
            size = {"width": shot.size[0], "height": shot.size[1]}
            page = open_page(player, viewport=size, color_scheme=shot.scheme)
            page.goto(path)
            return page

        sheet(shots, open_at, HOME / f"{name}.webp")

    return made


def advance(game: Game, people: dict[int, Player], moves: int) -> None:
    """So many answers of `greedy`, whoever is asked."""
    bot, rng = registry.game(game.key).bots["greedy"], random.Random(3)
    for _ in range(moves):
        at = history.table_now(game.pk)
        if not (pending := at.pending()):
            return
        seat = pending[0].seat
        move = bot.move(at.desk(seat, ()), rng)
        services.submit_move(
            game.pk, seat=seat, player=people[seat], cause=uuid4(), move=move.model_dump(mode="json")
        )  # fmt: skip
    game.refresh_from_db()


@pytest.mark.parametrize("key", sorted(registry.games()))
def test_a_table(key: str, shoot: Callable[..., None], astrid: Player, bjorn: Player, table: Table) -> None:
    game = table(astrid, bjorn, key=key, title="Valhalla", seed=SEED)
    advance(game, {0: astrid, 1: bjorn}, MOVES[key])
    here = f"/g/{game.pk}/"
    asked = next(seat for seat in (0, 1) if any(one.seat == seat for one in history.table_now(game.pk).pending()))
    shoot(f"{key}-table", here, (astrid, bjorn)[asked])
    shoot(f"{key}-night", here, (astrid, bjorn)[asked], NIGHTS)
    shoot(f"{key}-past", f"{here}{max(1, game.moment // 2)}/")
    shoot(f"{key}-rules", f"/rules/{key}/")
    if key == "aesir":
        shoot("text-board", f"{here}{game.moment}/text/", astrid)
        shoot("log", f"{here}log/", astrid)


def test_the_house(shoot: Callable[..., None], astrid: Player, bjorn: Player, table: Table) -> None:
    for key in sorted(registry.games()):
        game = table(astrid, bjorn, key=key, seed=SEED)
        advance(game, {0: astrid, 1: bjorn}, MOVES[key])
    over = table(astrid, bjorn, title="To the end", seed=SEED)
    advance(over, {0: astrid, 1: bjorn}, 5000)
    filling = services.open_table(opened_by=astrid, key="asgard", seats=4, cause=uuid4(), title="A long winter")
    other = services.open_table(opened_by=bjorn, key="blood_rage", seats=3, cause=uuid4(), title="Ragnarok")
    invitation = services.invite(other.pk, by=bjorn, email=astrid.email, cause=uuid4())
    for name, path, player in (
        ("landing", "/", None), ("archive", "/games/", None), ("player", f"/players/{astrid.pk}/", bjorn),
        ("sign-in", "/sign-in/", None), ("home", "/", astrid), ("tables", "/tables/", astrid),
        ("open-a-table", "/tables/new/yggdrasil/", astrid), ("lobby", f"/g/{filling.pk}/", astrid),
        ("invitation", f"/i/{invitation.pk}/", astrid), ("the-end", f"/g/{over.pk}/", astrid),
        ("rules", "/rules/", None), ("help", "/help/", None), ("settings", "/settings/", astrid),
        ("resign", f"/g/{game.pk}/resign/", astrid), ("not-found", "/nothing/", None),
    ):  # fmt: skip
        shoot(name, path, player)


@pytest.mark.parametrize("key", sorted(registry.games()))
def test_letters(key: str, chromium: Browser, astrid: Player, bjorn: Player, table: Table, post: Post) -> None:
    game = table(astrid, bjorn, key=key, title="Valhalla", seed=SEED)
    if key == "aesir":
        _letter(chromium, post.last(astrid, "prompt"), "mail-first")
    advance(game, {0: astrid, 1: bjorn}, MOVES[key])
    asked = next(one.seat for one in history.table_now(game.pk).pending())
    _letter(chromium, post.last((astrid, bjorn)[asked], "prompt"), f"mail-{key}")
    if key == "aesir":
        post.answer((astrid, bjorn)[asked], "nonsense and more of it")
        _letter(chromium, post.last((astrid, bjorn)[asked], "receipt"), "mail-refusal")
        advance(game, {0: astrid, 1: bjorn}, 5000)
        _letter(chromium, post.last(astrid), "mail-end")


def test_the_readmes_own(
    chromium: Browser, open_page: OpenPage, astrid: Player, bjorn: Player, table: Table, post: Post
) -> None:
    """A question as it arrives on a phone, and the same game on the web."""
    game = table(astrid, bjorn, key="blood_rage", title="Valhalla", seed=SEED)
    advance(game, {0: astrid, 1: bjorn}, MOVES["blood_rage"])
    asked = next(one.seat for one in history.table_now(game.pk).pending())
    mail = post.last((astrid, bjorn)[asked], "prompt")

    def open_at(shot: Shot) -> Page:
        size = {"width": shot.size[0], "height": shot.size[1]}
        page = open_page((astrid, bjorn)[asked], viewport=size, color_scheme=shot.scheme)
        if shot.size == DESK:
            page.goto(f"/g/{game.pk}/")
        else:
            page.set_content(_html(mail))
        return page

    sheet((Shot((PHONE[0], DESK[1]), "light"), Shot(DESK, "light")), open_at, HOME / "game.webp")


def _html(mail: Sent) -> str:
    """With its pictures inside."""
    inline = dict(_pictures(mail))
    return re.sub(r"cid:([^\"'> ]+)", lambda found: inline[found[1]], mail.html)


def _letter(chromium: Browser, mail: Sent, name: str) -> None:
    html = _html(mail)
    contexts = []

    def open_at(shot: Shot) -> Page:
        size = {"width": shot.size[0], "height": shot.size[1]}
        contexts.append(chromium.new_context(viewport=size, color_scheme=shot.scheme))
        page = contexts[-1].new_page()
        page.set_content(html)
        return page

    sheet(LETTERS, open_at, HOME / f"{name}.webp")
    for one in contexts:
        one.close()


def _pictures(mail: Sent) -> Iterator[tuple[str, str]]:
    for part in mail.message.walk():
        if part.get_content_maintype() == "image":
            coded = base64.b64encode(part.get_payload(decode=True)).decode()
            yield str(part["Content-ID"]).strip("<>"), f"data:{part.get_content_type()};base64,{coded}"


def test_the_page_that_shows_them_all() -> None:
    names = sorted(path.stem for path in HOME.glob("*.webp"))
    lines = [
        "# Pictures", "",
        "Made by `make pictures`: each page as a desk shows it, and as a phone does by day and by night.", "",
        *(line for name in names for line in (f"## {name.replace('-', ' ')}", "", f"![{name}]({name}.webp)", "")),
    ]  # fmt: skip
    (HOME / "README.md").write_text("\n".join(lines[:-1]) + "\n", encoding="utf-8")
