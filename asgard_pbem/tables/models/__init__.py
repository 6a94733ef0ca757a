"""Tables of the event store: the log itself, what is projected from it, people, and owed mail."""

from .bars import Bar
from .copies import Copy
from .deeds import Deed
from .erasures import Erasure
from .games import Game, GameSecret, Invitation, Seat, SetAside
from .log import Analysis, Event, Logged, Moment, OpenDecision, PackedEvents, Snapshot
from .mail import Outbox, ReplyToken
from .memos import Memo
from .players import Absence, Block, Player
from .press import AuthorKey, Press
from .pulses import KnownRules, Pulse
from .tally import Tally

__all__ = [
    "Absence",
    "Analysis",
    "AuthorKey",
    "Bar",
    "Block",
    "Copy",
    "Deed",
    "Erasure",
    "Event",
    "Game",
    "GameSecret",
    "Invitation",
    "KnownRules",
    "Logged",
    "Memo",
    "Moment",
    "OpenDecision",
    "Outbox",
    "PackedEvents",
    "Player",
    "Press",
    "Pulse",
    "ReplyToken",
    "Seat",
    "SetAside",
    "Snapshot",
    "Tally",
]
