"""Where somebody goes on to after a form, when its address or one of its fields says so."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


def next_page(request: HttpRequest) -> str:
    """The path of a page of ours; empty: nowhere in particular.

    From its root on: what begins otherwise `redirect` would take for the name of a view, and fail where none has it.
    """
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    ours = wanted.startswith("/") and url_has_allowed_host_and_scheme(wanted, allowed_hosts=None)
    return wanted if ours else ""
