"""What belongs together is told together: a battle as a battle, who fell in Ragnarök, who gained what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from engine.core.happenings import Happening
from engine.core.moves import Seat
from engine.core.speech import chapters
from engine.games.blood_rage import happenings as h
from engine.games.blood_rage.data import STATS
from engine.games.blood_rage.words.log import Telling

Gain = h.GloryGained | h.RageGained | h.StatRaised
GAINS = (h.GloryGained, h.RageGained, h.StatRaised)
# What belongs to a battle, or follows a pillage.
BATTLE = (
    h.CardsRevealed, h.TextsCancelled, h.LateCardAdded, h.BattleDecided, h.CardsReturned, h.CardsDiscarded,
    h.CardsStolen, h.ProvincePillaged, h.LeaderMoved,
)  # fmt: skip
MERCY = (h.FiguresSaved, h.WitchRetreated)  # beside whatever destroys
END = frozenset({*STATS, "TCO"})  # what pays when the last Age is over


class Saga(Telling):
    """Passages of the log."""

    def passages(self, happenings: Sequence[Happening]) -> Iterator[tuple[Happening, str]]:
        """See `Words.passages`: a battle is one, with those who fell and what each gained at its end."""
        spoken = [one for one in happenings if self.happening(one)]  # a veil that falls between two beats is none
        for chapter, run in chapters(spoken, _chapter):
            if chapter:
                yield run[0], " ".join(self._together(run))
            else:
                yield from super().passages(run)

    def _together(self, run: Sequence[Happening]) -> Iterator[str]:
        """In their order; the fallen once for each cause and the returned once, where the first is, all gains last."""
        gains = [one for one in run if isinstance(one, GAINS)]
        back = [one for one in run if isinstance(one, h.ValhallaReleased)]
        told = set[str]()
        for one in run:
            if isinstance(one, h.FiguresDestroyed):
                if one.why not in told:
                    told.add(one.why)
                    fallen = [other for other in run if isinstance(other, h.FiguresDestroyed) and other.why == one.why]
                    yield self._fallen(fallen)
            elif isinstance(one, h.ValhallaReleased):
                if one is back[0]:
                    yield self._returned(back)
            elif not isinstance(one, GAINS):
                yield self.happening(one)
        if gains:
            yield self._gained(gains)

    def _fallen(self, lost: Sequence[h.FiguresDestroyed]) -> str:
        if len(lost) == 1:
            return self.happening(lost[0])
        each = [
            f"{self.seat(seat)}: {', '.join(f'{self.figures(one.figures)} ({self.place(one.place)})' for one in those)}"
            for seat, those in _by_seat(lost)
        ]
        return self._("Fallen by {why}. {each}.").format(why=self.why(lost[0].why), each="; ".join(each))

    def _gained(self, told: Sequence[Gain]) -> str:
        gains = _summed(_again(told))
        if len(gains) == 1:
            return self.happening(gains[0])
        each = [f"{self.seat(seat)}: {', '.join(map(self._gain, those))}" for seat, those in _by_seat(gains)]
        lost = any(not isinstance(one, h.StatRaised) and _count(one) < 0 for one in gains)
        text = self._("Gained and lost. {each}.") if lost else self._("Gained. {each}.")
        return text.format(each="; ".join(each))

    def _gain(self, one: Gain) -> str:
        if isinstance(one, h.StatRaised):
            return self._("{stat} {value} ({why})").format(
                stat=self.stat(one.stat), value=one.value, why=self.why(one.why)
            )
        count = _count(one)
        text = self._("{count} Glory ({why})") if isinstance(one, h.GloryGained) else self._("{count} Rage ({why})")
        return text.format(count=f"+{count}" if count >= 0 else f"−{-count}", why=self.why(one.why))

    def _returned(self, back: Sequence[h.ValhallaReleased]) -> str:
        if len(back) == 1:
            return self.happening(back[0])
        each = "; ".join(f"{self.seat(one.seat)}: {self.figures(one.figures)}" for one in back)
        return self._("Back from Valhalla. {each}.").format(each=each)


def _again(gains: Iterable[Gain]) -> Iterator[Gain]:
    """A token pays a thing once: what a pillage brings a second time the Frost Giant has taken (R10.9)."""
    paid = set[str]()
    for one in gains:
        thing = one.stat if isinstance(one, h.StatRaised) else one.kind
        yield replace(one, why="FRO") if one.why == "token" and thing in paid else one
        if one.why == "token":
            paid.add(thing)


def _summed(gains: Iterable[Gain]) -> list[Gain]:
    """What comes again and again for one reason (a province that falls, and its fjord), in one."""
    found: dict[Any, Gain] = {}
    for one in gains:
        key = id(one) if isinstance(one, h.StatRaised) else (one.kind, one.seat, one.why)
        before = found.get(key)
        if isinstance(one, h.GloryGained) and isinstance(before, h.GloryGained):
            found[key] = replace(one, glory=before.glory + one.glory)
        elif isinstance(one, h.RageGained) and isinstance(before, h.RageGained):
            found[key] = replace(one, rage=before.rage + one.rage)
        else:
            found[key] = one
    return list(found.values())


def _count(one: h.GloryGained | h.RageGained) -> int:
    return one.glory if isinstance(one, h.GloryGained) else one.rage


def _chapter(one: Happening, before: str) -> str:
    """What a happening belongs to; gains and mercy belong to what they follow, if Ragnarök or the end has not begun."""
    if isinstance(one, GAINS):
        return "end" if one.why in END and before in ("ragnarok", "valhalla", "end") else before or "gains"
    if isinstance(one, MERCY):
        return "ragnarok" if before == "quests" else before or "battle"
    if isinstance(one, h.ProvinceDestroyed) or (isinstance(one, h.FiguresDestroyed) and one.why == "ragnarok"):
        return "ragnarok"
    if isinstance(one, h.FiguresDestroyed | h.QuestsRevealed | h.ValhallaReleased):
        return {h.QuestsRevealed: "quests", h.ValhallaReleased: "valhalla"}.get(type(one), "battle")
    return "battle" if isinstance(one, BATTLE) else ""


class _OfSeat(Protocol):
    seat: Seat


T = TypeVar("T", bound=_OfSeat)


def _by_seat(told: Iterable[T]) -> Iterator[tuple[Seat, list[T]]]:
    """Those of each seat, in the order in which seats come first."""
    found: dict[Seat, list[T]] = {}
    for one in told:
        found.setdefault(one.seat, []).append(one)
    yield from found.items()
