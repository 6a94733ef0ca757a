#!/usr/bin/env bash
# Puts a copy of backup.sh into an empty database, then proves it. usage: restore.sh FILE   Needs DATABASE_OWNER_URL.
set -euo pipefail
file="${1:?usage: restore.sh FILE}"
url="${DATABASE_OWNER_URL:?not set}"
tables=$(psql "$url" -Atc "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
[ "$tables" = 0 ] || { echo "The database is not empty ($tables tables): restore into a new one." >&2; exit 1; }
pg_restore --no-owner --exit-on-error --single-transaction --dbname="$url" "$file"
cd "$(dirname "$0")/.."
"${PYTHON:-python}" manage.py migrate --noinput
"${PYTHON:-python}" manage.py rebuild --check
