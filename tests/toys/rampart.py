"""Rampart: a game in which all players win or lose together, small enough to be read in one go.

It is registered by tests only. The gods build a wall, one turn after the other. A turn is three actions: `build` a
stone, `scout` (the die says how many giants may be driven off, and its god then says how many), `call` another god for
help, who may refuse; or `end`. After each turn giants gather. One player may hold several gods.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from engine.core.board import Drawing, heading
from engine.core.bots import RandomBot
from engine.core.chance import Chance
from engine.core.components.copies import copier
from engine.core.contract import Game, Progress, Result, View, Words
from engine.core.counsel import OpenCounsel
from engine.core.decisions import Decision
from engine.core.flow import Answers, Asked, Flow, Play, Steps, answered, step
from engine.core.grammar.lexicon import Lexicon
from engine.core.grammar.notation import KitNotation
from engine.core.grammar.parts import many, the
from engine.core.grammar.values import Number, Player
from engine.core.grammar.verbs import Grammar, Verb
from engine.core.happenings import Happening
from engine.core.menu import Lines, Menu, Option
from engine.core.moves import IllegalMove, Move, Seat
from engine.core.plans import Facts, KitPlanner, Ranked
from engine.core.questions import KitRules, Question
from engine.core.speech import Speech, tells

GODS = ("thor", "freyja", "tyr", "heimdall")
ACTIONS = 3


class Options(BaseModel):
    """`turns`: how many the game has."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    turns: int = Field(default=6, ge=1, le=40)


class Build(Move):
    kind: Literal["build"] = "build"


class Scout(Move):
    kind: Literal["scout"] = "scout"


class Call(Move):
    kind: Literal["call"] = "call"
    seat: int = Field(ge=0, le=3)


class End(Move):
    kind: Literal["end"] = "end"


class Drive(Move):
    """Drive off so many giants."""

    kind: Literal["drive"] = "drive"
    count: int = Field(ge=0, le=6)


class Help(Move):
    kind: Literal["help"] = "help"
    yes: bool


class Prefer(Ranked[Drive]):
    """`prefer 2 1`: how many giants to drive off, whenever that is asked."""

    kind: Literal["prefer"] = "prefer"
    asked: Literal["drive"] = "drive"


@dataclass(slots=True)
class Built(Happening):
    kind: ClassVar[str] = "built"
    seat: Seat
    wall: int


@dataclass(slots=True)
class Scouted(Happening):
    kind: ClassVar[str] = "scouted"
    reveals: ClassVar[bool] = True
    seat: Seat
    count: int


@dataclass(slots=True)
class Driven(Happening):
    kind: ClassVar[str] = "driven"
    seat: Seat
    count: int


@dataclass(slots=True)
class Helped(Happening):
    kind: ClassVar[str] = "helped"
    seat: Seat
    yes: bool


@dataclass(slots=True)
class Gathered(Happening):
    kind: ClassVar[str] = "gathered"
    giants: int


@dataclass(slots=True)
class State:
    """Nothing is hidden. `used`: what the god on turn has done in it."""

    gods: int
    turns: int
    turn: int = 0
    wall: int = 0
    giants: int = 0
    used: list[str] = field(default_factory=list)
    flow: Flow[Any] = field(default_factory=Flow[Any])

    @property
    def active(self) -> Seat:
        return (self.turn - 1) % self.gods

    def copy(self) -> State:
        return _copy(self)


_copy = copier(State)


@dataclass(slots=True)
class Sight(View):
    wall: int
    giants: int
    active: Seat
    gods: int


@step
def turn(play: Play[State]) -> None:
    state = play.state
    if state.turn < state.turns:
        state.turn += 1
        state.used = []
        play.then(action())


@step
def action(play: Play[State]) -> None:
    state = play.state
    if len(state.used) == ACTIONS:
        play.then(end_turn())
    else:
        play.ask("act", [state.active], act(), left=ACTIONS - len(state.used))


@answered
def act(play: Play[State], answers: Answers) -> None:
    state = play.state
    ((seat, move),) = answers.items()
    state.used.append(move.kind)
    if isinstance(move, Build):
        state.wall += 1
        play.tell(Built(seat, state.wall))
    elif isinstance(move, Scout):
        found = play.chance.draw("scout", 4)
        play.tell(Scouted(seat, found))
        play.ask("drive", [seat], drive(), most=found)
    elif isinstance(move, Call):
        play.ask("help", [move.seat], helped())
    play.then(end_turn() if isinstance(move, End) else action())


@answered
def drive(play: Play[State], answers: Answers) -> None:
    for seat, move in answers.items():
        play.state.giants = max(0, play.state.giants - move.count)
        play.tell(Driven(seat, move.count))


@answered
def helped(play: Play[State], answers: Answers) -> None:
    for seat, move in answers.items():
        play.state.wall += 2 * move.yes
        play.tell(Helped(seat, move.yes))


@step
def end_turn(play: Play[State]) -> None:
    play.state.giants += 2
    play.tell(Gathered(play.state.giants))
    play.then(turn())


class Act(Question[State, Any]):
    kind = "act"
    answers = (Build, Scout, Call, End)

    def menu(self, state: State, asked: Asked[Any]) -> Menu:
        others = [Call(seat=seat) for seat in range(state.gods) if seat != asked.seat]
        legal = [move for move in (Build(), Scout(), *others) if move.kind not in state.used]
        return Lines(tuple(Option((move.kind, getattr(move, "seat", 0)), move) for move in (*legal, End())))

    def check(self, state: State, asked: Asked[Any], move: Any) -> None:
        if move.kind in state.used:
            raise IllegalMove("E_USED", what=move.kind)
        if isinstance(move, Call) and (move.seat == asked.seat or move.seat >= state.gods):
            raise IllegalMove("E_NOBODY")

    def default(self, state: State, asked: Asked[Any]) -> Move:
        return Build() if "build" not in state.used else End()


class DriveOff(Question[State, Any]):
    kind = "drive"
    answers = (Drive,)

    def menu(self, state: State, asked: Asked[Any]) -> Menu:
        return Lines(tuple(Option(("drive", n), Drive(count=n)) for n in range(asked.number("most") + 1)))

    def check(self, state: State, asked: Asked[Any], move: Drive) -> None:
        if move.count > asked.number("most"):
            raise IllegalMove("E_SO_MANY", most=asked.number("most"))


class HelpOut(Question[State, Any]):
    kind = "help"
    answers = (Help,)

    def menu(self, state: State, asked: Asked[Any]) -> Menu:
        return Lines((Option(("help", 0), Help(yes=True)), Option(("help", 1), Help(yes=False))))

    def check(self, state: State, asked: Asked[Any], move: Help) -> None:
        return


class Rampart(KitRules[State, Any]):
    key, version, seats = "rampart", 1, range(1, 5)
    Options = Options
    State = State
    moves: TypeAdapter[Any] = TypeAdapter(Build | Scout | Call | End | Drive | Help)
    plans: TypeAdapter[Any] = TypeAdapter(Prefer)
    questions = (Act(), DriveOff(), HelpOut())
    steps: Steps[Any] = Steps((turn, action, act, drive, helped, end_turn))

    def begin(self, options: Any, seats: int, chance: Chance) -> State:
        return State(seats, options.turns, flow=Flow([turn()]))

    def clock(self, state: State, asked: Asked[Any]) -> str:
        return f"turn {state.turn}" if asked.seat == state.active else ""

    def view(self, state: State, viewer: Seat | None) -> Sight:
        stage = "over" if state.flow.wave is None else "turn"
        scores = (state.wall,) * state.gods
        return Sight(viewer, state.turn, stage, scores, state.wall, state.giants, state.active, state.gods)

    def redeal(self, state: State, viewer: Seat | None, chance: Chance) -> State:
        return state.copy()

    def progress(self, state: State) -> Progress:
        return Progress(-(-state.turn // state.gods), "turn", (state.wall,) * state.gods)

    def result(self, state: State) -> Result | None:
        if state.flow.wave is not None:
            return None
        won = state.wall >= state.giants
        return Result(tuple(range(state.gods)) if won else (), ("held" if won else "fallen",))


def _verb(en: str, ru: str) -> dict[str, str]:
    return {"en": en, "ru": ru}


LEXICON = Lexicon({"verb": {
    "build": _verb("build", "строить"), "scout": _verb("scout", "разведать"), "call": _verb("call", "позвать"),
    "end": _verb("end", "конец"), "drive": _verb("drive", "прогнать"), "grant": _verb("grant", "помочь"),
    "refuse": _verb("refuse", "отказать"), "prefer": _verb("prefer", "лучше"),
}})  # fmt: skip
COUNT = Number(0, 6)
VERBS = [
    Verb("build", Build), Verb("scout", Scout), Verb("call", Call, the("seat", Player())), Verb("end", End),
    Verb("drive", Drive, the("count", COUNT)), Verb("grant", Help, yes=True), Verb("refuse", Help, yes=False),
    Verb("prefer", Prefer, many("choices", COUNT.of(Drive, "count")), asked="drive"),
]  # fmt: skip


class RampartWords(Speech):
    """English only, but for the words of orders."""

    domain = "rampart"
    refusals: ClassVar = {
        "E_USED": "“{what}” was done in this turn already.", "E_NOT_YOUR_TURN": "It is not this god's turn.",
        "E_SYNTAX": "“{line}” is no order.", "E_SO_MANY": "At most {most}.", "E_WRONG_STAGE": "That is not asked now.",
        "E_NOBODY": "There is no such god to call.",
    }  # fmt: skip

    def title(self) -> str:
        return "Rampart"

    @tells(Built, Scouted, Driven, Helped, Gathered)
    def _told(self, it: Any) -> str:
        who = self.seat(it.seat) if hasattr(it, "seat") else ""
        return {
            "built": lambda: f"{who} builds: the wall has {it.wall} stones.",
            "scouted": lambda: f"{who} scouts and finds {it.count} giants.",
            "driven": lambda: f"{who} drives off {it.count} giants.",
            "helped": lambda: f"{who} {'helps' if it.yes else 'refuses'}.",
            "gathered": lambda: f"Giants gather: {it.giants}.",
        }[it.kind]()

    def question(self, decision: Decision, view: Sight) -> str:
        if decision.kind == "act":
            return f"What does {self.seat(decision.seat)} do? Actions left: {decision.number('left')}."
        return "How many giants are driven off?" if decision.kind == "drive" else "Do you help with the wall?"

    def waiting(self, decision: Decision) -> str:
        return f"{self.seat(decision.seat)} is on turn"

    def option(self, option: Option, view: Sight) -> str:
        what, which = option.what
        texts = {"build": "build a stone", "scout": "scout", "end": "end the turn", "drive": f"{which} giants"}
        if what == "call":
            return f"call {self.seat(which)}"
        return ("help" if which == 0 else "refuse") if what == "help" else texts[what]

    def status(self, view: Sight) -> list[tuple[str, str]]:
        return [("Turn", str(view.round)), ("Wall", str(view.wall)), ("Giants", str(view.giants))]

    def stage(self, view: Sight) -> str:
        return f"turn {view.round}"

    def result(self, result: Result) -> str:
        return "The wall held: all have won." if result.winners else "The wall has fallen: all have lost."

    def examples(self, decision: Decision, view: Sight) -> list[str]:
        return ["end"] if decision.kind == "act" else []


def draw(view: Sight, words: Words) -> Drawing:
    top = heading(words.title(), words.stage(view), wanted=view.stage == "turn")
    return Drawing(words.stage(view), (top,))


def text_board(view: Sight, words: Words) -> str:
    return f"Turn {view.round}. Wall {view.wall}, giants {view.giants}. {words.seat(view.active)} is on turn."


game: Game[Any] = Game(
    key="rampart",
    versions={1: Rampart()},
    notation=KitNotation(Grammar(LEXICON, "verb", VERBS)),
    planner=KitPlanner(Facts({})),
    words=RampartWords,
    bots={"random": RandomBot(), "greedy": RandomBot()},
    counsel=OpenCounsel("act", "drive"),
    together=True,
    called=lambda view, seat: {"en": GODS[seat].capitalize()},
    draw=draw,
    text_board=text_board,
    manual=lambda language: "# Rampart\n",
)
