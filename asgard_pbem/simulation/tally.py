"""What was asked in a game, and how many mails it took: a good player's one letter answers many questions."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias
from uuid import UUID

from asgard_pbem.tables.reading import history
from asgard_pbem.tables.store.walking import walk
from engine.core.moves import Seat

Answered: TypeAlias = tuple[Seat, str, int]  # whose mail, the kind of the question that it answered first, the round


@dataclass(frozen=True, slots=True)
class Tally:
    """One kind of question, by seat."""

    mails: tuple[int, ...]  # that answered such a question first
    questions: tuple[int, ...]  # all of its kind, whoever or whatever answered: a mail, a plan, the lack of a choice
    most_in_a_round: int  # of the mails of one seat


def tally(game_id: UUID, seats: int, answered: Iterable[Answered]) -> dict[str, Tally]:
    """By kind of question; those that came oftenest first."""
    asked: dict[str, Counter[Seat]] = defaultdict(Counter)
    for seat, kind in _questions(game_id):
        asked[kind][seat] += 1
    rounds = Counter(answered)
    mails: dict[str, Counter[Seat]] = defaultdict(Counter)
    for (seat, kind, _), count in rounds.items():
        mails[kind][seat] += count
    return {
        kind: Tally(
            tuple(mails[kind][seat] for seat in range(seats)), tuple(asked[kind][seat] for seat in range(seats)),
            max((count for (_, one, _), count in rounds.items() if one == kind), default=0),
        )
        for kind in sorted(asked, key=lambda kind: -sum(asked[kind].values()))
    }  # fmt: skip


def _questions(game_id: UUID) -> Iterable[tuple[Seat, str]]:
    """Every question that was answered."""
    open_to: dict[Seat, str] = {}
    for step in walk(history.row_of(game_id)):
        if step.row.kind == "move_made" and step.row.seat is not None:
            yield step.row.seat, open_to[step.row.seat]
        open_to = {one.seat: one.kind for one in step.course.table.decisions()}


def sentences(tallies: Mapping[str, Tally], mails: int, seats: int, rounds: int) -> Iterable[str]:
    """How many mails a player answered of each kind of question; then a round, and for each of what most answered."""
    rows = [(kind, one) for kind, one in tallies.items() if sum(one.questions)]
    for kind, one in rows:
        most = f", at most {one.most_in_a_round} in a round" if one.most_in_a_round else ""
        a_player = sum(one.mails) / seats, sum(one.questions) / seats
        yield f"    {kind}: {a_player[0]:.1f} mails a player for {a_player[1]:.1f} questions{most}"
    if rows:
        kind, one = max(rows, key=lambda row: sum(row[1].mails))
        each = mails / seats
        a_round = f", {each / rounds:.2f} a round" if rounds else ""
        yield f"    in all {each:.1f} mails a player{a_round}, {mails / sum(one.questions):.2f} for each {kind}"
