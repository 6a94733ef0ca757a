"""Who is barred does nothing here: refused where all doors meet, at whatever service takes a person to act for."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import wraps
from inspect import signature
from types import MappingProxyType
from typing import Any, Final

from asgard_pbem.tables.errors import ServiceError

# What is done for a person, or asks about them, and lets them do nothing.
FOR_ALL: Final[Mapping[str, str]] = MappingProxyType({
    "erase_player": "who is barred may be forgotten",
    "hold_before": "locks, and changes nothing",
    "issue_token": "goes with a mail that is sent",
    "owe": "whether it is sent is looked at when it is",
    "owe_digest": "as `owe`",
    "set_digest": "the link below a digest ends them, also for who is barred since",
    "sitting": "tells who sits where",
    "stop_mail": "nobody has to get mail",
})  # fmt: skip
_PERSON = re.compile(r"\bPlayer\b")


def persons(service: Callable[..., Any]) -> dict[str, int]:
    """The parameters of a service that take a person, with their places."""
    named = enumerate(signature(service).parameters.items())
    return {name: place for place, (name, one) in named if _PERSON.search(str(one.annotation))}


def admitted(service: Callable[..., Any]) -> Callable[..., Any]:
    """The service, refusing whoever is barred with E_BARRED before it does anything."""
    named = persons(service)
    if not named:
        return service

    @wraps(service)
    def guarded(*given: Any, **also: Any) -> Any:
        for name, place in named.items():
            person = also[name] if name in also else given[place] if place < len(given) else None
            if person is not None and not person.is_active:
                raise ServiceError("E_BARRED")
        return service(*given, **also)

    return guarded
