"""Courtesy around one answer of a list: `Hi! I'd like to play 3 please`, `ok 2`, `3 it is`, `ход 3`, `the third`.

A closed pattern: a line with any word that does not stand here is prose, and prose is never an answer. So is one with
two numbers that are not one list.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from engine.core.grammar import ordinals
from engine.core.grammar.text import THANKING

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
_LIST = r"#?[0-9]{1,3}(?:(?: ?, ?(?:and |и )?| and | & | \+ | и | )#?[0-9]{1,3})+"
_NUMBER = rf"(?P<answer>{_LIST}|{_CELL}|{_DIGITS})"
_LATE = (  # no other excuse: "sorry, 3" and "oops, 3" take back what was answered to another question
    r"(?:(?:i'm |i am )?(?:so |very )?sorry for (?:the (?:long )?(?:delay|wait|silence)|being late"
    r"|(?:my )?late (?:reply|answer))"
    r"|(?:извините|извини|простите|прости|сорри) за (?:задержку|опоздание|ожидание|долгое молчание)"
    r"|(?:извините|извини|простите|прости),? что (?:так )?(?:долго|поздно|задержался|задержалась))"
)
_HELLO = (
    r"(?:(?:hi|hello|hey|hiya|good (?:morning|day|afternoon|evening)|привет|здравствуйте|здравствуй|добрый (?:день"
    r"|вечер)|доброе утро|доброго (?:дня|времени суток)|приветствую|всем привет)"
    r"(?: (?:there|all|everybody|everyone|guys|folks|asgard|asgard pbem|всем|ребята|друзья))?[ ,.!]+)?"
    rf"(?:(?:thanks|thank you|спасибо|{_LATE})[,.!:-]+ ?)?"
)
_WELL = (
    r"(?:(?:ok|okay|well|right|all ?right|alright|sure|so|then|yes|yep|yeah|yup|fine|good|great|now|definitely|just"
    r"|of course|in that case|просто|ок|окей|хорошо|ладно|ну|да|так|тогда|итак|конечно|определ[её]нно|однозначно"
    r"|значит|в таком случае)[ ,.!:-]+){0,2}"
)
# Who is asked and says what they think has chosen; "I guess", "maybe" and "наверное" have not.
_THINKING = r"(?:(?:i think(?: that)?|(?:я )?думаю(?:,? что)?|по-моему|пожалуй)[ ,:]+)?"
_VERB = r"(?:play|take|choose|pick|select|use|try|go (?:for|with)|opt for|vote(?: for)?|answer)"
_DOING = r"(?:playing|taking|choosing|picking|selecting|trying|going (?:for|with)|voting for)"
_NAMED = r"(?:answer|choice|pick|vote|reply)"  # what one calls an answer without saying whose
_WISH = (
    rf"(?:(?:please|pls|let me|let'?s|(?:i|we)(?:'d| would)?) {_VERB}|(?:let'?s|please|pls) (?:do|have)"
    rf"|(?:i|we)'ll (?:do|have)|i prefer|i(?:'m| am) for|gimme|let it be|do"
    rf"|(?:(?:i|we)'d like|(?:i|we) would like|(?:i|we) want|i wish|(?:i|we)'d love)(?: to (?:{_VERB}|have|do))?"
    rf"|(?:i|we)(?:'ll| will| shall|(?:'m| am|'re| are) (?:going to|gonna)) {_VERB}|(?:i'm )?gonna {_VERB}"
    rf"|(?:i|we)(?:'ve| have) (?:chosen|picked|decided on)|(?:(?:i'm|i am|we're|we are) )?{_DOING}"
    rf"|{_VERB}|move|make (?:it|that)|give me|please|pls|(?:my|our) (?:{_NAMED}|move)"
    rf"|(?:(?:my|our|the) )?(?:final )?{_NAMED}(?: is| ?[:=-])|(?:my|our) (?:move|number|turn)(?: is| ?[:=-])"
    r"|(?:(?:я|мы) )?(?:выбираю|выбираем|беру|бер[её]м|хожу|играю|играем|возьму(?:-ка)?|возьм[её]м|предпочту"
    r"|выберу|выберем|сыграю|сыграем|сделаю|отвечаю|попробую|попробуем|голосую за|остановлюсь на|остановимся на"
    r"|пойду с|пойд[её]м с|делаю|делаем|предпочитаю)|я за"
    r"|(?:я |мы )?решил[аи]?(?: (?:взять|сыграть|выбрать)| ?[:=-])"
    r"|(?:я|мы) бы (?:взял|выбрал|сыграл|предпоч[её]л|предпочл)[аи]?"
    r"|(?:я )?(?:хочу|хотел бы|хотела бы)(?: (?:сыграть|взять|выбрать|сделать|походить))?"
    r"|(?:мой|моя|мое|моё) (?:ход|выбор|ответ|номер)(?: ?[:=-])?|(?:выбор|ответ) ?[:=-]"
    r"|(?:пусть|пускай)(?: тогда)?(?: будет)?|давай(?:те)?(?: тогда)?(?: (?:возьм[её]м|выберем|сыграем|попробуем))?"
    r"|пожалуйста)[ :]+"
)
# Some of them may be of a turn, a warrior or who goes when: `move the third one`, `my move is the second`, `хожу
# второй`.
_CHOOSING = (
    rf"(?!(?:move|use|хочу|хожу|играю|играем|сыграю|сделаю)\b|(?:my|our|мой) (?:move|number|ход|номер)\b){_WISH}"
)
_NOUN = (
    r"(?:(?:the )?(?:(?:option|opt\.?|choice|number|num\.?|move|line|item|variant|nr)(?: number| no\.?)?"
    r"|(?:answer|reply)(?: number| no\.)?)(?:[ :.]+#? ?|#|(?=[0-9]))"
    r"|no\. ?|no(?=[0-9])|# ?|п\. ?|n(?:\. ?|° ?| )|вар(?:\. ?| )|(?:вариант )?под номером "
    r"|(?:(?:options|numbers|choices|items|lines|cards|nos\.|варианты|номера|пункты|строки|карты) )(?=[#0-9]+(?:,| ))"
    r"|(?:ход|вариант|ответ|номер|пункт|опци[яю]|строк[ау]|выбор|цифр[ау]|карт[ау] номер)(?: номер)?"
    r"(?:[ :.]+#? ?|#|(?=[0-9])))"
)
_THANKS = rf"(?:{'|'.join(THANKING)}|ty|tyvm)"
_SETTLED = (
    r"(?:it is|i think|(?:я )?думаю|пожалуй|then|will do|for (?:me|us)|again|as usual"
    r"|(?:is|-) (?:my|our) (?:choice|answer|pick|vote|move)|(?:мой|наш) (?:выбор|ответ|ход)"
    r"|опять|снова|как обычно|пойд[её]т|годится|вар(?:иант)?|номер|пункт|тогда|давай(?:те)?|беру|выбираю|возьму"
    r"|сойд[её]т|подойд[её]т)"
)
_LUCK = (
    r"(?:good luck(?:(?: to)? (?:all|you|everybody|everyone))?|gl|glhf|have fun(?: all| everybody| everyone)?"
    r"|удачи(?: всем)?|всем удачи)"
)
_TAIL = rf"(?:[ ,.!-]+(?:{_THANKS}|{_SETTLED}|{_LUCK}|{_LATE}))*[ .!)]*"
_SIGNED = (
    r"(?: ?[,.!-]+ ?(?:cheers|regards|best regards|с уважением)[.!]*|(?:[ ,.!-]+(?:thanks|thank you|thx|спасибо)"
    r"| ?[,.!-]+ ?(?:cheers|best|regards|best regards|с уважением))[ ,.!-]+(?P<name>\w+)[.!]*"
    r"|(?:,| -{1,2}| /{1,2}) ?(?P<signed>[^\W\d_]+)[.!]*)?"
)
_LINE = re.compile(rf"{_HELLO}{_WELL}{_THINKING}(?:{_WISH})?(?:{_NOUN})?{_NUMBER}{_TAIL}{_SIGNED}")
# Several lines are asked for, not played: "play 3-4" is prose, as anything with two numbers that are no list.
_SHOWN = re.compile(rf"{_HELLO}{_WELL}(?P<answer>{_SPAN}){_TAIL}{_SIGNED}")
_IN_WORDS = re.compile(rf"{_HELLO}{_WELL}(?:{_NOUN})?(?P<answer>{'|'.join(_WORDS)}){_TAIL}{_SIGNED}")
_BY_PLACE = re.compile(rf"{_HELLO}{_WELL}{_THINKING}(?:{_CHOOSING})?(?P<answer>{ordinals.PLACE}){_TAIL}{_SIGNED}")
_BARE = re.compile(r"[0-9]+(?: [0-9]+)+")  # without a word around them numbers are what the list makes of them
_CELLED = re.compile(r"([a-zа-я])([0-9]{1,3})|([0-9]{1,3})([a-zа-я])")
MOST = 120  # characters: whoever says more says something


class Said(NamedTuple):
    """What a line says, whoever wrote it."""

    answer: str  # a menu reply (`3`, `b7`, `7b`, `1, 2, 5`, `2a-2d`), if all else in the line is courtesy; empty: none
    name: str | None = None  # that stands below thanks; of anybody but its writer (`is_own`) it makes prose of the line
    by_place: bool = False  # it is the number of a line that is named by its place in the list: `the third`


@lru_cache(maxsize=1024)
def signed_answer(line: str) -> Said:
    """Of a folded line; one that is prose has no answer."""
    if len(line) > MOST or _BARE.fullmatch(line) is not None:
        return Said("")
    if (found := _BY_PLACE.fullmatch(line)) is not None:
        return Said(str(ordinals.number(found["answer"])), found["name"] or found["signed"], by_place=True)
    found = _LINE.fullmatch(line) or _IN_WORDS.fullmatch(line) or _SHOWN.fullmatch(line)
    return Said(_reply(found["answer"]), found["name"] or found["signed"]) if found is not None else Said("")


def _reply(said: str) -> str:
    if said in _WORDS:
        return str(_WORDS[said])
    glued = re.sub(r"\b(?:and|и)\b|[ ,&+#-]", "", said)
    if _CELLED.fullmatch(glued):
        return glued
    if "-" in said:
        return said.replace(" ", "")
    return said if "." in said else ", ".join(re.findall(r"[0-9]+", said))


def turned(reply: str) -> str:
    """`7b` as `b7`, and `n3` as `3`, which means a number where no line is called so; any other reply as it is."""
    cell = _CELLED.fullmatch(reply)
    if cell is None:
        return reply
    return f"{cell[4]}{cell[3]}" if cell[4] else cell[2] if cell[1] == "n" else reply


def is_own(signed: str | None, name: str) -> bool:
    """Whether a line that is signed so, or not at all, is of somebody who is called `name`."""
    return signed is None or signed in re.findall(r"\w+", name.casefold())
