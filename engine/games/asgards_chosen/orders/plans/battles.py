"""Orders for battles (P3-P5): attack and defence plans, and what is done about interrupts, late plays, retreats.

A list of cards is judged once, when its window opens; then a `Running` plan carries it out card by card.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from engine.core.contract import Desk
from engine.core.decisions import Decision
from engine.core.moves import Json, Move, Plan, Seat, Silence
from engine.core.plans import Facts, Left, Ranked, Standing
from engine.games.asgards_chosen.data import DESIGNS, KIND, KINDS, NAME, TERRITORY, TOWN
from engine.games.asgards_chosen.moves import (
    Block,
    Decline,
    Enough,
    Hero,
    Late,
    Name,
    No,
    Place,
    Retreat,
    Shift,
    StandUp,
    Target,
)
from engine.games.asgards_chosen.orders.plans.following import FollowUp
from engine.games.asgards_chosen.orders.plans.trial import Goal, Listed, Trial
from engine.games.asgards_chosen.view import View

Wanted: TypeAlias = Iterator[tuple[Move, Left]]
Short: TypeAlias = Literal["decline", "none", "all", "ask"]
When: TypeAlias = Literal["losing", "flips", "always", "never", "ask"]
MOST = 20  # cards of a list
Cards: TypeAlias = Annotated[tuple[Listed, ...], Field(max_length=MOST)]


class Playing(Plan):
    """A list of cards, until when it is played, and what is done if even all of it falls short."""

    kind: Literal["playing"] = "playing"
    cards: Cards = ()
    goal: Goal = Goal()
    short: Short = "none"
    most: int = MOST  # of them that are played
    then_ask: bool = False  # the step is not over with the list


class Listing(Standing):
    """A plan that plays cards of a list: never those that are kept."""

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Wanted:
        """See `speaks`."""
        yield from self.speaks(desk, decision, frozenset())

    @abstractmethod
    def speaks(self, desk: Desk, decision: Decision, kept: frozenset[str]) -> Wanted:
        """As `wants`; `kept`: cards that no plan may use."""


class Keep(Standing):
    """Cards that no plan may use."""

    kind: Literal["keep"] = "keep"
    cards: Annotated[tuple[Name, ...], Field(max_length=20)]

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Wanted:
        """Nothing by itself."""
        yield from ()


class Running(Standing):
    """A list that is being carried out in the battle that is on."""

    kind: Literal["running"] = "running"
    step: str
    where: tuple[int, int, str]  # round, turn, battleground and attacker
    cards: Cards
    goal: Goal
    kept: tuple[Name, ...] = ()
    most: int = MOST  # that may still be played
    ends: bool = True  # whether the step is over with the list

    @property
    def said_goal(self) -> Goal:
        """As its writer would say it: so far ahead that the battle is won is `win`."""
        wins = Goal(until="lead", lead=0 if self.step == "defend" else 1)
        return Goal() if self.goal == wins else self.goal

    def lapsed(self, desk: Desk) -> bool:
        """With its battle, or when that has come to another step."""
        return self.where != place_of(desk)

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Wanted:
        """The next card that can be played; no more once the goal is reached on the true totals."""
        if decision.kind != self.step:
            return
        cards = list(self.cards)
        if not cards:
            if self.ends:
                yield Enough(), None
            return
        trial = Trial.of(desk, self.step)
        while cards and self.most and not self.goal.reached(trial.lead):
            one = cards.pop(0)
            if trial.playable(one, frozenset(self.kept)):
                left = self.model_copy(update={"cards": tuple(cards), "most": self.most - (not one.use)})
                yield trial.settled(one).move(self.step), (*follow_up(one, desk), left)
                return
        if self.ends:
            yield Enough(), None


def follow_up(one: Listed, desk: Desk) -> tuple[FollowUp, ...]:
    """What is withheld of the cards that a Mamuna lets its player see."""
    if not one.keep:
        return ()
    view: View = desk.view
    ground = view.fray.ground if view.fray is not None else ""
    return (FollowUp(why="mamuna", choices=one.keep, round=view.round, ground=ground),)


def place_of(desk: Desk) -> tuple[int, int, str]:
    """Which battle is on: round, campaign turn, battleground and who attacks it; empty where none is."""
    view: View = desk.view
    return view.round, view.turn, f"{view.fray.ground} {view.fray.attacker}" if view.fray is not None else ""


def carried_out(playing: Playing, desk: Desk, step: str, kept: frozenset[str], stays: Left) -> Wanted:
    """Judge a list and begin it (P6): the goal may be reached already, by a part of it, or not at all."""
    trial = Trial.of(desk, step)
    goal = playing.goal if playing.goal.until != "win" else Goal(until="lead", lead=trial.wins_at)
    if goal.reached(trial.lead):
        yield Enough(), stays
        return
    cards = trial.listed(playing.cards)[:MOST]
    falls_short = not any(goal.reached(lead) for lead in Trial.of(desk, step).leads(cards, kept, playing.most))
    if goal.until != "all" and falls_short:
        if playing.short == "ask":
            return
        if playing.short == "decline" and step == "attack":
            yield Decline(), stays
        if playing.short != "all":
            yield Enough(), stays
            return
        goal = Goal(until="all")
    running = Running(
        step=step, where=place_of(desk), cards=cards, goal=goal, kept=tuple(sorted(kept)), most=playing.most,
        ends=not playing.then_ask,
    )  # fmt: skip
    for move, rest in running.wants(desk, decision_of(desk, step), Facts({})):
        yield move, _both(stays, rest)


def decision_of(desk: Desk, step: str) -> Decision:
    """The open question of a step."""
    return next(one for one in desk.decisions if one.kind == step)


def _both(*found: Left) -> Left:
    every = (one for some in found for one in (some if isinstance(some, tuple) else (some,)))
    return tuple(one for one in every if one is not None) or None


class Defend(Listing):
    """`defend hero play Troll; Odin until win short none`: for whoever matches, until it is changed (P4)."""

    kind: Literal["defend"] = "defend"
    whom: str  # a territory, a kind of territory, `hero`, `last`, `any`
    by: Seat | None = None
    most_attack: int | None = None
    playing: Playing | None = None  # None: ask

    @property
    def topic(self) -> tuple[Json, ...]:
        """One for each selector."""
        return (self.kind, self.whom, self.by, self.most_attack)

    def fits(self, view: View, seat: Seat) -> bool:
        """Whether it is about the battle that is on."""
        fray = view.fray
        if fray is None or fray.defender != seat:
            return False
        if self.by not in (None, fray.attacker) or (self.most_attack is not None and fray.attack > self.most_attack):
            return False
        side = view.sides[view.players[seat].side]
        kind = KINDS[KIND[TERRITORY[fray.ground]]]
        hero = any(one.at == fray.ground and not one.down for one in side.heroes)
        last = side.markers == 1 and KIND[TERRITORY[fray.ground]] <= TOWN  # what is fought for is that marker
        holds = {"any": True, "hero": hero, "last": last, kind: True, fray.ground: True}
        return holds.get(self.whom, False)

    def speaks(self, desk: Desk, decision: Decision, kept: frozenset[str]) -> Wanted:
        """See `ChosenPlanner`: the first that fits decides."""
        if decision.kind == "defend" and self.playing is not None and self.fits(desk.view, desk.seat):
            yield from carried_out(self.playing, desk, "defend", kept, self)

    def silence(self, desk: Desk, decision: Decision) -> Silence:
        """What it names is not enough, and its owner wanted to be asked then."""
        fits = decision.kind == "defend" and self.playing is not None and self.fits(desk.view, desk.seat)
        return "short" if fits else ""


class AttackPlan(Listing):
    """What an attack order says of its battle (P3)."""

    kind: Literal["attack_plan"] = "attack_plan"
    ground: Place
    round: int
    turn: int
    playing: Playing | None = None
    berserk: Playing | None = None
    stop: int | None = None  # decline if the militia is stronger

    def lapsed(self, desk: Desk) -> bool:
        """When another battle, or another turn, has come."""
        view: View = desk.view
        here = view.fray is None or view.fray.ground == self.ground
        return (view.round, view.turn) != (self.round, self.turn) or not here

    def speaks(self, desk: Desk, decision: Decision, kept: frozenset[str]) -> Wanted:
        """The militia are looked at first."""
        if decision.kind == "attack":
            if self.stop is not None and Trial.of(desk, "attack").militia > self.stop:
                yield Decline(), None
            elif self.playing is not None:
                yield from carried_out(self.playing, desk, "attack", kept, self)
        elif decision.kind == "berserk":
            if self.berserk is not None:
                yield from carried_out(self.berserk, desk, "berserk", kept, None)
            elif self.playing is not None:  # whoever plays by himself is asked on (P6)
                yield Enough(), None

    def silence(self, desk: Desk, decision: Decision) -> Silence:
        """See `Defend.silence`."""
        playing = {"attack": self.playing, "berserk": self.berserk}.get(decision.kind)
        return "short" if playing is not None else ""


class BlockPolicy(Standing):
    """`block giant spider, ormr with ljodatal if losing`, `block never` (P5)."""

    kind: Literal["block_policy"] = "block_policy"
    kinds: Annotated[tuple[Name, ...], Field(max_length=20)] = ()  # of creatures; none: all
    item: Name | None = None  # None: ask, or never
    when: When = "always"

    @property
    def topic(self) -> tuple[Json, ...]:
        """One for each item and set of creatures."""
        return (self.kind, self.item, *sorted({DESIGNS[one].kind for one in self.kinds}))

    def fits(self, decision: Decision) -> bool:
        """Whether it is about the creature whose ability is used."""
        return decision.kind == "interrupt" and (
            not self.kinds or DESIGNS[decision.text("source")].kind in {DESIGNS[one].kind for one in self.kinds}
        )

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Wanted:
        """Block, if it is one of these creatures, and the condition holds."""
        if not self.fits(decision) or self.when == "ask":
            return
        if self.when == "never":
            yield No(), self
        elif self.item is None:
            return
        elif self.when == "always" or self._holds(Trial.of(desk, "interrupt")):
            yield Block(item=self.item), self

    def _holds(self, trial: Trial) -> bool:
        """The own side is losing now; or it is once the ability has its effect, and is not without."""
        if self.when == "losing":
            return trial.lead < trial.wins_at
        return trial.lead_if_blocked() >= trial.wins_at > trial.lead_after_ability()


class LatePolicy(Standing):
    """`late dis if flips` (P5)."""

    kind: Literal["late_policy"] = "late_policy"
    card: Name | None = None
    when: When = "flips"

    @property
    def topic(self) -> tuple[Json, ...]:
        """One for each card."""
        return (self.kind, self.card)

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Wanted:
        """The card, if it changes who is winning; whoever is asked is losing anyway."""
        if decision.kind == "late" and self.card is not None and self.when not in ("never", "ask"):
            trial = Trial.of(desk, "late")
            one = Listed(card=self.card)
            if any(NAME[card] == self.card for card in trial.state.hands[desk.seat]):
                trial.play(one)
                if self.when != "flips" or trial.lead >= trial.wins_at:
                    yield Late(card=self.card), self


class StandPolicy(Ranked[StandUp]):
    """`standup with Fairies, Nixie`, `standup F with Troll`: the first of these that is in hand."""

    kind: Literal["stand_policy"] = "stand_policy"
    asked: Literal["stand"] = "stand"
    hero: Hero | None = None  # None: either
    no: bool = False  # rather lie there than give up a creature

    @property
    def topic(self) -> tuple[Json, ...]:
        """One for each hero."""
        return (self.kind, self.hero)

    def wants(self, desk: Desk, decision: Decision, facts: Facts) -> Wanted:
        """For its hero."""
        if decision.kind == "stand" and self.hero in (None, decision.text("hero")):
            if self.no:
                yield No(), self
            yield from super().wants(desk, decision, facts)


class RetreatPolicy(Ranked[Retreat]):
    """`retreat T2, L9a, S1e`: the first legal one."""

    kind: Literal["retreat_policy"] = "retreat_policy"
    asked: Literal["retreat"] = "retreat"


class ShiftPolicy(Ranked[Shift]):
    """`shift T4, L3b`: the marker to give up at the limit."""

    kind: Literal["shift_policy"] = "shift_policy"
    asked: Literal["shift"] = "shift"


class TargetPolicy(Ranked[Target]):
    """`target L4a, S1b`: what an event means, where it leaves a choice."""

    kind: Literal["target_policy"] = "target_policy"
    asked: Literal["target"] = "target"
