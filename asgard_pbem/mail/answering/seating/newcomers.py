"""Whoever writes to us without a game and without a command is welcomed: what this is, and how one begins."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from django.conf import settings

from asgard_pbem.mail import tokens
from asgard_pbem.mail.answering.seating import opening
from asgard_pbem.mail.messages import Answer, Item, Receipt
from asgard_pbem.mail.reading.grammar.commands import ADDRESS, Command, Sheet, shorten
from asgard_pbem.mail.writing.sections.seating.welcome import first_table
from asgard_pbem.tables.models import Invitation
from asgard_pbem.tables.words import reader_language
from engine.core.grammar.text import fold, fold_order, without_courtesy
from engine.core.menu import is_numbers
from engine.table import registry

if TYPE_CHECKING:
    from asgard_pbem.mail.answering.work import Work

_WORD = re.compile(r"[^\W\d_]{2,}")
_NAME = re.compile(r"\w{2,}")  # without the s of `Asgard's`
_PLAY = re.compile(r"(?:let's |let us |давай(?:те)? )?(?:play|сыграть|сыграем|играть|играем)(?: a game of| в)? ")
_OF_PLAY = re.compile(
    r"\b(?:play(?:ing)?|board ?games?|(?:a|your|the|new|which|what|norse) games?|игр(?:ать|а|у|ы)|сыграть|партию)\b"
)
_LOOKED_AT = 12  # lines of a mail
MOST_NAMED = 5  # people who are invited at once


def is_greeting(work: Work, first: int) -> bool:
    """Whether a mail of no game is words to us and no order that has lost its game; `first`: its first line."""
    line = fold_order(work.sheet.orders[first])
    if work.sheet.commands and any(one.name not in {"yes", "no"} for one in work.sheet.commands):
        return False
    if is_numbers(line) or any(game.notation.sounds_like_order(line) for game in registry.games().values()):
        return False
    return _WORD.search(line) is not None


def is_invited(work: Work) -> bool:
    """Whether a mail answers an invitation that is open still, and says neither yes nor no to it."""
    invitation, answered = work.writer.subject, any(one.name in {"accept", "decline"} for one in work.sheet.commands)
    if work.writer.purpose != "invitation" or invitation is None or answered:
        return False
    return Invitation.standing().filter(pk=invitation).exists()


def offer_again(work: Work) -> None:
    """Show the invitation that a mail answers below what it asked for, in the language that it may have asked for.

    Until it is answered: what comes from us last is what people answer, and that mail takes the yes or no too.
    """
    if is_invited(work) and all(one.name not in {"no_invitations", "stop_mail"} for one in work.sheet.commands):
        work.answers.append(Answer(kind="invitation", topic=str(work.writer.subject)))


def welcome(work: Work) -> None:
    """The answer; nothing else of the mail is read, but what table its writer seems to want: that is shown as an order.

    It is not opened: whom a sentence names need not be whom it invites, nor the game what it wants.
    """
    said = " ".join(line for line in work.sheet.orders[:_LOOKED_AT] if line)
    work.answers += welcomed(said, own=work.writer.player.email).answers
    if _is_too_late(work):
        work.notes.append(Item(code="invitation_lapsed"))


def welcomed(said: str, *, own: str) -> Receipt:
    """The welcome to who says this, by the address `own`."""
    addresses = [one for one in ADDRESS.findall(said.lower()) if one != own and not tokens.is_ours(one)]
    key = game_in(said)
    wish = " ".join((key, *dict.fromkeys(addresses[:MOST_NAMED]))) if key else ""
    return Receipt(outcome="done", answers=(Answer(kind="welcome", topic=wish),))


def speaks_of_play(subject: str) -> bool:
    """Whether the subject of a mail of a stranger says that they would like to play, or asks about it."""
    return bool(game_in(subject) or _OF_PLAY.search(fold(subject)))


def _is_too_late(work: Work) -> bool:
    """Whether the mail answers an invitation of which nothing came, and which nobody can say yes to any more. Who said
    no to it has had their answer, and may still say yes while a seat is free.
    """
    if work.writer.purpose != "invitation" or work.writer.subject is None:
        return False
    answered = (Invitation.State.ACCEPTED, Invitation.State.DECLINED)
    asked = Invitation.objects.filter(pk=work.writer.subject).exclude(state__in=answered)
    return asked.exists() and not is_invited(work)


def game_in(words: str) -> str:
    """The key of the game that a sentence speaks of, by the longest name that is in it; empty: of none."""
    text, found = fold(words).replace("_", " "), dict[str, str]()
    for key, game in registry.games().items():
        for language, _ in settings.LANGUAGES:
            title = fold(game.words(language, ()).title())
            if re.search(r"\W+(?:s\W+)?".join(rf"\b{re.escape(_stem(one))}\w*" for one in _NAME.findall(title)), text):
                found[title] = key
    return found[max(found, key=len)] if found else ""


def _stem(word: str) -> str:
    """What stays of a word in all its cases: `кров` of `кровавая`, `асы` as it is."""
    return word[: max(3, len(word) - 3)]


def named(sheet: Sheet) -> Sheet:
    """A mail of no game whose first line is `play` and the name of a game, or its name: such a table is opened.

    With nothing else a first table, which begins at once; else all that `open` knows may follow.
    """
    first = sheet.first_order()
    if first is None or any(one.name not in {"yes", "no"} for one in sheet.commands):
        return sheet
    line = _PLAY.sub("", without_courtesy(fold_order(sheet.orders[first])))
    args = opening.without_verb(line)
    if args is None:
        return sheet
    if not args["options"] and "seats" not in args:
        seats, chosen, bots = first_table(args["game"], reader_language())
        args |= {"seats": str(seats), "options": f"{chosen} bots {bots}".strip()}
    opens = Command("open", first, shorten(sheet.orders[first]), args)
    orders = tuple("" if at == first else one for at, one in enumerate(sheet.orders))
    return replace(sheet, commands=(*sheet.commands, opens), orders=orders)
