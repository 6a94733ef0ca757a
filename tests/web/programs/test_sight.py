"""Who may see what, by addresses for programs: what pages hold, they hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID, uuid4

import pytest
from pydantic import TypeAdapter

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player
from asgard_pbem.tables.reading import history
from asgard_pbem.web.api.guide import description
from engine.table.registry import games
from tests.web.programs.conftest import Program, Programs

pytestmark = pytest.mark.django_db
Table = Callable[..., Game]
GAMES = sorted(games())
# What fits each operation that takes a body, so that it is refused for what it is asked of and not for its shape.
BODIES: dict[str, Any] = {
    "answer": {"question": "0" * 20, "answer": "1"}, "send_orders": {"lines": ["1"]}, "resign": {"confirm": True},
    "drop_plan": {"plan": 0, "text": "x"}, "propose": {"lines": ["1"]}, "send_message": {"text": "Hello"},
    "keep_note": {"text": "Hello"}, "change_note": {"text": "Hello"}, "invite": {"addresses": ["x@home.example"]},
}  # fmt: skip


def of_a_table() -> Iterator[tuple[str, str, str]]:
    """(method, path, operation) of everything that is asked of one table."""
    for path, methods in description()["paths"].items():
        if "{table_id}" in path:
            for method, one in methods.items():
                yield method.upper(), path.removeprefix("/api/v1"), one["operationId"]


def asked(program: Program, table: UUID, method: str, path: str, operation: str) -> tuple[int, bytes]:
    filled = path.format(table_id=table, moment=1, number=1, form="svg")
    body = BODIES.get(operation, {}) if method in {"POST", "PUT"} else None
    answer = program.ask(method, filled, body)
    return answer.status_code, re.sub(str(table).encode(), b"", answer.content)


def test_a_private_table_is_not_there_for_others_whatever_is_asked_of_it(
    astrid: Player, bjorn: Player, eir: Player, table: Table, program: Programs
) -> None:
    private = table(astrid, bjorn, visibility="private")
    for one in (program(eir), program()):
        for method, path, operation in of_a_table():
            there, nowhere = (asked(one, each, method, path, operation) for each in (private.pk, uuid4()))
            assert there == nowhere, operation
            assert there[0] in {404, 401}, operation
    assert program(eir).get("/tables?state=running")["items"] == []
    assert program(eir).get(f"/players/{astrid.pk}")["running"] == []
    assert program(bjorn).get("/tables?state=running&mine=true")["items"][0]["id"] == str(private.pk)


@pytest.mark.parametrize("key", GAMES)
def test_everybody_is_told_their_own_view_of_a_running_game_and_no_other(
    key: str, astrid: Player, bjorn: Player, program: Programs
) -> None:
    game = begun(key, astrid, bjorn)
    now = history.table_now(game.pk)
    at = f"/tables/{game.pk}/moments/{game.moment}"
    for reader, seats in ((program(astrid), (0,)), (program(bjorn), (1,)), (program(), ())):
        for viewer in (*seats, None):
            view = now.rules.view(now.state, viewer)
            told = reader.get(f"{at}?as={'spectator' if viewer is None else viewer}")
            assert told["view"] == TypeAdapter(type(view)).dump_python(view, mode="json")
        for other in {0, 1} - set(seats):
            for what in (at, f"{at}/board.svg", f"/tables/{game.pk}/moments", f"/tables/{game.pk}/log.jsonl"):
                assert reader.ask("GET", f"{what}?as={other}").status_code == 404
        assert reader.ask("GET", f"{at}?as=table").status_code == 404


@pytest.mark.parametrize("key", GAMES)
def test_nobody_is_told_of_anothers_question_answer_or_plans(
    key: str, astrid: Player, bjorn: Player, program: Programs
) -> None:
    """What the other is asked, with its menu, changes with what only they know."""
    game = begun(key, astrid, bjorn)
    mine = program(astrid).get(f"/tables/{game.pk}/questions")["items"]
    assert [one["seat"] for one in mine] == [0]
    question = next((each for one in mine for each in one["questions"]), None)
    if question is None:
        return
    answer = {"question": question["question"], "answer": "1", "seat": 0}
    refused = program(bjorn).ask("POST", f"/tables/{game.pk}/answers", answer)
    assert refused.status_code == 403
    assert question["text"] not in refused.content.decode()
    as_own = program(bjorn).ask("POST", f"/tables/{game.pk}/answers", {**answer, "seat": 1})
    assert as_own.json()["code"] in {"E_STALE", "E_NOT_ASKED"}
    nobody = {"question": "0" * 20, "answer": "1", "seat": 1}
    assert program(bjorn).ask("POST", f"/tables/{game.pk}/answers", nobody).content == as_own.content


def begun(key: str, *people: Player) -> Game:
    """A game of two people in which the first questions are asked."""
    game = services.open_table(opened_by=people[0], key=key, seats=len(people), cause=uuid4())
    for seat, one in enumerate(people[1:], 1):
        services.take_seat(game.pk, player=one, cause=uuid4(), seat=seat)
    return Game.objects.get(pk=game.pk)


def test_a_table_tells_everybody_whom_else_it_waits_for(
    astrid: Player, bjorn: Player, table: Callable[..., Game], program: Programs
) -> None:
    game = table(astrid, bjorn)  # both choose a card at once
    mine, theirs, strangers = (program(one).get(f"/tables/{game.pk}")["waiting"] for one in (astrid, bjorn, None))
    assert (len(mine), len(theirs)) == (1, 1)
    assert mine != theirs
    assert strangers == [*theirs, *mine]


def test_messages_and_notes_are_read_by_whom_they_are_for(
    astrid: Player, bjorn: Player, eir: Player, table: Table, program: Programs
) -> None:
    game = table(astrid, bjorn, eir)
    program(astrid).post(f"/tables/{game.pk}/messages", {"text": "Only for Bjorn", "to": [1]})
    program(astrid).post(f"/tables/{game.pk}/messages", {"text": "For all of you"})
    made = program(astrid).post(f"/tables/{game.pk}/notes", {"text": "For me"})
    note = f"/tables/{game.pk}/notes/{made['number']}"
    assert program(bjorn).ask("PUT", note, {"text": "For all"}).status_code == 404
    assert program(astrid).ask("PUT", note, {"text": "For myself"}).json()["text"] == "For myself"

    def read(one: Program) -> list[str]:
        return [each["text"] for each in one.get(f"/tables/{game.pk}/messages")["items"]]

    assert read(program(bjorn)) == ["Only for Bjorn", "For all of you"]
    assert read(program(eir)) == read(program()) == ["For all of you"]
    assert [one["text"] for one in program(astrid).get(f"/tables/{game.pk}/notes")["items"]] == ["For myself"]
    assert program(bjorn).get(f"/tables/{game.pk}/notes")["items"] == []


def test_what_only_its_owner_may_know_of_a_person_is_told_to_nobody_else(
    astrid: Player, bjorn: Player, program: Programs
) -> None:
    told = program(bjorn).get(f"/players/{astrid.pk}")
    assert "astrid@example.org" not in str(told)
    astrid.has_page = False
    astrid.save()
    assert program(bjorn).ask("GET", f"/players/{astrid.pk}").status_code == 404
    assert program(astrid).get("/me")["address"] == "astrid@example.org"


def test_that_a_plan_did_it_is_told_to_nobody_but_whose_plan_it_was(
    astrid: Player, bjorn: Player, table: Callable[..., Game], program: Programs
) -> None:
    """Aesir: both file orders for the round, and all that follows is done by these."""
    game = table(astrid, bjorn)
    readers = [program(astrid), program(bjorn), program()]
    for one in readers[:2]:
        (own,) = one.get(f"/tables/{game.pk}/questions")["items"]
        one.post(f"/tables/{game.pk}/orders", {"lines": own["plan_examples"][0]["order"].splitlines()})
    told = [one.get(f"/tables/{game.pk}/moments")["items"] for one in readers]
    planned = [{moment["seat"] for moment in moments if moment["by_plan"]} for moments in told]
    assert planned == [{0}, {1}, set()]
