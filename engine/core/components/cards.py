"""Card texts: one small function a card and moment, bound to the card by its name.

    card = Cards[Play](moments=("reveal", "won", "lost"))

    @card("thors_hammer", at="won")
    def thors_hammer(play: Play, clan: Seat) -> None:
        # If you win, 3 Glory.
        play.glory(clan, 3)

Several cards may share a text (`@card("lokis_domain", "lokis_eminence", at="release")`); it is then told which one
speaks, if it has a parameter `name`. What every card must have stands in the data: `unsaid` and `unknown` are empty in
a game that is whole, and a law of the tests holds it to that.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Generic, TypeVar

Q = TypeVar("Q")
F = TypeVar("F", bound=Callable[..., Any])


class Cards(Generic[Q]):
    """The texts of one game's cards: by card, then by moment."""

    def __init__(self, moments: Collection[str]) -> None:
        self.moments = tuple(moments)
        self._texts: dict[str, dict[str, Callable[..., Any]]] = {}
        self._named: set[Callable[..., Any]] = set()  # texts that want to be told which card speaks

    def __call__(self, *names: str, at: str) -> Callable[[F], F]:
        """Bind the decorated function to these cards. Raises ValueError for an unknown moment and a second text."""
        if at not in self.moments:
            raise ValueError(f"{at!r} is no moment: {', '.join(self.moments)}")

        def bind(text: F) -> F:
            if "name" in inspect.signature(text).parameters:
                self._named.add(text)
            for name in names:
                if self._texts.setdefault(name, {}).setdefault(at, text) is not text:
                    raise ValueError(f"{name} has two texts at {at}")
            return text

        return bind

    def has(self, name: str, at: str) -> bool:
        """Whether this card says something at this moment."""
        return at in self._texts.get(name, ())

    def find(self, name: str, at: str) -> Callable[..., Any] | None:
        """The text itself, for what is asked all the time; None where the card has none at this moment."""
        texts = self._texts.get(name)
        return None if texts is None else texts.get(at)

    def text(self, name: str, at: str) -> Callable[..., Any]:
        """The text of a card that has one, which a law of the tests sees to. Raises KeyError for any other."""
        return self._texts[name][at]

    def speak(self, play: Q, name: str, at: str, *args: Any) -> Any:
        """Carry out the text of `name` at this moment; None when it has none. What it gives back is the game's own."""
        text = self._texts.get(name, {}).get(at)
        if text is None:
            return None
        return text(play, *args, name=name) if text in self._named else text(play, *args)

    def texts(self, name: str) -> Mapping[str, str]:
        """Moment -> the first line of the text's docstring, for manual and index."""
        return {at: (inspect.getdoc(text) or "").partition("\n")[0] for at, text in self._texts.get(name, {}).items()}

    def unsaid(self, wanted: Mapping[str, Iterable[str]]) -> set[tuple[str, str]]:
        """(card, moment) that the data asks for and no function says. `wanted`: card -> its moments."""
        return {(name, at) for name, moments in wanted.items() for at in moments if not self.has(name, at)}

    def unknown(self, wanted: Mapping[str, Iterable[str]]) -> set[tuple[str, str]]:
        """(card, moment) that a function says and the data does not ask for: a misspelt name, a card that is gone."""
        return {
            (name, at) for name, texts in self._texts.items() for at in texts if at not in set(wanted.get(name, ()))
        }
