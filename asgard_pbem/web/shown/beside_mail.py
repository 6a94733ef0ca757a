"""The part of the settings about doors beside mail: the calendar's address, browsers that are told, programs."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.urls import reverse

from asgard_pbem.alerts import calendars, keys, private_feeds, subscribing
from asgard_pbem.tables.models import Player
from asgard_pbem.web.forms.people import TokenForm
from asgard_pbem.web.sharing.links import absolute


def context(player: Player) -> dict[str, Any]:
    """What the settings page shows; `push_key` is empty where this server sends no notices."""
    own = calendars.address(player)
    url = absolute(reverse("calendar", args=[own.token])) if own is not None and own.token else ""
    return {
        "calendar_url": url,
        "webcal_url": url.replace("https://", "webcal://", 1).replace("http://", "webcal://", 1),
        "own_feed_url": own_feed(player),
        "push_key": keys.public() if keys.on() else "",
        "browsers": [
            {"id": one.pk, "service": one.service, "since": one.made_at, "mark": bytes(one.sha256).hex()}
            for one in subscribing.subscriptions(player)
        ],
        "tokens": player.access_tokens.order_by("made_at"),
        "token_form": TokenForm(initial={"nonce": uuid4()}, auto_id="token_%s"),
    }


def own_feed(player: Player) -> str:
    """The whole secret address of the feed of the own games; empty where the person has none."""
    mark = private_feeds.games_mark(player)
    return absolute(reverse("own_feed", args=[player.pk, mark])) if mark else ""
