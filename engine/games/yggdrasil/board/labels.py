"""What stands on the board and is read out for its pieces, in one language."""

from __future__ import annotations

from collections.abc import Iterable

from engine.catalogues import catalogue
from engine.core.components.names import called
from engine.core.contract import Words
from engine.core.moves import Seat
from engine.games.yggdrasil import names
from engine.games.yggdrasil.data import (
    ALL_CARDS,
    CARD_ROWS,
    DEFEATS,
    ENEMIES,
    FORCE,
    LEVELS,
    NO_DIE,
    NO_POWERS,
    PARTS,
    SPACES,
    SQUARES,
    WORLD,
)
from engine.games.yggdrasil.view import UNKNOWN, Bag, Fight, Foe, Sheet, View
from engine.games.yggdrasil.words import effects
from engine.games.yggdrasil.words.status import YggdrasilWords

HELPERS = range(7)  # Vikings and Elves of a fight for which the odds are shown; six win any
_NO_POWERS, _NO_DIE = ALL_CARDS[NO_POWERS], ALL_CARDS[NO_DIE]


class Labels:
    """The board's words for one reader, with the players' names from `words`."""

    def __init__(self, words: Words[View], seats: int) -> None:
        self.language = words.language
        self.said = YggdrasilWords(words.language, [words.seat(seat) for seat in range(seats)])
        self._ = _ = catalogue("yggdrasil_board", words.language).gettext
        self.deck, self.any_giant, self.force_word = _("Enemy cards left"), _("Every Giant"), _("Force")
        self.threatened = _("threatened")
        self.legend = _(
            "How to read it: # where an Enemy stands on its way from 0 to 7, * on turn, + changed by the last move, "
            "! active, [ ] beaten; 1/2/3 the levels of an Artifact that are left, (6/12) an island's Vikings and Fire "
            "Giants."
        )
        self.squares = {
            1: _("Valkyries"), 2: _("{n} Vikings").format(n=SQUARES[2]["amount"]),
            3: _("{n} cards").format(n=SQUARES[3]["cards"]), 4: _("Enemy −1"), 5: _("Giant"),
        }  # fmt: skip

        self.signs = {
            "valkyries": _("Valkyries"), "threat": _("threatened"), "flood": _("submerged"),
            "whirlpool": _("whirlpool"), "angry": _("Angry card"), "last": _("last card"),
            "known": _("its place (↓ low)"),
            "vanir": _("the Vanir"), "done": _("used, beaten"), "shut": _("unreachable"), "off": _("takes away"),
            "ring": _("last move"),
        }  # fmt: skip

    # --- names ---------------

    def name(self, seat: Seat) -> str:
        return self.said.seat(seat)

    def short(self, island: str) -> str:
        """An island as orders write it, with a capital."""
        return called(names.SHORT, island, self.language).capitalize()

    def opponent(self, code: str) -> str:
        """An Enemy; or Giants, whichever."""
        return self.any_giant if code == "giants" else self.said.enemy(code)

    def ringed(self, text: str, *, touched: bool) -> str:
        return f"{text} · " + self._("changed by the last move") if touched else text

    def _and(self, parts: Iterable[str]) -> str:
        return " · ".join(part for part in parts if part)

    def signs_title(self) -> str:
        """The legend, for whoever hears it."""
        return self._("Signs: {signs}").format(signs=", ".join(self.signs.values()))

    # --- the head ---------------

    def stage(self, view: View) -> str:
        """Turn and god: the title of the board."""
        _ = self._
        if view.stage == "over":
            return _("Defeat") if view.causes else _("Victory")
        if not view.turn:
            return _("The gods are chosen")
        return _("Turn {turn}: {god}").format(turn=view.turn, god=self.said.god(view.sheets[view.seat].code))

    def note(self, view: View) -> str:
        """What is left of the turn, or how it ended: one line under the title."""
        _ = self._
        if view.stage == "over":
            return self.said.causes(view.causes) if view.causes else _("the last Enemy card is played")
        level = called(names.LEVELS, view.level, self.language)
        if not view.turn:
            return _("Level: {level}").format(level=level)
        parts = [self.name(view.seat), _("actions left: {count}").format(count=view.actions)]
        if view.rage:
            parts.append(_("Fenrir still rages: {rage}").format(rage=view.rage))
        if view.daeg:
            parts.append(_("without Enemy card, turns: {count}").format(count=view.daeg))
        return self._and(parts)

    def summary(self, view: View) -> str:
        """The essential state in one sentence, for the picture's name."""
        return self._and((self.stage(view), self.note(view), self.near(view)))

    # --- the track ---------------

    def track(self) -> str:
        """The spaces and what their areas are worth."""
        areas = [(FORCE[space], effects.area(space, self.language)) for space in SPACES]
        each = ", ".join(f"{area} {force}" for force, area in dict.fromkeys(areas))
        return self._("The way to Odin; combat force: {each}").format(each=each)

    def line(self, view: View, cause: str) -> str:
        """How near a defeat is."""
        count, space = next((count, space) for one, count, space in DEFEATS if one == cause)
        there = sum(foe.space >= space for foe in view.foes)
        text = self._("{place}: {there} Enemies; {count} at the end of a turn are a defeat")
        return text.format(place=effects.area(space, self.language), there=there, count=count)

    def near(self, view: View) -> str:
        """How near each defeat is."""
        each = ", ".join(
            f"{effects.area(space, self.language)} {sum(foe.space >= space for foe in view.foes)}/{count}"
            for _, count, space in DEFEATS
        )
        return self._("Defeat at the end of a turn: {each}").format(each=each)

    def foe(self, view: View, foe: Foe) -> str:
        """Where an Enemy stands, and what its card would bring."""
        place = self._("{enemy}: space {space}, {area}").format(
            enemy=self.said.enemy(foe.code), space=foe.space, area=effects.area(foe.space, self.language)
        )
        card = self._("its card: one space on, then: {effect}").format(
            effect=effects.card(foe.code, self.language, min(foe.space + 1, SPACES[-1]))
        )
        return self.ringed(f"{place} · {card}", touched=f"enemy:{foe.code}" in view.touched)

    def force(self, view: View, foe: Foe, odds: int | None) -> str:
        """Its force, where that comes from, and the chance of whoever is on turn with everything."""
        enemy = self.said.enemy(foe.code)
        parts = [self._("{enemy}: combat force {force}").format(enemy=enemy, force=foe.force)]
        if foe.force > FORCE[foe.space]:
            parts.append(self._("one more by a Giant"))
        if odds is not None:
            text = self._("{god}: {odds}% with all Vikings and Elves in stock")
            parts.append(text.format(god=self.said.god(view.sheets[view.seat].code), odds=odds))
        return self._and(parts)

    # --- chances ---------------

    def fighter(self, view: View) -> str:
        """Whose chances are shown."""
        return self._("{god}: chances of a fight").format(god=self.said.god(view.sheets[view.seat].code))

    def odds(self, view: View, fight: Fight) -> str:
        """The exact chance of a fight with 0 to 6 helpers."""
        text = self._("{opponent}: force {force}, own bonus {bonus}; won with so many Vikings and Elves: {each}")
        each = ", ".join(f"{count}: {odds}%" for count, odds in enumerate(fight.chances(HELPERS)))
        return text.format(opponent=self.opponent(fight.code), force=fight.force, bonus=fight.bonus, each=each)

    def helpers(self, view: View) -> str:
        """What the head of the chances means."""
        sheet = view.sheets[view.seat]
        text = self._("Vikings and Elves together; in stock: Vikings {vikings}, Elves {elves}")
        parts = [text.format(vikings=sheet.vikings, elves=sheet.elves)]
        if _NO_DIE in view.active:
            parts.append(self._("no die in combat"))
        elif view.fights and view.fights[0].rolls > 1:
            parts.append(self._("the better of {rolls} rolls counts").format(rolls=view.fights[0].rolls))
        return self._and(parts)

    # --- the deck ---------------

    def left(self, view: View) -> str:
        """How many cards there are still."""
        text = self._("Enemy cards left: {count}; when the last has been played and its turn is over, all have won")
        return text.format(count=len(view.deck))

    def share(self, code: str, count: int, angry: int) -> str:
        """How many cards of an Enemy the deck holds."""
        text = self._("{enemy}: cards left {count}").format(enemy=self.said.enemy(code), count=count)
        return self._and((text, self._("one of them Angry: it advances two spaces") if angry else ""))

    def ragnarok(self, codes: Iterable[str]) -> str:
        """Cards that move three Enemies."""
        return self._("{cards}: three Enemies advance one space, without effect").format(cards=self.said.cards(codes))

    def card(self, code: str, place: int) -> str:
        """A card whose place in the deck is known."""
        return self._("Card {place} from the top: {card}").format(place=place, card=self.said.card(code))

    def all_known(self, view: View) -> str:
        """Every card of which that is so."""
        return self._("Known cards, by place from the top: {cards}").format(cards=self.said.known(view))

    def drawn(self, code: str, number: int) -> str:
        """One of Odin's two."""
        return self._("Drawn, {number}: {card}").format(number=number, card=self.said.card(code))

    def last(self, code: str) -> str:
        return self._("The last Enemy card: {card}").format(card=self.said.card(code))

    # --- worlds ---------------

    def world(self, view: View, code: str, *more: str) -> str:
        """A world, what can be done there, whether it still can."""
        text = f"{self.said.world(code)} ({WORLD[code] + 1}) · {effects.action(code, self.language)}"
        parts = [text, *more]
        if giant := dict(view.blocked).get(code):
            parts.append(self._("unreachable while {giant} is active").format(giant=self.said.giant(giant)))
        if code in view.used:
            parts.append(self._("used this turn"))
        return self.ringed(self._and(parts), touched=f"world:{code}" in view.touched)

    def used_line(self, view: View) -> str:
        """The worlds that were used this turn."""
        worlds = ", ".join(map(self.said.world, dict.fromkeys(view.used)))
        return self._("Used this turn: {worlds}").format(worlds=worlds)

    def blocked_line(self, world: str, giant: str) -> str:
        """A world that no god can reach."""
        text = self._("{world}: unreachable while {giant} is active")
        return text.format(world=self.said.world(world), giant=self.said.giant(giant))

    def count(self, code: str, count: int) -> str:
        """What lies in a world."""
        _ = self._
        texts = {"elves": _("Elves here: {count}"), "dead": _("Vikings here: {count}"),
                 "fire": _("Fire Giants here: {count}")}  # fmt: skip
        return texts[code].format(count=count)

    def island(self, view: View, code: str, bag: Bag | None, *, threatened: bool) -> str:
        """An island: its bag, how a search would go, what stands there."""
        _ = self._
        parts = [self.said.island(code)]
        if bag is not None:
            total = bag.vikings + bag.fires
            text = _("bag: Vikings {vikings} of {total} counters, Fire Giants {fires}")
            parts.append(text.format(vikings=bag.vikings, total=total, fires=bag.fires))
        else:
            parts.append(_("no bag, nothing to search"))
        if code == view.valkyries:
            parts.append(_("the Valkyries are here"))
        if threatened:
            parts.append(_("threatened: Hel, Surt and Jormungand strike here"))
        if code == view.tile:
            whirl = _("whirlpool: no search, and the Valkyries may not come")
            parts.append(whirl if view.whirlpool else _("submerged: no search"))
        touched = f"island:{code}" in view.touched or f"bag:{code}" in view.touched
        return self.ringed(self._and(parts), touched=touched)

    def artifact(self, view: View, enemy: str) -> str:
        """The three Artifacts against an Enemy, and who has them."""
        at = ENEMIES.index(enemy)
        owners = {one.artifacts[at]: seat for seat, one in enumerate(view.sheets)}
        each = ", ".join(
            f"+{level} {self.name(owners[level]) if level in owners else self.said.world('forge')}" for level in LEVELS
        )
        text = self._("{artifact}, against {enemy}: {each}").format(
            artifact=self.said.artifact(enemy), enemy=self.said.enemy(enemy), each=each
        )
        return self.ringed(text, touched=f"artifact:{enemy}" in view.touched)

    def square(self, view: View, square: int) -> str:
        """A square of the scale, and whether it can be used."""
        text = self._("Square {square}: {effect}").format(square=square, effect=effects.step(square, self.language))
        if square >= view.vanir:
            text += " · " + (self._("the Vanir is here") if square == view.vanir else self._("not reached"))
        return self.ringed(text, touched=f"square:{square}" in view.touched)

    # --- Giants ---------------

    def pile(self, view: View) -> str:
        """The Giants face down, and their force."""
        text = self._("Giants face down: {count}; combat force of every Giant: {force}")
        return text.format(count=len(view.pile), force=view.giants_force)

    def rune(self, code: str, parts: int, *, touched: bool) -> str:
        """A rune, how far it is, what it will do."""
        text = self._("{rune}: {parts} of {all} Giants beaten; with the last: {reward}").format(
            rune=self.said.rune(code), parts=parts, all=PARTS, reward=effects.reward(code, self.language)
        )
        return self.ringed(text, touched=touched)

    def giant(self, view: View, code: str, state: str, *, touched: bool) -> str:
        """A Giant: face down, active or beaten; what it does while it is active."""
        _ = self._
        states = {"pile": _("face down"), "active": _("active"), "defeated": _("beaten")}
        text = f"{self.said.giant(code)}, {states[state]} · {self.said.giants_effect(code)}"
        return self.ringed(text, touched=touched)

    # --- gods ---------------

    def power(self, view: View, sheet: Sheet) -> str:
        """What a god can do, and whether that is off."""
        if not sheet.code:
            return self._("no god chosen yet")
        power = effects.power(sheet.code, self.language)
        if not powers_off(view):
            return power
        text = self._("Without power while {giant} is active: {power}")
        return text.format(giant=self.said.giant(_NO_POWERS), power=power)

    def sheet(self, view: View, seat: Seat) -> str:
        """Who plays which god, with what power."""
        _ = self._
        sheet = view.sheets[seat]
        parts = [self.name(seat), self.said.god(sheet.code) if sheet.code else "", self.power(view, sheet)]
        if view.fights and seat == view.seat:
            parts.append(_("is to act"))
        return self._and(parts)

    def goods(self, view: View, seat: Seat) -> str:
        """Stock and Artifacts."""
        sheet = view.sheets[seat]
        owned = [
            f"{self.said.artifact(code)} +{level} ({self.said.enemy(code)})"
            for code, level in zip(ENEMIES, sheet.artifacts, strict=True)
            if level
        ]
        text = self._and((f"{self.name(seat)}: {self.said.goods(sheet.vikings, sheet.elves)}", ", ".join(owned)))
        return self.ringed(text, touched=f"god:{seat}" in view.touched)


def shown_on(code: str) -> tuple[str, ...]:
    """The Enemies that a card shows; none on one that nobody knows."""
    if code == UNKNOWN:
        return ()
    row = CARD_ROWS[code]
    return tuple(row["enemies"]) if "enemies" in row else (row["enemy"],)


def is_angry(code: str) -> bool:
    """Whether a card advances its Enemy two spaces."""
    return code != UNKNOWN and CARD_ROWS[code]["kind"] == "angry"


def powers_off(view: View) -> bool:
    """Whether no god has a power (R9.6)."""
    return _NO_POWERS in view.active
