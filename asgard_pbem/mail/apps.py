from django.apps import AppConfig


class MailConfig(AppConfig):
    name = "asgard_pbem.mail"
    label = "mail"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers of providers' events, of the clock's question and of a person's erasure."""
        from asgard_pbem.mail import erasing  # noqa: F401  importing connects them
        from asgard_pbem.mail.doors import unread, webhooks  # noqa: F401
