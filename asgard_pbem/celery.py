"""The Celery application; its settings are the CELERY_* names in `asgard_pbem.settings`."""

import os

from celery import Celery

from asgard_pbem.embedded import broker  # noqa: F401 - makes the scheme `files://` known

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "asgard_pbem.settings")

app = Celery("asgard_pbem")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
