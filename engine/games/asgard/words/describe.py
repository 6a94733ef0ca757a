"""Sentences in English and Russian: the game's `Words`, and the manual."""

from __future__ import annotations

from pathlib import Path

from engine.core.contract import Result
from engine.core.speech import manuals, tells
from engine.games.asgard.pieces import COLOURS, GODS
from engine.games.asgard.rules.course import ROUNDS
from engine.games.asgard.rules.odin import offer_label
from engine.games.asgard.view import View
from engine.games.asgard.words.advising import Advising
from engine.games.asgard.words.asking import Asking
from engine.games.asgard.words.choosing import Choosing
from engine.games.asgard.words.log import Log
from engine.games.asgard.words.refusing import Refusing


class AsgardWords(Log, Asking, Choosing, Advising, Refusing):
    """Everything a player reads, but for the board."""

    def title(self) -> str:
        return self._("Asgard")

    def stage(self, view: View) -> str:
        """Round and phase in a few words."""
        phase = self._phase_name(view.stage)
        if view.stage in ("colour", "start_pick", "valhalla", "arm", "over") or not view.round:
            return phase
        return self._("round {round}, {phase}").format(round=view.round, phase=phase)

    def _phase_name(self, stage: str) -> str:
        return {
            "colour": self._("set-up: colours"),
            "start_pick": self._("set-up: first recruits"),
            "start": self._("start of the round"),
            "recover": self._("start: discs taken back"),
            "gods": self._("phase 1: gods"),
            "place": self._("phase 2: discs"),
            "act": self._("phase 3: actions"),
            "battle": self._("phase 4: battles"),
            "valhalla": self._("Ragnarök: Valhalla"),
            "arm": self._("Ragnarök: weapons"),
            "over": self._("the game is over"),
        }.get(stage, stage)

    @tells("with_battles", "recruits", "stones")
    def _measured(self, name: str, *what: object) -> str:
        texts = {
            "with_battles": self._("Points with those of battle tiles"),
            "recruits": self._("Recruits in front"),
            "stones": self._("Stones in front"),
        }
        return texts[name]

    def status(self, view: View) -> list[tuple[str, str]]:
        """The state in a few (label, value) lines."""
        round_ = self._("{round} of {rounds}: {phase}")
        phase = round_.format(round=view.round, rounds=ROUNDS, phase=self._phase_name(view.stage))
        lines = [(self._("Round"), phase), (self._("Points"), self.points(view.scores))]
        if view.stage == "over":
            return lines
        if view.stage != "colour":
            lines.append((self._("Turn order"), self.seats(view.table.order)))
            lines.append((self._("Colours, as orders name them"), self._colours(view)))
        if view.stage not in ("valhalla", "arm"):
            lines.append((self._("Discs in front"), self.points(view.table.front)))
        temples = [view.table.temple_of(seat) for seat in range(len(view.scores))]
        if any(temples) and view.stage not in ("valhalla", "arm"):
            lines.append((self._("Temples, points a round"), self.points(temples)))
        return lines + self._offered(view) + self._own_lines(view)

    def result(self, result: Result) -> str:
        """Who won, and how; with the points, if there are any."""
        text = self._("The winner is {names}.")
        if "order_tile" in result.causes:
            text = self._("Level on points, {names} wins by the lowest order tile.")
        won = text.format(names=self.seats(result.winners))
        if result.scores is None:
            return won
        return f"{won} {self._('Points: {points}.').format(points=self.points(result.scores))}"

    def _colours(self, view: View) -> str:
        text = self._("{name} - {colour}")
        each = ((self.seat(seat), self.colour(COLOURS[one])) for seat, one in enumerate(view.colours))
        return ", ".join(text.format(name=name, colour=colour) for name, colour in each)

    def _offered(self, view: View) -> list[tuple[str, str]]:
        """Offers that stand (R8.4)."""
        text = self._("{name} for order tile {number}: {items}")
        return [
            (
                self._("Offer"),
                text.format(
                    name=self.seat(one.seat), number=offer_label(one.number, one.issue), items=self.things(one.items)
                ),
            )
            for one in view.offers
            if one.valid
        ]

    def _own_lines(self, view: View) -> list[tuple[str, str]]:
        """What only the viewer knows."""
        if view.viewer is None:
            return []
        lines = []
        if hand := [GODS[god] for god in view.table.hand[view.viewer] if god >= 0]:
            lines.append((self._("Your gods still to reveal"), self.gods(hand)))
        known = (*view.weapons[view.viewer].known, *view.wizardry[view.viewer].known)
        if known:
            lines.append((self._("Your hidden tiles"), self.arms(known)))
        for kind, label in enumerate((self._("You last saw these weapons"), self._("You last saw this wizardry"))):
            if seen := view.saw[kind]:
                lines.append((label, self.arms(seen)))
        return lines


manual = manuals(Path(__file__).parent.parent / "manual")
