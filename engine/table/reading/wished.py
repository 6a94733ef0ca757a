"""What prose seems to wish, so that its writer is told the word for it: nothing of it is ever done by itself."""

from __future__ import annotations

import re

_GAME = r"(?:(?:the|this|your|my|that) )?(?:game|table|match)"
# Looked for in this order, in all that a mail says; Russian words stand in any of their cases.
_WISHES: dict[str, str] = {
    "wish_erased": (
        r"(?:delete|erase|remove|close) (?:(?:all |all of )?(?:my|the) )?(?:account|data|details|address)\b"
        r"|(?:delete|erase) me\b|(?:delete|erase|remove) (?:everything|all|anything) (?:you know )?about me"
        r"|forget (?:about )?me|\bgdpr\b"
        r"|(?:удал|сотр|стер|закр)(?:ите|ить|ойте|ыть|еть|и|ой) (?:(?:мо[ийюе]|все мои|мой) )?"
        r"(?:аккаунт|учетн|данные|адрес|почту)|сотр(?:ите|и) меня|(?:удал|сотр)(?:ите|и) все,? (?:что )?обо мне"
        r"|забудь(?:те)? (?:обо мне|меня)"
    ),
    "wish_no_mail": (
        r"(?:stop|no more|don't|do not|quit) (?:e-?mail|mail|writ|send|spam|messag)|leave me alone|unsubscribe me"
        r"|remove me from (?:the|this|your) (?:mailing )?list|отпишите|не (?:пишите|присылайте|шлите)"
        r"|(?:хватит|прекратите) (?:писать|слать|писем)|оставьте меня в покое"
    ),
    "wish_leave": (
        r"(?:quit|leave|drop out of|withdraw from|stop playing|remove me from|take me out of|end|cancel|abandon)"
        rf" {_GAME}|(?:want|like|have|need|going|decided) to (?:quit|leave|drop out|resign|stop playing)"
        r"|i(?:'ll| will)? (?:give up|concede|forfeit|drop out|am out|quit)\b|^(?:cancel|quit|exit|leave)[.!]*$"
        r"|(?:don't|do not|no longer) (?:want|wish) to (?:play|continue|go on)|(?:can't|cannot) (?:play|go on|continue)"
        r"|хочу (?:выйти|уйти|закончить|бросить)|не (?:хочу|буду|могу) (?:больше )?(?:играть|продолжать)"
        r"|больше не (?:хочу|буду|могу) (?:играть|продолжать)|(?:удалите|исключите|уберите) меня"
        r"|(?:бросаю|заканчиваю|закончить|прекратить) (?:игру|партию)|^выход[.!]*$"
    ),
    "wish_address": (
        r"\b(?:new|other|another|different) (?:e-?mail|mailbox|address)\b"
        r"|(?:chang\w*|update) (?:of |my |the )*(?:e-?mail|mail|mailbox|address)\b"
        r"|\b(?:address|mailbox|e-?mail)(?: address)? (?:has |have |will |is )*(?:changed?|be closed|closed)\b"
        r"|(?:смен|поменя|измен)\w* (?:мой |свой |мою |свою )?(?:электронн\w+ )?(?:адрес|почту|ящик|почтовый ящик)"
        r"|(?:нов(?:ый|ая)|друг(?:ой|ая)) (?:электронн\w+ )?(?:адрес|почта|ящик)"
    ),
    "wish_time": (
        r"(?:more|extra|some|little|bit of) time|(?:extend|extension|postpone|prolong)|too busy"
        r"|(?:больше|еще|немного|побольше) времени|продл(?:ите|ить|ение)|отсроч|не успе(?:ю|ваю|л)|отложит[ье]"
    ),
    "wish_undo": (
        r"(?:take|have|get) (?:that|it|this|my \w+) back|(?:how|can|may|could) (?:do |can |may )?i undo"
        r"|chang(?:e|ed) my (?:mind|move|answer|choice)|(?:made|was|it's) a mistake|wrong (?:number|move|card)"
        r"|(?:взять|вернуть|забрать) (?:(?:это|ход|его|мой ход) )?(?:назад|обратно)|переходить|передумал"
        r"|ошибся|ошиблась"
    ),
    "wish_status": (
        r"(?:whose|who's|who has the) turn|is it my turn|who(?:'s| is)(?: \w+)? (?:on turn|next|winning|leading|ahead)"
        r"|(?:the|my|our) (?:score|points|deadline)|how many points|when (?:do i have to|must i|is my)"
        r"|what(?:'s| has| just| did i)* (?:happen|go on|going on)|(?:last|previous) move|where are we"
        r"|how (?:do|does) (?:it|things|the game) stand|че[йё] (?:сейчас |теперь )?ход|кто (?:сейчас )?"
        r"(?:ходит|выигрывает|ведет|впереди|побеждает)|како[йв]а? (?:сч[её]т|срок)|сколько (?:\w+ ){0,3}очков"
        r"|когда (?:\w+ )?срок|до (?:какого|когда)|что (?:тут |там )?(?:случилось|произошло|происходит)|последний ход"
    ),
    "wish_rules": (
        r"how (?:do|does|can|would|should|am|to)(?: (?:i|one|we|you|anyone))? (?:supposed to )?(?:win|score|play"
        r"|get points)|how (?:does|do) (?:this|it|that|these|the game|things) work"
        r"|(?:goal|aim|object|point) of (?:the|this) game"
        r"|(?:don't|do not|didn't|can't) (?:understand|get it|follow)|makes? (?:no|any) sense|confus|i'm lost|no idea"
        r"|как (?:мне |нам |тут |здесь |в это |в нее )*(?:победить|побеждать|выигр|играть|играют|сыграть|набр)"
        r"|не (?:понимаю|понял|понимаем|могу понять)|непонятно|ничего не ясно|в чем (?:цель|смысл|суть)"
        r"|как это работает"
    ),
}
_EACH = {wish: re.compile(pattern) for wish, pattern in _WISHES.items()}


def wished(folded: str) -> str:
    """The code of the sentence that leads on from what a folded text says; empty where it wishes nothing known."""
    said = " ".join(folded.split()).replace("ё", "е")
    return next((wish for wish, pattern in _EACH.items() if pattern.search(said)), "")
