"""What is given away of a table: a board for other pages, moving pictures, a feed; and who gets none of it."""

from __future__ import annotations

import gzip
import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from PIL import Image

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.web.sharing import animated, embedding, feeds
from tests.tables.secrets.unseen import Players
from tests.web.test_secret_events import FORM
from tests.web.test_watching import play

Browse = Callable[[Player | None], Client]
Table = Callable[..., Game]
ATOM = "{http://www.w3.org/2005/Atom}"
NOWHERE = "00000000-0000-4000-8000-000000000000"
DOORS = ["embed/", "3/embed/", "feed.atom", "moving.gif", "3/card.png"]


@pytest.fixture
def running(astrid: Player, bjorn: Player, table: Table) -> Game:
    game = table(astrid, bjorn, title="Vigrid")
    play(game, [astrid, bjorn], 12)
    return game


# --- Who gets what ---------------


@pytest.mark.parametrize("door", DOORS)
def test_strangers_cannot_tell_a_private_table_from_none(
    door: str, astrid: Player, bjorn: Player, eir: Player, table: Table, browse: Browse
) -> None:
    game = table(astrid, bjorn, visibility="private")
    play(game, [astrid, bjorn], 6)
    for reader in (None, eir):
        there, none = (browse(reader).get(f"/g/{one}/{door}") for one in (game.pk, NOWHERE))
        assert there.status_code == none.status_code == 404
        pages = [FORM.sub("", one.content.decode()) for one in (there, none)]
        assert pages[0].replace(str(game.pk), NOWHERE) == pages[1]


@pytest.mark.parametrize("door", ["embed/", "3/embed/", "feed.atom", "3/card.png", "moving.gif?to=4"])
def test_whoever_asks_gets_what_everybody_gets(door: str, running: Game, browse: Browse, astrid: Player) -> None:
    own, public = (browse(one).get(f"/g/{running.pk}/{door}") for one in (astrid, None))
    assert own.status_code == public.status_code == 200
    assert own.content == public.content


@pytest.mark.parametrize("door", ["embed/", "feed.atom"])
def test_what_stands_on_other_pages_is_of_public_tables_alone(
    door: str, astrid: Player, bjorn: Player, table: Table, browse: Browse
) -> None:
    """Also for those who sit there: whoever frames a page must learn nothing from who happens to look at it."""
    game = table(astrid, bjorn, visibility="private")
    play(game, [astrid, bjorn], 6)
    assert browse(astrid).get(f"/g/{game.pk}/{door}").status_code == 404


# --- A board on another page ---------------


def test_the_embedded_board_alone_may_be_framed(running: Game, browse: Browse) -> None:
    answer = browse(None).get(f"/g/{running.pk}/embed/")
    policy = answer.headers["Content-Security-Policy"]
    assert "frame-ancestors *" in policy
    assert "script-src" not in policy
    assert "default-src 'none'" in policy
    assert "X-Frame-Options" not in answer.headers
    assert b"<script" not in answer.content
    assert b"<form" not in answer.content
    assert b"style=" not in answer.content
    assert len(gzip.compress(answer.content)) < 20_000
    for path in (f"/g/{running.pk}/", f"/g/{running.pk}/3/", f"/g/{running.pk}/3.svg", "/"):
        other = browse(None).get(path)
        assert "frame-ancestors 'none'" in other.headers["Content-Security-Policy"]
        assert other.headers["X-Frame-Options"] == "DENY"


def test_its_slider_goes_through_the_whole_game_by_links(running: Game, browse: Browse) -> None:
    reader, seen = browse(None), []
    path = f"/g/{running.pk}/1/embed/?language=ru"
    while path:
        page = reader.get(path).content.decode()
        assert 'lang="ru"' in page
        current = re.search(r'<a href="[^"]+" aria-current="true"[^>]*>(\d+)</a>', page)
        assert current is not None
        seen.append(int(current[1]))
        forth = re.findall(r'<a class="button second" href="([^"]+)">', page)
        path = forth[-1] if len(seen) < running.moment else ""
    assert seen == list(range(1, running.moment + 1))
    stops = re.findall(rf'href="/g/{running.pk}/(\d+)/embed/\?language=ru"(?: aria-current="true")? aria-label', page)
    assert {"1", str(running.moment)} <= set(stops)
    assert '<div class="sheet' in page


@pytest.mark.parametrize("last", [1, 2, 11, 12, 400])
def test_the_stops_of_the_slider_hold_both_ends_and_the_moment_shown(last: int) -> None:
    for moment in {1, 2, last // 2, last - 1, last} & set(range(1, last + 1)):
        found = embedding.stops(moment, last)
        assert found == sorted(set(found))
        assert {1, last, moment} <= set(found)
        assert len(found) <= embedding.STOPS


def test_the_table_page_gives_the_lines_to_copy(running: Game, browse: Browse) -> None:
    page = browse(None).get(f"/g/{running.pk}/5/").content.decode()
    assert f'value="{settings.PUBLIC_URL}/g/{running.pk}/5/"' in page
    assert f"&lt;iframe src=&quot;{settings.PUBLIC_URL}/g/{running.pk}/5/embed/&quot;" in page
    assert "Vigrid" in page
    for address in re.findall(r'<ul class="doors">(.*?)</ul>', page, re.DOTALL)[0].split('href="')[1:]:
        path = address.split('"')[0].replace("&amp;", "&")
        assert browse(None).get(path).status_code == 200, path


# --- A moving picture ---------------


def test_a_stretch_of_a_game_moves(running: Game, browse: Browse) -> None:
    answer = browse(None).get(f"/g/{running.pk}/moving.gif?from=5&to=9")
    assert answer.headers["Content-Type"] == "image/gif"
    picture = Image.open(BytesIO(answer.content))
    assert (getattr(picture, "n_frames", 1), picture.width) == (5, 1200)
    again = browse(None).get(f"/g/{running.pk}/moving.gif?from=5&to=9", headers={"if-none-match": answer["ETag"]})
    assert again.status_code == 304


def test_a_long_game_moves_in_bounds(astrid: Player, bjorn: Player, table: Table, browse: Browse) -> None:
    game = table(astrid, bjorn)
    play(game, [astrid, bjorn], 500)
    assert game.moment > animated.FRAMES
    answer = browse(None).get(f"/g/{game.pk}/moving.gif?layout=portrait&theme=dark")
    assert 20 < getattr(Image.open(BytesIO(answer.content)), "n_frames", 1) <= animated.FRAMES
    assert len(answer.content) <= animated.LIMIT_BYTES


def test_it_is_drawn_once(running: Game, browse: Browse, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn, packed = [], animated._packed
    monkeypatch.setattr(animated, "_packed", lambda pictures: drawn.append(1) or packed(pictures))
    for _ in range(3):
        assert browse(None).get(f"/g/{running.pk}/moving.gif?from=2&to=4").status_code == 200
    assert drawn == [1]


def test_it_is_not_drawn_anew_after_what_others_do_unseen(
    astrid: Player, bjorn: Player, eir: Player, table: Table, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """How long it took told everybody that somebody had done something, were the bytes ever so equal."""
    drawn, packed = [], animated._packed
    monkeypatch.setattr(animated, "_packed", lambda pictures: drawn.append(1) or packed(pictures))
    people = [astrid, bjorn, eir]
    game = table(*people)
    players, actor = Players(game, people, random.Random(5)), None
    while actor is None:
        assert players.go_on()
        moment = Game.objects.get(pk=game.pk).moment
        path = f"/g/{game.pk}/moving.gif?from={moment - 1}"
        for seat, reader in enumerate((*people, None)):
            eyes = "" if reader is None else f"&as={seat}"
            assert browse(reader).get(path + eyes).status_code == 200
        drawn.clear()
        actor = players.secretly()
    for seat, reader in enumerate((*people, None)):
        if seat != actor:
            eyes = "" if reader is None else f"&as={seat}"
            assert browse(reader).get(path + eyes).status_code == 200
    assert not drawn


@pytest.mark.parametrize("bound", ["MOMENTS", "COMPUTING_S", "LIMIT_BYTES"])
def test_what_is_too_long_is_refused_in_words(
    bound: str, running: Game, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(animated, bound, 0)
    answer = browse(None).get(f"/g/{running.pk}/moving.gif?from=3&to=8&layout=portrait")
    assert (answer.status_code, answer.headers["Content-Type"]) == (422, "text/plain; charset=utf-8")
    assert "choose fewer moments" in answer.content.decode()


def test_only_one_is_drawn_at_a_time(running: Game, browse: Browse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(animated, "PATIENCE_S", 0.01)
    with animated._drawing:
        answer = browse(None).get(f"/g/{running.pk}/moving.gif?from=2&to=8")
    assert answer.status_code == 503
    assert answer.headers["Retry-After"]


def test_a_seat_is_shown_to_its_owner_alone(running: Game, browse: Browse, astrid: Player, bjorn: Player) -> None:
    path = f"/g/{running.pk}/moving.gif?from=4&to=6"
    public = browse(None).get(path)
    own = browse(astrid).get(f"{path}&as=0")
    assert own.status_code == 200
    assert own.content != public.content
    assert browse(astrid).get(path).content == public.content, "nobody shows the own cards without having asked for it"
    for reader in (bjorn, None):
        assert browse(reader).get(f"{path}&as=0").status_code == 404
    assert browse(astrid).get(f"{path}&as=table").status_code == 404
    Game.objects.filter(pk=running.pk).update(status=Game.Status.CLOSED)  # then the whole table may be looked at
    assert browse(None).get(f"/g/{running.pk}/?as=table").status_code == 200
    assert browse(None).get(f"{path}&as=table").status_code == 404  # in one picture it is not shown


@pytest.mark.parametrize("asked", ["from=0", "from=9&to=3", "to=9999", "from=x", "to=-1", "from=٣", "to=1e3"])
def test_moments_that_are_none_are_not_found(asked: str, running: Game, browse: Browse) -> None:
    assert browse(None).get(f"/g/{running.pk}/moving.gif?{asked}").status_code == 404


# --- A feed ---------------


def test_a_feed_tells_what_the_page_tells(running: Game, browse: Browse) -> None:
    answer = browse(None).get(f"/g/{running.pk}/feed.atom")
    assert answer.headers["Content-Type"] == "application/atom+xml; charset=utf-8"
    feed = ET.fromstring(answer.content.decode())
    entries = feed.findall(f"{ATOM}entry")
    assert len(entries) == running.moment
    page = browse(None).get(f"/g/{running.pk}/log/").content.decode()
    for entry in entries:
        said = entry.findtext(f"{ATOM}summary") or ""
        assert said.split(" (")[0][:20] in page.replace("&#x27;", "'")
        link = entry.find(f"{ATOM}link")
        assert link is not None
        assert browse(None).get(link.attrib["href"].removeprefix(settings.PUBLIC_URL)).status_code == 200
        assert (entry.findtext(f"{ATOM}updated") or "").endswith(":00+00:00"), "to the minute"
    ids = [entry.findtext(f"{ATOM}id") for entry in entries]
    assert len(set(ids)) == len(ids)


def test_a_feed_holds_the_newest_moments_alone(running: Game, browse: Browse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "ENTRIES", 3)
    feed = ET.fromstring(browse(None).get(f"/g/{running.pk}/feed.atom").content.decode())
    told = [int((entry.findtext(f"{ATOM}title") or "").partition(" ")[0]) for entry in feed.findall(f"{ATOM}entry")]
    assert told == [running.moment, running.moment - 1, running.moment - 2]


def test_a_feed_keeps_its_entries_when_the_game_goes_on(
    running: Game, browse: Browse, astrid: Player, bjorn: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feeds, "ENTRIES", 1000)  # else those of before are no longer in it at the end

    def entries() -> dict[str | None, tuple[str | None, str | None]]:
        feed = ET.fromstring(browse(None).get(f"/g/{running.pk}/feed.atom").content.decode())
        found = feed.findall(f"{ATOM}entry")
        told = (tuple(one.findtext(f"{ATOM}{name}") for name in ("id", "title", "updated")) for one in found)
        return {key: (title, updated) for key, title, updated in told}

    before = entries()
    play(running, [astrid, bjorn], 500)
    assert running.status == "over"
    after = entries()
    assert len(after) > len(before) > 3
    assert {key: after[key] for key in before} == before


def test_a_feed_has_the_newest_moments_the_newest_first(
    running: Game, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feeds, "ENTRIES", 3)
    feed = ET.fromstring(browse(None).get(f"/g/{running.pk}/feed.atom").content.decode())
    titles = [one.findtext(f"{ATOM}title") or "" for one in feed.findall(f"{ATOM}entry")]
    assert running.moment > 3
    assert [int(one.split(" ")[0]) for one in titles] == [running.moment, running.moment - 1, running.moment - 2]


def test_a_name_from_the_right_in_a_title_cut_short_keeps_its_order_to_itself(
    running: Game, browse: Browse, bjorn: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.update_player(bjorn, name="محمد بن عبد الله الخوارزمي")
    monkeypatch.setattr(feeds, "TITLE_LIMIT", 14)
    feed = browse(None).get(f"/g/{running.pk}/feed.atom").content.decode()
    cut = [one for one in re.findall("<title>(.*?)</title>", feed) if "\u2068" in one and "…" in one]
    assert cut
    assert all(one.endswith("…\u2069") for one in cut)


def test_a_feed_holds_no_letters(running: Game, browse: Browse, astrid: Player) -> None:
    services.send_press(running.pk, seat=0, player=astrid, to=None, text="Ragnarok is near", cause=uuid4())
    assert "Ragnarok is near" in browse(None).get(f"/g/{running.pk}/").content.decode()
    assert "Ragnarok is near" not in browse(None).get(f"/g/{running.pk}/feed.atom").content.decode()


def test_a_feed_speaks_the_language_of_its_address(running: Game, browse: Browse) -> None:
    russian = browse(None).get(f"/g/{running.pk}/feed.atom?language=ru")
    assert russian.headers["Content-Language"] == "ru"
    assert "Партия начинается" in russian.content.decode() or re.search("[а-я]{4}", russian.content.decode())
    assert not re.search("[а-я]{4}", browse(None).get(f"/g/{running.pk}/feed.atom?language=xx").content.decode())


def test_a_feed_is_what_its_standard_asks_for(astrid: Player, bjorn: Player, table: Table, browse: Browse) -> None:
    """RFC 4287, 4.1.1: an author; 3.1.1: what is called HTML is read as such."""
    services.set_page(astrid, on=True)
    game = table(astrid, bjorn, title="Odin <3 & Frigg")
    for path in (f"/g/{game.pk}/feed.atom", f"/players/{astrid.pk}/feed.atom"):
        feed = ET.fromstring(browse(None).get(path).content.decode())
        assert feed.findtext(f"{ATOM}author/{ATOM}name") == "Asgard PBEM"
        told = [one.text or "" for one in feed.iter(f"{ATOM}summary") if one.get("type") == "html"]
        assert told
        assert not any("<" in one for one in told)
    assert "Odin &lt;3 &amp; Frigg (Aesir) has begun." in told


# --- A feed of a person ---------------


def test_a_persons_feed_tells_of_their_public_games(
    astrid: Player, bjorn: Player, table: Table, browse: Browse
) -> None:
    services.set_page(astrid, on=True)
    game = table(astrid, bjorn, title="Vigrid")
    table(astrid, bjorn, title="Hidden", visibility="private")
    path = f"/players/{astrid.pk}/feed.atom"
    begun = browse(None).get(path).content.decode()
    assert begun.count("<entry>") == 1
    assert "Vigrid (Aesir) has begun." in begun
    assert "Hidden" not in begun
    assert path in browse(None).get(f"/players/{astrid.pk}/").content.decode()
    play(game, [astrid, bjorn], 500)
    over = browse(None).get(path).content.decode()
    told = ET.fromstring(over).findall(f"{ATOM}entry")
    assert len({one.findtext(f"{ATOM}id") for one in told}) == len(told) == 2
    assert all((one.findtext(f"{ATOM}updated") or "").endswith(":00+00:00") for one in told), "to the minute"
    assert "Vigrid (Aesir) is over. Won by:" in over
    assert browse(bjorn).get(path).content == browse(astrid).get(path).content == browse(None).get(path).content


def test_of_a_table_that_was_closed_a_persons_feed_names_no_winner_and_the_newest_stands_first(
    astrid: Player, bjorn: Player, table: Table, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.set_page(astrid, on=True)
    first, second = table(astrid, bjorn, title="Vigrid"), table(astrid, bjorn, title="Idavoll")
    services.close_table(first.pk, by=None, cause=uuid4())
    for one, days in ((first, 2), (second, 1)):
        Game.objects.filter(pk=one.pk).update(started_at=timezone.now() - timedelta(days=days))

    def titles() -> list[str]:
        feed = ET.fromstring(browse(None).get(f"/players/{astrid.pk}/feed.atom").content.decode())
        return [one.findtext(f"{ATOM}title") or "" for one in feed.findall(f"{ATOM}entry")]

    begun = ["Idavoll (Aesir) has begun.", "Vigrid (Aesir) has begun."]
    assert titles()[1:] == begun
    assert titles()[0].startswith("Vigrid (Aesir) is over.")
    assert "Won by" not in titles()[0]
    monkeypatch.setattr(feeds, "ENTRIES", 2)
    assert titles()[1:] == begun[:1]


def test_a_feed_of_moves_is_no_feed_of_a_person(astrid: Player, bjorn: Player, table: Table, browse: Browse) -> None:
    """When somebody moved, and at which table they are waited for, is not told."""
    services.set_page(astrid, on=True)
    game = table(astrid, bjorn, title="Vigrid")
    before = browse(None).get(f"/players/{astrid.pk}/feed.atom").content
    play(game, [astrid, bjorn], 8)
    assert browse(None).get(f"/players/{astrid.pk}/feed.atom").content == before


def test_who_has_no_page_has_no_feed(astrid: Player, bjorn: Player, table: Table, browse: Browse) -> None:
    services.set_page(astrid, on=False)
    table(astrid, bjorn)
    for reader in (None, astrid, bjorn):
        for person in (astrid.pk, NOWHERE):
            assert browse(reader).get(f"/players/{person}/feed.atom").status_code == 404
