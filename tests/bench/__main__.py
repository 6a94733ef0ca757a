"""`python -m tests.bench`: prints one table and writes `.local/bench.json`. Names after it choose groups of rows."""

from __future__ import annotations

import importlib
import os
import sys
from contextlib import nullcontext
from pathlib import Path

from asgard_pbem.serving.memory import settle
from tests.bench import UNBOUND, store
from tests.bench.rows import BRIEFLY, Row, keep, show

ROOT = Path(__file__).resolve().parents[2]
GROUPS = ("replay", "store", "clock", "mail", "pages", "kept")  # modules beside this file, each with `rows()`


def main(names: list[str]) -> int:
    """Measure, print, keep. Returns the exit code: 1 when a target was missed."""
    os.environ.update(dict.fromkeys(UNBOUND, "1000000"))
    settle()  # as the service's processes do; the baselines run in this process too
    found: list[Row] = []
    # Each group has a database of its own, as what one leaves there would slow the next; where nothing is told of speed
    # they share one, which takes four seconds to make.
    with store.database() if BRIEFLY else nullcontext():
        for name in names or GROUPS:
            print(f"measuring: {name} ...", file=sys.stderr)
            found += importlib.import_module(f"tests.bench.{name}").rows()
    print(show(found))
    keep(found, ROOT / ".local" / "bench.json")
    return int(any(one.met is False for one in found))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
