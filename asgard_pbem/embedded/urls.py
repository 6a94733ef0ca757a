"""Addresses of the local mailbox, below /mailbox/; only where no mail leaves the machine."""

from django.urls import URLPattern, URLResolver, path

from asgard_pbem.embedded import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.mailbox, name="mailbox"),
    path("all.mbox", views.download_all, name="mailbox_download_all"),
    path("you/", views.enter, name="mailbox_enter"),
    path("you/<path:rest>", views.enter, name="mailbox_enter"),
    path("compose/", views.compose, name="mailbox_compose"),
    path("<int:mail_id>/", views.message, name="mailbox_message"),
    path("<int:mail_id>/message.eml", views.download, name="mailbox_download"),
    path("<int:mail_id>/html/", views.html_part, name="mailbox_html"),
]
