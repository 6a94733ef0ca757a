"""What somebody is invited to: who asks, what is played, how long it lasts, and the two answers."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from asgard_pbem.mail.writing.letter import Choice, Group
from asgard_pbem.mail.writing.scene import mailto
from asgard_pbem.mail.writing.sections.manual import five_minutes
from asgard_pbem.tables.models import Game, Invitation
from asgard_pbem.tables.models.games import next_of
from asgard_pbem.tables.words import reader_language
from engine.core.speech import isolated
from engine.table.registry import games


def title(offer: Invitation) -> str:
    """Who invites, and to what."""
    if offer.kept:
        return _("Your seat in a game of %(game)s is kept for you") % {"game": _played(offer.game)}
    host = isolated(offer.by.name if offer.by is not None else "") or _("Somebody")
    if offer.takes_over:
        return _("%(host)s asks you to play on in a game of %(game)s") % {"host": host, "game": _played(offer.game)}
    return _("%(host)s invites you to a game of %(game)s") % {"host": host, "game": _played(offer.game)}


def table(offer: Invitation) -> str:
    """The table's title, and for how many it is."""
    game = offer.game
    return _("%(title)s, %(seats)d seats") % {"title": game.title or _played(game), "seats": game.seats}


def _played(game: Game) -> str:
    return games()[game.key].words(reader_language(), game.names).title() if game.key in games() else game.key


def about(offer: Invitation) -> tuple[str, ...]:
    """What one wants in it, how it is played and how long, and who else is there."""
    length = "" if offer.takes_over else _length(offer.game)
    return (
        *((_taken_over(offer.game),) if offer.takes_over else _rematch(offer)),
        *_wanted(offer.game, reader_language()),
        _("It is played by email: you get a mail when it is your turn, and you answer it. Nothing to install."),
        f"{length} {_pace(offer.game.days_per_decision)}".strip(),
        *_company(offer),
    )


def why_kept(offer: Invitation) -> tuple[str, ...]:
    """To whoever had gone: what happened, and that nothing is lost yet."""
    said = _("Your time ran out several times in a row. So that the others need not wait, a bot plays on for you.")
    back = _("You can come back while the game runs and nobody else has taken the seat: answer “accept”.")
    now = (_now(offer.game),) if offer.game.round else ()
    return (said, back, *now)


def _taken_over(game: Game) -> str:
    """What one comes to that has begun without one."""
    said = _("The game has begun. Somebody has given up their seat, and a bot plays it until you take it over.")
    return f"{said} {_now(game)}" if game.round else said


def _now(game: Game) -> str:
    """How far it has come, by what the game itself calls its rounds."""
    called = games()[game.key].words(reader_language(), game.names).round(game.round) if game.key in games() else ""
    if called:
        return _("Now: %(round)s.") % {"round": called}
    return _("It is round %(round)d now.") % {"round": game.round}


def _rematch(offer: Invitation) -> tuple[str, ...]:
    """To whoever sat at the table before: that it is the one of a game they have ended, and no strange one."""
    theirs = Game.objects.filter(holders__player=offer.player, key=offer.game.key, status=Game.Status.OVER)
    if offer.game_id not in map(next_of, theirs.values_list("pk", flat=True)):
        return ()
    return (_("A rematch: the table of a game that you have ended is open anew for those who sat there."),)


def groups(reply_to: str, subject: str) -> tuple[Group, ...]:
    """The two answers."""
    yes, no = _("accept"), _("decline")
    answers = (
        Choice("1", _("Yes, I will play"), yes, mailto(reply_to, subject, yes)),
        Choice("2", _("No, thank you"), no, mailto(reply_to, subject, no)),
    )
    return (Group(_("Answer this mail with one word"), answers),)


def groups_of_kept(reply_to: str, subject: str) -> tuple[Group, ...]:
    """The same to whoever had gone."""
    yes, no = _("accept"), _("decline")
    answers = (
        Choice("1", _("I am back: I play on"), yes, mailto(reply_to, subject, yes)),
        Choice("2", _("Let the bot play"), no, mailto(reply_to, subject, no)),
    )
    return (Group(_("Answer this mail with one word"), answers),)


def _wanted(game: Game, language: str) -> tuple[str, ...]:
    """What one wants in it."""
    return five_minutes(games()[game.key], game.options, language)[:1] if game.key in games() else ()


def _length(game: Game) -> str:
    """How many mails a game is, measured on whole games by mail."""
    found = games()[game.key].facts.get("answers") if game.key in games() else None
    if not isinstance(found, list | tuple):
        return ""
    few, many = found
    weeks = max(1, round(many / 7))
    text = ngettext(
        "You will answer about %(many)d mails step by step, or %(few)d if you plan ahead; at one a day it lasts about"
        " %(weeks)d week.",
        "You will answer about %(many)d mails step by step, or %(few)d if you plan ahead; at one a day it lasts about"
        " %(weeks)d weeks.",
        weeks,
    )
    return text % {"many": many, "few": few, "weeks": weeks}


def _company(offer: Invitation) -> tuple[str, ...]:
    """Who sits there, and who else was asked: those whom we know by a name of their own."""
    bots = {one.seat for one in offer.game.holders.all() if one.bot}
    seated = [
        _("%(name)s (a bot)") % {"name": name} if seat in bots else isolated(name)
        for seat, name in enumerate(offer.game.names)
        if name
    ]
    others = offer.game.invitations.filter(state=Invitation.State.OPEN).exclude(pk=offer.pk)
    others = others.select_related("player").order_by("created_at", "pk")
    known = [isolated(one.player.name) for one in others if one.player.verified_at is not None and one.player.name]
    unknown = len(others) - len(known)
    found = [_("At the table: %(names)s.") % {"names": ", ".join(seated)}] if seated else []
    if known:
        found.append(_("Also invited: %(names)s.") % {"names": ", ".join(known)})
    if unknown:
        text = ngettext("%(count)d more person is invited.", "%(count)d more people are invited.", unknown)
        found.append(text % {"count": unknown})
    return (" ".join(found),) if found else ()


def _pace(days: int | None) -> str:
    if days is None:
        return _("There is no deadline for a turn.")
    said = ngettext("There is %(days)d day for each turn.", "There are %(days)d days for each turn.", days)
    return said % {"days": days}
