"""How things are called in English and Russian. In sentences and in orders alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.core.components.names import Names, called
from engine.games.yggdrasil.data import ARTIFACTS, CARD_ROWS, DATA, ENEMIES


def _named(rows: Iterable[Mapping[str, Any]], russian: Mapping[str, str]) -> Names:
    return {one["id"]: {"en": one["name"], "ru": russian[one["id"]]} for one in rows}


GODS = _named(
    DATA["gods"],
    {"odin": "Один", "thor": "Тор", "tyr": "Тюр", "frey": "Фрейр", "freyja": "Фрейя", "heimdall": "Хеймдалль"},
)
ENEMY_NAMES = _named(
    DATA["enemies"],
    {
        "fenrir": "Фенрир", "hel": "Хель", "jormungand": "Ёрмунганд", "loki": "Локи", "nidhogg": "Нидхёгг",
        "surt": "Сурт",
    },
)  # fmt: skip
ISLANDS = _named(
    DATA["islands"],
    {
        "rainbow": "Радужный остров", "white": "Белый остров", "blue": "Синий остров", "green": "Зелёный остров",
        "black": "Чёрный остров",
    },
)  # fmt: skip
SHORT: Names = {
    "rainbow": {"en": "rainbow", "ru": "радуга"},
    "white": {"en": "white", "ru": "белый"},
    "blue": {"en": "blue", "ru": "синий"},
    "green": {"en": "green", "ru": "зелёный"},
    "black": {"en": "black", "ru": "чёрный"},
}  # of islands and bags, as orders write them
WORLDS = _named(
    DATA["worlds"],
    {
        "asgard": "Асгард", "midgard": "Мидгард", "forge": "Кузница карликов", "elves": "Мир альвов",
        "darkness": "Мир тьмы", "dead": "Мир мёртвых", "fire": "Царство огня", "ice": "Ледяная крепость",
        "vanir": "Священная земля",
    },
)  # fmt: skip
GIANTS = _named(
    DATA["frost_giants"],
    {
        "hymir": "Хюмир", "skadi": "Скади", "thrym": "Трюм", "suttung": "Суттунг", "ymir": "Имир",
        "geirrod": "Гейррёд", "gialp": "Гьяльп", "greip": "Грейп", "hrungnir": "Хрунгнир", "thiazi": "Тьяци",
        "vafthrudnir": "Вафтруднир", "gilling": "Гиллинг", "angrboda": "Ангрбода", "farbauti": "Фарбаути",
        "baugi": "Бауги", "hrym": "Хрюм",
    },
)  # fmt: skip
RUNES = _named(DATA["runes"], {"sigel": "Сигель", "daeg": "Даг", "mann": "Манн", "tiwaz": "Тиваз"})
_ARTIFACTS_RU = {
    "ring": "Кольцо", "sword": "Меч", "hammer": "Молот", "horn": "Рог", "chain": "Цепь", "spear": "Копьё"
}  # fmt: skip
ARTIFACT_OF: Names = {
    enemy: {"en": code.capitalize(), "ru": _ARTIFACTS_RU[code]} for enemy, code in zip(ENEMIES, ARTIFACTS, strict=True)
}  # by the Enemy against which it helps


LEVELS: Names = {
    "introductory": {"en": "introductory", "ru": "вводный"},
    "seasoned": {"en": "seasoned", "ru": "опытный"},
    "standard": {"en": "standard", "ru": "обычный"},
    "hard": {"en": "hard", "ru": "трудный"},
    "heroic": {"en": "heroic", "ru": "героический"},
    "ragnarok": {"en": "Ragnarök", "ru": "Рагнарёк"},
    "custom": {"en": "custom", "ru": "свой"},
}
_ANGRY = {"en": "{enemy} (angry)", "ru": "{enemy} (гнев)"}
_RAGNAROK = {"en": "Ragnarök ({enemies})", "ru": "Рагнарёк ({enemies})"}


def card_name(code: str, language: str) -> str:
    """An Enemy card by what it shows."""
    row = CARD_ROWS[code]
    if "enemies" in row:
        shown = ", ".join(called(ENEMY_NAMES, one, language) for one in row["enemies"])
        return _RAGNAROK.get(language, _RAGNAROK["en"]).format(enemies=shown)
    enemy = called(ENEMY_NAMES, row["enemy"], language)
    return _ANGRY.get(language, _ANGRY["en"]).format(enemy=enemy) if row["kind"] == "angry" else enemy
