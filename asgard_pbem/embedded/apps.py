import importlib

from django.apps import AppConfig


class EmbeddedConfig(AppConfig):
    name = "asgard_pbem.embedded"
    label = "embedded"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Load the Celery application, so that tasks told anywhere go to our broker; connect the eraser."""
        importlib.import_module("asgard_pbem.celery")
        importlib.import_module("asgard_pbem.embedded.erasing")
