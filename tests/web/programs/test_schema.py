"""Schemathesis: every operation asked as its description allows and forbids, in process, a few times each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import pytest
import schemathesis
from django.core.cache import cache
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from asgard_pbem.tables import services
from asgard_pbem.web.api.service import service
from asgard_pbem.web.requests.tokens import make_token

pytestmark = pytest.mark.django_db
EXAMPLES = 3  # of each kind
# What fits the description may still not fit the game: 409 and 422 say so.
LEFT_OUT = [positive_data_acceptance]
schema: Any = schemathesis.openapi.from_dict(service.get_openapi_schema())
schema.app = WSGIHandler()
OPERATIONS: dict[str, list[Any]] = defaultdict(list)
for _found in schema.get_all_operations():
    _operation = _found.ok()
    OPERATIONS[_operation.definition.raw["tags"][0]].append(_operation)


@pytest.fixture(autouse=True)
def _connection_stays() -> Iterator[None]:
    """As with Django's own test client: the end of a request does not close the connection with the transaction."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@dataclass(frozen=True)
class House:
    """A game with somebody at it whose program asks."""

    token: str
    names: dict[str, str]  # by the name of a path's parameter: what is there


@pytest.fixture
def house(db: None) -> House:
    anna = services.player_for("anna@home.example", name="Anna")
    game = services.open_table(opened_by=anna, key="aesir", seats=2, cause=uuid4(), bots={1: "greedy"})
    boris = services.player_for("boris@home.example", name="Boris")
    other = services.open_table(opened_by=boris, key="aesir", seats=2, cause=uuid4())
    offered = services.invite(other.pk, by=boris, email=anna.email, cause=uuid4())
    names = {
        "table_id": game.pk,
        "player_id": anna.pk,
        "invitation_id": offered.pk,
        "key": "aesir",
        "moment": game.moment,
        "mark": uuid4(),
    }
    token = make_token(anna, name="Schemathesis", read_only=False, cause=uuid4())[1]
    return House(token, {name: str(value) for name, value in names.items()})


def ask(operation: Any, kind: GenerationMode, house: House) -> None:
    """A few requests of one kind, each checked with all that schemathesis knows."""

    @settings(
        max_examples=EXAMPLES, derandomize=True, deadline=None, phases=[Phase.explicit, Phase.generate], database=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=operation.as_strategy(generation_mode=kind))
    def each(case: Any) -> None:
        cache.clear()  # of limits
        if kind is GenerationMode.POSITIVE:
            given = case.path_parameters or {}
            case.path_parameters = {name: house.names.get(name, value) for name, value in given.items()}
        headers = {"Authorization": f"Bearer {house.token}", "Accept-Encoding": "identity"}
        case.call_and_validate(headers=headers, excluded_checks=LEFT_OUT)

    each()


@pytest.mark.parametrize("subject", OPERATIONS)
def test_every_answer_is_as_described(subject: str, house: House) -> None:
    wrong = []
    for operation in OPERATIONS[subject]:
        for kind in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            try:
                ask(operation, kind, house)
            except Unsatisfiable:  # nothing can be wrong with it: no parameter and no body
                continue
            except BaseExceptionGroup as found:
                wrong.append((operation.label, kind, [str(one) for one in found.exceptions]))
    assert wrong == []
