import importlib

from django.apps import AppConfig


class MailConfig(AppConfig):
    name = "asgard_pbem.mail"
    label = "mail"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect what receives providers' events, the clock's question, a person's erasure, and games that settle."""
        for name in ("forgetting.erasing", "forgetting.keeping", "doors.unread", "doors.webhooks"):
            importlib.import_module(f"asgard_pbem.mail.{name}")
