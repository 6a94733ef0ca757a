"""Bytes that the processes of one worker keep together, by the digest of what they were made from.

Each child of a worker writes mails of every table, so it meets but a part of what a table's boards were; it packed anew
what another had packed a moment before. Memory that was mapped before they were forked is the same in all of them.
"""

import fcntl
import mmap
import struct
import tempfile
from hashlib import blake2b
from threading import Lock
from typing import Final, NamedTuple

from zlib_ng import zlib_ng

DIGEST_BYTES: Final = 16
SLOTS: Final = 8192
_HEAD: Final = struct.Struct("=Q")  # where the next bytes go, counted on and on
_ENTRY: Final = struct.Struct(f"={DIGEST_BYTES}sQII")
_BYTES_FROM: Final = _HEAD.size + SLOTS * _ENTRY.size


class Entry(NamedTuple):
    """One slot of the index. `check`: CRC-32 of digest and bytes, which are overwritten when the ring comes round."""

    digest: bytes
    at: int
    length: int
    check: int


def digest(*words: str) -> bytes:
    """Of texts without NUL."""
    return blake2b("\0".join(words).encode(), digest_size=DIGEST_BYTES).digest()


class Shared:
    """A ring of `size` bytes, and an index of it. Nobody waits: what is busy or broken is as if it were not there.

    No lock is needed to read, for a check goes with the bytes; and the kernel takes that for writing from whoever dies.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._memory = mmap.mmap(-1, _BYTES_FROM + size)  # costs nothing until it is written to
        self._writing = tempfile.TemporaryFile()  # noqa: SIM115  as long as the process lives
        self._here = Lock()  # among the threads of one process, which the other does not tell apart

    def get(self, digest: bytes) -> bytes | None:
        """What was kept under this digest; None when it is not there any more."""
        entry = Entry(*_ENTRY.unpack_from(self._memory, self._slot(digest)))
        if entry.digest != digest:
            return None
        first = _BYTES_FROM + entry.at % self._size
        found = self._memory[first : first + entry.length]
        return found if zlib_ng.crc32(digest + found) == entry.check else None

    def put(self, digest: bytes, data: bytes) -> None:
        """Keep it for a while, unless it is large or another process keeps something just now."""
        if len(data) > self._size // 8 or not self._here.acquire(blocking=False):
            return
        try:
            fcntl.lockf(self._writing, fcntl.LOCK_EX | fcntl.LOCK_NB)
            try:
                self._write(digest, data)
            finally:
                fcntl.lockf(self._writing, fcntl.LOCK_UN)
        except OSError:  # it is taken, or there is no such thing here
            return
        finally:
            self._here.release()

    def clear(self) -> None:
        """Forget all, for every process."""
        self._memory[:_BYTES_FROM] = bytes(_BYTES_FROM)

    def _write(self, digest: bytes, data: bytes) -> None:
        (at,) = _HEAD.unpack_from(self._memory, 0)
        if at % self._size + len(data) > self._size:  # not round the corner
            at += self._size - at % self._size
        first = _BYTES_FROM + at % self._size
        self._memory[first : first + len(data)] = data
        entry = Entry(digest, at, len(data), zlib_ng.crc32(digest + data))
        _ENTRY.pack_into(self._memory, self._slot(digest), *entry)
        _HEAD.pack_into(self._memory, 0, at + len(data))

    def _slot(self, digest: bytes) -> int:
        return _HEAD.size + int.from_bytes(digest[:4], "big") % SLOTS * _ENTRY.size
