"""What is wanted of a player, what may be answered, and how."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from engine.core.decisions import Decision
from engine.core.menu import Option
from engine.core.moves import Json
from engine.core.speech import tells
from engine.games.asgards_chosen import moves as m
from engine.games.asgards_chosen.data import DESIGNS, KIND, KINDS, SLOT, TERRITORIES, TERRITORY, TILES
from engine.games.asgards_chosen.data.land import around, beside, land, neighbours
from engine.games.asgards_chosen.data.names import CARDS
from engine.games.asgards_chosen.orders.grammar import GRAMMAR
from engine.games.asgards_chosen.rules.choosing import Card, Nothing
from engine.games.asgards_chosen.view import View
from engine.games.asgards_chosen.words.aiming import Aiming
from engine.games.asgards_chosen.words.examples import Showing
from engine.games.asgards_chosen.words.refusals import REFUSALS


class Asking(Aiming, Showing):
    """Questions, menus and refusals."""

    refusals: ClassVar = REFUSALS

    def question(self, decision: Decision, view: View) -> str:
        """What is wanted of the seat, one line."""
        texts = {
            "tile": self._("Where does the land tile {tile} lie?"),
            "town": self._("Where does the town lie?"),
            "item": self._("Which starting item do you take?"),
            "hero": self._("Which hero do you place, where, and which card do you take?"),
            "god": self._("Which god do you play for the favor, which one do you appease?"),
            "charm": self._("Which charm do you play, which god do you appease?"),
            "after": self._("Do you appease a god?"),
            "campaign": self._("Which hero moves or attacks?"),
            "attack": self._("You attack {ground}: what do you play? Attack {attack}, defence {defence}."),
            "defend": self._("You defend {ground}: what do you play? Attack {attack}, defence {defence}."),
            "berserk": self._("Do you go berserk for {ground}? Attack {attack}, defence {defence}."),
            "late": self._("A late play for {ground}? Attack {attack}, defence {defence}."),
            "interrupt": self._("Do you block the ability of {card} with an enchanted item?"),
            "shift": self._("You have eight markers: which one is taken off for {ground}?"),
            "retreat": self._("Where does your {hero} retreat to?"),
            "stand": self._("Your {hero} is vanquished: is a creature sacrificed to stand up at once?"),
            "muster": self._("Which card do you muster, and with what do you pay?"),
            "add": self._("What do you add to the payment for {bought}, cost {cost} ({slot})? So far {power}."),
            "renew": self._("What do you discard before you draw?"),
            "drop": self._("More than 13 cards: what do you discard? Wanted: {count}."),
        }
        several = {"event": self._of_event, "choose": self._of_cards, "target": self._of_target}
        text = several[decision.kind](decision) if decision.kind in several else texts[decision.kind]
        return text.format(**self._about(decision, view))

    def _of_target(self, decision: Decision) -> str:
        texts = {
            "marker": self._("Where does the enemy marker of the event come?"),
            "target": self._("Which of your territories does the event attack?"),
            "origin": self._("From which territory does the event attack?"),
        }
        return texts[decision.text("what")]

    def _of_event(self, decision: Decision) -> str:
        texts = {
            "sacrifice": self._("What do you sacrifice for the event? Cards: {most}."),
            "marker": self._("Which marker do you take off for the event?"),
            "god": self._("Which god do you take from your discard pile for the event?"),
        }
        return texts[decision.text("what")]

    def _of_cards(self, decision: Decision) -> str:
        """Of cards that are seen: what becomes of those that are named."""
        texts = {
            "odin": self._("{why}: which card do you keep?"),
            "aarni": self._("{why}: which card goes on top of your draw pile?"),
            "loki": self._("{why}: which card is discarded?"),
            "mamuna": self._("{why}: which cards are withheld? {most} at most."),
        }
        return texts.get(decision.text("why")) or self._("{why}: which card do you discard?")

    def _about(self, decision: Decision, view: View) -> dict[str, object]:
        about, fray = decision.subject, view.fray
        found: dict[str, object] = dict(about)
        if fray is not None:
            found |= {"ground": self.place(fray.ground), "attack": fray.attack, "defence": fray.defence}
        for name, say in (("card", self.card), ("ground", self.place), ("hero", self.hero), ("why", self.why)):
            if name in about:
                found[name] = say(about[name])
        if decision.kind == "add":
            bought = view.tisch[SLOT[decision.text("slot")]]
            found = {"bought": self.card(bought), "cost": DESIGNS[bought].cost, **found}  # asked before: no cost
        if view.tile:
            found["tile"] = self._tile_of(view.tile)
        return found

    def _tile_of(self, name: str) -> str:
        """A tile with what is on it: `L4 (mountain, bog, Focus)`."""
        tile = TILES.index(name)
        return f"{name} ({', '.join(self.kind(KINDS[KIND[at]]) for at in range(3 * tile, 3 * tile + 3))})"

    @tells("battle")
    def _battle(self, _: str) -> str:
        return self._("battle in progress")

    def named(self, where: Mapping[str, Json]) -> Mapping[str, Json]:
        """What a refusal is about, by name."""
        found = dict(super().named(where))
        for key, value in where.items():
            if key in ("card", "god") and value:
                found[key] = self.card(value)
            elif key in ("territory", "source") and value in TERRITORY:
                found[key] = self.place(value)
            elif key == "hero":
                found[key] = self.hero(value)
            elif key == "found" and isinstance(value, list):
                found[key] = ", ".join(self.card(one) if one in CARDS else one for one in value)
        return found

    def heading(self, key: str) -> str:
        """The question of a further list, or what a group of lines is about."""
        texts = {
            "hero": self._("Which hero?"),
            "to": self._("Where to?"),
            "take": self._("Which card of the Tisch?"),
            "ground": self._("From where, against which territory?"),
            "pay": self._("What do you pay with?"),
            "aim": self._("What is the ability used on?"),
            "direction": self._("Which way does it lie?"),
            "open": self._("Which cards draw?"),
        }
        return texts.get(key) or self.spot(key)

    # --- Lines of menus ---------------

    def option(self, option: Option, view: View) -> str:
        """One line of a menu; one that stands for a group is called as the group is."""
        if isinstance(option.what, tuple) and len(option.what) == 1 and option.folds:
            return self.heading(option.what[0])
        return super().option(option, view)

    @tells(Card)
    def _card(self, it: Card, view: View) -> str:
        return self.card(it.card)

    @tells(Nothing)
    def _nothing(self, it: Nothing, view: View) -> str:
        return self._("nothing")

    @tells("nothing", "enough", "done", "pass")
    def _no_more(self, what: str, view: View, draw: str = "") -> str:
        texts = {
            "nothing": self._("no card"),
            "enough": self._("add no more"),
            "done": self._("nothing more now"),
            "pass": self._("pass, and draw a card") if draw else self._("pass"),
        }
        return texts[what]

    @tells("hexagon")
    def _hexagon(self, _: str, view: View, q: int, r: int) -> str:
        """A free hexagon, by what lies beside it."""
        on = land(view.laid, view.towns)
        near = sorted({on.hexes[at] for at in beside((q, r)) if at in on.hexes})
        return self._beside(f"{q},{r}", near)

    @tells("tile")
    def _tile(self, _: str, view: View, q: int, r: int, direction: str) -> str:
        near = neighbours(land(view.laid, view.towns), q, r, direction)
        return self._beside(f"{q},{r} {self.direction(direction)}", near)

    @tells("town")
    def _town(self, _: str, view: View, q: int, r: int, corner: str) -> str:
        on = land(view.laid, view.towns)
        near = sorted(on.hexes[at] for at in around((q, r, corner)) if at in on.hexes)
        return self._beside(f"{q},{r} {self.corner(corner)}", near)

    def _beside(self, where: str, near: Iterable[int]) -> str:
        """A place of the grid by the territories that touch it."""
        names = ", ".join(self.spot(TERRITORIES[at]) for at in near)
        text = self._("at {where}, beside {names}") if names else self._("at {where}")
        return text.format(where=where, names=names)

    @tells("place")
    def _place(self, _: str, view: View, place: str) -> str:
        return self.spot(place)

    @tells("hero", "ring")
    def _hero(self, what: str, view: View, hero: str) -> str:
        text = self._("use the Faery Ring with the {hero}") if what == "ring" else "{hero}"
        return text.format(hero=self.hero(hero))

    @tells("carry")
    def _carry(self, _: str, view: View, hero: str, to: str) -> str:
        return self._("{hero} to {place}").format(hero=self.hero(hero), place=self.spot(to))

    @tells("slot")
    def _slot(self, _: str, view: View, slot: str, card: str) -> str:
        return f"{self.card(card)} ({slot})"

    @tells("god", "charm", "appease")
    def _god(self, what: str, view: View, card: str) -> str:
        text = self._("appease {card}") if what == "appease" else self._("play {card}")
        return text.format(card=self.card(card))

    @tells("on")
    def _on(self, _: str, view: View, seat: int) -> str:
        return self.seat(seat)

    @tells("cards")
    def _cards(self, _: str, view: View, cards: tuple[str, ...]) -> str:
        return self.cards(cards)

    @tells("gift")
    def _gift(self, _: str, view: View, card: str, to: int) -> str:
        return self._("{card} to {name}").format(card=self.card(card), name=self.seat(to))

    @tells("move", "attack")
    def _moves(self, what: str, view: View, hero: str, waive: bool) -> str:  # noqa: FBT001  a line's data
        texts = {
            ("move", False): self._("move the {hero}"),
            ("move", True): self._("move the {hero}, without Tyr's favor"),
            ("attack", False): self._("attack with the {hero}"),
            ("attack", True): self._("attack with the {hero}, without Tyr's favor"),
        }
        return texts[what, waive].format(hero=self.hero(hero))

    @tells("from")
    def _from(self, _: str, view: View, source: str, ground: str) -> str:
        text = self._("from {source} against {ground}")
        return text.format(source=self.spot(source), ground=self.spot(ground))

    @tells("muster")
    def _muster(self, _: str, view: View, slot: str, card: str, favor: bool, cost: int) -> str:  # noqa: FBT001  data
        text = self._("{card}, cost {cost} ({slot})")
        if favor:
            text = self._("{card}, cost {cost}, with Freyja's favor ({slot})")
        return text.format(slot=slot, card=self.card(card), cost=cost)

    @tells("open")
    def _open(self, _: str, view: View, slot: str, card: str, favor: bool, cost: int) -> str:  # noqa: FBT001  data
        text = self._("{card}, cost {cost}: first play what draws, then see ({slot})")
        if favor:
            text = self._("{card}, cost {cost}, with Freyja's favor: first play what draws, then see ({slot})")
        return text.format(slot=slot, card=self.card(card), cost=cost)

    @tells("pay")
    def _pay(self, _: str, view: View, card: str, draw: bool, worth: int) -> str:  # noqa: FBT001  a line's data
        text = self._("{card} (+{worth}), drawing with it") if draw else "{card} (+{worth})"
        return text.format(card=self.card(card), worth=worth)

    @tells(m.Late, m.Block, m.StandUp)
    def _named(self, it: Any, view: View) -> str:
        """The card alone."""
        return GRAMMAR.write(it, self.language).partition(" ")[2]

    @tells("paid")
    def _paid(self, _: str, view: View, *cards: tuple[str, bool]) -> str:
        drawing = self._("{card}, drawing with it")
        return ", ".join(drawing.format(card=self.card(one)) if draws else self.card(one) for one, draws in cards)

    @tells(m.Enough, m.Decline, m.No)
    def _end(self, it: Any, view: View) -> str:
        texts = {
            "enough": self._("play no more"),
            "decline": self._("decline: the battle is lost"),
            "no": self._("no"),
        }
        return texts[it.kind]
