"""Menus in words: every line says by itself what it does, also where lists stand one inside the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from engine.core.menu import Option
from engine.core.moves import Seat
from engine.games.asgard import moves
from engine.games.asgard.moves import Pay
from engine.games.asgard.pieces import (
    BATTLE_SLOT,
    GOD_NUMBER,
    KINDS_OF_ARMS,
    RECRUITS,
    SEALS,
    STONES,
    WORLD_SLOT,
    side_of_god,
)
from engine.games.asgard.view import View
from engine.games.asgard.words.speech import Speech


class Choosing(Speech):
    """Options and headings."""

    def option(self, option: Option, view: View) -> str:
        """One menu line."""
        kind, *rest = option.what
        if kind == "nothing":
            return self._line_no(option)
        if kind == "discs":
            return self._line_discs(option, view)
        if kind == "god" and isinstance(option.move, moves.ChooseGods):  # the last choice names all that follow of it
            return self.gods(option.move.gods[option.move.gods.index(rest[0]) :])
        if kind in _LINES:
            return _LINES[kind](self, view, rest)
        return {
            "end": self._("end the turn"),
            "again": self._("return the skill tile of Thor and take a further turn"),
            "no_offer": self._("offer nothing (more)"),
            "hear": self._("hear the offers of the others first"),
            "pass": self._("pass for good"),
        }[kind]

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
            "row_discs": self._("Do you take discs from the row?"),
            "middle": self._("Where do your discs of the middle go?"),
        }.get(key, "")

    # --- discs

    def line_slot(self, god: str, slot: str, view: View) -> str:
        """`Thor, upper request slot: 2 blue stones, skill tile of Thor`."""
        text = f"{self.god(god)}, {self.slot(slot)}"
        if slot in ("temple", "asgard"):
            return text
        data, number = view.table.components, GOD_NUMBER[god]
        place = 3 * number + data.slots[number].index(slot)
        parts = []
        if place in data.gives:
            stone, count = data.gives[place]
            parts.append(self.stones(STONES[stone], count))
        if kind := data.skill.get(place):
            parts.append(self._line_skill(kind, god))
        gain = ", ".join(parts) or self._("only the seal")
        return f"{text}: {gain}"

    def _line_skill(self, kind: str, god: str) -> str:
        return {
            "take_from_valhalla": self._("up to 2 warriors from Valhalla"),
            "exchange_stone": self._("exchange of a stone"),
            "any_stone": self._("1 stone of any colour"),
            "redistribute_order": self._("hand out the order tiles"),
            "take_skill_tile": self.skill_tile(god),
            "take_recruit_from_god": self._("a recruit from any god"),
            "score_recruits_and_kill": self._("points for the recruits of a god"),
            "move_disc": self._("the disc goes on"),
            "flip_population": self._("the bonus of a population tile"),
        }.get(kind, kind)

    def line_do(self, god: str | None, slot: str, view: View) -> str:
        """A disc to be performed."""
        if god is None:
            if slot == "all":
                return self._("all your discs in Asgard, one action, one disc of the row free")
            return self._("a disc in Asgard: flip a tile, hire, discs of the row")
        if slot == "temple":
            return self._with_seal(self._("build a temple for {god}").format(god=self.god(god)), god, view)
        return self._with_seal(self.line_slot(god, slot, view), god, view)

    def line_back(self, god: str | None, slot: str, view: View) -> str:
        """A disc that only comes back."""
        text = self._("only take the disc back {place}").format(place=self.from_place(god, slot))
        return text if god is None else self._with_seal(text, god, view)

    def _with_seal(self, text: str, god: str, view: View) -> str:
        """A line, and the seal beside the god, which comes with every disc (R7.1.1)."""
        number = GOD_NUMBER[god]
        if not view.table.god_seals[number]:
            return text
        return self._("{text}, {seal}").format(text=text, seal=self.seals(SEALS[side_of_god(number)], 1))

    def _line_no(self, option: Option) -> str:
        """Nothing: of what, as far as the rest of the move tells."""
        if isinstance(option.move, moves.Request):
            return self._("without the skill")
        if option.then is not None and option.then().question == "row_discs":
            return self._("hire nobody")
        return self._("nothing more")

    def line_temple(self, temple: str, view: View) -> str:
        """Its points and its price."""
        data = view.table.components
        number = data.temples.index(temple)
        points, extra = data.temple_points[number], data.extra[data.temple_stack[number]]
        cost = ", ".join(self.stone(STONES[stone]) for stone in data.cost[number])
        if extra:
            cost = self._("{cost} + {count} of another colour").format(cost=cost, count=extra)
        text = self.n(
            "temple {temple}: {count} point a round for {cost}",
            "temple {temple}: {count} points a round for {cost}",
            points,
        )
        return text.format(temple=temple, count=points, cost=cost)

    def line_pay(self, payment: Sequence[Pay]) -> str:
        """Stones, and tiles with the colour they count as."""
        parts = []
        for part in payment:
            if part.tile is None:
                parts.append(self.stone(str(part.stone)))
            elif part.stone is None:
                text = self._("{tile} as {colour}")
                parts.append(text.format(tile=self.population(part.tile), colour=self.stone(str(part.counts))))
            else:
                text = self._("{stone} as {colour} by {tile}")
                stone, colour = self.stone(part.stone), self.stone(str(part.counts))
                parts.append(text.format(stone=stone, colour=colour, tile=self.population(part.tile)))
        return self._("pay {stones}").format(stones=", ".join(parts))

    def line_hire(self, names: Iterable[str], tiles: Sequence[tuple[str, str]], view: View) -> str:
        """Recruits and what they cost; `tiles`: (seal, tile) where a tile pays it."""
        kinds, price = [str(name) for name in names], view.table.components.price
        numbers = [number for name in kinds for number, recruit in enumerate(RECRUITS) if recruit == name]
        due = [sum(price[number][side] for number in numbers) for side in (0, 1)]
        text = self._("hire: {recruits} (price: {price})")
        return text.format(recruits=self.company(kinds), price=self._line_price(due, tiles))

    def _line_price(self, due: Sequence[int], tiles: Sequence[tuple[str, str]]) -> str:
        """Seals, and the tiles that stand for some of them."""
        by_tile = [seal for seal, _ in tiles]
        own = [count - by_tile.count(side) for count, side in zip(due, SEALS, strict=True)]
        seals = [self.price(own)] if any(own) or not tiles else []
        return ", ".join([*seals, *(self.population(tile) for _, tile in tiles)])

    def _line_discs(self, option: Option, view: View) -> str:
        """Discs of the row: where the first goes, how many, and the price (known to the move behind the line)."""
        targets = option.what[1]
        move = option.move or (option.then().first() if option.then is not None else None)
        count, to = len(targets), targets[0]
        text = self.n("{count} disc of the row to your front", "{count} discs of the row to your front", count)
        if to is not None:
            text = self.n(
                "{count} disc of the row to battle slot {slot}, {gain}",
                "{count} discs of the row, the first to battle slot {slot}, {gain}",
                count,
            )
        text = text.format(count=count, slot=self.of_battle_slot(to) if to else "", gain=self._line_gain(view, to))
        if not isinstance(move, moves.Asgard):
            return text
        if move.free is not None:
            return self._("{text}, free").format(text=text)
        paid = [part.seal for disc in move.discs for part in disc.pay or ()]
        due = self._line_price([paid.count(side) for side in SEALS], option.what[2])
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

    def line_swap(self, give: str, get: str) -> str:
        """An exchange of stones."""
        return self._("exchange a stone: {give} for {get}").format(give=self.stone(give), get=self.stone(get))

    def line_slay(self, god: str, warrior: str, points: int) -> str:
        """Hel's skill."""
        text = self._("{god}: {points}; to Valhalla: {warrior}")
        return text.format(god=self.god(god), points=self.count_points(points), warrior=self.recruits(warrior, 1))

    def line_bonus(self, what: Sequence[Any], view: View) -> str:
        """The bonus of a tile, behind a colon; empty when it is not used."""
        if what[0] == "nothing":
            return ""
        kind, *rest = what
        return ": " + _LINES[kind](self, view, rest)

    def line_surtr(self, slot: str, tile: str, bonus: Sequence[Any], view: View) -> str:
        """A population tile flipped, and its bonus."""
        text = self._("flip {tile} at {slot}, value {value}")
        value = view.table.value_at(WORLD_SLOT[slot])
        said = text.format(tile=self.population(tile), slot=self.world_slot(slot), value=value)
        return said + self.line_bonus(bonus, view)

    def line_tile(self, tile: str, bonus: Sequence[Any], view: View) -> str:
        """An Asgard tile flipped, and its bonus."""
        if bonus[0] == "nothing":
            text = self._("flip {tile}") if tile == "A-nothing" else self._("flip {tile} without using it")
            return text.format(tile=self._bonus_tile(tile))
        return self._("flip {tile}").format(tile=self._bonus_tile(tile)) + self.line_bonus(bonus, view)

    def _bonus_tile(self, tile: str) -> str:
        """`“one recruit”`."""
        return self._("“{kind}”").format(kind=self.asgard_tile(tile))

    def line_middle(self, slots: Iterable[str]) -> str:
        """Discs that leave the middle."""
        to = "; ".join(map(self.of_battle_slot, slots))
        return self._("discs of the middle to the battle slots {slots}").format(slots=to)

    # --- deals, battles, Ragnarök

    def line_fight(self, slot: str, view: View, sent: Sequence[int] = (), tile: str = "") -> str:
        """An order for one disc."""
        if sent:
            text = self._("battle slot {slot}: send {recruits} and win")
            return text.format(slot=self.of_battle_slot(slot), recruits=self.army(sent))
        if not tile:
            return self._("battle slot {slot}: send nothing, the disc goes to the middle").format(
                slot=self.of_battle_slot(slot)
            )
        said = self.skill_tile(tile) if tile.endswith("_skill") else self.population(tile)
        return self._("battle slot {slot}: use {tile} and win").format(slot=self.of_battle_slot(slot), tile=said)

    def line_redistribute(self, order: Sequence[Seat], accepted: Sequence[tuple[Seat, int]], view: View) -> str:
        """A new order, and the deals it keeps."""
        text = self._("turn order: {order}").format(order=self.seats(order))
        if list(order) == view.table.order:
            text = self._("the turn order stays: {order}").format(order=self.seats(order))
        items = {(offer.seat, offer.number): offer.items for offer in view.offers}
        deal = self._("accept from {name}: {items}")
        deals = [
            deal.format(name=self.seat(seat), items=self.things(items.get((seat, number), ())))
            for seat, number in accepted
        ]
        return "; ".join([text, *deals])


Maker: TypeAlias = Callable[[Choosing, View, Sequence[Any]], str]

# First word of `Option.what` -> the line, from the words behind it.
_LINES: dict[str, Maker] = {
    "colour": lambda w, _, a: w.colour(a[0]),
    "recruit": lambda w, _, a: w.recruits(a[0], 1),
    "from": lambda w, _, a: w.seat(a[0]),
    "weapon": lambda w, _, a: w.arm("weapon", a[0]),
    "wizardry": lambda w, _, a: w.arm("wizardry", a[0]),
    "places": lambda w, _, a: w._("discs {places}").format(places=w.disc_sources(a[0])),
    "god": lambda w, _, a: w.god(a[0]),
    "item": lambda w, _, a: w.thing((a[0], a[1])),
    "offer_for": lambda w, _, a: w._("offer something for order tile {number}").format(number=a[0]),
    "place": lambda w, v, a: w.line_slot(a[0], a[1], v),
    "do": lambda w, v, a: w.line_do(a[0], a[1], v),
    "back": lambda w, v, a: w.line_back(a[0], a[1], v),
    "use": lambda w, _, a: w._("use the tile {tile}").format(tile=w.population(a[0])),
    "to": lambda w, _, a: w._("the disc goes {place}").format(place=w.to_place(a[0], a[1])),
    "temple": lambda w, v, a: w.line_temple(a[1], v),
    "pay": lambda w, _, a: w.line_pay(a[0]),
    "recruits": lambda w, _, a: w._("to the god: {recruits}").format(recruits=w.recruits(a[0], a[1])),
    "slot": lambda w, _, a: w._("the god tile to {slot}").format(slot=w.world_slot(a[0])),
    "hire": lambda w, v, a: w.line_hire(a[0], a[1], v),
    "middle": lambda w, _, a: w.line_middle(a[0]),
    "take": lambda w, _, a: w._("take {recruits}").format(recruits=w.company(a[0])),
    "swap": lambda w, _, a: w.line_swap(a[0], a[1]),
    "stone": lambda w, _, a: w._("take {stone}").format(stone=w.stones(a[0], 1)),
    "seal": lambda w, _, a: w._("take {seal}").format(seal=w.seals(a[0], 1)),
    "order": lambda w, _, a: w._("turn order: {order}").format(order=w.seats(a[0])),
    "steal": lambda w, _, a: w._("take from {god}: {recruit}").format(god=w.of_god(a[0]), recruit=w.recruits(a[1], 1)),
    "slay": lambda w, _, a: w.line_slay(a[0], a[1], a[2]),
    "victory": lambda w, _, a: w._("the disc of battle slot {slot} to the Victory Area").format(
        slot=w.of_battle_slot(a[0])
    ),
    "flip": lambda w, v, a: w.line_surtr(a[0], a[1], a[2], v),
    "tile": lambda w, v, a: w.line_tile(a[0], a[1], v),
    "redistribute": lambda w, v, a: w.line_redistribute(a[0], a[1], v),
    "fight_nothing": lambda w, v, a: w.line_fight(a[0], v),
    "fight_send": lambda w, v, a: w.line_fight(a[0], v, sent=a[1]),
    "fight_tile": lambda w, v, a: w.line_fight(a[0], v, tile=a[1]),
    "valhalla": lambda w, _, a: w._("{warrior} to {god} in world {world}").format(
        warrior=w.recruits(a[0], 1), god=w.to_god(a[1]), world=a[2]
    ),
    "arm": lambda w, _, a: w._("{tile} under the tile of {god} in world {world}").format(
        tile=w.arm(a[0], a[1]), god=w.of_god(a[2]), world=a[3]
    ),
}
