"""People, tables and programs for the tests of the addresses for programs."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client

from asgard_pbem.tables.models import Player
from asgard_pbem.web.requests.tokens import make_token


@dataclass
class Program:
    """A program that asks with a token, or as a stranger."""

    token: str = ""
    client: Client = field(default_factory=lambda: Client(raise_request_exception=False))

    def ask(self, method: str, path: str, body: Any = None, *, key: object = None, **headers: str) -> Any:
        """The answer to a request, as Django's client has it."""
        given = dict(headers)
        if self.token:
            given["authorization"] = f"Bearer {self.token}"
        if key is not None:
            given["idempotency-key"] = str(key)
        data = b"" if body is None else json.dumps(body).encode()
        return self.client.generic(method, f"/api/v1{path}", data, "application/json", headers=given)

    def get(self, path: str, **headers: str) -> Any:
        """The data at an address; it must be there."""
        answer = self.ask("GET", path, **headers)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def post(self, path: str, body: Any = None, *, key: object = None, method: str = "POST") -> Any:
        """What a change gave; it must be done."""
        answer = self.ask(method, path, body if body is not None else {}, key=key or uuid4())
        assert answer.status_code < 300, answer.content
        return answer.json() if answer.content else None


Programs = Callable[..., Program]


@pytest.fixture(autouse=True)
def _nobody_has_asked_yet() -> None:
    cache.clear()


@pytest.fixture
def program(db: None) -> Programs:
    """A program of this player's; of nobody's without one."""

    def made(player: Player | None = None, *, read_only: bool = False) -> Program:
        if player is None:
            return Program()
        return Program(make_token(player, name="A test", read_only=read_only, cause=uuid4())[1])

    return made
