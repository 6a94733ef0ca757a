"""The end of a game: who came where, what brought the points or who did what, and where it can be seen again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from uuid import UUID

from django.utils.translation import gettext as _

from asgard_pbem.mail.writing import phrases
from asgard_pbem.mail.writing.letter import Link, Section
from asgard_pbem.mail.writing.scene import Scene
from asgard_pbem.tables.reading import history, scoring
from engine.core.contract import Result
from engine.core.speech import isolated


def sections(one: Scene, found: Result) -> tuple[Section, ...]:
    """Ranking, sources, another game, the course of this one."""
    return (
        *_ranking(one, found),
        *_sources(one, found),
        _again(one),
        Section(
            _("See it again"),
            (_("Move by move from its first moment, now with everything that was hidden."),),
            more=Link(_("Watch the game"), phrases.game_url(one.game.id, 1)),
        ),
        Section("", (_("The seed of all chance is open now: the page says how each shuffle and roll is checked."),)),
    )


def _ranking(one: Scene, found: Result) -> tuple[Section, ...]:
    """Everybody by points, equals with one number; winners first where a tie was broken. None without points."""
    if found.scores is None:
        return ()
    scores = found.scores
    order = sorted(range(len(scores)), key=lambda seat: (seat not in found.winners, -scores[seat], seat))
    keys = [(seat not in found.winners, -scores[seat]) for seat in order]
    items = tuple(
        _("%(place)d. %(name)s: %(points)d")
        % {"place": keys.index(key) + 1, "name": one.words.seat(seat), "points": scores[seat]}
        for seat, key in zip(order, keys, strict=True)
    )
    return (Section(_("Ranking"), items=items, told=True),)


def _sources(one: Scene, found: Result) -> tuple[Section, ...]:
    """What brought points, as the page has it; of a game without points what each did for all."""
    if found.scores is None:
        facts, title, head = _deeds(one), _("Who did what"), _("What")
    else:
        title, head = _("Where the points came from"), _("Points for")
        facts = tuple((each.label, _each(one, each.points)) for each in scoring.sources(one.game, one.words))
    return (Section(title, facts=facts, heads=(head, _("Who, and how many")), told=True),) if facts else ()


def _deeds(one: Scene) -> tuple[tuple[str, str], ...]:
    sums: dict[str, list[int]] = defaultdict(lambda: [0] * one.game.seats)
    for entry in history.history(one.game.pk, one.seat):
        for face in entry.faces if not entry.undone else ():
            done = one.words.deed(face)
            if done is not None:
                seat, count, what = done
                sums[what][seat] += count
    return tuple((what, _each(one, counts)) for what, counts in sums.items())


def _each(one: Scene, counts: Sequence[int]) -> str:
    return ", ".join(f"{one.words.seat(seat)}: {count}" for seat, count in enumerate(counts) if count)


def _again(one: Scene) -> Section:
    first = dict[UUID | None, int]()  # seats of the other people, of whoever holds several once
    for holder in one.game.holders.exclude(player=None).exclude(player=one.player).order_by("seat"):
        first.setdefault(holder.player_id, holder.seat)
    others = [isolated(one.game.names[seat]) or phrases.numbered(seat) for seat in first.values()]
    text = _("Another game? Answer “again”: it opens the same table anew.")
    if others:
        text = _("Another game? Answer “again”: it opens the same table anew and invites %(names)s.") % {
            "names": ", ".join(others)
        }
    return Section(_("Another game"), (text,), told=True)
