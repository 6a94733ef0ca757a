"""Days as people write them: `1.12.-14.12.`, `until 5 December`, `с 1 по 14 декабря`, `for a week`. Pure."""

from __future__ import annotations

import re
from datetime import date, timedelta

BEGUN = timedelta(days=60)  # how long ago, at most: nobody is away for longer
MAX_YEARS = 10  # how far ahead a day may lie; the table has its own, stricter limit
_MONTHS = (
    r"jan(?:uary)?|январ[ья]", r"feb(?:ruary)?|феврал[ья]", r"mar(?:ch)?|марта?", r"apr(?:il)?|апрел[ья]",
    r"may|ма[йя]",
    r"june?|июн[ья]", r"july?|июл[ья]", r"aug(?:ust)?|августа?", r"sept?(?:ember)?|сентябр[ья]",
    r"oct(?:ober)?|октябр[ья]", r"nov(?:ember)?|ноябр[ья]", r"dec(?:ember)?|декабр[ья]",
)  # fmt: skip
_MONTH = rf"(?P<month>{'|'.join(f'(?:{names})' for names in _MONTHS)})\.?"
_YEAR = r"(?:,? (?P<year>20[0-9]{2})\b)?"
_NTH = r"(?P<day>[0-9]{1,2})(?:st|nd|rd|th|-?г?о)?"
# `1 to 14 december` first: of the two days only the second has a month beside it.
_OF_ONE_MONTH = re.compile(
    rf"\b(?P<first>[0-9]{{1,2}})(?:st|nd|rd|th)? ?(?P<to>-|to|until|till|по|до) ?{_NTH} (?:of )?{_MONTH}{_YEAR}"
)
_DAY_MONTH = re.compile(rf"\b{_NTH} (?:of )?{_MONTH}{_YEAR}")
_MONTH_DAY = re.compile(rf"\b{_MONTH} {_NTH}\b{_YEAR}")
_COUNTS = {
    "a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "одну": 1, "один": 1, "две": 2, "два": 2, "три": 3, "четыре": 4,
}  # fmt: skip
# Without a number in Russian alone, and with no other word: "next week" does not begin today.
_LENGTH = re.compile(
    rf"(?:for |на )?(?:(?P<count>[0-9]{{1,2}}|{'|'.join(_COUNTS)}) "
    r"(?:days?|день|дня|дней|(?P<weeks>weeks?|недел[юиь]))"
    r"|(?P<week>недел[юя]))"
)
_WORDS_BEFORE = re.compile(r"^(?:from|since|starting|on|с|со) ")

_DAY = (
    r"(?P<d{n}>\d{{1,2}})[./](?P<m{n}>\d{{1,2}})(?:[./](?P<y{n}>\d{{4}}|\d{{2}}))?\.?"
    r"|(?P<Y{n}>\d{{4}})-(?P<M{n}>\d{{2}})-(?P<D{n}>\d{{2}})"
)
_BETWEEN = r"\s*(?:-|to|until|till|through|до|по)?\s*"
_BEFORE = r"(?:until |till |through |to |before |до |по )?"
_SPAN = re.compile(rf"(?:(?:{_DAY.format(n=1)}){_BETWEEN})??{_BEFORE}(?:{_DAY.format(n=2)})")


def read_span(text: str, today: date) -> tuple[date, date] | None:
    """First and last day of `1.12.-14.12.`, `2026-12-01 2026-12-14`, `until 14 dec`; None when it is no span.

    A day without a year is the next such day; one day alone is the last. `2 weeks` begin today. Of a span that has
    begun, as who is away already may write it, what is left.
    """
    if (lasting := _lasting(text.strip(), today)) is not None:
        return lasting
    match = _SPAN.fullmatch(_WORDS_BEFORE.sub("", _in_numbers(text.strip())))
    if match is None:
        return None
    if (left := _left_of(match, today)) is not None:
        return left
    try:
        first = _day(match, 1, today) or today
        last = _day(match, 2, first)
    except ValueError:
        return None
    if last is None or not max(today, first) <= last or last.year > today.year + MAX_YEARS:
        return None
    return first, last


def _lasting(text: str, today: date) -> tuple[date, date] | None:
    """From today on, as long as is said; None: it says no length."""
    found = _LENGTH.fullmatch(text)
    if found is None:
        return None
    said = found["count"] or "одну"
    days = (int(said) if said.isdecimal() else _COUNTS[said]) * (7 if found["weeks"] or found["week"] else 1)
    return (today, today + timedelta(days=days)) if days else None


def _left_of(match: re.Match[str], today: date) -> tuple[date, date] | None:
    """From today on, of a span that began not long ago, by a first day without a year; None: it has not begun."""
    if not match["d1"] or match["y1"]:
        return None
    try:
        first = _day(match, 1, today - BEGUN)
        last = _day(match, 2, first) if first is not None else None
    except ValueError:  # February has no such day in that year
        return None
    return (today, last) if first is not None and last is not None and first < today <= last else None


def _in_numbers(text: str) -> str:
    """Days with months by name as `5.12.`."""
    text = re.sub(r"\bthe ", "", text)
    text = _OF_ONE_MONTH.sub(lambda found: f"{found['first']}.{_numbers(found)} - {_written(found)}", text)
    return _MONTH_DAY.sub(_written, _DAY_MONTH.sub(_written, text))


def _written(found: re.Match[str]) -> str:
    return f"{found['day']}.{_numbers(found)}"


def _numbers(found: re.Match[str]) -> str:
    month = next(number for number, names in enumerate(_MONTHS, 1) if re.fullmatch(names, found["month"]))
    return f"{month}.{found['year'] or ''}"


def _day(match: re.Match[str], n: int, after: date) -> date | None:
    if match[f"Y{n}"]:
        return date(int(match[f"Y{n}"]), int(match[f"M{n}"]), int(match[f"D{n}"]))
    if not match[f"d{n}"]:
        return None
    day, month = int(match[f"d{n}"]), int(match[f"m{n}"])
    if match[f"y{n}"]:
        year = int(match[f"y{n}"])
        return date(year + 2000 if year < 100 else year, month, day)
    found = date(after.year, month, day)
    return found if found >= after else date(after.year + 1, month, day)
