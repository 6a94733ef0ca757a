"""How the orders of Skirmish are written, and what is said of it."""

from __future__ import annotations

from typing import ClassVar

from engine.core.contract import Result
from engine.core.decisions import Decision
from engine.core.flow.veil import Veiled
from engine.core.grammar.lexicon import Lexicon
from engine.core.grammar.parts import many, the
from engine.core.grammar.values import Name, Number, Of, Player
from engine.core.grammar.verbs import Grammar, Verb
from engine.core.menu import Option
from engine.core.speech import Speech, tells
from tests.toys.skirmish.table import (
    BATTLES,
    NAMES,
    Attack,
    Attacked,
    BattleWon,
    CardLaid,
    Cards,
    CardsShown,
    EyeAdded,
    FiguresLost,
    Keep,
    Lay,
    Say,
    Seen,
    Shielded,
)

LEXICON = Lexicon(
    {
        "verb": {verb: {"en": verb} for verb in ("attack", "lay", "keep", "say", "cards")},
        "card": {name: {"en": name} for name in NAMES},
        "word": {"yes": {"en": "yes"}, "no": {"en": "no"}},
    }
)
CARD = Name("card")
GRAMMAR = Grammar(
    LEXICON,
    "verb",
    [
        Verb("attack", Attack, the("clan", Player())),
        Verb("lay", Lay, the("card", CARD)),
        Verb("keep", Keep, the("figure", Number(1, 3))),
        Verb("say", Say, the("word", Name("word"))),
        Verb("cards", Cards, many("choices", Of(Lay, "card", CARD)), asked="card"),
    ],
)


class SkirmishWords(Speech):
    domain = "skirmish"
    refusals: ClassVar = {
        "E_NOT_IN_HAND": "You have no such card.", "E_CLAN": "That clan cannot be attacked.",
        "E_FIGURE": "You have no such figure there.", "E_SYNTAX": "That is no order.",
    }  # fmt: skip

    def title(self) -> str:
        return "Skirmish"

    @tells("battle")
    def _battle(self, veil: str) -> str:
        return "The battle waits for orders."

    @tells("figures", "box")
    def _measure(self, name: str) -> str:
        return {"figures": "Figures", "box": "Cards played"}[name]

    @tells(Veiled)
    def _veiled(self, it: Veiled) -> str:
        return "The battle begins."

    @tells(Attacked)
    def _attacked(self, it: Attacked) -> str:
        return f"{self.seat(it.seat)} attacks {self.seat(it.clan)}."

    @tells(CardLaid)
    def _laid(self, it: CardLaid) -> str:
        return f"You lay {it.card}."

    @tells(CardsShown)
    def _shown(self, it: CardsShown) -> str:
        return "Cards: " + ", ".join(f"{self.seat(seat)} {card}" for seat, card in it.cards) + "."

    @tells(FiguresLost)
    def _lost(self, it: FiguresLost) -> str:
        return f"{self.seat(it.seat)} loses {', '.join(map(str, it.figures)) or 'nothing'}."

    @tells(Shielded)
    def _shielded(self, it: Shielded) -> str:
        return f"{self.seat(it.seat)} saves {it.figure} of {self.seat(it.clan)}."

    @tells(EyeAdded)
    def _eye(self, it: EyeAdded) -> str:
        return f"{self.seat(it.seat)} adds an eye."

    @tells(BattleWon)
    def _won(self, it: BattleWon) -> str:
        return f"{'Nobody' if it.seat is None else self.seat(it.seat)} wins the battle."

    def question(self, decision: Decision, view: Seen) -> str:
        asked = {"attack": "Whom do you attack?", "card": "Which card do you lay?", "keep": "Which figure stays?"}
        return asked.get(decision.kind, f"Do you use your {decision.kind} card?")

    def option(self, option: Option, view: Seen) -> str:
        if option.what[0] == "clan":
            return self.seat(option.what[1])
        said = str(option.what[1])
        return f"card {said}" if said.isdigit() else said

    def status(self, view: Seen) -> list[tuple[str, str]]:
        return [("Battle", f"{view.round} of {BATTLES}"), ("Glory", self.points(view.scores))]

    def stage(self, view: Seen) -> str:
        return f"battle {view.round}, {view.stage}"

    def result(self, result: Result) -> str:
        return f"{self.seats(result.winners)} won."

    def examples(self, decision: Decision, view: Seen) -> list[str]:
        return [f"lay {view.hand[0]}"] if decision.kind == "card" else []

    def plan_examples(self, decision: Decision, view: Seen) -> list[tuple[str, str]]:
        return [("cards three two one", "in every battle the first of these that you have")]
