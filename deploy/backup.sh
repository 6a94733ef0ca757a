#!/usr/bin/env bash
# A consistent copy of the database. usage: backup.sh FOLDER   Needs DATABASE_OWNER_URL and pg_dump; keeps 14 copies.
# The keys (SECRET_KEY, FERNET_KEYS) are not in it: without them stored mail and press cannot be read. Keep them apart.
set -euo pipefail
folder="${1:?usage: backup.sh FOLDER}"
mkdir -p "$folder"
umask 077
name="$folder/asgard-$(date -u +%Y%m%dT%H%M%SZ).dump"
pg_dump --format=custom --compress=6 --no-owner --file="$name.part" "${DATABASE_OWNER_URL:?not set}"
pg_restore --list "$name.part" >/dev/null # a copy that cannot be listed is none
mv "$name.part" "$name"
ls -1t "$folder"/asgard-*.dump | tail -n +15 | xargs -r rm --
echo "$name"
