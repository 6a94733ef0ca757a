#!/usr/bin/env bash
# Holds the service on a Citus cluster to what docs/operating.md says of it ("Citus"). One command: `make citus`.
#
# By itself it starts a cluster on loopback (citus-cluster.sh: PostgreSQL with Citus installed), works on it and removes it.
# Or on machines that are there, in NEW databases (they are played in, and emptied by the tests):
#   CITUS_URL       on the coordinator: `create extension citus` in it on every machine, citus_add_node for each worker
#   CITUS_TESTS_URL another one like it, for the tests
#   CITUS_ONE_URL   (optional) another one with one worker
#   PLAIN_URL       of a single server, to compare with
# Steps, all of them or those named as arguments: spread bench games tests
set -euo pipefail
cd "$(dirname "$0")/../.."
python=${PYTHON:-.venv/bin/python}
[ -x .venv/bin/python ] && python=.venv/bin/python
export SECRET_KEY=${SECRET_KEY:-only-for-this-check-only-for-this-check-only-for-this-check} LOG_LEVEL=WARNING
steps=${*:-spread bench games tests}

if [ -z "${CITUS_URL:-}" ]; then
    data=$(mktemp -d "${TMPDIR:-/tmp}/citus_XXXXXX")
    trap 'tests/bench/citus-cluster.sh stop "$data"; rm -rf "$data"' EXIT
    tests/bench/citus-cluster.sh start "$data"
    source "$data/urls"
fi
: "${PLAIN_URL:?a new database of a single server}" "${CITUS_TESTS_URL:?a second new database on the coordinator}"
failed=()

spread() { # each database as an operator does it: migrate, then the script as it stands
    local url
    for url in "$CITUS_URL" "$CITUS_TESTS_URL" "$PLAIN_URL" ${CITUS_ONE_URL:+"$CITUS_ONE_URL"}; do
        DATABASE_URL=$url "$python" manage.py migrate --verbosity 0
        [ "$url" = "$PLAIN_URL" ] && continue
        [ "$(psql "$url" -Atqc "SELECT to_regclass('tables_owed') IS NOT NULL")" = t ] || psql "$url" -q -o /dev/null -f deploy/citus.sql
        psql "$url" -q -o /dev/null -f deploy/citus-functions.sql # as after each release
    done
    psql "$CITUS_URL" -Atqc "SELECT citus_version()"
    psql "$CITUS_URL" -Atqc "SELECT count(*) || ' tables by game, on ' || (SELECT count(*) FROM pg_dist_node WHERE shouldhaveshards)
        || ' workers' FROM citus_tables WHERE citus_table_type = 'distributed'"
}

bench() { "$python" -m tests.bench cluster; }

games() { # whole games of each kind, and every game of the database compared with its log
    local game
    for game in aesir asgard yggdrasil asgards_chosen blood_rage; do
        DATABASE_URL=$CITUS_URL DATABASE_SPREAD=1 "$python" manage.py simulate "$game" --seats 3 --seed 1
    done
    DATABASE_URL=$CITUS_URL DATABASE_SPREAD=1 "$python" manage.py simulate aesir --seats 3 --seed 3 --by-mail
    DATABASE_URL=$CITUS_URL DATABASE_SPREAD=1 "$python" manage.py rebuild --check --least 5
}

# What the store promises: the log, appends, repeats, the chain, races, locks, rebuilding, roles. Plans are one server's: their
# tables are filled by one role and analyzed by another in one transaction, which a cluster refuses.
tests() {
    DATABASE_URL=$CITUS_TESTS_URL DATABASE_SPREAD=1 IN_DOMAIN=in.asgard.localhost TEST_DB_NAME=$(basename "${CITUS_TESTS_URL%%\?*}") \
        "$python" -m pytest -q --reuse-db -p no:cacheprovider ${CITUS_TESTS:-tests/tables/log/test_log.py \
        tests/tables/test_play.py tests/tables/database --ignore=tests/tables/database/test_plans.py \
        tests/tables/test_races.py tests/tables/seating \
        tests/tables/test_undo_press_clock.py tests/tables/test_people.py tests/tables/test_locks.py tests/tables/unattended/test_clock.py \
        tests/tables/unattended/test_sweep.py tests/tables/log/test_commands.py tests/tables/log/test_versions.py tests/tables/log/test_one_trip.py \
        tests/ops/production/test_roles.py}
}

for step in $steps; do
    echo "== $step"
    set +e
    (set -e && "$step") # by itself: before `||` it would go on after what fails in it
    code=$?
    set -e
    [ $code = 0 ] || failed+=("$step")
done
[ ${#failed[@]} = 0 ] || { echo "not as it should be: ${failed[*]}"; exit 1; }
