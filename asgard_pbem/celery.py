"""The Celery application; its settings are the CELERY_* names in `asgard_pbem.settings`."""

import os
from typing import Any

from celery import Celery
from celery.signals import worker_init

from asgard_pbem.embedded import broker  # noqa: F401 - makes the scheme `files://` known
from asgard_pbem.serving.memory import settle

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "asgard_pbem.settings")

app = Celery("asgard_pbem")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


def begin(*_: object, **__: Any) -> None:
    """What a worker does first of all, before it forks."""
    from asgard_pbem.serving.metrics import workers  # which must not be loaded before the settings

    workers.watch()


worker_init.connect(begin)
worker_init.connect(settle)  # in the parent, from which the processes of the pool are forked
