"""Orders in the words of the question that is open: `keep Thor` where one is asked which card one keeps."""

from __future__ import annotations

import re

from engine.core.contract import Desk
from engine.games.asgards_chosen.orders.lexicon import LEXICON

# Words of a question or its list that begin an order of another kind, or none: by its kind, and of what is asked about
# cards that are seen by the card that shows them.
_DROPS = r"(?:(?:i|я) )?(?:discard|drop|throw away|сбросить|сброс|сбрасываю|сброшу)"
_KEEPS = r"(?:(?:i|я) )?(?:keep|take|оставить|оставляю|оставлю|беречь|взять|беру|возьму)"
_PLAYS = r"(?:(?:i|я) )?(?:play|сыграть|играть|играю|сыграю)"
_ALL_KEPT = re.compile(rf"{_KEEPS} (?:all|them all|everything|вс[её])(?: карты)?|ничего не (?:сбрасываю|сброшу)")
_OF_QUESTIONS = {
    "god": re.compile(rf"{_PLAYS} "), "charm": re.compile(rf"{_PLAYS} "), "renew": re.compile(rf"{_DROPS} "),
    "drop": re.compile(rf"{_DROPS} "), "odin": re.compile(rf"{_KEEPS} "), "discard": re.compile(rf"{_DROPS} "),
}  # fmt: skip
_SEEN = ("odin", "aarni", "mamuna")  # what they show is not discarded


def as_asked(line: str, desk: Desk) -> str:
    """A line with the verb of the open question, where it begins with the words in which that is asked: “play Odin”,
    whatever the order's own word is, and `keep Thor` where it is asked which card one keeps.
    """
    asked = desk.asked()
    if asked is None:
        return line
    if asked.kind == "renew" and _ALL_KEPT.fullmatch(line):
        return "renew none"
    why = asked.text("why") if asked.kind == "choose" else asked.kind
    words = _OF_QUESTIONS.get(why if why in _SEEN or asked.kind != "choose" else "discard")
    found = words.match(line) if words is not None else None
    return line if found is None else f"{LEXICON.say('verb', asked.kind, 'en')} {line[found.end() :]}"
