"""The WSGI entry point of the web process."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "asgard_pbem.settings")

application = get_wsgi_application()
