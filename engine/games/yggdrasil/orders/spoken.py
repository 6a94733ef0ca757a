"""An order as people say it, in the words of the notation: `attack Loki with 2 Vikings and an Elf`, `fight loki v2 e1`.

Worlds go by the names that the lists have, and so do what is done there and who takes part. What is written in the
notation stays as it is.
"""

from __future__ import annotations

import re
from functools import lru_cache

from engine.core.grammar.spoken import WHO

_HEAD = re.compile(r"(?:(?:if|если) [^:]*: ?)?(?:(?:opt|optional|можно) )?")
ARTICLES = re.compile(r"\b(?:the|an?) (?=\w)")
_WITH = r" (?:and|plus|with|using|и|плюс|с|со)"
_AND = rf"(?:,| ?\+|,?{_WITH})"
# Each in one way: `, with` as one and as two of them would double the work with each more.
_ANDS = rf"(?:,| ?\+|{_WITH})*"
ONE = r"(?:an?|one|одн(?:им|ого))"
_SAID = tuple(
    (re.compile(pattern), order)
    for pattern, order in (
        (r"^(?:(?:end|finish|pass)(?: (?:my |the )?turn)?|end of turn|pass)$", "end"),
        (r"^(?:(?:конец|закончить|завершить|заканчиваю|завершаю) ход[а]?|пас(?:ую)?)$", "конец"),
        (rf"^(?:(?:take|get|fetch) (?:{ONE} |1 )?elf|an elf|(?:the )?world of (?:the )?elves)$", "elf"),
        (rf"^(?:(?:взять|беру|возьму) (?:{ONE} |1 )?(?:альв|эльф)а|мир (?:альв|эльф)ов)$", "альв"),
        (r"^(?:(?:the )?vanir (?:advances?|forward|moves?)|(?:advance|move)(?: the)? vanir)$", "vanir +"),
        (r"^(?:ваны (?:вперед|вперёд|идут|дальше)|(?:двинуть|продвинуть) ванов)$", "ваны +"),
        (r"^(?:fight|attack):? (?:the )?top(?: frost)?(?: giant)?(?= |$)", "ice top"),
        (r"^(?:fight|attack):? (?:the )?(?:frost )?giant ", "ice "),
        (r"^(?:attack|battle|fight)(?::| against| with)? ", "fight "),
        (r"^бой:? (?:с )?верх\w*(?: великан\w*)?(?= |$)", "лёд верх"),
        (r"^(?:бой: |бой с |бой со |бой против |напасть на |напасть |атаковать |атакую )", "бой "),
        (r"^(?:(?:go )?(?:to )?midgard(?:[:,] ?| )|(?:the )?valkyries (?:to|go to) |mid: ?)", "mid "),
        (r"^(?:(?:в )?мидгард(?:[:,] ?| )|валькирии(?: на|:) ?|мид: ?)", "мид "),
        (r"^(?:dwarven forge:? |forge: ?)", "forge "),
        (r"^(?:кузница карликов:? |кузница: ?|выковать |ковать |кую )", "кузница "),
        (r"^(?:(?:the )?world of the dead:? |dead: ?)", "dead "),
        (r"^(?:мир м[её]ртвых:? |м[её]ртвые: ?)", "мёртвые "),
        (r"^(?:(?:the )?kingdom of fire:? |clear |fire: ?)", "fire "),
        (r"^(?:царство огня:? |огонь: ?)", "огонь "),
        (r"^(?:(?:the )?ice fortress:? |ice: ?)", "ice "),
        (r"^(?:ледяная крепость:? |л[её]д: ?)", "лёд "),
        (r"^(?:(?:the )?world of darkness:? |trade: ?)", "trade "),
        (r"^(?:мир тьмы:? |обмен: ?|обменяться )", "обмен "),
    )
)
_ORDERED = re.compile(r"^(order|порядок):?((?: ?(?:[,;>] ?)?[1-6])+)$")
_DIGIT = re.compile(r"[0-9]")
_STANDING = re.compile(r"^(standing|постоянно):? (?:orders?:? )?(.+)$")
_RANKED = re.compile(r" ?(?:[,>]|,? (?:and|then|и|затем|потом)(?= )) ?(?:(?:and|then|и|затем|потом) )?")
_ISLANDS = re.compile(r"^(?:mid|dead|fire|мид|м[её]ртвые|огонь) ")
_FIGHTS = re.compile(r"^(?:fight|ice|бой|л[её]д) ")
_FORGES = re.compile(r"^(?:forge|кузница) ")
_TRADES = re.compile(r"^(?:trade|обмен) ")
_TO = re.compile(r"^(\S+) (?:to|at|from|on|into|на|из|в|с|со|with|против) ")
_ISLAND = re.compile(r",? (?:island|остров[ае]?)\b")
_SEARCH = re.compile(r"(?:,| and|,? и)? ?(?:then )?(?:with )?(?:a )?(?:search|с поиском|поиск|искать|ищу)$")
_LEVEL = re.compile(r",? (?:level|lvl|уров\w*|ур\.?) ?(?=[1-3]$)")
_VIKINGS = re.compile(rf"{_ANDS} ?\b([0-9]{{1,2}}) ?(?:vikings?|викинг\w*|[vв])\b")
_ELVES = re.compile(
    rf"{_ANDS} (?:up to |до )?\b([0-9]) ?(?:elf|elves|(?:альв|эльф)\w*|[eэ])\b|{_AND} {ONE} (?:elf|(?:альв|эльф)\w*)\b"
)
_JOINED = re.compile(rf"(?<=[0-9?]){_AND} (?=[veвэ][0-9=?])")
_GOODS = re.compile(rf"\b([0-9]{{1,2}}|{ONE}) ?(vikings?|викинг\w*|elf|elves|(?:альв|эльф)\w*)\b")
_GIVEN = re.compile(r": ?(?=give|take|дать|получить)")
_BETWEEN = re.compile(r"(?<=[0-9][veвэ]),? (?:and|и) (?=[0-9]|take|give|дать|получить)|(?<=[0-9][veвэ]), ")


@lru_cache(maxsize=2048)
def plain(line: str) -> str:
    """One folded order, or several between slashes."""
    return " / ".join(map(_one, line.split(" / "))) if "/" in line else _one(line)


def _one(line: str) -> str:
    head = _HEAD.match(line)
    assert head is not None  # it may be empty
    said = WHO.sub("", line[head.end() :])
    for pattern, order in _SAID:
        said, found = pattern.subn(order, said)
        if found:
            break
    if _FIGHTS.match(said):
        said = _ELVES.sub(lambda found: f" e{found[1] or 1}", _VIKINGS.sub(r" v\1", said))
        said = _JOINED.sub(" ", said)
    elif _ISLANDS.match(said):
        said = re.sub(r"^(\S+) search$", r"\1 stay search", _ISLAND.sub("", _SEARCH.sub(" search", said)))
    elif _FORGES.match(said):
        said = _LEVEL.sub(" ", said)
    elif _TRADES.match(said):
        said = _BETWEEN.sub(" ", _GOODS.sub(_goods, _GIVEN.sub(" ", said)))
    elif standing := _STANDING.match(said):
        shared = {"sigel", "сигель", "rearrange", "порядок"}.intersection(standing[2].split())
        return f"{standing[1]} {_RANKED.sub(', ' if shared else '>', standing[2])}"
    else:
        return line[: head.end()] + _ORDERED.sub(lambda found: f"{found[1]} {' '.join(_DIGIT.findall(found[2]))}", said)
    return line[: head.end()] + _TO.sub(r"\1 ", ARTICLES.sub("", said))


def _goods(found: re.Match[str]) -> str:
    count = found[1] if found[1].isdigit() else "1"
    return f"{count}{'v' if found[2][0] in 'vв' else 'e'}"
