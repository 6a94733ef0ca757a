"""What is left of a reply, without blank lines that say nothing; and its lines of greeting and parting. Pure."""

from typing import Final

from asgard_pbem.mail.reading.cutting import rules

CLOSING_LINES: Final = 4  # of name or parting, at the end of a letter


def tidied(kept: list[int], lines: list[str]) -> list[int]:
    """The indices `kept` without those of blank lines at the ends or doubled between."""
    found = [i for n, i in enumerate(kept) if lines[i] or (n > 0 and lines[kept[n - 1]])]
    return found[:-1] if found and not lines[found[-1]] else found


def tidy(lines: list[str]) -> str:
    """`lines` without blank ones at the ends or doubled between."""
    return "\n".join(lines[i] for i in tidied(list(range(len(lines))), lines))


def aside(lines: list[str]) -> tuple[int, ...]:
    """The lines of greeting at the top and of parting at the end, where something else was said between them."""
    filled = [n for n, line in enumerate(lines) if line]
    first = next((at for at, n in enumerate(filled) if not rules.is_greeting(lines[n])), len(filled))
    end = next(
        (
            at
            for at in range(max(first, len(filled) - CLOSING_LINES), len(filled))
            if rules.is_parting(lines[filled[at]]) and all(rules.may_be_name(lines[n]) for n in filled[at + 1 :])
        ),
        len(filled),
    )
    said = filled[first:end]
    if not said or lines[said[-1]].endswith(":"):
        return ()
    return tuple(filled[:first] + filled[end:])
