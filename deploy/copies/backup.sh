#!/usr/bin/env bash
# A consistent copy of the database. usage: backup.sh FOLDER   Needs DATABASE_OWNER_URL or BACKUP_URL; keeps 14 copies.
# Needs psql, pg_dump and pg_restore of the server's version or newer (Debian's package postgresql-client-18 for a server 18;
# the image postgres:18 has them): an older pg_dump refuses.
# The keys (SECRET_KEY, FERNET_KEYS) are not in it: without them stored mail and press cannot be read. Keep them apart.
set -euo pipefail
folder="${1:?usage: backup.sh FOLDER}"
DATABASE_OWNER_URL="${BACKUP_URL:-${DATABASE_OWNER_URL:-}}"
source "$(dirname "$0")/../address.sh"
umask 077
mkdir -p "$folder"
rm -f "$folder"/asgard-*.dump.part # of one that was killed
name="$folder/asgard-$(date -u +%Y%m%dT%H%M%SZ).dump"
trap 'rm -f "$name.part"' EXIT
pg_dump --format=custom --compress=6 --no-owner --file="$name.part" "$address"
pg_restore --list "$name.part" >/dev/null # a copy that cannot be listed is none
mv "$name.part" "$name"
bash "$(dirname "$0")/people.sh" "$folder" # whom an older copy would bring back: restore.sh erases and bars them again
ls -1t "$folder"/asgard-*.dump | tail -n +15 | xargs -r rm --
# The service tells how old the last good one is; one that cannot be told is good all the same, and is missed.
psql "$address" -qAtc "SELECT copy_made('dump')" >/dev/null || echo "This copy is good, and the service was not told." >&2
echo "$name"
