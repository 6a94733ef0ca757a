"""What all tests share: how hard Hypothesis searches, and mail that stays in memory."""

import os
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from django.utils import translation
from hypothesis import HealthCheck, settings

from asgard_pbem.serving.memory import settle

settings.register_profile("default", max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("default"), max_examples=60, derandomize=True)
settings.register_profile("search", settings.get_profile("default"), max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

HERE = Path(__file__).resolve().parent
WAITING = (HERE / "ops", HERE / "mail" / "relays")  # what is in here starts processes of its own and waits for them
LONGEST = HERE / "ops" / "test_readme.py"


def pytest_configure(config: pytest.Config) -> None:
    """Mails are due when they are owed: tests send them at once, in the order in which they would go out."""
    django_settings.PROMPT_WAITS_S = django_settings.RECEIPT_WAITS_S = django_settings.TABLE_NEWS_WAITS_S = 0
    django_settings.PACK_AFTER_S = 0  # their schema is new, and nothing older works on it
    django_settings.RECEIPTS_EACH = True  # and each answer is told alone, where a test does not ask for less


@pytest.hookimpl(tryfirst=True, optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One process more than there are cores: each waits for a browser, a server or a mailbox a sixth of its time."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Among several processes the README's commands go first, then what starts processes of its own and waits for them,
    then the files of many tests, as xdist has it.

    A file is one worker's, and xdist would give out those few, which take as long as thousands of others, last: one
    core did nothing meanwhile, and the other little.
    """
    if config.getoption("loadscopereorder", default=True):
        return
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.path, []).append(item)
    order = sorted(
        files, key=lambda file: (file != LONGEST, not any(map(file.is_relative_to, WAITING)), -len(files[file]))
    )
    items[:] = [item for file in order for item in files[file]]


def pytest_collection_finish(session: pytest.Session) -> None:
    """What was collected stays: 600,000 objects, through which the collector would walk every few seconds."""
    settle()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """A page that was asked for leaves its language on the thread, where only the next request sets another."""
    translation.deactivate()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--record", action="store_true", help="write recorded mails anew instead of comparing with them")
