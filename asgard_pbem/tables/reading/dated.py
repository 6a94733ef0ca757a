"""Days as a language writes them."""

from __future__ import annotations

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import get_language


def dated(when: date, form: str) -> str:
    """A day or a time by a format of Django's, as it stands within a sentence: Russian months and days of the week are
    written small, which `date_format` does not know.
    """
    text = date_format(when, form)
    return text.casefold() if get_language() == "ru" else text
