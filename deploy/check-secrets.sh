#!/usr/bin/env bash
# Refuses to go on while a secret is empty or still the example's. usage: check-secrets.sh NAME...   Runs before anything is
# made: a database server that has started once with a password keeps it.
set -euo pipefail
bad=0
for name in "$@"; do
    case "${!name:-}" in
        "") echo "$name is not set." >&2; bad=1 ;;
        *change-me*) echo "$name still holds the example's change-me." >&2; bad=1 ;;
    esac
done
exit "$bad"
