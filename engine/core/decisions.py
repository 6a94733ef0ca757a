"""Open questions to seats, and what of them a reader may know."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass

from engine.core.moves import Json, Seat, Subject


@dataclass(frozen=True, slots=True)
class Decision(Subject):
    """An open question to one seat. Plain data: equal decisions are the same question."""

    seat: Seat
    kind: str
    about: tuple[
        tuple[str, Json], ...
    ] = ()  # what the question is about, e.g. (("god", "O"),): public unless concealed
    secret: bool = False  # the answer stays hidden until a later moment
    veil: str = ""  # not empty: that it is asked at all is hidden from everybody else, who read this stand-in
    answered: bool = False  # already answered, may still be replaced; never waited for
    optional: bool = False  # a window: the seat may answer, the game asks (and waits) only as its rules say
    clock: str = ""  # names the turn that the question belongs to: a seat's questions of one turn share a deadline

    @property
    def subject(self) -> Mapping[str, Json]:
        """What it is about, by name."""
        return dict(self.about)

    @property
    def waits(self) -> bool:
        """Whether the game stands still until this seat answers."""
        return not self.answered

    @property
    def concealed(self) -> bool:
        """Whether nobody else may know that it is asked."""
        return bool(self.veil)


NOBODY: Seat = -1  # whom a stand-in asks


def told_of(decisions: Iterable[Decision], own: Container[Seat | None]) -> tuple[Decision, ...]:
    """What a reader who holds the seats `own` may know of these questions.

    For those behind a veil there is one stand-in to `NOBODY`, whoever is asked, `own` seats or others, and however
    many: its kind is the veil's name, and `Words.waiting` has a sentence for it.
    """
    decisions = tuple(decisions)
    seen = (one for one in decisions if one.seat in own or not one.veil)
    return (*seen, *(Decision(NOBODY, veil) for veil in dict.fromkeys(one.veil for one in decisions if one.veil)))
