"""Orders for the draft: ranked lists, and what a bare `keep` means while it goes on (R4; S47)."""

from __future__ import annotations

import pytest

from engine.core.chance import SeededChance
from engine.games.blood_rage import game
from engine.games.blood_rage.data import BY_CODE, CODE
from engine.games.blood_rage.orders.plans import Keeping
from engine.table.session import Session
from engine.table.table import Table
from tests.games.blood_rage.orders.test_orders import sends
from tests.games.blood_rage.scene import RULES, begun


def test_s47_a_ranked_list_drafts_at_once() -> None:
    state = begun(3)
    table = Table(game, game.rules, RULES.Options(), 3, state, [(), (), ()])
    found = Session(table, SeededChance(b"draft"))
    wanted = table.desk(0).view.pack[5]
    sends(found, "A", f"draft rank VOL {wanted}")
    decision = next(one for one in table.decisions() if one.seat == 0)
    assert decision.answered
    assert table.desk(0).view.answer.cards == (wanted,)


@pytest.mark.parametrize("order", ["take {}", "pick {}", "keep {}", "card {}", "взять {}", "оставить {}", "беру {}"])
def test_while_a_draft_asks_which_card_one_keeps_it_is_taken_however_that_is_said(order: str) -> None:
    """It is no order for the end of the Age, nor for a battle: whoever meant the answer would wait in vain."""
    table = Table(game, game.rules, RULES.Options(), 3, begun(3), [(), (), ()])
    found = Session(table, SeededChance(b"draft"))
    wanted = table.desk(0).view.pack[5]
    sends(found, "A", order.format(wanted))
    assert (table.desk(0).view.answer.cards, table.standing[0]) == ((wanted,), ())


def test_what_is_not_in_the_pack_is_kept_for_the_end_of_the_age() -> None:
    table = Table(game, game.rules, RULES.Options(), 3, begun(3), [(), (), ()])
    other = next(code for code in BY_CODE if code not in table.desk(0).view.pack)
    sends(Session(table, SeededChance(b"draft")), "A", f"keep {other}")
    assert table.plans(0) == (Keeping(cards=(other,), age=1),)


def test_a_ranked_list_with_any_drafts_a_whole_age_whatever_comes() -> None:
    state = begun(3)
    found = Session(Table(game, game.rules, RULES.Options(), 3, state, [(), (), ()]), SeededChance(b"draft"))
    for player in "ABC":
        sends(found, player, "draft rank FIR any")
    assert (state.stage, [len(hand) for hand in state.hands]) == ("action", [6, 6, 6])


@pytest.mark.parametrize("pack", ["THA OSM QAL1", "QAL1 OSM THA"])
def test_what_a_ranked_list_leaves_to_any_is_what_a_time_out_would_keep(pack: str) -> None:
    """Of equal cards the one with the lowest number, in whatever order they lie there."""
    state = begun(3)
    state.packs[0] = [CODE.index(code) for code in pack.split()]
    table = Table(game, game.rules, RULES.Options(), 3, state, [(), (), ()])
    kept = RULES.default(state, next(one for one in table.decisions() if one.seat == 0))
    sends(Session(table, SeededChance(b"draft")), "A", "draft rank FIR any")
    assert table.desk(0).view.answer == kept


@pytest.mark.parametrize(
    "rank, kept",
    [("TY6", ("TY6", "TY5")), ("OSM", ("OSM", "TY6")), ("OSM TRO", ("OSM", "TRO")), ("TRO", ("TRO", "TY6"))],
)
def test_of_two_cards_a_ranked_list_keeps_what_it_names_and_then_the_best_of_the_others(
    rank: str, kept: tuple[str, ...]
) -> None:
    """P6: the second card as a time-out would choose it, and no card twice."""
    state = begun(2)
    state.packs[0] = [CODE.index(code) for code in ("QAL1", "TRO", "OSM", "TY5", "TY6")]
    table = Table(game, game.rules, RULES.Options(), 2, state, [(), ()])
    sends(Session(table, SeededChance(b"draft")), "A", f"draft rank {rank}")
    assert table.desk(0).view.answer.cards == kept


def test_whom_a_ranked_list_leaves_without_a_card_is_asked() -> None:
    table = Table(game, game.rules, RULES.Options(), 3, begun(3), [(), (), ()])
    other = next(code for code in BY_CODE if code not in table.desk(0).view.pack)
    sends(Session(table, SeededChance(b"draft")), "A", f"draft rank {other}")
    assert not next(one for one in table.decisions() if one.seat == 0).answered
