"""What a person wrote in a reply, with all that was quoted, forwarded or signed cut away (mail notes 7). Pure, linear.

Rules 1-8 run over at most MAX_LINES lines. A line gets one reason to be cut, or none; the kept lines stay in their
line structure, because one line may be one order.
"""

from collections.abc import Callable
from typing import Final

from asgard_pbem.mail.reading.cutting import rules
from asgard_pbem.mail.reading.cutting.blocks import Blocks
from asgard_pbem.mail.reading.cutting.joints import mended
from asgard_pbem.mail.reading.cutting.own_lines import MIN_OWN_CHARS, OwnLines, is_link
from asgard_pbem.mail.reading.cutting.result import QUOTATION, Cut, Reply, Taken, named, runs
from asgard_pbem.mail.reading.cutting.tidying import CLOSING_LINES, aside, tidied, tidy
from asgard_pbem.mail.reading.parts.plain import normalise

__all__ = ["Cut", "Reply", "Taken", "cut_answer", "cut_reply"]
_NOBODY: Final[frozenset[str]] = frozenset()
_MOBILE_LINES = 4
_WRAP_COLUMN = 70  # programs wrap lines at 70 to 80 columns
_CARD_LINES = 16
_NAMED_LINES = 3  # of ours that stood unmarked, each named by itself


def cut_reply(
    text: str,
    *,
    sentinel: str | None = None,
    own_lines: frozenset[str] = _NOBODY,
    names: frozenset[str] = _NOBODY,
    clipped: bool = False,
) -> Reply:
    """Cut `text`, the body of a mail as it was read.

    `sentinel` is the first line of the prompt that is answered, `own_lines` its `letter_lines`, `names`
    the names and addresses, in any case, that an attribution of our mail may carry.
    """
    return _cut(text, sentinel, own_lines, names, clipped=clipped)


def cut_answer(
    text: str,
    *,
    sentinel: str | None = None,
    own_lines: frozenset[str] = _NOBODY,
    names: frozenset[str] = _NOBODY,
    clipped: bool = False,
) -> Reply:
    """`cut_reply`, and where nothing but a greeting stands above the quotation and text below it, that text as well."""
    reply = _cut(text, sentinel, own_lines, names, clipped=clipped)
    if reply.below and is_courtesy(reply):
        return _cut(text, sentinel, own_lines, names, clipped=clipped, greeted=True)
    return reply


def is_courtesy(reply: Reply) -> bool:
    """Whether nothing stands in a reply but what one greets and parts with, if that."""
    lines = (line for line in reply.text.split("\n") if line)
    return all(rules.is_greeting(line) or rules.is_mobile(line) or rules.is_parting(line) for line in lines)


def _cut(
    text: str,
    sentinel: str | None,
    own_lines: frozenset[str],
    names: frozenset[str],
    *,
    clipped: bool,
    greeted: bool = False,
) -> Reply:
    normal, over = normalise(text)
    folded = frozenset(name.casefold() for name in names if len(name) > 2)
    cutter = _Cutter(mended(normal.split("\n"), folded), own_lines - {""}, folded)
    below = cutter.run(rules.squeezed(sentinel or ""), greeted=greeted)
    return cutter.reply(below, clipped=clipped or over)


class _Cutter:
    """The lines of one mail and why each is cut ('' while it is kept)."""

    def __init__(self, lines: list[str], own_lines: frozenset[str], names: frozenset[str]) -> None:
        self.lines = lines
        self.why = [""] * len(lines)
        self.names = names
        self.ours: set[int] = set()
        self.said_before: Callable[[int], bool] = lambda _: False
        self._own_lines = own_lines
        self._blocks = Blocks(lines)
        self._starts: dict[int, int | None] = {}  # of attributions, by their last line

    def run(self, sentinel: str, *, greeted: bool) -> str:
        """Apply all rules; returns what stands unmarked below the sentinel when own text stands above it.

        `greeted`: what stands above it is no more than a greeting.
        """
        self._mark_own()
        self._mark_quotes()
        end = len(self.lines)
        at = self._find_sentinel(sentinel) if len(sentinel) >= MIN_OWN_CHARS else None
        below = ""
        if at is not None:
            self.why[at] = "sentinel"
            self._scan(0, at)
            self._cut_introductions(at + 1)
            self._scan(at + 1, end)
            if self._has_own(0, at) and not greeted and not self._is_answered_below(at):
                below = self._text_of(at + 1, end) if self._tells_apart(at) else ""
                self._cut(at, end, "sentinel")
                end = at
        else:
            self._cut_marked_head()
            self._scan(0, end)
            self._cut_introductions(end)
        self._cut_closing(end)
        self._cut_mobile(end)
        return below

    def _is_answered_below(self, at: int) -> bool:
        """Whether nothing but the lines of a mail program stand above line `at`, and an answer below it."""
        above = [self.lines[i] for i in range(at) if self.lines[i] and not self.why[i]]
        return all(map(rules.is_mobile, above)) and self._has_own(at + 1, len(self.lines)) and self._tells_apart(at)

    def _tells_apart(self, at: int) -> bool:
        """Whether an answer inside the quotation from line `at` on could be told from it.

        So it is where the quotation is marked, or where nearly all of its lines are known; Outlook quotes without marks
        and in lines of its own.
        """
        filled = [i for i in range(at + 1, len(self.lines)) if self.lines[i]]
        known = sum(bool(self.why[i]) for i in filled)
        return rules.is_quoted(self.lines[at]) or known * 5 >= len(filled) * 4

    # -- rules 1 to 3: what we know to be ours, and marks ------------------------------------------------------------

    def _find_sentinel(self, sentinel: str) -> int | None:
        """The first line that holds the sentinel, alone or together with the next; None without one."""
        keys = [rules.squeezed(line) for line in self.lines]
        for i, key in enumerate(keys):
            if sentinel in key:
                return i
            if (
                len(key) >= 6
                and sentinel.startswith(key)
                and i + 1 < len(keys)
                and (key + keys[i + 1]).startswith(sentinel)
            ):
                self.why[i + 1] = "sentinel"
                return i
        return None

    def _mark_own(self) -> None:
        """Rule 2: lines of our mails, and links between them that a program wrote out."""
        if not self._own_lines:
            return
        links = {i for i, line in enumerate(self.lines) if is_link(line)}
        filled = [i for i, line in enumerate(self.lines) if line and i not in links]
        own = OwnLines([self.lines[i] for i in filled], self._own_lines)
        places = {i: place for place, i in enumerate(filled)}
        self.said_before = lambda i: i in places and own.said_before(places[i])
        marked = [rules.is_quoted(self.lines[i]) for i in filled]
        for i, quoted, ours in zip(filled, own.quoted(marked), own.ours(), strict=True):
            self.why[i] = "own_line" if quoted else ""
            if ours or own.ends_in_ours(self.lines[i]):
                self.ours.add(i)
        for i in sorted(links):
            self.why[i] = "own_line" if i and self.why[i - 1] == "own_line" else ""
        self.ours |= {i for i in links if i + 1 in self.ours}

    def _mark_quotes(self) -> None:
        """Rule 3, and what a careless program wrapped out of the quotation: the end of a long quoted line."""
        for i, line in enumerate(self.lines):
            before = self.lines[i - 1] if i else ""
            if not self.why[i] and rules.is_quoted(line) and not rules.closes_address(line, before):
                self.why[i] = "quote"
        for i in range(1, len(self.lines) - 1):
            if not self.why[i] and self.why[i - 1] == "quote" and self._is_wrapped(i):
                self.why[i] = "wrapped"

    def _is_wrapped(self, i: int) -> bool:
        """Whether line `i` is what did not fit into the quoted line above it; one word alone may be an answer."""
        pieces = self.lines[i].split(maxsplit=1)
        if len(pieces) < 2 or self.why[i + 1] != "quote":
            return False
        return len(self.lines[i - 1]) + 1 + len(pieces[0]) > _WRAP_COLUMN

    # -- rules 4 to 7, from the top ------------------------------------------------------------------------------------

    def _scan(self, start: int, end: int) -> None:
        """Mark attributions, and cut at the first thing below which nothing is the writer's."""
        i = start
        while i < end:
            if self.why[i] or not self.lines[i]:
                i += 1
                continue
            last = self._attribution_at(i, start, end)
            if last is not None:
                if not self._quote_follows(last + 1, end):
                    self._cut(i, end, "attribution")
                    return
                self._cut(i, last + 1, "attribution")
                i = last + 1
                continue
            if rule := self._ends_here(i, end):
                self._cut(i, end, rule)
                return
            i += 1

    def _attribution_at(self, i: int, start: int, end: int) -> int | None:
        """The last line of an attribution that begins in line `i`, or None; lines before `start` are out of sight."""
        for last in range(i, min(end, i + rules.ATTRIBUTION_LINES)):
            if self._attribution_ending(last, start) == i:
                return last
        return None

    def _attribution_ending(self, last: int, start: int) -> int | None:
        """The first line of the attribution that ends in line `last`, worked out once."""
        if last not in self._starts:
            first = None
            if self.why[last] in ("", "own_line") and rules.may_end_attribution(self.lines[last]):
                first = rules.attribution_from(self.lines, last, self.names)
            self._starts[last] = first if first is not None and first >= start else None
        return self._starts[last]

    def _ends_here(self, i: int, end: int) -> str:
        """The rule by which line `i` and all below it are not the writer's; '' when there is none."""
        line = self.lines[i]
        if rules.is_signature_mark(line):
            return "signature"
        if mark := rules.is_mark(line):
            return mark
        if self._blocks.is_header(i, end):
            return "header_block"
        if rules.is_rule(line) or rules.is_titled_rule(line):
            below = self._next_filled(i + 1, end)
            if below is not None and self._blocks.is_header(below, end):
                return "header_block"
        return "list_footer" if line.startswith("__") and self._blocks.is_list_footer(i, end) else ""

    def _cut_introductions(self, end: int) -> None:
        """Rule 4 for languages that are not in the list: one line or two right above quotation that name its writer."""
        for i in range(1, min(end, len(self.lines))):
            if self.why[i] not in _MARKED or self.why[i - 1] in _MARKED:
                continue
            last = next((at for at in range(i - 1, max(-1, i - 4), -1) if self.lines[at]), None)
            if last is None or self.why[last]:
                continue
            above = self.lines[last - 1] if last and not self.why[last - 1] else ""
            known = self.why[i] != "quote"
            wrapped = above and self.lines[last].lstrip().startswith("<")
            if rules.introduces(self.lines[last], self.names, known=known) and not wrapped:
                self.why[last] = "attribution"
            elif above and rules.introduces(f"{above} {self.lines[last]}", self.names, known=known):
                self.why[last - 1] = self.why[last] = "attribution"

    def _cut_closing(self, end: int) -> None:
        """A closing formula alone on its line, with text above, and a few short lines of name below it or a card.

        A card is what says in one of its lines how to reach its writer. Thanks above one stay: they are words to us.
        """
        kept = [i for i in range(end) if not self.why[i] and self.lines[i]]
        for place in range(max(1, len(kept) - _CARD_LINES - 1), len(kept)):
            line, below = self.lines[kept[place]], [self.lines[i] for i in kept[place + 1 :]]
            closes, card = rules.is_closing(line), any(map(rules.is_contact, below))
            if closes and (card or (len(below) <= CLOSING_LINES and all(len(one) <= 60 for one in below))):
                self._cut(kept[place], end, "closing")
                return
            if card and rules.is_parting(line):
                self._cut(kept[place + 1], end, "closing")
                return

    def _cut_mobile(self, end: int) -> None:
        """Rule 7: lines of mail programs, among the last four filled lines or right above quotation, never alone."""
        kept = [i for i in range(end) if not self.why[i] and self.lines[i]]
        above = [i for i in kept[:_MOBILE_LINES] if self._is_cut_below(i, end)] if len(kept) > 1 else []
        for i in sorted({*kept[1:][-_MOBILE_LINES:], *above}):
            below = i > 0 and self.why[i - 1] == "mobile"
            if rules.is_mobile(self.lines[i]) or (below and is_link(self.lines[i])):
                self.why[i] = "mobile"

    def _is_cut_below(self, i: int, end: int) -> bool:
        """Whether the next filled line is none of the writer's."""
        at = self._next_filled(i + 1, end)
        return at is not None and bool(self.why[at])

    def _cut_marked_head(self) -> None:
        """A header block marked as quotation above a body that is not: all of it is the quoted mail."""
        marked = [i for i, rule in enumerate(self.why) if rule and rules.is_quoted(self.lines[i])]
        if marked and self._blocks.is_marked_header(marked):
            self._cut(marked[0], len(self.lines), "header_block")

    # -- small things --------------------------------------------------------------------------------------------------

    def _cut(self, first: int, end: int, rule: str) -> None:
        for i in range(first, end):
            if not self.why[i] or rule == "sentinel":
                self.why[i] = rule

    def _quote_follows(self, start: int, end: int) -> bool:
        """Whether the next filled line is marked as quotation, or known as ours."""
        at = self._next_filled(start, len(self.lines))
        return at is not None and (self.why[at] in ("quote", "wrapped", "own_line", "sentinel"))

    def _next_filled(self, start: int, end: int) -> int | None:
        return next((i for i in range(start, end) if self.lines[i]), None)

    def _has_own(self, start: int, end: int) -> bool:
        return any(self.lines[i] and not self.why[i] for i in range(start, end))

    def _text_of(self, start: int, end: int) -> str:
        return tidy([self.lines[i] for i in range(start, end) if not self.why[i]])

    def reply(self, below: str, *, clipped: bool) -> Reply:
        """Put the result together."""
        lines, why = self.lines, self.why
        kept = tidied([i for i, rule in enumerate(why) if not rule], lines)
        text = "\n".join(lines[i] for i in kept)
        cuts = runs(why)
        quoted = tidy([rules.unquoted(line) for line, rule in zip(lines, why, strict=True) if rule in QUOTATION])
        return Reply(
            text=text,
            rule=cuts[0].rule if cuts else "",
            line=cuts[0].first if cuts else None,
            cuts=cuts,
            only_quotes=not text and bool(quoted),
            between=self._between(),
            below=below,
            quoted=quoted,
            clipped=clipped,
            ours=tuple(n for n, i in enumerate(kept) if i in self.ours),
            gaps=tuple(n for n, i in enumerate(kept) if lines[i] and self._is_bare(self._last_filled(i))),
            taken=self._taken(),
            echoes=self._echoes(kept),
            aside=aside([lines[i] for i in kept]),
        )

    def _last_filled(self, i: int) -> int | None:
        """The line with something in it above line `i`."""
        return next((at for at in range(i - 1, max(-1, i - 3), -1) if self.lines[at]), None)

    def _is_bare(self, i: int | None) -> bool:
        """Whether line `i` was cut for nothing but standing in a mail of ours."""
        return i is not None and self.why[i] == "own_line" and not rules.is_quoted(self.lines[i])

    def _taken(self) -> tuple[Taken, ...]:
        """The cut lines in groups: quotation from its first sign down, lines of ours without a mark singly."""
        found: list[Taken] = []
        before = ""  # what kind the last filled line was of; '' for a kept one
        for i, (line, rule) in enumerate(zip(self.lines, self.why, strict=True)):
            if not line:
                continue
            bare = self._is_bare(i) and before != "quotation"
            kind = "bare" if bare else "quotation" if rule in QUOTATION else rule
            singly = bare and sum(one.rule == "own_line" for one in found) <= _NAMED_LINES
            sure = rule in _SURE
            if kind and kind == before and not singly:
                last = found[-1]
                found[-1] = Taken(last.rule, last.text, last.lines + 1, sure=last.sure or sure)
            elif kind:
                found.append(Taken(self._named_rule(i), named(line.strip()), 1, sure=sure))
            before = kind
        return tuple(found)

    def _named_rule(self, i: int) -> str:
        """Why line `i` was cut, as its writer is told: a line of ours that bears a mark was quoted by their program."""
        return "quote" if self.why[i] == "own_line" and rules.is_quoted(self.lines[i]) else self.why[i]

    def _echoes(self, kept: list[int]) -> tuple[int, ...]:
        """Kept lines among unmarked lines of a letter in which somebody may have said the same."""
        bare = [i for i in range(len(self.lines)) if self._is_bare(i)]
        inside = range(bare[0], bare[-1]) if bare else range(0)
        return tuple(n for n, i in enumerate(kept) if i in inside and self.lines[i] and self.said_before(i))

    def _between(self) -> str:
        """Own lines that have quotation both above and below them."""
        quotes = [i for i, rule in enumerate(self.why) if rule in QUOTATION]
        return self._text_of(quotes[0], quotes[-1]) if quotes else ""


_MARKED: Final = frozenset({"sentinel", "own_line", "quote"})
_SURE: Final = _MARKED | {"wrapped"}  # that a line is no words of its writer's to us, it says itself
