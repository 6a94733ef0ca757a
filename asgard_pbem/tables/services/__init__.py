"""Every change that anybody may make. Mail, web and bots call these and nothing else.

All take keyword-only arguments past the subject. `cause` is a UUID that names what asked for it (a form's nonce, an
inbound mail): asked twice, the first answer stands. Refusals: ServiceError (the table's own), IllegalMove (the rules
of the game), Refused (a line of a sheet of orders). A refusal leaves an outer transaction usable.

Whoever is barred is refused here, by E_BARRED, before any service acts for them: see `admission`.
"""

from inspect import isfunction

from asgard_pbem.tables.errors import ServiceError
from asgard_pbem.tables.guards.locking import hold_before
from asgard_pbem.tables.services.admission import FOR_ALL, admitted
from asgard_pbem.tables.services.barring import BARRED, bar, tell_barred, unbar
from asgard_pbem.tables.services.deeds import note_deed
from asgard_pbem.tables.services.persons.absence import set_absence
from asgard_pbem.tables.services.persons.digests import owe_digest, owe_digests, set_digest
from asgard_pbem.tables.services.persons.memos import change_memo, drop_memo, keep_memo
from asgard_pbem.tables.services.persons.new_address import ADDRESS_LEFT, ask_for_address, take_address
from asgard_pbem.tables.services.persons.people import (
    player_for,
    set_mail,
    set_page,
    set_receipts,
    start_mail,
    stop_mail,
    update_player,
)
from asgard_pbem.tables.services.persons.signing_in import NOBODY, ask_to_sign_in, enter
from asgard_pbem.tables.services.playing.clock import play_time_outs, remind, time_out
from asgard_pbem.tables.services.playing.counsel import endorse, propose
from asgard_pbem.tables.services.playing.gone import is_nearly_gone
from asgard_pbem.tables.services.playing.pausing import (
    Asking,
    ask_pause,
    go_on,
    let_go_on,
    pause_table,
    to_go_on,
    to_pause,
)
from asgard_pbem.tables.services.playing.play import (
    Outcome,
    SeatSheet,
    SubmitResult,
    drop_plans,
    submit_bot_move,
    submit_move,
    submit_orders,
    submit_sheets,
    undo,
    was_done,
)
from asgard_pbem.tables.services.playing.press import send_press
from asgard_pbem.tables.services.seating.again import Anew, play_again
from asgard_pbem.tables.services.seating.demo import ensure_demo_table, whose_service
from asgard_pbem.tables.services.seating.forks import fork
from asgard_pbem.tables.services.seating.inviting import (
    accept_invitation,
    block_inviter,
    decline_invitation,
    invite,
    set_invitations,
)
from asgard_pbem.tables.services.seating.seats import (
    add_bot,
    add_word,
    leave_table,
    resign,
    substitute,
    take_seat,
    usual_bot,
)
from asgard_pbem.tables.services.seating.tables import close_table, open_next, open_table, prepared_seed, raise_rules
from engine.core.moves import IllegalMove
from engine.table.orders import Refused

from .erasure import erase_player, go_on_erasing
from .mailing import (
    TABLE_NEWS,
    Sitting,
    current_prompt,
    find_token,
    issue_token,
    owe,
    sitting,
    tell_inviter,
    token_is_current,
    token_of,
)

__all__ = [
    "ADDRESS_LEFT",
    "BARRED",
    "NOBODY",
    "TABLE_NEWS",
    "Anew",
    "Asking",
    "IllegalMove",
    "Outcome",
    "Refused",
    "SeatSheet",
    "ServiceError",
    "Sitting",
    "SubmitResult",
    "accept_invitation",
    "add_bot",
    "add_word",
    "ask_for_address",
    "ask_pause",
    "ask_to_sign_in",
    "bar",
    "block_inviter",
    "change_memo",
    "close_table",
    "current_prompt",
    "decline_invitation",
    "drop_memo",
    "drop_plans",
    "endorse",
    "ensure_demo_table",
    "enter",
    "erase_player",
    "find_token",
    "fork",
    "go_on",
    "go_on_erasing",
    "hold_before",
    "invite",
    "is_nearly_gone",
    "issue_token",
    "keep_memo",
    "leave_table",
    "let_go_on",
    "note_deed",
    "open_next",
    "open_table",
    "owe",
    "owe_digest",
    "owe_digests",
    "pause_table",
    "play_again",
    "play_time_outs",
    "player_for",
    "prepared_seed",
    "propose",
    "raise_rules",
    "remind",
    "resign",
    "send_press",
    "set_absence",
    "set_digest",
    "set_invitations",
    "set_mail",
    "set_page",
    "set_receipts",
    "sitting",
    "start_mail",
    "stop_mail",
    "submit_bot_move",
    "submit_move",
    "submit_orders",
    "submit_sheets",
    "substitute",
    "take_address",
    "take_seat",
    "tell_barred",
    "tell_inviter",
    "time_out",
    "to_go_on",
    "to_pause",
    "token_is_current",
    "token_of",
    "unbar",
    "undo",
    "update_player",
    "usual_bot",
    "was_done",
    "whose_service",
]

for _name in __all__:
    if isfunction(globals()[_name]) and _name not in FOR_ALL:
        globals()[_name] = admitted(globals()[_name])
