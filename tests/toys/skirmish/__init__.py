"""Skirmish: a battle with everything that must happen unseen, small enough to be read in one go.

Three or four clans with three figures each fight four battles. The attacker of a battle goes round. Both sides lay a
card in secret; then the cards speak (a tide leaves every large clan one figure, a watch sends all back to new cards),
whoever holds a shield may save what the tide takes, fighting or not, and who holds an eye may add it late. Who is asked
for any of this is nobody else's business: all of them read that the battle waits for orders.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pydantic import BaseModel, ConfigDict, TypeAdapter

from engine.core.board import Drawing, heading
from engine.core.bots import Greedy, RandomBot, Thinker
from engine.core.chance import Chance
from engine.core.components.zones import move, shuffled
from engine.core.contract import Game, Progress, Result, Words
from engine.core.flow import Flow, Play, Steps
from engine.core.grammar.notation import KitNotation
from engine.core.happenings import Happening
from engine.core.moves import Seat
from engine.core.plans import Facts, KitPlanner
from engine.core.questions import KitRules, most_points
from engine.table import registry
from tests.toys.skirmish.questions import Attacking, Card, Keeping, Late, Shield
from tests.toys.skirmish.steps import (
    added,
    attacked,
    battle,
    cards,
    compare,
    laid,
    late,
    shield,
    shielded,
    speak,
    tide_falls,
    turned,
)
from tests.toys.skirmish.table import CARDS, HAND, KINDS, ZONES, AnyMove, Battlefield, Cards, Lay, Seen, name_of
from tests.toys.skirmish.words import GRAMMAR, SkirmishWords


class Options(BaseModel):
    """`small`: three clans and no more."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    small: bool = False


def field_of(box: list[int], hands: list[list[int]]) -> Battlefield:
    """Before the first battle."""
    figures = [[3, 2, 1] for _ in hands]
    return Battlefield(figures, [0] * len(hands), box, [], [[] for _ in hands], hands, flow=Flow([battle()]))


def dealt(*hands: str) -> Battlefield:
    """With these cards in the hands, by name or number."""
    box = list(range(CARDS))
    found: list[list[int]] = [[] for _ in hands]
    for seat, names in enumerate(hands):
        for name in names.split():
            card = next(card for card in box if name in (name_of(card), str(card)))
            move(card, box, found[seat])
    return field_of(box, found)


def deal(monkeypatch: Any, *hands: str) -> None:
    """Let every game of Skirmish from now on begin with these hands, and be the only game there is."""

    def setup(self: Skirmish, options: Any, seats: int, chance: Chance) -> tuple[Battlefield, list[Happening]]:
        play: Play[Battlefield] = Play(dealt(*hands), chance)
        self.steps.run(play)
        return play.state, play.out

    monkeypatch.setattr(Skirmish, "setup", setup)
    monkeypatch.setattr(registry, "games", lambda: {"skirmish": game})


class Skirmish(KitRules[Battlefield, AnyMove]):
    key, version, seats = "skirmish", 1, range(3, 5)
    Options: type[BaseModel] = Options
    State = Battlefield
    moves: TypeAdapter[Any] = TypeAdapter(AnyMove)
    plans: TypeAdapter[Any] = TypeAdapter(Cards)
    questions = (Attacking(), Card(), Keeping(), Shield(), Late())
    steps: Steps[Any] = Steps(
        (battle, attacked, cards, turned, speak, tide_falls, shield, shielded, late, added, compare)
    )
    kinds = KINDS

    def seats_with(self, options: Any) -> range:
        return range(3, 4) if options.small else self.seats

    def begin(self, options: Any, seats: int, chance: Chance) -> Battlefield:
        deck = shuffled(list(range(CARDS)), chance, "deck")
        hands = [[deck.pop() for _ in range(HAND)] for _ in range(seats)]
        return field_of(deck, hands)

    def view(self, state: Battlefield, viewer: Seat | None) -> Seen:
        wave = state.flow.wave
        mine = wave.of(viewer) if wave is not None and viewer is not None else None
        answer = mine.answer if mine is not None else None
        stage = "fight" if state.fighting else "attack" if wave is not None else "over"
        return Seen(
            viewer, state.battle, stage, tuple(state.glory),
            tuple(sorted(map(name_of, state.hands[viewer]))) if viewer is not None else (),
            tuple(map(len, state.hands)), tuple(tuple(laid(state, seat)) for seat in range(len(state.hands))),
            tuple(map(tuple, state.figures)), answer.card if isinstance(answer, Lay) else None,
        )  # fmt: skip

    def redeal(self, state: Battlefield, viewer: Seat | None, chance: Chance) -> Battlefield:
        new = ZONES.redeal(state, viewer, chance)
        self.reseal(new, viewer, chance)
        return new

    def progress(self, state: Battlefield) -> Progress:
        measures = {"figures": tuple(map(len, state.figures)), "box": (len(state.discards),)}
        return replace(super().progress(state), measures=measures)

    def result(self, state: Battlefield) -> Result | None:
        view = self.view(state, None)
        return most_points(view.scores, "glory") if view.stage == "over" else None


def draw(view: Seen, words: Words) -> Drawing:
    return Drawing(words.stage(view), (heading(words.title(), words.stage(view), wanted=False),))


def text_board(view: Seen, words: Words) -> str:
    lines = [f"{words.seat(seat)}: {view.figures[seat]} {view.laid[seat]} {view.sizes[seat]}"
             for seat in range(len(view.sizes))]  # fmt: skip
    return "\n".join((*lines, f"Hand: {' '.join(view.hand)}", f"Laid: {view.mine or '-'}"))


def worth(view: Seen, seat: Seat) -> float:
    """Glory ahead."""
    return view.scores[seat] - max(score for other, score in enumerate(view.scores) if other != seat)


game: Game[Any] = Game(
    key="skirmish",
    versions={1: Skirmish()},
    notation=KitNotation(GRAMMAR),
    planner=KitPlanner(Facts({})),
    words=SkirmishWords,
    bots={"random": RandomBot(), "greedy": Greedy(worth), "thinker": Thinker(worth)},
    draw=draw,
    text_board=text_board,
    manual=lambda language: __doc__ or "",
)
