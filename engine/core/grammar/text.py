"""Folding what people type into what readers of notation expect."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d\u00ad"), "-")
_QUOTES = {ord(mark): "'" for mark in "\u2018\u2019\u201a\u201b\u2032\u00b4`"} | {
    ord(mark): '"' for mark in "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb"
}
_DROPPED = dict.fromkeys(
    map(ord, "\u200b\u200c\u200d\u2060\ufeff\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
)
# Arrows for the `>` of the notation, and what makes a digit a key of a telephone.
_ARROWS = dict.fromkeys(map(ord, "\u2192\u203a\u21d2\u2794\u279c\u27a1\u276f\u27e9\u2023\u25b8\u25b6\uff1e"), ">")
_KEYCAPS = dict.fromkeys(map(ord, "\ufe0e\ufe0f\u20e3"))
_TABLE = _DASHES | _QUOTES | _DROPPED | _ARROWS | _KEYCAPS | {ord("\u2116"): "#"}
_IN_TABLE = re.compile(f"[{''.join(map(re.escape, map(chr, _TABLE)))}]")  # few lines hold any, and looking is cheaper
_BLANKS = re.compile(r"\s+")
_ENTITIES = (("&gt;", ">"), ("&lt;", "<"), ("&nbsp;", " "), ("&quot;", '"'), ("&amp;", "&"))
MAX_LINE = 1000  # characters of a line that are looked at: no order is that long, and folding must cost little
# One blank at most before the bracket, as runs are single by then: `\s*<` would try every blank of a run anew.
_LINK = re.compile(r" ?<(?:mailto|https?):[^>\s]{0,500}>")
_BOLD = re.compile(r"(?<![\w*])\*(?=\S)([^*\n]{1,200})(?<=\S)\*(?!\w)")
# The middle dot is no bullet: examples in our mails are marked with it, so that a quoted one is never an order.
_BULLET = re.compile(r"^\s*(?:[\u2022\u25aa\u25cf*+]\s+|-\s+)")


def fold(line: str) -> str:
    """One typed line as the grammar sees it: NFKC, lower case, plain dashes and quotes, single blanks, no bullets.

    A `*` of the notation (`tally *: score`) stays: only `*word*` is unwrapped, with no blank within its marks, only a
    bullet before a blank goes.
    Of a line longer than MAX_LINE (`is_too_long`) only the beginning is folded: it is no order.
    """
    return _folded(line.strip()[:MAX_LINE])


@lru_cache(maxsize=2048)  # of a line at most its beginning: a line is asked for its command, then for its order
def _folded(line: str) -> str:
    line = _NUMERO.sub("\u2116", line) if "\u2116" in line else line  # what is behind it is no comment
    text = _plain(unicodedata.normalize("NFKC", _plain(line))[:MAX_LINE])
    text = text.replace("\u2026", "...")
    for entity, sign in _ENTITIES if "&" in text else ():
        text = text.replace(entity, sign)
    text = _BLANKS.sub(" ", text)
    if "<" in text or "*" in text:
        text = _BLANKS.sub(" ", _BOLD.sub(r"\1", _LINK.sub("", text)))
    return _BULLET.sub("", text).strip().casefold()


_NUMERO = re.compile(r"\u2116\s+")


def _plain(text: str) -> str:
    return text.translate(_TABLE) if _IN_TABLE.search(text) else text


def fold_whole(line: str) -> str | None:
    """`fold` of a line all of which it looks at; None for a longer one, of which only the beginning would be read."""
    return None if is_too_long(line) else fold(line)


def bare_name(name: str) -> str:
    """A folded name without the number that tells seats of one name apart: it changes when somebody takes the name."""
    return re.sub(r" [0-9]+$", "", fold(name))


def is_too_long(line: str) -> bool:
    """Whether a typed line holds more than `fold` looks at, so that what is folded is not what was meant."""
    text = line.strip()
    return len(text) > MAX_LINE or len(unicodedata.normalize("NFKC", text)) > MAX_LINE


_PAIRS = {"(": ")", "[": "]", "{": "}", '"': '"', "'": "'", "<": ">"}
_STRESSED = re.compile(r"([*_]{1,3})([^*_]+)\1")
_ENDS = (".", "!", ",", ";")
_END = re.compile(r"(?<!\.)[.!,;]{1,3}$")
# What telephones put before or behind an order: of pictures those that can but please, as a cross or a face in thought
# may take back what stands beside it; `:)` apart from it.
_FACE = (
    "[\u263a\u2694\u2705\u270c\u2714\u2728\u2764\U0001f340\U0001f37a\U0001f37b\U0001f389\U0001f3b2\U0001f3c6"
    "\U0001f3fb-\U0001f3ff\U0001f44b-\U0001f44d\U0001f44f\U0001f4aa"
    "\U0001f525\U0001f600-\U0001f60f\U0001f618\U0001f642\U0001f64b\U0001f64f\U0001f91d\U0001f91e\U0001f970]"
)
_FACES = re.compile(rf"^(?:{_FACE} ?)+|(?: ?{_FACE}| [:;]-?\)+)+$")
_CODE = re.compile(r"([^\W\d_]{2}[0-9]); ?([^\W\d_])")  # the unshifted colon of a code, `tf2;t`
# The letter behind a number of a list, typed on a Russian keyboard: of those that look or sound like another, each one
# that can be but one (`в` may be b or v).
_LABEL = re.compile(r"(?<!\w)([0-9]{1,3})([асебдф])(?!\w)")
_LABELS = str.maketrans("асебдф", "acebdf")
# What people put around the number of an answer. Any other word beside a number makes a sentence, which is no answer.
_NUMBER = re.compile(
    r"(?:(?:option|answer|choice|number|variant|вариант|ответ|номер|пункт|nummer|antwort|wahl|auswahl|numéro|choix"
    r"|réponse|opción|número|opção|numero|scelta|opzione|keuze|optie|numer|opcja|wybór)[ :]{1,3}#?|# ?"
    r"|nr ?\. ?|nr |no\. ?|no(?=[0-9])|n° ?|nº ?)?"
    r"([0-9]{1,3}(?:\.[0-9]{1,3}){0,4}|[a-z][0-9]{1,3})"
    r"(?:,? (?:please|pls|plz|пожалуйста|bitte|svp|s'il vous plaît|por favor|per favore|alsjeblieft|proszę))?"
)
# A number with its sign, before whatever else: `#3 for me`, `№ 1 и № 2`. Any other line that begins with `#` is a
# comment, `# 2 cards are left` too.
_SIGNED = re.compile(r"^#(?=[0-9])|^# (?=[0-9]{1,3}(?:(?: ?[,+&] ?| and | и | )(?:# ?)?[0-9]{1,3})+$)")
# Each run of signs is tried from its beginning alone: a line of nothing else would cost the square of its length.
_ASKING = ("please", "pls", "пожалуйста", "плиз")
THANKING = (
    *_ASKING, "plz", "пож", "плз", "пжл", "пжлст", "пожалста", "thanks", "many thanks", "thanks a lot",
    "thanks so much", "please and thank you", "thank you", "thank you very much", "thank you so much", "thx", "tnx",
    "спасибо", "спасибо большое", "большое спасибо", "заранее спасибо", "благодарю", "спс",
)  # fmt: skip
_PLEASE = re.compile(rf"^(?:{'|'.join(_ASKING)})[ ,:]{{1,4}}(?=[^ ,:])")
_THANKS = re.compile(rf"(?<![ ,.!-])[ ,.!-]{{1,4}}(?:{'|'.join(THANKING)})$")


def without_courtesy(line: str) -> str:
    """A folded line without `please` before it and thanks behind it; one of nothing else stays."""
    bare = _PLEASE.sub("", line) if line.startswith(_ASKING) else line
    for _ in range(2):  # `please, thanks`
        bare = _THANKS.sub("", bare) if bare.endswith(THANKING) else bare
    return bare.strip() or line


def fold_order(line: str) -> str:
    """`fold`, and what people put around an order that stands alone on its line taken off.

    Brackets, quotation marks or underscores around all of it, a full stop, comma or exclamation mark at its end, and
    the words that go with a bare menu number, courtesy, and smileys: `"3"`, `[TF2:T]`, `OB2:O.`, `#3`, `option 3`,
    `3 please`, `march Manheim > Utgard, please`, `3 :-)`. Labels of lists have Latin letters, whatever was typed: `4а`.
    """
    text = fold(line)
    text = _FACES.sub("", text).strip() or text
    if not text.isascii():
        text = _LABEL.sub(lambda found: found[0].translate(_LABELS), text)
    for _ in range(3):
        bare = without_courtesy(_END.sub("", text).rstrip() if text.endswith(_ENDS) else text)
        bare = stressed[2].strip() if (stressed := _STRESSED.fullmatch(bare)) else bare
        if len(bare) > 2 and _PAIRS.get(bare[0]) == bare[-1] and not _closed_before(bare):
            bare = bare[1:-1].strip()
        if bare == text or not bare:
            break
        text = bare
    text = _SIGNED.sub("", text)
    found = _NUMBER.fullmatch(text)
    code = _CODE.fullmatch(text)
    return found[1] if found else f"{code[1]}:{code[2]}" if code else text


def _closed_before(text: str) -> bool:
    """Whether the sign that opens `text` is closed before its end: `(a) b (c)`, `"a" b "c"`."""
    inner = text[1:-1]
    if text[0] == text[-1]:
        return text[0] in inner
    depth = 0
    for sign in inner:
        depth += (sign == text[0]) - (sign == text[-1])
        if depth < 0:
            return True
    return False
