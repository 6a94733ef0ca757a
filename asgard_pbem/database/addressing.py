"""Where the database is, by an address in a variable."""

from __future__ import annotations

from typing import Any

import dj_database_url
import psycopg
from django.core.exceptions import ImproperlyConfigured
from psycopg.conninfo import conninfo_to_dict

from asgard_pbem import env


def by_address(name: str) -> dict[str, Any]:
    """Django's settings of it. Raises ImproperlyConfigured, which never quotes the address, in which a password stands:
    not one of PostgreSQL, not in its parts, or with an option that PostgreSQL does not know.
    """
    env.address(name, "", ("postgres", "postgresql"))
    url = env.text(name)
    try:
        conninfo_to_dict(url)
        return dict(dj_database_url.parse(url))
    except (psycopg.ProgrammingError, ValueError):
        raise ImproperlyConfigured(
            f"{name} must be like postgres://user:password@host:5432/asgard, with what is no letter or digit in user"
            " and password percent-encoded."
        ) from None
