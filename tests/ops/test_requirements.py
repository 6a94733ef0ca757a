"""The pinned packages are whole on every Python that pyproject.toml promises, whichever Python pinned them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
# The first of each line and those at which packages we use change their mind; 3.11.2 is Debian 12's own.
PYTHONS = ("3.11.0", "3.11.2", "3.11.3", "3.12.0", "3.13.0")
PIN = re.compile(r"^([A-Za-z0-9._-]+)==", re.MULTILINE)


def pins(name: str) -> set[str]:
    return {str(canonicalize_name(found)) for found in PIN.findall((ROOT / name).read_text())}


def asked_for(package: str, python: str) -> Iterator[str]:
    """What an installed package requires without any extra on Linux with this Python."""
    environment = {"python_full_version": python, "python_version": python.rpartition(".")[0], "extra": ""}
    for text in metadata.requires(package) or []:
        wanted = Requirement(text)
        if wanted.marker is None or wanted.marker.evaluate(environment):
            yield str(canonicalize_name(wanted.name))


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_whatever_a_pinned_package_asks_for_on_a_python_is_pinned_as_well(name: str, python: str) -> None:
    pinned = pins(name)
    missing = {package: set(asked_for(package, python)) - pinned for package in pinned}
    assert {package: names for package, names in missing.items() if names} == {}


def test_what_development_pins_is_what_production_pins_and_more() -> None:
    assert pins("requirements.txt") <= pins("requirements-dev.txt")
