#!/usr/bin/env bash
# Puts a copy of backup.sh into an empty database, then proves that very database: every log hash by hash and move by
# move, every projection. usage: restore.sh FILE
# Needs DATABASE_OWNER_URL (of the empty database), the service's SECRET_KEY and FERNET_KEYS, and psql and pg_restore of
# the version that made the copy or newer. Whatever DATABASE_URL says, it is not looked at.
# Exit codes: 1 nothing restored; 11 restored, and games are damaged; 12 restored, and games are missing; 13 restored, and
# logs end too early.
set -euo pipefail
file="${1:?usage: restore.sh FILE}"
source "$(dirname "$0")/../address.sh"
: "${SECRET_KEY:?not set: the proof reads what the key of the service encrypted}"
tables=$(psql "$address" -Atc "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") || exit 1
[ "$tables" = 0 ] || { echo "The database is not empty ($tables tables): restore into a new one." >&2; exit 1; }
games=$(pg_restore --data-only --table=tables_game --file=- "$file" | awk '/^\\\.$/ {on = 0} on {n++} /^COPY / {on = 1} END {print n + 0}') ||
    exit 1
pg_restore --no-owner --exit-on-error --single-transaction --dbname="$address" "$file" || exit 1
beside="$(cd "$(dirname "$file")" && pwd)"
cd "$(dirname "$0")/../.."
export DATABASE_URL="$DATABASE_OWNER_URL" # both commands: the restored copy, not what the service runs on
"${PYTHON:-python}" manage.py migrate --noinput || exit 1
code=0
"${PYTHON:-python}" manage.py rebuild --check --least "$games" || code=$?
[ "$code" = 0 ] || { echo "The copy is restored and NOT sound; see above." >&2; exit $((10 + code)); }
if [ -s "$beside/forgotten.txt" ]; then # an older copy brings back who was erased since
    "${PYTHON:-python}" manage.py forget - <"$beside/forgotten.txt" || exit 1
fi
if [ -s "$beside/barred.txt" ]; then # and lets in who was barred
    "${PYTHON:-python}" manage.py bar - <"$beside/barred.txt" || exit 1
fi
echo "Restored and proved: $games games."
