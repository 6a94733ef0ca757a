"""Courtesy around one answer of a list: `Hi! I'd like to play 3 please`, `ok 2`, `ход 3`, `three`, `1, 2 and 5`.

A closed pattern: a line with any word that does not stand here is prose, and prose is never an answer. So is one with
two numbers that are not one list.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

# Numbers in words stand for themselves alone or beside a noun: "I take one" may mean a card. Russian has no 1 here:
# it is how Odin is called.
_WORDS: Final = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "два": 2, "три": 3, "четыре": 4, "пять": 5, "шесть": 6, "семь": 7, "восемь": 8,
    "девять": 9, "десять": 10,
}  # fmt: skip
_DIGITS = r"[0-9]{1,3}[a-z]?(?:\.[0-9]{1,3}[a-z]?){0,4}"  # a letter: a label of the game's own
_WITH = r" ?(?:-|,|\+|&) ?| (?:and|и) "  # between the two halves of a pair of columns
_CELL = rf"(?<![^\W\d])(?:[a-zа-я](?:{_WITH})?[0-9]{{1,3}}|[0-9]{{1,3}}(?:{_WITH})?[a-zа-я](?![^\W\d]))"
_SPAN = rf"{_DIGITS} ?- ?[0-9]{{1,3}}[a-z]?"  # several lines that a mail shows as one
_LIST = r"[0-9]{1,3}(?:(?: ?, ?(?:and |и )?| and | & | \+ | и )[0-9]{1,3})+"
_NUMBER = rf"(?P<answer>{_LIST}|{_CELL}|{_DIGITS})"
_HELLO = (
    r"(?:(?:hi|hello|hey|hiya|good (?:morning|day|afternoon|evening)|привет|здравствуйте|здравствуй|добрый (?:день"
    r"|вечер)|доброе утро)(?: (?:there|all|everybody|everyone|asgard|asgard pbem|всем))?[ ,.!]+)?"
)
_WELL = (
    r"(?:(?:ok|okay|well|right|all ?right|sure|so|then|yes|fine|good|great|now|ок|окей|хорошо|ладно|ну|да|так|тогда"
    r"|итак)[ ,.!:-]+){0,2}"
)
_VERB = r"(?:play|take|choose|pick|select|use|go (?:for|with)|vote for|answer)"
_WISH = (
    rf"(?:(?:please|pls|let me|let's|i) {_VERB}"
    rf"|(?:i'd like|i would like|i want|i wish|we'd like|i'd love)(?: to (?:{_VERB}|have|do))?"
    rf"|(?:i'll|i will|i shall|i am going to|i'm going to) {_VERB}|i(?:'m| am) going (?:for|with)"
    rf"|{_VERB}|move|make it|give me|please|pls|my (?:answer|choice|move|pick|number|vote)(?: is| ?[:=-])"
    r"|(?:я )?(?:выбираю|беру|хожу|играю|возьму|выберу|сыграю|сделаю|ставлю)"
    r"|(?:я )?(?:хочу|хотел бы|хотела бы)(?: (?:сыграть|взять|выбрать|сделать|походить))?"
    r"|(?:мой|моя|мое|моё) (?:ход|выбор|ответ|номер)(?: ?[:=-])?|пусть будет|давайте?|пожалуйста)[ :]+"
)
_NOUN = (
    r"(?:(?:the )?(?:option|answer|choice|number|move|line|item|variant|nr)(?: number| no\.)?(?:[ :.]+#?|#|(?=[0-9]))"
    r"|no\. ?|no(?=[0-9])|# ?"
    r"|(?:ход|вариант|ответ|номер|пункт|строк[ау]|выбор|карт[ау] номер)(?: номер)?(?:[ :.]+#?|#|(?=[0-9])))"
)
_TAIL = r"(?:[ ,.!-]+(?:please|pls|plz|thanks|thank you|thx|then|for me|пожалуйста|плиз|спасибо|тогда))*[ .!)]*"
_SIGNED = (
    r"(?:(?:[ ,.!-]+(?:thanks|thank you|thx|спасибо)| ?[,.!-]+ ?(?:cheers|best|regards|best regards|с уважением))"
    r"[ ,.!-]+(?P<name>\w+)[.!]*)?"
)
_LINE = re.compile(rf"{_HELLO}{_WELL}(?:{_WISH})?(?:{_NOUN})?{_NUMBER}{_TAIL}{_SIGNED}")
# Several lines are asked for, not played: "play 3-4" is prose, as anything with two numbers that are no list.
_SHOWN = re.compile(rf"{_HELLO}{_WELL}(?P<answer>{_SPAN}){_TAIL}{_SIGNED}")
_IN_WORDS = re.compile(rf"{_HELLO}{_WELL}(?:{_NOUN})?(?P<answer>{'|'.join(_WORDS)}){_TAIL}{_SIGNED}")
_CELLED = re.compile(r"([a-zа-я])([0-9]{1,3})|([0-9]{1,3})([a-zа-я])")
MOST = 120  # characters: whoever says more says something


def answer_in(line: str, name: str = "") -> str:
    """What of a folded line is a menu reply, if all else in it is courtesy; empty: none.

    `3`, `b7`, `7b`, `1, 2, 5`, `2a-2d`. `name`: what its writer is called, which may stand below thanks; anybody else's
    makes prose of the line.
    """
    answer, signed = signed_answer(line)
    return answer if is_own(signed, name) else ""


@lru_cache(maxsize=1024)
def signed_answer(line: str) -> tuple[str, str | None]:
    """As `answer_in`, whoever wrote it, and the name that stands below thanks; None: none does."""
    if len(line) > MOST:
        return "", None
    found = _LINE.fullmatch(line) or _IN_WORDS.fullmatch(line) or _SHOWN.fullmatch(line)
    return (_reply(found["answer"]), found["name"]) if found is not None else ("", None)


def _reply(said: str) -> str:
    if said in _WORDS:
        return str(_WORDS[said])
    glued = re.sub(r"\b(?:and|и)\b|[ ,&+-]", "", said)
    if _CELLED.fullmatch(glued):
        return glued
    if "-" in said:
        return said.replace(" ", "")
    return said if "." in said else ", ".join(re.findall(r"[0-9]+", said))


def turned(reply: str) -> str:
    """`7b` as `b7`; any other reply as it is."""
    cell = _CELLED.fullmatch(reply)
    return f"{cell[4]}{cell[3]}" if cell is not None and cell[4] else reply


def is_own(signed: str | None, name: str) -> bool:
    """Whether a line that is signed so, or not at all, is of somebody who is called `name`."""
    return signed is None or signed in re.findall(r"\w+", name.casefold())
