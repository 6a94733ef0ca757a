"""How long a process may work for one task, counted in its own CPU: that a machine was busy with other things, or stood
still for a while, is no fault of the task. Where the process only waits, the clock ends it.
"""

from __future__ import annotations

import time

import psutil


class Allowance:
    """`cpu_s` seconds of the work of a process with one thread from now on, and at most `wall_s` of the clock."""

    def __init__(self, process: psutil.Process, cpu_s: float, wall_s: float) -> None:
        self._process, now = process, time.monotonic()
        self._cpu_s, self._until = self._spent() + cpu_s, now + wall_s
        self._again = now + cpu_s  # it cannot have used all of it before

    def left(self) -> float:
        """Seconds for which nobody has to look again. Raises TimeoutError when there is nothing left."""
        now = time.monotonic()
        if now >= self._again:
            left = min(self._cpu_s - self._spent(), self._until - now)
            if left <= 0:
                raise TimeoutError
            self._again = now + left
        return self._again - now

    def _spent(self) -> float:
        try:
            times = self._process.cpu_times()
        except psutil.NoSuchProcess:  # what it wrote last may still be read
            return 0.0
        return float(times.user + times.system)
