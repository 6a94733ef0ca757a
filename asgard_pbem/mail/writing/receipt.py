"""The one answer to a mail: what was understood, what was not and why, what was asked for, and what happens next."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext as _

from asgard_pbem.mail import links
from asgard_pbem.mail.messages import MORE_WRITTEN, Item, Receipt
from asgard_pbem.mail.writing import codes as wording
from asgard_pbem.mail.writing import phrases, scene, turns
from asgard_pbem.mail.writing.letter import Group, Letter, Link, Section
from asgard_pbem.mail.writing.scene import Scene
from asgard_pbem.mail.writing.sections import asked as answers
from asgard_pbem.mail.writing.sections import left_out, meant
from asgard_pbem.mail.writing.sections.seating import invited, welcome
from asgard_pbem.tables.models import Game, Invitation, Outbox
from asgard_pbem.tables.reading import mailed
from asgard_pbem.tables.words import refusal as table_refusal

OF_THE_SEED = frozenset({"commitment", "nothing_could_count"})  # notes: a first prompt says the same
OWN_PART = frozenset({"word_counts", "mail_counts", "counts_already"})  # notes that want nothing of their reader
# What shows the open question again: whoever asks how things stand wants to know what is asked of them too.
ASKED_AGAIN = frozenset((
    "menu", "status", "board", "plans", "mail_started", "undo_done", "undone_to", "drop_plans_done", "back_set",
    "cancelled", "went_on", "pause_declined",
))  # fmt: skip
CONTENT = frozenset({"done", "asked"})  # outcomes after which nobody needs to read their own words again


def _only_now(row: Outbox, data: Receipt) -> tuple[str, ...]:
    """The first of a game that goes out alone says that the next ones do not."""
    if not row.payload.get("first") or data.outcome != "done":
        return ()
    return (
        _("Later answers are told at the top of your next mail of this game; “receipts” has each confirmed at once."),
    )


def receipt(row: Outbox, reply_to: str) -> Letter:
    """The letter for a stored `Receipt`."""
    data = Receipt.model_validate(row.receipt)
    game = Game.objects.filter(pk=data.game).first() if data.game is not None else None
    one = scene.scene(game, data.seat, row.player) if game is not None else None
    language = row.player.language
    subject = phrases.subject(game, _("Asgard PBEM: your mail"))
    further = data.listed
    offer = _offer(data)
    if offer is not None:
        subject = invited.title(offer)
    groups, wanted, how = _menu(one, data, further, reply_to, subject, row)
    sections = answers.sections(data, one, row.player)
    looks = bool({answer.kind for answer in data.answers} - {"menu", "welcome"})  # that comes first, no board twice
    if groups and not further and not looks and one is not None:
        sections.append(
            Section(_("How things stand"), facts=tuple(one.words.status(one.view)), picture=scene.picture(one))
        )
    welcomed = (line for wish in _welcomed(data)[:1] for line in welcome.intro(wish))
    said = (*welcomed, *meant.intro(data), *_reason(data, game), *_only_now(row, data))
    return Letter(
        language=language,
        sentinel=phrases.sentinel(row),
        subject=subject,
        headline=wording.headline(data),
        table=turns.where(one) if one is not None else "",
        intro=said,
        button=_button(data),
        report=tuple(_report(data, one, language)),
        sections=tuple(sections),
        groups=(*_offered(data, reply_to, f"Re: {subject}"), *groups),
        wanted=wanted if offer is None else (invited.title(offer),),
        asked_first=looks,
        how=how,
        links=phrases.foot_links(row.player, game),
        foot=(phrases.chain(game),) if game is not None and game.moment else (),
    )


def taken_in(letter: Letter, row: Outbox) -> Letter:
    """A letter that also tells what became of the reader's mails: what was understood first, all else below it."""
    found = [Receipt.model_validate(one.receipt) for one in mailed.joined(row)]
    if not found:
        return letter
    language = row.player.language
    report: list[Section] = []
    done: list[str] = []
    seed = next((one for one in letter.sections if row.game and phrases.commitment(row.game) in one.items), None)
    parts: list[str] = []
    for data in found:
        game = row.game if _needs_scene(data) else None
        one = scene.scene(game, data.seat, row.player) if game is not None else None
        done += [line for _seat, line in _understood(data, one, language)]
        notes = tuple(item for item in data.notes if not (seed and item.code in OF_THE_SEED | OWN_PART))
        parts += [say(item, one, language) for item in data.notes if seed and item.code in OWN_PART]
        said = {line.text for line in data.understood}  # above the question
        own = tuple(line for line in data.quoted if line not in said)
        without = data.model_copy(update={"understood": (), "next": (), "notes": notes, "quoted": own})
        report += _report(without, one, language)
    answered = Section(_("Your mail"), items=tuple(done), told=True)
    return replace(
        letter, answered=answered, report=(*report, *letter.report), sections=_with_parts(letter, seed, parts)
    )


def _with_parts(letter: Letter, seed: Section | None, parts: list[str]) -> tuple[Section, ...]:
    """The letter's sections, with what the reader's mail added to the seed told beside what all of it is.

    Above the question it would be the first screen of a first prompt.
    """
    if seed is None or not parts:
        return letter.sections
    whole = replace(seed, items=(*seed.items, *parts))
    return tuple(whole if one is seed else one for one in letter.sections)


def _needs_scene(data: Receipt) -> bool:
    """Whether its words are not all our own: a game says why it refuses, and knows what players are called."""
    items = [one.did for one in data.understood] + [one.why for one in data.refused] + list(data.notes)
    return any(item.by == "game" or "seats" in item.params for item in items)


def say(item: Item, one: Scene | None, language: str) -> str:
    """One item in words, whoever's code it is."""
    if item.by == "game" and one is not None:
        return one.words.refusal(item.code, item.params)
    if item.by == "table":
        return table_refusal(item.code, item.params, language)
    return wording.sentence(item, one)


def _welcomed(data: Receipt) -> list[str]:
    """For each welcome the table that its reader seems to want, see `welcome.intro`."""
    return [answer.topic for answer in data.answers if answer.kind == "welcome"]


def _offered(data: Receipt, reply_to: str, subject: str) -> tuple[Group, ...]:
    """Answers beside those of the open question: how one begins, what may have been meant."""
    beginning = welcome.groups(reply_to, subject) if _welcomed(data) else ()
    invitation = invited.groups(reply_to, subject) if data.offered is not None else ()
    return (*beginning, *invitation, *meant.groups(data, reply_to, subject))


def _offer(data: Receipt) -> Invitation | None:
    """The invitation that is shown again."""
    return Invitation.objects.select_related("by", "game").filter(pk=data.offered).first() if data.offered else None


def _button(data: Receipt) -> Link | None:
    """The page where one says yes; what may have been meant is asked in the mail alone."""
    asks = data.confirm is not None and data.outcome in {"held", "asked"}
    return Link(_("Confirm"), links.confirm_url(data.confirm)) if asks and data.confirm is not None else None


def _reason(data: Receipt, game: Game | None) -> tuple[str, ...]:
    """Why the mail as a whole came to nothing, where its lines do not say so themselves."""
    if data.reason == "game_over" and game is not None and game.status == Game.Status.CLOSED:
        return (_("The table was closed."),)  # it did not end, and nothing follows it
    alone = {line.text for line in data.refused} == set(data.quoted)  # "none of them" is said of several
    told = data.refused and (data.reason == "no_orders" or (data.reason == "illegal_order" and alone))
    return (wording.reason(data.reason),) if data.reason and not told else ()


def _report(data: Receipt, one: Scene | None, language: str) -> list[Section]:
    """Understood, not understood, notes, next, and the player's own words."""
    understood = _understood(data, one, language)
    refused = [(item.seat, _refused(item.line, item.text, say(item.why, one, language))) for item in data.refused]
    notes = tuple(say(item, one, language) for item in data.notes if item.code not in meant.CODES)
    coming = tuple(say(item, one, language) for item in data.next)
    unread = tuple(say(item, one, language) for item in left_out.unexpected(data.left_out, well=data.outcome == "done"))
    found = [
        *_by_seat(_("Understood"), understood, one),
        *_by_seat(_("Not carried out"), refused, one),
        Section(_("Please note"), items=notes),
        Section(_("What happens next"), items=coming),
        Section(
            _("You wrote"),
            items=tuple(map(_own, _unsaid(data))) if data.outcome not in CONTENT else (),
            told=True,
        ),
        Section(_("Not read"), items=unread, told=True),
    ]
    return [section for section in found if section.items]


def _own(line: str) -> str:
    return line if line == MORE_WRITTEN else phrases.quoted(line)


def _unsaid(data: Receipt) -> list[str]:
    """Of the reader's own words what stands nowhere else in the mail."""
    told = {line.text for line in data.refused} | {line.text for line in data.understood}
    left = [line for line in data.quoted if line not in told]
    return [] if told and left == [MORE_WRITTEN] else left


def _understood(data: Receipt, one: Scene | None, language: str) -> list[tuple[int | None, str]]:
    """Each line that did something, and what; by seat."""
    return [(item.seat, phrases.quoted(item.text) + f" - {say(item.did, one, language)}") for item in data.understood]


def _by_seat(title: str, items: list[tuple[int | None, str]], one: Scene | None) -> list[Section]:
    """One section, or one for each seat where a mail spoke for several."""
    found: list[Section] = []
    for seat in dict.fromkeys(seat for seat, _text in items):
        named = title if seat is None or one is None else f"{title}: {one.words.seat(seat)}"
        found.append(Section(named, items=tuple(text for of, text in items if of == seat), told=True))
    return found


def _refused(line: int, text: str, why: str) -> str:
    if not line:
        return why
    return _("Line %(line)d, “%(text)s”: %(why)s") % {"line": line, "text": text, "why": why}


def _menu(
    one: Scene | None, data: Receipt, further: str, reply_to: str, subject: str, row: Outbox
) -> tuple[tuple[Group, ...], tuple[str, ...], tuple[str, ...]]:
    """What is asked and by when, and what may be answered; after a refusal, and to whoever looks at the table.

    A next prompt comes as a mail of its own. (the menu, what stands above it, how to answer)
    """
    looks = ASKED_AGAIN & ({answer.kind for answer in data.answers} | {line.did.code for line in data.understood})
    if one is None or one.seat is None or not (looks or data.outcome in {"refused", "partly"}):
        return (), (), ()
    desk = one.desk() if one.table.state is not None else None
    asked = desk.asked() if desk is not None else None
    if desk is None or asked is None:
        return (), (), ()
    groups = scene.groups(one, desk, asked, reply_to, f"Re: {subject}", further)
    return groups, scene.wanted(row, one, asked), turns.leads_on(groups)
