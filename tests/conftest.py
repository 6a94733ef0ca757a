"""What all tests share: how hard Hypothesis searches, and mail that stays in memory."""

import os
from itertools import zip_longest
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from hypothesis import HealthCheck, settings

settings.register_profile("default", max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("default"), max_examples=60, derandomize=True)
settings.register_profile("search", settings.get_profile("default"), max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

TESTS = Path(__file__).resolve().parent
WAITING = ("ops", "browser")  # rooms of tests/ that start processes and wait for them
SHORT = ("mail", "engine")  # rooms none of whose files takes long


def pytest_configure(config: pytest.Config) -> None:
    """Mails are due when they are owed: tests send them at once, in the order in which they would go out."""
    django_settings.PROMPT_WAITS_S = django_settings.RECEIPT_WAITS_S = django_settings.TABLE_NEWS_WAITS_S = 0
    django_settings.PACK_AFTER_S = 0  # their schema is new, and nothing older works on it
    django_settings.RECEIPTS_EACH = True  # and each answer is told alone, where a test does not ask for less


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A file is one worker's, so what takes minutes goes first: the last of it would keep one core alone.

    Files that wait for processes of their own stand between such as keep a core busy.
    """
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.path, []).append(item)
    waiting = [one for one in files if _room(one) in WAITING]
    busy = sorted((one for one in files if _room(one) not in WAITING), key=lambda one: _room(one) in SHORT)
    items[:] = [item for pair in zip_longest(waiting, busy) for one in pair if one is not None for item in files[one]]


def _room(file: Path) -> str:
    return file.relative_to(TESTS).parts[0] if file.is_relative_to(TESTS) else ""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--record", action="store_true", help="write recorded mails anew instead of comparing with them")
