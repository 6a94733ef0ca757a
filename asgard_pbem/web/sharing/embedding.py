"""A board on somebody else's page: small, read only, without scripts, of what everybody may see."""

from __future__ import annotations

from typing import Any, Final

from django.urls import reverse
from django.utils.html import escape

from asgard_pbem.tables.models import Game
from asgard_pbem.web.access import Access, spectator
from asgard_pbem.web.naming import game_title, table_title
from asgard_pbem.web.sharing import cards
from asgard_pbem.web.sharing.links import absolute
from asgard_pbem.web.shown import state as showing
from engine.core.contract import Words

STOPS: Final = 11  # on the way from the first moment to the last: as many as a thumb can tell apart on a phone
# As the pages', but framed by anybody; no scripts, no forms.
POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors *",
    )
)


def context(access: Access, moment: int, words: Words, language: str) -> dict[str, Any]:
    """What the embedded page shows. `language`: what its address names, which those of its links name too."""
    game = access.game
    frame = showing.at_moment(access, spectator(), moment, words)
    return {
        "game": game,
        "title": table_title(game, words.language),
        "game_title": game_title(game.key, words.language),
        "moment": moment,
        "last": game.moment,
        "said": cards.sentence(access, moment, words),
        "board": frame.boards[0].html if frame.boards else "",
        "text": frame.boards[0].text if frame.boards else "",
        "stops": stops(moment, game.moment),
        "back": moment - 1 if moment > 1 else None,
        "forth": moment + 1 if moment < game.moment else None,
        "asked": f"?language={language}" if language else "",
        "table_url": absolute(reverse("game_at", args=[game.pk, moment])),
    }


def stops(moment: int, last: int) -> list[int]:
    """Moments of the small slider, evenly through the game: the first, the last and the one shown are among them."""
    if last <= STOPS:
        return list(range(1, last + 1))
    even = {1 + round((last - 1) * step / (STOPS - 1)) for step in range(STOPS)}
    inner = even - {1, last}
    nearest = min(inner, key=lambda one: abs(one - moment))
    return sorted(even if moment in even else (even - {nearest}) | {moment})


def snippet(game: Game, moment: int | None, title: str) -> str:
    """What is copied into another page. `moment`: None for the table as it is whenever somebody looks."""
    path = reverse("embed", args=[game.pk]) if moment is None else reverse("embed_at", args=[game.pk, moment])
    return (  # text, which the page that shows it escapes once more
        f'<iframe src="{escape(absolute(path))}" title="{escape(title)}"'
        ' width="100%" height="620" frameborder="0" loading="lazy"></iframe>'
    )
