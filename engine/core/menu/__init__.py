"""Menus: the legal answers to a decision, numbered in a canonical order.

`Lines` is a list, whose lines answer or lead on; `Columns` are the independent parts of one move (`b7`); `Pick` is any
number of lines between two (`1 4 5`), `Share` an amount for each line (`1=5 3=2`), `Arrange` all lines in a new order
(`2 1 3`). All are one protocol, `Menu`, and lazy: a menu of millions of answers costs nothing until it is asked.
"""

from engine.core.menu.base import (
    GROUP,
    LABEL,
    NOTHING,
    NUMBER,
    PATH,
    REPLY,
    Form,
    Leaf,
    Menu,
    Option,
    is_numbers,
    lines_of,
)
from engine.core.menu.folding import LONG
from engine.core.menu.lists import (
    ENDS,
    LETTER,
    MANY,
    MOST_PREFERENCES,
    Columns,
    Lines,
    letter,
    letter_index,
    only_behind,
)
from engine.core.menu.several import ARRANGE, PICK, SEVERAL, SHARE, Arrange, Pick, Share

WHOLE = frozenset({SEVERAL, PICK, SHARE, ARRANGE})  # said where all lines are answered together
REFUSALS = frozenset({NUMBER, GROUP, LETTER, MANY, ENDS}) | WHOLE  # codes of `Menu.wrong`

__all__ = [
    "GROUP",
    "LABEL",
    "LONG",
    "MOST_PREFERENCES",
    "NOTHING",
    "PATH",
    "PICK",
    "REFUSALS",
    "REPLY",
    "SEVERAL",
    "SHARE",
    "WHOLE",
    "Arrange",
    "Columns",
    "Form",
    "Leaf",
    "Lines",
    "Menu",
    "Option",
    "Pick",
    "Share",
    "is_numbers",
    "letter",
    "letter_index",
    "lines_of",
    "only_behind",
]
