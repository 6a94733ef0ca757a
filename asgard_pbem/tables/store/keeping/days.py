"""What is kept how long, in days; docs/forgetting.md says it in words, and a test holds the two together.

What stands in neither is kept for good. A repeat of a mail whose row is gone is known by `mail.Remembered`.
"""

from __future__ import annotations

from asgard_pbem import env

LONGEST = 36_500  # more than that before now is no date


def days() -> dict[str, int]:
    """Name -> days, as this installation wants it."""
    raw = env.number("RAW_MAIL_DAYS", 30, least=1, most=LONGEST)
    # Longer than answers to a game that is over are taken (14 days), and than what the mails said.
    games = max(env.number("GAME_MAIL_DAYS", 45, most=LONGEST), raw, 15)
    return {
        "raw_mail": raw,  # what mails say, and what was answered
        "mail_of_games": games,  # after the end: mails in and out, reply addresses, snapshots
        "mail_of_persons": max(env.number("PERSON_MAIL_DAYS", 365, most=LONGEST), raw, 15),  # those of no game
        "delivery": 365,  # bounces
        "questions": 90,  # that waited for a yes, after they lapsed
        "counters": 730,  # of mails that were left out, by day
        "notices": 7,  # by browsers
        "sessions": 60,
    }
