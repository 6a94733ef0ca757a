"""The card index: every design with its number, the Ages in which it is dealt, and what it does."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.components.names import called
from engine.games.blood_rage.board.labels import ROMAN, plus_of, price
from engine.games.blood_rage.data import AGE_OF, BY_CODE, CODE, LEAST_SEATS, Design
from engine.games.blood_rage.words.effects import EFFECTS
from engine.games.blood_rage.words.names import CARDS

# Chapters in the order in which cards are met: (title, what the number is, kinds).
CHAPTERS = {
    "en": (
        ("Card index: battle cards", "strength", ("battle",)),
        ("Card index: quests", "Glory", ("quest",)),
        ("Card index: leader, warrior and ship upgrades", "Rage", ("leader", "warrior", "ship")),
        ("Card index: monsters", "Rage / strength", ("monster",)),
        ("Card index: clan upgrades", "Rage", ("clan",)),
    ),
    "ru": (
        ("Список карт: боевые карты", "сила", ("battle",)),
        ("Список карт: походы", "слава", ("quest",)),
        ("Список карт: усиления вождя, воинов и корабля", "ярость", ("leader", "warrior", "ship")),
        ("Список карт: чудовища", "ярость / сила", ("monster",)),
        ("Список карт: усиления клана", "ярость", ("clan",)),
    ),
}
COLUMNS = {"en": ("code", "card", "Ages", "what it does"), "ru": ("код", "карта", "эпохи", "что делает")}


def index(language: str) -> str:
    """A chapter with a table for each kind of card, as Markdown."""
    return "\n".join(line for title, unit, kinds in CHAPTERS.get(language, CHAPTERS["en"])
                     for line in _chapter(language, title, unit, kinds))  # fmt: skip


def _chapter(language: str, title: str, unit: str, kinds: tuple[str, ...]) -> Iterator[str]:
    code, card, ages, effect = COLUMNS.get(language, COLUMNS["en"])
    yield f"## {title}\n"
    yield f"| {code} | {card} | {unit} | {ages} | {effect} |"
    yield "|---|---|---|---|---|"
    for kind in kinds:
        for one in (design for design in BY_CODE.values() if design.kind == kind):
            name, does = called(CARDS, one.code, language), called(EFFECTS, one.code, language)
            yield f"| {one.code} | {name} | {_number(one)} | {ages_of(one.code)} | {does} |"
    yield ""


def _number(design: Design) -> str:
    """The +STR of a battle card, the Glory of a quest, what an upgrade costs."""
    if design.kind == "monster":
        return f"{price(design)} / {design.strength}"
    if design.kind == "battle":
        return f"+{plus_of(design)}"
    return str(design.glory if design.kind == "quest" else price(design))


def ages_of(code: str) -> str:
    """Every copy by its Age, with the least number of players where that is more than two: `I, I (3+), III`."""
    copies = sorted((AGE_OF[card], LEAST_SEATS[card]) for card, one in enumerate(CODE) if one == code)
    return ", ".join(ROMAN[age - 1] + (f" ({least}+)" if least > 2 else "") for age, least in copies)
