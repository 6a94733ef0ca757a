"""A redeal is fair: every table that the viewer cannot tell from the true one is as likely as any other."""

from __future__ import annotations

from collections import Counter
from itertools import product

from engine.games.aesir.data import CARD, CARDS, NUMBER, OTHER
from engine.games.aesir.state import State, empty
from tests.games.aesir.playing import RULES, chance

REDEALS = 2500


def table() -> State:
    """Player 1 looks at player 2, who has covered cards of Loki and Thor, and Thor cards face down under Heimdall.

    All other Thor cards but a few lie open, so that the hidden places compete for them.
    """
    state = empty(2)
    state.round, state.stage = 1, "pick"
    state.goals = list(range(7))
    theirs = [("L", "TL1"), ("L", "LS1"), ("L", "LS2"), ("T", "TH1"), ("T", "TF1"), ("H", "BH1")]
    for god, card in theirs:
        state.up[1][NUMBER[god]].append(CARD[card])
    state.down[1][NUMBER["H"]] = [CARD["TB1"], CARD["TS1"]]
    used = {CARD[card] for _, card in theirs} | {CARD["TB1"], CARD["TS1"]}
    mine = [card for card in range(len(CARDS)) if card not in used and "T" in CARDS[card]][:8]
    state.up[0][NUMBER["T"]] = mine
    used |= set(mine)
    left = [card for card in range(len(CARDS)) if card not in used]
    state.hands = [left[:6], left[6:12]]
    state.deck = left[12:]
    for seat in (0, 1):
        state.counts[seat] = [len(up) + len(down) for up, down in zip(state.up[seat], state.down[seat], strict=True)]
    return state


def hidden(state: State) -> tuple[int, ...]:
    """The cards in player 2's hidden places that must carry a certain god: Loki, Loki, Thor, and Thor twice below."""
    loki, thor = NUMBER["L"], NUMBER["T"]
    return (*state.up[1][loki][:-1], *state.up[1][thor][:-1], *state.down[1][NUMBER["H"]])


def exact(state: State) -> list[dict[str, float]]:
    """How often each pair should lie in each of those places, counted over all tables that are possible."""
    pool = Counter(CARDS[card][:2] for card in (*hidden(state), *state.deck, *state.hands[1], *state.scored[1]))
    needs = ("L", "L", "T", "T", "T")
    found: list[Counter[str]] = [Counter() for _ in needs]
    for pairs in product(*([pair for pair in pool if god in pair] for god in needs)):
        ways, taken = 1, Counter[str]()
        for pair in pairs:
            ways *= pool[pair] - taken[pair]
            taken[pair] += 1
        for place, pair in enumerate(pairs):
            found[place][pair] += ways
    return [{pair: count / sum(one.values()) for pair, count in one.items() if count} for one in found]


def likely(freedom: int) -> float:
    """The 0.999 quantile of chi square (Wilson and Hilferty)."""
    return float(freedom * (1 - 2 / (9 * freedom) + 3.09 * (2 / (9 * freedom)) ** 0.5) ** 3)


def test_a_redeal_prefers_no_card_for_any_place() -> None:
    """Chi square over many redeals, place by place: no larger than chance alone gives in 999 cases of 1000."""
    state = table()
    expected = exact(state)
    seen: list[Counter[str]] = [Counter() for _ in expected]
    source = chance(7)
    for _ in range(REDEALS):
        for place, card in enumerate(hidden(RULES.redeal(state, 0, source))):
            seen[place][CARDS[card][:2]] += 1
    for place, wanted in enumerate(expected):
        square = sum((seen[place][pair] - REDEALS * p) ** 2 / (REDEALS * p) for pair, p in wanted.items())
        assert square < likely(len(wanted) - 1), (place, square)
        assert set(seen[place]) <= set(wanted)


def test_a_redealt_table_looks_the_same_to_its_viewer() -> None:
    state = table()
    other = RULES.redeal(state, 0, chance(3))
    assert RULES.view(other, 0) == RULES.view(state, 0)
    assert all(OTHER[card][NUMBER["T"]] >= 0 for card in other.down[1][NUMBER["H"]])
