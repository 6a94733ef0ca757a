"""A web process whose style sheets and scripts were not collected says so at its start, for each page is a bare 500."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from asgard_pbem import env

ROOT = Path(__file__).resolve().parents[3]
VARIABLES = {"DATABASE_URL": "postgres://nobody:x@127.0.0.1:1/x", "SECRET_KEY": "".join(map(chr, range(48, 122)))}


def said(folder: Path, *command: str, **variables: str) -> str:
    kept = {name: value for name, value in os.environ.items() if name not in env.ASKED}
    done = subprocess.run(
        [sys.executable, *command], cwd=ROOT, capture_output=True, text=True, check=True, timeout=120,
        env={**kept, "LOCAL_DIR": str(folder), **VARIABLES, **variables},
    )  # fmt: skip
    return done.stdout + done.stderr


@pytest.mark.parametrize("part", ["all", "a file that is new in this release", "nothing", "nothing, with DEBUG"])
def test_what_was_not_collected_is_named_with_the_command_that_mends_it(part: str, tmp_path: Path) -> None:
    if part != "all" and "DEBUG" not in part:
        said(tmp_path, "manage.py", "collectstatic", "--noinput", "--verbosity=0")
    manifest = tmp_path / "static" / "staticfiles.json"
    if part.startswith("a file"):
        manifest.write_text(manifest.read_text().replace('"web/packed/page.css"', '"web/packed/older.css"'))
    lines = said(tmp_path, "-c", "import asgard_pbem.serving.wsgi", **({"DEBUG": "1"} if "DEBUG" in part else {}))
    assert ("collectstatic --noinput" in lines) == (not part.startswith("nothing")), lines
    if part.startswith("a file"):
        assert "1 files of this release are not in STATIC_ROOT" in lines
        assert ", web/packed/page.css among them" in lines
