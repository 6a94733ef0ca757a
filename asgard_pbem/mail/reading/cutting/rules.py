"""What lines of a reply, alone or up to four together, are: quote mark, attribution, header label, forward mark.

Pure predicates. Each looks at no more than MAX_RULE_CHARS of a line, and every pattern is anchored or matches a bounded
number of signs, so that a line costs time in proportion to its length whatever it holds (mail notes 7).
"""

import re
import unicodedata
from collections.abc import Sequence

from asgard_pbem.mail.reading.cutting import manners, words
from asgard_pbem.mail.reading.grammar import commands
from asgard_pbem.mail.reading.parts.plain import MAX_RULE_CHARS

ATTRIBUTION_LINES = 4
_ATTRIBUTION_CHARS = 400  # in all; what is longer is text

_QUOTE = re.compile(r"\s{0,3}(?:[>＞]|\|(?=\s|$)|[A-ZА-ЯЁ]\w{0,15}>(?=\s|$))")
_QUOTE_MARKS = re.compile(r"(?:[ \t]{0,3}(?:[>＞|]|[A-ZА-ЯЁ]\w{0,15}>))+ ?")
_EDGE = " \t*_-–—=~<[(\"'|"
_DECORATION = re.compile(r"[*_>＞|\"'«»“”„\u2066-\u2069]+")  # and what isolates a name in a letter of ours

_ADDRESS = re.compile(r"[^\s<>()@,;:\"]{1,64}@[\w.-]{3,253}")
_ANGLED = re.compile(r"[<(\[]\s?(?:mailto:\s?)?[^\s<>()\[\]@]{1,80}@")
_TIME = re.compile(r"(?<!\d)\d{1,2}[:.h]\d{2}(?!\d)")
_NUMERIC_DATE = re.compile(
    r"(?<!\d)(?:\d{1,4}[./-]\s?\d{1,2}[./-]\s?\d{2,4}(?!\d)|\d{1,2}/\d{1,2}(?!\d)|\d{4}\s?[年년]\s?\d{1,2}\s?[月월])"
)
_OF_NUMBERS = frozenset("0123456789 .,/-")  # the signs of an answer that is nothing else
_MONTH_FIRST = re.compile(r"(?<![^\W\d_])([^\W\d_]{3,14})\.?,?\s{1,2}\d{1,4}(?!\d)")
_DAY_FIRST = re.compile(r"(?<!\d)\d{1,2}(?:\.|º|er|st|nd|rd|th)?\s(?:de\s)?([^\W\d_]{3,14})")
_MONTHS = frozenset(words.MONTHS.split("|"))
_OPENER = re.compile(rf"(?:{words.OPENERS})(?=[\s\d])", re.IGNORECASE)
_WEEKDAY = re.compile(r"([^\W\d_]{2,13})[.,]{0,2}\s")
_WEEKDAYS = frozenset(words.WEEKDAYS.split("|"))
_VERBS_LAST: dict[str, tuple[str, ...]] = {}  # by their last letter, longest first
for _verb in sorted(words.VERBS_LAST.split("|"), key=len, reverse=True):
    _VERBS_LAST[_verb[-1]] = (*_VERBS_LAST.get(_verb[-1], ()), _verb)
_VERB_FIRST = re.compile(rf"\b(?:{words.VERBS_FIRST})\b", re.IGNORECASE)
_BEFORE_VERB = "> )]\"',.:;*_»0123456789"  # no hyphen or slash: addresses of web pages end in words too
_TAIL_DECORATION = " \t*_=-–—>"

_LABEL_KINDS = {label: kind for kind, labels in words.LABELS.items() for label in labels.split("|")}
_LABEL = re.compile(r"[\s*_>|-]{0,6}([^\s:：*_][^:：*_\n]{0,24}?)[\s*_]{0,3}[:：]")
_IN_TWO = re.compile(r"\s*[/|(（]\s*")
_INNER_LABEL = re.compile(r"(?<=\s)[*_]{0,2}([^\W\d_]{1,16})[*_]{0,2}\s?[:：]")

_RULE_LINE = re.compile(r"\s{0,4}(?:[-–—=_*~]\s?){3,200}$")
_BETWEEN_DASHES = re.compile(r"\s{0,4}[-–—=_*~]{2,60}[\s*_]{0,3}([^-–—=_*~].{0,80}?)[\s*_]{0,3}[-–—=_*~]{2,60}\s*:?$")
_MARK_WORDS = re.compile(rf"(?:{words.ORIGINAL}|{words.FORWARD})", re.IGNORECASE)
_BARE_FORWARD = re.compile(
    rf"[\s*_]{{0,4}}(?:{words.FORWARD}|{words.ORIGINAL})[\s*_]{{0,4}}[:：][\s*_]*$", re.IGNORECASE
)
_SIGNATURE = re.compile(r"--\s?$")
_MOBILE = re.compile(rf"(?:{manners.MOBILE})", re.IGNORECASE)
_OFFERED = re.compile(rf"(?:{manners.OFFERED})", re.IGNORECASE)
_SENT_BY = re.compile(
    rf"(?:(?:{manners.SENT}) (?:{manners.FROM})\b[^,;]{{0,60}}?(?<!\w)(?:{manners.PRODUCTS})(?!\w)"
    rf"|(?:\w{{1,20}} )?from (?:my |a )?(?:{manners.PRODUCTS})(?: [\w-]{{1,8}})?$)",
    re.IGNORECASE,
)
_MOBILE_CHARS = 160
_SENTENCE_ENDS = (".", "?", ":", ";")
_LINK_TAIL = re.compile(r"\s?[<(\[]\s?(?:https?|mailto):[^\s<>]{1,900}[>)\]]?")
_MARKDOWN = re.compile(r"\[([^\[\]]{1,80})\]\(https?:[^\s()]{1,900}\)")
_CLOSING = re.compile(rf"(?:{manners.CLOSINGS})[,.!]?$", re.IGNORECASE)
_CONTACT = re.compile(
    rf"\s{{0,4}}(?:(?:{manners.REACHED})\b[.:|]{{0,2}}\s{{0,3}}\+?[\d(][\d\s()./-]{{5,24}}\d|\+\d[\d\s()./-]{{6,24}}\d"
    rf"|(?:(?:{manners.REACHED})\b[.:|]{{0,2}}\s{{0,3}})?(?:https?://|www\.|<?[^\s<>()@,;:\"]{{1,64}}@[\w.-]{{3,253}}>?\s*$))",
    re.IGNORECASE,
)
_PARTING = re.compile(
    rf"(?:{manners.PARTINGS}|{manners.CLOSINGS})[ ,.!;:()-]{{0,5}}(?: [^\W\d_]{{2,20}}){{0,2}}[.!]?$", re.IGNORECASE
)
_GREETING = re.compile(rf"(?:{manners.GREETINGS})(?!\w)(?P<name>[^\d\n]{{0,40}})$", re.IGNORECASE)
_LIST_WORDS = re.compile(
    r"mailing[ -]?list|/listinfo|unsubscribe|/options/|liste de diffusion|mailingliste|рассылк", re.IGNORECASE
)


def squeezed(line: str) -> str:
    """`line` for comparing: NFKC, without quote marks, emphasis and blanks, case folded."""
    bare = _QUOTE_MARKS.sub("", line[:MAX_RULE_CHARS], count=1) if is_quoted(line) else line[:MAX_RULE_CHARS]
    return solid(bare)


def solid(text: str) -> str:
    """`text` letter by letter: NFKC, without emphasis and blanks, case folded. Of pieces it is the pieces of it."""
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text)
    return "".join(_DECORATION.sub("", plain).split()).casefold()


def closes_address(line: str, before: str) -> bool:
    """Whether the `>` that opens `line` is the end of an address that was wrapped: `... <a@b.example` / `>:`."""
    if is_quoted(before):  # what closes it stands behind a mark of its own
        return False
    return line.startswith(">") and ends_in_colon(line) and len(line) <= 40 and before.rfind("<") > before.rfind(">")


def is_quoted(line: str) -> bool:
    """Whether the line begins with a quote mark: `>`, `|`, `Name>`."""
    return _QUOTE.match(line) is not None


def unquoted(line: str) -> str:
    """The line without its quote marks of any depth."""
    return _QUOTE_MARKS.sub("", line, count=1) if is_quoted(line) else line


def is_rule(line: str) -> bool:
    """Whether the line is nothing but a drawn rule."""
    return _RULE_LINE.match(line) is not None


def is_signature_mark(line: str) -> bool:
    return _SIGNATURE.match(line) is not None


def is_closing(line: str) -> bool:
    return len(line) <= 40 and _CLOSING.match(line.strip()) is not None


def is_contact(line: str) -> bool:
    """Whether the line begins with a telephone number or the address of a page, or is the address of a mailbox."""
    return _CONTACT.match(line[:MAX_RULE_CHARS]) is not None


def is_list_words(line: str) -> bool:
    return _LIST_WORDS.search(line[:MAX_RULE_CHARS]) is not None


def is_parting(line: str) -> bool:
    """Whether the line says nothing but thanks or goodbye."""
    return len(line) <= 40 and _PARTING.match(line.strip(" *_")) is not None


def may_be_name(line: str) -> bool:
    """Whether a line below parting words may be their writer's: short, no digit, no sign of an order."""
    return (
        len(line) <= 40 and len(line.split()) <= 4 and not any(map(str.isdigit, line)) and not set(line) & set(">:=|/")
    )


def is_greeting(line: str) -> bool:
    """Whether the line says nothing but hello, perhaps to somebody: at most three words after it, no digit."""
    found = _GREETING.match(line.strip(" *_")) if len(line) <= 60 else None
    if found is None:
        return False
    name = found["name"]
    called = name.strip(" ,.!:;)-–—(")
    return len(called.split()) <= 3 and (not called or name[0] in " ,") and not set(called) & set("<>|:=+/")


def is_mobile(line: str) -> bool:
    """Whether a mail program put the line below the letter; sentences that name no program are text."""
    if len(line) > MAX_RULE_CHARS:
        return False
    bare = _LINK_TAIL.sub("", _MARKDOWN.sub(r"\1", line)).strip(' *_[]()<>«»"')
    if len(bare) > _MOBILE_CHARS:
        return False
    if bare in manners.TRACKERS.split("|") or _OFFERED.match(bare) or _SENT_BY.match(bare):
        return True
    return len(bare) <= 80 and _MOBILE.match(bare) is not None and "," not in bare and not bare.endswith(_SENTENCE_ENDS)


def is_mark(line: str) -> str:
    """'original' or 'forward' when the line announces an unmarked quotation below it, else ''."""
    if len(line) > 160:
        return ""
    inner = _BETWEEN_DASHES.match(line)
    found = _MARK_WORDS.match(inner[1].strip()) if inner else _BARE_FORWARD.match(line)
    if not found:
        return ""
    return "forward" if re.search(words.FORWARD, line, re.IGNORECASE) else "original"


def is_titled_rule(line: str) -> bool:
    """Whether words stand between dashes, whatever they say."""
    return len(line) <= 160 and _BETWEEN_DASHES.match(line) is not None


def labels(line: str) -> set[str]:
    """Which labels of a header block the line carries (from, sent, to, cc, subject); none unless it begins with one."""
    first = _LABEL.match(line[:60])
    kind = _kind_of(first[1].lower()) if first else None
    if not first or kind is None:
        return set()
    inner = _INNER_LABEL.findall(line[first.end() : MAX_RULE_CHARS])
    return {kind, *(_LABEL_KINDS[label.lower()] for label in inner if label.lower() in _LABEL_KINDS)}


def _kind_of(label: str) -> str | None:
    """What a label says, which may stand in two languages: `От / From`, `From(发件人)`. None: it is no label."""
    kinds = {_LABEL_KINDS.get(one) for one in _IN_TWO.split(label.rstrip(")） "))}
    return kinds.pop() if len(kinds) == 1 else None


def has_date(text: str) -> bool:
    """Whether `text` holds a day of a month, in digits or with the month's name in one of many languages."""
    if _NUMERIC_DATE.search(text):
        return True
    named = (*_MONTH_FIRST.findall(text), *_DAY_FIRST.findall(text))
    return any(month.casefold() in _MONTHS for month in named)


def has_time(text: str) -> bool:
    return _TIME.search(text) is not None


def may_end_attribution(line: str) -> bool:
    """Whether the line ends as attributions do: in a colon or in a verb of saying."""
    if len(line) > _ATTRIBUTION_CHARS:
        return False
    return ends_in_colon(line) or ends_in_verb(line)


def ends_in_colon(text: str) -> bool:
    return text[-80:].rstrip(_TAIL_DECORATION).endswith((":", "："))


def ends_in_verb(text: str) -> bool:
    """Whether the last words of `text`, a colon aside, are a verb of saying in some language."""
    tail = text[-80:].rstrip(_TAIL_DECORATION).rstrip(":： \t*_").casefold()
    verb = next((verb for verb in _VERBS_LAST.get(tail[-1:], ()) if tail.endswith(verb)), None)
    if verb is None:
        return False
    before = tail[-len(verb) - 1 : -len(verb)]
    return before in _BEFORE_VERB or ord(verb[0]) > 0x2E80  # in Chinese, Japanese and Korean no blank is needed


def attribution_from(lines: Sequence[str], end: int, names: frozenset[str]) -> int | None:
    """The index of the first line of the attribution that ends in line `end`, or None.

    Two grades: one that opens as attributions do (opening word, weekday or date, with the date in its first line) ends
    the search; else the shortest that has the evidence anywhere.
    """
    weak: int | None = None
    for start in range(end, max(-1, end - ATTRIBUTION_LINES), -1):
        line = lines[start]
        if not line.strip() or (start != end and is_quoted(line)):
            break
        if start != end and may_end_attribution(line) and not _opens(line):
            break
        joined = " ".join(piece.strip() for piece in lines[start : end + 1]).strip(_EDGE)
        if len(joined) > _ATTRIBUTION_CHARS:
            break
        if not _evidence(joined, names) or _is_said_to_us(lines[start : end + 1]):
            continue
        if _opens(line) and has_date(line):
            return start
        weak = start if weak is None else weak
    return weak


def is_attribution(lines: Sequence[str], names: frozenset[str]) -> bool:
    """Whether these lines together are one attribution."""
    joined = " ".join(piece.strip() for piece in lines).strip(_EDGE)
    return (
        len(joined) <= _ATTRIBUTION_CHARS
        and (ends_in_colon(joined) or ends_in_verb(joined))
        and _evidence(joined, names)
        and not _is_said_to_us(lines)
    )


def begins_attribution(line: str) -> bool:
    """Whether the line opens with a word as attributions do, with day and time in it; numbers alone may be an order."""
    bare = line.strip(_EDGE)
    weekday = _WEEKDAY.match(bare)
    worded = _OPENER.match(bare) or (weekday and weekday[1].casefold() in _WEEKDAYS)
    return bool(worded) and has_date(line) and has_time(line)


def may_stand_before(head: str) -> bool:
    """Whether `head` may be an answer before an attribution on its line and is no part of that: no person, no date."""
    bare = head.strip(_EDGE).casefold()
    if not any(map(str.isalnum, bare)) or _OPENER.match(f"{bare} ") or bare.rstrip(".,") in _WEEKDAYS:
        return False
    if "@" in head or "<" in head or has_date(head) or has_time(head) or head.endswith((",", ":")):
        return False
    return not (ends_in_verb(head) or _VERB_FIRST.search(head))


def is_loose_end(line: str) -> bool:
    """Whether the line is a piece that was torn from an attribution: a bracket, an address, `> wrote:`."""
    if line.startswith(">") and len(line) > 1:
        return len(line) <= 40 and may_end_attribution(line)
    return bool(set(line) & set("<>@")) or (len(line) <= 40 and may_end_attribution(line))


def introduces_quotation(line: str) -> bool:
    """Whether a line right above a paragraph that is set in says that somebody else wrote it."""
    if is_mark(line) or labels(line):
        return True
    return may_end_attribution(line) and (has_date(line) or has_time(line) or "@" in line or ends_in_verb(line))


def introduces(text: str, names: frozenset[str], *, known: bool) -> bool:
    """Whether `text`, which stands right above quotation, introduces it in whatever language.

    An address in brackets with a colon at the end or a date; without brackets too where the quotation is `known` to be
    ours. A name of ours needs both the colon and the date, or the form of one without: people begin answers
    with each other's names.
    """
    if len(text) > _ATTRIBUTION_CHARS or not (ends_in_colon(text) or has_date(text) or has_time(text)):
        return False
    if "@" in text and (_ANGLED.search(text) or (known and _ADDRESS.search(text))):
        return True
    if len(text) <= 120 and begins_attribution(text):
        return True
    says_when = has_date(text) or (_opens(text) and ends_in_verb(text))  # `On Monday Asgard PBEM wrote:`
    return ends_in_colon(text) and says_when and any(name in text.casefold() for name in names)


def _is_said_to_us(lines: Sequence[str]) -> bool:
    """Whether one of the lines is an answer of numbers, a command, or begins a message to others: people put days and
    names into these.

    `away until 14.12.2026` above `press Boris:` is no attribution, nor is `1.2.11` above the heading `Boris 2:`. A line
    with an address may be one all the same.
    """
    if any("@" in line for line in lines):
        return False
    return any(_OF_NUMBERS.issuperset(line) or commands.is_one(line) for line in lines)


def _opens(line: str) -> bool:
    """Whether the line begins with an opening word, a weekday, or a date or time."""
    bare = line.strip(_EDGE)
    weekday = _WEEKDAY.match(bare)
    if _OPENER.match(bare) or (weekday and weekday[1].casefold() in _WEEKDAYS):
        return True
    head = bare[:24]
    return bool(re.match(r"\d", head) and (has_date(bare[:40]) or has_time(head)))


def _evidence(text: str, names: frozenset[str]) -> bool:
    """Whether `text` is an attribution: a date or time, a person, and the verb or colon at its end."""
    verb_last, colon = ends_in_verb(text), ends_in_colon(text)
    dated = has_date(text) or (has_time(text) and _opens(text))
    angled = "@" in text and _ANGLED.search(text) is not None
    if dated and (angled or ("@" in text and _ADDRESS.search(text))) and (colon or verb_last):
        return True
    if dated and (verb_last or (colon and _VERB_FIRST.search(text))):
        return True
    if colon and dated and any(name in text.casefold() for name in names):
        return True
    return angled and verb_last and colon
