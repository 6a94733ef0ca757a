"""The words of receipts, under the active language. Codes of games are worded by `Words.refusal`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext_noop as N_
from django.utils.translation import gettext as _

from asgard_pbem.mail.messages import Item

SENTENCES: dict[str, str] = {
    # what a line did
    "order_done": N_("done"),
    "undo_done": N_("your last move is taken back"),
    "drop_plans_done": N_("your standing orders are dropped"),
    "shown_below": N_("see below"),
    "language_set": N_("from now on you read English"),
    "zone_set": N_("times are shown in the zone %(zone)s"),
    "name_set": N_("the others see you under this name"),
    "away_set": N_("you are away from %(since)s to %(until)s; these days do not count towards your deadlines"),
    "back_set": N_("you are no longer away"),
    "mail_stopped": N_("you get no more mail from us but answers to your own; your seats stay yours"),
    "mail_started": N_("you get mail again"),
    "table_opened": N_("a table with %(seats)s seats is open, %(bots)s of them taken by bots"),
    "invited": N_("invited: %(count)s"),
    "invitation_accepted": N_("you sit at the table; the game begins when all seats are taken"),
    "invitation_declined": N_("the invitation is declined"),
    "press_sent": N_("sent to %(seats)s"),
    "resign_asked": N_("not done yet: answer this mail with “yes”, or follow the link, to give up your seat"),
    "resigned": N_("you have given up your seat; a bot plays on in it"),
    "confirmed": N_("confirmed"),
    "confirmed_before": N_("this was confirmed before"),
    "cancelled": N_("nothing was done"),
    "cancelled_before": N_("this was cancelled before"),
    # why a line did nothing
    "no_seat_here": N_("this address belongs to no seat of yours: answer a mail of the game that you mean"),
    "old_prompt": N_("this answers an older question; the present one is shown below"),
    "ambiguous": N_("this text stands among or below quoted lines, and it is not clear whether it is meant"),
    "not_done_either": N_("not done, because another order of this mail was refused"),
    "press_not_sent": N_("not sent, because an order of this mail was refused"),
    "no_such_moment": N_("the history goes from 1 to %(last)s"),
    "no_span": N_("say from when to when, for example: away 1.12.-14.12."),
    "no_address": N_("this is no mail address"),
    "no_table_here": N_("first open a table, or answer a mail of the table that you mean"),
    "no_such_player": N_("nobody here is called %(name)s: use P1, P2, … or names as shown"),
    "empty_press": N_("there is no text after the colon"),
    "confirmation_lapsed": N_("there is nothing left to confirm here"),
    # notes
    "rest_not_read": N_("From line %(line)s on nothing was read as an order or command."),
    # what happens next
    "game_is_over": N_("The game is over; the result comes in a mail of its own."),
    "plans_balked": N_("Your standing orders could not answer the next question:"),
    "you_are_asked": N_("You are asked again right away."),
    "waiting_for": N_("Now the game waits for %(seats)s."),
}
REASONS: dict[str, str] = {
    "too_large": N_("Your mail was too large to be read. Please answer with text alone, without attachments."),
    "malformed": N_("Your mail was built in a way that we could not read. Please answer with plain text."),
    "no_sender": N_("Your mail did not say clearly who sent it."),
    "wrong_sender": N_("An answer to one of your mails came from another address, and nothing was done."),
    "old_prompt": N_("Your mail answers an older question, so its orders were not carried out."),
    "not_your_turn": N_("Nothing waits for you just now, so there was nothing to carry out."),
    "game_over": N_("This game is over."),
    "empty": N_("There was no text of yours in the mail."),
    "only_quotes": N_("All text of the mail was quoted. Please write your order above the quotation."),
    "no_orders": N_("No order or command could be read. Write each on a line of its own, from the first line on."),
    "illegal_order": N_("One order was refused, so none of the mail's orders was carried out."),
    "ambiguous": N_("It is not clear which lines are meant, so nothing was carried out."),
    "encrypted": N_("Your mail was encrypted, and we cannot read it. Please answer unencrypted."),
    "tnef": N_("Your mail came as a winmail.dat file. Please answer with plain text."),
    "attachment_only": N_("Your mail held only attachments. Please write your order as text."),
    "rate_limited": N_("There were too many mails in an hour; this one was not read."),
    "held": N_("We are not sure that this mail is from you. Answer “yes” to this mail, or follow the link, to confirm it."),
}


def sentence(item: Item, seat_name: Callable[[int], str] | None = None, refusal: Callable[..., str] | None = None) -> str:
    """One thing to say. `seat_name`: what a seat is called; `refusal`: `Words.refusal` of the game, for its codes."""
    if item.by == "game":
        return refusal(item.code, item.params) if refusal is not None else item.code
    if item.by == "table":
        from asgard_pbem.tables import words

        return words.refusal(item.code, item.params, get_language() or "en")
    params: dict[str, Any] = dict(item.params)
    if "seats" in params and item.code in {"press_sent", "waiting_for"}:
        params["seats"] = _seats(params["seats"], seat_name)
    return _(SENTENCES[item.code]) % params


def _seats(seats: list[int] | None, seat_name: Callable[[int], str] | None) -> str:
    if seats is None:
        return _("all")
    return ", ".join(seat_name(seat) if seat_name is not None else f"P{seat + 1}" for seat in seats)


def reason(code: str) -> str:
    """Why a mail as a whole was refused or held; empty for none."""
    return _(REASONS[code]) if code in REASONS else ""
