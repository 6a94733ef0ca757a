"""Addresses of the whole service; the local mailbox exists only where mail goes there."""

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path

from asgard_pbem.serving import health
from asgard_pbem.serving.metrics import exposing

handler400 = "asgard_pbem.web.requests.broken.unreadable"
handler404 = "asgard_pbem.web.requests.missing.missing"
handler500 = "asgard_pbem.web.requests.broken.broken"
urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", exposing.metrics, name="metrics"),
    path("", include("asgard_pbem.mail.urls")),
    path("api/", include("asgard_pbem.web.api.urls")),
]
if settings.STAFF:
    from asgard_pbem.serving.staff.site import site

    urlpatterns.append(path("admin/", site.urls))
if settings.LOCAL_MAILBOX:
    urlpatterns.append(path("mailbox/", include("asgard_pbem.embedded.urls")))
urlpatterns.append(path("", include("asgard_pbem.web.urls")))
