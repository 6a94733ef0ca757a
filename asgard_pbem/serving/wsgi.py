"""The WSGI entry point of the web process."""

import os

from django.core.wsgi import get_wsgi_application

from asgard_pbem.serving.memory import settle

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "asgard_pbem.settings")

application = get_wsgi_application()
settle()


def _begin() -> None:
    from asgard_pbem.serving import collected  # which must not be loaded before the settings
    from asgard_pbem.serving.metrics import exposing

    exposing.tidy(os.getppid())  # of gunicorn's parent; this is one of its children
    collected.tell()


_begin()
