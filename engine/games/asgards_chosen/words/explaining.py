"""What a question shows is explained: cards, lands and the words of the game, each where it first matters."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.decisions import Decision
from engine.games.asgards_chosen.data import DESIGNS, KIND, KINDS, TERRAINS, TILES, TOWN
from engine.games.asgards_chosen.data.names import CARDS
from engine.games.asgards_chosen.view import View
from engine.games.asgards_chosen.words import effects, gods, terms
from engine.games.asgards_chosen.words.speech import Speech

_TERMS = {
    "hero": ("tisch",), "god": ("favor", "appease", "renewal"), "charm": ("charm",),
    "campaign": ("militia", "rebuked"), "attack": ("bonus", "ability", "opposing", "decline"),
    "defend": ("militia", "bonus", "ability", "opposing", "honor"), "berserk": ("berserk", "honor"), "late": ("late",),
    "interrupt": ("interrupt",), "shift": ("limit",), "retreat": ("vanquished",), "stand": ("vanquished",),
    "target": ("raid",), "muster": ("muster", "deep"), "renew": ("renewal",),
}  # fmt: skip
_LANDS = ("tile", "hero", "campaign")  # questions before which one looks at the map
_MARKET = ("hero", "muster")  # and at the Tisch


class Explaining(Speech):
    """Texts of cards, territories and terms."""

    def explained(self, code: str, mode: str = "") -> str:
        """What a card is and does, numbers first; `troll1#2` as any Troll."""
        name = code.partition("#")[0]
        return f"{self.facts(name)} {self.does(name, mode)}"

    def facts(self, code: str) -> str:
        """The numbers of a card in one sentence."""
        one = DESIGNS[code]
        texts = {
            "creature": self._("{terrain}, power {power}, terrain bonus {bonus}, cost {cost}."),
            "town": self._("Town item, cost {cost}."),
            "enchanted": self._("Enchanted item, cost {cost}."),
            "event": self._("Event."),
            "god": self._("God, power {power}."),
        }
        text = texts[one.kind if one.sort == "item" else one.sort]
        terrain = capital(self.kind(TERRAINS[one.terrain])) if one.sort == "creature" else ""
        return text.format(terrain=terrain, power=one.power, bonus=one.bonus, cost=one.cost)

    def does(self, code: str, mode: str = "") -> str:
        """What a card does; a god: favor and appeasement, each with its phase."""
        one = DESIGNS[code]
        if one.sort != "god":
            return effects.does(code, self.language, mode)
        text = self._("Favor ({phase}): {favor} Appeased ({when}): {demand}.")
        return text.format(
            phase=self.phase(one.effect["phase"]), favor=gods.favor(code, self.language, mode),
            when=self.phase(one.appease["phase"]), demand=gods.demand(code, self.language, mode),
        )  # fmt: skip

    def raids(self, code: str) -> str:
        """What an event attacks where nobody plays against you (R15.5)."""
        return ", ".join(self.kind(KINDS[kind]) for kind in DESIGNS[code].colours)

    def explanations(self, decision: Decision, view: View) -> list[tuple[str, str]]:
        """First the words of the game, then lands, then the cards that the question is about or that are in hand."""
        words = [terms.term(word, self.language) for word in _words(decision, view)]
        kinds = [self._land(kind) for kind in _kinds(decision, view)]
        codes = dict.fromkeys(code.partition("#")[0] for code in _cards(decision, view))
        cards = [(self.card(code), self.explained(code, view.mode)) for code in codes if code in CARDS]
        return [*words, *kinds, *cards]

    def _land(self, kind: str) -> tuple[str, str]:
        return capital(self.kind(kind)), terms.land(kind, self.language)


def capital(text: str) -> str:
    """As a sentence begins."""
    return text[:1].upper() + text[1:]


def _words(decision: Decision, view: View) -> Iterator[str]:
    yield from _TERMS.get(decision.kind, ())
    alone = view.mode in ("solitaire", "coop")
    if decision.kind == "campaign":
        yield from ("enemy", "raid") if alone else ("vanquished",)
        if len(view.players) == 2 or alone:
            yield "chain"
        if view.mode == "introductory" and view.round == 1:
            yield "hemmed"
    if view.keeper:
        yield "keeper"


def _kinds(decision: Decision, view: View) -> list[str]:
    """Enchanted lands, and towns, that lie on the board or are about to."""
    if decision.kind not in _LANDS:
        return []
    here = {one.kind for one in view.territories}
    if view.tile:
        here |= {KINDS[KIND[3 * TILES.index(view.tile) + part]] for part in range(3)}
    return [kind for kind in KINDS[TOWN:] if kind in here]


def _god(code: str) -> bool:
    """Gods are explained when they can be played: as long as the table is set up there is enough else to read."""
    return code in DESIGNS and DESIGNS[code].sort == "god"


def _cards(decision: Decision, view: View) -> Iterator[str]:
    """The own hand, what lies open in the battle or the market, what is in force, what the question names."""
    yield from (str(value) for value in decision.subject.values() if isinstance(value, str))
    if decision.kind == "item":
        yield from view.pool
    if view.keeper:
        yield view.keeper
    yield from (code for code in view.players[decision.seat].hand if view.round or not _god(code))
    if decision.kind in _MARKET:
        yield from view.tisch
    if view.fray is not None:
        yield from (card for side in view.fray.played for card, _ in side)
    yield from (god for one in view.players for god in one.shown)
