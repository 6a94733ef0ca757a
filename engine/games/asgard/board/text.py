"""The same board in letters, at most 72 columns wide: the same facts in the same order as the picture."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

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

COLUMNS = 72
MARKS = "ABCDEF"
LAST = ("valhalla", "arm", "over")  # stages of Ragnarök


def text_board(view: View, words: Words) -> str:
    """The board as lines of at most 72 characters, without trailing blanks."""
    return "\n".join(line.rstrip() for line in _wrapped(list(_Board(view, words).lines())))


def _wrapped(lines: list[str]) -> list[str]:
    """Long lines broken between words, their continuation set in under the first."""
    out: list[str] = []
    for line in lines:
        indent = " " * min(len(line) - len(line.lstrip()) + 4, 14)
        out += textwrap.wrap(line, COLUMNS, subsequent_indent=indent, break_on_hyphens=False) or [""]
    return out


class _Board:
    """One board being written."""

    def __init__(self, view: View, words: Words) -> None:
        self.view, self.table, self.labels = view, view.table, Labels(words)
        self.data = view.table.components

    def lines(self) -> Iterator[str]:
        labels = self.labels
        yield labels.stage(self.view)
        if note := labels.note(self.view):
            yield note
        yield labels.legend
        yield ""
        yield from self._worlds()
        yield ""
        yield f"{labels.shrines}:"
        for god in range(len(GODS)):
            yield from self._god(god)
        yield ""
        yield from self._stacks()
        for seat in self._order():
            yield ""
            yield from self._player(seat)

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

    # --- the worlds

    def _worlds(self) -> Iterator[str]:
        labels, table = self.labels, self.table
        yield f"{labels.worlds}:"
        for world in range(6, -1, -1):
            yield from self._world(world)
        yield f"  LL {self._tile(LOWER)} | LD {self._tile(LOWER + 1)}"
        yield f"  {labels.middle}{self._mark('middle')}: {self._discs(table.middle)}"
        yield f"  {labels.valhalla}: {labels.each(labels.recruits, table.valhalla)}"
        for side in (0, 1):
            yield f"  {labels.ancients(table, side)}"

    def _world(self, world: int) -> Iterator[str]:
        table, (one, two) = self.table, self.data.reward[world]
        head = f"  W{world + 1} ({one}·{two})"
        light, dark = 2 * world, 2 * world + 1
        if table.worlds[light] == EMPTY and table.worlds[dark] == EMPTY:
            yield f"{head} {self.labels.empty}"
            return
        yield f"{head} L {self._tile(light)} | D {self._tile(dark)}"
        if self.view.stage in LAST:
            for slot in (light, dark):
                if last := self._last(slot):
                    yield f"     {last}"
            return
        battles = " | ".join(self._battle(slot) for slot in (light, dark))
        yield f"     {battles} | V{world + 1}{self._mark(f'V{world + 1}')} {self._discs(table.victory[world])}"

    def _tile(self, slot: int) -> str:
        """`Odin 4`, `4 weapon`, `~4` for a tile face down."""
        table, mark = self.table, self._mark(WORLD_SLOTS[slot])
        if table.is_god(slot):
            return f"[{self.labels.gods[table.god_at(slot)]} {table.value_at(slot)}]{mark}"
        if not table.is_population(slot):
            return "."
        name = self.data.population[table.worlds[slot]]
        return f"{'~' if table.flipped[slot] else ''}{table.value_at(slot)} {name}{mark}"

    def _battle(self, slot: int) -> str:
        name = f"B{slot // 2 + 1}{'LD'[slot % 2]}"
        gains = self.labels.arms[self.data.gains[slot // 2][slot % 2]]
        owner = self.table.battle[slot]
        return f"{name}{self._mark(name)} {self._disc(owner) if owner != NOBODY else f'. ({gains})'}"

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

    def _god(self, god: int) -> Iterator[str]:
        """`Freyja · seal · tile 3 (4) · upper* A, bottom* ., temple . · support B . (white) · pink 5 · white 1`."""
        table, labels = self.table, self.labels
        if not table.risen(god):
            yield f"  {labels.god(table, god)} · {self._stack(god)}"
            return
        seal = f"{labels.one_seal} {table.god_seals[god]}"
        slots = []
        for number, slot in enumerate((*self.data.slots[god], "temple")):
            place = 3 * god + (TEMPLE if slot == "temple" else number)
            silver = "*" if place in self.data.silver else ""
            ring = self._mark(f"{GODS[god]} {slot}")
            slots.append(f"{labels.slot_words[slot]}{silver}{ring} {self._disc(table.slots[place])}")
        yield f"  {labels.gods[god]}: {seal} · {self._stack(god)} · {', '.join(slots)}"
        yield f"     {' · '.join(self._standing(god))}"

    def _stack(self, god: int) -> str:
        tiles = self.table.god_tiles[god]
        return self.labels.top_tile.format(value=tiles[-1] if tiles else "–", count=len(tiles))

    def _standing(self, god: int) -> Iterator[str]:
        """Support, recruits, stones, skill tile."""
        table, labels = self.table, self.labels
        places = []
        for place in (0, 1):
            owner = table.support[2 * god + place]
            ring = self._mark(f"support {GODS[god]} {('upper', 'bottom')[place]}")
            asked = "/".join(labels.codes[2][kind] for kind in self.data.asks[god][place]) or "–"
            places.append(f"{self._disc(owner)}{ring}" if owner != NOBODY else f"({asked})")
        yield f"{labels.support_word} {' '.join(places)}"
        if any(table.god_recruits[god]):
            kinds = zip(labels.codes[2], table.god_recruits[god], strict=True)
            yield " ".join(f"{letter}{count}" for letter, count in kinds if count)
        stone = self.data.gives.get(3 * god)
        if stone is not None and stone[0] < len(labels.stones) - 1:
            yield labels.stone_supply(stone[0], table.stones[stone[0]])
        for tile, home in enumerate(("thor", "tyr")):
            if home == GODS[god] and table.skills[tile] == NOBODY:
                yield labels.skill(tile)

    # --- stacks and supplies

    def _stacks(self) -> Iterator[str]:
        table, labels, data = self.table, self.labels, self.data
        for stack in range(len(table.temples)):
            yield f"  {labels.temple(table, stack)}"
        for number, (tile, up) in enumerate(zip(table.asgard_row, table.asgard_up, strict=True), 1):
            ring = self._mark(data.asgard[tile])
            yield f"  {number}{ring} {'' if up else '~'}{labels.asgard_tile(table, tile, up=up)}"
        yield f"  {labels.asgard_stack(table)}"
        counts = [places.count(ASGARD) for places in table.placed]
        yield f"  {labels.asgard}{self._mark('asgard')}: {self._discs(counts)}"
        yield f"  {labels.row}: {' '.join(self._place(slot) for slot in range(len(data.row_seals)))}"
        yield f"  {labels.supply}: " + ", ".join(
            [
                labels.each(labels.recruits, table.recruits),
                labels.each(labels.seals, table.seals),
                labels.stone_supply(6, table.stones[6]),
            ]
        )
        yield "  " + ", ".join(labels.stack_of(kind, count) for kind, count in enumerate(self.view.stacks))
        tiles = zip(data.battle_tiles, table.battle_tiles, strict=True)
        yield f"  {labels.battle_tiles}: " + ", ".join(f"{points}×{count}" for points, count in tiles)

    def _place(self, slot: int) -> str:
        """`3[D:AC]`: a place of the row, its seal, and who has a disc there."""
        seals = self.data.row_seals
        there = "".join(MARKS[seat] for seat, left in enumerate(self.table.row) if left >= len(seals) - slot)
        letters = self.labels.codes[1]
        seal = letters[seals[slot]] if seals[slot] < len(letters) else "/".join(letters)
        return f"{slot + 1}[{seal}:{there or '.'}]"

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
                yield f"{labels.arms[kind]}: {', '.join(names)}"
        if table.own_battle_tiles[seat]:
            yield f"{labels.battle_tiles}: {', '.join(map(str, sorted(table.own_battle_tiles[seat])))}"

    def _known(self, seat: Seat) -> Iterator[str]:
        """Offers; for the viewer also gods in hand and what was seen in secret."""
        view, labels = self.view, self.labels
        if gods := [god for god in self.table.hand[seat] if god != UNKNOWN]:
            yield labels.in_hand(gods)
        yield from labels.known(view, seat)
