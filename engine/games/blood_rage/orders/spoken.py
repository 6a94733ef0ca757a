"""An order as people say it, in the words of the notation: `march 2 Warriors from GIM to UTG`, `march GIM > UTG W2`.

What is written in the notation stays as it is.
"""

from __future__ import annotations

import re
from functools import lru_cache

from engine.core.grammar.spoken import WHO
from engine.games.blood_rage.orders.lexicon import LEXICON

_LISTS = frozenset({"draft", "keep", "stats", "card", "late", "protect", "prowess", "hammers"})  # of cards and the like
_PASS = re.compile(r"^(?:pass|skip)(?: (?:my |the |this )?turn)?$|^(?:пропустить|пропускаю) ход$|^пасую$")
_COLON = re.compile(r"^([^\W\d]+): ?")
# Between two: at the end of a line `потом` is "later".
_NEXT = re.compile(r"(?:[\s,>&]|\b(?:and|then|и|затем|потом)\b)+(?=\S)")
_ALSO = re.compile(r" ?(?:,|,? (?:and|и)) ?(?=\S+ ?(?:<|from |из |с ))")  # between those who come to a battle
_ARTICLES = re.compile(r"(?<=\s)(?:the|an?|my|our|with) (?=\w)")
_COUNT = re.compile(r"\b([1-9]) (?:warriors?|воин\w*)\b")
_FLAG = re.compile(r"[ ,+]+(?:(?:and|и)[ +]+)?(pillage|succor|грабёж|грабеж|подмога)(?=$|[ ,+])")
# What a list calls the thing itself: `Commit a quest`, `грабит провинцию Гимле`.
_CALLED = {"quest": re.compile(r"(?<=\s)(?:(?:a|the|my) )?(?:quest|поход):? "),
           "pillage": re.compile(r"(?<=\s)(?:(?:the )?province|провинци[юи]):? ")}  # fmt: skip
_FROM, _TO = r"(?:from|out of|из|с)", r"(?:to|into|in|в|на|->?|>)"
_MARCHES = re.compile(rf"^(\S+) (?:(?P<whom>.+) )?{_FROM} (?P<place>.+?) ?{_TO} ?(?P<to>.+?)(?: ?[:,] ?(?P<also>.+))?$")
_WITH = re.compile(r"^(\S+) (?:in |into )?(?P<place>.+?) with (?P<whom>.+?)(?P<more> \+.*)?$")
_THEN = re.compile(r" ?[,;.]? ?(?:and )?\b(?=(?:then|затем|потом) )")

_BATTLE = ("card", "call", "late", "tide", "protect", "prowess", "hammers")
_OF_BATTLE = "|".join(word for code in _BATTLE for word in LEXICON.words("verb", code))
_CLAUSE = re.compile(rf"(?:,|,? (?:and|и)) (?=(?:{_OF_BATTLE}) )")  # before what is to be done in a battle
# The words of a question, by its kind, which begin an order of another kind elsewhere, or none.
_OF_QUESTIONS = {
    "card": re.compile(r"^(?:play|use|сыграть|играть|играю|сыграю|кладу) (?:(?:the )?card |карту )?"),
    "late": re.compile(r"^(?:play|add|сыграть|добавить|играю|сыграю|добавлю|добавляю) (?:(?:the )?card |карту )?"),
    "keep": re.compile(r"^(?:save|сохранить|сохраню|сохраняю|оставляю|оставлю) (?:(?:the )?card |карту )?"),
    "stat": re.compile(r"^(?:raise|поднять|поднимаю|подниму|повышаю) (?:the |черту )?"),
}  # fmt: skip


def as_asked(line: str, kind: str) -> str:
    """A folded line with the verb of the open question (`kind`), where it begins with the words in which that is asked:
    `play Tyr's Smite` in a battle, where the same is an upgrade in a turn.
    """
    words = _OF_QUESTIONS.get(kind)
    bare = WHO.sub("", line)
    return f"{kind} {bare[found.end() :]}" if words is not None and (found := words.match(bare)) else line


@lru_cache(maxsize=2048)
def plain(line: str) -> str:
    """One folded order; of a line with `;` its first part, the rest as it is."""
    head, more, rest = _CLAUSE.sub("; ", line).partition(";")
    said = _PASS.sub("pass", WHO.sub("", head))
    said = _COLON.sub(r"\1 ", said) if (colon := _COLON.match(said)) and _verb(colon[1]) else said
    then, _, after = said.partition(" ")
    if _verb(then) == "then" and after and not after.startswith(("if ", "если ")):
        return f"{then} {_one(after)}{more}{rest}"
    return f"{_one(said)}{more}{rest}"


def _one(said: str) -> str:
    verb = _verb(said.partition(" ")[0])
    if verb in _CALLED:
        said = _CALLED[verb].sub("", said, count=1)
    if verb == "protect":
        said = _COUNT.sub(r"w\1", said)
    if verb in _LISTS:
        return _NEXT.sub(" ", _ARTICLES.sub("", said.replace(" to ", " ") if verb == "hammers" else said))
    if verb == "call":
        return _ALSO.sub("; ", said)
    if verb == "march":
        said = _ARTICLES.sub("", _COUNT.sub(r"w\1", said))
        if found := _MARCHES.match(said):
            whom = _NEXT.sub(" ", found["whom"] or found["also"] or "")
            return f"{found[1]} {found['place']} > {found['to']} {whom}".strip()
        head, colon, whom = said.partition(":")
        return f"{head}{colon}{_NEXT.sub(' ', whom)}"
    if verb in ("invade", "valhalla", "upgrade"):
        said = _FLAG.sub(r" +\1", said)
        if verb != "upgrade" and (found := _WITH.match(said)):
            said = f"{found[1]} {found['whom']} {found['place']}{found['more'] or ''}"
    return _ARTICLES.sub("", said) if verb else said


def _verb(word: str) -> str | None:
    return LEXICON.find("verb", word) if word else None


def in_turn(line: str) -> list[str]:
    """The orders of a line that stand one behind the other: `invade W GIM, then pass`."""
    found = [one.strip(" ,;.") for one in _THEN.split(line) if one.strip(" ,;.")]
    orders = [one.partition(" ")[2] if _verb(one.partition(" ")[0]) == "then" else one for one in found]
    acts = ("invade", "valhalla", "march", "upgrade", "quest", "pillage", "repillage", "sacrifice", "pass")
    each = all(one.startswith(("if ", "если ")) or _verb(one.partition(" ")[0]) in acts for one in orders)
    return found if each else [line]
