import importlib

from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "asgard_pbem.web"
    label = "web"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the eraser of sessions and of small boards, and what a person's copy has of them."""
        for name in ("erasing", "requests.copying"):
            importlib.import_module(f"asgard_pbem.web.{name}")
