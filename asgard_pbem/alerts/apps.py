import importlib

from django.apps import AppConfig


class AlertsConfig(AppConfig):
    name = "asgard_pbem.alerts"
    label = "alerts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect what a person's erasure and copy need. A wrong key stops a process at its start, not each page."""
        for name in ("copying", "erasing"):
            importlib.import_module(f"asgard_pbem.alerts.{name}")
        from asgard_pbem.alerts import keys

        if keys.on():
            keys.public()
