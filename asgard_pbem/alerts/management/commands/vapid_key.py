from typing import Any

from django.core.management.base import BaseCommand

from asgard_pbem.alerts import keys


class Command(BaseCommand):
    help = "Print a new private key for notices by browsers (VAPID_PRIVATE_KEY). A new one ends all subscriptions."

    def handle(self, **options: Any) -> None:
        self.stdout.write(keys.fresh())
