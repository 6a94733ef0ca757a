"""How a table looks to a clan, in Glory: by how much it is ahead, with what is still to come counted as likely."""

from __future__ import annotations

from engine.core.moves import Seat
from engine.games.blood_rage.bots import prices
from engine.games.blood_rage.bots.lasting import lasting
from engine.games.blood_rage.bots.outlook import Outlook
from engine.games.blood_rage.data import AGES, CARDS, EMPTY, END_GLORY, PROVINCES, VALUES
from engine.games.blood_rage.state import State

RAGE, STANDS = 0.7, 0.5  # one to spend in this Age; a strength on the board for the next one
UNSEEN, QUEST = (1.2, 1.6, 1.4), 3.5  # a card, a committed quest of another clan


def worth(table: State, seat: Seat) -> float:
    """By how much a clan is ahead of the best and of the average of the others."""
    if table.stage == "over":
        values = [float(one) for one in table.glory]
    else:
        values = [value_of(table, one, known=one == seat) for one in range(table.seats)]
    others = [value for one, value in enumerate(values) if one != seat]
    return values[seat] - 0.6 * max(others) - 0.4 * sum(others) / len(others)


def value_of(table: State, seat: Seat, *, known: bool) -> float:
    """Glory that a clan has and may expect; `known`: its cards are."""
    look = Outlook(table, seat)
    value = table.glory[seat] + sum(of_steps(table, step, stat) for stat, step in enumerate(table.steps[seat]))
    value += sum(lasting(look, CARDS[card]) for card in table.sheets[seat] if card != EMPTY)
    value += STANDS * sum(look.mine) if table.age < AGES or table.stage == "gifts" else 0.0
    if table.stage != "action":
        return value + (sum(0.4 * prices.of_card(card, table.age) for card in table.hands[seat]) if known else
                        UNSEEN[table.age - 1] * len(table.hands[seat]))  # fmt: skip
    value += RAGE * table.rage[seat] + _board(look)
    if known:
        rest = (CARDS[card] for card in table.hands[seat] if CARDS[card].kind != "quest")
        return value + look.questing() + sum(0.35 * prices.CARD[one.code] for one in rest)
    return value + UNSEEN[table.age - 1] * len(table.hands[seat]) + QUEST * table.age * len(table.quests[seat])


def _board(look: Outlook) -> float:
    """What places promise in this Age."""
    raiding = look.state.rage[look.seat] > 0
    return sum(look.place(place, look.mine[place], look.figures[place], raiding=raiding)
               for place in PROVINCES if look.figures[place])  # fmt: skip


def of_steps(table: State, step: int, stat: int) -> float:
    """What a stat that has come so far is worth: at the end, and until then."""
    on_the_way = sum(prices.PROGRESS[table.age - 1][done] for done in range(1, step))
    if table.age == AGES and table.stage != "gifts":
        return max(float(END_GLORY[step - 1]), on_the_way)
    use = (prices.RAGE_USE, prices.AXES_USE, prices.HORNS_USE)[stat] * (AGES - table.age + (table.stage == "gifts"))
    return on_the_way + use * (VALUES[stat][step - 1] - VALUES[stat][0])
