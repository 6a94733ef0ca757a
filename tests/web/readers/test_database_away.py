"""The database is away for a while: pages say so, in the reader's language, and when to come back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from uuid import uuid4

import psycopg
import pytest
from django.db import connection
from django.test import Client

from asgard_pbem.database.base import DatabaseWrapper
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.web.requests.tokens import make_token

pytestmark = pytest.mark.django_db(transaction=True)

Browse = Callable[[Player | None], Client]
PAGE = {"accept": "text/html,*/*;q=0.8"}


@pytest.fixture
def away(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """Call it, and nobody answers where the database was."""

    def nobody(*_: object) -> None:
        raise psycopg.OperationalError("connection refused")

    with monkeypatch.context() as patch:

        def go() -> None:
            connection.close()
            patch.setattr(DatabaseWrapper, "get_new_connection", nobody)

        yield go


def reader(client: Client) -> Client:
    client.raise_request_exception = False
    return client


@pytest.mark.parametrize("signed_in", [True, False])
def test_a_page_says_so_and_when_to_come_back(
    astrid: Player, table: Callable[..., Game], browse: Browse, away: Callable[[], None], *, signed_in: bool
) -> None:
    game = table(astrid, "greedy")
    client = reader(browse(astrid if signed_in else None))
    away()
    for language, word in (("en", "The database does not answer"), ("ru", "База данных не отвечает")):
        answer = client.get(f"/g/{game.pk}/", headers={**PAGE, "accept-language": language})
        assert answer.status_code == 503
        assert int(answer.headers["Retry-After"]) > 0
        assert "no-store" in answer.headers["Cache-Control"]
        assert answer.headers["Content-Language"] == language
        page = answer.content.decode()
        assert f'<html lang="{language}"' in page
        assert word in page
        assert f'href="/g/{game.pk}/"' in page  # the way to try again
        assert page.count("<h1") == 1


def test_a_form_is_not_taken_for_sent(astrid: Player, browse: Browse, away: Callable[[], None]) -> None:
    client = reader(browse(astrid))
    away()
    answer = client.post("/settings/", {"name": "Anna"}, headers=PAGE)
    assert answer.status_code == 503
    page = answer.content.decode()
    assert "Go back and send it once more" in page
    assert 'href="/settings/"' not in page  # which would lead to an empty form


def test_a_program_is_told_as_programs_are(astrid: Player, browse: Browse, away: Callable[[], None]) -> None:
    token = make_token(astrid, name="A test", read_only=False, cause=uuid4())[1]
    client = reader(browse(None))
    away()
    for head in ({}, PAGE, {"authorization": f"Bearer {token}"}):
        answer = client.get("/api/v1/tables", headers=head)
        assert answer.status_code == 503
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert int(answer.headers["Retry-After"]) > 0
        assert "The database does not answer" in answer.json()["detail"]


def test_what_stands_in_a_page_is_told_in_a_line(
    astrid: Player, table: Callable[..., Game], browse: Browse, away: Callable[[], None]
) -> None:
    game = table(astrid, "greedy")
    client = reader(browse(astrid))
    away()
    answer = client.get(f"/g/{game.pk}/latest/", headers={"accept": "application/json"})
    assert answer.status_code == 503
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"


def test_another_failure_is_ours_still(browse: Browse, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("ours")

    monkeypatch.setattr("asgard_pbem.web.views.reading.games", broken)
    assert reader(browse(None)).get("/rules/", headers=PAGE).status_code == 500
