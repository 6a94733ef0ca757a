"""Pack the logs of games that settled before logs were packed, or whose log was mended since."""

from typing import Any

from django.core.management.base import BaseCommand

from asgard_pbem.tables.models import Game
from asgard_pbem.tables.store.keeping import packing


class Command(BaseCommand):
    help = "Packs the logs of all games that have settled; each is a transaction of its own, and packed once."

    def handle(self, **options: Any) -> None:
        settled = Game.objects.exclude(settled_at=None).order_by("pk").values_list("pk", flat=True)
        packed = [many for game in settled.iterator() if (many := packing.pack(game))]
        self.stdout.write(f"Games whose log was packed: {len(packed)}, events: {sum(packed)}.")
