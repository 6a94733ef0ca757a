"""Lines of our own letters, known again in a reply by their fingerprints (mail notes 7, rule 2). Pure, linear.

A letter holds lines of three kinds, and the kind decides what its return in a reply may mean:

- sure: our own sentences, which no game takes for an order. Such a line is quotation wherever it stands.
- shy: what somebody may also have typed: menu lines, orders, commands, anything short. Quotation only next to a line
  that is known, as it was in the letter.
- told: what people wrote: press, names, titles, the reader's own orders. Quotation only where the letter goes on
  above and below (if it could be no order: where other lines of ours do). Else anybody could have a player's line
  taken for ours by writing it to them first.

None of the three may be told on to other players, see `OwnLines.ours`.
"""

import hashlib
import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, islice
from typing import Final

from asgard_pbem.mail.reading.cutting.rules import squeezed
from asgard_pbem.mail.reading.parts.plain import MAX_RULE_CHARS

MIN_OWN_CHARS: Final = 12  # shorter lines are too common to be known by themselves
# Before the fingerprint: of a line that is not sure (PROSE: told, and no order), of two neighbours, of three words of a
# long line, and of one that repeats a message of its reader's (HEARD). A sure line's stands bare.
SHY, TOLD, PROSE, LINK, WORDS, HEARD = "?", "~", "-", "&", "%", "="
_LONG_RUN = 4  # shy lines in the letter's order, which nobody types by chance
_MAX_PIECES = 6  # into which a mail program wraps one paragraph
_WRAPPED_CHARS = 40  # a line that long may have been wrapped
_RUN = 3  # words
_SAMPLES = 5  # runs of a line that are looked at
_STRANGE = 1  # of which may be none of ours
_BETWEEN = "·"  # the items of a row
_NO_WORDS = re.compile(r"[*_>|\"']+")

# Pictures and links as programs write them into a text part, with what they leave of a line.
_LINKS = re.compile(r"\s?[<(\[]\s?(?:https?|mailto|cid|tel):[^\s<>]{1,1000}[>)\]]?")
_PICTURE = re.compile(
    r"^\s{0,3}[\[<](?:image|cid|bild|afbeelding|immagine|imagen|изображение)?:?\s?|[\]>]\s{0,3}$", re.IGNORECASE
)
_BRACKETS = ("<", "(", "[")
_HEAD = r"(?:press|message|say|пресса|письмо|весть|сообщение)[^:\n]{0,120}:"
_PRESS = re.compile(rf"[\s*_]{{0,9}}{_HEAD}", re.IGNORECASE)
_REPEATED = re.compile(rf"[“«]{_HEAD}", re.IGNORECASE)  # as a receipt has what its reader wrote
_MOST_PRESSES = 20  # of one mail that are looked into
_TAIL = re.compile(r"<(?:mailto|https?):[^\s<>]{0,1000}$")


def kept_of(line: str) -> frozenset[str]:
    """What a letter that said this line may have kept of it, whatever kind of line it was taken for."""
    key = squeezed(line)
    return frozenset({fingerprint(key), *(mark(kind, key) for kind in (SHY, TOLD, PROSE))}) - {""}


def fingerprint(key: str) -> str:
    """The fingerprint of a squeezed line, '' below MIN_OWN_CHARS."""
    return _digest(key)[:16] if len(key) >= MIN_OWN_CHARS else ""


def mark(kind: str, key: str) -> str:
    """The fingerprint of a line that does not count by itself; short, because there are many."""
    return kind + _digest(key)[:10]


def link(first: str, second: str) -> str:
    """The fingerprint of two squeezed lines as neighbours."""
    return mark(LINK, f"{first}\n{second}")


@lru_cache(maxsize=8192)  # two thirds of what a letter holds stood in the ones before
def _digest(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()


def readings(line: str) -> tuple[str, ...]:
    """The squeezed line, and what is left of it without the links and the picture's brackets that programs add."""
    return tuple(dict.fromkeys(map(squeezed, forms(line))))


def forms(line: str) -> tuple[str, ...]:
    """The line, and what is left of it without the links and the picture's brackets."""
    line = line[:MAX_RULE_CHARS]
    bare = _without_links(line)
    return tuple(dict.fromkeys((line, bare, _without_brackets(bare))))


def _without_links(line: str) -> str:
    found = ":" in line and any(sign in line for sign in _BRACKETS)
    return _TAIL.sub("", _LINKS.sub("", line)) if found else line


def _without_brackets(line: str) -> str:
    """Without what marks the words of a picture."""
    inner = line.strip()
    return _PICTURE.sub("", line) if inner[:1] in _BRACKETS or inner[-1:] in ("]", ">") else line


def is_link(line: str) -> bool:
    """Whether the line is an address in brackets that a program wrote behind the words of a link, and nothing else."""
    return line.lstrip()[:1] in _BRACKETS and ":" in line and not any(map(str.isalnum, readings(line)[-1]))


@lru_cache(maxsize=1024)  # as `_digest`
def word_marks(line: str) -> tuple[str, ...]:
    """Fingerprints by which any piece of a line is known again into which a program may wrap it."""
    words, items = squeezed_words(line), line.split(f" {_BETWEEN} ")
    tails = map(squeezed_words, items) if len(items) > 1 else (words,)
    joints = _joints(words) if _BETWEEN in line else ()
    sign = HEARD if _REPEATED.search(line) else WORDS
    return tuple([mark(sign, one) for one in (*_runs(words), *chain.from_iterable(map(_ends, tails)), *joints)])


def _runs(words: Sequence[str]) -> list[str]:
    """Each three neighbouring words."""
    return ["\n".join(words[i : i + _RUN]) for i in range(len(words) - _RUN + 1)]


def _ends(words: Sequence[str]) -> list[str]:
    """The last word of an item and its last two: all that may be left on a line of its own."""
    return ["\n".join(words[-count:]) for count in range(1, min(_RUN, len(words) + 1))]


def _joints(words: Sequence[str]) -> list[str]:
    """Each word of a row of links and each two neighbours: all that a program may leave of it between two addresses."""
    return [_joint(words[i : i + count]) for count in range(1, _RUN) for i in range(len(words) - count + 1)]


def _joint(words: Sequence[str]) -> str:
    """Apart from a run and a tail, which count without an address beside them too."""
    return "\n".join((_BETWEEN, *words))


def squeezed_words(line: str) -> list[str]:
    """The words of a line for comparing, links and brackets of pictures taken off."""
    bare = _without_brackets(_without_links(line[:MAX_RULE_CHARS]))
    return [word for word in _NO_WORDS.sub("", bare).casefold().split() if word != _BETWEEN]


class OwnLines:
    """What the lines of one reply are to us. `lines` are its filled lines, in their order."""

    def __init__(self, lines: Sequence[str], known: frozenset[str]) -> None:
        self._known = known
        self._keys = [readings(line) for line in lines]
        self._kinds = [self._kind(keys) for keys in self._keys]
        self._sure = [kind == "sure" for kind in self._kinds]
        self._pieces = [False] * len(lines)
        self._lines = lines
        self._presses = 0
        if known:
            self._join()
        self._linked = [False] * len(lines)
        for i in range(1, len(lines)):
            self._linked[i] = bool(self._kinds[i - 1] and self._kinds[i]) and self._neighbours(i)

    def quoted(self, marked: Sequence[bool]) -> list[bool]:
        """Which lines are quotation; `marked` says of which that is known for another reason."""
        seeds = [sure or one for sure, one in zip(self._sure, marked, strict=True)]
        for first, last in self._runs():
            run = range(first, last + 1)
            shy = [i for i in run if self._kinds[i] == "shy" and len(self._keys[i][0]) >= MIN_OWN_CHARS]
            if len(shy) >= _LONG_RUN:
                for i in shy:  # not what people said at the ends of the run: there the letter goes on on one side only
                    seeds[i] = True
        down, up = self._spread(seeds)
        found = [
            self._sure[i] or (self._kinds[i] == "shy" and (seeds[i] or down[i] or up[i])) or (down[i] and up[i])
            for i in range(len(seeds))
        ]
        for i in range(1, len(found) - 1):
            found[i] = found[i] or (self._kinds[i] == "prose" and found[i - 1] and found[i + 1])
        return found

    def ours(self) -> list[bool]:
        """Which lines come from a letter of ours, people's words in it too: they must not be told on.

        A single line of people's words may have been written by two of them, so it counts only beside another. Only
        press is told on: a mail without any is spared the work.
        """
        if not any(_PRESS.match(line[:MAX_RULE_CHARS]) for line in self._lines):
            return [False] * len(self._lines)
        for i, line in enumerate(self._lines):
            self._pieces[i] = self._pieces[i] or (not self._kinds[i] and self._is_piece(line))
        long = [len(keys[0]) >= MIN_OWN_CHARS for keys in self._keys]
        each = zip(self._sure, self._pieces, self._kinds, long, strict=True)
        seeds = [sure or piece or (kind == "shy" and one) for sure, piece, kind, one in each]
        for i in range(1, len(seeds)):
            if self._linked[i] and long[i - 1] and long[i]:
                seeds[i - 1] = seeds[i] = True
        down, up = self._spread(seeds)
        found = [a or b or c for a, b, c in zip(seeds, down, up, strict=True)]
        for i in range(len(found) - 2, -1, -1):
            found[i] = found[i] or (found[i + 1] and self._is_tail(self._lines[i]))
        return found

    def said_before(self, i: int) -> bool:
        """Whether line `i` may be words of people that stand in a letter, or the end of a line that was wrapped there.

        Between lines of a letter that are quoted without marks nobody can tell whether its writer said them too.
        """
        told = any(TOLD + _digest(key)[:10] in self._known for key in self._keys[i] if key)
        return told or self._is_piece(self._lines[i]) or self._is_tail(self._lines[i])

    def ends_in_ours(self, line: str) -> bool:
        """Whether a line goes on, behind a colon, with one of ours: `press: Your hand ...`."""
        said = _PRESS.match(line[:MAX_RULE_CHARS]) if self._known and self._presses < _MOST_PRESSES else None
        self._presses += said is not None
        keys = readings(line[said.end() : MAX_RULE_CHARS]) if said else ("",)
        return len(keys[0]) >= MIN_OWN_CHARS and self._kind(keys) in ("sure", "shy")

    def _kind(self, keys: tuple[str, ...]) -> str:
        """`sure`, `shy`, `told`, `prose`, or '' for a line that is none of ours.

        A line of nothing but marks (`|`, `***`) says nothing by itself. In a letter only people write such: it parts
        none of their lines from those of ours above and below.
        """
        if not any(keys):
            return "told" if self._known else ""
        digests = [(_digest(key), len(key)) for key in keys if key] if self._known else []
        if any(digest[:16] in self._known for digest, length in digests if length >= MIN_OWN_CHARS):
            return "sure"
        for kind, sign in (("shy", SHY), ("told", TOLD), ("prose", PROSE)):
            if any(sign + digest[:10] in self._known for digest, _ in digests):
                return kind
        return ""

    def _join(self) -> None:
        """A sure line that came in pieces: two of any length, or as many as a wrapped paragraph has."""
        count = len(self._keys)
        for start in range(count - 1):
            key = self._keys[start][-1]
            for end in range(start + 1, min(count, start + _MAX_PIECES)):
                key += self._keys[end][-1]
                if len(key) > MAX_RULE_CHARS:
                    break
                digest, whole = _digest(key), [True] * (end + 1 - start)
                if len(key) >= MIN_OWN_CHARS and digest[:16] in self._known:
                    self._sure[start : end + 1] = whole
                elif any(sign + digest[:10] in self._known for sign in (SHY, TOLD, PROSE)):
                    self._pieces[start : end + 1] = whole
                if len(self._keys[end][0]) < _WRAPPED_CHARS:
                    break

    def _is_piece(self, line: str) -> bool:
        """Whether most of a line's words stand so in one of ours: the rest of a paragraph that a program wrapped.

        Whoever begins a message, and not its receipt, says once more what they had said there.
        """
        signs = (WORDS,) if _PRESS.match(line[:MAX_RULE_CHARS]) else (WORDS, HEARD)
        runs = _runs(squeezed_words(line))
        runs = runs[:: len(runs) // _SAMPLES + 1]
        strange = (run for run in runs if not any(mark(sign, run) in self._known for sign in signs))
        return bool(runs) and sum(1 for _ in islice(strange, _STRANGE + 1)) <= min(_STRANGE, (len(runs) - 1) // 2)

    def _is_tail(self, line: str) -> bool:
        """Whether a word or two may be the end of a paragraph that a program wrapped, or stand in a row of links.

        Of a row any word may be left, which anybody may also write: it counts where an address stands beside it.
        """
        words = squeezed_words(line)
        if self._is_known("\n".join(words)):
            return True
        return _without_links(line[:MAX_RULE_CHARS]) != line and self._is_known(_joint(words))

    def _is_known(self, words: str) -> bool:
        return any(mark(sign, words) in self._known for sign in (WORDS, HEARD))

    def _neighbours(self, i: int) -> bool:
        """Whether line `i` follows the one above it in a letter too."""
        return any(link(a, b) in self._known for a in self._keys[i - 1] for b in self._keys[i])

    def _runs(self) -> list[tuple[int, int]]:
        """Stretches of lines that follow each other as in a letter, as (first, last)."""
        found: list[tuple[int, int]] = []
        for i, linked in enumerate(self._linked):
            if linked and found and found[-1][1] == i - 1:
                found[-1] = (found[-1][0], i)
            else:
                found.append((i, i))
        return [run for run in found if run[0] != run[1]]

    def _spread(self, seeds: Sequence[bool]) -> tuple[list[bool], list[bool]]:
        """Which lines hang together, link by link, with a seed above them, and which with one below."""
        down, up = list(seeds), list(seeds)
        for i in range(1, len(seeds)):
            down[i] = down[i] or (down[i - 1] and self._linked[i])
        for i in range(len(seeds) - 2, -1, -1):
            up[i] = up[i] or (up[i + 1] and self._linked[i + 1])
        return down, up
