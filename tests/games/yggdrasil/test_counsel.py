"""What is proposed is tried on an imagined table, and shows nobody how the true deck and pile lie."""

from __future__ import annotations

import pytest

from engine.core.chance import SeededChance
from engine.core.moves import IllegalMove
from engine.games.yggdrasil.data import GIANTS
from engine.table import counsel
from engine.table.events import GameOpened
from engine.table.session import Session
from engine.table.table import Table


@pytest.fixture
def table() -> Table:
    """A god on turn who surely beats the top Giant, and may then name one that still lies face down."""
    found = Table.opened(GameOpened(game="yggdrasil", rules=2, options={}, seats=2, commitment=""))
    session = Session(found, SeededChance(b"one"))
    session.start()
    while (asked := found.pending()[0]).kind != "action":
        session.move(asked.seat, found.rules.default(found.state, asked))
    found.state.vikings[asked.seat], found.state.vanir = 6, 5
    return found


def outcome(table: Table, lines: list[str]) -> str:
    """What comes of a proposal."""
    (asked,) = table.pending()
    try:
        return repr(counsel.read(table, (), 1 - asked.seat, asked, lines))
    except IllegalMove as why:
        return repr((why.code, why.where))


def test_no_proposal_finds_out_which_giant_lies_where(table: Table) -> None:
    """Half a name is enough for the one of two Giants that is left: of the imagined one that has just been beaten."""
    proposals = [["ice top v6", "standing sigel even", f"vanir 5 {giant[:2]}"] for giant in GIANTS]
    outcomes = set()
    for place in range(len(table.state.pile)):
        other = table.copy()
        pile = other.state.pile
        pile[-1], pile[place] = pile[place], pile[-1]
        outcomes.add(tuple(outcome(other, lines) for lines in proposals))
    assert len(outcomes) == 1
