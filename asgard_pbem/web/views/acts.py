"""What a player does on the page of a table: each view reads a form, calls one service and goes back to the page."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Any, Final
from urllib.parse import quote
from uuid import UUID, uuid4

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from asgard_pbem.tables import services
from asgard_pbem.tables.reading import history
from asgard_pbem.tables.reading.holders import is_heard
from asgard_pbem.tables.words import reader_language
from asgard_pbem.web import access as reach
from asgard_pbem.web import commands
from asgard_pbem.web.access import Access, me
from asgard_pbem.web.forms.base import NonceForm, SeatForm
from asgard_pbem.web.forms.playing import DropForm, ForkForm, OrdersForm, PressForm
from asgard_pbem.web.naming import table_title
from asgard_pbem.web.requests import kept, wishes
from asgard_pbem.web.requests.posting import TABLE, page, posted
from asgard_pbem.web.requests.receipts import told, words_at
from asgard_pbem.web.requests.refusals import REFUSALS, complain, words_of
from asgard_pbem.web.shown import asking
from engine.core.grammar.receivers import press_seats
from engine.table import headings

Act = Callable[[Access, dict[str, Any]], Any]


def do(
    request: HttpRequest,
    game_id: UUID,
    form: forms.Form,
    act: Act,
    place: str = "",
    passed: Container[str] = (),
) -> Any | None:
    """Carries out a valid form and gives what the service gave; else tells why not and gives None.

    `place`: where on the page that is told, if not above what is asked next. `passed`: refusals of a service that are
    raised, as whoever calls tells of them.
    """
    access = reach.find(request, game_id)
    if not form.is_valid():
        complain(request, form, place=place)
        return None
    try:
        return act(access, form.cleaned_data)
    except REFUSALS as refusal:
        if isinstance(refusal, services.ServiceError) and refusal.code in passed:
            raise
        messages.error(request, words_of(refusal, words_at(access)), extra_tags=place)
        return None


def back(game_id: UUID, place: str = "#next") -> HttpResponse:
    """To the table, where what was done stands above what is asked next."""
    return redirect(reverse("game", args=[game_id]) + place)


@posted(TABLE)
def orders(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """A sheet of orders, as by mail: moves, plans, or both. A refused sheet is shown again as it was typed."""
    form = OrdersForm(request.POST)
    if form.is_valid() and (asked := commands.command(form.lines())) is not None:
        return _obey(request, game_id, asked)

    def act(access: Access, data: dict[str, Any]) -> Any:
        if sheets := _for_several(access, data["seat"], form.lines()):
            if not access.game.events.filter(cause=data["nonce"]).exists():
                _asked_still(access, form, sheets)
            outcomes = services.submit_sheets(game_id, player=me(request), sheets=sheets, cause=data["nonce"])
            return list(zip(sheets, outcomes, strict=True))
        seat, question = data["seat"], form.question(data["seat"])
        return services.submit_orders(
            game_id, seat=seat, player=me(request), lines=form.lines(), cause=data["nonce"], question=question
        )

    result = do(request, game_id, form, act)
    if isinstance(result, list):
        return _tell_several(request, game_id, result)
    tell(request, game_id, result)
    if result is None:
        _hint(request, game_id, form)
        kept.draft(request, game_id, "orders")
    else:
        _tell_unread(request, form.lines(), result)
    return back(game_id)


LEVELS: Final = {"done": messages.SUCCESS, "info": messages.INFO, "warning": messages.WARNING}
PLACES: Final = {
    "board": "#board",
    "menu": "#next",
    "history": "#log-heading",
    "plans": "#plans",
    "drop_plans": "#plans",
    "memos": "#notes",
}


def _obey(request: HttpRequest, game_id: UUID, asked: commands.Command) -> HttpResponse:
    """Does what a command of mail would do, or leads to where the page does it."""
    access = reach.find(request, game_id)
    if asked.name in PLACES:
        return back(game_id, PLACES[asked.name])
    if asked.name == "undo":
        return undo(request, game_id)
    if asked.name == "resign":
        return redirect("resign", game_id)
    if asked.name in {"pause", "go_on"}:
        return (pause if asked.name == "pause" else go_on)(request, game_id)
    if asked.name in {"help", "rules"}:
        where = f"#:~:text={quote(asked.text)}" if asked.text else ""  # browsers look for it on the page
        return redirect("help") if asked.name == "help" else redirect(reverse("rules", args=[access.game.key]) + where)
    if asked.name == "press":
        return _to_press(request, access, asked)
    if asked.name == "memo":
        return _note(request, access, asked)
    if asked.name == "status":
        messages.info(request, _status(request, access))
    else:
        said = gettext("A comment carries nothing out. Notes for yourself have a place of their own below.")
        messages.info(request, said)
        kept.draft(request, game_id, "orders")
    return back(game_id)


def _to_press(request: HttpRequest, access: Access, asked: commands.Command) -> HttpResponse:
    """Nothing is sent by itself: whom it is for is ticked already, or asked where that cannot be told."""
    try:
        seats = press_seats(asked.to, access.names) or ()
    except KeyError:
        seats = None
    if seats and set(seats) <= set(access.seats):  # to oneself
        seats = None
    kept.draft(request, access.game.pk, "press", asked.text, seats or ())
    if seats is None:
        said = gettext("Nobody can be told by “%(word)s”: tick who is to read it.") % {"word": asked.to}
        messages.warning(request, said, extra_tags="press")
    else:
        messages.info(request, gettext("Messages are sent here: choose who reads it."), extra_tags="press")
    return back(access.game.pk, "#press")


def _note(request: HttpRequest, access: Access, asked: commands.Command) -> HttpResponse:
    """A note, as by mail: to the last moment, to the one that is named, or to the table."""

    def act(_access: Access, data: dict[str, Any]) -> Any:
        moment = None if asked.to == "table" else int(asked.to or access.game.moment) or None
        return services.keep_memo(
            access.game.pk, player=me(request), text=asked.text, moment=moment, cause=data["nonce"]
        )

    if do(request, access.game.pk, NonceForm(request.POST), act) is not None:
        messages.success(request, gettext("Your note is kept. Nobody else sees it."))
    else:
        kept.draft(request, access.game.pk, "note", asked.text)
    return back(access.game.pk)


def _status(request: HttpRequest, access: Access) -> str:
    """How the game stands, as the reader may know it."""
    words, table = words_at(access), history.table_now(access.game.pk)
    if words is None or table.state is None:
        return gettext("The game has not begun: seats are still free.")
    view = table.rules.view(table.state, access.seats[0] if access.seats else None)
    return " · ".join(f"{label}: {value}" for label, value in words.status(view))


def _hint(request: HttpRequest, game_id: UUID, form: OrdersForm) -> None:
    """That a command among orders is sent alone; where the page does what refused prose seems to wish."""
    if not form.is_valid():
        return
    access = reach.find(request, game_id)
    if found := [line.strip() for line in form.lines() if commands.named(line)]:
        messages.info(request, gettext("“%(word)s” is no order: send it alone.") % {"word": found[0]})
    elif said := wishes.led_on(form.lines(), game_id, access.game.key):
        messages.info(request, said)


def _tell_unread(request: HttpRequest, lines: Sequence[str], result: services.SubmitResult) -> bool:
    """Whether anything stands below what was read."""
    left = "\n".join(lines[result.rest :]).strip()
    if left:
        messages.warning(request, gettext("Not read as orders: “%(text)s”") % {"text": left[:200]})
    return bool(left)


def _for_several(access: Access, seat: int, lines: list[str]) -> list[services.SeatSheet]:
    """The sheets of a text with headings, one below each; none of one that has no headings."""
    words = history.headings(access.game, access.seats, seat) if seat in access.seats else {}
    if not words:
        return []
    begins = history.notation(access.game).sounds_like_order
    found, bare = headings.parts(lines, words, seat, lambda _line: False, begins)
    if bare == lines and all(part.seat == seat for part in found):
        return []
    sheets = [services.SeatSheet(part.seat, bare[part.first : part.last]) for part in found]
    return [sheet for sheet in sheets if any(line.strip() for line in sheet.lines)]


def _asked_still(access: Access, form: OrdersForm, sheets: Sequence[services.SeatSheet]) -> None:
    """Raises ServiceError E_STALE where a seat is asked something else than the page showed."""
    for sheet in sheets:
        mark = form.question(sheet.seat)
        if mark is not None and mark not in history.question_ids(access.game.pk, sheet.seat).values():
            raise services.ServiceError("E_STALE")


def _tell_several(
    request: HttpRequest, game_id: UUID, outcomes: list[tuple[services.SeatSheet, services.Outcome]]
) -> HttpResponse:
    """What became of each seat's orders. What was refused is to be corrected: all of it is shown again."""
    access = reach.find(request, game_id)
    for sheet, one in outcomes:
        if isinstance(one, services.SubmitResult):
            tell(request, game_id, one)
            unread = one.refused is None and _tell_unread(request, sheet.lines, one)
            if one.refused is None and not unread:
                continue
        else:
            messages.error(request, words_of(one, words_at(access)))
        kept.draft(request, game_id, "orders")
    return back(game_id)


def tell(request: HttpRequest, game_id: UUID, result: services.SubmitResult | None, said: str = "") -> None:
    """What a submission did, in a sentence or two. `said`: the lines of the menu that were chosen, in its words."""
    if result is None:
        return
    for one in told(reach.find(request, game_id), result, said):
        messages.add_message(request, LEVELS[one.tone], one.text)


@posted(TABLE)
def drop(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Drops one standing plan, if it still stands where it was shown."""
    form = DropForm(request.POST)

    def act(access: Access, data: dict[str, Any]) -> Any:
        if not asking.still_stands(access, data["seat"], data["plan"], data["text"], reader_language()):
            raise services.ServiceError("E_NO_PLAN")
        return services.drop_plans(
            game_id, seat=data["seat"], player=me(request), cause=data["nonce"], index=data["plan"]
        )

    if do(request, game_id, form, act) is not None:
        messages.success(request, gettext("The plan is dropped."))
    return back(game_id, "#plans")


@posted(TABLE)
def undo(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Takes back what the seat did last, while the rules of undo allow it."""

    def act(access: Access, data: dict[str, Any]) -> Any:
        return services.undo(game_id, seat=data["seat"], player=me(request), cause=data["nonce"])

    if do(request, game_id, SeatForm(request.POST), act) is not None:
        messages.success(request, gettext("Taken back."))
    return back(game_id)


@posted(TABLE)
def press(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """A message to the table or to chosen seats."""
    access = reach.find(request, game_id)
    form = PressForm(request.POST, seats=access.game.seats)

    def act(_access: Access, data: dict[str, Any]) -> Any:
        return services.send_press(
            game_id, seat=data["seat"], player=me(request), to=form.receivers(), text=data["text"], cause=data["nonce"]
        )

    if do(request, game_id, form, act, "press") is not None:
        heard = is_heard(game_id, me(request), form.receivers())
        said = (
            gettext("The message is sent.") if heard else gettext("The message is kept; no other person plays there.")
        )
        messages.success(request, said, extra_tags="press")
    else:
        kept.draft(request, game_id, "press")
    return back(game_id, "#press")


@posted(TABLE)
def pause(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The table rests as soon as all want it to."""
    found = do(
        request, game_id, NonceForm(request.POST),
        lambda _access, data: services.ask_pause(game_id, player=me(request), cause=data["nonce"]),
    )  # fmt: skip
    if found is not None:
        waits = gettext("The table rests as soon as all the others want it too. They are asked by mail.")
        messages.success(request, waits if found.wait_for else gettext("The table rests from now on."))
    return back(game_id)


@posted(TABLE)
def go_on(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """The table goes on; or does not come to rest."""

    def act(_access: Access, data: dict[str, Any]) -> bool:
        services.go_on(game_id, player=me(request), cause=data["nonce"])
        return True

    if do(request, game_id, NonceForm(request.POST), act):
        messages.success(request, gettext("The table goes on."))
    return back(game_id)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def resign(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Asks first; the seat is given up by sending the form."""
    access = reach.find(request, game_id)
    if request.method != "POST":
        context = {
            "access": access,
            "game": access.game,
            "title": table_title(access.game, reader_language()),
            "seats": [(seat, access.names[seat]) for seat in access.seats],
            "nonce": uuid4(),
        }
        return render(request, "web/table/resign.html", context)

    def act(_access: Access, data: dict[str, Any]) -> int:
        services.resign(game_id, seat=data["seat"], player=me(request), cause=data["nonce"], confirmed=True)
        return int(data["seat"])

    if (seat := do(request, game_id, SeatForm(request.POST), act)) is not None:
        said, given = gettext("You have resigned."), {"seat": seat + 1}
        if reach.find(request, game_id).seats:
            said = gettext("You have given up seat %(seat)s; your other seats stay yours.") % given
        messages.success(request, said)
    return back(game_id)


@posted(page("game_at", "game_id", "moment"))
def fork(request: HttpRequest, game_id: UUID, moment: int) -> HttpResponse:
    """A practice table against bots from this moment on; what the viewer cannot know is dealt again."""
    form = ForkForm(request.POST)

    def act(access: Access, data: dict[str, Any]) -> Any:
        lens = _still(access, data["lens"])
        given = {"moment": moment, "viewer": lens.viewer, "seat": data["seat"]}
        return services.fork(game_id, **given, player=me(request), cause=data["nonce"])

    made = do(request, game_id, form, act)
    if made is None:
        return redirect("game_at", game_id, moment)
    messages.success(request, gettext("A practice table. Cards that you could not know were dealt again."))
    return back(made.pk)


def _still(access: Access, wanted: str) -> reach.Lens:
    """The eyes that a page was shown with. Raises ServiceError E_NOT_YOURS where its seat is only kept for the reader
    since; Http404 where it never was theirs.
    """
    try:
        return reach.choose(access, access.names, wanted)
    except Http404:
        if access.invitation is None:
            raise
        raise services.ServiceError("E_NOT_YOURS") from None
