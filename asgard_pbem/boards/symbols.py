"""The shared symbols: runes, pictograms and seat marks of `templates/boards/symbols.svg`, by id."""

import re
from dataclasses import dataclass
from functools import cache

from django.template.loader import get_template

_SYMBOL = re.compile(r'<symbol id="(?P<id>[a-z-]+)"[^>]*>(?P<body>.*?)</symbol>', re.DOTALL)
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


def symbol(name: str) -> Symbol:
    """The symbol with this id. Raises ValueError and names it when there is none."""
    try:
        return symbols()[name]
    except KeyError:
        raise ValueError(f"no symbol {name!r} in templates/boards/symbols.svg") from None


def definitions(svg: str) -> str:
    """The `<symbol>` elements that `svg` refers to, each once, so that a picture carries no others."""
    return "".join(symbol(name).element for name in sorted(set(_USED.findall(svg))))
