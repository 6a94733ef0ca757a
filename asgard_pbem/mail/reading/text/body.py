"""Which part of a mail is its text, and that text in plain lines (mail notes 5 E). Pure."""

import re
from dataclasses import dataclass

from asgard_pbem.mail.reading.parts.mime import Part, part_text
from asgard_pbem.mail.reading.text.flowed import unflow
from asgard_pbem.mail.reading.text.html_text import html_to_text

_ARMOUR = "-----BEGIN PGP SIGNED MESSAGE-----"
_SEALED = ("application/pkcs7-mime", "application/x-pkcs7-mime", "application/pgp-encrypted", "multipart/encrypted")


@dataclass(frozen=True, slots=True)
class Body:
    """The text of a mail with its source part's kind, or the reason why there is none.

    Refusals: `encrypted`, `tnef`, `attachment_only`, `empty`.
    """

    text: str
    kind: str = "text/plain"
    refusal: str | None = None
    clipped: bool = False
    attachments: tuple[str, ...] = ()  # the kinds of files that came along; their content is never decoded


def read_body(root: Part) -> Body:
    """The first part with text in it, of alternatives the plain one; else why there is none."""
    if root.kind in _SEALED or root.headers.get("content-type").lower().startswith("multipart/encrypted"):
        return Body("", refusal="encrypted")
    leaves = [part for part in root.walk() if not part.children]
    files = tuple(part.kind for part in leaves if part.is_attachment)
    for part in _texts(root):
        body = _html(part, files) if part.kind == "text/html" else _plain(part, files)
        if body.refusal or body.text.strip():
            return body
    return Body("", refusal=_why_none(leaves), attachments=files)


def _texts(part: Part) -> list[Part]:
    """The parts that may be what was written, the likeliest first. Below it gateways add text of theirs."""
    if not part.children:
        return [part] if part.kind in ("text/plain", "text/html") and not part.is_attachment else []
    found = [text for child in part.children for text in _texts(child)]
    plain_first = part.kind == "multipart/alternative"
    return sorted(found, key=lambda text: text.kind != "text/plain") if plain_first else found


def _why_none(leaves: list[Part]) -> str:
    """Why nothing can be read: only a TNEF container, something sealed, only files, or nothing at all."""
    kinds = {part.kind for part in leaves if part.body.strip()}
    if kinds & set(_SEALED):
        return "encrypted"
    if "application/ms-tnef" in kinds:
        return "tnef"
    return (
        "attachment_only"
        if any(part.is_attachment or part.kind.partition("/")[0] != "text" for part in leaves)
        else "empty"
    )


def _plain(part: Part, files: tuple[str, ...]) -> Body:
    """A plain part: flowed lines joined, clear-sign armour taken off."""
    text = part_text(part)
    if part.params.get("format", "").lower() == "flowed":
        text = unflow(text, del_sp=part.params.get("delsp", "").lower() == "yes")
    head = text[:4096].lstrip()
    if head.startswith("-----BEGIN PGP MESSAGE-----"):
        return Body("", refusal="encrypted", attachments=files)
    if head.startswith(_ARMOUR):
        text = without_armour(text)
    return Body(text, attachments=files)


def _html(part: Part, files: tuple[str, ...]) -> Body:
    text, clipped = html_to_text(part_text(part))
    return Body(text, "text/html", clipped=clipped, attachments=files)


def without_armour(text: str) -> str:
    """The text of an inline clear-signed message: armour off, `- ` escapes undone; what stands outside is dropped."""
    _, _, rest = text.replace("\r\n", "\n").partition(_ARMOUR)
    headers_end = rest.find("\n\n")
    signed, _, _ = rest[max(headers_end, 0) :].partition("\n-----BEGIN PGP SIGNATURE-----")
    return re.sub(r"(?m)^- ", "", signed).strip("\n")
