"""The words of orders, English and Russian: the first one is written, all are understood, and their beginnings."""

from __future__ import annotations

from engine.core.grammar.lexicon import Lexicon
from engine.games.asgards_chosen.data import TERRAINS, names

_VERBS = {
    "tile": "плитка", "town": "город", "item": "предмет", "hero": "герой", "god": "бог", "appease": "умилостивить",
    "charm": "чары", "done": "готово", "move": "идти", "attack": "атака", "pass": "пас", "play": "сыграть",
    "berserk": "берсерк", "use": "применить", "enough": "хватит", "decline": "отказ", "late": "вдогонку",
    "block": "отразить", "no": "нет", "shift": "снять", "retreat": "отступить", "standup": "встать", "target": "цель",
    "muster": "набор", "add": "добавить", "ring": "кольцо", "event": "событие", "renew": "обновить",
    "drop": "сбросить", "choose": "выбрать", "defend": "защита", "keep": "беречь", "stop": "стоп",
}  # fmt: skip
_KEYS = {
    "at": "в", "take": "взять", "from": "из", "to": "в", "pay": "плата", "top": "сверху", "with": "с",
    "favor": "милость", "open": "открыто", "draw": "карта", "none": "ничего", "discard": "сброс", "sac": "жертва",
    "banish": "изгнать", "withhold": "придержать", "remove": "убрать", "give": "отдать", "bury": "похоронить",
    "copy": "повторить", "move": "перевести", "retreat": "увести", "on": "на", "waive": "без", "item": "предмет",
    "then": "потом", "ask": "спросить", "until": "пока", "win": "победа", "lead": "перевес", "all": "всё",
    "short": "иначе", "max": "максимум", "decline": "отказ", "hero": "герой", "last": "последний", "any": "любая",
    "if": "если", "losing": "проигрыш", "flips": "перелом", "always": "всегда", "never": "никогда", "stop": "стоп",
    "militia": "ополчение", "best": "лучшее", "worst": "худшее", "auto": "авто", "gods": "боги", "met": "можно",
    "after": "после", "new": "новое", "enchanted": "чары", "else": "другого",
}  # fmt: skip
_ALSO = {"enough": ("none",), "done": ("end",), "standup": ("stand",)}
_KEYS_RU = {
    "none": ("ничего", "нет", "нечего"), "discard": ("сброс", "сбросить"), "pay": ("плата", "платить", "заплатить"),
    "decline": ("отказ", "отказаться"),
}  # fmt: skip
_ALSO_RU = {  # among them what the lists say: `напасть: герой (М)`
    "enough": ("ничего",), "retreat": ("отход",), "charm": ("чара",), "keep": ("оставить",), "play": ("играть",),
    "attack": ("атаковать", "напасть", "нападение"), "decline": ("отказаться",), "muster": ("набрать",),
    "defend": ("защищать", "защищаться"), "pass": ("пасовать", "пасую"),
}  # fmt: skip


def _keys() -> dict[str, dict[str, str | tuple[str, ...]]]:
    """Russian `в` is both `at` and `to`; it is understood as the latter, for at a hero's placing either will do."""
    found: dict[str, dict[str, str | tuple[str, ...]]] = {}
    for code, word in _KEYS.items():
        english = ("none", "nothing") if code == "none" else code
        found[code] = {"en": english} if code == "at" else {"en": english, "ru": _KEYS_RU.get(code, word)}
    return found


def _cards() -> dict[str, dict[str, tuple[str, ...]]]:
    plain = {code: (name, name.replace(" ", "_")) for code, name in names.PLAIN.items()}
    return {code: {"en": (by["en"], *plain[code]), "ru": (by["ru"],)} for code, by in names.CARDS.items()}


LEXICON = Lexicon(
    {
        "verb": {
            code: {"en": (code, *_ALSO.get(code, ())), "ru": (word, *_ALSO_RU.get(code, ()))}
            for code, word in _VERBS.items()
        },
        "key": _keys(),
        "card": _cards(),
        "hero": {"F": {"en": ("F", "woman", "female", "heroine"), "ru": ("Ж", "женщина", "героиня")},
                 "M": {"en": ("M", "man", "male", "hero"), "ru": ("М", "мужчина", "герой", "героя", "героем")}},
        "direction": {code: dict(by) for code, by in names.DIRECTIONS.items()},
        "terrain": {code: dict(names.KIND_NAMES[code]) for code in TERRAINS},
        "corner": {code: dict(by) for code, by in names.CORNERS.items()},
    },
    cases=("card", "hero"),
)  # fmt: skip
