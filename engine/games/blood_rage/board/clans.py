"""A clan sheet for each seat: Glory, the three stats, eight upgrades, the figures in reserve."""

from __future__ import annotations

from typing import Any

from engine.core.board import BLOCK, MARKS, Block, Part
from engine.core.moves import Seat
from engine.games.blood_rage.board.labels import Labels
from engine.games.blood_rage.board.pieces import card_face, figures, in_two
from engine.games.blood_rage.data import AXES, END_GLORY, HORNS, RAGE, SLOTS, STATS
from engine.games.blood_rage.rules import touched
from engine.games.blood_rage.view import Clan, View

HEIGHT = 246
STATS_Y, SLOTS_Y, RESERVE_Y = 46, 92, 210
STAT_W, STAT_PITCH, STAT_H = 182, 189, 38
SLOT_W, SLOT_H, SLOT_X, SLOT_Y = 137, 54, 141, 58
TOO_LONG = {"Благословение": "Благосло-вение"}  # wider than a slot, with the place where it may be broken
ICONS = ("br-rage", "br-axes", "symbol-viking")
SLOT_ICONS = {"l": "br-l", "w": "br-w", "s": "br-s", "m1": "br-monster", "m2": "br-monster"}
SIZE = 31
NAME, COUNTS = (8, 6, 312, 34), (322, 6, 248, 34)  # left, top, width, height


def sheet(view: View, labels: Labels, seat: Seat, *, column: int) -> Block:
    """The whole sheet of a seat."""
    clan = view.clans[seat]
    parts = [*_head(view, labels, seat), *_stats(labels, clan, seat), *_slots(view, labels, seat)]
    parts += _reserve(labels, clan, seat)
    return Block(HEIGHT, tuple(parts), column, {"piece": "seat", "seat": seat})


def _head(view: View, labels: Labels, seat: Seat) -> list[Part]:
    """The ground of the sheet with its title, and on it the name and what is counted: apart, as only that changes."""
    clan = view.clans[seat]
    waiting = view.stage == "action" and seat == view.turn
    leads = bool(clan.glory) and clan.glory == max(view.scores)
    ground = {"own": seat == view.viewer, "waiting": waiting}
    name = {"mark": MARKS[seat].lower(), "name": labels.name(seat), "clan": labels.clan(seat)}
    counts = {
        "waiting": waiting, "first": seat == view.first, "hand": len(clan.hand), "quests": len(clan.quests),
        "glory": clan.glory, "leads": leads,
    }  # fmt: skip
    return [
        Part("clan/panel", 0, 0, BLOCK, HEIGHT, ground, labels.seat_title(view, seat)),
        Part("clan/name", *NAME, name), Part("clan/counts", *COUNTS, counts),
    ]  # fmt: skip


def _stats(labels: Labels, clan: Clan, seat: Seat) -> list[Part]:
    """What each stat is worth, with its six steps."""
    values = {RAGE: f"{clan.rage}/{clan.values[RAGE]}", AXES: str(clan.values[AXES]),
              HORNS: f"{clan.on_board}/{clan.values[HORNS]}"}  # fmt: skip
    found = []
    for stat, value in values.items():
        pips = [{"x": 108 + 13 * at, "on": at < clan.steps[stat], "pays": bool(END_GLORY[at])}
                for at in range(len(END_GLORY))]  # fmt: skip
        data = {"symbol": ICONS[stat], "value": value, "pips": pips}
        marks = {"piece": "stat", "ref": STATS[stat], "seat": seat}
        spot = (8 + STAT_PITCH * stat, STATS_Y)
        found.append(Part("clan/stat", *spot, STAT_W, STAT_H, data, labels.stat_title(clan, stat), marks))
    return found


def _slots(view: View, labels: Labels, seat: Seat) -> list[Part]:
    """Eight places in two rows, filled or empty."""
    found = []
    for at, (slot, code) in enumerate(zip(SLOTS, view.clans[seat].sheet, strict=True)):
        spot = (8 + SLOT_X * (at % 4), SLOTS_Y + SLOT_Y * (at // 4))
        marks = {"piece": "slot", "ref": slot, "seat": seat}
        if not code:
            data: dict[str, Any] = {"slot": slot, "symbol": SLOT_ICONS.get(slot, "")}
            found.append(Part("clan/slot", *spot, SLOT_W, SLOT_H, data, labels.slot(slot), marks))
            continue
        lines, left = in_two(_broken(labels.card(code))), 33 if slot in SLOT_ICONS else 6
        base = 34 if len(lines) == 1 else 23
        data = {
            **card_face(code), "icon": slot in SLOT_ICONS, "x": left, "room": SLOT_W - left - 2,
            "lines": [{"text": text, "y": base + 23 * number} for number, text in enumerate(lines)],
        }  # fmt: skip
        new = touched.upgrade(seat, code) in view.touched
        title = labels.ringed(f"{slot}: {labels.explained(code)}", touched=new)
        found.append(Part("clan/upgrade", *spot, SLOT_W, SLOT_H, data, title, marks | {"card": code}, touched=new))
    return found


def _broken(name: str) -> str:
    """A name whose words find room in a slot."""
    for word, parts in TOO_LONG.items():
        name = name.replace(word, parts)
    return name


def _reserve(labels: Labels, clan: Clan, seat: Seat) -> list[Part]:
    title = f"{labels.reserve} · {labels.name(seat)}: {labels.figures(clan.reserve)}"
    found = [Part("clan/label", 8, RESERVE_Y, 104, 32, {"text": labels.reserve}, title)]
    return found + figures(labels, seat, clan.reserve, labels.reserve, (120, RESERVE_Y), SIZE, where="reserve")
