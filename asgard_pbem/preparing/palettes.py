"""The colours of boards in mails: `python -m asgard_pbem.preparing.palettes KEY ...` chooses them (no key: for all).

From boards of a game that chance plays to its end, as each seat sees it: first the colours of the look, then what
lies flat in many boards, then what the edges of letters and figures need most. To be run again when a game's templates
get other grounds; `tests/web/look/test_look_palettes.py` says so.
"""

from __future__ import annotations

import os
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

import django
from PIL import Image

from asgard_pbem.boards.look import PAINTS, SEATS, Theme, tokens
from asgard_pbem.boards.pixels.packing import LIMIT_BYTES, packed
from asgard_pbem.boards.pixels.painting import board_picture
from asgard_pbem.boards.pixels.palette import CELL, Colour, Palette
from engine.core.board import Layout
from engine.core.chance import SeededChance
from engine.core.contract import Game
from engine.table.registry import game as find_game
from engine.table.registry import games

HOME: Final = Path(__file__).resolve().parents[2] / "templates"
THEME: Final[Theme] = "light"  # that of mails
EVERY: Final = 7  # moves from one board to the next
BOARDS: Final = 80  # of a game at most
MOVES: Final = 1500  # of a game at most
CHOICES: Final = 30  # of a menu: enough for variety, however long it is
NAMES: Final = ("Astrid", "Бьорн", "Eir", "Лейф", "Runa", "Ульф")
FLAT_SHARE: Final = 2_000  # a colour of one pixel in so many lies flat
ROUNDS: Final = 8  # of Pillow's k-means
SIZES: Final = (256, 128, 96, 64)  # colours
TOO_LARGE: Final = 20  # one board of so many may be, and is then painted in fewer colours
FULL: Final = 0.98  # of the limit: block by block a picture packs a little worse


def written(key: str) -> str:
    """The colours of a game, a line each: as many as leave nearly all of its boards small enough for a mail.

    Raises UnknownRules.
    """
    boards = list(islice(pictures(find_game(key)), BOARDS))
    chosen = next(one for many in SIZES if (one := colours(boards, many)) and (many == SIZES[-1] or _fit(boards, one)))
    return "".join(f"{bytes(one).hex().upper()}\n" for one in chosen)


def _fit(boards: list[Image.Image], chosen: list[Colour]) -> bool:
    palette = Palette(chosen)
    large = sum(len(packed(palette.painted(one))) > FULL * LIMIT_BYTES for one in boards)
    return large * TOO_LARGE <= len(boards)


def pictures(game: Game[Any]) -> Iterator[Image.Image]:
    """Boards along a game at its most players, moved by chance, as a mail shows them to one seat after another."""
    rules, rng, chance = game.rules, random.Random(1), SeededChance(bytes(32))  # noqa: S311 - pictures, not a game
    seats = rules.seats_with(rules.Options())[-1]
    words = game.words("en", NAMES[:seats])
    state, _ = rules.setup(rules.Options(), seats, chance)
    for number in range(MOVES):
        waiting = [one for one in rules.decisions(state) if one.waits]
        if number % EVERY == 0 or not waiting:
            yield board_picture(
                game.key, game.draw(rules.view(state, number // EVERY % seats), words), THEME, Layout.PORTRAIT, 1
            )
        if not waiting:
            return
        one = rng.choice(waiting)
        choices = [move for _, _, move in islice(rules.menu(state, one).leaves(), CHOICES)]
        rules.apply(state, one.seat, rng.choice(choices), chance)


def colours(boards: Iterable[Image.Image], many: int) -> list[Colour]:
    """At most `many` colours for such pictures (RGB)."""
    flat, mixed = Counter[Any](), Counter[Any]()
    for board in boards:
        less = board.resize((board.width // 2, board.height // 2), Image.Resampling.NEAREST)
        pixels = less.width * less.height
        found = [(colour, count) for count, colour in less.getcolors(pixels) or ()]
        mixed.update(dict(found))
        flat.update({colour: count for colour, count in found if count * FLAT_SHARE >= pixels})
    kept = _apart([*(one for one in look() if one in mixed), *(one for one, _ in flat.most_common())])[: 2 * many // 3]
    rest = [one for one, count in mixed.items() if one not in flat for _ in range(round(count**0.5))]
    row = Image.new("RGB", (len(rest), 1))
    row.putdata(rest)
    edges = row.quantize(many - len(kept), Image.Quantize.MEDIANCUT, kmeans=ROUNDS).getpalette() or []
    return _apart([*kept, *zip(edges[::3], edges[1::3], edges[2::3], strict=True)])


def look() -> list[Colour]:
    """The colours of the look: of grounds and inks, of the seats and what they may choose."""
    seats = [one for mark in SEATS for one in (mark.colour, mark.letter_colour)]
    names = [*tokens(THEME).values(), *seats, *(one for pair in PAINTS.values() for one in pair)]
    return [(red, green, blue) for red, green, blue in (bytes.fromhex(one[1:]) for one in names)]


def _apart(found: Iterable[Colour]) -> list[Colour]:
    """Of colours that `Palette` could not tell apart the first one."""
    cells = dict[tuple[int, ...], Colour]()
    for one in found:
        cells.setdefault(tuple(channel // CELL for channel in one), one)
    return list(cells.values())


def main(keys: list[str]) -> None:
    """Write the file of each game."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "asgard_pbem.settings")
    django.setup()

    for key in keys or sorted(games()):
        path = (games()[key].templates or HOME) / "boards" / "palettes" / f"{key}.{THEME}.txt"
        path.parent.mkdir(exist_ok=True)
        path.write_text(written(key), encoding="ascii")
        sys.stdout.write(f"{path}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
