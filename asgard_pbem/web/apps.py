import importlib

from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "asgard_pbem.web"
    label = "web"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the eraser of sessions and of small boards."""
        importlib.import_module("asgard_pbem.web.erasing")
