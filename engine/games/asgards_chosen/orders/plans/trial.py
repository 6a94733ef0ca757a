"""What a list of cards would come to: played on a table that might be the true one, nobody interrupting (P6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.core.chance import SeededChance
from engine.core.contract import Desk
from engine.core.flow import Flow, Frame
from engine.core.moves import IllegalMove, Seat
from engine.games.asgards_chosen.data import CARDS, DESIGNS, NAME, NONE, Design
from engine.games.asgards_chosen.moves import Aim, Berserk, Name, Names, Part, Play, Played, Use
from engine.games.asgards_chosen.orders.choices import BEST, SELECTORS, WORST
from engine.games.asgards_chosen.rules.battle.plays import check_play, fighters, put_down, take_effect, usable, use
from engine.games.asgards_chosen.rules.battle.totals import attack, card_power, defence, militia_power, the_battle
from engine.games.asgards_chosen.rules.play import ability
from engine.games.asgards_chosen.state import State

EVERY = "*"  # all playable cards
_WEAKEST, _BURIED, _LATE = "convert_militia", "take_from_barrows", "late_play"  # abilities


class Listed(Part):
    """A card of a list: played, with its ability where an aim stands; or the use of one that lies there."""

    card: Name
    aim: Aim | None = None
    use: bool = False
    keep: Names = ()  # what is withheld of the cards that it lets its player see

    def move(self, step: str) -> Played | Use:
        """The move that it means at this step."""
        if self.use:
            return Use(card=self.card, aim=self.aim or Aim())
        kind = Berserk if step == "berserk" else Play
        return kind(card=self.card, aim=self.aim)


class Goal(Part):
    """Until when a list is played: `win`, `lead` by a number, or `all` of it."""

    until: str = "win"
    lead: int = 0

    def reached(self, lead: int) -> bool:
        """`lead`: by how much the own side is ahead; an attacker wins from 1 on, a defender from 0 on."""
        return self.until != "all" and lead >= self.lead


@dataclass(slots=True)
class Trial:
    """A battle as one side sees it, to be played on without any consequence."""

    rules: Any
    state: State
    seat: Seat
    step: str
    then: Frame | None = None  # what goes on with the answer to the open question

    @classmethod
    def of(cls, desk: Desk, step: str) -> Trial:
        """At the table of a desk. Raises ValueError where no battle is on."""
        world = desk.imagine(SeededChance(b"trial"))
        state: State = world.state.copy()
        if state.battle is None:
            raise ValueError("no battle")
        wave = state.flow.wave
        state.flow, state.veil = Flow(), None
        return cls(world.rules, state, desk.seat, step, None if wave is None else wave.then)

    @property
    def lead(self) -> int:
        """By how much the own side is ahead."""
        ahead = attack(self.state) - defence(self.state)
        return ahead if self.seat == the_battle(self.state).attacker else -ahead

    @property
    def wins_at(self) -> int:
        """The lead from which the own side is winning."""
        return 1 if self.seat == the_battle(self.state).attacker else 0

    @property
    def militia(self) -> int:
        """The power of the militia alone."""
        return defence(self.state) if the_battle(self.state).defender == NONE else self._militia()

    def lead_after_ability(self) -> int:
        """The lead once the ability has its effect about which an interrupt is asked for."""
        if self.then is not None:
            play = self.rules.playing(self.state, SeededChance(b"trial"))
            play.then(take_effect(**self.then.args))
            self._run(play)
        return self.lead

    def lead_if_blocked(self) -> int:
        """The lead if it has none: as it is now, but without a late play, which then adds nothing (R8.9.2)."""
        args = {} if self.then is None else self.then.args
        if not args or NAME[args["card"]] != args["source"] or DESIGNS[args["source"]].what != _LATE:
            return self.lead
        played = self.state.played[args["seat"]]
        at = played.index(args["card"])
        card = played.pop(at)
        lead = self.lead
        played.insert(at, card)
        return lead

    def _militia(self) -> int:
        return sum(militia_power(self.state, card) for card in self.state.militia)

    def playable(self, one: Listed, kept: frozenset[str]) -> bool:
        """Whether it can be played now, and may be."""
        if one.card in kept and not one.use:
            return False
        try:
            check_play(self.state, self.seat, self.settled(one).move(self.step))
        except IllegalMove:
            return False
        return True

    def settled(self, one: Listed) -> Listed:
        """With `best` and `worst` as the cards that they are now: of equal ones the earliest (P6)."""
        wanted = _meant(one)
        if wanted is None or not _open(wanted):
            return one
        state = self.state
        pile = state.played[self.seat] if one.use else state.hands[self.seat]
        card = state.named(pile, one.card)
        found = [] if card is None else usable(state, self.seat, CARDS[card], card)
        fitting = [aim for aim in found if _alike(wanted, aim)]
        if not fitting:
            return one
        sign = 1 if BEST in (wanted.card, wanted.copied and wanted.copied.card) else -1
        among = self._among(one.card, wanted)

        def rank(aim: Aim) -> tuple[int, int]:
            at = state.named(among, (aim.copied or aim).card or "")
            return (0, 0) if at is None else (sign * self._power(at), -among.index(at))

        return one.model_copy(update={"aim": max(fitting, key=rank)})

    def _among(self, name: str, aim: Aim) -> list[int]:
        """Where the card lies that an ability is used on: in hand if it is its price, in the Barrows, or in battle."""
        state = self.state
        used = _design(aim.card or "" if aim.copied is not None else name)
        if used is not None and ability.has(used.what, "cost"):
            return state.hands[self.seat]
        return state.graves[::-1] if used is not None and used.what == _BURIED else fighters(state)

    def _power(self, card: int) -> int:
        """What it adds now, or would add; in the Barrows what is printed."""
        state, battle = self.state, the_battle(self.state)
        for seat in (battle.attacker, battle.defender):
            if seat != NONE and card in (*state.played[seat], *state.hands[seat]):
                return card_power(state, seat, card)
        return CARDS[card].power if card in state.graves else militia_power(state, card)

    def play(self, one: Listed) -> None:
        """Play it; what is asked meanwhile is answered as a time-out would."""
        play = self.rules.playing(self.state, SeededChance(b"trial"))
        move = self.settled(one).move(self.step)
        if isinstance(move, Use):
            card = self.state.named(self.state.played[self.seat], move.card)
            assert card is not None
            use(play, self.seat, card, CARDS[card], move.aim)
        else:
            put_down(play, self.seat, move, self.step)
        self._run(play)

    def _run(self, play: Any) -> None:
        self.rules.steps.run(play)
        while self.state.flow.wave is not None:
            decision = self.rules.decisions(self.state)[0]
            self.state.flow.answer(decision.seat, self.rules.default(self.state, decision))
            play.veil = self.state.veil = None
            self.rules.steps.run(play)

    def listed(self, cards: tuple[Listed, ...]) -> tuple[Listed, ...]:
        """The list, `*` written out: all playable cards that do not stand before it, lowest printed power first."""
        left = [NAME[card] for card in sorted(self.state.hands[self.seat], key=lambda card: CARDS[card].power)]
        found: list[Listed] = []
        for one in cards:
            found += [Listed(card=name) for name in left] if one.card == EVERY else [one]
            if one.card in left and not one.use:
                left.remove(one.card)
        return tuple(found)

    def leads(self, cards: tuple[Listed, ...], kept: frozenset[str], most: int) -> Iterator[int]:
        """The lead after each card that can be played, of so many at most."""
        own = [NAME[card] for card in self.state.hands[self.seat]]
        for one in cards:
            if most and (one.use or one.card in own) and self.playable(one, kept):
                if not one.use:
                    own.remove(one.card)
                    most -= 1
                graves = list(self.state.graves)
                self.play(one)
                own += [NAME[card] for card in graves if card in self.state.hands[self.seat]]  # no chance in that
                yield self.lead


def _meant(one: Listed) -> Aim | None:
    """Álfar take the weakest anyway: `[]`, and `[copy Álfar]`, say that it is meant."""
    aim, used = one.aim, _design(one.card)
    if aim is None or used is None or aim.copied is not None:
        return aim
    if aim == Aim() and used.what == _WEAKEST:
        return Aim(card=WORST)
    copied = _design(aim.card or "")
    copies = used.what == "copy_ability" and copied is not None and copied.what == _WEAKEST
    return aim.model_copy(update={"copied": Aim(card=WORST)}) if copies else aim


def _design(name: str) -> Design | None:
    """The design of `troll1#2`; None: of no card, as `best` or `*`."""
    return DESIGNS.get(name.partition("#")[0])


def _open(aim: Aim) -> bool:
    """Whether it is to be settled when it is played."""
    return aim.card in SELECTORS or (aim.copied is not None and _open(aim.copied))


def _alike(wanted: Aim, aim: Aim) -> bool:
    """Whether an aim is one of those that are wanted."""
    if (wanted.copied is None) != (aim.copied is None):
        return False
    same = (wanted.how, wanted.hero, wanted.to) == (aim.how, aim.hero, aim.to)
    same = same and (wanted.card in SELECTORS or wanted.card == aim.card)
    return same and (wanted.copied is None or aim.copied is None or _alike(wanted.copied, aim.copied))
