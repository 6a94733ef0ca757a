"""What is kept how long stands in the settings and in docs/forgetting.md, and both say the same."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings

from asgard_pbem.mail.tokens import AFTER_THE_END
from asgard_pbem.tables.store.keeping.days import days as kept_days

DOC = Path(__file__).resolve().parents[2] / "docs" / "forgetting.md"
ROW = re.compile(r"^\| `(\w+)` \| (\d+)(?:, `(\w+)`)? \|", re.MULTILINE)


def test_the_docs_and_the_settings_keep_the_same_for_as_long() -> None:
    assert {name: int(days) for name, days, _ in ROW.findall(DOC.read_text())} == settings.KEPT_DAYS


def test_the_variables_that_change_it_are_named() -> None:
    named = {variable for _, _, variable in ROW.findall(DOC.read_text()) if variable}
    examples = (DOC.parents[1] / "deploy" / "env.example").read_text()
    assert named == {"RAW_MAIL_DAYS", "GAME_MAIL_DAYS", "PERSON_MAIL_DAYS"}
    assert all(f"#{name}=" in examples for name in named)


@pytest.mark.parametrize(
    "given, kept",
    [
        ({"RAW": "60", "GAME": "90", "PERSON": "80"}, (60, 90, 80)),
        ({"RAW": "40", "GAME": "0", "PERSON": "0"}, (40, 40, 40)),  # no row goes before what it said
        ({"RAW": "1", "GAME": "0", "PERSON": "0"}, (1, 15, 15)),
    ],
)
def test_a_row_outlives_its_words_and_what_may_still_be_answered(
    given: dict[str, str], kept: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, days in given.items():
        monkeypatch.setenv(f"{name}_MAIL_DAYS", days)
    found = kept_days()
    assert tuple(found[name] for name in ("raw_mail", "mail_of_games", "mail_of_persons")) == kept
    assert timedelta(days=min(kept[1:])) > AFTER_THE_END


def test_what_is_kept_by_days_elsewhere_agrees() -> None:
    assert settings.KEPT_DAYS["sessions"] * 86400 == settings.SESSION_COOKIE_AGE


def test_the_clock_takes_every_step() -> None:
    tasks = {one["task"] for one in settings.CELERY_BEAT_SCHEDULE.values()}
    assert {
        "asgard_pbem.tables.tasks.settle_games", "asgard_pbem.mail.tasks.forget_old_mail",
        "asgard_pbem.mail.tasks.purge_raw", "asgard_pbem.alerts.tasks.forget_old_calls",
        "asgard_pbem.web.tasks.end_old_sessions", "asgard_pbem.tables.tasks.forget_old",
    } <= tasks  # fmt: skip
