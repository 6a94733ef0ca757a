"""Everything a player reads, put together: the game's `Words`."""

from __future__ import annotations

from engine.core.contract import Result
from engine.core.speech import tells
from engine.games.blood_rage.view import View
from engine.games.blood_rage.words.examples import Showing
from engine.games.blood_rage.words.questions import Asking
from engine.games.blood_rage.words.saga import Saga


class RageWords(Saga, Asking, Showing):
    """Sentences in one language."""

    def round(self, number: int) -> str:
        """An Age."""
        return self._("Age {age}").format(age=number)

    def title(self) -> str:
        return self._("Blood Rage")

    def phase(self, view: View) -> str:
        """The phase by its name, as it stands behind the Age."""
        phases = {
            "gifts": self.p("phase", "Gods' Gifts"),
            "action": self.p("phase", "Action"),
            "battle": self.p("phase", "Battle"),
            "discard": self.p("phase", "Discard"),
            "quest": self.p("phase", "Quests"),
            "ragnarok": self._("Ragnarök"),
            "release": self._("Valhalla"),
            "over": self._("the saga is over"),
        }
        return phases[view.stage]

    def stage(self, view: View) -> str:
        """Age and phase in a few words."""
        if view.stage == "over":
            return self.phase(view)
        return self._("Age {age}, {phase}").format(age=view.round, phase=self.phase(view))

    def status(self, view: View) -> list[tuple[str, str]]:
        """The state in a few (label, value) lines."""
        lines = [(self._("Now"), self.stage(view)), (self._("Glory"), self.points(view.scores))]
        lines.append((self._("Rage"), self.points(clan.rage for clan in view.clans)))
        doom = view.doom[view.round - 1 :]
        lines.append((self._("Ragnarök"), ", ".join(self.place(code) for code in doom)))
        if view.fray is not None:
            text = self._("{name} pillages {place}")
            fray = text.format(name=self.seat(view.fray.pillager), place=self.place(view.fray.province))
            lines.append((self._("Battle"), fray))
        if view.viewer is not None:
            lines += self.own(view, view.viewer)
        return lines

    def own(self, view: View, seat: int) -> list[tuple[str, str]]:
        """What only the viewer knows."""
        clan, lines = view.clans[seat], list[tuple[str, str]]()
        for label, codes in (
            (self._("Your pack"), view.pack),
            (self._("Your hand"), clan.hand),
            (self._("Your quests"), clan.quests),
        ):
            if codes:
                lines.append((label, ", ".join(self.coded(code) for code in codes)))
        return lines

    @tells("rage_left", "on_board", "upgrades")
    def _measured(self, name: str, *what: object) -> str:
        texts = {
            "rage_left": self._("Rage left"),
            "on_board": self._("Figures on the board"),
            "upgrades": self._("Upgrades played"),
        }
        return texts[name]

    def result(self, result: Result) -> str:
        """Who won; with the Glory, if any is given."""
        text = self._("The winner is {names}.")
        if len(result.winners) > 1:
            text = self._("Shared victory: {names}.")
        won = text.format(names=self.seats(result.winners))
        if result.scores is None:
            return won
        return f"{won} {self._('Glory: {points}.').format(points=self.points(result.scores))}"
