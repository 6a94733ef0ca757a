"""What a bare machine is told: the targets, and one clear line for each thing that is missing."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


def prerequisites(folder: Path, *programs: str, python: str = sys.executable, **variables: str) -> tuple[int, str]:
    """Exit code and error text of the check on a machine that has these programs and no apt."""
    for name in ("bash", "id", "cat", *programs):
        (folder / name).symlink_to(str(shutil.which(name)))
    done = subprocess.run(
        [str(ROOT / ".ci" / "prerequisites")],
        cwd=folder,
        env={"PATH": str(folder), "PYTHON": python, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A place for the programs of a small machine, whose `env` finds them."""
    (tmp_path / "env").symlink_to(str(shutil.which("env")))
    return tmp_path


def test_a_machine_with_all_it_needs_passes_in_silence(folder: Path) -> None:
    assert prerequisites(folder, "git") == (0, "")


def test_a_missing_program_is_named_in_one_line(folder: Path) -> None:
    code, said = prerequisites(folder)
    assert code == 1
    assert said == "Missing: please install git (on Debian: apt install git).\n"


def test_a_missing_python_is_named(folder: Path) -> None:
    code, said = prerequisites(folder, "git", python="python-of-nobody")
    assert code == 1
    assert said.startswith("Missing: please install python3 python3-venv")
    assert said.count("\n") == 1


def test_an_old_python_is_told_apart(folder: Path) -> None:
    old = folder / "python-old"
    old.write_text('#!/bin/sh\ncase "$*" in -V) echo Python 3.9.2;; *version_info*) exit 1;; esac\n')
    old.chmod(0o755)
    (folder / "sh").symlink_to("/bin/sh")
    code, said = prerequisites(folder, "git", python=str(old))
    assert code == 1
    assert said.startswith("Python 3.11 or newer is needed; ")
    assert "Python 3.9.2" in said


def test_help_names_every_target_a_newcomer_needs() -> None:
    done = subprocess.run(
        ["make", "--no-print-directory", "help"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0
    for target in ("setup", "play", "test", "check", "bench", "help"):
        assert f"make {target} " in done.stdout


@pytest.mark.parametrize("script", ["alone", "lock", "packages", "prerequisites", "progress", "run"])
def test_the_scripts_are_sound_shell(script: str) -> None:
    path = ROOT / ".ci" / script
    assert os.access(path, os.X_OK)
    assert subprocess.run(["bash", "-n", str(path)], check=False).returncode == 0


def test_the_pinned_packages_name_no_host_and_no_path() -> None:
    for name in ("requirements.txt", "requirements-dev.txt", ".ci/uv.txt"):
        text = (ROOT / name).read_text()
        assert "--hash=sha256:" in text
        assert not any(word in text for word in ("://", "--index-url", "--find-links", "@ "))
