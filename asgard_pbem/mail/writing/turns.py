"""Mails about a game to one who sits in it: the prompt, its reminder, the result, a note that needs no answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from django.utils.translation import gettext as _

from asgard_pbem.mail.reading.cutting.own_lines import kept_of
from asgard_pbem.mail.writing import codes as wording
from asgard_pbem.mail.writing import personal, phrases, scene, several
from asgard_pbem.mail.writing.letter import Group, Letter, Section
from asgard_pbem.mail.writing.scene import Scene
from asgard_pbem.mail.writing.sections import beginning, counsel, ending, late, news, own_games
from asgard_pbem.mail.writing.sections.seating import strangers, table_news
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Invitation, Outbox, Player, Press
from asgard_pbem.tables.models.sealing import unseal
from asgard_pbem.tables.reading import history, mailed
from asgard_pbem.tables.reading.holders import holders_of
from asgard_pbem.tables.store import fairness
from asgard_pbem.tables.store.rows import TIMED_OUT
from asgard_pbem.tables.words import refusal, why_asked
from engine.core.contract import Desk
from engine.core.decisions import Decision
from engine.core.speech import isolated
from engine.table.examples import of_plans
from engine.table.orders import CORE_CODES

MAX_EXAMPLES = 3
RECENT_PROMPTS = 24  # in which something may have been explained: more than a reader remembers


def prompt(row: Outbox, reply_to: str) -> Letter:
    """It is your turn: what is wanted and by when, the menu, how to answer, what happened, the board."""
    one = _scene(row)
    desk = one.desk()
    questions = [decision for decision in desk.decisions if decision.waits]
    others = several.asked(one, row.payload.get("seats", ()), reply_to)
    if not questions and not others:
        return late.told(_idle(row, one), one, row)
    letter = _asking(row, one, desk, questions, reply_to) if questions else _idle(row, one)
    if not questions:
        letter = replace(letter, headline=_("Another seat of yours is asked."), subline=scene.deadline(row, one))
    if others:
        letter = replace(letter, groups=(*several.named(one, letter.groups), *others))
    letter = replace(letter, how=(*letter.how, *several.hint(one)), intro=(*_balked(row, one), *letter.intro))
    return late.told(letter, one, row)


def reminder(row: Outbox, reply_to: str) -> Letter:
    """The prompt again, with a word about the time."""
    letter = prompt(row, reply_to)
    said = _("A reminder: the game still waits for you.")
    if letter.groups:
        said += " " + _("If your time runs out, what you have planned is done, or the rules answer for you.")
    return replace(letter, intro=(said, *letter.intro))


def _asking(row: Outbox, one: Scene, desk: Desk, questions: list[Decision], reply_to: str) -> Letter:
    subject = phrases.subject(one.game, "")
    wanted = " ".join(one.words.question(decision, desk.view) for decision in questions)
    menus = tuple(
        group for decision in questions for group in scene.groups(one, desk, decision, reply_to, f"Re: {subject}")
    )
    form = next((_form(group) for group in menus), "")
    told = mailed.told_before(row)
    first = row.prompt is not None and (told.first is None or told.first >= row.prompt)
    plans, lone = _plans(one, desk, questions[0]), why_asked(desk, *questions)
    beside = (
        plans if lone else None,  # among them how not to be asked
        beginning.first_game(one, menus) if first else None,
        _new(row, one, desk, questions[0]),
    )
    sections = (
        None if lone else plans,
        scene.standing(one, desk),
        scene.waiting(one, row.payload.get("seats", ())),
        *counsel.ahead(one),
        _deal(one) if first else None,
    )
    return Letter(
        language=one.words.language,
        sentinel=phrases.sentinel(row),
        subject=subject,
        headline=wanted,
        subline=scene.deadline(row, one),
        table=where(one),
        intro=(lone,) if lone else (),
        groups=(*menus, *counsel.groups(one, reply_to, f"Re: {subject}")),
        how=_how(one, desk, questions[0], form, menus),
        beside=tuple(section for section in beside if section is not None),
        happened=news.happened(one, told.moment, told.prompt),
        picture=scene.picture(one),
        sections=tuple(section for section in sections if section is not None),
        links=phrases.foot_links(row.player, one.game),
        foot=(phrases.chain(one.game),),
    )


def _form(group: Group) -> str:
    """What an answer by menu looks like."""
    where = {"example": group.example}
    if group.form == "columns":
        return _("one letter and one number together, such as %(example)s,") % where
    if group.form == "pick":
        return _("the numbers of your choice in one line")
    if group.form == "share":
        return _("the amounts of your choice in one line, such as %(example)s,") % where
    if group.form == "arrange":
        return _("all numbers in one line, in the order you want")
    return _("a number from the list")


def leads_on(menus: Iterable[Group]) -> tuple[str, ...]:
    """How to get at what a list does not show in full."""
    leading = [choice.reply for group in menus for choice in group.choices if choice.leads]
    row = next((reply for reply in leading if "-" in reply), "")
    in_short = _(
        "“%(row)s” is several lines in short: answer at once with any of them, or with %(row)s to see them in full."
    )
    further = _("A line that ends in … leads to a further list: answer with its number to see it.")
    lists = (further,) if any("-" not in reply for reply in leading) else ()
    return (*((in_short % {"row": row},) if row else ()), *lists)


def _how(one: Scene, desk: Desk, decision: Decision, form: str, menus: tuple[Group, ...]) -> tuple[str, ...]:
    examples = one.words.examples(decision, desk.view)[:MAX_EXAMPLES]
    how = _("Answer this mail with %(number)s or with an order in words, alone on its line.") % {"number": form}
    if examples:
        how += " " + _("For example: %(orders)s.") % {"orders": ", ".join(phrases.quoted(order) for order in examples)}
    rest = _("You may add: status, history, rules, undo, help, or “press: …” to write to the others.")
    if one.table.seats == 1:
        rest = _("You may add: status, history, rules, undo, help.")
    return (how, *leads_on(menus), rest)


def _new(row: Outbox, one: Scene, desk: Desk, decision: Decision) -> Section | None:
    """What no prompt has explained to the reader before: a menu names it, and its picture may not be shown.

    Whether one has is told by the fingerprints of its lines: a question that a plan answered was in no mail at all.
    """
    items = [f"{name}: {text}" for name, text in one.words.explanations(decision, desk.view)]
    if not items:
        return None
    sent = Outbox.objects.filter(
        game=row.game, player=row.player, purpose=Outbox.Purpose.PROMPT, state=Outbox.State.SENT
    ).exclude(prompt=row.prompt)  # of which a reminder says all again
    lines = sent.order_by("-sent_at").values_list("line_hashes", flat=True)[:RECENT_PROMPTS]
    explained = set[str]().union(*lines)
    fresh = tuple(item for item in items if explained.isdisjoint(kept_of(item)))
    return Section(_("New to you"), items=fresh) if fresh else None


def _plans(one: Scene, desk: Desk, decision: Decision) -> Section | None:
    examples = of_plans(one.table.game, one.words, desk, decision)
    if not examples:
        return None
    title = _("Save yourself mails: standing orders, on lines below your answer")
    return Section(title, items=tuple(phrases.quoted(order) + f" - {meaning}" for order, meaning in examples))


def _deal(one: Scene) -> Section:
    """With the first question: what all chance of the game is made of, for the reader to keep."""
    parts = [f"{_whose(one, part)}: {part.added or _('nothing')}" for part in fairness.parts(one.game)]
    return Section(
        _("Fair play: the seed, and what each of you added to it"),
        (_("Keep this mail. The end of the game opens the seed, and then all of this can be checked."),),
        items=(phrases.commitment(one.game), *parts),
    )


def _whose(one: Scene, part: fairness.Part) -> str:
    if part.handed_on:
        return _("who began on seat %(seat)s") % {"seat": part.seat + 1}
    return one.words.seat(part.seat)


def _balked(row: Outbox, one: Scene) -> tuple[str, ...]:
    """Why the seat's own plans could not answer, when that is why it is asked."""
    balked = row.payload.get("balked")
    if not balked:
        return ()
    language = one.words.language
    code, where = balked["code"], history.reason(one.game, balked.get("where", {}), language)
    why = refusal(code, where, language) if code in CORE_CODES else one.words.refusal(code, where)
    return (_("Your standing orders could not answer: %(why)s") % {"why": why},)


def _idle(row: Outbox, one: Scene) -> Letter:
    """The question was answered before its mail went out (by a plan, on the web): no menu, no alarm."""
    told = mailed.told_before(row)
    return Letter(
        language=one.words.language,
        sentinel=phrases.sentinel(row),
        subject=phrases.subject(one.game, ""),
        headline=_("Nothing waits for you just now."),
        table=where(one),
        picture=scene.picture(one),
        happened=news.happened(one, told.moment, told.prompt),
        sections=tuple(filter(None, (scene.waiting(one),))),
        links=phrases.foot_links(row.player, one.game),
        foot=(phrases.chain(one.game),),
    )


def result(row: Outbox, reply_to: str) -> Letter:
    """The game is over: who won, the final board, what brought the points, and how to play another."""
    one = _scene(row)
    if one.table.state is None:
        return _before_start(row, one)
    found = one.table.rules.result(one.table.state)
    # without points: each has a line with theirs below
    headline = one.words.result(replace(found, scores=None)) if found is not None else _("The table was closed.")
    told = ending.sections(one, found) if found is not None else ()
    letter = replace(_idle(row, one), headline=headline, beside=told, sections=())  # before what the last moves did
    return late.told(letter, one, row)


def notice(row: Outbox, reply_to: str) -> Letter:
    """Something that needs no answer; `payload["what"]` says what."""
    if row.payload.get("what") == services.BARRED:
        return personal.barred(row)
    if str(row.payload.get("what", "")).startswith("address_"):
        return personal.about_address(row)
    if row.game is None or row.payload.get("what") in strangers.ABOUT_MAILS:
        return personal_notice(row)
    one = _scene(row)
    if one.table.state is None:
        return _before_start(row, one)
    if row.payload.get("what") == "proposed":
        return _proposed(row, one, reply_to)
    if row.payload.get("what") in {"paused", "went_on"}:  # who is asked finds the question, and its new deadline
        return replace(prompt(row, reply_to), intro=(told(row.payload, one),))
    if row.payload.get("what") == TIMED_OUT:
        headline = late.headline(row.payload["how"])
        warned = late.warning(one, () if one.seat is None else (one.seat,))
        told_now = replace(_idle(row, one), headline=headline, intro=warned)
        return late.played(told_now, one, one.seat, row.payload["after"])
    names = (*_bots(one), _offer_on()) if row.payload.get("what") in {"resigned", "gone"} else ()
    return replace(_idle(row, one), headline=told(row.payload, one), intro=(*names, *scene.still_wanted(row, one)))


def _offer_on() -> str:
    return _("To offer the seat to somebody else, answer “invite” and an address.")


def _offered(payload: dict[str, object], reader: Player) -> str:
    """Why nobody comes to the seat that the reader offered: to whom, by name or, as they wrote it, by address."""
    asked = Invitation.objects.select_related("player").filter(pk=str(payload["invitation"]), by=reader).first()
    if asked is None:  # taken back since, with the person who was asked
        return _("Your invitation came to nothing; the bot plays on.")
    who = {"who": isolated(asked.player.name) or asked.player.email}
    if asked.state == Invitation.State.DECLINED:
        return _("%(who)s has declined; the bot plays on.") % who
    return _("The mail to %(who)s could not be delivered; the bot plays on.") % who


def _bots(one: Scene) -> tuple[str, ...]:
    """What the bots are called from now on: with one more of a kind the numbers behind their names may be others."""
    bots = [holder.seat for holder in holders_of(one.game.pk) if holder.bot]
    if len(bots) < 2:
        return ()
    named = ", ".join(f"{phrases.numbered(seat)} {one.words.seat(seat)}" for seat in bots)
    return (_("The bots are called from now on: %(names)s.") % {"names": named},)


def _proposed(row: Outbox, one: Scene, reply_to: str) -> Letter:
    """Somebody advises the reader, who is on turn: what may be done, by one word or by orders of their own."""
    groups = counsel.groups(one, reply_to, f"Re: {phrases.subject(one.game, '')}")
    known = one.desk().counsel if one.seat is not None else None
    new = next((each for each in known or () if each.number == row.payload["number"]), None)
    if new is None or not groups:
        return replace(_idle(row, one), headline=_("You were advised on a question that is over by now."))
    how = _("Nobody need do what others propose: your own orders count as ever, in answer to this mail too.")
    at_last = _("Only if your time runs out, what enough of the others stand behind is done for you.")
    return replace(
        _idle(row, one), headline=counsel.described(one, new), subline=scene.deadline(row, one), groups=groups,
        how=(f"{how} {at_last}",),
    )  # fmt: skip


def personal_notice(row: Outbox) -> Letter:
    """A notice about no game in particular, or about a mail that was not carried out."""
    what = str(row.payload.get("what", ""))
    about = what in strangers.ABOUT_MAILS
    return Letter(
        language=row.player.language,
        sentinel=phrases.sentinel(row),
        subject=phrases.subject(row.game, _("Asgard PBEM: a note")),
        headline=_("Nothing was carried out") if about else _("News from Asgard PBEM."),
        intro=(wording.reason(what), *strangers.intro(row)) if about else (),
        sections=tuple(own_games.sections(row.player)) if what == "lost_address" else (),
        links=phrases.foot_links(row.player, row.game if what == "quarantined" else None),
    )


def told(payload: dict[str, object], one: Scene) -> str:
    """What a notice says, in a sentence."""
    what, who = str(payload.get("what", "")), payload.get("seat")
    if what == "offered":
        return _offered(payload, one.player)
    name = one.words.seat(who) if isinstance(who, int) else ""
    number = who + 1 if isinstance(who, int) else ""
    sentences = {
        "resigned": _resigned(payload, number),
        "gone": _gone(payload, number),
        "pause_asked": (
            _("%(name)s would like the table to rest. If you want that too, answer “pause”.") % {"name": name}
        ),
        "pause_declined": _("%(name)s wants to go on: the table does not rest.") % {"name": name},
        "paused": _("The table rests from now on."),
        "went_on": _("The table goes on, and deadlines run again. Everybody has the time that was left."),
        "substituted": _("Seat %(seat)s has a new player: %(name)s.") % {"seat": number, "name": name},
    }
    return sentences.get(what, _("News from your game."))


def _resigned(payload: dict[str, object], number: object) -> str:
    """Who has left, by name while they have one: the seat itself is called by the bot that plays on."""
    given = {"name": _who_left(payload), "seat": number}
    if not given["name"]:
        return _("Seat %(seat)s was given up; a bot plays on there.") % given
    return _("%(name)s has given up seat %(seat)s; a bot plays on there.") % given


def _gone(payload: dict[str, object], number: object) -> str:
    """Whose time has run out too often in a row."""
    given = {"name": _who_left(payload), "seat": number}
    if not given["name"]:
        return _("Seat %(seat)s has not answered for long; a bot plays on there until its player comes back.") % given
    return _("%(name)s has not answered for long; a bot plays on in seat %(seat)s until they come back.") % given


def _who_left(payload: dict[str, object]) -> str:
    by = payload.get("by")
    who = Player.objects.filter(pk=str(by)).first() if by else None
    return isolated(who.name) if who is not None and who.name else ""


def _before_start(row: Outbox, one: Scene) -> Letter:
    if row.payload.get("what") == services.TABLE_NEWS:
        headline, sections = table_news.headline(one.game), tuple(table_news.sections(one.game, row.player))
    else:
        headline, sections = _("The table was closed."), ()
    return Letter(
        language=one.words.language,
        sentinel=phrases.sentinel(row),
        subject=phrases.subject(one.game, ""),
        headline=headline,
        sections=sections,
        table=f"{one.game.title or one.words.title()}",
        links=phrases.foot_links(row.player, one.game),
        foot=(phrases.chain(one.game),) if one.game.moment else (),
    )


def press(row: Outbox, reply_to: str) -> Letter:
    """Words of one player to this one."""
    one = _scene(row)
    said = Press.objects.get(pk=row.payload["press"])
    text = unseal(said.author_id, said.text) or _("(The author has taken these words back.)")
    how = _("To answer: “press: …” to all, or “press %(name)s: …”.")
    headline = _("%(name)s writes to all:") if said.to is None else _("%(name)s writes to you:")
    return Letter(
        language=one.words.language,
        sentinel=phrases.sentinel(row),
        subject=phrases.subject(one.game, ""),
        headline=headline % {"name": one.words.seat(said.seat)},
        by=one.words.seat(said.seat),
        table=where(one),
        sections=(
            Section("", kept=text, told=True),
            Section("", (how % {"name": phrases.numbered(said.seat)},)),
            *(Section("", (line,)) for line in (" ".join(scene.still_wanted(row, one)),) if line),
        ),
        links=phrases.foot_links(row.player, one.game),
        foot=(phrases.chain(one.game),),
    )


def where(one: Scene) -> str:
    """Table, game, round and phase, own seat."""
    parts = [one.game.title, one.words.title() if one.game.title != one.words.title() else ""]
    if one.table.state is not None:
        parts.append(one.words.stage(one.view))
    if one.seat is not None:
        parts.append(_("you are %(seat)s") % {"seat": one.words.seat(one.seat)})
    return " - ".join(part for part in parts if part)


def _scene(row: Outbox) -> Scene:
    if row.game is None:
        raise ValueError(f"a {row.purpose} without a game")
    return scene.scene(row.game, row.seat, row.player)
