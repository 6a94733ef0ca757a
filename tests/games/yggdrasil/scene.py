"""Tables as the dossier's scenarios describe them (BASE), orders as a player would type them, dice and draws as given.

What is not mentioned is as after set-up. Vikings that are elsewhere come from the black bag, Fire Giants that are not
in their Kingdom lie in the white one, so that all counters are there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.core.flow import Flow
from engine.core.grammar.text import fold
from engine.core.grammar.verbs import Grammar
from engine.core.happenings import Happening
from engine.core.moves import IllegalMove, Move
from engine.games.yggdrasil.data import (
    ARTIFACTS,
    CARD_ROWS,
    CARDS,
    ENEMY,
    FIRES,
    GIANT,
    GOD,
    HAMMERS,
    ISLAND,
    ISLANDS,
    VIKINGS,
)
from engine.games.yggdrasil.game_rules import YggdrasilRules
from engine.games.yggdrasil.orders.grammar import ACTIONS, ANSWERS
from engine.games.yggdrasil.orders.lexicon import LEXICON
from engine.games.yggdrasil.rules.turns import act, turn
from engine.games.yggdrasil.state import empty, missing

RULES = YggdrasilRules()
GRAMMAR = Grammar(LEXICON, "verb", ACTIONS + ANSWERS)
NORMAL = [code for code in CARDS if CARD_ROWS[code]["kind"] == "normal"]


class Script:
    """Chance that does what a scenario says: hammers for the die, `VVF` for counters. Nothing is drawn unsaid."""

    def __init__(self) -> None:
        self.dice: list[int] = []
        self.counters = ""

    def draw(self, label: str, size: int) -> int:
        if label == "die":
            return HAMMERS.index(self.dice.pop(0))
        counter, self.counters = self.counters[0], self.counters[1:]
        return 0 if counter == "V" else size - 1

    def shuffle(self, label: str, size: int) -> tuple[int, ...]:
        return tuple(range(size))


class Scene:
    """A table, and what its gods do. `cards`: on top of the deck; then the first turn begins with its Enemy phase."""

    def __init__(self, gods: str, **given: Any) -> None:
        names = gods.split()
        self.chance, self.told = Script(), list[Happening]()
        self.state = state = empty(len(names))
        state.gods, state.stage, state.level = [GOD[name] for name in names], "actions", "introductory"
        for code, space in given.get("at", {}).items():
            state.spaces[ENEMY[code]] = space
        for name in ("vanir", "dead", "kingdom", "daeg"):
            setattr(state, name, given.get(name, getattr(state, name)))
        for name in ("valkyries", "tile"):
            setattr(state, name, ISLAND[given.get(name, ISLANDS[getattr(state, name)])])
        self._stocks(given)
        self._giants(given)
        self._deck(given.get("cards", ()), given.get("deck"))
        self._balance(given.get("bags", {}))
        if "cards" in given or given.get("deck"):
            self.begins(names[0], **given.get("chance", {}))
        else:
            self.state.deck = self.state.deck[:-1] if given.get("deck") is None else []
            self._discard()
            self.turn(names[0])

    def _stocks(self, given: dict[str, Any]) -> None:
        state = self.state
        for god, (vikings, elves) in given.get("stock", {}).items():
            seat = self.seat(god)
            state.vikings[seat], state.elves[seat] = vikings, elves
            state.elves_left -= elves
        for god, artifact in given.get("owns", {}).items():
            name, _, level = artifact.partition("_")
            state.artifacts[self.seat(god)][ARTIFACTS.index(name)] = int(level)

    def _giants(self, given: dict[str, Any]) -> None:
        for name in ("active", "defeated"):
            for code in given.get(name, "").split():
                self.state.pile.remove(GIANT[code])
                getattr(self.state, name).append(GIANT[code])
        if "top" in given:
            self.state.pile.remove(GIANT[given["top"]])
            self.state.pile.append(GIANT[given["top"]])

    def _deck(self, top: Sequence[str], whole: Sequence[str] | None) -> None:
        """A deck of 42, in which special cards replace normal ones; `top`: the first is drawn first."""
        wanted = list(NORMAL)
        special = [code for code in (*top, *(whole or ())) if code not in NORMAL]
        for code in special:
            wanted.remove(CARD_ROWS[code]["replaces"])
            wanted.append(code)
        cards = [CARDS.index(code) + wanted[:at].count(code) for at, code in enumerate(wanted)]
        for code in reversed(whole if whole is not None else top):
            card = next(card for card in cards if CARDS[card] == code)
            cards.remove(card)
            cards.append(card)
        state = self.state
        state.deck = cards if whole is None else cards[len(cards) - len(whole) :]
        state.box = [card for card in state.box if card not in cards]
        self._discard()

    def _discard(self) -> None:
        """What is neither in the deck nor in the box has been drawn."""
        state = self.state
        state.discard = [card for card in range(len(CARDS)) if card not in state.deck and card not in state.box]

    def _balance(self, bags: dict[str, tuple[int, int]]) -> None:
        state = self.state
        for code, (vikings, fires) in bags.items():
            state.bag_vikings[ISLAND[code]], state.bag_fires[ISLAND[code]] = vikings, fires
        state.bag_vikings[ISLAND["black"]] += VIKINGS - sum(state.bag_vikings) - state.dead - sum(state.vikings)
        state.bag_fires[ISLAND["white"]] += FIRES - sum(state.bag_fires) - state.kingdom
        assert missing(state) == []

    # --- What happens ---------------

    def seat(self, god: str) -> int:
        return self.state.gods.index(GOD[god])

    def turn(self, god: str) -> Scene:
        """It is this god's action phase, and nothing has been done yet."""
        state = self.state
        state.seat, state.spent, state.turn = self.seat(god), 0, state.turn + 1
        state.used.clear()
        state.flow = Flow([act()])
        RULES.steps.run(RULES.play(state, self.chance))
        return self

    def begins(self, god: str, **chance: Any) -> Scene:
        """This god's turn begins with its Enemy phase."""
        self.lucky(**chance)
        self.state.flow = Flow([turn(self.seat(god))])
        play = RULES.play(self.state, self.chance)
        RULES.steps.run(play)
        self.told += play.out
        return self

    def lucky(self, roll: int | Sequence[int] = (), drawn: str = "") -> None:
        self.chance.dice = [roll] if isinstance(roll, int) else list(roll)
        self.chance.counters = drawn

    def does(self, *lines: str, **chance: Any) -> Scene:
        """Orders of whoever is asked, one by one; nothing that was said of dice and counters is left over."""
        self.lucky(**chance)
        for line in lines:
            self.move(self.read(line))
        assert (self.chance.dice, self.chance.counters) == ([], "")
        return self

    def read(self, line: str) -> Move:
        """What a line says to whoever is asked."""
        found: Move = GRAMMAR.read(fold(line), self.desk())
        return found

    def desk(self) -> Any:
        seat = self.asking
        return type("Desk", (), {"view": RULES.view(self.state, seat), "seat": seat, "names": (), "standing": ()})()

    @property
    def asking(self) -> int:
        decisions = RULES.decisions(self.state)
        return decisions[0].seat if decisions else self.state.seat

    def move(self, move: Move, seat: int | None = None) -> Scene:
        self.told += RULES.apply(self.state, self.asking if seat is None else seat, move, self.chance)
        assert missing(self.state) == []
        return self

    def times_out(self) -> Scene:
        """The default answer."""
        return self.move(RULES.default(self.state, RULES.decisions(self.state)[0]))

    def refused(self, line: str, code: str, by: str = "") -> dict[str, Any]:
        """Why an order cannot be carried out; nothing of it happens."""
        before = self.state.copy()
        with pytest.raises(IllegalMove) as refused:
            self.move(self.read(line), self.seat(by) if by else None)
        assert (refused.value.code, self.state) == (code, before)
        return refused.value.where

    # --- What is seen ---------------

    @property
    def asked(self) -> str:
        """What is asked; empty when the game is over."""
        decisions = RULES.decisions(self.state)
        return decisions[0].kind if decisions else ""

    @property
    def result(self) -> tuple[str, tuple[str, ...]] | None:
        result = RULES.result(self.state)
        return None if result is None else ("won" if result.winners else "lost", result.causes)

    def stock(self, god: str) -> tuple[int, int]:
        seat = self.seat(god)
        return self.state.vikings[seat], self.state.elves[seat]

    def artifacts(self, god: str) -> list[str]:
        owned = self.state.artifacts[self.seat(god)]
        return [f"{ARTIFACTS[enemy]}_{level}" for enemy, level in enumerate(owned) if level]

    def bag(self, code: str) -> tuple[int, int]:
        return self.state.bag_vikings[ISLAND[code]], self.state.bag_fires[ISLAND[code]]

    def space(self, code: str) -> int:
        return self.state.spaces[ENEMY[code]]

    def force(self, code: str) -> int:
        view = RULES.view(self.state, None)
        return next(foe.force for foe in view.foes if foe.code == code)

    def codes(self, pile: str) -> list[str]:
        """Active or defeated Giants."""
        return sorted(code for code in GIANT if GIANT[code] in getattr(self.state, pile))

    @property
    def actions(self) -> int:
        return RULES.view(self.state, None).actions

    def on_top(self, count: int) -> list[str]:
        return [CARDS[card] for card in self.state.deck[-count:][::-1]]

    @property
    def valkyries(self) -> str:
        return ISLANDS[self.state.valkyries]

    @property
    def tile(self) -> str:
        return ISLANDS[self.state.tile]
