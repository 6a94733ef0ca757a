"""The Celery application; its settings are the CELERY_* names in `asgard_pbem.settings`."""

import logging
import os
import sys
from typing import Any

import django
from celery import Celery
from celery.signals import setup_logging, task_postrun, task_prerun, worker_init
from django.apps import apps
from django.core.exceptions import ImproperlyConfigured
from django.db import close_old_connections

from asgard_pbem.embedded import broker  # noqa: F401 - makes the scheme `files://` known
from asgard_pbem.serving.memory import settle

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "asgard_pbem.settings")

try:
    if not apps.loading:  # Django's own start loads this module too
        django.setup()
except ImproperlyConfigured as why:  # one line, and the exit code of manage.py
    sys.stderr.write(f"A setting is wrong: {why}\n")
    sys.exit(os.EX_CONFIG)

app = Celery("asgard_pbem")
app.Task.Strategy = "asgard_pbem.serving.garbled:taken"
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


def begin(*_: object, **__: Any) -> None:
    """What a worker does first of all, before it forks."""
    from asgard_pbem.serving.metrics import workers  # which must not be loaded before the settings

    workers.watch()


@setup_logging.connect
def keep_our_lines(loglevel: int | None = None, **_: Any) -> None:
    """Celery writes as all processes do; without this it would add handlers of its own."""
    if loglevel:
        logging.getLogger().setLevel(loglevel)


worker_init.connect(begin)
worker_init.connect(settle)  # in the parent, from which the processes of the pool are forked

# Celery would close the session before and after each task, and open a new one for the next: some 6 ms, three or four
# times a mail. It never does now; what a web process does around a request is done around a task instead.
app.conf.CELERY_DB_REUSE_MAX = sys.maxsize


def _keep_what_is_sound(**_: Any) -> None:
    """Close a session that has failed or is older than CONN_MAX_AGE; let the next statement try any other first."""
    close_old_connections()


task_prerun.connect(_keep_what_is_sound)
task_postrun.connect(_keep_what_is_sound)
