"""Translations: `python -m asgard_pbem.preparing.catalogues` compiles what changed, `--check` names what is unfinished.

A catalogue is complete when every message has a translation in every plural form, nothing is marked fuzzy, and the
placeholders of original and translation are the same.
"""

import re
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parents[2]
HOMES = ("asgard_pbem", "engine")
PLACEHOLDER = re.compile(r"%\((\w+)\)[sdif]|%[sd]|\{(\w*)\}")


def sources(root: Path = ROOT) -> list[Path]:
    """Every .po file of the project, in a fixed order."""
    return sorted(path for home in HOMES for path in (root / home).rglob("locale/*/LC_MESSAGES/*.po"))


def load(path: Path) -> Catalog:
    with path.open("rb") as source:
        return read_po(source, locale=path.parent.parent.name, abort_invalid=True)


def compile_changed(root: Path = ROOT) -> int:
    """Write each .mo that is missing or older than its .po; returns how many. Readers never see half a file."""
    changed = [path for path in sources(root) if not _is_fresh(path)]
    for path in changed:
        compiled = BytesIO()
        write_mo(compiled, load(path))
        draft = path.with_suffix(".mo.new")
        draft.write_bytes(compiled.getvalue())
        draft.rename(path.with_suffix(".mo"))
    return len(changed)


def _is_fresh(path: Path) -> bool:
    compiled = path.with_suffix(".mo")
    return compiled.exists() and compiled.stat().st_mtime_ns >= path.stat().st_mtime_ns


def problems(path: Path) -> Iterator[str]:
    """One line for each message that is not finished."""
    for message in load(path):
        if message.id and (reason := _unfinished(message)):
            yield f"{path.relative_to(ROOT)}: {_words(message.id)[0]!r}: {reason}"


def _unfinished(message: Message) -> str | None:
    """Why a message is not finished, or None."""
    if message.fuzzy:
        return "fuzzy"
    if not all(translated := _words(message.string)):
        return "not translated"
    allowed = {frozenset(_placeholders(original)) for original in _words(message.id)}
    if any(frozenset(_placeholders(text)) not in allowed for text in translated):
        return "placeholders differ"
    return None


def _words(text: object) -> list[str]:
    """The singular and plural forms, as a list."""
    return [str(form) for form in text] if isinstance(text, (tuple, list)) else [str(text)]


def _placeholders(text: str) -> list[str]:
    return [found[0] for found in PLACEHOLDER.finditer(text.replace("%%", ""))]


def main(arguments: list[str]) -> int:
    if "--check" not in arguments:
        print(f"Translations: {compile_changed()} compiled.")  # noqa: T201 - a command prints
        return 0
    found = [line for path in sources() for line in problems(path)]
    print("\n".join(found) or f"Translations: {len(sources())} catalogues complete.")  # noqa: T201 - a command prints
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
