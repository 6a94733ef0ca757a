"""What came of cutting a reply: the text that is left, and what became of the rest. Pure data."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

_NAMED_CHARS = 60  # of a cut line that is repeated to its writer
QUOTATION: Final = frozenset(
    {"sentinel", "own_line", "quote", "wrapped", "attribution", "header_block", "original", "forward"}
)


@dataclass(frozen=True, slots=True)
class Cut:
    """A run of lines that was cut and the rule that did it. Lines count from 1 in the normalised text."""

    rule: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Taken:
    """Lines that were cut, as their writer is told: why, how they begin, how many there are with something in them.

    `sure`: one of them bears a mark of quotation or is known as ours; else all were cut for what stands above them.
    """

    rule: str
    text: str
    lines: int
    sure: bool = False


@dataclass(frozen=True, slots=True)
class Reply:
    """What is left of a reply and what became of the rest.

    `rule`, `line`: the first cut ('' and None when nothing was cut). `quoted`: the quotation without its marks, to
    see whether orders stand only there. `between`: own text that has quotation above and below it. `below`: unmarked
    text under our sentinel that is not a line of ours, when own text stands above it too. Both ask for care. `ours`:
    lines of `text` (from 0) that stand in a mail of ours, or end in words of one; `gaps`: lines above which unmarked
    lines of ours were cut. Neither may be told on to others. `taken`: all that was cut, from the top. `aside`: lines
    of greeting and parting, which belong to the text and say nothing. `echoes`: lines that stand among unmarked ones of
    a letter in which somebody else may have said the same: whose words they are here, nobody can tell.
    """

    text: str
    rule: str
    line: int | None
    cuts: tuple[Cut, ...]
    only_quotes: bool
    between: str
    below: str
    quoted: str
    clipped: bool
    ours: tuple[int, ...] = ()
    gaps: tuple[int, ...] = ()
    taken: tuple[Taken, ...] = ()
    aside: tuple[int, ...] = ()
    echoes: tuple[int, ...] = ()

    @property
    def lines(self) -> list[str]:
        """The lines of `text`, those of greeting and parting blank: what there is to be read, in its places."""
        return ["" if n in self.aside else line for n, line in enumerate(self.text.split("\n"))]


def named(line: str) -> str:
    """The beginning of a line, as it is repeated to its writer."""
    return line if len(line) <= _NAMED_CHARS else line[: _NAMED_CHARS - 1] + "…"


def runs(why: Sequence[str]) -> tuple[Cut, ...]:
    """Neighbouring lines with the same reason, as cuts."""
    cuts: list[Cut] = []
    for number, rule in enumerate(why, 1):
        if rule and cuts and cuts[-1].rule == rule and cuts[-1].last == number - 1:
            cuts[-1] = Cut(rule, cuts[-1].first, number)
        elif rule:
            cuts.append(Cut(rule, number, number))
    return tuple(cuts)
