"""The tree stays readable: at most sixteen rooms and files a folder, four hundred lines a file of code, no circles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("asgard_pbem", "engine", "templates", "tests", "docs", "deploy", ".ci")
CODE = {".py", ".html", ".js", ".css", ".sh"}
MOST_ENTRIES, MOST_LINES = 16, 400

# What is no room of code and is found by its name or number: migrations, recorded games and letters, scenarios, the
# files that browsers get; beside each game what it is made of and told by.
RECORDS = ("migrations", "golden", "scenarios", "static", "pictures", "locale")
BESIDE = {".toml", ".md", ".gz", ".json", ".txt"}


def files(below: Path) -> Iterator[Path]:
    """All files that are kept, without what tools leave behind."""
    for path in sorted(below.iterdir()):
        if path.name.startswith(".") or path.name == "__pycache__":
            continue
        if path.is_dir():
            yield from files(path)
        elif path.suffix not in {".mo", ".pyc"}:
            yield path


@pytest.fixture(scope="module")
def kept() -> list[Path]:
    return [path.relative_to(ROOT) for room in ROOMS for path in files(ROOT / room)]


def test_a_folder_has_at_most_sixteen_entries(kept: list[Path]) -> None:
    entries: dict[Path, set[str]] = defaultdict(set)
    for path in kept:
        for above in list(path.parents)[:-1]:
            if any(part in above.parts for part in RECORDS):
                continue
            entry = path.relative_to(above).parts[0]
            is_file = entry == path.name
            if entry not in {"__init__.py", "locale", "static"} and not (is_file and path.suffix in BESIDE):
                entries[above].add(entry)
    assert len(entries) > 200
    crowded = {str(folder): len(found) for folder, found in entries.items() if len(found) > MOST_ENTRIES}
    assert crowded == {}, "a folder with so many entries is several rooms"


def test_pages_of_the_documents_lie_in_rooms_too(kept: list[Path]) -> None:
    pages: dict[str, int] = defaultdict(int)
    for path in kept:
        if path.parts[0] == "docs" and path.suffix == ".md":
            pages[str(path.parent)] += 1
    assert pages
    assert {folder: count for folder, count in pages.items() if count > MOST_ENTRIES} == {}


def test_no_file_of_code_has_more_than_four_hundred_lines(kept: list[Path]) -> None:
    code = [path for path in kept if path.suffix in CODE and "migrations" not in path.parts]
    assert len(code) > 900
    lines = {str(path): len((ROOT / path).read_text(encoding="utf-8").splitlines()) for path in code}
    assert {path: count for path, count in lines.items() if count > MOST_LINES} == {}, "split it by idea"


@pytest.mark.parametrize("package", ["engine", "asgard_pbem"])
def test_nothing_imports_in_a_circle(package: str) -> None:
    """Imports for types alone count too: two files that cannot be read without each other are one idea in two files."""
    graph = grimp.build_graph(package)
    TopologicalSorter({one: graph.find_modules_directly_imported_by(one) for one in graph.modules}).prepare()
