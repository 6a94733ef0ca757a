"""Whatever goes wrong under /api/ is told as RFC 9457 has it, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client, override_settings

from asgard_pbem.tables.errors import ServiceError
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.words import REFUSALS
from asgard_pbem.web.api.operations import games
from asgard_pbem.web.api.problems import refused
from asgard_pbem.web.requests import costly
from engine.core.moves import IllegalMove
from engine.table.orders import UNDO, Refused
from tests.web.programs.conftest import Program, Programs

pytestmark = pytest.mark.django_db


def problem(answer: Any, status: int) -> dict[str, Any]:
    assert answer.status_code == status, answer.content
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.headers["Cache-Control"] == "private, no-store"
    told: dict[str, Any] = answer.json()
    assert told["type"] == "about:blank"
    assert told["status"] == status
    assert told["title"]
    assert told["detail"]
    return told


def test_what_is_not_there_in_any_way(astrid: Player, program: Programs) -> None:
    for address in ("/nowhere", "/tables/x", f"/tables/{uuid4()}", "/games/halma", "/tables/", "/../x"):
        problem(program(astrid).ask("GET", address), 404)


def test_methods_that_are_not_there_and_which_are(program: Programs) -> None:
    answer = program().ask("DELETE", "/tables")
    problem(answer, 405)
    assert set(answer.headers["Allow"].replace(" ", "").split(",")) == {"GET", "HEAD", "POST"}


def test_whatever_can_be_read_answers_to_head_as_well(program: Programs) -> None:
    """RFC 9110, 9.1. The description tells of each operation once."""
    read, head = (program().ask(method, "/games/aesir/manual") for method in ("GET", "HEAD"))
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["Content-Type"] == read.headers["Content-Type"]
    assert program().ask("HEAD", "/openapi.json").status_code == 200
    told = program().get("/openapi.json")
    assert {method for path in told["paths"].values() for method in path} <= {"get", "post", "put", "patch", "delete"}
    assert "HEAD" not in program().client.get("/api/").content.decode()


def test_without_a_token_what_is_not_public_is_refused(program: Programs) -> None:
    for address in ("/me", "/me/kept", f"/seeds/{uuid4()}", f"/tables/{uuid4()}/questions"):
        problem(program().ask("GET", address), 401)


def test_what_does_not_fit_says_where_and_does_not_repeat_it(astrid: Player, program: Programs) -> None:
    told = problem(program(astrid).ask("POST", "/tables", {"game": "aesir", "seats": "many", "colour": "secret"}), 422)
    assert {one["at"] for one in told["errors"]} == {"body.seats", "body.colour"}
    assert "secret" not in str(told)


def test_where_a_thing_does_not_fit_is_named_as_it_was_sent(astrid: Player, program: Programs) -> None:
    """Not as the code calls it: `body.body` would be a field `body` of what was sent."""
    mine = program(astrid)
    told = problem(mine.ask("POST", "/tables", {"game": "aesir", "seats": 3, "seeds": [1]}), 422)
    assert [one["at"] for one in told["errors"]] == ["body.seeds"]
    told = problem(mine.ask("POST", "/tables", [1]), 422)
    assert [one["at"] for one in told["errors"]] == ["body"]
    told = problem(mine.ask("GET", f"/tables/{uuid4()}/moments?limit=many"), 422)
    assert [one["at"] for one in told["errors"]] == ["query.limit"]
    told = problem(mine.ask("POST", "/tables", {"game": "aesir", "seats": 3}, key="x"), 422)
    assert [one["at"] for one in told["errors"]] == ["header.Idempotency-Key"]


def test_no_json_and_too_much_of_it(astrid: Player, program: Programs) -> None:
    mine = program(astrid)
    head = {"authorization": f"Bearer {mine.token}"}
    problem(Client().generic("POST", "/api/v1/tables", b"{", "application/json", headers=head), 400)
    with override_settings(DATA_UPLOAD_MAX_MEMORY_SIZE=10):
        problem(mine.ask("POST", "/tables", {"game": "aesir", "seats": 3}), 413)


def test_refusals_have_the_words_of_pages_in_the_language_of_the_person(
    astrid: Player, bjorn: Player, program: Programs, table: Callable[..., Game]
) -> None:
    game = table(astrid, bjorn, "greedy")
    told = problem(program(astrid).ask("POST", f"/tables/{game.pk}/close", {}), 409)
    assert (told["code"], told["detail"]) == ("E_STARTED", "The game has begun.")
    astrid.language = "ru"
    astrid.save()
    told = problem(program(astrid).ask("POST", f"/tables/{game.pk}/close", {}), 409)
    assert told["detail"] == "Партия уже началась."
    told = problem(program(astrid).ask("POST", f"/tables/{game.pk}/orders", {"lines": ["dance wildly"]}), 422)
    assert (told["line"], told["order"]) == (0, "dance wildly")


def test_strangers_are_answered_in_the_language_that_they_ask_for(program: Programs) -> None:
    for address, status in (("/nowhere", 404), ("/me", 401)):
        told = problem(program().ask("GET", address, **{"accept-language": "ru"}), status)
        assert told["title"] in {"Не найдено", "Вход не выполнен"}


def test_what_breaks_on_our_side_tells_nothing_of_why(program: Programs, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> Any:
        raise RuntimeError("a secret of ours")

    monkeypatch.setattr(games, "games", broken)
    told = problem(program().ask("GET", "/games"), 500)
    assert "secret" not in str(told)


def test_too_many_requests_wait_a_minute_each_person_by_themselves(astrid: Player, program: Programs) -> None:
    with override_settings(API_A_MINUTE=2):
        stranger, mine = program(), program(astrid)
        assert [stranger.ask("GET", "/games").status_code for _ in range(3)] == [200, 200, 429]
        answer = stranger.ask("GET", "/games")
        problem(answer, 429)
        assert answer.headers["Retry-After"] == "60"
        assert mine.ask("GET", "/games").status_code == 200
        elsewhere = Program(client=Client(REMOTE_ADDR="192.0.2.7"))
        assert elsewhere.ask("GET", "/games").status_code == 200


def test_who_asks_for_too_many_pictures_is_told_when_to_come_back(
    astrid: Player, table: Callable[..., Game], program: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = table(astrid, "greedy")
    monkeypatch.setattr(costly, "A_MINUTE", 0)
    answer = program(astrid).ask("GET", f"/tables/{game.pk}/moments/{game.moment}/board.svg")
    problem(answer, 429)
    assert answer.headers["Retry-After"] == "60"


def test_whatever_is_refused_for_an_hour_says_so_to_programs() -> None:
    hourly = [code for code, text in REFUSALS.items() if "hour" in text and text.startswith("That is enough for now")]
    assert len(hourly) >= 5
    answers = {code: refused(ServiceError(code), None) for code in hourly}
    assert {code: one.status_code for code, one in answers.items()} == dict.fromkeys(hourly, 429)
    assert {one.headers["Retry-After"] for one in answers.values()} == {"3600"}


def test_a_code_of_the_rules_means_what_the_rules_mean() -> None:
    """`E_FULL`: every seat is taken; in Blood Rage, too few villages are free for the move, and another fits."""
    full = IllegalMove("E_FULL", place="gimle", free=0, needed=1)
    answers = refused(ServiceError("E_FULL"), None), refused(full, None), refused(Refused(0, "invade", full), None)
    assert [one.status_code for one in answers] == [409, 422, 422]
    assert refused(IllegalMove(UNDO), None).status_code == 409


def test_errors_of_pages_are_pages(program: Programs) -> None:
    assert "text/html" in Program().client.get("/nowhere/").headers["Content-Type"]
