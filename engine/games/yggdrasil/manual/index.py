"""The index, made from the data: gods, Enemies, Artifacts, runes, Giants, the squares of the Vanir, special cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.core.components.names import called
from engine.games.yggdrasil import names
from engine.games.yggdrasil.data import (
    CARD_ROWS,
    CARDS,
    ENEMIES,
    GIANT_ROWS,
    GODS,
    LEVELS,
    RUNES,
    SPECIAL,
    SQUARES,
)
from engine.games.yggdrasil.words import effects
from engine.games.yggdrasil.words.status import YggdrasilWords

Row = tuple[str, ...]
_TITLES = {
    "en": {
        "gods": "Index: the gods", "enemies": "Index: the Enemies and their cards", "special": "Index: special cards",
        "artifacts": "Index: Artifacts", "runes": "Index: runes", "giants": "Index: Frost Giants",
        "squares": "Index: squares of the Vanir",
    },
    "ru": {
        "gods": "Список: боги", "enemies": "Список: враги и их карты", "special": "Список: особые карты",
        "artifacts": "Список: артефакты", "runes": "Список: руны", "giants": "Список: ледяные великаны",
        "squares": "Список: деления ванов",
    },
}  # fmt: skip
_HEADS: dict[str, dict[str, Row]] = {
    "en": {
        "gods": ("god", "power"), "enemies": ("Enemy", "cards", "what its card does; four numbers: by area"),
        "special": ("card", "takes the place of", "what it does"),
        "artifacts": ("Artifact", "against", "levels"), "runes": ("rune", "Giants", "once all four are beaten"),
        "giants": ("Giant", "rune", "while it is active"), "squares": ("square", "what it does"),
    },
    "ru": {
        "gods": ("бог", "сила"), "enemies": ("враг", "карт", "что делает карта; четыре числа: по краям"),
        "special": ("карта", "заменяет", "что делает"),
        "artifacts": ("артефакт", "против", "уровни"), "runes": ("руна", "великаны", "когда побиты все четыре"),
        "giants": ("великан", "руна", "пока активен"), "squares": ("деление", "что делает"),
    },
}  # fmt: skip


def index(language: str) -> str:
    """A chapter with a table for each kind of thing, as Markdown."""
    known = language if language in _TITLES else "en"
    return "\n".join(line for kind, rows in _TABLES.items() for line in _chapter(known, kind, list(rows(known))))


def _chapter(language: str, kind: str, rows: list[Row]) -> Iterator[str]:
    head = _HEADS[language][kind]
    yield f"## {_TITLES[language][kind]}\n"
    for row in (head, ("---",) * len(head)):
        yield f"| {' | '.join(row)} |" if row is head else f"|{'|'.join(row)}|"
    yield from (f"| {' | '.join(row)} |" for row in rows)
    yield ""


def _gods(language: str) -> Iterator[Row]:
    yield from ((called(names.GODS, code, language), effects.power(code, language)) for code in GODS)


def _enemies(language: str) -> Iterator[Row]:
    for code in ENEMIES:
        copies = str(CARDS.count(f"normal_{code}"))
        yield called(names.ENEMY_NAMES, code, language), copies, effects.card(code, language)


def _special(language: str) -> Iterator[Row]:
    for code in SPECIAL:
        row = CARD_ROWS[code]
        texts = effects.SPECIAL[row["kind"]]
        replaced = names.card_name(row["replaces"], language)
        yield names.card_name(code, language), replaced, texts.get(language, texts["en"])


def _artifacts(language: str) -> Iterator[Row]:
    levels = ", ".join(f"+{level}" for level in LEVELS)
    for code in ENEMIES:
        yield called(names.ARTIFACT_OF, code, language), called(names.ENEMY_NAMES, code, language), levels


def _runes(language: str) -> Iterator[Row]:
    for code in RUNES:
        giants = ", ".join(called(names.GIANTS, one["id"], language) for one in GIANT_ROWS if one["rune"] == code)
        yield called(names.RUNES, code, language), giants, effects.reward(code, language)


def _giants(language: str) -> Iterator[Row]:
    words = YggdrasilWords(language)
    for one in sorted(GIANT_ROWS, key=lambda row: called(names.GIANTS, row["id"], language)):
        code = one["id"]
        rune = called(names.RUNES, one["rune"], language)
        yield called(names.GIANTS, code, language), rune, words.giants_effect(code)


def _squares(language: str) -> Iterator[Row]:
    yield from ((str(square), effects.step(square, language)) for square in SQUARES)


_TABLES: dict[str, Callable[[str], Iterator[Row]]] = {
    "gods": _gods, "enemies": _enemies, "special": _special, "artifacts": _artifacts, "runes": _runes,
    "giants": _giants, "squares": _squares,
}  # fmt: skip
