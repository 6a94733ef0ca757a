"""Addresses of the mail part: doors for providers, and the pages that mailed links lead to."""

from django.urls import URLPattern, URLResolver, include, path

from asgard_pbem.mail import views
from asgard_pbem.mail.doors import webhooks

pages = (
    [
        path("u/<str:signed>", views.unsubscribe, name="unsubscribe"),
        path("u/digest/<str:signed>", views.no_digest, name="no_digest"),
        path("confirm/<str:signed>", views.confirm, name="confirm"),
        path("mail/inbound/raw", webhooks.raw_message, name="inbound_raw"),
    ],
    "mail",
)
urlpatterns: list[URLPattern | URLResolver] = [
    path("", include(pages)),
    path("anymail/", include((webhooks.provider_patterns(), "anymail"))),
]
