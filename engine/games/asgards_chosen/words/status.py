"""Sentences in English and Russian: the game's `Words`."""

from __future__ import annotations

from engine.core.contract import Result
from engine.core.speech import tells
from engine.games.asgards_chosen.view import View
from engine.games.asgards_chosen.words.asking import Asking
from engine.games.asgards_chosen.words.choices import Choosing
from engine.games.asgards_chosen.words.labels import Labelling
from engine.games.asgards_chosen.words.saga import Saga


class ChosenWords(Saga, Asking, Labelling, Choosing):
    """Everything a player reads, but for the board."""

    def title(self) -> str:
        return self._("Asgard's Chosen")

    def stage(self, view: View) -> str:
        """Round and phase."""
        if not view.round or view.stage == "over":
            return self.phase(view.stage)
        return self._("round {round}: {phase}").format(round=view.round, phase=self.phase(view.stage))

    def status(self, view: View) -> list[tuple[str, str]]:
        """The state in a few (label, value) lines."""
        lines = [(self._("Game"), self.mode(view.mode, view.length)), (self._("Now"), self.stage(view))]
        gods = (f"{self.seat(seat)}: {count}/{view.wanted}" for seat, count in enumerate(view.scores))
        lines.append((self._("Gods appeased"), ", ".join(gods)))
        markers = (f"{self.seat(seat)}: {view.sides[one.side].markers}" for seat, one in enumerate(view.players))
        lines.append((self._("Markers"), ", ".join(markers)))
        if view.keeper:
            lines.append((self._("Event in force"), self.card(view.keeper)))
        if view.fray is not None:
            text = self._("{ground}: attack {attack}, defence {defence}")
            fray = view.fray
            said = text.format(ground=self.place(fray.ground), attack=fray.attack, defence=fray.defence)
            lines.append((self._("Battle"), said))
        if view.viewer is not None:
            lines.append((self._("Your hand"), self.cards(view.players[view.viewer].hand)))
        if view.ending and view.stage != "over":
            lines.append((self._("End"), self._("the last round")))
        return lines

    def result(self, result: Result) -> str:
        """How it ended, and what decided where several were level; with the gods, if their number is given."""
        if not result.winners:
            return self._("The game is lost: the creature deck has run out.")
        text = self._("{names} won.")
        if "markers" in result.causes:  # of several who are level on gods some may be level on markers, too
            text = self._("Level on gods, {names} won by control markers, then cards.")
        elif "cards" in result.causes:
            text = self._("Level on gods and control markers, {names} won by cards.")
        elif "shared" in result.causes:
            text = self._("Shared victory: {names}.")
        won = text.format(names=self.seats(result.winners))
        if result.scores is None:
            return won
        gods = self._("Gods appeased: {points}.").format(points=self.points(result.scores))
        return f"{won} {gods}"

    @tells("markers", "deck")
    def _measured(self, name: str, *what: object) -> str:
        return self._("control markers") if name == "markers" else self._("cards left in the creature deck")
