"""Folders that other users may pass, for servers that run as a user of their own."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def passable() -> Iterator[Path]:
    """A new folder, gone afterwards. Not one of pytest's, which each run that begins shuts for all."""
    folder = Path(tempfile.mkdtemp(prefix="asgard-passable-"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
