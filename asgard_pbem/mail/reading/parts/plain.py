"""Text as it is judged: one kind of line end, blank and letter, and a bounded size. Pure, linear."""

import re
import unicodedata

MAX_TEXT_BYTES = 64 * 1024
MAX_LINES = 2000
MAX_RULE_CHARS = 1000  # rules look no further into a line

# Zero-width and bidi marks, soft hyphen, controls, lone surrogates: unseen by the reader, refused by PostgreSQL.
_UNSEEN = dict.fromkeys(
    [
        *range(9),
        14,
        15,
        *range(16, 32),
        127,
        *range(128, 133),
        *range(134, 160),
        173,
        1564,
        6158,
        *range(8203, 8208),
        *range(8234, 8239),
        *range(8288, 8304),
        65279,
        *range(55296, 57344),
    ]
)
_BLANKS = dict.fromkeys([0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000], " ")
_LINE_ENDS = dict.fromkeys([0x0B, 0x0C, 0x85, 0x2028, 0x2029], "\n")
_FOLD: dict[int, str | None] = {**_UNSEEN, **_BLANKS, **_LINE_ENDS}

# What composing can change: a letter with the marks after it, scripts that write vowels around letters, Hangul pieces
# and a few signs. Composing takes quadratic time in the length of one run of marks, so runs are bounded.
_COMPOSABLE = re.compile(
    r"[^\n]?[\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u064b-\u065f\u0670\u06d6-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff"
    r"\u3099\u309a\ufe20-\ufe2f]{1,30}|[\u0900-\u109f]{1,30}|[\u1100-\u11ff]{1,30}|[\u2126\u212a\u212b]"
)


def compose(text: str) -> str:
    """`text` in NFC; more than 30 marks on one letter are composed piece by piece."""
    if text.isascii():
        return text
    return _COMPOSABLE.sub(lambda found: unicodedata.normalize("NFC", found[0]), text)


def unseen_removed(text: str) -> str:
    """`text` without controls, zero-width and bidi marks and lone surrogates; odd blanks and line ends made plain."""
    return text.translate(_FOLD)


def lines_of(text: str) -> list[str]:
    """The lines of `text`, whatever ends them."""
    return text.translate(_LINE_ENDS).split("\n")


def clip(text: str, limit_bytes: int = MAX_TEXT_BYTES) -> str:
    """The longest beginning of `text` that takes no more than `limit_bytes` in UTF-8."""
    if len(text) * 4 <= limit_bytes:
        return text
    return text.encode("utf-8", "replace")[:limit_bytes].decode("utf-8", "ignore")


def normalise(text: str) -> tuple[str, bool]:
    """`text` in NFC, with LF ends, plain blanks, no unseen marks and no double blank lines; and whether it was clipped.

    At most MAX_TEXT_BYTES bytes of UTF-8 and MAX_LINES lines come back (mail notes 5 F).
    """
    kept = clip(text, 4 * MAX_TEXT_BYTES).replace("\r\n", "\n").replace("\r", "\n")
    whole = clip(compose(unseen_removed(kept)))
    lines = [line.rstrip() for line in whole.split("\n")]
    lines = [line for i, line in enumerate(lines) if line or (i > 0 and lines[i - 1])]
    clipped = len(whole.encode()) > MAX_TEXT_BYTES - 4 or len(lines) > MAX_LINES
    return "\n".join(lines[:MAX_LINES]).strip("\n"), clipped
