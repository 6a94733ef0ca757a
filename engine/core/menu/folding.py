"""Lists that are too long to be read in one go: which lines stand together behind one, decided from the list alone.

Numbers follow from it, so it is done in the list itself: whoever prints, reads or plays by number sees the same lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby, pairwise

from engine.core.menu.base import Menu, Option

LONG = 40  # lines: more than three screens of a phone


def folded(options: tuple[Option, ...], listed: Callable[[tuple[Option, ...]], Menu]) -> tuple[Option, ...]:
    """`options` in at most LONG lines: a group of them behind one line, else runs of about the same length.

    Lines of no group stay where they are, if all fits so. `listed` makes the further list.
    """
    if len(options) <= LONG:
        return options
    grouped = tuple(_groups(options, listed))
    return grouped if len(grouped) <= LONG else tuple(_runs(grouped, listed))


def _groups(options: Sequence[Option], listed: Callable[[tuple[Option, ...]], Menu]) -> Iterator[Option]:
    for group, found in groupby(options, key=lambda option: option.group):
        members = tuple(found)
        if not group or len(members) == 1 or len(members) == len(options):
            yield from members
        else:  # the group is the line now, and needs no heading above its lines
            inner = tuple(replace(one, group="") for one in members)
            yield Option((group,), then=partial(listed, inner), folds=members)


def _runs(options: Sequence[Option], listed: Callable[[tuple[Option, ...]], Menu]) -> Iterator[Option]:
    count = min(LONG, -(-len(options) // LONG) if len(options) <= LONG * LONG else LONG)
    ends = [len(options) * at // count for at in range(count + 1)]
    for first, end in pairwise(ends):
        members = tuple(options[first:end])
        yield Option(then=partial(listed, members), folds=members)
