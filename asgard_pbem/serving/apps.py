from django.apps import AppConfig


class ServingConfig(AppConfig):
    name = "asgard_pbem.serving"
    label = "asgard_serving"

    def ready(self) -> None:
        """Tell errors where SENTRY_DSN says, in every process."""
        from django.conf import settings

        from asgard_pbem.serving import reporting

        reporting.begin(settings.SENTRY_DSN)
