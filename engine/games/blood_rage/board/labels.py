"""What stands on the board and is read out for its pieces, in one language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from engine.catalogues import catalogue
from engine.core.components.names import called
from engine.core.contract import Words
from engine.core.moves import Seat
from engine.games.blood_rage.data import (
    BY_CODE,
    CLANS,
    DOOM_GLORY,
    END_GLORY,
    FJORDS,
    MONSTER_CODES,
    PLACE,
    PLACES,
    REGION,
    STATS,
    STRENGTH,
    SUPPORTS,
    VILLAGES,
    YGGDRASIL,
    Design,
)
from engine.games.blood_rage.view import UNKNOWN, Clan, Fray, Province, View
from engine.games.blood_rage.words import names
from engine.games.blood_rage.words.effects import EFFECTS

ROMAN = ("I", "II", "III")


class Labels:
    """The board's words for one reader, with the players' names from `words`."""

    def __init__(self, words: Words) -> None:
        self._words, self.language = words, words.language
        found = catalogue("blood_rage_board", words.language)
        self._, self.n = found.gettext, found.ngettext
        _ = self._
        self.kinds = {
            "leader": _("leader upgrade"), "warrior": _("warrior upgrade"), "ship": _("ship upgrade"),
            "monster": _("monster"), "clan": _("clan upgrade"), "battle": _("battle card"), "quest": _("quest"),
        }  # fmt: skip
        self.regions = {"manheim": _("Manheim"), "alfheim": _("Alfheim"), "jotunheim": _("Jotunheim"), "": ""}
        self.tokens = {
            "rage": _("raises Rage one step"), "axes": _("raises Axes one step"), "horns": _("raises Horns one step"),
            "glory5": _("5 Glory"), "all_stats": _("raises all three stats one step"),
        }  # fmt: skip
        self.slots = {
            "l": _("place of the leader upgrade"), "w": _("place of the warrior upgrade"),
            "s": _("place of the ship upgrade"), "m1": _("first place for a monster"),
            "m2": _("second place for a monster"), "c1": _("first place for a clan upgrade"),
            "c2": _("second place for a clan upgrade"), "c3": _("third place for a clan upgrade"),
        }  # fmt: skip
        self.valhalla, self.reserve = _("Valhalla"), _("Reserve")
        self.hand, self.pack, self.quests = _("Your hand"), _("The pack: which do you keep?"), _("Your quests")
        self.discard = _("Discarded, the latest first")
        self.destroyed, self.hidden = _("destroyed"), _("A card laid face down")

    # --- names ---------------

    def name(self, seat: Seat) -> str:
        return self._words.seat(seat)

    def clan(self, seat: Seat) -> str:
        return called(names.CLANS, CLANS[seat], self.language)

    def card(self, code: str) -> str:
        return called(names.CARDS, code, self.language)

    def place(self, code: str) -> str:
        found = called(names.PLACES, code, self.language)
        return found[:1].upper() + found[1:]

    def figure(self, code: str) -> str:
        return called(names.FIGURES, code, self.language)

    def stat(self, stat: int) -> str:
        return called(names.STATS, STATS[stat], self.language)

    def figures(self, codes: Iterable[str]) -> str:
        """`Leader, Warrior ×2`; a dash for none."""
        counts = Counter(codes)
        return (
            ", ".join(f"{self.figure(code)} ×{n}" if n > 1 else self.figure(code) for code, n in counts.items()) or "–"
        )

    # --- lines ---------------

    def stage(self, view: View) -> str:
        """Age and phase: the title of the board."""
        text = self._words.stage(view)
        return text[:1].upper() + text[1:]

    def note(self, view: View) -> str:
        """What is waited for, or the Glory at the end: one line under the title."""
        _ = self._
        if view.stage == "over":
            return _("Glory: {scores}").format(scores=self.glory(view))
        if view.stage == "action":
            return _("To act: {name}").format(name=self.name(view.turn))
        if view.fray is not None:
            return _("{name} pillages {place}").format(
                name=self.name(view.fray.pillager), place=self.place(view.fray.province)
            )
        waits = {"gifts": _("All choose from their pack"), "discard": _("All choose the card they keep")}
        return waits.get(view.stage, _("Glory: {scores}").format(scores=self.glory(view)))

    def glory(self, view: View) -> str:
        return ", ".join(f"{self.name(seat)}: {points}" for seat, points in enumerate(view.scores))

    def summary(self, view: View) -> str:
        """The essential state in one sentence, for the picture's name."""
        return self._("{stage}. Glory: {scores}.").format(stage=self.stage(view), scores=self.glory(view))

    def ringed(self, text: str, *, touched: bool) -> str:
        return f"{text} · " + self._("changed by the last move") if touched else text

    # --- the land ---------------

    def province(self, view: View, at: Province) -> str:
        """`Gimle (GIM), Alfheim: 5 villages, 3 empty · pillaging raises Rage one step · falls in Age II`."""
        _ = self._
        place = PLACE[at.code]
        text = f"{self.place(at.code)} ({at.code})"
        if at.destroyed:
            return _("{place}: destroyed, out of the game").format(place=text)
        if place == YGGDRASIL:
            text += ": " + _("takes any number of figures, but no invasion")
        else:
            villages = _("{region}: villages {count}, empty {empty}")
            text += ", " + villages.format(
                region=self.regions[REGION[place]], count=VILLAGES[place], empty=max(0, at.empty)
            )
        parts = [text, self.token(at)]
        if at.code in view.doom:
            parts.append(self.doom(view, view.doom.index(at.code)))
        if strength := self.strength(at):
            parts.append(strength)
        return " · ".join(parts)

    def token(self, at: Province) -> str:
        _ = self._
        if at.pillaged:
            return _("pillaged, until the Age ends")
        return _("pillage: {reward}").format(reward=self.tokens.get(at.token, ""))

    def strength(self, at: Province) -> str:
        """What each clan has there, ships in the fjord with it; empty where nobody is."""
        found = [f"{self.name(seat)} {count}" for seat, count in enumerate(at.strength) if count]
        return self.each_strength(found) if found else ""

    def each_strength(self, found: Sequence[str]) -> str:
        """`strength: Anna 4, Boris 3`."""
        return self._("strength: {each}").format(each=", ".join(found))

    def doom(self, view: View, age: int) -> str:
        _ = self._
        text = _("Ragnarök of Age {age}") if age + 1 >= view.round else _("fell in Age {age}")
        return text.format(age=ROMAN[age])

    def doom_cell(self, view: View, age: int) -> str:
        _ = self._
        text = _("Age {age}: {place} falls; {glory} Glory for each figure that dies there").format(
            age=ROMAN[age], place=self.place(view.doom[age]), glory=DOOM_GLORY[age]
        )
        return text + " · " + _("now") if age + 1 == view.round and view.stage != "over" else text

    def fjord(self, at: Province) -> str:
        """`West fjord (FW): its ships fight in Gimle and Myrkulor`."""
        one, other = (self.place(PLACES[province]) for province in SUPPORTS[PLACE[at.code]])
        text = self._("{fjord} ({code}): its ships fight in {one} and in {other}").format(
            fjord=self.place(at.code), code=at.code, one=one, other=other
        )
        return f"{text} · {self.destroyed}" if at.destroyed else text

    def standing(self, seat: Seat, code: str, place: str = "", count: int = 1) -> str:
        """A figure, whose, where, how strong; what a monster does."""
        owner = self._("{figure} of {name}").format(figure=self.figures([code] * count), name=self.name(seat))
        text = f"{owner}, {place}" if place else owner
        text += " · " + self._("strength {strength}").format(strength=STRENGTH[code])
        return f"{text} · {self.effect(code)}" if code in MONSTER_CODES else text

    # --- cards ---------------

    def effect(self, code: str) -> str:
        return called(EFFECTS, code, self.language)

    def explained(self, code: str) -> str:
        """All of a card: name, code, kind, price or strength, effect."""
        if code == UNKNOWN:
            return self.hidden
        design = BY_CODE[code]
        return f"{self.card(code)} ({code}) · {self.kinds[design.kind]}, {self.worth(design)} · {self.effect(code)}"

    def worth(self, design: Design) -> str:
        _ = self._
        if design.kind == "battle":
            return _("strength +{plus}").format(plus=plus_of(design))
        if design.kind == "quest":
            return _("{glory} Glory and a stat raised").format(glory=design.glory)
        if design.kind == "monster":
            return _("strength {strength}, costs {rage} Rage").format(strength=design.strength, rage=price(design))
        return _("costs {rage} Rage").format(rage=price(design))

    def slot(self, slot: str) -> str:
        return f"{slot}: {self.slots[slot]}, " + self._("empty")

    # --- clans ---------------

    def seat_title(self, view: View, seat: Seat) -> str:
        _ = self._
        clan, parts = view.clans[seat], [self.name(seat), self.clan(seat)]
        parts += [_("Glory {glory}").format(glory=clan.glory),
                  _("cards in hand: {count}").format(count=len(clan.hand)),
                  _("quests committed: {count}").format(count=len(clan.quests))]  # fmt: skip
        if seat == view.first:
            parts.append(_("first player of this Age"))
        if view.stage == "action" and seat == view.turn:
            parts.append(_("is to act"))
        return " · ".join(parts)

    def stat_title(self, clan: Clan, stat: int) -> str:
        """What a stat is worth now, what it means, and what it pays at the end."""
        _ = self._
        texts = (
            _("Rage: {rage} left; {value} at the start of an Age"),
            _("Axes: {value} Glory for winning a battle"),
            _("Horns: at most {value} figures on the board, {there} are there"),
        )
        text = texts[stat].format(rage=clan.rage, value=clan.values[stat], there=clan.on_board)
        text += " · " + _("step {step} of {steps}").format(step=clan.steps[stat], steps=len(END_GLORY))
        if pays := END_GLORY[clan.steps[stat] - 1]:
            text += ", " + _("pays {glory} Glory at the end").format(glory=pays)
        return text

    # --- the battle ---------------

    def fray_title(self, fray: Fray) -> str:
        text = self._("Battle for {place}") if fray.fighters else self._("Call to battle: {place}")
        return text.format(place=self.place(fray.province))

    def fighter(self, fray: Fray, seat: Seat, codes: Sequence[str], strength: int, total: int | None) -> str:
        """Who, with what, how strong."""
        _ = self._
        parts = [self.name(seat), self.figures(codes), _("strength {strength}").format(strength=strength)]
        if seat == fray.pillager:
            parts.insert(1, _("pillages again") if fray.again else _("pillages"))
        if total is not None:
            parts.append(_("with cards {total}").format(total=total))
        return " · ".join(parts)

    def doomed(self, codes: Sequence[str]) -> str:
        return self._("About to fall: {figures}").format(figures=self.figures(codes))


def price(design: Design) -> int:
    """The Rage that an upgrade costs to play (R8.1)."""
    return 0 if design.effect.get("kind") == "free_upgrade_and_invade" else design.strength


def plus_of(design: Design) -> str:
    """The +STR of a battle card; X where the enemy's cards decide (R20.38)."""
    return "X" if design.code == "HSI" else str(design.plus)


FJORD_CODES = tuple(PLACES[fjord] for fjord in FJORDS)
