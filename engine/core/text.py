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
_LINK = re.compile(r"\s*<(?:mailto|https?):[^>\s]{0,500}>")
_BOLD = re.compile(r"(?<![\w*])\*([^*\n]{1,200})\*(?!\w)")
# The middle dot is no bullet: examples in our mails are marked with it, so that a quoted one is never an order.
_BULLET = re.compile(r"^\s*(?:[\u2022\u25aa\u25cf*+]\s+|-\s+)")


def fold(line: str) -> str:
    """One typed line as the grammar sees it: NFKC, lower case, plain dashes and quotes, single blanks, no bullets.

    A lone `*` of the notation (`tally *: score`) stays: only `*word*` is unwrapped, only a bullet before a blank goes.
    """
    text = unicodedata.normalize("NFKC", line).translate(_TABLE).replace("\u2026", "...")
    text = _BOLD.sub(r"\1", _LINK.sub("", text))
    text = _BULLET.sub("", text)
    return re.sub(r"\s+", " ", text).strip().casefold()
