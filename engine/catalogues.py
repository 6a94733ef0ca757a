"""Catalogues: one gettext domain a game, `locale/<language>/LC_MESSAGES/<domain>.mo` in the package that owns it."""

from __future__ import annotations

import gettext
from functools import cache
from pathlib import Path

LOCALE = Path(__file__).resolve().parent / "locale"
SOURCE_LANGUAGE = "en"


@cache
def catalogue(domain: str, language: str, folder: Path = LOCALE) -> gettext.NullTranslations:
    """The translations of `domain`; English, and any language without a catalogue, reads the sources themselves."""
    if language == SOURCE_LANGUAGE:
        return gettext.NullTranslations()
    return gettext.translation(domain, folder, [language], fallback=True)
