"""The same board in letters, at most 72 columns wide: the same facts in the same order as the picture."""

from __future__ import annotations

from engine.core.board import seats_in_order, wrapped
from engine.core.contract import Words
from engine.core.moves import Seat
from engine.core.speech import padded
from engine.games.aesir.board.labels import Labels
from engine.games.aesir.data import GODS, NUMBER
from engine.games.aesir.view import Stack, View

SIGNS = {"alone": "*", "shared": "=", "": " "}


def text_board(view: View, words: Words) -> str:
    """The board as lines of at most 72 characters, without trailing blanks."""
    labels = Labels(words)
    lines = [labels.stage(view), labels.note(view), "", *_goals(view, labels), *_centre(view, labels), ""]
    lines += _attention(view, labels)
    for seat in _order(view):
        lines += ["", *_seat(view, labels, seat)]
    lines += _hand(view, labels)
    return "\n".join(wrapped([*lines, "", *labels.how_to_read(GODS)]))


def _order(view: View) -> list[Seat]:
    return seats_in_order(len(view.players), view.viewer)


def _goals(view: View, labels: Labels) -> list[str]:
    """One line a column: its round and its goals, `[?]` where one is closed."""
    lines = []
    for number, goals in enumerate(view.columns, 1):
        mark = ">" if number == view.column and view.stage != "over" else " "
        cells = [f"[{labels.letter(goal.god) if goal.god else '?'}] ×{goal.limit}" for goal in goals]
        lines.append(f"  {labels.goals_of(number)} {mark} {'  '.join(cells)}")
    return lines


def _centre(view: View, labels: Labels) -> list[str]:
    boxed = labels.letter(view.boxed) if view.boxed else "?"
    lines = [f"  {labels.deck}: {view.deck} · {labels.boxed}: [{boxed}]", f"  {labels.doubling_title(view)}"]
    if view.placing:
        lines.append(f"  {labels.drawn_title(view)}")
    return lines


def _attention(view: View, labels: Labels) -> list[str]:
    """Attention by seat and god; `*` marks the most, `=` a tie for it."""
    wide = 22
    lines = [" " * wide + "".join(f"{_head(view, labels, god):>5} " for god in GODS)]
    for seat in _order(view):
        cells = "".join(f"{_count(view, seat, god):>6}" for god in GODS)
        lines.append(padded(labels.numbered(seat, 17), wide) + cells)
    return lines


def _head(view: View, labels: Labels, god: str) -> str:
    """`(O)` is awake now, `O×2` a goal of this round for at most two cards."""
    letter, limit = labels.letter(god), view.goal_limit(god)
    return (f"({letter})" if god == view.god else letter) + (f"×{limit}" if limit else "")


def _count(view: View, seat: Seat, god: str) -> str:
    count = view.players[seat].attention[NUMBER[god]]
    return f"{count}{SIGNS[view.lead(seat, god)]}" if count else "."


def _seat(view: View, labels: Labels, seat: Seat) -> list[str]:
    """A seat's line, then its stacks, each card from the top; `+` marks what the last act changed."""
    lines = [labels.seat_title(view, seat)]
    lines += [_stack(view, labels, seat, stack) for stack in view.players[seat].stacks]
    return lines


def _stack(view: View, labels: Labels, seat: Seat, stack: Stack) -> str:
    mark = "+" if (seat, stack.god) in view.touched else " "
    doubled = " ×2" if stack.doubled else ""
    figure = _count(view, seat, stack.god).strip()
    return f"  {mark} {labels.letter(stack.god)} {figure}{doubled}: {' · '.join(labels.fan(stack))}"


def _hand(view: View, labels: Labels) -> list[str]:
    if view.viewer is None or not view.players[view.viewer].cards:
        return []
    player = view.players[view.viewer]
    passing = labels.passing(view)
    lines = ["", f"{labels.hand}{f' ({passing})' if passing else ''}: " + ", ".join(map(labels.card, player.cards))]
    if player.choice is not None:
        lines.append(f"  {labels.choice(*player.choice)}")
    return lines
