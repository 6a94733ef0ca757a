"""Why a service refuses. Codes are data; `words` has them in the reader's language."""

import traceback
from typing import Any


class ServiceError(Exception):
    """A refusal by the table, not by the rules of a game: a code and what it is about."""

    def __init__(self, code: str, **where: Any) -> None:
        super().__init__(code, where)
        self.code = code
        self.where: dict[str, Any] = where

    def __str__(self) -> str:
        return f"{self.code} {self.where}" if self.where else self.code


def place_of(why: BaseException) -> str:
    """An error's class, and the file, line and function where it was raised: what it says may be a player's secret."""
    frames = traceback.extract_tb(why.__traceback__)
    last = f" at {frames[-1].filename}:{frames[-1].lineno} in {frames[-1].name}" if frames else ""
    return type(why).__name__ + last
