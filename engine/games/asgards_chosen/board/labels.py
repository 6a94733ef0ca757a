"""What stands in the picture and is read out for its pieces, in one language."""

from __future__ import annotations

from collections.abc import Sequence

from engine.catalogues import catalogue
from engine.core.moves import Seat
from engine.games.asgards_chosen.board.text import coordinates
from engine.games.asgards_chosen.data import DESIGNS, ENEMY, GODS, LENGTHS, TERRAINS, Design
from engine.games.asgards_chosen.data.names import HEROES, called
from engine.games.asgards_chosen.view import UNKNOWN, Fray, Hero, Territory, View
from engine.games.asgards_chosen.words.status import ChosenWords


class Labels:
    """The board's words for one reader, with the names of players and things from `words`."""

    def __init__(self, words: ChosenWords, view: View) -> None:
        self.words, self.language, self.mode = words, words.language, view.mode
        self._ = catalogue("asgards_chosen_board", words.language).gettext
        self._where = coordinates(view, words)
        self.tisch, self.hand = self._("Tisch"), self._("Your hand")
        self._view = view

    # --- names ---------------

    def name(self, seat: Seat) -> str:
        return self.words.seat(seat)

    def card(self, code: str) -> str:
        return self.words.card(code.partition("#")[0])

    def who(self, side: int) -> str:
        """Those who play a colour, or the enemy that nobody plays."""
        if side == ENEMY:
            return self.words.who(None)
        return ", ".join(self.name(seat) for seat, one in enumerate(self._view.players) if one.side == side)

    def letter(self, hero: str) -> str:
        """The hero as orders name it."""
        return called(HEROES, hero, self.language)

    def label(self, key: str) -> str:
        """A word that stands on the text board as well."""
        text = self.words.label(key)
        return text[:1].upper() + text[1:]

    # --- lines ---------------

    def stage(self, view: View) -> str:
        """The game, round and phase: the title of the board."""
        text = self.words.stage(view)
        return text[:1].upper() + text[1:]

    def note(self, view: View) -> str:
        """What is waited for, or how it ended: one line under the title."""
        _ = self._
        if view.stage == "over":
            return _("Gods appeased: {gods}").format(gods=self.gods(view))
        if view.fray is not None:
            text = _("{attacker} attacks {ground}")
            return text.format(attacker=self.words.who(view.fray.attacker), ground=self.words.place(view.fray.ground))
        if view.stage == "renewal":
            return _("All renew their hands")
        if view.tile:
            return _("{name} lays tile {tile}").format(name=self.name(view.seat), tile=view.tile)
        text = _("{name} places a town") if view.stage == "board" else _("To act: {name}")
        return text.format(name=self.name(view.seat))

    def gods(self, view: View) -> str:
        """How many each side has appeased."""
        return ", ".join(f"{self.name(seat)} {count}" for seat, count in enumerate(view.scores))

    def summary(self, view: View) -> str:
        """The essential state in one sentence, for the picture's name."""
        text = self._("{stage}. Gods appeased: {gods}.")
        return text.format(stage=self.stage(view), gods=self.gods(view))

    def ringed(self, text: str, *, touched: bool) -> str:
        return f"{text} · " + self._("changed by the last move") if touched else text

    # --- the map ---------------

    def territory(self, one: Territory) -> str:
        """`S1a (forest) · at 0,0 · marker of Red · heroine (F) of Red · touches S1b, T1`."""
        _ = self._
        parts = [self.words.place(one.name) + f", {self._where[one.name]}"]
        if one.side is not None:
            parts.append(_("marker of {name}").format(name=self.who(one.side)))
        if one.hero:
            parts.append(self.standing(one.hero))
        parts.append(_("touches {places}").format(places=self.words.places(one.near)))
        return self.ringed(" · ".join(parts), touched=one.name in self._view.touched)

    def where(self, name: str) -> str:
        """The coordinates of a territory, as orders and the text board have them."""
        return self._where[name]

    def standing(self, code: str) -> str:
        """A hero, whose, and whether it lies: `F0`."""
        side = int(code[1:])
        hero = next(one for one in self._view.sides[side].heroes if one.name == code[0])
        text = self._("{hero} of {name}").format(hero=self.words.hero(code[0]), name=self.who(side))
        return f"{text} ({self.words.label('down')})" if hero.down else text

    def free(self, q: int, r: int, corner: str = "") -> str:
        """A place for a tile or a town."""
        text = self._("free for a town: {place}") if corner else self._("free: {place}")
        return text.format(place=f"{q},{r}{corner}")

    # --- cards ---------------

    def explained(self, code: str) -> str:
        """All of a card: name, numbers, what it does."""
        if code == UNKNOWN:
            return self._("A card that is hidden")
        return f"{self.card(code)} · {self.facts(DESIGNS[code.partition('#')[0]])}"

    def facts(self, one: Design) -> str:
        """The numbers of a card."""
        _ = self._
        if one.sort == "creature":
            text = _("{terrain}, power {power}, terrain bonus {bonus}, cost {cost}")
            terrain = self.words.kind(TERRAINS[one.terrain])
            return text.format(terrain=terrain, power=one.power, bonus=one.bonus, cost=one.cost)
        if one.sort == "item":
            text = _("enchanted item, cost {cost}") if one.interrupt else _("town item, cost {cost}")
            return text.format(cost=one.cost)
        return _("event") if one.sort == "event" else _("god, power {power}").format(power=one.power)

    def slot(self, slot: str, code: str, *, marked: str = "") -> str:
        """A place of the Tisch and what lies there."""
        text = f"{slot}: {self.explained(code)}" if code else f"{slot}: " + self._("empty")
        return f"{text} · {marked}" if marked else text

    def tile(self, which: str) -> str:
        """The enemy's tile over a column of the Tisch."""
        texts = {"up": self._("the enemy's tile, face up"), "down": self._("the enemy's tile, face down"), "": ""}
        return texts[which]

    def deck(self, view: View) -> str:
        """How many cards the creature deck has, and which of the two it is."""
        text = f"{self.label('deck')}: {len(view.deck) + view.later}"
        return f"{text} · {self._('the second deck')}" if view.second else text

    def pile(self, key: str, codes: Sequence[str]) -> str:
        """A pile with all that is known of it."""
        known = [self.card(code) for code in codes if code != UNKNOWN]
        text = f"{self.label(key)}: {len(codes)}"
        return f"{text} · {', '.join(known)}" if known else text

    # --- the battle ---------------

    def battle(self, fray: Fray) -> str:
        return self._("Battle for {ground}").format(ground=self.words.place(fray.ground))

    def fighter(self, name: str, total: int, *, attacks: bool) -> str:
        text = self._("{name} attacks with {total}") if attacks else self._("{name} defends with {total}")
        return text.format(name=name, total=total)

    def adds(self, code: str, power: int) -> str:
        """A card in the battle with what it adds now."""
        return f"{self.explained(code)} · " + self._("adds {power} now").format(power=power)

    def rest(self, power: int) -> str:
        """What is not on a card of the battle."""
        return self._("Favors, lands, event in force: {power}").format(power=f"{power:+}")

    # --- players ---------------

    def seat_title(self, view: View, seat: Seat) -> str:
        _ = self._
        one, side = view.players[seat], view.sides[view.players[seat].side]
        gods = _("gods appeased: {count} of {wanted}")
        parts = [
            self.name(seat), gods.format(count=len(side.appeased), wanted=wanted(view)),
            _("markers: {count}").format(count=side.markers), _("cards in hand: {count}").format(count=len(one.hand)),
        ]  # fmt: skip
        if seat == view.first:
            parts.append(self.words.label("first"))
        return " · ".join(parts)

    def god(self, name: str, *, appeased: bool) -> str:
        text = self.explained(name)
        return f"{text} · {self._('appeased')}" if appeased else text

    def shown(self, code: str, *, spent: bool) -> str:
        """The god or the charm of the round."""
        text = self._("played in this round: {card}").format(card=self.explained(code))
        return f"{text} · {self._('used up')}" if spent else text

    def hero(self, hero: Hero, side: int) -> str:
        """Where a hero is, and how."""
        text = self._("{hero} of {name}").format(hero=self.words.hero(hero.name), name=self.who(side))
        marks = [self.words.label(name) for name, holds in (("down", hero.down), ("moved", hero.moved)) if holds]
        return " · ".join([text, self.words.place(hero.at) if hero.at else self._("not on the board"), *marks])


def wanted(view: View) -> int:
    """How many appeased gods end the game, or win it."""
    return LENGTHS[view.length if view.mode in ("", "standard") else view.mode]


def gods_of(view: View, seat: Seat) -> list[tuple[str, bool]]:
    """The ten gods of a seat's colour, and whether each is appeased."""
    appeased = {one.partition("#")[0] for one in view.sides[view.players[seat].side].appeased}
    return [(god, god in appeased) for god in GODS]
