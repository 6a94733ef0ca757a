"""What all tests share: how hard Hypothesis searches, mail that stays in memory, and how tables are emptied."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from django.db import connections, transaction
from django.test import TransactionTestCase
from django.utils import translation
from hypothesis import HealthCheck, settings
from whitenoise.middleware import WhiteNoiseMiddleware

from asgard_pbem.serving.memory import settle

settings.register_profile("default", max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("default"), max_examples=60, derandomize=True)
settings.register_profile("search", settings.get_profile("default"), max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

HERE = Path(__file__).resolve().parent
WAITING = (HERE / "ops", HERE / "mail" / "relays")  # what is in here starts processes of its own and waits for them
LONGEST = HERE / "ops" / "test_readme.py"
# All tables that hold anything, but for those that migrations fill. `flush` makes all 60 anew and then looks for every
# permission: a third of a second, or twice that where the disk has much to do. Rows are not deleted one by one: the
# next ones would lie in any order where those had been.
EMPTYING = """\
DO $$
DECLARE filled text;
BEGIN
  SET LOCAL session_replication_role = replica;
  SELECT string_agg(oid::regclass::text, ', ' ORDER BY relname) INTO filled FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND pg_relation_size(oid) > 0
    AND relname NOT IN ('django_migrations', 'django_content_type', 'auth_permission');
  IF filled IS NOT NULL THEN
    EXECUTE 'TRUNCATE ' || filled || ' CASCADE';
  END IF;
END $$
"""


def pytest_configure(config: pytest.Config) -> None:
    """Mails are due when they are owed: tests send them at once, in the order in which they would go out."""
    django_settings.PROMPT_WAITS_S = django_settings.RECEIPT_WAITS_S = django_settings.TABLE_NEWS_WAITS_S = 0
    django_settings.PACK_AFTER_S = 0  # their schema is new, and nothing older works on it
    django_settings.RECEIPTS_EACH = True  # and each answer is told alone, where a test does not ask for less
    WhiteNoiseMiddleware.add_files_from_finders = _once(WhiteNoiseMiddleware.add_files_from_finders)
    if django_settings.EMBEDDED:
        TransactionTestCase._fixture_teardown = _emptied


def _once(find: Callable[[WhiteNoiseMiddleware], None]) -> Callable[[WhiteNoiseMiddleware], None]:
    """The files of the pages, looked for once: each browser of a test is served by middleware of its own."""
    found: dict[str, object] = {}

    def kept(middleware: WhiteNoiseMiddleware) -> None:
        if not found:
            find(middleware)
            found.update(middleware.files)
        middleware.files.update(found)

    return kept


def _emptied(case: TransactionTestCase) -> None:
    """What a test has committed goes."""
    for name in case._databases_names(include_mirrors=False):
        with connections[name].as_owner(), transaction.atomic(name), connections[name].cursor() as cursor:
            cursor.execute(EMPTYING)


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
