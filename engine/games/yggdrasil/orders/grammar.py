"""The verbs: every move is read and written by one declaration."""

from __future__ import annotations

from engine.core.grammar.parts import flag, key, many, maybe, sign, the
from engine.core.grammar.records import Either, record
from engine.core.grammar.values import Name, Number, Says
from engine.core.grammar.verbs import Verb
from engine.games.yggdrasil import moves
from engine.games.yggdrasil.data import GODS
from engine.games.yggdrasil.orders import plans
from engine.games.yggdrasil.orders.values import Bag, Counters, Here, PlayersGod, Strength

ENEMY, ISLAND, ARTIFACT = Name("enemy"), Name("island"), Name("artifact")
FREE_GOD = Here("god", lambda view: [god for god in GODS if all(sheet.code != god for sheet in view.sheets)])
GOD = Here("god", lambda view: [sheet.code for sheet in view.sheets])
OTHER_GOD = PlayersGod("god", lambda view: [one.code for seat, one in enumerate(view.sheets) if seat != view.viewer])
ACTIVE = Here("giant", lambda view: view.active)
IN_PILE = Here("giant", lambda view: view.pile)
TARGET = Either((Says("top", "top"), ACTIVE))
WHERE = Either((Says("stay", None), ISLAND))
GOODS, NO_GOODS = Counters(), moves.Goods()
_COMMA = sign(",", must=False)
SHARE = record(moves.Share, the("god", GOD), the("vikings", Number(high=moves.MOST)))
NOT_ASKED = {"island": None, "avoid": (), "enemy": None, "giant": None}


def _square(number: int, name: str) -> dict[str, object]:
    """What the line of a square does not say."""
    return {"square": number, **{one: value for one, value in NOT_ASKED.items() if one != name}}


ACTIONS: tuple[Verb, ...] = (
    Verb("fight", moves.FightEnemy, the("enemy", ENEMY), Strength()),
    Verb("mid", moves.Midgard, the("to", WHERE), flag("search", mark="")),
    Verb("forge", moves.Forge, the("enemy", ARTIFACT), the("level", Number(1, 3))),
    Verb("elf", moves.TakeElf),
    Verb("trade", moves.Trade, the("god", OTHER_GOD), maybe(key("give"), the("give", GOODS), empty=NO_GOODS),
         maybe(key("take"), the("take", GOODS), empty=NO_GOODS)),
    Verb("dead", moves.ReturnVikings, the("bag", Bag())),
    Verb("fire", moves.ClearBag, the("bag", Bag())),
    Verb("ice", moves.FightGiant, the("target", TARGET), Strength()),
    Verb("fight", moves.FightGiant, the("target", ACTIVE), Strength()),
    Verb("vanir", moves.VanirAdvance, sign("+")),
    Verb("vanir", moves.VanirUse, sign("1"), the("island", ISLAND), **_square(1, "island")),
    Verb("vanir", moves.VanirUse, sign("2"), **_square(2, "")),
    Verb("vanir", moves.VanirUse, sign("3"), maybe(key("avoid"), many("avoid", ENEMY, between=","), empty=()),
         **_square(3, "avoid")),
    Verb("vanir", moves.VanirUse, sign("4"), the("enemy", ENEMY), **_square(4, "enemy")),
    Verb("vanir", moves.VanirUse, sign("5"), the("giant", IN_PILE), **_square(5, "giant")),
    Verb("end", moves.EndTurn),
)  # fmt: skip
ANSWERS: tuple[Verb, ...] = (
    Verb("god", moves.PickGod, the("god", FREE_GOD)),
    Verb("pick", moves.OdinPick, the("card", Number(0, 9)),
         the("other", Either((Says("top", "top"), Says("bottom", "bottom"))))),
    Verb("nidhogg", moves.NidhoggPick, the("enemy", ENEMY)),
    Verb("e", moves.UseElves, the("elves", Number(high=moves.MOST))),
    Verb("order", moves.Rearrange, many("order", Number(1, 6), most=6)),
    Verb("on", moves.MannPick, key("mann", kind="rune"), sign(":", must=False), the("enemy", ENEMY)),
    Verb("on", moves.TiwazPick, key("tiwaz", kind="rune"), sign(":", must=False),
         many("enemies", ENEMY, between=_COMMA, most=6)),
    Verb("on", moves.SigelShare, key("sigel", kind="rune"), sign(":", must=False),
         many("shares", SHARE, between=_COMMA, least=0, most=6, none="none")),
)  # fmt: skip
_BEST = many("enemies", ENEMY, between=">", most=6)
STANDING: tuple[Verb, ...] = (
    Verb("standing", plans.OdinAvoids, key("odin"), key("avoid"), many("avoid", ENEMY, between=">", most=6),
         maybe(key("other"), the("other", Either((Says("top", "top"), Says("bottom", "bottom")))), empty="top")),
    Verb("standing", plans.ElvesNeed, key("elves"), key("need"), the("most", Number(high=moves.MOST))),
    Verb("standing", plans.NidhoggRank, key("nidhogg", kind="enemy"), _BEST),
    Verb("standing", plans.MannRank, key("mann", kind="rune"), key("top"), enemies=()),
    Verb("standing", plans.MannRank, key("mann", kind="rune"), _BEST, maybe(sign(">"), key("top"))),
    Verb("standing", plans.TiwazFarthest, key("tiwaz", kind="rune"), key("top")),
    Verb("standing", plans.SigelShares, key("sigel", kind="rune"), key("even"), shares=()),
    Verb("standing", plans.SigelShares, key("sigel", kind="rune"),
         many("shares", SHARE, between=_COMMA, most=6)),
    Verb("standing", plans.LookAvoids, key("rearrange"), key("avoid"), many("avoid", ENEMY, between=",", most=6)),
)  # fmt: skip
