"""Why a service refuses. Codes are data; `words` has them in the reader's language."""

from typing import Any


class ServiceError(Exception):
    """A refusal by the table, not by the rules of a game: a code and what it is about."""

    def __init__(self, code: str, **where: Any) -> None:
        super().__init__(code, where)
        self.code = code
        self.where: dict[str, Any] = where

    def __str__(self) -> str:
        return f"{self.code} {self.where}" if self.where else self.code
