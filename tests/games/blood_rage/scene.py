"""Tables as the dossier's scenarios describe them, and orders as a player would type them.

Players are A, B, C, D. Unless said otherwise A is first and to move in Age 1, everybody has 6 Rage, stats on their
first step, no Glory, no upgrades, an empty hand, the whole clan in the reserve; no province is destroyed or pillaged.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.core.chance import SeededChance
from engine.core.flow import Flow
from engine.core.grammar.text import fold
from engine.core.grammar.verbs import Grammar
from engine.core.happenings import Happening
from engine.core.moves import IllegalMove, Move
from engine.games.blood_rage.data import (
    BOX,
    BY_CODE,
    CODE,
    EMPTY,
    MONSTERS,
    PLACE,
    PROVINCES,
    RESERVE,
    SLOTS,
    SLOTS_OF,
    STATS,
    VALHALLA,
)
from engine.games.blood_rage.game_rules import BloodRageRules
from engine.games.blood_rage.moves import BattleCard, CallPass, LatePass
from engine.games.blood_rage.orders.grammar import ACTIONS, ANSWERS
from engine.games.blood_rage.orders.lexicon import LEXICON
from engine.games.blood_rage.rules.actions.turns import turn
from engine.games.blood_rage.rules.ages import age_ends, discard_phase, ragnarok, release
from engine.games.blood_rage.rules.quest import judge
from engine.games.blood_rage.state import State, empty, missing

RULES = BloodRageRules()
GRAMMAR = Grammar(LEXICON, "verb", ACTIONS + ANSWERS)
CHANCE = SeededChance(b"scene")
TOKENS = ["rage", "rage", "rage", "axes", "axes", "horns", "horns", "glory5", "all_stats"]
_FIGURES = re.compile(r"([^@]+)@\s*(\w+)")


def begun(seats: int, seed: int = 1) -> State:
    """A new game, at its first draft."""
    return RULES.setup(RULES.Options(), seats, SeededChance(bytes([seed])))[0]


def seat(player: str) -> int:
    return "ABCD".index(player)


class Scene:
    """A table, and what its players do."""

    def __init__(self, players: str = "AB", **given: Any) -> None:
        self.state = state = empty(len(players))
        state.stage, state.tokens = "action", list(TOKENS)
        state.doom = [PLACE["ELV"], PLACE["ANG"], PLACE["MUS"]]
        state.rage = [6] * len(players)
        self.told: list[Happening] = []
        for player in players:
            self.clan(player, **{name: value[player] for name, value in given.items()
                                 if isinstance(value, dict) and player in value})  # fmt: skip
        state.age = given.get("age", 1)
        state.first = seat(given.get("first", "A"))
        for place, token in given.get("tokens", {}).items():
            state.tokens[PLACE[place]] = token
        for name in ("destroyed", "pillaged"):
            for place in given.get(name, "").split():
                getattr(state, name)[PLACE[place]] = True
        if "doom" in given:
            state.doom[state.age - 1] = PLACE[given["doom"]]
        assert missing(state) == []
        self.turn(given.get("turn", "A"))

    def clan(self, player: str, **given: Any) -> None:
        """Figures, cards and numbers of one player."""
        state, number = self.state, seat(player)
        for place, code in enumerate(given.get("sheet", "").split()):
            self._upgrade(number, code, place)
        for codes, place in _FIGURES.findall(given.get("figures", "")):
            for code in many(codes):
                self._put(number, code, {"VALHALLA": VALHALLA}.get(place.upper(), PLACE.get(place, RESERVE)))
        for name in ("hand", "quests"):
            getattr(state, {"hand": "hands"}.get(name, name))[number] += [
                self._card(one) for one in given.get(name, "").split()
            ]
        for name in ("rage", "glory"):
            if name in given:
                getattr(state, name)[number] = given[name]
        if "steps" in given:
            state.steps[number] = list(given["steps"])

    def _card(self, code: str) -> int:
        card = next(card for card in self.state.box if CODE[card] == code)
        self.state.box.remove(card)
        return card

    def _upgrade(self, number: int, code: str, _place: int) -> None:
        """`FCH`, or `DWA=m2` for a slot of its own."""
        code, _, slot = code.partition("=")
        slots = SLOTS_OF[BY_CODE[code].kind]
        sheet = self.state.sheets[number]
        at = SLOTS.index(slot) if slot else next(one for one in slots if sheet[one] == EMPTY)
        sheet[at] = self._card(code)
        if at in SLOTS_OF["monster"]:
            self.state.places[number][MONSTERS[at - SLOTS_OF["monster"].start]] = RESERVE

    def _put(self, number: int, code: str, place: int) -> None:
        state = self.state
        figure = state.find(number, code, RESERVE)
        if figure is None:  # a monster whose card has not been named
            self._upgrade(number, code, 0)
            figure = state.find(number, code, RESERVE)
        assert figure is not None
        assert state.places[number][figure] != BOX
        state.places[number][figure] = place

    # --- What happens ---------------

    def turn(self, player: str) -> None:
        """It is this player's turn."""
        flow: Flow[Any] = Flow()
        flow.then(turn(seat(player)), discard_phase(), judge(), ragnarok(), release(), age_ends())
        self.state.flow = flow
        RULES.steps.run(RULES.play(self.state, CHANCE))

    def does(self, player: str, line: str) -> Scene:
        """An order, on that player's own turn if it is an action."""
        move = GRAMMAR.read(fold(line))
        if isinstance(move, RULES._by_kind["action"].answers) and self.asked != (player, "action"):
            self.turn(player)
        return self.move(player, move)

    def move(self, player: str, move: Move) -> Scene:
        self.told += RULES.apply(self.state, seat(player), move, CHANCE)
        assert missing(self.state) == []
        return self

    def battle(self, **cards: str) -> Scene:
        """Nobody (more) answers the call; these cards are laid, whoever is asked; nothing is added late."""
        while self.asked is not None and self.asked[1] == "call":
            self.move(self.asked[0], CallPass())
        for player, card in cards.items():
            if any(one.seat == seat(player) and one.kind == "card" for one in RULES.decisions(self.state)):
                self.move(player, BattleCard(card=card))
        return self

    def idle(self) -> Scene:
        """Nobody answers a call or adds a card."""
        while self.asked is not None and self.asked[1] in ("call", "late"):
            self.move(self.asked[0], CallPass() if self.asked[1] == "call" else LatePass())
        return self

    def times_out(self, player: str) -> Scene:
        """The default answer."""
        decision = next(one for one in RULES.decisions(self.state) if one.seat == seat(player))
        return self.move(player, RULES.default(self.state, decision))

    def refused(self, player: str, line: str, code: str) -> dict[str, Any]:
        """Why an order cannot be carried out; nothing of it happens."""
        move = GRAMMAR.read(fold(line))
        if isinstance(move, RULES._by_kind["action"].answers) and self.asked != (player, "action"):
            self._open_turn(player)
        before = self.state.copy()
        with pytest.raises(IllegalMove) as refused:
            RULES.apply(self.state, seat(player), move, CHANCE)
        assert (refused.value.code, self.state) == (code, before)
        return refused.value.where

    def _open_turn(self, player: str) -> None:
        """A turn also of somebody without Rage, who would be skipped: for refusals alone."""
        self.state.flow.wave = None
        self.state.flow.ask("action", (seat(player),), turn(seat(player)))

    # --- What is seen ---------------

    @property
    def asked(self) -> tuple[str, str] | None:
        """Who is asked first, and what."""
        found = next((one for one in RULES.decisions(self.state) if one.waits), None)
        return None if found is None else ("ABCD"[found.seat], found.kind)

    def rage(self, player: str) -> int:
        return self.state.rage[seat(player)]

    def glory(self, player: str) -> int:
        return self.state.glory[seat(player)]

    def step(self, player: str, stat: str) -> int:
        return self.state.steps[seat(player)][STATS.index(stat)]

    def at(self, player: str, place: str) -> str:
        """`L W2`: a player's figures in a place, or in VALHALLA."""
        kinds = self.state.kinds(
            seat(player), {"VALHALLA": VALHALLA, "RESERVE": RESERVE}.get(place, PLACE.get(place, 0))
        )
        return " ".join(f"{one}{kinds.count(one) if kinds.count(one) > 1 else ''}" for one in dict.fromkeys(kinds))

    def hand(self, player: str) -> list[str]:
        return sorted(CODE[card] for card in self.state.hands[seat(player)])

    def discards(self) -> list[str]:
        return sorted(CODE[card] for card in self.state.discards)

    def pillaged(self, place: str) -> bool:
        return self.state.pillaged[PLACE[place]]

    def on_board(self, player: str) -> int:
        return len(self.state.on_board(seat(player)))

    def kinds_told(self) -> list[str]:
        return [one.kind for one in self.told]


def many(text: str) -> list[str]:
    """`L W2` as single figures."""
    found: list[str] = []
    for word in re.findall(r"[A-Z]+[0-9]?", text):
        code, count = (word[:-1], int(word[-1])) if word[-1].isdigit() else (word, 1)
        found += [code] * count
    return found


assert len(TOKENS) == len(PROVINCES)
