"""Every word that a player reads exists in Russian, complete, with the placeholders of the original."""

import ast
import io
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.extract import extract_python
from babel.messages.pofile import write_po
from django.utils.translation.template import templatize

from asgard_pbem.preparing import catalogues

ROOT = catalogues.ROOT
TEMPLATES = {".html", ".txt", ".svg"}
KEYWORDS = {
    "gettext": None, "gettext_lazy": None, "gettext_noop": None, "_": None, "ngettext": (1, 2), "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2), "pgettext_lazy": ((1, "c"), 2), "npgettext": ((1, "c"), 2, 3),
}  # fmt: skip


@pytest.mark.parametrize("path", catalogues.sources(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_catalogue_is_complete(path: Path) -> None:
    assert list(catalogues.problems(path)) == []


def said_in(path: Path) -> set[str]:
    """The messages (singular forms) that a template or a module marks for translation."""
    source = path.read_text()
    if path.suffix != ".py":
        source = templatize(source, origin=str(path))
    found = set()
    for _line, function, said, _comments in extract_python(io.BytesIO(source.encode()), KEYWORDS, [], {}):
        words = [word for word in (said if isinstance(said, tuple) else (said,)) if word]
        if words:
            found.add(words[1] if function.startswith(("pgettext", "npgettext")) else words[0])
    return found


def translated() -> set[str]:
    words = set()
    for path in catalogues.sources():
        for message in catalogues.load(path):
            words.add(message.id[0] if isinstance(message.id, (list, tuple)) else message.id)
    return words


def test_everything_that_pages_and_modules_say_is_in_a_catalogue() -> None:
    paths = list((ROOT / "asgard_pbem").rglob("*.py"))
    paths += [path for path in (ROOT / "templates").rglob("*.*") if path.suffix in TEMPLATES]
    known = translated()
    missing = {
        f"{path.relative_to(ROOT)}: {words}"
        for path in paths
        for words in said_in(path) - known
        if re.search(r"\w", words)
    }
    assert sorted(missing) == []


def test_no_two_catalogues_of_the_service_translate_a_message_in_two_ways() -> None:
    """Django lays them into one: of two translations nobody ever reads the second."""
    found = defaultdict(set)
    for path in (ROOT / "asgard_pbem").rglob("locale/*/LC_MESSAGES/*.po"):
        for message in catalogues.load(path):
            if message.id:
                found[path.parent.parent.name, message.context, message.id].add(message.string)
    assert [message for message, said in found.items() if len(said) > 1] == []


def test_catalogues_of_the_service_translate_nothing_that_nobody_says() -> None:
    said = {
        node.value
        for home in catalogues.HOMES
        for path in (ROOT / home).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    said |= {words for path in (ROOT / "templates").rglob("*.*") if path.suffix in TEMPLATES for words in said_in(path)}
    kept = {
        message.id[0] if isinstance(message.id, tuple) else message.id
        for path in (ROOT / "asgard_pbem").rglob("locale/*/LC_MESSAGES/*.po")
        for message in catalogues.load(path)
    }
    assert sorted(kept - said - {""}) == []


def russian_prose() -> Iterator[tuple[str, str]]:
    """Every sentence of the Russian catalogues and manuals, with where it stands; without code and cells of tables."""
    for path in catalogues.sources():
        for message in catalogues.load(path):
            for text in message.string if isinstance(message.string, (list, tuple)) else (message.string,):
                yield str(path.relative_to(ROOT)), text
    for path in (ROOT / "engine" / "games").glob("*/manual/ru.md"):
        for line in path.read_text().splitlines():
            if not line.startswith("    "):
                yield str(path.relative_to(ROOT)), re.sub(r"`[^`]*`", "`", line.strip()).replace("| - |", "|")


def test_russian_sets_a_dash_between_words_and_no_hyphen() -> None:
    found = [(place, text) for place, text in russian_prose() if re.search(r"\S [-–](?: \S|$)", text)]
    assert found == []


# A player's name is never declined: a word that wants another case stands before something else (`для игрока Анна`).
WANTS_A_CASE = re.compile(
    r"(?<!\w)(?:без|для|до|за|из|к|между|на|о|об|от|по|при|про|против|с|у|ход|хода)"
    r" «?(?:%\((?:name|names|who|to|host)\)s|\{(?:name|names|who|giver|taker|other|victim)\})",
    re.IGNORECASE,
)


def test_no_russian_sentence_wants_the_name_of_a_player_in_another_case() -> None:
    assert [(place, text) for place, text in russian_prose() if WANTS_A_CASE.search(text)] == []


@pytest.mark.parametrize(
    "original, translation, reason",
    [
        ("Your turn", "Ваш ход", None),
        ("Your turn", "", "not translated"),
        ("by %(name)s", "от %(nmae)s", "placeholders differ"),
        ("{count} cards", "{count} карт", None),
        ("{count} cards", "карты", "placeholders differ"),
    ],
)
def test_an_unfinished_message_is_found(original: str, translation: str, reason: str | None) -> None:
    catalogue = Catalog(locale="ru")
    catalogue.add(original, translation)
    assert catalogues._unfinished(catalogue[original]) == reason


def test_compiling_twice_compiles_once(tmp_path: Path) -> None:
    path = tmp_path / "engine" / "locale" / "ru" / "LC_MESSAGES" / "core.po"
    path.parent.mkdir(parents=True)
    catalogue = Catalog(locale="ru")
    catalogue.add("yes", "да")
    with path.open("wb") as target:
        write_po(target, catalogue)
    assert catalogues.compile_changed(tmp_path) == 1
    assert catalogues.compile_changed(tmp_path) == 0
    assert path.with_suffix(".mo").exists()
