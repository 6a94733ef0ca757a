"""What players of one team propose to each other, as mails show it: to do, if one is on turn, else to endorse."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from asgard_pbem.mail.writing import phrases
from asgard_pbem.mail.writing.letter import Choice, Group, Section
from asgard_pbem.mail.writing.scene import Scene, mailto
from engine.core.counsel import Proposal
from engine.table import counsel
from engine.table.table import topic_of


def groups(one: Scene, reply_to: str, subject: str) -> tuple[Group, ...]:
    """What others propose to the seat, each as an answer; nothing where nobody does."""
    found = [proposal for proposal in _known(one) if proposal.to == one.seat]
    choices = tuple(_do(one, proposal, reply_to, subject) for proposal in found)
    return (Group(_("What the others propose"), choices),) if choices else ()


def _do(one: Scene, proposal: Proposal, reply_to: str, subject: str) -> Choice:
    reply = _("do %(number)d") % {"number": proposal.number}
    return Choice(reply, described(one, proposal), url=mailto(reply_to, subject, reply))


def described(one: Scene, proposal: Proposal) -> str:
    """Who proposes what, and how many stand behind it."""
    said = _("%(name)s proposes: %(orders)s") % {
        "name": one.words.seat(proposal.seat),
        "orders": "; ".join(counsel.written(one.table.game, proposal.orders, one.words.language)) or "?",
    }
    more = sum(seat != proposal.seat for seat in proposal.endorsed)
    if not more:
        return said
    count = ngettext("%(count)d more stands behind it", "%(count)d more stand behind it", more) % {"count": more}
    return f"{said} ({count})"


def sections(one: Scene) -> tuple[Section, ...]:
    """Whom the seat may advise now, what is proposed to them, and how to say more."""
    if one.seat is None or one.table.state is None:
        return ()
    whom = [decision.seat for decision, seats in counsel.taking(one.table) if one.seat in seats]
    whom = [seat for seat in dict.fromkeys(whom) if one.game.holders.filter(seat=seat).exclude(player=one.player)]
    now = tuple(section for seat in whom for section in _advice(one, seat, several=len(whom) > 1))
    return (*now, *_how_ahead(one), *ahead(one))


def ahead(one: Scene) -> tuple[Section, ...]:
    """What is proposed for turns to come: to be endorsed before they do, and done by a word when they have."""
    if one.seat is None or one.table.state is None:
        return ()
    turns = [(decision.seat, topic_of(decision)) for decision, _ in counsel.coming(one.table)]
    found = [proposal for turn in turns for proposal in _known(one) if (proposal.to, proposal.topic) == turn]
    if not found:
        return ()
    hints = [_then_done(proposal) if proposal.to == one.seat else _endorsed_by(one, proposal) for proposal in found]
    items = tuple(f"{proposal.number}. {_for_whom(one, proposal)}" for proposal in found)
    return (
        Section(_("Proposed for turns to come"), items=items, told=True),
        Section("", paragraphs=tuple(filter(None, hints))),
    )


def _for_whom(one: Scene, proposal: Proposal) -> str:
    said = {"name": one.words.seat(proposal.to), "proposal": described(one, proposal)}
    return _("For %(name)s: %(proposal)s") % said


def _then_done(proposal: Proposal) -> str:
    do = phrases.quoted(_("do %(number)d") % {"number": proposal.number})
    return _("To have number %(number)d done when your turn comes: %(example)s") % {
        "number": proposal.number, "example": do,
    }  # fmt: skip


def _endorsed_by(one: Scene, proposal: Proposal) -> str:
    if one.seat in proposal.endorsed:
        return ""
    words = phrases.quoted(_("endorse %(number)d") % {"number": proposal.number})
    return _("To stand behind number %(number)d: %(example)s") % {"number": proposal.number, "example": words}


def _how_ahead(one: Scene) -> tuple[Section, ...]:
    """How to advise somebody whose turn is still to come: the next one of another person's."""
    others = [decision.seat for decision, seats in counsel.coming(one.table) if one.seat in seats]
    next_ = next((seat for seat in others if one.game.holders.filter(seat=seat).exclude(player=one.player)), None)
    if next_ is None:
        return ()
    example = phrases.quoted(_("propose %(seat)s: …; …") % {"seat": phrases.numbered(next_)})
    said = _("To propose orders for a turn to come, here the next of %(name)s: %(example)s")
    return (Section("", paragraphs=(said % {"name": one.words.seat(next_), "example": example},)),)


def _advice(one: Scene, to: int, *, several: bool) -> tuple[Section, ...]:
    found = [proposal for proposal in _known(one) if proposal.to == to]
    open_ = [proposal.number for proposal in found if one.seat not in proposal.endorsed]
    example = _("propose %(seat)s: …; …") % {"seat": phrases.numbered(to)} if several else _("propose …; …")
    how = [_("To propose orders, with semicolons between them: %(example)s") % {"example": phrases.quoted(example)}]
    if open_:
        words = ", ".join(phrases.quoted(_("endorse %(number)d") % {"number": number}) for number in open_)
        how.append(_("To stand behind one: %(example)s") % {"example": words})
    return (
        Section(
            _("Counsel for %(name)s") % {"name": one.words.seat(to)},
            items=tuple(f"{proposal.number}. {described(one, proposal)}" for proposal in found),
            told=True,
        ),
        Section("", paragraphs=tuple(how)),
    )


def _known(one: Scene) -> Iterable[Proposal]:
    if one.seat is None or one.table.state is None:
        return ()
    return one.desk().counsel or ()
