"""The words of orders in English and Russian: both are always understood, the first one is written."""

from __future__ import annotations

from engine.core.components.names import Names
from engine.core.grammar.lexicon import Lexicon
from engine.games.blood_rage.data import SLOTS
from engine.games.blood_rage.words import names

_VERBS = {
    "draft": "драфт", "invade": "вторжение", "valhalla": "вальхалла", "march": "марш", "upgrade": "усиление",
    "quest": "поход", "pillage": "грабёж", "repillage": "снова", "sacrifice": "жертва", "pass": "пас", "call": "зов",
    "card": "карта", "late": "поздно", "tide": "прилив", "protect": "защита", "volur": "вёльва",
    "prowess": "доблесть", "stat": "черта", "stats": "черты", "hammers": "молоты", "blessing": "благословение",
    "keep": "оставить", "then": "затем", "withdraw": "отозвать", "battle": "битва",
}  # fmt: skip
_ALSO = {"stat": ("raise", "поднять", "черту"), "quest": ("commit", "выложить", "выкладываю"), "then": ("потом",),
         "pass": ("пасовать",), "draft": ("take", "pick", "взять", "беру"), "march": ("move",),
         "upgrade": ("play", "сыграть"), "invade": ("вторгнуться", "вторгаюсь"),
         "pillage": ("грабить", "разграбить", "граблю")}  # fmt: skip
_KEYS = {
    "succor": "подмога", "pillage": "грабёж", "none": "нет", "pass": "пас", "never": "никогда",
    "rank": "ряд", "if": "если", "and": "и", "wins": "победа", "always": "всегда", "contested": "спор",
    "behind": "отстаю", "reply": "ответ", "max": "макс", "unpillaged": "цела", "pillaged": "разграблена",
    "rage": "ярость", "empty": "пусто", "foe": "враг", "any": "любая",
}  # fmt: skip
_KEYS_ALSO = {"none": ("nothing", "nobody", "ничего", "никого", "никто")}


def _named(table: Names) -> dict[str, dict[str, tuple[str, ...]]]:
    """Things that are written by their codes and understood by their names as well."""
    return {code: {"en": (code, by["en"]), "ru": (code, by["ru"])} for code, by in table.items()}


def _cards() -> dict[str, dict[str, tuple[str, ...]]]:
    """The Age of a quest is a Roman number; people type it as one of ours, too."""
    ages = {"I": "1", "II": "2", "III": "3"}
    found = _named(names.CARDS)
    for code, by in found.items():
        for language, (_, title) in by.items():
            name, _, age = title.rpartition(" ")
            if age in ages:
                found[code] = found[code] | {language: (code, title, f"{name} {ages[age]}")}
    return found


def _figures() -> dict[str, dict[str, tuple[str, ...]]]:
    """Figures have Russian letters of their own: В, К and the like would be other Latin ones."""
    found = _named(names.FIGURES)
    return found | {"W": {"en": ("W", "Warrior", "Warriors"), "ru": ("W", "Воин", "Воины")}}


LEXICON = Lexicon(
    {
        "verb": {code: {"en": code, "ru": (word, *_ALSO.get(code, ()))} for code, word in _VERBS.items()},
        "key": {code: {"en": code, "ru": (word, *_KEYS_ALSO.get(code, ()))} for code, word in _KEYS.items()},
        "card": _cards(),
        "figure": _figures(),
        "place": _named(names.PLACES),
        "stat": {code: {"en": code, "ru": by["ru"].casefold()} for code, by in names.STATS.items()},
        "word": {"yes": {"en": ("yes", "y"), "ru": "да"}, "no": {"en": ("no", "n"), "ru": "нет"}},
        "link": {"to": {"en": ("to", "in", "into"), "ru": ("в", "на")}, "from": {"en": "from", "ru": ("из", "с")}},
        "slot": {slot: {"en": slot} for slot in SLOTS},
    },
    prefixes=False,
    cases=("figure", "place", "stat", "card"),
)
