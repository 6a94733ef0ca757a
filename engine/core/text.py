"""Folding what people type into what readers of notation expect."""

from __future__ import annotations

import re
import unicodedata

_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d\u00ad"), "-")
_QUOTES = {ord(mark): "'" for mark in "\u2018\u2019\u201a\u201b\u2032\u00b4`"} | {
    ord(mark): '"' for mark in "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb"
}
_DROPPED = dict.fromkeys(
    map(ord, "\u200b\u200c\u200d\u2060\ufeff\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
)
_TABLE = _DASHES | _QUOTES | _DROPPED
MAX_LINE = 1000  # characters of a line that are looked at: no order is that long, and folding must cost little
# One blank at most before the bracket, as runs are single by then: `\s*<` would try every blank of a run anew.
_LINK = re.compile(r" ?<(?:mailto|https?):[^>\s]{0,500}>")
_BOLD = re.compile(r"(?<![\w*])\*([^*\n]{1,200})\*(?!\w)")
# The middle dot is no bullet: examples in our mails are marked with it, so that a quoted one is never an order.
_BULLET = re.compile(r"^\s*(?:[\u2022\u25aa\u25cf*+]\s+|-\s+)")


def fold(line: str) -> str:
    """One typed line as the grammar sees it: NFKC, lower case, plain dashes and quotes, single blanks, no bullets.

    A lone `*` of the notation (`tally *: score`) stays: only `*word*` is unwrapped, only a bullet before a blank goes.
    Of a line longer than MAX_LINE (`is_too_long`) only the beginning is folded: it is no order.
    """
    text = unicodedata.normalize("NFKC", line.strip()[:MAX_LINE])[:MAX_LINE].translate(_TABLE).replace("\u2026", "...")
    text = re.sub(r"\s+", " ", text)
    text = _BOLD.sub(r"\1", _LINK.sub("", text))
    text = _BULLET.sub("", text)
    return re.sub(r"\s+", " ", text).strip().casefold()


def is_too_long(line: str) -> bool:
    """Whether a typed line holds more than `fold` looks at, so that what is folded is not what was meant."""
    text = line.strip()
    return len(text) > MAX_LINE or len(unicodedata.normalize("NFKC", text)) > MAX_LINE
