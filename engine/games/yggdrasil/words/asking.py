"""What is wanted of a god, what may be answered, and how."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from engine.core.decisions import Decision
from engine.core.moves import Json, Move
from engine.core.speech import tells
from engine.games.yggdrasil.cards.runes import RAISED, evenly
from engine.games.yggdrasil.data import CARD_ROWS, ENEMY, GODS, WORLDS
from engine.games.yggdrasil.moves import (
    EndTurn,
    FightEnemy,
    FightGiant,
    MannPick,
    NidhoggPick,
    OdinPick,
    PickGod,
    Rearrange,
    ReturnVikings,
    TakeElf,
    TiwazPick,
    UseElves,
    VanirAdvance,
)
from engine.games.yggdrasil.orders.notation import YggdrasilNotation
from engine.games.yggdrasil.orders.plans import rearmost_of
from engine.games.yggdrasil.view import View
from engine.games.yggdrasil.words import effects
from engine.games.yggdrasil.words.refusals import REFUSALS
from engine.games.yggdrasil.words.speech import Speech

_NOTATION = YggdrasilNotation()
_THINGS = {
    "god": "god", "world": "world", "giant": "giant", "enemy": "opponent", "island": "island", "bag": "island",
    "rune": "rune",
}  # fmt: skip  # what a refusal is about -> the method that names it


class Asking(Speech):
    """Questions, menus, examples and refusals."""

    refusals: ClassVar = REFUSALS

    def question(self, decision: Decision, view: View) -> str:
        """What is wanted of the seat, one line."""
        god = self.god(view.sheets[decision.seat].code)
        texts = {
            "god": self._("Which god do you play?"),
            "odin": self._("{god}: which of the two cards is applied, and where does the other go?"),
            "nidhogg": self._("{god}: which of the rearmost Enemies advances?"),
            "action": self._("{god}: what do you do? Actions left: {actions}."),
            "elves": self._("{god}: how many Elves help? Wanted: {lacking}."),
            "order": self._("{god}: in which order do the cards go back, the new top first?"),
            "mann": self._("{god}: which Enemy goes back 3 spaces?"),
            "tiwaz": self._("{god}: which Enemies go back 1 space?"),
            "sigel": self._("{god}: who gets the Vikings off the World of the Dead?"),
        }
        lacking = decision.number("lacking") if decision.kind == "elves" else 0
        return texts[decision.kind].format(god=god, actions=view.actions, lacking=lacking)

    def waiting(self, decision: Decision) -> str:
        """What others read about who is waited for."""
        text = self._("{name}: choosing a god") if decision.kind == "god" else self._("{name}: the turn")
        return text.format(name=self.seat(decision.seat))

    def named(self, where: Mapping[str, Json]) -> Mapping[str, Json]:
        """What a refusal is about, by name."""
        found = dict(super().named(where))
        for key, method in _THINGS.items():
            if where.get(key):
                found[key] = getattr(self, method)(where[key])
        if where.get("enemy") in ENEMY:
            found["artifact"] = self.artifact(where["enemy"])
        for key in ("among", "found"):
            if isinstance(where.get(key), list):
                found[key] = ", ".join(self._thing(code) for code in where[key])
        return found

    def _thing(self, code: str) -> str:
        """Whatever a code means."""
        for name in (self.god, self.opponent, self.island):
            if (found := name(code)) != code:
                return found
        return code

    def heading(self, key: str) -> str:
        """A world's name above its lines, or the question of a further list."""
        texts = {
            "vikings": self._("How many Vikings?"),
            "elves_most": self._("How many Elves at most, after the roll?"),
            "trade": self._("What changes hands?"),
            "square_1": self._("Where do the Valkyries go?"),
            "square_4": self._("Which Enemy goes back?"),
            "square_5": self._("Which Giant is discarded?"),
        }
        return texts.get(key) or self.world(key)

    # --- Lines of menus ---------------

    @tells("fight", "ice")
    def _fight(self, _: str, view: View, code: str, force: int, odds: int) -> str:
        text = self._("fight: {opponent} (force {force}; chance to win up to {odds}%)")
        if odds == 0:  # the die and all helpers are too few: "up to" would promise something
            text = self._("fight: {opponent} (force {force}; chance to win 0%)")
        return text.format(opponent=self.opponent(code), force=force, odds=odds)

    @tells("vikings")
    def _vikings(self, _: str, view: View, count: int, odds: int) -> str:
        return self._("Vikings: {count} ({odds}%)").format(count=count, odds=odds)

    @tells("up_to")
    def _up_to(self, _: str, view: View, count: int, odds: int) -> str:
        return self._("Elves, at most: {count} ({odds}%)").format(count=count, odds=odds)

    @tells("elves")
    def _elves(self, _: str, view: View, count: int) -> str:
        return self._("Elves: {count}").format(count=count)

    @tells("ask_elves")
    def _ask(self, _: str, view: View) -> str:
        return self._("ask me after the roll")

    @tells("mid")
    def _mid(self, _: str, view: View, to: str, search: bool, bag: str, vikings: int, fires: int) -> str:  # noqa: FBT001  a line's data
        if not search:
            return self._("Valkyries to {island}").format(island=self.island(to))
        text = self._("search {island} ({vikings}/{fires})")
        if to:
            text = self._("Valkyries to {island}, search ({vikings}/{fires})")
        return text.format(island=self.island(bag), vikings=vikings, fires=fires)

    @tells("forge")
    def _forge(self, _: str, view: View, enemy: str, level: int) -> str:
        text = self._("{artifact} {level} (against: {enemy})")
        return text.format(artifact=self.artifact(enemy), level=level, enemy=self.enemy(enemy))

    @tells("elf")
    def _elf(self, _: str, view: View, left: int) -> str:
        return self._("take an Elf (left: {left})").format(left=left)

    @tells("trade", "share")
    def _trade(self, _: str, view: View, god: str) -> str:
        return self.god(god)

    @tells("give_vikings", "give_elves", "take_vikings", "take_elves")
    def _amount(self, what: str, view: View) -> str:
        texts = {
            "give_vikings": self._("give Vikings"), "give_elves": self._("give Elves"),
            "take_vikings": self._("take Vikings"), "take_elves": self._("take Elves"),
        }  # fmt: skip
        return texts[what]

    @tells("dead")
    def _dead(self, _: str, view: View, bag: str, vikings: int) -> str:
        return self._("Vikings into the bag: {vikings} ({island})").format(vikings=vikings, island=self.island(bag))

    @tells("fire")
    def _fire(self, _: str, view: View, bag: str, vikings: int, fires: int) -> str:
        text = self._("draw from the bag: {island} ({vikings}/{fires})")
        return text.format(island=self.island(bag), vikings=vikings, fires=fires)

    @tells("advance")
    def _advance(self, _: str, view: View, square: int) -> str:
        return self._("the Vanir advances to square {square}").format(square=square)

    @tells("vanir")
    def _square(self, _: str, view: View, square: int) -> str:
        texts = {
            1: self._("square 1: the Valkyries move"),
            2: self._("square 2: Vikings from the World of the Dead"),
            3: self._("square 3: look at the top cards"),
            4: self._("square 4: an Enemy goes back"),
            5: self._("square 5: a Giant is discarded"),
        }
        return texts[square]

    @tells("to")
    def _to(self, _: str, view: View, island: str) -> str:
        return self.island(island)

    @tells("enemy", "giant")
    def _opponent(self, _: str, view: View, code: str) -> str:
        return self.opponent(code)

    @tells("card")
    def _card(self, _: str, view: View, code: str, place: int) -> str:
        return self.card(code)

    @tells("pick")
    def _pick(self, _: str, view: View, card: str, other: str, to: str) -> str:
        text = self._("{card}; on top: {other}") if to == "top" else self._("{card}; to the bottom: {other}")
        return text.format(card=self.card(card), other=self.card(other))

    @tells("end")
    def _end_of_turn(self, _: str, view: View, left: int) -> str:
        return self._("end the turn; actions given up: {left}").format(left=left)

    @tells(PickGod)
    def _god(self, move: PickGod, view: View) -> str:
        return self.god(move.god)

    @tells(NidhoggPick, MannPick)
    def _one(self, move: NidhoggPick | MannPick, view: View) -> str:
        return self.enemy(move.enemy)

    # --- Examples ---------------

    def examples(self, decision: Decision, view: View) -> list[str]:
        """How one may answer in notation, now."""
        return [_NOTATION.write(move, self.language) for move in _examples(decision, view)][:3]

    def explanations(self, decision: Decision, view: View) -> list[tuple[str, str]]:
        """Gods that may be chosen; later the worlds, the Enemies whose cards lie open, the runes that have begun."""
        if decision.kind == "god":
            taken = {sheet.code for sheet in view.sheets}
            return [(self.god(code), effects.power(code, self.language)) for code in GODS if code not in taken]
        cards = (CARD_ROWS[code] for code in (*view.drawn, *view.discard[-1:]))
        enemies = dict.fromkeys(row["enemy"] for row in cards if "enemy" in row)
        title = self._("Card {enemy}")
        found = [(title.format(enemy=self.enemy(code)), effects.card(code, self.language)) for code in enemies]
        if decision.kind == "action":
            found += [(self.world(code), effects.action(code, self.language)) for code in WORLDS]
        return found + [(self.rune(code), effects.reward(code, self.language)) for code, parts in view.runes if parts]

    def plan_examples(self, decision: Decision, view: View) -> list[tuple[str, str]]:
        """Standing orders that spare a question."""
        if decision.kind == "odin":
            order = "standing odin avoid fenrir>loki other bottom"
            return [(self._order(order), self._("in every turn of Odin the card that is less to be avoided"))]
        if decision.kind == "nidhogg":
            meaning = self._("whenever Nidhogg draws one on, the first that can be named")
            return [(self._order("standing nidhogg hel>loki"), meaning)]
        return self._turns(decision, view) if decision.kind == "action" and view.actions > 1 else []

    def _turns(self, decision: Decision, view: View) -> list[tuple[str, str]]:
        """A turn in one mail, the next one beforehand, and Elves without naming them."""
        first, *_ = _examples(decision, view)
        second = [one for one in (VanirAdvance(), ReturnVikings(bag="white"), TakeElf()) if one.kind != first.kind]
        lines = [(first,), second[:2], (EndTurn(),)]
        turn = [" / ".join(_NOTATION.write(move, self.language) for move in line) for line in lines]
        found = [
            (
                "; ".join(turn),
                self._("a whole turn in one mail, a line an action; behind / what else, if that is refused"),
            ),
            (self._order("plan: elf; vanir +; end"), self._("your next turn, should your time run out by then")),
        ]
        if view.sheets[decision.seat].elves:
            meaning = self._(
                "in every fight whose order names no Elves, as many as are wanted to win, at most this many"
            )
            found.append((self._order("standing elves need 1"), meaning))
        return found

    def _order(self, line: str) -> str:
        """A standing order, or a turn to come, in the reader's language."""
        if line.startswith("plan: "):
            lines = line.removeprefix("plan: ").split("; ")
            said = (_NOTATION.translated(one, self.language) for one in lines)
            return f"{_NOTATION.called_plan(self.language)} " + "; ".join(said)
        return _NOTATION.translated(line, self.language)


def _examples(decision: Decision, view: View) -> Iterator[Move]:
    sheet = view.sheets[decision.seat]
    foes = sorted((foe for foe in view.foes if foe.space), key=lambda foe: -foe.space)
    if decision.kind == "god":
        taken = {one.code for one in view.sheets}
        yield from (PickGod.model_validate({"god": code}) for code in GODS if code not in taken)
    elif decision.kind == "odin":
        yield OdinPick(card=1, other="top")
        yield OdinPick(card=2, other="bottom")
    elif decision.kind == "nidhogg":
        yield from (NidhoggPick(enemy=code) for code in rearmost_of(view))
    elif decision.kind == "elves":
        yield UseElves(elves=decision.number("lacking"))
        yield UseElves(elves=0)
    elif decision.kind == "order":
        count = decision.number("count")
        yield Rearrange(order=(2, 1, *range(3, count + 1)))
    elif decision.kind == "mann":
        yield MannPick(enemy=foes[0].code)
    elif decision.kind == "tiwaz":
        yield TiwazPick(enemies=tuple(foe.code for foe in foes[:3]))
    elif decision.kind == "sigel":
        around = [one.code for one in (*view.sheets[decision.seat :], *view.sheets[: decision.seat])]
        yield evenly(around[:2], min(RAISED, view.dead))  # of two it is seen how several are parted
    else:
        yield from _actions(view, sheet, foes)


def _actions(view: View, sheet: Any, foes: list[Any]) -> Iterator[Move]:
    """A fight, where there is one; something without a fight; the end."""
    closed = {*view.used, *(world for world, _ in view.blocked)}
    if view.actions and "asgard" not in closed and foes and sheet.vikings:
        yield FightEnemy(enemy=foes[0].code, vikings=sheet.vikings)
    elif view.actions and "ice" not in closed and view.active and sheet.vikings:
        yield FightGiant.model_validate({"target": view.active[0], "vikings": sheet.vikings})
    if view.actions and "elves" not in closed and view.elves:
        yield TakeElf()
    elif view.actions and "vanir" not in closed and view.vanir < 5:
        yield VanirAdvance()
    elif view.actions and "dead" not in closed and view.dead:
        yield ReturnVikings(bag="white")
    yield EndTurn()
