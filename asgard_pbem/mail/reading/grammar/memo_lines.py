"""A private note among the lines of a mail: `note …`, `note 12: …` to a moment, `note table: …` to the whole, and
`change note 3: …`, other words for one that is kept. Pure.
"""

from __future__ import annotations

import re

WRAPPED = 66  # characters that a line has room for in whichever mail program
_MEMO = re.compile(
    r"\s*[*_]{0,2}(?:note|заметка)[*_]{0,2}"
    r"(?:\s+(?:(?P<moment>\d{1,6})|(?P<whole>table|стол))\s*:|\s*:|\s)[*_]{0,2}\s*(?P<text>\S.*)",
    re.IGNORECASE,
)
_CHANGED = re.compile(
    r"\s*[*_]{0,2}(?:change|edit|изменить|исправить)\s+(?:note|заметку)\s+#?(?P<number>\d{1,6})\s*:[*_]{0,2}\s*"
    r"(?P<text>\S.*)",
    re.IGNORECASE,
)
_HEADED = re.compile(
    r"\s*[*_]{0,2}(?:(?:change|edit|изменить|исправить)\s+)?(?:note|заметк[ау])(?:\s+(?:#?\d{1,6}|table|стол))?[*_]{0,2}\s*:",
    re.IGNORECASE,
)


def first(line: str) -> dict[str, str] | None:
    """`text` and, where they are named, `moment` or `whole`, or `number` of the note whose words it replaces.

    None for a line that is no note.
    """
    found = _MEMO.fullmatch(line) or _CHANGED.fullmatch(line)
    return {key: value.strip() for key, value in found.groupdict().items() if value} if found is not None else None


def headed(line: str) -> bool:
    """Whether a line is a note and its head ends in a colon: “note that …” people say to each other too."""
    return _HEADED.match(line) is not None and first(line) is not None


def goes_on(above: str, line: str) -> bool:
    """Whether a mail program broke the line above here: the first word of this one had no room in it.

    An order below a note is short, and stands on a line of its own.
    """
    word = line.split(maxsplit=1)[:1]
    return bool(word) and len(above.rstrip()) + 1 + len(word[0]) > WRAPPED
