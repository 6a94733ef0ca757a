"""What people call themselves and their tables: one line, shown to strangers and in the subjects of mails."""

from __future__ import annotations

import re
import unicodedata
from email.utils import parseaddr
from typing import Final

from django.conf import settings

from asgard_pbem.tables.errors import ServiceError
from asgard_pbem.tables.models.games import TITLE_LIMIT
from asgard_pbem.tables.models.players import NAME_LIMIT
from engine.table.registry import games

ZWJ: Final = "\u200d"
JOINERS: Final = "\u200c" + ZWJ
EMOJI_STYLE: Final = "\ufe0f"  # between a heart and what it is joined to
MARKS: Final = 5  # above and below one letter: more than any script in use has
KEYCAP: Final = "\u20e3"
# Seen as nothing at all, though by their categories they are letters, marks or symbols: fillers, selectors, blanks.
_UNSEEN: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0e\uffa0\U0001d159\U000e0100-\U000e01ef]"
)
SCRIPTS: Final = (
    "ARABIC", "SYRIAC", "MONGOLIAN", "DEVANAGARI", "BENGALI", "GURMUKHI", "GUJARATI", "ORIYA", "TAMIL", "TELUGU",
    "KANNADA", "MALAYALAM", "SINHALA", "KHMER", "MYANMAR",
)  # fmt: skip
# Letters of other alphabets that look like those of the names that are taken: the bots' and ours.
_LOOKS_LIKE: Final = str.maketrans("аеорсухкмтнвіјѕԁοαερυντικ", "aeopcyxkmthbijsdoaepyvtik")
_NO_LETTER: Final = re.compile(r"[\W_]")
# What mail programs make a link of: a scheme, `www.`, something like a domain, an address.
_LINK = re.compile(r"://|\bwww\.|[\w-]\.[^\W\d_]{2,}(?!\w)|\w@\w", re.IGNORECASE)


def clean_name(name: str) -> str:
    """A person's name. Raises ServiceError E_NAME_LONG, E_NAME_BOT, E_NAME_OURS, E_LINK."""
    line = one_line(name)
    if len(line) > NAME_LIMIT:
        raise ServiceError("E_NAME_LONG", most=NAME_LIMIT)
    if _like_a_bot(line):
        raise ServiceError("E_NAME_BOT")
    if _like_us(line):
        raise ServiceError("E_NAME_OURS")
    return _without_links(line)


def _like_a_bot(line: str) -> bool:
    """Whether a person of this name could be taken for a bot, which is called so, or so with a number."""
    return _plain(line).rstrip("0123456789 .") in {key.casefold() for game in games().values() for key in game.bots}


def _like_us(line: str) -> bool:
    """Whether a mail with this in its sender or subject could be taken for one of the service's own. A service whose
    name is one word, such as Thor, shares it with people who are called something else besides.
    """
    name, _ = parseaddr(settings.DEFAULT_FROM_EMAIL)
    ours, theirs = (_NO_LETTER.sub("", _plain(one)) for one in (name, line))
    return bool(ours) and (ours == theirs or (" " in name and ours in theirs))


def _plain(line: str) -> str:
    return unicodedata.normalize("NFKC", line).casefold().translate(_LOOKS_LIKE)


def clean_title(title: str) -> str:
    """A table's title. Raises ServiceError E_TITLE_LONG, E_LINK."""
    line = one_line(title)
    if len(line) > TITLE_LIMIT:
        raise ServiceError("E_TITLE_LONG", most=TITLE_LIMIT)
    return _without_links(line)


def one_line(text: str) -> str:
    """Without controls, marks of direction and invisible characters, but for joiners that shape what is seen."""
    chars = unstacked(_UNSEEN.sub("", unicodedata.normalize("NFC", text)))
    return " ".join("".join(_shown(chars, place) for place in range(len(chars))).split())


def unstacked(text: str) -> str:
    """Without what is heaped on a letter beyond `MARKS`: it would be painted over the lines above and below."""
    kept, height = [], 0
    for char in text:
        height = height + 1 if unicodedata.category(char) in {"Mn", "Me"} else 0
        if height <= MARKS:
            kept.append(char)
    return "".join(kept)


def _shown(chars: str, place: int) -> str:
    """What stands in a line for the character at this place."""
    char = chars[place]
    if char == EMOJI_STYLE:
        return char if _styles(chars, place) else ""
    return char if unicodedata.category(char)[0] != "C" or _joins(chars, place) else " "


def _styles(chars: str, place: int) -> bool:
    """Whether the selector there makes a coloured picture of a symbol, or a key of a digit."""
    symbol = place > 0 and unicodedata.category(chars[place - 1]) == "So"
    return symbol or chars[place + 1 : place + 2] == KEYCAP


def _joins(chars: str, place: int) -> bool:
    """Whether a joiner stands where it makes one sign of two: in an emoji, or in a script that is written so.

    Anywhere else it would be invisible, and two names that look alike would be two.
    """
    if chars[place] not in JOINERS or not 0 < place < len(chars) - 1:
        return False
    before, after = chars[place - 1], chars[place + 1]
    if chars[place] == ZWJ and unicodedata.category(after) == "So":
        return unicodedata.category(before) in {"So", "Sk"} or before == EMOJI_STYLE
    return all(unicodedata.name(char, "").startswith(SCRIPTS) for char in (before, after))


def _without_links(line: str) -> str:
    """An invitation goes to people who never heard of us: its subject must not be somebody's advertisement."""
    if _LINK.search(unicodedata.normalize("NFKC", line)):
        raise ServiceError("E_LINK")
    return line
