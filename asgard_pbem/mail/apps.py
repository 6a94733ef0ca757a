import importlib

from django.apps import AppConfig
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import get_connection


class MailConfig(AppConfig):
    name = "asgard_pbem.mail"
    label = "mail"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect what receives providers' events, the clock's question, who goes or moves, copies, and games that
        settle.
        """
        for name in (
            "forgetting.barring",
            "forgetting.copying",
            "forgetting.erasing",
            "forgetting.keeping",
            "doors.unread",
            "doors.webhooks",
            "sending.new_address",
        ):
            importlib.import_module(f"asgard_pbem.mail.{name}")
        if settings.ANYMAIL_PROVIDER:
            self._has_its_keys()

    @staticmethod
    def _has_its_keys() -> None:
        """A provider that is unknown, or without its keys, stops a process at its start, not each mail."""
        try:
            get_connection()
        except ModuleNotFoundError:
            raise ImproperlyConfigured("ANYMAIL_PROVIDER must be a name of django-anymail's manual.") from None
