"""Examples of orders: of what the reader may do now, with what the reader has."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.decisions import Decision
from engine.core.moves import Seat
from engine.games.blood_rage.data import BY_CODE, FJORD_OF, HORNS, LAST_STEP, PICKS, PROVINCES, STATS
from engine.games.blood_rage.orders.grammar import GRAMMAR
from engine.games.blood_rage.orders.notation import of_battles
from engine.games.blood_rage.view import UNKNOWN, Clan, Province, View
from engine.games.blood_rage.words.speech import RageSpeech


class Showing(RageSpeech):
    """Examples of answers and of plans."""

    def examples(self, decision: Decision, view: View) -> list[str]:
        """How one may answer: legal right now."""
        clan, kind = view.clans[decision.seat], decision.kind
        best = next(iter((*_fighting(clan), *clan.hand)), "")
        fixed = {
            "draft": f"draft {' '.join(view.pack[: PICKS[len(view.clans)]])}",
            "card": f"card {best}", "keep": f"keep {best}",
            "call": "call pass", "late": "late none", "protect": "protect none",
            "prowess": "prowess none", "volur": "volur yes", "blessing": "blessing no", "hammers": "hammers none",
        }  # fmt: skip
        if kind in fixed:
            return [self._in_words(fixed[kind])]
        if kind == "action":
            return [self._in_words(line) for line in _actions(decision.seat, view)]
        if kind == "stat":
            barred = dict(decision.about)["barred"]
            steps = zip(STATS, clan.steps, strict=True)
            stat = next(stat for stat, at in steps if stat != barred and at < LAST_STEP)
            return [self._in_words(f"stat {stat}")]
        return []

    def plan_examples(self, decision: Decision, view: View) -> list[tuple[str, str]]:
        """Standing orders that are useful now, of cards and figures that the reader has."""
        hand = _fighting(view.clans[decision.seat])
        if decision.kind == "draft":
            text = self._("for the whole draft of this Age: of each pack the first of these, else a strong battle card")
            return [(self._in_words(f"draft rank {' '.join(dict.fromkeys(view.pack[:5]))} any"), text)]
        if decision.kind == "action":
            return list(self._of_a_turn(decision.seat, view, hand))
        if decision.kind == "card":
            return list(self._in_a_battle(hand))
        if decision.kind == "call":
            found = [(self._in_words("call none"), self._("stay out of this battle, and be asked no more in it"))]
            if hand:
                found.append((self._in_words(_for_a_battle(hand)), self._("if it comes to a battle")))
            return found
        return []

    def _in_a_battle(self, hand: list[str]) -> Iterator[tuple[str, str]]:
        late = [code for code in dict.fromkeys(hand) if BY_CODE[code].is_late]
        if late and len(hand) > 1:
            text = self._("to add it when the cards are turned: whoever is asked then has what is left of this time")
            yield self._in_words(f"late {late[0]} if wins"), text

    def _of_a_turn(self, seat: Seat, view: View, hand: list[str]) -> Iterator[tuple[str, str]]:
        quest = next((code for code in view.clans[seat].hand if code != UNKNOWN and BY_CODE[code].kind == "quest"), "")
        place = next((one.code for one in view.provinces if _room(one)), "")
        if quest:
            yield self._in_words(f"then quest {quest}"), self._("in your next turn")
        elif "W" in view.clans[seat].reserve and place:
            line = f"then if unpillaged {place}: invade W {place}"
            yield self._in_words(line), self._("in your next turn, unless it has been pillaged by then")
        home = next((it.code for it in view.provinces if it.token and it.figures[seat] and not it.pillaged), "")
        if hand and home:
            text = self._("if {place} is pillaged, whoever does it").format(place=self.place(home))
            yield of_battles(home, self._in_words(_for_a_battle(hand)), self.language), text
        orders = "call none" + (f"; card {hand[-1]}" if hand else "")
        text = self._("in any other battle of this Age") if hand and home else self._("in any battle of this Age")
        yield of_battles("", self._in_words(orders), self.language), text
        yield (
            self._in_words("stats axes horns rage"),
            self._("whenever you raise a stat, the first of these that can be raised"),
        )

    def _in_words(self, line: str) -> str:
        """The parts of an order in the reader's own words."""
        return "; ".join(GRAMMAR.write(GRAMMAR.read(part), self.language) for part in line.split("; "))


def _actions(seat: Seat, view: View) -> Iterator[str]:
    """An invasion, a pillage, and to pass."""
    clan = view.clans[seat]
    place = next((one.code for one in view.provinces if _room(one)), "")
    if place and clan.on_board < clan.values[HORNS]:
        if "L" in clan.reserve:
            yield f"invade L {place}"
        elif "W" in clan.reserve and clan.rage >= 2:  # what the dearest Warriors cost
            yield f"invade W {place}"
    there = next((one for one in PROVINCES if _within_reach(view, seat, one)), None)
    if there is not None:
        yield f"pillage {view.provinces[there].code}"
    yield "pass"


def _room(it: Province) -> bool:
    """Whether figures can come there from the reserve, and there is something to be had."""
    return bool(it.token) and it.code != "YGG" and it.empty > 0 and not (it.destroyed or it.pillaged)


def _within_reach(view: View, seat: Seat, place: int) -> bool:
    """Whether the clan can pillage it."""
    it, fjord = view.provinces[place], FJORD_OF[place]
    mine = it.figures[seat] or (fjord >= 0 and view.provinces[fjord].figures[seat])
    return bool(mine) and not (it.pillaged or it.destroyed)


def _for_a_battle(hand: list[str]) -> str:
    """The strongest card; those that may come late are kept for that, where there is another."""
    late = [code for code in hand if BY_CODE[code].is_late]
    first = next((code for code in hand if code not in late), hand[0])
    rest = " ".join(code for code in dict.fromkeys(late) if code != first)
    return f"card {first}; late {rest} if wins" if rest else f"card {first}"


def _fighting(clan: Clan) -> list[str]:
    """The battle cards of a hand, the strongest first."""
    cards = [code for code in clan.hand if code != UNKNOWN and BY_CODE[code].kind == "battle"]
    return sorted(cards, key=lambda code: -BY_CODE[code].plus)
