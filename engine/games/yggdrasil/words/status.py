"""Sentences in English and Russian: the game's `Words`."""

from __future__ import annotations

from engine.core.components.names import called
from engine.core.contract import Result
from engine.core.speech import tells
from engine.games.yggdrasil import names
from engine.games.yggdrasil.data import DEFEATS, SQUARES
from engine.games.yggdrasil.view import View
from engine.games.yggdrasil.words.asking import Asking
from engine.games.yggdrasil.words.choices import Choosing
from engine.games.yggdrasil.words.log import Telling


class YggdrasilWords(Telling, Asking, Choosing):
    """Everything a player reads, but for the board."""

    def title(self) -> str:
        return self._("Yggdrasil")

    def stage(self, view: View) -> str:
        """Whose turn it is, and how many cards are left."""
        if view.stage == "over":
            return (
                self._("lost together: {why}").format(why=self.causes(view.causes))
                if view.causes
                else self._("won together")
            )
        if not view.turn:
            return self._("the gods are chosen")
        god = self.god(view.sheets[view.seat].code)
        return self._("turn {turn}: {god}; cards left: {left}").format(turn=view.turn, god=god, left=len(view.deck))

    def status(self, view: View) -> list[tuple[str, str]]:
        """The state in a few (label, value) lines."""
        level = called(names.LEVELS, view.level, self.language)
        lines = [(self._("Turn"), str(view.turn)), (self._("Level"), level)]
        lines += [(self._("Cards left"), str(len(view.deck)))]
        lines += [(self._("Defeat at"), "; ".join(self._line(view, *line) for line in DEFEATS))]
        if view.active:
            effects = (f"{self.giant(code)} ({self.giants_effect(code)})" for code in view.active)
            lines.append((self._("Active Giants"), ", ".join(effects)))
        lines.append((self._("Runes"), ", ".join(f"{self.rune(code)} {parts}/4" for code, parts in view.runes)))
        known = [self.card(code) for code in view.deck if code != "?"]
        if known:
            lines.append((self._("Known cards, by place from the top"), self.known(view)))
        return lines

    def known(self, view: View) -> str:
        """Where in the deck the cards lie that the viewer knows, the top being 1."""
        return ", ".join(f"{place}. {self.card(code)}" for place, code in enumerate(view.deck, 1) if code != "?")

    # --- Lines of the board in letters ---------------

    def force(self, force: int) -> str:
        """Beside an Enemy."""
        return self._("force {force}").format(force=force)

    def forces(self) -> str:
        """Beside the row of forces."""
        return self._("combat force")

    def island_line(self, code: str, bag: tuple[int, int] | None, view: View) -> str:
        """An island, what its bag holds, and what stands there."""
        marks = [self._("Vikings {vikings}, Fire Giants {fires}").format(vikings=bag[0], fires=bag[1])] if bag else []
        if code == view.valkyries:
            marks.append(self._("the Valkyries"))
        if code == view.tile:
            marks.append(self._("whirlpool") if view.whirlpool else self._("submerged"))
        return f"{self.island(code)}: " + ", ".join(marks) if marks else self.island(code)

    def vanir_line(self, view: View) -> str:
        """The scale."""
        squares = " ".join(f"[{square}]" if square == view.vanir else str(square) for square in SQUARES)
        return self._("Vanir: {squares}").format(squares=squares)

    def deck_line(self, view: View) -> str:
        """What the deck holds, and where known cards lie."""
        held = ", ".join(f"{self.card(code)} {count}" for code, count in view.left)
        known = self.known(view)
        text = self._("Cards left {count}: {held}")
        if known:
            text = self._("Cards left {count}: {held}; known by place from the top: {known}")
        return text.format(count=len(view.deck), held=held or "–", known=known)

    def _line(self, view: View, cause: str, count: int, space: int) -> str:
        """How near a defeat is."""
        there = sum(foe.space >= space for foe in view.foes)
        texts = {
            "wall": self._("{there} of {count} beyond the wall"),
            "door": self._("{there} of {count} beyond the door"),
            "residence": self._("{there} of {count} in the Residence"),
        }
        return texts[cause].format(there=there, count=count)

    def result(self, result: Result) -> str:
        """How it ended: the same for all."""
        return self._end(won=bool(result.winners), causes=result.causes)

    @tells("cards", "stock", "wall", "door", "residence")
    def _measured(self, name: str, *what: object) -> str:
        texts = {
            "cards": self._("Enemy cards left"),
            "stock": self._("Vikings in stock"),
            "wall": self._("Enemies beyond the wall"),
            "door": self._("Enemies beyond the door of Valhalla"),
            "residence": self._("Enemies in Odin's Residence"),
        }
        return texts[name]
