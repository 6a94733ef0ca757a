"""What everything does, in a line a language: for the board, for the index of the manual, for whoever asks.

`{n}` stands for the number in the data. rules.md binds.
"""

from __future__ import annotations

from engine.core.components.names import Names
from engine.games.yggdrasil.data import AREA, CLEARED, ENEMY_VALUES, RETURNED, RUNE_VALUES, SEARCHED, SQUARES

POWERS: Names = {
    "odin": {
        "en": "Draws two Enemy cards, plays one, puts the other on top of the deck or under it.",
        "ru": "Берёт две карты врагов, играет одну, вторую кладёт на колоду или под неё.",
    },
    "thor": {"en": "Adds 1 in every fight.", "ru": "В каждом бою прибавляет 1."},
    "tyr": {
        "en": "Rolls the die twice, and the better roll counts.",
        "ru": "Бросает кубик дважды и берёт лучший бросок.",
    },
    "frey": {"en": "Has four actions a turn instead of three.", "ru": "За ход у него четыре действия, а не три."},
    "freyja": {"en": "May use one world twice in her turn.", "ru": "Может за ход сходить в один мир дважды."},
    "heimdall": {
        "en": "Draws four counters when he searches, not three.",
        "ru": "При поиске тянет четыре фишки, а не три.",
    },
}  # of the gods (R11)
CARDS: Names = {
    "fenrir": {
        "en": "Fenrir rages: actions go into rolls until {n} hammers have calmed him.",
        "ru": "Фенрир в ярости: действия уходят на броски, пока молоты его не уймут, числом {n}.",
    },
    "hel": {
        "en": "Hel takes Vikings from the threatened bag to the World of the Dead: {n}.",
        "ru": "Хель уводит викингов из мешка под угрозой в Мир мёртвых: {n}.",
    },
    "jormungand": {
        "en": "Jormungand submerges the threatened island.",
        "ru": "Ёрмунганд топит остров под угрозой.",
    },
    "loki": {"en": "Loki turns up the top Giant of the pile.", "ru": "Локи открывает верхнего великана стопки."},
    "nidhogg": {
        "en": "Nidhogg draws the rearmost of the other Enemies on one space.",
        "ru": "Нидхёгг тянет на деление вперёд самого отставшего из других врагов.",
    },
    "surt": {
        "en": "Surt throws Fire Giants into the threatened bag: {n}.",
        "ru": "Сурт бросает огненных великанов в мешок под угрозой: {n}.",
    },
}  # what the card of an Enemy brings once it has advanced (R5)
ACTIONS: Names = {
    "asgard": {
        "en": "fight an Enemy; beaten, it goes back one space",
        "ru": "бой с врагом; побитый, он отступает на деление",
    },
    "midgard": {
        "en": "the Valkyries step to a neighbouring island, search, or do both; the god who searches draws {n} "
        "counters and keeps the Vikings",
        "ru": "валькирии идут на соседний остров, обыскивают или то и другое; кто обыскивает, тянет {n} фишки и берёт "
        "викингов",
    },
    "forge": {
        "en": "take an Artifact of level 1, or change your own for the next level",
        "ru": "взять артефакт уровня 1 или сменить свой на следующий уровень",
    },
    "elves": {"en": "take an Elf", "ru": "взять альва"},
    "darkness": {
        "en": "give, take or swap Vikings and Elves with another god",
        "ru": "отдать, взять или обменять викингов и альвов с другим богом",
    },
    "dead": {"en": "{n} Vikings go back into a bag", "ru": "викинги возвращаются в мешок: {n}"},
    "fire": {
        "en": "draw {n} counters from a bag: Fire Giants leave it, Vikings go back in",
        "ru": "вытянуть из мешка {n} фишек: огненные великаны уходят, викинги ложатся обратно",
    },
    "ice": {
        "en": "fight an active Giant or the top one of the pile; beaten, it gives its part of a rune",
        "ru": "бой с активным великаном или с верхним из стопки; побитый, он отдаёт часть руны",
    },
    "vanir": {
        "en": "the Vanir advances a square, or uses one that it has reached and goes back to the first",
        "ru": "ваны идут на деление вперёд или применяют пройденное и возвращаются на первое",
    },
}  # of the worlds (R8)
REWARDS: Names = {
    "sigel": {
        "en": "up to {n} Vikings leave the World of the Dead, for gods of your choice",
        "ru": "до {n} викингов уходят из Мира мёртвых к богам по вашему выбору",
    },
    "daeg": {"en": "no Enemy card in the next {n} turns", "ru": "без карт врагов, ходов: {n}"},
    "mann": {"en": "one Enemy goes back {n} spaces", "ru": "один враг отступает на {n} деления"},
    "tiwaz": {"en": "three Enemies go back a space each", "ru": "три врага отступают на деление"},
}  # of the runes, once all four of their Giants are beaten (R10)
STEPS: Names = {
    "1": {"en": "the Valkyries move to a neighbouring island", "ru": "валькирии переходят на соседний остров"},
    "2": {"en": "take {n} Vikings off the World of the Dead", "ru": "взять викингов из Мира мёртвых: {n}"},
    "3": {
        "en": "look at the top {n} Enemy cards, put them back in any order",
        "ru": "посмотреть {n} верхних карт врагов и вернуть в любом порядке",
    },
    "4": {"en": "an Enemy goes back a space", "ru": "враг отступает на деление"},
    "5": {
        "en": "a Giant of the pile is beaten without a fight; the pile is shuffled",
        "ru": "великан из стопки побит без боя; стопка тасуется",
    },
}  # of the squares of the Vanir (R8.9)
SPECIAL: Names = {
    "angry": {
        "en": "The Enemy advances two spaces instead of one; then its effect.",
        "ru": "Враг идёт вперёд на два деления, а не на одно; затем его действие.",
    },
    "ragnarok": {
        "en": "The three Enemies advance one space each, without effect.",
        "ru": "Трое врагов идут на деление вперёд, без действия.",
    },
}  # of the kinds of special cards (R4.3, R4.5)
AREAS: Names = {
    "1": {"en": "outside the wall", "ru": "перед стеной"},
    "2": {"en": "beyond the wall of Asgard", "ru": "за стеной Асгарда"},
    "3": {"en": "beyond the door of Valhalla", "ru": "за дверью Вальхаллы"},
    "4": {"en": "in Odin's Residence", "ru": "в чертоге Одина"},
}  # of the track (R4)


_REWARDED = {"sigel": "max", "daeg": "turns", "mann": "spaces", "tiwaz": "spaces"}


def power(god: str, language: str) -> str:
    """What a god can do that others cannot."""
    return _said(POWERS, god, language)


def card(enemy: str, language: str, space: int | None = None) -> str:
    """What the card of an Enemy would bring if it stood there after its advance; without a space, in each area."""
    values = ENEMY_VALUES[enemy]
    by_area = values.get("hammers_needed_by_area") or values.get("amount_by_area") or ()
    here = by_area if space is None else by_area[AREA[space] - 1 : AREA[space]]
    return _said(CARDS, enemy, language, " / ".join(map(str, here)))


def action(world: str, language: str) -> str:
    """What can be done in a world."""
    counts = {"dead": RETURNED, "fire": CLEARED, "midgard": SEARCHED}
    return _said(ACTIONS, world, language, counts.get(world))


def reward(rune: str, language: str) -> str:
    """What a rune does once it is complete."""
    return _said(REWARDS, rune, language, RUNE_VALUES[rune][_REWARDED[rune]])


def step(square: int, language: str) -> str:
    """What a square of the Vanir does."""
    effect = SQUARES[square]
    return _said(STEPS, str(square), language, effect.get("amount") or effect.get("cards"))


def area(space: int, language: str) -> str:
    """Where a space lies."""
    return _said(AREAS, str(AREA[space]), language)


def _said(table: Names, code: str, language: str, n: int | str | None = None) -> str:
    by = table[code]
    return by.get(language, by["en"]).format(n=n)
