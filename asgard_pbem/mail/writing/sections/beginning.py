"""Who has never played a game to its end is told in the first mail of one what it is about, and where its rules are."""

from __future__ import annotations

from django.utils.translation import gettext as _

from asgard_pbem.mail.writing import phrases
from asgard_pbem.mail.writing.letter import Group, Link, Section
from asgard_pbem.mail.writing.scene import Scene
from asgard_pbem.mail.writing.sections.manual import five_minutes
from asgard_pbem.tables.models import Game
from engine.core.menu import Lines
from engine.table.saying import read_out

NOTHING = "0"  # the number by which one passes, ends a turn or does no more


def first_game(one: Scene, groups: tuple[Group, ...]) -> Section | None:
    """What one wants, how points come, what the letters mean, and a worked answer; None for who has ended such a game.

    To be asked for the first mail of a game only.
    """
    ended = Game.objects.filter(key=one.game.key, status=Game.Status.OVER, holders__player=one.player)
    lines = five_minutes(one.table.game, one.game.options, one.words.language)
    if not lines or ended.exists():
        return None
    link = Link(_("All the rules"), phrases.rules_url(one.game.key))
    return Section(_("Your first game of it: in five minutes"), items=(*lines, *_worked(one, groups)), more=link)


def _worked(one: Scene, groups: tuple[Group, ...]) -> tuple[str, ...]:
    """What the shortest answer would do: the first of the menu that is a whole one and does something.

    Of lines that all lead on it is the first behind them, called by its order: its number is not shown yet.
    """
    group = next(iter(groups), None)
    first = next(iter(group.choices), None) if group is not None else None
    if group is None or first is None or group.form != "lines" or not first.url:
        return ()
    whole = (choice for choice in group.choices if not (choice.leads or choice.depth or choice.reply == NOTHING))
    found = next(((choice.reply, choice.text) for choice in whole), None) or _behind(one)
    if found is None:
        return ()
    told = {"reply": phrases.quoted(found[0]), "text": found[1]}
    return (_("A first answer may be as short as %(reply)s: %(text)s.") % told,)


def _behind(one: Scene) -> tuple[str, str] | None:
    desk = one.desk()
    asked = desk.asked()
    menu = desk.menus(asked) if asked is not None else None
    if not isinstance(menu, Lines):
        return None
    found = next(((reply, move) for reply, _option, move in menu.leaves() if reply != NOTHING), None)
    if found is None:
        return None
    order = one.table.game.notation.write(found[1], one.words.language, desk)
    return order, read_out(menu, found[0], one.words, desk.view)
