"""What is kept how long stands in the settings and in docs/forgetting.md, and both say the same."""

from __future__ import annotations

import re
from pathlib import Path

from django.conf import settings

DOC = Path(__file__).resolve().parents[2] / "docs" / "forgetting.md"
ROW = re.compile(r"^\| `(\w+)` \| (\d+)(?:, `(\w+)`)? \|", re.MULTILINE)


def test_the_docs_and_the_settings_keep_the_same_for_as_long() -> None:
    assert {name: int(days) for name, days, _ in ROW.findall(DOC.read_text())} == settings.KEPT_DAYS


def test_the_variables_that_change_it_are_named() -> None:
    named = {variable for _, _, variable in ROW.findall(DOC.read_text()) if variable}
    examples = (DOC.parents[1] / "deploy" / "env.example").read_text()
    assert named == {"RAW_MAIL_DAYS", "GAME_MAIL_DAYS", "PERSON_MAIL_DAYS"}
    assert all(f"#{name}=" in examples for name in named)


def test_what_is_kept_by_days_elsewhere_agrees() -> None:
    assert settings.KEPT_DAYS["sessions"] * 86400 == settings.SESSION_COOKIE_AGE


def test_the_clock_takes_every_step() -> None:
    tasks = {one["task"] for one in settings.CELERY_BEAT_SCHEDULE.values()}
    assert {
        "asgard_pbem.tables.tasks.settle_games", "asgard_pbem.mail.tasks.forget_old_mail",
        "asgard_pbem.mail.tasks.purge_raw", "asgard_pbem.alerts.tasks.forget_old_calls",
        "asgard_pbem.web.tasks.end_old_sessions", "asgard_pbem.tables.tasks.forget_old",
    } <= tasks  # fmt: skip
