"""What happened, one sentence each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine.core.sentences import Told, Word, by, either, one
from engine.core.speech import N_, tells
from engine.games.asgards_chosen import happenings as h
from engine.games.asgards_chosen.data import DESIGNS, SLOTS
from engine.games.asgards_chosen.happenings import clashes as c
from engine.games.asgards_chosen.words.explaining import Explaining, capital

_NAMES: Mapping[str, Word] = {
    "name": lambda w, it: w.who(it.seat),
    "hero": lambda w, it: w.hero(it.hero),
    "whom": lambda w, it: w.whom(it.hero),
    "card": lambda w, it: w.card(it.card),
    "item": lambda w, it: w.card(it.item),
    "god": lambda w, it: w.card(it.god),
    "event": lambda w, it: w.card(it.event),
    "does": lambda w, it: w.does(it.event, "solitaire" if len(w.names) == 1 else "coop" if it.alone else ""),
    "cards": lambda w, it: w.cards(it.cards or ()),
    "paid": lambda w, it: w.cards(it.paid),
    "place": lambda w, it: w.place(it.territory),
    "to": lambda w, it: w.place(it.to),
    "source": lambda w, it: w.place(it.source),
    "ground": lambda w, it: w.place(it.ground),
    "direction": lambda w, it: w.direction(it.direction),
    "corner": lambda w, it: w.corner(it.corner),
    "why": lambda w, it: w.why(it.why),
}


def _payment(w: Explaining, it: h.CardMustered | h.PaymentOpened) -> str:
    """The cards of a payment, and what has added to them."""
    return ", ".join([*map(w.card, it.paid), *map(w.helper, it.helped)]) or "–"


# Whose ability lays cards onto a discard pile that were in the battle: all others lay them there from a hand.
_FROM_BATTLE = frozenset({"fossegrim", "giant_spider", "mamuna", "mittagsfrau"})


def _turns(it: c.AbilityUsed) -> bool:
    """Whether militia change sides, of which nothing else tells: other abilities show what they were used on."""
    return bool(it.on) and DESIGNS[(it.copied or it.card).partition("#")[0]].what == "convert_militia"


_LOG: Mapping[type, Told] = {
    h.TileDrawn: one(N_("{name} draws the land tile {tile}.")),
    h.TileLaid: one(N_("{name} lays {tile} at {q},{r} {direction}.")),
    h.TownPlaced: one(N_("{name} places {town} at {q},{r} {corner}.")),
    h.TileRemoved: one(N_("Left out of the board: {tile}.")),
    h.ItemsOffered: one(N_("To choose from: {items}."), items=lambda w, it: w.cards(it.items)),
    h.ItemPicked: either("item", N_("{name} takes a starting item: {item}."), N_("{name} takes a starting item.")),
    h.HeroPlaced: either(
        "taken",
        N_("{name} places the {whom} on {to} and takes {taken}."),
        N_("{name} places the {whom} on {to}."),
        taken=lambda w, it: w.card(it.taken),
    ),
    h.EnemyPlaced: one(N_("Enemy markers: {places}."), places=lambda w, it: w.places(it.territories)),
    h.RoundBegan: one(N_("Round {round}. {first} goes first."), first=lambda w, it: w.seat(it.first)),
    h.PhaseBegan: one(N_("— {phase} —"), phase=lambda w, it: w.phase(it.phase)),
    h.TurnsOver: one(N_("Both have had their turn: now a god can be appeased.")),
    h.NobodyAppeased: one(N_("{name} appeases no god.")),
    h.GodPlayed: one(N_("{name} plays {god} for the favor.")),
    h.CharmPlayed: one(N_("{name} plays the charm {item}.")),
    h.GodAppeased: one(N_("{name} appeases {god}. Appeased: {count}.")),
    h.CardsDrawn: (
        lambda it: "seen" if it.cards else it.count,
        {
            "seen": N_("{name} draws {count} ({why}): {cards}."),
            0: N_("{name} has no card to draw ({why})."),
            None: N_("{name} draws {count} ({why})."),
        },
        {},
    ),
    h.PileShuffled: one(N_("{name} shuffles the discard pile into a new draw pile: {count}.")),
    h.CardsDiscarded: (
        lambda it: it.why.rstrip("12") in _FROM_BATTLE,
        {
            False: N_("{name} discards {cards} ({why})."),
            True: N_("{name} puts {cards} from the battle onto the discard pile ({why})."),
        },
        {},
    ),
    h.CardsSacrificed: one(N_("{name} sacrifices {cards} ({why}).")),
    h.CardsBanished: by(
        "why", {"militia": N_("Banished after the battle: {cards}."), None: N_("Banished: {cards} ({why}).")}
    ),
    h.CardTaken: one(N_("{name} takes {card} ({why}).")),
    h.CardGiven: one(N_("{name} gives {card} to {receiver}."), receiver=lambda w, it: w.seat(it.to)),
    h.CardsLookedAt: (
        lambda it: ("deck" if it.whose is None else "hand", "seen" if it.cards else "count"),
        {
            ("hand", "seen"): N_("{name} looks into a hand ({why}). {owner}: {cards}."),
            ("hand", "count"): N_("{name} looks into a hand ({why}). {owner}: {count}."),
            ("deck", "seen"): N_("{name} looks at the top of the creature deck ({why}): {cards}."),
            ("deck", "count"): N_("{name} looks at the top of the creature deck ({why}): {count}."),
        },
        {"owner": lambda w, it: w.seat(it.whose)},
    ),
    h.CardPutBack: either(
        "card", N_("{name} puts {card} on top of the draw pile."), N_("{name} puts a card on top of the draw pile.")
    ),
    h.CardsKept: either("cards", N_("{name} keeps {cards}."), N_("{name} keeps {count}.")),
    c.HeroMoved: by(
        "why",
        {
            "": N_("{name}: the {hero} goes from {source} to {to}."),
            "won": N_("{name}: the {hero} goes into {to}."),
            "retreat": N_("{name}: the {hero} retreats to {to}."),
            None: N_("{name}: the {hero} goes from {source} to {to} ({why})."),
        },
    ),
    c.FavorWaived: one(N_("{name} waives the favor of {god}.")),
    c.EventMisses: one(N_("{event} finds nothing to attack, and no place for a marker.")),
    c.TurnPassed: one(N_("{name} moves no hero.")),
    c.CardFights: by(
        "how",
        {
            "berserk": N_("{name} goes berserk: {cards}."),
            "late": N_("{name} plays late: {cards}."),
            None: N_("{name} plays {cards}."),
        },
        cards=lambda w, it: w.fights(it),
    ),
    c.AbilityUsed: (
        lambda it: (bool(it.copied), _turns(it)),
        {
            (False, False): N_("{name} uses {card}."),
            (True, False): N_("{name} uses {card}, which copies {copied}."),
            (False, True): N_("{name} uses {card} on {on}."),
            (True, True): N_("{name} uses {card}, which copies {copied}, on {on}."),
        },
        {"copied": lambda w, it: w.card(it.copied), "on": lambda w, it: w.card(it.on)},
    ),
    c.AbilityBlocked: one(N_("{name} blocks {card} with {item}.")),
    c.CardsWithheld: either(
        "cards",
        N_("Withheld from {name} until the end of the battle: {cards}."),
        N_("Withheld from {name} until the end of the battle: {count}."),
    ),
    c.CardSetAside: one(N_("Withheld from {name} until the end of the campaign phase: {card}.")),
    c.CardsReturned: either("cards", N_("{name} gets back: {cards}."), N_("{name} gets back cards: {count}.")),
    c.AttackDeclined: one(N_("{name} declines the battle.")),
    c.StepEnded: one(N_("{name} plays no more. Attack {attack}, defence {defence}.")),
    c.MarkerRemoved: one(
        N_("{why}: {name} takes the marker off {place}."),
        why=lambda w, it: capital(w.why("markers" if it.why == "limit" else it.why)),  # of cards: of the hand
    ),
    c.LastMarkerStays: one(N_("The last marker of {name} stays: {place}.")),
    c.HeroVanquished: by(
        "hero",
        {
            "F": N_("{name}: the heroine (F) is vanquished in {place}."),
            "M": N_("{name}: the hero (M) is vanquished in {place}."),
        },
    ),
    c.HeroStands: one(N_("{name}: the {hero} stands up ({why}).")),
    c.HeroRebuked: one(N_("{name}: the {hero} is rebuked and stands in {place}.")),
    h.TischFilled: one(N_("The Tisch is filled: {cards}."), cards=lambda w, it: w.laid(it.slots, it.cards)),
    h.EventRevealed: by(
        "why", {"banished": N_("Event: {event}. It is banished without effect."), None: N_("Event: {event}. {does}")}
    ),
    h.DeckRenewed: by(
        "why",
        {
            "second": N_("The second creature deck is begun. Cards: {count}."),
            "again": N_("The banished cards of the second creature deck are shuffled into a new one. Cards: {count}."),
            "setup": N_("The banished events are shuffled back into the creature deck. Cards: {count}."),
        },
    ),
    h.KeeperLeft: one(N_("No longer in force: {event}.")),
    h.CardMustered: one(N_("{name} musters {card} ({slot}, cost {cost}). Paid {power}: {paid}."), paid=_payment),
    h.PaymentFailed: one(N_("{name} cannot pay for {card}: {power} is too little.")),
    h.PaymentOpened: one(N_("{name} pays for {card}, open: {power} so far ({paid})."), paid=_payment),
    h.RingUsed: either("card", N_("{name} uses the Faery Ring: {card}."), N_("{name} uses the Faery Ring: nothing.")),
    h.MusterPassed: one(N_("{name} passes.")),
    h.EndTriggered: by(
        "why",
        {
            "gods": N_("Enough gods are appeased: this is the last round."),
            "deck": N_("The creature deck has run out: the last round has come."),
        },
    ),
}


class Telling(Explaining):
    """The log."""

    log: ClassVar = _LOG
    names_in_log: ClassVar = _NAMES

    def fights(self, it: c.CardFights) -> str:
        """A card that is played, with what it adds."""
        text = self._("{card} {power}, and back to hand if that side wins") if it.back else "{card} {power}"
        return text.format(card=self.card(it.card), power=it.power)

    @tells(h.GameBegan)
    def _began(self, it: h.GameBegan) -> str:
        own = next((cards for cards in it.hands if cards is not None), None)
        if own is None:
            return self._("The game begins. {name} goes first.").format(name=self.seat(it.first))
        text = self._("The game begins. {name} goes first. Your hand: {cards}.")
        return text.format(name=self.seat(it.first), cards=self.cards(own))

    @tells(h.TischDealt)
    def _dealt(self, it: h.TischDealt) -> str:
        parts = [self._("The Tisch is dealt: {cards}.").format(cards=self.laid(SLOTS, it.cards))]
        for cards, text in (
            (it.banished, self._("Banished: {cards}.")),
            (it.aside, self._("Set aside, and shuffled into the deck afterwards: {cards}.")),
        ):
            parts += [text.format(cards=self.cards(cards))] if cards else []
        return " ".join(parts)

    @tells(c.BattleBegan)
    def _battle_began(self, it: c.BattleBegan) -> str:
        where = {"source": self.place(it.origin), "ground": self.place(it.ground)}
        if it.attacker is None:
            text = self._("The event {event} attacks {ground}.")
            if it.origin:
                text = self._("The event {event} attacks {ground} from {source}.")
            said = text.format(event=self.card(it.hero), **where)
        else:
            text = self._("{name} attacks {ground} from {source}: {hero}.")
            said = text.format(name=self.seat(it.attacker), hero=self.hero(it.hero), **where)
        if it.defender is None or len(self.names) == 1:  # who plays alone defends whatever is attacked
            return said
        return said + " " + self._("Defender: {name}.").format(name=self.seat(it.defender))

    @tells(c.MilitiaRevealed)
    def _militia(self, it: c.MilitiaRevealed) -> str:
        texts = {
            "militia": (self._("Militia, power {power}: {cards}."), self._("No militia.")),
            "bodyguard": (self._("Bodyguard, power {power}: {cards}."), self._("No bodyguard.")),
            "foes": (self._("Attackers, power {power}: {cards}."), self._("No attackers.")),
            "berserk": (self._("The event goes berserk, power {power}: {cards}."), self._("The event goes berserk.")),
        }
        some, nobody = texts[it.what]
        parts = [some.format(power=it.power, cards=self.cards(it.joined)) if it.joined else nobody]
        for cards, text in (
            (it.sacrificed, self._("To the Barrows: {cards}.")),
            (it.banished, self._("Banished: {cards}.")),
            (it.queued, self._("These events will attack: {cards}.")),
        ):
            parts += [text.format(cards=self.cards(cards))] if cards else []
        return " ".join(parts)

    @tells(c.BattleDecided)
    def _decided(self, it: c.BattleDecided) -> str:
        text = (
            self._("{attack} against {defence}: {name} wins the battle for {ground}.")
            if it.won
            else self._("{attack} against {defence}: {name} loses the battle for {ground}.")
        )
        return text.format(
            attack=it.attack, defence=it.defence, name=self.who(it.attacker), ground=self.place(it.ground)
        )

    @tells(c.TerritoryTaken)
    def _taken(self, it: c.TerritoryTaken) -> str:
        text = self._("{name} gains {place}.")
        if it.lost_by is not None:
            text = self._("{name} gains {place}, {other} loses it.")
        return text.format(name=self.who(it.seat), place=self.place(it.territory), other=self.who(it.lost_by))

    @tells(c.EnemyRises)
    def _rises(self, it: c.EnemyRises) -> str:
        text = self._("{event}: an enemy marker comes to {place}.")
        if it.lost_by is not None:
            text = self._("{event}: {place} is the enemy's now.")
        return text.format(event=self.card(it.event), place=self.place(it.territory))

    @tells(h.EnemyTurned)
    def _turned(self, it: h.EnemyTurned) -> str:
        text = self._("The enemy's tiles: face up on B{up}, face down on B{down}.")
        return text.format(up=it.up + 1, down=it.down + 1)

    @tells(h.HandsRenewed)
    def _renewed(self, it: h.HandsRenewed) -> str:
        parts = [f"{self.seat(seat)}: {self.cards(cards)}" for seat, cards in enumerate(it.discarded) if cards]
        if not parts:
            return self._("Nobody discards in renewal.")
        return self._("Discarded in renewal. {cards}.").format(cards="; ".join(parts))

    @tells(h.GameEnded)
    def _ended(self, it: h.GameEnded) -> str:
        if not it.winners:
            return self._("The game is lost. Gods appeased: {count}.").format(count=it.appeased[0])
        if len(it.appeased) == 1:
            text = self._("{names} won. Gods appeased: {points}.")
            return text.format(names=self.seats(it.winners), points=it.appeased[0])
        text = self._("{names} won. Gods: {gods}. Markers: {markers}. Cards: {cards}.")
        return text.format(
            names=self.seats(it.winners), gods=self.points(it.appeased), markers=self.points(it.markers),
            cards=self.points(it.cards),
        )  # fmt: skip
