"""Errors as RFC 9457 has them: `application/problem+json`, with words in the reader's language."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from django.http import HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from asgard_pbem.tables import services
from asgard_pbem.tables.words import reader_language
from asgard_pbem.web.requests.refusals import Refusal, words_of
from engine.core.contract import Words
from engine.core.moves import IllegalMove
from engine.table.orders import CORE_CODES
from engine.table.registry import UnknownRules

MEDIA_TYPE: Final = "application/problem+json"
AN_HOUR_S: Final = 3600
TITLES: Final = {
    400: _("Bad request"),
    401: _("Not signed in"),
    403: _("Not allowed"),
    404: _("Not found"),
    405: _("Not done with this method"),
    409: _("Not now"),
    413: _("Too large"),
    415: _("Not read"),
    422: _("Not possible so"),
    429: _("Too many requests"),
    500: _("Our fault"),
    503: _("Busy"),
}
DETAILS: Final = {
    400: _("This request cannot be read."),
    401: _("Send a token of yours as “Authorization: Bearer …”. They are made on the settings page."),
    403: _("This may not be done by you, or not from here."),
    404: _("There is nothing at this address, or nothing that you may see."),
    405: _("This address does not take this method; the header Allow names those that it takes."),
    409: _("This cannot be done now."),
    413: _("This is larger than anything that is taken here."),
    415: _("Send JSON in UTF-8."),
    422: _("What was sent does not fit: see `errors`."),
    429: _("Too much was asked within a short time. Please wait a while."),
    500: _("Something broke on our side. It has been noted."),
    503: _("Too much is being drawn at this moment. Please try again soon."),
}
# What a refusal of the table is to a program; the rest is 422.
_FORBIDDEN: Final = frozenset({"E_NOT_YOURS", "E_NOT_OPENER", "E_PRIVATE"})
_MISSING: Final = frozenset({"E_NO_GAME", "E_NO_INVITATION", "E_NO_MEMO", "E_NO_PLAN", "E_NO_PROPOSAL", "E_MOMENT"})
_NOT_NOW: Final = frozenset({
    "E_DECLINED", "E_ENDORSED", "E_FULL", "E_GAME_OVER", "E_GOES_ON", "E_INVITED", "E_LAPSED", "E_MANY_MEMOS",
    "E_MANY_PROPOSALS", "E_MANY_TABLES", "E_MANY_WAITING", "E_NOT_ASKED", "E_NOT_STARTED", "E_NO_COUNSEL",
    "E_OLD_PROMPT", "E_OTHER_HAND", "E_OWN_COUNSEL", "E_PAUSED_BY_SERVICE", "E_RESTS", "E_SITS",
    "E_STALE", "E_STARTED", "E_TAKEN", "E_UNANSWERED", "E_UNDO", "E_UNKNOWN_RULES", "E_UNWANTED",
})  # fmt: skip
_TOO_OFTEN: Final = frozenset({
    "E_INVITED_OFTEN", "E_INVITES", "E_MANY_CHANGES", "E_MANY_MESSAGES", "E_MANY_OPENED", "E_MANY_PAUSES",
    "E_MANY_SEATINGS", "E_MANY_UNDOS", "E_WAIT",
})  # fmt: skip


def answer(status: int, *, detail: str = "", code: str = "", **more: Any) -> HttpResponse:
    """A problem. `code`: the same in every language, for programs to tell refusals apart; `more`: further members."""
    title, usual = TITLES.get(status, ""), DETAILS.get(status, "")
    told = {
        "type": "about:blank",
        "title": gettext(title) if title else str(status),
        "status": status,
        "detail": detail or (gettext(usual) if usual else ""),
        **({"code": code} if code else {}),
        **more,
    }
    response = HttpResponse(json.dumps(told, ensure_ascii=False, default=str), status=status, content_type=MEDIA_TYPE)
    if status == 401:
        response.headers["WWW-Authenticate"] = 'Bearer realm="asgard"'
    response.headers["Content-Language"] = reader_language()
    patch_cache_control(response, private=True, no_store=True)
    return response


def refused(why: Refusal, words: Words | None) -> HttpResponse:
    """What a service or the rules refused, in the words of pages. `words`: those of the table's game."""
    if isinstance(why, UnknownRules):
        return answer(409, detail=words_of(why), code="E_UNKNOWN_RULES")
    if isinstance(why, services.Refused):
        inner = why.why
        return answer(_status(inner), detail=words_of(why, words), code=inner.code, line=why.line, order=why.text)
    response = answer(_status(why), detail=words_of(why, words), code=why.code)
    if response.status_code == 429:
        response.headers["Retry-After"] = str(AN_HOUR_S)
    return response


def _status(why: services.ServiceError | IllegalMove) -> int:
    """The rules of a game have codes of their own, among them some that mean another thing to a table."""
    if isinstance(why, IllegalMove) and why.code not in CORE_CODES:
        return 422
    known: Mapping[int, frozenset[str]] = {403: _FORBIDDEN, 404: _MISSING, 409: _NOT_NOW, 429: _TOO_OFTEN}
    return next((status for status, codes in known.items() if why.code in codes), 422)
