#!/usr/bin/env bash
# Makes an empty folder the data of a server as it was at a moment: from the newest base copy before it, and the log since.
# usage: recover.sh FOLDER MOMENT DATA      MOMENT: '2026-11-22 19:00:00+00', or latest      docs/operating.md has the runbook
# Run as the user of the server, on a machine with PostgreSQL of the same version; then start the server on DATA.
set -euo pipefail
folder="$(cd "${1:?usage: recover.sh FOLDER MOMENT DATA}" && pwd)"
moment="${2:?MOMENT is missing}" data="${3:?DATA is missing}"
[ ! -e "$data" ] || [ -z "$(ls -A "$data")" ] || { echo "$data is not empty." >&2; exit 1; }
until=$([ "$moment" = latest ] && echo 99999999T999999Z || date -u -d "$moment" +%Y%m%dT%H%M%SZ)
base=""
for one in "$folder"/base/*Z; do
    [[ "$(basename "$one")" > "$until" ]] || base="$one"
done
[ -n "$base" ] || { echo "No base copy is as old as $moment." >&2; exit 1; }
install -d -m 700 "$data" && install -d -m 700 "$data/pg_wal"
tar -xzf "$base/base.tar.gz" -C "$data"
tar -xzf "$base/pg_wal.tar.gz" -C "$data/pg_wal"
{
    echo "restore_command = 'cp \"$folder/wal/%f\" \"%p\" 2>/dev/null || cp \"$folder/wal/%f.partial\" \"%p\" 2>/dev/null'"
    [ "$moment" = latest ] || echo "recovery_target_time = '$moment'"
    echo "recovery_target_action = 'promote'"
} >>"$data/postgresql.auto.conf"
touch "$data/recovery.signal"
echo "From $(basename "$base") to $moment: start the server on $data, then prove it (docs/operating.md)."
