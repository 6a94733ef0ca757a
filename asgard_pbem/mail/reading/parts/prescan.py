"""Limits on the bytes of a mail, checked before any parser runs (mail notes 5 A). Pure, linear.

100,000 tiny parts in 1 MB keep a parser busy for seconds, 16,000 addresses in one field likewise, and deep nesting ends
in a RecursionError; these counts make all three impossible.
"""

import re
from dataclasses import dataclass

MAX_RAW_BYTES = 1024 * 1024
MAX_HEADER_BYTES = 64 * 1024
MAX_FIELDS = 200
MAX_FIELD_BYTES = 8 * 1024
MAX_DASH_LINES = 200
MAX_CONTAINERS = 40

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"  # some editors and pipes put it before the first field
_HEADER_END = re.compile(rb"\r\n\r\n|\n\n|\r\r|\n\r\n")
_DASH_LINE = re.compile(rb"(?:^|[\r\n])--")
_CONTAINER = re.compile(rb"(?i)content-type:[ \t]*(?:\r?\n[ \t]+)?(?:multipart|message)/")
_FIELD_START = re.compile(rb"(?:\r\n|\r|\n)(?![ \t])")
_FROM = re.compile(rb"(?is)from[ \t]*:(.*)")  # with blanks before the colon (RFC 5322, 4.5) it is a sender to servers


@dataclass(frozen=True, slots=True)
class Scanned:
    """A mail to be parsed (`refusal` None), or why not: `empty`, `too_large` or `malformed`.

    A refused mail has no body here, and a head only when that alone is within the limits.
    """

    head: bytes  # header block without the blank line behind it
    body: bytes
    refusal: str | None = None
    senders: tuple[tuple[bytes, ...], ...] = ()  # the From values that mail servers find, see `_senders`


def prescan(raw: bytes) -> Scanned:
    """Split `raw` at the end of its header block and hold it against the limits.

    Leading line ends and a byte order mark go first.
    """
    data = raw[: MAX_RAW_BYTES + 1].lstrip(b"\r\n").removeprefix(_BYTE_ORDER_MARK).lstrip(b"\r\n")
    if not data.strip():
        return Scanned(b"", b"", "empty")
    head, body = split_head(data)
    refusal = "too_large" if len(raw) > MAX_RAW_BYTES else "malformed"
    if _head_over_limits(head):
        return Scanned(b"", b"", refusal)
    if refusal == "too_large" or _too_many_parts(data):
        return Scanned(head, b"", refusal, _senders(data))
    return Scanned(head, body, senders=_senders(data))


def split_head(data: bytes) -> tuple[bytes, bytes]:
    """The header block and the body behind the first blank line; a body is empty when there is no blank line."""
    if data[:1] in (b"\r", b"\n"):  # a part without headers begins with its blank line
        return b"", data[2:] if data[:2] == b"\r\n" else data[1:]
    found = _HEADER_END.search(data)
    return (data[: found.start()], data[found.end() :]) if found else (data, b"")


def _senders(data: bytes) -> tuple[tuple[bytes, ...], ...]:
    """The From values as whoever judged the mail on its way may have found them, who knew but one kind of line end.

    To a mail server a CR alone is a letter like any other (RFC 5321, 2.3.8), to many an LF alone too: where the lines
    of a head end in several ways, its reader and ours may find two senders. Nor does the first line tell which end the
    server knew: it is the sender's own where a message is handed on as it came.
    """
    beginning = data[: MAX_HEADER_BYTES + 4]
    found = (_senders_between(end, beginning) for end in (b"\r\n", b"\n") if end in beginning)
    return tuple(senders for senders in found if senders)


def _senders_between(end: bytes, data: bytes) -> tuple[bytes, ...]:
    """The From values of the head to whom only `end` ends a line."""
    block = re.split(end + rb"\r?" + end, data, maxsplit=1)[0]
    fields = re.split(end + rb"(?![ \t])", block)
    return tuple(b" ".join(found[1].split()) for one in fields if (found := _FROM.fullmatch(one)))


def _head_over_limits(head: bytes) -> bool:
    """Whether the header block exceeds what people's mail programs produce."""
    if len(head) > MAX_HEADER_BYTES:
        return True
    fields = _FIELD_START.split(head)
    return len(fields) > MAX_FIELDS or max(map(len, fields)) > MAX_FIELD_BYTES


def _too_many_parts(data: bytes) -> bool:
    """Whether the number of parts does."""
    return _more_than(_DASH_LINE, data, MAX_DASH_LINES) or _more_than(_CONTAINER, data, MAX_CONTAINERS)


def _more_than(pattern: re.Pattern[bytes], data: bytes, limit: int) -> bool:
    """Whether `pattern` is found more than `limit` times; stops counting there."""
    return any(count >= limit for count, _ in enumerate(pattern.finditer(data)))
