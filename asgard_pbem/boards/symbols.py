"""The shared symbols: runes, pictograms and seat marks of `templates/boards/symbols.svg`, by id."""

import re
from dataclasses import dataclass
from functools import cache

from django.template.loader import get_template

from asgard_pbem.boards.look import PAINTS, SEATS

_SYMBOL = re.compile(r'<symbol id="(?P<id>[a-z-]+)"[^>]*>(?P<body>.*?)</symbol>', re.DOTALL)
_PAINTED = re.compile(r"seat-([a-f])-([a-z]+)")
_USED = re.compile(r'href="#((?:rune|symbol|seat)-[a-z-]+)"')


@dataclass(frozen=True, slots=True)
class Symbol:
    """One `<symbol>`: the whole element, and its body for drawing it without a reference."""

    id: str
    element: str
    body: str


@cache
def symbols() -> dict[str, Symbol]:
    """Every shared symbol by its id (`rune-odin`, `symbol-seal`, `seat-a`), in the order of the file."""
    text = get_template("boards/symbols.svg").render()
    return {found["id"]: Symbol(found["id"], found[0], found["body"]) for found in _SYMBOL.finditer(text)}


@cache
def symbol(name: str) -> Symbol:
    """The symbol with this id; `seat-a-red`: a seat's mark in a colour that was chosen. Raises ValueError for none."""
    try:
        return symbols()[name] if (found := _PAINTED.fullmatch(name)) is None else _painted(name, *found.groups())
    except KeyError:
        raise ValueError(f"no symbol {name!r} in templates/boards/symbols.svg") from None


def _painted(name: str, letter: str, paint: str) -> Symbol:
    plain, was = symbols()[f"seat-{letter}"], next(one for one in SEATS if one.letter.lower() == letter)
    fill, ink = PAINTS[paint]
    body = plain.body.replace(f'"{was.colour}"', f'"{fill}"').replace(f'"{was.letter_colour}"', f'"{ink}"')
    return Symbol(name, plain.element.replace(plain.body, body).replace(f'"{plain.id}"', f'"{name}"'), body)


def definitions(svg: str) -> str:
    """The `<symbol>` elements that `svg` refers to, each once, so that a picture carries no others."""
    return "".join(symbol(name).element for name in sorted(set(_USED.findall(svg))))
