"""The board in letters, at most 72 columns: what the picture shows, in the same order."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.board import MARKS, own_first, wrapped
from engine.core.contract import Words
from engine.core.moves import Seat
from engine.games.yggdrasil.board.labels import HELPERS, Labels
from engine.games.yggdrasil.data import AREA, ENEMIES, FORCE, GIANT_ROWS, ISLANDS, LEVELS, PARTS, SPACES
from engine.games.yggdrasil.view import View

NAME = 12  # columns for the name of an Enemy
CHANCE = 6  # and for a chance


def text_board(view: View, words: Words[View]) -> str:
    """The way of the Enemies, chances, cards; worlds with islands, Artifacts and Giants; the gods; the signs."""
    labels = Labels(words, len(view.sheets))
    rooms = (_track(view, labels), _chances(view, labels), _deck(view, labels), _islands(view, labels))
    lines = [labels.stage(view), labels.note(view), ""]
    for room in map(list, (*rooms, _worlds(view, labels), _giants(view, labels))):
        lines += [*room, ""] if room else []
    for seat in own_first(len(view.sheets), view.viewer):
        lines += _god(view, labels, seat)
    return "\n".join(wrapped([*lines, "", labels.legend]))


def _new(view: View, *things: str) -> str:
    """The sign of what the last move changed."""
    return "+" if any(thing in view.touched for thing in things) else ""


def _track(view: View, labels: Labels) -> Iterator[str]:
    """A row an Enemy; a stroke where an area begins. Then how near a defeat is."""
    yield f"{'':{NAME}}" + _row([str(space) for space in SPACES])
    for foe in view.foes:
        row = _row(["#" if space == foe.space else "." for space in SPACES])
        new = _new(view, f"enemy:{foe.code}")
        yield f"{labels.said.enemy(foe.code) + new:{NAME}}{row}  " + labels.said.force(foe.force)
    yield f"{'':{NAME}}" + _row([str(force) for force in FORCE]) + "  " + labels.said.forces()
    yield labels.near(view)


def _row(cells: list[str]) -> str:
    parts = [f"{'|' if space and AREA[space] != AREA[space - 1] else ' '} {cell} " for space, cell in enumerate(cells)]
    return "".join(parts)


def _chances(view: View, labels: Labels) -> Iterator[str]:
    """Every fight that there could be, by the Vikings and Elves spent on it."""
    if not view.fights:
        return
    yield f"{labels.fighter(view)}. {labels.helpers(view)}"
    yield f"{'':{NAME}}" + "".join(f"{count:>{CHANCE}}" for count in HELPERS)
    for fight in view.fights:
        odds = "".join(f"{f'{chance}%' if chance else '-':>{CHANCE}}" for chance in fight.chances(HELPERS))
        yield f"{labels.opponent(fight.code):{NAME}}{odds}"


def _deck(view: View, labels: Labels) -> Iterator[str]:
    """The cards left, the last one, Odin's two, those whose place is known."""
    yield labels.said.deck_line(view)
    if view.discard and not view.drawn:
        yield labels.last(view.discard[-1])
    yield from (labels.drawn(code, number) for number, code in enumerate(view.drawn, 1))


def _islands(view: View, labels: Labels) -> Iterator[str]:
    bags = {bag.code: bag for bag in view.bags}
    for code in ISLANDS:
        bag = bags.get(code)
        line = labels.said.island_line(code, None if bag is None else (bag.vikings, bag.fires), view)
        marks = [line, labels.threatened] if code == view.threatened else [line]
        yield ", ".join(marks) + _new(view, f"island:{code}", f"bag:{code}")


def _worlds(view: View, labels: Labels) -> Iterator[str]:
    """What lies in them, whom they are closed to, and why."""
    said, counts = labels.said, {"elves": view.elves, "dead": view.dead, "fire": view.kingdom}
    each = (f"{said.world(code)} {count}{_new(view, f'world:{code}')}" for code, count in counts.items())
    yield ", ".join(each)
    yield said.vanir_line(view) + _new(view, f"square:{view.vanir}")
    yield f"{said.world('forge')}: " + ", ".join(_artifacts(view, labels, at) for at in range(len(ENEMIES)))
    if view.used:
        yield labels.used_line(view)
    for code, giant in view.blocked:
        yield labels.blocked_line(code, giant)


def _artifacts(view: View, labels: Labels, at: int) -> str:
    """`Ring 1/3`: the levels that lie in the Forge."""
    left = (str(level) for level in LEVELS if all(one.artifacts[at] != level for one in view.sheets))
    return f"{labels.said.artifact(ENEMIES[at])} {'/'.join(left) or '-'}{_new(view, f'artifact:{ENEMIES[at]}')}"


def _giants(view: View, labels: Labels) -> Iterator[str]:
    """Every Giant beside its rune: `Gialp!` is active, `[Thiazi]` beaten."""
    yield labels.pile(view)
    for code, parts in view.runes:
        giants = ", ".join(_giant(view, labels, row["id"]) for row in GIANT_ROWS if row["rune"] == code)
        yield f"{labels.said.rune(code)} {parts}/{PARTS}{_new(view, f'rune:{code}')}: {giants}"
    for code in view.active:
        yield f"  {labels.said.giant(code)}!: {labels.said.giants_effect(code)}"


def _giant(view: View, labels: Labels, code: str) -> str:
    name, new = labels.said.giant(code), _new(view, f"giant:{code}")
    if code in view.defeated:
        return f"[{name}]{new}"
    return f"{name}{'!' if code in view.active else ''}{new}"


def _god(view: View, labels: Labels, seat: Seat) -> Iterator[str]:
    """Who, with what; below it the power."""
    sheet, said = view.sheets[seat], labels.said
    owned = [f"{said.artifact(ENEMIES[at])} {level}" for at, level in enumerate(sheet.artifacts) if level]
    name, god = said.seat(seat), said.god(sheet.code) if sheet.code else ""
    name = name if god in name else f"{name}, {god}"
    mark = "*" if view.turn and seat == view.seat else " "
    goods = "; ".join([said.goods(sheet.vikings, sheet.elves), *owned])
    yield f"{mark}{MARKS[seat]} {name}: {goods}{_new(view, f'god:{seat}')}"
    yield f"     {labels.power(view, sheet)}"
