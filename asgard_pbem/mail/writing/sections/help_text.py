"""What a mail may say to us: the answer to `help`."""

from __future__ import annotations

from django.utils.translation import gettext as _

from asgard_pbem.mail import tokens
from asgard_pbem.mail.writing import phrases
from asgard_pbem.mail.writing.letter import Section
from asgard_pbem.mail.writing.scene import Scene
from asgard_pbem.mail.writing.sections import titles
from asgard_pbem.tables.words import reader_language
from engine.core.contract import Words
from engine.table import registry


def sections(one: Scene | None) -> list[Section]:
    """How to answer, commands of a game, commands for everywhere."""
    counsel = [_counsel()] if one is not None and one.table.game.counsel is not None else []
    found = [_game(one)] if one is not None else [_games()]
    return [*found, *counsel, _table(), _yourself()]


def _games() -> Section:
    """What can be played, for whoever sits nowhere yet."""
    language = reader_language()
    facts = tuple(
        (_order(titles.named(key, language)), _offer(game.words(language, ()), game.rules.seats))
        for key, game in registry.games().items()
    )
    bots = _("Bots play too: “open aesir 3 bots 2” begins at once.")
    there = _("Write to %(address)s, or answer this mail.") % {"address": tokens.reply_address("")}
    return Section(_("Start a game"), (_("Each by one line, on its own."), bots, there), facts=facts, typed=True)


def _order(called: str) -> str:
    return _("open %(game)s") % {"game": called}


def _offer(words: Words, seats: range) -> str:
    return _("%(title)s, seats: %(least)d to %(most)d") % {"title": words.title(), "least": seats[0], "most": seats[-1]}


def _game(one: Scene) -> Section:
    items: tuple[str, ...] = ()
    if one.seat is not None and one.table.state is not None:
        desk = one.desk()
        asked = desk.asked()
        if asked is not None:
            items = tuple(phrases.quoted(order) for order in one.words.examples(asked, desk.view))
    return Section(
        _("Playing"),
        (
            _("Answer the last mail of the game. Put each order on a line of its own, above the quoted text."),
            _("A number takes that line of the list. All orders of one mail are carried out together, or none is."),
            _("To read the rules answer “rules”, or “rules” and a word."),
        ),
        items=items,
    )


def _table() -> Section:
    return Section(
        _("At the table"),
        typed=True,
        facts=(
            (_("status"), _("scores, phase, who is waited for")),
            (_("board"), _("the board again")),
            (_("menu"), _("what is asked of you, and the list of answers")),
            (_("history"), _("everything that happened, as you may see it")),
            (_("replay 17"), _("the board after moment 17")),
            (_("undo"), _("take your last move back, while nobody has learnt anything from it")),
            (_("plans, drop plans"), _("your standing orders; take them back")),
            (
                _("press: …"),
                _("write to all; everything after it is sent, to the end of the mail or to the next “press”"),
            ),
            (_("press P2, P3: …"), _("write to these seats only")),
            (_("note …, note 12: …, note table: …"), _("a private note: to now, to moment 12, to the whole table")),
            (_("notes, drop note 3"), _("your notes to this table, which nobody else sees; throw one away")),
            (_("change note 3: …"), _("other words for one of them")),
            (_("pause"), _("the table rests once all its players have said so; no deadline runs then")),
            (_("go on"), _("the table goes on; one of you is enough")),
            (_("resign"), _("give up your seat; we ask once more before we do it")),
        ),
    )


def _counsel() -> Section:
    return Section(
        _("Advising each other"),
        typed=True,
        facts=(
            (_("propose …; …"), _("orders for whoever is on turn; or “propose:” and a line for each below it")),
            (_("endorse 3"), _("stand behind proposal 3: at a time-out it is done if half of the others do")),
            (_("do 3"), _("when you are on turn: do what proposal 3 says")),
        ),
    )


def _yourself() -> Section:
    return Section(
        _("Tables and yourself"),
        typed=True,
        facts=(
            (_("open aesir 3"), _("open a table of three seats; “invite” and addresses below it")),
            (_("open aesir 3 bots 2 days=5 private"), _("with bots, five days a turn, for guests alone (or public)")),
            (_("again"), _("when a game is over: the same table anew, for the same people")),
            (_("invite a@example.org"), _("offer a free seat of this table, or one that was given up")),
            (_("bots 1"), _("a bot takes a free seat of this table")),
            (_("accept, decline"), _("answer an invitation")),
            (_("accept …, word: …"), _("what you add to the seed; once the game has begun it stands")),
            (
                _("block, no invitations, invitations"),
                _("none from this sender any more; from nobody; from everybody again"),
            ),
            (_("games"), _("your games")),
            (_("name …, language en, zone Europe/London"), _("how we call you, write to you, and tell the time")),
            (_("address a@example.org"), _("play from another address; we ask there first")),
            (_("away 1.12.-14.12., back"), _("your deadlines wait while you are away")),
            (
                _("digest turn, digest round, digest daily, digest weekly, digest never"),
                _(
                    "what happens while it is not your turn: at each turn, each round, each morning or each Monday, or "
                    "not at all"
                ),
            ),
            (_("no receipts, receipts"), _("your answers are confirmed by the next question alone; by mail at once")),
            (_("stop mail, start mail"), _("no mail from us until you say so; your seat stays yours")),
        ),
    )
