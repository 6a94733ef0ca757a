"""All operations together, their errors, and the description (OpenAPI) that is made from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext
from ninja import NinjaAPI, Router
from ninja.constants import NOT_SET
from ninja.errors import AuthenticationError, HttpError, Throttled, ValidationError

from asgard_pbem.tables.models import Game
from asgard_pbem.web.access import find
from asgard_pbem.web.api import problems
from asgard_pbem.web.api.operations import games, moments, people, playing, seats, tables, talking
from asgard_pbem.web.api.reader import SIGNED_IN, Rate, anybody
from asgard_pbem.web.api.shapes.base import ProblemShape
from asgard_pbem.web.requests.receipts import words_at
from asgard_pbem.web.requests.refusals import REFUSALS

ROUTERS: Final = (games, tables, seats, moments, playing, talking, people)


class Service(NinjaAPI):
    """Ninja with what it leaves out: errors are part of the description, and strangers may ask what is public."""

    def get_openapi_schema(self, *args: Any, **given: Any) -> Any:
        """The description, with problems as answers of every operation."""
        schema = super().get_openapi_schema(*args, **given)
        problem = ProblemShape.model_json_schema()
        schema["components"]["schemas"]["Problem"] = problem
        content = {problems.MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
        public = _public()
        for path in schema["paths"].values():
            path.pop("head", None)  # what is read by GET answers to it as well, and is told once
            for operation in path.values():
                operation["responses"]["4XX"] = {"description": "Refused, and why.", "content": content}
                operation["responses"]["5XX"] = {"description": "Not now.", "content": content}
                if operation["operationId"] in public:
                    operation.setdefault("security", []).append({})
        return schema


def _public() -> set[str]:
    """The ids of operations that need no token."""
    found: set[str] = set()
    for router in (one.router for one in ROUTERS):
        for operation in (each for view in router.path_operations.values() for each in view.operations):
            asked = router.auth if operation.auth_param is NOT_SET else operation.auth_param
            if isinstance(asked, list) and anybody in asked:
                found.add(str(operation.operation_id))
    return found


def _answer_head(router: Router) -> None:
    """Let whatever can be read be asked for its headers alone (RFC 9110, 9.1)."""
    for operation in (each for view in router.path_operations.values() for each in view.operations):
        if "GET" in operation.methods:
            operation.methods = [*operation.methods, "HEAD"]


service = Service(
    title="Asgard PBEM",
    version="1",
    description="Norse board games by email, for programs: see docs/api.md. This description is in English; "
    "sentences that are answered are in the reader's language.",
    openapi_url="/openapi.json",
    docs_url=None,
    urls_namespace="api",
    auth=SIGNED_IN,
    throttle=[Rate()],
)
for _one in ROUTERS:
    _answer_head(_one.router)
    service.add_router("", _one.router)


def refusal(request: HttpRequest, why: Any) -> HttpResponse:
    """What a service refused, in the words of the game that it is about."""
    game_id = request.resolver_match.kwargs.get("table_id") if request.resolver_match is not None else None
    words = None
    if game_id is not None and Game.objects.filter(pk=game_id).exists():
        words = words_at(find(request, game_id))
    return problems.refused(why, words)


def missing(request: HttpRequest, why: Any) -> HttpResponse:
    return problems.answer(404)


def unfit(request: HttpRequest, why: ValidationError) -> HttpResponse:
    """Each place where what was sent does not fit, and why: without what was sent."""
    errors = [{"at": _place(one["loc"]), "why": one["msg"]} for one in why.errors]
    return problems.answer(422, errors=errors)


def _place(found: Sequence[Any]) -> str:
    """`body.seats`, `query.limit`: for the body ninja names its argument as well, which nobody sent."""
    kind, *rest = map(str, found)
    return ".".join([kind, *(rest[1:] if kind == "body" else rest)])


def stranger(request: HttpRequest, why: Any) -> HttpResponse:
    return problems.answer(401)


def said(request: HttpRequest, why: HttpError) -> HttpResponse:
    """What ninja or an operation refuses by number; ninja's own words are for developers."""
    return problems.answer(why.status_code, detail=why.message if why.status_code == 403 else "")


def too_often(request: HttpRequest, why: Throttled) -> HttpResponse:
    return problems.answer(429)


def too_big(request: HttpRequest, why: Any) -> HttpResponse:
    return problems.answer(413)


def suspicious(request: HttpRequest, why: Any) -> HttpResponse:
    return problems.answer(400, detail=gettext("No files are taken here."))


_HANDLERS: Final[list[tuple[Any, Any]]] = [
    *((one, refusal) for one in REFUSALS),
    (Http404, missing),
    (ValidationError, unfit),
    (AuthenticationError, stranger),
    (HttpError, said),
    (Throttled, too_often),
    (RequestDataTooBig, too_big),
    (SuspiciousOperation, suspicious),
]
for _kind, _handler in _HANDLERS:
    service.add_exception_handler(_kind, _handler)
