import importlib

from django.apps import AppConfig


class AlertsConfig(AppConfig):
    name = "asgard_pbem.alerts"
    label = "alerts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receiver of a person's erasure. A wrong key stops a process at its start, not each page."""
        importlib.import_module("asgard_pbem.alerts.erasing")
        from asgard_pbem.alerts import keys

        if keys.on():
            keys.public()
