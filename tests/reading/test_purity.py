"""The reading half of mail runs in a bare process: it imports the standard library and itself, nothing else."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from asgard_pbem import mail

PURE = (
    "addresses", "body", "charsets", "classify", "cut", "cut_blocks", "cut_joints", "cut_manners", "cut_result",
    "cut_rules", "cut_words", "delivery_status", "flowed", "html_text", "letter_lines", "mime", "own_lines", "plain",
    "prescan", "read", "reply", "sender",
)  # fmt: skip
_ALLOWED = {f"asgard_pbem.mail.{name}" for name in PURE}


def imported(path: Path) -> set[str]:
    """All modules that a file imports, at any place."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{alias.name}" for alias in node.names} if node.module == "asgard_pbem.mail" else {
                node.module or "."
            }  # fmt: skip
    return found


@pytest.mark.parametrize("name", PURE)
def test_a_reading_module_imports_nothing_but_its_kind(name: str) -> None:
    path = Path(mail.__path__[0]) / f"{name}.py"
    foreign = {module for module in imported(path) if module.split(".")[0] not in sys.stdlib_module_names}
    assert foreign <= _ALLOWED
