"""What stands on the board and is read out for its pieces, in one language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from engine.core.moves import Seat
from engine.games.asgard.board.names import Names
from engine.games.asgard.happenings import Thing
from engine.games.asgard.pieces import ASGARD, GODS, RECRUITS, SEALS, STONES, WORLD_SLOTS
from engine.games.asgard.questions import decisions
from engine.games.asgard.rules.odin import offer_label
from engine.games.asgard.state import State
from engine.games.asgard.view import Bidden, View


class Labels(Names):
    """The board's sentences for one reader: what is said of each piece."""

    # --- lines

    def stage(self, view: View) -> str:
        """Round and phase: the title of the board."""
        _ = self._
        fixed = {
            "colour": _("Before the game: colours"), "start_pick": _("Before the game: start recruits"),
            "valhalla": _("Ragnarök: Valhalla"), "arm": _("Ragnarök: arms are laid"), "over": _("The game is over"),
        }  # fmt: skip
        if view.stage in fixed:
            return fixed[view.stage]
        phases = {
            "recover": _("discs are taken back"), "gods": _("choosing gods"), "place": _("placing discs"),
            "act": _("actions"), "battle": _("battles"),
        }  # fmt: skip
        return _("Round {round} of 5: {phase}").format(round=view.round, phase=phases.get(view.stage, _("begins")))

    def note(self, view: View) -> str:
        """Who is to decide, or the points at the end: one line under the title."""
        if view.stage == "over":
            return self._("Points: {scores}").format(scores=self.points(view))
        asked = waiting(view)
        names = ", ".join(self.short(seat, 14 if len(asked) < 4 else 10) for seat in asked)
        return self._("To decide: {names}").format(names=names) if names else ""

    def picks(self, view: View) -> str:
        """The first recruits that nobody has picked yet, by the letters that a board of letters explains below."""
        if view.stage != "start_pick":
            return ""
        left = zip(self.codes[2], view.table.start_recruits, strict=True)
        letters = " ".join(letter for letter, count in left if count)
        return self._("to pick from: {recruits}").format(recruits=letters)

    def points(self, view: View) -> str:
        return ", ".join(f"{self.name(seat)}: {points}" for seat, points in enumerate(view.scores))

    def summary(self, view: View) -> str:
        """The essential state in one sentence, for the picture's name."""
        return self._("{stage}. Points: {scores}.").format(stage=self.stage(view), scores=self.points(view))

    def ringed(self, text: str, *, touched: bool) -> str:
        return f"{text} · " + self._("changed by the last move") if touched else text

    def kind(self, kind: str) -> str:
        """What a population tile does."""
        return self._words.population_kind(kind)

    def arm_name(self, kind: int, tile: str) -> str:
        """`5`, `a tile does not count (negate_tile)`."""
        return tile if kind == 0 or tile == "?" else f"{self._words.wizardry(tile)} ({tile})"

    def asgard_gives(self, table: State, tile: int, *, up: bool) -> str:
        """`one recruit (A-recruit1)`."""
        name = table.components.asgard[tile]
        text = f"{self._words.asgard_tile(name)} ({name})"
        return text if up else f"{text}, {self._('face down')}"

    def worth(self, points: int, count: int) -> str:
        return self._("{count} worth {points}").format(count=count, points=points)

    # --- worlds

    def world(self, table: State, world: int) -> str:
        one, two = table.components.reward[world]
        text = self._("World {world}: reward {one} and {two}").format(world=world + 1, one=one, two=two)
        if table.worlds[2 * world] == table.worlds[2 * world + 1] == -1:
            text += ", " + self.empty
        return text

    def tile(self, table: State, slot: int) -> str:
        """What lies in a world slot."""
        _ = self._
        place = WORLD_SLOTS[slot]
        if table.is_god(slot):
            god = self.gods[table.god_at(slot)]
            return _("{place}: tile of {god}, value {value}").format(place=place, god=god, value=table.value_at(slot))
        if not table.is_population(slot):
            return _("{place}: empty").format(place=place)
        name = self.population_said(table, table.worlds[slot])
        if table.flipped[slot]:
            return _("{place}: population tile, {tile}, turned face down").format(place=place, tile=name)
        return _("{place}: population tile, {tile}").format(place=place, tile=name)

    def population(self, table: State, tile: int) -> str:
        """`PL-seal (value 2: pays as any seal)`."""
        data = table.components
        text, bonus = self._("{name} (value {value}: {bonus})"), self._words.population_kind(data.kind[tile])
        return text.format(name=data.population[tile], value=data.value[tile], bonus=bonus)

    def population_said(self, table: State, tile: int) -> str:
        """`“any seal” (Light), value 2`."""
        data = table.components
        text = self._("{tile}, value {value}")
        return text.format(tile=self._words.population(data.population[tile]), value=data.value[tile])

    def battle(self, table: State, slot: int, name: str) -> str:
        gains = self.arms[table.components.gains[slot // 2][slot % 2]]
        text = self._("Battle slot {place} ({gains}): {owner}")
        return text.format(place=name, gains=gains, owner=self.owner(table.battle[slot]))

    def victory(self, table: State, world: int) -> str:
        held = self.each([self.name(seat) for seat in range(table.seats)], table.victory[world])
        return self._("Victory Area V{world}: {discs}").format(world=world + 1, discs=held)

    def middles(self, table: State) -> str:
        held = self.each([self.name(seat) for seat in range(table.seats)], table.middle)
        return self._("Discs in the middle: {discs}").format(discs=held)

    def ancients(self, table: State, side: int) -> str:
        up = table.ancient_up[side]
        text = self._("Ancient weapons, {side}: {count} face down").format(
            side=self.sides[side], count=len(table.ancient[side])
        )
        if up:
            text += "; " + self._("this round {value}").format(value=up[-1])
        if up[:-1]:
            text += "; " + self._("earlier {values}").format(values=", ".join(map(str, up[:-1])))
        return text

    def fallen(self, table: State, slot: int) -> str:
        """Recruits beside a god tile at Ragnarök."""
        text = self._("Recruits beside {place}: {recruits}")
        return text.format(place=WORLD_SLOTS[slot], recruits=self.each(self.recruits, table.fallen[slot]))

    def laid(self, view: View, slot: int, kind: int) -> str:
        """Tiles laid under a god tile: owners, and the names the viewer knows."""
        name = WORLD_SLOTS[slot]
        tiles = [
            f"{self.name(one.seat)}: {self._words.wizardry(one.tile) if one.tile else self.hidden}"
            for one in view.laid
            if one.slot == name and one.kind == ("weapon", "wizardry")[kind]
        ]
        text = self._("Laid at {place}, {kind}: {tiles}")
        return text.format(place=name, kind=self.arms[kind], tiles=", ".join(tiles))

    def beneath(self, table: State, slot: int) -> str:
        value = table.beneath[slot]
        what = str(value) if value > 0 else self.hidden
        return self._("Ancient weapon at {place}: {value}").format(place=WORLD_SLOTS[slot], value=what)

    # --- gods

    def god(self, table: State, god: int) -> str:
        text = f"{self.gods[god]} · {self.sides[god >= LOKI]}"
        if not table.risen(god):
            text += " · " + self.rises_in(table, god)
        return text

    def rises_in(self, table: State, god: int) -> str:
        return self._("rises in round {round}").format(round=table.components.rises[god])

    def god_tile(self, table: State, god: int) -> str:
        tiles = table.god_tiles[god]
        if not tiles:
            return self._("No tile of {god} is left").format(god=self.gods[god])
        text = self._("Next tile of {god}: {value}; tiles left: {count}")
        return text.format(god=self.gods[god], value=tiles[-1], count=len(tiles))

    def seal_at(self, table: State, god: int) -> str:
        text = self._("{god}: a seal lies here") if table.god_seals[god] else self._("{god}: no seal")
        return text.format(god=self.gods[god])

    def slot(self, table: State, god: int, slot: str, owner: Seat, *, silver: bool) -> str:
        text = f"{self.gods[god]}, {self.slots[slot]}: {self.owner(owner)}"
        return f"{text} · " + self._("silver") if silver else text

    def support(self, table: State, god: int, place: int) -> str:
        kinds = table.components.asks[god][place]
        asked = " / ".join(self.recruits[kind] for kind in kinds) or self._("no recruits")
        text = self._("{god}, {place}: {owner}; asks for {asked}")
        owner = self.owner(table.support[2 * god + place])
        return text.format(god=self.gods[god], place=self.supports[place], owner=owner, asked=asked)

    def held(self, table: State, god: int) -> str:
        text = self._("Recruits with {god}: {recruits}")
        return text.format(god=self.gods[god], recruits=self.each(self.recruits, table.god_recruits[god]))

    def stone_supply(self, stone: int, count: int) -> str:
        return self._("Supply of {colour} stones: {count}").format(colour=self.stones[stone], count=count)

    def skill(self, tile: int) -> str:
        _ = self._
        return _("Thor's tile: another turn") if tile == 0 else _("Týr's tile: a disc wins its battle")

    # --- stacks and supplies

    def temple(self, table: State, stack: int) -> str:
        data, tiles = table.components, table.temples[stack]
        if not tiles:
            return self._("Temples {stack}: none left").format(stack=data.stacks[stack])
        text = self._("Temples {stack}: {points} points for {stones}; tiles left: {count}")
        return text.format(
            stack=data.stacks[stack], points=data.temple_points[tiles[-1]], count=len(tiles),
            stones=self.price(table, tiles[-1]),
        )  # fmt: skip

    def price(self, table: State, temple: int) -> str:
        """The stones of a temple."""
        data = table.components
        stones = " ".join(self.stones[stone] for stone in data.cost[temple])
        return stones + " + " + self._("another colour") if data.extra[data.temple_stack[temple]] else stones

    def own_temple(self, table: State, temple: int) -> str:
        points = table.components.temple_points[temple]
        return self._("Temple {name}: {points} points every round").format(
            name=table.components.temples[temple], points=points
        )

    def asgard_tile(self, table: State, tile: int, *, up: bool) -> str:
        _ = self._
        name = table.components.asgard[tile]
        text = _("Asgard tile: {what}").format(what=self._words.asgard_tile(name))
        return text if up else f"{text} · " + _("face down")

    def asgard_stack(self, table: State) -> str:
        text = self._("Asgard tiles: {count} in the stack, {aside} set aside")
        return text.format(count=len(table.asgard_stack), aside=len(table.asgard_aside))

    def asgard_area(self, table: State) -> str:
        counts = [seat_places.count(ASGARD) for seat_places in table.placed]
        held = self.each([self.name(seat) for seat in range(table.seats)], counts)
        return self._("Discs in Asgard: {discs}").format(discs=held)

    def row_slot(self, table: State, slot: int) -> str:
        seal = table.components.row_seals[slot]
        price = self.seals[seal] if seal < len(SEALS) else self._("seal of either side")
        there = [
            self.name(seat) for seat, left in enumerate(table.row) if left >= len(table.components.row_seals) - slot
        ]
        text = self._("Row of discs, place {place} ({seal}): {discs}")
        return text.format(place=slot + 1, seal=price, discs=", ".join(there) or "–")

    def stock(self, where: str, what: str, count: int) -> str:
        return f"{where}: {what} {count}"

    def stack_of(self, kind: int, count: int) -> str:
        text = self._("Stack of weapons: {count}") if kind == 0 else self._("Stack of wizardry: {count}")
        return text.format(count=count)

    def battle_tile(self, points: int, discs: int, count: int) -> str:
        text = self._("Battle tiles of {points} points, for {discs} discs in Victory Areas: {count} left")
        return text.format(points=points, discs=discs, count=count)

    # --- a player's goods

    def seat_title(self, view: View, seat: Seat) -> str:
        _ = self._
        table = view.table
        parts = [self.name(seat), self.colour(view, seat), _("order tile {number}").format(number=table.number(seat)),
                 _("points: {points}").format(points=view.scores[seat])]  # fmt: skip
        if view.scores[seat] and view.scores[seat] == max(view.scores):
            parts.append(_("most points"))
        if view.hands[seat]:
            parts.append(_("gods not yet shown: {count}").format(count=view.hands[seat]))
        if seat in waiting(view):
            parts.append(_("is to decide"))
        return " · ".join(part for part in parts if part)

    def front(self, count: int) -> str:
        return self._("Discs in front: {count}").format(count=count)

    def in_hand(self, gods: Iterable[int]) -> str:
        return self._("Gods not yet shown: {gods}").format(gods=", ".join(self.gods[god] for god in gods))

    def arm(self, kind: int, name: str | None) -> str:
        if kind == 0:
            return self._("Weapon {name}").format(name=name) if name else self._("A weapon, hidden")
        if name:
            return self._("Wizardry: {name}").format(name=self._words.wizardry(name))
        return self._("Wizardry, hidden")

    def won(self, points: int) -> str:
        return self._("Battle tile of {points} points").format(points=points)

    def known(self, view: View, seat: Seat, *, short: bool = False) -> Iterator[str]:
        """Offers of a seat; for the viewer also what was seen in secret, wizardry by its sign where it is `short`."""
        for offer in view.offers:
            if offer.seat == seat:
                yield self.offer(offer)
        if seat != view.viewer:
            return
        if view.searching:
            kind = int(not view.searching[0].isdigit())
            yield self.lies_there(self.counted(kind, view.searching) if short else self._named(view.searching))
        for kind, tiles in enumerate(view.saw):
            if tiles is not None:
                yield self.saw(kind, self.counted(kind, tiles) if short else self._named(tiles))

    def _named(self, tiles: Iterable[str]) -> list[str]:
        """Weapons by their number, wizardry as a sentence calls it."""
        return [self._words.wizardry(tile) for tile in tiles]

    def saw(self, kind: int, tiles: Sequence[str]) -> str:
        text = self._("Your last search of the weapons found: {tiles}")
        if kind == 1:
            text = self._("Your last search of the wizardry found: {tiles}")
        return text.format(tiles=_together(tiles) or "–")

    def lies_there(self, tiles: Sequence[str]) -> str:
        return self._("You search the stack; there lie: {tiles}").format(tiles=_together(tiles))

    def offer(self, offer: Bidden) -> str:
        text = self._("offers for order tile {number}: {items}")
        if not offer.valid:
            text += " · " + self._("void")
        items = ", ".join(self.thing(item) for item in offer.items)
        return text.format(number=offer_label(offer.number, offer.issue), items=items)

    def thing(self, thing: Thing) -> str:
        """An item of an offer."""
        what, which = thing
        _ = self._
        if what == "stone" and which in STONES:
            return _("stone {which}").format(which=self.stones[STONES.index(which)])
        if what == "recruit" and which in RECRUITS:
            return self.recruits[RECRUITS.index(which)] + " 1"
        if what == "seal" and which in SEALS:
            return self.seals[SEALS.index(which)] + " 1"
        if what in ("weapon", "wizardry"):
            return self.arm(int(what == "wizardry"), which or None)
        if what == "population":
            return self._words.population(which)
        if what == "skill":
            return self.skill(int(which == "tyr_skill"))
        if what == "temple":
            return _("temple {which}").format(which=which)
        if what == "battle":
            return _("battle tile {which}").format(which=which)
        return which


def _together(tiles: Sequence[str]) -> str:
    """`5, 4 ×2`: equal ones counted."""
    return ", ".join(f"{tile} ×{count}" if count > 1 else tile for tile, count in Counter(tiles).items())


LOKI = GODS.index("loki")


def waiting(view: View) -> list[Seat]:
    """Who has to answer now, as everybody may know."""
    return [decision.seat for decision in decisions(view.table) if decision.waits]
