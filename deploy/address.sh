# To be sourced. `address` is DATABASE_OWNER_URL without its password, which goes to PGPASSWORD: whoever lists the processes
# of the machine sees command lines, but not the environment of others.
url="${DATABASE_OWNER_URL:?not set}"
address="$url"
if [[ "$url" =~ ^(postgres(ql)?://[^:/?@]*):([^@/?]*)@(.*)$ ]]; then
    address="${BASH_REMATCH[1]}@${BASH_REMATCH[4]}"
    password="${BASH_REMATCH[3]}"
    printf -v PGPASSWORD '%b' "${password//%/\\x}" # percent-encoded, as in every address
    export PGPASSWORD
fi
