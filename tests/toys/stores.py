"""The Stores: a toy game on the kit in which every form of menu is asked once, and nothing else happens.

The first seat packs one to three chests, shares five axes out, puts its ships in order, and then does all of it once
more from one list. It is registered by tests only.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from pydantic import TypeAdapter

from engine.core.board import Drawing, heading
from engine.core.bots import RandomBot
from engine.core.chance import Chance
from engine.core.components.copies import copier
from engine.core.contract import Game, Result, View, Words
from engine.core.decisions import Decision
from engine.core.flow import Answers, Asked, Flow, Play, Steps, answered, step
from engine.core.grammar.lexicon import Lexicon
from engine.core.grammar.notation import KitNotation
from engine.core.grammar.parts import many
from engine.core.grammar.values import Number
from engine.core.grammar.verbs import Grammar, Verb
from engine.core.menu import Arrange, Lines, Menu, Option, Pick, Share
from engine.core.moves import Move, Plan, Seat
from engine.core.plans import Facts, KitPlanner
from engine.core.questions import KitRules, Question
from engine.core.speech import Speech

CHESTS = ("amber", "bronze", "cloth", "dried fish", "elk horn", "furs")
HALLS = ("Anna's hall", "Boris's hall", "the smithy")
SHIPS = ("the Adder", "the Bear", "the Crane")
ORDER = ("chests", "axes", "ships", "all")


class Do(Move):
    """`do 1 4 5`: numbers, whatever they mean at the moment."""

    kind: Literal["do"] = "do"
    numbers: tuple[int, ...] = ()


class Never(Plan):
    """No plan is ever made."""

    kind: Literal["never"] = "never"


@dataclass(slots=True)
class Stores:
    """What was done so far."""

    done: list[tuple[int, ...]] = field(default_factory=list)
    flow: Flow[Do] = field(default_factory=Flow[Do])

    def copy(self) -> Stores:
        return _copy(self)


_copy = copier(Stores)


@dataclass(slots=True)
class Shown(View):
    done: tuple[tuple[int, ...], ...]


@step
def ask(play: Play[Stores]) -> None:
    if len(play.state.done) < len(ORDER):
        play.ask(ORDER[len(play.state.done)], (0,), noted())


@answered
def noted(play: Play[Stores], answers: Answers) -> None:
    play.state.done.append(answers[0].numbers)
    play.then(ask())


def _options(names: tuple[str, ...]) -> tuple[Option, ...]:
    return tuple(Option((name, number)) for number, name in enumerate(names, 1))


def _numbers(picked: tuple[Option, ...]) -> Move:
    return Do(numbers=tuple(option.what[1] for option in picked))


class Chests(Question[Stores, Do]):
    kind, answers = "chests", (Do,)

    def menu(self, state: Stores, asked: Asked[Do]) -> Menu:
        return Pick(_options(CHESTS), _numbers, 1, 3)

    def check(self, state: Stores, asked: Asked[Do], move: Do) -> None:
        pass


class Axes(Chests):
    kind = "axes"

    def menu(self, state: Stores, asked: Asked[Do]) -> Menu:
        return Share(_options(HALLS), lambda amounts: Do(numbers=amounts), 0, 5, limits=(5, 5, 2))


class Ships(Chests):
    kind = "ships"

    def menu(self, state: Stores, asked: Asked[Do]) -> Menu:
        return Arrange(_options(SHIPS), _numbers)


class Everything(Chests):
    kind = "all"

    def menu(self, state: Stores, asked: Asked[Do]) -> Menu:
        stay = Option(("stay at home",), Do(), label="0")
        menus = (Chests(), Axes(), Ships())
        return Lines((stay, *(Option((one.kind,), None, lambda one=one: one.menu(state, asked)) for one in menus)))  # type: ignore[misc]  # bound at once


class TheStores(KitRules[Stores, Do]):
    key, version, seats = "stores", 1, range(2, 3)
    State = Stores
    moves: TypeAdapter[Any] = TypeAdapter(Do)
    plans: TypeAdapter[Any] = TypeAdapter(Never)
    questions = (Chests(), Axes(), Ships(), Everything())
    steps: Steps[Any] = Steps((ask, noted))

    def begin(self, options: Any, seats: int, chance: Chance) -> Stores:
        return Stores(flow=Flow([ask()]))

    def view(self, state: Stores, viewer: Seat | None) -> Shown:
        return Shown(viewer, len(state.done), "packing", (0, 0), tuple(map(tuple, state.done)))

    def redeal(self, state: Stores, viewer: Seat | None, chance: Chance) -> Stores:
        return state.copy()

    def result(self, state: Stores) -> Result | None:
        return Result((0, 1), ("packed",)) if len(state.done) == len(ORDER) else None


class StoresWords(Speech):
    domain = "stores"
    refusals: ClassVar = {"E_SYNTAX": "“{line}” is no order."}

    def title(self) -> str:
        return "The Stores"

    def question(self, decision: Decision, view: Shown) -> str:
        asked = {"chests": "Which chests go on board?", "axes": "Who gets axes?", "ships": "Which ship sails first?"}
        return asked.get(decision.kind, "What else?")

    def option(self, option: Option, view: Shown) -> str:
        return str(option.what[0])

    def status(self, view: Shown) -> list[tuple[str, str]]:
        return [("Done", str(len(view.done)))]

    def stage(self, view: Shown) -> str:
        return "packing"

    def result(self, result: Result) -> str:
        return "All is packed."

    def examples(self, decision: Decision, view: Shown) -> list[str]:
        return []

    def plan_examples(self, decision: Decision, view: Shown) -> list[tuple[str, str]]:
        return []


def _draw(view: Shown, words: Words) -> Drawing:
    return Drawing(words.stage(view), (heading(words.title(), words.stage(view), wanted=True),))


game: Game[Any] = Game(
    key="stores",
    versions={1: TheStores()},
    notation=KitNotation(
        Grammar(Lexicon({"verb": {"do": {"en": "do"}}}), "verb", [Verb("do", Do, many("numbers", Number(0, 99)))])
    ),
    planner=KitPlanner(Facts({})),
    words=StoresWords,
    bots={"random": RandomBot(), "greedy": RandomBot()},
    draw=_draw,
    text_board=lambda view, words: f"Done: {len(view.done)} of {len(ORDER)}",
    manual=lambda language: "# The Stores\n",
)
