"""The sections a player asked for: status, board, history, replay, rules, help, plans, games, the menu again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from django.utils.translation import gettext as _

from asgard_pbem.mail.messages import Answer, Receipt
from asgard_pbem.mail.writing import scene
from asgard_pbem.mail.writing.letter import Section
from asgard_pbem.mail.writing.phrases import game_url
from asgard_pbem.mail.writing.scene import Scene
from asgard_pbem.mail.writing.sections import counsel, help_text, own_games
from asgard_pbem.mail.writing.sections.manual import topic
from asgard_pbem.mail.writing.sections.seating import invited, table_news, welcome
from asgard_pbem.tables.models import Game, Invitation, Memo, Player
from asgard_pbem.tables.reading import history, memos, telling
from asgard_pbem.tables.reading.eyes import Entry
from engine.core.happenings import Happening
from engine.core.moves import Seat

ANSWERS_AT_MOST = 20  # sections of a receipt
MEMOS_AT_MOST = 60
HISTORY_AT_MOST = 60  # lines of a history by mail; the web has all


def sections(data: Receipt, one: Scene | None, player: Player) -> list[Section]:
    """All that was asked for, in the order of asking, each once: a mail of a hundred `help` gets one help."""
    found: list[Section] = []
    for answer in tuple(dict.fromkeys(data.answers))[:ANSWERS_AT_MOST]:
        game = Game.objects.filter(pk=answer.game).first() if answer.game is not None else None
        there = one if game is None or (one and one.game.pk == game.pk) else scene.scene(game, answer.seat, player)
        found += _one(answer, there, player)
    return found


def _one(answer: Answer, one: Scene | None, player: Player) -> list[Section]:
    anywhere: dict[str, Callable[[Answer, Scene | None, Player], list[Section]]] = {
        "help": _help,
        "rules": _rules,
        "games": lambda _answer, _one, player: own_games.sections(player),
        "welcome": lambda *_: welcome.sections(),
        "invitation": lambda answer, *_: _invitation(answer),
    }
    if answer.kind == "table" and answer.game is not None:
        return _table(answer, player)
    if answer.kind in anywhere:
        return anywhere[answer.kind](answer, one, player)
    if one is not None and not history.may_look_as(one.game, player, one.seat):
        return [Section("", (_("This table is private, and you do not sit at it any more."),))]
    if answer.kind == "memos" and one is not None:
        return _memos(one)
    if one is None or one.table.state is None:
        return [Section("", (_("That game has not begun yet."),)), *_own_table(answer, player)]
    at_table: dict[str, Callable[[Answer, Scene], list[Section]]] = {
        "status": _status,
        "board": _board,
        "history": _history,
        "replay": _replay,
        "plans": _plans,
        "menu": _menu,
    }
    return at_table[answer.kind](answer, one)


def _own_table(answer: Answer, player: Player) -> list[Section]:
    """The same for who sits there, and for nobody else."""
    game = answer.game
    sits = game is not None and Game.objects.filter(pk=game, holders__player=player).exists()
    return _table(answer, player) if sits else []


def _table(answer: Answer, player: Player) -> list[Section]:
    """Who sits at a table that waits for people, and how its seats are filled."""
    game = Game.objects.filter(pk=answer.game).first() if answer.game is not None else None
    return table_news.sections(game, player) if game is not None else []


def _invitation(answer: Answer) -> list[Section]:
    offer = Invitation.objects.select_related("by", "game").filter(pk=answer.topic).first()
    return [Section(invited.table(offer), invited.about(offer))] if offer is not None else []


def _status(answer: Answer, one: Scene) -> list[Section]:
    waiting = scene.waiting(one)
    facts = tuple(one.words.status(one.view))
    return [Section(_("How things stand"), facts=facts), *([waiting] if waiting else []), *counsel.sections(one)]


def _board(answer: Answer, one: Scene) -> list[Section]:
    return [Section(_("The board"), picture=scene.picture(one))]


def _history(answer: Answer, one: Scene) -> list[Section]:
    told = [
        (faces, f"{entry.number}. {' '.join(text)}")
        for entry in history.history(one.game.id, one.seat)
        for faces, text in _texts_of(entry, one)
        if text
    ]
    unseen = [one.seat is not None and _chosen_unseen(faces, one.seat) for faces, _line in told]
    opened = max((at for at, (faces, _line) in enumerate(told) if faces and not unseen[at]), default=-1)
    lines = [line for at, (_faces, line) in enumerate(told) if at > opened or not unseen[at]]  # as in the news
    left = len(lines) - HISTORY_AT_MOST
    note = (_("The %(count)d moments before these: %(url)s") % {"count": left, "url": game_url(one.game.id)},)
    return [
        Section(_("What happened so far"), paragraphs=note if left > 0 else (), items=tuple(lines[-HISTORY_AT_MOST:])),
        Section("", (_("To see the board after one of these, answer: replay and its number."),)),
    ]


def _texts_of(entry: Entry, one: Scene) -> Iterator[tuple[Sequence[Happening], tuple[str, ...]]]:
    """What happened at a moment and unseen after it: the happenings, and their sentences as the page's log has them."""
    said = telling.sentences(entry.faces, entry, one.words) or telling.told(entry, one.words)
    yield entry.faces, tuple(map(telling.taken_back, said)) if entry.undone else said
    for note in entry.notes:
        yield note.news, telling.sentences(note.news, entry, one.words)


def _chosen_unseen(faces: Sequence[Happening], seat: Seat) -> bool:
    """Whether all of it is that others chose, and not yet what: the line that opens it says more."""
    return bool(faces) and all(face.role == "choice" and getattr(face, "seat", seat) != seat for face in faces)


def _replay(answer: Answer, one: Scene) -> list[Section]:
    moment = answer.moment or 0
    if not 1 <= moment <= one.game.moment:
        return [Section("", (_("There is no moment %(moment)d in this game yet.") % {"moment": moment},))]
    then = scene.scene(one.game, one.seat, one.player, moment)
    title = _("Moment %(moment)d, as you could see it") % {"moment": moment}
    told = history.history(one.game.id, one.seat, since=moment - 1, upto=moment)
    items = tuple(text for entry in told for _face, text in one.words.passages(entry.faces))
    if then.table.state is None:
        return [Section(title, (_("The game had not begun."),))]
    link = game_url(one.game.id, moment)
    return [
        Section(title, (link,), facts=tuple(then.words.status(then.view)), items=items, picture=scene.picture(then))
    ]


def _plans(answer: Answer, one: Scene) -> list[Section]:
    found = scene.standing(one, one.desk()) if one.seat is not None else None
    return [found or Section(_("Your standing orders"), (_("None."),))]


def _menu(answer: Answer, one: Scene) -> list[Section]:
    """The list itself stands in the place of a prompt's menu."""
    asked = one.desk().asked() if one.seat is not None else None
    return [] if asked is not None else [Section("", (_("Nothing waits for you just now."),))]


def _memos(one: Scene) -> list[Section]:
    """The reader's own notes, each with its number; nobody else is ever sent them."""
    found = memos.memos(one.game.id, one.player)
    items = tuple(_memo_line(memo) for memo in found[-MEMOS_AT_MOST:]) or (_("None."),)
    left = len(found) - MEMOS_AT_MOST
    rest = (_("More of them stand on the page of the table: %(url)s") % {"url": game_url(one.game.id)},)
    return [Section(_("Your notes"), paragraphs=rest if left > 0 else (), items=items, told=True)]


def _memo_line(memo: Memo) -> str:
    where = _("moment %(moment)d") % {"moment": memo.moment} if memo.moment is not None else _("the table")
    return f"{memo.number} ({where}): {memo.text}"


def _rules(answer: Answer, one: Scene | None, player: Player) -> list[Section]:
    return topic(one.table.game if one is not None else None, answer.topic, player.language)


def _help(answer: Answer, one: Scene | None, player: Player) -> list[Section]:
    return help_text.sections(one)
