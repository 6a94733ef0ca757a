"""Folders of pytest's that other users may pass, for servers that run as a user of their own."""

from __future__ import annotations

import stat
from pathlib import Path


def let_others_pass(folder: Path) -> None:
    """Open `folder` and all above it: pytest keeps its own private, one more of them where several workers run."""
    for path in (folder, *folder.parents):
        mode = path.stat().st_mode
        if not mode & stat.S_IXOTH:
            path.chmod(mode | 0o055)
