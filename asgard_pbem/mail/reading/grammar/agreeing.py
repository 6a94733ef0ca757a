"""How people say yes and no to a question of ours, by its number or in words, in English and Russian. Data only.

A yes that something of a no stands beside (`of course not`, `да, но не сейчас`) is neither, nor is a no beside a yes
(`sorry for the delay, I'm in`): it is asked again. A declined invitation cannot be taken back.
"""

from __future__ import annotations

import re

# `why not` and `no problem` are no denials.
_DOUBT = (
    r"(?!.*\b(?:but|(?<!why )not|no(?! (?:problem|doubt|worries))|never|later|maybe|can't|cannot|won't|don't(?! mind)"
    r"|но|не(?! (?:против|возража))|(?<!бы и )(?<!почему )нет(?! проблем)|никогда|потом|позже|может)\b)"
)
_ALL_THE_SAME = (
    r"(?!.*\b(?:yes|i'm in|i am in|count me in|i accept|i'll (?:play|join)|no (?:problem|doubt|worries)|нет проблем|да"
    r"|принимаю|соглас(?:ен|на)|играю|сыграю|буду играть|я в деле|я с вами|я за)\b)"
)
_HELLO = (
    r"(?:(?:hi|hello|hey|thanks|thank you|спасибо|привет|ура|sorry for|извини(?:те)? за|прости(?:те)? за)\b"
    r"[^0-9,.!:-]{0,40}[,.!:-]+ ?)?"
)
_MORE = r"\b[^0-9]{0,60}"
# The lines of our list, as numbers are dressed in an answer to a game, or copied with their words: `1) Yes`, `#2`.
_DRESS = r"(?:(?:option|answer|number|вариант|ответ|номер|пункт)[ :]{1,3}#?|# ?|no\. ?)?"
_BEFORE = r"(?:[.):,]{1,2} ?| ?- ?| )"
_FIRST, _SECOND = rf"(?:{_DRESS}1{_BEFORE})?", rf"(?:{_DRESS}2{_BEFORE})?"
_ONE = rf"{_DRESS}1\)?(?:{_BEFORE}(?:accept|принять|принимаю))?|(?:the first(?: one)?|перв(?:ый|ое))"
_TWO = rf"{_DRESS}2\)?(?:{_BEFORE}(?:decline|отказаться|отказываюсь))?|(?:the second(?: one)?|втор(?:ой|ое))"
# What may carry a word for the seed is not here.
_YES = (
    rf"{_DOUBT}{_HELLO}(?:yes|yeah|yep|sure|gladly|with pleasure|of course|no problem|no worries|да|конечно"
    rf"|с удовольствием|охотно|нет проблем){_MORE}"
)
_NO = (
    rf"{_ALL_THE_SAME}(?:{_HELLO}(?:no|nope|нет)|sorry|извините|к сожалению){_MORE}"
    rf"|(?:i )?declined?{_MORE}"
)
# To an invitation alone: where something is to be confirmed, "ok" may be no yes.
_GLADLY = (
    rf"{_DOUBT}{_HELLO}(?:ok|okay|great|all right|alright|absolutely|sounds (?:good|great|fun)|why not|count me in"
    r"|(?:i'm|i am) in|i accept|let's (?:play|do it)|happy to|i(?:'d| would) (?:like to (?:play|join|try)"
    r"|love to(?! (?:know|see|hear|read|learn|understand|ask)))|i(?:'ll| will) (?:play|join)|ок|окей|хорошо|ладно"
    r"|отлично|давай|давайте|играем|с радостью|соглас(?:ен|на)|ага|почему бы и нет|поехали"
    rf"|(?:я )?(?:хочу|буду) играть|(?:я )?сыграю|сыграем|я (?:за|в деле|с вами)){_MORE}"
)
_UNWILLING = rf"{_ALL_THE_SAME}(?:(?:i'm )?not interested|(?:я )?(?:не смогу|не буду|не хочу играть)){_MORE}"
# To a question about a game, where orders may follow: nothing else than agreement, and what goes with it.
_AGREED = (
    r"(?:yes|yeah|yep|yup|sure|exactly|right|correct|of course|да|ага|конечно|именно|верно|точно)(?:[ ,.!]{1,3}(?:yes"
    r"|sure|exactly|right|correct|that's it|that's right|that's what i meant|that one|i do|i am|i'm sure|i am sure"
    r"|i did|go ahead|do it|do that|do so|please do|please|thanks|thank you|да|давай|давайте|именно|так и есть|так"
    r"|верно|точно|сделай|сделайте|это|уверена?|пожалуйста|спасибо|конечно)){0,4}"
)
_DENIED = (
    r"(?:no|nope|нет)(?:[ ,.!]{1,3}(?:no|not that|not this|neither|i didn't|i did not|i don't|thanks|thank you|please"
    r"|нет|не это|не то|не надо|не нужно|не хочу|спасибо|пожалуйста)){1,3}"
)
SAID = {"yes": re.compile(_AGREED), "no": re.compile(_DENIED)}
SPOKEN = {
    "accept": re.compile(rf"{_ONE}|{_FIRST}(?:{_YES}|{_GLADLY})"),
    "decline": re.compile(rf"{_TWO}|{_SECOND}(?:{_NO}|{_UNWILLING})"),
    "yes": re.compile(rf"{_ONE}|{_FIRST}(?:{_YES})"), "no": re.compile(rf"{_TWO}|{_SECOND}(?:{_NO})"),
}  # fmt: skip
EACH = tuple(one.pattern for by in (SAID, SPOKEN) for one in by.values())
