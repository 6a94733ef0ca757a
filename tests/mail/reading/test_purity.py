"""The reading half of mail runs in a bare process: it imports the standard library and itself, nothing else."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from asgard_pbem.mail import reading
from asgard_pbem.mail.writing import letter_lines

ROOM = Path(reading.__path__[0])
# The sandbox starts the process and measures it; the commands of a mail are read outside it, from the text that comes.
OUTSIDE = {"sandbox", "allowance", "grammar.commands"}
_PREFIXES = ("asgard_pbem.mail.reading", "asgard_pbem.mail.writing.letter_lines")


def module(path: Path) -> str:
    """The name of a file of the room, as its rooms call it: `parts.mime`."""
    return ".".join(path.relative_to(ROOM).with_suffix("").parts)


PURE = [*sorted(path for path in ROOM.rglob("*.py") if module(path) not in OUTSIDE), Path(letter_lines.__file__)]


def imported(path: Path) -> set[str]:
    """All modules that a file imports, at any place."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or ".")
    return found


@pytest.mark.parametrize("path", PURE, ids=lambda path: path.stem)
def test_a_reading_module_imports_nothing_but_its_kind(path: Path) -> None:
    foreign = {module for module in imported(path) if module.split(".")[0] not in sys.stdlib_module_names}
    assert [module for module in sorted(foreign) if not module.startswith(_PREFIXES)] == []
    assert not foreign & {f"asgard_pbem.mail.reading.{name}" for name in OUTSIDE}
