"""The reader's language, and the table's own refusals in its words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import get_language, gettext, ngettext, override
from django.utils.translation import gettext_noop as _

from engine.core.contract import Desk
from engine.core.decisions import Decision

BARRED = _("This service is closed to you.")  # to who abused it; nobody else ever reads it
REFUSALS: dict[str, str] = {
    "E_ABSENCE": _("An absence ends after it begins and lasts at most %(days)s days."),
    "E_ABSENCE_PAST": _("These days are over: an absence counts from today on."),
    "E_ABSENT_LONG": _("You may be away for %(days)s days in a year; this would be more."),
    "E_ADDRESS_OFTEN": _(
        "That is enough for now: you can name a new address %(most)s times a day, and one is asked %(most)s times a"
        " month."
    ),
    "E_ADDRESS_TAKEN": _(
        "Somebody plays here from this address already. If that is you too, erase that account first, on its settings"
        " page; then ask once more."
    ),
    "E_BARRED": BARRED,
    "E_BOT": _("There is no such bot; these play here: %(bots)s."),
    "E_CONFIRM": _("To give a seat up is final: please confirm it."),
    "E_COMMITMENT": _(
        "A word counts against a commitment seen before: ask for that of your Idempotency-Key and send it along."
    ),
    "E_COUNSEL_LONG": _("A proposal has at least one order and at most %(most)s, each on a line or after a semicolon."),
    "E_COUNSEL_WHOM": _("Several are on turn: say for whom, for instance “propose P2: …”."),
    "E_COUNSEL_WORDS": _("Write the orders of a proposal in words: the numbers belong to the list of the one asked."),
    "E_DAYS": _("The time for a decision is 1 to %(most)s days."),
    "E_DECLINED": _("This person has declined and is not asked again."),
    "E_EMAIL": _("This is not an email address."),
    "E_OTHER_HAND": _("Whoever has played one seat of a game has seen its hand, and can come back to that seat alone."),
    "E_OWN_ADDRESS": _("This address is our own: nobody can play from it."),
    "E_SAME_ADDRESS": _("This is the address that you play from."),
    "E_ENDORSED": _("You stand behind proposal %(number)s already."),
    "E_FULL": _("Every seat is taken."),
    "E_GAME_OVER": _("The game is over."),
    "E_GOES_ON": _("The table does not rest, and nobody has asked for that."),
    "E_INVITED": _("This person sits at this table, or has been invited to it already."),
    "E_INVITED_OFTEN": _("This person has had enough invitations for now."),
    "E_INVITES": _("That is enough for one day: at most %(most)s invitations."),
    "E_LANGUAGE": _(
        "This language is not spoken here: %(language)s. We write English (“language en”) and Russian (“language ru”)."
    ),
    "E_LAPSED": _("The invitation has lapsed: the seat is taken, or the table was closed."),
    "E_LINE_LONG": _("This line is too long for an order: at most %(most)s characters. Nothing of it was read."),
    "E_LINK": _("A name or title holds no web address and no email address."),
    "E_MANY_MEMOS": _("That is enough for one table: at most %(most)s notes. Throw some away first."),
    "E_MANY_MESSAGES": _("That is enough for now: at most %(most)s messages an hour."),
    "E_MANY_OPENED": _("That is enough for now: at most %(most)s new tables an hour."),
    "E_MANY_PAUSES": _("That is enough for now: at most %(most)s pauses asked for an hour."),
    "E_MANY_PROPOSALS": _("That is enough for one turn: at most %(most)s proposals of yours."),
    "E_MANY_CHANGES": _("That is enough for now: after %(most)s moves and plans within an hour none replaces others."),
    "E_MANY_SEATINGS": _(
        "That is enough for now: sit down, or say another word, at most %(most)s times an hour at one table."
    ),
    "E_MANY_TABLES": _("You sit at %(most)s tables already. Finish one first."),
    "E_MANY_TOKENS": _("You have %(most)s tokens already. End one first."),
    "E_MANY_UNDOS": _("That is enough for now: at most %(most)s moves taken back an hour."),
    "E_MANY_WAITING": _("%(most)s of your tables still wait for players. Let one of them fill first."),
    "E_MEMO_EMPTY": _("The note is empty."),
    "E_MEMO_LONG": _("The note is too long: at most %(most)s characters."),
    "E_MENU_ENDS": _("The list has no answer %(numbers)s: it goes from %(low)s to %(high)s."),
    "E_MENU_GROUP": _("%(numbers)s alone is no answer, a letter belongs to it: %(found)s."),
    "E_MENU_LETTER": _("This list has lettered rows and numbered columns: answer with both, for instance %(example)s."),
    "E_MENU_MANY": _("So many choices in one line cannot be read: at most %(most)s numbers."),
    "E_MENU_MORE": _("Answer %(path)s leads to a further list: choose from it, for instance %(example)s."),
    "E_MENU_NUMBER": _("The list has no answer %(numbers)s."),
    "E_MENU_ARRANGE": _(
        "Answer with all %(count)s numbers of the list in the order you want, for instance %(example)s."
    ),
    "E_MENU_OVER": _("No question is left that this number could answer. Send only the answer that you mean."),
    "E_MENU_PICK": _(
        "Answer with different numbers of the list in one line, %(least)s to %(most)s of them,"
        " for instance %(example)s."
    ),
    "E_MENU_SHARE": _(
        "Answer with line=amount, %(least)s to %(most)s together and to no line more than it can take,"
        " for instance %(example)s."
    ),
    "E_MENU_SEVERAL": _("Answer with %(count)s different numbers from 1 to %(last)s in one line."),
    "E_MENU_UNSEEN": _("This number answers a list that you have not seen yet. Please wait for the next question."),
    "E_MOMENT": _("This game has no moment %(moment)s."),
    "E_MOVE": _("The answer came garbled. Please choose again."),
    "E_NAME": _("A name needs at least one letter that can be shown."),
    "E_NAME_BOT": _("A bot is called so. Please choose a name that nobody takes for one."),
    "E_NAME_LONG": _("A name has at most %(most)s characters."),
    "E_NAME_OURS": _("This service is called so. Please choose a name that nobody takes for it."),
    "E_NOT_ASKED": _("You are not asked anything now."),
    "E_NOT_OPENER": _("Only whoever opened the table can close it."),
    "E_NOT_OVER": _("The game is not over yet."),
    "E_NOT_STARTED": _("The game has not begun: seats are still free."),
    "E_NOT_YOURS": _("This seat is not yours."),
    "E_NO_COUNSEL": _("Nobody can be advised now: this game takes no counsel, or nobody else of your team is on turn."),
    "E_NO_GAME": _("There is no such game."),
    "E_NO_INVITATION": _("This invitation is not for you, or does not exist."),
    "E_NO_MEMO": _("You have no note %(number)s at this table."),
    "E_NO_PLAN": _("You have no such plan."),
    "E_NO_PROPOSAL": _("There is no proposal %(number)s for this turn."),
    "E_NO_SEAT": _("The table has no such seat."),
    "E_NO_TOKEN": _("You have no such token."),
    "E_ONE_SEAT": _("In this game everybody has one seat."),
    "E_OLD_PROMPT": _("This answers an older question."),
    "E_OLDER_RULES": _("The game is already played under rules version %(version)s."),
    "E_OPTIONS": _("The game has no such options: %(fields)s."),
    "E_OPTIONS_APART": _("These options do not go together: %(fields)s."),
    "E_OWN_COUNSEL": _("This is your own turn: nobody but you need agree. Send the orders themselves."),
    "E_PATH": _("The menu has no answer %(path)s."),
    "E_PAUSED_BY_SERVICE": _("Those who run this service have paused the table. They let it go on."),
    "E_PLAN_CIRCLES": _("They answered one question after another without end, and were taken back."),
    "E_PLAN_GONE": _("nothing that “%(plan)s” names can be done now."),
    "E_PLAN_GUARD": _("the condition of “%(plan)s” does not hold now."),
    "E_PLAN_SHORT": _("what “%(plan)s” names is not enough now."),
    "E_PLAN_UNREADABLE": _("They cannot be read any more. Please drop them and write them anew."),
    "E_PRESS_SELF": _("Nobody writes to themselves. For words that you alone read, answer “note …”."),
    "E_PRESS_EMPTY": _("The message is empty."),
    "E_PRESS_LONG": _("The message is too long: at most %(most)s characters."),
    "E_PRIVATE": _("This table is private: somebody at it must invite you."),
    "E_RESTS": _("The table rests already."),
    "E_RHYTHM": _("A digest comes never, daily, weekly, every turn or every round."),
    "E_SEATS": _("This game is for %(least)s to %(most)s seats."),
    "E_SEATS_GUESTS": _(
        "With you, those you invite and the bots that makes %(needed)s, and the table has %(seats)s seats. Invite some"
        " of them by a mail to the table: whoever says yes first sits down."
    ),
    "E_SEATS_WITH": _("With these options this game is for %(least)s to %(most)s seats."),
    "E_SLIP": _("this could not be read as an order. Did you mean “%(right)s”?"),
    "E_SHEET_LONG": _("These are too many orders at once: at most %(most)s. Send them in several parts."),
    "E_SITS": _("You have sat down already."),
    "E_STALE": _("The game has moved on since this page was shown. Please look again."),
    "E_STARTED": _("The game has begun."),
    "E_TAKEN": _("This seat is taken."),
    "E_TITLE_LONG": _("A title has at most %(most)s characters."),
    "E_TOKEN_MADE": _("This token was made already, and is shown only once. End it and make another."),
    "E_TOKEN_NAME": _("A token needs a name of at most %(most)s characters, by which you know it again."),
    "E_UNANSWERED": _("This person has not answered your earlier invitation."),
    "E_UNDO": _(
        "There is no move of yours to take back, or it is too late: somebody else has moved, chance was drawn or"
        " something was shown."
    ),
    "E_UNDO_BELOW": _(
        "An undo takes back what you did before, so it stands above your orders. To change an order of the same sheet,"
        " leave it out."
    ),
    "E_UNKNOWN_GAME": _("Such a game is not played here: %(game)s."),
    "E_UNKNOWN_RULES": _(
        "This server does not know rules version %(version)s of %(game)s: the game can be read, not moved."
    ),
    "E_UNWANTED": _("This person wants no such invitations."),
    "E_WORD_EARLY": _(
        "Open the table without a word: send that in answer to our mail, when you have seen the commitment to the seed."
    ),
    "E_WAIT": _("Many links have been asked for from here within the hour. Please wait a while."),
    "E_ZONE": _(
        "There is no such time zone: %(zone)s. Name a large city near you (“zone Berlin”), or write Europe/Berlin."
    ),
}


def reader_language() -> str:
    """The code of the language in which whoever reads is told everything just now."""
    return get_language() or "en"  # None: translation is off, as in a migration


def only_answer() -> str:
    """What is said with a question that has one answer: where that were no secret, it would not have been asked."""
    return gettext(
        "You have only one answer here. You are asked all the same: the others shall not learn what you hold from whom"
        " the game waits for."
    )


def why_asked(desk: Desk, *asked: Decision) -> str:
    """What is said with questions where one has but one answer; empty where there is nobody from whom that is kept."""
    lone = any(not (one.optional or one.answered) and desk.menus(one).single() is not None for one in asked)
    return only_answer() if lone and len(desk.names) > 1 else ""


def refusal(code: str, where: Mapping[str, Any], language: str) -> str:
    """One sentence for a ServiceError; the code itself when it has no words."""
    if code not in REFUSALS:
        return code
    shown = {name: ", ".join(map(str, value)) if isinstance(value, list) else value for name, value in where.items()}
    if "path" in shown:
        shown.setdefault("example", f"{shown['path']}.1")  # of receipts that were stored without one
    with override(language):
        if code == "E_SEATS_WITH" and "least" in shown and shown["least"] == shown.get("most"):
            return (
                ngettext(
                    "With these options this game has exactly %(least)s seat.",
                    "With these options this game has exactly %(least)s seats.",
                    int(shown["least"]),
                )
                % shown
            )
        try:
            return gettext(REFUSALS[code]) % shown
        except KeyError:
            return gettext(REFUSALS[code])
