"""A finished game of each kind, to be looked at before one has played; games of bots and imports can be looked at."""

from __future__ import annotations

import gzip
import io
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from asgard_pbem.tables import notify, tasks
from asgard_pbem.tables.models import Game, Player, Snapshot
from asgard_pbem.tables.reading import checking, samples
from asgard_pbem.tables.store import loading
from asgard_pbem.tables.store.keeping import forgetting
from engine.log import exported as log
from engine.table import registry

from .test_archive import listed

pytestmark = pytest.mark.django_db
Browse = Callable[[Player | None], Client]
KEYS = sorted(registry.games())


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Tasks that were queued."""
    names: list[str] = []
    monkeypatch.setattr(notify, "tell", lambda name, *_arguments, **_more: names.append(name) is None)
    return names


@pytest.fixture
def brought(db: None) -> Iterator[None]:
    """The shortest of the samples is in the store."""
    call_command("samples", "aesir", stdout=io.StringIO())
    return


@pytest.mark.parametrize("key", KEYS)
def test_every_game_has_a_finished_sample_that_verifies_as_any_log_does(key: str) -> None:
    data = gzip.decompress((samples.FOLDER / f"{key}.log.gz").read_bytes())
    log.verify(data)
    name, events = log.read_events(data)
    assert str(samples.ids()[key]) == name
    assert events[0]["payload"]["game"] == key
    assert events[-1]["kind"] == "game_ended"
    assert not any(one["payload"].get("holder") for one in events)  # bots played it, no person did


def test_samples_come_one_at_a_time_and_the_last_one_queues_nothing(told: list[str]) -> None:
    for number in range(1, len(KEYS) + 1):
        tasks.bring_samples()
        assert (Game.objects.count(), len(told)) == (number, number)
    tasks.bring_samples()
    assert (Game.objects.count(), len(told)) == (len(KEYS), len(KEYS))
    assert set(Game.objects.values_list("status", "visibility")) == {("over", "public")}


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_sample_stands_in_the_archive_and_on_its_games_card(brought: None, browse: Browse, language: str) -> None:
    client, name = browse(None), str(samples.ids()["aesir"])
    client.cookies["django_language"] = language
    assert listed(client, "/games/") == [name]
    for path in ("/", "/tables/"):
        assert f'href="/g/{name}/1/"' in client.get(path).content.decode()
    assert client.get(f"/g/{name}/7/?as=1").status_code == 200


def test_a_stranger_slides_through_a_finished_game_on_the_first_page(brought: None, browse: Browse) -> None:
    client = browse(None)
    page = client.get("/").content.decode()
    last = Game.objects.get().moment
    assert f'max="{last}"' in page
    first, late = (client.get(f"/?game=aesir&at={moment}").content.decode() for moment in (20, last))
    assert first != late
    assert f"20 / {last}" in first
    assert client.get("/?game=aesir&to=20").content.decode().count(f"20 / {last}") == 1  # without scripts
    piece = client.get("/samples/aesir/en/20/")
    assert piece.content.decode() in first
    assert "public" in piece.headers["Cache-Control"]
    assert "Раунд" in client.get("/samples/aesir/ru/20/").content.decode()


@pytest.mark.parametrize("query", ["game=chess", "at=0", "at=999999999999", "at=x", "to=-1", "game=aesir&at=%D9%A3"])
def test_a_first_page_with_an_address_cut_in_two_is_a_first_page(brought: None, browse: Browse, query: str) -> None:
    assert browse(None).get(f"/?{query}").status_code == 200


@pytest.mark.parametrize("path", ["aesir/en/0/", "aesir/en/9999/", "asgard/en/1/", "chess/en/1/", "aesir/fr/1/"])
def test_a_moment_that_is_none_of_a_sample_is_not_found(brought: None, browse: Browse, path: str) -> None:
    assert browse(None).get(f"/samples/{path}").status_code == 404


def test_without_samples_the_first_page_shows_none(db: None, browse: Browse) -> None:
    assert 'id="show"' not in browse(None).get("/").content.decode()


def test_a_moment_that_was_shown_is_not_drawn_again(brought: None, browse: Browse) -> None:
    client = browse(None)
    client.get("/?at=30")
    with CaptureQueriesContext(connection) as asked:
        page = client.get("/?at=30")
    assert len(asked) <= 4
    assert page.status_code == 200


@pytest.mark.parametrize("moment", ["0", "-1", "x", "²", "99999", "000000001999", "9" * 5000])
def test_a_moment_that_the_sample_lacks_is_passed_over(moment: str, brought: None, browse: Browse) -> None:
    assert 'id="show"' in browse(None).get(f"/?at={moment}").content.decode()


def test_games_of_bots_are_public_where_wanted(db: None, browse: Browse) -> None:
    def simulated(*options: str) -> str:
        out = io.StringIO()
        call_command("simulate", "aesir", "--seats", "2", "--seed", "1", *options, stdout=out, stderr=io.StringIO())
        return re.findall(r"[0-9a-f-]{36}", out.getvalue())[0]

    shown, hidden, by_default = simulated("--public"), simulated("--no-public"), simulated()
    client = browse(None)
    assert client.get(f"/g/{shown}/12/").status_code == 200
    assert client.get(f"/g/{hidden}/12/").status_code == 302
    assert client.get(f"/g/{by_default}/12/").status_code == 200  # tests run in local play
    assert sorted(listed(client, "/games/")) == sorted([shown, by_default])
    assert client.get(f"/g/{shown}/small.webp").status_code == 200


@pytest.mark.parametrize("options, status", [((), 200), (("--public",), 200), (("--no-public",), 302)])
def test_an_imported_game_can_be_looked_at_where_wanted(
    db: None, browse: Browse, tmp_path: Path, options: tuple[str, ...], status: int
) -> None:
    file = tmp_path / "game.log"
    file.write_bytes(gzip.decompress((samples.FOLDER / "aesir.log.gz").read_bytes()))
    call_command("import", str(file), *options, stdout=io.StringIO())
    assert browse(None).get(f"/g/{samples.ids()['aesir']}/9/").status_code == status


def test_the_page_of_an_ended_game_says_where_the_points_came_from(brought: None, browse: Browse) -> None:
    page = browse(None).get(f"/g/{samples.ids()['aesir']}/").content.decode()
    table = page.split('class="sources"')[1].split("</table>")[0]
    assert "The final tally" in table
    totals = re.findall(r'<td class="number">(\d+)</td>', table.split("<tfoot>")[1])
    assert [int(one) for one in totals] == Game.objects.get().scores


def test_a_settled_game_looks_on_every_page_as_it_did_before(brought: None, browse: Browse) -> None:
    client, name = browse(None), samples.ids()["aesir"]
    paths = [f"/g/{name}/{path}" for path in ("", "40/", "log.jsonl", "frames/30-45.json", "embed/", "40/?as=1")]

    def pages() -> list[str]:
        loading.shelf.clear()
        found = [client.get(path) for path in paths]
        assert [one.status_code for one in found] == [200] * len(paths)
        return [re.sub(r'nonce="[^"]*"|name="csrfmiddlewaretoken" value="[^"]*"', "", one.text) for one in found]

    before = pages()
    assert Snapshot.objects.filter(game=name).count() > 1
    forgetting.settle(name, timezone.now())
    assert [one.seq for one in Snapshot.objects.filter(game=name)] == [Game.objects.get().last_snapshot]
    assert pages() == before
    found = checking.check(name)
    assert (found.faults, found.incomplete) == ([], False)
