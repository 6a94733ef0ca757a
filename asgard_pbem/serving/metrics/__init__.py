"""What Prometheus is told of the service: figures only, no word and no key of anybody (docs/decisions/watching.md)."""

from typing import Final

from django.conf import settings

# Read before anything here is imported: prometheus_client looks for its folder when it is loaded, settings choose it.
PORT: Final[int] = settings.METRICS_PORT
