"""Sentences in English and Russian: the game's `Words`, and the manual."""

from __future__ import annotations

from pathlib import Path

from engine.core.contract import Result
from engine.core.speech import manuals
from engine.games.aesir.data import ROUNDS
from engine.games.aesir.view import View
from engine.games.aesir.words.log import Telling
from engine.games.aesir.words.questions import Asking


class AesirWords(Telling, Asking):
    """Everything a player reads, but for the board."""

    def title(self) -> str:
        return self._("Aesir")

    def stage(self, view: View) -> str:
        """Round and phase in a few words."""
        if view.stage == "over":
            return self._("the game is over")
        if view.stage == "pick":
            text = self._("round {round}, step {step} of {steps}")
            return text.format(round=view.round, step=view.step, steps=view.steps)
        god = self.god(view.god) if view.god else ""
        if view.stage == "tally":
            return self._("final tally, {god}").format(god=god)
        return self._("round {round}, {god} awakens").format(round=view.round, god=god)

    def status(self, view: View) -> list[tuple[str, str]]:
        """The state in a few (label, value) lines."""
        lines = [(self._("Round"), self._round(view)), (self._("Points"), self.points(view.scores))]
        if view.stage != "over":
            lines.append((self._("Goals"), self._goals(view)))
        if view.god is not None and view.favoured is not None:
            lines.append((self._("Favour"), f"{self.god(view.god)}: {self.seat(view.favoured)}"))
        if view.doubling is not None:
            seat, god = view.doubling
            lines.append((self._("Doubling card"), f"{self.seat(seat)}, {self.god(god)}"))
        lines.append((self._("Deck"), self.n("{count} card", "{count} cards", view.deck).format(count=view.deck)))
        return lines + self._own_lines(view)

    def result(self, result: Result) -> str:
        """Who won, and how; with the points, if there are any."""
        names = ", ".join(self.seat(seat) for seat in result.winners)
        text = self._("The winner is {names}.")
        if "tie_break" in result.causes:
            text = self._("Level on points, {names} wins by the stacks left on the table.")
        elif "shared" in result.causes:
            text = self._("Shared victory: {names}.")
        won = text.format(names=names)
        if result.scores is None:
            return won
        return f"{won} {self._('Points: {points}.').format(points=self.points(result.scores))}"

    def _round(self, view: View) -> str:
        return self._("{round} of {rounds}: {stage}").format(round=view.round, rounds=ROUNDS, stage=self._phase(view))

    def _phase(self, view: View) -> str:
        if view.stage == "pick":
            return self._("the contest, step {step} of {steps}").format(step=view.step, steps=view.steps)
        if view.stage == "over":
            return self._("the game is over")
        god = self.of_god(view.god) if view.god else ""
        text = self._("the awakening of {god}") if view.stage == "awaken" else self._("the final tally of {god}")
        return text.format(god=god)

    def _goals(self, view: View) -> str:
        goals = view.columns[view.column - 1]
        return ", ".join(f"{self.god(goal.god)} ({goal.limit})" for goal in goals if goal.god)

    def _own_lines(self, view: View) -> list[tuple[str, str]]:
        """What only the viewer knows."""
        if view.viewer is None:
            return []
        player = view.players[view.viewer]
        lines = [(self._("Your hand"), self.cards(player.cards))] if player.cards else []
        if view.drawn is not None:
            lines.append((self._("Drawn"), self.halves(view.drawn)))
        if player.choice is not None:
            lines.append((self._("Your choice"), self.pick(*player.choice)))
        return lines


manual = manuals(Path(__file__).parents[1] / "manual")
