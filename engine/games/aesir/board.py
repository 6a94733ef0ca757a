"""The board of a view as plain data with positions: `templates/boards/aesir/board.svg` only has to draw it.

A grid 600 wide: one column a god in awakening order, one row a seat, clockwise, the viewer's own the lowest. All type
is 20 or larger, so that it is still 11 px high on a phone of 360 px. Stacks are fanned upward: the top card lies lowest
and shows both halves, covered cards and face-down ones behind it show a strip. Nothing is read but the view.
"""

from __future__ import annotations

from engine.core.contract import Json, Seat, Words
from engine.games.aesir.board_text import text_board
from engine.games.aesir.board_words import Labels
from engine.games.aesir.data import GODS, NUMBER
from engine.games.aesir.view import FACE_DOWN, Goal, Player, Stack, View

__all__ = ["draw", "text_board"]

WIDTH = 600
EDGE = 12
PITCH = (WIDTH - 2 * EDGE) / 7  # from one god's column to the next
CARD = 74  # width of a card
HALF_UP, HALF_LOW, STRIP = 48, 38, 25  # heights: of the halves of a top card, of a covered card's strip
COUNT = 38  # height of the figure below a stack
SEAT_LINE = 44
GOAL_W, GOAL_H, GOAL_PITCH = 64, 42, 72
TOP = 78  # where the middle of the table begins, below the title
RUNES = ("odin", "thor", "freyja", "loki", "sif", "bragi", "heimdall")


def draw(view: View, words: Words) -> dict[str, Json]:
    """Everything the template shows, JSON-ready; lengths in units of a picture `width` wide and `height` high."""
    labels = Labels(words)
    heads_y = TOP + 26 + 3 * (GOAL_H + 4) + 14
    seats, y = [], heads_y + 54.0
    for seat in seats_in_order(view):
        row = _seat(view, labels, seat, y)
        seats.append(row)
        y = row["bottom"] + 10
    hand = _hand(view, labels, y)
    height = round(hand["bottom"] if hand else y + 2)
    return {
        "width": WIDTH,
        "height": height,
        "inner_height": height - 7,  # of the frame
        "label": labels.summary(view),
        "title": labels.stage(view),
        "note": labels.note(view),
        "goals": _goals(view, labels),
        "centre": _centre(view, labels),
        "heads": [_head(view, labels, god, heads_y) for god in range(7)],
        "heads_y": heads_y,
        "seats": seats,
        "hand": hand,
    }


def seats_in_order(view: View) -> list[Seat]:
    """From the viewer's left-hand neighbour clockwise, the viewer last and nearest; P1 first for a spectator."""
    count = len(view.players)
    first = 0 if view.viewer is None else view.viewer + 1
    return [(first + step) % count for step in range(count)]


def _column(god: int) -> int:
    """The left edge of a card in the column of `god`."""
    return round(EDGE + god * PITCH + (PITCH - CARD) / 2)


def _face(labels: Labels, god: str | None) -> dict[str, Json]:
    """How a half with `god` is drawn; None: a half that this viewer may not see."""
    if god is None:
        return {"known": False, "letter": "?", "rune": "", "tint": "tint8", "name": labels.hidden}
    number = NUMBER[god]
    return {
        "known": True,
        "letter": labels.letter(god),
        "rune": RUNES[number],
        "tint": f"tint{number + 1}",
        "name": labels.god(god),
    }


# --- The middle of the table ---------------------------------------------------------------------------------------


def _goals(view: View, labels: Labels) -> dict[str, Json]:
    """The three columns of goals with the limits of their rows; closed ones are drawn as backs."""
    top = TOP + 26
    columns = [
        {
            "x": EDGE + 40 + number * GOAL_PITCH,
            "now": number + 1 == view.column and view.stage != "over",
            "numeral": ("I", "II", "III")[number],
            "height": len(goals) * (GOAL_H + 4),
            "cards": [_goal(labels, goal, number, top) for goal in goals],
        }
        for number, goals in enumerate(view.columns)
    ]
    rows = [{"y": top + row * (GOAL_H + 4), "text": f"×{limit}"} for row, limit in enumerate(_limits(view))]
    return {"y": TOP, "top": top, "columns": columns, "rows": rows, "w": GOAL_W, "h": GOAL_H}


def _limits(view: View) -> list[int]:
    return [goal.limit for goal in max(view.columns, key=len)]


def _goal(labels: Labels, goal: Goal, number: int, top: int) -> dict[str, Json]:
    place = {"x": EDGE + 40 + number * GOAL_PITCH, "y": top + (goal.row - 1) * (GOAL_H + 4)}
    return {**place, **_face(labels, goal.god), "title": labels.goal(goal, number + 1)}


def _centre(view: View, labels: Labels) -> list[dict[str, Json]]:
    """Deck, Doubling card, boxed goal and a card drawn for Sif, from left to right beside the goals."""
    doubling = view.doubling
    cards: list[dict[str, Json]] = [
        {"kind": "deck", "figure": str(view.deck), "word": labels.deck, "title": labels.deck_title(view)},
        {
            "kind": "doubling" if doubling is None else "away",
            "figure": "×2",
            "word": labels.doubling if doubling is None else labels.place(*doubling),
            "title": labels.doubling_title(view),
        },
        {"kind": "boxed", **_face(labels, view.boxed), "figure": "", "word": labels.boxed, "title": labels.boxed_title},
    ]
    if view.placing:
        cards.append({"kind": "drawn", "figure": "", "word": labels.drawn, **_drawn(view, labels)})
    return [{**card, "x": 286 + index * 80, "y": TOP + 26} for index, card in enumerate(cards)]


def _drawn(view: View, labels: Labels) -> dict[str, Json]:
    halves = [_face(labels, god) for god in view.drawn[:2]] if view.drawn else []
    return {"halves": halves, "title": labels.drawn_title(view)}


def _head(view: View, labels: Labels, god: int, y: int) -> dict[str, Json]:
    """The head of a god's column: awake now, already dealt with, or still asleep; its goal of this round."""
    code = GODS[god]
    awake = None if view.god is None else NUMBER[view.god]
    state = "asleep" if awake is None or god > awake else "awake" if god == awake else "done"
    return {
        "x": _column(god),
        "y": y,
        "state": state,
        "limit": view.goal_limit(code) if view.stage != "over" else 0,
        "god": code,
        **_face(labels, code),
        "title": labels.head(view, code),
    }


# --- A seat's side ---------------------------------------------------------------------------------------------------


def _seat(view: View, labels: Labels, seat: Seat, y: float) -> dict[str, Json]:
    player = view.players[seat]
    room = max((_fan(stack) for stack in player.stacks), default=0)
    floor = y + SEAT_LINE + room + (8 if room else 0)  # where the top cards end
    stacks = [_stack(view, labels, seat, stack, floor) for stack in player.stacks]
    held = {stack.god for stack in player.stacks}
    empty = [{"x": _column(god), "y": floor - 44} for god in range(7) if GODS[god] not in held] if room else []
    return {
        "y": y,
        "bottom": floor + (COUNT if room else 6),
        "seat": seat,
        "mark": "abcdef"[seat],
        "number": labels.number(seat),
        "name": labels.short(seat, 19),
        "own": seat == view.viewer,
        "waiting": seat in view.deciding,
        "favoured": seat == view.favoured,
        "chosen": player.chosen,
        "points": player.points,
        "leads": bool(player.points) and player.points == max(view.scores),
        "hand": player.hand,
        "title": labels.seat_title(view, seat),
        "stacks": stacks,
        "empty": empty,
    }


def _fan(stack: Stack) -> int:
    """The height of a stack with all its strips."""
    return HALF_UP + HALF_LOW + STRIP * (stack.count - 1)


def _stack(view: View, labels: Labels, seat: Seat, stack: Stack, floor: float) -> dict[str, Json]:
    top = floor - HALF_UP - HALF_LOW
    strips = [_strip(labels, stack, place, top - STRIP * (place + 1)) for place in range(stack.count - 1)]
    other = other_half(stack.up[-1], stack.god)
    return {
        "x": _column(NUMBER[stack.god]),
        "y": floor - _fan(stack),
        "w": CARD,
        "h": _fan(stack),
        "ref": labels.reference(seat, stack.god),
        "seat": seat,
        "god": stack.god,
        "top": {"y": top, "up": _face(labels, stack.god), "low": _face(labels, other)},
        "strips": strips[::-1],  # the lowest card first, so that higher ones lie on it
        "floor": floor,
        "figure": str(stack.attention),
        "doubled": stack.doubled,
        "lead": lead(view, seat, stack.god),
        "touched": (seat, stack.god) in view.touched,
        "title": labels.stack_title(view, seat, stack),
    }


def _strip(labels: Labels, stack: Stack, place: int, y: float) -> dict[str, Json]:
    """The card `place` + 2 from the top: a covered card, or past those a face-down one."""
    covered = len(stack.up) - 1
    if place < covered:
        other = other_half(stack.up[-2 - place], stack.god)
        return {"y": y, "down": False, **_face(labels, stack.god), "ref": f"{place + 2}", "low": _low(labels, other)}
    card = stack.down[covered - 1 - place]  # the uppermost face-down card is the last of the list
    other = None if card == FACE_DOWN else other_half(card, "T")
    return {
        "y": y,
        "down": True,
        "letter": labels.letter(stack.god),
        "ref": f"~{place - covered + 1}",
        "low": _low(labels, other),
    }


def _low(labels: Labels, god: str | None) -> str:
    return "?" if god is None else labels.letter(god)


def other_half(card: str, god: str) -> str | None:
    """The god on the half of `card` that does not show `god`; None where the view hides it."""
    if card.endswith("?") or card == FACE_DOWN:
        return None
    return card[1] if card[0] == god else card[0]


def lead(view: View, seat: Seat, god: str) -> str:
    """`alone` for the most attention for `god`, `shared` when others have as much, else empty."""
    column = [player.attention[NUMBER[god]] for player in view.players]
    if not column[seat] or column[seat] < max(column):
        return ""
    return "alone" if column.count(column[seat]) == 1 else "shared"


# --- The hand --------------------------------------------------------------------------------------------------------


def _hand(view: View, labels: Labels, y: float) -> dict[str, Json] | None:
    """The viewer's own cards, both halves; None for a spectator and when the hand is empty."""
    if view.viewer is None or not view.players[view.viewer].cards:
        return None
    player = view.players[view.viewer]
    pitch = min(PITCH, (WIDTH - 2 * EDGE) / len(player.cards))
    cards = [_held(labels, player, card, EDGE + index * pitch) for index, card in enumerate(player.cards)]
    top = y + 38
    return {
        "y": y,
        "top": top,
        "w": int(pitch - 8),
        "half": 46,
        "cards": cards,
        "bottom": top + 92 + 14,
        "title": labels.hand,
        "passing": labels.passing(view),
    }


def _held(labels: Labels, player: Player, card: str, x: float) -> dict[str, Json]:
    chosen = player.choice is not None and player.choice[0] == card
    halves = [
        {**_face(labels, god), "up": chosen and player.choice is not None and player.choice[1] == god}
        for god in card[:2]
    ]
    return {"x": round(x), "card": card, "chosen": chosen, "halves": halves, "title": labels.card(card)}
