"""Every sentence of pages and mails exists in Russian."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from uuid import uuid4

import pytest
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.pofile import read_po
from django.conf import settings
from django.test import Client
from django.utils.translation.template import templatize

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Player

KEYWORDS = {**DEFAULT_KEYWORDS, "gettext_lazy": None, "pgettext": ((1, "c"), 2)}


def sources() -> Iterator[tuple[str, str]]:
    """(file, its Python or the Python that its template comes to) of everything that people read."""
    home = settings.BASE_DIR
    for path in sorted((home / "asgard_pbem").rglob("*.py")):
        yield str(path.relative_to(home)), path.read_text()
    for path in sorted((home / "templates").rglob("*.*")):
        if path.suffix in {".html", ".txt", ".svg"}:
            yield str(path.relative_to(home)), templatize(path.read_text())


def sentences(source: str) -> Iterator[str]:
    for _line, found, _comments, _context in extract("python", BytesIO(source.encode()), keywords=KEYWORDS):
        yield found[0] if isinstance(found, tuple) else found


def translated() -> set[str]:
    known: set[str] = set()
    for path in Path(settings.BASE_DIR, "asgard_pbem").rglob("locale/ru/LC_MESSAGES/django.po"):
        catalogue = read_po(path.open("rb"))
        known |= {str(one.id[0] if isinstance(one.id, tuple) else one.id) for one in catalogue if one.string}
    return known


@pytest.mark.parametrize("name, source", list(sources()), ids=[name for name, _source in sources()])
def test_every_sentence_is_in_the_russian_catalogue(name: str, source: str) -> None:
    known = translated()
    assert [one for one in sentences(source) if one and one.replace("%%", "%") not in known and one not in known] == []


@pytest.mark.django_db
def test_a_russian_reader_meets_no_english_sentence(
    astrid: Player, table: Callable[..., Game], browse: Callable[[Player], Client]
) -> None:
    services.update_player(astrid, name="Астрид", language="ru")
    game = table(astrid, "greedy")
    services.open_table(opened_by=astrid, key="aesir", seats=3, cause=uuid4())
    client = browse(astrid)
    for path in (
        "/",
        "/tables/",
        "/settings/",
        "/help/",
        "/tables/new/aesir/",
        f"/g/{game.pk}/",
        f"/g/{game.pk}/resign/",
    ):
        page = client.get(path).content.decode()
        words = re.sub(r"<select.*?</select>|<code>.*?</code>|<[^>]+>", " ", page, flags=re.DOTALL)
        assert not re.search(r"\b[A-Za-z]{3,} [a-z]{2,} [a-z]{2,}", words), (
            path,
            re.search(r"\b[A-Za-z]{3,} [a-z]{2,} [a-z]{2,}", words),
        )


@pytest.mark.django_db
def test_pictures_hold_numbers_as_browsers_read_them_in_every_language(
    astrid: Player, table: Callable[..., Game], browse: Callable[[Player], Client]
) -> None:
    game = table(astrid, "greedy", "greedy")
    client = browse(astrid)
    english = client.get(f"/g/{game.pk}/{game.moment}.svg").content.decode()
    services.update_player(astrid, language="ru")
    russian = client.get(f"/g/{game.pk}/{game.moment}.svg").content.decode()
    numbers = re.compile(r'\b(?:x|y|width|height|transform|viewBox)="[^"]*"')
    assert numbers.findall(russian) == numbers.findall(english)
