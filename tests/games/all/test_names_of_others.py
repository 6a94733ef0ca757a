"""Who takes another's name gets nothing meant for them: an order by that name is refused, for it is unclear."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core.moves import IllegalMove
from engine.games.aesir.orders.lexicon import name_seats
from engine.games.asgard.orders.sheet import read_line
from engine.table.registry import game
from engine.table.session import Session
from tests.mail.trust.test_peeking import opened

TAKEN = ["Cleo", "cleo", "Cleo 2", "Ｃleo"]


@pytest.mark.parametrize("taken", TAKEN)
def test_a_card_is_nobodys_by_a_name_of_two(taken: str) -> None:
    assert name_seats("cleo.s2", ("Anna", "Cleo", "Boris")) == "p2.s2"
    assert name_seats("cleo.s2", (taken, "Cleo", "Boris")) == "cleo.s2"
    assert name_seats("cleo.s2", ("Anna", "Cleo", taken)) == "cleo.s2"


@pytest.mark.parametrize("taken", TAKEN)
def test_nobody_is_meant_by_a_name_of_two(taken: str) -> None:
    table: Session = opened(game("asgard").key, 3)
    table.start()
    desk = table.table.desk(0, ("Anna", "Cleo", "Boris"))
    assert read_line("giver stone pink cleo", desk).moves[0].players == (1,)
    for names in ((taken, "Cleo", "Boris"), ("Anna", "Cleo", taken)):
        with pytest.raises(IllegalMove):
            read_line("giver stone pink cleo", replace(desk, names=names))
