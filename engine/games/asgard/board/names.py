"""What everything on the board is called, in one language: gods, goods and places, and the players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engine.catalogues import catalogue
from engine.core.contract import Words
from engine.core.moves import Seat
from engine.core.speech import shortened
from engine.games.asgard.pieces import COLOURS, GODS, NOBODY
from engine.games.asgard.view import View
from engine.games.asgard.words.speech import Speech

# Letters of stones, seals and recruits, as orders take them.
CODES = {"en": ("PYRBGKW", "LD", "wog"), "ru": ("РЖКСЗЧБ", "СТ", "бов")}


class Names:
    """Names on the board for one reader, with the players' own from `words`."""

    def __init__(self, words: Words[Any]) -> None:
        assert isinstance(words, Speech)  # those of this game
        self._words = words
        found = catalogue("asgard_board", words.language)
        self._, self.n = found.gettext, found.ngettext
        _ = self._
        self.codes = CODES.get(words.language, CODES["en"])
        self.gods = tuple(map(words.god, GODS))
        self.stones = (_("pink"), _("yellow"), _("red"), _("blue"), _("green"), _("black"), _("white"))
        self.recruits = (_("white warriors"), _("orange warriors"), _("giants"))
        self.seals = (_("Light seals"), _("Darkness seals"))
        self.sides = (_("Light"), _("Darkness"))
        self.colours = tuple(map(words.colour, COLOURS))
        self.arms = (_("weapons"), _("wizardry"))
        self.slots = {"upper": _("upper request"), "bottom": _("bottom request"), "single": _("request"),
                      "temple": _("temple place")}  # fmt: skip
        self.one_seal, self.shrines = _("seal"), _("Gods")
        self.columns = (_("upper"), _("bottom"), _("temple"), _("support"), _("recruits"), _("tiles"))
        self.supports = (_("upper support"), _("bottom support"))
        self.valhalla, self.supply, self.asgard = _("Valhalla"), _("Supply"), _("Asgard")
        self.middle, self.hidden, self.empty = _("middle"), _("hidden"), _("empty")
        self.row, self.battle_tiles, self.lost = _("Row of discs"), _("Battle tiles"), _("lost")
        self.stones_left, self.with_gods = _("Stones in the supply"), _("With the gods")
        self.discs_there, self.costs, self.discs = _("Discs in Asgard"), _("costs"), _("discs")

        self.short_arms = {"double_recruits": "×2", "negate_weapon": "−⚔", "negate_tile": "−0", "vp_top": "▲10",
                           "vp_bottom": "▼10"}  # fmt: skip

    def name(self, seat: Seat) -> str:
        return self._words.seat(seat)

    def short(self, seat: Seat, limit: int) -> str:
        """The player's name in at most `limit` characters."""
        name = self.name(seat)
        return shortened(name, limit)

    def colour(self, view: View, seat: Seat) -> str:
        """The name of a seat's colour, or nothing until it is chosen."""
        number = view.table.colours[seat]
        return self.colours[number] if 0 <= number < len(COLOURS) else ""

    def owner(self, seat: Seat) -> str:
        return self.name(seat) if seat != NOBODY else self.empty

    def each(self, names: Sequence[str], counts: Iterable[int]) -> str:
        """`pink 2, red 1`; a dash for nothing."""
        return ", ".join(f"{name} {count}" for name, count in zip(names, counts, strict=False) if count) or "–"

    def rises(self, round_: int) -> str:
        return self._("round {round}").format(round=round_)

    def counted(self, kind: int, tiles: Sequence[str]) -> list[str]:
        """Weapons by value; wizardry by its sign."""
        return list(tiles) if kind == 0 else [self.short_arms.get(one, one) for one in tiles]
