"""Who has never played a game to its end is told in the first mail of one what it is about, and where its rules are."""

from __future__ import annotations

from django.utils.translation import gettext as _

from asgard_pbem.mail.writing import phrases
from asgard_pbem.mail.writing.letter import Group, Link, Section
from asgard_pbem.mail.writing.scene import Scene
from asgard_pbem.mail.writing.sections.manual import five_minutes
from asgard_pbem.tables.models import Game


def first_game(one: Scene, groups: tuple[Group, ...]) -> Section | None:
    """What one wants, how points come, what the letters mean, and a worked answer; None for who has ended such a game.

    To be asked for the first mail of a game only.
    """
    ended = Game.objects.filter(key=one.game.key, status=Game.Status.OVER, holders__player=one.player)
    lines = five_minutes(one.table.game, one.game.options, one.words.language)
    if not lines or ended.exists():
        return None
    link = Link(_("All the rules"), phrases.rules_url(one.game.key))
    return Section(_("Your first game of it: in five minutes"), items=(*lines, *_worked(groups)), more=link)


def _worked(groups: tuple[Group, ...]) -> tuple[str, ...]:
    """What the shortest answer would do: the first line of the menu that is a whole answer."""
    group = next(iter(groups), None)
    first = next((choice for choice in group.choices if not choice.leads), None) if group is not None else None
    if group is None or first is None or group.form != "lines" or not first.url:
        return ()
    told = {"reply": phrases.quoted(first.reply), "text": first.text}
    return (_("A first answer may be as short as %(reply)s: %(text)s.") % told,)
