"""Lists of tables, and opening one."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import quote
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game
from asgard_pbem.tables.reading import samples
from asgard_pbem.tables.words import reader_language
from asgard_pbem.web.access import installed, me, somebody
from asgard_pbem.web.forms.marks import mark_for
from asgard_pbem.web.forms.opening import PracticeForm, TableForm
from asgard_pbem.web.forms.people import AddressForm
from asgard_pbem.web.naming import game_title
from asgard_pbem.web.requests import kept
from asgard_pbem.web.requests.posting import keeping, page, posted
from asgard_pbem.web.requests.refusals import REFUSALS, words_of
from asgard_pbem.web.shown import lobby
from asgard_pbem.web.shown.finding import lists, showcase
from engine.core.contract import Game as EngineGame
from engine.table.registry import games

# At which field of a new table a refusal is told; any other above the form.
AT: Final = {"E_TITLE_LONG": "title", "E_LINK": "title", "E_SEATS": "seats", "E_SEATS_WITH": "seats"}
_BESIDE: Final = "practice_%s"  # two forms are on that page


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """For strangers what this is; for players their games."""
    language = reader_language()
    if not request.user.is_authenticated:
        moment = request.GET.get("at") or request.GET.get("to", "")
        show = showcase.showcase(request.GET.get("game", ""), moment, language)
        first: dict[str, Any] = {"form": AddressForm(), "games": _shelf(language), "show": show, **_first_mail()}
        return render(request, "web/lists/landing.html", first)
    context = {
        "mine": lists.my_games(request.user, language),
        "invitations": lists.invitations(request.user, language),
        "games": _shelf(language),
        "open_turns": (),  # this page lists them at length
    }
    return render(request, "web/lists/home.html", context)


def _first_mail() -> dict[str, str]:
    """How a stranger begins: the address, the one line, and both as an address that opens their mail program."""
    line = gettext("open aesir 3 bots 2")
    written = f"mailto:{settings.PLAY_ADDRESS}?subject={quote(gettext('A game of Aesir'))}&body={quote(line)}"
    return {"play_address": settings.PLAY_ADDRESS, "first_line": line, "first_mail": written}


@require_safe
def open_tables(request: HttpRequest) -> HttpResponse:
    """Public tables with a free seat, and those one may watch."""
    language = reader_language()
    player = somebody(request)
    context = {
        "rows": lists.open_tables(player, language),
        "running": lists.watchable(language, running=True),
        "ended": lists.watchable(language, running=False),
        "games": _shelf(language),
    }
    return render(request, "web/lists/tables.html", context)


@keeping
@require_http_methods(["GET", "HEAD", "POST"])
def new_table(request: HttpRequest, key: str) -> HttpResponse:
    """Opens a table of one game; the form for practice stands beside. Each is filled in as it was sent too late."""
    game = installed(key)
    sent = request.method == "POST"
    filled = request.POST if sent else kept.form(request, request.path)
    form = TableForm(filled, game=game, initial={"nonce": mark_for(me(request))})
    if sent and form.is_valid():
        try:
            table = _open(request, game, form)
        except REFUSALS as refusal:
            form.add_error(AT.get(getattr(refusal, "code", "")), words_of(refusal))
        else:
            return redirect("game", table.pk)
    late = kept.form(request, reverse("practice", args=[key]))
    beside = PracticeForm(late, game=game, initial={"nonce": mark_for(me(request))}, auto_id=_BESIDE)
    return _opening(request, key, form, beside, status=400 if sent else 200)


@posted(page("new_table", "key"), keeps=True)
def practice(request: HttpRequest, key: str) -> HttpResponse:
    """A table against bots, begun at once."""
    game = installed(key)
    form = PracticeForm(request.POST, game=game, auto_id=_BESIDE)
    if not form.is_valid():
        return _opening(request, key, TableForm(game=game, initial={"nonce": mark_for(me(request))}), form, status=400)
    data = form.cleaned_data
    try:
        table = services.open_table(
            opened_by=me(request), key=key, seats=data["seats"], cause=data["nonce"], visibility="private",
            days_per_decision=None, reminders=False, bots=dict.fromkeys(range(1, data["seats"]), data["bot"]),
            **form.chance(),
        )  # fmt: skip
    except REFUSALS as refusal:
        form.add_error(None, words_of(refusal))
        return _opening(request, key, TableForm(game=game, initial={"nonce": mark_for(me(request))}), form, status=400)
    messages.success(request, lobby.part_in_seed(form.chance()["entropy"]))
    return redirect("game", table.pk)


def _open(request: HttpRequest, game: EngineGame[Any], form: TableForm) -> Game:
    """The table and its invitations."""
    data = form.cleaned_data
    nonce: UUID = data["nonce"]
    table = services.open_table(
        opened_by=me(request),
        key=game.key,
        seats=data["seats"],
        cause=nonce,
        title=data["title"],
        options=data["options"].model_dump(mode="json"),
        visibility=data["visibility"],
        days_per_decision=data["days"],
        sit=range(data.get("mine") or 1),
        **form.chance(),
    )
    for address in data["addresses"]:
        try:
            services.invite(table.pk, by=me(request), email=address, cause=nonce)
        except REFUSALS as refusal:
            messages.error(request, f"{address}: {words_of(refusal)}")
    begun = table.status == Game.Status.RUNNING  # every seat is the opener's
    waits = gettext("The table is open. The game begins when the last seat is taken.")
    said = gettext("The table is open. The game has begun.") if begun else waits
    messages.success(request, f"{said} {lobby.part_in_seed(form.chance()['entropy'])}")
    return table


def _opening(request: HttpRequest, key: str, form: TableForm, practice: PracticeForm, *, status: int) -> HttpResponse:
    """The page with both forms, one of which may have been refused."""
    context = {"form": form, "practice": practice, "key": key, "title": game_title(key, reader_language())}
    return render(request, "web/opening/new_table.html", context, status=status)


def _shelf(language: str) -> list[dict[str, Any]]:
    """Every installed game as a card: what it is and where to go."""
    free, here = lists.counts(), samples.here()
    return [
        {
            "key": key,
            "title": game_title(key, language),
            "seats": game.rules.seats,
            "facts": game.facts,
            "free": free.get(key, 0),
            "sample": here.get(key),
        }
        for key, game in games().items()
    ]
