#!/usr/bin/env bash
# Receives the log of changes as the server writes it, so that every moment can be restored: recover.sh. Runs for good.
# usage: wal.sh FOLDER   Needs BACKUP_URL (a role with REPLICATION, as init.sh makes asgard_backup) and pg_receivewal of the
# server's version. A slot on the server keeps what has not been received; max_slot_wal_keep_size bounds how much.
set -euo pipefail
folder="${1:?usage: wal.sh FOLDER}"
DATABASE_OWNER_URL="${BACKUP_URL:?not set}"
source "$(dirname "$0")/../address.sh"
umask 077
mkdir -p "$folder/wal"
receive=(pg_receivewal --dbname="$address" --slot=asgard_wal)
receiver=
# The segment that was begun when the disk was full, or when the receiver was killed at it, is shorter than a segment.
# pg_receivewal would refuse it for good; nothing was written into it yet, and the slot has kept what belongs there.
clear_begun() {
    local whole begun size
    whole="$(psql "$address" -Atc "SELECT setting FROM pg_settings WHERE name = 'wal_segment_size'")" || return 0
    for begun in "$folder"/wal/*.partial; do
        [ -f "$begun" ] || continue
        size="$(stat -c %s "$begun")"
        [ "$size" = 0 ] || [ "$size" = "$whole" ] || { echo "Begun anew: $(basename "$begun")" >&2; rm -f "$begun"; }
    done
}
# Somebody went back to the very end of our last segment: another timeline goes on there, and pg_receivewal would ask for good
# for more of the one that ended. An empty segment of the other tells it where to go on. Nothing is done where our log and the
# server's past part anywhere else: docs/operating.md, AsgardNoCopies.
step_over() {
    local whole per segment state timeline next number now history line at over="" as_receiver="?replication=true"
    read -r segment state timeline < <(find "$folder/wal" -type f -printf '%f\n' |
        sed -nE 's/^(.{8})([0-9A-F]{16})$/\2 whole \1/p; s/^(.{8})([0-9A-F]{16})\.partial$/\2 begun \1/p' | sort | tail -n 1) || return 0
    [ "$state" = whole ] || return 0
    [[ "$address" != *\?* ]] || as_receiver="&replication=true"
    now="$(psql "$address$as_receiver" -Atc "IDENTIFY_SYSTEM" | cut -d '|' -f 2)" || return 0
    ((now > 16#$timeline)) || return 0
    history="$(psql "$address$as_receiver" -Atc "TIMELINE_HISTORY $now" | sed 's/^[^|]*|//')" || return 0
    whole="$(psql "$address" -Atc "SELECT setting FROM pg_settings WHERE name = 'wal_segment_size'")" || return 0
    per=$((0x100000000 / whole))
    number=$((16#${segment:0:8} * per + 16#${segment:8} + 1)) # of the segment that follows
    next=$now
    while IFS=$'\t' read -r line at _; do # each timeline of the server's past, the oldest first, and where it ended
        [[ "$line" =~ ^[0-9]+$ ]] || continue
        [ -z "$over" ] || { next=$line; break; }
        ((line == 16#$timeline)) || continue
        (((16#${at%/*} << 32) + 16#${at#*/} == number * whole)) || return 0
        over=1
    done <<<"$history"
    [ -n "$over" ] || return 0
    : >"$folder/wal/$(printf '%08X%08X%08X' "$next" $((number / per)) $((number % per))).partial"
    echo "Timeline $((16#$timeline)) ended with our last segment; on along $next." >&2
}
bound="$(psql "$address" -Atc "SHOW max_slot_wal_keep_size" || true)"
[ "$bound" != -1 ] || # as PostgreSQL is delivered
    echo "What is not received the server keeps until its disk is full. ALTER SYSTEM SET max_slot_wal_keep_size = '8GB' bounds it." >&2
trap 'kill $receiver 2>/dev/null; wait; exit' TERM INT
while :; do # each time with its slot: a server that was brought back to a moment has none, and would be asked in vain for good
    clear_begun
    step_over
    if "${receive[@]}" --create-slot --if-not-exists; then
        "${receive[@]}" --directory="$folder/wal" --synchronous --no-loop &
        receiver=$!
        wait $receiver || true
    fi
    sleep 2 &
    receiver=$!
    wait $receiver || true
done
