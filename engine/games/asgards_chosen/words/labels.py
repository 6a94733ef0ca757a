"""What stands beside the things of the board, in letters and in the picture."""

from __future__ import annotations

from engine.games.asgards_chosen.words.speech import Speech


class Labelling(Speech):
    """The words of the board."""

    def label(self, key: str) -> str:
        """What a line of the board shows."""
        texts = {
            "tisch_bottom": self._("Tisch, bottom row"),
            "tisch_top": self._("Tisch, top row"),
            "creatures": self._("Barrows, creatures (newest last)"),
            "items": self._("Barrows, items (newest last)"),
            "keeper": self._("Event in force"),
            "deck": self._("Cards in the creature deck"),
            "banished": self._("Banished cards"),
            "queue": self._("Events that will attack"),
            "pool": self._("Starting items"),
            "hand": self._("hand"),
            "draws": self._("draw pile"),
            "discards": self._("discard pile"),
            "appeased": self._("appeased"),
            "shown": self._("played in this round"),
            "markers": self._("markers"),
            "heroes": self._("heroes"),
            "withheld": self._("withheld"),
            "map": self._("Map: territory, what it is, where it lies; marker, hero; what it touches"),
            "stack": self._("Land tiles left"),
            "tile": self._("Tile to be laid"),
            "enemy": self._("Enemy's tiles over the columns"),
            "down": self._("vanquished"),
            "moved": self._("moved"),
            "militia": self._("Militia"),
            "turned": self._("Attacking militia"),
            "first": self._("start player"),
            "legend": self._(
                "How to read it: B1 to B4 and U1 to U4 are the places of the Tisch, each with its card and the card's "
                "cost; [A] is a marker of that player, AF and AM the heroine and the hero, x the enemy's; behind | "
                "stand the territories beside it; * on turn, + changed by the last move, ! the tile that lies face up."
            ),
        }
        return texts[key]

    def fray(self, attacker: str, defender: str, ground: str, attack: int, defence: int) -> str:
        """The battle in one line."""
        text = self._("Battle for {ground}: {attacker} {attack}, {defender} {defence}")
        return text.format(ground=ground, attacker=attacker, attack=attack, defender=defender, defence=defence)

    def neutral(self) -> str:
        """Who defends where nobody does."""
        return self._("militia")
