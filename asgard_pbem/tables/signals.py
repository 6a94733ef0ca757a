"""Questions that the tables ask whoever transports: signals, because the tables know nobody who does."""

from django.dispatch import Signal

# Sent before a seat's question is answered by the clock: game_id, seat, deadline (UTC). A receiver returns True when an
# answer that came in time still waits to be read; the clock then looks again at its next beat.
about_to_time_out = Signal()
