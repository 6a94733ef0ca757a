"""Who asks, and for which of their seats."""

from __future__ import annotations

from typing import Annotated, Final
from uuid import UUID, uuid4, uuid5

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext
from ninja import Header, Query
from ninja.errors import HttpError
from ninja.security import APIKeyCookie, HttpBearer
from ninja.throttling import BaseThrottle
from ninja.utils import check_csrf

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Player
from asgard_pbem.web import access as reach
from asgard_pbem.web.access import Access, Lens
from asgard_pbem.web.api.middleware import ASKED_BY
from asgard_pbem.web.models import AccessToken
from asgard_pbem.web.requests.often import MINUTE_S, too_often

_SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
IdempotencyKey = Annotated[
    UUID | None,
    Header(
        alias="Idempotency-Key",
        description="A UUID of your own for what you ask. Sent again with the same key, it is done once.",
    ),
]
As = Annotated[
    str,
    Query(
        alias="as",
        pattern="^(|[0-9]{1,2}|spectator|table)$",
        description="Whose eyes: a seat's number, `spectator`, or after the end `table`. Empty: your first seat.",
    ),
]


class Token(HttpBearer):
    """`Authorization: Bearer …`, with a token from the settings page."""

    def __call__(self, request: HttpRequest) -> Player | None:
        token = request.META.get(ASKED_BY)
        return self._let_in(request, token) if isinstance(token, AccessToken) else None

    def authenticate(self, request: HttpRequest, token: str) -> None:
        """Never called: the middleware knows tokens, for the reader's language hangs on them too."""

    def _let_in(self, request: HttpRequest, token: AccessToken) -> Player:
        if token.read_only and request.method not in _SAFE:
            raise HttpError(403, gettext("This token may only read."))
        return token.player


class Session(APIKeyCookie):
    """The cookie of a browser that is signed in, with the page's CSRF token in `X-CSRFToken` for whatever changes."""

    param_name = settings.SESSION_COOKIE_NAME

    def __call__(self, request: HttpRequest) -> Player | None:
        if not isinstance(request.user, Player):  # nor where a token was shown that is none, see `middleware`
            return None
        if check_csrf(request) is not None:
            raise HttpError(403, gettext("Send the CSRF token of a page of ours as X-CSRFToken."))
        return request.user

    def authenticate(self, request: HttpRequest, key: str | None) -> None:
        """Never called."""


def anybody(request: HttpRequest) -> bool:
    """Whoever asks without a token; one that is none is told of: nobody is to take a stranger's answer for theirs."""
    return ASKED_BY not in request.META


SIGNED_IN: Final = [Token(), Session()]
ANYBODY: Final = [*SIGNED_IN, anybody]


class Rate(BaseThrottle):
    """So many requests a minute of a person, or of a network address for strangers; kept per process."""

    def allow_request(self, request: HttpRequest) -> bool:
        who = request.user.pk.hex if isinstance(request.user, Player) else reach.asker(request)
        return not too_often(f"api:{who}", settings.API_A_MINUTE)

    def wait(self) -> float:
        return MINUTE_S


def cause(request: HttpRequest, key: UUID | None, address: str = "") -> UUID:
    """What names a request: a key is good for one address, and everybody's are their own: nobody takes up another's.

    `address`: of the request that the key will be sent with, if that is not this one.
    """
    return uuid5(reach.me(request).pk, f"api {address or request.path} {key}") if key is not None else uuid4()


def look(request: HttpRequest, game_id: UUID, eyes: str) -> tuple[Access, Lens]:
    """The table and through whose eyes it is read. Raises Http404."""
    access = reach.find(request, game_id)
    return access, reach.choose(access, access.names, eyes)


def own_seat(access: Access, wanted: int | None) -> int:
    """The seat that acts: the one named, else the reader's only one. Raises ServiceError E_NOT_YOURS."""
    if wanted is None and len(access.seats) == 1:
        return access.seats[0]
    if wanted is None or wanted not in access.seats:
        raise services.ServiceError("E_NOT_YOURS", **({"seat": wanted} if wanted is not None else {}))
    return wanted
