"""The board in letters, at most 72 columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator

from engine.core.board import MARKS, own_first, wrapped
from engine.core.contract import Words
from engine.core.moves import Seat
from engine.games.blood_rage.board.labels import Labels
from engine.games.blood_rage.data import (
    FJORD_OF,
    LAST_STEP,
    OUTER,
    PLACE,
    PLACES,
    PROVINCES,
    REGION,
    SLOTS,
    STATS,
    SUPPORTS,
    UNLIMITED,
    YGGDRASIL,
)
from engine.games.blood_rage.moves import BattleCard
from engine.games.blood_rage.rules.strength import totals
from engine.games.blood_rage.rules.touched import figure, upgrade
from engine.games.blood_rage.view import Fray, Province, View
from engine.games.blood_rage.words.status import RageWords

DISCARDS = 12  # the latest: as many as a picture has room for


def text_board(view: View, words: Words) -> str:
    """Provinces with their fjords, a battle, then the clans, the viewer's own first."""
    assert isinstance(words, RageWords)
    labels = Labels(words)
    lines = [labels.stage(view), *(_province(view, words, labels, place) for place in PROVINCES), ""]
    if view.fray is not None:
        lines += [*_fray(view, view.fray, words), ""]
    for seat in own_first(len(view.clans), view.viewer):
        lines += _clan(view, words, seat)
        if seat == view.viewer:
            lines += (f"  {label}: {cards}" for label, cards in words.own(view, seat))
    if view.discards:
        lines += ["", f"{labels.discard} ({len(view.discards)}): {words.cards(view.discards[::-1][:DISCARDS])}"]
    if any("*" in line for line in lines):
        lines += ["", words._("* changed by the last move")]
    return "\n".join(wrapped([*lines, "", *_legend(words)]))


def _legend(words: RageWords) -> Iterator[str]:
    """What letters and codes stand for, and who borders whom."""
    yield words._(
        "How to read it: a line has a province, what pillaging it brings, its empty villages, whose figures stand "
        "there and how strong they are."
    )
    figures = ", ".join(f"{code} {words.figure(code)}" for code in ("L", "W", "S"))
    yield words._("{figures}; [1] on which of its {steps} steps a stat stands").format(figures=figures, steps=LAST_STEP)
    fjords = (f"{PLACES[fjord]} {PLACES[one]}+{PLACES[other]}" for fjord, (one, other) in SUPPORTS.items())
    yield words._("Fjords: {each}").format(each=", ".join(fjords))
    regions = Labels(words).regions
    named = ((regions[one], [PLACES[at] for at in PROVINCES if REGION[at] == one]) for one in regions if one)
    yield words._("Regions: {each}").format(each="; ".join(f"{name} {' '.join(codes)}" for name, codes in named))
    text = words._("Neighbours stand one below the other in the list, {last} borders {first}, {centre} borders all.")
    yield text.format(last=PLACES[OUTER[-1]], first=PLACES[OUTER[0]], centre=PLACES[YGGDRASIL])


def short(codes: tuple[str, ...], touched: Container[str] = ()) -> str:
    """`L W2*`; the star for what the last move brought."""
    counts = Counter(codes)
    return " ".join(f"{code}{n if n > 1 else ''}{'*' if code in touched else ''}" for code, n in counts.items())


def _province(view: View, words: RageWords, labels: Labels, place: int) -> str:
    it = view.provinces[place]
    name = f"{it.code}{'*' if it.code in view.touched else ''} {words.place(it.code)}"
    if it.destroyed:
        return f"{name:<17} {words._('destroyed')}"
    return f"{name:<17} {' | '.join(_notes(view, words, labels, place, it))}"


def _notes(view: View, words: RageWords, labels: Labels, place: int, it: Province) -> Iterator[str]:
    yield words._("pillaged") if it.pillaged else words.token(it.token)
    if it.empty < UNLIMITED // 2:
        yield words._("{count} empty").format(count=it.empty)
    yield from _figures(view, it)
    if FJORD_OF[place] >= 0:
        fjord = view.provinces[FJORD_OF[place]]
        ships = list(_figures(view, fjord))
        if ships:
            yield f"{fjord.code} {', '.join(ships)}"
    strong = [f"{MARKS[seat]}{count}" for seat, count in enumerate(it.strength) if count]
    if strong:
        yield labels.each_strength(strong)
    if it.code in view.doom[view.round - 1 :]:
        yield words._("doomed, Age {age}").format(age=view.doom.index(it.code) + 1)


def _figures(view: View, it: Province) -> Iterator[str]:
    for seat, codes in enumerate(it.figures):
        if codes:
            touched = {code for code in codes if figure(seat, code, it.code) in view.touched}
            yield f"{MARKS[seat]}: {short(codes, touched)}"


def _fray(view: View, fray: Fray, words: RageWords) -> Iterator[str]:
    """Who fights with how much; what lies open, and the viewer's own card where it lies face down."""
    text = words._("{place}: pillaged by {name}")
    yield text.format(place=words.place(fray.province), name=words.seat(fray.pillager))
    there = view.provinces[PLACE[fray.province]].strength
    sums = totals(fray.strengths, fray.plus) if any(fray.played) else ()
    for seat in fray.fighters or [seat for seat, strength in enumerate(there) if strength]:
        at = fray.fighters.index(seat) if fray.fighters else -1
        strength = fray.strengths[at] if fray.fighters else there[seat]
        parts = [words._("{name}: strength {strength}").format(name=words.seat(seat), strength=strength)]
        if fray.fighters:
            parts += (_open(words, *one) for one in zip(fray.played[at], fray.plus[at], strict=True))
        if seat == view.viewer and isinstance(view.answer, BattleCard):
            parts.append(words._("laid face down: {card}").format(card=words.coded(view.answer.card)))
        if sums:
            parts.append(words._("total {total}").format(total=sums[at]))
        yield f"  {MARKS[seat]} {'; '.join(parts)}"


def _open(words: RageWords, code: str, plus: int | None) -> str:
    """`Tyr's Smite +5`."""
    return words.card(code) if plus is None else f"{words.card(code)} +{plus}"


def _upgrade(words: RageWords, slot: str, code: str) -> str:
    """Of a monster its code too: by that it stands in provinces, in the reserve and in Valhalla."""
    return f"{words.card(code)} ({code})" if slot.startswith("m") else words.card(code)


def _clan(view: View, words: RageWords, seat: Seat) -> list[str]:
    clan = view.clans[seat]
    raised = zip(STATS, clan.values, clan.steps, strict=True)  # the last two steps are worth alike until the end
    stats = ", ".join(f"{words.stat(stat)} {value}[{step}]" for stat, value, step in raised)
    text = words._("{mark} {name} ({clan}): Glory {glory}, Rage {rage}")
    lines = [
        text.format(mark=MARKS[seat], name=words.seat(seat), clan=words.clan(seat), glory=clan.glory, rage=clan.rage),
        "  " + words._("Stats: {stats}").format(stats=stats),
    ]
    upgrades = [
        f"{slot} {_upgrade(words, slot, code)}{'*' if upgrade(seat, code) in view.touched else ''}"
        for slot, code in zip(SLOTS, clan.sheet, strict=True)
        if code
    ]
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
