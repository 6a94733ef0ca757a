#!/usr/bin/env bash
# Holds the write path on a Citus cluster that is there to what docs/operating.md says of it. PLAYS IN AND EMPTIES THE DATABASES IT IS GIVEN.
#
#   CITUS_URL      a new database on the coordinator: `create extension citus` in it on every machine, citus_add_node for each
#   PLAIN_URL      a new database of a single server, to compare with
#   CITUS_ONE_URL  (optional) as CITUS_URL, with one worker
#
# Spreads what is not spread yet, plays a game of bots, runs the store's tests on it, and prints one table of tasks, refusals and times.
set -euo pipefail
: "${CITUS_URL:?a database on the coordinator of a Citus cluster}" "${PLAIN_URL:?a database of a single server}"
cd "$(dirname "$0")/.."
python=${PYTHON:-.venv/bin/python}
export SECRET_KEY=${SECRET_KEY:-only-for-this-check-only-for-this-check-only-for-this-check}

for url in "$CITUS_URL" "$PLAIN_URL" ${CITUS_ONE_URL:+"$CITUS_ONE_URL"}; do
    DATABASE_URL=$url "$python" manage.py migrate --verbosity 0
    [ "$url" = "$PLAIN_URL" ] && continue
    spread=$(psql "$url" -Atqc "SELECT to_regclass('tables_owed') IS NOT NULL")
    [ "$spread" = t ] || psql "$url" -q -o /dev/null -f deploy/citus.sql
done

"$python" -m tests.bench cluster || missed=$?

export DATABASE_URL=$CITUS_URL DATABASE_SPREAD=1 TEST_DB_NAME=${CITUS_URL##*/}
for game in aesir asgard; do
    "$python" manage.py simulate "$game" --seats 3 --seed 1
done
"$python" manage.py rebuild --check
"$python" -m pytest -q --reuse-db -p no:cacheprovider ${CITUS_TESTS:-tests/tables/test_play.py tests/tables/test_races.py tests/tables/test_round_trips.py \
    tests/tables/test_seats.py tests/tables/test_undo_press_clock.py tests/tables/test_clock.py tests/tables/log/test_log.py}
exit "${missed:-0}"
