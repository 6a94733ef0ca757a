"""Pages that mailed links lead to. A GET only shows a form: scanners follow links before their reader does."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from asgard_pbem.mail import links
from asgard_pbem.mail.answering import pending, process
from asgard_pbem.mail.models import Pending
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Player


@csrf_exempt  # RFC 8058: the mail program posts without cookie or token; the signed link is the proof
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, signed: str) -> HttpResponse:
    """Stop mail to the link's player. The POST answers 200 also when it was done before, and never redirects."""
    player_id = links.read_unsubscribe(signed)
    player = Player.objects.filter(pk=player_id).first() if player_id else None
    if player is None:
        return render(request, "mail/pages/unknown_link.html", status=404)
    with translation.override(player.language):
        if request.method != "POST":
            return render(request, "mail/pages/unsubscribe.html", {"done": False})
        services.stop_mail(player)
        return render(request, "mail/pages/unsubscribe.html", {"done": True})


@csrf_exempt  # RFC 8058, as above
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def no_digest(request: HttpRequest, signed: str) -> HttpResponse:
    """Stop digests to the link's player; turns are told as before."""
    player_id = links.read_digest(signed)
    player = Player.objects.filter(pk=player_id).first() if player_id else None
    if player is None:
        return render(request, "mail/pages/unknown_link.html", status=404)
    with translation.override(player.language):
        if request.method == "POST":
            services.set_digest(player, Player.Digest.NEVER)
        return render(request, "mail/pages/no_digest.html", {"done": request.method == "POST"})


@csrf_exempt  # the signed link is the proof, and the reader's browser may keep no cookies
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest, signed: str) -> HttpResponse:
    """Show what waits for a yes; the POST says yes or no. Said twice, the first answer stands."""
    pending_id = links.read_confirm(signed)
    if pending_id is None:
        return render(request, "mail/pages/unknown_link.html", status=404)
    found = Pending.objects.filter(pk=pending_id).select_related("player", "mail").first()
    if found is None:
        return render(request, "mail/pages/unknown_link.html", status=404)
    with translation.override(found.player.language):
        settled = None
        if request.method == "POST":
            settled = process.settle_on_page(found.pk, agreed=request.POST.get("answer") != "no")
            found.refresh_from_db()
        return render(request, "mail/pages/confirm.html", {"asked": pending.shown(found, settled)})
