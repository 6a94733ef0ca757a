"""What a deadline is told as: handsome, and never later than it is."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from asgard_pbem.tables.reading.promised import promised

TIMES = st.integers(0, 10**9).map(lambda second: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=second))


@given(TIMES, st.timedeltas(timedelta(minutes=-30), timedelta(days=21)))
def test_whoever_keeps_to_what_was_said_is_in_time_and_nobody_loses_more_than_a_quarter(
    deadline: datetime, left: timedelta
) -> None:
    now = deadline - left
    said = promised(deadline, now)
    assert timedelta() <= deadline - said < timedelta(minutes=15)
    assert said.minute % 15 == 0 or left < timedelta(minutes=15)
    assert not said.second
    assert said > now or left < timedelta(minutes=1)


def test_a_clock_that_began_at_an_odd_minute_ends_at_a_full_quarter() -> None:
    now = datetime(2026, 11, 23, 5, 4, 31, tzinfo=UTC)
    assert promised(now + timedelta(days=7), now).isoformat() == "2026-11-30T05:00:00+00:00"
    assert promised(now + timedelta(minutes=9), now).isoformat() == "2026-11-23T05:13:00+00:00"
