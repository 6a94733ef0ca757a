"""Calls beside mail: the calendar of one's deadlines, browsers that are told, and what is kept of a person."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from asgard_pbem.alerts import calendars, keys, subscribing
from asgard_pbem.web.access import me
from asgard_pbem.web.forms.people import BrowserForm, EndBrowserForm
from asgard_pbem.web.naming import table_title
from asgard_pbem.web.requests.posting import page, posted
from asgard_pbem.web.shown import personal

ICS: Final = "text/calendar; charset=utf-8"


@posted(page("settings"))
def calendar_address(request: HttpRequest) -> HttpResponse:
    """Makes an address for the own calendar, a new one in its place, or ends it; the private feeds go with it."""
    if request.POST.get("act") == "end":
        calendars.drop(me(request))
        messages.success(request, gettext("Your calendar and your private feeds have no addresses any more."))
    else:
        calendars.renew(me(request))
        messages.success(request, gettext("Your calendar and feeds have new addresses. Whoever knows one can read it."))
    return redirect("settings")


@never_cache
@require_safe
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """The deadlines of whoever has this address. Another reader's session makes no difference."""
    player = calendars.owner(token)
    if player is None:
        raise Http404
    response = HttpResponse(calendars.calendar(player, table_title), content_type=ICS)
    response.headers["Content-Disposition"] = 'inline; filename="asgard.ics"'
    response.headers["X-Robots-Tag"] = "noindex"
    return response


@posted(page("settings"))
def subscribe(request: HttpRequest) -> HttpResponse:
    """Takes what a browser gave to be told by."""
    form = BrowserForm(request.POST)
    if not (keys.on() and form.is_valid()):
        messages.error(request, gettext("This browser cannot be told: its notices come by a service not known here."))
        return redirect("settings")
    try:
        subscribing.subscribe(me(request), **form.cleaned_data)
    except subscribing.UnknownService:
        messages.error(request, gettext("This browser cannot be told: its notices come by a service not known here."))
    else:
        messages.success(request, gettext("This browser is told from now on when a table waits for you."))
    return redirect("settings")


@posted(page("settings"))
def unsubscribe(request: HttpRequest) -> HttpResponse:
    """One browser is told no more."""
    form = EndBrowserForm(request.POST)
    if form.is_valid() and subscribing.unsubscribe(me(request), form.cleaned_data["browser"]):
        messages.success(request, gettext("That browser is told no more."))
    return redirect("settings")


@cache_control(public=True, max_age=3600)
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The script that shows notices while no page is open. At the root: a worker minds what lies below its address."""
    if not keys.on():
        raise Http404
    return render(request, "web/sharing/push-worker.js", content_type="text/javascript; charset=utf-8")


@never_cache
@login_required
@require_safe
def kept(request: HttpRequest) -> HttpResponse:
    """All that is kept of the reader as a person, as a file."""
    answer = JsonResponse(personal.kept(me(request)), json_dumps_params={"ensure_ascii": False, "indent": 2})
    answer.headers["Content-Disposition"] = 'attachment; filename="kept.json"'
    return answer
