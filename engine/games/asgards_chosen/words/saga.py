"""What belongs together is told together: who comes to a battle, what each side plays there, and what comes of it.

And each thing after what brought it about, whatever came to pass first by a hair's breadth.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise, zip_longest

from engine.core.happenings import Happening
from engine.core.speech import chapters
from engine.games.asgards_chosen import happenings as h
from engine.games.asgards_chosen.data import DESIGNS
from engine.games.asgards_chosen.happenings import clashes as c
from engine.games.asgards_chosen.words.log import Telling

ENDING = (
    c.BattleDecided, c.TerritoryTaken, c.LastMarkerStays, c.HeroVanquished, c.HeroStands, c.HeroRebuked,
    c.CardsReturned, c.EnemyRises,
)  # fmt: skip
# What a card that is played brings with it, if it is named as the cause.
BROUGHT = (h.CardsDrawn, h.CardsDiscarded, h.CardsBanished, h.CardTaken, h.CardsLookedAt, c.HeroMoved)
ABILITY = (c.AbilityUsed, c.AbilityBlocked, c.CardsWithheld, c.CardSetAside)
AFTERMATH = ("honor", "militia", "limit", "retreat", "won", "stand")  # causes of what happens at the end of a battle


class Saga(Telling):
    """Passages of the log."""

    def passages(self, happenings: Sequence[Happening]) -> Iterator[tuple[Happening, str]]:
        """See `Words.passages`: the coming, each side's cards and the end of a battle are one passage each."""
        spoken = [one for one in happenings if self.happening(one)]
        told = list(_in_order(_worth_telling(spoken)))
        honored = {id(one) for one, after in pairwise(told) if isinstance(one, h.PileShuffled) and _for_honor(after)}

        def chapter_of(one: Happening, before: str) -> str:
            return "ends" if id(one) in honored else _chapter(one, before)

        for chapter, run in chapters(told, chapter_of):
            if chapter:
                ordered = sorted(run, key=_late)
                yield ordered[0], " ".join(self._together(ordered))
            else:
                yield from super().passages(run)

    def _together(self, run: Sequence[Happening]) -> Iterator[str]:
        """In their order; cards that follow one another in one sentence, and totals without saying again who ends."""
        for fights, some in groupby(run, key=lambda one: isinstance(one, c.CardFights)):
            if fights:
                yield self._fights([one for one in some if isinstance(one, c.CardFights)])
                continue
            for one in some:
                yield self._totals(one) if isinstance(one, c.StepEnded) and one is not run[0] else self.happening(one)

    def _fights(self, cards: Sequence[c.CardFights]) -> str:
        texts = {"berserk": self._("{name} goes berserk: {cards}."), "late": self._("{name} plays late: {cards}.")}
        text = texts.get(cards[0].how) or self._("{name} plays {cards}.")
        said = ", ".join(map(self.fights, cards))
        return text.format(name=self.seat(cards[0].seat), cards=said)

    def _totals(self, it: c.StepEnded) -> str:
        return self._("Attack {attack}, defence {defence}.").format(attack=it.attack, defence=it.defence)


def _late(one: Happening) -> int:
    """What becomes of militia and who draws for honor is told last, though it comes before."""
    why = "honor" if isinstance(one, h.PileShuffled) else getattr(one, "why", "")
    return ("militia", "honor").index(why) + 1 if why in ("militia", "honor") else 0


def _for_honor(one: Happening) -> bool:
    return isinstance(one, h.CardsDrawn) and one.why == "honor"


def _in_order(told: Iterable[Happening]) -> Iterator[Happening]:
    """What is turned over, before what that has pushed out of the Barrows, and what has become of the creature deck."""
    pushed, decks = list[h.CardsBanished](), list[Happening]()
    for one in told:
        if isinstance(one, h.CardsBanished) and one.why == "barrows":
            pushed.append(one)
        elif isinstance(one, h.DeckRenewed) or (isinstance(one, h.EndTriggered) and one.why == "deck"):
            decks.append(one)
        else:
            if not isinstance(one, c.MilitiaRevealed):
                yield from _after(pushed, decks)
                pushed, decks = [], []
            yield one
    yield from _after(pushed, decks)


def _after(pushed: Sequence[h.CardsBanished], decks: Sequence[Happening]) -> Iterator[Happening]:
    """The cards in one sentence."""
    if pushed:
        yield replace(pushed[0], cards=tuple(card for one in pushed for card in one.cards))
    yield from decks


def _worth_telling(told: Sequence[Happening]) -> Iterator[Happening]:
    """All but phases in which nothing happened, and that an event which is no longer in force is banished."""
    told = [one for one, after in zip_longest(told, told[1:]) if not _idle(one, after)]
    for at, one in enumerate(told):
        passed_over = isinstance(one, h.PhaseBegan) and at + 1 < len(told) and isinstance(told[at + 1], h.PhaseBegan)
        said_before = isinstance(one, h.CardsBanished) and one.why == "keeper"
        if not passed_over and not said_before:
            yield one


def _idle(one: Happening, after: Happening | None) -> bool:
    """Whether partners could appease a god, and did not."""
    return isinstance(one, h.TurnsOver) and isinstance(after, h.PhaseBegan)


def _chapter(one: Happening, before: str) -> str:
    """What a happening belongs to. A step ends with its totals: what is played next is another one."""
    playing = before.startswith("plays")
    if isinstance(one, c.CardFights):
        return f"plays {one.seat} {one.how}"
    if isinstance(one, c.BattleBegan) or (isinstance(one, c.MilitiaRevealed) and one.what != "berserk"):
        return "comes"
    if isinstance(one, ABILITY) or (isinstance(one, BROUGHT) and one.why in DESIGNS and playing):
        return before if playing else ""
    if isinstance(one, c.StepEnded):
        return before if before.startswith(f"plays {one.seat} ") else ""
    why = getattr(one, "why", "")
    ends = isinstance(one, ENDING) or (why in AFTERMATH and (before == "ends" or why in ("honor", "militia")))
    return "ends" if ends else ""
