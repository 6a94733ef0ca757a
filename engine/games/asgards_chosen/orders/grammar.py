"""The verbs: every move is read and written by one declaration."""

from __future__ import annotations

from engine.core.grammar.parts import Part, flag, key, many, maybe, sign, the
from engine.core.grammar.records import record
from engine.core.grammar.values import Name, Player
from engine.core.grammar.verbs import Grammar, Verb
from engine.games.asgards_chosen import moves
from engine.games.asgards_chosen.orders.choices import RENEWED
from engine.games.asgards_chosen.orders.lexicon import LEXICON
from engine.games.asgards_chosen.orders.standing import BEFORE, STANDING
from engine.games.asgards_chosen.orders.values import (
    AIM,
    CARD,
    COUNTED,
    HERO,
    NEXT,
    PLACE,
    SLOT,
    Drawing,
    Offers,
    Quiet,
    TileName,
    Whole,
)

PLAYER = Player()
PAY = record(moves.Pay, the("card", CARD), Drawing())
GIFT = record(moves.Gift, the("card", CARD), key("to"), the("to", PLAYER))


def _cards(name: str = "cards", *, least: int = 0) -> Part:
    return many(name, CARD, between=NEXT, least=least, none="" if least else "none")


START: tuple[Verb, ...] = (
    Verb("tile", moves.PlaceTile, TileName(), Quiet("at"), the("q", Whole()), sign(",", tight=True), the("r", Whole()),
         the("direction", Name("direction"))),
    Verb("town", moves.PlaceTown, Quiet("at"), the("q", Whole()), sign(",", tight=True), the("r", Whole()),
         the("corner", Name("corner"))),
    Verb("item", moves.PickItem, the("item", CARD)),
    Verb("hero", moves.PlaceHero, the("hero", HERO), Quiet("at"), key("to", must=False), the("to", PLACE),
         maybe(key("take"), the("take", SLOT))),
)  # fmt: skip
PHASES: tuple[Verb, ...] = (
    Verb("god", moves.PlayGod, the("god", CARD), maybe(key("on"), the("on", PLAYER)),
         maybe(Quiet("discard"), Quiet("take"), the("card", CARD))),
    Verb("appease", moves.Appease, the("god", CARD), Offers(),
         maybe(key("give"), many("gifts", GIFT, between=NEXT, most=3), empty=()),
         maybe(key("remove"), many("markers", PLACE, between=NEXT, most=8), empty=())),
    Verb("charm", moves.PlayCharm, the("item", CARD), maybe(key("on"), the("on", PLAYER)),
         maybe(the("hero", HERO), key("to"), the("to", PLACE)),
         maybe(Quiet("take"), Quiet("discard"), the("card", CARD))),
    Verb("done", moves.Done),
)  # fmt: skip
CAMPAIGN: tuple[Verb, ...] = (
    Verb("move", moves.MoveHero, the("hero", HERO), key("to", must=False), the("to", PLACE), flag("waive", mark="")),
    Verb("attack", moves.Attack, the("hero", HERO), key("from", must=False), the("source", PLACE),
         key("to", must=False), the("ground", PLACE),
         flag("waive", mark="")),
    Verb("pass", moves.PassTurn, flag("draw", mark="")),
)  # fmt: skip
BATTLE: tuple[Verb, ...] = (
    Verb("play", moves.Play, the("card", CARD), maybe(the("aim", AIM))),
    Verb("berserk", moves.Berserk, the("card", CARD), maybe(the("aim", AIM))),
    Verb("use", moves.Use, the("card", COUNTED), the("aim", AIM)),
    Verb("enough", moves.Enough),
    Verb("stop", moves.Enough),
    Verb("decline", moves.Decline),
    Verb("late", moves.Late, the("card", CARD)),
    Verb("block", moves.Block, Quiet("with"), the("item", CARD)),
    Verb("no", moves.No),
    Verb("shift", moves.Shift, the("marker", PLACE)),
    Verb("retreat", moves.Retreat, Quiet("to"), the("to", PLACE)),
    Verb("standup", moves.StandUp, Quiet("with"), the("creature", CARD)),
    Verb("target", moves.Target, the("territory", PLACE)),
)
MARKET: tuple[Verb, ...] = (
    Verb("muster", moves.Muster, the("slot", SLOT), key("pay"), many("pay", PAY, between=NEXT, least=0, none="none"),
         maybe(key("top"), the("top", CARD)), flag("favor", mark=""), flag("open", mark="")),
    Verb("add", moves.AddPay, many("pay", PAY, between=NEXT, least=0, none="none")),
    Verb("ring", moves.Ring, the("hero", HERO)),
    Verb("event", moves.EventChoice, Quiet("sac"), Quiet("take"), _cards(), marker=None),
    Verb("event", moves.EventChoice, key("remove"), the("marker", PLACE), cards=()),
    Verb("renew", moves.Renew, Quiet("discard"), many("cards", RENEWED, between=NEXT, least=0, none="none")),
    Verb("drop", moves.Drop, _cards(least=1)),
    Verb("choose", moves.Choose, _cards()),
)  # fmt: skip
VERBS = (*BEFORE, *START, *PHASES, *CAMPAIGN, *BATTLE, *MARKET, *STANDING)
GRAMMAR = Grammar(LEXICON, "verb", VERBS)
