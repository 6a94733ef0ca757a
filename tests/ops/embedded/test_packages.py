"""Packages are installed by uv where it takes them from where pip would, and by pip wherever it does not."""

from __future__ import annotations

import os
import stat
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
PYTHON = """#!/bin/sh
echo "$SSL_CERT_FILE $*" >> calls
case "$*" in
    "-m pip config list") echo "$PIP_IS_TOLD";;
    "-m uv "*) exit "$UV_ENDS";;
    "-m pip install "*"-r wanted.txt") exit "$PIP_ENDS";;
esac
"""


class Machine:
    """A folder with a Python that does nothing but write down what it was asked."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / ".venv").mkdir()
        (folder / "python").write_text(PYTHON)
        (folder / "python").chmod(stat.S_IRWXU)

    def install(self, told: str = "", *, uv: int = 0, pip: int = 0) -> tuple[int, list[str]]:
        """Exit code, and who was asked to install what is wanted."""
        done = subprocess.run(
            [str(ROOT / ".ci" / "packages"), "./python", "wanted.txt"], cwd=self.folder, check=False,
            env={"PATH": os.environ["PATH"], "PIP_IS_TOLD": told, "UV_ENDS": str(uv), "PIP_ENDS": str(pip)},
        )  # fmt: skip
        self.calls = (self.folder / "calls").read_text().splitlines()
        asked = [one for one in self.calls if one.endswith("-r wanted.txt")]
        return done.returncode, ["uv" if " -m uv " in one else "pip" for one in asked]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_uv_installs_with_hashes_and_is_itself_installed_with_its_own(machine: Machine) -> None:
    assert machine.install() == (0, ["uv"])
    assert all("--require-hashes" in one for one in machine.calls if " install " in one)
    assert any(one.endswith("-r " + str(ROOT / ".ci" / "uv.txt")) for one in machine.calls)


def test_where_uv_fails_pip_installs(machine: Machine) -> None:
    assert machine.install(uv=2) == (0, ["uv", "pip"])


def test_where_pip_fails_too_that_is_the_end(machine: Machine) -> None:
    assert machine.install(uv=2, pip=3) == (1, ["uv", "pip"])


@pytest.mark.parametrize("option", ["index-url", "no-index", "proxy", "client-cert", "trusted-host"])
@pytest.mark.parametrize("where", [":env:", "global", "install"])
def test_where_pip_is_told_of_another_place_or_way_uv_is_not_asked(machine: Machine, where: str, option: str) -> None:
    assert machine.install(f"global.timeout='9'\n{where}.{option}='a'") == (0, ["pip"])
    assert len(machine.calls) == 2


def test_what_only_adds_to_pypi_keeps_nobody_from_uv_and_certificates_are_passed_on(machine: Machine) -> None:
    told = ":env:.cert='/etc/house.pem'\nglobal.cert='/etc/other.pem'\nsite.extra-index-url='a'\nsite.find-links='b'"
    assert machine.install(told) == (0, ["uv"])
    assert machine.calls[-1].startswith("/etc/house.pem -m uv ")


def progress(*lines: str) -> list[str]:
    """What is shown where nobody looks at a terminal."""
    script = str(ROOT / ".ci" / "progress")
    done = subprocess.run(
        [script], input="".join(f"{line}\n" for line in lines), capture_output=True, text=True, check=True
    )
    return done.stdout.split()


def test_of_pip_all_are_counted_and_of_uv_the_large_ones_which_it_names() -> None:
    wanted = (ROOT / "requirements-dev.txt").read_text().count("==")
    of_pip = ("Collecting anyio==4.1 (from -r wanted.txt)", "  Downloading anyio-4.1-py3-none-any.whl (90 kB)")
    assert progress(*of_pip * 25, "Installing collected packages: anyio") == [f"25/{wanted}"] * 2
    names = [f"name{number}" for number in range(26)]
    of_uv = [f"{word} {name} (1.4MiB)" for word in ("Downloading", " Downloaded") for name in names]
    assert progress("Resolved 130 packages in 9ms", *of_uv, "Prepared 130 packages in 3s") == ["25/26", "26/26"]
