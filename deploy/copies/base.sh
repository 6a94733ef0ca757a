#!/usr/bin/env bash
# A base copy of the whole server, from which recover.sh goes on by the log that wal.sh has received. Keeps 7, and the log
# since the oldest of them. usage: base.sh FOLDER   Needs BACKUP_URL and PostgreSQL's programs of the server's version.
set -euo pipefail
folder="${1:?usage: base.sh FOLDER}"
DATABASE_OWNER_URL="${BACKUP_URL:?not set}"
source "$(dirname "$0")/../address.sh"
umask 077
mkdir -p "$folder/base" "$folder/wal"
name="$folder/base/$(date -u +%Y%m%dT%H%M%SZ)"
trap 'rm -rf "$name.part"' EXIT
pg_basebackup --dbname="$address" --pgdata="$name.part" --format=tar --gzip --wal-method=stream --checkpoint=fast
tar -xzOf "$name.part/base.tar.gz" backup_label >"$name.part/label" # what cannot be read is no copy
mv "$name.part" "$name"
psql "$address" -Atc "SELECT id FROM tables_player WHERE erased_at IS NOT NULL" >"$folder/forgotten.part"
mv "$folder/forgotten.part" "$folder/forgotten.txt" # who was erased since an older moment, to be erased again
ls -1d "$folder"/base/*Z | sort -r | tail -n +8 | xargs -r rm -r --
oldest="$(ls -1d "$folder"/base/*Z | head -n 1)"
pg_archivecleanup "$folder/wal" "$(sed -n 's/^START WAL LOCATION: .* (file \(.*\))$/\1/p' "$oldest/label")"
echo "$name"
