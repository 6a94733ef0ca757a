#!/usr/bin/env bash
# A base copy of the whole server, from which recover.sh goes on by the log that wal.sh has received. Keeps 7, and the log
# since the oldest of them. usage: base.sh FOLDER   Needs BACKUP_URL and PostgreSQL's programs of the server's version.
set -euo pipefail
folder="${1:?usage: base.sh FOLDER}"
DATABASE_OWNER_URL="${BACKUP_URL:?not set}"
source "$(dirname "$0")/../address.sh"
umask 077
mkdir -p "$folder/base" "$folder/wal"
received() { psql "$address" -Atc "SELECT 1 FROM pg_replication_slots WHERE slot_name = 'asgard_wal' AND active"; }
for _ in {1..60}; do # started together with wal.sh: this copy's checkpoint may take the log away under a slot just being made
    [ -z "$(received)" ] || break
    sleep 1
done
[ -n "$(received)" ] || echo "Nobody receives the log (wal.sh): nothing after this copy can be had." >&2
new="$folder/base/new"
rm -rf "$new" # of one that was killed
trap 'rm -rf "$new"' EXIT
pg_basebackup --dbname="$address" --pgdata="$new" --format=tar --gzip --wal-method=stream --checkpoint=fast
tar -xzOf "$new/base.tar.gz" backup_label >"$new/label" # what cannot be read is no copy
name="$folder/base/$(date -u +%Y%m%dT%H%M%SZ)" # when it is whole: no moment before that can be had from it
mv "$new" "$name"
bash "$(dirname "$0")/people.sh" "$folder" # whom an older moment would bring back
ls -1d "$folder"/base/*Z | sort -r | tail -n +8 | xargs -r rm -r --
oldest="$(ls -1d "$folder"/base/*Z | head -n 1)"
pg_archivecleanup "$folder/wal" "$(sed -n 's/^START WAL LOCATION: .* (file \(.*\))$/\1/p' "$oldest/label")"
# The service tells how old the last good one is; one that cannot be told is good all the same, and is missed.
psql "$address" -qAtc "SELECT copy_made('base')" >/dev/null || echo "This copy is good, and the service was not told." >&2
echo "$name"
