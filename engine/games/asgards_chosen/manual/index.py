"""The index, made from the data: every card by its deck, every kind of territory, every word of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.games.asgards_chosen.data import DESIGNS, KINDS, NAME, TERRAINS, Design
from engine.games.asgards_chosen.words import gods, terms
from engine.games.asgards_chosen.words.status import ChosenWords

Row = tuple[str, ...]
_TITLES = {
    "en": {
        "gods": "Card index: gods, favors and what appeases them", "creatures1": "Card index: creatures of deck 1",
        "creatures2": "Card index: creatures of deck 2", "town": "Card index: town items",
        "enchanted": "Card index: enchanted items", "events": "Card index: events",
        "lands": "Index: territories", "terms": "Index: words of the game",
    },
    "ru": {
        "gods": "Список карт: боги, милости и чем их умилостивить", "creatures1": "Список карт: существа колоды 1",
        "creatures2": "Список карт: существа колоды 2", "town": "Список карт: городские предметы",
        "enchanted": "Список карт: зачарованные предметы", "events": "Список карт: события",
        "lands": "Список: территории", "terms": "Список: слова игры",
    },
}  # fmt: skip
_CREATURE_HEADS: dict[str, Row] = {
    "en": ("creature", "terrain", "power", "cost", "cards", "what it does"),
    "ru": ("существо", "местность", "сила", "цена", "карт", "что делает"),
}
_ITEM_HEADS: dict[str, Row] = {
    "en": ("item", "deck", "cost", "what it does"), "ru": ("предмет", "колода", "цена", "что делает"),
}  # fmt: skip
_HEADS: dict[str, dict[str, Row]] = {
    "en": {
        "gods": ("god", "favor", "what appeases it"), "creatures1": _CREATURE_HEADS["en"],
        "creatures2": _CREATURE_HEADS["en"], "town": _ITEM_HEADS["en"], "enchanted": _ITEM_HEADS["en"],
        "events": ("event", "deck", "what it does", "attacks, alone and together"),
        "lands": ("territory", "what it is"), "terms": ("word", "what it means"),
    },
    "ru": {
        "gods": ("бог", "милость", "чем умилостивить"), "creatures1": _CREATURE_HEADS["ru"],
        "creatures2": _CREATURE_HEADS["ru"], "town": _ITEM_HEADS["ru"], "enchanted": _ITEM_HEADS["ru"],
        "events": ("событие", "колода", "что делает", "нападает, если врага нет за столом"),
        "lands": ("территория", "что это"), "terms": ("слово", "что значит"),
    },
}  # fmt: skip


def index(language: str) -> str:
    """A chapter with a table for each kind of thing, as Markdown."""
    known = language if language in _TITLES else "en"
    words = ChosenWords(known)
    return "\n".join(line for kind, rows in _TABLES.items() for line in _chapter(known, kind, list(rows(words))))


def _chapter(language: str, kind: str, rows: list[Row]) -> Iterator[str]:
    head = _HEADS[language][kind]
    yield f"## {_TITLES[language][kind]}\n"
    yield f"| {' | '.join(head)} |"
    yield f"|{'|'.join(('---',) * len(head))}|"
    yield from (f"| {' | '.join(row)} |" for row in rows)
    yield ""


def _gods(words: ChosenWords) -> Iterator[Row]:
    for code, one in _of("god"):
        favor, demand = gods.favor(code, words.language), gods.demand(code, words.language)
        when = (words.phase(phase) for phase in (one.effect["phase"], one.appease["phase"]))
        first, second = when
        yield words.card(code), f"{first}: {favor}", f"{second}: {demand}."


def _creatures(deck: int) -> Callable[[ChosenWords], Iterator[Row]]:
    def rows(words: ChosenWords) -> Iterator[Row]:
        for code, one in _of("creature"):
            if one.deck == deck:
                power, copies = f"{one.power} +{one.bonus}", str(NAME.count(code))
                yield (
                    words.card(code),
                    words.kind(TERRAINS[one.terrain]),
                    power,
                    str(one.cost),
                    copies,
                    words.does(code),
                )

    return rows


def _items(kind: str) -> Callable[[ChosenWords], Iterator[Row]]:
    def rows(words: ChosenWords) -> Iterator[Row]:
        for code, one in _of("item"):
            if one.kind == kind:
                yield words.card(code), str(one.deck), str(one.cost), words.does(code)

    return rows


def _events(words: ChosenWords) -> Iterator[Row]:
    yield from ((words.card(code), str(one.deck), words.does(code), words.raids(code)) for code, one in _of("event"))


def _lands(words: ChosenWords) -> Iterator[Row]:
    yield from ((words.kind(kind), terms.land(kind, words.language)) for kind in KINDS)


def _terms(words: ChosenWords) -> Iterator[Row]:
    yield from (terms.term(word, words.language) for word in terms.TERMS)


def _of(sort: str) -> Iterator[tuple[str, Design]]:
    yield from ((code, one) for code, one in DESIGNS.items() if one.sort == sort)


_TABLES: dict[str, Callable[[ChosenWords], Iterator[Row]]] = {
    "gods": _gods, "creatures1": _creatures(1), "creatures2": _creatures(2), "town": _items("town"),
    "enchanted": _items("enchanted"), "events": _events, "lands": _lands, "terms": _terms,
}  # fmt: skip
