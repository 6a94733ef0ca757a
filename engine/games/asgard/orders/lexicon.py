"""The words of the notation in English and Russian. Both are always understood; the first one is written.

Words are whole: small talk begins with too many of the beginnings.
"""

from __future__ import annotations

from engine.core.grammar.lexicon import Lexicon

# English word -> Russian word, then what else is understood. Verbs open a line, the others stand inside.
VERBS = {
    "colour": "цвет", "pick": "выбрать", "recover": "вернуть", "gods": "боги", "plan": "план", "place": "поставить",
    "act": "действие", "use": "применить", "again": "еще", "end": "конец", "giver": "даритель", "offer": "предложить",
    "order": "порядок", "get": "получить", "fight": "бой", "valhalla": "вальхалла", "arm": "вооружить", "stop": "стоп",
}  # fmt: skip
WORDS = {
    "decline": "отказ", "none": "нет", "pass": "пас", "take": "взять", "swap": "обмен", "stone": "камень",
    "seal": "печать", "victory": "победа", "steal": "украсть", "from": "у", "god": "бог", "kill": "убить",
    "accept": "принять", "hear": "выслушать", "same": "прежний", "to": "на", "flip": "перевернуть", "hire": "нанять",
    "disc": "диск", "free": "даром", "move": "двинуть", "front": "себе", "pay": "плата", "recruits": "рекруты",
    "rest": "прочие", "max": "макс", "send": "послать", "if": "если", "need": "нужно", "else": "иначе", "all": "все",
    "middle": "середина", "support": "опора", "weapon": "оружие", "wizardry": "чары", "battle": "жетон",
    "skill": "умение", "recruit": "рекрут", "temple": "храм", "population": "жители", "tyr": "тюр",
    "get": "получить", "order": "порядок", "stop": "стоп",
}  # fmt: skip
SYNONYMS = {
    "colour": ("color", "цвета"), "fight": ("бои",), "none": ("nothing", "ничего"), "else": ("or", "или"),
    "stop": ("hold",), "act": ("ход",), "offer": ("предложение",), "to": ("в",),
}  # fmt: skip
SLOTS = {"upper": "верх", "bottom": "низ", "single": "место", "temple": "храм", "asgard": "асгард"}
GODS = {
    "freyja": ("фрейя", "фрея", "freya", "freja"), "baldr": ("бальдр", "бальдур", "balder", "baldur"),
    "odin": ("один",), "tyr": ("тюр", "тир", "tir"), "thor": ("тор",), "loki": ("локи",), "hel": ("хель", "хел"),
    "mimir": ("мимир",), "surtr": ("сурт", "суртр", "surt"), "fenrir": ("фенрир",),
}  # fmt: skip

LEXICON = Lexicon(
    {
        "verb": {
            code: {"en": code.upper(), "ru": (russian.upper(), *SYNONYMS.get(code, ()))}
            for code, russian in VERBS.items()
        },
        "key": {code: {"en": code, "ru": (russian, *SYNONYMS.get(code, ()))} for code, russian in WORDS.items()},
        "slot": {code: {"en": code, "ru": russian} for code, russian in SLOTS.items()},
        "god": {code: {"en": code, "ru": words} for code, words in GODS.items()},
    },
    prefixes=False,
    cases=("god", "slot"),
)
