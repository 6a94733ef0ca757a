"""What may have been meant by a mail that holds no order: asked back, never done by itself (mail notes 8).

`Did you mean 3 - Loki up, Sif below?` is answered by `yes`. That does it as if the number had been written, bound to
the very question that was open then: when it is answered, or asked anew, or its list has another line there, the yes
does nothing and its writer is told.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING
from uuid import UUID

from django.utils import timezone

from asgard_pbem.mail.answering import pending
from asgard_pbem.mail.messages import Item
from asgard_pbem.mail.models import Pending
from asgard_pbem.mail.reading.grammar.commands import Sheet, speaks_of_absence
from asgard_pbem.tables import services
from asgard_pbem.tables.models import Game
from asgard_pbem.tables.reading import history
from engine.core.contract import Desk
from engine.core.decisions import Decision
from engine.core.grammar.text import fold, fold_order
from engine.table import registry
from engine.table.reading import guessing
from engine.table.reading.guessing import MEANT
from engine.table.reading.wished import wished

if TYPE_CHECKING:
    from asgard_pbem.mail.answering.work import Work, Writer

MOST_LINES = 12  # of a mail, in which a number is looked for
_OK = re.compile(r"ok #?[0-9]")


def ask(work: Work) -> tuple[Item, ...]:
    """Of a mail that holds no order: what it may mean, if the list has one such answer; that question is noted.

    Else what an answer looks like, or that none is wanted; of an absence without a day, how one is said.
    """
    if work.writer.game is None or work.writer.seat is None or len(work.refused) != 1 or work.parts:
        return ()
    why = work.refused[0].why
    right = str(why.params.get("right", "")) if why.code == MEANT else ""
    if not right and (why.code != "no_order" or work.reason != "no_orders"):
        return ()
    if not right and speaks_of_absence(work.refused[0].text):
        return (Item(code="no_span"),)
    game, seat = work.writer.place
    desk = _desk(game.pk, seat)
    asked = desk.asked() if desk is not None else None
    if desk is None or asked is None:
        return (*_led_on(work), Item(code="nothing_asked")) if desk is not None else ()
    found = {right: ""} if right else {} if _is_turn(work, game) else _guessed(work, game, desk)
    if not found:
        return (*_led_on(work), _example(work, game, desk, asked), *_told_instead(work))
    if len(found) > 1:
        return (Item(code="send_one", params={"answers": [list(one) for one in found.items()]}), *_told_instead(work))
    return (*_asked_back(work, game, desk, *next(iter(found.items()))), *_told_instead(work))


def _told_instead(work: Work) -> tuple[Item, ...]:
    """How one asks what something is, where the line is a question: no offer to play it answers that."""
    if _led_on(work):
        return ()
    text = work.refused[0].text.strip()
    asks = text.endswith("?") and not any(map(str.isdigit, text))
    return (Item(code="question_of_rules"),) if asks else ()


def _led_on(work: Work) -> tuple[Item, ...]:
    """The word for what a mail of prose seems to wish: to leave, more time, to know how things stand."""
    wish = _wish(work)
    return (Item(code=wish),) if wish else ()


def wishes_to_get_up(work: Work) -> tuple[Item, ...]:
    """The word for it, at a table that has not begun: what else is wished there its list of seats tells."""
    return (Item(code="wish_get_up"),) if _wish(work) == "wish_leave" else ()


def _wish(work: Work) -> str:
    lines = [line for line in work.sheet.orders if line.strip()][:MOST_LINES]
    return wished(fold(" ".join(lines)))


def _example(work: Work, game: Game, desk: Desk, asked: Decision) -> Item:
    """What an order looks like that begins as theirs, else what an answer does."""
    notation, language = registry.game(game.key).notation, work.writer.player.language
    if order := guessing.like(fold_order(work.refused[0].text), desk, notation, language):
        return Item(code="order_like", params={"example": order})
    return Item(code="answer_like", params={"example": desk.menus(asked).example})


def _asked_back(work: Work, game: Game, desk: Desk, reply: str, said: str) -> tuple[Item, ...]:
    """Whether that was meant; noted with the very question for which it would be the answer."""
    about = _about(game, desk.seat, desk, reply)
    if not about:
        return ()
    work.meant = pending.ask(
        Pending.Kind.MEANT, work.writer.player, game_id=game.pk, seat=desk.seat, prompt=work.writer.prompt, reply=reply,
        about=about,
    ).pk  # fmt: skip
    return (Item(code="did_you_mean", params={"reply": reply, "said": said}),)


def _is_turn(work: Work, game: Game) -> bool:
    """Whether the line is orders for several actions, such as a plan: a word in one of them answers no question."""
    text = work.refused[0].text
    return ";" in text and registry.game(game.key).notation.sounds_like_order(fold_order(text))


def _guessed(work: Work, game: Game, desk: Desk) -> dict[str, str]:
    rules = registry.game(game.key)
    text = "\n".join([line for line in work.reply.text.split("\n") if line.strip()][:MOST_LINES])
    words = rules.words(work.writer.player.language, game.names)
    own = fold(work.writer.player.name)  # below a letter it is its writer, and no answer
    below = [line for line in work.sheet.orders[work.refused[0].line :][:MOST_LINES] if fold(line) not in {"", own}]
    return guessing.guessed(text, [work.refused[0].text, *below], desk, rules.notation, words, work.writer.listed)


def agreed(writer: Writer, sheet: Sheet) -> tuple[Sheet, UUID | None]:
    """`sheet` with the answer that was meant in the place of a yes to it, and what that yes settles.

    The sheet as it is, and None, where nothing of the sort waits or its question is no longer the same.
    """
    first = next((one for one in sheet.commands if one.name in {"yes", "no"}), None)
    if writer.subject is None or writer.game is None or writer.seat is None or first is None or first.name == "no":
        return sheet, None
    found = Pending.objects.filter(pk=writer.subject, kind=Pending.Kind.MEANT, player=writer.player).first()
    if found is None or not (_still_open(writer, found) or services.was_done(writer.game.pk, writer.cause)):
        return sheet, None
    orders = tuple(found.reply if at == first.line else line for at, line in enumerate(sheet.orders))
    return replace(sheet, commands=tuple(one for one in sheet.commands if one != first), orders=orders), found.pk


def answered_ok(writer: Writer, sheet: Sheet) -> Sheet:
    """`sheet` with `ok 3` as an answer of the open question's list, as in games without counsel.

    Where a proposal 3 stands it is meant of that, and where nothing is asked it can be meant of nothing else.
    """
    said = [one for one in sheet.commands if one.name == "endorse" and _OK.match(fold_order(one.text))]
    if not said or writer.game is None or writer.seat is None:
        return sheet
    desk = _desk(writer.game.pk, writer.seat)
    if desk is None or desk.asked() is None:
        return sheet
    stand = {proposal.number for proposal in desk.counsel or ()}
    answers = {one.line for one in said if int(one.args["number"]) not in stand}
    orders = tuple(sheet.lines[at] if at in answers else line for at, line in enumerate(sheet.orders))
    return replace(sheet, commands=tuple(one for one in sheet.commands if one.line not in answers), orders=orders)


def _still_open(writer: Writer, found: Pending) -> bool:
    game, seat = writer.place
    over = found.settled_at is not None or found.expires_at < timezone.now()
    if over or (found.game_id, found.seat) != (game.pk, seat):
        return False
    desk = _desk(game.pk, seat)
    return desk is not None and _about(game, seat, desk, found.reply) == found.about


def _about(game: Game, seat: int, desk: Desk, reply: str) -> str:
    """The name of the asking and of the answer, another as soon as either is; empty where it answers nothing."""
    asked = desk.asked()
    moves = guessing.moves_of(reply, desk, registry.game(game.key).notation) if asked is not None else ()
    if asked is None or not moves:
        return ""
    mark = history.mark_of(history.question_ids(game.pk, seat), asked)
    said = json.dumps([mark, *(move.model_dump(mode="json") for move in moves)], sort_keys=True)
    return hashlib.sha256(said.encode()).hexdigest()


def _desk(game_id: UUID, seat: int) -> Desk | None:
    try:
        return history.desk(game_id, seat)
    except registry.UnknownRules:
        return None
