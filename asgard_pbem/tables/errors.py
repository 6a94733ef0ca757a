"""Why a service refuses. Codes are data; `words` has them in the reader's language."""

import traceback
from functools import partial
from pathlib import Path
from typing import Any

TRAIL_FRAMES = 12


class ServiceError(Exception):
    """A refusal by the table, not by the rules of a game: a code and what it is about."""

    def __init__(self, code: str, **where: Any) -> None:
        super().__init__(code, where)
        self.code = code
        self.where: dict[str, Any] = where

    def __str__(self) -> str:
        return f"{self.code} {self.where}" if self.where else self.code

    def __reduce__(self) -> tuple[Any, ...]:
        """Made anew by its names in another process: an exception is by its positions alone."""
        return partial(type(self), self.code, **self.where), (), vars(self)


def kind_of(why: BaseException) -> str:
    """An error's class and that of its cause: Django gives a full disk and a lost connection one class."""
    kind, cause = type(why).__name__, type(why.__cause__).__name__
    return kind if why.__cause__ is None or cause == kind else f"{kind} (by {cause})"


def place_of(why: BaseException) -> str:
    """An error's class, and the file, line and function where it was raised: what it says may be a player's secret."""
    frames = traceback.extract_tb(why.__traceback__)
    last = f" at {frames[-1].filename}:{frames[-1].lineno} in {frames[-1].name}" if frames else ""
    return type(why).__name__ + last


def trail(why: BaseException) -> str:
    """A traceback in one line, the innermost call last, without a word of what any error says."""
    calls = traceback.extract_tb(why.__traceback__)
    frames = [f"{_short(call.filename)}:{call.lineno} {call.name}" for call in calls]
    return f"{kind_of(why)} at {' > '.join(frames[-TRAIL_FRAMES:]) or 'no place'}"


def _short(filename: str) -> str:
    """The last two parts of a path: enough to find a file, nothing of the machine."""
    return "/".join(Path(filename).parts[-2:])
