"""Who may look: the addresses of STAFF, by a link mailed within the hour. For everybody else the pages do not exist.

No password and no second secret to lose: whoever reads the mailbox signs in, as players do, and has to do it anew after
FRESH. A session that a stolen browser still has opens nothing here.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, NoReturn
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.admin import AdminSite
from django.contrib.auth import logout
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import SimpleTemplateResponse
from django.urls import reverse
from django.utils import timezone, translation

from asgard_pbem.tables.models import Player

FRESH = timedelta(hours=1)
SIGNED_IN_AT = "signed_in_at"  # of this session, as web's sign-in notes it


class Site(AdminSite):
    """Django's admin with our doorkeeper. Nothing is changed here, so nothing can be.

    It speaks English alone: what tables and columns are called has no other words, and half a page in Russian is none.
    """

    site_header = site_title = "Asgard PBEM"
    index_title = "Read only"
    site_url = "/"
    enable_nav_sidebar = False

    def has_permission(self, request: HttpRequest) -> bool:
        return is_staff(request) and is_fresh(request)

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:  # noqa: FBT001, FBT002 - Django's own signature
        inner = super().admin_view(view, cacheable)

        def guarded(request: HttpRequest, *args: Any, **given: Any) -> HttpResponse:
            if request.user.is_authenticated and not is_staff(request):
                raise Http404
            if not self.has_permission(request):
                return sign_in_anew(request)
            with translation.override("en-ie"):  # English that counts hours to 24
                answer: HttpResponse = inner(request, *args, **given)
                return answer.render() if isinstance(answer, SimpleTemplateResponse) else answer

        return guarded

    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """No form for a password, which nobody has: whoever tried some would have them hashed at our cost."""
        answer: HttpResponse = self.admin_view(lambda _request: redirect("admin:index"))(request)
        return answer

    def password_change(self, request: HttpRequest, extra_context: Any = None) -> NoReturn:
        """Nobody has one."""
        raise Http404


def is_staff(request: HttpRequest) -> bool:
    """Whether STAFF names the address of whoever is signed in."""
    player = request.user
    if not isinstance(player, Player) or not player.is_active or player.verified_at is None:
        return False
    return player.email in settings.STAFF


def is_fresh(request: HttpRequest) -> bool:
    """Whether this very session began by a mailed link within FRESH."""
    try:
        since = datetime.fromisoformat(str(request.session.get(SIGNED_IN_AT, "")))
    except ValueError:
        return False
    return timedelta() <= timezone.now() - since < FRESH


def sign_in_anew(request: HttpRequest) -> HttpResponse:
    """End a session that is too old, and ask for the address; the link leads back here."""
    logout(request)
    return redirect(f"{reverse('sign_in')}?{urlencode({'next': request.path})}")


site = Site(name="admin")
