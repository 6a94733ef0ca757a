"""The commands of a mail, in English and Russian, told apart from the orders of its game (mail notes 8). Pure.

A command is a whole line; press takes everything to the end of the mail or to the next message. What is no command is
left for the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from asgard_pbem.mail.reading.grammar import agreeing, memo_lines
from engine.core.grammar.text import fold_order, fold_whole, without_courtesy

QUOTED = 200  # characters of a line that are repeated to its writer
MAX_PRESS = 8000
MAX_INVITED = 12
ADDRESS = re.compile(r"[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63}")

# Which commands a mail may carry by what it answers; the words of a game win over those not named.
ALWAYS = frozenset((
    "help", "rules", "games", "language", "zone", "name", "away", "back", "stop_mail", "start_mail", "open", "invite",
    "status", "board", "history", "replay", "plans", "drop_plans", "undo", "resign", "press", "word",
    "no_invitations", "invitations", "digest", "no_receipts", "receipts", "memo", "memos", "drop_memo", "menu",
    "bots", "pause", "go_on", "address",
))  # fmt: skip
WRITTEN = ALWAYS | {"accept", "decline", "block", "yes", "no", "again"}  # whatever a mail answers
NUMBERED = "numbered"  # the question has a list of its own, `1` yes and `2` no, and nothing else is asked there
ANSWERING_INVITATION = ALWAYS | {"accept", "decline", "block", NUMBERED}
CONFIRMING = ALWAYS | {"yes", "no"}
AT_NEW_ADDRESS = frozenset({"yes", "no", NUMBERED})  # who reads there may be somebody else: they do nothing besides
ENDED = frozenset({"again"})  # only where the game is over: in one that runs it may be an order
COUNSEL = frozenset({"propose", "endorse"})  # of games whose players advise each other

# What people say around a command. None of it is an order of a game, and what cannot be taken back is confirmed first.
_SHOW = r"(?:show (?:me )?(?:the )?|покажи(?:те)? (?:мне )?)?"
_OOPS = r"(?:(?:oops|sorry|ой|упс|извините|простите)[ ,.!:-]+){0,2}"
_MOVE = r"(?:that|it|this|(?:that |this |my |the )?(?:last )?(?:move|turn|answer|order|choice))"
_WORDS: dict[str, str] = {
    # First: where something is to be confirmed, «отмена» is a no, and takes nothing back.
    "yes": r"yes|confirm|да|подтверждаю|подтвердить",
    "no": r"no|cancel|нет|отмена|отменить",
    "help": r"help(?: me)?|\?|помощь|справка|помоги(?:те)?",
    "status": rf"{_SHOW}(?:status|state|статус|состояние)",
    "board": rf"{_SHOW}(?:board|table|доск[ау]|поле|стол)",
    "menu": r"menu|question|(?:show )?(?:the )?(?:menu|question)|меню|вопрос|варианты",
    "history": rf"{_SHOW}(?:history|log|истори[яю]|журнал|летопись)",
    "games": r"(?:my )?games|(?:мои )?игры|(?:мои )?партии",
    "plans": r"(?:my )?(?:plans|standing orders)|(?:мои )?(?:планы|приказы впрок)",
    "drop_plans": (
        r"(?:drop|clear|delete|cancel)(?: all)?(?: my| the)? (?:plans|standing orders)"
        r"|(?:снять|удалить|отменить|сбросить|убрать)(?: все)?(?: мои)? (?:планы|приказы впрок)"
    ),
    "memos": r"(?:my )?notes|(?:мои )?заметки",
    "undo": (
        rf"{_OOPS}(?:undo(?: {_MOVE})?|take back(?: {_MOVE})?|take {_MOVE} back"
        r"|(?:отмена|отменить|отмени(?:те)?)(?: (?:мой )?(?:последний )?ход(?:а)?)?"
        r"|(?:взять|возьму|верни(?:те)?|вернуть) (?:мой )?(?:последний )?ход(?: назад)?)"
    ),
    "back": r"(?:i am |i'm )?back(?: again)?|вернул(?:ся|ась)|я (?:здесь|вернул(?:ся|ась))",
    "pause": (
        r"pause(?: (?:the )?(?:table|game))?|пауза|(?:сделать |взять )?паузу|приостановить(?: (?:стол|партию|игру))?"
    ),
    "go_on": (
        r"go on|unpause|(?:go on with|resume|continue)(?: (?:the )?(?:table|game))?"
        r"|дальше|продолжить|продолжаем|снять паузу|продолжить (?:партию|игру)"
    ),
    "resign": (
        r"(?:i )?(?:resign|quit|surrender)(?: (?:the |this )?game)?"
        r"|(?:i want to |i'd like to )?(?:quit|leave|resign from) (?:the |this )?(?:game|table)"
        r"|(?:я )?сдаюсь|сдаться|сдаю партию|(?:я )?(?:хочу )?(?:выйти|выхожу|ухожу|уйти) из (?:игры|партии)"
        r"|(?:хочу )?(?:покинуть|покидаю) (?:игру|партию|стол)"
    ),
    "stop_mail": r"stop mails?|unsubscribe|(?:стоп|отключить|остановить) (?:почту|письма)|стоп почта|отписаться",
    "start_mail": r"start mails?|subscribe|(?:включить|возобновить) (?:почту|письма)|подписаться",
    "accept": r"accept|join|yes|принять|принимаю|согласен|согласна|да",
    "decline": r"decline|refuse|no|отказаться|отказываюсь|отклонить|нет",
    "block": r"block(?: (?:this )?(?:person|sender))?|заблокировать|больше не приглашать",
    "no_invitations": r"(?:no|stop) invitations|не приглашать(?: меня)?|без приглашений",
    "invitations": r"(?:start )?invitations|(?:снова )?приглашать(?: меня)?|приглашения",
    "no_receipts": r"(?:no|stop) receipts|receipts off|без подтверждений|подтверждения выкл",
    "receipts": r"(?:start )?receipts|receipts on|подтверждения(?: вкл)?",
    "again": (
        r"(?:(?:yes|yeah|sure|ok|let's|let us|да|конечно|давай(?:те)?)[ ,.!]+)?(?:(?:play )?(?:again|once more)"
        r"|(?:play )?(?:one more(?: game| round)?|another (?:game|round|one))|(?:a )?rematch|реванш"
        r"|(?:сыграем )?(?:ещё|еще) (?:раз|одну|партию|одну партию))"
    ),
}
# How people say in a sentence that they will be away; one that names no day is left to whoever reads it.
_GOING = (
    r"(?:i'm|i am|i'll be|i will be|we are|we're)(?: going(?: to be)?)? (?:away|absent|travelling|traveling"
    r"|on (?:holidays?|vacation|leave)|out of town)|(?:on )?(?:holidays?|vacation)"
    r"|я (?:буду )?(?:в отпуске|в отъезде|отсутствую)|буду в (?:отпуске|отъезде)|(?:я )?уезжаю|я уеду"
    r"|(?:я )?в отпуске|меня не будет"
)
_ARGUED: dict[str, str] = {
    "replay": r"(?:replay|повтор(?:ить|и|ите)?|пока(?:зать|жи|жите)) (?P<moment>\d{1,6})",
    # What a card does people ask in a sentence; `it` and its like name none.
    "rules": (
        rf"{_SHOW}(?:rules|правила)(?:\s+(?P<topic>.{{1,60}}))?"
        r"|what do(?:es)? (?:the |my )?(?P<about>(?!(?:it|that|this|these|they|he|she|you|i|we|one)\b)[^?]{2,40}?)"
        r" (?:do|mean) ?\?{1,3}|что (?:делает|делают|значит|означает|да[её]т) "
        r"(?P<of>(?!(?:это|эта|этот|он|она|они|оно)\b)[^?]{2,40}?) ?\?{1,3}"
    ),
    "language": r"(?:language|lang|язык)[ :]\s*(?P<language>[a-zа-яё-]{2,20})",
    "zone": (
        r"(?:time ?zone|zone|(?:часовой )?пояс|зона)[ :]\s*"
        r"(?P<zone>[a-zа-яё0-9_+/-]{2,40}(?: [a-zа-яё]{2,20}){0,2})"
    ),
    "name": r"(?:name|имя)[ :]\s*(?P<name>.{1,200})",
    "away": (
        r"(?:away|absent|отпуск|нет меня|меня нет|отсутствую)(?:\s+(?P<span>.{1,60}))?"
        rf"|(?:{_GOING})\s+(?P<when>.{{0,50}}\d.{{0,10}}"
        r"|for (?:a|one|two|three) weeks?|(?:на )?(?:одну |две |три )?недел[юи])"
    ),
    "address": (
        r"(?:(?:my )?(?:new )?(?:e-?mail )?address(?: is)?|(?:мой )?(?:новый )?адрес)[ :]\s*"
        r"(?P<address>[^\s@]+@\S{3,250})"
    ),
    "open": (
        r"(?:open|start game|откр(?:ыть|ой|ойте)|начать)\s+(?P<game>[\w'-]{2,30})"
        r"(?:\s+(?P<seats>\d{1,2}))?(?:\s+(?P<options>.{1,900}))?"
    ),
    "accept": r"(?:accept|join|принять|принимаю)(?:[ :]+|, ?(?=(?:word|слово)[ :=]))"
    r"(?:(?:word|слово) ?[:=]\s*)?(?P<word>.{1,900})",
    "word": r"(?:word|слово) ?[:=]\s*(?P<word>.{1,900})",
    "bots": r"(?:add |another |добавить |ещё )?(?:bots?|бот[аы]?|ботов)(?: (?P<count>\d{1,2}))?",
    "invite": r"(?:invite|пригласи(?:ть|те)?)[ :]\s*(?P<who>.{3,900})",
    "digest": (
        r"(?:digests?|сводк[аиу])[ :]\s*(?P<rhythm>[a-zа-яё]{2,12}(?: [a-zа-яё]{1,13}){0,2})"
        r"|(?P<how>daily|weekly|no|stop|ежедневная|еженедельная|без) (?:digests?|сводк[аиу])"
    ),
    "drop_memo": r"(?:drop|delete|forget|удалить|убрать|стереть) (?:note|заметку) #?(?P<number>\d{1,6})",
    "propose": r"(?:propose|предлагаю|предложить)(?: ?:|[ :]\s*(?P<orders>.{1,900}))?",
    "endorse": r"(?:endorse|support|ok|поддерживаю|поддержать) (?:proposal |предложение )?#?(?P<number>\d{1,6})",
}
_THE_SAME = {"when": "span", "how": "rhythm", "about": "topic", "of": "topic"}  # said in another place of the line
# What may hold any words keeps the courtesy around it too.
_CALLED_WORD = re.compile(r"^(?:word|слово)\s*[:=]\s*", re.IGNORECASE)  # `accept, word: …`, as the help names the two
_AS_TYPED = frozenset({"name", "accept", "word", "invite", "propose", "address"})
_SIMPLE = {name: re.compile(pattern) for name, pattern in _WORDS.items()}
_WITH_ARGUMENTS = {name: re.compile(pattern) for name, pattern in _ARGUED.items()}
_FOR_THE_TABLE = frozenset({"undo", "drop_plans", "pause", "go_on"})
_IS_GOING = re.compile(rf"(?:{_GOING})\b")
# Any of them. Hardly a line is one, and all are looked for at once in a tenth of the time.
_EACH = (*_WORDS.values(), *_ARGUED.values(), *agreeing.EACH)
_ANY = re.compile("|".join(re.sub(r"\(\?P<[a-z]+>", "(?:", pattern) for pattern in _EACH))
_PRESS = re.compile(
    r"\s*(?:[*_]{0,2})(?:press|message|say|пресса|письмо|весть|сообщение)(?:\s++(?P<to>[^\s:][^:\n]{0,119}))?\s*+(?:[*_]{0,2}):"
    r"(?:[*_]{0,2})\s*(?P<text>.*)",
    re.IGNORECASE | re.DOTALL,
)
# Below one message, where another begins: people write “say to them:” and “письмо пришло:” in the middle of one too.
_ANOTHER = re.compile(
    r"\s*[*_]{0,2}(?:press|message|пресса|сообщение)(?:\s++[^\s:][^:\n]{0,59})?\s*+[*_]{0,2}:", re.IGNORECASE
)
# Where players advise each other, what they say to all needs no colon: nobody's orders begin so.
_SAY = re.compile(r"\s*(?:say|скажу|говорю)\s+(?P<to>)(?P<text>[^\s:].*)", re.IGNORECASE | re.DOTALL)
_LANGUAGES = {
    "en": "en", "english": "en", "английский": "en", "англ": "en",
    "ru": "ru", "russian": "ru", "русский": "ru", "рус": "ru",
}  # fmt: skip


_CALLED: dict[str, tuple[str, ...]] = {
    "never": ("never", "no", "off", "stop", "none", "никогда", "нет", "не надо", "стоп", "без"),
    "daily": (
        "daily", "every day", "each day", "once a day", "by day", "day", "every morning", "ежедневно", "ежедневная",
        "каждый день", "раз в день", "каждое утро", "по дням",
    ),
    "weekly": (
        "weekly", "every week", "each week", "once a week", "by week", "week", "every monday", "on mondays",
        "еженедельно", "еженедельная", "каждую неделю", "раз в неделю", "по неделям", "каждый понедельник",
        "по понедельникам",
    ),
    "turn": ("turn", "turns", "every turn", "each turn", "by turn", "ход", "каждый ход", "по ходам"),
    "round": (
        "round", "rounds", "every round", "each round", "by round", "круг", "каждый круг", "по кругам", "раунд",
        "каждый раунд", "по раундам",
    ),
}  # fmt: skip
_RHYTHMS = {called: rhythm for rhythm, names in _CALLED.items() for called in names}


@dataclass(frozen=True, slots=True)
class Command:
    """One command of a mail."""

    name: str
    line: int  # from 0
    text: str  # as typed, shortened
    args: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A mail taken apart: its commands, and all lines with those of the commands blanked (so numbers stay)."""

    commands: tuple[Command, ...]
    orders: tuple[str, ...]
    lines: tuple[str, ...] = ()  # as they came, press and commands too

    def first_order(self) -> int | None:
        """The first line (from 0) for the game."""
        return self.next_order(0)

    def next_order(self, at: int) -> int | None:
        """The first line for the game from line `at` on."""
        below = enumerate(self.orders[at:], at)
        return next((n for n, line in below if (text := fold_order(line)) and not text.startswith("#")), None)

    def next_line(self, at: int) -> int | None:
        """The first line from `at` on that says anything."""
        return next((n for n, line in enumerate(self.lines[at:], at) if line.strip()), None)


def read_sheet(lines: Sequence[str], allowed: frozenset[str] = ALWAYS) -> Sheet:
    """Tell the commands of a mail from its other lines."""
    commands: list[Command] = []
    orders: list[str] = []
    belongs: Command | None
    for number, line in enumerate(lines):
        belongs = None
        if "press" in allowed and _press(line, allowed):
            commands += _messages(number, lines, allowed)
            break
        if "memo" in allowed and (memo := memo_lines.first(line)) is not None:
            commands.append(Command("memo", number, shorten(line), memo))
            orders.append("")
            continue
        folded = fold_whole(line) or ""
        command = _command(number, line, folded, allowed) or _more_invited(number, line, folded, commands)
        if command is not None:
            commands.append(command)
        elif belongs := _more_proposed(number, line, folded, commands) or _more_noted(number, line, lines, commands):
            commands[-1] = belongs
        orders.append(line if command is None and belongs is None else "")
    return Sheet(tuple(commands), tuple(orders), tuple(lines))


def in_subject(subject: str) -> str | None:
    """The subject as a line of the mail, where it is one command and nothing else: people write `help` there.

    A subject that a mail program made (`Re: …`, one of ours) is none: no command begins so. Press and notes are told
    in the body alone, their words may be any.
    """
    line = " ".join(subject.split())
    commands = read_sheet([line], WRITTEN).commands if len(line) <= QUOTED else ()
    return line if commands and commands[0].name not in {"press", "memo"} else None


def is_one(line: str) -> bool:
    """Whether a line is a command or begins one, whatever mail it stands in."""
    return bool(read_sheet([line], WRITTEN).commands)


def is_typed(line: str) -> bool:
    """Whether a line is a command that a person has typed for us: no machine, which may well say that it is away."""
    folded = fold_whole(line) or ""
    command = _command(0, line, folded, WRITTEN)
    if command is None or command.name != "away":
        return command is not None
    return "span" in command.args and _IS_GOING.match(folded) is None


def speaks_of_absence(line: str) -> bool:
    """Whether a line begins as people say that they will be away; without a day it is no command."""
    return _IS_GOING.match(fold_order(line)) is not None


def is_for_the_table(line: str) -> bool:
    """Whether a line below `press:` may have been meant for its table alone: what stops or takes back something there,
    and a note to oneself, which nobody else may read. What people say to each other as well (`back`, `yes`) is not.
    """
    return memo_lines.headed(line) or any(one.name in _FOR_THE_TABLE for one in read_sheet([line]).commands)


def _press(line: str, allowed: frozenset[str]) -> re.Match[str] | None:
    return _PRESS.fullmatch(line) or (_SAY.fullmatch(line) if allowed >= COUNSEL else None)


def _messages(first: int, lines: Sequence[str], allowed: frozenset[str]) -> Iterator[Command]:
    """The messages from line `first` on: each ends where the next begins, which may not be for the same people."""
    heads = [first, *(at for at in range(first + 1, len(lines)) if _ANOTHER.match(lines[at]))]
    for head, end in zip(heads, [*heads[1:], len(lines)], strict=True):
        if press := _press(lines[head], allowed):
            text = "\n".join([press["text"], *lines[head + 1 : end]]).strip()[:MAX_PRESS]
            yield Command("press", head, shorten(lines[head]), {"to": (press["to"] or "").strip(" *_"), "text": text})


def is_press(line: str) -> bool:
    """Whether all from this line on is a message to others."""
    return _PRESS.fullmatch(line) is not None


def _command(number: int, line: str, folded: str, allowed: frozenset[str]) -> Command | None:
    """The command that a line is. `folded`: nothing for one that says nothing, or that is too long to be read whole."""
    folded = folded.rstrip(" .!;,")
    if not folded:
        return None
    bare = without_courtesy(folded)
    if not (_ANY.fullmatch(bare) or _ANY.fullmatch(folded)):
        return None
    for name, pattern in _SIMPLE.items():
        if name in allowed and pattern.fullmatch(bare):
            return Command(name, number, shorten(line))
    for name, pattern in _WITH_ARGUMENTS.items():
        if name in allowed and (match := pattern.fullmatch(folded if name in _AS_TYPED else bare)):
            return Command(name, number, shorten(line), _arguments(name, match, line))
    spoken = agreeing.SPOKEN if NUMBERED in allowed else agreeing.SAID
    found = next((name for name, said in spoken.items() if name in allowed and said.fullmatch(bare)), None)
    return Command(found, number, shorten(line)) if found is not None else None


def _arguments(name: str, match: re.Match[str], line: str) -> dict[str, str]:
    """What a command is told, by name; as it was typed where more counts of it than a folded line has."""
    found = {key: value.strip() for key, value in match.groupdict().items() if value}
    found = {_THE_SAME.get(key, key): value for key, value in found.items()}
    if name == "name":  # capitals matter
        found["name"] = _as_typed(line).strip()
    elif name == "propose" and "orders" not in found:
        found["below"] = ""
    elif name in {"accept", "word"}:  # every letter matters: it is hashed, and its writer hashes it too
        found["word"] = _CALLED_WORD.sub("", _as_typed(line)) if name == "accept" else _as_typed(line)
    return found


def _as_typed(line: str) -> str:
    """What follows a command's first word, unfolded."""
    return re.sub(r"^\W*\w+\s*[ :=,]\s*", "", line.strip(), count=1)


def _more_invited(number: int, line: str, folded: str, commands: list[Command]) -> Command | None:
    """A line of nothing but addresses below `open` or `invite`."""
    if not commands or commands[-1].name not in {"open", "invite"}:
        return None
    good, bad = addresses(folded)
    return Command("invite", number, shorten(line), {"who": " ".join(good)}) if good and not bad else None


def _more_proposed(number: int, line: str, folded: str, commands: list[Command]) -> Command | None:
    """The proposal above with one more order: the lines directly below a bare `propose:`, down to a blank one."""
    above = commands[-1] if commands else None
    if above is None or above.name != "propose" or "below" not in above.args or not folded:
        return None
    lines = above.args["below"].split("\n") if above.args["below"] else []
    if number != above.line + len(lines) + 1:
        return None
    return replace(above, args={**above.args, "below": "\n".join([*lines, line.strip()])})


def _more_noted(number: int, line: str, lines: Sequence[str], commands: list[Command]) -> Command | None:
    """The note above with this line, where a mail program has wrapped it."""
    above = commands[-1] if commands else None
    if above is None or above.name != "memo" or not memo_lines.goes_on(lines[number - 1], line):
        return None
    if above.line + above.args["text"].count("\n") + 1 != number:
        return None
    return replace(above, args={**above.args, "text": f"{above.args['text']}\n{line.strip()}"})


def shorten(line: str) -> str:
    """A line as it is repeated to whoever wrote it."""
    text = line.strip()
    return text if len(text) <= QUOTED else text[: QUOTED - 3] + "..."


def addresses(text: str) -> tuple[list[str], list[str]]:
    """(addresses, other words) of a list typed with commas, blanks or angle brackets; folded, each once."""
    good: dict[str, None] = {}
    bad: list[str] = []
    for word in re.split(r"[\s,;]+", text):
        bare = word.strip("<>()[]\"'.").lower()
        if not bare or bare in {"and", "и", "-"}:
            continue
        if ADDRESS.fullmatch(bare) and len(bare) <= 254:
            good[bare] = None
        else:
            bad.append(word)
    return list(good)[:MAX_INVITED], bad


def rhythm_code(word: str) -> str | None:
    """A rhythm of digests (`Player.Digest`), however it was called; None: no such."""
    return _RHYTHMS.get(word.strip("."))


def language_code(word: str) -> str | None:
    """`en` or `ru`, however it was called; None: no such."""
    return _LANGUAGES.get(word.strip(".").lower())
