"""Time zones as people name them: `Europe/London` in any case, `London`, `New York`, `Москва`."""

from __future__ import annotations

from functools import cache
from typing import Final
from zoneinfo import available_timezones

# The zones of Russia and its neighbours by the names of their cities, which the time zone database has in English.
_RUSSIAN: Final = {
    "калининград": "Europe/Kaliningrad", "москва": "Europe/Moscow", "санкт-петербург": "Europe/Moscow",
    "питер": "Europe/Moscow", "самара": "Europe/Samara", "саратов": "Europe/Saratov", "волгоград": "Europe/Volgograd",
    "екатеринбург": "Asia/Yekaterinburg", "омск": "Asia/Omsk", "новосибирск": "Asia/Novosibirsk",
    "красноярск": "Asia/Krasnoyarsk", "иркутск": "Asia/Irkutsk", "якутск": "Asia/Yakutsk",
    "владивосток": "Asia/Vladivostok", "магадан": "Asia/Magadan", "камчатка": "Asia/Kamchatka",
    "минск": "Europe/Minsk", "киев": "Europe/Kyiv", "рига": "Europe/Riga", "вильнюс": "Europe/Vilnius",
    "таллин": "Europe/Tallinn", "ереван": "Asia/Yerevan", "тбилиси": "Asia/Tbilisi", "баку": "Asia/Baku",
    "алматы": "Asia/Almaty", "ташкент": "Asia/Tashkent", "берлин": "Europe/Berlin", "лондон": "Europe/London",
    "париж": "Europe/Paris", "белград": "Europe/Belgrade", "нью-йорк": "America/New_York",
}  # fmt: skip


def zone_called(text: str) -> str | None:
    """The zone that a name means; None: none."""
    wanted = text.casefold().strip(" .").replace(" ", "_")
    if wanted in _RUSSIAN:
        return _RUSSIAN[wanted]
    return _by_name().get(wanted)


@cache
def _by_name() -> dict[str, str]:
    """Every zone by its whole name and by its city. Two names that end in one city are of one zone: `Asia/Istanbul`."""
    names, cities = sorted(available_timezones(), reverse=True), dict[str, str]()
    for name in names:
        area, slash, _ = name.partition("/")
        if slash and area not in {"Etc", "US", "Canada", "Brazil", "Mexico", "Chile", "SystemV"}:  # older names
            cities[name.rpartition("/")[2].casefold()] = name
    return cities | {name.casefold(): name for name in names}
