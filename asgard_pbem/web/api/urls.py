"""Addresses for programs."""

from django.urls import URLPattern, URLResolver, path

from asgard_pbem.web.api import views
from asgard_pbem.web.api.service import service

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.how_to_ask, name="api_guide"),
    path("v1/", service.urls),
]
