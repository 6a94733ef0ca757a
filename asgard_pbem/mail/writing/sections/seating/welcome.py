"""What somebody reads who has never played here: what this is, and how one begins."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from asgard_pbem.mail import tokens
from asgard_pbem.mail.writing.letter import Choice, Group, Link, Section
from asgard_pbem.mail.writing.phrases import quoted
from asgard_pbem.mail.writing.scene import mailto
from asgard_pbem.mail.writing.sections.titles import named
from asgard_pbem.tables.words import reader_language
from engine.table.registry import games

FIRST_SEATS = 3  # of somebody's first table, where the game has such a one


def first_table(key: str, language: str) -> tuple[int, str, int]:
    """Somebody's first table of a game: its seats, what it chooses in the words of `open`, how many seats bots take.

    It begins at once.
    """
    game = games()[key]
    fits, words = game.rules.seats, game.words(language, ())
    seats = FIRST_SEATS if FIRST_SEATS in fits else fits[0]
    return seats, " ".join(words.setting(*one).casefold() for one in game.first.items()), seats - 1


def groups(reply_to: str, subject: str) -> tuple[Group, ...]:
    """The games, each by its name, which opens a table with bots."""
    language = reader_language()
    found = tuple(_game(key, games()[key].words(language, ()).title(), reply_to, subject) for key in games())
    return (Group(_("Begin at once with bots: answer with the name of a game"), found),)


def _game(key: str, title: str, reply_to: str, subject: str) -> Choice:
    language = reader_language()
    seats, chosen, bots = first_table(key, language)
    text = ngettext("you and %(count)d bot", "you and %(count)d bots", bots) % {"count": bots}
    said = {"game": named(key, language), "seats": seats, "chosen": chosen, "bots": bots}
    order = _("open %(game)s %(seats)d bots %(bots)d") % said
    if chosen:
        order = _("open %(game)s %(seats)d %(chosen)s bots %(bots)d") % said
    return Choice(title, text, order, mailto(reply_to, subject, order))


def intro(wish: str) -> tuple[str, ...]:
    """What this is, in two sentences. `wish`: the key of a game and addresses, of which the reader has written."""
    return (
        *_meant(*wish.split()),
        _(
            "Here Norse board games are played by mail: when it is your turn you get a letter with the board and a"
            " list, and answer it with a number."
        ),
        _("Nothing to install, nothing to pay; as slowly or as quickly as you like."),
    )


def _meant(key: str = "", *addresses: str) -> tuple[str, ...]:
    """The order that opens the table of which the reader seems to have written; nothing where it cannot be opened."""
    if key in games() and not addresses:
        title = games()[key].words(reader_language(), ()).title()
        return (_("If you would like to play %(game)s, answer with just that: %(order)s") % {
            "game": quoted(title), "order": quoted(title),
        },)  # fmt: skip
    if not addresses or key not in games() or 1 + len(addresses) > max(games()[key].rules.seats):
        return ()
    order = _("open %(game)s %(seats)d %(addresses)s") % {
        "game": named(key, reader_language()), "addresses": ", ".join(addresses),
        "seats": max(1 + len(addresses), min(games()[key].rules.seats)),
    }  # fmt: skip
    return (_("To open the table that you write of, answer with this alone: %(order)s") % {"order": quoted(order)},)


def sections() -> list[Section]:
    """How to play with friends, where the rules are, whom to write to."""
    facts = (
        (_("open aesir 3 a@example.org, b@example.org"), _("a table for you and two friends, who are invited by mail")),
        (_("open aesir 3 public"), _("a table whose free seats anybody may take")),
        (_("name Anna"), _("what the others call you; above an invitation, so that your friends know who asks them")),
        (_("rules aesir"), _("the rules of a game, in five minutes first")),
        (_("help"), _("everything that can be written to us")),
    )
    there = Link(_("Tables with free seats"), f"{settings.PUBLIC_URL}/tables/")
    address = _("You may also write to %(address)s at any time.") % {"address": tokens.reply_address("")}
    return [Section(_("Or, each on a line of its own"), facts=facts, typed=True), Section("", (address,), more=there)]
