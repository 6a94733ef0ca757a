"""Strength of figures and cards (R18): counted whenever it is wanted, kept nowhere."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.moves import Seat
from engine.games.blood_rage.data import CARDS, EMPTY, STRENGTH, WARRIOR_SLOT, WARRIORS, YGGDRASIL
from engine.games.blood_rage.rules.play import on_sheet, trait
from engine.games.blood_rage.state import State


def of_warriors(state: State, seat: Seat, count: int) -> int:
    """So many Warriors of a clan in one province (R18.2)."""
    card = state.sheets[seat][WARRIOR_SLOT]
    return count if card == EMPTY else int(trait.speak(state, CARDS[card].name, "warriors", count))


def of_figures(state: State, seat: Seat, figures: Sequence[int], province: int) -> int:
    """These figures of a clan together, in this province and its fjord."""
    total = warriors = 0
    for figure in figures:
        if figure in WARRIORS:
            warriors += 1
        else:
            total += of_figure(state, state.kind(seat, figure), province)
    return total + (of_warriors(state, seat, warriors) if warriors else 0)


def of_figure(state: State, code: str, province: int) -> int:
    """A Leader, a ship or a monster (R18.1)."""
    if code == "ELF" and province == YGGDRASIL:
        return int(trait.speak(state, "dark_elf", "strength"))
    return STRENGTH[code]


def in_province(state: State, seat: Seat, province: int) -> int:
    """A clan's strength in a province, with the ships in its fjord (R18.3)."""
    return of_figures(state, seat, state.in_battle(seat, province), province)


def strongest(state: State, province: int) -> Seat | None:
    """The clan with more strength there than any other (R14.3); None: a tie, nobody there, a destroyed province."""
    if state.destroyed[province]:
        return None
    return single_highest([in_province(state, seat, province) for seat in range(state.seats)])


def plus(state: State, seat: Seat, card: int) -> int | None:
    """What a played card adds; None: Heimdall's Sight, which depends on the others."""
    design = CARDS[card]
    if design.kind == "quest":
        return max(
            [trait.speak(state, one.name, "quest_plus") for one in on_sheet(state, seat, "quest_plus")], default=0
        )
    battle = state.battle
    if trait.has(design.name, "sight") and (battle is None or card not in battle.cancelled):
        return None
    return design.plus


def totals(strengths: Sequence[int], cards: Sequence[Sequence[int | None]]) -> list[int]:
    """Strength and cards of each participant; None among the cards is a Sight (R20.38)."""
    best = [max([one or 0 for one in played], default=0) for played in cards]
    return [
        strength + sum([highest([*best[:at], *best[at + 1 :]]) if one is None else one for one in cards[at]])
        for at, strength in enumerate(strengths)
    ]


def highest(others: Sequence[int]) -> int:
    """What a Sight is worth among these best cards of the others."""
    return max(others, default=0)


def battle_totals(state: State) -> list[int]:
    """Of the fighters, in battle order (R10.6 e)."""
    battle = state.battle
    assert battle is not None
    strengths = [in_province(state, seat, battle.province) for seat in battle.fighters]
    return totals(strengths, [[plus(state, seat, card) for card in state.played[seat]] for seat in battle.fighters])


def single_highest(values: Sequence[int]) -> int | None:
    """Where the one highest value stands; None for a tie (R10.7)."""
    best = max(values)
    return values.index(best) if values.count(best) == 1 else None
