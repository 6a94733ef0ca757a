"""Every command that a mail of ours names is one that we read, in both languages."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

from asgard_pbem.mail.reading.grammar import commands as grammar
from asgard_pbem.mail.writing.sections import help_text

ANY = grammar.ANSWERING_INVITATION | grammar.ENDED


@pytest.mark.parametrize("language", ["en", "ru"])
def test_what_help_names_is_read(language: str) -> None:
    with translation.override(language):
        labels = [label for section in help_text.sections(None) for label, _ in section.facts]
    assert len(labels) > 10
    for label in labels:
        lines = [label] if "P2," in label or "И2," in label else re.split(r", (?!\d)", label)
        for line in lines:
            sheet = grammar.read_sheet([line.replace("…", "words")], ANY)
            assert len(sheet.commands) == 1, f"{line!r} of {language} is not read"
