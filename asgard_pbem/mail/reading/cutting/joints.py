"""Attributions put in order before the lines are judged: parted from an answer on their line, and made whole. Pure."""

import re
from collections.abc import Sequence
from itertools import islice
from typing import Final

from asgard_pbem.mail.reading.cutting import rules, words
from asgard_pbem.mail.reading.parts.plain import MAX_RULE_CHARS

_HEAD_CHARS: Final = 200  # of an answer that stands before an attribution on one line
_TORN_LINES: Final = 12  # over which an attribution is torn by blank lines
_PIECE_CHARS: Final = 120
_PLACES: Final = 4  # in a line at which an attribution may begin
_ANSWER_LINES: Final = 60  # filled ones from the top, of which one may run into an attribution
_MOST: Final = 24  # torn attributions of one mail that are made whole
# A weekday or an opening word, and soon a number: what attributions begin with.
_BEGINS = re.compile(
    rf"(?<=\S)\s{{1,3}}(?=(?:(?:{words.OPENERS})\s(?:{words.WEEKDAYS})[.,]{{0,2}}|(?:{words.WEEKDAYS})[.,]{{1,2}})\s{{1,2}}"
    rf"(?:\w{{3,12}}\.?\s)?\d{{1,2}}\b|(?:{words.OPENERS})\s\d{{1,4}}[./\s-])",
    re.IGNORECASE,
)


def mended(lines: list[str], names: frozenset[str]) -> list[str]:
    """`lines` with an answer parted from the attribution behind it, and torn attributions on one line."""
    found: list[str] = []
    looked = 0
    for i, line in enumerate(lines):
        looked += bool(line)
        if looked > _ANSWER_LINES or not _may_hold(line):
            found.append(line)
            continue
        head, tail = _parted(lines, i, names)
        found += [head, tail] if head else [tail]
    return _whole(found, names)


def _may_hold(line: str) -> bool:
    """Whether an attribution may begin inside the line."""
    if len(line) > MAX_RULE_CHARS or rules.is_quoted(line) or not any(map(str.isdigit, line)):
        return False
    return _BEGINS.search(line[: _HEAD_CHARS + 20]) is not None


def _parted(lines: Sequence[str], i: int, names: frozenset[str]) -> tuple[str, str]:
    """What stands before an attribution that ends in line `i` or up to three lines below it, and the attribution."""
    line = lines[i]
    for begin in islice(_BEGINS.finditer(line[: _HEAD_CHARS + 20]), _PLACES):
        head, tail = line[: begin.start()].rstrip(), line[begin.end() :]
        if not rules.may_stand_before(head):
            break
        if any(rules.is_attribution([tail, *lines[i + 1 : end]], names) for end in _ends(lines, i)):
            return head, tail
    return "", line


def _ends(lines: Sequence[str], i: int) -> list[int]:
    """Where an attribution that begins in line `i` may end: behind each line that ends like one, before a blank one."""
    found: list[int] = []
    for end in range(i, min(len(lines), i + rules.ATTRIBUTION_LINES)):
        if end > i and (not lines[end] or rules.is_quoted(lines[end])):
            break
        if rules.may_end_attribution(lines[end]):
            found.append(end + 1)
    return found


def _whole(lines: list[str], names: frozenset[str]) -> list[str]:
    """Attributions that a program tore apart with blank lines, joined in their first line."""
    begun = (i for i, line in enumerate(lines) if len(line) <= _PIECE_CHARS and rules.begins_attribution(line))
    for i in islice(begun, _MOST):
        line = lines[i]
        if rules.may_end_attribution(line):
            continue
        pieces = [line]
        for end in range(i + 1, min(len(lines), i + _TORN_LINES)):
            if lines[end] and (len(lines[end]) > _PIECE_CHARS or not rules.is_loose_end(lines[end])):
                break
            pieces += [lines[end]] if lines[end] else []
            if lines[end] and rules.may_end_attribution(lines[end]):
                joined = " ".join(pieces)
                if "@" in joined and len(pieces) < end + 1 - i and rules.is_attribution([joined], names):
                    lines[i : end + 1] = [joined, *[""] * (end - i)]
                break
    return lines
