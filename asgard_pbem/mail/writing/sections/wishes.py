"""What to write for what prose seems to wish (`engine/table/reading/wished.py`): told beside that nothing was done."""

from __future__ import annotations

from django.utils.translation import gettext as _


def leading_on() -> dict[str, str]:
    """The sentences, by their codes."""
    return {
        "wish_leave": _(
            "To leave the game, answer “resign”. You are asked once more before a bot takes your seat over."
        ),
        "wish_get_up": _("To get up from this table, answer “resign”: your seat is free again then."),
        "wish_no_mail": _(
            "To get no more mails, answer “stop mail”: your seats stay yours. To give up the seat here,"
            " answer “resign”."
        ),
        "wish_erased": _(
            "What we know of you is erased on the page “Settings”, which is named below. “stop mail” ends our mails,"
            " “resign” gives up the seat here."
        ),
        "wish_address": _(
            "To play from another address, answer “address” and the new one, for instance “address a@example.org”; we"
            " ask there first."
        ),
        "wish_time": _(
            "To have your deadlines wait, answer “away” and the days, for instance “away 1.12.-14.12.”; “pause” asks"
            " the others to let the table rest."
        ),
        "wish_undo": _(
            "To take back what you sent last, answer “undo”: it works while nobody has seen anything by it."
        ),
        "wish_status": _(
            "To know how the game stands and who is waited for, answer “status”; “history” tells what happened,"
            " “menu” what you may do."
        ),
        "wish_rules": _(
            "To read in five minutes what one wants and how points come, answer “rules”. Nothing can be spoilt here"
            " by a wrong word: what cannot be read is not done."
        ),
    }
