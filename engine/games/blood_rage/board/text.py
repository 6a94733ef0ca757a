"""The board in letters, at most 72 columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.core.board import MARKS, own_first, wrapped
from engine.core.contract import Words
from engine.core.moves import Seat
from engine.games.blood_rage.data import FJORD_OF, PROVINCES, SLOTS, STATS, UNLIMITED
from engine.games.blood_rage.view import Province, View
from engine.games.blood_rage.words.status import RageWords


def text_board(view: View, words: Words) -> str:
    """Provinces with their fjords, then the clans, the viewer's own first."""
    assert isinstance(words, RageWords)
    lines = [words.stage(view), *(_province(view, words, place) for place in PROVINCES), ""]
    for seat in own_first(len(view.clans), view.viewer):
        lines += _clan(view, words, seat)
        if seat == view.viewer:
            lines += (f"  {label}: {cards}" for label, cards in words.own(view, seat))
    return "\n".join(wrapped(lines))


def short(codes: tuple[str, ...]) -> str:
    """`L W2`."""
    counts = Counter(codes)
    return " ".join(f"{code}{count if count > 1 else ''}" for code, count in counts.items())


def _province(view: View, words: RageWords, place: int) -> str:
    it = view.provinces[place]
    name = f"{it.code} {words.place(it.code)}"
    if it.destroyed:
        return f"{name:<17} {words._('destroyed')}"
    return f"{name:<17} {' | '.join(_notes(view, words, place, it))}"


def _notes(view: View, words: RageWords, place: int, it: Province) -> Iterator[str]:
    yield words._("pillaged") if it.pillaged else words.token(it.token)
    if it.empty < UNLIMITED // 2:
        yield words._("{count} empty").format(count=it.empty)
    yield from _figures(it)
    if FJORD_OF[place] >= 0:
        fjord = view.provinces[FJORD_OF[place]]
        ships = list(_figures(fjord))
        if ships:
            yield f"{fjord.code} {', '.join(ships)}"
    if it.code in view.doom[view.round - 1 :]:
        yield words._("doomed, Age {age}").format(age=view.doom.index(it.code) + 1)


def _figures(it: Province) -> Iterator[str]:
    for seat, codes in enumerate(it.figures):
        if codes:
            yield f"{MARKS[seat]}: {short(codes)}"


def _clan(view: View, words: RageWords, seat: Seat) -> list[str]:
    clan = view.clans[seat]
    stats = ", ".join(f"{words.stat(stat)} {value}" for stat, value in zip(STATS, clan.values, strict=True))
    text = words._("{mark} {name} ({clan}): Glory {glory}, Rage {rage}; stats {stats}")
    lines = [
        text.format(
            mark=MARKS[seat],
            name=words.seat(seat),
            clan=words.clan(seat),
            glory=clan.glory,
            rage=clan.rage,
            stats=stats,
        )
    ]
    upgrades = [f"{slot} {words.card(code)}" for slot, code in zip(SLOTS, clan.sheet, strict=True) if code]
    if upgrades:
        lines.append("  " + words._("Upgrades: {cards}").format(cards=", ".join(upgrades)))
    text = words._("Cards {hand}, quests {quests}; reserve {reserve}; Valhalla {valhalla}")
    lines.append(
        "  "
        + text.format(
            hand=len(clan.hand), quests=len(clan.quests), reserve=short(clan.reserve) or "-",
            valhalla=short(clan.valhalla) or "-",
        )
    )  # fmt: skip
    return lines
