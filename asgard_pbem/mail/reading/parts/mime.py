"""The parts of a mail and its headers, read without trust (mail notes 5 B and E). Pure; raises only MalformedError.

Headers go through `email` with `compat32`: the newer policies raise on real headers the moment one is read. Bodies are
split here: one search per level for its boundary, so that the time is bounded by size times depth.
"""

import binascii
import email
import email.header
import email.message
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.policy import compat32
from typing import Final

from asgard_pbem.mail.reading.parts.charsets import decode_text
from asgard_pbem.mail.reading.parts.plain import unseen_removed
from asgard_pbem.mail.reading.parts.prescan import split_head

MAX_DEPTH = 8
MAX_PARTS = 50
MAX_HEADER_CHARS = 1000
MAX_BODY_BYTES = 512 * 1024  # of one text part, still encoded

_CLOSED: Final = frozenset({"message/rfc822", "message/partial", "message/external-body", "message/global"})


class MalformedError(ValueError):
    """Too many parts, or too deeply nested, to be a person's mail."""


class Headers:
    """The header block of a mail or part. Values come back short, decoded, without controls; a missing one is empty."""

    def __init__(self, head: bytes) -> None:
        self._message = email.message_from_bytes(head + b"\n\n", policy=compat32)
        self._fields: dict[str, list[str]] = {}
        self.order: list[tuple[str, str]] = []  # (name in lower case, raw value) from the top
        for name, value in self._message.raw_items():
            self._fields.setdefault(name.lower(), []).append(str(value))
            self.order.append((name.lower(), str(value)))

    def raw(self, name: str) -> list[str]:
        """All values as sent, bytes outside ASCII as surrogates, unfolded, at most MAX_HEADER_CHARS each."""
        return [_unfold(value[:MAX_HEADER_CHARS]) for value in self._fields.get(name.lower(), ())]

    def whole(self, name: str) -> list[str]:
        """All values as sent, unfolded and uncut: what says who wrote must not be cut into saying something else."""
        return [_unfold(value) for value in self._fields.get(name.lower(), ())]

    def long(self, name: str) -> str:
        """All values joined by commas without the limit of MAX_HEADER_CHARS, for lists of addresses and ids."""
        return _decode_bytes(_unfold(", ".join(self._fields.get(name.lower(), ()))))

    def all(self, name: str) -> list[str]:
        """All values decoded."""
        return [decode_header(value) for value in self._fields.get(name.lower(), ())]

    def get(self, name: str) -> str:
        """The first value decoded, or ''."""
        return next(iter(self.all(name)), "")

    def __contains__(self, name: str) -> bool:
        return name.lower() in self._fields


@dataclass(frozen=True, slots=True)
class Part:
    """One node of the MIME tree. A part that must not be entered has no children."""

    headers: Headers
    kind: str  # main/sub in lower case
    params: dict[str, str]  # of Content-Type, names in lower case
    disposition: str  # in lower case, '' when not said
    named: bool  # carries a file name
    body: bytes  # still encoded; empty for a multipart that was split
    children: tuple["Part", ...] = ()

    @property
    def is_attachment(self) -> bool:
        """Whether the part is a file for the reader, not what the writer wrote."""
        return self.named or self.disposition == "attachment" or self.kind in _CLOSED

    def walk(self) -> Iterator["Part"]:
        """The part and all below it, in the order of the mail."""
        yield self
        for child in self.children:
            yield from child.walk()


def parse(head: bytes, body: bytes) -> Part:
    """The tree of parts; raises MalformedError past MAX_DEPTH or MAX_PARTS."""
    return _part(head, body, "text/plain", 0, [0])


def _part(head: bytes, body: bytes, default: str, depth: int, count: list[int]) -> Part:
    count[0] += 1
    if depth > MAX_DEPTH or count[0] > MAX_PARTS:
        raise MalformedError
    headers = Headers(head)
    kind, params = content_type(headers, default)
    disposition, more = _parameters(next(iter(headers.raw("content-disposition")), ""))
    named = any(
        key.partition("*")[0] in ("filename", "name") and value for key, value in [*more.items(), *params.items()]
    )
    children: tuple[Part, ...] = ()
    if kind.startswith("multipart/") and params.get("boundary"):
        below = "message/rfc822" if kind == "multipart/digest" else "text/plain"
        pieces = _split(body, params["boundary"].encode("ascii", "surrogateescape"))
        children = tuple(_part(*split_head(piece), below, depth + 1, count) for piece in pieces)
    if kind.startswith("multipart/") and not children:
        kind = "text/plain"  # no boundary was named or found: what is there is read as text
    return Part(headers, kind, params, disposition.strip(), named, b"" if children else body, children)


def content_type(headers: Headers, default: str) -> tuple[str, dict[str, str]]:
    """The type in lower case and its parameters; anything unreadable counts as `default`."""
    value = next(iter(headers.raw("content-type")), "")
    kind, params = _parameters(value)
    if not re.fullmatch(r"[a-z0-9!#$&^_.+-]{1,60}/[a-z0-9!#$&^_.+-]{1,100}", kind):
        return default, params
    return kind, params


_PARAMETER = re.compile(r";\s*([^\s=;\"]{1,60})\s*=\s*(?:\"((?:[^\"\\]|\\.){0,300})\"|([^;]{0,300}))")


def _parameters(value: str) -> tuple[str, dict[str, str]]:
    """`text/plain; charset="utf-8"` as its first word and the rest as a mapping; the first of a name counts."""
    value = value[:MAX_HEADER_CHARS]
    first = value.partition(";")[0]
    params: dict[str, str] = {}
    for name, quoted, bare in _PARAMETER.findall(value):
        params.setdefault(name.lower(), re.sub(r"\\(.)", r"\1", quoted) if quoted else bare.strip().strip('"'))
    return first.strip().lower(), params


def _split(body: bytes, boundary: bytes) -> list[bytes]:
    """The parts between delimiter lines; the end of the body closes an unclosed last part."""
    delimiter = b"--" + boundary.rstrip()
    pieces: list[bytes] = []
    start: int | None = None
    at = body.find(delimiter)
    while at >= 0:
        after = body[at + len(delimiter) : at + len(delimiter) + 80]
        rest = re.match(rb"(--)?[ \t]*(\r\n|\r|\n|$)", after)
        if rest and (at == 0 or body[at - 1 : at] in (b"\r", b"\n")):
            if start is not None:
                pieces.append(_without_last_end(body[start:at]))
            start = at + len(delimiter) + rest.end()
            if rest[1]:
                return pieces
            if len(pieces) > MAX_PARTS:
                raise MalformedError
        at = body.find(delimiter, at + len(delimiter))
    return pieces if start is None else [*pieces, body[start:]]


def _without_last_end(piece: bytes) -> bytes:
    """`piece` without the line end that belongs to the delimiter behind it."""
    if piece.endswith(b"\r\n"):
        return piece[:-2]
    return piece[:-1] if piece.endswith((b"\r", b"\n")) else piece


def decoded_body(part: Part) -> bytes:
    """The bytes of a leaf after its transfer encoding; damaged base64 and quoted-printable give what can be read."""
    encoding = part.headers.get("content-transfer-encoding").strip().lower()
    body = part.body[:MAX_BODY_BYTES]
    if encoding == "base64":
        return _base64(body)
    if encoding == "quoted-printable":
        return binascii.a2b_qp(body)
    return body


_NOT_BASE64 = bytes(set(range(256)) - set(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"))


def _base64(body: bytes) -> bytes:
    """Base64 whose padding may be missing and whose lines may hold foreign signs; a lone last letter is dropped."""
    letters = body.translate(None, _NOT_BASE64)
    letters = letters[: len(letters) - 1] if len(letters) % 4 == 1 else letters
    return binascii.a2b_base64(letters + b"=" * (-len(letters) % 4))


def part_text(part: Part) -> str:
    """The text of a leaf in its charset."""
    return decode_text(decoded_body(part), part.params.get("charset"))[0]


def decode_header(value: str) -> str:
    """One header value for reading: encoded words resolved, at most MAX_HEADER_CHARS, never raises."""
    plain = _unfold(_decode_bytes(value[:MAX_HEADER_CHARS]))
    if "=?" not in plain:
        return unseen_removed(plain).strip()
    try:
        pieces = email.header.decode_header(plain)
        words = [piece if isinstance(piece, str) else decode_text(piece, name)[0] for piece, name in pieces]
    except Exception:  # noqa: BLE001  a stranger's header must not stop the mail, whatever the library makes of it
        words = [plain]
    return unseen_removed("".join(words)).strip()[:MAX_HEADER_CHARS]


def _decode_bytes(value: str) -> str:
    """A raw header value whose 8-bit bytes (surrogates) become UTF-8 or windows-1252 letters."""
    if value.isascii():
        return value
    return decode_text(value.encode("utf-8", "surrogateescape"), None)[0]


def _unfold(value: str) -> str:
    """`value` on one line."""
    return re.sub(r"[\r\n]+[ \t]*", " ", value).strip()
