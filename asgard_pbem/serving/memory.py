"""Python's cyclic collector in processes that stay: what a process has loaded is not looked through again.

A worker has loaded more than 100,000 objects that stay as long as it does (modules, models, rules). Left as it is, the
collector walks through all of them again and again while a log is replayed, and finds nothing there; and it looks at
the young objects every 700, of which one request makes thousands.

Not switched off: cycles come with every exception that is kept and every request, and would never leave.
"""

from __future__ import annotations

import gc
from typing import Any

YOUNG = 10_000  # so many objects more than have gone: then the young ones are looked at, some 2 MB of them
OLDER = 10  # collections of the younger ones to one of the older; the oldest wait until they have grown by a quarter


def settle(*_: object, **__: Any) -> None:
    """To be called when everything is loaded and before anything is served; a receiver of signals as well.

    Before a fork rather than after it: the children then share the memory, for nobody writes marks into it any more.
    Once in a process: frozen a second time, what lives only for a while would stay.
    """
    if not gc.get_freeze_count():
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG, OLDER, OLDER)
