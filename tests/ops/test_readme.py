"""Every command that the README shows runs in a fresh clone, on another Python than this suite where the machine has
one (Debian's own, the first on the path), in the order of the page.

`make test` is this suite and is not run inside itself; what it sets up is what the others set up.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from asgard_pbem import env
from asgard_pbem.embedded.postgres.home import SYSTEM_HOME, short_hash

ROOT = Path(__file__).resolve().parents[2]
PYTHONS = ("/usr/bin/python3", "python3")
COMMAND = re.compile(r"^ {4}((?:make|\.venv/bin/python) .*?)(?: {2,}\S.*)?$", re.MULTILINE)
LONGEST_S = 420  # for one command on a busy machine
# Other exit codes than 0 that are right: Ctrl-C ends make and its shell by the signal; the bench gives a verdict about
# speed, which a machine that does other things beside it cannot promise.
ENDINGS = {"make play": {0, -signal.SIGINT, 128 + signal.SIGINT}, "make bench": {0, 2}}
UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def commands() -> list[str]:
    """The command lines of the README, without their explanations."""
    return COMMAND.findall((ROOT / "README.md").read_text())


def another_python() -> str | None:
    """A Python that is not this one: what runs on both runs on all from 3.11 on."""
    for found in filter(None, map(shutil.which, PYTHONS)):
        told = [found, "-c", "import sys; print(sys.base_prefix, *sys.version_info[:2])"]
        asked = subprocess.run(told, capture_output=True, text=True, check=False)
        prefix, *version = asked.stdout.split() or [sys.base_prefix]
        if prefix != sys.base_prefix and tuple(map(int, version)) >= (3, 11):
            return found
    return None


class Clone:
    """What a newcomer has after `git clone`: the tree as it is here, nothing that setting it up made."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.game = folder, ""
        here = ["git", "-c", "safe.directory=*", "-C", str(ROOT)]
        changed = subprocess.run([*here, "stash", "create"], check=True, capture_output=True, text=True).stdout.strip()
        subprocess.run([*here, "clone", "-q", "--shared", "--no-checkout", ".", str(folder)], check=True)
        subprocess.run(["git", "-C", str(folder), "checkout", "-q", "--detach", changed or "HEAD"], check=True)
        kept = {name: value for name, value in os.environ.items() if name not in env.ASKED | {"VIRTUAL_ENV"}}
        python = another_python() or sys.executable
        # Of the bench it is asked that it runs: how fast things are it says to who runs it alone.
        self.environment = {**kept, "PYTHON": python, "PYTHONUNBUFFERED": "1", "BENCH_BRIEFLY": "1"}
        if (types := ROOT / ".local" / "mypy").exists():  # what mypy found of the same files, by their hashes
            shutil.copytree(types, folder / ".local" / "mypy")

    def run(self, command: str) -> tuple[int, str]:
        """Exit code and all that it said."""
        line = command.replace("GAME_ID", self.game)
        with subprocess.Popen(
            ["bash", "-c", line],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        ) as process:
            try:
                said = self._until_ready(process) if command.startswith("make play") else ""
                said += process.communicate(timeout=LONGEST_S)[0]
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                raise
        return process.returncode, said

    @staticmethod
    def _until_ready(process: subprocess.Popen[str]) -> str:
        """What `make play` says until it tells how to stop it; then it is stopped as a terminal does: Ctrl-C to all."""
        assert process.stdout is not None
        said = ""
        for line in process.stdout:
            said += line
            if "Stop:" in line:
                os.killpg(process.pid, signal.SIGINT)
                break
        return said


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Clone]:
    made = Clone(tmp_path_factory.mktemp("fresh") / "asgard-pbem")
    yield made
    shutil.rmtree(made.folder)
    if os.geteuid() == 0:  # where a root process keeps its data when nobody else may enter the clone
        shutil.rmtree(SYSTEM_HOME / short_hash(made.folder / ".local" / "pg"), ignore_errors=True)


def test_the_readme_shows_the_commands_that_matter() -> None:
    shown = " ".join(commands())
    for word in ("make play", "make test", "make check", "simulate", "replay", "export", "engine verify", "rebuild"):
        assert word in shown


def test_the_first_command_of_a_newcomer_may_be_any_of_them(clone: Clone) -> None:
    """After `make setup` alone a command of ours finds a database and makes its tables."""
    code, said = clone.run("make setup")
    assert code == 0, said
    code, said = clone.run(next(line for line in commands() if " simulate " in line))
    assert code == 0, said
    found = UUID.search(said)
    assert found is not None, said
    clone.game = found[0]


@pytest.mark.parametrize("command", [line for line in commands() if line != "make test"])
def test_a_command_of_the_readme_runs(clone: Clone, command: str) -> None:
    code, said = clone.run(command)
    assert "Traceback" not in said
    assert code in ENDINGS.get(command, {0}), said
