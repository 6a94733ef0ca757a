"""Blocks that mail programs put into a letter: the header of a quoted mail, the foot of a mailing list. Pure."""

from collections.abc import Sequence
from typing import Final

from asgard_pbem.mail.reading.cutting import rules

_HEADER_SPAN: Final = 14  # lines within which the labels of one header block stand
_FOOTER_LINES: Final = 6


class Blocks:
    """The lines of one mail, seen for their blocks."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._labels_of: dict[int, set[str]] = {}

    def is_header(self, i: int, end: int) -> bool:
        """Rule 5: from line `i` at least three labels, among them who, and when or about what."""
        if not self._labels(i):
            return False
        kinds: set[str] = set()
        strays = 0
        for at in range(i, min(end, i + _HEADER_SPAN)):
            found = self._labels(at)
            kinds |= found
            if self._lines[at] and not found:
                strays += 1  # a wrapped address or subject
            if strays > 3:
                break
        return (len(kinds) >= 3 and "from" in kinds and bool(kinds & {"sent", "subject"})) or self._is_short(i, end)

    def _is_short(self, i: int, end: int) -> bool:
        """Two labels are enough where one names an address and the other, right below it, a date."""
        if i + 1 >= end or self._labels(i) != {"from"} or self._labels(i + 1) != {"sent"}:
            return False
        return "@" in self._lines[i] and rules.has_date(self._lines[i + 1])

    def is_marked_header(self, marked: Sequence[int]) -> bool:
        """Whether the lines that are marked as quotation are a header block and nothing else."""
        if len(marked) > _HEADER_SPAN or marked[-1] - marked[0] >= _HEADER_SPAN:
            return False
        bare = [line for i in marked if (line := rules.unquoted(self._lines[i]).strip())]
        labelled = [found for line in bare if (found := rules.labels(line))]
        kinds = set().union(*labelled)
        return len(kinds) >= 3 and "from" in kinds and len(labelled) + 2 >= len(bare)

    def is_list_footer(self, i: int, end: int) -> bool:
        """Whether a rule of underscores opens the few last lines that a mailing list adds."""
        if end - i > 2 * _FOOTER_LINES or not rules.is_rule(self._lines[i] + "_"):
            return False
        rest = [line for line in self._lines[i + 1 : end] if line]
        return 0 < len(rest) <= _FOOTER_LINES and any(map(rules.is_list_words, rest))

    def _labels(self, i: int) -> set[str]:
        """The header labels in line `i`, worked out once."""
        if i not in self._labels_of:
            self._labels_of[i] = rules.labels(self._lines[i])
        return self._labels_of[i]
