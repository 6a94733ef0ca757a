"""Style sheets and scripts as they travel: `python -m asgard_pbem.preparing.packing` joins and tightens them.

They are written in small files with words about why; a reader's browser gets one sheet and one script a kind of page,
without them. Made at set-up beside their sources, as the typefaces are (docs/decisions/look/packing.md).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final
from urllib.parse import quote

from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.compress import Compressor

SOURCES: Final = Path(__file__).resolve().parents[1] / "web" / "static" / "web"
HOME: Final = SOURCES / "packed"
# A script finds nothing to do on a page without its part, so that all pages but a table's share one that they keep.
BUNDLES: Final = {
    "page.css": ("style.css", "game.css"),
    "lists.css": ("lists.css",),
    "table.css": ("bar.css", "moving.css"),
    "embed.css": ("style.css", "sharing.css"),
    "page.js": ("said.js", "word.js", "lists.js", "sharing.js", "push.js", "showcase.js"),
    "table.js": ("said.js", "word.js", "frames.js", "game.js", "explain.js", "pieces.js", "sharing.js"),
}
_TIGHTEN: Final[dict[str, Callable[[str], str]]] = {".css": cssmin, ".js": jsmin}
_ADDRESS: Final = re.compile(r'url\("([^"]+)"\)')


def packed(name: str) -> str:
    """The bundle of that name, from its sources."""
    whole = "\n".join((SOURCES / part).read_text(encoding="utf-8") for part in BUNDLES[name])
    tight = _TIGHTEN[Path(name).suffix](whole)
    return _ADDRESS.sub(_address, tight) if name.endswith(".css") else tight


def _address(found: re.Match[str]) -> str:
    """A small drawing stands in the sheet itself, without a request of its own; the rest lies a folder higher."""
    if not found[1].endswith(".svg"):
        return f'url("../{found[1]}")'
    drawing = (SOURCES / found[1]).read_text(encoding="utf-8").replace("\n", "").replace('"', "'")
    return 'url("data:image/svg+xml,{}")'.format(quote(drawing, safe="/:=<> '"))


def make_stale() -> int:
    """Write each bundle that is not there or differs from its sources. Returns how many were written."""
    HOME.mkdir(exist_ok=True)
    packer, written = Compressor(quiet=True), 0
    for name in BUNDLES:
        content, to = packed(name), HOME / name
        if to.exists() and to.read_text(encoding="utf-8") == content:
            continue
        draft = HOME / f"{name}.new"
        draft.write_text(content, encoding="utf-8")
        draft.rename(to)
        packer.compress(str(to))  # once and well; whitenoise sends what lies beside it
        written += 1
    return written


if __name__ == "__main__":
    print(f"Style sheets and scripts: {make_stale()} packed.")  # noqa: T201 - a command
