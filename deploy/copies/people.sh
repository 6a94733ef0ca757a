#!/usr/bin/env bash
# Keeps beside the copies whom an older one would bring back: who was erased since (forgotten.txt) and who was barred
# (barred.txt), as `manage.py forget -` and `manage.py bar -` take them. Ids and marks, no name and no address.
# usage: people.sh FOLDER   Needs DATABASE_OWNER_URL or BACKUP_URL, and psql. Called by backup.sh and base.sh.
set -euo pipefail
folder="${1:?usage: people.sh FOLDER}"
DATABASE_OWNER_URL="${BACKUP_URL:-${DATABASE_OWNER_URL:-}}"
source "$(dirname "$0")/../address.sh"
umask 077
trap 'rm -f "$folder/forgotten.part" "$folder/barred.part"' EXIT
psql "$address" -Atc "SELECT id FROM tables_player WHERE erased_at IS NOT NULL" >"$folder/forgotten.part"
bars="$(psql "$address" -Atc "SELECT to_regclass('tables_bar') IS NOT NULL")"
if [ "$bars" = t ]; then
    since="to_char(since AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS+00:00')"
    psql "$address" -At -F $'\t' -c "SELECT mark, $since, '-', why FROM tables_bar ORDER BY since, mark" >"$folder/barred.part"
    mv "$folder/barred.part" "$folder/barred.txt"
else # a release is there and its migration is still to come: nobody was barred since an older copy
    echo "There is no table tables_bar yet (manage.py migrate): who was barred by an older list stays in it." >&2
    touch "$folder/barred.txt"
fi
mv "$folder/forgotten.part" "$folder/forgotten.txt"
