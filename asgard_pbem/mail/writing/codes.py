"""The words of the mail codes: what a line did, why it did nothing, and why a mail as a whole was refused."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django.utils.timezone import get_current_timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from asgard_pbem.mail.messages import MORE_WRITTEN, Item, Receipt
from asgard_pbem.mail.writing import phrases
from asgard_pbem.mail.writing.scene import Scene
from asgard_pbem.mail.writing.sections import left_out
from asgard_pbem.mail.writing.sections.wishes import leading_on
from engine.core.decisions import NOBODY, Decision


def headline(receipt: Receipt) -> str:
    """What became of the mail, in a few words."""
    if receipt.outcome == "done" and any(one.did.code == "list_below" for one in receipt.understood):
        return _("Choose from the further list")
    if receipt.outcome == "done" and (title := _only_shown(receipt)):
        return title
    found = {
        "done": _("Nothing was carried out") if _came_to_nothing(receipt) else _("Done"),
        "partly": _("Done in part"),
        "refused": _("Nothing was carried out"),
        "held": _("Waiting for your confirmation"),
        "asked": _("Please confirm"),
    }
    return found[receipt.outcome]


def _came_to_nothing(receipt: Receipt) -> bool:
    """Whether all that was read waited for what did not come: conditions that did not hold."""
    return bool(receipt.understood) and all(one.did.code == "order_dropped" for one in receipt.understood)


def _only_shown(receipt: Receipt) -> str:
    """What the mail shows, where that is all that was asked for; empty where something was done."""
    kinds = {one.kind for one in receipt.answers}
    if "welcome" in kinds:
        return _("Welcome to Asgard PBEM")
    if not kinds or any(one.did.code != "shown_below" for one in receipt.understood):
        return ""
    titles = {
        "help": _("What can be written to us"), "rules": _("The rules"), "status": _("How things stand"),
        "board": _("The board"), "history": _("What happened so far"), "games": _("Your games"),
        "plans": _("Your standing orders"), "menu": _("What is asked of you"), "memos": _("Your private notes"),
        "replay": _("The board as it was"),
    }  # fmt: skip
    return titles.get(next(iter(kinds)), "") if len(kinds) == 1 else _("What you asked for")


def reason(code: str) -> str:
    """Why the mail as a whole was refused or held."""
    return _reasons().get(code, _("Your mail could not be carried out."))


def _reasons() -> dict[str, str]:
    return {
        "too_large": _(
            "Your mail is larger than 1 MiB, so we did not read it. Send the orders alone, without attachments."
        ),
        "malformed": _("Your mail could not be taken apart: it is built in a way that no mail program should write."),
        "no_sender": _("Your mail names no sender."),
        "wrong_sender": _("Somebody else answered a mail that was sent to you. Nothing was done."),
        "old_prompt": _("You answered an older mail; the game has gone on since. This is how it stands now."),
        "quarantined": _("We could not read your mail. That is a fault of ours; your mail is kept."),
        "unclear_sender": _(
            "A mail came to your reply address, and its From line did not clearly name one sender, so nothing was done."
            " If it was yours, write again with your plain address in From."
        ),
        "not_your_turn": _("It is not your turn."),
        # What stands around it says that the game is over: where the table stands, and each refused line.
        "game_over": _("“status” tells how it ended; “again” opens the same table anew."),
        "empty": _("We found no text in your mail. Write your answer in the mail itself, not in its subject."),
        "only_quotes": _("We found only quoted text in your mail. Write your answer above the quotation."),
        "no_orders": _("We found no order in your mail."),
        "illegal_order": _("One of your orders cannot be carried out, so none of them was."),
        "stopped": _("One of your orders cannot be carried out. What was done all the same is named below."),
        "one_seat": _("Not all orders for your seats could be carried out. What was done for the others stands."),
        "ambiguous": _("Your mail can be read in two ways, so we did nothing. Please send the orders alone."),
        "encrypted": _("Your mail is encrypted and we cannot read it. Please send plain text."),
        "tnef": _("Your mail came as winmail.dat, which only Outlook can read. Please send plain text."),
        "attachment_only": _("Your mail has attachments and no text. Please write the orders into the mail itself."),
        "rate_limited": _("Too many mails came within an hour, so this one was not read."),
        "held": _("We want to be sure that this mail is yours before we do what it says."),
        "held_unproven": _(
            "Somebody wrote to us in your name, and nothing proves that it was you. The page behind the button shows"
            " what they wrote. Confirm only if it was you; otherwise do nothing, and nothing will be done."
        ),
        "lost_address": _(
            "We do not know any more what your mail answers, so nothing was done: its game was over long ago, or we had"
            " to go back to an older copy after a failure, in which our last mails are not. Answer an earlier mail of"
            " your game with “status”, and you are told what is asked there now."
        ),
        "long_over": _("The game that your mail answers was over long ago, so nothing was done."),
        "cancelled": _("You cancelled it; nothing was done."),
    }


def _press(code: str, seats: list[int] | None, one: Scene | None) -> str:
    """To whom words went; `seats`: None where they are for all."""
    if code == "press_sent":
        return _("sent to all") if seats is None else _("sent to %(names)s") % {"names": _names(seats, one)}
    if seats is None:
        return _("kept with the game; nobody else plays here who could read it")
    return _("kept with the game; no other person plays there who could read it")


def sentence(item: Item, one: Scene | None) -> str:
    """One item in words."""
    params = item.params
    seats = params.get("seats")
    if item.code == "waiting_for":
        return _("The game now waits for %(names)s.") % {"names": _names(seats or [], one)}
    if item.code == "waiting_veiled":
        return " ".join(_veil(name, one) for name in params["veils"])
    if item.code == "asked_for":
        return _("It is the turn of %(names)s now; the question comes in a mail of its own.") % {
            "names": _names(seats or [], one)
        }
    if item.code in {"press_sent", "press_unheard"}:
        return _press(item.code, seats, one)
    if item.code == "pause_asked":
        return _("the table rests as soon as these want it too: %(names)s; we have asked them") % {
            "names": _names(seats or [], one)
        }
    if item.code == "proposed_ahead":
        return _("proposed for the next turn of %(names)s, as number %(number)s: it waits there to be done") % {
            "names": _names([params["to"]], one), "number": params["number"],
        }  # fmt: skip
    if item.code in {"invited", "table_opened"}:
        return _counted(item.code, params)
    if item.code == "left_out":
        return left_out.sentence(params)
    if item.code in {"order_done", "order_going"} and params.get("said"):  # in the words of the list it is chosen from
        said = str(params["said"])
        return said if item.code == "order_done" else _("%(said)s; the rest is kept for later") % {"said": said}
    template = _sentences().get(item.code)
    return template % _readable(params) if template is not None else reason(item.code)


def _counted(code: str, params: dict[str, Any]) -> str:
    """What is said otherwise of one."""
    if code == "invited":
        count = int(params.get("count", 0))
        return ngettext("%(count)d invitation sent", "%(count)d invitations sent", count) % {"count": count}
    alone = params.get("seats") == 1
    return _("your table for one is open") if alone else _sentences()[code] % _readable(params)


def _veil(name: str, one: Scene | None) -> str:
    if one is None:
        return _("The game now waits for orders that are given unseen.")
    return one.words.waiting(Decision(NOBODY, name))


def _names(seats: list[int], one: Scene | None) -> str:
    return ", ".join(one.words.seat(seat) if one is not None else phrases.numbered(seat) for seat in seats)


def _readable(params: dict[str, Any]) -> dict[str, Any]:
    """Seats are counted from 1 by people, and days have their names; older receipts quote no line."""
    return {"text": MORE_WRITTEN, **{key: _shown(key, value) for key, value in params.items()}}


def _shown(key: str, value: Any) -> Any:
    if key == "seat" and isinstance(value, int):
        return value + 1
    if key == "when" and isinstance(value, str):
        local = datetime.fromisoformat(value).astimezone(get_current_timezone())
        return f"{phrases.day(local)}, {local:%H:%M}"
    if key in {"since", "until"} and isinstance(value, str):
        return phrases.day(date.fromisoformat(value))
    return value


def _sentences() -> dict[str, str]:
    return {**_done(), **_fair(), **_not_done(), **leading_on(), **_coming()}


def _fair() -> dict[str, str]:
    """What the reader added to the seed (docs/fair-play.md)."""
    return {
        "word_set": _("this is your word for the seed now"),
        "word_counts": _(
            "Your word, “%(word)s”, has a part in every shuffle and roll. Its SHA-256 stands in the log: %(hash)s"
        ),
        "counts_already": _("What you added to the seed before stands. Its SHA-256 in the log: %(hash)s"),
        "mail_counts": _(
            "You sent no word, so the Message-ID of your mail, %(sent)s, has a part in every shuffle and roll."
            " Its SHA-256 stands in the log: %(hash)s"
        ),
        "nothing_counts": _("You added nothing to the seed."),
        "nothing_could_count": _("The game began at once, so nothing of yours is in the seed."),
        "commitment": _("Commitment to the seed, which was fixed before: %(hash)s"),
        "invitation_lapsed": _(
            "The invitation that you answer has lapsed: the seat is taken, or the table was closed."
        ),
        "not_invited": _("People who sat there and could not be invited: %(count)s."),
        "word_wanted": _(
            "To have a part in every shuffle and roll, answer this mail with “word: …” and anything that nobody can"
            " guess, before the last seat is taken."
        ),
        "word_too_early": _(
            "Send your word in answer to the mail that shows you the commitment to the seed; before that it would not"
            " bind us."
        ),
    }


def _done() -> dict[str, str]:
    return {
        "order_done": _("done"),
        "order_kept": _("kept for later"),
        "order_going": _("done as far as it was asked, and kept for later"),
        "order_partly": _("done as far as it could be"),
        "order_replaced": _("replaced by a line below"),
        "order_waits": _("waits until you have answered"),
        "order_dropped": _("not done, as it did not come to that"),
        "undo_done": _("what you sent last is taken back: moves, and orders for later"),
        "undone_to": _("what you sent last is taken back; what stands now: %(said)s"),
        "drop_plans_done": _("your standing orders are taken back"),
        "shown_below": _("see below"),
        "list_below": _("leads to the list below; nothing is decided yet"),
        "language_set": _("we write to you in this language from now on"),
        "zone_set": _("times are shown in the zone %(zone)s"),
        "name_set": _("so the others will call you"),
        "address_asked": _(
            "we have asked at %(address)s; once a yes comes from there, you play from there. Till then nothing changes"
        ),
        "address_taken": _("you play from %(address)s now; what waits for you comes here once more"),
        "away_set": _("away from %(since)s to %(until)s; your deadlines wait"),
        "back_set": _("welcome back"),
        "mail_stopped": _("no more mail but answers to your own; your seats stay yours"),
        "mail_started": _("you get mail again"),
        "table_opened": _("a table of %(seats)s seats is open; you sit in the first"),
        "opened_again": _("the same table is open anew; you have seat %(seat)s"),
        "again_runs": _("the same table was opened anew before, and its game has begun; you have seat %(seat)s"),
        "left_table": _("you have got up from the table; your seat is free again"),
        "bots_added": _("bots take %(count)s of the free seats"),
        "invitation_accepted": _("welcome to the table; you have seat %(seat)s"),
        "invitation_declined": _(
            "declined; nobody will ask you to this table again. While a seat is free you may still change your mind:"
            " answer the invitation with “accept”"
        ),
        "inviter_blocked": _("declined; this person cannot invite you any more"),
        "invitations_stopped": _("nobody can invite you any more, until you answer “invitations”"),
        "invitations_started": _("everybody may invite you again"),
        "receipts_started": _("every answer of yours is confirmed by mail"),
        "receipts_stopped": _(
            "what you answer is confirmed by the next question; only where something was not, at once"
        ),
        "digest_never": _("you get no digests"),
        "digest_daily": _("every morning you are told what has happened where it is not your turn"),
        "digest_weekly": _("every Monday you are told what has happened where it is not your turn"),
        "digest_turn": _("whenever it is somebody else's turn you are told what has happened"),
        "digest_round": _("whenever a round begins you are told what has happened where it is not your turn"),
        "memo_kept": _("kept as note %(number)s, at moment %(moment)s; nobody but you reads it"),
        "memo_kept_whole": _("kept as note %(number)s; nobody but you reads it"),
        "memo_changed": _("note %(number)s has these words now; nobody but you reads it"),
        "memo_dropped": _("the note is thrown away"),
        "proposed": _("proposed, as number %(number)s"),
        "endorsed": _("you stand behind it; %(count)s in all now do"),
        "resign_asked": _(
            "answer “yes” to this mail and your seat is given up for good: a bot plays on there; “no” keeps it"
        ),
        "paused": _("the table rests from now on; no deadline runs until one of you says “go on”"),
        "went_on": _("the table goes on; everybody has the time that was left"),
        "pause_declined": _("the table does not rest; who asked for it is told"),
        "resign_asked_of": _(
            "answer “yes” to this mail and your seat %(seat)s is given up for good: a bot plays on there, and your"
            " other seats stay yours; “no” keeps it"
        ),
        "resigned_of": _("you have given up seat %(seat)s; a bot plays on there, and your other seats stay yours"),
        "resigned": _("you have left the game; a bot plays on in your seat"),
        "confirmed": _("confirmed"),
        "cancelled": _("cancelled; nothing was done"),
        "confirmed_before": _("this was confirmed before"),
        "cancelled_before": _("this was cancelled before"),
    }


def _not_done() -> dict[str, str]:
    return {
        "no_seat_here": _(
            "This address belongs to no game: answer a mail of the game instead. What can be written here, and what"
            " can be played, is answered to “help”."
        ),
        "seat_not_yours": _(
            "The seat that this mail was about is not yours, or not any more. “games” tells where you play."
        ),
        "not_again": _(
            "“again” is for those who sat at a table to its end. “open %(table)s” opens a new one; below it,"
            " “invite” and the addresses of your friends."
        ),
        "yes_from_there": _("The yes must come from the new address: answer the mail that we have sent there."),
        "invited_here": _(
            "You are invited to a table. Answer this mail with “accept” or “decline”, alone on its line."
        ),
        "old_prompt": _("This answers an older question."),
        "ambiguous": _("This stands between quoted lines or below them; was it meant as an order?"),
        "taken_back": _("This may take back what stands above it. What was meant?"),
        "stop": _(
            "This can mean several things. “stop mail” ends our mails, “resign” gives up your seat, “undo” takes back"
            " your last move; to answer what is asked, send one from its list."
        ),
        "order_in_press": _(
            "This line stands in your message to the others and reads as an order. Orders stand above “press:”;"
            " in a message, put other words on the line."
        ),
        "too_many_commands": _(
            "A mail carries at most %(most)s commands; from line %(line)s on they were not carried out."
        ),
        "not_done_either": _("Not done, because another order of the mail was refused."),
        "press_not_sent": _("Not sent, because an order of the same mail was refused. Send it again with the orders."),
        "no_such_moment": _("The game has %(last)s moments so far."),
        "rest_not_read": _(
            "From line %(line)s on (“%(text)s”) we found no orders, so nothing below was read or sent to anybody."
            " To write to the others, begin with “press:”."
        ),
        "not_reached": _(
            "What stands from line %(line)s on was not reached, since an order above it was refused: send it again with"
            " the corrected one."
        ),
        "below_not_read": _("Line %(line)s could not be read, so nothing below it was carried out or sent to anybody."),
        "no_order": _("this could not be read as an order."),
        "refusals_pause": _(
            "This is our last answer for now to a mail that cannot be carried out: further ones stay unanswered until"
            " %(when)s. What can be carried out is carried out all the while, and “help” is always answered."
        ),
        "yes_or_no": _("You were asked whether to leave your seat. Answer “yes” to leave it or “no” to keep it."),
        "nothing_asked": _(
            "Nothing is asked of you just now. To write to the others, begin with “press:”; “help” says what else can"
            " be written to us."
        ),
        "answer_like": _(
            "The shortest right answer is one from the list below, alone on its line, such as “%(example)s”. To write"
            " to the others, begin with “press:”; “rules” and “help” explain the rest."
        ),
        "question_of_rules": _(
            "If that was a question: “rules” and the name of a card, or another word, show what it is and does."
        ),
        "order_like": _("An order that begins so, and that you could give now, is for instance “%(example)s”."),
        "meant_no_longer": _(
            "What you say yes to was about a question that is no longer the same, so nothing was done by it. What is"
            " asked now stands below."
        ),
        "no_span": _("Say from when to when, for instance “away 1.12.-14.12.”."),
        "no_address": _("This is no mail address."),
        "no_address_opens": _("This is no mail address, so the table was not opened and nobody was invited."),
        "again_over": _(
            "The game that followed this one is over as well. Answer the mail that ended it, and its table is opened"
            " anew."
        ),
        "again_closed": _("The table that followed this game was closed. “open %(key)s %(seats)s” opens another."),
        "no_table_here": _("No table was named: put “invite” below “open”, or answer a mail of the table."),
        "no_such_player": _("Nobody at this table is called “%(name)s”. Write P1, P2 and so on."),
        "player_left": _(
            "“%(name)s” has left; somebody else has that seat now. To write to whoever plays there:"
            " “press P%(seat)s: …”."
        ),
        "player_left_to_bot": _("“%(name)s” has left; P%(seat)s is played by a bot now, which reads nothing."),
        "several_players": _("More than one at this table is called “%(name)s”. Write P1, P2 and so on."),
        "took_place_of": _("What you wrote takes the place of “%(order)s”, which no longer stands."),
        "passed_over": _("Nothing asked for “%(order)s” in this turn, so it was passed over."),
        "empty_press": _("There is no text after “press:”."),
        "press_ours": _("Sent only up to the line “%(text)s”, because from there on it is our own mail to you."),
        "press_secret": _(
            "Sent only up to the line “%(text)s”: it holds an address or a link that lets others act in your name."
        ),
        "no_press_ours": _("Not sent: “%(text)s” is our own mail to you."),
        "no_press_secret": _("Not sent: “%(text)s” holds an address or a link that lets others act in your name."),
        "confirmation_lapsed": _("It is too late to confirm this. Please ask for it again."),
    }


def _coming() -> dict[str, str]:
    return {
        "game_is_over": _("The game is over; the result comes in a mail of its own."),
        "nameless": _("The others call you P%(seat)s. To be called by a name, answer “name” and your name."),
        "nameless_host": _(
            "Your invitations begin with “Somebody invites you”, for you have no name here: tell your friends yourself"
            " that they are from you, and answer “name” and your name, for those that you send from now on."
        ),
        "plans_balked": _("Your standing orders could not answer the next question:"),
        "still_asked": _("You are still asked what stands below."),
        "you_are_asked": _("It is your turn again; the next question comes in a mail of its own."),
    }
