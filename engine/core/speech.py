"""Sentences in one language: names with their cases, refusals by table, the log and the menus by what they speak of.

    class Words(Speech):
        domain = "blood_rage"
        refusals = {"E_HORNS": N_("Horns: {count} of {most} figures on the board.")}

        @tells(FigureInvaded)
        def _invaded(self, it: FigureInvaded) -> str:
            return self._("{name} invades {place}.").format(name=self.seat(it.seat), place=self.place(it.place))

A translator gets whole sentences: what differs from case to case is another sentence, never glued to the first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, ClassVar, TypeVar
from unicodedata import bidirectional, category, east_asian_width

from engine.catalogues import LOCALE, catalogue
from engine.core.decisions import NOBODY, Decision
from engine.core.happenings import Happening
from engine.core.menu import Option
from engine.core.moves import Json, Seat
from engine.core.sentences import Named, Told, Word, chosen, reason

F = TypeVar("F", bound=Callable[..., str])
_SPEAKS = "_speaks_of"
_ISOLATE, _POP_ISOLATE = "\u2068", "\u2069"
_FROM_THE_RIGHT = frozenset({"R", "AL"})  # letters of Hebrew, Arabic and their like
_TWO_COLUMNS = frozenset({"W", "F"})  # UAX 11
_NO_COLUMN = frozenset({"Mn", "Me", "Cf"})
_JOINER, _SKINS = "\u200d", frozenset("\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")


def N_(text: str) -> str:  # noqa: N802  the name that tools for catalogues look for
    """Marks a sentence for translation that is looked up later."""
    return text


# Refusals of the kit itself, for a game that has no sentence of its own for one: they stand in the catalogue of all.
_OF_ALL: Mapping[str, str] = {
    "E_SYNTAX": N_("This line could not be read as an order."),
    "E_AMBIGUOUS": N_("“{text}” may mean several things: write more of it."),
    "E_NOT_YOUR_TURN": N_("Nothing is asked of you now."),
    "E_WRONG_STAGE": N_("That order does not answer what is asked now."),
    "E_ANSWERED": N_("You have answered that already, and the answer stands."),
}


def numbered(seat: Seat, language: str) -> str:
    """How orders name a seat by its number: `P1`, in Russian `И1`; one word in all games."""
    return catalogue("core", language).gettext("P{number}").format(number=seat + 1)


def isolated(name: str) -> str:
    """A name as it may stand in a sentence: one that is written from right to left keeps its own order to itself.

    Without the marks (Unicode's isolates, UAX 9) what stands behind it (a number, a colon, brackets) would be shown
    before it, and a line that begins with it from the right. They are dropped from what comes back (`text.fold`).
    """
    if name.startswith(_ISOLATE) or not any(bidirectional(char) in _FROM_THE_RIGHT for char in name):
        return name
    return f"{_ISOLATE}{name}{_POP_ISOLATE}"


def shortened(name: str, limit: int) -> str:
    """At most so many letters of a name, with a mark where there were more; what isolates it stays around it."""
    bare = name.removeprefix(_ISOLATE).removesuffix(_POP_ISOLATE)
    return name if len(bare) <= limit else isolated(f"{bare[: limit - 1].rstrip()}…")


def closed(text: str) -> str:
    """A text that was cut short, with the marks behind it that the cut took away from an isolated name in it."""
    return text + _POP_ISOLATE * (text.count(_ISOLATE) - text.count(_POP_ISOLATE))


def unmarked(text: str) -> str:
    """The letters alone, without the marks that isolate names."""
    return text.replace(_ISOLATE, "").replace(_POP_ISOLATE, "")


def padded(text: str, width: int) -> str:
    """A text made so wide with blanks, as it is shown in letters of one width."""
    return text + " " * (width - _columns(text))


def _columns(text: str) -> int:
    """How many columns a text takes: two a letter of Chinese or an emoji, none what is set on the sign before or shows
    nothing. What is joined to an emoji is one sign with it.
    """
    found, joined = 0, False
    for char in text:
        wide = east_asian_width(char) in _TWO_COLUMNS
        if not ((wide and (joined or char in _SKINS)) or category(char) in _NO_COLUMN):
            found += 2 if wide else 1
        joined = char == _JOINER
    return found


def tells(*subjects: type | str) -> Callable[[F], F]:
    """The decorated method speaks of happenings, options or questions of these classes (or of this name)."""

    def mark(method: F) -> F:
        setattr(method, _SPEAKS, subjects)
        return method

    return mark


class Speech:
    """What all games' words share. `_`, `n` and `p` are gettext's ways to ask."""

    domain: ClassVar[str]
    locale: ClassVar[Path] = LOCALE
    refusals: ClassVar[Mapping[str, str | Mapping[str, str]]] = {}  # by code, or by what it is about (`reason`)
    log: ClassVar[Mapping[type, Told]] = {}  # happenings that need no method
    names_in_log: ClassVar[Mapping[str, Word]] = {}  # what sentences of the table name
    _said: ClassVar[dict[type | str, str]] = {}

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        said = {subject: name for base in reversed(cls.__mro__) for subject, name in _marked(base)}
        cls._said = said

    def __init__(self, language: str, names: Sequence[str] = ()) -> None:
        self.language = language
        self.names = tuple(map(isolated, names))
        found = catalogue(self.domain, language, self.locale)
        self._, self.n, self.p = found.gettext, found.ngettext, found.pgettext

    def seat(self, seat: Seat) -> str:
        """The player's name, or the seat's number where none is known."""
        if seat < len(self.names) and self.names[seat]:
            return self.names[seat]
        return self.number(seat)

    def number(self, seat: Seat) -> str:
        """How orders name the seat, whatever its player is called."""
        return numbered(seat, self.language)

    def seats(self, seats: Iterable[Seat]) -> str:
        """Names, with commas."""
        return ", ".join(self.seat(seat) for seat in seats)

    def points(self, scores: Iterable[int]) -> str:
        """Every player with a number, behind a colon: names may end in numbers too."""
        return ", ".join(f"{self.seat(seat)}: {points}" for seat, points in enumerate(scores))

    def say(self, subject: Any, *more: Any) -> str:
        """The sentence of whoever `tells` of the subject: by its class, or by itself if it is a word; else empty."""
        method = self._said.get(subject if isinstance(subject, str) else type(subject))
        return str(getattr(self, method)(subject, *more)) if method is not None else ""

    def happening(self, happening: Any) -> str:
        """One line of the log; empty for what is not worth telling."""
        told = self.log.get(type(happening))
        if told is None:
            return self.say(happening)
        text = chosen(told, happening)
        return self._(text).format_map(Named(self, happening, told[2], self.names_in_log)) if text else ""

    def passages(self, happenings: Sequence[Happening]) -> Iterator[tuple[Happening, str]]:
        """A sentence each; a game that tells of several together says so here."""
        return ((one, text) for one in happenings if (text := self.happening(one)))

    def waiting(self, decision: Decision) -> str:
        """What others read about who is waited for; games say more. A veil `tells` what it waits for by its name."""
        return self.say(decision.kind) if decision.seat == NOBODY else self.seat(decision.seat)

    def option(self, option: Option, view: Any) -> str:
        """One line of a menu, by what it speaks of; a tuple is spoken of by its first word, with what follows it."""
        if isinstance(option.what, tuple) and option.what:
            return self.say(option.what[0], view, *option.what[1:])
        return self.say(option.what, view)

    def round(self, number: int) -> str:
        """A round is called a round, unless a game has another word."""
        return ""

    def measure(self, name: str) -> str:
        """What a curve shows; a game `tells` of a measure by its name."""
        return self.say(name) or name

    def setting(self, option: str, value: str = "") -> str:
        """What may be chosen when a table is opened; as the code calls it, unless a game has words for it."""
        return ""

    def heading(self, key: str) -> str:
        """A heading of a menu; none, unless a game has groups."""
        return ""

    def plan_examples(self, decision: Decision, view: Any) -> list[tuple[str, str]]:
        """Standing orders that are useful now; none, unless a game has some."""
        return []

    def explanations(self, decision: Decision, view: Any) -> list[tuple[str, str]]:
        """What a question shows that wants an explanation; nothing, unless a game has such things."""
        return []

    def deed(self, happening: Any) -> tuple[Seat, int, str] | None:
        """What is counted at the end of a game without points; nothing, unless a game says so."""
        return None

    def refusal(self, code: str, where: Mapping[str, Json]) -> str:
        """Why a move was refused; the code itself where no sentence has been written, so that nothing is hidden.

        What the kit itself refuses is said for a game that does not.
        """
        text = reason(self.refusals.get(code, ""), where)
        if text:
            said = self._(text)
        elif code in _OF_ALL:
            said = catalogue("core", self.language).gettext(_OF_ALL[code])
        else:
            return code
        return said.format_map(_Lenient(self.named(where)))

    def named(self, where: Mapping[str, Json]) -> Mapping[str, Json]:
        """What a refusal is about, as its sentence names it: seats by name; games add their own things."""
        return {key: self.seat(value) if key in ("seat", "who") and value is not None else value
                for key, value in where.items()}  # fmt: skip


def chapters(
    told: Iterable[Happening], belongs: Callable[[Happening, str], str]
) -> Iterator[tuple[str, list[Happening]]]:
    """Neighbours that belong together, and to what; '' for those that stand alone.

    `belongs`: what a happening belongs to, and the happening before it did.
    """
    chapter, marked = "", list[tuple[str, Happening]]()
    for one in told:
        chapter = belongs(one, chapter)
        marked.append((chapter, one))
    for name, run in groupby(marked, key=itemgetter(0)):
        yield name, [one for _, one in run]


def manuals(folder: Path) -> Callable[[str], str]:
    """The manual of a game by language, `<language>.md` of a folder; English where the language has none."""

    @cache
    def manual(language: str) -> str:
        path = folder / f"{language}.md"
        return (path if path.exists() else folder / "en.md").read_text(encoding="utf-8")

    return manual


class _Lenient(dict[str, Any]):
    """Leaves out what a refusal does not know, instead of failing in the face of a player."""

    def __missing__(self, key: str) -> str:
        return ""


def _marked(base: type) -> Iterable[tuple[type | str, str]]:
    for name, value in vars(base).items():
        for subject in getattr(value, _SPEAKS, ()):
            yield subject, name
