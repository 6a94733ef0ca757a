"""A whole game by addresses for programs alone: opened, joined, played to its end, read again."""

from __future__ import annotations

import itertools
from typing import Any
from uuid import uuid4

import pytest

from asgard_pbem.tables.models import Player
from tests.web.programs.conftest import Program, Programs

pytestmark = pytest.mark.django_db


def first_whole(program: Program, table: str, one: dict[str, Any]) -> str:
    """The first answer of a question, through its further lists."""
    at = ""
    while True:
        choices = [choice for group in one["groups"] for choice in group["choices"]]
        if one["form"] == "columns":
            parts = (next(c["answer"] for c in choices if c["answer"].isalpha() is kind) for kind in (True, False))
            return f"{at}.{''.join(parts)}".lstrip(".")
        assert one["form"] == "lines"
        first = choices[0]
        if not first["leads"]:
            return str(first["answer"])
        at = first["answer"]
        (asking,) = program.get(f"/tables/{table}/questions?question={one['question']}&list={at}")["items"]
        one = next(each for each in asking["questions"] if each["question"] == one["question"])


def test_a_game_is_played_from_its_opening_to_its_end(astrid: Player, bjorn: Player, program: Programs) -> None:
    host, guest = program(astrid), program(bjorn)
    opened = host.post("/tables", {"game": "aesir", "seats": 2, "title": "By programs", "days_per_decision": None})
    table = opened["id"]
    assert (opened["status"], opened["free"], opened["own_seats"]) == ("open", 1, [0])
    assert guest.get("/tables?state=open")["items"][0]["id"] == table
    assert guest.post(f"/tables/{table}/join")["seat"] == 1
    over = False
    for one in itertools.islice(itertools.cycle((host, guest)), 400):
        (asking,) = one.get(f"/tables/{table}/questions")["items"]
        if waiting := [each for each in asking["questions"] if not each["answered"]]:
            answer = first_whole(one, table, waiting[0])
            done = one.post(f"/tables/{table}/answers", {"question": waiting[0]["question"], "answer": answer})
            assert done["told"][0]["tone"] == "done"
            if over := done["over"]:
                break
    assert over
    ended = host.get(f"/tables/{table}")
    assert ended["status"] == "over"
    assert ended["result"]
    assert {one["code"] for one in ended["eyes"]} == {"0", "spectator", "1", "table"}
    story = host.get(f"/tables/{table}/moments?limit=200")["items"]
    assert [one["moment"] for one in story] == list(range(1, ended["moment"] + 1))[:200]
    last = host.get(f"/tables/{table}/moments/{ended['moment']}?as=table")
    assert len(last["view"]) == 2
    assert host.ask("GET", f"/tables/{table}/log.jsonl").status_code == 200
    assert host.ask("GET", f"/tables/{table}/moments/{ended['moment']}/board.svg").content.startswith(b"<svg")
    assert program().get("/tables?state=ended")["items"][0]["title"].startswith("By programs")


def test_what_is_sent_twice_is_done_once(astrid: Player, program: Programs) -> None:
    host, key = program(astrid), uuid4()
    wanted = {"game": "aesir", "seats": 3, "bot": "greedy"}
    first, second = (host.ask("POST", "/tables", wanted, key=key).json() for _ in range(2))
    assert first["id"] == second["id"]
    (asking,) = host.get(f"/tables/{first['id']}/questions")["items"]
    question = asking["questions"][0]["question"]
    answer = {"question": question, "answer": first_whole(host, first["id"], asking["questions"][0])}
    done, again = (host.ask("POST", f"/tables/{first['id']}/answers", answer, key=key).json() for _ in range(2))
    assert (done["repeated"], again["repeated"]) == (False, True)
    assert again["moment"] == done["moment"]
