"""Whether a line below an answer takes it back or doubts it: `or 4`, `no wait, 4`, `cancel that`, `нет, 4`, `?`.

Closed patterns as courtesy is: with any other word it is a note to the others (`Sorry, I was away for 3 days`). Only
behind words that take back by themselves may stand anything. Words that can be read in two ways (`no wait`) are counted
up to six: without an end each more would double the time.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from engine.core.grammar.courtesy import MOST, signed_answer

_STOP = (
    r"(?:no,? wait|wait|hold on|stop|scratch that|never ?mind|not that|not this|not yet|i changed my mind"
    r"|on second thoughts?|стоп|стой(?:те)?|погоди(?:те)?|подожди(?:те)?|не то|не это|(?:я )?передумала?)"
)
_BUT = (
    r"(?:no|nope|not|actually|sorry|oops|whoops|or|rather|better|maybe|perhaps|but|even|i mean|i meant|i think|hmm"
    r"|correction|edit|typo|fix|wrong(?: (?:number|one|line))?|(?:my )?(?:mistake|bad|error)|misclick"
    r"|(?:i )?mistyped|i wanted|i'd rather(?: have| take| play)?|i'd prefer|should(?: be| have been| read)"
    r"|(?:it|that|this) should(?: be| have been)|i meant to (?:say|write|type|pick|choose|take|play)"
    r"|make (?:it|that)|(?:change|changing|switch) (?:(?:it|that|this|my (?:answer|move|choice|vote)) )?to"
    r"|нет|не|а|ой|упс|или|либо|вернее|точнее|лучше|извини(?:те)?|прости(?:те)?|может(?: быть)?|вс[её][- ]таки|хотя|но"
    r"|(?:я )?(?:имела? в виду|хотела?(?: (?:сказать|написать|выбрать|взять|сыграть))?|ошибся|ошиблась|перепутала?"
    r"|опечатался|опечаталась)|опечатка|описка|ошибка|поправка|исправление|исправляю(?: на)?|(?:по)?меняю на"
    r"|(?:за|по)мени(?:те)? на|правильно|неправильно|неверно|надо|нужно|должно быть|тьфу|блин|ч[её]рт|то ?есть|т\.е"
    r"|в смысле|скорее)"
)
# Words that doubt all there is above, with nothing behind them.
_ALONE = re.compile(rf"(?:{_BUT} ){{0,6}}(?:no|nope|not|oops|whoops|нет|не|ой|упс)")
# What takes back by itself.
_ABOVE = (
    r"(?:that|this|it|(?:all |everything )?(?:of )?(?:the )?above|all(?: of)? (?:that|this)|everything"
    r"|(?:this|the) (?:e-?mail|mail|message)|what i (?:wrote|said|typed)(?: above)?"
    r"|(?:that|this|my|the)(?: (?:last|first|above|previous))? (?:move|answer|choice|orders?|vote|number|line|one|reply"
    r"|turn)|(?:option |number |#)?[0-9]{1,3})"
)
_ETO = (
    r"(?:это(?:т|го)?|эту|его|е[её]|вс[её]|все|это вс[её]|что|написано|написанное|выше|мой|мою|последний|последнюю"
    r"|предыдущ(?:ий|ее|ую)|ход|строку|ответ|выбор|приказ|номер|так|про|пока|ещ[её]|пожалуйста|[0-9]{1,3})"
)
_REVOKES = (
    rf"(?:ignore|disregard|forget(?: about)?|cancel|undo|revoke|retract|scrap|strike|scratch|delete|void|withdraw)"
    rf" {_ABOVE}|cancel(?:led|ed)?"
    rf"|(?:don't|do not|dont)(?: (?:play|do|take|use|count|choose|pick|carry out|execute) {_ABOVE})?"
    r"|hold (?:that|it|this|off)"
    rf"|(?:не надо|не нужно|отмен(?:а|ить|и(?:те)?|яю|яется)|(?:про)?игнорируй(?:те)?|забудь(?:те)?|не считай(?:те)?"
    r"|не считается|не учитывай(?:те)?|аннулируй(?:те)?|вычеркни(?:те)?|зачеркни(?:те)?|удали(?:те)?|сотри(?:те)?"
    rf"|не (?:играй|делай|бери|ходи|выполняй|исполняй)(?:те)?)(?: {_ETO}){{0,6}}"
)
_UNSURE = (
    r"(?:(?:i'm |i am |im )?(?:still |so )*(?:not (?:so |quite |really |very |entirely )*sure|unsure|undecided)"
    r"(?: about (?:that|this|it)(?: (?:one|move|answer|choice))?)?"
    r"|(?:any )?thoughts|(?:what )?do you (?:all |guys |both )?(?:think|agree)(?: about (?:it|that))?"
    r"|let me think(?: about (?:it|that))?|i(?:'ll| will| need to| have to| must) think(?: about (?:it|that))?"
    r"|(?:whichever|whatever)(?: (?:one|you (?:like|want|prefer|think)|works|is|seems|looks|fits|best|better|possible"
    r"|legal))*"
    r"|(?:я )?(?:пока |ещ[её] )*не (?:уверена?|решила?)(?: (?:в этом|пока|ещ[её]))*|(?:я )?сомневаюсь"
    r"|(?:я )?(?:ещ[её] )?подумаю(?: ещ[её])?|(?:дай(?:те)? мне|дай(?:те)?|надо|нужно) подумать|без разницы"
    r"|(?:(?:что|как) )?(?:ты |вы )?(?:думае(?:шь|те)|считае(?:шь|те)|скаже(?:шь|те))"
    r"|что лучше|любой из них)"
)
_POLITE = r"(?:(?:please|sorry|пожалуйста|извините|простите)[ ,]+)?"
_AFTER = r"(?: (?:please|yet|now|though|for now|again|first|thanks|пожалуйста|пока|ещ[её]))*"
# A number behind it is what stands instead: `ignore the above I want 4`.
_REVOKED = re.compile(rf"{_POLITE}(?:(?:{_BUT}|{_STOP}) ){{0,6}}(?:{_REVOKES}){_AFTER}(?: .*[0-9].*)?")
_MANNERS = re.compile(r"(?:please|thanks|thank you|пожалуйста|спасибо)?")
_BEGINS = re.compile(rf"((?:(?:{_STOP}|{_BUT})(?: |$)|\*+ ?)*)(.*?)(?: (?:instead|rather|вместо(?: этого)?)|\*+)?")
_STOPS = re.compile(rf"(?:{_BUT} ){{0,6}}(?:{_STOP}(?: {_BUT}){{0,6}}|{_UNSURE}{_AFTER})")
_PIECE = re.compile(r"[,;:.!?]+(?: |$)| - ")
# Whoever asks about another answer has not settled on this one.
_ASKS = re.compile(
    r"(?:(?:or|but|hmm|или|но|а|хм)[ ,]+)*(?:or|или|should (?:i|we)|shall (?:i|we)|(?:what|how) about|если|что если"
    r"|может(?: быть)?|лучше)\b[^0-9]*\b[0-9]{1,2}(?:[ ,]+(?:(?:and|и) )?[0-9]{1,2})*\b[^0-9]*\?+"
)
# Read as an answer of its own, and as the one in whose place it stands: `make it 4`, `I think 4`.
_REPLACES = re.compile(r"(?:please )?make (?:it|that) |.*\b(?:i think|думаю|по-моему|пожалуй)\b")


def takes_back(line: str, is_order: Callable[[str], bool] = lambda _: False) -> bool:
    """Of a folded line. `is_order`: whether a piece of it is an order in the words of the game."""
    if "?" in line and (not line.strip("?!. ") or (len(line) <= MOST and _ASKS.fullmatch(line))):
        return True
    if replaces(line) and signed_answer(line).answer:
        return True
    doubted, spoken = "?" in line, False
    pieces = [*filter(None, map(str.strip, _PIECE.split(line)))]
    if pieces and all(map(_ALONE.fullmatch, pieces)):
        return True
    for piece in pieces:
        if _REVOKED.fullmatch(piece):
            return True
        if _STOPS.fullmatch(piece):
            doubted = spoken = True
            continue
        found = _BEGINS.fullmatch(piece)
        assert found is not None  # anything is a rest
        doubted = doubted or bool(found[1]) or piece != (found[1] + found[2]).strip()
        if not found[2] or _MANNERS.fullmatch(found[2]):
            continue
        if not (signed_answer(found[2]).answer or is_order(found[2])):
            return False
        spoken = True
    return doubted and spoken


def replaces(line: str) -> bool:
    """Whether a folded line, which may be read as an answer, says that it stands in the place of another."""
    return _REPLACES.match(line) is not None
