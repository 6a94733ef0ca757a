"""Mail of local play as any mail program reads it: a Maildir for each person, below `.local/mail/`.

Copies, for reading: the pages of the local mailbox know nothing of what becomes of them.
"""

from __future__ import annotations

import logging
import mailbox
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from django.conf import settings

log = logging.getLogger(__name__)
MOST = 1000  # messages in one folder; the oldest go
YOU = "you"


def folder_of(address: str) -> Path:
    """The Maildir of a person: their address; `you` for whoever runs the service."""
    if address.lower() == settings.EMBEDDED_PLAYER_EMAIL:
        return root() / YOU
    return root() / re.sub(r"[^a-z0-9@._+-]", lambda found: f"%{ord(found[0]):x}", address.lower()).lstrip(".")


def root() -> Path:
    return Path(settings.LOCAL_MAIL_DIR)


def deliver(address: str, raw: bytes) -> None:
    """Put a message into a person's `new/`. A disk that is full keeps nobody's mail from going out."""
    try:
        root().mkdir(mode=0o700, parents=True, exist_ok=True)
        folder = folder_of(address)
        mailbox.Maildir(folder, factory=None).add(raw)
        _shorten(folder)
    except OSError as problem:
        # a warning: nothing is lost, the pages of the mailbox have the mail; the error's text would name its recipient
        log.warning("a local mail was not put into its Maildir: %s", type(problem).__name__)


def _shorten(folder: Path) -> None:
    """Keep the newest. A mail program may move and delete files meanwhile."""
    known = list(_files(folder))
    if len(known) > MOST:
        for path in sorted(known, key=_age)[:-MOST]:
            path.unlink(missing_ok=True)


def _files(folder: Path) -> Iterator[Path]:
    """The messages of one Maildir, whether a program has taken them in or not."""
    for part in ("new", "cur"):
        yield from (folder / part).glob("*")


def _age(path: Path) -> float:
    with suppress(FileNotFoundError):
        return path.stat().st_mtime
    return 0.0


def everything() -> Iterator[tuple[Path, bytes]]:
    """Every message of everybody, for whoever is to be forgotten."""
    for folder in root().glob("*"):
        for path in _files(folder):
            with suppress(FileNotFoundError):
                yield path, path.read_bytes()


def as_mbox(messages: Iterable[tuple[str, str, bytes]]) -> Iterator[bytes]:
    """Messages (sender, date as `ctime` writes it, bytes) as one file that mail programs open (mboxrd of RFC 4155)."""
    for sender, date, raw in messages:
        body = re.sub(rb"(?m)^(>*From )", rb">\1", raw.replace(b"\r\n", b"\n"))
        yield f"From {sender} {date}\n".encode() + body.rstrip(b"\n") + b"\n\n"
