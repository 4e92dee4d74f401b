#!/bin/sh
# A copy of the primary on first start, and then a server that follows it.
set -eu

PGPASSWORD="$(tr -d '\n' < /run/secrets/replicator_password)"
export PGPASSWORD

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  until pg_basebackup -h primary -U replicator -D "$PGDATA" -R -X stream --checkpoint=fast; do
    rm -rf "${PGDATA:?}"/*
    sleep 2
  done
  chmod 0700 "$PGDATA"
fi
exec postgres -c hot_standby_feedback=on -c shared_buffers=1GB
