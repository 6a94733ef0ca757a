"""Questions that the tables ask whoever transports: signals, because the tables know nobody who does."""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.dispatch import Signal


class Due(NamedTuple):
    """A question whose time is up."""

    game_id: UUID
    seat: int
    key: str
    deadline: datetime  # UTC


# Sent before the clock answers, once for all questions that are due: `due`, of type Sequence[Due]. A receiver returns
# those to which an answer came in time that still waits to be read; the clock then looks again at its next beat.
about_to_time_out = Signal()

# Sent inside the transaction that forgets a person: player (still with name and address). Whoever keeps rows about
# persons receives it and empties its own; what it cannot empty it must hold sealed under the person's key (`sealing`).
erased = Signal()

# Sent inside the transaction that bars a person: player. Whoever lets people in, calls them, or keeps what they want
# done later receives it and ends that.
barred = Signal()

# Sent inside a transaction: player would be written to at another address, `address` as it is kept. Whoever transports
# asks there. `told`: who reads at the present one knows it.
address_wanted = Signal()

# Sent before a game that has long been over settles: game_id. Whoever keeps rows that it needs no longer drops them, in
# small steps, each a transaction of its own.
settling = Signal()
