"""What the page of a table offers for taking along, and what it says of itself to programs that read its head."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext

from asgard_pbem.alerts import private_feeds
from asgard_pbem.tables.models import Game
from asgard_pbem.web.access import SPECTATOR, Access, Lens
from asgard_pbem.web.naming import table_title
from asgard_pbem.web.sharing import cards, embedding
from asgard_pbem.web.sharing.animated import FRAMES, MOMENTS
from asgard_pbem.web.sharing.links import absolute
from engine.core.contract import Words

STRETCH: Final = 20  # moments up to the one shown: what a moving picture of the latest moves shows


@dataclass(frozen=True, slots=True)
class Offered:
    """Of one table at one moment. Empty addresses: it is not offered, as to strangers a private table is not there."""

    description: str
    page_url: str  # without scheme and host
    card_url: str
    alt: str
    link: str  # to this moment, whole
    snippet: str
    feed_url: str  # of a private table the reader's own, which nobody else may know
    feed_needs: str  # where an address for it is made; empty: it has one, or is not for this reader
    moving_url: str  # the latest moments up to this one, as the page is seen
    whole_url: str  # the whole game
    stretch: int  # moments of `moving_url` before the last one
    thinned: bool  # whether of the whole game only every second moment is drawn, or every third ...


def of(access: Access, lens: Lens, words: Words, moment: int, said: str) -> Offered:
    """`said`: what the page tells of its moment, as `lens` sees it."""
    game, last = access.game, access.game.moment
    public, title = game.visibility == Game.Visibility.PUBLIC, table_title(access.game, words.language)
    page = reverse("game", args=[game.pk]) if moment == last else reverse("game_at", args=[game.pk, moment])
    moving = reverse("moving", args=[game.pk])
    seen = {"as": lens.code} if lens.viewer is not None else {}
    begun = game.started_at is not None and moment > 1 and not lens.whole_table
    stretch = {"from": max(1, moment - STRETCH), "to": moment}
    return Offered(
        description=cards.description(access, lens, said, moment),
        page_url=page,
        card_url=reverse("card", args=[game.pk, moment]) if public else "",
        alt=gettext("The board of %(title)s at moment %(moment)d of %(last)d")
        % {"title": title, "moment": moment, "last": last},
        link=absolute(reverse("game_at", args=[game.pk, moment])),
        snippet=embedding.snippet(game, None if moment == last else moment, title) if public else "",
        feed_url=(feed := feed_path(access)),
        feed_needs="" if feed or not (access.seats or access.may_host) else f"{reverse('settings')}#calendar",
        moving_url=f"{moving}?{urlencode(seen | stretch)}" if begun else "",
        whole_url=f"{moving}?{urlencode(seen or {'as': SPECTATOR})}" if begun and last <= MOMENTS else "",
        stretch=STRETCH,
        thinned=last > FRAMES,
    )


def feed_path(access: Access) -> str:
    """Where this reader has a feed of the table, without scheme and host; empty where they have none."""
    game = access.game
    if game.visibility == Game.Visibility.PUBLIC:
        return reverse("table_feed", args=[game.pk])
    mark = private_feeds.table_mark(game, access.player)
    return reverse("private_table_feed", args=[game.pk, mark]) if mark else ""
