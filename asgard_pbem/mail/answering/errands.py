"""Commands of a mail that are no moves: about the person, about tables, press, and what waits for a yes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from django.utils import timezone

from asgard_pbem.mail import tokens
from asgard_pbem.mail.answering import pending
from asgard_pbem.mail.answering.press_words import ends_before, own_words
from asgard_pbem.mail.answering.seating import again, joining
from asgard_pbem.mail.answering.seating.opening import half_addresses, open_table
from asgard_pbem.mail.messages import Item
from asgard_pbem.mail.models import Pending
from asgard_pbem.mail.reading.grammar import commands as grammar
from asgard_pbem.mail.reading.grammar.commands import Command
from asgard_pbem.mail.reading.grammar.days import read_span
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game as Table
from asgard_pbem.tables.models.players import whole_days
from asgard_pbem.tables.reading import history
from asgard_pbem.tables.reading.holders import is_heard, once_called
from engine.core.grammar import receivers
from engine.core.grammar.text import fold

if TYPE_CHECKING:
    from asgard_pbem.mail.answering.work import Work


def language(work: Work, command: Command) -> None:
    """The language of everything that the player reads from now on, this receipt included."""
    code = grammar.language_code(command.args["language"])
    if code is None:
        raise services.ServiceError("E_LANGUAGE", language=command.args["language"])
    services.update_player(work.writer.player, language=code)
    work.did(command, "language_set", language=code)


def zone(work: Work, command: Command) -> None:
    """The zone in which times are shown; found by its city too."""
    player = services.update_player(work.writer.player, time_zone=command.args["zone"])
    work.did(command, "zone_set", zone=player.time_zone)


def digest(work: Work, command: Command) -> None:
    """How often the player is told what happens while it is not their turn."""
    rhythm = grammar.rhythm_code(command.args["rhythm"])
    if rhythm is None:
        raise services.ServiceError("E_RHYTHM", rhythm=command.args["rhythm"])
    services.set_digest(work.writer.player, rhythm)
    work.did(command, f"digest_{rhythm}")


def receipts(work: Work, command: Command) -> None:
    """A clean move is answered by a mail of its own again."""
    services.set_receipts(work.writer.player, on=True)
    work.did(command, "receipts_started")


def no_receipts(work: Work, command: Command) -> None:
    """A clean move is answered by the next question alone."""
    services.set_receipts(work.writer.player, on=False)
    work.did(command, "receipts_stopped")


def name(work: Work, command: Command) -> None:
    """What the others call the player."""
    services.update_player(work.writer.player, name=command.args["name"])
    work.did(command, "name_set")


def address(work: Work, command: Command) -> None:
    """Another address: it is asked there first."""
    asked = services.ask_for_address(work.writer.player, command.args["address"].strip("<>.,;"), told=True)
    work.did(command, "address_asked", address=asked)


def away(work: Work, command: Command) -> None:
    """Absence in whole days of the player's zone, the last day included."""
    player = work.writer.player
    span = read_span(command.args.get("span", ""), timezone.now().astimezone(player.zone).date())
    if span is None:
        work.refuse(command.line, command.text, Item(code="no_span"))
        return
    begins, ends = whole_days(*span, player.zone)
    services.set_absence(player, since=begins, until=ends)
    work.did(command, "away_set", since=span[0].isoformat(), until=span[1].isoformat())


def back(work: Work, command: Command) -> None:
    """No longer away."""
    services.set_absence(work.writer.player, since=None, until=None)
    work.did(command, "back_set")


def stop_mail(work: Work, command: Command) -> None:
    """No more mail but answers to the player's own."""
    services.stop_mail(work.writer.player)
    work.did(command, "mail_stopped")


def start_mail(work: Work, command: Command) -> None:
    """Mail again."""
    services.start_mail(work.writer.player, but=work.writer.game.pk if work.writer.game is not None else None)
    work.did(command, "mail_started")


def open_(work: Work, command: Command) -> None:
    """A new table, with its bots and invitations."""
    if bad := half_addresses(command):
        for word in bad:
            work.refuse(command.line, word, Item(code="no_address_opens"))
        return
    below = [one for one in work.sheet.commands if one.name == "invite" and one.line > command.line]
    opened = open_table(work.writer, command, sum(len(grammar.addresses(one.args["who"])[0]) for one in below))
    work.game, work.seat = opened.game, 0  # the answer's own address is then the table's
    work.did(command, "table_opened", game=str(opened.game.pk), seats=opened.game.seats, bots=opened.bots)
    joining.say_opened(work, opened.game)
    joining.ask_name(work)
    _invite(work, command, _of_others(work, command, opened.invited))
    joining.say_waits(work)


def bots(work: Work, command: Command) -> None:
    """Bots on free seats of the mail's table."""
    if work.game is None:
        work.refuse(command.line, command.text, Item(code="no_table_here"))
        return
    count = int(command.args.get("count", 1))
    for number in range(min(count, work.game.seats)):
        services.add_bot(
            work.game.pk, by=work.writer.player,
            cause=work.writer.cause_of(Command(f"bot {number}", command.line, "")),
        )  # fmt: skip
    work.did(command, "bots_added", count=count)
    joining.say_waits(work)


def invite(work: Work, command: Command) -> None:
    """Seats of the mail's table for others, by address."""
    good, bad = grammar.addresses(command.args["who"])
    for word in bad:
        work.refuse(command.line, word, Item(code="no_address"))
    good = _of_others(work, command, good)
    if work.game is None:
        work.refuse(command.line, command.text, Item(code="no_table_here"))
        return
    if good:
        _invite(work, command, good)
        work.did(command, "invited", count=len(good))
        joining.say_waits(work)


def _of_others(work: Work, command: Command, addresses: list[str]) -> list[str]:
    """Those behind which somebody else than the service can be; the others are refused."""
    ours = [address for address in addresses if tokens.belongs_to_us(address)]
    for address in ours:
        work.refuse(command.line, address, Item(code="no_address"))
    return [address for address in addresses if address not in ours]


def _invite(work: Work, command: Command, addresses: list[str]) -> None:
    assert work.game is not None
    if addresses:
        joining.ask_name(work, invites=True)
    for address in addresses:
        services.invite(
            work.game.pk, by=work.writer.player, email=address,
            cause=work.writer.cause_of(Command(address, command.line, "")), language=work.writer.player.language,
        )  # fmt: skip


def decline(work: Work, command: Command) -> None:
    """Leave the seat to somebody else."""
    assert work.writer.subject is not None
    services.decline_invitation(work.writer.subject, player=work.writer.player)
    work.did(command, "invitation_declined")


def block(work: Work, command: Command) -> None:
    """No seat, and no more invitations from this sender."""
    assert work.writer.subject is not None
    services.block_inviter(work.writer.subject, player=work.writer.player)
    work.did(command, "inviter_blocked")


def no_invitations(work: Work, command: Command) -> None:
    """Nobody may invite the player any more."""
    services.set_invitations(work.writer.player, on=False)
    work.did(command, "invitations_stopped")


def invitations(work: Work, command: Command) -> None:
    """Everybody may again, the blocked ones too."""
    services.set_invitations(work.writer.player, on=True)
    work.did(command, "invitations_started")


def press(work: Work, command: Command) -> None:
    """Words to other players."""
    writer, (game, seat) = work.writer, work.place_of(command)
    try:
        to = receivers.press_seats(command.args["to"], history.names(game))
    except KeyError as unclear:
        work.refuse(command.line, command.text, _unclear(game, unclear))
        return
    if not command.args["text"]:
        work.refuse(command.line, command.text, Item(code="empty_press"))
        return
    first = next(one.line for one in work.sheet.commands if one.name == "press")
    if ends_before(command.line, first, work.reply):
        work.refuse(command.line, command.text, Item(code="no_press_ours", params={"text": command.text}))
        return
    words = own_words(command.args["text"], command.line, work.reply)
    said = Item(code=f"press_{words.why}", params={"text": grammar.shorten(words.left)}) if words.why else None
    if not words.text and said is not None:
        work.refuse(command.line, command.text, said.model_copy(update={"code": f"no_{said.code}"}))
        return
    services.send_press(
        game.pk, seat=seat, player=writer.player, to=to, text=words.text, cause=writer.cause_of(command)
    )
    work.notes += [said] if said is not None else []
    seats = None if to is None else list(to)
    work.did(command, "press_sent" if is_heard(game.pk, writer.player, to) else "press_unheard", seats=seats)


def _unclear(game: Table, why: KeyError) -> Item:
    """Why a word names none of those who play: several are called so, or who was is gone, or nobody ever was."""
    said: dict[str, Any] = {"name": str(why.args[0])}
    if isinstance(why, receivers.SeveralError):
        return Item(code="several_players", params=said)
    left = once_called(history.as_row(game), said["name"])
    if len(left) != 1:
        return Item(code="no_such_player", params=said)
    (seat,) = left
    bot = game.holders.filter(seat=seat).exclude(bot="").exists()
    return Item(code="player_left_to_bot" if bot else "player_left", params={**said, "seat": seat})


def memo(work: Work, command: Command) -> None:
    """A private note: to the moment named, to the table, or else to the last moment there is; or one's new words."""
    game, _seat = work.place_of(command)
    if "number" in command.args:
        number, text = int(command.args["number"]), " ".join(command.args["text"].split("\n"))
        services.change_memo(game.pk, player=work.writer.player, number=number, text=text)
        work.did(command, "memo_changed", number=number)
        return
    named = command.args.get("moment")
    moment = int(named) if named is not None else game.moment
    kept = services.keep_memo(
        game.pk, player=work.writer.player, text=" ".join(command.args["text"].split("\n")),
        moment=None if "whole" in command.args or (named is None and not moment) else moment,
        cause=work.writer.cause_of(command),
    )  # fmt: skip
    at = {"moment": kept.moment} if kept.moment is not None else {}
    work.did(command, "memo_kept" if at else "memo_kept_whole", number=kept.number, **at)


def drop_memo(work: Work, command: Command) -> None:
    """Throw a note away."""
    game, _seat = work.place_of(command)
    services.drop_memo(game.pk, player=work.writer.player, number=int(command.args["number"]))
    work.did(command, "memo_dropped")


def propose(work: Work, command: Command) -> None:
    """Orders for whoever is on turn: on one line, with semicolons, or one a line below."""
    writer, (game, seat) = work.writer, work.place_of(command)
    words = history.called_seats(game, seat)
    to, text = _for_whom(command.args.get("orders") or command.args.get("below", ""), words)
    number = services.propose(
        game.pk, seat=seat, player=writer.player, to=to, lines=re.split(r"\s*[;\n]\s*", text),
        cause=writer.cause_of(command),
    )  # fmt: skip
    ahead = to is not None and all(one.seat != to for one in history.table_now(game.pk).pending())
    if ahead:
        work.did(command, "proposed_ahead", number=number, to=to)
    else:
        work.did(command, "proposed", number=number)


def _for_whom(text: str, words: Mapping[str, int]) -> tuple[int | None, str]:
    """`P2: build; end` as (1, `build; end`); orders without a name are for whoever is on turn."""
    head, colon, rest = text.partition(":")
    to = words.get(fold(head)) if colon else None
    return (to, rest) if to is not None else (None, text)  # else it is a colon of the orders' own


def endorse(work: Work, command: Command) -> None:
    """Stand behind what somebody else proposes."""
    writer, (game, seat) = work.writer, work.place_of(command)
    number = int(command.args["number"])
    count = services.endorse(game.pk, seat=seat, player=writer.player, number=number, cause=writer.cause_of(command))
    work.did(command, "endorsed", count=count)


def resign(work: Work, command: Command) -> None:
    """Asks first: only a yes to the answer gives the seat up. Before the game begins there is nothing to give up."""
    writer, (game, seat) = work.writer, work.place_of(command)
    if game.status == Table.Status.OPEN:
        services.leave_table(game.pk, player=writer.player, cause=writer.cause_of(command))
        work.did(command, "left_table")
        return
    if game.status != Table.Status.RUNNING:
        raise services.ServiceError("E_GAME_OVER")
    work.pending = pending.ask(
        Pending.Kind.RESIGN, writer.player, game_id=game.pk, seat=seat, mail_id=writer.mail_id
    ).pk
    if len(writer.own) > 1:  # which of them, and that the others stay, is to be read before the yes
        work.did(command, "resign_asked_of", seat=seat)
    else:
        work.did(command, "resign_asked")


def pause(work: Work, command: Command) -> None:
    """Let the table rest, or wait for the others to want it too."""
    writer, (game, _seat) = work.writer, work.place_of(command)
    others = services.ask_pause(game.pk, player=writer.player, cause=writer.cause_of(command)).wait_for
    if others:
        work.did(command, "pause_asked", seats=list(others))
    else:
        work.did(command, "paused")


def go_on(work: Work, command: Command) -> None:
    """Let it go on; or say no to who would like it to rest."""
    writer, (game, _seat) = work.writer, work.place_of(command)
    rested = game.rests
    services.go_on(game.pk, player=writer.player, cause=writer.cause_of(command))
    work.did(command, "went_on" if rested else "pause_declined")


def yes(work: Work, command: Command) -> None:
    """Does what waited for it."""
    assert work.writer.subject is not None
    there = work.writer.purpose == "address"
    settled = pending.settle(work.writer.subject, agreed=True, resumed=work.resumed, there=there)
    _say_settled(work, command, settled)


def no(work: Work, command: Command) -> None:
    """Leaves undone what waited."""
    assert work.writer.subject is not None
    _say_settled(work, command, pending.settle(work.writer.subject, agreed=False))


def _say_settled(work: Work, command: Command, settled: pending.Settled) -> None:
    if settled.refusal is not None:
        work.refuse(command.line, command.text, settled.refusal)
    else:
        work.did(command, settled.code, **settled.params)
    if settled.receipt is not None:  # what the held mail did belongs into the one answer to this one
        work.pending = settled.receipt.confirm
        if settled.receipt.game is not None and work.game is None:  # a table that it opened: what follows is of it
            work.game, work.seat = Table.objects.filter(pk=settled.receipt.game).first(), settled.receipt.seat
        for part in ("understood", "refused", "notes", "answers", "next"):
            getattr(work, part).extend(getattr(settled.receipt, part))


RUN: dict[str, Callable[[Any, Command], None]] = {
    "language": language, "zone": zone, "name": name, "away": away, "back": back, "stop_mail": stop_mail,
    "start_mail": start_mail, "open": open_, "invite": invite, "accept": joining.accept, "word": joining.word,
    "decline": decline, "press": press, "resign": resign, "yes": yes, "no": no, "block": block,
    "no_invitations": no_invitations, "invitations": invitations, "propose": propose, "endorse": endorse,
    "digest": digest, "receipts": receipts, "no_receipts": no_receipts, "memo": memo, "drop_memo": drop_memo,
    "again": again.again, "bots": bots, "pause": pause, "go_on": go_on, "address": address,
}  # fmt: skip
