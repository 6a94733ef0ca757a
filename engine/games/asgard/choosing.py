"""Menus in words: every line says by itself what it does, also where lists stand one inside the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engine.core.contract import Seat
from engine.core.menu import Option
from engine.games.asgard import moves
from engine.games.asgard.moves import Pay
from engine.games.asgard.pieces import BATTLE_SLOT, KINDS_OF_ARMS, RECRUITS, SEALS, STONES, WORLD_SLOT
from engine.games.asgard.speech import Speech
from engine.games.asgard.view import View


class Choosing(Speech):
    """Options and headings."""

    def option(self, option: Option, view: View) -> str:
        """One menu line."""
        what = option.what
        if what[0] == "nothing":
            return self._line_no(option)
        if what[0] == "discs":
            return self._line_discs(option, view)
        return self._line_simple(what) or self._line_turn(what, view) or self._line_bonus(what, view) or self._line_late(what, view)

    def heading(self, key: str) -> str:
        """A group heading of a long menu, or the question of a further list."""
        kind, _, rest = key.partition(" ")
        if kind == "god":
            return self.god(rest)
        if kind in KINDS_OF_ARMS:
            return self.arm(kind, rest)
        return {
            "discs": self._("Your discs"),
            "tiles": self._("Tiles that you may use"),
            "next_god": self._("And which god next?"),
            "offer_item": self._("What do you offer?"),
            "skill": self._("What does the slot do for you?"),
            "stack": self._("Which temple?"),
            "pay": self._("How do you pay?"),
            "recruits": self._("Which recruits go to the god?"),
            "slot": self._("Where does the god tile go?"),
            "flip": self._("Which tile of the Asgard Row is flipped?"),
            "hire": self._("Which recruits do you hire?"),
            "middle": self._("Where do your discs of the middle go?"),
        }.get(key, "")

    # --- lines that need no look at the table

    def _line_simple(self, what: tuple[Any, ...]) -> str:
        match what:
            case ("colour", colour):
                return self.colour(colour)
            case ("recruit", recruit):
                return self.recruits(recruit, 1)
            case ("from", seat):
                return self.seat(seat)
            case ("weapon" | "wizardry" as kind, tile):
                return self.arm(kind, tile)
            case ("places", places):
                return self._("discs {places}").format(places=self.disc_sources(places))
            case ("god", god):
                return self.god(god)
            case ("item", item, which):
                return self.thing((item, which))
            case ("offer_for", number):
                return self._("offer something for order tile {number}").format(number=number)
            case ("slot", slot):
                return self._("the god tile to {slot}").format(slot=self.world_slot(slot))
        return {
            "end": self._("end the turn"),
            "again": self._("return the skill tile of Thor and take a further turn"),
            "no_offer": self._("offer nothing (more)"),
            "hear": self._("hear the offers of the others first"),
            "pass": self._("pass for good"),
        }.get(what[0], "")

    # --- discs

    def _line_turn(self, what: tuple[Any, ...], view: View) -> str:
        match what:
            case ("place", god, slot):
                place = self.to_place(None if slot == "asgard" else god, slot)
                return self._("{god}: a disc {place}").format(god=self.god(god), place=place)
            case ("do", None, "all"):
                return self._("all your discs in Asgard, one action, one disc of the row free")
            case ("do", None, _):
                return self._("a disc in Asgard: flip, hire, discs of the row")
            case ("do", god, "temple"):
                return self._("build a temple for {god}").format(god=self.god(god))
            case ("do", god, slot):
                return self._("perform {place}").format(place=self.place(god, slot))
            case ("back", god, slot):
                return self._("only take the disc back {place}").format(place=self.from_place(god, slot))
            case ("use", tile):
                return self._("use the tile {tile}").format(tile=self.population(tile))
            case ("to", god, slot):
                return self._("the disc goes {place}").format(place=self.to_place(god, slot))
            case ("temple", _, temple):
                return self._line_temple(view, temple)
            case ("pay", payment):
                return self._("pay {stones}").format(stones=self._line_payment(payment))
            case ("recruits", recruit, count):
                return self._("to the god: {recruits}").format(recruits=self.recruits(recruit, count))
            case ("hire", names):
                return self._line_hire(view, names)
            case ("middle", slots):
                return self._("discs of the middle to {slots}").format(slots=", ".join(slots))
        return ""

    def _line_no(self, option: Option) -> str:
        """"Nothing" says of what, as far as the rest of the move tells."""
        if isinstance(option.move, moves.Request):
            return self._("without the skill")
        if option.then is not None and option.then().question == "discs":
            return self._("hire nobody")
        return self._("nothing more")

    def _line_temple(self, view: View, temple: str) -> str:
        data = view.table.components
        number = data.temples.index(temple)
        points, extra = data.temple_points[number], data.extra[data.temple_stack[number]]
        cost = ", ".join(self.stone(STONES[stone]) for stone in data.cost[number])
        if extra:
            cost += " + " + self._("{count} of another colour").format(count=extra)
        text = self.n(
            "temple {temple}: {count} point a round for {cost}", "temple {temple}: {count} points a round for {cost}", points
        )
        return text.format(temple=temple, count=points, cost=cost)

    def _line_payment(self, payment: Sequence[Pay]) -> str:
        parts = []
        for part in payment:
            if part.tile is None:
                parts.append(self.stone(str(part.stone)))
            elif part.stone is None:
                text = self._("{tile} as {colour}")
                parts.append(text.format(tile=part.tile, colour=self.stone(str(part.counts))))
            else:
                text = self._("{stone} as {colour} by {tile}")
                colours = self.stone(part.stone), self.stone(str(part.counts))
                parts.append(text.format(stone=colours[0], colour=colours[1], tile=part.tile))
        return ", ".join(parts)

    def _line_hire(self, view: View, names: Iterable[str]) -> str:
        kinds, price = list(names), view.table.components.price
        due = [sum(price[RECRUITS.index(name)][side] for name in kinds) for side in (0, 1)]
        text = self._("hire: {recruits} (price: {price})")
        return text.format(recruits=self.company(kinds), price=self.price(due))

    def _line_discs(self, option: Option, view: View) -> str:
        """Discs of the row: where the first goes, how many, and the price (known to the move behind the line)."""
        _, targets = option.what
        move = option.move or (option.then().first() if option.then is not None else None)
        count, to = len(targets), targets[0]
        text = self.n("{count} disc of the row to your front", "{count} discs of the row to your front", count)
        if to is not None:
            text = self.n(
                "a disc of the row to battle slot {slot}, {gain}",
                "{count} discs of the row, the first to battle slot {slot}, {gain}",
                count,
            )
        text = text.format(count=count, slot=to, gain=self._line_gain(view, to))
        if not isinstance(move, moves.Asgard):
            return text
        if move.free is not None:
            return self._("{text}, free").format(text=text)
        paid = [part.seal for disc in move.discs for part in disc.pay or ()]
        due = self.price([paid.count(side) for side in SEALS])
        return self._("{text} (price: {price})").format(text=text, price=due)

    def _line_gain(self, view: View, slot: str | None) -> str:
        """What a battle slot brings."""
        if slot is None:
            return ""
        number = BATTLE_SLOT[slot]
        kind = view.table.components.gains[number // 2][number % 2]
        if not view.stacks[kind]:
            return self._("no tile is left there")
        return self.arm(KINDS_OF_ARMS[kind], None)

    # --- skills and bonuses

    def _line_bonus(self, what: tuple[Any, ...], view: View) -> str:
        match what:
            case ("take", names):
                return self._("take {recruits}").format(recruits=self.company(names))
            case ("swap", give, get):
                text = self._("exchange a stone: {give} for {get}")
                return text.format(give=self.stone(give), get=self.stone(get))
            case ("stone", stone):
                return self._("take {stone}").format(stone=self.stones(stone, 1))
            case ("seal", seal):
                return self._("take {seal}").format(seal=self.seals(seal, 1))
            case ("order", order):
                return self._("turn order: {order}").format(order=self.seats(order))
            case ("steal", god, recruit):
                text = self._("take from {god}: {recruit}")
                return text.format(god=self.of_god(god), recruit=self.recruits(recruit, 1))
            case ("slay", god, warrior, points):
                text = self._("{god}: {points}; to Valhalla: {warrior}")
                return text.format(
                    god=self.god(god), points=self.count_points(points), warrior=self.recruits(warrior, 1)
                )
            case ("victory", slot):
                return self._("the disc of battle slot {slot} to the Victory Area").format(slot=slot)
            case ("flip", slot, tile, ("nothing",)):
                text = self._("flip {tile} at {slot}")
                return text.format(tile=self.population(tile), slot=self._line_slot(view, slot))
            case ("flip", slot, tile, bonus):
                text = self._("flip {tile} at {slot}: {bonus}")
                said = self._line_bonus(bonus, view)
                return text.format(tile=self.population(tile), slot=self._line_slot(view, slot), bonus=said)
            case ("tile", tile, ("nothing",)):
                return self._("flip the Asgard tile {tile}, unused").format(tile=self.asgard_tile(tile))
            case ("tile", tile, bonus):
                text = self._("flip the Asgard tile {tile}: {bonus}")
                return text.format(tile=self.asgard_tile(tile), bonus=self._line_bonus(bonus, view))
        return ""

    def _line_slot(self, view: View, slot: str) -> str:
        text = self._("{slot}, value {value}")
        return text.format(slot=slot, value=view.table.value_at(WORLD_SLOT[slot]))

    # --- deals, battles, Ragnarök

    def _line_late(self, what: tuple[Any, ...], view: View) -> str:
        match what:
            case ("redistribute", order, accepted):
                return self._line_redistribute(view, order, accepted)
            case ("fight_nothing", slot):
                return self._("battle slot {slot}: send nothing, the disc goes to the middle").format(slot=slot)
            case ("fight_send", slot, sent):
                text = self._("battle slot {slot}: send {recruits} and win")
                return text.format(slot=slot, recruits=self.army(sent))
            case ("fight_tile", slot, tile):
                text = self._("battle slot {slot}: use {tile} and win")
                said = self.skill_tile(tile) if tile.endswith("_skill") else self.population(tile)
                return text.format(slot=slot, tile=said)
            case ("valhalla", warrior, god, world):
                text = self._("{warrior} to {god} in world {world}")
                return text.format(warrior=self.recruits(warrior, 1), god=self.to_god(god), world=world)
            case ("arm", kind, tile, god, world):
                text = self._("{tile} under the tile of {god} in world {world}")
                return text.format(tile=self.arm(kind, tile), god=self.of_god(god), world=world)
        return str(what[0])

    def _line_redistribute(self, view: View, order: Sequence[Seat], accepted: Sequence[tuple[Seat, int]]) -> str:
        text = self._("turn order: {order}").format(order=self.seats(order))
        if list(order) == view.table.order:
            text = self._("the turn order stays: {order}").format(order=self.seats(order))
        deals = {(offer.seat, offer.number): offer.items for offer in view.offers}
        for seat, number in accepted:
            deal = self._("; accept from {name}: {items}")
            text += deal.format(name=self.seat(seat), items=self.things(deals.get((seat, number), ())))
        return text
