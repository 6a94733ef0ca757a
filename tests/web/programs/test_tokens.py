"""Tokens: made and ended on the settings page, kept as a hash, good for their owner alone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from asgard_pbem.serving.logs import masked
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Player
from asgard_pbem.web.models import AccessToken
from asgard_pbem.web.requests.tokens import make_token, use_token
from tests.web.programs.conftest import Program, Programs

pytestmark = pytest.mark.django_db
Browse = Callable[[Player | None], Client]
TOKEN = re.compile(r"asgard_[\w-]{43}")


def make(client: Client, nonce: UUID | None = None, status: int = 200, **fields: str) -> str:
    answer = client.post("/settings/tokens/", {"name": "My bot", "nonce": str(nonce or uuid4()), **fields}, follow=True)
    assert answer.status_code == status
    assert "no-store" in answer.headers["Cache-Control"] or answer.redirect_chain
    return str(answer.content.decode())


def test_a_token_is_shown_once_and_lets_its_owner_in(astrid: Player, browse: Browse) -> None:
    client, nonce = browse(astrid), uuid4()
    (token,) = TOKEN.findall(make(client, nonce))
    assert Program(token).get("/me")["name"] == "Astrid"
    later = client.get("/settings/").content.decode()
    assert "My bot" in later
    assert "last used" in later
    assert not TOKEN.search(later)
    again = make(client, nonce)
    assert not TOKEN.search(again)
    assert "shown only once" in again
    assert AccessToken.objects.count() == 1


def test_of_a_token_a_hash_is_kept_and_its_name_is_sealed(astrid: Player) -> None:
    _, token = make_token(astrid, name="Secret plan", read_only=False, cause=uuid4())
    with connection.cursor() as cursor:
        cursor.execute("SELECT row_to_json(t)::text FROM web_accesstoken t")
        ((row,),) = cursor.fetchall()
    for word in (token, token.encode().hex(), "Secret plan", b"Secret plan".hex()):
        assert word not in row


def test_an_ended_token_lets_nobody_in_and_nobody_ends_that_of_another(
    astrid: Player, bjorn: Player, program: Programs, browse: Browse
) -> None:
    mine = program(astrid)
    (row,) = AccessToken.objects.all()
    browse(bjorn).post("/settings/tokens/end/", {"token": str(row.pk)})
    assert mine.ask("GET", "/me").status_code == 200
    browse(astrid).post("/settings/tokens/end/", {"token": str(row.pk)})
    assert mine.ask("GET", "/me").status_code == 401


def test_a_token_lets_nobody_in_who_is_not_let_in_by_themselves(astrid: Player, program: Programs) -> None:
    mine = program(astrid)
    Player.objects.filter(pk=astrid.pk).update(is_active=False)
    assert mine.ask("GET", "/me").status_code == 401


def test_who_shows_a_token_that_is_none_is_told_so_even_where_strangers_may_read(
    astrid: Player, browse: Browse
) -> None:
    for given in ("Bearer asgard_no", "Bearer ", "Basic YTpi", "Token x"):
        answer = Program().ask("GET", "/tables", authorization=given)
        assert answer.status_code == 401
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    signed_in = browse(astrid)  # a cookie does not stand in for a wrong token
    assert signed_in.get("/api/v1/me", headers={"authorization": "Bearer asgard_no"}).status_code == 401


def test_a_token_is_a_bearers_and_good_for_no_page(astrid: Player, program: Programs) -> None:
    token = program(astrid).token
    for scheme, status in (("bearer", 200), ("Basic", 401), ("Token", 401)):
        assert Program().ask("GET", "/me", authorization=f"{scheme} {token}").status_code == status
    assert Client().get("/settings/", headers={"authorization": f"Bearer {token}"}).status_code == 302


def test_a_token_is_made_once_for_each_person(astrid: Player, bjorn: Player) -> None:
    cause = uuid4()
    for player in (astrid, bjorn):
        make_token(player, name="x" * 60, read_only=True, cause=cause)
        with pytest.raises(services.ServiceError, match="E_TOKEN_MADE"):
            make_token(player, name="x", read_only=True, cause=cause)
    with pytest.raises(services.ServiceError, match="E_TOKEN_NAME"):
        make_token(astrid, name="x" * 61, read_only=True, cause=uuid4())


def test_a_token_for_reading_changes_nothing(astrid: Player, program: Programs) -> None:
    reader = program(astrid, read_only=True)
    assert reader.get("/me")["name"] == "Astrid"
    for method, path, body in (
        ("PATCH", "/me", {"name": "Else"}),
        ("PUT", "/me/absence", {"first": "2099-01-01", "last": "2099-01-03"}),
        ("POST", "/me/calendar", {}),
        ("DELETE", "/me/calendar", {}),
    ):
        answer = reader.ask(method, path, body)
        assert (answer.status_code, answer.json()["detail"]) == (403, "This token may only read.")
    assert reader.ask("GET", "/me").headers["Cache-Control"] == "private, no-cache"
    astrid.refresh_from_db()
    assert (astrid.name, astrid.absent_from) == ("Astrid", None)


def test_tokens_are_told_of_in_what_is_kept_and_go_with_the_person(
    astrid: Player, program: Programs, browse: Browse
) -> None:
    mine = program(astrid)
    for kept in (mine.get("/me/kept")["kept"], browse(astrid).get("/settings/kept.json").json()):
        (told,) = kept["tokens"]
        assert told["name"] == "A test"
        assert mine.token not in json.dumps(kept)
    services.erase_player(astrid)
    assert not AccessToken.objects.exists()
    assert mine.ask("GET", "/me").status_code == 401


@pytest.mark.parametrize("name", ["", "   ", "\u200b", "x" * 61])
def test_a_token_needs_a_name(astrid: Player, browse: Browse, name: str) -> None:
    make(browse(astrid), status=400, name=name)
    assert not AccessToken.objects.exists()


def test_nobody_has_more_than_twenty(astrid: Player, bjorn: Player) -> None:
    for _ in range(20):
        make_token(astrid, name="One of many", read_only=True, cause=uuid4())
    with pytest.raises(services.ServiceError, match="E_MANY_TOKENS"):
        make_token(astrid, name="One more", read_only=True, cause=uuid4())
    make_token(bjorn, name="Of another", read_only=True, cause=uuid4())


def test_a_browser_that_is_signed_in_sends_the_token_against_forged_requests(astrid: Player) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(astrid, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get("/api/v1/me").status_code == 200
    body = json.dumps({"name": "Else"})
    forged = client.patch("/api/v1/me", body, "application/json")
    assert (forged.status_code, forged.headers["Content-Type"]) == (403, "application/problem+json")
    page = client.get("/settings/").content.decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert token is not None
    assert client.patch("/api/v1/me", body, "application/json", headers={"X-CSRFToken": token[1]}).status_code == 200


def test_a_token_in_an_address_is_masked_in_logs(program: Programs, astrid: Player) -> None:
    assert program(astrid).token not in masked(f"GET /api/v1/me?token={program(astrid).token}")
    token = program(astrid).token
    assert token not in masked(f"GET /api/v1/me?token={token}")


def test_the_last_use_of_a_token_is_kept_anew_and_not_with_each_request(astrid: Player) -> None:
    row, text = make_token(astrid, name="Notes", read_only=True, cause=uuid4())
    long_ago, now = timezone.now() - timedelta(days=9), timezone.now()
    AccessToken.objects.filter(pk=row.pk).update(used_at=long_ago)
    assert use_token(text) is not None
    row.refresh_from_db()
    assert row.used_at is not None
    assert now - row.used_at < timedelta(minutes=2)
    AccessToken.objects.filter(pk=row.pk).update(used_at=now)
    use_token(text)
    row.refresh_from_db()
    assert row.used_at == now
