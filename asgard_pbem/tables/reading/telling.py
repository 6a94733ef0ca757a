"""The log in sentences, in the reader's language: the same on pages and in mails."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.utils.translation import gettext, gettext_noop

from asgard_pbem.tables.models import Game as Record
from asgard_pbem.tables.reading.eyes import Entry, Note
from asgard_pbem.tables.reading.holders import Called, Names
from engine.core.contract import Game, Words
from engine.core.happenings import Happening
from engine.table import counsel, registry
from engine.table.events import Endorsed, Proposed, SeatTaken

# How an answer came about, where its own seat did not send it just now.
_MARKS = {"plan": gettext_noop("by plan"), "forced": gettext_noop("without being asked")}

_ENDS_A_DEED = ("landmark", "round", "phase")


def told(entry: Entry, words: Words) -> tuple[str, ...]:
    """What a public moment was, as its viewer may know it."""
    so_called = then(words, entry.called)
    return _texts(entry.faces, so_called) or (_left(entry, words) or _plain(entry, so_called),)


def noted(entry: Entry, words: Words, game: Game[Any]) -> tuple[str, ...]:
    """What the viewer knows of what happened after it and before the next: own plans, hidden choices, counsel."""
    return tuple(sentence for note in entry.notes for sentence in _note(note, words, game))


def then(words: Words, called: Called | None) -> Words:
    """Words that call the seats as they were called at some moment: nobody is told to have done what others did."""
    return _naming(words, called.key, called.names) if called is not None else words


def _naming(words: Words, key: str, names: Names) -> Words:
    if all(name is None for name in names):
        return words
    said = (words.seat(seat) if name is None else name for seat, name in enumerate(names))
    return registry.game(key).words(words.language, tuple(said))


def of_news(news: Iterable[tuple[Entry, bool]], words: Words, game: Game[Any]) -> Iterator[str]:
    """What of it there is to read, see `mailed.news`: nothing of what a viewer did unseen, as of a card just laid."""
    for entry, fresh in news:
        if fresh:
            said = sentences(entry.faces, entry, words) or told(entry, words)
            yield from map(taken_back, said) if entry.undone else said
        yield from noted(entry, words, game)


def sentences(faces: Sequence[Happening], entry: Entry | Note, words: Words) -> tuple[str, ...]:
    """What happened, for a reader who may know how: with a word behind what they were not asked for.

    Not behind the first sentence, whatever it tells: their move may have brought to light what others chose before.
    """
    return tuple(text for _, text in passages(faces, entry, words))


def passages(faces: Sequence[Happening], entry: Entry | Note, words: Words) -> tuple[tuple[Happening, str], ...]:
    """The same, each sentence with the happening that it begins with."""
    words, told = then(words, entry.called), list(faces)
    mark = _MARKS.get(entry.by, "")
    at = _deed(told, entry, words) if mark else None
    if at is None:
        return tuple(words.passages(told))
    marked = _marked(words.happening(told[at]), gettext(mark))  # a sentence of its own, so that it says of what
    return (*words.passages(told[:at]), (told[at], marked), *words.passages(told[at + 1 :]))


def _deed(faces: Sequence[Happening], entry: Entry | Note, words: Words) -> int | None:
    """Which happening is what its seat did. Behind a fight that was decided, or what begins for all, it is what came of
    it: nobody's figures fall by a plan of theirs.
    """
    for at, one in enumerate(faces):
        if getattr(one, "seat", None) == entry.seat:
            if words.happening(one):
                return at
        elif one.role in _ENDS_A_DEED:
            return None
    return None


def taken_back(text: str) -> str:
    """A sentence of a move that was taken back."""
    return f"{text} ({gettext('taken back')})"


def _marked(text: str, mark: str) -> str:
    """A sentence with a word at its end, before its full stop."""
    return f"{text[:-1]} ({mark})." if text.endswith(".") else f"{text} ({mark})"


def _texts(faces: Sequence[Happening], words: Words) -> tuple[str, ...]:
    return tuple(text for _, text in words.passages(faces))


def _note(note: Note, words: Words, game: Game[Any]) -> tuple[str, ...]:
    if note.what == "plans_filed":
        return (gettext("You changed your plans."),)
    words = then(words, note.called)
    if isinstance(note.payload, Proposed):
        return (_proposed(note.payload, words, game),)
    if isinstance(note.payload, Endorsed):
        said = {"who": words.seat(note.payload.seat), "number": note.payload.number}
        return (gettext("%(who)s stands behind proposal %(number)s.") % said,)
    said_of = sentences(note.faces, note, words)
    if not said_of and note.by == "plan":
        said_of = (gettext("A plan of yours has answered."),)
    return tuple(map(taken_back, said_of)) if note.undone else said_of


def _proposed(event: Proposed, words: Words, game: Game[Any]) -> str:
    orders = counsel.written(game, event.orders, words.language)
    said = {"who": words.seat(event.seat), "to": words.seat(event.to), "number": event.number}
    return gettext("%(who)s proposes to %(to)s, as number %(number)s: %(orders)s") % {
        **said, "orders": "; ".join(orders) or "?",
    }  # fmt: skip


def rest(game: Record, since: str) -> str:
    """That a table rests, and what that means. `since`: when it began, as its reader tells the time; empty: it does not
    rest.
    """
    if not game.rests:
        return ""
    if not game.paused_by_service:
        said = gettext("This table has been resting since %(time)s, by the will of all its players: no deadline runs.")
        how = gettext("Moves count all the while. One of you is enough to let it go on: “go on”.")
        return f"{said % {'time': since}} {how}"
    said = gettext("This table has been resting since %(time)s, paused by those who run the service: no deadline runs.")
    why = f" {gettext('Their reason: %(why)s') % {'why': game.paused_why}}" if game.paused_why else ""
    how = gettext("Moves count all the while. When it goes on, everybody has the time that was left.")
    return f"{said % {'time': since}}{why} {how}"


def _plain(entry: Entry, words: Words) -> str:
    """A sentence for an event of which the game itself has nothing to tell."""
    who = "" if entry.seat is None else words.seat(entry.seat)
    told = {
        "game_opened": gettext("The table was opened."),
        "seat_taken": gettext("%(who)s sits down.") % {"who": who},
        "game_started": gettext("The game begins."),
        "undone": gettext("%(who)s takes back the last move.") % {"who": who},
        "pause_asked": gettext("%(who)s would like the table to rest.") % {"who": who},
        "paused": gettext("The table rests: everybody wants it to.") if who else gettext("The table is paused."),
        "went_on": gettext("%(who)s lets the table go on.") % {"who": who} if who else gettext("The table goes on."),
        "rules_raised": gettext("The game goes on under newer rules."),
        "press_sent": gettext("%(who)s writes a message.") % {"who": who},
        "game_ended": gettext("The game is over."),
    }
    return told.get(entry.what, gettext("The game goes on."))


def _left(entry: Entry, words: Words) -> str:
    """Of a seat that somebody had: that another plays on, or nobody does; empty for anything else."""
    taken, called = entry.payload, entry.called
    if not isinstance(taken, SeatTaken) or called is None or called.before is None:
        return ""
    before = _naming(words, called.key, called.before).seat(taken.seat)
    if taken.holder is None and not taken.bot:
        return gettext("%(who)s gets up.") % {"who": before}
    who = _naming(words, called.key, called.names).seat(taken.seat)
    if who == before:  # they have another word for the seed
        return ""
    return gettext("%(who)s plays on for %(before)s.") % {"who": who, "before": before}
