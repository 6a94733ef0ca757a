"""The same board in letters, at most 72 columns wide: the same facts in the same order as the picture."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.board import MARKS, wrapped
from engine.core.contract import Words
from engine.core.moves import Seat
from engine.games.asgard.board.labels import Labels
from engine.games.asgard.pieces import (
    ASGARD,
    EMPTY,
    GODS,
    KINDS_OF_ARMS,
    LOWER,
    NOBODY,
    TEMPLE,
    UNKNOWN,
    WORLD_SLOTS,
)
from engine.games.asgard.view import View

LAST = ("valhalla", "arm", "over")  # stages of Ragnarök


def text_board(view: View, words: Words) -> str:
    """The board as lines of at most 72 characters, without trailing blanks."""
    return "\n".join(wrapped(_Board(view, words).lines()))


class _Board:
    """One board being written."""

    def __init__(self, view: View, words: Words) -> None:
        self.view, self.table, self.labels = view, view.table, Labels(words)
        self.data = view.table.components

    def lines(self) -> Iterator[str]:
        labels = self.labels
        yield labels.stage(self.view)
        if note := " · ".join(filter(None, (labels.note(self.view), labels.picks(self.view)))):
            yield note
        for part in (self._worlds(), self._gods(), self._stacks(), *map(self._player, self._order())):
            yield ""
            yield from part
        yield ""
        yield from self._legend()

    def _order(self) -> list[Seat]:
        count, first = len(self.view.scores), self.view.viewer or 0
        return [(first + step) % count for step in range(count)]

    def _mark(self, place: str) -> str:
        return "+" if place in self.table.touched else ""

    def _disc(self, seat: Seat) -> str:
        return MARKS[seat] if seat != NOBODY else "."

    def _discs(self, counts: list[int]) -> str:
        """`A×2 C`."""
        held = [f"{MARKS[seat]}×{count}" if count > 1 else MARKS[seat] for seat, count in enumerate(counts) if count]
        return " ".join(held) or "."

    def _legend(self) -> tuple[str, ...]:
        """What a reader of the letters alone has to know."""
        _ = self.labels._
        return (
            _("How to read it. A, B, C, D: the players' discs, by the letters before their names; . a free place."),
            _("Numbers 1 to 7 are the worlds. Beside each its Light and its Darkness tile with their strength (W3L, "
              "W3D), below them the battle slots and what they bring (B3L, B3D); 13/11 is what gods win there at "
              "Ragnarök, V3 the Victory Area with the discs that won."),
            _("Gods: upper and bottom request slot, temple slot; support: a disc, or the recruits that a place asks "
              "for; tiles: the strength of the next one, and how many there are."),
            _("w o g: white warriors, orange warriors, giants; L D: Light, Darkness. + changed by the last move, "
              "* silver, ~ face down, ? hidden."),
        )  # fmt: skip

    # --- the worlds

    def _worlds(self) -> Iterator[str]:
        labels, table = self.labels, self.table
        yield self._row("", *labels.sides, "")
        for world in range(6, -1, -1):
            yield from self._world(world)
        yield self._row("", f"LL {self._tile(LOWER)}", f"LD {self._tile(LOWER + 1)}", "")
        yield f"  {labels.middle}{self._mark('middle')}: {self._discs(table.middle)}"
        yield f"  {labels.valhalla}: {labels.each(labels.recruits, table.valhalla)}"
        for side in (0, 1):
            yield f"  {labels.ancients(table, side)}"

    def _row(self, world: str, light: str, dark: str, more: str) -> str:
        return f" {world:<2} {light:<29} {dark:<29} {more}"

    def _world(self, world: int) -> Iterator[str]:
        table, (one, two) = self.table, self.data.reward[world]
        light, dark = 2 * world, 2 * world + 1
        if table.worlds[light] == EMPTY and table.worlds[dark] == EMPTY:
            yield f" {world + 1}  {self.labels.empty}"
            return
        yield self._row(str(world + 1), self._tile(light), self._tile(dark), f"{one}/{two}")
        if self.view.stage in LAST:
            for slot in (light, dark):
                if last := self._last(slot):
                    yield f"     {last}"
            return
        won = f"V{world + 1}{self._mark(f'V{world + 1}')} {self._discs(table.victory[world])}"
        yield self._row("", self._battle(light), self._battle(dark), won)

    def _tile(self, slot: int) -> str:
        """`[Odin 4]`, `4 any stone`, `~4 any stone` for a tile face down."""
        table, mark = self.table, self._mark(WORLD_SLOTS[slot])
        if table.is_god(slot):
            return f"[{self.labels.gods[table.god_at(slot)]} {table.value_at(slot)}]{mark}"
        if not table.is_population(slot):
            return "."
        kind = self.labels.kind(self.data.kind[table.worlds[slot]])
        return f"{'~' if table.flipped[slot] else ''}{table.value_at(slot)} {kind}{mark}"

    def _battle(self, slot: int) -> str:
        """`B4D C` with a disc, `B4D . wizardry` with what it brings."""
        name = f"B{slot // 2 + 1}{'LD'[slot % 2]}"
        gains = self.labels.arms[self.data.gains[slot // 2][slot % 2]]
        owner = self.table.battle[slot]
        return f"{name}{self._mark(name)} {self._disc(owner) if owner != NOBODY else f'. {gains}'}"

    def _last(self, slot: int) -> str:
        """What stands and lies at a tile in Ragnarök."""
        view, labels, parts = self.view, self.labels, list[str]()
        if any(self.table.fallen[slot]):
            parts.append(labels.fallen(self.table, slot))
        for kind, name in enumerate(KINDS_OF_ARMS):
            if any(one.slot == WORLD_SLOTS[slot] and one.kind == name for one in view.laid):
                parts.append(labels.laid(view, slot, kind))
        if self.table.beneath[slot]:
            parts.append(labels.beneath(self.table, slot))
        return "; ".join(parts)

    # --- the gods

    def _gods(self) -> Iterator[str]:
        labels, table = self.labels, self.table
        yield self._shrine(labels.shrines, labels.one_seal, *labels.columns)
        for god in range(len(GODS)):
            yield self._god(god)
        yield f"  {labels.stones_left}: {labels.each(labels.stones[:-1], table.stones)}"
        if tiles := [labels.skill(tile) for tile in (0, 1) if table.skills[tile] == NOBODY]:
            yield f"  {labels.with_gods}: {'; '.join(tiles)}"

    def _shrine(self, god: str, seal: str, *cells: str) -> str:
        upper, bottom, temple, support, recruits, tiles = cells
        return f" {god:<11}{seal:<8}{upper:<8}{bottom:<8}{temple:<8}{support:<10}{recruits:<9}{tiles}"

    def _god(self, god: int) -> str:
        """`Freyja  1  A  .  .  B w/o  w1  3 ×4`."""
        table, labels = self.table, self.labels
        tiles = table.god_tiles[god]
        stack = f"{tiles[-1]} ×{len(tiles)}" if tiles else "–"
        if not table.risen(god):
            return f" {labels.gods[god]:<11}{labels.rises_in(table, god):<51}{stack}"
        cells = {"upper": "", "bottom": "", "temple": ""}
        for number, slot in enumerate((*self.data.slots[god], "temple")):
            place = 3 * god + (TEMPLE if slot == "temple" else number)
            silver = "*" if place in self.data.silver else ""
            ring = self._mark(f"{GODS[god]} {slot}")
            cells["upper" if slot == "single" else slot] = f"{self._disc(table.slots[place])}{silver}{ring}"
        held = zip(labels.codes[2], table.god_recruits[god], strict=True)
        recruits = " ".join(f"{letter}{count}" for letter, count in held if count)
        seal = str(table.god_seals[god] or ".")
        return self._shrine(labels.gods[god], seal, *cells.values(), self._support(god), recruits, stack)

    def _support(self, god: int) -> str:
        """Both places: a disc, or what it asks for."""
        places = []
        for place in (0, 1):
            owner = self.table.support[2 * god + place]
            ring = self._mark(f"support {GODS[god]} {('upper', 'bottom')[place]}")
            asked = "/".join(self.labels.codes[2][kind] for kind in self.data.asks[god][place]) or "–"
            places.append(f"{self._disc(owner)}{ring}" if owner != NOBODY else asked)
        return " ".join(places)

    # --- stacks and supplies

    def _stacks(self) -> Iterator[str]:
        table, labels, data = self.table, self.labels, self.data
        for stack in range(len(table.temples)):
            yield f"  {labels.temple(table, stack)}"
        for number, (tile, up) in enumerate(zip(table.asgard_row, table.asgard_up, strict=True), 1):
            ring = self._mark(data.asgard[tile])
            yield f"  {labels.asgard} {number}{ring}: {'' if up else '~'}{labels.asgard_gives(table, tile, up=up)}"
        yield f"  {labels.asgard_stack(table)}"
        counts = [places.count(ASGARD) for places in table.placed]
        yield f"  {labels.discs_there}{self._mark('asgard')}: {self._discs(counts)}"
        yield from self._discs_of_the_row()
        held = ((labels.recruits, table.recruits), (labels.seals, table.seals))
        yield f"  {labels.supply}: " + ", ".join(
            [
                *(labels.each(names, left) for names, left in held if any(left)),
                labels.stone_supply(6, table.stones[6]),
            ]
        )
        yield "  " + ", ".join(labels.stack_of(kind, count) for kind, count in enumerate(self.view.stacks))
        tiles = zip(data.battle_tiles, table.battle_tiles, strict=True)
        left = ", ".join(labels.worth(points, count) for points, count in tiles)
        yield f"  {labels.battle_tiles}: {left}"

    def _discs_of_the_row(self) -> Iterator[str]:
        """Its places from the left: the seal that a disc costs there, and who has one."""
        seals, letters = self.data.row_seals, self.labels.codes[1]
        prices = [letters[seal] if seal < len(letters) else "/".join(letters) for seal in seals]
        there = [
            "".join(MARKS[seat] for seat, left in enumerate(self.table.row) if left >= len(seals) - slot) or "."
            for slot in range(len(seals))
        ]
        rows = ((self.labels.row, map(str, range(1, len(seals) + 1))), (f"  {self.labels.costs}", prices))
        for title, cells in (*rows, (f"  {self.labels.discs}", there)):
            yield f"  {title:<16}" + " ".join(f"{cell:<5}" for cell in cells)

    # --- the players

    def _player(self, seat: Seat) -> Iterator[str]:
        view, table, labels = self.view, self.table, self.labels
        yield f"{MARKS[seat]} {labels.seat_title(view, seat)}"
        goods = (
            (labels.stones, table.own_stones[seat]),
            (labels.seals, table.own_seals[seat]),
            (labels.recruits, table.own_recruits[seat]),
        )
        held = [labels.each(names, counts) for names, counts in goods if any(counts)]
        yield f"    {'; '.join([labels.front(table.front[seat]), *held])}"
        for line in (*self._tiles(seat), *self._known(seat)):
            yield f"    {line}"

    def _tiles(self, seat: Seat) -> Iterator[str]:
        view, table, labels = self.view, self.table, self.labels
        for temple in sorted(table.own_temples[seat]):
            yield labels.own_temple(table, temple)
        for tile in table.own_population[seat]:
            yield labels.population(table, tile)
        for tile, owner in enumerate(table.skills):
            if owner == seat:
                yield labels.skill(tile)
        for kind, hidden in enumerate((view.weapons[seat], view.wizardry[seat])):
            names = [*hidden.known, *["?"] * (hidden.count - len(hidden.known))]
            if names:
                yield f"{labels.arms[kind]}: {', '.join(labels.arm_name(kind, name) for name in names)}"
        if table.own_battle_tiles[seat]:
            yield f"{labels.battle_tiles}: {', '.join(map(str, sorted(table.own_battle_tiles[seat])))}"

    def _known(self, seat: Seat) -> Iterator[str]:
        """Offers; for the viewer also gods in hand and what was seen in secret."""
        view, labels = self.view, self.labels
        if gods := [god for god in self.table.hand[seat] if god != UNKNOWN]:
            yield labels.in_hand(gods)
        yield from labels.known(view, seat)
