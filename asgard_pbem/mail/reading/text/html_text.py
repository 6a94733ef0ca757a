"""HTML mail to lines of text in which quotation stands behind `> ` (mail notes 5 E 16). Pure, one pass, linear.

Written here because published tree builders need quadratic time or memory for some input (unclosed tags and
comments, formatting elements that are opened again in every block). No tree is built: elements with an effect are
all it keeps.
"""

import html
import re
from collections import Counter
from dataclasses import dataclass, field
from enum import IntEnum
from functools import lru_cache

from asgard_pbem.mail.reading.cutting.blocks import Blocks
from asgard_pbem.mail.reading.cutting.rules import introduces_quotation
from asgard_pbem.mail.reading.parts.plain import lines_of

MAX_HTML_CHARS = 256 * 1024
MAX_TAGS = 8_000
MAX_ROWS = 6_000
MAX_DEPTH = 200  # of elements with an effect; deeper ones have none
_MAX_TAG_CHARS = 2_000


class Effect(IntEnum):
    """What an element does to the text inside it."""

    HIDE = 1  # never shown, or a signature that the mail program put there
    QUOTE = 2  # the mail that is answered
    WEAK = 3  # quotation, unless nothing else was written: Gmail puts answers below the quotation into its container
    PRE = 4  # line ends count


_NEXT = re.compile(r"<(?=[a-zA-Z/!?])")
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9:]{0,30})")
_TAG_REST = re.compile(r"(?:[^\"'>]++|\"[^\"]*+\"|'[^']*+')*+>")
_RAW = {
    name: re.compile(rf"</{name}[\s/>]", re.IGNORECASE)
    for name in ("style", "script", "title", "textarea", "xmp", "noframes", "noscript", "iframe", "template")
}
_HEAD_END = re.compile(r"</head\s{0,9}>|<body", re.IGNORECASE)
_BLOCKS = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "center",
        "dd",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hr",
        "html",
        "legend",
        "li",
        "main",
        "nav",
        "ol",
        "p",
        "pre",
        "section",
        "table",
        "tbody",
        "tfoot",
        "thead",
        "tr",
        "ul",
        "br",
    ]
)
_VOID = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"]
)
_MARKED = frozenset(
    [
        "div",
        "blockquote",
        "span",
        "hr",
        "p",
        "td",
        "table",
        "section",
        "font",
        "pre",
        "tr",
        "ul",
        "ol",
        "a",
        "center",
        "body",
    ]
)

_QUOTE_MARK = re.compile(
    r"yahoo_quoted|protonmail_quote|tutanota_quote|olk_src_body_section|zmail_extra|moz-cite-prefix"
    r"|reference-message|mailru-blockquote|moz-forward-container|quoted-message",
    re.IGNORECASE,
)
_AFTER_MARK = re.compile(
    r"divrplyfwdmsg|appendonsend|id\s*=\s*[\"']?(?:x_)?(?:stopspelling|replysplit)"
    r"|border-top:\s*solid\s+#?(?:e1e1e1|b5c4df)",
    re.IGNORECASE,
)
_WEAK_MARK = re.compile(r"gmail_quote|gmail_extra", re.IGNORECASE)
_HIDE_MARK = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|\shidden(?=[\s=>/])|gmail_signature|moz-signature"
    r"|protonmail_signature|outlook-mobile-signature|applemailsignature|id\s*=\s*[\"']?(?:x_)?signature\b",
    re.IGNORECASE,
)
_INDENT = re.compile(r"border\s*:\s*none|border-left\s*:\s*(?:none|0)", re.IGNORECASE)
_BARE_BLOCKQUOTE = re.compile(r"<blockquote\s*>", re.IGNORECASE)
_LOOK_BACK = 12  # rows
_GAPS = re.compile(r"[ \t\r\n\f]+")


@dataclass(slots=True)
class _Reader:
    """The lines so far and the open elements that matter."""

    seen_head: bool = False
    rows: list[tuple[int, str]] = field(default_factory=list)  # (see `level`, text)
    now: list[str] = field(default_factory=list)
    opened: Counter[str] = field(default_factory=Counter)
    effects: list[tuple[str, int, Effect]] = field(default_factory=list)  # tag, how many of it were open then, effect
    active: Counter[Effect] = field(default_factory=Counter)
    after: bool = False  # past a mark below which all is quotation

    def level(self) -> int:
        """0 for own text, 1 inside a weak container, 2 inside quotation, 3 below a mark where quotation begins."""
        if self.active[Effect.QUOTE]:
            return 2
        if self.after:
            return 3
        return 1 if self.active[Effect.WEAK] else 0

    def flush(self, *, always: bool = False) -> None:
        """End the line; an empty one counts only where it is asked for, by a `br`."""
        line = "".join(self.now).rstrip(" ")
        line = line if self.active[Effect.PRE] else line.lstrip(" ")
        if line or always:
            self.rows.append((self.level(), line))
        self.now = []

    def text(self, piece: str) -> None:
        """Take the text between two tags."""
        if self.active[Effect.HIDE]:
            return
        piece = _unescape(piece) if "&" in piece else piece
        if self.active[Effect.PRE]:
            first, *more = piece.replace("\r\n", "\n").replace("\r", "\n").split("\n")
            self.now.append(first)
            for line in more[:MAX_ROWS]:
                self.rows.append((self.level(), "".join(self.now)))
                self.now = [line]
        else:
            self.now.append(_GAPS.sub(" ", piece))

    def open(self, tag: str, source: str) -> None:
        """Take an opening tag; `source` is the tag as written."""
        if tag in _BLOCKS:
            self.flush(always=tag == "br")
        elif tag in ("td", "th") and self.now:
            self.now.append("\t")
        self.opened[tag] += 1
        effect = self._effect(tag, source) if tag in _MARKED else None
        if tag in _VOID:
            self.opened[tag] -= 1
        elif effect is not None and len(self.effects) < MAX_DEPTH:
            if tag not in _BLOCKS:
                self.flush()
            self.effects.append((tag, self.opened[tag], effect))
            self.active[effect] += 1

    def close(self, tag: str) -> None:
        """Take a closing tag; one that was never opened is ignored."""
        if tag in _BLOCKS:
            self.flush()
        if not self.opened[tag]:
            return
        self.opened[tag] -= 1
        for i in range(len(self.effects) - 1, -1, -1):
            name, count, _ = self.effects[i]
            if name == tag:
                if count > self.opened[tag]:
                    self._drop(i)
                return

    def _drop(self, keep: int) -> None:
        """Forget all effects but the first `keep`."""
        if self.now:
            self.flush()
        for _, _, effect in self.effects[keep:]:
            self.active[effect] -= 1
        del self.effects[keep:]

    def _effect(self, tag: str, source: str) -> Effect | None:
        """What the element does, by its name and by the marks that mail programs leave in class, id and style."""
        source = source[:_MAX_TAG_CHARS]
        if tag == "pre":
            return Effect.PRE
        if tag == "blockquote":
            return None if _INDENT.search(source) or self._is_set_in(source) else Effect.QUOTE
        if " " not in source and "\n" not in source:
            return None
        if tag in ("a", "hr"):
            self.after |= _AFTER_MARK.search(source) is not None
            return None
        after, effect = _marked(source)
        self.after |= after
        return effect

    def _is_set_in(self, source: str) -> bool:
        """Whether a `blockquote` without any mark only sets a paragraph in: what stands above introduces nothing."""
        if _BARE_BLOCKQUOTE.fullmatch(source) is None:
            return False
        above = next((row for _, row in reversed(self.rows[-_LOOK_BACK:]) if row.strip()), "")
        return bool(above) and not introduces_quotation(above)


@lru_cache(maxsize=512)  # a mail has hundreds of tags, and most are written alike
def _marked(source: str) -> tuple[bool, Effect | None]:
    """Whether quotation follows a tag that is written so, and the effect of its marks."""
    after = _AFTER_MARK.search(source) is not None
    if _HIDE_MARK.search(source):
        return after, Effect.HIDE
    if _QUOTE_MARK.search(source):
        return after, Effect.QUOTE
    return after, Effect.WEAK if _WEAK_MARK.search(source) else None


def html_to_text(source: str) -> tuple[str, bool]:
    """The lines of an HTML mail, quotation behind `> `, and whether its end was left out for being over the limits."""
    clipped = len(source) > MAX_HTML_CHARS
    reader = _Reader()
    clipped |= _feed(reader, source[:MAX_HTML_CHARS])
    reader.flush()
    own = any(level == 0 and row.strip() for level, row in reader.rows)
    marked = {2, *([1] if own else []), *([] if not own and _begins_with_header(reader.rows) else [3])}
    lines = [(level, line) for level, row in reader.rows for line in lines_of(row)]
    return "\n".join(f"> {line}".rstrip() if level in marked else line for level, line in lines), clipped


def _begins_with_header(rows: list[tuple[int, str]]) -> bool:
    """Whether what stands below the mark opens with a header block: then that tells where the quotation begins.

    So an answer below an unmarked quotation is not lost, if the lines of that are known.
    """
    first = next((at for at, (level, row) in enumerate(rows) if level == 3 and row.strip()), len(rows))
    head = [row for _, row in rows[first : first + _LOOK_BACK]]
    return bool(head) and Blocks(head).is_header(0, len(head))


def _feed(reader: _Reader, source: str) -> bool:
    """Read all of `source`; True when MAX_TAGS or MAX_ROWS were reached before its end."""
    at, tags, strict = 0, 0, True
    while opening := _NEXT.search(source, at):
        start = opening.start()
        if start > at:
            reader.text(source[at:start])
        found = _TAG.match(source, start)
        if found is None:
            at = _past_other(source, start)
            if at < 0:
                return False
            continue
        rest = _TAG_REST.match(source, found.end()) if strict else None
        end = rest.end() if rest else source.find(">", found.end()) + 1
        strict = rest is not None
        tags += 1
        over = tags > MAX_TAGS or len(reader.rows) > MAX_ROWS
        if end <= 0 or over:
            return over
        at = _take(reader, source, found, end)
        if at < 0:
            return False
    reader.text(source[at:])
    return False


def _past_other(source: str, start: int) -> int:
    """Where to go on after a comment or a declaration; -1 when it never ends."""
    if source.startswith("<!--", start):
        end = source.find("-->", start + 4)
        return end + 3 if end >= 0 else -1
    return source.find(">", start + 2) + 1 or -1


def _take(reader: _Reader, source: str, found: re.Match[str], end: int) -> int:
    """Handle one tag; where to go on, or -1 when a raw element never ends."""
    tag = found[2].lower()
    if found[1]:
        reader.close(tag)
        return end
    if tag in _RAW:
        closing = _RAW[tag].search(source, end)
        return source.find(">", closing.start()) + 1 or -1 if closing else -1
    if tag == "head" and not reader.seen_head:
        reader.seen_head = True
        closing = _HEAD_END.search(source, end)
        return closing.start() if closing else end
    reader.open(tag, source[found.start() : min(end, found.start() + _MAX_TAG_CHARS)])
    return end


def _unescape(text: str) -> str:
    """`text` with its character references resolved; numbers too long to be a letter stay as they are."""
    try:
        return html.unescape(text)
    except ValueError:
        return text
