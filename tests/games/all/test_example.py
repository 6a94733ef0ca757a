"""The example of docs/adding-a-game.md, in a package of its own, found by its entry point: it is installed for this
test alone, into a folder that goes with it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
EXAMPLE = ROOT / "docs" / "example"
LINES = 250  # a whole game on the kit is shorter


def test_the_example_is_a_whole_game_in_few_lines() -> None:
    code = [path.read_text(encoding="utf-8").splitlines() for path in (EXAMPLE / "nine_worlds").rglob("*.py")]
    assert sum(map(len, code)) < LINES


def test_the_installed_example_is_played_by_mail_on_the_web_and_by_bots(tmp_path: Path) -> None:
    copy = tmp_path / "source"
    subprocess.run(["cp", "-r", str(EXAMPLE), str(copy)], check=True)  # building leaves files beside the source
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    site = tmp_path / "site"
    subprocess.run([*install, "--target", str(site), str(copy)], check=True, capture_output=True, timeout=120)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(EXAMPLE / "tests")],
        cwd=ROOT, env=os.environ | {"PYTHONPATH": str(site), "TEST_DB_NAME": "test_example"},
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    assert " passed" in done.stdout
