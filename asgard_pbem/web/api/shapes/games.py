"""The games that are played here."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from asgard_pbem.web.api.shapes.base import Shape


class GameRow(Shape):
    """One game."""

    key: str
    title: str
    rules: int = Field(description="The version that new tables are played by.")
    versions: list[int]
    seats: list[int]
    together: bool = Field(description="Whether all win or lose together, and one may hold several seats.")
    bots: list[str]
    manual: str = Field(description="The manual's page for people.")


class GameList(Shape):
    """Every installed game."""

    items: list[GameRow]


class Game(GameRow):
    """One game with what a table of it may be opened with."""

    options: dict[str, Any] = Field(description="JSON Schema of a table's options.")


class Section(Shape):
    """A heading of a manual."""

    level: int
    text: str
    anchor: str


class Manual(Shape):
    """The rules of a game in our own words."""

    title: str
    language: str
    sections: list[Section]
    markdown: str
