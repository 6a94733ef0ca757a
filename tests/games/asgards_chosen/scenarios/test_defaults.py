"""What is answered for somebody who is away, in every kind of question: as the decision points say (D1-D23)."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from engine.core.chance import SeededChance
from engine.core.decisions import Decision
from engine.core.moves import Move
from engine.games.asgards_chosen import moves as m
from engine.games.asgards_chosen.data import CARDS, NAME, TERRITORY
from engine.games.asgards_chosen.rules.follow import at_places, picked, worth
from engine.games.asgards_chosen.rules.muster.events import options
from engine.games.asgards_chosen.state import State
from tests.games.asgards_chosen.playing import SETTINGS, Setting, positions
from tests.games.asgards_chosen.scene import DECLINE, RULES, Scene, play

Holds = Callable[[State, Decision, Move], bool]


def _is(*kinds: type[Move]) -> Holds:
    """Nothing is done: the whole answer is one of these, and says no more."""
    return lambda state, decision, move: move in [kind() for kind in kinds]


def _attack(state: State, decision: Decision, move: Move) -> bool:
    """Whoever has not begun declines; cards that lie there stay (D7). Who has no card is not asked, nor away (P2)."""
    begun = bool(state.played[decision.seat] or (state.battle is not None and state.battle.used))
    return move == (m.Enough() if begun or not state.hands[decision.seat] else m.Decline())


def _lowest(state: State, decision: Decision, move: Move) -> bool:
    """The first territory in the order of the file (D13, D14, D20)."""
    found = [leaf for _, _, leaf in RULES.menu(state, decision).leaves()]
    return move == min(found, key=lambda one: TERRITORY[_place(one)])


def _place(move: Move) -> str:
    found = [getattr(move, name) for name in ("marker", "to", "territory") if hasattr(move, name)]
    return str(found[0])


def _event(state: State, decision: Decision, move: Move) -> bool:
    """The cheapest cards, the lowest territory, no god (D17)."""
    assert isinstance(move, m.EventChoice)
    what = decision.text("what")
    found = options(state, decision.seat, what)
    if what == "marker":
        return move.marker is not None and TERRITORY[move.marker] == min(found)
    if what == "god":
        return move.cards == ()
    costs = sorted(CARDS[card].cost for card in found)[: len(move.cards)]
    return sorted(CARDS[NAME.index(name)].cost for name in move.cards) == costs


def _choose(state: State, decision: Decision, move: Move) -> bool:
    """What is kept or taken from others is the best, what goes the worst (D21)."""
    assert isinstance(move, m.Choose)
    whose, places = decision.number("whose"), list(decision.numbers("places"))

    def powers(cards: list[int]) -> list[int]:
        return sorted(worth(state, whose, card) for card in cards)

    best = decision.text("why") in ("odin", "mamuna", "loki")
    ranked = sorted(powers(at_places(state, whose, places)), reverse=best)[: decision.number("most")]
    return powers(picked(state, whose, places, move.cards)) == sorted(ranked)


def _drop(state: State, decision: Decision, move: Move) -> bool:
    """What came last (D19)."""
    assert isinstance(move, m.Drop)
    return [NAME[card] for card in state.hands[decision.seat][-len(move.cards) :]] == list(move.cards)


def _legal(state: State, decision: Decision, move: Move) -> bool:
    return True


ANSWERS: dict[str, Holds] = {
    "tile": _legal, "town": _legal, "hero": _legal,  # scenarios S07 and those of set-up have them by name
    "item": lambda state, decision, move: move == m.PickItem(item=NAME[min(state.pool)]),
    "god": _is(m.Done), "charm": _is(m.Done), "after": _is(m.Done), "campaign": _is(m.PassTurn), "attack": _attack,
    "defend": _is(m.Enough), "berserk": _is(m.Enough), "late": _is(m.No), "interrupt": _is(m.No), "stand": _is(m.No),
    "shift": _lowest, "retreat": _lowest, "target": _lowest, "muster": _is(m.PassTurn), "add": _is(m.AddPay),
    "event": _event, "renew": _is(m.Renew), "drop": _drop, "choose": _choose,
}  # fmt: skip


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda one: one.name)
@pytest.mark.parametrize("wise", [None, frozenset[int]()], ids=["greedy", "random"])
def test_who_is_away_does_nothing_that_cannot_be_undone(setting: Setting, wise: frozenset[int] | None) -> None:
    for state, decision, _ in positions(setting, 11, wise):
        move = RULES.default(state, decision)
        assert ANSWERS[decision.kind](state, decision, move), (decision, move)
        RULES.apply(state.copy(), decision.seat, move, SeededChance(b"away"))


def test_mamuna_withholds_what_is_strongest_in_this_battle() -> None:
    """D21, P6: current power. Beside the bog a Draugr is 1 + 2, a Garmr its bare 2."""
    scene = Scene(heroes={"AF": "L7a"}, markers={"B": "T5 T9"}, deck="troll1 nixie1",
                  hands={"A": "mamuna1 odin", "B": "garmr1 draugr1 tyr"}).attacks("A", "F", "L7a", "T5")  # fmt: skip
    scene.does("A", play("mamuna1", use=True)).times_out()
    assert scene.names(scene.state.held[1]) == ["draugr1"]


def test_an_attacker_whose_only_card_has_put_itself_away_can_still_be_away() -> None:
    """It is too late to decline then, as for anybody who has played."""
    scene = Scene(heroes={"AF": "S2b", "BM": "S2a"}, hands={"A": "mittagsfrau1 thor", "B": "odin"},
                  deck="nixie1 fairies1 draugr1")  # fmt: skip
    scene.attacks("A", "F", "S2b", "S2a").does("A", play("mittagsfrau1", use=True))
    assert scene.state.played[0] == []
    scene.refused("A", DECLINE, "no_decline")
    scene.times_out()
    assert scene.asked == ("B", "defend")


def test_all_kinds_of_questions_have_such_an_answer() -> None:
    assert set(ANSWERS) == {one.kind for one in RULES.questions}


def test_a_game_in_which_all_are_away_ends() -> None:
    """Nobody appeases a god, and no deck runs out by itself: the host ends such a table; rounds go on without fault."""
    state, chance = SETTINGS[3].begun(2)
    rng = random.Random(2)
    for _ in range(600):
        asked = [one for one in RULES.decisions(state) if one.waits]
        decision = rng.choice(asked)
        RULES.apply(state, decision.seat, RULES.default(state, decision), chance)
    assert state.round > 20
    assert [len(hand) for hand in state.hands] == [8, 8] or all(len(hand) >= 7 for hand in state.hands)
