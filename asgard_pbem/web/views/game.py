"""The page of one table: board, history, what I may do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib.auth.views import redirect_to_login
from django.db.models import prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from asgard_pbem.boards.look import painted
from asgard_pbem.tables.models import Game, Moment
from asgard_pbem.tables.reading import history, memos
from asgard_pbem.tables.store import fairness
from asgard_pbem.tables.words import reader_language
from asgard_pbem.web import access as reach
from asgard_pbem.web.access import Access, Lens
from asgard_pbem.web.naming import game_title, table_title
from asgard_pbem.web.requests import kept
from asgard_pbem.web.sharing import offered
from asgard_pbem.web.shown import around, asking, counsel, lobby, moving, story
from asgard_pbem.web.shown import state as showing
from asgard_pbem.web.shown.context import turns_of
from asgard_pbem.web.shown.figures import chances, curves, sources
from asgard_pbem.web.shown.moving import Step
from engine.core.contract import Words
from engine.core.decisions import told_of
from engine.core.menu import PATH
from engine.table.table import Table


@never_cache
@require_safe
def page(request: HttpRequest, game_id: UUID, moment: int | None = None) -> HttpResponse:
    """The table now, or as it was after a public moment."""
    try:
        access = reach.find(request, game_id)
    except Http404:
        if request.user.is_authenticated:
            raise
        return redirect_to_login(request.get_full_path())  # whoever follows a link of a mail may have a seat there
    prefetch_related_objects([access.game], "holders")
    last = access.game.moment
    if moment is not None and not 1 <= moment <= last:
        raise Http404
    lens = reach.choose(access, access.names, request.GET.get("as", ""))
    if not history.is_known(access.game):
        return render(request, "web/table/unknown_rules.html", _frame_of(access))
    words = history.words(access.game, reader_language())
    now = history.table_now(access.game.pk)
    step = (request.GET.get("question", ""), _path(request.GET.get("list", "")))
    live = moment is None or moment == last
    moved = moving.moving(access, lens, now, words, Step.of(request.GET)) if live else moving.Moving({})
    context = _frame_of(access) | _past(access, lens, words, moment or last, request.GET.get("curve"), moved.links)
    context |= _present(access, now, words, step) | {"live": live, "sheet": moved.sheet, "tappable": moved.links}
    context["paints"] = _paints(now)
    context["told_at_board"] = request.GET.get("told") == "board"
    context |= _new(context["log"], around.since(request, game_id, last))
    context |= _noted(access) | kept.drafts(request, game_id)
    context["proposed_at"] = counsel.typed_at(context["counsels"], context["ahead"], context["proposal_to"])
    context |= {"late": kept.answer(request, game_id, context["asking"])}
    told = [_told(context["said"]), context["result"] if context["moment"] == last else ""]
    context["shared"] = offered.of(access, lens, words, context["moment"], " ".join(filter(None, told)))
    return render(request, "web/table/page.html", context)


def _told(said: story.Story | None) -> str:
    return " ".join(said.sentences) if said is not None else ""


def _noted(access: Access) -> dict[str, Any]:
    """The reader's own notes, whatever eyes they look with; nothing for strangers."""
    if access.player is None:
        return {}
    return {"memos": memos.memos(access.game.pk, access.player)}


def _path(typed: str) -> str:
    """The path of a further list; empty for what is none."""
    return typed if re.fullmatch(PATH, typed) else ""


def _frame_of(access: Access) -> dict[str, Any]:
    """What every page about the table needs."""
    language = reader_language()
    turns = turns_of(access.player) if access.player is not None else []
    return {
        "access": access,
        "game": access.game,
        "names": access.names,
        "open_turns": [turn for turn in turns if turn["game"] != access.game.pk],  # this page tells its own
        "turns_elsewhere": True,
        "title": table_title(access.game, language),
        "game_title": game_title(access.game.key, language),
        "Status": Game.Status,
    }


def _paints(table: Table) -> tuple[str, ...]:
    """Classes that give each seat the colour that it plays, `a-red`, where players of the game have colours."""
    if table.state is None:
        return ()
    return painted(table.game.colours(table.rules.view(table.state, None)))


def _past(
    access: Access, lens: Lens, words: Words, moment: int, asked: str | None, links: moving.Links
) -> dict[str, Any]:
    """The state at a moment, the log and what is around the slider, with the curve asked for or one that tells."""
    found = story.moments(access.game.pk)
    last, held = access.game.moment, lobby.holders(access)
    told = story.log(access, lens, words, found)
    offered = reach.lenses(access, access.names)
    eyes = {"as": lens.code} if lens != offered[0] else {}
    frame = showing.at_moment(access, lens, moment, words, links)
    sitting = around.players(access, words, held, frame, found[moment - 1])
    return {
        "lens": lens,
        "lenses": offered,
        "chunk": min(showing.frames_at_once(access, lens), around.AHEAD),
        "key": around.key(access, lens, words, held),
        "frame": frame,
        "players": sitting,
        "others": sum(1 for one in sitting if not (one.me or one.free or one.bot)),
        "moment": moment,
        "last": last,
        "log": told,
        "said": next((one for one in told if one.moment == moment), None),
        "ways": around.ways(told, moment, access.seats),
        "chances": chances.of(access, last),
        "sources": sources.of(access, words),
        "now_x": curves.place(moment, last),
        "steps": steps(access, moment, last),
        "begun": _begun(found),
        "forks": forks(access, found),
    } | _curved(access, lens, words, found, found[moment - 1], asked, eyes)


def _curved(
    access: Access,
    lens: Lens,
    words: Words,
    found: Sequence[Moment],
    at: Moment,
    asked: str | None,
    eyes: dict[str, str],
) -> dict[str, Any]:
    """The curve below the slider, the others that may be asked for, and the addresses that keep the one asked for.

    `eyes`: what an address says of whose eyes look, where that has to be said.
    """
    measures = curves.measures(found, words)
    chosen = next((one.name for one in measures if one.name == asked), None)
    shown = curves.telling(found, measures) if chosen is None else chosen
    curve = shown or curves.SCORES
    return {
        "query": _query(eyes, {"curve": chosen} if chosen else {}),
        "frames_query": _query(eyes, {"curve": curve} if curve else {}),
        "measures": [(one, _query({"as": lens.code}, {"curve": one.name})) for one in measures],
        "curve": None if shown is None else curves.curve(found, access.game.seats, words, curve),
        "values": around.values(curve, at),
    }


def _new(told: Sequence[story.Story], since: int) -> dict[str, Any]:
    """What the reader has not seen yet: how many moments, and after which."""
    fresh = sum(1 for one in told if one.moment > since)
    return {"since": since, "fresh": fresh} if since and fresh else {}


def forks(access: Access, found: Sequence[Moment]) -> tuple[int, int] | None:
    """The first and the last moment from which a practice table can go on; None where there is none.

    Not before the first deal, and not when the rules have come to an end, as they had with the last move. The end
    itself is one moment more.
    """
    first = _begun(found)
    last = access.game.moment - {Game.Status.OVER: 2, Game.Status.CLOSED: 1}.get(Game.Status(access.game.status), 0)
    return (first, last) if first and first <= last else None


def _begun(found: Sequence[Moment]) -> int:
    """The first moment that has a board; 0 where none has."""
    return next((one.number for one in found if one.round or one.stage or one.scores), 0)


def _query(*given: dict[str, str]) -> str:
    found = {name: value for one in given for name, value in one.items()}
    return "?" + urlencode(found) if found else ""


def steps(access: Access, moment: int, last: int) -> dict[str, str]:
    """Addresses of the first, previous, next and last moment, where there are such."""

    def at(number: int) -> str:
        return reverse("game_at", args=[access.game.pk, number])

    back = {"first": at(1), "previous": at(moment - 1)} if moment > 1 else {}
    forth = {"next": at(moment + 1), "last": at(last)} if moment < last else {}
    return back | forth


def _present(access: Access, now: Table, words: Words, step: tuple[str, str]) -> dict[str, Any]:
    """What the reader may do now, and who is waited for."""
    asked = asking.asking(access, now, words, step=step)
    pending = told_of(now.pending(), access.seats)
    result = now.rules.result(now.state) if now.state is not None else None
    return {
        "asking": asked,
        "counsels": counsel.counsels(access, now, words),
        "ahead": counsel.ahead(access, now, words),
        "waits_for_me": any(one.waits for one in asked),
        "first_question": next((one.anchor for one in asked if one.waits), ""),
        "waiting": tuple(dict.fromkeys(words.waiting(one) for one in pending if one.seat not in access.seats)),
        "lobby": lobby.lobby(access),
        "resting": lobby.resting(access, words),
        "given_up": lobby.given_up(access, words),
        "again": lobby.again(access),
        "result": words.result(result) if result is not None else "",
        "seal": fairness.seal(access.game),
    }
