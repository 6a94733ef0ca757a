import importlib

from django.apps import AppConfig


class MailConfig(AppConfig):
    name = "asgard_pbem.mail"
    label = "mail"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers of providers' events, of the clock's question and of a person's erasure."""
        for name in ("erasing", "doors.unread", "doors.webhooks"):
            importlib.import_module(f"asgard_pbem.mail.{name}")
