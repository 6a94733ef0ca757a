"""Nine Worlds: two players bid for nine worlds. A whole game on the kit, as `docs/adding-a-game.md` walks through it.

The worlds 1 to 9 are shuffled and opened one after the other. Both players have warriors 1 to 9 and lay one of them in
secret; the stronger one wins what lies open, both warriors are gone. Level: the worlds stay for the next bid.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Literal

from pydantic import Field, TypeAdapter

from engine.core.board import BLOCK, MARKS, Block, Drawing, Part, heading, seats_in_order, wrapped
from engine.core.bots import Greedy, RandomBot, Thinker
from engine.core.chance import Chance
from engine.core.components.copies import copier
from engine.core.components.zones import Zones, shuffled, zone
from engine.core.contract import Game, Result, View, Words
from engine.core.decisions import Decision
from engine.core.flow import Answers, Asked, Flow, Play, Steps, answered, step
from engine.core.grammar.lexicon import Lexicon
from engine.core.grammar.notation import KitNotation
from engine.core.grammar.parts import many, the
from engine.core.grammar.values import Number
from engine.core.grammar.verbs import Grammar, Verb
from engine.core.happenings import Happening, happening
from engine.core.menu import Lines, Menu, lines_of
from engine.core.moves import IllegalMove, Move, Seat
from engine.core.plans import Facts, KitPlanner, Ranked
from engine.core.questions import KitRules, Question, most_points
from engine.core.speech import Speech, tells


class Lay(Move):
    """Lay this warrior face down."""

    kind: Literal["lay"] = "lay"
    warrior: int = Field(ge=1, le=9)


class Rank(Ranked[Lay]):
    """`rank 9 8 7`: in every bid the first of these warriors that is still there."""

    kind: Literal["rank"] = "rank"
    asked: Literal["bid"] = "bid"


@happening("world_opened", reveals=True)
class WorldOpened(Happening):
    world: int


@happening("bid_won", reveals=True)
class BidWon(Happening):
    seat: Seat | None
    warriors: tuple[int, ...]
    worlds: tuple[int, ...]


@dataclass(slots=True)
class Worlds:
    """The whole table. Warriors are their numbers; the hands are no secret, only what is laid is."""

    stack: list[int] = zone("nobody")  # worlds to come, 0 to 8; the top is the end
    open: list[int] = zone("all")
    won: list[list[int]] = zone("all")
    hands: list[list[int]] = field(default_factory=lambda: [list(range(1, 10)) for _ in range(2)])
    flow: Flow[Lay] = field(default_factory=Flow[Lay])

    def copy(self) -> Worlds:
        return _copy(self)


_copy = copier(Worlds)
ZONES = Zones(Worlds, cards=9)


@dataclass(slots=True)
class Table(View):
    """What one viewer may know."""

    open: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    laid: int | None  # the viewer's own


@step
def bid(play: Play[Worlds]) -> None:
    """Open a world and ask for warriors, as long as there are any."""
    state = play.state
    if state.stack:
        state.open.append(state.stack.pop())
        play.tell(WorldOpened(state.open[-1] + 1))
        play.ask("bid", (0, 1), compare(), sealed=True)


@answered
def compare(play: Play[Worlds], answers: Answers) -> None:
    """Turn the warriors; the stronger one takes all that lies open."""
    state, warriors = play.state, tuple(answers[seat].warrior for seat in (0, 1))
    for seat in (0, 1):
        state.hands[seat].remove(warriors[seat])
    winner = None if warriors[0] == warriors[1] else warriors.index(max(warriors))
    play.tell(BidWon(winner, warriors, tuple(world + 1 for world in state.open)))
    if winner is not None:
        state.won[winner] += state.open
        state.open.clear()
    play.then(bid())


class Bid(Question[Worlds, Lay]):
    """Which warrior?"""

    kind = "bid"
    answers = (Lay,)

    def menu(self, state: Worlds, asked: Asked[Lay]) -> Menu:
        return Lines(lines_of(Lay(warrior=one) for one in state.hands[asked.seat]))

    def check(self, state: Worlds, asked: Asked[Lay], move: Lay) -> None:
        if move.warrior not in state.hands[asked.seat]:
            raise IllegalMove("E_GONE", warrior=move.warrior)


class NineWorlds(KitRules[Worlds, Lay]):
    key, version, seats = "nine_worlds", 1, range(2, 3)
    State = Worlds
    moves: TypeAdapter[Any] = TypeAdapter(Lay)
    plans: TypeAdapter[Any] = TypeAdapter(Rank)
    questions = (Bid(),)
    steps: Steps[Any] = Steps((bid, compare))

    def begin(self, options: Any, seats: int, chance: Chance) -> Worlds:
        return Worlds(shuffled(list(range(9)), chance, "worlds"), [], [[], []], flow=Flow([bid()]))

    def view(self, state: Worlds, viewer: Seat | None) -> Table:
        wave = state.flow.wave
        mine = wave.of(viewer) if wave is not None and viewer is not None else None
        scores = tuple(sum(world + 1 for world in worlds) for worlds in state.won)
        laid = mine.answer.warrior if mine is not None and mine.answer is not None else None
        hands = tuple(map(tuple, state.hands))
        stage = "over" if wave is None else "bid"
        return Table(viewer, 9 - len(state.stack), stage, scores, tuple(state.open), hands, laid)

    def redeal(self, state: Worlds, viewer: Seat | None, chance: Chance) -> Worlds:
        new = ZONES.redeal(state, viewer, chance)
        self.reseal(new, viewer, chance)
        return new

    def result(self, state: Worlds) -> Result | None:
        view = self.view(state, None)
        return most_points(view.scores) if view.stage == "over" else None


LEXICON = Lexicon({"verb": {"lay": {"en": "lay"}, "rank": {"en": "rank"}}})
WARRIOR = Number(1, 9)
LAY = Verb("lay", Lay, the("warrior", WARRIOR))
RANK = Verb("rank", Rank, many("choices", WARRIOR.of(Lay, "warrior")), asked="bid")


class NineWords(Speech):
    """English only; another language is another catalogue."""

    domain = "nine_worlds"
    refusals: ClassVar = {"E_GONE": "Warrior {warrior} has been laid already.", "E_SYNTAX": "“{line}” is no order."}

    def title(self) -> str:
        return "Nine Worlds"

    @tells(WorldOpened)
    def _opened(self, it: WorldOpened) -> str:
        return f"World {it.world} lies open."

    @tells(BidWon)
    def _won(self, it: BidWon) -> str:
        laid = ", ".join(f"{self.seat(seat)} {warrior}" for seat, warrior in enumerate(it.warriors))
        return f"{laid}: {'nobody' if it.seat is None else self.seat(it.seat)} wins {sum(it.worlds)}."

    def question(self, decision: Decision, view: Table) -> str:
        return f"Which warrior do you send for {sum(world + 1 for world in view.open)} points?"

    @tells(Lay)
    def _warrior(self, it: Lay, view: Table) -> str:
        return f"warrior {it.warrior}"

    def status(self, view: Table) -> list[tuple[str, str]]:
        return [("Bid", f"{view.round} of 9"), ("Points", self.points(view.scores))]

    def stage(self, view: Table) -> str:
        return f"bid {view.round} of 9"

    def result(self, result: Result) -> str:
        return f"{self.seats(result.winners)} won. Points: {self.points(result.scores or ())}."

    def examples(self, decision: Decision, view: Table) -> list[str]:
        return [f"lay {view.hands[decision.seat][0]}"]

    def plan_examples(self, decision: Decision, view: Table) -> list[tuple[str, str]]:
        return [("rank 9 8 7", "in every bid the first of these warriors that you still have")]


def draw(view: Table, words: Words) -> Drawing:
    """The worlds that lie open, and a block for each player; `templates/boards/nine_worlds/` draws their parts."""
    top = heading(words.title(), words.stage(view), wanted=view.stage == "bid")
    worlds = [Part("world", 60 * at, 0, 52, 52, {"points": one + 1}, f"world {one + 1}")
              for at, one in enumerate(view.open)]  # fmt: skip
    seats = [Block(64, (_seat(view, words, seat),), column=1) for seat in seats_in_order(2, view.viewer)]
    return Drawing(words.stage(view), (top, Block(54, tuple(worlds)), *seats))


def _seat(view: Table, words: Words, seat: Seat) -> Part:
    data = {"mark": MARKS[seat], "name": words.seat(seat), "points": view.scores[seat], "hand": view.hands[seat]}
    return Part("seat", 0, 0, BLOCK, 62, data, title=words.seat(seat))


def text_board(view: Table, words: Words) -> str:
    """The same in letters."""
    lines = ["Open: " + " ".join(str(world + 1) for world in view.open)]
    for seat in seats_in_order(2, view.viewer):
        hand = " ".join(map(str, view.hands[seat]))
        lines.append(f"{MARKS[seat]} {words.seat(seat)}: {view.scores[seat]} points, warriors {hand}")
    return "\n".join(wrapped(lines))


def worth(view: Table, seat: Seat) -> float:
    """What a bot aims at: points ahead, and strong warriors left for worlds to come."""
    ahead = [view.scores[one] + 0.4 * sum(view.hands[one]) for one in (0, 1)]
    return ahead[seat] - ahead[1 - seat]


game: Game[Worlds, Table] = Game(
    key="nine_worlds",
    versions={1: NineWorlds()},
    notation=KitNotation(Grammar(LEXICON, "verb", [LAY, RANK])),
    planner=KitPlanner(Facts({})),
    words=NineWords,
    bots={"random": RandomBot(), "greedy": Greedy(worth), "thinker": Thinker(worth)},
    draw=draw,
    text_board=text_board,
    manual=lambda language: __doc__ or "",
    templates=Path(__file__).parent / "templates",
)
