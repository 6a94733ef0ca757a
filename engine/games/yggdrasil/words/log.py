"""What happened, one sentence each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from engine.core.components.names import called
from engine.core.moves import Seat
from engine.core.sentences import Told, Word, by, either, one
from engine.core.speech import N_, tells
from engine.games.yggdrasil import happenings as h
from engine.games.yggdrasil import names
from engine.games.yggdrasil.data import CARD_ROWS
from engine.games.yggdrasil.words.speech import Speech

_NAMES: Mapping[str, Word] = {
    "name": lambda w, it: w.seat(it.seat),
    "god": lambda w, it: w.god(it.god),
    "enemy": lambda w, it: w.enemy(it.enemy),
    "opponent": lambda w, it: w.opponent(it.opponent),
    "giant": lambda w, it: w.giant(it.giant),
    "rune": lambda w, it: w.rune(it.rune),
    "bag": lambda w, it: w.island(it.bag),
    "card": lambda w, it: w.card(it.card),
    "cards": lambda w, it: w.cards(it.cards),
    "rolls": lambda w, it: w.rolls(it.rolls),
}
_LOG: Mapping[type, Told] = {
    h.OdinDrew: one(N_("Two cards are drawn: {cards}.")),
    h.OdinReturned: by(
        "to",
        {"top": N_("Back on top of the deck: {card}."), "bottom": N_("To the bottom of the deck: {card}.")},
    ),
    h.CardDrawn: one(N_("Enemy card: {card}. Cards left: {left}.")),
    h.VikingsLost: one(N_("Hel takes Vikings to the World of the Dead: {vikings} ({bag}).")),
    h.FiresCame: one(N_("Surt sends Fire Giants: {fires} ({bag}).")),
    h.GiantTurned: one(N_("{giant} is active ({effect})."), effect=lambda w, it: w.giants_effect(it.giant)),
    h.TileMoved: one(N_("Submerged now: {island}."), island=lambda w, it: w.island(it.to)),
    h.FenrirRages: one(N_("Fenrir rages. Hammers that calm him: {need}.")),
    h.FenrirCalmed: either(
        "left",
        N_("{name} spends an action on Fenrir: {rolls}. Still needed: {left}."),
        N_("{name} spends an action on Fenrir: {rolls}. He is calm."),
    ),
    h.CombatBegan: one(
        N_("{name} against {opponent} (force {force}): Vikings {vikings}, hammers {rolls}, bonus {bonus}.")
    ),
    h.CombatEnded: either(
        "won",
        N_("{name} beats {opponent}: {total} against {force} (Elves {elves})."),
        N_("{name} fails against {opponent}: {total} against {force} (Elves {elves})."),
    ),
    h.GiantDefeated: one(N_("Defeated: {giant}. Rune {rune}: {parts} of 4.")),
    h.RuneCompleted: one(N_("The rune {rune} is complete.")),
    h.ValkyriesMoved: one(
        N_("Valkyries: {from_island} → {to_island}."),
        from_island=lambda w, it: w.island(it.source),
        to_island=lambda w, it: w.island(it.to),
    ),
    h.IslandSearched: one(N_("{name} searches {bag}: Vikings {vikings}; Fire Giants, put back: {fires}.")),
    h.ArtifactForged: one(
        N_("{name} takes from the Forge: {artifact} {level} (against: {enemy})."),
        artifact=lambda w, it: w.artifact(it.enemy),
    ),
    h.ElfTaken: one(N_("{name} takes an Elf. Left: {left}.")),
    h.GoodsTraded: (
        lambda it: (any(it.gives), any(it.takes)),
        {
            (True, False): N_("{name} gives {other}: {gives}."),
            (False, True): N_("{name} takes from {other}: {takes}."),
            (True, True): N_("{name} gives {other}: {gives}; takes: {takes}."),
        },
        {
            "other": lambda w, it: w.seat(it.other),
            "gives": lambda w, it: w.handed(*it.gives),
            "takes": lambda w, it: w.handed(*it.takes),
        },
    ),
    h.VikingsReturned: one(N_("Vikings return to the bag: {vikings} ({bag}).")),
    h.BagCleared: one(N_("{name} clears {bag}: Fire Giants {fires}; Vikings, put back: {vikings}.")),
    h.VanirAdvanced: one(N_("The Vanir stands on square {square}.")),
    h.VanirUsed: one(N_("The Vanir's square {square} is used.")),
    h.VikingsRaised: one(N_("{name} takes Vikings from the World of the Dead: {vikings}.")),
    h.DeckLookedAt: either(
        "cards", N_("{name} looks at the top cards: {cards}."), N_("{name} looks at the top cards: {count} of them.")
    ),
    h.DeckArranged: either("cards", N_("They go back, the top one first: {cards}."), N_("They go back on top.")),
    h.TurnEnded: either("given_up", N_("{name} ends the turn; actions given up: {given_up}."), ""),
}


class Telling(Speech):
    """The log."""

    log: ClassVar = _LOG
    names_in_log: ClassVar = _NAMES

    def deed(self, happening: object) -> tuple[Seat, int, str] | None:
        """See `Words.deed`: what each god did for all."""
        match happening:
            case h.CombatEnded(seat=seat, won=True):
                return seat, 1, self._("Fights won")
            case h.GiantDefeated(seat=seat):
                return seat, 1, self._("Frost Giants beaten")
            case h.ArtifactForged(seat=seat):
                return seat, 1, self._("Artifacts forged")
            case h.IslandSearched(seat=seat, vikings=vikings) if vikings:
                return seat, vikings, self._("Vikings found")
        return None

    @tells(h.GameBegan)
    def _began(self, it: h.GameBegan) -> str:
        level = called(names.LEVELS, it.level, self.language)
        text = self._("The game begins, level {level}. First: {name}. Special cards: {cards}.")
        if not it.special:
            text = self._("The game begins, level {level}. First: {name}.")
        return text.format(level=level, name=self.seat(it.first), cards=self.cards(it.special))

    @tells(h.GodPicked)
    def _picked(self, it: h.GodPicked) -> str:
        name, god = self.seat(it.seat), self.god(it.god)
        if god in name:  # of whoever plays several gods, and goes by theirs
            return self._("Chosen: {god}.").format(god=god)
        text = self._("{name} is dealt {god}.") if it.dealt else self._("{name} plays {god}.")
        return text.format(name=name, god=god)

    @tells(h.TurnBegan)
    def _turn(self, it: h.TurnBegan) -> str:
        if it.daeg is None:
            return self._("Turn {turn}: {name}.").format(turn=it.turn, name=self.seat(it.seat))
        text = self._("Turn {turn}: {name}. Daeg keeps the Enemies away; turns left: {daeg}.")
        return text.format(turn=it.turn, name=self.seat(it.seat), daeg=it.daeg)

    @tells(h.EnemyMoved)
    def _moved(self, it: h.EnemyMoved) -> str:
        """Why, unless that is a card, which the sentence before has named."""
        drawn = it.why in CARD_ROWS
        text = self._("{enemy}: {source} → {to}.") if drawn else self._("{enemy}: {source} → {to} ({why}).")
        return text.format(enemy=self.enemy(it.enemy), source=it.source, to=it.to, why=self.why(it.why))

    @tells(h.VikingsShared)
    def _shared(self, it: h.VikingsShared) -> str:
        return self._("Vikings from the World of the Dead: {shares}.").format(shares=self.points(it.shares))

    @tells(h.GameEnded)
    def _ended(self, it: h.GameEnded) -> str:
        return self._end(won=it.won, causes=it.causes)

    def _end(self, *, won: bool, causes: tuple[str, ...]) -> str:
        """How it ended."""
        if won:
            return self._("Victory: the last Enemy card is played, and Asgard stands.")
        return self._("Defeat: {why}.").format(why=self.causes(causes))

    def causes(self, causes: tuple[str, ...]) -> str:
        """Every cause of a defeat that holds."""
        why: dict[Any, str] = {
            "wall": self._("five Enemies are beyond the wall"),
            "door": self._("three Enemies are beyond the door of Valhalla"),
            "residence": self._("an Enemy is in Odin's Residence"),
        }
        return "; ".join(why[cause] for cause in causes)
