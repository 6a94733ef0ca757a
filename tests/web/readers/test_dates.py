"""Days as each language writes them within a sentence."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.utils import translation

from asgard_pbem.tables.reading.dated import dated
from asgard_pbem.web.templatetags import pages

AT = datetime(2026, 11, 26, 7, 5, tzinfo=UTC)


@pytest.mark.parametrize("language, form, said", [
    ("en", "D j M, H:i", "Thu 26 Nov, 07:05"), ("ru", "D j M, H:i", "чт 26 ноя, 07:05"),
    ("ru", "D, j E Y", "чт, 26 ноября 2026"),
])  # fmt: skip
def test_russian_months_and_days_of_the_week_are_written_small(language: str, form: str, said: str) -> None:
    with translation.override(language):
        assert dated(AT, form) == said
        assert pages.day(AT, form) == said
