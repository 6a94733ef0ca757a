"""The board of a view as blocks: the goals, the gods in awakening order, a strip a seat, the viewer's hand.

One column a god and one strip a seat, clockwise, the viewer's own the last. All type is 20 or larger, so that it is
still 11 px high on a phone of 360 px. Stacks are fanned upward: the top card lies lowest and shows both halves, covered
cards and face-down ones behind it show a strip. Nothing is read but the view.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from engine.core.board import BLOCK, MARKS, Block, Drawing, Part, heading, seats_in_order
from engine.core.contract import Words
from engine.core.moves import Json, Seat
from engine.games.aesir.board.labels import Labels
from engine.games.aesir.data import GODS, NUMBER, other_half
from engine.games.aesir.view import FACE_DOWN, Goal, Player, Stack, View

PITCH: Final = BLOCK / 7  # from one god's column to the next
CARD: Final = 74  # width of a card
HALF_UP, HALF_LOW, STRIP = 48, 38, 25  # heights: of the halves of a top card, of a covered card's strip
COUNT = 36  # height of the figure below a stack
SEAT_LINE = 44
GOAL_W, GOAL_H, GOAL_X, GOAL_PITCH, ROW_PITCH = 64, 42, 42, 72, 46
GOALS_TOP = 26  # below the numerals
CENTRE_X, CENTRE_PITCH = 264, 78
DRAWN_H = 86  # of a card in the centre, above its word
EMPTY_H = 44
HELD_H = 92  # a card in the hand
RUNES = ("odin", "thor", "freyja", "loki", "sif", "bragi", "heimdall")
# In which column of a landscape the strips stand, by number of seats; the middle of the table fills most of the first.
COLUMNS: Final = {2: (1, 2), 3: (1, 1, 2), 4: (1, 1, 2, 2), 5: (0, 1, 1, 2, 2)}


def draw(view: View, words: Words) -> Drawing:
    """All blocks, with the words of one reader."""
    labels = Labels(words)
    order = seats_in_order(len(view.players), view.viewer)
    seats = [_seat(view, labels, seat, column) for seat, column in zip(order, COLUMNS[len(order)], strict=True)]
    top = heading(
        labels.stage(view),
        labels.note(view),
        wanted=view.stage != "over",
        names=map(labels.seat, range(len(view.players))),
    )
    return Drawing(
        labels.summary(view), (top, _middle(view, labels), _gods(view, labels), *seats, *_hand(view, labels))
    )


def _column(god: int) -> int:
    """The left edge of a card in the column of `god`."""
    return round(god * PITCH + (PITCH - CARD) / 2)


def _face(labels: Labels, god: str | None) -> dict[str, Json]:
    """How a half with `god` is drawn; None: a half that this viewer may not see."""
    if god is None:
        return {"known": False, "letter": "?", "rune": "", "tint": "tint8"}
    number = NUMBER[god]
    return {"known": True, "letter": labels.letter(god), "rune": RUNES[number], "tint": f"tint{number + 1}"}


# --- The middle of the table ---------------------------------------------------------------------------------------


def _middle(view: View, labels: Labels) -> Block:
    """The three columns of goals with the limits of their rows; beside them what lies in the centre."""
    now = view.column - 1 if view.stage != "over" else -1
    numerals = [
        {"x": GOAL_X + number * GOAL_PITCH, "text": ("I", "II", "III")[number], "now": number == now}
        for number in range(len(view.columns))
    ]
    limits = [goal.limit for goal in max(view.columns, key=len)]
    rows = [{"y": GOALS_TOP + row * ROW_PITCH, "text": f"×{limit}"} for row, limit in enumerate(limits)]
    high = GOALS_TOP + 3 * ROW_PITCH
    parts = [Part("columns", 0, 0, CENTRE_X - 6, high, {"numerals": numerals, "rows": rows})]
    parts += [
        _goal(labels, goal, number, now=number == now) for number, goals in enumerate(view.columns) for goal in goals
    ]
    return Block(high, (*parts, *_centre(view, labels)), marks={"piece": "middle"})


def _goal(labels: Labels, goal: Goal, column: int, *, now: bool) -> Part:
    x, y = GOAL_X + column * GOAL_PITCH, GOALS_TOP + (goal.row - 1) * ROW_PITCH
    data = {**_face(labels, goal.god), "now": now}
    return Part("goal", x, y, GOAL_W, GOAL_H, data, labels.goal(goal, column + 1), {"piece": "goal"})


def _centre(view: View, labels: Labels) -> list[Part]:
    """Deck, Doubling card, boxed goal and a card drawn for Sif, from left to right."""
    away = view.doubling is not None
    place = labels.stack(*view.doubling) if view.doubling is not None else labels.doubling
    boxed = _face(labels, view.boxed)
    cards: list[tuple[str, dict[str, Any], str, str]] = [
        ("deck", {"figure": str(view.deck)}, labels.deck, labels.deck_title(view)),
        ("doubling", {"away": away}, place, labels.doubling_title(view)),
        ("boxed", boxed, labels.boxed, labels.boxed_title),
    ]
    if view.placing:
        halves = [_face(labels, god) for god in view.drawn[:2]] if view.drawn else []
        cards.append(("drawn", {"halves": halves}, labels.drawn, labels.drawn_title(view)))
    parts = [
        Part(
            "centre", CENTRE_X + index * CENTRE_PITCH, GOALS_TOP, CENTRE_PITCH, 116,
            {"kind": kind, "word": word, **data}, title, {"piece": kind},
        )
        for index, (kind, data, word, title) in enumerate(cards)
    ]  # fmt: skip
    if view.placing and view.drawn:
        parts += _halves("laid", view.drawn[:2], replace(parts[-1], h=DRAWN_H))
    return parts


def _gods(view: View, labels: Labels) -> Block:
    """The gods in awakening order: awake now, already dealt with, or still asleep; each with its goal of this round."""
    awake = None if view.god is None else NUMBER[view.god]
    parts = []
    for god, code in enumerate(GODS):
        limit = view.goal_limit(code)
        data = {
            **_face(labels, code),
            "awake": god == awake,
            "done": awake is not None and god < awake and not limit,
            "limit": limit,
        }
        marks = {"piece": "god", "ref": code}
        parts.append(Part("god", _column(god), 0, CARD, GOAL_H, data, labels.head(view, code), marks))
    return Block(GOAL_H, tuple(parts))


# --- A seat's side ---------------------------------------------------------------------------------------------------


def _seat(view: View, labels: Labels, seat: Seat, column: int) -> Block:
    player = view.players[seat]
    room = max((_fan(stack) for stack in player.stacks), default=EMPTY_H)
    floor = SEAT_LINE + room + 6  # where the top cards end
    data = {
        "mark": MARKS[seat].lower(),
        "number": labels.number(seat),
        "name": labels.seat(seat),
        "own": seat == view.viewer,
        "waiting": seat in view.deciding,
        "favoured": seat == view.favoured,
        "chosen": player.chosen,
        "points": player.points,
        "leads": bool(player.points) and player.points == max(view.scores),
        "hand": player.hand,
    }
    parts = [Part("seat", 0, 0, BLOCK, 38, data, labels.seat_title(view, seat))]
    held = {stack.god for stack in player.stacks}
    parts += [
        Part("place", _column(god), floor - EMPTY_H, CARD, EMPTY_H, _face(labels, code))
        for god, code in enumerate(GODS)
        if code not in held
    ]
    parts += [_stack(view, labels, seat, stack, floor) for stack in player.stacks]
    return Block(floor + (COUNT if player.stacks else 6), tuple(parts), column, {"piece": "seat", "seat": seat})


def _fan(stack: Stack) -> int:
    """The height of a stack with all its strips."""
    return HALF_UP + HALF_LOW + STRIP * (stack.count - 1)


def _stack(view: View, labels: Labels, seat: Seat, stack: Stack, floor: int) -> Part:
    """A stack and below it its attention."""
    high = _fan(stack)
    strips = [_strip(labels, stack, place) for place in range(stack.count - 1)]
    data = {
        "up": _face(labels, stack.god),
        "low": _face(labels, other_half(stack.up[-1], stack.god)),
        "high": high,  # of the cards; they are ringed
        "touched": (seat, stack.god) in view.touched,
        "top": high - HALF_UP - HALF_LOW,
        "strips": strips[::-1],  # the lowest card first, so that higher ones lie on it
        "figure": str(stack.attention),
        "middle": 22 if stack.doubled else CARD // 2,
        "doubled": stack.doubled,
        "lead": view.lead(seat, stack.god),
    }
    marks = {"piece": "stack", "stack": labels.stack(seat, stack.god), "ref": stack.god, "seat": seat}
    title = labels.stack_title(view, seat, stack)
    return Part("stack", _column(NUMBER[stack.god]), floor - high, CARD, high + COUNT, data, title, marks)


def _strip(labels: Labels, stack: Stack, place: int) -> dict[str, Json]:
    """The card `place` + 2 from the top: a covered card, or past those a face-down one. `y`: in the stack's box."""
    y = STRIP * (stack.count - 2 - place)
    covered = len(stack.up) - 1
    if place < covered:
        other = other_half(stack.up[-2 - place], stack.god)
        return {"y": y, "down": False, **_face(labels, stack.god), "ref": f"{place + 2}", "low": _low(labels, other)}
    card = stack.down[covered - 1 - place]  # the uppermost face-down card is the last of the list
    other = None if card == FACE_DOWN else other_half(card, "T")
    ref = f"~{place - covered + 1}"
    return {"y": y, "down": True, "letter": labels.letter(stack.god), "ref": ref, "low": _low(labels, other)}


def _low(labels: Labels, god: str | None) -> str:
    return "?" if god is None else labels.letter(god)


# --- The hand --------------------------------------------------------------------------------------------------------


def _hand(view: View, labels: Labels) -> list[Block]:
    """The viewer's own cards, both halves, seven in a row; none for a spectator and when the hand is empty."""
    if view.viewer is None or not view.players[view.viewer].cards:
        return []
    player = view.players[view.viewer]
    parts = [Part("hand", 0, 0, BLOCK, 30, {"title": labels.hand, "passing": labels.passing(view)})]
    parts += [part for index in range(len(player.cards)) for part in _held(labels, player, index)]
    rows = (len(player.cards) + 6) // 7
    return [Block(36 + rows * (HELD_H + 8), tuple(parts), 2, {"piece": "hand"})]


def _held(labels: Labels, player: Player, index: int) -> list[Part]:
    """A card, and each half of it as a place to tap: it lies up."""
    card = player.cards[index]
    up = player.choice[1] if player.choice is not None and player.choice[0] == card else None
    halves = [{**_face(labels, god), "up": god == up} for god in card[:2]]
    x, y = _column(index % 7), 36 + index // 7 * (HELD_H + 8)
    whole = Part(
        "held", x, y, CARD, HELD_H, {"halves": halves}, labels.named_card(card), {"piece": "card", "ref": card}
    )
    return [whole, *_halves("half", [card + god for god in card[:2]], whole)]


def _halves(piece: str, refs: Sequence[str], card: Part) -> list[Part]:
    """The upper and the lower half of a card as places of their own."""
    high = card.h // 2
    return [
        Part("", card.x, card.y + high * at, card.w, high, title=card.title, marks={"piece": piece, "ref": ref})
        for at, ref in enumerate(refs)
    ]
