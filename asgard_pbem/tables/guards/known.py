"""Which rules the service plays: this process, or another one of a newer or older release beside it.

While a release is brought out two of them work side by side. What only the newer one plays is not unknown to the
service: the older one leaves it alone, and neither marks its tables nor refuses its mails.
"""

from __future__ import annotations

from datetime import timedelta

from django.db.models import Q
from django.db.models.functions import Now

from asgard_pbem.tables.models import KnownRules
from engine.table import registry

LATELY = timedelta(minutes=10)  # a process that plays them sweeps every half minute, or another one like it does


def say(key: str | None = None) -> None:
    """Note that this process plays what is installed here, or the one game `key` of it."""
    wanted = {key: registry.game(key)} if key is not None else registry.games()
    rows = [KnownRules(key=name, version=one) for name, game in sorted(wanted.items()) for one in sorted(game.versions)]
    KnownRules.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["key", "version"], update_fields=["seen_at"]
    )


def say_once(key: str) -> None:
    """The same of a game of which a table is opened, unless it was said lately."""
    newest = max(registry.game(key).versions)
    if not KnownRules.objects.filter(key=key, version=newest, seen_at__gt=Now() - LATELY / 2).exists():
        say(key)


def here(of: str = "") -> Q:
    """Tables that this process plays. `of`: how the rows asked for lead to their game, as `game__`."""
    found = Q(**{f"{of}key__in": []})
    for key, game in registry.games().items():
        found |= Q(**{f"{of}key": key, f"{of}rules_version__in": list(game.versions)})
    return found


def by_others() -> Q:
    """Tables that some process has played lately."""
    found = Q(pk__in=[])
    for key, version in KnownRules.objects.filter(seen_at__gt=Now() - LATELY).values_list("key", "version"):
        found |= Q(key=key, rules_version=version)
    return found


def only_elsewhere(key: str, version: int) -> bool:
    """Whether others play it, and this process does not."""
    if key in registry.games() and version in registry.games()[key].versions:
        return False
    return KnownRules.objects.filter(key=key, version=version, seen_at__gt=Now() - LATELY).exists()
