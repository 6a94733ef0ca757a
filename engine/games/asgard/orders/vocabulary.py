"""The words of the notation in English and Russian. Both are always understood; `say` picks one for writing.

Text is read folded: lower case, plain dashes; `ё` counts as `е`, accents on Latin letters count for nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from engine.core.contract import Desk, IllegalMove, Seat
from engine.core.grammar.text import bare_name
from engine.games.asgard.pieces import (
    BATTLE_SLOT,
    COLOURS,
    GODS,
    RECRUITS,
    SEALS,
    STONES,
    WORLD_SLOT,
    God,
    Recruit,
    Seal,
    Slot,
    Stone,
)

SYNTAX = "E_SYNTAX"
LONGEST = 120  # characters of an unreadable line that are said back

# English word -> Russian word. Verbs open a line, the others stand inside.
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
}  # fmt: skip
SYNONYMS = {"color": "colour", "цвета": "colour", "бои": "fight", "nothing": "none", "ничего": "none", "or": "else",
            "или": "else", "hold": "stop", "ход": "act", "предложение": "offer", "всё": "all", "в": "to"}  # fmt: skip
SLOTS: dict[Slot, str] = {"upper": "верх", "bottom": "низ", "single": "место", "temple": "храм", "asgard": "асгард"}
GOD_WORDS: dict[God, str] = {
    "freyja": "фрейя", "baldr": "бальдр", "odin": "один", "tyr": "тюр", "thor": "тор", "loki": "локи", "hel": "хель",
    "mimir": "мимир", "surtr": "сурт", "fenrir": "фенрир",
}  # fmt: skip
GOD_SYNONYMS: dict[str, God] = {
    "freya": "freyja", "freja": "freyja", "balder": "baldr", "baldur": "baldr", "tir": "tyr", "surt": "surtr",
    "суртр": "surtr", "фрея": "freyja", "бальдур": "baldr", "тир": "tyr", "хел": "hel",
}  # fmt: skip
STONE_WORDS: dict[Stone, str] = {
    "pink": "роз", "yellow": "жел", "red": "кра", "blue": "син", "green": "зел", "black": "чер", "white": "бел",
}  # fmt: skip
STONE_LETTERS: dict[str, Stone] = dict(zip("pyrbgkw", STONES, strict=True)) | dict(zip("ржксзчб", STONES, strict=True))
RECRUIT_WORDS: dict[Recruit, str] = {"white": "бел", "orange": "оран", "giant": "вел"}
RECRUIT_LETTERS: dict[str, Recruit] = dict(zip("wog", RECRUITS, strict=True)) | dict(zip("бов", RECRUITS, strict=True))
SEAL_WORDS: dict[Seal, str] = {"light": "свет", "darkness": "тьма"}
SEAL_LETTERS: dict[str, Seal] = dict(zip("ld", SEALS, strict=True)) | dict(zip("ст", SEALS, strict=True))
COLOUR_WORDS = {"red": "красный", "yellow": "желтый", "blue": "синий", "purple": "фиолетовый"}
_KEYS = {russian: english for english, russian in (WORDS | VERBS).items()} | SYNONYMS
_VERBS = {russian: english for english, russian in VERBS.items()} | SYNONYMS
_PLAIN = str.maketrans("ёýíáéóúöø", "еyiaeouoo")


def plain(text: str) -> str:
    """Folded text without comment, accents and the colons that part a head from what follows."""
    text = text.partition("#")[0].translate(_PLAIN)
    for word in ("support", "опора"):
        text = text.replace(f"{word}:", f"{word}=").replace(f"{word}= ", f"{word}=")
    return text.replace(":", " ").strip()


def verb(word: str) -> str:
    """The English verb of a first word, or nothing."""
    word = _VERBS.get(word, word)
    return word if word in VERBS else ""


def key(word: str) -> str:
    """The English form of a word inside a line; other words as they are."""
    return _KEYS.get(word, word)


def bad(text: str) -> IllegalMove:
    """The refusal for what cannot be read."""
    return IllegalMove(SYNTAX, text=text if len(text) <= LONGEST else f"{text[:LONGEST]}...")


def god(word: str) -> God:
    """Raises IllegalMove."""
    found = _god(word)
    if found is None:
        raise bad(word)
    return found


def is_god(word: str) -> bool:
    return _god(word) is not None


def _god(word: str) -> God | None:
    for name in GODS:
        if word in (name, GOD_WORDS[name]):
            return name
    return GOD_SYNONYMS.get(word)


def slot(word: str) -> Slot | None:
    """None when it names no slot."""
    return next((name for name, russian in SLOTS.items() if word in (name, russian)), None)


def stone(word: str) -> Stone:
    """A letter, the word, or its beginning of three letters or more."""
    if word in STONE_LETTERS:
        return STONE_LETTERS[word]
    for name in STONES:
        if len(word) >= 3 and (name.startswith(word) or word.startswith(STONE_WORDS[name])):
            return name
    raise bad(word)


def recruit(word: str) -> Recruit:
    """Raises IllegalMove."""
    if word in RECRUIT_LETTERS:
        return RECRUIT_LETTERS[word]
    for name in RECRUITS:
        if len(word) >= 3 and (name.startswith(word) or word.startswith(RECRUIT_WORDS[name])):
            return name
    raise bad(word)


def seal(word: str) -> Seal:
    """Raises IllegalMove."""
    if word in SEAL_LETTERS:
        return SEAL_LETTERS[word]
    for name in SEALS:
        if len(word) >= 3 and (name.startswith(word) or word.startswith(SEAL_WORDS[name])):
            return name
    raise bad(word)


def colour(word: str) -> str:
    """A player's colour. Raises IllegalMove."""
    for name, russian in COLOUR_WORDS.items():
        if len(word) >= 3 and (name.startswith(word) or word.startswith(russian[: max(3, len(russian) - 2)])):
            return name
    raise bad(word)


def player(word: str, desk: Desk) -> Seat:
    """By `p1` (`и1`) for seat 1, by colour, or by name; nobody's name is another's colour. Raises IllegalMove."""
    colours = desk.view.colours
    if len(word) == 2 and word[0] in "pи" and word[1] in "1234" and int(word[1]) <= len(colours):
        return int(word[1]) - 1
    bare = [bare_name(name).translate(_PLAIN) for name in desk.names]
    named = bare.index(word) if bare.count(word) == 1 else None  # anybody may take another's name
    try:
        number = COLOURS.index(colour(word))
    except IllegalMove:
        number = -1
    if number >= 0 and number in colours:  # a colour not yet chosen is -1
        return int(colours.index(number))
    if named is None:
        raise bad(word)
    return named


_SIDES = {"с": "l", "т": "d"}


def _latin(word: str) -> str:
    """`м3с` as `w3l`, `б3т` as `b3d`, `п3` as `v3`, `нс` as `ll`."""
    if word in ("нс", "нт"):
        return "ll" if word == "нс" else "ld"
    first = {"м": "w", "б": "b", "п": "v"}.get(word[:1], word[:1])
    return first + word[1:-1] + _SIDES.get(word[-1:], word[-1:]) if len(word) > 1 else word


def world_slot(word: str) -> str:
    """`W3L`, `LD`. Raises IllegalMove."""
    name = _latin(word).upper()
    if name not in WORLD_SLOT:
        raise bad(word)
    return name


def battle_slot(word: str, *, lenient: bool = False) -> str:
    """`B3L`; when `lenient`, `W3L` means the disc there. Raises IllegalMove."""
    name = _latin(word).upper()
    if lenient and name.startswith("W"):
        name = f"B{name[1:]}"
    if name not in BATTLE_SLOT:
        raise bad(word)
    return name


def is_place(word: str) -> bool:
    name = _latin(word).upper()
    return name in WORLD_SLOT or name in BATTLE_SLOT or (len(name) == 2 and name[0] == "V" and name[1].isdigit())


def is_named(word: str) -> bool:
    """Whether it is a whole word for a player, a recruit, or a kind of wizardry."""
    if re.fullmatch(r"p[1-4]|[a-z]+_[a-z]+", word):
        return True
    return any(word.startswith((name, russian)) for name, russian in [*COLOUR_WORDS.items(), *RECRUIT_WORDS.items()])


def victory_area(word: str) -> str:
    """`V3`. Raises IllegalMove."""
    name = _latin(word).upper()
    if len(name) != 2 or name[0] != "V" or name[1] not in "1234567":
        raise bad(word)
    return name


def tile(word: str) -> str:
    """`pl-any_stone` as `PL-any_stone`. Raises IllegalMove."""
    head, dash, tail = word.partition("-")
    if not dash or not re.fullmatch("[a-z]{1,2}", head) or not re.fullmatch(r"[a-z0-9_+]{1,20}", tail):
        raise bad(word)
    return f"{head.upper()}-{tail}"


def is_tile(word: str) -> bool:
    head, dash, tail = word.partition("-")
    return bool(dash and tail) and head in ("a", "pl", "pd")


# --- writing


def say(word: str, language: str) -> str:
    """A verb or a word of the notation in this language; verbs in capitals."""
    if word in VERBS:
        return (VERBS[word] if language == "ru" else word).upper()
    return WORDS[word] if language == "ru" else word


def said(names: Mapping[str, str], name: str, language: str) -> str:
    """A name of one of the tables above in this language."""
    return names[name] if language == "ru" else name


def letters(kind: str, name: str, language: str) -> str:
    """A stone, recruit or seal the short way."""
    tables: dict[str, tuple[Mapping[Any, str], Sequence[str], str]] = {
        "stone": (STONE_WORDS, STONES, "PYRBGKW"),
        "recruit": (RECRUIT_WORDS, RECRUITS, "wog"),
        "seal": (SEAL_WORDS, SEALS, "LD"),
    }
    russian, names, codes = tables[kind]
    return russian[name] if language == "ru" else codes[names.index(name)]


def player_name(seat: Seat, desk: Desk | None, language: str) -> str:
    """The colour, or `p1` where colours are not known."""
    if desk is None or desk.view.colours[seat] < 0:
        return f"p{seat + 1}"
    return said(COLOUR_WORDS, COLOURS[desk.view.colours[seat]], language)
