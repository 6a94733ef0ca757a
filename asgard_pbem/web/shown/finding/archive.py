"""A page of the archive: its rows, and the addresses of the pages beside it."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse

from asgard_pbem.tables.models import Player
from asgard_pbem.tables.reading import archive
from asgard_pbem.web.shown.finding import lists

OLDER, NEWER = "before", "after"  # what the keys of pages are called in addresses


@dataclass(frozen=True, slots=True)
class Shown:
    """What was found. Addresses are empty where there is no such page."""

    rows: tuple[lists.Row, ...]
    newer: str
    older: str
    first: str


def found(search: archive.Search, asked: QueryDict, reader: Player | None, language: str) -> Shown:
    """The page that is asked for by a key, or the first one."""
    older, newer = (archive.Key.read(asked.get(name, "")) for name in (OLDER, NEWER))
    page = archive.page(search, older_than=older, newer_than=None if older else newer)
    made = lists.rows(lists.seated(page.games), reader, language)

    def at(name: str, key: archive.Key | None) -> str:
        return address(asked, {name: str(key)}) if key is not None else ""

    return Shown(made, at(NEWER, page.newer), at(OLDER, page.older), address(asked, {}) if page.newer else "")


def address(asked: QueryDict, changed: dict[str, str]) -> str:
    """The same search with some fields changed, from its first page on unless a key is given; what is empty goes."""
    kept = {name: value for name, value in asked.items() if name not in (OLDER, NEWER)} | changed
    query = urlencode({name: value for name, value in kept.items() if value})
    return reverse("archive") + (f"?{query}" if query else "")
