"""What Lighthouse says of the pages: `make lighthouse` prints its four scores for each, on a phone and on a desk.

Lighthouse comes from npm by name, into .local/ (nothing of it is in the tree). A score of performance depends on how
busy the machine is, so this is a command and no test; below LEAST it fails all the same, and names what cost most.
`PAGES=/help/` looks at the addresses that hold these letters only.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Player
from engine.table import registry
from tests.browser.conftest import CHROMIUM, FLAGS, session_cookie
from tests.letters.conftest import SEED
from tests.pictures.shoot import MOVES, Table, advance
from tests.web.conftest import _empty_cache, astrid, bjorn, table

__all__ = ["_empty_cache", "astrid", "bjorn", "table"]

pytestmark = pytest.mark.django_db(transaction=True)
LEAST = 95
SEVERAL = 3  # runs, of which the middle one counts: a machine that does something else once spoils one
PACKAGE = "lighthouse@13.0.1"
HOME = Path(__file__).parents[2] / ".local" / "lighthouse"
KINDS = ("performance", "accessibility", "best-practices")
FOUND = "seo"  # of pages that anybody may find: what one sees signed in is nobody's to find


def test_every_page_scores(live_server: Any, astrid: Player, bjorn: Player, table: Table) -> None:
    paths: list[tuple[str, Player | None]] = [("/", None), ("/tables/", None), ("/help/", None), ("/rules/", None)]
    for key in sorted(registry.games()):
        game = table(astrid, bjorn, key=key, title="Valhalla", seed=SEED)
        advance(game, {0: astrid, 1: bjorn}, MOVES[key])
        paths += [(f"/g/{game.pk}/", None), (f"/g/{game.pk}/", astrid), (f"/rules/{key}/", None)]
    filling = services.open_table(opened_by=bjorn, key="aesir", seats=3, cause=uuid4(), title="A long winter")
    paths += [("/", astrid), (f"/g/{filling.pk}/", None), ("/games/", None), ("/settings/", astrid)]
    low = []
    for path, player in (one for one in paths if os.environ.get("PAGES", "") in one[0]):
        for preset in ("mobile", "desktop"):
            found, dear = measured(live_server.url, path, player, preset)
            scores = " ".join(f"{kind} {score:3d}" for kind, score in found.items())
            print(f"\n{preset:8} {'signed in' if player else '':10} {path:44} {scores}", end="", flush=True)
            low += [f"{preset} {path} {kind}: {score} {dear}" for kind, score in found.items() if score < LEAST]
    assert not low, "\n".join(low)


def measured(url: str, path: str, player: Player | None, preset: str) -> tuple[dict[str, int], list[str]]:
    """The middle of SEVERAL runs, by kind, 0-100; and what kept the last of them from 100."""
    kinds = KINDS if player else (*KINDS, FOUND)
    runs = list(_runs(url, path, player, preset, kinds))
    scores = [{kind: round(100 * (run["categories"][kind]["score"] or 0)) for kind in kinds} for run in runs]
    return {kind: sorted(one[kind] for one in scores)[len(runs) // 2] for kind in kinds}, _dear(runs[-1])


def _dear(run: Mapping[str, Any]) -> list[str]:
    """Audits that count and are not whole, the worst first."""
    weights = {one["id"]: one["weight"] for kind in run["categories"].values() for one in kind["auditRefs"]}
    audits = [one for key, one in run["audits"].items() if weights.get(key) and (one["score"] or 0) < LEAST / 100]
    audits.sort(key=lambda one: one["score"] or 0)
    return [f"{one['id']} {one.get('displayValue', '')}".strip() for one in audits]


def _runs(url: str, path: str, player: Player | None, preset: str, kinds: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    command = [
        str(_installed()), url + path, "--quiet", "--output=json", f"--only-categories={','.join(kinds)}",
        f"--chrome-flags={' '.join(FLAGS)}", *(["--preset=desktop"] if preset == "desktop" else []),
    ]  # fmt: skip
    if player is not None:
        cookie = session_cookie(player, url)
        command.append("--extra-headers=" + json.dumps({"Cookie": f"{cookie['name']}={cookie['value']}"}))
    for _ in range(SEVERAL):
        yield _run(command)


def _run(command: list[str], times: int = 3) -> dict[str, Any]:
    """One run. A browser that did not come up in time on a busy machine is started again."""
    done = subprocess.run(
        command, check=False, capture_output=True, timeout=180, env={**os.environ, "CHROME_PATH": CHROMIUM}
    )
    if done.returncode and times > 1:
        return _run(command, times - 1)
    done.check_returncode()
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _installed() -> Path:
    program = HOME / "node_modules" / ".bin" / "lighthouse"
    if not program.exists():
        HOME.mkdir(parents=True, exist_ok=True)
        install = ["npm", "install", "--no-save", "--no-package-lock", "--prefix", str(HOME), PACKAGE]
        subprocess.run(install, check=True, capture_output=True, timeout=600)
    return program
