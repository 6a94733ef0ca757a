"""All addresses of the service, as they are where STAFF names somebody."""

from django.urls import path

from asgard_pbem import urls
from asgard_pbem.serving.staff.site import site

urlpatterns = [path("admin/", site.urls), *urls.urlpatterns]
