"""The words of orders, English and Russian: the first one is written, all are understood, and their beginnings."""

from __future__ import annotations

from engine.core.components.names import Names
from engine.core.grammar.lexicon import Lexicon
from engine.games.yggdrasil import names

_VERBS = {
    "god": "бог", "pick": "взять", "nidhogg": "нидхёгг", "fight": "бой", "mid": "мид", "forge": "кузница",
    "elf": "альв", "trade": "обмен", "dead": "мёртвые", "fire": "огонь", "ice": "лёд", "vanir": "ваны",
    "e": "э", "order": "порядок", "on": "на", "end": "конец", "standing": "постоянно", "plan": "план",
}  # fmt: skip
_KEYS = {
    "top": "верх", "bottom": "низ", "stay": "стоять", "search": "поиск", "give": "дать", "take": "получить",
    "avoid": "избегать", "other": "другая", "need": "нужно", "even": "поровну", "rearrange": "порядок",
    "elves": "альвы", "odin": "один", "none": "нет", "if": "если",
    "optional": "можно", "ask": "спросить", "won": "победа", "lost": "поражение", "at": "на", "active": "активен",
    "vikings": "викинги", "actions": "действия", "auto": "сразу",
}  # fmt: skip

_SHORT = {"optional": "opt"}
_ALSO: dict[str, dict[str, tuple[str, ...]]] = {  # as others spell them
    "freyja": {"en": ("Freya", "Freja"), "ru": ("Фрея",)}, "frey": {"en": ("Freyr",)}, "tyr": {"ru": ("Тир",)},
    "jormungand": {"en": ("Jormungandr",), "ru": ("Йормунганд",)}, "surt": {"en": ("Surtr",)},
    "nidhogg": {"en": ("Nidhoggr",), "ru": ("Нидхогг",)},
    "elf": {"ru": ("эльф",)}, "elves": {"ru": ("эльфы",)},
}  # fmt: skip


def _words(table: Names) -> dict[str, dict[str, tuple[str, ...]]]:
    return {
        code: {language: (said, *_ALSO.get(code, {}).get(language, ())) for language, said in by.items()}
        for code, by in table.items()
    }


def _artifacts() -> dict[str, dict[str, tuple[str, ...]]]:
    """What is forged is named by its Enemy, or by what it is."""
    return {
        code: {language: (*said, names.ARTIFACT_OF[code][language]) for language, said in by.items()}
        for code, by in _words(names.ENEMY_NAMES).items()
    }


LEXICON = Lexicon(
    {
        "verb": _words({code: {"en": code, "ru": word} for code, word in _VERBS.items()}),
        "key": _words({code: {"en": _SHORT.get(code, code), "ru": word} for code, word in _KEYS.items()}),
        "god": _words(names.GODS),
        "enemy": _words(names.ENEMY_NAMES),
        "artifact": _artifacts(),
        "island": _words(names.SHORT),
        "giant": _words(names.GIANTS),
        "rune": _words(names.RUNES),
    },
    cases=("god", "enemy", "artifact", "island", "giant", "rune"),
)
