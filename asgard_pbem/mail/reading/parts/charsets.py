"""Bytes to text under a charset that a stranger named (mail notes 5 E 14). Pure."""

import codecs
import re

# Only these are ever handed to `decode`: Python would also honour unicode_escape, utf-7, punycode or idna.
_ALLOWED = re.compile(
    r"utf-?8|us-?ascii|ascii|iso-?8859-?\d{1,2}|latin-?1|(?:windows|cp)-?(?:125\d|874|932|949|950|936|850|437|852|866)"
    r"|koi8-?[ru]|gb18030|gbk|gb2312|hz|big5(?:-?hkscs)?|shift_?jis|sjis|euc-?(?:jp|kr)"
    r"|iso-?2022-?(?:jp(?:-?[123]|-?2004|-?ext)?|kr)|utf-?16(?:-?[lb]e)?|mac-?(?:roman|cyrillic)"
)
# Charsets of single bytes, as codecs are called, in which no words look like UTF-8: in CP866 `сна` does.
_SINGLE_BYTES = re.compile(r"iso8859-(?!5$)|cp125\d$|koi8")
_BY_CHANCE = 2  # bytes: `её` in KOI8-R is a letter of UTF-8
_ALIASES = {
    "iso-8859-8-i": "iso-8859-8",
    "iso-8859-8-e": "iso-8859-8",
    "iso-8859-1": "windows-1252",  # what is labelled so carries curly quotes more often than C1 controls
    "us-ascii": "utf-8",
    "ascii": "utf-8",
    "ansi_x3.4-1968": "utf-8",
    "utf8mb4": "utf-8",
    "unicode-1-1-utf-8": "utf-8",
    "windows-31j": "cp932",
    "shift_jis": "cp932",
    "sjis": "cp932",
    "x-sjis": "cp932",
    "ks_c_5601-1987": "cp949",
    "x-windows-949": "cp949",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "x-gbk": "gb18030",
    "euc-cn": "gb18030",
    "x-euc-jp": "euc-jp",
    "x-mac-cyrillic": "mac-cyrillic",
    "macintosh": "mac-roman",
}


def known_charset(name: str | None) -> str | None:
    """The codec to use for a declared charset, or None when it is missing, unknown or not allowed."""
    folded = (name or "").strip().strip("\"'").lower()[:40]
    folded = _ALIASES.get(folded, folded)
    folded = re.sub(r"^(?:windows|cp)-?(?=8|9|4)", "cp", folded)
    if not _ALLOWED.fullmatch(folded):
        return None
    try:
        return codecs.lookup(folded).name
    except LookupError:
        return None


def decode_text(data: bytes, declared: str | None) -> tuple[str, int]:
    """`data` as text, and how many bytes or letters had to be replaced.

    Tried in turn: the declared charset if allowed, UTF-8, each of them with a few replacement marks, windows-1252. What
    is UTF-8 under the name of a charset of single bytes is read as such: all bytes fit those, and give a wrong text.
    """
    if data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
    if _is_utf8_misnamed(data, known_charset(declared)):
        return data.decode(), 0
    for name in (known_charset(declared), "utf-8"):
        if name is not None and (text := _strict(data, name)) is not None:
            return text, 0
    name = next((one for one in (known_charset(declared), "utf-8") if one and _mostly_fits(data, one)), "windows-1252")
    text = data.decode(name, "replace")
    return text, text.count("\ufffd")


def _is_utf8_misnamed(data: bytes, name: str | None) -> bool:
    """Whether every byte beyond ASCII is part of a letter of UTF-8, which no text of single bytes is."""
    if name is None or not _SINGLE_BYTES.match(name) or data.isascii():
        return False
    return sum(byte > 0x7F for byte in data) > _BY_CHANCE and _strict(data, "utf-8") is not None


def _strict(data: bytes, name: str) -> str | None:
    """`data` decoded without a single error, else None."""
    try:
        return data.decode(name)
    except (UnicodeError, LookupError, ValueError):
        return None


def _mostly_fits(data: bytes, name: str) -> bool:
    """Whether `name` is no false label: slightly damaged or cut text, in which most of what is not ASCII can be read.

    Orders are short: one damaged byte may be more than one letter in fifty of them.
    """
    text = data.decode(name, "replace")
    wrong = text.count("\ufffd")
    if name == "utf-8":  # no other charset makes whole sequences of several bytes by chance
        return wrong * 2 <= sum(letter > "\x7f" and letter != "\ufffd" for letter in text)
    return wrong * 50 < len(text)
