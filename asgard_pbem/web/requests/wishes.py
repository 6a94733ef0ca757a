"""Where the page does what prose typed among orders seems to wish: nothing of it is ever done by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final
from uuid import UUID

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from engine.core.grammar.text import fold
from engine.table.reading.wished import wished

_MOST: Final = 12  # lines in which a wish is looked for, as in a mail


def led_on(lines: list[str], game_id: UUID, key: str) -> SafeString | None:
    """The sentence, with links; None where nothing known is wished. `key`: of the game that is played there."""
    said = [line for line in lines if line.strip()][:_MOST]
    sentence = _SENTENCES.get(wished(fold(" ".join(said))))
    if sentence is None:
        return None
    return format_html(
        sentence(),
        resign=reverse("resign", args=[game_id]),
        settings=reverse("settings"),
        erase=reverse("erase"),
        rules=reverse("rules", args=[key]),
    )


# By the codes of `wished`. The buttons are called as they are on the page.
_SENTENCES: Final[dict[str, Callable[[], str]]] = {
    "wish_leave": lambda: gettext(
        'To leave the game, go to “<a href="{resign}">Resign</a>”. You are asked once more before a bot takes your'
        " seat over."
    ),
    "wish_no_mail": lambda: gettext(
        'Whether you get mails is chosen in the <a href="{settings}">settings</a>: your seats stay yours. To give up'
        ' the seat here, go to “<a href="{resign}">Resign</a>”.'
    ),
    "wish_erased": lambda: gettext(
        'What we know of you is erased at “<a href="{erase}">Erase my account</a>”, where you are asked once more.'
    ),
    "wish_address": lambda: gettext(
        'To play from another address, write it into the <a href="{settings}">settings</a>; we ask there first.'
    ),
    "wish_time": lambda: gettext(
        'To have your deadlines wait, name the days of your <a href="{settings}#absence-heading">absence</a>. “Let the'
        " table rest”, at the foot of this page, asks the others for a pause."
    ),
    "wish_undo": lambda: gettext(
        "“Take back my last move” stands below the field for orders while nobody has seen anything by that move."
    ),
    "wish_status": lambda: gettext(
        'Who is waited for stands above, points at the players, and below it <a href="#log-heading">what happened</a>.'
    ),
    "wish_rules": lambda: gettext(
        'What one wants and how points come is read in five minutes in the <a href="{rules}">rules</a>. Nothing can be'
        " spoilt here by a wrong word: what cannot be read is not done."
    ),
}
