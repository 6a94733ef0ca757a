"""What people call themselves and their tables: one line, shown to strangers and in the subjects of mails."""

from __future__ import annotations

import re
import unicodedata

from asgard_pbem.tables.errors import ServiceError
from asgard_pbem.tables.models.games import TITLE_LIMIT
from asgard_pbem.tables.models.players import NAME_LIMIT

# What mail programs make a link of: a scheme, `www.`, something like a domain, an address.
_LINK = re.compile(r"://|\bwww\.|[\w-]\.[^\W\d_]{2,}(?!\w)|\w@\w", re.IGNORECASE)


def clean_name(name: str) -> str:
    """A person's name. Raises ServiceError E_NAME_LONG, E_LINK."""
    line = one_line(name)
    if len(line) > NAME_LIMIT:
        raise ServiceError("E_NAME_LONG", most=NAME_LIMIT)
    return _without_links(line)


def clean_title(title: str) -> str:
    """A table's title. Raises ServiceError E_TITLE_LONG, E_LINK."""
    line = one_line(title)
    if len(line) > TITLE_LIMIT:
        raise ServiceError("E_TITLE_LONG", most=TITLE_LIMIT)
    return _without_links(line)


def one_line(text: str) -> str:
    """Without controls, marks of direction and invisible characters."""
    kept = "".join(char if unicodedata.category(char)[0] != "C" else " " for char in unicodedata.normalize("NFC", text))
    return " ".join(kept.split())


def _without_links(line: str) -> str:
    """An invitation goes to people who never heard of us: its subject must not be somebody's advertisement."""
    if _LINK.search(unicodedata.normalize("NFKC", line)):
        raise ServiceError("E_LINK")
    return line
