"""The files into which processes count, on a disk that may be full.

prometheus_client maps files that are mostly holes. Where the disk has no room for a page of them the kernel ends the
process that writes there (SIGBUS), with no word in any log and in the midst of a mail. So each file gets its room
before it is mapped, and whoever gets none counts for itself alone: nobody is told, and the service goes on.
"""

from __future__ import annotations

import logging
import mmap
import os
from pathlib import Path

from prometheus_client import mmap_dict, values

FIRST_BYTES = 1 << 16  # as prometheus_client begins
BESIDE_KEY = 32  # bytes that a figure takes beside its name: its length, its padding and two numbers
_log = logging.getLogger(__name__)


def use() -> None:
    """Let whatever is counted from now on go into these files, where there is a folder for them."""
    values.MmapedDict = Counted  # type: ignore[attr-defined, assignment]  # it looks for this name when it opens one


class Roomy(mmap_dict.MmapedDict):
    """A file of figures that has its room. Raises OSError where there is none."""

    def __init__(self, filename: str) -> None:
        file = Path(filename)
        try:
            with file.open("ab") as link:
                os.posix_fallocate(link.fileno(), 0, max(FIRST_BYTES, os.fstat(link.fileno()).st_size))
        except OSError:
            if file.exists() and not file.stat().st_size:  # whoever adds up could not read it
                file.unlink(missing_ok=True)
            raise
        super().__init__(filename)  # type: ignore[no-untyped-call]

    def _init_value(self, key: str) -> None:
        while self._used + len(key.encode()) + BESIDE_KEY > self._capacity:
            self._grow(self._capacity * 2)
        super()._init_value(key)  # type: ignore[no-untyped-call]

    def _grow(self, size: int) -> None:
        os.posix_fallocate(self._f.fileno(), 0, size)
        self._capacity, self._m = size, mmap.mmap(self._f.fileno(), size)


class Counted(Roomy):
    """As it, or memory of this process alone once there is no room."""

    def __init__(self, filename: str) -> None:
        try:
            super().__init__(filename)
        except OSError as why:
            self._positions: dict[str, int] = {}
            self._used = 8
            self._go_on_in_memory(FIRST_BYTES, b"")
            _say(why)

    def _grow(self, size: int) -> None:
        try:
            if self._f is not None:
                return super()._grow(size)
        except OSError as why:
            _say(why)
        return self._go_on_in_memory(size, self._m[: self._used])

    def _go_on_in_memory(self, size: int, kept: bytes) -> None:
        """What the file has by then is told on."""
        self._f, self._capacity, self._m = None, size, mmap.mmap(-1, size)  # type: ignore[assignment]
        self._m[: len(kept)] = kept


def _say(why: OSError) -> None:
    _log.error("what this process counts is not told any more, LOCAL_DIR takes no file of it: %s", why.strerror)
