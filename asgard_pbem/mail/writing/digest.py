"""The digest: what the reader's log has shown since the last mail to them, and how to get no more of these."""

from __future__ import annotations

from django.utils.translation import gettext as _

from asgard_pbem.mail import links
from asgard_pbem.mail.writing import phrases, scene
from asgard_pbem.mail.writing.letter import Letter, Link, Section
from asgard_pbem.mail.writing.scene import Scene
from asgard_pbem.mail.writing.sections import counsel, news
from asgard_pbem.mail.writing.turns import where
from asgard_pbem.tables.models import Outbox, Player
from asgard_pbem.tables.reading import mailed, telling

LINES_AT_MOST = 60  # the web has all


def digest(row: Outbox, reply_to: str) -> Letter:
    """For a seat that is not asked just now."""
    if row.game is None:
        raise ValueError("a digest without a game")
    one = scene.scene(row.game, row.seat, row.player)
    plans = scene.standing(one, one.desk()) if one.seat is not None else None
    sections = (scene.waiting(one), *counsel.sections(one), plans)
    return Letter(
        language=one.words.language,
        sentinel=phrases.sentinel(row),
        subject=phrases.subject(one.game, ""),
        headline=_("What has happened since our last mail"),
        subline=_("It is not your turn: nothing is asked of you."),
        table=where(one),
        happened=_happened(row, one),
        picture=scene.picture(one),
        how=(_("Answer this mail to write to the others (“press: …”), or with standing orders for your next turn."),),
        sections=tuple(section for section in sections if section is not None),
        links=(*phrases.foot_links(row.player, one.game), Link(_("No more digests"), links.digest_url(row.player_id))),
        foot=(phrases.chain(one.game), _rhythm(row.player)),
    )


def lines(row: Outbox, one: Scene) -> list[str]:
    """The sentences of the reader's log from the events that the row names, oldest first."""
    if one.seat is None:
        return []
    fresh = mailed.news(one.game.pk, one.seat, row.payload["after"], row.payload["upto"])
    return list(telling.of_news(fresh, one.words, one.table.game))


def _happened(row: Outbox, one: Scene) -> Section | None:
    """Nothing where the reader could see nothing of it, as of a card that was laid face down."""
    found = lines(row, one)
    if not found:
        return None
    link = news.more(one, len(found) - LINES_AT_MOST)
    return Section(_("What happened"), items=tuple(found[-LINES_AT_MOST:]), more=link, told=True)


def _rhythm(player: Player) -> str:
    when = {
        Player.Digest.TURN: _("You get such a mail whenever it is somebody else's turn."),
        Player.Digest.ROUND: _("You get such a mail whenever a round begins and it is not your turn."),
        Player.Digest.WEEKLY: _("You get such a mail every Monday where it is not your turn."),
    }
    often = when.get(Player.Digest(player.digest), _("You get such a mail every morning where it is not your turn."))
    return f"{often} {_('To get none, answer “digest never”.')}"
