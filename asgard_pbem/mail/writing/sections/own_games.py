"""Where the reader sits: at which tables they are asked and by when, and for whom the others wait."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _

from asgard_pbem.mail.writing import phrases
from asgard_pbem.mail.writing.letter import Section
from asgard_pbem.tables.models import Game, OpenDecision, Player
from asgard_pbem.tables.models.games import WAITING, tables_of
from asgard_pbem.tables.reading import history
from asgard_pbem.tables.reading.promised import promised

SHOWN_AT_MOST = 30
Questions = Sequence[OpenDecision]


def sections(player: Player) -> list[Section]:
    """First the tables at which the reader is asked, the most urgent before the others; then those that moved last."""
    found = list(_alive(player))
    asked: dict[Any, list[OpenDecision]] = defaultdict(list)
    for one in OpenDecision.objects.filter(game__in=[game.pk for game in found], answered=False):
        asked[one.game_id].append(one)
    turns = [(game, own) for game in found if (own := _own(game, asked[game.pk], player))]
    turns.sort(key=lambda turn: _urgency(turn[1]))
    waiting = {game.pk for game, _own in turns}
    others = [game for game in found if game.pk not in waiting]
    others += _past(player)[: max(0, SHOWN_AT_MOST - len(found))]
    lines = [_line(game, _my_turn(game, own, player)) for game, own in turns]
    lines += [_line(game, _state(game, asked[game.pk], player)) for game in others]
    how = (_("To play, answer the last mail of the table."),) if turns else ()
    return [Section(_("Your games"), paragraphs=how, items=tuple(lines[:SHOWN_AT_MOST]) or (_("None."),), told=True)]


def _alive(player: Player) -> Any:
    """What has not ended, the last moved first; with tables that the reader opened for others."""
    mine = Game.objects.filter(tables_of(player, opened=WAITING)).exclude(status__in=Game.ENDED)
    return mine.prefetch_related("holders").order_by(F("moved_at").desc(nulls_last=True), "-opened_at")


def _past(player: Player) -> Any:
    return Game.objects.filter(tables_of(player, opened=WAITING), status__in=Game.ENDED).order_by("-ended_at")


def _own(game: Game, asked: Questions, player: Player) -> list[OpenDecision]:
    mine = {one.seat for one in game.holders.all() if one.player_id == player.pk}
    return [one for one in asked if one.seat in mine and game.status == Game.Status.RUNNING]


def _urgency(own: Questions) -> tuple[bool, float]:
    due = _due(own)
    return due is None, due.timestamp() if due is not None else 0.0


def _due(asked: Questions) -> datetime | None:
    return min((one.deadline for one in asked if one.deadline is not None), default=None)


def _my_turn(game: Game, own: Questions, player: Player) -> str:
    """Since when they are asked, on which of several seats, and by when they should answer."""
    since = phrases.day(min(one.asked_at for one in own).astimezone(player.zone))
    turn = _("your turn since %(day)s") % {"day": since}
    if sum(one.player_id == player.pk for one in game.holders.all()) > 1:
        turn += f" ({_named(game, own, player)})"
    due = _due(own)
    if due is None:
        return f"{turn}; {_rests() if game.rests else _('no deadline')}"
    return f"{turn}; {_('please answer by %(time)s') % {'time': phrases.moment_of_time(promised(due), player)}}"


def _state(game: Game, asked: Questions, player: Player) -> str:
    """How it stands at a table that asks the reader nothing."""
    if game.status != Game.Status.RUNNING:
        states = {
            "open": _("seats are free"),
            "over": _("over"),
            "closed": _("closed"),
            "unknown_rules": _("its rules are not installed here"),
        }
        return states.get(game.status, game.status)
    return "; ".join((*([_rests()] if game.rests else []), *_waited_for(game, asked, player))) or _("running")


def _waited_for(game: Game, asked: Questions, player: Player) -> Iterator[str]:
    """Whom the table waits for, as far as anybody there may know."""
    if known := [one for one in asked if not one.concealed]:
        yield _("waiting for: %(names)s") % {"names": _named(game, known, player)}
    if len(known) < len(asked):
        yield _("waiting for unseen orders")


def _named(game: Game, asked: Questions, player: Player) -> str:
    words = history.words(game, player.language)
    return ", ".join(dict.fromkeys(words.seat(one.seat) for one in sorted(asked, key=lambda each: each.seat)))


def _rests() -> str:
    return _("resting")


def _line(game: Game, state: str) -> str:
    """As its mails are called, so that one of them is found in a mailbox."""
    return f"{phrases.subject(game, '')} - {state} - {phrases.game_url(game.id)}"
