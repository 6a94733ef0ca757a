"""What stands in the picture and is read out for its pieces, in one language."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from engine.catalogues import catalogue
from engine.core.components.names import called
from engine.core.moves import Seat
from engine.games.asgards_chosen.board.text import coordinates
from engine.games.asgards_chosen.data import DESIGNS, ENEMY, GODS, KIND, KINDS, LANDS, TILES
from engine.games.asgards_chosen.data.land import Laid, Socket
from engine.games.asgards_chosen.data.names import HEROES
from engine.games.asgards_chosen.view import UNKNOWN, Fray, Hero, Territory, View
from engine.games.asgards_chosen.words import terms
from engine.games.asgards_chosen.words.status import ChosenWords


class Labels:
    """The board's words for one reader, with the names of players and things from `words`."""

    def __init__(self, words: ChosenWords, view: View) -> None:
        self.words, self.language, self.mode = words, words.language, view.mode
        self._ = catalogue("asgards_chosen_board", words.language).gettext
        self._view = view
        names = [words.seat(seat) for seat in range(len(view.players))]
        self._sides = [
            ", ".join(names[seat] for seat, one in enumerate(view.players) if one.side == side)
            for side in range(len(view.sides))
        ]

    # --- names ---------------

    def name(self, seat: Seat) -> str:
        return self.words.seat(seat)

    def card(self, code: str) -> str:
        return _card(self.language, code.partition("#")[0])

    def who(self, side: int) -> str:
        """Those who play a colour, or the enemy that nobody plays."""
        return self.words.who(None) if side == ENEMY else self._sides[side]

    def letter(self, hero: str) -> str:
        """The hero as orders name it."""
        return called(HEROES, hero, self.language)

    def label(self, key: str) -> str:
        """A word that stands on the text board as well."""
        return _capital(_label(self.language, key))

    def text(self, key: str) -> str:
        """What does not depend on the table."""
        _ = self._
        texts = {
            "tisch": _("Tisch"), "town": _("A town"),
            "sockets": _(
                "It goes to a dashed circle. N is the northern corner of a hexagon, S the southern one: 0,-1 S."
            ),
            "left_end": _("looking from a to b, e lies at the left end of their edge"),
        }  # fmt: skip
        return texts[key]

    # --- lines ---------------

    def stage(self, view: View) -> str:
        """The game, round and phase: the title of the board."""
        return _capital(self.words.stage(view))

    def note(self, view: View) -> str:
        """What is waited for, or how it ended: one line under the title."""
        _ = self._
        if view.stage == "over":
            return self._ending(view)
        if view.fray is not None:
            text = _("{attacker} attacks {ground}")
            attacker, ground = self.words.who(view.fray.attacker), self.words.place(view.fray.ground)
            return _capital(text.format(attacker=attacker, ground=ground))
        if view.stage == "renewal":
            return _("All renew their hands")
        if view.tile:
            return _("{name} lays tile {tile}").format(name=self.name(view.seat), tile=view.tile)
        text = _("{name} places a town") if view.stage == "board" else _("To act: {name}")
        return text.format(name=self.name(view.seat))

    def _ending(self, view: View) -> str:
        """All win or lose together, or what each has reached."""
        _ = self._
        text = _("Gods appeased: {gods}").format(gods=self.gods(view))
        if view.mode in ("solitaire", "coop"):
            won = max(view.scores) >= view.wanted
            return (_("The game is won.") if won else _("The game is lost.")) + " " + text
        return text

    def gods(self, view: View) -> str:
        """How many each side has appeased."""
        return ", ".join(f"{self.name(seat)}: {count}" for seat, count in enumerate(view.scores))

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
        parts = [f"{_place(self.language, one.name)}, {self.where(one.name)}"]
        if one.kind in LANDS:
            parts.append(terms.land(one.kind, self.language))
        if one.side is not None:
            parts.append(_("marker of {name}").format(name=self.who(one.side)))
        if one.hero:
            parts.append(self.standing(one.hero))
        places = ", ".join(_place(self.language, near) for near in one.near) or "–"
        parts.append(_("touches {places}").format(places=places))
        return self.ringed(" · ".join(parts), touched=one.name in self._view.touched)

    def where(self, name: str) -> str:
        """The coordinates of a territory, as orders and the text board have them."""
        return _where(self.language, self._view.laid, self._view.towns)[name]

    def standing(self, code: str) -> str:
        """A hero, whose, and whether it lies: `F0`."""
        side = int(code[1:])
        hero = next(one for one in self._view.sides[side].heroes if one.name == code[0])
        text = self._("{hero} of {name}").format(hero=self.words.hero(code[0]), name=self.who(side))
        return f"{text} ({_label(self.language, 'down')})" if hero.down else text

    def direction(self, code: str) -> str:
        """A direction as orders name it."""
        return self.words.direction(code)

    def rose(self, *, turned: bool) -> str:
        """The directions of orders; a long map lies on its side."""
        return self._("Directions: north is to the left") if turned else self._("Directions: north is above")

    def tile_parts(self, tile: str) -> list[str]:
        """The three territories of a tile, each with what it is: `a mountain`."""
        kinds = (KINDS[KIND[3 * TILES.index(tile) + at]] for at in range(3))
        return [f"{part} {self.words.kind(kind)}" for part, kind in zip("abe", kinds, strict=True)]

    def free(self, q: int, r: int, corner: str = "") -> str:
        """A place for a tile or a town."""
        text = self._("free for a town: {place}") if corner else self._("free: {place}")
        return text.format(place=f"{q},{r} {self.words.corner(corner)}" if corner else f"{q},{r}")

    # --- cards ---------------

    def explained(self, code: str) -> str:
        """All of a card: name, numbers, what it does; the same words as in mails."""
        if code == UNKNOWN:
            return self._("A card that is hidden")
        return _explained(self.language, code.partition("#")[0], self.mode)

    def does(self, code: str, *, briefly: bool = False) -> str:
        """What a card does; `briefly`: of a god, whose words are many, only when."""
        name = code.partition("#")[0]
        if not briefly or DESIGNS[name].sort != "god":
            return self.words.does(name, self.mode)
        favor, demand = (self.words.phase(one["phase"]) for one in (DESIGNS[name].effect, DESIGNS[name].appease))
        return self._("Favor: {favor}; appeased: {demand}").format(favor=favor, demand=demand)

    def hand(self, view: View, seat: Seat) -> str:
        """Whose cards these are."""
        if seat == view.viewer:
            return self._("Your hand")
        return self._("Hand of {name}").format(name=self.name(seat))

    def queued(self, code: str) -> str:
        """An event that will attack, and where."""
        return f"{self.explained(code)} · " + self._("attacks: {kinds}").format(kinds=self.words.raids(code))

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

    def counted(self, key: str, count: int) -> str:
        """How many cards or markers somebody has of something."""
        return f"{self.label(key)}: {count}"

    def short(self, key: str) -> str:
        """A word beside a number on the board."""
        texts = {
            "deck": self._("creature deck"), "banished": self._("banished"), "stack": self._("land tiles"),
            "hand": self._("hand"), "markers": self._("markers"), "draws": self._("to draw"),
            "discards": self._("discards"),
        }  # fmt: skip
        return texts[key]

    def pile(self, key: str, codes: Sequence[str]) -> str:
        """A pile with all that is known of it."""
        known = [self.card(code) for code in codes if code != UNKNOWN]
        text = f"{self.label(key)}: {len(codes)}"
        return f"{text} · {', '.join(known)}" if known else text

    # --- the battle ---------------

    def course(self, fray: Fray, *, attacks: bool) -> str:
        """With whom and from where the attack comes, and what has become of it."""
        if not attacks:
            return ""
        parts = [self.letter(fray.hero)] if fray.hero else []
        parts += [fray.origin] if fray.origin else []
        if fray.declined:
            parts.append(self._("declined"))
        elif fray.berserk:
            parts.append(self._("berserk"))
        return " · ".join(parts)

    def nobody(self, *, attacks: bool) -> str:
        """The side of a battle that nobody plays."""
        return _capital(self.words.who(None) if attacks else self.words.neutral())

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
            self.name(seat), gods.format(count=len(side.appeased), wanted=view.wanted),
            _("markers: {count}").format(count=side.markers), _("cards in hand: {count}").format(count=len(one.hand)),
        ]  # fmt: skip
        if seat == view.first:
            parts.append(_label(self.language, "first"))
        return " · ".join(parts)

    def god(self, name: str, *, appeased: bool, own: bool) -> str:
        """The viewer's own gods with what they give and ask; of others by name alone."""
        text = self.explained(name) if own else self.card(name)
        return f"{text} · {self._('appeased')}" if appeased else text

    def shown(self, code: str, *, spent: bool) -> str:
        """The god or the charm of the round."""
        text = self._("played in this round: {card}").format(card=self.explained(code))
        return f"{text} · {self._('used up')}" if spent else text

    def hero(self, hero: Hero, side: int) -> str:
        """Where a hero is, and how."""
        text = self._("{hero} of {name}").format(hero=self.words.hero(hero.name), name=self.who(side))
        marks = [_label(self.language, name) for name, holds in (("down", hero.down), ("moved", hero.moved)) if holds]
        return " · ".join([text, self.words.place(hero.at) if hero.at else self._("not on the board"), *marks])


# --- What is the same at every table ---------------


@cache
def _card(language: str, name: str) -> str:
    return ChosenWords(language, ()).card(name)


@cache
def _explained(language: str, name: str, mode: str) -> str:
    words = ChosenWords(language, ())
    return f"{words.card(name)} · {words.explained(name, mode)}"


@cache
def _place(language: str, name: str) -> str:
    return ChosenWords(language, ()).place(name)


@cache
def _label(language: str, key: str) -> str:
    return ChosenWords(language, ()).label(key)


@lru_cache(maxsize=512)
def _where(language: str, laid: tuple[Laid, ...], towns: tuple[Socket, ...]) -> dict[str, str]:
    return coordinates(laid, towns, ChosenWords(language, ()))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def gods_of(view: View, seat: Seat) -> list[tuple[str, bool]]:
    """The ten gods of a seat's colour, and whether each is appeased."""
    appeased = {one.partition("#")[0] for one in view.sides[view.players[seat].side].appeased}
    return [(god, god in appeased) for god in GODS]
