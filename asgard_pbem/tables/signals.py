"""Questions that the tables ask whoever transports: signals, because the tables know nobody who does."""

from django.dispatch import Signal

# Sent before a seat's question is answered by the clock: game_id, seat, deadline (UTC). A receiver returns True when an
# answer that came in time still waits to be read; the clock then looks again at its next beat.
about_to_time_out = Signal()

# Sent inside the transaction that forgets a person: player (still with name and address). Whoever keeps rows about
# persons receives it and empties its own; what it cannot empty it must hold sealed under the person's key (`sealing`).
erased = Signal()
