"""What somebody wrote and could not send, at a table or for a new one: it is shown again, to be corrected or sent
once more.

It lies in the session, for that browser alone: no half-written order is ever stored with the game. What came after a
session had ended is for whoever's page it was written on, as the form's mark says: others may sign in on that browser.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext

from asgard_pbem.tables.guards.tallies import counted
from asgard_pbem.tables.models import Player
from asgard_pbem.web.access import asker, somebody
from asgard_pbem.web.forms.marks import made_for

# What the form of each act calls its text on the page.
DRAFTS: Final = {
    "orders": "draft",
    "propose": "proposal_draft",
    "press": "press_draft",
    "note": "note_draft",
    "change": "note_draft",
    "invite": "invite_draft",
}
_FIELDS_OF: Final = {"invite": "addresses"}  # where the form of an act calls its text otherwise than `text`
_READERS: Final = "press_to"  # the seats that are ticked
_ADVISED: Final = "proposal_to"  # the seat whose turn it is for
_NAMES: Final = frozenset({*DRAFTS.values(), _READERS, _ADVISED})
_SEATS: Final = 12
_MOST: Final = 12  # drafts of a session
LIMIT: Final = 16_000  # characters of a draft; a sheet of orders may have as many
_FIELDS: Final = 60  # of an answer: as many lines as a menu has that are filled in together
_FIELD_CHARS: Final = 60
AN_HOUR: Final = 60  # kept for strangers at one network address
_LATE: Final = "late"  # in the session: what came after the session had ended; one, of the last table
_WRITTEN_ON: Final = "written_on"  # in the session: the marks of forms of such, by the name of the draft
_FORM: Final = "form"  # in the session: a whole form of such; one, the last
_FORM_CHARS: Final = 2_000  # of a field of it
_OWN: Final = frozenset({"csrfmiddlewaretoken"})

Fields = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer by menu that was not sent, ready to be sent as it was."""

    fields: Fields
    question: str
    said: str  # the lines chosen, in the words of the menu


def draft(
    request: HttpRequest, game_id: UUID, act: str, text: str | None = None, seats: Sequence[int] | None = None
) -> None:
    """Keeps the text of a refused form, or `text`; of a message also who is to read it, or `seats`: sent once more
    with nobody ticked it would go to all; of a proposal for whom it is.
    """
    typed = request.POST.get(_FIELDS_OF.get(act, "text"), "") if text is None else text
    _hold(request, f"{DRAFTS[act]}:{game_id}", typed[:LIMIT])
    if act == "propose":
        _hold(request, f"{_ADVISED}:{game_id}", _seats(request)[:1])
    if act == "press":
        _hold(request, f"{_READERS}:{game_id}", list(_seats(request) if seats is None else seats))


def _seats(request: HttpRequest) -> list[int]:
    """To whom a form goes."""
    return [int(one) for one in request.POST.getlist("to")[:_SEATS] if one.isdecimal() and len(one) < 3]


def _hold(request: HttpRequest, name: str, value: object) -> None:
    """Strangers write drafts as well, at tables that nobody has heard of: the oldest make room."""
    request.session.pop(name, None)
    request.session[name] = value
    held = [key for key in list(request.session.keys()) if key.partition(":")[0] in _NAMES]
    for key in held[:-_MOST]:
        del request.session[key]
    marks = {one: mark for one, mark in request.session.get(_WRITTEN_ON, {}).items() if one in held[-_MOST:]}
    marks.pop(name, None)
    if not request.user.is_authenticated:
        marks[name] = request.POST.get("nonce", "")[:_FIELD_CHARS]
    request.session[_WRITTEN_ON] = marks


def drafts(request: HttpRequest, game_id: UUID) -> dict[str, Any]:
    """What is to stand in the fields of the table's page, once: by the name that the page calls it."""
    texts = {name: str(_drafted(request, f"{name}:{game_id}", "")) for name in set(DRAFTS.values())}
    return texts | {name: _drafted(request, f"{name}:{game_id}", []) for name in (_READERS, _ADVISED)}


def _drafted(request: HttpRequest, name: str, nothing: Any) -> Any:
    """What is kept under this name for the reader; of somebody else's nothing, and it goes."""
    reader = somebody(request)
    if reader is None:
        return nothing
    value = request.session.pop(name, nothing)
    mark = request.session.get(_WRITTEN_ON, {}).get(name)
    return value if mark is None or made_for(mark, reader) else nothing


def keep(request: HttpRequest, game_id: UUID) -> None:
    """Keeps what came from who is no longer signed in, for when they are again.

    Each may make a session anew, which is a row: so there are not many from one network address.
    """
    act = request.path.rstrip("/").rpartition("/")[2]
    if not _may_keep(request):
        pass
    elif act in DRAFTS:
        draft(request, game_id, act)
    elif act == "answer":
        request.session[_LATE] = [str(game_id), _sent(request, _FIELD_CHARS)]
    _tell_late(request)


def keep_form(request: HttpRequest) -> None:
    """Keeps a whole form that came from who is no longer signed in, for the page on which it stands."""
    if _may_keep(request):
        request.session[_FORM] = [request.path, _sent(request, _FORM_CHARS)]
    _tell_late(request)


def form(request: HttpRequest, address: str) -> QueryDict | None:
    """What had been sent to this address, once; None: nothing."""
    late, reader = request.session.get(_FORM), somebody(request)
    if reader is None or late is None or late[0] != address:
        return None
    del request.session[_FORM]
    if not _written_by(late[1], reader):
        return None
    filled = QueryDict(mutable=True)
    for name, value in late[1]:
        filled.appendlist(str(name), str(value))
    return filled


def _written_by(fields: Iterable[Sequence[Any]], reader: Player) -> bool:
    return any(name == "nonce" and made_for(str(value), reader) for name, value in fields)


def _may_keep(request: HttpRequest) -> bool:
    return counted(f"kept {asker(request)}") <= AN_HOUR


def _sent(request: HttpRequest, chars: int) -> Fields:
    """The fields of a form, each no longer than that."""
    sent = [(name, value) for name, values in request.POST.lists() for value in values if name not in _OWN]
    return [(name[:_FIELD_CHARS], value[:chars]) for name, value in sent[:_FIELDS]]


def _tell_late(request: HttpRequest) -> None:
    messages.warning(request, gettext("You were no longer signed in, so nothing was sent. Sign in, and send it then."))


def answer(request: HttpRequest, game_id: UUID, asked: Iterable[Any]) -> Answer | None:
    """The answer that waits at this table to be sent, if its question is still among those `asked` of the reader."""
    late, reader = request.session.get(_LATE), somebody(request)
    if reader is None or late is None or late[0] != str(game_id):
        return None
    del request.session[_LATE]
    if not _written_by(late[1], reader):
        return None
    fields: Fields = [(str(name), str(value)) for name, value in late[1]]
    mark = dict(fields).get("question")
    for question in (question for one in asked for question in one.questions):
        if question.mark == mark and mark:
            return Answer(fields, question.text, _said(fields, question.groups))
    messages.warning(request, gettext("The game has moved on since you answered: your answer was not sent."))
    return None


def _said(fields: Fields, groups: Sequence[Any]) -> str:
    """What was chosen, by the words of its lines; by their numbers where they stand in a list of their own."""
    words = {choice.reply: choice.text for group in groups for choice in group.choices}
    told = []
    for name, value in fields:
        kind, _, label = name.partition(".")
        if kind in {"answer", "first", "second", "several"} and value:
            told.append(words.get(value, value))
        elif kind in {"amount", "place"} and value:
            told.append(f"{words.get(label, label)}: {value}")
    return "; ".join(told)
