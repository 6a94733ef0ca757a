#!/usr/bin/env bash
# Makes an empty folder the data of a server as it was at a moment: from the newest base copy before it, and the log since.
# usage: recover.sh FOLDER MOMENT DATA      MOMENT: '2026-11-22 19:00:00+00', or latest      docs/operating.md has the runbook
# Run as the user of the server, on a machine with PostgreSQL of the same version; then start the server on DATA.
set -euo pipefail
folder="$(cd "${1:?usage: recover.sh FOLDER MOMENT DATA}" && pwd)"
moment="${2:?MOMENT is missing}" data="${3:?DATA is missing}"
[ ! -e "$data" ] || [ -z "$(ls -A "$data")" ] || { echo "$data is not empty." >&2; exit 1; }
until=99999999T999999Z
if [ "$moment" != latest ]; then
    moment="$(date -u -d "$moment" '+%Y-%m-%d %H:%M:%S.%6N+00')" # in UTC where no zone is said, for the server as for us
    until="$(date -u -d "$moment" +%Y%m%dT%H%M%SZ)"
    [[ ! "$until" > "$(date -u +%Y%m%dT%H%M%SZ)" ]] || { echo "$moment is yet to come; for all there is: latest." >&2; exit 1; }
fi
base=""
for one in "$folder"/base/*Z; do
    [[ ! -d "$one" || ! "$(basename "$one")" < "$until" ]] || base="$one"
done
[ -n "$base" ] || { echo "No base copy is as old as $moment in $folder/base." >&2; exit 1; }
install -d -m 700 "$data" # each by itself: of two joined by && the first may fail unseen
install -d -m 700 "$data/pg_wal"
tar -xzf "$base/base.tar.gz" -C "$data"
tar -xzf "$base/pg_wal.tar.gz" -C "$data/pg_wal"
# One that was begun on a full disk is shorter than a segment: the server would end at it. It holds nothing.
whole="$(find "$data/pg_wal" -type f -name '????????????????????????' -printf '%s\n' -quit)"
{
    partial="$folder/wal/%f.partial"
    echo "restore_command = 'cp \"$folder/wal/%f\" \"%p\" 2>/dev/null || { test -n \"\$(find \"$partial\" -size ${whole}c 2>/dev/null)\" && cp \"$partial\" \"%p\"; }'"
    # The log as it was written then: not on along one that began when somebody went back to an earlier moment.
    [ "$moment" = latest ] || printf '%s\n' "recovery_target_time = '$moment'" "recovery_target_timeline = 'current'"
    echo "recovery_target_action = 'promote'"
} >>"$data/postgresql.auto.conf"
touch "$data/recovery.signal"
echo "From $(basename "$base") to $moment: start the server on $data, then prove it (docs/operating.md)."
