"""The session in docs/api.md, line by line, as it stands there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from asgard_pbem.tables.models import Player
from tests.web.programs.conftest import Programs

pytestmark = pytest.mark.django_db
PAGE = Path(__file__).resolve().parents[3] / "docs" / "api.md"
LINES = [line for block in re.findall(r"```sh\n(.*?)```", PAGE.read_text(), re.DOTALL) for line in block.splitlines()]
ASSIGNED = re.compile(r"(?P<name>[A-Z]+)=\$\((?P<curl>.*) \| jq -r (?P<path>\S+)\)")


def curl(line: str, known: dict[str, str]) -> Any:
    """What the line gets. Knows as much of curl and of the shell as the page uses."""
    for name, value in known.items():
        line = line.replace(f"${name}", value)
    words = shlex.split(line)
    assert words[:2] == ["curl", "-s"], line
    method, headers, data, address = "GET", {}, "", ""
    rest = iter(words[2:])
    for word in rest:
        if word == "-X":
            method = next(rest)
        elif word == "-H":
            name, _, value = next(rest).partition(": ")
            headers[name] = value
        elif word == "-d":
            data = next(rest)
        else:
            address = word
    # As curl sends data of which nothing else is said.
    return Client().generic(method, address, data, "application/x-www-form-urlencoded" if data else "", headers=headers)


def jq(data: Any, path: str) -> str:
    for name, number in re.findall(r"\.(\w+)|\[(\d+)\]", path):
        data = data[name] if name else data[int(number)]
    return str(data)


def test_the_documented_session_goes_as_it_stands(astrid: Player, program: Programs) -> None:
    known = {"API": "/api/v1", "TOKEN": program(astrid).token}
    assert len(LINES) > 10
    for line in LINES:
        assigned = ASSIGNED.fullmatch(line)
        answer = curl(assigned["curl"] if assigned else line, known)
        assert answer.status_code in {200, 201}, (line, answer.content)
        if assigned:
            known[assigned["name"]] = jq(answer.json(), assigned["path"])
