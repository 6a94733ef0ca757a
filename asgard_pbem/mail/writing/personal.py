"""Mails to a person outside any turn: an invitation, a link to sign in, a question to confirm."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from asgard_pbem.mail import links
from asgard_pbem.mail.messages import Receipt
from asgard_pbem.mail.models import Pending
from asgard_pbem.mail.writing import phrases, scene
from asgard_pbem.mail.writing.letter import Choice, Group, Letter, Link, Section
from asgard_pbem.mail.writing.sections.seating import invited
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game, Invitation, Outbox, Player
from asgard_pbem.tables.signin import newcomer_url, sign_in_url
from asgard_pbem.tables.words import refusal
from engine.core.speech import isolated


def invitation(row: Outbox, reply_to: str) -> Letter:
    """Somebody offers a seat: who, which game, how to answer."""
    offer = Invitation.objects.select_related("by", "game").get(pk=row.payload["invitation"])
    subject = invited.title(offer)
    if offer.kept:
        return _kept(row, offer, reply_to)
    return Letter(
        language=row.player.language,
        sentinel=phrases.sentinel(row),
        subject=subject,
        headline=subject,
        by=offer.by.name if offer.by is not None else "",
        table=invited.table(offer),
        intro=(*invited.about(offer), *_other_languages(row.player)),
        groups=invited.groups(reply_to, f"Re: {subject}"),
        how=(_("With “accept” you may add lines: name …, language en or ru, zone Europe/London."),),
        sections=(*_fair(offer), Section("", (_unknown(row.player), _block()))),
        links=_links(row.player, offer.game),
    )


def _kept(row: Outbox, offer: Invitation, reply_to: str) -> Letter:
    """The own seat, which a bot plays meanwhile."""
    subject = phrases.subject(offer.game, "")
    return Letter(
        language=row.player.language,
        sentinel=phrases.sentinel(row),
        subject=subject,
        headline=_("A bot plays on for you"),
        table=invited.table(offer),
        intro=invited.why_kept(offer),
        groups=invited.groups_of_kept(reply_to, f"Re: {subject}"),
        links=phrases.foot_links(row.player, offer.game),
    )


def _other_languages(player: Player) -> tuple[str, ...]:
    """How to read it otherwise, to a stranger: the language is a guess, their host's. Each is offered in itself."""
    others = [code for code, _name in settings.LANGUAGES if code != player.language and player.verified_at is None]
    found: list[str] = []
    for code in others:
        with translation.override(code):
            found.append(_("To read this in English, answer “language en”."))
    return tuple(found)


def _links(player: Player, game: Game) -> tuple[Link, ...]:
    """None that asks a stranger to sign in first: the page of a private table waits until they sit there."""
    found = phrases.foot_links(player, game)
    private = game.visibility == Game.Visibility.PRIVATE
    return tuple(one for one in found if not (private and one.url == phrases.game_url(game.id)))


def _fair(offer: Invitation) -> tuple[Section, ...]:
    """The commitment comes before anything that the reader could add: else it would bind nobody. To the seed of a game
    that has begun nobody adds.
    """
    if offer.takes_over:
        return ()
    how = _(
        "Better than “accept” alone is “accept” and a word that nobody can guess: it has a part in every"
        " shuffle and roll. Without one, the Message-ID of your answer has."
    )
    return (Section(_("Fair play"), (how,), items=(phrases.commitment(offer.game),)),)


def _unknown(player: Player) -> str:
    """What the limits on invitations keep: see `tables.guards.limits.invited`."""
    if player.verified_at is None:
        return _("If you do not know this person, do nothing: no further mail will come from them.")
    return _("If you do not want to play, do nothing: no further mail will come about this table.")


def _block() -> str:
    return _("To get no more invitations from this person answer “block”, from anybody “no invitations”.")


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


def barred(row: Outbox) -> Letter:
    """One sentence, and no way to ask on: whoever abuses the service gets no more of it."""
    return Letter(
        language=row.player.language,
        sentinel="",
        subject=_("Asgard PBEM: a note"),
        headline=refusal("E_BARRED", {}, row.player.language),
    )


def confirm(row: Outbox, reply_to: str) -> Letter:
    """Something was asked in this person's name: it is done only after a yes."""
    if row.newcomer is not None:
        return _new_address(row, reply_to)
    subject = _("Asgard PBEM: please confirm")
    yes, no = _("yes"), _("no")
    answers = (
        Choice("1", _("Yes, that was me: do it"), yes, scene.mailto(reply_to, f"Re: {subject}", yes)),
        Choice("2", _("No"), no, scene.mailto(reply_to, f"Re: {subject}", no)),
    )
    quoted = Receipt.model_validate(row.receipt).quoted
    asked = row.payload.get("confirm")
    return Letter(
        language=row.player.language,
        sentinel=phrases.sentinel(row),
        subject=phrases.subject(row.game, subject),
        headline=_("Please confirm"),
        intro=(
            _("We got a mail from this address and do not know it yet. Was it yours? Then we do what it says."),
            _("Norse board games are played here by mail. If you did not write to us, do nothing."),
        ),
        sections=(Section(_("It says"), items=tuple(map(phrases.quoted, quoted)), told=True),) if quoted else (),
        groups=(Group(_("Answer this mail with one word"), answers),),
        button=Link(_("Confirm on the web"), links.confirm_url(UUID(asked))) if asked else None,
        links=phrases.foot_links(row.player, row.game),
    )


def _new_address(row: Outbox, reply_to: str) -> Letter:
    """Whether somebody may be written to here, who plays from another address. Which one that is, is theirs to tell."""
    subject = _("Asgard PBEM: is this your address?")
    yes, no = _("yes"), _("no")
    answers = (
        Choice("1", _("Yes, I play from here from now on"), yes, scene.mailto(reply_to, f"Re: {subject}", yes)),
        Choice("2", _("No"), no, scene.mailto(reply_to, f"Re: {subject}", no)),
    )
    asked, player = UUID(row.payload["confirm"]), Player.objects.get(pk=row.player_id)
    whose = _("%(name)s, who plays Norse board games here by mail, would like to be written to at this address.")
    nameless = _("Somebody who plays Norse board games here by mail would like to be written to at this address.")
    return Letter(
        language=row.player.language,
        sentinel=phrases.sentinel(row),
        subject=subject,
        headline=_("Is this your address?"),
        intro=(
            whose % {"name": isolated(player.name)} if player.name else nameless,
            _("If that is you, say yes within three days: all your mail then comes here, and you answer from here."),
            _("If it is not you, do nothing, or say no."),
        ),
        groups=(Group(_("Answer this mail with one word"), answers),),
        button=Link(_("Answer on the web"), links.confirm_url(asked)),
    )


def about_address(row: Outbox) -> Letter:
    """To the address of before, or the present one: what became of a wish for another."""
    what, player = row.payload["what"], Player.objects.get(pk=row.player_id)
    asked = Pending.objects.filter(pk=row.payload.get("confirm") or row.payload.get("about")).first()
    there = {"address": asked.asked_address if asked is not None else player.email}
    if what == services.ADDRESS_LEFT:
        headline = _("You play from another address now.")
        intro = (
            _("What we write goes to %(address)s from now on, and answers count from there alone.") % there,
            _("If this was not you, write to whoever runs this service."),
        )
    elif what == "address_lost":
        headline = _("That address takes no mail.")
        intro = (
            _("A mail to %(address)s came back. You are written to here as before.") % there,
            _("To try another one, answer “address” and that address."),
        )
    else:
        headline = _("You want to play from another address.")
        intro = (
            _("We have asked at %(address)s; once somebody says yes there, what we write goes there.") % there,
            _("If this was not you, answer with “no”, sign in and end all other sessions in your settings."),
        )
    return Letter(
        language=row.player.language,
        sentinel=phrases.sentinel(row),
        subject=_("Asgard PBEM: your address"),
        headline=headline,
        intro=intro,
    )
