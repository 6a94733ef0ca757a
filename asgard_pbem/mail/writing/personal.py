"""Mails to a person outside any turn: an invitation, a link to sign in, a question to confirm."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from asgard_pbem.mail import links
from asgard_pbem.mail.messages import Receipt
from asgard_pbem.mail.writing import phrases, scene
from asgard_pbem.mail.writing.letter import Choice, Group, Letter, Link, Section
from asgard_pbem.mail.writing.sections.manual import five_minutes
from asgard_pbem.tables.models import Game, Invitation, Outbox, Player
from asgard_pbem.tables.signin import newcomer_url, sign_in_url
from engine.table.registry import games


def invitation(row: Outbox, reply_to: str) -> Letter:
    """Somebody offers a seat: who, which game, how to answer."""
    offer = Invitation.objects.select_related("by", "game").get(pk=row.payload["invitation"])
    game = offer.game
    title = games()[game.key].words(row.player.language, game.names).title() if game.key in games() else game.key
    host = (offer.by.name if offer.by is not None else "") or _("Somebody")
    subject = _("%(host)s invites you to a game of %(game)s") % {"host": host, "game": title}
    answers = (
        Choice("1", _("Yes, I will play"), "accept", scene.mailto(reply_to, f"Re: {subject}", "accept")),
        Choice("2", _("No, thank you"), "decline", scene.mailto(reply_to, f"Re: {subject}", "decline")),
    )
    return Letter(
        language=row.player.language,
        sentinel=phrases.sentinel(row),
        subject=subject,
        headline=subject,
        by=offer.by.name if offer.by is not None else "",
        table=_("%(title)s, %(seats)d seats") % {"title": game.title or title, "seats": game.seats},
        intro=(
            *_about(game, row.player.language),
            _("It is played by email: you get a mail when it is your turn, and you answer it. Nothing to install."),
            f"{_length(game)} {_pace(game.days_per_decision)}".strip(),
            *_company(offer),
        ),
        groups=(Group(_("Answer this mail with one word"), answers),),
        how=(_("With “accept” you may add lines: name …, language en or ru, zone Europe/London."),),
        sections=(_fair(game), Section("", (_unknown(row.player), _block()))),
        links=_links(row.player, game),
    )


def _links(player: Player, game: Game) -> tuple[Link, ...]:
    """None that asks a stranger to sign in first: the page of a private table waits until they sit there."""
    links = phrases.foot_links(player, game)
    private = game.visibility == Game.Visibility.PRIVATE
    return tuple(one for one in links if not (private and one.url == phrases.game_url(game.id)))


def _about(game: Game, language: str) -> tuple[str, ...]:
    """What one wants in it: the first line of its manual."""
    return five_minutes(games()[game.key], language)[:1] if game.key in games() else ()


def _length(game: Game) -> str:
    """How many mails a game is, measured on whole games by mail."""
    found = games()[game.key].facts.get("answers") if game.key in games() else None
    if not isinstance(found, list | tuple):
        return ""
    few, many = found
    text = _(
        "You will answer about %(many)d mails step by step, or %(few)d if you plan ahead; at one a day, seven a week,"
        " it lasts about %(weeks)d weeks."
    )
    return text % {"many": many, "few": few, "weeks": max(1, round(many / 7))}


def _company(offer: Invitation) -> tuple[str, ...]:
    """Who sits there, and who else was asked: those whom we know by a name of their own."""
    seated = [name for name in offer.game.names if name]
    others = offer.game.invitations.filter(state=Invitation.State.OPEN).exclude(pk=offer.pk)
    others = others.select_related("player").order_by("created_at", "pk")
    known = [one.player.name for one in others if one.player.verified_at is not None and one.player.name]
    unknown = len(others) - len(known)
    found = [_("At the table: %(names)s.") % {"names": ", ".join(seated)}] if seated else []
    if known:
        found.append(_("Also invited: %(names)s.") % {"names": ", ".join(known)})
    if unknown:
        text = ngettext("%(count)d more person is invited.", "%(count)d more people are invited.", unknown)
        found.append(text % {"count": unknown})
    return (" ".join(found),) if found else ()


def _fair(game: Game) -> Section:
    """The commitment comes before anything that the reader could add: else it would bind nobody."""
    return Section(
        _("Fair play"),
        (
            _(
                "Better than “accept” alone is “accept” and a word that nobody can guess: it has a part in every"
                " shuffle and roll. Without one, the Message-ID of your answer has."
            ),
        ),
        items=(phrases.commitment(game),),
    )


def _unknown(player: Player) -> str:
    """What the limits on invitations keep: see `tables.guards.limits.invited`."""
    if player.verified_at is None:
        return _("If you do not know this person, do nothing: no further mail will come from them.")
    return _("If you do not want to play, do nothing: no further mail will come about this table.")


def _block() -> str:
    return _("To get no more invitations from this person answer “block”, from anybody “no invitations”.")


def _pace(days: int | None) -> str:
    if days is None:
        return _("There is no deadline for a turn.")
    return _("There are %(days)d days for each turn.") % {"days": days}


def sign_in(row: Outbox, reply_to: str) -> Letter:
    """The link that signs in, once."""
    return Letter(
        language=row.player.language,
        sentinel=phrases.sentinel(row),
        subject=_("Asgard PBEM: sign in"),
        headline=_("Your link to sign in"),
        intro=(_("It works once, for half an hour. If you did not ask for it, do nothing."),),
        button=Link(_("Sign in"), _link(row)),
    )


def _link(row: Outbox) -> str:
    return newcomer_url(row) if row.newcomer is not None else sign_in_url(row.player)


def confirm(row: Outbox, reply_to: str) -> Letter:
    """Something was asked in this person's name: it is done only after a yes."""
    subject = _("Asgard PBEM: please confirm")
    answers = (
        Choice("1", _("Yes, that was me: do it"), "yes", scene.mailto(reply_to, f"Re: {subject}", "yes")),
        Choice("2", _("No"), "no", scene.mailto(reply_to, f"Re: {subject}", "no")),
    )
    quoted = Receipt.model_validate(row.receipt).quoted
    asked = row.payload.get("confirm")
    return Letter(
        language=row.player.language,
        sentinel=phrases.sentinel(row),
        subject=phrases.subject(row.game, subject),
        headline=_("Please confirm"),
        intro=(_("We got a mail from this address and do not know it yet. Was it yours? Then we do what it says."),),
        sections=(Section(_("It says"), items=tuple(map(phrases.quoted, quoted)), told=True),) if quoted else (),
        groups=(Group(_("Answer this mail with one word"), answers),),
        button=Link(_("Confirm on the web"), links.confirm_url(UUID(asked))) if asked else None,
        links=phrases.foot_links(row.player, row.game),
    )
