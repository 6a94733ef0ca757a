"""`open aesir 3 bots 1 days=5 ada@example.org`: a table from one line of mail."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.conf import settings
from pydantic import ValidationError

from asgard_pbem.mail.reading.grammar import commands as grammar
from asgard_pbem.mail.reading.grammar.commands import Command
from asgard_pbem.mail.writing.sections import titles
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game as Table
from engine.core.contract import Game, Rules
from engine.core.grammar.text import fold
from engine.table import registry
from engine.table.options import Choice, choice

if TYPE_CHECKING:
    from asgard_pbem.mail.answering.work import Writer

_BOTS = re.compile(r"\b(?:bots?|бот(?:ы|а|ов)?)\b[ =:]*(\d{1,2})?", re.IGNORECASE)
_DAYS = re.compile(r"\b(?:days|дн(?:и|ей|я))\b[ =:]*(\d{1,3})|\b(\d{1,3}) (?:days?|дн(?:и|ей|я)|день)\b")
_WORD = re.compile(r"\b(private|public|закрыт\w*|открыт\w*)\b")
_ALONE = re.compile(r"\b(?:alone|solo|solitaire|один|одна|соло)\b")
_OPTION = re.compile(r"\b([a-z_]{2,30})=([\w.-]{1,40})")
MOST_WORDS = 3  # of a game's name
MANY = ("true", "yes", "on", "да")
FEW = ("false", "no", "off", "нет")


@dataclass(frozen=True, slots=True)
class Opened:
    """A new table, whom to invite to it, and how many of its seats bots took."""

    game: Table
    invited: list[str]
    bots: int


@dataclass(slots=True)
class Wish:
    """The words after `open`, taken apart."""

    invited: list[str] = field(default_factory=list)
    bots: int = 0
    days: int = 7
    private: bool | None = None
    alone: str = ""  # the word, where it was said, that the writer takes every seat that is left
    options: dict[str, Any] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)


def open_table(writer: Writer, command: Command, also_invited: int = 0) -> Opened:
    """Open the table that `command` asks for; the writer takes the first seat. Raises ServiceError.

    `also_invited`: addresses on lines below. A table with guests is private unless it is called public.
    """
    key, said_seats, options = _game_of(command)
    wish = read_wish(options)
    if {"word", "слово"} & set(wish.unknown):
        raise services.ServiceError("E_WORD_EARLY")
    _choose(registry.game(key), wish)
    if not said_seats and len(wish.unknown) == 1 and re.fullmatch(r"\d{1,2}", wish.unknown[0]):
        said_seats = int(wish.unknown.pop())  # behind a word for the mode
    if wish.unknown:
        raise services.ServiceError("E_OPTIONS", fields=wish.unknown)
    rules = registry.game(key).rules
    guests = len(wish.invited) + also_invited
    needed = 1 + guests + wish.bots
    fitting = _seats(rules, wish)
    seats = said_seats or max(min(fitting), needed)
    if needed > seats:
        raise services.ServiceError("E_SEATS_GUESTS", needed=needed, seats=seats)
    if seats > max(rules.seats):  # before each bot is given one of them: there may be any number of bots
        raise services.ServiceError("E_SEATS", least=min(rules.seats), most=max(rules.seats))
    private = wish.private if wish.private is not None else guests > 0
    game = services.open_table(
        opened_by=writer.player,
        key=key,
        seats=seats,
        cause=writer.cause_of(command),
        options=wish.options,
        visibility=Table.Visibility.PRIVATE if private else Table.Visibility.PUBLIC,
        days_per_decision=wish.days,
        sit=range(seats - wish.bots - guests) if wish.alone else (0,),
        bots={seats - 1 - number: services.usual_bot(registry.game(key).bots) for number in range(wish.bots)},
    )
    return Opened(game, wish.invited, wish.bots)


def half_addresses(command: Command) -> list[str]:
    """Words behind `open` that were meant as addresses and are none: no option holds an `@`."""
    return [word for word in read_wish(command.args.get("options", "")).unknown if "@" in word]


def without_verb(line: str) -> dict[str, str] | None:
    """The arguments of `open` of a line that begins with the name of a game and says nothing but what `open` knows.

    None: it says more, or invites somebody: whom a sentence names need not be whom it invites. Behind a number of seats
    an unknown word is no sentence but a slip, which `open` names.
    """
    key, rest = titles.first(line)
    if not key:
        return None
    wish = read_wish(rest)
    _choose(registry.game(key), wish)
    seats = wish.unknown.pop(0) if wish.unknown and re.fullmatch(r"\d{1,2}", wish.unknown[0]) else ""
    words = rest.split(maxsplit=1)
    leads = bool(seats) and words[0] == seats
    if wish.invited or (wish.unknown and not leads):
        return None
    return {"game": key, "seats": seats, "options": " ".join(words[1:])} if leads else {"game": key, "options": rest}


def _game_of(command: Command) -> tuple[str, int, str]:
    """The key of the game that is named, by as many words as its name has; the seats, 0 where none are said; the rest.

    Raises ServiceError E_UNKNOWN_GAME.
    """
    first, seats = command.args["game"], int(command.args.get("seats", 0))
    more = command.args.get("options", "").split() if not seats else []
    for count in range(min(len(more), MOST_WORDS - 1), -1, -1):
        try:
            key = game_key(" ".join((first, *more[:count])))
        except services.ServiceError:
            if count:
                continue
            raise
        rest = more[count:] if more else [command.args.get("options", "")]
        if count and rest and rest[0].isdecimal() and len(rest[0]) <= 2:
            seats, rest = int(rest[0]), rest[1:]
        return key, seats, " ".join(rest)
    raise AssertionError("the last name tried is one word, and known or refused")


def _seats(rules: Rules[Any], wish: Wish) -> range:
    """How many may sit down with the options wished for; where these are none the service will say so."""
    try:
        return rules.seats_with(rules.Options.model_validate(wish.options))
    except ValidationError:
        return rules.seats


def _choose(game: Game[Any], wish: Wish) -> None:
    """Words that are options of the game: a flag's name, one of several values, by its code or as a reader calls it."""
    if wish.alone and not game.together:  # no seats to be shared out: the word may be a mode's
        wish.unknown.append(wish.alone)
        wish.alone = ""
    by_word: dict[str, set[tuple[str, Any]]] = {}
    several = set[str]()  # options of which more than one value may be chosen
    for option, info in game.rules.Options.model_fields.items():
        found = Choice((True,)) if info.annotation is bool else choice(info) or Choice(())
        if found.many:
            several.add(option)
        for value in found.values:
            for name in _names(game, option, value):
                by_word.setdefault(fold(name), set()).add((option, value))
    for word in list(wish.unknown):
        meant = by_word.get(fold(word), set())
        if meant:
            wish.unknown.remove(word)
        if len(meant) == 1:  # what several options have is what each begins with, as `standard`
            option, value = meant.pop()
            if option in several:
                wish.options[option] = [*wish.options.get(option, []), value]
            else:
                wish.options.setdefault(option, value)


def _names(game: Game[Any], option: str, value: Any) -> Iterator[str]:
    """What one may write for a value; a flag goes by the name of its option."""
    flag = value is True
    yield option if flag else str(value)
    for language, _ in settings.LANGUAGES:
        words = game.words(language, ())
        yield words.setting(option) if flag else words.setting(option, str(value))


def game_key(word: str) -> str:
    """The key of a game called by its key or its title in any language. Raises ServiceError."""
    if key := titles.called(word):
        return key
    raise services.ServiceError("E_UNKNOWN_GAME", game=word[:40])


def read_wish(text: str) -> Wish:
    """Take the words after seats apart; what nobody understands is named."""
    wish = Wish()
    for found in grammar.ADDRESS.findall(text):
        wish.invited.append(found.lower())
    rest = grammar.ADDRESS.sub(" ", text)
    named = {key: _value(value) for key, value in _OPTION.findall(rest)}
    rest = _OPTION.sub(" ", rest)
    bots, days = named.pop("bots", 0), named.pop("days", wish.days)
    wish.bots, wish.days = (bots if type(bots) is int else 0), (days if type(days) is int else 0)
    wish.options = named
    if match := _BOTS.search(rest):
        wish.bots = int(match[1] or 1)
    if match := _DAYS.search(rest):
        wish.days = int(match[1] or match[2])
    if match := _ALONE.search(rest):
        wish.alone = match[0]
    if match := _WORD.search(rest):
        wish.private = match[1].startswith(("private", "закрыт"))
    for pattern in (_BOTS, _DAYS, _WORD, _ALONE):
        rest = pattern.sub(" ", rest)
    words = re.split(r"[\s,;:<>]+", rest)
    wish.unknown = [word for word in words if word not in {"", "and", "и", "with", "с"}]
    wish.invited = list(dict.fromkeys(wish.invited))[: grammar.MAX_INVITED]
    return wish


def _value(word: str) -> Any:
    if word in MANY + FEW:
        return word in MANY
    return int(word) if word.isdecimal() else word
