"""Toys beside the installed games, for tests that ask for them by importing the fixture."""

from __future__ import annotations

import pytest

from engine.table import registry
from tests.toys import rampart

INSTALLED = registry.games  # what the entry points give


@pytest.fixture(autouse=True)
def _rampart_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "games", lambda: {**INSTALLED(), rampart.game.key: rampart.game})
